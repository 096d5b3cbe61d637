"""Apple Books: AEAnnotation_*.sqlite, with the library of books beside it."""

from __future__ import annotations

import datetime
import glob
import os

from ...sentences import Said
from .. import cells
from ..foreign import Cells, database
from ..pieces import Piece
from ..rows import Quote, Quotes, book_key

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


def read(piece: Piece) -> Quotes:
    """Reads highlights and their notes, and the books of the other file, BKLibrary*.sqlite.

    Only books with highlights or a rating, and those that were finished, are read.
    """
    made = Quotes("Apple Books", "apple-books")
    books = _books(piece, made)
    needed = ("ZANNOTATIONASSETID", "ZANNOTATIONSELECTEDTEXT")
    order = ("ZANNOTATIONASSETID", "ZANNOTATIONCREATIONDATE")
    with database(piece, made.unclear) as opened:
        marks = list(opened.rows("ZAEANNOTATION", needed, order=order))
    for row in marks:
        if not cells.is_empty(row.text("ZANNOTATIONDELETED")):
            continue
        made.rows += 1
        asset = row.text("ZANNOTATIONASSETID")
        made.keep(asset, row.raw())
        text, note = row.text("ZANNOTATIONSELECTEDTEXT"), row.text("ZANNOTATIONNOTE")
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
        quote = Quote(title, author, text or note, None, its_note, isbn, key=asset, row=made.rows)
        made.quotes.append(quote)
        made.homeless[Said("the date of the highlight")] += 1
    for asset, book in books.items():
        if asset in made.books:
            continue
        if all(cells.is_empty(book.text(name)) for name in ("ZISFINISHED", "ZRATING")):
            made.passed[Said("books that were not finished or rated")] += 1
        else:
            made.rows += 1
            _describe(made, asset, book)
    return made


def _describe(made: Quotes, asset: str, book: Cells) -> dict[str, Any]:
    """Adds what the library says of a book, once; returns its fields."""
    if asset in made.books:
        return made.books[asset]
    made.keep(asset, book.raw())
    isbn = book.value("ZEPUBID", cells.isbn) or ""
    fields: dict[str, Any] = {
        "title": book.text("ZTITLE"),
        "author": book.text("ZAUTHOR"),
        "identifiers": [("isbn", isbn)] if cells.is_isbn(isbn) else [],
        "language": book.value("ZLANGUAGE", cells.language),
        "synopsis": cells.plain(book.text("ZBOOKDESCRIPTION")) or None,
    }
    if book.text("ZGENRE"):
        fields["genres"] = [book.text("ZGENRE")]
    rating = book.value("ZRATING", cells.stars)
    if rating:
        fields["rating"] = rating
    if not cells.is_empty(book.text("ZISFINISHED")):
        fields.update(status="completed", finished=book.value("ZDATEFINISHED", _day))
    made.books[asset] = fields
    return fields


def _day(text: str) -> datetime.date | None:
    """Returns the day of one of the device's times, which are seconds since 2001."""
    seconds = cells.number(text, float) or 0
    if not 0 <= seconds < 4e9:
        raise ValueError
    return (datetime.datetime(2001, 1, 1) + datetime.timedelta(seconds=seconds)).date()


def _books(piece: Piece, made: Quotes) -> dict[str, Cells]:
    """The books by asset, of all libraries of the device."""
    found: dict[str, Cells] = {}
    for each in (*piece.within, *_beside(piece)):
        with database(each, made.unclear) as opened:
            if not opened.columns("ZBKLIBRARYASSET"):
                continue
            for row in opened.rows("ZBKLIBRARYASSET", ("ZASSETID", "ZTITLE"), chosen=_COLUMNS):
                if row.text("ZTITLE"):
                    key = row.text("ZASSETID") or book_key(row.text("ZTITLE"), row.text("ZAUTHOR"))
                    found[key] = row
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
