"""Tests covers: set, read whole and in pieces, removed, undone, found, and refused."""

from __future__ import annotations

import base64
from typing import Any

import pytest

import bookworm

GIF = base64.b64decode("R0lGODdhAwACAIEAAAD6FMgeKAAAAAAAACwAAAAAAwACAAAICAADCAwAIEBAADs=")
LARGE = GIF + bytes(range(256)) * 2000


@pytest.fixture
def book(store: bookworm.Store) -> bookworm.Book:
    return store.books.create("Dune", "Frank Herbert")


def cover_of(book: bookworm.Book) -> bookworm.Cover:
    cover = book.cover
    assert cover is not None
    return cover


def test_a_book_gets_a_cover_and_loses_it(store: bookworm.Store, book: bookworm.Book) -> None:
    assert book.cover is None
    before = book.updated
    book.cover = GIF
    cover = cover_of(book)
    assert (cover.format, cover.media_type) == ("gif", "image/gif")
    assert (cover.width, cover.height, cover.size) == (3, 2, len(GIF))
    assert cover.data == GIF
    assert len(bytes.fromhex(cover.digest)) == 8
    assert repr(cover) == f"<Cover of book {book.id}: gif, 3 x 2, {len(GIF)} bytes>"
    assert book.updated >= before
    store.undo()
    assert book.cover is None
    store.redo()
    assert book.cover == cover
    book.cover = None
    assert book.cover is None


def test_it_is_read_without_the_book(store: bookworm.Store, book: bookworm.Book) -> None:
    store.books.set_cover(book.id, bytearray(GIF))
    cover = store.books.cover(book.id)
    assert cover == book.cover
    assert hash(cover) == hash(book.cover)
    store.books.set_cover(book, memoryview(GIF + b"more"))
    assert store.books.cover(book) != cover
    store.books.set_cover(book, None)
    assert store.books.cover(book) is None
    with pytest.raises(bookworm.NotFoundError):
        store.books.cover(99)
    with pytest.raises(bookworm.NotFoundError):
        store.books.set_cover(99, GIF)


@pytest.mark.parametrize("size", [1000, 65_536, 1 << 20])
def test_it_is_read_in_pieces(book: bookworm.Book, size: int) -> None:
    book.cover = LARGE
    pieces = list(cover_of(book).pieces(size))
    assert b"".join(pieces) == LARGE
    assert {len(piece) for piece in pieces[:-1]} <= {size}


def test_the_bytes_are_those_of_the_cover_that_was_read(book: bookworm.Book) -> None:
    book.cover = LARGE
    cover = cover_of(book)
    pieces = cover.pieces(100_000)
    next(pieces)
    book.cover = GIF
    with pytest.raises(bookworm.NotFoundError):
        next(pieces)
    with pytest.raises(bookworm.NotFoundError, match="another cover"):
        _ = cover.data
    assert cover.size == len(LARGE)


@pytest.mark.parametrize(
    ("data", "error", "words"),
    [
        (b"", bookworm.InvalidError, "empty"),
        (b"<svg/>", bookworm.InvalidError, "a JPEG, PNG, WebP, GIF or AVIF file"),
        (GIF[:-1], bookworm.InvalidError, "ends too early"),
        (GIF + bytes(17 << 20), bookworm.TooLargeError, "at most 16777216"),
        (GIF[:6] + b"\x60\xea\x60\xea" + GIF[10:], bookworm.TooLargeError, "60000 x 60000 pixels"),
    ],
    ids=["empty", "SVG", "cut off", "too large", "too many pixels"],
)
def test_what_is_no_cover_is_refused(
    book: bookworm.Book, data: bytes, error: type[bookworm.Error], words: str
) -> None:
    book.cover = GIF
    with pytest.raises(error, match=words) as caught:
        book.cover = data
    assert caught.value.field == "cover"
    assert cover_of(book).data == GIF


@pytest.mark.parametrize("data", ["GIF87a", 5, [1, 2]])
def test_a_cover_is_bytes(book: bookworm.Book, data: Any) -> None:
    with pytest.raises(TypeError, match="bytes, or None"):
        book.cover = data


def test_books_are_found_by_it(store: bookworm.Store, book: bookworm.Book) -> None:
    other = store.books.create("Emma", "Jane Austen")
    book.cover = GIF
    assert store.books.find("cover:none").ids() == [other.id]
    assert store.books.find("-cover:none").ids() == [book.id]
    assert store.books.where(without="cover").ids() == [other.id]
    assert store.books.where(having="cover").ids() == [book.id]
    columns = store.books.all().columns("id", "cover")
    assert columns == {"id": [book.id, other.id], "cover": [cover_of(book).digest, None]}


def test_a_page_hears_of_it(store: bookworm.Store, book: bookworm.Book) -> None:
    with store.books.all()[:5].observe() as page, store.observe("cover") as observer:
        book.cover = GIF
        for each in (page, observer):
            changes = each.next(5)
            assert changes is not None
            assert [(change.kind, change.id) for change in changes] == [("updated", book.id)]
            assert [set(change.fields) for change in changes] == [{"cover"}]


def test_the_book_that_stays_gets_the_others(store: bookworm.Store, book: bookworm.Book) -> None:
    first, second = (store.books.create("Dune", "F. Herbert") for _ in range(2))
    first.cover, second.cover = GIF, LARGE
    book.merge(first)
    assert cover_of(book).data == GIF
    book.merge(second, take=["cover"])
    assert cover_of(book).data == LARGE


def test_another_copy_of_the_store_brings_it(
    store: bookworm.Store, book: bookworm.Book, tmp_path: Any
) -> None:
    emma = store.books.create("Emma", "Jane Austen")
    path = str(tmp_path / "copy")
    store.backup(path)
    with bookworm.open(path) as copy:
        copy.books.set_cover(book.id, LARGE)
        copy.books.set_cover(copy.books.create("New", "One"), GIF)
        assert store.merge(copy, rule="later").conflicts == []
        assert cover_of(book).data == LARGE
        assert [each.size for each in map(cover_of, store.books.find("title:new"))] == [len(GIF)]
        # If both stores set a cover, that is a conflict.
        emma.cover = GIF
        copy.books.set_cover(emma.id, LARGE)
        merged = store.merge(copy, rule="theirs")
        assert [each.field for each in merged.conflicts] == ["cover"]
        assert cover_of(emma).data == LARGE
    assert not store.check()
