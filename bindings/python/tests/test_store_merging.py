"""Merging two copies of a store that were changed apart."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

import bookworm

# What each store numbers by itself, or what is told below.
OWN = {"id", "genres", "quotes", "readings", "sources"}

Stores = tuple[bookworm.Store, bookworm.Store, bookworm.Store]


@pytest.fixture
def stores(tmp_path: Path) -> Iterator[Stores]:
    """A store, and two copies of it."""
    with bookworm.open(tmp_path / "base") as base:
        base.books.create("Dune", "Herbert", rating=3, genres=["Fantasy", "Classics"])
        base.books.create("Emma", "Austen", status="completed", finished=date(2024, 1, 2))
        for name in ("laptop", "desktop"):
            base.backup(tmp_path / name)
        with (
            bookworm.open(tmp_path / "laptop") as laptop,
            bookworm.open(tmp_path / "desktop") as desktop,
        ):
            yield laptop, desktop, base


def shared(store: bookworm.Store) -> Any:
    """What copies have in common: everything by the global ids, as ids differ."""
    books = {}
    for book in store.books:
        told = book.as_dict()
        books[book.global_id] = (
            {key: value for key, value in told.items() if key not in OWN},
            book.genres.names(),
            sorted((quote.global_id, quote.text, quote.page) for quote in book.quotes),
            sorted((each.global_id, each.outcome, each.finished) for each in book.readings),
        )
    genres = sorted((genre.global_id, genre.name, genre.colour) for genre in store.genres)
    return books, genres, sorted((shelf.global_id, shelf.line) for shelf in store.shelves)


def test_both_are_the_same_afterwards(stores: Stores) -> None:
    laptop, desktop, base = stores
    dune = laptop.books[1]
    dune.rating = 5
    dune.genres.remove("Fantasy")
    laptop.genres.create("Space")
    other = desktop.books[1]
    other.genres.add("space")
    other.quotes.add("Fear is the mind-killer.")
    desktop.books[2].delete()
    planned = laptop.merge(desktop, base=base, rule="later", preview=True)
    assert shared(laptop) != shared(desktop)
    assert laptop.merge(desktop, base=base, rule="later") == planned
    assert planned.deleted == 1
    assert [each[3:] for each in planned.conflicts] == [("name", "theirs", "Space", "space")]
    desktop.merge(laptop, base=base, rule="later")
    assert shared(laptop) == shared(desktop)
    assert laptop.books[1].genres.names()[0] == "Classics"
    for one, two in ((laptop, desktop), (desktop, laptop)):
        assert one.merge(two, base=base, rule="ours")[:3] == (0, 0, 0)
        assert one.check() == []
    assert laptop.undo_name == "Merge stores"
    laptop.undo()
    assert len(laptop.books) == 2
    assert laptop.check() == []


def test_conflicts_are_listed(stores: Stores) -> None:
    laptop, desktop, base = stores
    laptop.books[1].update(title="Dune I")
    desktop.books[1].update(title="Dune II", review="Good")
    desktop.books[2].delete()
    laptop.books[2].quotes.add("Badly done, Emma!")
    merged = laptop.merge(desktop, base=base, rule="ours")
    assert [each[1:] for each in sorted(merged.conflicts)] == [
        (1, 1, "title", "ours", "Dune I", "Dune II"),
        (2, 0, "", "ours", "Emma", None),
    ]
    assert (laptop.books[1].title, laptop.books[1].review) == ("Dune I", "Good")
    merged = laptop.merge(desktop, base=base, rule="theirs")
    assert laptop.books[1].title == "Dune II"
    assert merged.deleted == 1
    assert len(laptop.books) == 1


def test_without_a_base_nothing_is_deleted(stores: Stores) -> None:
    laptop, desktop, _ = stores
    desktop.books[2].delete()
    assert laptop.merge(desktop, rule="theirs")[:3] == (0, 0, 0)
    assert desktop.merge(laptop, rule="theirs").inserted == 2
    assert shared(laptop) == shared(desktop)


def test_what_cannot_be_merged(stores: Stores) -> None:
    laptop, desktop, base = stores
    for arguments in (
        {"other": laptop, "rule": "ours"},
        {"other": desktop, "base": desktop, "rule": "ours"},
        {"other": desktop, "rule": "newest"},
    ):
        with pytest.raises(bookworm.ArgumentError):
            laptop.merge(**arguments)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        laptop.merge("desktop", base=base, rule="ours")  # type: ignore[arg-type]
    with laptop.transaction() as transaction:
        transaction.merge(desktop, base=base, rule="ours")


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("rule", ["later", "ours", "theirs"])
def test_random_histories(stores: Stores, tmp_path: Path, seed: int, rule: str) -> None:
    laptop, desktop, base = stores
    dice = random.Random(seed)
    for store in (laptop, desktop):
        for _ in range(30):
            try:
                step(store, dice)
            except bookworm.Error:
                continue
    laptop.backup(tmp_path / "one")
    desktop.backup(tmp_path / "two")
    opposite = {"ours": "theirs", "theirs": "ours"}.get(rule, rule)
    given = base if seed % 2 == 0 else None
    with bookworm.open(tmp_path / "one") as one, bookworm.open(tmp_path / "two") as two:
        before = shared(one)
        one.merge(desktop, base=given, rule=rule)
        two.merge(laptop, base=given, rule=opposite)
        assert shared(one) == shared(two)
        assert one.check() == two.check() == []
        after = shared(one)
        assert one.merge(desktop, base=given, rule=rule)[:3] == (0, 0, 0)
        assert one.merge(two, base=given, rule=rule)[:3] == (0, 0, 0)
        assert shared(one) == after
        if after != before:
            one.undo()
            assert shared(one) == before


def step(store: bookworm.Store, dice: random.Random) -> None:
    """Something that may be refused."""
    name = dice.choice(["Space", "space", "Fantasy", "Horror", "Łódź"])
    books = [book.id for book in store.books]
    if not books:
        return
    book = store.books[dice.choice(books)]
    status = dice.choice(["in-progress", "completed", "on-shelf"])
    other = dice.choice(["Space", "Horror", "New"])
    number = dice.randrange(6)
    steps: list[Callable[[], object]] = [
        lambda: store.books.create(name, "Author", rating=number, genres=[name]),
        lambda: book.update(title=name, review="Good", status=status),
        lambda: setattr(book, "rating", number),
        lambda: book.genres.toggle(name),
        lambda: book.quotes.add(name),
        lambda: book.delete(),
        lambda: book.readings.add(outcome="completed", finished=date(2024, 2, 3), note=name),
        lambda: book.merge(dice.choice(books)),
        lambda: setattr(store.genres[name], "name", other),
        lambda: store.genres[name].delete(),
        lambda: store.shelves.create(name, f"rating:{number}"),
        lambda: book.set_status(status, on=date(2024, 2, 3)),
    ]
    dice.choice(steps)()
