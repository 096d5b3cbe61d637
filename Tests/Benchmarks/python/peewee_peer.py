"""Peewee: a small object mapper."""

from __future__ import annotations

from typing import Any

import peewee
from dataset import Row
from objects import Mapped, links, pragmas, values
from peer import PAGE, main, milliseconds
from peewee import fn
from peewee_books import DATABASE, Book, Genre, Link
from works import GenreRow

BY_TITLE = Book.select().order_by(Book.title, Book.id).limit(PAGE)


class Peewee(Mapped):
    version = f"Peewee {peewee.__version__}"

    def open(self) -> None:
        DATABASE.init(self.path)
        DATABASE.connect()
        for each in pragmas():
            DATABASE.execute_sql(each)

    def close(self) -> None:
        if not DATABASE.is_closed():
            DATABASE.close()

    def create(self, rows: list[Row], first: int) -> None:
        now = milliseconds()
        with DATABASE.atomic():
            entered = [{"id": n, **values(row, now)} for n, row in enumerate(rows, first)]
            for some in peewee.chunked(entered, 3000):
                Book.insert_many(some).execute()
            for some in peewee.chunked(links(rows, first), 10_000):
                Link.insert_many(some).execute()

    def getter(self) -> Any:
        return Book.get_by_id

    def rate_together(self, pairs: list[tuple[int, int]]) -> None:
        with DATABASE.atomic():
            for number, rating in pairs:
                book = Book.get_by_id(number)
                book.rating, book.updated = rating, milliseconds()
                book.save(only=[Book.rating, Book.updated])

    def rate_each(self, pairs: list[tuple[int, int]]) -> None:
        for pair in pairs:
            self.rate_together([pair])

    def page_first(self) -> list[Any]:
        return list(BY_TITLE.clone())  # a query that has run keeps its rows

    def cursor_at(self, offset: int) -> tuple[str, int]:
        last = self.page_offset(offset - 1)[0]
        return last.title, last.id

    def page_after(self, cursor: tuple[str, int]) -> list[Any]:
        place = peewee.Tuple(Book.title, Book.id) > cursor
        return list(BY_TITLE.where(place))

    def page_offset(self, offset: int) -> list[Any]:
        return list(BY_TITLE.offset(offset))

    def page_genre_rating(self, genre: int) -> list[Any]:
        found = BY_TITLE.join(Link, on=Link.book == Book.id)
        return list(found.where(Link.genre == genre, Book.rating >= 4))

    def page_genre_favourite(self, genre: int) -> list[Any]:
        found = BY_TITLE.join(Link, on=Link.book == Book.id)
        return list(found.where(Link.genre == genre, Book.rating >= 4, Book.favourite))

    def scan_rows(self) -> list[Any]:
        return list(Book.select())

    def statistics_genres(self) -> list[GenreRow]:
        average = fn.AVG(fn.NULLIF(Book.rating, 0))
        joined = Genre.select(Genre.id, fn.COUNT(Book.id), average).join(
            Link, on=Link.genre == Genre.id
        )
        return list(joined.join(Book, on=Link.book == Book.id).group_by(Genre.id).tuples())

    def delete_books(self, ids: list[int]) -> None:
        with DATABASE.atomic():
            for some in peewee.chunked(ids, 1000):
                Link.delete().where(Link.book.in_(some)).execute()
                Book.delete().where(Book.id.in_(some)).execute()

    def delete_genre(self, genre: int) -> None:
        with DATABASE.atomic():
            Link.delete().where(Link.genre == genre).execute()
            Genre.delete().where(Genre.id == genre).execute()


if __name__ == "__main__":
    main(Peewee)
