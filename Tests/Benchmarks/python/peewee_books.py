"""plain.sql as Peewee has it."""

from __future__ import annotations

import peewee
from peewee import BigIntegerField, BooleanField, FloatField, IntegerField, TextField

DATABASE = peewee.SqliteDatabase(None)


class Base(peewee.Model):  # type: ignore[misc]
    class Meta:
        database = DATABASE


class Book(Base):
    title = TextField()
    author = TextField()
    synopsis = TextField(null=True)
    review = TextField(null=True)
    notes = TextField(null=True)
    rating = IntegerField(default=0)
    favourite = BooleanField(default=False)
    status = IntegerField(default=0)
    series = TextField(null=True)
    series_number = FloatField(null=True)
    year = IntegerField(null=True)
    created = BigIntegerField()
    updated = BigIntegerField()
    started = IntegerField(null=True)
    finished = IntegerField(null=True)

    class Meta:
        table_name = "books"


class Genre(Base):
    name = TextField()
    colour = TextField()

    class Meta:
        table_name = "genres"


class Link(Base):
    book = IntegerField()
    position = IntegerField()
    genre = IntegerField()

    class Meta:
        table_name = "book_genres"
        primary_key = peewee.CompositeKey("book", "position")
