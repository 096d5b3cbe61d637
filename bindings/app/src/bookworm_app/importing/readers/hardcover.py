"""Hardcover: the CSV of its settings, with 37 columns."""

from __future__ import annotations

import re

from .. import cells
from ..formats import Format, marks
from ..mapping import Row


def _finish(row: Row) -> None:
    names = []
    for each in cells.people(row.cell("lists")):
        name = re.sub(r"\s*#\d+$", "", each[0])
        if each[1]:  # (#19), its place in the list
            row.reduced("lists")
        if name.lower() != "owned" and name not in names:
            names.append(name)
    row.add_genres(names)
    row.identify("hardcover-edition", row.text("hardcover edition id"))


FORMAT = Format(
    "Hardcover",
    "hardcover",
    marks("title, hardcover book id", "title, hardcover edition id"),
    {
        "title": "title",
        "author": "people",
        "series": "in_series",
        "status": "status",
        "hardcover book id": "id",
        "hardcover edition id": "",
        "isbn 10": "isbn",
        "isbn 13": "isbn",
        "asin": "identifier asin",
        "language code": "language",
        "binding": "format",
        "pages": "pages",
        "publish date": "edition_year",
        "publisher": "publisher",
        "genres": "genres",
        "tags": "genres",
        "lists": "",
        "date added": "created",
        "date started": "started",
        "date finished": "finished",
        "rating": "rating",
        "review": "review",
        "review contains spoilers": "spoilers",
        "private notes": "notes",
    },
    known={"ignored": "on-shelf"},
    finish=_finish,
)
