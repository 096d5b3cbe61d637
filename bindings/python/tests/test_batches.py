"""Tests many books in one call."""

from __future__ import annotations

import datetime
from datetime import date, timezone
from typing import Any

import pytest

import bookworm

CREATED = datetime.datetime(2001, 2, 3, 4, 5, 6, 789000, timezone.utc)

ROWS: list[dict[str, Any]] = [
    {"title": "Plain", "author": "A"},
    {
        "title": "Voll Ümläute ლ 🐛",
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
        "started": date(2020, 1, 2),
        "finished": date(2020, 3, 4),
        "genres": ["Fantasy", "Horror"],
        "identifiers": {"isbn": "1", "doi": "2"},
    },
    {"title": "Some", "author": "B", "year": 2000, "genres": ["horror"], "notes": None},
]


def as_row(book: bookworm.Book) -> dict[str, Any]:
    row = {name: value for name, value in book.as_dict().items() if value not in (None, 0)}
    row["genres"] = book.genres.names()
    row["identifiers"] = dict(book.identifiers)
    for name in ("id", "updated", "global_id", "readings"):
        del row[name]
    return row


def test_rows_and_columns_make_the_same_books_as_single_calls() -> None:
    with bookworm.open(":memory:") as store:
        one_by_one = [store.books.create(**row).id for row in ROWS]
        rows = store.books.create_many(ROWS)
        names = {name: None for row in ROWS for name in row}
        columns = store.books.create_many(**{name: [r.get(name) for r in ROWS] for name in names})
        singles, batch, wide = map(store.books.get_many, (one_by_one, rows, columns))
        assert len(store.books) == 9
        assert [book.title for book in batch] == [row["title"] for row in ROWS]
        for single, *others in zip(singles, batch, wide):
            expected = as_row(single)
            for other in others:
                row = as_row(other)
                if single.created != CREATED:
                    del row["created"]
                    expected.pop("created", None)
                assert row == expected


def test_ids_come_in_the_order_of_the_rows(store: bookworm.Store) -> None:
    ids = store.books.create_many(title=list("cab"), author=["A"] * 3)
    assert [store.books[each].title for each in ids] == list("cab")
    assert ids == sorted(ids)


def test_rows_may_come_from_a_generator(store: bookworm.Store) -> None:
    ids = store.books.create_many({"title": f"T{n}", "author": "A"} for n in range(3))
    assert len(ids) == 3
    assert store.books.create_many([]) == []
    assert store.books.create_many() == []
    assert store.books.create_many(title=[], author=[]) == []
    assert len(store.books) == 3


def test_genres_of_a_batch_may_be_names_ids_or_both(store: bookworm.Store) -> None:
    kids = store.genres.create("Kids")
    columns = {"title": list("abcd"), "author": ["A"] * 4}
    by_name = store.books.create_many(genres=[["X", "kids"], [], None, ("x",)], **columns)
    by_id = store.books.create_many(genres=[[kids.id], [kids], [], []], **columns)
    mixed = store.books.create_many(genres=[["Y", kids.id], [kids, "Z"], [], ["y"]], **columns)

    def names(ids: list[int]) -> list[list[str]]:
        return [book.genres.names() for book in store.books.get_many(ids)]

    assert names(by_name) == [["X", "Kids"], [], [], ["X"]]
    assert names(by_id) == [["Kids"], ["Kids"], [], []]
    assert names(mixed) == [["Y", "Kids"], ["Kids", "Z"], [], ["Y"]]


@pytest.mark.parametrize(
    ("columns", "row", "field"),
    [
        ({"title": ["a", "b", " "]}, 2, "title"),
        ({"title": ["a", "b\0c", "d"]}, 1, "title"),
        ({"title": ["a", "b", "x" * 20_000]}, 2, "title"),
        ({"title": ["a", "\ud800", "c"]}, 1, "title"),
        ({"author": ["a", "", "c"]}, 1, "author"),
        ({"rating": [5, 4, 6]}, 2, "rating"),
        ({"rating": [2**40, 4, 3]}, 0, "rating"),
        ({"status": ["completed", "done", "x"]}, 1, "status"),
        ({"year": [None, 2**31, 1]}, 1, "year"),
        ({"series_number": [1.0, None, -2.0]}, 2, "series_number"),
        ({"created": [CREATED, datetime.datetime(2020, 1, 1), None]}, 1, "created"),
        ({"genres": [["ok"], ["fine", " "], []]}, 1, "genres"),
        ({"genres": [["ok"], ["fine", "\ud800"], []]}, 1, "genres"),
        ({"identifiers": [[("isbn", "1")], [("isbn", "2\0")], None]}, 1, "identifiers"),
    ],
)
def test_the_failing_row_and_field_are_named_and_nothing_is_made(
    store: bookworm.Store, columns: dict[str, Any], row: int, field: str
) -> None:
    given = {"title": ["a", "b", "c"], "author": ["A"] * 3, **columns}
    with pytest.raises(bookworm.Error) as caught:
        store.books.create_many(**given)
    assert isinstance(caught.value, ValueError)
    assert (caught.value.row, caught.value.field) == (row, field)
    assert str(caught.value).startswith(f"row {row}: {field}")
    assert str(caught.value).count("row") == 1
    assert len(store.books) == len(store.genres) == 0


