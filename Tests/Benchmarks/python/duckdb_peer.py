"""DuckDB with a store of its own: an analytical engine that stores rows by column."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import duckdb
import pyarrow
from dataset import Row
from peer import main, milliseconds
from plain_rows import PlainRows, Tuples

_CONTAINS = (
    "SELECT * FROM books WHERE contains(lower(title), $1) OR contains(lower(review), $1) "
    "ORDER BY id LIMIT 50"
)
_WORDS = ((" ON DELETE CASCADE", ""), (") WITHOUT ROWID", ")"), ("INTEGER", "BIGINT"))


class DuckDB(PlainRows):
    version = f"DuckDB {duckdb.__version__}"
    search_best = None

    def open(self) -> None:
        self.opened(duckdb.connect(self.path))

    def script(self, text: str) -> None:
        """In DuckDB's dialect, which has no cascading deletes and no tables without row ids."""
        for theirs, ours in _WORDS:
            text = text.replace(theirs, ours)
        self.db.execute(text)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        self.db.begin()
        yield
        self.db.commit()

    def create(self, rows: list[Row], first: int) -> None:
        """Many at once from Arrow, which DuckDB reads a hundred times as fast as executemany."""
        if len(rows) == 1:
            super().create(rows, first)
            return
        now = milliseconds()
        titles, authors, reviews, ratings, favourites, years, genres = zip(*rows)
        numbers = range(first, first + len(rows))
        books = pyarrow.table(
            {
                "id": numbers,
                "title": titles,
                "author": authors,
                "review": reviews,
                "rating": ratings,
                "favourite": favourites,
                "year": years,
                "created": [now] * len(rows),
                "updated": [now] * len(rows),
            }
        )
        links = pyarrow.table(
            {
                "book": [number for number in numbers for _ in range(2)],
                "position": [0, 1] * len(rows),
                "genre": [genre for pair in genres for genre in pair],
            }
        )
        with self.transaction():
            self.db.register("new_books", books)
            self.db.register("new_links", links)
            self.db.execute("INSERT INTO books BY NAME SELECT * FROM new_books")
            self.db.execute("INSERT INTO book_genres BY NAME SELECT * FROM new_links")

    def prepare(self) -> None:
        """No search index: DuckDB's is an extension that is loaded from the network."""

    def search_page(self, word: str) -> Tuples:
        """Scans for a part of a text, not for a word."""
        return self.rows(_CONTAINS, (word,))

    def frame(self) -> Any:
        return self.db.sql("SELECT * FROM books ORDER BY id").to_arrow_table()

    def delete_books(self, ids: list[int]) -> None:
        """Two transactions: within one, the deleted links still count as present."""
        with self.transaction():
            self.run("DELETE FROM book_genres WHERE book IN (SELECT unnest($1))", (ids,))
        with self.transaction():
            self.run("DELETE FROM books WHERE id IN (SELECT unnest($1))", (ids,))

    def delete_genre(self, genre: int) -> None:
        for statement in ("delete-genre-links", "delete-genre"):
            with self.transaction():
                self.run(self.sql[statement], (genre,))


if __name__ == "__main__":
    main(DuckDB)
