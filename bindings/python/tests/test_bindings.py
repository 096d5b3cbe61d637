"""Tests bindings: one field of one book, read and set by a control."""

from __future__ import annotations

import asyncio
import datetime
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from conftest import Script

import bookworm
from bookworm import Binding


@pytest.fixture
def book(store: bookworm.Store) -> bookworm.Book:
    return store.books.create("Dune", "Frank Herbert", rating=3)


def test_a_value_is_read_set_and_heard_of(store: bookworm.Store, book: bookworm.Book) -> None:
    with book.bind("rating") as rating:
        assert (rating.value, rating.field) == (3, "rating")
        rating.value = 5
        assert rating.value == store.books[book.id].rating == 5
        assert not rating.wait(0)
        book.rating = 1
        assert rating.value == 5
        assert rating.wait()
        assert rating.value == 1
        book.favourite = True
        assert not rating.wait(0.02)
    assert rating.closed
    with pytest.raises(bookworm.ClosedError):
        rating.value  # noqa: B018


VALUES: list[tuple[str, Any]] = [
    ("title", "Emma"),
    ("notes", "Łódź"),
    ("notes", None),
    ("rating", 0),
    ("favourite", True),
    ("status", bookworm.Status.COMPLETED),
    ("series", "S"),
    ("series_number", 1.5),
    ("series_number", None),
    ("year", -750),
    ("created", datetime.datetime(2020, 1, 2, tzinfo=datetime.timezone.utc)),
    ("started", datetime.date(2026, 1, 1)),
    ("price", bookworm.Price(1299, "EUR")),
    ("price", None),
    ("identifiers", (("isbn", "9780441172719"), ("doi", "10.1000/182"))),
    ("identifiers", ()),
]


@pytest.mark.parametrize(("field", "value"), VALUES)
def test_every_field_is_bound(
    store: bookworm.Store, book: bookworm.Book, field: str, value: Any
) -> None:
    price = bookworm.Price(1, "USD")
    book.update(notes="before", series_number=9, price=price, identifiers={"isbn": "1"})
    mine, other = book.bind(field), book.bind(field)
    mine.value = value
    assert mine.value == value
    assert getattr(store.books[book.id], field) == value
    assert not mine.wait(0)
    assert other.wait(0)
    assert other.value == value


def test_genres_are_bound_as_ids(store: bookworm.Store, book: bookworm.Book) -> None:
    genres = book.bind("genres")
    assert genres.value == []
    kids = store.genres.create("Kids")
    genres.value = [kids, "Horror", kids.id]
    horror = store.genres["horror"]
    assert genres.value == [kids.id, horror.id]
    assert not genres.wait(0)
    kids.delete()
    assert genres.wait(0)
    assert genres.value == [horror.id]
    genres.value = None
    assert book.genres.names() == []


def test_what_the_rules_forbid_changes_nothing(book: bookworm.Book) -> None:
    rating = book.bind("rating")
    for value in (7, -1):
        with pytest.raises(bookworm.InvalidError, match="rating"):
            rating.value = value
    for wrong in (None, "five"):
        with pytest.raises(TypeError):
            rating.value = wrong
    assert rating.value == book.rating == 3
    for field in ("id", "updated", "currency", "quotes", "titel"):
        with pytest.raises(bookworm.ArgumentError):
            book.bind(field)
    with pytest.raises(TypeError):
        Binding()


def test_a_binding_is_refused_at_once_where_it_would_wait_for_its_own_thread(
    store: bookworm.Store, book: bookworm.Book, path: Path
) -> None:
    rating, genres = book.bind("rating"), book.bind("genres")
    constant = Binding.constant("rating", 3)
    with bookworm.open(path) as other, other.transaction(read_only=True):
        rating.value = 2  # another store's transaction, and a read-only one, do not block it
    with store.transaction(read_only=True):
        rating.value = 1
    began = time.monotonic()
    for outer in (store.transaction(), store.transaction(name="Import")):
        with outer, store.transaction():
            with pytest.raises(bookworm.TransactionError, match="after the transaction"):
                rating.value = 4
            with pytest.raises(bookworm.TransactionError, match="writes by itself"):
                genres.value = ["Kids"]
            constant.value = 4
            assert rating.value == book.rating == 1
    assert time.monotonic() - began < 4  # the store's time-out is 5 seconds
    assert len(store.genres) == 0
    rating.value = 4
    assert store.books[book.id].rating == 4


def test_the_binding_of_a_deleted_book_says_so(book: bookworm.Book) -> None:
    rating = book.bind("rating")
    book.delete()
    for _ in range(2):
        with pytest.raises(bookworm.NotFoundError):
            rating.value  # noqa: B018
        with pytest.raises(bookworm.NotFoundError):
            rating.value = 4
        with pytest.raises(bookworm.NotFoundError):
            rating.wait()


