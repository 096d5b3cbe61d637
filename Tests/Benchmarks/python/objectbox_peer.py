"""ObjectBox with a store of its own: objects without SQL. A book's genres are two numbers of it.

Its experimental code generation is on, with which it reads and writes several times as fast.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import objectbox
from dataset import Row
from objectbox import Box, Entity, Float64, Id, Index, Int8, Int32, Int64, OrderFlags, Store, String
from objects import Objects, values
from peer import PAGE, main, milliseconds
from works import VerifyRow

objectbox.experimental.enable_flatbuffers_codegen()
_ABSENT = -(2**31)
"""The year where there is none: numbers cannot be absent here."""


@Entity()
class Book:
    id = Id()
    title = String()
    author = String()
    synopsis = String()
    review = String()
    notes = String()
    rating = Int8()
    favourite = Int8()
    status = Int8()
    series = String()
    series_number = Float64()
    year = Int32()
    created = Int64()
    updated = Int64()
    started = Int64()
    finished = Int64()
    genre_one = Int64(index=Index())
    genre_two = Int64(index=Index())


class ObjectBox(Objects):
    version = f"ObjectBox {objectbox.version}"
    _store: Store | None = None
    _box: Any = None

    def open(self) -> None:
        model = Path(self.path).parent / "objectbox-model.json"
        self._store = Store(
            directory=self.path, model_json_file=str(model), max_db_size_in_kb=64 << 20
        )
        self._box = Box(self._store, Book)

    def close(self) -> None:
        if self._store is not None:
            self._store.close()
            self._store = self._box = None

    def create_store(self) -> None:
        self.open()

    def create(self, rows: list[Row], first: int) -> None:
        now = milliseconds()
        self._box.put(
            [
                Book(
                    **{
                        **values(row, now),
                        "favourite": int(row.favourite),
                        "year": _ABSENT if row.year is None else row.year,
                        "genre_one": row.genres[0],
                        "genre_two": row.genres[1],
                    }
                )
                for row in rows
            ]
        )

    def every_row(self) -> Iterable[VerifyRow]:
        for b in self.scan_rows():
            year = None if b.year == _ABSENT else b.year
            genres = (b.genre_one, b.genre_two)
            yield b.id, b.title, b.author, b.review, b.rating, bool(b.favourite), year, genres

    def getter(self) -> Callable[[int], Any]:
        return self._box.get

    def rate_together(self, pairs: list[tuple[int, int]]) -> None:
        assert self._store is not None
        with self._store.write_tx():
            self.rate_each(pairs)

    def rate_each(self, pairs: list[tuple[int, int]]) -> None:
        for number, rating in pairs:
            book = self._box.get(number)
            book.rating, book.updated = rating, milliseconds()
            self._box.put(book)

    def _by_title(self, condition: Any = None) -> Any:
        by_title = self._box.query(condition).order(Book.title, OrderFlags.CASE_SENSITIVE)
        return by_title.order(Book.id).build().limit(PAGE)

    def page_first(self) -> list[Any]:
        """It has no indexed orders: every book is sorted."""
        return self._by_title().find()

    def page_offset(self, offset: int) -> list[Any]:
        return self._by_title().offset(offset).find()

    def page_genre_rating(self, genre: int) -> list[Any]:
        of_genre = Book.genre_one.equals(genre) | Book.genre_two.equals(genre)
        return self._by_title(of_genre & Book.rating.greater_or_equal(4)).find()

    def page_genre_favourite(self, genre: int) -> list[Any]:
        of_genre = Book.genre_one.equals(genre) | Book.genre_two.equals(genre)
        rated = Book.rating.greater_or_equal(4) & Book.favourite.equals(1)
        return self._by_title(of_genre & rated).find()

    def scan_rows(self) -> list[Any]:
        return self._box.get_all()

    def search_page(self, word: str) -> list[Any]:
        """A scan for a piece of text, not for a word."""
        title = Book.title.contains(word, case_sensitive=False)
        found = title | Book.review.contains(word, case_sensitive=False)
        return self._box.query(found).build().limit(PAGE).find()

    def delete_books(self, ids: list[int]) -> None:
        self._box.remove_many(ids)

    def count_books(self) -> int:
        return int(self._box.count())

    def sum_ratings(self) -> int:
        return sum(b.rating for b in self.scan_rows())


if __name__ == "__main__":
    main(ObjectBox)
