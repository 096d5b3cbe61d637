"""Tests listing all faults of a new book at once, for a form."""

from __future__ import annotations

import threading
from typing import Any

import pytest

import bookworm


def test_every_field_at_fault_is_told_at_once(store: bookworm.Store) -> None:
    faults = store.books.check(
        title=" ",
        rating=7,
        pages=0,
        genres=[99],
        identifiers={" ": "1"},
        language="?",
        year=1965,
        price=bookworm.Price(5, "ZZZ"),
    )
    assert {fault.field for fault in faults} == {
        "title",
        "author",
        "rating",
        "pages",
        "genres",
        "identifiers",
        "language",
        "currency",
    }
    kinds = {fault.field: type(fault) for fault in faults}
    assert kinds["genres"] is bookworm.NotFoundError
    assert kinds["title"] is bookworm.InvalidError
    for fault in faults:
        assert fault.message.startswith(str(fault.field)) or fault.field == "genres"
    assert len(store.books) == 0


def test_what_c_has_no_room_for_is_a_fault_among_the_others(store: bookworm.Store) -> None:
    faults = store.books.check(
        title="\ud800",
        author="",
        pages=2**31,
        year=-(2**40),
        series="A",
        series_number=10**400,
        status="lost",
        genres=[2**70],
        identifiers=iter([("isbn", "\ud800")]),
        price=(2**63, "EUR"),
        rating=6,
    )
    assert [(fault.field, str(fault).partition(";")[2]) for fault in faults] == [
        ("title", ""),
        ("pages", " it must be at most 2147483647"),
        ("year", " it must be at least -2147483648"),
        ("series_number", ""),
        ("status", " not 'lost'"),
        ("genres", ""),
        ("identifiers", ""),
        ("price", " it must be at most 9223372036854775807"),
        ("author", ""),
        ("rating", " it must be 1 to 5, or 0 for not rated"),
    ]
    assert isinstance(faults[0], bookworm.TextError)
    assert isinstance(faults[5], bookworm.NotFoundError)
    with pytest.raises(TypeError):
        store.books.check(title="A", rating="5")


@pytest.mark.parametrize(
    ("field", "value", "named"),
    [
        ("genres", [10**30], "genres"),
        ("genres", ["A", -(10**30)], "genres"),
        ("genres", ["\ud800"], "genres"),
        ("price", (1, "\ud800"), "currency"),
        ("price", (2**63, "EUR"), "price"),
        ("identifiers", {"isbn": "\ud800"}, "identifiers"),
        ("year", 2**31, "year"),
    ],
    ids=ascii,
)
def test_a_fault_is_what_create_raises(
    store: bookworm.Store, field: str, value: Any, named: str
) -> None:
    fields: Any = {"title": "A", "author": "B", field: value}
    [fault] = store.books.check(**fields)
    with pytest.raises(type(fault)) as raised:
        store.books.create(**fields)
    assert fault.field == raised.value.field == named
    assert fault.message == raised.value.message


def test_what_create_takes_has_no_fault(store: bookworm.Store) -> None:
    fields = {"title": "Dune", "author": "Frank Herbert", "genres": ["New"], "review": None}
    assert store.books.check(**fields) == []
    assert "New" not in store.genres
    mixed = ["New", store.genres.create("B")]
    assert store.books.check(title="Dune", author="A", genres=mixed) == []
    with pytest.raises(TypeError):
        store.books.check(title=3)


def test_a_check_waits_for_nobody_who_writes(store: bookworm.Store) -> None:
    done = threading.Event()

    def check() -> None:
        assert len(store.books.check(title="A", rating=9)) == 2
        done.set()

    with store.transaction():
        store.books.create("A", "B")
        thread = threading.Thread(target=check)
        thread.start()
        assert done.wait(5)
        thread.join()
