"""Tests reading books as Arrow streams."""

from __future__ import annotations

import datetime
from datetime import date, timezone
from pathlib import Path
from typing import Any

import pytest
from conftest import Script
from hypothesis import given, strategies as st
from test_leaks import open_files

import bookworm

pa: Any = pytest.importorskip("pyarrow")

CREATED = datetime.datetime(1969, 12, 31, 23, 59, 59, 999000, timezone.utc)
ROWS: list[dict[str, Any]] = [
    {"title": "Plain", "author": "A"},
    {
        "title": "Völl 🐛",
        "author": "Ł",
        "synopsis": "s",
        "review": "",
        "notes": "n\n",
        "rating": 5,
        "favourite": True,
        "status": "completed",
        "series": "S",
        "series_number": 1.5,
        "year": -44,
        "created": CREATED,
        "started": date(1, 1, 1),
        "finished": date(9999, 12, 31),
        "price": bookworm.Price(1299, "EUR"),
        "genres": ["Fantasy", "Horror"],
        "identifiers": {"isbn": "1", "doi": "2"},
    },
    {"title": "Some", "author": "B", "year": 2000, "genres": ["Horror"], "status": "in-progress"},
]


def table(source: Any) -> Any:
    made = pa.table(source)
    made.validate(full=True)
    return made


EDITION = (
    "subtitle",
    "publisher",
    "pages",
    "language",
    "format",
    "edition_year",
    "author_sort",
    "exact_rating",
    "title_sort",
    "spoilers",
)


def as_row(book: bookworm.Book) -> dict[str, Any]:
    """Returns a book as its row in Arrow."""
    amount, currency = book.price or (None, None)
    others = {"contributors", "genres", "identifiers", "picture", "quotes", "readings", "sources"}
    return {
        **{name: value for name, value in book.as_dict().items() if name not in others},
        "status": str(book.status),
        "price": amount,
        "currency": currency,
        "global_id": str(book.global_id),
        **{name: getattr(book, name) for name in EDITION},
        "genre_names": book.genres.names(),
        "identifier_schemes": [scheme for scheme, _ in book.identifiers],
        "identifier_values": [value for _, value in book.identifiers],
    }


def check_same(store: bookworm.Store, query: bookworm.Query | None = None) -> None:
    query = query or store.books.all()
    assert table(query).to_pylist() == [as_row(book) for book in query]


def numbered(store: bookworm.Store, count: int) -> None:
    store.books.create_many(
        title=[f"{n:06}" for n in range(count)],
        author=["A"] * count,
        notes=[str(n) if n % 7 == 0 else None for n in range(count)],
    )


def test_a_table_has_every_field_with_its_type(store: bookworm.Store) -> None:
    utc = pa.timestamp("ms", "UTC")
    texts = pa.list_(pa.field("item", pa.string(), nullable=False))
    expected = [
        ("id", pa.int64(), False),
        ("title", pa.string(), False),
        ("author", pa.string(), False),
        ("synopsis", pa.string(), True),
        ("review", pa.string(), True),
        ("notes", pa.string(), True),
        ("rating", pa.int32(), False),
        ("favourite", pa.bool_(), False),
        ("status", pa.dictionary(pa.int32(), pa.string()), True),
        ("series", pa.string(), True),
        ("series_number", pa.float64(), True),
        ("year", pa.int32(), True),
        ("created", utc, False),
        ("updated", utc, False),
        ("started", pa.date32(), True),
        ("finished", pa.date32(), True),
        ("price", pa.int64(), True),
        ("currency", pa.string(), True),
        ("global_id", pa.string(), False),
        ("subtitle", pa.string(), True),
        ("publisher", pa.string(), True),
        ("pages", pa.int32(), True),
        ("language", pa.string(), True),
        ("format", pa.string(), True),
        ("edition_year", pa.int32(), True),
        ("author_sort", pa.string(), True),
        ("exact_rating", pa.float64(), True),
        ("title_sort", pa.string(), True),
        ("spoilers", pa.bool_(), False),
        ("identifier_schemes", texts, False),
        ("identifier_values", texts, False),
        ("genre_names", texts, False),
    ]
    schema = table(store.books.all()).schema
    assert schema == pa.schema([pa.field(*each) for each in expected])


