"""Tests that any values are read back unchanged."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from datetime import timedelta, timezone
from typing import Any

import pytest
from conftest import is_visible
from hypothesis import given, settings, strategies as st

import bookworm

# All of Unicode except surrogates and NUL, which no text may contain.
anything = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=60)
names = anything.filter(is_visible)
zones = st.integers(-23 * 60, 23 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))
instants = st.datetimes(
    datetime.datetime(2, 1, 1), datetime.datetime(9998, 12, 30), timezones=zones
).map(lambda value: value.replace(microsecond=value.microsecond // 1000 * 1000))


def without_other_readings(row: dict[str, Any]) -> dict[str, Any]:
    """Removes an end that would belong to an earlier reading, and puts the dates in order."""
    if row.get("status") == "in-progress":
        row.pop("finished", None)
    if ends_early(row):
        row["started"], row["finished"] = row["finished"], row["started"]
    return row


def ends_early(row: dict[str, Any]) -> bool:
    started, finished = row.get("started"), row.get("finished")
    return bool(started and finished and finished < started)


books = st.fixed_dictionaries(
    {"title": names, "author": names},
    optional={
        "synopsis": st.none() | anything,
        "review": st.none() | anything,
        "notes": st.none() | anything,
        "rating": st.integers(0, 5),
        "favourite": st.booleans(),
        "status": st.sampled_from(bookworm.Status),
        "series": st.none() | names,
        "series_number": st.none()
        | st.floats(0, allow_infinity=False, allow_nan=False).map(lambda value: value + 0.0),
        "year": st.none() | st.integers(-(2**31), 2**31 - 1),
        "created": instants,
        "started": st.none() | st.dates(),
        "finished": st.none() | st.dates(),
    },
).map(without_other_readings)


@pytest.fixture(scope="module")
def memory() -> Iterator[bookworm.Store]:
    with bookworm.open(":memory:") as store:
        yield store


quick = settings(max_examples=150)


def of(book: bookworm.Book, row: dict[str, Any]) -> dict[str, Any]:
    return {name: getattr(book, name) for name in row}


@quick
@given(books)
def test_a_book_comes_out_as_it_went_in(memory: bookworm.Store, row: dict[str, Any]) -> None:
    book = memory.books.create(**row)
    assert of(memory.books[book.id], row) == row


@quick
@given(st.lists(books, max_size=8))
def test_a_batch_comes_out_as_it_went_in(
    memory: bookworm.Store, rows: list[dict[str, Any]]
) -> None:
    memory.books.all().delete()
    ids = memory.books.create_many(rows)
    assert [of(book, row) for book, row in zip(memory.books.get_many(ids), rows)] == rows
    scanned = {book.id: book for book in memory.books}
    assert [of(scanned[id], row) for id, row in zip(ids, rows)] == rows


@quick
@given(books, books)
def test_an_update_changes_what_it_names_and_nothing_else(
    memory: bookworm.Store, row: dict[str, Any], changes: dict[str, Any]
) -> None:
    book = memory.books.create(**row)
    before = memory.books[book.id].as_dict()
    changes.pop("status", None)
    if ends_early({"started": book.started, "finished": book.finished, **changes}):
        with pytest.raises(bookworm.InvalidError, match="before the reading started"):
            book.update(**changes)
        return
    book.update(**changes)
    after = memory.books[book.id].as_dict()
    assert of(memory.books[book.id], changes) == changes
    # The dates are those of the latest reading.
    follow = {"readings"} if changes.keys() & {"started", "finished"} else set()
    if changes.get("finished") and before["status"] == "in-progress":
        assert after["status"] == "completed"
        follow.add("status")
    for name in before.keys() - changes.keys() - {"updated"} - follow:
        assert after[name] == before[name]


@quick
@given(st.integers(-62135596800000, 253402300799999))
def test_instants_are_exact_to_the_millisecond(memory: bookworm.Store, number: int) -> None:
    epoch = datetime.datetime(1970, 1, 1, tzinfo=timezone.utc)
    instant = epoch + timedelta(milliseconds=number)
    book = memory.books.create("T", "A", created=instant)
    assert memory.books[book.id].created == instant
    assert memory.books.where(created=(instant, None)).columns("created")["created"].count(instant)
    book.delete()


@quick
@given(st.lists(st.tuples(names, names), max_size=5))
def test_identifiers_come_out_as_they_went_in(
    memory: bookworm.Store, pairs: list[tuple[str, str]]
) -> None:
    try:
        book = memory.books.create("T", "A", identifiers=pairs)
    except bookworm.InvalidError as error:
        assert (error.field or "").startswith("identifier")
        return
    assert book.identifiers == tuple(pairs)
