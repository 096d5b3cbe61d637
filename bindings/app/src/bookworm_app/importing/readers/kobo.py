"""Kobo: KoboReader.sqlite. Only the tables named here are read: another table has passwords.

Reads highlights with their notes, and what the device says of each book with highlights or a
rating, and of each that was begun. The other rows are mostly advertisements of the shop.
"""

from __future__ import annotations

from ...sentences import Said
from .. import cells, dates
from ..foreign import Cells, Database, database
from ..pieces import Piece
from ..rows import Quote, Quotes, book_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

TABLES = {"Bookmark", "content"}
#: Columns of the table `content`. Older firmware has fewer.
_CONTENT = (
    "ContentID", "Title", "Subtitle", "Attribution", "ISBN", "Series", "SeriesNumber", "Publisher",
    "Language", "Description", "ReadStatus", "LastTimeFinishedReading",
)  # fmt: skip
#: More of its columns, which no field takes. Others are about the file, the shop and the account.
_RAW = (
    "TimeSpentReading", "TimesStartedReading", "LastTimeStartedReading", "DateLastRead",
    "DateAdded", "DateCreated", "WordCount",
)  # fmt: skip
_PROGRESS = "___PercentRead"
_STATUSES = {"1": "in-progress", "2": "completed"}


class _Book:
    """A book of the device that has a title, and the shelves that it is on."""

    def __init__(self, row: Cells) -> None:
        self.row = row
        self.title, self.author = row.text("Title"), row.text("Attribution")
        self.key = row.text("ContentID") or book_key(self.title, self.author)
        self.shelves: list[str] = []


def read(piece: Piece) -> Quotes:
    """Reads the highlights and their notes, the ratings, and the books that were begun."""
    made = Quotes("Kobo", "kobo", progress=(_PROGRESS, 100))
    with database(piece, made.unclear) as opened:
        books = _books(opened)
        order = ("VolumeID", "DateCreated")
        marks = list(opened.rows("Bookmark", ("VolumeID", "Text"), order=order))
        ratings = list(opened.rows("ratings", ("ContentID",))) if opened.columns("ratings") else []
    for row in ratings:
        book = books.get(row.text("ContentID"))
        rating, review = row.value("Rating", cells.stars), row.text("Review")
        if book is not None and (rating or review):
            made.rows += 1
            made.keep(book.key, row.raw())
            fields = _describe(made, book)
            if rating:
                fields["rating"] = rating
            fields["review"] = cells.plain(review) or None
    for row in marks:
        if row.text("Hidden").lower() == "true":
            continue
        made.rows += 1
        volume = row.text("VolumeID")
        made.keep(volume, row.raw())
        text, note = row.text("Text"), row.text("Annotation")
        if not text and not note:
            is_drawn = row.text("Type").lower() == "markup"
            made.passed[Said("handwritten notes") if is_drawn else Said("bookmarks")] += 1
            continue
        book = books.get(volume)
        if book is None:
            made.passed[Said("highlights of a book that is no longer on the device")] += 1
            continue
        fields = _describe(made, book)
        isbn = next((value for _, value in fields["identifiers"]), None)
        made.quotes.append(
            Quote(
                book.title,
                book.author,
                text or note,
                None,
                note if text and note else None,
                isbn,
                key=volume,
                row=made.rows,
            )
        )
        made.homeless[Said("the date of the highlight")] += 1
        # The second is the place in the chapter, not in the book.
        for name in ("Color", "ChapterProgress"):
            if not cells.is_empty(row.text(name)):
                made.homeless[name] += 1
    for book in books.values():
        if book.key in made.books:
            continue
        if book.row.text("ReadStatus") in _STATUSES:
            made.rows += 1
            _describe(made, book)
        else:
            made.passed[Said("books that were not begun")] += 1
    return made


def _books(opened: Database) -> dict[str, _Book]:
    """Reads the books of the device that have a title, by id."""
    needed = ("ContentID", "ContentType", "Title")
    where = "ContentType IN (6, '6')"
    chosen = (*_CONTENT, _PROGRESS, *_RAW)
    rows = opened.rows("content", needed, chosen=chosen, where=where)
    books = {book.key: book for book in map(_Book, rows) if book.title}
    if {"shelfname", "contentid"} <= opened.columns("ShelfContent"):
        order = ("ContentId", "ShelfName")
        for row in opened.rows("ShelfContent", (), order=order):
            book = books.get(row.text("ContentId"))
            if book and row.text("ShelfName") and row.text("_IsDeleted").lower() != "true":
                book.shelves.append(row.text("ShelfName"))
    return books


def _describe(made: Quotes, book: _Book) -> dict[str, Any]:
    """Adds what the device says of a book, once; returns its fields."""
    if book.key in made.books:
        return made.books[book.key]
    row = book.row
    made.keep(book.key, {**row.raw(), **({"Shelves": book.shelves} if book.shelves else {})})
    isbn = row.value("ISBN", cells.isbn) or ""
    fields: dict[str, Any] = {
        "title": book.title,
        "author": book.author,
        # For a book that the user copied to the device, this column has a number of the device's.
        "identifiers": [("isbn", isbn)] if cells.is_isbn(isbn) else [],
        "series": row.text("Series") or None,
        "series_number": row.value("SeriesNumber", _number),
        "publisher": row.text("Publisher") or None,
        "subtitle": row.text("Subtitle") or None,
        "synopsis": cells.plain(row.text("Description")) or None,
        "language": row.value("Language", cells.language),
    }
    if book.shelves:
        fields["genres"] = book.shelves
    status = _STATUSES.get(row.text("ReadStatus"))
    if status is not None:
        is_done = status == "completed"
        finished = row.value("LastTimeFinishedReading", dates.date) if is_done else None
        fields.update(status=status, finished=finished)
    elif not cells.is_empty(row.text("ReadStatus")):
        made.homeless["ReadStatus"] += 1
    for name in _RAW:
        if not cells.is_empty(row.text(name)) and row.text(name) != "-1":
            made.homeless[name] += 1
    made.books[book.key] = fields
    return fields


def _number(text: str) -> float | None:
    return cells.number(text, float)
