"""Tests the fields of an edition: set, read one by one and in columns, queried, sorted by."""

from __future__ import annotations

from typing import Any

import pytest

import bookworm

EDITION: dict[str, Any] = {
    "subtitle": "There and Back Again",
    "publisher": "Allen & Unwin",
    "pages": 310,
    "language": "en-GB",
    "format": "hardcover",
    "edition_year": 1966,
    "author_sort": "Tolkien, J. R. R.",
    "title_sort": "Hobbit, The",
    "spoilers": True,
}


@pytest.fixture
def books(store: bookworm.Store) -> bookworm.Books:
    store.books.create("The Hobbit", "J. R. R. Tolkien", **EDITION)
    store.books.create("Other", "Somebody", pages=90, language="FR")
    store.books.create("Without", "Nobody")
    return store.books


def titles(query: bookworm.Query) -> list[str]:
    return [book.title for book in query]


def test_a_book_has_what_it_was_given(books: bookworm.Books) -> None:
    book = books.where(title_contains="hobbit")[0]
    assert {name: getattr(book, name) for name in EDITION} == EDITION
    without = books.where(title_contains="without", spoilers=False)[0]
    assert (without.pages, without.spoilers) == (None, False)


def test_they_are_set_and_cleared(books: bookworm.Books) -> None:
    book = books.where(title_contains="other")[0]
    book.publisher = "Unwin"
    book.update(pages=91, language=None)
    assert (book.publisher, book.pages, book.language) == ("Unwin", 91, None)


def test_they_come_in_columns(books: bookworm.Books) -> None:
    columns = books.all().order_by("title").columns("title", "pages", "language")
    assert columns["pages"] == [310, 90, None]
    assert columns["language"] == ["en-GB", "fr", None]


def test_many_books_are_given_them_at_once(store: bookworm.Store) -> None:
    store.books.create_many([{"title": "A", "author": "B", **EDITION}])
    assert store.books.all()[0].author_sort == EDITION["author_sort"]


@pytest.mark.parametrize(
    "condition",
    [
        {"publisher_contains": "unwin"},
        {"subtitle_contains": "back"},
        {"language": "en"},
        {"format_contains": "HARD"},
        {"pages": (100, None)},
        {"edition_year": 1966},
        {"author_sort_contains": "tolkien,"},
        {"title_sort_contains": "hobbit,"},
        {"title_sort": "HOBBIT,"},
        {"spoilers": True},
    ],
)
def test_a_query_asks_for_them(books: bookworm.Books, condition: dict[str, Any]) -> None:
    assert titles(books.where(**condition)) == ["The Hobbit"]


def test_an_article_is_last_until_the_rule_is_turned_off(store: bookworm.Store) -> None:
    zebra = store.books.create("The Zebra", "A")
    store.books.create("Moth", "A")
    store.books.create("L'Ami", "A", language="fr")
    by_title = store.books.order_by("title")
    assert store.articles_last is True
    assert titles(by_title) == ["L'Ami", "Moth", "The Zebra"]
    zebra.title_sort = "Lynx"
    assert titles(by_title) == ["L'Ami", "The Zebra", "Moth"]
    zebra.title_sort = None
    store.undo()
    assert zebra.title_sort == "Lynx"
    store.articles_last = False
    assert store.articles_last is False
    assert titles(by_title) == ["L'Ami", "The Zebra", "Moth"]
    zebra.title_sort = None
    store.books.create("Tiger", "A")
    assert titles(by_title) == ["L'Ami", "Moth", "The Zebra", "Tiger"]
    store.articles_last = True
    assert titles(by_title) == ["L'Ami", "Moth", "Tiger", "The Zebra"]
    assert store.books.find_or_create("the zebra", "A") == zebra
    with pytest.raises(TypeError, match="articles_last"):
        store.articles_last = "yes"  # type: ignore[assignment]
    with store.transaction(), pytest.raises(bookworm.ArgumentError):
        store.articles_last = False
    assert store.check() == []


def test_a_draft_has_the_title_as_lists_sort_it(store: bookworm.Store) -> None:
    book = store.books.create("The Zebra", "A")
    draft = bookworm.Draft.of(book)
    draft.set_text("title_sort", "  Zebra  ")
    assert draft.get_text("title_sort") == "Zebra"
    draft.save(store)
    assert store.books[book.id].title_sort == "Zebra"
    draft = bookworm.Draft.of(store.books[book.id])
    draft.set_text("title_sort", "")
    draft.save(store)
    assert store.books[book.id].title_sort is None


@pytest.mark.parametrize("key", ["-pages", "-publisher", "-edition_year"])
def test_books_are_sorted_by_them(books: bookworm.Books, key: str) -> None:
    assert titles(books.all().order_by(key))[0] == "The Hobbit"


@pytest.mark.parametrize(
    ("field", "value"), [("language", "english!"), ("pages", 0), ("publisher", " ")]
)
def test_what_cannot_be_is_refused(books: bookworm.Books, field: str, value: object) -> None:
    with pytest.raises(bookworm.InvalidError) as caught:
        books.create_many([{"title": "A", "author": "B", field: value}])
    assert caught.value.field == field
