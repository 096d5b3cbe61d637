"""Kobo: KoboReader.sqlite. Only the tables named here are read: another table has passwords.

Reads highlights with their notes, and what the device says of each book with highlights or a
rating, and of each that was begun. The other rows are mostly advertisements of the shop.
"""

from __future__ import annotations

from ...sentences import Said
from .. import cells, dates
from ..pieces import Piece, cells_of, database
from ..rows import Quote, Quotes

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from typing import Any

TABLES = {"Bookmark", "content"}
_MARKS = "SELECT * FROM Bookmark WHERE {shown} ORDER BY VolumeID, DateCreated"
#: Columns of the table `content`. Older firmware has fewer.
_CONTENT = (
    "ContentID", "Title", "Subtitle", "Attribution", "ISBN", "Series", "SeriesNumber", "Publisher",
    "Language", "Description", "ReadStatus", "LastTimeFinishedReading", "TimeSpentReading",
)  # fmt: skip
_SHELVES = """
SELECT ContentId, ShelfName FROM ShelfContent
WHERE _IsDeleted IS NOT 'true' AND ShelfName != '' ORDER BY ContentId, ShelfName
"""
_STATUSES = {1: "in-progress", 2: "completed"}


def read(piece: Piece) -> Quotes:
    """Reads the highlights and their notes, the ratings, and the books that were begun."""
    made = Quotes("Kobo", "kobo")
    with database(piece) as opened:
        books = _books(opened)
        marks = _columns(opened, "Bookmark")
        shown = "Hidden IS NOT 'true'" if "Hidden" in marks else "1"
        rows = opened.execute(_MARKS.format(shown=shown)).fetchall()
        rated = _columns(opened, "ratings")
        ratings = opened.execute("SELECT * FROM ratings").fetchall() if rated else []
        if {"ShelfName", "ContentId", "_IsDeleted"} <= _columns(opened, "ShelfContent"):
            for row in opened.execute(_SHELVES):
                if row["ContentId"] in books:
                    books[row["ContentId"]].setdefault("Shelves", []).append(row["ShelfName"])
    for row in ratings:
        volume = row["ContentID"]
        if volume in books and (row["Rating"] or row["Review"]):
            made.rows += 1
            made.keep(volume, cells_of(row))
            _describe(made, books[volume])
            if row["Rating"] in range(1, 6):
                made.books[volume]["rating"] = row["Rating"]
            made.books[volume]["review"] = cells.plain(row["Review"] or "") or None
    for row in rows:
        made.rows += 1
        volume = row["VolumeID"]
        made.keep(volume, cells_of(row))
        text, note = (row["Text"] or "").strip(), (row["Annotation"] or "").strip()
        if not text and not note:
            made.passed[Said("bookmarks")] += 1
            continue
        if volume not in books:
            made.passed[Said("highlights of a book that is no longer on the device")] += 1
            continue
        _describe(made, books[volume])
        book, progress = books[volume], row["ChapterProgress"]
        made.quotes.append(
            Quote(
                book["Title"].strip(),
                (book["Attribution"] or "").strip(),
                text or note,
                f"{progress:.0%}" if isinstance(progress, float) and progress else None,
                note if text and note else None,
                book.get("ISBN"),
                key=volume,
            )
        )
        made.homeless[Said("the date of the highlight")] += 1
        if "Color" in marks and row["Color"]:
            made.homeless["Color"] += 1
    for volume, book in books.items():
        if volume in made.books:
            continue
        if book.get("ReadStatus") in _STATUSES:
            made.rows += 1
            _describe(made, book)
        else:
            made.passed[Said("books that were not begun")] += 1
    return made


def _columns(opened: sqlite3.Connection, table: str) -> set[str]:
    return {row["name"] for row in opened.execute(f"PRAGMA table_info({table})")}


def _books(opened: sqlite3.Connection) -> dict[str, dict[str, Any]]:
    """Reads the books of the device that have a title, by id."""
    known = _columns(opened, "content")
    names = ", ".join(name for name in _CONTENT if name in known)
    rows = opened.execute(f"SELECT {names} FROM content WHERE ContentType = 6")
    return {row["ContentID"]: dict(row) for row in rows if (row["Title"] or "").strip()}


def _describe(made: Quotes, book: dict[str, Any]) -> None:
    """Adds what the device says of a book."""
    key = book["ContentID"]
    if key in made.books:
        return
    made.keep(key, {name: value for name, value in book.items() if value is not None})
    isbn, language = cells.isbn(str(book.get("ISBN") or "")), str(book.get("Language") or "")
    fields: dict[str, Any] = {
        "title": book["Title"].strip(),
        "author": (book["Attribution"] or "").strip(),
        # For a book that the user copied to the device, this column has a number of the device's.
        "identifiers": [("isbn", isbn)] if cells.is_isbn(isbn) else [],
        "series": book.get("Series") or None,
        "publisher": book.get("Publisher") or None,
        "subtitle": (book.get("Subtitle") or "").strip() or None,
        "synopsis": cells.plain(book.get("Description") or "") or None,
    }
    if book.get("Shelves"):
        fields["genres"] = book["Shelves"]
    for name, read, text in (
        ("series_number", _number, book.get("SeriesNumber")),
        ("language", cells.language, language),
    ):
        try:
            fields[name] = read(str(text)) if text else None
        except ValueError:
            fields[name] = None  # such as "Unknown"; the row is kept as it is
    status = _STATUSES.get(book.get("ReadStatus") or 0)
    if status is not None:
        finished = book.get("LastTimeFinishedReading") if status == "completed" else None
        fields.update(status=status, finished=dates.date(finished or ""))
    made.books[key] = fields


def _number(text: str) -> float | None:
    return cells.number(text, float)
