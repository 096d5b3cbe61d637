"""Python's own sqlite3 module on the plain schema: what a user would otherwise take."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterable
from pathlib import Path

import goodbooks_rows
from peer import Outcome, Peer, VerifyRow, main, timed

SQL = Path(__file__).resolve().parent.parent / "sql"
COLUMNS = (
    "id, title, author, synopsis, review, notes, rating, favourite, status, series, "
    "series_number, year, created, updated, started, finished"
)
ADD_BOOK = (
    "INSERT INTO books (title, author, review, rating, favourite, year, created, updated) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
)
ADD_LINK = "INSERT INTO book_genres (book, position, genre) VALUES (?, ?, ?)"


class SQLite3(Peer):
    _db: sqlite3.Connection | None = None

    @property
    def db(self) -> sqlite3.Connection:
        assert self._db is not None
        return self._db

    def open(self) -> None:
        self._db = sqlite3.connect(self.path)
        self._db.executescript((SQL / "pragmas.sql").read_text(encoding="utf-8"))

    def close(self) -> None:
        if self._db is not None:
            self._db.close()
            self._db = None

    def create_store(self) -> None:
        self.open()
        self.db.executescript((SQL / "plain.sql").read_text(encoding="utf-8"))
        with self.db:
            self.db.executemany("INSERT INTO genres (name, colour) VALUES (?, ?)", self.genres)

    def create(self, batch: int) -> None:
        """Ids are given by the program, as it must to link many rows by executemany."""
        now = int(time.time() * 1000)
        for start in range(0, len(self.rows), batch):
            rows = self.rows[start : start + batch]
            with self.db:
                self.db.executemany(ADD_BOOK, [(*row[:6], now, now) for row in rows])
                self.db.executemany(
                    ADD_LINK,
                    [
                        (number, position, genre)
                        for number, row in enumerate(rows, start + 1)
                        for position, genre in enumerate(row.genres)
                    ],
                )

    def read(self, ids: list[int]) -> int:
        """Every column into a name, as the other peer reads every attribute."""
        total = 0
        execute = self.db.execute
        query = f"SELECT {COLUMNS} FROM books WHERE id = ?"
        for wanted in ids:
            number, title, _, _, _, _, rating, _, _, _, _, _, _, _, _, _ = execute(
                query, (wanted,)
            ).fetchone()
            total += number + len(title) + rating
        return total

    def scan(self) -> int:
        rows = self.db.execute(f"SELECT {COLUMNS} FROM books").fetchall()
        return len(rows)

    def scan_by_title(self) -> int:
        rows = self.db.execute(f"SELECT {COLUMNS} FROM books ORDER BY title, id").fetchall()
        return len(rows)

    def every_row(self) -> Iterable[VerifyRow]:
        rows = self.db.execute(
            "SELECT id, title, author, review, rating, favourite, year, "
            "(SELECT genre FROM book_genres WHERE book = id AND position = 0), "
            "(SELECT genre FROM book_genres WHERE book = id AND position = 1) "
            "FROM books ORDER BY id"
        )
        for *fields, one, two in rows:
            yield (*fields, (one, two))

    def goodbooks(self, folder: Path) -> Outcome:
        """The very rows that the library ends up with, ids and merged tags worked out before."""
        catalogue = goodbooks_rows.read(folder)
        self.remove()
        self.open()
        self.db.executescript((SQL / "plain.sql").read_text(encoding="utf-8"))
        outcome = timed(len(catalogue.books), lambda: self._load_goodbooks(catalogue))
        found = self.db.execute("SELECT count(*), sum(genre) FROM book_genres").fetchone()
        return outcome[0], outcome[1], found[0]

    def _load_goodbooks(self, catalogue: goodbooks_rows.Catalogue) -> None:
        now = int(time.time() * 1000)
        with self.db:
            self.db.executemany(
                "INSERT INTO genres (name, colour) VALUES (?, '#FF0000')",
                [(name,) for name in catalogue.genres],
            )
            self.db.executemany(
                "INSERT INTO books (title, author, year, created, updated) VALUES (?, ?, ?, ?, ?)",
                [(book.title, book.author, book.year, now, now) for book in catalogue.books],
            )
            self.db.executemany(
                ADD_LINK,
                [
                    (number, position, genre)
                    for number, book in enumerate(catalogue.books, 1)
                    for position, genre in enumerate(book.genres)
                ],
            )


if __name__ == "__main__":
    main(SQLite3)