def test_a_table_holds_what_the_books_do(store: bookworm.Store) -> None:
    store.books.create_many(ROWS)
    check_same(store)
    check_same(store, store.books.where(genre="Horror").order_by("-title"))
    check_same(store, store.books.all()[1:2])
    assert table(store.books).equals(table(store.books.all()))
    assert table(store.books.where(rating=1)).num_rows == 0
    with store.transaction() as inside:
        inside.books.create("Zebra", "Z")
        check_same(store, inside.books.all())
        within = table(inside.books)
        inside.rollback()
    assert within["title"].to_pylist() == ["Plain", "Some", "Völl 🐛", "Zebra"]


def test_a_store_in_memory_gives_tables_too() -> None:
    with bookworm.open(":memory:") as store:
        store.books.create_many(ROWS)
        check_same(store)
        stream = pa.RecordBatchReader.from_stream(store.books)
        store.books.all().delete()
    assert stream.read_all().num_rows == 3


def test_some_fields_alone(store: bookworm.Store) -> None:
    store.books.create_many(ROWS)
    fields = ("rating", "title", "genres", "genre_names", "picture")
    some = store.books.order_by("title").arrow(*fields)
    assert table(some).to_pylist() == [
        {
            "title": book.title,
            "rating": book.rating,
            "genres": book.genres.ids(),
            "genre_names": book.genres.names(),
            "picture": book.picture,
        }
        for book in store.books
    ]
    store.books.create("Zebra", "Z")
    assert table(some)["title"].to_pylist()[-1] == "Zebra"
    assert table(store.books.all().arrow()).equals(table(store.books))
    both = ["identifier_schemes", "identifier_values"]
    assert table(store.books.all().arrow("identifiers")).equals(table(store.books).select(both))
    with pytest.raises(bookworm.ArgumentError, match="no column 'titel'"):
        store.books.all().arrow("titel")
    with pytest.raises(TypeError):
        store.books.all().arrow(["title"])  # type: ignore[arg-type]


def test_many_batches_make_up_the_whole(store: bookworm.Store) -> None:
    numbered(store, 20_000)
    whole = table(store.books)
    assert whole["title"].to_pylist() == [f"{n:06}" for n in range(20_000)]
    assert whole["notes"].to_pylist() == [str(n) if n % 7 == 0 else None for n in range(20_000)]
    assert whole["title"].num_chunks > 1


texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=40)
names = texts.map(lambda text: f"{text}.")
instants = st.datetimes(timezones=st.just(timezone.utc)).map(
    lambda instant: instant.replace(microsecond=instant.microsecond // 1000 * 1000)
)
optional: dict[str, st.SearchStrategy[Any]] = {
    "synopsis": texts,
    "review": texts,
    "notes": texts,
    "rating": st.integers(0, 5),
    "favourite": st.booleans(),
    "status": st.sampled_from(list(bookworm.Status)),
    "series": names,
    "series_number": st.floats(0, allow_infinity=False),
    "year": st.integers(-(2**31), 2**31 - 1),
    "created": instants,
    "started": st.dates(),
    "finished": st.dates(),
    "price": st.tuples(st.integers(0, 2**63 - 1), st.sampled_from(["EUR", "JPY"])),
    "genres": st.lists(st.sampled_from("ABCD"), max_size=3),
    "identifiers": st.lists(st.tuples(names, names), max_size=3),
}


def ends_in_time(row: dict[str, Any]) -> bool:
    """Whether a call accepts the days of a reading."""
    return bool(row.get("started", date.min) <= row.get("finished", date.max))


books = st.fixed_dictionaries({"title": names, "author": names}, optional=optional).filter(
    ends_in_time
)


@given(st.lists(books, max_size=20))
def test_any_books_come_as_they_are(rows: list[dict[str, Any]]) -> None:
    with bookworm.open(":memory:") as store:
        store.books.create_many(rows)
        check_same(store)


def test_a_stream_goes_on_when_its_store_is_closed(path: Path) -> None:
    with bookworm.open(path) as store:
        numbered(store, 20_000)
        stream = pa.RecordBatchReader.from_stream(store.books)
        first = stream.read_next_batch()
    rest = stream.read_all()
    rest.validate(full=True)
    assert first.num_rows + rest.num_rows == 20_000
    assert first["title"][5].as_py() == "000005"
    with pytest.raises(bookworm.ClosedError):
        pa.table(store.books)


def test_dropped_streams_and_capsules_hold_no_files(store: bookworm.Store) -> None:
    numbered(store, 20_000)

    def drop_two() -> None:
        capsule = store.books.__arrow_c_stream__()
        pa.RecordBatchReader.from_stream(store.books).read_next_batch()
        del capsule

    drop_two()
    before = open_files()
    for _ in range(30):
        drop_two()
    assert open_files() <= before

    def files_of_many() -> int:
        streams = [store.books.__arrow_c_stream__() for _ in range(20)]
        return open_files() if streams else 0

    first = files_of_many()
    assert first > before
    # The descriptor that has all locks of a file stays open until SQLite closes its last descriptor
    # of that file.
    assert max(files_of_many() for _ in range(5)) <= first + 1


def test_streams_taken_again_and_again_take_no_more_memory(run: Script, path: Path) -> None:
    done = run(
        """
        import os, sys, bookworm, pyarrow
        def resident():
            with open("/proc/self/statm") as file:
                return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
        def half():
            stream = pyarrow.RecordBatchReader.from_stream(store.books)
            return stream.read_next_batch().column("title").slice(100, 1)
        def fails():
            try:
                store.books.create_many(wrong)
            except bookworm.InvalidError:
                return
            raise AssertionError
        def within():
            with store.transaction(read_only=True) as inside:
                pyarrow.RecordBatchReader.from_stream(inside.books).read_next_batch()
        with bookworm.open(sys.argv[1], durability="normal", cache_size=64) as store:
            texts = [f"{n} " * 20 for n in range(4000)]
            store.books.create_many(title=texts, author=texts, genres=[["G"]] * 4000)
            small = pyarrow.table({"title": texts[:50], "author": texts[:50]})
            wrong = pyarrow.table({"title": [*texts[:50], " "], "author": texts[:51]})
            uses = [
                (10, lambda: pyarrow.table(store.books)),
                (20, half),
                (100, store.books.__arrow_c_stream__),
                (100, lambda: pyarrow.table(store.books.all()[:9]).to_pylist()),
                (50, fails),
                (30, lambda: store.books.create_many(small)),
                (10, within),
            ]
            for number, (count, use) in enumerate(uses):
                for _ in range(count):
                    use()
                grown = []
                for _ in range(3):
                    before = resident()
                    for _ in range(count):
                        use()
                    grown.append((resident() - before) // 1024)
                # Some freed memory is not returned to the system at once. A leak of whole tables
                # would exceed this limit: one has more than 1,000 KiB, and ten are read.
                if min(grown) > 4000:
                    print(f"use {number} takes {grown} KiB")
        """,
        path,
    )
    assert (done.stdout, done.stderr) == ("", "")


@pytest.mark.parametrize(
    "holder", ["sys.modules['__main__'].x", "sys.x", "bookworm._native.arrow.x", "builtins.x"]
)
def test_a_capsule_may_outlive_everything(run: Script, path: Path, holder: str) -> None:
    done = run(
        f"""
        import builtins, sys, bookworm
        store = bookworm.open(sys.argv[1])
        store.books.create("T", "A")
        {holder} = store.books.__arrow_c_stream__()
        print("done")
        """,
        path,
    )
    assert (done.stdout, done.stderr, done.returncode) == ("done\n", "", 0)


def test_polars_takes_a_query(store: bookworm.Store) -> None:
    pl: Any = pytest.importorskip("polars")
    store.books.create_many(ROWS)
    frame = pl.DataFrame(store.books.all())
    assert frame.to_dicts() == [as_row(book) for book in store.books]
    rated = pl.DataFrame(store.books.where(rating=5).arrow("title", "genres"))
    assert rated.to_dicts() == [{"title": "Völl 🐛", "genres": [1, 2]}]


def test_duckdb_takes_a_query(store: bookworm.Store) -> None:
    duckdb: Any = pytest.importorskip("duckdb")
    store.books.create_many(ROWS)
    books = store.books.all()
    assert books is not None  # DuckDB finds it by its name
    found = duckdb.sql("SELECT status, count(*), max(year) FROM books GROUP BY 1 ORDER BY 1")
    assert found.fetchall() == [
        ("completed", 1, -44),
        ("in-progress", 1, 2000),
        ("on-shelf", 1, None),
    ]
