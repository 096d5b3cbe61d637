"""Tests merging two copies of a store that were changed separately."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import date
from pathlib import Path
from typing import Any

import pytest

import bookworm

# Columns that each store numbers by itself, or that are compared below.
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


def make_anew(rows: Any, name: str, *more: str) -> Any:
    """Creates a genre or a shelf with the name of a deleted one."""
    rows[name].delete()
    return rows.create(name, *more)


def shared(store: bookworm.Store) -> Any:
    """Returns the common contents of copies: everything by global ids, because ids differ."""
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
    laptop.genres.find_or_create("Space")
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


def test_one_store_is_refused_by_whatever_name(stores: Stores, tmp_path: Path) -> None:
    laptop, desktop, base = stores
    (tmp_path / "link").symlink_to(tmp_path / "laptop")
    for name in ("laptop", "link"):
        with bookworm.open(tmp_path / name) as again:
            for other, given, field in (
                (again, None, "other"),
                (desktop, again, "base"),
                (again, base, "other"),
            ):
                with pytest.raises(bookworm.ArgumentError) as refused:
                    laptop.merge(other, base=given, rule="later")
                assert refused.value.field == field
            with pytest.raises(bookworm.ArgumentError, match="base is the same store as other"):
                base.merge(laptop, base=again, rule="later")


OPPOSITE = {"ours": "theirs", "theirs": "ours", "later": "later"}


def merge_both_ways(
    stores: Stores, path: Path, rule: str = "later", *, has_base: bool = True
) -> bookworm.Store:
    """Checks that the result is the same, and that merging again, and undoing it, works."""
    laptop, desktop, base = stores
    given = base if has_base else None
    laptop.backup(path / "merged")
    merged = bookworm.open(path / "merged")
    before = shared(merged)
    merged.merge(desktop, base=given, rule=rule)
    desktop.backup(path / "other")
    with bookworm.open(path / "other") as other:
        other.merge(laptop, base=given, rule=OPPOSITE[rule])
        assert shared(merged) == shared(other)
        assert leading(merged) == leading(other)
        for again in (desktop, other):
            assert merged.merge(again, base=given, rule=rule)[:3] == (0, 0, 0)
    merged.undo()
    assert shared(merged) == before
    merged.redo()
    assert merged.check() == []
    return merged


@pytest.fixture
def five(tmp_path: Path) -> Iterator[Stores]:
    """Books V to Z, and two copies of them. X has a quote, a reading and a source."""
    with bookworm.open(tmp_path / "base") as base:
        base.books.import_from("shop", [{"source_id": "x", "title": "X", "author": "A"}])
        base.books[1].quotes.add("Of X")
        base.books[1].readings.add(outcome="completed", finished=date(2024, 1, 2))
        base.genres.create("Fantasy", "#000001")
        base.shelves.create("Best", "rating:5")
        for title in "YZVW":
            base.books.create(title, "A", genres=["Fantasy"])
        base.books[V].merge(base.books.create("U", "A"))
        for name in ("laptop", "desktop"):
            base.backup(tmp_path / name)
        with (
            bookworm.open(tmp_path / "laptop") as laptop,
            bookworm.open(tmp_path / "desktop") as desktop,
        ):
            yield laptop, desktop, base


X, Y, Z, V, W, U = range(1, 7)


def leading(store: bookworm.Store) -> list[tuple[bytes, bytes]]:
    """Returns where the ids of merged books lead, by global ids."""
    query = "SELECT m.global_id, b.global_id FROM merged_books m JOIN books b ON b.id = m.book"
    with closing(sqlite3.connect(f"file:{store.path}?mode=ro", uri=True)) as file:
        return sorted(file.execute(query).fetchall())


@pytest.mark.parametrize("has_base", [True, False])
@pytest.mark.parametrize(("rule", "winner"), [("ours", Y), ("theirs", Z), ("later", Z)])
def test_what_a_book_had_that_both_have_merged_goes_where_it_goes(
    five: Stores, tmp_path: Path, rule: str, winner: int, has_base: bool
) -> None:
    laptop, desktop, base = five
    x = base.books[X].global_id
    laptop.books[Y].merge(X)
    desktop.books[Z].merge(X)
    with merge_both_ways(five, tmp_path, rule, has_base=has_base) as merged:
        for book in (Y, Z):
            has = int(book == winner)
            assert len(merged.books[book].quotes) == has
            assert len(merged.books[book].readings) == has
            assert len(merged.books[book].sources) == has
            assert merged.books[book].status == ("completed" if has else "on-shelf")
        assert merged.books.with_global_id(x).id == winner


@pytest.mark.parametrize("has_base", [True, False])
def test_books_that_are_merged_round_about_become_the_first_of_them(
    five: Stores, tmp_path: Path, has_base: bool
) -> None:
    laptop, desktop, base = five
    laptop.books[Y].merge(X)
    desktop.books[Z].merge(Y)
    laptop.books[V].merge(Z)
    desktop.books[X].merge(V)
    # W is not in the circle, and ends in the same book.
    laptop.books[V].merge(W)
    with merge_both_ways(five, tmp_path, has_base=has_base) as merged:
        book = next(iter(merged.books))
        assert len(merged.books) == 1
        assert book.global_id == base.books[X].global_id
        assert [quote.text for quote in book.quotes] == ["Of X"]
        assert book.status == "completed"


@pytest.mark.parametrize("rule", ["ours", "theirs", "later"])
@pytest.mark.parametrize("recoloured", [True, False])
def test_a_genre_or_shelf_that_was_made_anew_is_the_one_that_it_was(
    five: Stores, tmp_path: Path, rule: str, recoloured: bool
) -> None:
    laptop, desktop, base = five
    laptop.genres["Fantasy"].delete()
    laptop.genres.create("fantasy", "#000001")
    laptop.shelves["Best"].delete()
    laptop.shelves.create("BEST", "rating:4")
    if recoloured:
        desktop.genres["Fantasy"].colour = "#000000"
        desktop.shelves["Best"].line = "rating:3"
    with merge_both_ways(five, tmp_path, rule) as merged:
        assert merged.genres["Fantasy"].global_id == base.genres["Fantasy"].global_id
        assert merged.genres["Fantasy"].name == "fantasy"
        assert merged.genres["Fantasy"].colour == ("#000000" if recoloured else "#000001")
        assert merged.shelves["Best"].global_id == base.shelves["Best"].global_id
        assert merged.books[Y].genres.names() == []


def test_a_merged_book_goes_along_with_the_one_that_it_went_into(
    five: Stores, tmp_path: Path
) -> None:
    laptop, desktop, _ = five
    # U was merged into V.
    laptop.books[Y].merge(V)
    desktop.books[Z].merge(V)
    with merge_both_ways(five, tmp_path) as merged:
        assert merged.books[U].id == merged.books[V].id == Z


def test_a_merged_book_stays_with_one_whose_own_is_gone(five: Stores, tmp_path: Path) -> None:
    laptop, desktop, _ = five
    laptop.books[Y].merge(V)
    desktop.books[Y].delete()
    desktop.books[V].rating = 5
    with merge_both_ways(five, tmp_path, "theirs") as merged:
        book = next(book for book in merged.books if book.title == "V")
        assert merged.books[U].id == book.id


def test_a_genre_of_a_name_that_was_given_up_is_another_one(five: Stores, tmp_path: Path) -> None:
    laptop, desktop, _ = five
    laptop.genres["Fantasy"].name = "Epic"
    laptop.genres.create("Fantasy", "#000001")
    desktop.genres["Fantasy"].delete()
    with merge_both_ways(five, tmp_path, "theirs") as merged:
        assert [genre.name for genre in merged.genres] == ["Fantasy"]


def test_so_is_one_whose_name_was_given_up_where_the_other_store_had_it_deleted(
    five: Stores, tmp_path: Path
) -> None:
    laptop, desktop, _ = five
    laptop.genres["Fantasy"].delete()
    desktop.genres["Fantasy"].name = "Epic"
    desktop.genres.create("Fantasy", "#000001")
    with merge_both_ways(five, tmp_path, "ours") as merged:
        assert [genre.name for genre in merged.genres] == ["Fantasy"]


READ: dict[str, Any] = {"outcome": "completed", "finished": date(2024, 3, 4)}


@pytest.mark.parametrize("case", range(4))
def test_a_status_does_not_depend_on_the_direction(five: Stores, tmp_path: Path, case: int) -> None:
    laptop, desktop, _ = five
    if case < 2:
        # The remaining book is on the shelf; elsewhere, the book merged into it was read meanwhile.
        laptop.books[W].readings.add(**READ)
        laptop.books[Z].merge(W)
        laptop.books[Z].set_status("on-shelf")
        desktop.books[W].readings.add(**READ)
        expected = "on-shelf"
        if case == 1:
            desktop.books[Z].rating = 5
            expected = "completed"
    else:
        # The deleted book is on the shelf.
        laptop.books[Z].merge(X)
        desktop.books[X].set_status("on-shelf")
        expected = "on-shelf"
        if case == 3:
            desktop.books[Z].readings.add(**READ)
            expected = "completed"
    with merge_both_ways(five, tmp_path) as merged:
        assert merged.books[Z].status == expected


def test_undo_also_takes_back_when_a_book_was_changed(five: Stores) -> None:
    laptop, desktop, base = five
    for _ in range(2):
        laptop.books[W].readings.add(**READ)
    desktop.books[Z].merge(W)
    updated = [book.updated for book in laptop.books]
    laptop.merge(desktop, base=base, rule="later")
    laptop.undo()
    assert [book.updated for book in laptop.books] == updated


def test_a_deleted_reading_stays_so_where_books_were_merged_into_one_another(
    five: Stores, tmp_path: Path
) -> None:
    laptop, desktop, _ = five
    laptop.books[Y].merge(X)
    next(iter(laptop.books[Y].readings)).delete()
    desktop.books[X].merge(Y)
    with merge_both_ways(five, tmp_path) as merged:
        assert len(next(iter(merged.books)).readings) == 0


@pytest.mark.parametrize("seed", range(12))
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
    opposite = OPPOSITE[rule]
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
    """An operation that may be refused."""
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
        lambda: book.merge(dice.choice(books)),
        lambda: store.readings[dice.choice([each.id for each in book.readings] or [99])].delete(),
        lambda: make_anew(store.genres, name, f"#00000{number}"),
        lambda: make_anew(store.shelves, name, f"rating:{number}"),
        lambda: setattr(store.genres[name], "name", other),
        lambda: store.genres[name].delete(),
        lambda: store.shelves.create(name, f"rating:{number}"),
        lambda: book.set_status(status, on=date(2024, 2, 3)),
    ]
    dice.choice(steps)()


@pytest.mark.parametrize("rule", ["later", "ours", "theirs"])
def test_without_a_base_a_field_that_only_one_has_is_kept(stores: Stores, rule: Any) -> None:
    laptop, desktop, _ = stores
    opposite = {"ours": "theirs", "theirs": "ours"}.get(rule, rule)
    desktop.books[1].update(review="Long", year=1965, author_sort="Herbert, Frank", title="Dune 1")
    desktop.books[2].rating = 4
    laptop.books[1].update(rating=5, series="Dune", series_number=1, title="Dune!")
    there = desktop.books[1].updated
    while laptop.books[1].updated <= there:
        laptop.books[1].update(publisher=f"Chilton {laptop.books[1].publisher}")
    merged = laptop.merge(desktop, rule=rule)
    # The rule chooses one of two values.
    assert {each.field for each in merged.conflicts} == {"title", "rating"}
    desktop.merge(laptop, rule=opposite)
    assert shared(laptop) == shared(desktop)
    assert laptop.merge(desktop, rule=rule)[:3] == (0, 0, 0)
    book = laptop.books[1]
    assert (book.review, book.year, book.author_sort) == ("Long", 1965, "Herbert, Frank")
    assert (book.series, book.series_number, laptop.books[2].rating) == ("Dune", 1, 4)
    wins = ("Dune 1", 3) if rule == "theirs" else ("Dune!", 5)
    assert (book.title, book.rating) == wins
    assert laptop.check() == []
