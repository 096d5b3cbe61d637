"""Openreads: the file books.backup in its backup, objects of JSON with @@@@@ between them."""

from __future__ import annotations

import json

from ...errors import usage
from ..formats import Format
from ..pieces import AGAIN, Piece
from ..rows import Table
from . import openreads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_STATUSES = ("finished", "in_progress", "planned", "abandoned")
_FORMATS = {"paper": "paperback"}


def read(piece: Piece) -> tuple[Table, Format] | None:
    """Returns the books, in the columns of the CSV and all other columns of the backup."""
    start = piece.data[:4096]
    if not start.lstrip().startswith(b"{") or b'"publication_year"' not in piece.data:
        return None
    try:
        text = piece.data.decode("utf-8")
        books = [json.loads(part) for part in text.split("@@@@@") if part.strip()]
    except ValueError as error:
        usage("{path} cannot be read: {why}.", AGAIN, path=piece.name, why=error)
    if not all(isinstance(book, dict) and "title" in book for book in books):
        return None
    header = list(dict.fromkeys(name for book in books for name in book))
    rows = [[_cell(name, book) for name in header] for book in books]
    pictures = {}
    for book in books:
        found = piece.pictures.get(_picture(book))
        if found is not None:
            found.is_part = True
            pictures[_picture(book)] = found.data
    return Table(piece.name, header, rows, raw=books, pictures=pictures), openreads.FORMAT


def _picture(book: dict[str, Any]) -> str:
    """Returns the name of a book's cover in the backup."""
    return f"{book.get('id')}.jpg" if book.get("has_cover") else ""


def _cell(name: str, book: dict[str, Any]) -> str:
    value = _picture(book) if name == "has_cover" else book.get(name)
    if value is None:
        return ""
    if name == "status" and isinstance(value, int):
        return _STATUSES[value] if 0 <= value < len(_STATUSES) else "unknown"
    if name == "rating" and isinstance(value, (int, float)):
        return f"{value / 10:g}"
    if name in ("book_type", "book_format"):
        return _FORMATS.get(str(value), str(value))
    if isinstance(value, (list, dict)):
        return json.dumps(value, ensure_ascii=False)
    return str(value)
