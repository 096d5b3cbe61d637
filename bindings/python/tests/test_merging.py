"""Tests merging genres and books, and finding likely duplicates."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import bookworm


@pytest.fixture
def store() -> Iterator[bookworm.Store]:
    with bookworm.open(":memory:") as store:
        yield store


def test_two_genres_become_one(store: bookworm.Store) -> None:
    book = store.books.create("Dune", "Herbert", genres=["Sci-Fi", "Classics"])
    genre = store.genres.create("Science Fiction")
    planned = genre.merge("sci-fi", preview=True)
    assert [(each.field, each.choice, each.ours, each.theirs) for each in planned] == [
        ("name", "ours", "Science Fiction", "Sci-Fi"),
        ("colour", "ours", "#FF0000", store.genres["sci-fi"].colour),
        ("books", "both", "0", "1"),
    ]
    assert len(store.genres) == 3
    assert genre.merge(store.genres["Sci-Fi"]) == planned
    assert genre.book_count == 1
    assert book.genres.names() == ["Science Fiction", "Classics"]
    assert store.undo_name == "Merge genres"
    store.undo()
    assert book.genres.names() == ["Sci-Fi", "Classics"]
    with pytest.raises(bookworm.ArgumentError):
        genre.merge(genre)


def test_two_books_become_one(store: bookworm.Store) -> None:
    old = store.books.create(
        "Dune!", "F. Herbert", rating=4, review="Long", identifiers={"isbn": "9780441172719"}
    )
    old.quotes.add("Fear is the mind-killer.")
    old_id = old.id
    book = store.books.create("Dune", "Frank Herbert", review="Short")
    planned = book.merge(old, take=["review"], preview=True)
    assert {each.field: each.choice for each in planned if each.field != "created"} == {
        "title": "ours",
        "author": "ours",
        "review": "theirs",
        "rating": "theirs",
        "identifiers": "both",
        "quotes": "both",
    }
    assert book.merge(old, take=["review"]) == planned
    assert (book.title, book.rating, book.review) == ("Dune", 4, "Long")
    assert book.identifiers == (("isbn", "9780441172719"),)
    assert [quote.text for quote in book.quotes] == ["Fear is the mind-killer."]
    assert store.check() == []
    assert store.books[old_id].id == book.id
    assert old_id in store.books
    with pytest.raises(bookworm.NotFoundError):
        store.books[99]


def test_ids_lead_where_they_should_after_an_undo(store: bookworm.Store) -> None:
    books = [store.books.create(title, "A") for title in ("One", "Two", "Three")]
    global_id = books[0].global_id
    books[1].merge(books[0])
    books[2].merge(books[1].id)
    assert store.books[books[0].id].title == "Three"
    assert store.books.with_global_id(global_id).title == "Three"
    store.undo()
    assert store.books[books[0].id].title == "Two"
    store.undo()
    assert store.books[books[0].id].title == "One"
    assert store.books.with_global_id(global_id).title == "One"


def test_a_merge_is_refused_as_a_whole(store: bookworm.Store) -> None:
    book, other = store.books.create("A", "A"), store.books.create("B", "B")
    for take in (["status"], ["nothing"], ["global_id"], ["identifiers"]):
        with pytest.raises(bookworm.ArgumentError) as caught:
            book.merge(other, take=take)
        assert caught.value.field == "take"
    with pytest.raises(TypeError):
        book.merge(other, take="title")
    with pytest.raises(bookworm.ArgumentError):
        book.merge(book)
    with bookworm.open(":memory:") as elsewhere, pytest.raises(bookworm.ArgumentError):
        book.merge(elsewhere.books.create("C", "C"))
    assert len(store.books) == 2


def test_observers_hear_of_a_merge_once(store: bookworm.Store) -> None:
    book, other = store.books.create("A", "A"), store.books.create("B", "B", rating=3)
    quote = other.quotes.add("Q")
    with store.observe() as observer:
        book.merge(other)
        changes = observer.next(0)
        assert changes is not None
        assert observer.next(0) is None
    assert {(each.kind, each.entity, each.id) for each in changes} == {
        ("updated", "book", book.id),
        ("deleted", "book", other.id),
        ("updated", "quote", quote.id),
        ("inserted", "merged", other.id),
    }
    [of_book] = [each for each in changes if each.id == book.id and each.entity == "book"]
    assert of_book.fields >= {"rating", "quotes", "merged_books"}


def test_duplicates_are_facts_and_then_what_looks_alike(store: bookworm.Store) -> None:
    first = store.books.create("Dune", "Frank Herbert", identifiers={"isbn": "0-441-17271-7"})
    second = store.books.create("Messiah", "Herbert", identifiers={"isbn": "9780441172719"})
    third = store.books.create("DUNE", "Herbert, Frank")
    fact, alike = store.books.duplicates()
    assert [book.id for book in fact.books] == [first.id, second.id]
    assert fact.identifier == ("isbn", "0-441-17271-7")
    assert [book.id for book in alike.books] == [first.id, third.id]
    assert alike.identifier is None
    first.merge(third)
    first.merge(second)
    assert store.books.duplicates() == []


def test_a_book_has_the_orders_of_those_that_were_merged_into_it(store: bookworm.Store) -> None:
    books = [
        store.books.create("Dune", "Frank Herbert", price=bookworm.Price(100, "EUR"))
        for _ in range(3)
    ]
    placed = [store.orders.place(book) for book in books]
    books[1].merge(books[0])
    books[2].merge(books[1])
    assert [order.id for order in store.orders.of_book(books[0])] == [order.id for order in placed]
    assert [order.book_id for order in store.orders.of_book(books[2])] == [
        book.id for book in books
    ]