def test_a_genre_and_a_quote_are_bound(store: bookworm.Store, book: bookworm.Book) -> None:
    genre = store.genres.create("Horror", colour="#000000")
    quote = book.quotes.add("Fear is the mind-killer.")
    colour, name = genre.bind("colour"), genre.bind("name")
    text, page = quote.bind("text"), quote.bind("page")
    values = [each.value for each in (colour, name, text, page)]
    assert values == ["#000000", "Horror", "Fear is the mind-killer.", None]
    colour.value, name.value, text.value, page.value = "ff8000", "Ghosts", "I must not.", "xiv"
    genre.refresh()
    quote.refresh()
    assert (genre.colour, genre.name) == ("#FF8000", "Ghosts")
    assert (quote.text, quote.page) == ("I must not.", "xiv")
    assert colour.value == "#FF8000"
    assert not any(each.wait(0) for each in (colour, name, text, page))
    genre.colour, quote.page = "#123456", None
    assert all(each.wait(0) for each in (colour, page))
    assert (colour.value, page.value) == ("#123456", None)
    page.value = None
    assert not any(each.wait(0) for each in (name, text))
    with pytest.raises(bookworm.InvalidError, match="six hexadecimal"):
        colour.value = "red"
    store.genres.create("Kids")
    with pytest.raises(bookworm.ExistsError):
        name.value = "kids"
    with pytest.raises(bookworm.InvalidError, match="text"):
        text.value = " "
    for binding in (colour, name, text):
        with pytest.raises(TypeError):
            binding.value = None
    assert (colour.value, name.value, text.value) == ("#123456", "Ghosts", "I must not.")
    with store.transaction(), pytest.raises(bookworm.TransactionError):
        name.value = "Terror"
    book.delete()
    genre.delete()
    for binding in (colour, name, text, page):
        with pytest.raises(bookworm.NotFoundError):
            binding.wait()
    wrong: list[tuple[Any, str]] = [
        (genre, "id"), (genre, "text"), (quote, "name"), (quote, "book_id"), (book, "name"),
    ]  # fmt: skip
    for row, field in wrong:
        with pytest.raises(bookworm.ArgumentError, match=field):
            row.bind(field)


def test_a_constant_stays_what_it_is() -> None:
    rating = Binding.constant("rating", 3)
    rating.value = 5
    assert rating.value == 3
    assert not rating.wait(0.02)
    with pytest.raises(bookworm.InvalidError):
        rating.value = 6
    with pytest.raises(bookworm.InvalidError):
        Binding.constant("rating", 6)
    assert Binding.constant("review", None).value is None
    assert Binding.constant("genres", [3, 1]).value == [3, 1]
    wrong: Any
    for wrong in (["A"], "A", [1.5], 3):
        with pytest.raises(TypeError, match="genres must be"):
            Binding.constant("genres", wrong)
    assert Binding.constant("status", "completed").value is bookworm.Status.COMPLETED
    colour = Binding.constant("colour", "ff8000")
    colour.value = "#000000"
    assert (colour.value, Binding.constant("page", None).value) == ("#FF8000", None)
    with pytest.raises(bookworm.InvalidError):
        colour.value = "red"


def test_a_binding_hears_of_another_program(
    store: bookworm.Store, book: bookworm.Book, path: Path, run: Script
) -> None:
    rating = book.bind("rating")
    script = """
    import sys, bookworm
    with bookworm.open(sys.argv[1]) as store:
        store.books[1].rating = 5
    """
    thread = threading.Thread(target=run, args=(script, path))
    thread.start()
    assert rating.wait(30)
    assert rating.value == 5
    thread.join()


def test_iterating_gives_each_value(book: bookworm.Book) -> None:
    rating = book.bind("rating")
    book.rating = 4
    values = iter(rating)
    assert next(values) == 4
    book.rating = 5
    assert next(values) == 5
    threading.Timer(0.05, rating.close).start()
    assert list(values) == []


def test_asyncio_gives_each_value(store: bookworm.Store, book: bookworm.Book) -> None:
    async def main() -> None:
        rating = book.bind("rating")
        heard: asyncio.Queue[int] = asyncio.Queue()

        async def listen() -> None:
            async for value in rating:
                heard.put_nowait(value)

        task = asyncio.ensure_future(listen())
        for value in (4, 5, 1):
            store.books[book.id].rating = value
            # A value that is set before the previous one was reported may replace it.
            assert await asyncio.wait_for(heard.get(), 30) == value
        rating.close()
        await asyncio.wait_for(task, 30)
        assert heard.empty()

    asyncio.run(main())


def test_closing_the_store_ends_the_waiting(store: bookworm.Store, book: bookworm.Book) -> None:
    rating = book.bind("rating")
    outcomes: list[Any] = []

    def wait() -> None:
        try:
            rating.wait()
        except bookworm.Error as error:
            outcomes.append(type(error))

    thread = threading.Thread(target=wait)
    thread.start()
    time.sleep(0.05)
    store.close()
    thread.join(30)
    assert outcomes == [bookworm.ClosedError]
