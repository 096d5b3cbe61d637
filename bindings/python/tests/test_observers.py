"""Tests the reports of observers."""

from __future__ import annotations

import contextlib
import copy
import datetime
import sqlite3
from pathlib import Path

import pytest
from conftest import start

import bookworm
from bookworm import Change, changes as changes_module
from bookworm._native.library import library


def changes_of(observer: bookworm.Observer) -> list[list[Change]]:
    """Returns the changes that are available now, transaction by transaction."""
    return [list(changes) for changes in iter(lambda: observer.next(0), None)]


def test_a_store_tells_of_every_change(store: bookworm.Store) -> None:
    with store.observe() as observer:
        assert observer.next(0) is None
        book = store.books.create("Dune", "Frank Herbert", genres=["Science Fiction"])
        quote = book.quotes.add("Fear is the mind-killer.")
        book.update(rating=5, year=1965)
        quote.page = "12"
        store.genres["Science Fiction"].delete()
        book.identifiers = {"isbn": "1"}
        book.price = bookworm.Price(999, "EUR")
        store.orders.place(book)
        book.delete()
        assert changes_of(observer) == [
            [Change("inserted", "genre", 1), Change("inserted", "book", 1)],
            [Change("inserted", "quote", 1), Change("updated", "book", 1, frozenset({"quotes"}))],
            [Change("updated", "book", 1, frozenset({"rating", "year"}))],
            [
                Change("updated", "quote", 1, frozenset({"page"})),
                Change("updated", "book", 1, frozenset({"quotes"})),
            ],
            [Change("deleted", "genre", 1)],
            [Change("updated", "book", 1, frozenset({"identifiers"}))],
            [Change("updated", "book", 1, frozenset({"price"}))],
            [Change("inserted", "order", 1)],
            [Change("deleted", "quote", 1), Change("deleted", "book", 1)],
        ]


def test_a_transaction_is_heard_as_one_change(store: bookworm.Store) -> None:
    observer = store.observe()
    before = datetime.datetime.now(datetime.timezone.utc)
    with store.transaction():
        book = store.books.create("Dune", "Frank Herbert")
        book.rating = 3
        store.books.create("Emma", "Jane Austen")
        assert observer.next(0) is None
    changes = observer.next(0)
    assert changes is not None
    assert list(changes) == [Change("inserted", "book", 1), Change("inserted", "book", 2)]
    assert (len(changes), changes[1].id, changes[:1]) == (2, 2, (changes[0],))
    assert changes.transaction == 1
    assert not changes.reread
    now = datetime.datetime.now(datetime.timezone.utc)
    assert before - datetime.timedelta(milliseconds=1) <= changes.committed <= now
    assert "inserted" in repr(changes)
    assert observer.next(0) is None


def test_lists_are_observed(store: bookworm.Store) -> None:
    book = store.books.create(
        "Dune", "Frank Herbert", genres=["Horror"], price=bookworm.Price(999, "EUR")
    )
    horror = store.genres["Horror"]
    with contextlib.ExitStack() as stack:
        genres = stack.enter_context(store.genres.observe())
        quotes = stack.enter_context(book.quotes.observe())
        readings = stack.enter_context(book.readings.observe())
        shelves = stack.enter_context(store.shelves.observe())
        orders = stack.enter_context(store.orders.observe())
        statistics = stack.enter_context(store.observe_statistics())
        some = store.books.where(favourite=True)
        favourites = stack.enter_context(some.observe_statistics())
        essay = store.genres.create("Essay")
        entered = [[Change("entered", "genre", 2, position=0)]]
        assert changes_of(genres) == entered
        assert genres.page == [essay, horror]
        book.genres.add(essay)
        assert changes_of(genres) == [
            [Change("updated", "genre", 2, frozenset({"book_count"}), 0, 0)]
        ]
        assert [genre.book_count for genre in genres.page] == [1, 1]
        quote = book.quotes.add("Fear is the mind-killer.")
        assert changes_of(quotes) == [[Change("entered", "quote", quote.id, position=0)]]
        assert quotes.page == [quote]
        book.status = "completed"
        assert changes_of(readings) == [[Change("entered", "reading", 1, position=0)]]
        assert readings.page[0].outcome == "completed"
        shelf = store.shelves.create("Good", "rating:5")
        assert changes_of(shelves) == [[Change("entered", "shelf", shelf.id, position=0)]]
        assert shelves.page == [shelf]
        assert changes_of(orders) == []
        order = store.orders.place(book)
        assert changes_of(orders) == [[Change("inserted", "order", order.id)]]
        reread = [[Change("reread", "none", 0)]]
        assert changes_of(statistics) == changes_of(favourites) == reread
        book.favourite = True
        assert changes_of(statistics) == []
        assert changes_of(favourites) == reread
        for none in (orders, statistics):
            with pytest.raises(bookworm.ArgumentError):
                _ = none.page
        with store.genres.observe(since=1) as again:
            assert changes_of(again) == reread
        with pytest.raises(bookworm.ArgumentError, match="slice"):
            store.books.all()[:3].observe_statistics()
    book.delete()
    with pytest.raises(bookworm.NotFoundError):
        book.quotes.observe()


