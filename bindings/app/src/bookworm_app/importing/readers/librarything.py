"""LibraryThing: the file with tabs, with 49 columns."""

from __future__ import annotations

import re

from .. import cells
from ..formats import Format, marks
from ..mapping import Row

#: The collections that every user has, in lower case: what each says of a book.
_COLLECTIONS = {
    "your library": None,
    "wishlist": "on-shelf",
    "to read": "on-shelf",
    "currently reading": "in-progress",
    "read but unowned": "completed",
    "favorites": None,
}


def _people(row: Row) -> None:
    """Reads people whose last name is first: Gaiman, Neil|Riddell, Chris."""
    fields = row.fields
    fields["contributors"] = None
    author = fields.get("author")
    if author is not None:
        if "," in author:
            fields["author_sort"], fields["author"] = author, cells.natural(author)
        role = row.text("primary author role") or "author"
        row.authors = [(fields["author"], role, fields.get("author_sort"))]
    names, roles = (
        row.text(column).split("|") for column in ("secondary author", "secondary author roles")
    )
    for place, name in enumerate(names):
        role = roles[place].strip() if place < len(roles) else ""
        if name.strip():
            is_turned = "," in name
            row.others.append(
                (cells.natural(name), role or "author", name.strip() if is_turned else None)
            )


def _texts(row: Row) -> None:
    """Joins the comments, mends line breaks, and leaves out a summary that the site has made."""
    fields = row.fields
    if "notes" in fields:
        both = (cells.plain(row.cell(name)) for name in ("comment", "private comment"))
        fields["notes"] = "\n\n".join(filter(None, both)) or None
    of_book = f"{row.text('title')} by {fields.get('author')}"
    if re.fullmatch(rf"{re.escape(of_book)}( \(\d+\))?", row.text("summary")):
        fields["synopsis"] = None
        row.made.homeless[row.name("summary")] += 1
    for name in ("review", "notes", "synopsis"):
        if fields.get(name):
            fields[name] = re.sub(r" *\[Return\] *", "\n", fields[name]).strip() or None


def _finish(row: Row) -> None:
    fields = row.fields
    _people(row)
    _texts(row)
    status = None
    for name in cells.items(row.cell("collections")):
        low = name.lower()
        if low in _COLLECTIONS:
            status = status or _COLLECTIONS[low]
            if low == "favorites":
                fields["favourite"] = True
        else:
            row.add_genres([name])
    if fields.get("finished"):
        status = "completed"
    elif fields.get("started") and status != "completed":
        status = "in-progress"
    if status:
        fields["status"] = status
    for value in cells.items(row.cell("isbns").strip().strip("[]")):
        row.identify("isbn", cells.isbn(value))


FORMAT = Format(
    "LibraryThing",
    "librarything",
    marks("title, primary author", "book id, primary author"),
    {
        "book id": "id",
        "title": "titled",
        "primary author": "author",
        "authors": "same",
        "primary author role": "",
        "secondary author": "",
        "secondary author roles": "",
        "publication": "publication",
        "date": "edition_year",
        "review": "review",
        "rating": "rating",
        "comment": "notes",
        "private comment": "notes",
        "series": "in_series",
        "asin": "identifier asin",
        "summary": "synopsis",
        "media": "format",
        "page count": "pages",
        "lccn": "identifier lccn",
        "date started": "started",
        "date read": "finished",
        "tags": "genres",
        "collections": "",
        "languages": "language",
        "isbn": "isbn",
        "isbns": "",
        "entry date": "created",
        "oclc": "identifier oclc",
        "work id": "identifier librarything-work",
    },
    finish=_finish,
)
