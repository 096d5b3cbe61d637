"""Open Library: the reading log. A log from before 2022 has only ids, and no titles."""

from __future__ import annotations

from ..formats import Format, marks
from ..mapping import Row


def _finish(row: Row) -> None:
    row.identify("openlibrary", row.text("edition id"))


FORMAT = Format(
    "Open Library",
    "openlibrary",
    marks("work id, bookshelf"),
    {
        "work id": "id",
        "title": "title",
        "authors": "people",
        "first publish year": "year",
        "edition id": "",
        "bookshelf": "status",
        "my ratings": "rating",
        "my rating": "rating",
    },
    finish=_finish,
)