def test_statistics_are_observed_by_whatever_determines_a_group(store: bookworm.Store) -> None:
    book = store.books.create("Dune", "Frank Herbert")
    values = {
        "author": "F. Herbert",
        "contributors": [("Frank Herbert", "author"), ("Ann", "editor")],
        "genres": ["Classics"],
        "rating": 5,
        "status": "in-progress",
        "finished": datetime.date(2024, 5, 1),
        "created": datetime.datetime(2020, 1, 1, tzinfo=datetime.timezone.utc),
        "series": "Dune",
        "publisher": "Chilton",
        "language": "en",
        "format": "hardcover",
        "year": 1965,
    }
    with store.observe_statistics() as statistics:
        for name, value in values.items():
            book.update(**{name: value})
            assert changes_of(statistics) == [[Change("reread", "none", 0)]], name
        book.update(synopsis="Sand", edition_year=1999)
        assert changes_of(statistics) == []


def test_an_observer_goes_on_after_a_pause(store: bookworm.Store) -> None:
    with store.observe() as observer:
        assert observer.transaction == 0
        book = store.books.create("Dune", "Frank Herbert", genres=["Classic"])
        heard = observer.next(0)
        assert heard is not None
        assert heard.transaction == observer.transaction == 1
    book.rating = 5
    with store.observe(since=heard.transaction) as observer, book.observe(since=1) as of_book:
        rated = [[Change("updated", "book", 1, frozenset({"rating"}))]]
        assert changes_of(observer) == changes_of(of_book) == rated
        assert observer.transaction == of_book.transaction == 2
    first = store.books.all()[:5]
    with first.observe(since=1) as page, first.observe(since=0) as before:
        fields = frozenset({"rating"})
        assert changes_of(page) == [[Change("updated", "book", 1, fields, 0, 0)]]
        assert changes_of(before) == [[Change("reread", "none", 0)]]
    with store.observe(since=3) as observer:  # never committed
        assert changes_of(observer) == [[Change("reread", "none", 0)]]
    store.genres["Classic"].delete()
    with book.observe(since=2) as of_book:
        assert changes_of(of_book) == [[Change("reread", "none", 0)]]
    for wrong, error in ((-1, bookworm.ArgumentError), ("1", TypeError), (True, TypeError)):
        with pytest.raises(error, match="since"):
            store.observe(since=wrong)  # type: ignore[arg-type]


def test_an_observer_is_opened_within_a_transaction_too(store: bookworm.Store) -> None:
    with store.transaction() as transaction:
        book = transaction.books.create("Dune", "Frank Herbert")
        observer = store.observe()
        with pytest.raises(bookworm.NotFoundError):
            book.observe()  # nobody else sees it yet
    assert changes_of(observer) == [[Change("inserted", "book", book.id)]]


def test_only_the_fields_that_are_named_are_heard(store: bookworm.Store) -> None:
    book = store.books.create("Dune", "Frank Herbert")
    observer = store.observe("rating", "quotes")
    book.update(rating=3, title="Emma")
    book.favourite = True
    book.quotes.add("Q")
    book.delete()
    assert changes_of(observer) == [
        [Change("updated", "book", 1, frozenset({"rating"}))],
        [Change("inserted", "quote", 1), Change("updated", "book", 1, frozenset({"quotes"}))],
        [Change("deleted", "quote", 1), Change("deleted", "book", 1)],
    ]


def test_a_genre_that_another_program_deletes_vanishes_from_an_open_book(
    store: bookworm.Store, path: Path
) -> None:
    book = store.books.create("Dune", "Frank Herbert", genres=["Horror", "Kids"])
    other = store.books.create("Emma", "Jane Austen", genres=["Horror"])
    with book.observe() as observer:
        other.rating = 3
        assert observer.next(0) is None
        with start(path, "store.genres['Horror'].delete()") as process:
            changes = observer.next(30)
        assert process.returncode == 0
        assert changes is not None
        assert list(changes) == [
            Change("deleted", "genre", 1),
            Change("updated", "book", book.id, frozenset({"genres"})),
        ]
        assert book.genres.names() == ["Kids"]


