"""Calibre: a library folder, by a copy of its metadata.db."""

from __future__ import annotations

import json
import os
import sqlite3
from collections import Counter

from ...sentences import Said
from ...tables import one_line
from .. import cells
from ..foreign import Cells, Database, database
from ..formats import Format
from ..pieces import Piece
from ..rows import Quote, Table
from . import calibre

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

TABLES = {"books", "authors", "books_authors_link", "comments", "library_id"}
#: The columns of the table `books`, by their names in Calibre's CSV.
_BOOKS = {
    "id": "id",
    "uuid": "uuid",
    "title": "title",
    "title_sort": "sort",
    "author_sort": "author_sort",
    "timestamp": "timestamp",
    "series_index": "series_index",
    "pubdate": "pubdate",
}


def _linked(link: str, key: str, table: str, value: str) -> str:
    return (
        f"SELECT book, {table}.{value} AS value FROM {link} "
        f"JOIN {table} ON {table}.id = {link}.{key} ORDER BY {link}.id"
    )


#: For each cell, the SQL that selects a book's values in another table, and the separator of these.
_LISTS = {
    "authors": (_linked("books_authors_link", "author", "authors", "name"), " & "),
    "author_sorts": (_linked("books_authors_link", "author", "authors", "sort"), " & "),
    "tags": (_linked("books_tags_link", "tag", "tags", "name"), ", "),
    "series": (_linked("books_series_link", "series", "series", "name"), ", "),
    "publisher": (_linked("books_publishers_link", "publisher", "publishers", "name"), ", "),
    "languages": (_linked("books_languages_link", "lang_code", "languages", "lang_code"), ", "),
    "rating": (_linked("books_ratings_link", "rating", "ratings", "rating"), ", "),
    "comments": ("SELECT book, text AS value FROM comments", "\n\n"),
    "identifiers": ("SELECT book, type || ':' || val AS value FROM identifiers ORDER BY id", ","),
    "formats": ("SELECT book, format AS value FROM data ORDER BY id", ", "),
}
#: What the viewer keeps of a book, as JSON.
_MARKS = "SELECT book, annot_data FROM annotations WHERE annot_type != 'last-read' ORDER BY id"
_COLUMNS = (
    "id", "uuid", "title", "title_sort", "authors", "author_sort", "author_sorts", "rating",
    "timestamp", "identifiers", "comments", "tags", "series", "series_index", "languages",
    "publisher", "pubdate", "formats", "pages", "cover",
)  # fmt: skip


def read(piece: Piece) -> tuple[Table, Format]:
    """Reads the books, and the user's custom columns as `#name`.

    If a table or column is missing, the rows have no such cell: an empty one would say that the
    books have no such value any more.
    """
    folder = os.path.dirname(os.path.abspath(piece.path)) if piece.path is not None else ""
    made = Table(piece.name, [], [], folder=folder)
    with database(piece, made.unclear) as opened:
        known = opened.columns("books")
        rows = list(opened.rows("books", ("id", "title"), order=("id",)))
        books = [_own_cells(row, known) for row in rows]
        by_id = {row.text("id"): book for row, book in zip(rows, books)}
        lists = {**_LISTS, **_lists_of_the_reader(opened)}
        # Older versions of Calibre count no pages, and their viewer keeps no highlights here.
        if opened.columns("books_pages_link"):
            lists["pages"] = (
                "SELECT book, pages AS value FROM books_pages_link WHERE pages > 0",
                "",
            )
        marks = _marks(opened) if opened.columns("annotations") else {}
        there = {name for name, column in _BOOKS.items() if column in known}
        there |= {"cover"} if {"path", "has_cover"} <= known else set()
        for name, (sql, between) in lists.items():
            try:
                _join(opened, by_id, name, between, sql)
            except sqlite3.OperationalError as error:
                why = one_line(str(error))
                made.remarks.append(Said("{column}: {why}", column=name, why=why))
            else:
                there.add(name)
        for book in books:
            stars = opened.value("rating", book.get("rating", ""), _stars)
            book["rating"] = "" if stars is None else f"{stars:g}"
    header = [*_COLUMNS, *(name for name in lists if name not in _COLUMNS)]
    made.header = [name for name in header if name in there]
    made.rows = [[book.get(name, "") for name in made.header] for book in books]
    if piece.path is None:
        within = os.path.dirname(piece.place)
        for cover in filter(None, (book["cover"] for book in books)):
            found = piece.pictures.get(os.path.join(within, cover))
            if found is not None:
                made.pictures[cover] = found.data
    if marks:
        its = [marks.get(row.text("id"), []) for row in rows]
        made.quotes = [_quotes(each, made.homeless) for each in its]
        made.raw = [
            {**dict(zip(made.header, row)), **({"annotations": each} if each else {})}
            for row, each in zip(made.rows, its)
        ]
    return made, calibre.FORMAT


