"""plain.sql as SQLAlchemy tables, for its Core and its ORM."""

from __future__ import annotations

from sqlalchemy import ForeignKey
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    pass


class Book(Base):
    __tablename__ = "books"

    id: Mapped[int] = mapped_column(primary_key=True)
    title: Mapped[str]
    author: Mapped[str]
    synopsis: Mapped[str | None]
    review: Mapped[str | None]
    notes: Mapped[str | None]
    rating: Mapped[int]
    favourite: Mapped[bool]
    status: Mapped[int] = mapped_column(default=0)
    series: Mapped[str | None]
    series_number: Mapped[float | None]
    year: Mapped[int | None]
    created: Mapped[int]
    updated: Mapped[int]
    started: Mapped[int | None]
    finished: Mapped[int | None]


class Link(Base):
    __tablename__ = "book_genres"

    book: Mapped[int] = mapped_column(ForeignKey(Book.id), primary_key=True)
    position: Mapped[int] = mapped_column(primary_key=True)
    genre: Mapped[int] = mapped_column(ForeignKey("genres.id"))


class Genre(Base):
    __tablename__ = "genres"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    colour: Mapped[str]