def test_a_page_follows_what_any_program_does(store: bookworm.Store, path: Path) -> None:
    store.books.create_many(title=["B", "D", "F"], author=["A"] * 3)
    observer = store.books.order_by("title")[:2].observe()
    assert [book.title for book in observer.page] == ["B", "D"]
    with start(path, "store.books.create('C', 'A')"):
        changes = observer.next(30)
    assert changes is not None
    assert list(changes) == [
        Change("left", "book", 2, old_position=1),
        Change("entered", "book", 4, position=1),
    ]
    assert [book.title for book in observer.page] == ["B", "C"]
    store.books[1].title = "E"
    assert changes_of(observer) == [
        [Change("left", "book", 1, old_position=0), Change("entered", "book", 2, position=1)]
    ]
    store.books[2].update(title="A", rating=2)
    assert changes_of(observer) == [
        [Change("moved", "book", 2, frozenset({"title", "rating"}), 0, 1)]
    ]
    assert [(book.title, book.rating) for book in observer.page] == [("A", 2), ("C", 0)]


def test_a_search_is_followed_as_any_query(store: bookworm.Store) -> None:
    dune = store.books.create("Dune", "Frank Herbert")
    observer = store.books.search("sand")[:5].observe()
    assert observer.page == []
    quote = dune.quotes.add("Sand everywhere.")
    assert changes_of(observer) == [[Change("entered", "book", dune.id, position=0)]]
    quote.delete()
    assert changes_of(observer) == [[Change("left", "book", dune.id, old_position=0)]]


def test_what_cannot_be_observed_is_refused(store: bookworm.Store) -> None:
    book = store.books.create("Dune", "Frank Herbert")
    with pytest.raises(bookworm.ArgumentError, match="no field 'titel'"):
        store.observe("titel")
    with pytest.raises(TypeError):
        store.observe(["title"])  # type: ignore[arg-type]
    with pytest.raises(bookworm.ArgumentError, match="limit"):
        store.books.all().observe()
    with pytest.raises(bookworm.ArgumentError, match="10000"):
        store.books.all()[:10001].observe()
    observer = book.observe()
    with pytest.raises(bookworm.ArgumentError):
        observer.page  # noqa: B018
    book.delete()
    with pytest.raises(bookworm.NotFoundError):
        book.observe()
    for timeout in (-1, float("nan")):
        with pytest.raises(bookworm.InvalidError):
            observer.next(timeout)
    with pytest.raises(TypeError):
        observer.next("soon")  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        bookworm.Observer()
    with pytest.raises(TypeError):
        copy.copy(observer)


def test_a_slow_observer_loses_nothing_or_is_told_to_read_again(store: bookworm.Store) -> None:
    slow, slower = store.observe(), store.observe()
    for number in range(2000):
        store.books.create(f"{number}", "A")
    assert [changes[0].id for changes in changes_of(slow)] == list(range(1, 2001))
    for number in range(2500):
        store.books.create(f"{number}", "A")
    changes = slower.next(0)
    assert changes is not None
    assert changes.reread
    assert [(change.kind, change.entity) for change in changes] == [("reread", "none")]
    assert slower.next(0) is None


def test_a_damaged_time_is_told_as_damage(store: bookworm.Store, path: Path) -> None:
    book = store.books.create("Dune", "Frank Herbert")
    observer = store.observe()
    book.rating = 3
    with bookworm.open(path, durability="normal") as other:
        other.books[book.id].rating = 4
    raw = sqlite3.connect(path)
    raw.execute("UPDATE changes SET committed = ?", (1 << 62,))
    raw.commit()
    raw.close()
    with pytest.raises(bookworm.CorruptError, match="the store holds an impossible value"):
        observer.next(0)
    with pytest.raises(bookworm.CorruptError, match="the store holds an impossible value"):
        store.undo_conflicts()


def test_kinds_and_entities_are_named_as_the_library_names_them() -> None:
    for number, name in changes_module._KINDS.items():
        assert library.bw_change_kind_name(number).decode() == name
    for number, name in enumerate(changes_module.ENTITIES):
        assert library.bw_entity_name(number).decode() == name
    assert library.bw_change_kind_name(0) == library.bw_change_kind_name(8) == b"unknown kind"
    assert library.bw_entity_name(len(changes_module.ENTITIES)) == b"unknown entity"


def test_an_observer_cannot_be_copied(store: bookworm.Store) -> None:
    refused = pytest.raises(TypeError, match="^Observer objects cannot be copied")
    with store.observe() as observer, refused:
        copy.copy(observer)