@pytest.mark.parametrize(
    ("columns", "field"),
    [
        ({"title": ["a", 5]}, "title"),
        ({"rating": [1, "2"]}, "rating"),
        ({"status": ["completed", 3]}, "status"),
        ({"genres": [[], "Horror"]}, "genres"),
        ({"genres": [["Horror"], [1.5]]}, "genres"),
        ({"identifiers": [None, 7]}, "identifiers"),
        ({"price": [None, "12 EUR"]}, "price"),
        ({"created": [None, "2020"]}, "created"),
    ],
)
def test_a_mistake_of_type_in_a_batch_is_of_both_kinds(
    store: bookworm.Store, columns: dict[str, Any], field: str
) -> None:
    with pytest.raises(bookworm.WrongTypeError) as caught:
        store.books.create_many(**{"title": ["a", "b"], "author": ["A"] * 2, **columns})
    assert isinstance(caught.value, TypeError)
    assert (caught.value.row, caught.value.field) == (1, field)
    assert str(caught.value).startswith("row 1: ")
    rows: Any = [{"title": "a", "author": "A"}, "b"]
    with pytest.raises(bookworm.WrongTypeError, match="row 1 must be a mapping"):
        store.books.create_many(rows)
    assert len(store.books) == 0


def test_an_unknown_genre_in_a_batch_names_its_row(store: bookworm.Store) -> None:
    kids = store.genres.create("Kids")
    with pytest.raises(bookworm.NotFoundError) as caught:
        store.books.create_many(title=["a", "b"], author=["A"] * 2, genres=[[kids], [99]])
    assert caught.value.row == 1
    assert len(store.books) == 0


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"rating": [1, "2", 3]}, "row 1: rating must be an int, not str"),
        ({"title": ["a", "b", 3]}, "row 2: title must be a str, not int"),
        ({"title": ["a", b"b", "c"]}, "row 1: title must be a str, not bytes"),
        ({"favourite": [True, False, "no"]}, "row 2: favourite must be a bool, not str"),
        ({"rating": [5, True, 3]}, "row 1: rating must be an int, not bool"),
        ({"started": [None, "2020-01-01", None]}, "row 1: started must be a date, not str"),
        ({"genres": [[], "Fantasy", []]}, "row 1: genres must be"),
        ({"genres": [[], [1.5], []]}, "row 1: genre must be"),
        ({"identifiers": [(), "isbn", ()]}, "row 1: identifiers must be"),
        ({"identifiers": [(), (), [("a", "b", "c")]]}, "row 2: identifiers must be pairs"),
        ({"title": 3}, "title must be a column"),
        ({"title": [None, "b", "c"]}, "title"),
        ({"title": "abc"}, "title must be a column"),
        ({"raiting": [1, 2, 3]}, "no field 'raiting'"),
        ({"id": [1, 2, 3]}, "id is set by the store"),
        ({"updated": [CREATED] * 3}, "updated is set by the store"),
    ],
)
def test_a_value_of_another_type_is_told_with_its_row(
    store: bookworm.Store, columns: dict[str, Any], message: str
) -> None:
    given = {"title": ["a", "b", "c"], "author": ["A"] * 3, **columns}
    with pytest.raises((TypeError, bookworm.Error), match=message):
        store.books.create_many(**given)
    assert len(store.books) == len(store.genres) == 0


def test_a_batch_of_the_wrong_shape_is_told(store: bookworm.Store) -> None:
    shapes: list[tuple[Any, dict[str, Any], type[Exception]]] = [
        ((), {"title": ["a"], "author": ["A", "B"]}, bookworm.ArgumentError),
        ((), {"title": ["a"]}, TypeError),
        (([{"title": "a"}],), {}, TypeError),
        (([{"title": "a", "author": "A"}],), {"rating": [1]}, TypeError),
        (("ab",), {}, TypeError),
        (({"title": ["a"]},), {}, TypeError),
        (([1],), {}, TypeError),
        ((3,), {}, TypeError),
        ((), {"title": 3, "author": ["A"]}, TypeError),
        ((), {"title": ["a"], "author": ["A"], "genres": [0]}, TypeError),
        ((), {"title": ["a"], "author": ["A"], "genres": [""]}, TypeError),
    ]
    for rows, columns, kind in shapes:
        with pytest.raises(kind):
            store.books.create_many(*rows, **columns)
    assert len(store.books) == 0
