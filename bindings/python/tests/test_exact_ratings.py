"""Tests ratings in quarters: one rating follows the other, however a book is changed."""

from __future__ import annotations

from typing import Any

import pytest

import bookworm
from bookworm import presentation


@pytest.fixture
def book(store: bookworm.Store) -> bookworm.Book:
    return store.books.create("Dune", "Frank Herbert", exact_rating=4.25)


def ratings(book: bookworm.Book) -> tuple[int, float | None]:
    return book.rating, book.exact_rating


def test_one_follows_the_other(book: bookworm.Book) -> None:
    assert ratings(book) == (4, 4.25)
    book.exact_rating = 4.5
    assert ratings(book) == (5, 4.5)
    book.rating = 3
    assert ratings(book) == (3, None)
    book.update(exact_rating=0.25, year=1965)
    assert ratings(book) == (1, 0.25)
    book.rating = 0
    assert ratings(book) == (0, None)


def test_many_books_at_once(store: bookworm.Store, book: bookworm.Book) -> None:
    made = store.books.create_many(
        title=["A", "B"], author=["X", "Y"], exact_rating=[3.5, None], rating=[4, 2]
    )
    columns = store.books.all().order_by("id").columns("rating", "exact_rating")
    assert columns == {"rating": [4, 4, 2], "exact_rating": [4.25, 3.5, None]}
    store.books.update_many(id=list(made), exact_rating=[4.75, 1])
    store.books.update([book.id], rating=5)
    columns = store.books.all().order_by("id").columns("rating", "exact_rating")
    assert columns == {"rating": [5, 5, 1], "exact_rating": [None, 4.75, 1.0]}
    assert store.books.all().rate(2) == 3
    assert store.books.all().columns("exact_rating")["exact_rating"] == [None] * 3


@pytest.mark.parametrize("value", [4.1, 0, 5.5, -1, float("nan")])
def test_what_is_no_quarter_is_refused(book: bookworm.Book, value: float) -> None:
    with pytest.raises(bookworm.InvalidError, match="must be a quarter from 0.25 to 5") as caught:
        book.exact_rating = value
    assert caught.value.field == "exact_rating"
    assert "0,25 bis 5" in presentation.error_text(caught.value, "de")
    assert ratings(book) == (4, 4.25)


def test_a_draft_and_a_binding_follow(store: bookworm.Store, book: bookworm.Book) -> None:
    draft = bookworm.Draft(title="A", author="B", rating=3)
    draft.exact_rating = 4.5
    assert draft.rating == 5
    draft.rating = 2
    assert draft.exact_rating is None
    draft.exact_rating = 1.25
    assert ratings(draft.save(store)) == (1, 1.25)
    with book.bind("exact_rating") as bound:
        bound.value = 2.5
    book.refresh()
    assert ratings(book) == (3, 2.5)


@pytest.mark.parametrize(
    ("condition", "found"),
    [
        ({"exact_rating": 4.25}, "C"),
        ({"exact_rating": (4.25, None)}, "CD"),
        ({"exact_rating": [3.5, 4]}, "BE"),
        ({"exact_rating": (None, 4.0), "or_not_rated": True}, "ABE"),
        ({"exact_rating": None}, "AB"),
        ({"having": "exact_rating"}, "CDE"),
        ({"rating": 4}, "BCE"),
    ],
)
def test_books_are_found_by_it(store: bookworm.Store, condition: Any, found: str) -> None:
    store.books.create_many(
        title=list("ABCDE"),
        author=["X"] * 5,
        rating=[0, 4, 4, 5, 4],
        exact_rating=[None, None, 4.25, 4.5, 3.5],
    )
    books = store.books.where(**condition).order_by("title")
    assert "".join(book.title for book in books) == found
    every = store.books.all().order_by("-exact_rating")
    assert "".join(book.title for book in every) == "DCBEA"


def test_an_import_takes_it(store: bookworm.Store) -> None:
    row = {"source_id": "1", "title": "A", "author": "B", "exact_rating": 3.75}
    store.books.import_from("shop", [row])
    assert ratings(store.books.all()[0]) == (4, 3.75)
    document = store.books.all()[0].as_dict()
    assert document["exact_rating"] == 3.75


def test_how_it_is_shown() -> None:
    assert presentation.exact_rating(7, 10) == 3.5
    assert presentation.exact_rating(0, 100) is None
    with pytest.raises(bookworm.InvalidError):
        presentation.exact_rating(11, 10)
    assert presentation.exact_stars(4.25) == "★★★★½"
    assert presentation.exact_rating_name(4.25, "pl") == "4,25 gwiazdki"
