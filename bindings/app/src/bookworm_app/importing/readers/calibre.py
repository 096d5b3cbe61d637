"""Calibre: the CSV of "Create a catalog". The library folder gives the same columns."""

from __future__ import annotations

import re

from .. import cells
from ..formats import Format, marks
from ..mapping import Row
from ..roles import PEOPLE

#: The roles of people for whom readers make columns of their own.
_ROLES = {f"#{role}{end}": role for role in PEOPLE for end in ("", "s")}


def _people(row: Row) -> None:
    """Reads the authors with their sort forms, and people in columns of the reader's own."""
    fields = row.fields
    fields["contributors"] = None
    if not fields.get("author"):
        return
    names, sorts, known = (
        [cells.line(part.replace("|", ",")) for part in text.split(" & ")]
        for text in (fields["author"], fields.get("author_sort") or "", row.cell("author_sorts"))
    )
    fields["author"] = ", ".join(names)
    # The sort forms of the people themselves are in the database; the book's may differ.
    sorts = known if len(known) == len(names) and all(known) else sorts
    paired = sorts if len(sorts) == len(names) else [""] * len(names)
    row.authors = [(name, "author", sort or None) for name, sort in zip(names, paired)]
    for column, role in _ROLES.items():
        for name in re.split(r"\s*[,;&]\s*", row.text(column)):
            if name:
                row.others.append((name, role, None))


def _finish(row: Row) -> None:
    _people(row)
    row.cover = row.text("cover")
    fields = row.fields
    # Calibre always fills title_sort; if it is the title itself, it says nothing.
    if fields.get("title_sort") == fields.get("title"):
        fields["title_sort"] = None
    # A new book has the number 1.0 whether it is in a series or not.
    if not fields.get("series"):
        fields["series_number"] = None
    year = fields.get("edition_year")
    if year == 101:  # a missing date is written as 0101-01-01
        fields["edition_year"] = None


FORMAT = Format(
    "Calibre",
    "calibre",
    marks("title, authors, title_sort", "title, authors, library_name", "title, author_sort, uuid"),
    {
        "uuid": "id",
        "title": "title",
        "title_sort": "title_sort",
        "authors": "author",
        "author_sort": "author_sort",
        "author_sorts": "same",
        **dict.fromkeys(_ROLES, ""),
        "rating": "rating",
        "timestamp": "created",
        "isbn": "isbn",
        "identifiers": "identifiers",
        "comments": "synopsis",
        "tags": "genres",
        "series": "series",
        "series_index": "series_number",
        "languages": "language",
        "publisher": "publisher",
        "pubdate": "edition_year",
        "pages": "pages",
        "cover": "",
    },
    finish=_finish,
)
