"""Tests readings, one for each time that a book was read, and the global ids of rows."""

from __future__ import annotations

import datetime
import uuid

import pytest

import bookworm

DAY = datetime.date(2026, 1, 5)


def test_a_reading_is_added_changed_and_deleted(store: bookworm.Store) -> None:
    book = store.books.create("Dune", "Frank Herbert")
    assert list(book.readings) == []
    reading = book.readings.add("completed", finished=DAY, percent=100, note="Sand")
    assert (reading.outcome, reading.finished, reading.percent) == ("completed", DAY, 100)
    assert (reading.book_id, reading.started, reading.page) == (book.id, None, None)
    assert list(book.readings) == [reading] == [store.readings[reading.id]]
    book.refresh()
    assert (book.status, book.finished) == ("completed", DAY)
    reading.page = 412
    assert (reading.page, reading.percent) == (412, None)
    reading.update(outcome="did-not-finish", finished=None)
    assert store.readings[reading.id].outcome == "did-not-finish"
    reading.delete()
    assert len(book.readings) == 0
    assert reading not in store.readings
    book.refresh()
    assert (book.status, book.finished) == ("on-shelf", None)


def test_to_begin_again_loses_nothing(store: bookworm.Store) -> None:
    book = store.books.create("Dune", "Frank Herbert", status="completed", finished=DAY)
    book.status = "in-progress"
    assert [reading.outcome for reading in book.readings] == ["completed", "open"]
    assert book.readings[0].finished == DAY
    store.undo()
    book.refresh()
    assert book.status == "completed"
    assert len(book.readings) == 1


def test_what_is_no_reading_is_refused(store: bookworm.Store) -> None:
    book = store.books.create("Dune", "Frank Herbert")
    with pytest.raises(bookworm.InvalidError):
        book.readings.add(page=1, percent=2)
    with pytest.raises(bookworm.InvalidError, match='must be one of "open", "completed"') as raised:
        book.readings.add("finished")
    assert raised.value.field == "outcome"
    with pytest.raises(TypeError, match="outcome must be a str, not int"):
        book.readings.add(2)  # type: ignore[arg-type]
    reading = book.readings.add()
    with pytest.raises(AttributeError):
        reading.created = reading.created
    with pytest.raises(bookworm.NotFoundError):
        store.readings[99]


def test_changes_of_readings_are_told(store: bookworm.Store) -> None:
    book = store.books.create("Dune", "Frank Herbert")
    with book.observe() as observer:
        reading = book.readings.add()
        changes = observer.next(5)
        assert changes is not None
        assert ("inserted", "reading", reading.id) == changes[0][:3]
        assert changes[1].fields == {"status", "readings"}


def test_rows_are_found_by_their_global_ids(store: bookworm.Store) -> None:
    book = store.books.create("Dune", "Frank Herbert", genres=["Sand"])
    quote, reading = book.quotes.add("Fear"), book.readings.add()
    genre = store.genres["Sand"]
    for row, rows in (
        (book, store.books),
        (quote, store.quotes),
        (reading, store.readings),
        (genre, store.genres),
    ):
        assert isinstance(row.global_id, uuid.UUID)
        assert row.global_id.version == 7
        assert rows.with_global_id(row.global_id) == row
    known = book.global_id
    book.delete()
    with pytest.raises(bookworm.NotFoundError):
        store.books.with_global_id(known)
    store.undo()
    assert store.books.with_global_id(known).title == "Dune"
