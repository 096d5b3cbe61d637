"""Tests shelves, which are searches saved under names."""

from __future__ import annotations

from pathlib import Path

import pytest

import bookworm
from bookworm import Change


def test_a_shelf_is_kept_and_gives_its_books(tmp_path: Path) -> None:
    with bookworm.open(tmp_path / "store") as store:
        store.books.create("Dune", "Frank Herbert", rating=5)
        store.books.create("Emma", "Jane Austen", rating=2)
        shelf = store.shelves.create("Good ones", "rating>=4 sort:-rating")
        assert (shelf.name, shelf.line) == ("Good ones", "rating>=4 sort:-rating")
    with bookworm.open(tmp_path / "store") as store:
        shelf = store.shelves["good ONES"]
        assert [book.title for book in shelf.books] == ["Dune"]
        with shelf.books[:10].observe() as observer:
            store.books.create("Faust", "Goethe", rating=4)
            assert [book.title for book in observer.page] == ["Dune"]
            changes = observer.next(0)
            assert changes is not None
            assert list(changes) == [Change("entered", "book", 3, position=1)]
        assert (shelf.books.count(), len(shelf.books.where(title_contains="faust"))) == (2, 1)


def test_shelves_are_a_collection(store: bookworm.Store) -> None:
    assert not store.shelves
    ten = store.shelves.create("Shelf 10", "dune")
    nine = store.shelves.create("shelf 9", "")
    assert list(store.shelves) == [nine, ten]
    assert (len(store.shelves), store.shelves.count()) == (2, 2)
    assert (store.shelves[ten.id], store.shelves.get("none"), store.shelves.get(99, 7)) == (
        ten,
        None,
        7,
    )
    assert store.shelves.with_global_id(ten.global_id) == ten
    assert "SHELF 9" in store.shelves
    assert ten in store.shelves
    assert 99 not in store.shelves
    assert 1 in store.shelves
    assert True not in store.shelves
    ten.name = "Sand"
    ten.line = "title:dune"
    assert repr(store.shelves["sand"]) == f"<Shelf {ten.id}: 'Sand', 'title:dune'>"
    store.undo()
    ten.refresh()
    assert ten.line == "dune"
    del store.shelves["sand"]
    nine.delete()
    assert list(store.shelves) == []
    with pytest.raises(bookworm.NotFoundError):
        nine.refresh()
    with pytest.raises(bookworm.NotFoundError, match="no shelf with the name"):
        store.shelves["shelf 9"]
    with pytest.raises(TypeError, match="shelf must be its name or its id"):
        store.shelves[None]  # type: ignore[index]


def test_what_cannot_be_saved_is_refused(store: bookworm.Store) -> None:
    shelf = store.shelves.create("Good", "rating>=4")
    with pytest.raises(bookworm.ExistsError):
        store.shelves.create("GOOD", "dune")
    with pytest.raises(bookworm.InvalidError) as raised:
        store.shelves.create("Bad", "dune rating:9")
    assert (raised.value.field, raised.value.offset) == ("line", 12)
    assert "dune rating:9\n" + " " * 16 + "^" in str(raised.value)
    with pytest.raises(bookworm.InvalidError) as raised:
        shelf.line = "sort:x"
    assert str(raised.value).endswith("^")
    with pytest.raises(bookworm.TextError) as nul:
        store.shelves.create("a\0", "dune")
    assert (nul.value.field, "^" in str(nul.value)) == ("name", False)
    with pytest.raises(AttributeError):
        shelf.id = 3
    with pytest.raises(TypeError):
        bookworm.Shelf()
    assert [(each.name, each.line) for each in store.shelves] == [("Good", "rating>=4")]


def test_a_shelf_is_heard_of(store: bookworm.Store) -> None:
    with store.observe() as observer:
        shelf = store.shelves.create("Good", "rating>=4")
        shelf.line = "rating:5"
        shelf.delete()
        heard = [list(changes) for changes in iter(lambda: observer.next(0), None)]
        assert heard == [
            [Change("inserted", "shelf", shelf.id)],
            [Change("updated", "shelf", shelf.id, frozenset({"line"}))],
            [Change("deleted", "shelf", shelf.id)],
        ]
