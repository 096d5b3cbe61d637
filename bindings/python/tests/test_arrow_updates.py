"""Tests changing many books by the rows of a data frame, through its Arrow stream."""

from __future__ import annotations

from typing import Any

import pytest
from test_updates import books

import bookworm

__all__ = ["books"]  # a fixture
pa: Any = pytest.importorskip("pyarrow")


def test_a_frame_changes_each_book_by_its_own(
    store: bookworm.Store, books: list[bookworm.Book]
) -> None:
    frame = pa.table(
        {
            "id": [3, 1],
            "rating": [None, 5],
            "publisher": ["P", None],
            "add_genres": [["New"], []],
            "remove_genres": [[], ["old"]],
        }
    )
    assert store.books.update_many(frame) == 2
    assert store.books[3].genres.names() == ["Old", "New"]
    assert (store.books[3].rating, store.books[3].publisher) == (3, "P")
    assert (store.books[1].rating, store.books[1].genres.names()) == (5, [])
    assert store.books.update_many(frame) == 0
    assert store.books.update_many(frame.select(["id", "publisher"]), clear=["publisher"]) == 0
    store.books[1].publisher = "Q"
    assert store.books.update_many(frame.select(["id", "publisher"]), clear=["publisher"]) == 1
    assert store.books[1].publisher is None


def test_what_a_query_gives_can_be_edited_and_given_back(
    store: bookworm.Store, books: list[bookworm.Book]
) -> None:
    frame = pa.table(store.books.all())
    kept = frame.drop_columns(["updated", "global_id"])
    assert store.books.update_many(kept) == 0
    edited = kept.set_column(
        kept.column_names.index("title"), "title", pa.array(["A!", "B!", "C!"])
    )
    assert store.books.update_many(edited) == 3
    assert store.books.all().columns("title") == {"title": ["A!", "B!", "C!"]}
    with pytest.raises(bookworm.ArgumentError, match="updated"):
        store.books.update_many(frame)
    with pytest.raises(bookworm.InvalidError, match="id"):
        store.books.update_many(kept.drop_columns(["id"]))
