"""Tests changing many books at once: all matches, some of them, and each by a row of its own."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

import bookworm


@pytest.fixture
def books(store: bookworm.Store) -> list[bookworm.Book]:
    ids = store.books.create_many(
        title=["A", "B", "C"], author=["x", "y", "z"], rating=[1, 2, 3], genres=[["Old"]] * 3
    )
    store.clear_undo()
    return store.books.get_many(ids)


def test_what_matches_is_changed_in_one_step(
    store: bookworm.Store, books: list[bookworm.Book]
) -> None:
    query = store.books.where(rating=(2, 3))
    new = store.genres.create("New")
    assert (
        query.update(
            favourite=True,
            status="completed",
            finished=date(2026, 1, 2),
            price=bookworm.Price(500, "EUR"),
            add_genres=[new, "Newer"],
            remove_genres=["old", "Unknown"],
        )
        == 2
    )
    assert store.undo_count == 2  # with the genre's own
    book = query.first()
    assert book is not None
    assert (book.favourite, book.status, book.finished) == (True, "completed", date(2026, 1, 2))
    assert book.price == bookworm.Price(500, "EUR")
    assert book.genres.names() == ["New", "Newer"]
    assert "Unknown" not in store.genres
    assert query.update(favourite=True, price=None) == 2
    assert query.update(favourite=True, price=None) == 0
    assert books[0].genres.names() == ["Old"]
    store.undo()
    assert book.price == bookworm.Price(500, "EUR")
    with pytest.raises(bookworm.ArgumentError, match="slice"):
        query[:1].update(rating=1)
    with pytest.raises(TypeError, match="no field 'colour'"):
        query.update(colour="red")
    assert store.check() == []


def test_no_spoilers_are_no_change_where_there_are_none(
    store: bookworm.Store, books: list[bookworm.Book]
) -> None:
    before = books[0].updated
    assert store.books.update_many(id=[1, 2], spoilers=[False, True]) == 1
    assert store.books.update_many(id=[1, 2], spoilers=[False, True]) == 0
    books[0].update(spoilers=False)
    assert store.books[1].updated == before
    assert store.books.update_many(id=[1, 2], spoilers=[False, False]) == 1
    assert not store.books[2].spoilers


def test_some_books_are_changed_to_the_same(
    store: bookworm.Store, books: list[bookworm.Book]
) -> None:
    assert store.books.update([books[0], books[2].id], series="S", genres=["Old", "New"]) == 2
    assert [book.series for book in store.books.get_many([1, 2, 3])] == ["S", None, "S"]
    assert store.books.update([], rating=5) == 0
    with pytest.raises(bookworm.NotFoundError) as caught:
        store.books.update([1, 99], rating=5)
    assert caught.value.row == 1
    assert store.books[1].rating == 1
    with pytest.raises(TypeError, match="books"):
        store.books.update("12", rating=5)  # type: ignore[arg-type]


ROWS: list[dict[str, Any]] = [
    {"id": 3, "title": "C2", "add_genres": ["New"], "identifiers": {"isbn": "1"}},
    {"id": 1, "rating": 4, "series": "S", "remove_genres": ["OLD", "None"]},
    {"id": 2, "genres": [], "status": "in-progress"},
]


def check(store: bookworm.Store) -> None:
    one, two, three = store.books.get_many([1, 2, 3])
    assert (three.title, three.author, three.rating) == ("C2", "z", 3)
    assert three.genres.names() == ["Old", "New"]
    assert three.identifiers == (("isbn", "1"),)
    assert (one.rating, one.series, one.genres.names()) == (4, "S", [])
    assert (two.genres.names(), two.status, two.started) == ([], "in-progress", None)
    assert len(store.genres) == 2


def test_rows_and_columns_change_each_book_by_its_own(
    store: bookworm.Store, books: list[bookworm.Book]
) -> None:
    assert store.books.update_many(ROWS) == 3
    assert store.undo_count == 1
    check(store)
    assert store.books.update_many(ROWS) == 0
    store.undo()
    names = {name: None for row in ROWS for name in row}
    columns: dict[str, Any] = {name: [row.get(name) for row in ROWS] for name in names}
    assert store.books.update_many(**columns) == 3
    check(store)
    assert store.books.update_many([{"id": books[0], "series": None}]) == 0
    assert store.books.update_many([{"id": books[0], "series": None}], clear="series") == 1
    assert store.books[1].series is None
    assert store.check() == []


@pytest.mark.parametrize(
    ("rows", "clear", "error", "row", "field"),
    [
        ([{"id": 1, "rating": 5}, {"id": 2, "rating": 6}], (), "InvalidError", 1, "rating"),
        ([{"id": 1, "rating": 5}, {"id": 9}], (), "NotFoundError", 1, "id"),
        ([{"id": 1, "rating": 5}, {"id": 2}, {"id": 1}], (), "InvalidError", 2, "id"),
        ([{"id": 1, "title": " "}], (), "InvalidError", 0, "title"),
        ([{"id": 1}, {"id": 2, "add_genres": [9]}], (), "NotFoundError", 1, "add_genres"),
        ([{"id": 1}], ("title",), "ArgumentError", None, "clear"),
        ([{"id": 1}], ("colour",), "ArgumentError", None, "clear"),
    ],
)
def test_a_bad_row_is_named_and_none_is_written(
    store: bookworm.Store,
    books: list[bookworm.Book],
    rows: list[dict[str, Any]],
    clear: tuple[str, ...],
    error: str,
    row: int | None,
    field: str,
) -> None:
    with pytest.raises(getattr(bookworm, error)) as caught:
        store.books.update_many(rows, clear=clear)
    assert (caught.value.row, caught.value.field) == (row, field)
    assert store.undo_count == 0


def test_what_a_row_gives_is_nothing_to_the_next_one(
    store: bookworm.Store, books: list[bookworm.Book]
) -> None:
    rows: list[dict[str, Any]] = [
        {"id": 1, "genres": ["Old", "Gone"]},
        {"id": 2, "add_genres": ["New"]},
        {"id": 3, "remove_genres": ["Unknown"]},
    ]
    assert store.books.update_many(rows) == 2
    assert [book.genres.names() for book in books] == [["Old", "Gone"], ["Old", "New"], ["Old"]]


def test_rows_must_say_which_book_they_change(
    store: bookworm.Store, books: list[bookworm.Book]
) -> None:
    with pytest.raises(TypeError, match="id"):
        store.books.update_many(rating=[1])
    with pytest.raises(TypeError, match="row 1"):
        store.books.update_many(id=[1, None], rating=[1, 2])
    with pytest.raises(bookworm.ArgumentError, match="one length"):
        store.books.update_many(id=[1, 2], rating=[1])
    assert store.books.update_many([]) == 0


def test_an_update_of_one_book_adds_and_removes_genres(
    store: bookworm.Store, books: list[bookworm.Book]
) -> None:
    books[0].update(add_genres=["New", 1], remove_genres=["Old"], rating=5)
    assert books[0].genres.names() == ["New", "Old"]
    assert books[0].rating == 5
    with pytest.raises(bookworm.ArgumentError, match="both as a list and as changes"):
        books[0].update(genres=[], add_genres=["New"])


def test_a_status_means_the_same_to_create_and_to_update(store: bookworm.Store) -> None:
    created = store.books.create("T", "A", status="completed")
    updated = store.books.create("T", "A")
    updated.update(status="completed")
    for book in (created, updated):
        assert (book.status, book.started, book.finished) == ("completed", None, None)
    updated.status = "on-shelf"
    updated.status = "completed"
    assert updated.finished == date.today()
