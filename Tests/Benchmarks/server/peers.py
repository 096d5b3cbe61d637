"""The measured peers: the library, and programs with psycopg 3, SQLAlchemy or Django."""

from __future__ import annotations

import statistics
import time
from collections.abc import Sequence
from typing import Any

import bookworm
import django
import psycopg
import sqlalchemy
from django.conf import settings
from django.db import connections, models

PAGE = 50
COLUMNS = (
    "id, title, author, synopsis, review, notes, rating, favourite, status, series, series_number,"
    " year, created, updated, started, finished"
)
_FIRST_PAGE = f"SELECT {COLUMNS} FROM books ORDER BY title_key, author_key, id LIMIT {PAGE}"
_ALL = f"SELECT {COLUMNS} FROM books ORDER BY id"


def touch(b: Any) -> int:
    """Reads every attribute."""
    _ = (b.author, b.synopsis, b.review, b.notes, b.favourite, b.status, b.series)
    _ = (b.series_number, b.year, b.created, b.updated, b.started, b.finished)
    return int(b.id) + len(b.title) + int(b.rating)


def taken_apart(row: Any) -> int:
    number, title, _, _, _, _, rating, _, _, _, _, _, _, _, _, _ = row
    return int(number) + len(title) + int(rating)


def in_schema(url: str, schema: str) -> str:
    return f"{url}{'&' if '?' in url else '?'}bookworm_schema={schema}"


def version(url: str) -> str:
    with psycopg.connect(url) as db:
        found = db.execute("SHOW server_version").fetchone()
    assert found is not None
    return str(found[0])


def round_trip(url: str) -> float:
    """The median, in seconds."""
    taken = []
    with psycopg.connect(url, autocommit=True) as db:
        for _ in range(1000):
            start = time.perf_counter()
            db.pgconn.exec_(b"")
            taken.append(time.perf_counter() - start)
    return statistics.median(taken)


class Bookworm:
    def __init__(self, path: str) -> None:
        self.store = bookworm.open(path)

    def read(self, ids: Sequence[int]) -> int:
        get = self.store.books.__getitem__
        return sum(touch(get(number)) for number in ids)

    def read_together(self, ids: Sequence[int]) -> int:
        return sum(map(touch, self.store.books.get_many(ids)))

    def first_page(self) -> int:
        return sum(b.id for b in self.store.books.all()[:PAGE])

    def scan(self) -> int:
        return sum(map(touch, self.store.books.order_by("id")))

    def rate(self, pairs: Sequence[tuple[Any, int]]) -> None:
        for book, rating in pairs:
            book.rating = rating


