"""SQLAlchemy's ORM: books as mapped objects, changes by setting their attributes."""

from __future__ import annotations

from itertools import islice
from typing import Any

import sqlalchemy
from dataset import Row
from objects import Mapped, links, values
from peer import PAGE, main, milliseconds
from sqlalchemy import delete, func, insert, select, true, tuple_
from sqlalchemy.orm import Session
from sqlalchemy_books import Book, Genre, Link
from sqlalchemy_engine import engine
from works import GenreRow

BY_TITLE = select(Book).order_by(Book.title, Book.id).limit(PAGE)
STATISTICS = (
    select(Genre.id, func.count(), func.avg(func.nullif(Book.rating, 0)))
    .join(Link, Link.genre == Genre.id)
    .join(Book, Link.book == Book.id)
    .group_by(Genre.id)
)


class ORM(Mapped):
    version = f"SQLAlchemy {sqlalchemy.__version__}"
    _session: Session | None = None

    @property
    def session(self) -> Session:
        assert self._session is not None
        return self._session

    def open(self) -> None:
        self._session = Session(engine(self.path))

    def close(self) -> None:
        if self._session is not None:
            bind: Any = self._session.get_bind()
            self._session.close()
            bind.dispose()
            self._session = None

    def create(self, rows: list[Row], first: int) -> None:
        now = milliseconds()
        self.session.add_all(
            Book(id=number, **values(row, now)) for number, row in enumerate(rows, first)
        )
        self.session.flush()
        self.session.execute(insert(Link), links(rows, first))
        self.session.commit()

    def getter(self) -> Any:
        """A session holds its objects weakly: each book is read again."""
        return lambda number: self.session.get(Book, number)

    def rate_together(self, pairs: list[tuple[int, int]]) -> None:
        session = self.session
        with session.no_autoflush:  # reading a book does not flush the changed ones
            for number, rating in pairs:
                book: Any = session.get(Book, number)
                book.rating, book.updated = rating, milliseconds()
        session.commit()

    def rate_each(self, pairs: list[tuple[int, int]]) -> None:
        for pair in pairs:
            self.rate_together([pair])

    def page_first(self) -> list[Book]:
        return list(self.session.scalars(BY_TITLE))

    def cursor_at(self, offset: int) -> tuple[str, int]:
        last = self.page_offset(offset - 1)[0]
        return last.title, last.id

    def page_after(self, cursor: tuple[str, int]) -> list[Book]:
        return list(self.session.scalars(BY_TITLE.where(tuple_(Book.title, Book.id) > cursor)))

    def page_offset(self, offset: int) -> list[Book]:
        return list(self.session.scalars(BY_TITLE.offset(offset)))

    def page_genre_rating(self, genre: int) -> list[Book]:
        found = BY_TITLE.join(Link, Link.book == Book.id)
        return list(self.session.scalars(found.where(Link.genre == genre, Book.rating >= 4)))

    def page_genre_favourite(self, genre: int) -> list[Book]:
        found = BY_TITLE.join(Link, Link.book == Book.id).where(Link.genre == genre)
        return list(self.session.scalars(found.where(Book.rating >= 4, Book.favourite == true())))

    def scan_rows(self) -> list[Book]:
        return list(self.session.scalars(select(Book)))

    def statistics_genres(self) -> list[GenreRow]:
        return [tuple(row) for row in self.session.execute(STATISTICS)]

    def delete_books(self, ids: list[int]) -> None:
        rest = iter(ids)
        while some := list(islice(rest, 1000)):
            self.session.execute(delete(Link).where(Link.book.in_(some)))
            self.session.execute(delete(Book).where(Book.id.in_(some)))
        self.session.commit()

    def delete_genre(self, genre: int) -> None:
        self.session.execute(delete(Link).where(Link.genre == genre))
        self.session.execute(delete(Genre).where(Genre.id == genre))
        self.session.commit()


if __name__ == "__main__":
    main(ORM)
