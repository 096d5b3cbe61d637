"""The StoryGraph: its CSV of today, and that of 2021."""

from __future__ import annotations

import re

from ...sentences import Said
from .. import cells, dates
from ..formats import Format, marks
from ..mapping import Row
from ..rows import Reading

_DAY = r"\d{4}[/-]\d{1,2}[/-]\d{1,2}"
#: The day, or only the year and the month, or only the year.
_SPAN = re.compile(rf"(?:({_DAY}|\d{{4}}(?:/\d\d?)?)?\s*-\s*)?({_DAY}|\d{{4}}(?:/\d\d?)?)?")


def spans(text: str) -> list[tuple[Reading, bool]]:
    """Reads 2025/06/01-2025/06/10, 2023/01/02: a single day is the end of a reading.

    Also returns whether each has a year or a month instead of a day, which is left out.
    """
    made = []
    for part in filter(None, (each.strip() for each in text.split(","))):
        found = _SPAN.fullmatch(part)
        if not found:
            raise ValueError(
                Said("{text!r} is not a reading; write it as 2025/06/01-2025/06/10", text=part)
            )
        started, finished = (
            dates.date(each) if each and re.fullmatch(_DAY, each) else None
            for each in found.groups()
        )
        outcome = "completed" if found[2] and finished is None else None
        is_partial = (started, finished).count(None) > found.groups().count(None)
        made.append((Reading(started, finished, outcome), is_partial))
    return made


def _finish(row: Row) -> None:
    for reading, is_partial in row.read("dates read", spans) or ():
        if reading.outcome and row.fields.get("status") != "completed":
            reading.outcome = row.fields.get("status")
        row.readings.append(reading)
        if is_partial:
            why = Said("a year or month without a day")
            row.unclear(Said("{column}: {why}", column=row.name("dates read"), why=why))
    row.add_undated()
    for column in ("isbn/uid", "isbn"):
        value = row.read(column, cells.isbn)
        if value:
            is_isbn = cells.is_isbn(value)
            row.source_id = value if is_isbn else row.text(column)
            has_scheme = is_isbn or cells.is_asin(value)
            row.identify("isbn" if has_scheme else "storygraph", row.source_id)
            break


FORMAT = Format(
    "StoryGraph",
    "storygraph",
    marks("title, read status, star rating", "title, read status, isbn/uid"),
    {
        "title": "title",
        "authors": "people",
        "author": "people",
        "contributors": "contributors",
        "isbn/uid": "",
        "isbn": "",
        "format": "format",
        "read status": "status",
        "date added": "created",
        "last date read": "finished",
        "dates read": "",
        "read count": "count",
        "star rating": "rating",
        "review": "review",
        "tags": "genres",
    },
    finish=_finish,
)
