"""Openreads: its CSV. The backup gives the same columns."""

from __future__ import annotations

import datetime
import re

from ...sentences import Said
from .. import dates
from ..formats import Format, marks
from ..mapping import Row
from ..rows import Reading


def _readings(text: str) -> list[tuple[Reading, bool]]:
    """Reads `start|finish|milliseconds;...`, and whether each has a time of reading."""
    made = []
    for part in filter(None, text.strip().split(";")):
        start, finish, *rest = [*part.split("|"), "", ""]
        made.append((Reading(dates.date(start), dates.date(finish)), bool(rest[0].strip("0"))))
    return made


def _finish(row: Row) -> None:
    found = row.read("readings", _readings) or []
    for _, timed in found:
        if timed:
            row.made.homeless[Said("the hours of reading")] += 1
    readings = [reading for reading, _ in found]
    latest = max(
        readings,
        key=lambda each: each.finished or each.started or datetime.date.min,
        default=None,
    )
    for each in readings:
        # A reading without an end is in progress, or was given up. The latest has the status.
        if each.started and not each.finished and each is not latest:
            each.outcome = "did-not-finish"
    row.readings += readings
    row.identify("openlibrary", re.sub(r"^/?(books|works)/", "", row.text("olid")))
    if row.text("status") == "unknown":
        why = Said("not a value that can be stored")
        row.unclear(Said("{column}: {why}", column=row.name("status"), why=why))
    row.cover = row.text("has_cover")
    if row.text("deleted").lower() in ("true", "1"):
        row.unclear(Said("deleted: in the trash of the app, imported all the same"))


FORMAT = Format(
    "Openreads",
    "openreads",
    marks("title, publication_year, olid", "title, readings, my_review"),
    {
        "title": "title",
        "subtitle": "subtitle",
        "author": "authors",
        "description": "synopsis",
        "status": "status",
        "favourite": "favourite",
        "deleted": "",
        "has_cover": "",
        "rating": "rating",
        "pages": "pages",
        "publisher": "publisher",
        "publication_year": "year",
        "isbn": "isbn",
        "olid": "",
        "tags": "genres",
        "my_review": "review",
        "notes": "notes",
        "book_format": "format",
        "book_type": "format",
        "start_date": "started",
        "finish_date": "finished",
        "readings": "",
        "date_added": "created",
    },
    known={"unknown": "on-shelf"},
    between="|||||",
    finish=_finish,
)
