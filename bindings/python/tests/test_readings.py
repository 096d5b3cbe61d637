"""Tests readings, one for each time that a book was read, and the global ids of rows."""

from __future__ import annotations

import datetime
import uuid
from collections.abc import Callable
from typing import Any

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


@pytest.mark.parametrize(
    ("given", "status"),
    [
        ({}, "on-shelf"),
        ({"started": DAY}, "in-progress"),
        ({"finished": DAY}, "completed"),
        ({"finished": DAY, "status": "on-shelf"}, "on-shelf"),
        ({"finished": DAY, "status": bookworm.Status.DID_NOT_FINISH}, "did-not-finish"),
    ],
)
def test_a_new_book_has_the_status_of_its_dates(
    store: bookworm.Store, given: dict[str, Any], status: str
) -> None:
    books = store.books
    row = {"title": "Dune", "author": "Frank Herbert", **given}
    [many] = books.create_many([row])
    [imported] = books.import_from("s", [{**row, "source_id": "1"}], identity="source id")
    made = [
        books.create("Dune", "Frank Herbert", **given),
        books[many],
        books.find_or_create("Emma", "Jane Austen", **given),
        bookworm.Draft(**row).save(store),
        books[imported.book_id or 0],
    ]
    assert [book.status for book in made] == [status] * len(made)
    outcomes = [reading.outcome for reading in made[0].readings]
    kept = {"on-shelf": "completed", "in-progress": "open"}.get(status, status)
    assert outcomes == ([kept] if given else [])


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


def test_a_month_finds_the_books_that_its_statistics_count(store: bookworm.Store) -> None:
    day = datetime.date
    book = store.books.create("Dune", "A", status="completed", finished=day(2024, 2, 29))
    book.readings.add("completed", finished=day(2023, 5, 1))
    book.readings.add("open", started=day(2025, 1, 1))
    for facet in store.facets("month_finished"):
        found = store.books.all().with_facet("month_finished", facet)
        assert (found.ids(), facet.books) == ([book.id], 1)
        assert store.books.find(found.line or "").ids() == [book.id]
    assert store.books.where(finished=day(2023, 5, 1)).ids() == [book.id]
    assert store.books.where(started=(day(2025, 1, 1), None)).count() == 1
    assert store.books.find("finished:2022 OR -finished:2023").count() == 0
    assert store.books.find("finished:none").count() == 1


def test_a_reading_that_ends_before_it_starts_is_only_imported(store: bookworm.Store) -> None:
    started, finished = datetime.date(2024, 1, 2), datetime.date(2024, 1, 1)
    days: dict[str, Any] = {"started": started, "finished": finished}
    book = store.books.create("T", "A")
    reading = book.readings.add("completed", started=started)
    refused: list[Callable[[], object]] = [
        lambda: store.books.create("T", "A", **days),
        lambda: store.books.create_many([{"title": "T", "author": "A", **days}]),
        lambda: book.readings.add("completed", **days),
        lambda: reading.update(finished=finished),
        lambda: book.update(**days),
        lambda: setattr(book, "finished", finished),
        lambda: store.books.all().update(finished=finished),
    ]
    for change in refused:
        with pytest.raises(bookworm.InvalidError) as caught:
            change()
        assert caught.value.field == "finished"
    with pytest.raises(bookworm.InvalidError, match="reading 0 of the row"):
        store.books.create("T", "A", readings=[days])  # type: ignore[list-item]
    assert [each.field for each in store.books.check(title="T", author="A", **days)] == ["finished"]
    assert len(store.books) == 1
    row = {"source_id": "1", "title": "Other", "author": "B", **days}
    store.books.import_from("shop", [row])
    (kept,) = store.books.find("title=other")
    assert (kept.started, kept.finished) == (started, finished)
    kept.title = "Another"
    kept.finished = started
    assert store.check() == []
