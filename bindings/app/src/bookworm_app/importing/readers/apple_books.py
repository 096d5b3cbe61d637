"""Apple Books: AEAnnotation_*.sqlite, with the library of books beside it."""

from __future__ import annotations

import datetime
import glob
import os

from ...sentences import Said
from .. import cells
from ..foreign import Cells, Database, database
from ..pieces import Piece
from ..rows import Quote, Quotes, book_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    #: A book, and the collections that it is in.
    _Book = tuple[Cells, list[str]]

TABLES = {"ZAEANNOTATION"}
#: The other file, which has no quotes.
PART = {"ZBKLIBRARYASSET"}
#: Its columns that are read. Others are about the user's account.
_COLUMNS = (
    "ZASSETID", "ZTITLE", "ZAUTHOR", "ZEPUBID", "ZLANGUAGE", "ZGENRE", "ZBOOKDESCRIPTION",
    "ZRATING", "ZISFINISHED", "ZDATEFINISHED", "ZYEAR",
)  # fmt: skip
#: More of them, which no field takes.
_RAW = (
    "ZBOOKHIGHWATERMARKPROGRESS", "ZCOMMENTS", "ZPAGECOUNT", "ZGROUPING", "ZLASTOPENDATE",
    "ZLASTENGAGEDDATE", "ZPURCHASEDATE", "ZRELEASEDATE",
)  # fmt: skip
_PROGRESS = "ZREADINGPROGRESS"


def read(piece: Piece) -> Quotes:
    """Reads highlights and their notes, and the books of the other file, BKLibrary*.sqlite.

    Only books with highlights or a rating, and those that were finished, are read. Apple Books has
    no status for a book that is being read, and a book that was opened once has a progress too.
    """
    made = Quotes("Apple Books", "apple-books", progress=(_PROGRESS, 1))
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
        if all(cells.is_empty(book[0].text(name)) for name in ("ZISFINISHED", "ZRATING")):
            made.passed[Said("books that were not finished or rated")] += 1
        else:
            made.rows += 1
            _describe(made, asset, book)
    return made


def _describe(made: Quotes, asset: str, its: _Book) -> dict[str, Any]:
    """Adds what the library says of a book, once; returns its fields."""
    if asset in made.books:
        return made.books[asset]
    book, collections = its
    made.keep(asset, {**book.raw(), **({"Collections": collections} if collections else {})})
    isbn = book.value("ZEPUBID", cells.isbn) or ""
    fields: dict[str, Any] = {
        "title": book.text("ZTITLE"),
        "author": book.text("ZAUTHOR"),
        "identifiers": [("isbn", isbn)] if cells.is_isbn(isbn) else [],
        "language": book.value("ZLANGUAGE", cells.language),
        "synopsis": cells.plain(book.text("ZBOOKDESCRIPTION")) or None,
    }
    if book.text("ZYEAR"):
        fields["edition_year"] = book.value("ZYEAR", cells.year)
    genres = [name for name in (book.text("ZGENRE"), *collections) if name]
    if genres:
        fields["genres"] = list(dict.fromkeys(genres))
    rating = book.value("ZRATING", cells.stars)
    if rating:
        fields["rating"] = rating
    if not cells.is_empty(book.text("ZISFINISHED")):
        fields.update(status="completed", finished=book.value("ZDATEFINISHED", _day))
    for name in _RAW:
        if not cells.is_empty(book.text(name)):
            made.homeless[name] += 1
    made.books[asset] = fields
    return fields


def _day(text: str) -> datetime.date | None:
    """Returns the day of one of the device's times, which are seconds since 2001."""
    seconds = cells.number(text, float) or 0
    if not 0 <= seconds < 4e9:
        raise ValueError
    return (datetime.datetime(2001, 1, 1) + datetime.timedelta(seconds=seconds)).date()


def _books(piece: Piece, made: Quotes) -> dict[str, _Book]:
    """The books by asset, of all libraries of the device."""
    found: dict[str, _Book] = {}
    for each in (*piece.within, *_beside(piece)):
        with database(each, made.unclear) as opened:
            if not opened.columns("ZBKLIBRARYASSET"):
                continue
            collections = _collections(opened)
            chosen = (*_COLUMNS, _PROGRESS, *_RAW)
            for row in opened.rows("ZBKLIBRARYASSET", ("ZASSETID", "ZTITLE"), chosen=chosen):
                if row.text("ZTITLE"):
                    key = row.text("ZASSETID") or book_key(row.text("ZTITLE"), row.text("ZAUTHOR"))
                    found[key] = (row, collections.get(key, []))
    return found


def _collections(opened: Database) -> dict[str, list[str]]:
    """The names of the reader's own collections, by the asset of each book."""
    made: dict[str, list[str]] = {}
    members = {"zassetid", "zcollection"} <= opened.columns("ZBKCOLLECTIONMEMBER")
    if not members or not {"z_pk", "ztitle"} <= opened.columns("ZBKCOLLECTION"):
        return made
    names: dict[str, str] = {}
    for row in opened.rows("ZBKCOLLECTION", ()):
        is_own = not row.text("ZCOLLECTIONID").endswith("_Collection_ID")
        if is_own and cells.is_empty(row.text("ZDELETEDFLAG")):
            names[row.text("Z_PK")] = row.text("ZTITLE")
    for row in opened.rows("ZBKCOLLECTIONMEMBER", (), order=("ZASSETID", "ZCOLLECTION")):
        name = names.get(row.text("ZCOLLECTION"))
        if name:
            made.setdefault(row.text("ZASSETID"), []).append(name)
    return made


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
