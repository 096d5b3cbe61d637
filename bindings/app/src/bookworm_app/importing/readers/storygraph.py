"""The StoryGraph: its CSV of today, and that of 2021."""

from __future__ import annotations

import re

from ...sentences import Said
from .. import cells, dates
from ..formats import Format, marks
from ..mapping import Row
from ..rows import Reading


def spans(text: str) -> list[Reading]:
    """Reads 2025/06/01-2025/06/10, 2023/01/02: a day alone is the one when it was finished."""
    made = []
    for part in filter(None, (each.strip() for each in text.split(","))):
        day = r"\d{4}[/-]\d{1,2}[/-]\d{1,2}"
        found = re.fullmatch(rf"(?:({day})?\s*-\s*)?({day})?", part)
        if not found:
            raise ValueError(
                Said("{text!r} is not a reading; write it as 2025/06/01-2025/06/10", text=part)
            )
        started, finished = (dates.date(each) if each else None for each in found.groups())
        made.append(Reading(started, finished))
    return made


def _finish(row: Row) -> None:
    row.readings = row.read("dates read", spans) or []
    row.add_undated()
    for column in ("isbn/uid", "isbn"):
        value = row.read(column, cells.isbn)
        if value:
            is_isbn = cells.is_isbn(value)
            row.source_id = value if is_isbn else row.text(column)
            row.identify("isbn" if is_isbn else "storygraph", row.source_id)
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
