"""Apple Books: AEAnnotation_*.sqlite, with the library of books beside it."""

from __future__ import annotations

import datetime
import glob
import os
import sqlite3
from contextlib import suppress

from ...sentences import Said
from .. import cells
from ..pieces import Piece, cells_of, database
from ..rows import Quote, Quotes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

TABLES = {"ZAEANNOTATION"}
#: The other file, which has no quotes.
PART = {"ZBKLIBRARYASSET"}
#: Its columns that are read. Others are about the user's account.
_COLUMNS = (
    "ZASSETID", "ZTITLE", "ZAUTHOR", "ZEPUBID", "ZLANGUAGE", "ZGENRE", "ZBOOKDESCRIPTION",
    "ZRATING", "ZISFINISHED", "ZDATEFINISHED",
)  # fmt: skip
_MARKS = """
SELECT * FROM ZAEANNOTATION
WHERE COALESCE(ZANNOTATIONDELETED, 0) = 0
ORDER BY ZANNOTATIONASSETID, ZANNOTATIONCREATIONDATE
"""


def read(piece: Piece) -> Quotes:
    """Reads highlights and their notes, and the books of the other file, BKLibrary*.sqlite.

    Of the books, those with highlights or a rating, and those that were finished.
    """
    books = _books(piece)
    made = Quotes("Apple Books", "apple-books")
    with database(piece) as opened:
        for row in opened.execute(_MARKS):
            made.rows += 1
            asset = row["ZANNOTATIONASSETID"] or ""
            made.keep(asset, cells_of(row))
            text, note = (
                (row[name] or "").strip() for name in ("ZANNOTATIONSELECTEDTEXT", "ZANNOTATIONNOTE")
            )
            if not text and not note:
                made.passed[Said("bookmarks")] += 1
                continue
            if asset not in books:
                made.passed[Said("highlights of books that BKLibrary*.sqlite does not have")] += 1
                continue
            fields = _describe(made, asset, books[asset])
            title, author = fields["title"], fields["author"]
            isbn = next((value for _, value in fields["identifiers"]), None)
            its_note = note if text and note else None
            made.quotes.append(Quote(title, author, text or note, None, its_note, isbn, key=asset))
            made.homeless[Said("the date of the highlight")] += 1
    for asset, book in books.items():
        if asset in made.books:
            continue
        if book.get("ZISFINISHED") or book.get("ZRATING"):
            made.rows += 1
            _describe(made, asset, book)
        else:
            made.passed[Said("books that were not finished or rated")] += 1
    return made


def _describe(made: Quotes, asset: str, book: dict[str, Any]) -> dict[str, Any]:
    """Adds what the library says of a book, once; returns its fields."""
    if asset in made.books:
        return made.books[asset]
    made.keep(asset, book)
    isbn, language = (cells.isbn(str(book.get(name) or "")) for name in ("ZEPUBID", "ZLANGUAGE"))
    fields: dict[str, Any] = {
        "title": book["ZTITLE"].strip(),
        "author": (book.get("ZAUTHOR") or "").strip(),
        "identifiers": [("isbn", isbn)] if cells.is_isbn(isbn) else [],
        "language": None,
        "synopsis": cells.plain(str(book.get("ZBOOKDESCRIPTION") or "")) or None,
    }
    with suppress(ValueError):
        fields["language"] = cells.language(language) if language else None
    if book.get("ZGENRE"):
        fields["genres"] = [book["ZGENRE"].strip()]
    if book.get("ZRATING") in range(1, 6):
        fields["rating"] = book["ZRATING"]
    if book.get("ZISFINISHED"):
        fields.update(status="completed", finished=_day(book.get("ZDATEFINISHED")))
    made.books[asset] = fields
    return fields


def _day(seconds: object) -> datetime.date | None:
    """Returns the day of a time in seconds since 2001, as the device's own are."""
    if not isinstance(seconds, (int, float)) or not 0 < seconds < 4e9:
        return None
    return (datetime.datetime(2001, 1, 1) + datetime.timedelta(seconds=seconds)).date()


def _books(piece: Piece) -> dict[str, dict[str, Any]]:
    """The books by asset, of all libraries of the device."""
    found: dict[str, dict[str, Any]] = {}
    for each in (*piece.within, *_beside(piece)):
        with database(each) as opened:
            try:
                rows = opened.execute("SELECT * FROM ZBKLIBRARYASSET").fetchall()
            except sqlite3.OperationalError:
                continue
            for row in rows:
                cells_here = cells_of(row)
                book = {name: cells_here[name] for name in _COLUMNS if name in cells_here}
                if book.get("ZASSETID") and str(book.get("ZTITLE") or "").strip():
                    found[str(book["ZASSETID"])] = book
    return found


def _beside(piece: Piece) -> list[Piece]:
    """Finds the libraries in the folder of a file, or in the folder BKLibrary next to it."""
    if piece.path is None:
        return []
    folder = os.path.dirname(os.path.abspath(piece.path))
    places = (folder, os.path.join(os.path.dirname(folder), "BKLibrary"))
    paths = [
        path
        for place in places
        for path in glob.glob(os.path.join(glob.escape(place), "BKLibrary*.sqlite"))
    ]
    return [Piece(path, path, b"") for path in sorted(paths)]
