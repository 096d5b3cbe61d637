"""Tests that any sequence of steps changes a store like a few plain dicts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import settings, strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, invariant, rule

import bookworm

titles = st.sampled_from(["Dune", "Emma", "Book 2", "Book 10", "Ärger", "ärger b", "Zebra"])
genre_names = st.sampled_from(["Fantasy", "FANTASY", "Horror", "Kids", "Äther"])
ratings = st.integers(0, 5)


class Shelf:
    """The model: plain dicts, copied for each transaction."""

    def __init__(self, books: Any = None, genres: Any = None) -> None:
        self.books: dict[int, dict[str, Any]] = books or {}
        self.genres: dict[str, str] = genres or {}

    def copy(self) -> Shelf:
        books = {key: {**book, "genres": [*book["genres"]]} for key, book in self.books.items()}
        return Shelf(books, dict(self.genres))

    def add(self, book: int, name: str) -> None:
        self.genres.setdefault(name.casefold(), name)
        if name.casefold() not in self.books[book]["genres"]:
            self.books[book]["genres"].append(name.casefold())


class StoreAndShelf(RuleBasedStateMachine):
    """Applies the same steps to a store and to its model, and compares them after each step."""

    books = Bundle("books")

    def __init__(self) -> None:
        super().__init__()
        self.store = bookworm.open(":memory:")
        self.shelf = Shelf()
        self.outer: list[tuple[bookworm.Transaction, Shelf]] = []

    def teardown(self) -> None:
        while self.outer:
            self.end(roll_back=True)
        self.store.close()

    def there(self, book: bookworm.Book) -> dict[str, Any] | None:
        return self.shelf.books.get(book.id)

    def expect(self, book: bookworm.Book, use: Callable[[], Any]) -> dict[str, Any] | None:
        """Does something to a book, which must fail exactly if the book does not exist."""
        row = self.there(book)
        try:
            use()
        except bookworm.NotFoundError:
            assert row is None
        else:
            assert row is not None
        return row

    @rule(target=books, title=titles, rating=ratings, genres=st.lists(genre_names, max_size=3))
    def create(self, title: str, rating: int, genres: list[str]) -> bookworm.Book:
        book = self.store.books.create(title, "A", rating=rating, genres=genres)
        self.shelf.books[book.id] = {"title": title, "rating": rating, "fav": False, "genres": []}
        for name in genres:
            self.shelf.add(book.id, name)
        return book

    @rule(rows=st.lists(st.tuples(titles, ratings), max_size=4))
    def create_many(self, rows: list[tuple[str, int]]) -> None:
        ids = self.store.books.create_many(
            {"title": title, "author": "A", "rating": rating} for title, rating in rows
        )
        for id, (title, rating) in zip(ids, rows):
            self.shelf.books[id] = {"title": title, "rating": rating, "fav": False, "genres": []}

    @rule(book=books, rating=ratings)
    def rate(self, book: bookworm.Book, rating: int) -> None:
        row = self.expect(book, lambda: setattr(book, "rating", rating))
        if row is not None:
            row["rating"] = rating

    @rule(book=books, title=titles)
    def rename(self, book: bookworm.Book, title: str) -> None:
        row = self.expect(book, lambda: book.update(title=title))
        if row is not None:
            row["title"] = title

    @rule(book=books)
    def toggle(self, book: bookworm.Book) -> None:
        row = self.expect(book, book.toggle_favourite)
        if row is not None:
            row["fav"] = not row["fav"]

    @rule(book=books, name=genre_names)
    def add_genre(self, book: bookworm.Book, name: str) -> None:
        if self.expect(book, lambda: book.genres.add(name)) is not None:
            self.shelf.add(book.id, name)

    @rule(book=books, name=genre_names)
    def discard_genre(self, book: bookworm.Book, name: str) -> None:
        row = self.expect(book, lambda: book.genres.discard(name))
        if row is not None and name.casefold() in row["genres"]:
            row["genres"].remove(name.casefold())

    @rule(book=consumes(books))
    def delete(self, book: bookworm.Book) -> None:
        self.expect(book, book.delete)
        self.shelf.books.pop(book.id, None)

    @rule(name=genre_names)
    def delete_genre(self, name: str) -> None:
        try:
            del self.store.genres[name]
        except bookworm.NotFoundError:
            assert name.casefold() not in self.shelf.genres
        self.shelf.genres.pop(name.casefold(), None)
        for row in self.shelf.books.values():
            if name.casefold() in row["genres"]:
                row["genres"].remove(name.casefold())

    @rule(rating=ratings, name=genre_names, lowest=st.integers(1, 5))
    def change_all(self, rating: int, name: str, lowest: int) -> None:
        query = self.store.books.where(rating=(lowest, 5))
        matching = [id for id, row in self.shelf.books.items() if row["rating"] >= lowest]
        added = query.add_genre(name)
        self.shelf.genres.setdefault(name.casefold(), name)
        folded = name.casefold()
        assert added == sum(folded not in self.shelf.books[id]["genres"] for id in matching)
        for id in matching:
            self.shelf.add(id, name)
        changed = query.rate(rating)
        assert changed in (
            len(matching),
            sum(self.shelf.books[id]["rating"] != rating for id in matching),
        )
        for id in matching:
            self.shelf.books[id]["rating"] = rating

    @rule(name=genre_names)
    def delete_all_of_a_genre(self, name: str) -> None:
        matching = [id for id, row in self.shelf.books.items() if name.casefold() in row["genres"]]
        assert self.store.books.where(genre=name).delete() == len(matching)
        for id in matching:
            del self.shelf.books[id]

    @rule()
    def begin(self) -> None:
        if len(self.outer) < 3:
            self.outer.append((self.store.transaction().__enter__(), self.shelf.copy()))

    @rule(roll_back=st.booleans())
    def end(self, roll_back: bool) -> None:
        if self.outer:
            transaction, before = self.outer.pop()
            if roll_back:
                transaction.rollback()
                self.shelf = before
            transaction.__exit__(None, None, None)

    @invariant()
    def the_store_is_as_the_shelf(self) -> None:
        found: dict[int, dict[str, Any]] = {
            book.id: {
                "title": book.title,
                "rating": book.rating,
                "fav": book.favourite,
                "genres": [name.casefold() for name in book.genres.names()],
            }
            for book in self.store.books
        }
        assert found == self.shelf.books
        assert len(self.store.books) == len(found)
        genres = {genre.name.casefold(): genre for genre in self.store.genres}
        assert {key: genre.name for key, genre in genres.items()} == self.shelf.genres
        for key, genre in genres.items():
            having = [id for id, row in found.items() if key in row["genres"]]
            assert genre.book_count == len(having)
            assert sorted(genre.books.ids()) == sorted(having)
        liked = [id for id, row in found.items() if row["rating"] in (4, 5)]
        assert sorted(self.store.books.where(rating=(4, 5)).ids()) == sorted(liked)


TestStoreAndShelf = StoreAndShelf.TestCase
TestStoreAndShelf.settings = settings(max_examples=60, stateful_step_count=40)
