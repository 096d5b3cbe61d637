"""Bookworm's Python package, as a script would use it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import bookworm
import goodbooks_rows
from bookworm import Book
from dataset import Row
from objects import Objects
from peer import PAGE, main
from works import GenreRow, Outcome, VerifyRow, timed


class Bookworm(Objects):
    version = f"Bookworm {bookworm.__version__}"
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

    def create(self, rows: list[Row], first: int) -> None:
        if len(rows) > 1:
            self.store.books.create_many(**dict(zip(Row._fields, zip(*rows))))
        else:
            self.store.books.create(**rows[0]._asdict())

    def every_row(self) -> Iterable[VerifyRow]:
        for b in self.store.books.order_by("id"):
            genres = tuple(b.genres.ids())
            yield b.id, b.title, b.author, b.review, b.rating, b.favourite, b.year, genres

    def getter(self) -> Callable[[int], Book]:
        return self.store.books.__getitem__

    def rate_together(self, pairs: list[tuple[int, int]]) -> None:
        with self.store.transaction() as inside:
            for number, rating in pairs:
                inside.books[number].rating = rating

    def rate_each(self, pairs: list[tuple[int, int]]) -> None:
        books = self.store.books
        for number, rating in pairs:
            books[number].rating = rating

    def page_first(self) -> list[Book]:
        return self.store.books.all().page(PAGE).books

    def cursor_at(self, offset: int) -> str | None:
        return self.store.books.all().page(offset).cursor

    def page_after(self, cursor: str) -> list[Book]:
        return self.store.books.all().page(PAGE, cursor).books

    def page_offset(self, offset: int) -> list[Book]:
        return list(self.store.books.all()[offset : offset + PAGE])

    def page_genre_rating(self, genre: int) -> list[Book]:
        return list(self.store.books.where(genre=genre, rating=(4, 5))[:PAGE])

    def page_genre_favourite(self, genre: int) -> list[Book]:
        rated = self.store.books.where(genre=genre, rating=(4, 5), favourite=True)
        return list(rated[:PAGE])

    def scan_rows(self) -> list[Book]:
        return list(self.store.books.order_by("id"))

    def scan_by_title(self) -> list[Book]:
        return list(self.store.books.all())

    def search_best(self, word: str) -> list[Book]:
        return list(self.store.books.search(word).order_by("relevance")[:PAGE])

    def search_page(self, word: str) -> list[Book]:
        return list(self.store.books.search(word).order_by("id")[:PAGE])

    def statistics_genres(self) -> list[GenreRow]:
        rows = self.store.statistics_by("genre")
        return [(row.genre or 0, row.books, row.average) for row in rows]

    def delete_books(self, ids: list[int]) -> None:
        self.store.books.delete(*ids)

    def delete_genre(self, genre: int) -> None:
        del self.store.genres[genre]

    def count_books(self) -> int:
        return len(self.store.books)

    def count_links(self) -> int:
        return sum(genre.book_count for genre in self.store.genres)

    def sum_ratings(self) -> int:
        return sum(rating * n for rating, n in enumerate(self.store.statistics().ratings))

    def goodbooks(self, folder: Path) -> Outcome:
        catalogue = goodbooks_rows.read(folder)
        self.remove()
        self.open()
        return timed(
            len(catalogue.books),
            lambda: self._load_goodbooks(catalogue),
            lambda _: self.count_links(),
        )

    def _load_goodbooks(self, catalogue: goodbooks_rows.Catalogue) -> None:
        """Passes the tags unchanged: the library merges those that are one genre."""
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
