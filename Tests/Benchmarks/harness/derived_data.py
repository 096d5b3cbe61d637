"""Compares the tables of the equal floors with those of the library; a third program reads them."""

from __future__ import annotations

import sqlite3
import zlib
from pathlib import Path

from .dataset import SEARCHED_WORD
from .measurements import Measurements

_DERIVED = {
    # The month may have changed between one program and the next.
    "counters": """
        SELECT kind, CASE kind WHEN 2 THEN 0 ELSE key END, sum(rated_0), sum(rated_1), sum(rated_2),
          sum(rated_3), sum(rated_4), sum(rated_5)
        FROM counters GROUP BY 1, 2 ORDER BY 1, 2""",
    "links": "SELECT book, genre, position FROM book_genres ORDER BY book, genre",
    # The keys themselves differ: see c/floor_key.c.
    "links by genre": "SELECT genre, book FROM genre_books ORDER BY genre, title_key, book",
    "index by title": "SELECT id FROM books ORDER BY title_key, author_key, id",
    "index by author": "SELECT id FROM books ORDER BY author_key, title_key, id",
    "words": f"SELECT rowid FROM book_search WHERE book_search MATCH '{SEARCHED_WORD}' ORDER BY 1",
    "indexed books": "SELECT id FROM book_search_docsize ORDER BY id",
    "last id": "SELECT value FROM properties WHERE name = 'last_book_id'",
    # The creation of the genres is left out: it is not measured, and the floor does not log it.
    "log": """
        SELECT entries FROM changes WHERE substr(entries, 1, 1) <> x'04'
        ORDER BY id DESC LIMIT 3000""",
}


def _checksum(store: Path, sql: str) -> int:
    database = sqlite3.connect(store)
    try:
        total = 0
        for row in database.execute(sql):
            total = zlib.crc32(repr(row).encode(), total)
        return total
    finally:
        database.close()


def compare(folder: Path, equal: str, ours: str, found: Measurements) -> None:
    """Compares the stores of two peers, except the Python floor's log, whose entries are empty."""
    for what, sql in _DERIVED.items():
        if what == "log" and equal == "python-equal":
            continue
        checks = {name: _checksum(folder / f"{name}.bookworm", sql) for name in (equal, ours)}
        found.expect_equal(f"derived data, {what}", checks)