class Psycopg:
    """Prepared statements, binary values; writes the same rows as the library, one statement after
    another.
    """

    def __init__(self, url: str, schema: str) -> None:
        self.db = psycopg.connect(url, autocommit=True, prepare_threshold=0)
        self.db.execute(f"SET search_path = {schema}; SET jit = off", prepare=False)
        self.run = self.db.cursor(binary=True).execute

    def read(self, ids: Sequence[int]) -> int:
        run, read = self.run, f"SELECT {COLUMNS} FROM books WHERE id = %s"
        return sum(taken_apart(run(read, (number,)).fetchone()) for number in ids)

    def read_together(self, ids: Sequence[int]) -> int:
        read = f"SELECT {COLUMNS} FROM books WHERE id = ANY(%s)"
        return sum(map(taken_apart, self.run(read, (list(ids),)).fetchall()))

    def first_page(self) -> int:
        return sum(row[0] for row in self.run(_FIRST_PAGE).fetchall())

    def scan(self) -> int:
        return sum(map(taken_apart, self.run(_ALL).fetchall()))

    def rate(self, pairs: Sequence[tuple[Any, int]]) -> None:
        for book, rating in pairs:
            with self.db.transaction():
                self._rate(book.id, rating)

    def _rate(self, number: int, rating: int) -> None:
        run = self.run
        run("SELECT pg_advisory_xact_lock(7)")
        found = run("SELECT rating, created FROM books WHERE id = %s", (number,)).fetchone()
        assert found is not None
        old, created = found
        genres = run("SELECT genre FROM book_genres WHERE book = %s", (number,)).fetchall()
        last = run("SELECT max(id) FROM changes").fetchone()
        assert last is not None
        now = time.time_ns() // 1_000_000
        run("UPDATE books SET rating = %s, updated = %s WHERE id = %s", (rating, now, number))
        change = [0] * 6
        change[old] -= 1
        change[rating] += 1
        month = time.gmtime(created // 1000)
        for kind, key in (
            (0, 0),
            (2, month.tm_year * 100 + month.tm_mon),
            *((1, genre) for (genre,) in genres),
        ):
            run(
                "INSERT INTO counters VALUES (%s, %s, %s, %s, %s, %s, %s, %s) ON CONFLICT"
                " (kind, key) DO UPDATE SET "
                + ", ".join(
                    f"rated_{i} = counters.rated_{i} + excluded.rated_{i}" for i in range(6)
                ),
                (kind, key, *change),
            )
        # This entry of the log does not say what changed, so an observer reads everything again.
        run(
            "INSERT INTO changes (id, committed, entries) VALUES (%s, %s, '\\xff')",
            (last[0] + 1, now),
        )


class SQLAlchemyCore:
    def __init__(self, url: str, schema: str) -> None:
        engine = sqlalchemy.create_engine(
            "postgresql+psycopg://", creator=lambda: psycopg.connect(url, autocommit=True)
        )
        self.db = engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        self.db.execute(sqlalchemy.text(f"SET search_path = {schema}"))
        table = sqlalchemy.Table(
            "books", sqlalchemy.MetaData(), autoload_with=self.db, schema=schema
        )
        self.columns = [table.c[name] for name in COLUMNS.split(", ")]
        self.table = table

    def read(self, ids: Sequence[int]) -> int:
        read = sqlalchemy.select(*self.columns)
        where = self.table.c.id
        return sum(touch(self.db.execute(read.where(where == n)).one()) for n in ids)

    def read_together(self, ids: Sequence[int]) -> int:
        read = sqlalchemy.select(*self.columns).where(self.table.c.id.in_(ids))
        return sum(map(touch, self.db.execute(read).all()))

    def first_page(self) -> int:
        c = self.table.c
        page = sqlalchemy.select(*self.columns).order_by(c.title_key, c.author_key, c.id)
        return sum(row.id for row in self.db.execute(page.limit(PAGE)))

    def scan(self) -> int:
        every = sqlalchemy.select(*self.columns).order_by(self.table.c.id)
        return sum(map(touch, self.db.execute(every).all()))


class Django:
    """Its objects, as it creates them by default."""

    def __init__(self, url: str, schema: str) -> None:
        words = psycopg.conninfo.conninfo_to_dict(url)
        place = {
            "ENGINE": "django.db.backends.postgresql",
            "NAME": words["dbname"],
            "USER": words["user"],
            "HOST": words["host"],
            "PORT": words["port"],
            "OPTIONS": {"options": f"-c search_path={schema} -c jit=off"},
        }
        if not settings.configured:
            settings.configure(DATABASES={"default": place}, USE_TZ=True)
            django.setup()
        alias = f"{schema} {words['host']} {words['port']}"
        connections.settings[alias] = connections.configure_settings(
            {"default": place, alias: place}
        )[alias]
        self.books = model().objects.using(alias).defer("title_key", "author_key")

    def read(self, ids: Sequence[int]) -> int:
        return sum(touch(self.books.get(id=number)) for number in ids)

    def read_together(self, ids: Sequence[int]) -> int:
        return sum(map(touch, self.books.filter(id__in=ids)))

    def first_page(self) -> int:
        return sum(book.id for book in self.books.order_by("title_key", "author_key", "id")[:PAGE])

    def scan(self) -> int:
        return sum(map(touch, self.books.order_by("id").all()))


_models: list[Any] = []


def model() -> Any:
    """A book as a Django model, created once, because Django registers it by name."""
    if not _models:
        texts = ("title", "author", "synopsis", "review", "notes", "series")
        fields: dict[str, Any] = {
            name: (models.TextField if name in texts else models.BigIntegerField)(null=True)
            for name in COLUMNS.split(", ")
        }
        fields |= {name: models.BinaryField() for name in ("title_key", "author_key")}
        fields["id"] = models.BigIntegerField(primary_key=True)
        fields["series_number"] = models.FloatField(null=True)
        meta = type("Meta", (), {"managed": False, "db_table": "books", "app_label": "library"})
        fields |= {"Meta": meta, "__module__": __name__}
        _models.append(type("Book", (models.Model,), fields))
    return _models[0]
