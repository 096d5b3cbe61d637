"""plain.sql as Django models; the importing program names the database and opens it."""

from __future__ import annotations

import django
from django.conf import settings

settings.configure(
    DATABASES={
        "default": {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": "",
        }
    },
    DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
)
django.setup()

from django.db import models  # noqa: E402  (after the settings)


class Book(models.Model):
    title = models.TextField()
    author = models.TextField()
    synopsis = models.TextField(null=True)
    review = models.TextField(null=True)
    notes = models.TextField(null=True)
    rating = models.IntegerField(default=0)
    favourite = models.BooleanField(default=False)
    status = models.IntegerField(default=0)
    series = models.TextField(null=True)
    series_number = models.FloatField(null=True)
    year = models.IntegerField(null=True)
    created = models.BigIntegerField()
    updated = models.BigIntegerField()
    started = models.IntegerField(null=True)
    finished = models.IntegerField(null=True)
    genres = models.ManyToManyField("Genre", through="Link")

    class Meta:
        app_label, db_table, managed = "books", "books", False


class Genre(models.Model):
    name = models.TextField()
    colour = models.TextField()

    class Meta:
        app_label, db_table, managed = "books", "genres", False


class Link(models.Model):
    pk = models.CompositePrimaryKey("book_id", "position")
    book = models.ForeignKey(Book, models.CASCADE, db_column="book")
    position = models.IntegerField()
    genre = models.ForeignKey(Genre, models.CASCADE, db_column="genre")

    class Meta:
        app_label, db_table, managed = "books", "book_genres", False