def _marks(opened: Database) -> dict[str, list[dict[str, Any]]]:
    """Returns the highlights and bookmarks of each book, by its id."""
    made: dict[str, list[dict[str, Any]]] = {}
    for row in opened.query(_MARKS):
        mark = row.value("annot_data", _mark)
        if mark is not None:
            made.setdefault(row.text("book"), []).append(mark)
    return made


def _mark(text: str) -> dict[str, Any]:
    """Reads a highlight or bookmark; raises ValueError for anything else."""
    try:
        found = json.loads(text)
        # Half of a pair of surrogates is not a character, and raises a ValueError.
        json.dumps(found, ensure_ascii=False).encode()
    except RecursionError:
        raise ValueError from None
    if not isinstance(found, dict):
        raise ValueError
    return found


def _quotes(marks: list[dict[str, Any]], homeless: Counter[str]) -> list[Quote]:
    """Returns the highlights with their notes. Those that were removed have no text."""
    made = []
    for mark in marks:
        text, note = (str(mark.get(key) or "").strip() for key in ("highlighted_text", "notes"))
        if mark.get("type") == "bookmark":
            homeless[Said("bookmarks")] += 1
        elif (text or note) and not mark.get("removed"):
            made.append(Quote("", "", text or note, note=note if text and note else None))
            homeless[Said("the date of the highlight")] += 1
    return made


def _stars(text: str) -> float | None:
    """Reads a rating in half stars, 0 to 10."""
    return cells.rating(text, 10)


def _own_cells(row: Cells, known: set[str]) -> dict[str, str]:
    """Returns the cells that a book has in its own row."""
    book = {name: row.text(column) for name, column in _BOOKS.items() if column in known}
    has_cover = not cells.is_empty(row.text("has_cover")) and row.text("path")
    book["cover"] = f"{row.text('path')}/cover.jpg" if has_cover else ""
    return book


def _join(
    opened: Database, by_id: dict[str, dict[str, str]], name: str, between: str, sql: str
) -> None:
    lists: dict[str, list[str]] = {}
    for row in opened.query(sql):
        text = row.text("value", name)
        if text:
            lists.setdefault(row.text("book"), []).append(text)
    for book, values in lists.items():
        if book in by_id:
            by_id[book][name] = between.join(values)


def _lists_of_the_reader(opened: Database) -> dict[str, tuple[str, str]]:
    """Returns the SQL and the separators for the columns that the reader has made."""
    made = {}
    has_some = opened.columns("custom_columns")
    for column in opened.rows("custom_columns", (), order=("id",)) if has_some else ():
        number, label = column.value("id", cells.number), column.text("label")
        is_gone = not cells.is_empty(column.text("mark_for_delete"))
        # A composite is derived from other columns.
        if number is None or not label or is_gone or column.text("datatype") == "composite":
            continue
        table = f"custom_column_{number}"
        if cells.is_empty(column.text("normalized")):
            sql = f"SELECT book, value FROM {table} ORDER BY id"
        else:
            sql = _linked(f"books_{table}_link", "value", table, "value")
        made[f"#{label}"] = sql, ", "
    return made
