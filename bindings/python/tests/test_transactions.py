"""Tests transactions: all or nothing, nested, and which threads and tasks they cover."""

from __future__ import annotations

import asyncio
import gc
import threading
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

import bookworm


def titles(books: bookworm.Books) -> str:
    return "".join(book.title for book in books)


def test_leaving_the_block_commits(store: bookworm.Store, path: Path) -> None:
    with bookworm.open(path) as other:
        with store.transaction() as transaction:
            store.books.create("a", "A")
            transaction.books.create("b", "A")
            assert titles(store.books) == titles(transaction.books) == "ab"
            assert transaction.is_open
            assert titles(other.books) == ""
        assert titles(other.books) == titles(store.books) == "ab"
        assert not transaction.is_open


def test_an_exception_rolls_everything_back_and_goes_on(store: bookworm.Store) -> None:
    book = store.books.create("a", "A", rating=2)
    with pytest.raises(KeyError, match="mine"), store.transaction() as transaction:
        book.rating = 5
        transaction.books[book.id].genres.add("New")
        store.books.create("b", "A")
        store.genres.create("Other")
        raise KeyError("mine")
    assert titles(store.books) == "a"
    assert store.books[book.id].rating == 2
    assert len(store.genres) == 0


def test_everything_this_thread_does_with_the_store_belongs_to_the_block(
    store: bookworm.Store,
) -> None:
    book = store.books.create("a", "A", genres=["G"])
    query = store.books.where(rating=3)
    genre = store.genres["G"]
    with pytest.raises(RuntimeError), store.transaction():
        store.books.create("b", "A", rating=3)
        assert query.rate(4) == 1
        assert len(query) == 0
        genre.name = "H"
        book.title = "c"
        book.genres.add("I")
        store.books.create_many(title=["d"], author=["A"])
        assert titles(store.books) == "bcd"
        raise RuntimeError
    assert titles(store.books) == "a"
    assert [each.name for each in store.genres] == ["G"]


def test_an_inner_block_can_roll_back_by_itself(store: bookworm.Store) -> None:
    with store.transaction():
        store.books.create("a", "A")
        with pytest.raises(RuntimeError), store.transaction():
            store.books.create("b", "A")
            with store.transaction():
                store.books.create("c", "A")
            assert titles(store.books) == "abc"
            raise RuntimeError
        assert titles(store.books) == "a"
        with store.transaction() as inner, inner.transaction():
            store.books.create("d", "A")
    assert titles(store.books) == "ad"


def test_an_outer_block_takes_back_what_an_inner_one_committed(store: bookworm.Store) -> None:
    with pytest.raises(RuntimeError), store.transaction():
        with store.transaction():
            store.books.create("a", "A")
        raise RuntimeError
    assert titles(store.books) == ""


def test_a_refused_value_leaves_the_transaction_usable(store: bookworm.Store) -> None:
    with store.transaction():
        store.books.create("a", "A")
        with pytest.raises(bookworm.InvalidError):
            store.books.create(" ", "A")
        with pytest.raises(bookworm.NotFoundError):
            store.books[99]
        store.books.create("b", "A")
    assert titles(store.books) == "ab"


def test_a_block_can_be_ended_early(store: bookworm.Store) -> None:
    with store.transaction() as transaction:
        store.books.create("a", "A")
        transaction.commit()
        store.books.create("b", "A")
    with store.transaction() as transaction:
        store.books.create("c", "A")
        transaction.rollback()
    assert titles(store.books) == "ab"


def test_an_ended_transaction_raises_but_its_books_go_on(store: bookworm.Store) -> None:
    with store.transaction() as transaction:
        book = transaction.books.create("a", "A", genres=["G"])
        genre = transaction.genres["G"]
        assert repr(transaction).startswith("<open transaction on <store")
    for use in (
        lambda: transaction.books.create("b", "A"),
        lambda: len(transaction.books),
        lambda: list(transaction.genres),
        transaction.commit,
        transaction.rollback,
        lambda: transaction.transaction().__enter__(),
    ):
        with pytest.raises(bookworm.ClosedError):
            use()
    with pytest.raises(bookworm.TransactionError, match="once") as caught:
        transaction.__enter__()
    assert isinstance(caught.value, RuntimeError)
    book.rating = 4
    book.genres.add("H")
    genre.name = "I"
    assert store.books[book.id].rating == 4
    assert book == store.books[book.id]
    assert book.genres.names() == ["I", "H"]
    assert repr(transaction).startswith("<ended transaction on <store")


def test_a_transaction_that_has_not_begun_cannot_be_used(store: bookworm.Store) -> None:
    transaction = store.transaction()
    with pytest.raises(bookworm.ClosedError):
        transaction.books.create("a", "A")
    transaction.store.books.create("a", "A")


def test_committing_around_an_open_inner_block_is_refused_and_rolled_back(
    store: bookworm.Store,
) -> None:
    with pytest.raises(bookworm.TransactionError), store.transaction() as outer:
        store.books.create("a", "A")
        with store.transaction():
            outer.commit()
    assert titles(store.books) == ""
    store.books.create("b", "A")
    assert titles(store.books) == "b"


