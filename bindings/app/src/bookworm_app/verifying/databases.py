"""Databases of other programs as rows: Calibre, Kobo and Apple Books."""

from __future__ import annotations

import contextlib
import datetime
import glob
import json
import os
import re
import shutil
import sqlite3
import tempfile
from contextlib import closing

from ..errors import usage
from .files import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .files import Piece, Row

_CALIBRE = """
SELECT b.id, b.uuid, b.title, b.sort AS title_sort, b.author_sort, b.timestamp, b.pubdate,
  b.series_index, b.path AS cover, c.text AS comments
FROM books b LEFT JOIN comments c ON c.book = b.id ORDER BY b.id
"""
#: Lists of a book in Calibre: the column, and what selects it for a book.
_LISTS = {
    "authors": "SELECT a.name FROM authors a JOIN books_authors_link l ON l.author = a.id",
    "tags": "SELECT t.name FROM tags t JOIN books_tags_link l ON l.tag = t.id",
    "series": "SELECT s.name FROM series s JOIN books_series_link l ON l.series = s.id",
    "publisher": "SELECT p.name FROM publishers p JOIN books_publishers_link l "
    "ON l.publisher = p.id",
    "languages": "SELECT g.lang_code FROM languages g JOIN books_languages_link l "
    "ON l.lang_code = g.id",
    "rating": "SELECT r.rating / 2.0 FROM ratings r JOIN books_ratings_link l ON l.rating = r.id",
    "identifiers": "SELECT l.type || ':' || l.val FROM identifiers l",
    "formats": "SELECT l.format FROM data l",
}
#: The highlights of its viewer, as JSON.
_MARKS = (
    "SELECT annot_data FROM annotations WHERE annot_type = 'highlight' AND book = ? ORDER BY id"
)
_LOGS = ("-wal", "-journal")
_KOBO = """
SELECT b.*, c.Title AS title, c.Attribution AS author
FROM Bookmark b LEFT JOIN content c ON c.ContentID = b.VolumeID AND c.ContentType = 6
"""
_KOBO_RATINGS = """
SELECT r.ContentID AS VolumeID, r.Rating, r.Review, c.Title AS title, c.ISBN
FROM ratings r JOIN content c ON c.ContentID = r.ContentID AND c.ContentType = 6
"""
_KOBO_BEGUN = """
SELECT ContentID AS VolumeID, Title AS title, Attribution AS author, ISBN, ReadStatus,
  LastTimeFinishedReading FROM content WHERE ContentType = 6 AND ReadStatus IN (1, 2)
"""
_APPLE = "SELECT * FROM ZAEANNOTATION WHERE COALESCE(ZANNOTATIONDELETED, 0) = 0"


def table(piece: Piece) -> Table | None:
    """Returns the rows of a database; None if it is of another program."""
    name, path = piece.name, piece.path
    with tempfile.TemporaryDirectory(prefix="bookworm-") as folder:
        copy = os.path.join(folder, "copy.db")
        try:
            if path is None:
                # Apple Books looks for the file of its books next to this one.
                path = copy
                base = re.split(r"/|: ", name)[-1]
                inside = {base: piece.data, **piece.beside}
                for each, data in inside.items():
                    if "/" not in each and each.startswith((base, "BKLibrary")):
                        with open(
                            os.path.join(folder, each.replace(base, "copy.db")), "wb"
                        ) as file:
                            file.write(data)
            else:
                for ending in ("", *_LOGS):
                    if os.path.exists(path + ending):
                        shutil.copyfile(path + ending, copy + ending)
            with closing(sqlite3.connect(copy)) as opened:
                opened.row_factory = sqlite3.Row
                opened.text_factory = lambda text: text.decode("utf-8", "replace")
                found = opened.execute("SELECT name FROM sqlite_master")
                names = {row["name"] for row in found}
                if "books_authors_link" in names:
                    return _calibre(opened, names, piece)
                if {"Bookmark", "content"} <= names:
                    selects = [_KOBO, *([_KOBO_RATINGS] if "ratings" in names else [])]
                    columns = {row["name"] for row in opened.execute("PRAGMA table_info(content)")}
                    if {"ReadStatus", "LastTimeFinishedReading"} <= columns:
                        selects.append(_KOBO_BEGUN)
                    rows = [_row(row) for each in selects for row in opened.execute(each)]
                    return Table(name, [row for row in rows if ("Hidden", "true") not in row])
                if "ZAEANNOTATION" in names:
                    rows = [_row(row) for row in opened.execute(_APPLE)]
                    rows = [[*row, *_book(row, path)] for row in rows]
                    return Table(name, rows + _apple_books(path))
        except (OSError, sqlite3.Error, UnicodeDecodeError) as error:
            usage("{path} cannot be read as a database: {why}.", path=name, why=error)
    return None


