"""The common part of the peers that return rows of plain.sql as tuples: sqlite3, apsw, DuckDB.

A subclass opens the connection; all other calls and the SQL are the same.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from typing import Any

from dataset import Row
from peer import Peer, milliseconds, sql, statements
from works import GenreRow, VerifyRow

Tuples = list[tuple[Any, ...]]


class PlainRows(Peer):
    db: Any = None
    """The connection, if one is open."""
    run: Callable[..., Any]
    """The connection's own execute, so that nothing of ours is measured with the peer."""

    def __init__(self, *arguments: str) -> None:
        super().__init__(*arguments)
        self.sql = statements()

    def opened(self, db: Any) -> None:
        self.db, self.run = db, db.execute

    def close(self) -> None:
        if self.db is not None:
            self.db.close()
            self.db = None

    def rows(self, statement: str, values: tuple[Any, ...] = ()) -> Tuples:
        found: Tuples = self.run(statement, values).fetchall()
        return found

    def run_many(self, statement: str, values: Iterable[tuple[Any, ...]]) -> None:
        self.db.executemany(statement, values)

    @abstractmethod
    def script(self, text: str) -> None: ...

    def transaction(self) -> AbstractContextManager[Any]:
        connection: AbstractContextManager[Any] = self.db
        return connection

    def create_store(self) -> None:
        self.open()
        self.script(sql("plain.sql"))
        with self.transaction():
            self.run_many(
                self.sql["add-genre"], [(i, *genre) for i, genre in enumerate(self.genres, 1)]
            )

    def create(self, rows: list[Row], first: int) -> None:
        """The program assigns the ids, which it needs to link many rows by executemany."""
        now = milliseconds()
        with self.transaction():
            self.run_many(
                self.sql["add-book"],
                [(number, *row[:6], now, now) for number, row in enumerate(rows, first)],
            )
            self.run_many(
                self.sql["add-link"],
                [
                    (number, position, genre)
                    for number, row in enumerate(rows, first)
                    for position, genre in enumerate(row.genres)
                ],
            )

    def prepare(self) -> None:
        self.run(self.sql["make-search"])
        with self.transaction():
            self.run(self.sql["fill-search"])
            self.run(self.sql["weigh-search"])

    def every_row(self) -> Iterable[VerifyRow]:
        for *fields, one, two in self.rows(self.sql["verify"]):
            yield (*fields, (one, two))  # type: ignore[misc]

    def read(self, ids: list[int]) -> int:
        """Every column is assigned to a name, as the objects' peers read every attribute."""
        total, run, read = 0, self.run, self.sql["read"]
        for wanted in ids:
            found = run(read, (wanted,)).fetchone()
            number, title, _, _, _, _, rating, _, _, _, _, _, _, _, _, _ = found
            total += number + len(title) + rating
        return total

    def rate_together(self, pairs: list[tuple[int, int]]) -> None:
        run, rate = self.run, self.sql["rate"]
        with self.transaction():
            for number, rating in pairs:
                run(rate, (rating, milliseconds(), number))

    def rate_each(self, pairs: list[tuple[int, int]]) -> None:
        run, rate, transaction = self.run, self.sql["rate"], self.transaction
        for number, rating in pairs:
            with transaction():
                run(rate, (rating, milliseconds(), number))

    def page_first(self) -> Tuples:
        return self.rows(self.sql["page-first"])

    def cursor_at(self, offset: int) -> tuple[str, int]:
        last = self.page_offset(offset - 1)[0]
        return last[1], last[0]

    def page_after(self, cursor: tuple[str, int]) -> Tuples:
        return self.rows(self.sql["page-after"], cursor)

    def page_offset(self, offset: int) -> Tuples:
        return self.rows(self.sql["page-offset"], (offset,))

    def page_genre_rating(self, genre: int) -> Tuples:
        return self.rows(self.sql["page-genre-rating"], (genre,))

    def page_genre_favourite(self, genre: int) -> Tuples:
        return self.rows(self.sql["page-genre-favourite"], (genre,))

    def scan(self) -> int:
        total = 0
        for number, title, _, _, _, _, rating, _, _, _, _, _, _, _, _, _ in self.scan_rows():
            total += number + len(title) + rating
        return total

    def scan_rows(self) -> Tuples:
        return self.rows(self.sql["scan"])

    def scan_by_title(self) -> Tuples:
        return self.rows(self.sql["scan-by-title"])

    def search_best(self, word: str) -> Tuples:
        return self.rows(self.sql["search-best"], (word,))

    def search_page(self, word: str) -> Tuples:
        return self.rows(self.sql["search-page"], (word,))

    def statistics_genres(self) -> list[GenreRow]:
        rows = self.rows(self.sql["statistics-genres"])
        return [(genre, books, average) for genre, _, books, average in rows]

    def delete_books(self, ids: list[int]) -> None:
        with self.transaction():
            self.run_many(self.sql["delete-links"], [(number,) for number in ids])
            self.run_many(self.sql["delete-book"], [(number,) for number in ids])

    def delete_genre(self, genre: int) -> None:
        with self.transaction():
            self.run(self.sql["delete-genre-links"], (genre,))
            self.run(self.sql["delete-genre"], (genre,))

    def count_books(self) -> int:
        return int(self.rows(self.sql["count-books"])[0][0])

    def count_links(self) -> int:
        return int(self.rows(self.sql["count-links"])[0][0])

    def sum_ratings(self) -> int:
        return int(self.rows(self.sql["sum-ratings"])[0][0])
