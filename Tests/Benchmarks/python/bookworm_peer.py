"""Bookworm's Python package, as a script would use it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import bookworm
import goodbooks_rows
from peer import Outcome, Peer, VerifyRow, main, timed


class Bookworm(Peer):
    _store: bookworm.Store | None = None

    @property
    def store(self) -> bookworm.Store:
        assert self._store is not None
        return self._store

    def open(self) -> None:
        self._store = bookworm.open(self.path, durability="normal")

    def close(self) -> None:
        if self._store is not None:
            self._store.close()
            self._store = None

    def create_store(self) -> None:
        self.open()
        for genre in self.genres:
            self.store.genres.create(genre.name, genre.colour)

    def create(self, batch: int) -> None:
        for start in range(0, len(self.rows), batch):
            self.store.books.create_many(
                [row._asdict() for row in self.rows[start : start + batch]]
            )

    def read(self, ids: list[int]) -> int:
        total = 0
        books = self.store.books
        for number in ids:
            b = books[number]
            _ = (b.author, b.synopsis, b.review, b.notes, b.favourite, b.status, b.series)
            _ = (b.series_number, b.year, b.created, b.updated, b.started, b.finished)
            total += b.id + len(b.title) + b.rating
        return total

    def scan(self) -> int:
        return self._touch(self.store.books.order_by("created"))

    def scan_by_title(self) -> int:
        return self._touch(self.store.books.order_by("title", "author"))

    @staticmethod
    def _touch(books: Iterable[bookworm.Book]) -> int:
        count = 0
        for b in books:
            _ = (b.id, b.title, b.author, b.synopsis, b.review, b.notes, b.rating, b.favourite)
            _ = (b.status, b.series, b.series_number, b.year, b.created, b.updated, b.started)
            _ = b.finished
            count += 1
        return count

    def every_row(self) -> Iterable[VerifyRow]:
        for b in self.store.books.order_by("created"):
            genres = tuple(b.genres.ids())
            yield b.id, b.title, b.author, b.review, b.rating, b.favourite, b.year, genres

    def goodbooks(self, folder: Path) -> Outcome:
        catalogue = goodbooks_rows.read(folder)
        self.remove()
        self.open()
        outcome = timed(len(catalogue.books), lambda: self._load_goodbooks(catalogue))
        links = sum(genre.book_count for genre in self.store.genres)
        return outcome[0], outcome[1], links

    def _load_goodbooks(self, catalogue: goodbooks_rows.Catalogue) -> None:
        """The tags as they are: the library merges those that are one genre."""
        with self.store.transaction():
            genres = self.store.genres.find_or_create_many(catalogue.tags)
            self.store.books.create_many(
                {
                    "title": book.title,
                    "author": book.author,
                    "year": book.year,
                    "genres": [genres[tag] for tag in book.tags],
                }
                for book in catalogue.books
            )


if __name__ == "__main__":
    main(Bookworm)