def _row(row: sqlite3.Row) -> Row:
    """Returns the cells of a row, without those that are empty."""
    made = []
    for name, value in dict(row).items():
        if value is not None:
            made.append((name, value.hex() if isinstance(value, bytes) else str(value)))
    return made


def _calibre(opened: sqlite3.Connection, names: set[str], piece: Piece) -> Table:
    """Reads the books with their lists and quotes, and with the columns that the user added."""
    lists = dict(_LISTS)
    if "books_pages_link" in names:
        lists["pages"] = "SELECT l.pages FROM books_pages_link l"
    found = opened.execute("SELECT id, label, datatype, normalized FROM custom_columns")
    for column in found.fetchall():
        own = f"custom_column_{int(column['id'])}"
        if own not in names or column["datatype"] == "composite":
            continue
        lists[f"#{column['label']}"] = (
            f"SELECT v.value FROM {own} v JOIN books_{own}_link l ON l.value = v.id"
            if column["normalized"]
            else f"SELECT l.value FROM {own} l"
        )
    made = Table(piece.name, [], pictures=piece.beside)
    folder = os.path.dirname(piece.path) if piece.path is not None else ""
    for book in opened.execute(_CALIBRE).fetchall():
        # A missing day of publication is one of the year 101.
        row = [
            (name, cell)
            for name, cell in _row(book)
            if name != "cover" and not (name == "pubdate" and cell.startswith("0101-01-01"))
        ]
        for name, select in lists.items():
            values = opened.execute(f"{select} WHERE l.book = ? ORDER BY l.rowid", (book["id"],))
            for (value,) in values:
                # Calibre writes a comma in a name as a bar.
                row.append(
                    (name, str(value).replace("|", ",") if name == "authors" else str(value))
                )
        marks = opened.execute(_MARKS, (book["id"],)) if "annotations" in names else ()
        for (data,) in marks:
            row += _mark(data)
        picture = os.path.join(folder, book["cover"], "cover.jpg")
        if picture in piece.beside or (piece.path is not None and os.path.exists(picture)):
            row.append(("cover", picture))
        made.rows.append(row)
    # --map may name a column that no book has a value in.
    names_of_all = [name for row in made.rows for name, _ in row]
    made.header = list(dict.fromkeys([*names_of_all, *(each for each in lists if each[0] == "#")]))
    return made


def _mark(data: str) -> Row:
    """Returns the text and the note of a highlight of Calibre's viewer."""
    try:
        mark = json.loads(data)
    except ValueError:
        return [("highlights", data)]
    texts = (("highlights", mark.get("highlighted_text")), ("note", mark.get("notes")))
    return [] if mark.get("removed") else [(name, text) for name, text in texts if text]


def _libraries(path: str) -> list[str]:
    """Returns the files of the books of Apple Books."""
    folder = os.path.dirname(os.path.abspath(path))
    return [
        each
        for place in (folder, os.path.join(os.path.dirname(folder), "BKLibrary"))
        for each in sorted(glob.glob(os.path.join(glob.escape(place), "BKLibrary*.sqlite")))
    ]


def _book(row: Row, path: str) -> Row:
    """Returns title and author of a mark of Apple Books, from the files of its books."""
    asset = dict(row).get("ZANNOTATIONASSETID")
    for each in _libraries(path):
        with closing(sqlite3.connect(f"file:{each}?mode=ro", uri=True)) as opened:
            found = opened.execute(
                "SELECT ZTITLE, ZAUTHOR FROM ZBKLIBRARYASSET WHERE ZASSETID = ?", (asset,)
            ).fetchone()
        if found:
            return [("title", found[0] or ""), ("author", found[1] or "")]
    return []


def _apple_books(path: str) -> list[Row]:
    """Returns the books that were rated or finished."""
    rows = []
    for each in _libraries(path):
        with closing(sqlite3.connect(f"file:{each}?mode=ro", uri=True)) as opened:
            opened.row_factory = sqlite3.Row
            for book in opened.execute("SELECT * FROM ZBKLIBRARYASSET"):
                row = dict(_row(book))
                rating = row.get("ZRATING", "0")
                if rating != "0" or row.get("ZISFINISHED", "0") != "0":
                    rows.append([
                        ("ZANNOTATIONASSETID", row.get("ZASSETID", "")),
                        ("title", row.get("ZTITLE", "")), ("author", row.get("ZAUTHOR", "")),
                        ("Rating", rating), *_apple_finish(row),
                    ])  # fmt: skip
    return rows


def _apple_finish(row: dict[str, str]) -> Row:
    """Returns that a book is finished, and the day, which is stored in seconds since 2001."""
    if row.get("ZISFINISHED", "0") == "0":
        return []
    made = [("Status", "finished")]
    with contextlib.suppress(ValueError, OverflowError):
        seconds = datetime.timedelta(seconds=float(row.get("ZDATEFINISHED", "")))
        day = datetime.datetime(2001, 1, 1) + seconds
        made.append(("Finished", day.date().isoformat()))
    return made
