"""Tests the preview store."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import bookworm


def test_it_holds_what_it_must() -> None:
    with bookworm.open_preview() as store:
        colours = {genre.name: genre.colour for genre in store.genres}
        wanted = {
            "Fiction": "#00FF00",
            "Non Fiction": "#0000FF",
            "Romance": "#FF0000",
            "Thriller": "#000000",
        }
        assert wanted.items() <= colours.items()
        assert "Historical" in colours
        book = store.books.where(title_contains="QB VII")[0]
        assert (book.title, book.author) == ("QB VII", "Leon Uris")
        assert book.genres.names() == ["Fiction", "Historical"]
        assert {each.rating for each in store.books} == {0, 1, 2, 3, 4, 5}
        assert {each.status for each in store.books} == set(bookworm.Status)
        quotes = [quote.text for each in store.books for quote in each.quotes]
        assert "吾輩は猫である。名前はまだ無い。" in quotes


def test_it_is_the_same_each_time(tmp_path: Path) -> None:
    def contents(path: str | Path) -> list[object]:
        with bookworm.open_preview(path) as store:
            return [
                [
                    (book.id, book.as_dict(), book.price, book.genres.ids(), book.identifiers)
                    for book in store.books
                ],
                [
                    (quote.id, quote.text, quote.page, quote.created)
                    for book in store.books
                    for quote in book.quotes
                ],
                [(genre.id, genre.name, genre.colour) for genre in store.genres],
            ]

    assert contents(tmp_path / "a") == contents(":memory:") == contents(tmp_path / "b")


@pytest.mark.file
def test_it_is_an_ordinary_store_afterwards(path: Path) -> None:
    with bookworm.open_preview(path, durability="normal") as store:
        count = len(store.books)
        assert store.books.create("Another", "A").id == count + 1
        assert store.orders.place(1, 2).id == 1
    with bookworm.open(path) as store:
        assert len(store.books) == count + 1


def test_it_overwrites_nothing(path: Path) -> None:
    path.write_text("mine")
    with pytest.raises(bookworm.ExistingFileError) as caught:
        bookworm.open_preview(path)
    assert isinstance(caught.value, FileExistsError)
    assert (caught.value.field, caught.value.filename) == ("path", str(path))
    assert path.read_text() == "mine"
    with pytest.raises(bookworm.ExistingFileError):
        bookworm.open_preview(path.parent)


def test_where_it_cannot_be_made_nothing_is_left(tmp_path: Path) -> None:
    with pytest.raises(bookworm.NoSuchFileError):
        bookworm.open_preview(tmp_path / "missing" / "store")
    with pytest.raises(bookworm.InvalidError):
        bookworm.open_preview(tmp_path / "store", durability="none")
    assert os.listdir(tmp_path) == []


@pytest.mark.file
def test_it_may_be_read_only(path: Path) -> None:
    with bookworm.open_preview(path, read_only=True) as store:
        assert store.read_only
        with pytest.raises(bookworm.ReadOnlyError):
            store.books[1].rating = 1
    with pytest.raises(bookworm.ArgumentError):
        bookworm.open_preview(read_only=True)