def test_a_read_only_block_sees_one_state_and_refuses_writes(
    store: bookworm.Store, path: Path
) -> None:
    store.books.create("a", "A")
    with bookworm.open(path) as other:
        with store.transaction(read_only=True):
            assert titles(store.books) == "a"
            other.books.create("b", "A")
            assert titles(store.books) == "a"
            with pytest.raises(bookworm.ReadOnlyError):
                store.books.create("c", "A")
        assert titles(store.books) == "ab"


def test_a_writer_waits_for_another_no_longer_than_its_timeout(
    store: bookworm.Store, path: Path
) -> None:
    with bookworm.open(path, timeout=0.05) as other, store.transaction():
        with pytest.raises(bookworm.BusyError) as caught:
            other.books.create("a", "A")
        assert isinstance(caught.value, TimeoutError)
        with pytest.raises(bookworm.BusyError), other.transaction():
            pass
    store.books.create("b", "A")
    assert titles(store.books) == "b"


def test_another_thread_is_outside_of_the_block_and_waits(store: bookworm.Store) -> None:
    seen: list[str] = []

    def other() -> None:
        seen.append(titles(store.books))
        store.books.create("b", "A")
        seen.append(titles(store.books))

    thread = threading.Thread(target=other)
    with store.transaction() as transaction:
        store.books.create("a", "A")
        thread.start()
        while not seen:
            pass
        assert titles(transaction.books) == "a"
    thread.join()
    assert seen == ["", "ab"]


def test_another_thread_takes_part_through_the_transaction_object(
    store: bookworm.Store,
) -> None:
    with store.transaction() as transaction:
        thread = threading.Thread(target=lambda: transaction.books.create("a", "A"))
        thread.start()
        thread.join()
        assert titles(store.books) == "a"
    assert titles(store.books) == "a"


def test_another_task_is_outside_of_the_block(store: bookworm.Store) -> None:
    store.books.create("a", "A")

    async def main() -> str:
        async def other(ready: asyncio.Event) -> str:
            await ready.wait()
            return titles(store.books)

        ready = asyncio.Event()
        task = asyncio.ensure_future(other(ready))
        with store.transaction():
            store.books.create("b", "A")
            ready.set()
            return await task + " " + titles(store.books)

    assert asyncio.run(main()) == "a ab"


def test_what_has_a_copy_of_the_context_is_within_the_block(store: bookworm.Store) -> None:
    outside = threading.Thread(target=store.books.create, args=("a", "A"))

    async def create(title: str) -> None:
        store.books.create(title, "A")

    async def main() -> None:
        with store.transaction():
            outside.start()
            await asyncio.to_thread(store.books.create, "b", "A")
            await asyncio.create_task(create("c"))
            assert titles(store.books) == "bc"
            raise RuntimeError

    with pytest.raises(RuntimeError):
        asyncio.run(main())
    outside.join()
    assert titles(store.books) == "a"


def test_blocks_on_two_stores_do_not_mix(store: bookworm.Store) -> None:
    with bookworm.open(":memory:") as other:
        with store.transaction(), other.transaction():
            store.books.create("a", "A")
            other.books.create("b", "A")
            with pytest.raises(RuntimeError), store.transaction():
                store.books.create("c", "A")
                other.books.create("d", "A")
                raise RuntimeError
        assert (titles(store.books), titles(other.books)) == ("a", "bd")


def test_blocks_on_two_stores_may_end_in_another_order(store: bookworm.Store) -> None:
    def titles_in_a_block() -> Iterator[str]:
        with store.transaction():
            yield store.books.create("a", "A").title

    with bookworm.open(":memory:") as other, store.transaction():
        within = titles_in_a_block()
        assert next(within) == "a"
        with other.transaction():
            assert list(within) == []
            other.books.create("b", "A")
        store.books.create("c", "A")
    assert titles(store.books) == "ac"


def test_a_transaction_that_is_dropped_is_rolled_back(store: bookworm.Store) -> None:
    def begin() -> None:
        transaction = store.transaction()
        transaction.__enter__()
        transaction.books.create("a", "A")

    thread = threading.Thread(target=begin)
    thread.start()
    thread.join()
    gc.collect()
    store.books.create("b", "A")
    assert titles(store.books) == "b"


def test_closing_a_store_with_a_transaction_open_says_that_it_rolls_back(path: Path) -> None:
    store = bookworm.open(path)
    with pytest.raises(bookworm.ClosedError), store.transaction():
        store.books.create("a", "A")
        with pytest.warns(RuntimeWarning, match="rolled back"):
            store.close()
    with bookworm.open(path) as again:
        assert titles(again.books) == ""


def test_an_exception_says_more_than_that_the_roll_back_came_too_late(
    store: bookworm.Store,
) -> None:
    with pytest.raises(KeyError, match="mine"), store.transaction():
        with pytest.warns(RuntimeWarning):
            store.close()
        raise KeyError("mine")


def test_closing_a_store_otherwise_says_nothing(path: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with bookworm.open(path) as store, store.transaction():
            store.books.create("a", "A")


def test_a_stream_of_a_transaction_ends_with_it(store: bookworm.Store) -> None:
    store.books.create_many(title=["a"] * 5000, author=["A"] * 5000)
    with store.transaction() as transaction:
        transaction.books.create("b", "A")
        iterator = iter(transaction.books)
        next(iterator)
        assert sum(1 for _ in transaction.books) == 5001
    with pytest.raises(bookworm.Error):
        list(iterator)
