"""SQLAlchemy Core: statements built from Python expressions, rows as named tuples."""

from __future__ import annotations

from typing import Any

import sqlalchemy
from dataset import Row
from objects import Mapped, links, values
from peer import PAGE, main, milliseconds
from sqlalchemy import Connection, bindparam, delete, func, insert, select, true, tuple_, update
from sqlalchemy_books import Book, Genre, Link
from sqlalchemy_engine import engine
from works import GenreRow

BOOKS, LINKS, GENRES = Book.__table__.c, Link.__table__.c, Genre.__table__.c
EVERY = select(Book.__table__)
BY_TITLE = EVERY.order_by(BOOKS.title, BOOKS.id)
READ = EVERY.where(BOOKS.id == bindparam("wanted"))
RATE = update(Book.__table__).where(BOOKS.id == bindparam("wanted"))
AFTER = BY_TITLE.where(
    tuple_(BOOKS.title, BOOKS.id) > tuple_(bindparam("title"), bindparam("number"))
)
OF_GENRE = (
    BY_TITLE.join(Link.__table__, LINKS.book == BOOKS.id)
    .where(LINKS.genre == bindparam("genre"))
    .where(BOOKS.rating >= 4)
)
FAVOURITES = OF_GENRE.where(BOOKS.favourite == true())
STATISTICS = (
    select(GENRES.id, func.count(), func.avg(func.nullif(BOOKS.rating, 0)))
    .join(Link.__table__, LINKS.genre == GENRES.id)
    .join(Book.__table__, LINKS.book == BOOKS.id)
    .group_by(GENRES.id)
)


class Core(Mapped):
    version = f"SQLAlchemy {sqlalchemy.__version__}"
    _connection: Connection | None = None

    @property
    def db(self) -> Connection:
        assert self._connection is not None
        return self._connection

    def open(self) -> None:
        self._connection = engine(self.path).connect()

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection.engine.dispose()
            self._connection = None

    def create(self, rows: list[Row], first: int) -> None:
        now = milliseconds()
        entered = [{"id": n, **values(row, now)} for n, row in enumerate(rows, first)]
        self.db.execute(insert(Book.__table__), entered)
        self.db.execute(insert(Link.__table__), links(rows, first))
        self.db.commit()

    def getter(self) -> Any:
        return lambda number: self.db.execute(READ, {"wanted": number}).one()

    def rate_together(self, pairs: list[tuple[int, int]]) -> None:
        for number, rating in pairs:
            given = {"wanted": number, "rating": rating, "updated": milliseconds()}
            self.db.execute(RATE, given)
        self.db.commit()

    def rate_each(self, pairs: list[tuple[int, int]]) -> None:
        for pair in pairs:
            self.rate_together([pair])

    def _page(self, statement: Any, **given: Any) -> list[Any]:
        return list(self.db.execute(statement.limit(PAGE), given).all())

    def page_first(self) -> list[Any]:
        return self._page(BY_TITLE)

    def cursor_at(self, offset: int) -> tuple[str, int]:
        last = self.page_offset(offset - 1)[0]
        return last.title, last.id

    def page_after(self, cursor: tuple[str, int]) -> list[Any]:
        return self._page(AFTER, title=cursor[0], number=cursor[1])

    def page_offset(self, offset: int) -> list[Any]:
        return self._page(BY_TITLE.offset(offset))

    def page_genre_rating(self, genre: int) -> list[Any]:
        return self._page(OF_GENRE, genre=genre)

    def page_genre_favourite(self, genre: int) -> list[Any]:
        return self._page(FAVOURITES, genre=genre)

    def scan_rows(self) -> list[Any]:
        return list(self.db.execute(EVERY).all())

    def statistics_genres(self) -> list[GenreRow]:
        return [tuple(row) for row in self.db.execute(STATISTICS)]

    def delete_books(self, ids: list[int]) -> None:
        wanted = [{"wanted": number} for number in ids]
        self.db.execute(delete(Link.__table__).where(LINKS.book == bindparam("wanted")), wanted)
        self.db.execute(delete(Book.__table__).where(BOOKS.id == bindparam("wanted")), wanted)
        self.db.commit()

    def delete_genre(self, genre: int) -> None:
        self.db.execute(delete(Link.__table__).where(LINKS.genre == genre))
        self.db.execute(delete(Genre.__table__).where(GENRES.id == genre))
        self.db.commit()


if __name__ == "__main__":
    main(Core)
