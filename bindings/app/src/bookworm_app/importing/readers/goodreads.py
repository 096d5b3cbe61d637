"""Goodreads: the CSV of "Export Library", with 31, 24 or 23 columns."""

from __future__ import annotations

from .. import dates
from ..formats import Format, marks
from ..mapping import Row
from ..rows import Reading

_SHELVES = ("read", "currently-reading", "to-read")


def _readings(text: str) -> list[Reading]:
    """Reads `start,finish;start,finish`: a column that other programs add to the export."""
    pairs = [part.partition(",") for part in text.split(";") if part.strip(", ")]
    return [Reading(dates.date(start), dates.date(finish)) for start, _, finish in pairs]


def _finish(row: Row) -> None:
    row.readings = row.read("read_dates", _readings) or []
    genres = row.fields.get("genres")
    if genres is not None:
        row.fields["genres"] = [name for name in genres if name not in _SHELVES]
    row.add_undated()


FORMAT = Format(
    "Goodreads",
    "goodreads",
    marks("title, exclusive shelf", "title, my rating, bookshelves"),
    {
        "book id": "id",
        "title": "titled",
        "author": "author",
        "author l-f": "author_sort",
        "additional authors": "more authors",
        "isbn": "isbn",
        "isbn13": "isbn",
        "my rating": "rating",
        "publisher": "publisher",
        "binding": "format",
        "number of pages": "pages",
        "year published": "edition_year",
        "original publication year": "year",
        "date read": "finished",
        "read_dates": "",
        "date added": "created",
        "bookshelves": "genres",
        "exclusive shelf": "status",
        "my review": "review",
        "spoiler": "spoilers",
        "private notes": "notes",
        "read count": "count",
    },
    own=_SHELVES,
    finish=_finish,
)
