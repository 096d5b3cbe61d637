"""Django's ORM, without the rest of Django."""

from __future__ import annotations

from itertools import islice
from typing import Any

import django
from dataset import Row
from django.db import connection, transaction
from django.db.models import Avg, Count, Q
from django_books import Book, Genre, Link
from objects import Mapped, links, pragmas, values
from peer import PAGE, main, milliseconds
from works import GenreRow

BY_TITLE = Book.objects.order_by("title", "id")


class Django(Mapped):
    version = f"Django {django.__version__}"

    def open(self) -> None:
        connection.settings_dict["NAME"] = self.path
        connection.settings_dict["OPTIONS"] = {"init_command": ";".join(pragmas())}
        connection.ensure_connection()

    def close(self) -> None:
        connection.close()

    def create(self, rows: list[Row], first: int) -> None:
        now = milliseconds()
        with transaction.atomic():
            Book.objects.bulk_create(
                [Book(id=number, **values(row, now)) for number, row in enumerate(rows, first)]
            )
            Link.objects.bulk_create(
                [
                    Link(book_id=each["book"], position=each["position"], genre_id=each["genre"])
                    for each in links(rows, first)
                ]
            )

    def getter(self) -> Any:
        return lambda number: Book.objects.get(pk=number)

    def rate_together(self, pairs: list[tuple[int, int]]) -> None:
        with transaction.atomic():
            for number, rating in pairs:
                book = Book.objects.get(pk=number)
                book.rating, book.updated = rating, milliseconds()
                book.save(update_fields=["rating", "updated"])

    def rate_each(self, pairs: list[tuple[int, int]]) -> None:
        for pair in pairs:
            self.rate_together([pair])

    def page_first(self) -> list[Any]:
        return list(BY_TITLE[:PAGE])

    def cursor_at(self, offset: int) -> tuple[str, int]:
        last = BY_TITLE[offset - 1]
        return last.title, last.pk

    def page_after(self, cursor: tuple[str, int]) -> list[Any]:
        title, number = cursor
        after = Q(title__gt=title) | Q(title=title, id__gt=number)
        # Without title__gte SQLite would read from the first title on: an OR does not seek.
        return list(BY_TITLE.filter(after, title__gte=title)[:PAGE])

    def page_offset(self, offset: int) -> list[Any]:
        return list(BY_TITLE[offset : offset + PAGE])

    def page_genre_rating(self, genre: int) -> list[Any]:
        return list(BY_TITLE.filter(genres=genre, rating__gte=4)[:PAGE])

    def page_genre_favourite(self, genre: int) -> list[Any]:
        return list(BY_TITLE.filter(genres=genre, rating__gte=4, favourite=True)[:PAGE])

    def scan_rows(self) -> list[Any]:
        return list(Book.objects.all())

    def statistics_genres(self) -> list[GenreRow]:
        rated = Avg("book__rating", filter=Q(book__rating__gt=0))
        rows = Link.objects.values("genre_id").annotate(books=Count("book"), average=rated)
        return list(rows.values_list("genre_id", "books", "average"))

    def delete_books(self, ids: list[int]) -> None:
        rest = iter(ids)
        with transaction.atomic():
            while some := list(islice(rest, 1000)):
                Link.objects.filter(book__in=some).delete()
                Book.objects.filter(id__in=some).delete()

    def delete_genre(self, genre: int) -> None:
        with transaction.atomic():
            Link.objects.filter(genre=genre).delete()
            Genre.objects.filter(id=genre).delete()


if __name__ == "__main__":
    main(Django)
