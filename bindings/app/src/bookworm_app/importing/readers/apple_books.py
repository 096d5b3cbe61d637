"""Apple Books: AEAnnotation_*.sqlite, with the library of books beside it."""

from __future__ import annotations

import glob
import os
import sqlite3

from ...sentences import Said
from ..pieces import Piece, cells_of, database
from ..rows import Quote, Quotes

TABLES = {"ZAEANNOTATION"}
#: The other file, which has no quotes.
PART = {"ZBKLIBRARYASSET"}
_MARKS = """
SELECT * FROM ZAEANNOTATION
WHERE COALESCE(ZANNOTATIONDELETED, 0) = 0
ORDER BY ZANNOTATIONASSETID, ZANNOTATIONCREATIONDATE
"""


def read(piece: Piece) -> Quotes:
    """Reads highlights and their notes. Titles are in another file, BKLibrary*.sqlite."""
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
            title, author = books[asset]
            its_note = note if text and note else None
            made.quotes.append(Quote(title, author, text or note, None, its_note, key=asset))
            made.homeless[Said("the date of the highlight")] += 1
    return made


def _books(piece: Piece) -> dict[str, tuple[str, str]]:
    """Titles and authors by asset, of all libraries of the device."""
    found: dict[str, tuple[str, str]] = {}
    for each in (*piece.within, *_beside(piece)):
        with database(each) as opened:
            try:
                rows = opened.execute(
                    "SELECT ZASSETID, ZTITLE, ZAUTHOR FROM ZBKLIBRARYASSET"
                ).fetchall()
            except sqlite3.OperationalError:
                continue
            for asset, title, author in rows:
                if asset and title:
                    found[asset] = (title.strip(), (author or "").strip())
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
