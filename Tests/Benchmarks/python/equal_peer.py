"""sqlite3 that maintains by hand what a store of Bookworm contains: the cost of the same data
without the library.

The tables are those of a store. Creating writes the rows, the links in both tables, the search
index, the counters and one row of the log per transaction. Three things are not measured: the sort
keys, which are made before the clock starts and are simpler than the library's; rules and checks,
which are left out; and the log's entries, which are empty.
"""

from __future__ import annotations

import os
import unicodedata
from collections import defaultdict
from pathlib import Path
from typing import Any, NamedTuple

from dataset import Row
from peer import main, milliseconds
from sqlite3_peer import SQLite3

_LETTERS = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "æ": "ae", "œ": "oe"})
_ADD_BOOK = (
    "INSERT INTO books (id, title, author, title_key, author_key, review, rating, favourite, year,"
    " status, created, updated, global_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?)"
)
_ADD_LINK = "INSERT INTO book_genres (book, genre, position) VALUES (?, ?, ?)"
_ADD_BY_GENRE = "INSERT INTO genre_books (genre, title_key, book) VALUES (?, ?, ?)"
_ADD_WORDS = "INSERT INTO book_search (rowid, title, author, review) VALUES (?, ?, ?, ?)"
_COUNT = (
    "INSERT INTO counters VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET "
    + ", ".join(f"rated_{i} = rated_{i} + excluded.rated_{i}" for i in range(6))
)
_SET_LAST = "REPLACE INTO properties VALUES ('last_book_id', ?)"
_ADD_CHANGE = "INSERT INTO changes (committed, entries) VALUES (?, x'')"


class Keyed(NamedTuple):
    row: Row
    title: bytes
    author: bytes


def _global_id(now: int) -> bytes:
    """A UUID of version 7 (RFC 9562)."""
    number = int.from_bytes(os.urandom(10), "big") & ~(0xF << 76) & ~(3 << 62)
    return (now << 80 | 7 << 76 | 2 << 62 | number).to_bytes(16, "big")


def _key(text: str) -> bytes:
    folded = unicodedata.normalize("NFKD", text.casefold().translate(_LETTERS))
    return "".join(c for c in folded if not unicodedata.combining(c)).encode()


class Equal(SQLite3):
    read = scan = scan_rows = scan_by_title = frame = rate_together = rate_each = None
    page_first = page_after = page_offset = page_genre_rating = page_genre_favourite = None
    statistics_genres = search_best = search_page = delete_books = delete_genre = None
    goodbooks = None  # type: ignore[assignment]

    def create_store(self) -> None:
        self.open()
        self.script(Path(os.environ["EQUAL_SCHEMA"]).read_text(encoding="utf-8"))
        with self.transaction():
            self.run_many(
                "INSERT INTO genres (name, colour, name_key, sort_key) VALUES (?, ?, ?, ?)",
                [(name, colour, _key(name), _key(name)) for name, colour in self.genres],
            )

    def prepare(self) -> None:
        """The search index already exists."""

    def ready(self, rows: list[Row]) -> list[Any]:
        return [Keyed(row, _key(row.title), _key(row.author)) for row in rows]

    def create(self, rows: list[Any], first: int) -> None:
        now = milliseconds()
        numbered = list(enumerate(rows, first))
        with self.transaction():
            self.run_many(
                _ADD_BOOK,
                [
                    (n, *r[:2], title, author, *r[2:6], now, now, _global_id(now))
                    for n, (r, title, author) in numbered
                ],
            )
            self.run_many(_ADD_WORDS, [(n, *r[:3]) for n, (r, _, _) in numbered])
            links = [(n, g, i) for n, (r, _, _) in numbered for i, g in enumerate(r.genres)]
            self.run_many(_ADD_LINK, links)
            by_genre = [(g, title, n) for n, (r, title, _) in numbered for g in r.genres]
            self.run_many(_ADD_BY_GENRE, sorted(by_genre))
            self.run_many(_COUNT, _counted(rows))
            self.run(_SET_LAST, (numbered[-1][0],))
            self.run(_ADD_CHANGE, (now,))


def _counted(rows: list[Any]) -> list[tuple[int, ...]]:
    """Counts by rating: of the store (0), of each genre (1), of the month they were added (2)."""
    counts: dict[tuple[int, int], list[int]] = defaultdict(lambda: [0] * 6)
    for row, _, _ in rows:
        for group in ((0, 0), (2, 202601), *((1, genre) for genre in row.genres)):
            counts[group][row.rating] += 1
    return [(*group, *rated) for group, rated in counts.items()]


if __name__ == "__main__":
    main(Equal)
