"""Python's own sqlite3 module on the plain schema: the alternative that a user already has."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import goodbooks_rows
from peer import main, milliseconds, sql
from plain_rows import PlainRows
from works import Outcome, timed


class SQLite3(PlainRows):
    version = f"sqlite3 on SQLite {sqlite3.sqlite_version}"

    def open(self) -> None:
        self.opened(sqlite3.connect(self.path))
        self.script(sql("pragmas.sql"))

    def script(self, text: str) -> None:
        self.db.executescript(text)

    def goodbooks(self, folder: Path) -> Outcome:
        """Stores the rows that the library ends up with; ids and merged tags are computed first."""
        catalogue = goodbooks_rows.read(folder)
        self.remove()
        self.open()
        self.script(sql("plain.sql"))
        return timed(
            len(catalogue.books),
            lambda: self._load_goodbooks(catalogue),
            lambda _: self.count_links(),
        )

    def _load_goodbooks(self, catalogue: goodbooks_rows.Catalogue) -> None:
        now = milliseconds()
        with self.db:
            self.run_many(
                "INSERT INTO genres (name, colour) VALUES (?, '#FF0000')",
                [(name,) for name in catalogue.genres],
            )
            self.run_many(
                "INSERT INTO books (title, author, year, created, updated) VALUES (?, ?, ?, ?, ?)",
                [(book.title, book.author, book.year, now, now) for book in catalogue.books],
            )
            self.run_many(
                self.sql["add-link"],
                [
                    (number, position, genre)
                    for number, book in enumerate(catalogue.books, 1)
                    for position, genre in enumerate(book.genres)
                ],
            )


if __name__ == "__main__":
    main(SQLite3)
