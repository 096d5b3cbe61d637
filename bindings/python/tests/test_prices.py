"""Tests prices of books, and the keys of their pictures."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

import bookworm
from bookworm import Price


def test_a_book_has_a_price_or_none(store: bookworm.Store) -> None:
    dune = store.books.create("Dune", "Frank Herbert", price=Price(1299, "eur"))
    emma = store.books.create("Emma", "Jane Austen")
    assert dune.price == Price(1299, "EUR")
    assert emma.price is None
    dune.price = Price(2**63 - 1, "JPY")
    assert store.books[dune.id].price == (2**63 - 1, "JPY")
    dune.price = None
    assert dune.price is None
    emma.update(price=(5, "USD"), year=1815)
    emma.refresh()
    assert emma.year == 1815
    assert emma.price == Price(5, "USD")


@pytest.mark.parametrize(
    ("price", "error", "field"),
    [
        (Price(-1, "EUR"), bookworm.InvalidError, "price"),
        (Price(2**63, "EUR"), bookworm.InvalidError, "price"),
        (Price(1, "XXX"), bookworm.InvalidError, "currency"),
        (Price(1, "EURO"), bookworm.InvalidError, "currency"),
        (Price(1, ""), bookworm.InvalidError, "currency"),
        (Price(1, "\ud800"), bookworm.TextError, "currency"),
        (Price(True, "EUR"), TypeError, None),
        (12.99, TypeError, None),
        ((12.99, "EUR"), TypeError, None),
        ((1299, None), TypeError, None),
        ((1299,), TypeError, None),
        ("EUR", TypeError, None),
    ],
)
def test_what_is_no_price_is_refused(
    store: bookworm.Store, price: Any, error: type[Exception], field: str | None
) -> None:
    book = store.books.create("Dune", "Frank Herbert", price=Price(1, "EUR"))
    for use in (
        lambda: store.books.create("A", "B", price=price),
        lambda: book.update(price=price),
        lambda: store.books.create_many(title=["A"], author=["B"], price=[price]),
    ):
        with pytest.raises(error) as caught:
            use()
        in_batch = isinstance(caught.value, bookworm.WrongTypeError)
        assert getattr(caught.value, "field", None) == ("price" if in_batch else field)
    assert book.price == Price(1, "EUR")
    assert len(store.books) == 1


def test_many_books_have_their_own_prices(store: bookworm.Store) -> None:
    prices = [Price(1299, "EUR"), None, Price(0, "krw")]
    ids = store.books.create_many(title=["A", "B", "C"], author=["X"] * 3, price=prices)
    assert [store.books[id].price for id in ids] == [(1299, "EUR"), None, (0, "KRW")]
    ids = store.books.create_many([{"title": "D", "author": "X", "price": prices[0]}])
    assert store.books[ids[0]].price == prices[0]
    found = store.books.order_by("title").columns("title", "price")
    assert found == {
        "title": ["A", "B", "C", "D"],
        "price": [(1299, "EUR"), None, (0, "KRW"), (1299, "EUR")],
    }
    assert isinstance(found["price"][0], Price)
    with pytest.raises(bookworm.InvalidError) as caught:
        store.books.create_many(title=["E", "F"], author=["X"] * 2, price=[None, Price(-1, "EUR")])
    assert (caught.value.row, caught.value.field) == (1, "price")


def test_a_price_is_read_from_the_store_each_time(store: bookworm.Store) -> None:
    book = store.books.create("Dune", "Frank Herbert")
    other = store.books[book.id]
    book.price = Price(1, "EUR")
    assert other.price == Price(1, "EUR")
    book.delete()
    with pytest.raises(bookworm.NotFoundError):
        other.price  # noqa: B018


@pytest.mark.parametrize(
    ("price", "decimal", "text"),
    [
        (Price(1299, "EUR"), Decimal("12.99"), "12.99 EUR"),
        (Price(1200, "EUR"), Decimal("12.00"), "12.00 EUR"),
        (Price(693, "JPY"), Decimal(693), "693 JPY"),
        (Price(5, "KWD"), Decimal("0.005"), "0.005 KWD"),
        (Price(2**63 - 1, "USD"), Decimal("92233720368547758.07"), "92233720368547758.07 USD"),
    ],
)
def test_a_price_is_shown_in_its_currency(price: Price, decimal: Decimal, text: str) -> None:
    assert price.decimal == decimal
    assert str(price) == text


def test_a_currency_has_its_digits() -> None:
    assert [bookworm.currency_digits(each) for each in ("EUR", "jpy", "KWD")] == [2, 0, 3]
    with pytest.raises(bookworm.InvalidError, match="ISO 4217"):
        bookworm.currency_digits("DEM")


def test_a_picture_is_the_primary_genres(store: bookworm.Store) -> None:
    book = store.books.create("Dune", "Frank Herbert", genres=["Science Fiction", "Kryminał"])
    assert book.picture == "science-fiction"
    assert [genre.picture for genre in store.genres] == ["kryminał", "science-fiction"]
    book.genres = ["공포 소설"]
    assert book.picture == "공포-소설"
    genre = store.genres["공포 소설"]
    assert genre.picture == "공포-소설"
    genre.name = "Horror"
    assert (genre.picture, book.picture) == ("horror", "horror")
    book.genres.clear()
    assert book.picture is None
    assert store.books.all().columns("picture") == {"picture": [None]}
    with pytest.raises(AttributeError):
        book.picture = "x"
