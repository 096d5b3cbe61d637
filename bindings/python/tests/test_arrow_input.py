"""Tests creating books from data frames, by their Arrow streams."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from datetime import date, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given, strategies as st
from test_arrow import CREATED, ROWS, as_row, books, numbered, table

import bookworm

pa: Any = pytest.importorskip("pyarrow")


@pytest.fixture
def memory() -> Iterator[bookworm.Store]:
    with bookworm.open(":memory:") as store:
        yield store


def frame(**columns: Any) -> Any:
    """A table of three books, with some more columns."""
    return pa.table({"title": ["a", "b", "c"], "author": ["A"] * 3, **columns})


def created(store: bookworm.Store, rows: Any) -> list[bookworm.Book]:
    return store.books.get_many(store.books.create_many(rows))


def without_ids(source: bookworm.Store) -> Any:
    """Returns the contents of a store without ids, global ids and times."""
    return table(source.books).drop_columns(["id", "updated", "global_id"])


def test_what_a_store_gives_another_one_takes(
    store: bookworm.Store, memory: bookworm.Store
) -> None:
    memory.genres.create("Cooking")
    store.books.create_many(ROWS)
    given_rows = without_ids(store)
    assert len(memory.books.create_many(given_rows)) == 3
    assert without_ids(memory).equals(given_rows)
    assert len(memory.genres["Cooking"].books) == 0


def test_ids_of_genres_are_refused_wherever_they_come_from(
    store: bookworm.Store, memory: bookworm.Store
) -> None:
    memory.genres.create("Cooking")
    store.books.create("Dune", "Frank Herbert", genres=["Science Fiction"])
    rows = store.books.all().arrow("title", "author", "genres")
    message = "the column genres is of list; it must be of a list of utf8, the genres' names"
    for either in (store, memory):
        with pytest.raises(bookworm.ArgumentError, match=message) as caught:
            either.books.create_many(rows)
        assert caught.value.field == "genres"
    assert len(store.books) == 1
    assert len(memory.books) == 0


@given(st.lists(books, min_size=1, max_size=20), st.data())
def test_any_table_makes_the_books_that_it_holds(rows: list[dict[str, Any]], data: Any) -> None:
    with bookworm.open(":memory:") as store, bookworm.open(":memory:") as copy:
        store.books.create_many(rows)
        whole = without_ids(store)
        # The same rows in pieces. Each is a slice of a larger table, which has another row before
        # the slice and another one after it.
        cuts = sorted(data.draw(st.lists(st.integers(0, len(rows)), max_size=3)))
        ends = zip([0, *cuts], [*cuts, len(rows)])
        pieces = [
            pa.concat_tables([whole[:1], whole[start:end], whole[:1]]).combine_chunks()[1:-1]
            for start, end in ends
        ]
        assert len(copy.books.create_many(pa.concat_tables(pieces))) == len(rows)
        assert sorted(map(repr, without_ids(copy).to_pylist())) == sorted(
            map(repr, whole.to_pylist())
        )


TEXTS = [
    pa.string(),
    pa.large_string(),
    pa.string_view(),
    pa.dictionary(pa.int8(), pa.string()),
    pa.dictionary(pa.uint64(), pa.large_string()),
    pa.dictionary(pa.int64(), pa.string_view()),
]
INTEGERS = [pa.int8(), pa.int16(), pa.int32(), pa.int64()]
INTEGERS += [pa.uint8(), pa.uint16(), pa.uint32(), pa.uint64()]


@pytest.mark.parametrize("type", TEXTS, ids=str)
def test_texts_come_in_any_layout(memory: bookworm.Store, type: Any) -> None:
    long = "a text that is longer than a view holds by itself"
    review = [long, "", None, "short", "exactly 12 b", "and now thirteen"]
    made = created(
        memory,
        pa.table(
            {
                "title": pa.array([f"{n} {long}" for n in range(6)]).cast(type),
                "author": pa.array(["Ł"] * 6).cast(type),
                "review": pa.array(review).cast(type),
                "status": pa.array(["completed", None, "on-shelf"] * 2).cast(type),
            }
        ).slice(1, 4),
    )
    assert [book.title for book in made] == [f"{n} {long}" for n in range(1, 5)]
    assert [book.review for book in made] == review[1:5]
    assert [str(book.status) for book in made] == ["on-shelf", "on-shelf", "completed", "on-shelf"]


@pytest.mark.parametrize("type", INTEGERS, ids=str)
def test_integers_come_in_any_width(memory: bookworm.Store, type: Any) -> None:
    numbers = pa.array([5, None, 1], type)
    made = created(
        memory,
        frame(
            rating=numbers,
            year=numbers,
            series_number=numbers,
            favourite=pa.array([1, None, 0], type),
            status=pa.array([2, None, 3], type),
        ),
    )
    assert [book.rating for book in made] == [5, 0, 1]
    assert [book.year for book in made] == [5, None, 1]
    assert [book.series_number for book in made] == [5, None, 1]
    assert [book.favourite for book in made] == [True, False, False]
    assert [str(book.status) for book in made] == ["completed", "on-shelf", "did-not-finish"]


@pytest.mark.parametrize("unit", ["s", "ms", "us", "ns"])
def test_instants_come_in_any_unit(memory: bookworm.Store, unit: str) -> None:
    second = CREATED.replace(microsecond=0)
    instants = [second, None, datetime.datetime(2024, 2, 29, 23, tzinfo=timezone.utc)]
    made = created(memory, frame(created=pa.array(instants, pa.timestamp(unit, "Asia/Seoul"))))
    assert [book.created for book in made if book.title != "b"] == [second, instants[2]]


def test_what_is_finer_than_a_millisecond_is_cut_off(memory: bookworm.Store) -> None:
    numbers = pa.array([-1, 999_999, -1_000_001], pa.int64())
    made = created(memory, frame(created=numbers.cast(pa.timestamp("ns", "UTC"))))
    epoch = datetime.datetime(1970, 1, 1, tzinfo=timezone.utc)
    millisecond = timedelta(milliseconds=1)
    assert [(book.created - epoch) // millisecond for book in made] == [-1, 0, -2]


@pytest.mark.parametrize("type", [pa.date32(), pa.date64()], ids=str)
def test_dates_come_as_days_or_milliseconds(memory: bookworm.Store, type: Any) -> None:
    dates = [date(1, 1, 1), None, date(9999, 12, 31)]
    made = created(memory, frame(started=pa.array(dates, type), finished=pa.array(dates, type)))
    assert [book.started for book in made] == [book.finished for book in made] == dates


@pytest.mark.parametrize("text", TEXTS, ids=str)
@pytest.mark.parametrize("list_of", [pa.list_, pa.large_list], ids=["list", "large_list"])
def test_lists_come_in_any_layout(memory: bookworm.Store, text: Any, list_of: Any) -> None:
    names = [["x"], ["Fantasy", "Horror", "Kids"], None, [], ["Horror"], ["y"]]

    def lists(values: Any) -> Any:
        items = pa.array([item for each in values for item in each or ()], pa.string()).cast(text)
        ends = [sum(len(each or ()) for each in values[:n]) for n in range(len(values) + 1)]
        offset = pa.int32() if list_of is pa.list_ else pa.int64()
        kind = pa.ListArray if list_of is pa.list_ else pa.LargeListArray
        mask = pa.array([each is None for each in values])
        return kind.from_arrays(pa.array(ends, offset), items, mask=mask)

    columns = {
        "title": list("abcdef"),
        "author": ["A"] * 6,
        "genres": lists(names),
        "identifier_schemes": lists(names),
        "identifier_values": lists(names),
    }
    made = created(memory, pa.table(columns).slice(1, 4))
    assert [book.genres.names() for book in made] == [each or [] for each in names[1:5]]
    assert [[scheme for scheme, _ in book.identifiers] for book in made] == [
        each or [] for each in names[1:5]
    ]
    assert len(memory.genres) == 3


def test_columns_of_nothing_are_fields_that_are_not_given(memory: bookworm.Store) -> None:
    nothing = pa.nulls(3)
    empty = pa.array([[], [], []])
    [book, *_] = created(
        memory,
        frame(review=nothing, rating=nothing, status=nothing, genres=empty, favourite=nothing),
    )
    assert (book.review, book.rating, book.status, book.genres.ids()) == (None, 0, "on-shelf", [])


def test_a_null_in_a_dictionary_is_a_null(memory: bookworm.Store) -> None:
    review = pa.DictionaryArray.from_arrays(pa.array([1, 0, None]), pa.array(["r", None]))
    made = created(memory, frame(review=review))
    assert [book.review for book in made] == [None, "r", None]


def test_the_labels_of_pandas_are_passed_over(memory: bookworm.Store) -> None:
    assert len(created(memory, frame(__index_level_0__=[7, 8, 9]))) == 3


def test_a_table_without_rows_makes_nothing(memory: bookworm.Store) -> None:
    assert memory.books.create_many(frame()[:0]) == []
    assert memory.books.create_many(frame().schema.empty_table()) == []


WRONG = [
    ({"title": [1, 2, 3]}, bookworm.ArgumentError, "title", None),
    ({"rating": ["1", "2", "3"]}, bookworm.ArgumentError, "rating", None),
    ({"rating": [1.0, 2.0, 3.0]}, bookworm.ArgumentError, "rating", None),
    ({"id": [1, 2, 3]}, bookworm.ArgumentError, "id", None),
    ({"colour": ["x"] * 3}, bookworm.ArgumentError, "colour", None),
    ({"created": [datetime.datetime(2020, 1, 1)] * 3}, bookworm.ArgumentError, "created", None),
    ({"review": [b"x"] * 3}, bookworm.ArgumentError, "review", None),
    ({"genres": [["a"], ["b", None], []]}, bookworm.ArgumentError, "genres", 1),
    ({"genres": ["a", "b", "c"]}, bookworm.ArgumentError, "genres", None),
    ({"genres": [[1], [2], [3]]}, bookworm.ArgumentError, "genres", None),
    ({"genres": [["a"], ["b"], [" "]]}, bookworm.InvalidError, "genres", 2),
    ({"title": ["a", " ", "c"]}, bookworm.InvalidError, "title", 1),
    ({"title": ["a", None, "c"]}, bookworm.InvalidError, "title", 1),
    ({"title": ["a", "b", "c\0"]}, bookworm.TextError, "title", 2),
    ({"title": ["a", "b", "c" * 20_000]}, bookworm.TooLargeError, "title", 2),
    ({"rating": [5, 6, 7]}, bookworm.InvalidError, "rating", 1),
    ({"year": [1, None, 2**40]}, bookworm.InvalidError, "year", 2),
    ({"status": ["completed", None, "done"]}, bookworm.InvalidError, "status", 2),
    ({"series_number": [1.5, None, -1.0]}, bookworm.InvalidError, "series_number", 2),
    ({"started": pa.array([0, 1, 2**31 - 1], pa.date32())}, bookworm.InvalidError, "started", 2),
    (
        {"created": pa.array([0, 2**62, 1], pa.timestamp("s", "UTC"))},
        bookworm.InvalidError,
        "created",
        1,
    ),
    ({"identifier_schemes": [["a"], [], []]}, bookworm.ArgumentError, "identifiers", 0),
]


@pytest.mark.parametrize(("columns", "kind", "field", "row"), WRONG)
def test_what_is_wrong_is_named_with_its_row_and_nothing_is_made(
    store: bookworm.Store, columns: Any, kind: type[bookworm.Error], field: str, row: int | None
) -> None:
    given_table = frame(**columns)
    with pytest.raises(kind) as caught:
        store.books.create_many(given_table)
    assert (caught.value.field, caught.value.row) == (field, row)
    if row is not None:
        fine = pa.table({"title": ["t"] * 7, "author": ["A"] * 7})
        whole = pa.concat_tables([fine, given_table], promote_options="default")
        with pytest.raises(kind) as caught:
            store.books.create_many(whole)
        assert caught.value.row == 7 + row
    assert len(store.books) == len(store.genres) == 0


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"year": [1999.0]}, "the column year is of double; it must be of an integer type"),
        ({"notes": [b"x"]}, "the column notes is of binary; it must be of utf8"),
        ({"genre": [["Fantasy"]]}, 'for the column "genre"; did you mean genres?'),
        ({"Review": ["x"]}, 'for the column "Review"; did you mean review?'),
        (
            {"identifiers": [["x"]]},
            'for the column "identifiers"; did you mean identifier_schemes and identifier_values?',
        ),
        ({"id": [1]}, 'for the column "id"; leave the column out'),
        (
            {"started": [datetime.datetime(2020, 1, 1)]},
            "the column started is of timestamp; it must be of date32 or date64",
        ),
        (
            {"created": [datetime.datetime(2020, 1, 1)]},
            "the column created has timestamps without a time zone; give them one",
        ),
        ({"genres": [["Fantasy"]], "genre_names": [["Fantasy"]]}, "two columns hold genre_names"),
        ({"year": [3_000_000_000]}, "year is 3000000000; it must fit into 32 bits"),
    ],
)
def test_a_column_that_does_not_fit_is_told_what_would(
    store: bookworm.Store, columns: dict[str, Any], message: str
) -> None:
    columns = {"title": ["Dune"], "author": ["Frank Herbert"], **columns}
    with pytest.raises(bookworm.Error) as caught:
        store.books.create_many(pa.table(columns))
    assert message in str(caught.value)


def test_a_missing_column_is_told(store: bookworm.Store) -> None:
    for name in ("title", "author"):
        with pytest.raises(bookworm.InvalidError, match=f"no column {name}") as caught:
            store.books.create_many(frame().drop_columns([name]))
        assert caught.value.field == name


def reader(batches: Any) -> Any:
    return pa.RecordBatchReader.from_batches(frame().schema, batches)


def test_a_producer_that_fails_is_quoted(store: bookworm.Store) -> None:
    def batches() -> Iterator[Any]:
        yield frame().to_batches()[0]
        raise RuntimeError("the cable was cut")

    with pytest.raises(bookworm.InvalidError, match="the cable was cut"):
        store.books.create_many(reader(batches()))
    assert len(store.books) == 0


def test_a_producer_may_use_the_store_that_it_fills(store: bookworm.Store) -> None:
    def batches(session: Any) -> Iterator[Any]:
        for _ in range(2):
            session.books.create("Made meanwhile", "A")
            yield frame().to_batches()[0]

    assert len(store.books.create_many(reader(batches(store)))) == 6
    with store.transaction() as inside:
        assert len(inside.books.create_many(reader(batches(inside)))) == 6
    assert len(store.books) == 16


def test_a_query_fills_another_store(store: bookworm.Store, memory: bookworm.Store) -> None:
    numbered(store, 9000)
    rows = store.books.all().arrow("title", "author", "notes")
    assert len(memory.books.create_many(rows)) == 9000
    assert len(store.books.create_many(rows)) == 9000
    assert memory.books.all().columns("title", "notes") == {
        name: values[::2] for name, values in store.books.all().columns("title", "notes").items()
    }


class Giver:
    """Returns its argument in place of a stream."""

    def __init__(self, given: object) -> None:
        self.given = given

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self.given


def test_what_is_no_stream_is_refused(store: bookworm.Store) -> None:
    schema = pa.schema([]).__arrow_c_schema__()
    for wrong in (None, 3, "stream", schema):
        with pytest.raises(TypeError, match="Arrow stream"):
            store.books.create_many(Giver(wrong))
    capsule = frame().__arrow_c_stream__()
    assert len(store.books.create_many(Giver(capsule))) == 3
    with pytest.raises(bookworm.ArgumentError, match="released"):
        store.books.create_many(Giver(capsule))
    assert len(store.books) == 3


def test_polars_frames_are_taken(store: bookworm.Store) -> None:
    pl: Any = pytest.importorskip("polars")
    rows = {
        "title": ["a", "b"],
        "author": ["A", "a longer name than a view holds"],
        "genres": [["G", "H"], []],
        "status": ["completed", None],
        "created": [CREATED, None],
        "started": [date(2020, 1, 1), None],
        "rating": [5, None],
    }
    polars_frame = pl.DataFrame(rows)
    categories = polars_frame.with_columns(pl.col("status").cast(pl.Categorical))
    for each in (polars_frame, categories, polars_frame.reverse().reverse()):
        first, second = created(store, each)
        assert (first.title, first.rating, first.status) == ("a", 5, "completed")
        assert (first.created, first.started) == (CREATED, date(2020, 1, 1))
        assert first.genres.names() == ["G", "H"]
        assert (second.author, second.started) == ("a longer name than a view holds", None)


def test_duckdb_relations_are_taken(store: bookworm.Store) -> None:
    duckdb: Any = pytest.importorskip("duckdb")
    relation = duckdb.sql(
        """
        SELECT 'Book ' || i AS title, 'A' AS author, (i % 6)::TINYINT AS rating,
          ['G', 'H'] AS genres, DATE '2020-01-01' AS finished, i % 2 = 0 AS favourite,
          TIMESTAMPTZ '2001-02-03 04:05:06+00' AS created
        FROM range(3000) AS t(i)
        """
    )
    made = created(store, relation)
    assert len(made) == 3000
    assert {book.created for book in made} == {
        datetime.datetime(2001, 2, 3, 4, 5, 6, tzinfo=timezone.utc)
    }
    assert as_row(made[5])["title"] == "Book 5"
    assert (made[5].rating, made[5].favourite, made[5].finished) == (5, False, date(2020, 1, 1))
    assert store.genres["H"].book_count == 3000
