"""Calibre: a library folder, read through a copy of its metadata.db."""

from __future__ import annotations

import os
import sqlite3

from ..formats import Format
from ..pieces import Piece, database
from ..rows import Table
from . import calibre

TABLES = {"books", "authors", "books_authors_link", "comments", "library_id"}
_BOOKS = """
SELECT id, uuid, title, sort AS title_sort, author_sort, timestamp, series_index, pubdate, path,
       (SELECT text FROM comments WHERE book = books.id) AS comments,
       has_cover
FROM books ORDER BY id
"""
_LISTS = {
    "authors": ("books_authors_link", "author", "authors", "name", " & "),
    "author_sorts": ("books_authors_link", "author", "authors", "sort", " & "),
    "tags": ("books_tags_link", "tag", "tags", "name", ", "),
    "series": ("books_series_link", "series", "series", "name", ", "),
    "publisher": ("books_publishers_link", "publisher", "publishers", "name", ", "),
    "languages": ("books_languages_link", "lang_code", "languages", "lang_code", ", "),
    "rating": ("books_ratings_link", "rating", "ratings", "rating", ", "),
}
_COLUMNS = (
    "id", "uuid", "title", "title_sort", "authors", "author_sort", "author_sorts", "rating",
    "timestamp", "identifiers", "comments", "tags", "series", "series_index", "languages",
    "publisher", "pubdate", "formats", "cover",
)  # fmt: skip


def read(piece: Piece) -> tuple[Table, Format]:
    """Reads the books, and the user's custom columns as `#name`."""
    with database(piece) as opened:
        books = [dict(row) for row in opened.execute(_BOOKS)]
        by_id = {book["id"]: book for book in books}
        for name, (link, key, table, value, between) in _LISTS.items():
            _join(opened, by_id, name, between,
                  f"SELECT book, {table}.{value} AS value FROM {link} "
                  f"JOIN {table} ON {table}.id = {link}.{key} ORDER BY {link}.id")  # fmt: skip
        _join(opened, by_id, "identifiers", ",",
              "SELECT book, type || ':' || val AS value FROM identifiers ORDER BY id")  # fmt: skip
        _join(opened, by_id, "formats", ", ",
              "SELECT book, format AS value FROM data ORDER BY id")  # fmt: skip
        own = _own_columns(opened, by_id)
    for book in books:
        book["rating"] = calibre.stars(book.get("rating", ""))
        book["cover"] = f"{book['path']}/cover.jpg" if book["has_cover"] else ""
    header = [*_COLUMNS, *own]
    rows = [[_text(book.get(name)) for name in header] for book in books]
    folder = os.path.dirname(os.path.abspath(piece.path)) if piece.path is not None else ""
    return Table(piece.name, header, rows, folder=folder), calibre.FORMAT


def _text(value: object) -> str:
    return "" if value is None else str(value)


def _join(
    opened: sqlite3.Connection, by_id: dict[int, dict[str, object]], name: str, between: str,
    sql: str,
) -> None:  # fmt: skip
    lists: dict[int, list[str]] = {}
    for row in opened.execute(sql):
        lists.setdefault(row["book"], []).append(str(row["value"]))
    for book, values in lists.items():
        if book in by_id:
            by_id[book][name] = between.join(values)


def _own_columns(opened: sqlite3.Connection, by_id: dict[int, dict[str, object]]) -> list[str]:
    """Reads the user's custom columns, and returns their names."""
    names = []
    found = opened.execute(
        "SELECT id, label, datatype, normalized FROM custom_columns "
        "WHERE mark_for_delete = 0 ORDER BY id"
    ).fetchall()
    for column in found:
        if column["datatype"] == "composite":  # made of other columns
            continue
        name, table = f"#{column['label']}", f"custom_column_{int(column['id'])}"
        if column["normalized"]:
            link = f"books_{table}_link"
            sql = (f"SELECT book, {table}.value AS value FROM {link} "
                   f"JOIN {table} ON {table}.id = {link}.value ORDER BY {link}.id")  # fmt: skip
        else:
            sql = f"SELECT book, value FROM {table} ORDER BY id"
        _join(opened, by_id, name, ", ", sql)
        names.append(name)
    return names
