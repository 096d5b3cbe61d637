"""The common part of the peers that return books as objects: Bookworm and the object mappers."""

from __future__ import annotations

import sqlite3
from abc import abstractmethod
from collections.abc import Callable, Iterable
from contextlib import closing
from typing import Any

from peer import Peer, sql, statements
from works import VerifyRow


class Objects(Peer):
    """Every attribute of every book is read, as peers with tuples unpack theirs."""

    @abstractmethod
    def getter(self) -> Callable[[int], Any]:
        """The function that returns a book by its id."""

    @abstractmethod
    def scan_rows(self) -> list[Any]: ...

    def read(self, ids: list[int]) -> int:
        total, get = 0, self.getter()
        for number in ids:
            b = get(number)
            _ = (b.author, b.synopsis, b.review, b.notes, b.favourite, b.status, b.series)
            _ = (b.series_number, b.year, b.created, b.updated, b.started, b.finished)
            total += b.id + len(b.title) + b.rating
        return total

    def scan(self) -> int:
        total = 0
        for b in self.scan_rows():
            _ = (b.author, b.synopsis, b.review, b.notes, b.favourite, b.status, b.series)
            _ = (b.series_number, b.year, b.created, b.updated, b.started, b.finished)
            total += b.id + len(b.title) + b.rating
        return total


class Mapped(Objects):
    """An object mapper on plain.sql. The sqlite3 module creates the tables and makes the checks."""

    def __init__(self, *arguments: str) -> None:
        super().__init__(*arguments)
        self._sql = statements()

    def create_store(self) -> None:
        with closing(sqlite3.connect(self.path)) as db, db:
            db.executescript(sql("pragmas.sql") + sql("plain.sql"))
            genres = [(number, *genre) for number, genre in enumerate(self.genres, 1)]
            db.executemany(self._sql["add-genre"], genres)
        self.open()

    def _fetch_all(self, statement: str) -> list[Any]:
        with closing(sqlite3.connect(self.path)) as db:
            return db.execute(statement).fetchall()

    def every_row(self) -> Iterable[VerifyRow]:
        """Through the mapper's books; the links are not mapped here."""
        genres = iter(self._fetch_all(self._sql["verify-genres"]))
        for b, links in zip(sorted(self.scan_rows(), key=lambda b: b.id), genres):
            yield b.id, b.title, b.author, b.review, b.rating, b.favourite, b.year, links

    def count_books(self) -> int:
        return int(self._fetch_all(self._sql["count-books"])[0][0])

    def count_links(self) -> int:
        return int(self._fetch_all(self._sql["count-links"])[0][0])

    def sum_ratings(self) -> int:
        return int(self._fetch_all(self._sql["sum-ratings"])[0][0])


def pragmas() -> list[str]:
    """One by one, for peers that execute a statement at a time."""
    lines = (line for line in sql("pragmas.sql").splitlines() if not line.startswith("--"))
    return [each.strip() for each in "".join(lines).split(";") if each.strip()]


def values(row: Any, now: int) -> dict[str, Any]:
    """A generated book as the columns of `books`, for peers that insert mappings."""
    return {
        "title": row.title,
        "author": row.author,
        "review": row.review,
        "rating": row.rating,
        "favourite": row.favourite,
        "year": row.year,
        "created": now,
        "updated": now,
    }


def links(rows: list[Any], first: int) -> list[dict[str, int]]:
    return [
        {"book": number, "position": position, "genre": genre}
        for number, row in enumerate(rows, first)
        for position, genre in enumerate(row.genres)
    ]
