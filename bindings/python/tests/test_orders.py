"""Tests orders: placing them, reading them, and their totals."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import Any

import pytest

import bookworm
from bookworm import Price


@pytest.fixture
def book(store: bookworm.Store) -> bookworm.Book:
    return store.books.create("Dune", "Frank Herbert", price=Price(1299, "EUR"))


def test_an_order_outlives_its_book(store: bookworm.Store, book: bookworm.Book) -> None:
    before = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(milliseconds=1)
    order = store.orders.place(book, 3)
    assert order[:6] == (1, book.id, "Dune", 3, Price(1299, "EUR"), Price(3897, "EUR"))
    assert order.global_id.version == 7
    assert store.orders.with_global_id(order.global_id) == order
    assert before <= order.placed <= datetime.datetime.now(datetime.timezone.utc)
    book.update(title="Other", price=Price(1, "USD"))
    book.delete()
    assert store.orders[1] == order
    assert list(store.orders) == [order]


def test_a_cancelled_order_stays_and_is_not_counted(
    store: bookworm.Store, book: bookworm.Book
) -> None:
    first, second = store.orders.place(book, 1), store.orders.place(book, 2)
    assert first.cancelled is None
    gone = store.orders.cancel(first)
    assert gone.cancelled is not None
    assert gone[:-1] == first[:-1]
    assert store.orders.cancel(1) == gone
    assert first in store.orders
    assert [(total.orders, total.total.amount) for total in store.orders.totals()] == [(1, 2598)]
    store.orders.place(store.books.create("Emma", "Jane Austen", price=Price(1, "EUR")))
    assert store.orders.of_book(book) == [gone, second]
    book.delete()
    assert store.orders.of_book(second.book_id) == [gone, second]
    assert store.orders.of_book(99) == []
    with pytest.raises(bookworm.NotFoundError):
        store.orders.cancel(9)
    assert store.check() == []


def test_a_document_keeps_what_was_cancelled(
    store: bookworm.Store, book: bookworm.Book, tmp_path: Path
) -> None:
    cancelled = store.orders.cancel(store.orders.place(book))
    placed = store.orders.place(book)
    store.export_json(tmp_path / "all.json")
    with bookworm.open(":memory:") as other:
        other.import_json(tmp_path / "all.json")
        assert list(other.orders) == [cancelled, placed]


def test_an_unknown_global_id_is_no_orders(store: bookworm.Store, book: bookworm.Book) -> None:
    store.orders.place(book)
    with pytest.raises(bookworm.NotFoundError):
        store.orders.with_global_id(book.global_id)
    wrong: Any = str(store.orders[1].global_id)
    with pytest.raises(TypeError):
        store.orders.with_global_id(wrong)


def test_one_piece_is_the_default(store: bookworm.Store, book: bookworm.Book) -> None:
    assert store.orders.place(book.id).quantity == 1


@pytest.mark.parametrize("quantity", [0, -1, 21, 2**40])
def test_a_quantity_out_of_range_is_refused(
    store: bookworm.Store, book: bookworm.Book, quantity: int
) -> None:
    with pytest.raises(bookworm.InvalidError) as caught:
        store.orders.place(book, quantity)
    assert caught.value.field == "quantity"
    assert list(store.orders) == []


def test_an_order_that_makes_no_sense_is_refused(
    store: bookworm.Store, book: bookworm.Book, tmp_path: Path
) -> None:
    free = store.books.create("Emma", "Jane Austen")
    dear = store.books.create("Gold", "A", price=Price(2**63 - 1, "EUR"))
    with pytest.raises(bookworm.InvalidError, match="has no price"):
        store.orders.place(free)
    with pytest.raises(bookworm.InvalidError, match="^total is more than"):
        store.orders.place(dear, 2)
    with pytest.raises(bookworm.NotFoundError):
        store.orders.place(99)
    wrong: Any = "1"
    with pytest.raises(TypeError):
        store.orders.place(book, wrong)
    with bookworm.open(tmp_path / "other") as other, pytest.raises(bookworm.ArgumentError):
        other.orders.place(book)
    assert store.orders.place(book).id == 1


def test_orders_are_numbered_without_a_gap(store: bookworm.Store, book: bookworm.Book) -> None:
    assert store.orders.place(book).id == 1
    with pytest.raises(RuntimeError, match="no"), store.transaction() as transaction:
        assert transaction.orders.place(book).id == 2
        raise RuntimeError("no")
    with store.transaction() as transaction:
        assert transaction.orders.place(book).id == 2
    with bookworm.open(store.path) as other:
        assert other.orders.place(book.id).id == 3


def test_orders_are_read_in_their_order(store: bookworm.Store, book: bookworm.Book) -> None:
    orders = [store.orders.place(book, quantity) for quantity in range(1, 6)]
    assert list(store.orders) == orders
    assert store.orders.after(2) == orders[2:]
    assert store.orders.after(2, 2) == orders[2:4]
    assert store.orders.after(5) == []
    assert store.orders.after(0, 0) == []
    assert store.orders.get(5) == orders[4]
    assert store.orders.get(6) is None
    assert store.orders.get(6, 0) == 0
    assert 5 in store.orders
    assert orders[0] in store.orders
    assert 6 not in store.orders
    with pytest.raises(bookworm.NotFoundError):
        store.orders[2**70]
    with pytest.raises(bookworm.ArgumentError):
        store.orders.after(0, -1)


def test_iterating_reads_more_than_one_piece(
    store: bookworm.Store, book: bookworm.Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bookworm.orders._PIECE", 2)
    with store.transaction():
        orders = [store.orders.place(book) for _ in range(5)]
    assert list(store.orders) == orders


def test_totals_are_of_each_currency(store: bookworm.Store, book: bookworm.Book) -> None:
    assert store.orders.totals() == []
    emma = store.books.create("Emma", "Jane Austen", price=Price(7, "CHF"))
    store.orders.place(book, 2)
    store.orders.place(emma, 20)
    store.orders.place(book)
    assert store.orders.totals() == [
        bookworm.OrderTotal(1, 20, Price(140, "CHF")),
        bookworm.OrderTotal(2, 3, Price(3897, "EUR")),
    ]


def test_a_total_too_large_names_its_currency(store: bookworm.Store) -> None:
    dear = store.books.create("Gold", "A", price=Price(2**63 - 1, "KRW"))
    store.orders.place(dear)
    store.orders.place(dear)
    with pytest.raises(bookworm.InvalidError, match="KRW") as caught:
        store.orders.totals()
    assert caught.value.field == "total"


def test_two_processes_place_orders(
    store: bookworm.Store, book: bookworm.Book, path: Path, run: Any
) -> None:
    script = """
        import sys, bookworm
        with bookworm.open(sys.argv[1]) as store:
            print(store.orders.place(int(sys.argv[2]), 4).id)
    """
    store.orders.place(book)
    assert run(script, path, book.id).stdout == "2\n"
    assert [order.quantity for order in store.orders] == [1, 4]
