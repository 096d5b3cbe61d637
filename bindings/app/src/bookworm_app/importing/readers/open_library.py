"""Open Library: the reading log. A log from before 2022 has only ids, and no titles."""

from __future__ import annotations

from ..formats import Format, marks
from ..mapping import Row


def _finish(row: Row) -> None:
    for column in ("work id", "edition id"):
        row.identify("openlibrary", row.text(column))


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
    between=" | ",
    finish=_finish,
)
