"""LibraryThing: the JSON export, an object of books by their ids."""

from __future__ import annotations

import html
import json
import re

from ...errors import usage
from ..formats import Format
from ..pieces import AGAIN, Piece
from ..rows import Table
from . import librarything

_NAMES = {
    "books_id": "Book Id",
    "title": "Title",
    "primaryauthor": "Primary Author",
    "primaryauthorrole": "Primary Author Role",
    "secondaryauthor": "Secondary Author",
    "secondaryauthorroles": "Secondary Author Roles",
    "publication": "Publication",
    "date": "Date",
    "review": "Review",
    "rating": "Rating",
    "comment": "Comment",
    "privatecomment": "Private Comment",
    "summary": "Summary",
    "format": "Media",
    "pages": "Page Count",
    "lccn": "LCCN",
    "oclc": "OCLC",
    "datestarted": "Date Started",
    "dateread": "Date Read",
    "dateacquired": "Acquired",
    "entrydate": "Entry Date",
    "tags": "Tags",
    "collections": "Collections",
    "language": "Languages",
    "originallanguage": "Original Languages",
    "originalisbn": "ISBN",
    "isbn": "ISBNs",
    "workcode": "Work id",
}


def read(piece: Piece) -> tuple[Table, Format] | None:
    """Reads the books; None if the file is another one."""
    if not piece.data[:256].lstrip(b"\xef\xbb\xbf \r\n\t").startswith(b"{"):
        return None
    if b'"primaryauthor"' not in piece.data and b'"books_id"' not in piece.data:
        return None
    try:
        books = json.loads(piece.data.decode("utf-8-sig"))
    except ValueError as error:
        usage("{path} cannot be read: {why}.", AGAIN, path=piece.name, why=error)
    if not isinstance(books, dict) or not all(isinstance(book, dict) for book in books.values()):
        return None
    rows = []
    for key, book in books.items():
        row = {_NAMES.get(name, name): _unescaped(name, value) for name, value in book.items()}
        row.setdefault("Book Id", str(key))
        _add_people(row, book.get("authors"))
        rows.append(row)
    header = list(dict.fromkeys(name for row in rows for name in row))
    cells = [[row.get(name, "") for name in header] for row in rows]
    raw = list(books.values())
    return Table(piece.name, header, cells, "\t", raw=raw), librarything.FORMAT


def _add_people(row: dict[str, str], authors: object) -> None:
    """Adds the people of a book as the columns of the file with tabs have them."""
    people = [
        (_unescaped("lf", each.get("lf") or each.get("fl")), _unescaped("role", each.get("role")))
        for each in (authors if isinstance(authors, list) else ())
        if isinstance(each, dict)
    ]
    if not people:
        return
    if not row.get("Primary Author"):
        row["Primary Author"] = people[0][0]
    place = next((at for at, (name, _) in enumerate(people) if name == row["Primary Author"]), None)
    if place is not None:
        row["Primary Author Role"] = row.get("Primary Author Role") or people.pop(place)[1]
    if not row.get("Secondary Author"):
        row["Secondary Author"] = "|".join(name for name, _ in people)
        row["Secondary Author Roles"] = "|".join(role for _, role in people)


def _unescaped(name: str, value: object) -> str:
    """Returns a cell with its HTML entities decoded, as in `L&oacute;pez`. A review stays HTML."""
    text = _cell(name, value)
    if name == "review":
        return text
    return re.sub(r"&(?:#\d+|#x[0-9A-Fa-f]+|\w+);", lambda found: html.unescape(found[0]), text)


def _cell(name: str, value: object) -> str:
    if value is None or value is False:
        return ""
    # A list with empty places is written as an object.
    if isinstance(value, dict) and all(key.isdigit() for key in value):
        value = list(value.values())
    if isinstance(value, list):
        if name == "format" and value and isinstance(value[0], dict):
            return str(value[0].get("text", ""))
        if all(isinstance(each, (str, int)) for each in value):
            return ", ".join(map(str, value))
        if name in _NAMES and all(isinstance(each, list) for each in value):
            return ", ".join(str(each[0]) for each in value if each)
    if isinstance(value, (dict, list)):
        return json.dumps(value, ensure_ascii=False) if value else ""
    return str(value)
