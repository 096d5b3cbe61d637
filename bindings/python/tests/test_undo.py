"""Tests undoing and redoing changes through a store."""

from __future__ import annotations

import datetime
import os
import threading
from pathlib import Path
from typing import Any

import pytest
from conftest import Script

import bookworm


@pytest.fixture
def book(store: bookworm.Store) -> bookworm.Book:
    made = store.books.create(
        "Dune", "Frank Herbert", rating=4, genres=["Z", "A"], identifiers={"isbn": "1"}
    )
    made.quotes.add("Fear is the mind-killer.", "12")
    store.clear_undo()
    return made


def contents(store: bookworm.Store) -> Any:
    return [
        (
            each.as_dict(),
            each.genres.names(),
            each.identifiers,
            [(quote.id, quote.text, quote.page, quote.created) for quote in each.quotes],
        )
        for each in store.books
    ], [(genre.id, genre.name, genre.colour, genre.book_count) for genre in store.genres]


def changes(store: bookworm.Store, book: bookworm.Book) -> list[tuple[str, Any]]:
    return [
        ("Rate book", lambda: setattr(book, "rating", 1)),
        ("Change book", lambda: setattr(book, "title", "Dune 2")),
        ("Change book", lambda: book.update(notes="n", year=1965, identifiers=None)),
        ("Change status of book", lambda: setattr(book, "status", "completed")),
        ("Change book", lambda: book.update(status="completed", review="r")),
        ("Change favourite of book", book.toggle_favourite),
        ("Change genres of book", lambda: book.genres.add("New genre")),
        ("Change genres of book", lambda: setattr(book, "genres", ["A", "Other"])),
        ("Change genres of book", lambda: book.genres.remove("a")),
        ("Add quote", lambda: book.quotes.add("New")),
        ("Change quote", lambda: setattr(book.quotes[0], "page", None)),
        ("Delete quote", lambda: book.quotes[0].delete()),
        ("Add 7 genres", store.genres.create_standard),
        ("Rename genre", lambda: setattr(store.genres["A"], "name", "B")),
        ("Change genre", lambda: setattr(store.genres["A"], "colour", "#123456")),
        ("Delete genre", lambda: store.genres["A"].delete()),
        ("Add book", lambda: store.books.create("New", "Author", genres=["A", "New"])),
        (
            "Add 3 books",
            lambda: store.books.create_many(title=["a", "b", "c"], author=["x"] * 3),
        ),
        ("Rate book", lambda: store.books.where(genre="A").rate(2)),
        ("Delete book", book.delete),
        ("Delete book", lambda: store.books.all().delete()),
    ]


def test_every_change_is_undone_and_redone(store: bookworm.Store, book: bookworm.Book) -> None:
    for name, change in changes(store, book):
        before = contents(store)
        change()
        after = contents(store)
        assert before != after
        assert (store.undo_name, store.redo_name) == (name, None)
        assert store.undo() == name
        assert contents(store) == before
        assert (store.undo_name, store.redo_name) == (None, name)
        assert store.redo() == name
        assert contents(store) == after
        store.undo()
        assert contents(store) == before


def test_what_has_the_value_already_is_no_step(store: bookworm.Store, book: bookworm.Book) -> None:
    shelf = store.shelves.create("Good", "rating:5")
    book.rating = 1
    store.undo()
    before = store.undo_count
    genre, quote = store.genres["A"], book.quotes[0]
    genre.name, genre.colour = genre.name, genre.colour
    shelf.name, shelf.line = "Good", "rating:5"
    quote.text, quote.page = quote.text, quote.page
    assert (store.undo_count, store.redo_count) == (before, 1)
    genre.name = "a"
    assert (store.undo_name, store.redo_count) == ("Rename genre", 0)


def test_all_steps_are_undone_one_after_another(store: bookworm.Store, book: bookworm.Book) -> None:
    states, names = [contents(store)], list[str]()
    for name, change in changes(store, book):
        if name == "Delete book" or name.endswith("genre"):
            continue
        change()
        states.append(contents(store))
        names.append(store.undo_name or "")
    for state, name in zip(states[-2::-1], names[::-1]):
        assert store.undo() == name
        assert contents(store) == state
    with pytest.raises(bookworm.NotFoundError) as caught:
        store.undo()
    assert caught.value.field == "undo"
    for state, name in zip(states[1:], names):
        assert store.redo() == name
        assert contents(store) == state
    with pytest.raises(bookworm.NotFoundError) as caught:
        store.redo()
    assert caught.value.field == "redo"


def test_a_book_is_usable_again_when_its_deletion_is_undone(
    store: bookworm.Store, book: bookworm.Book
) -> None:
    created, updated = book.created, book.updated
    book.delete()
    with pytest.raises(bookworm.NotFoundError):
        book.refresh()
    store.undo()
    book.refresh()
    assert (book.created, book.updated) == (created, updated)
    assert book.genres.names() == ["Z", "A"]
    book.rating = 5
    assert store.undo_name == "Rate book"


def test_a_transaction_is_one_step(store: bookworm.Store, book: bookworm.Book) -> None:
    with store.transaction():
        book.rating = 1
        store.books.create("B", "C")
    assert store.undo_name == "Add book and more"
    with store.transaction(name="Tidy up ł"):
        with pytest.raises(ZeroDivisionError), store.transaction(name="Gone"):
            store.books.create("gone", "x")
            raise ZeroDivisionError
        book.rating = 2
    assert store.undo() == "Tidy up ł"
    assert store.redo_name == "Tidy up ł"
    assert book.rating == 1
    store.undo()
    assert store.undo_name is None
    assert len(store.books) == 1


def test_a_name_must_be_one(store: bookworm.Store) -> None:
    for name, error in [
        (" ", bookworm.InvalidError),
        ("a\0", bookworm.TextError),
        ("\ud800", bookworm.TextError),
        ("x" * 128, bookworm.TooLargeError),
    ]:
        with pytest.raises(error) as caught:
            store.transaction(name=name).__enter__()
        assert caught.value.field == "name"
    wrong: Any = 5
    with pytest.raises(TypeError):
        store.transaction(name=wrong)
    with pytest.raises(bookworm.ReadOnlyError):
        store.transaction(name="a", read_only=True).__enter__()
    with store.transaction(name="x" * 127):
        store.genres.create("G")
    assert store.undo_name == "x" * 127


def test_within_a_transaction_nothing_is_undone(store: bookworm.Store, book: bookworm.Book) -> None:
    book.rating = 1
    with store.transaction():
        for use in (store.undo, store.redo, store.undo_conflicts, store.clear_undo):
            with pytest.raises(bookworm.ArgumentError, match="transaction"):
                use()
        assert store.undo_name == "Rate book"
        assert store.redo_name is None
    assert store.undo() == "Rate book"


def test_steps_are_forgotten(store: bookworm.Store, book: bookworm.Book) -> None:
    for rating in (1, 2, 3):
        book.rating = rating
    store.undo()
    before = store.undo_count
    assert store.redo_count == 1
    store.drop_undo(redo=True)
    store.drop_undo()
    assert store.redo_name is None
    assert (store.undo_count, store.redo_count) == (before - 1, 0)
    store.undo()
    assert (store.undo_count, store.redo_count) == (before - 2, 1)
    assert store.books[book.id].rating == 4
    store.clear_undo()
    assert (store.undo_count, store.redo_count) == (0, 0)
    drops: list[Any] = [store.drop_undo, lambda: store.drop_undo(redo=True)]
    for drop in drops:
        with pytest.raises(bookworm.NotFoundError):
            drop()


ELSEWHERE = """
    import bookworm, sys
    with bookworm.open(sys.argv[1]) as store:
        book = store.books[int(sys.argv[2])]
        exec(sys.argv[3])
"""


def test_another_program_s_change_of_the_same_field_is_a_conflict(
    store: bookworm.Store, book: bookworm.Book, path: Path, run: Script
) -> None:
    book.rating = 2
    assert store.undo_conflicts() == []
    done = run(ELSEWHERE, path, book.id, "book.update(rating=5, title='Theirs')")
    assert done.returncode == 0, done.stderr
    with pytest.raises(bookworm.ConflictError) as caught:
        store.undo()
    assert isinstance(caught.value, RuntimeError)
    assert caught.value.field == "undo"
    assert f"book {book.id}" in str(caught.value)
    [change] = store.undo_conflicts()
    assert (change.kind, change.entity, change.id) == ("updated", "book", book.id)
    assert change.fields == {"rating", "title"}
    assert store.books[book.id].rating == 5
    assert store.undo_name == "Rate book"
    store.drop_undo()
    assert store.undo_conflicts() == []


def test_another_program_s_change_of_another_field_is_none(
    store: bookworm.Store, book: bookworm.Book, path: Path, run: Script
) -> None:
    book.rating = 2
    done = run(ELSEWHERE, path, book.id, "book.title = 'Theirs'; book.genres.add('Theirs')")
    assert done.returncode == 0, done.stderr
    assert store.undo() == "Rate book"
    fresh = store.books[book.id]
    assert (fresh.rating, fresh.title) == (4, "Theirs")
    assert fresh.genres.names() == ["Z", "A", "Theirs"]


def test_a_genre_that_another_program_deleted_keeps_a_book_from_coming_back(
    store: bookworm.Store, book: bookworm.Book, path: Path, run: Script
) -> None:
    genre = store.genres["A"].id
    other = store.books.create("Other", "A")
    store.clear_undo()
    with store.transaction():
        book.delete()
        other.rating = 3
    done = run(ELSEWHERE, path, other.id, "del store.genres['A']")
    assert done.returncode == 0, done.stderr
    before = contents(store)
    with pytest.raises(bookworm.ConflictError):
        store.undo()
    assert contents(store) == before
    assert [(each.kind, each.entity, each.id) for each in store.undo_conflicts()] == [
        ("deleted", "genre", genre)
    ]


def test_ten_thousand_books_come_back(store: bookworm.Store) -> None:
    day = datetime.date(2024, 2, 29)
    store.books.create_many(
        {
            "title": f"Title {number % 700}",
            "author": f"Author {number % 90}",
            "rating": number % 6,
            "started": day if number % 2 else None,
            "genres": [f"Genre {number % 5}", f"Genre {number % 3}"],
            "identifiers": {"isbn": str(number)},
        }
        for number in range(10_000)
    )
    with store.transaction():
        for number in range(1, 10_000, 7):
            store.books[number].quotes.add(f"Quote {number}", "1")

    def everything() -> Any:
        names = ["id", "title", "rating", "created", "updated", "started", "genres"]
        columns = store.books.order_by("created").columns(*names)
        some = [store.books[number] for number in range(1, 99)]
        return columns, [
            ([(quote.id, quote.text) for quote in each.quotes], each.identifiers) for each in some
        ]

    before = everything()
    assert store.books.all().delete() == 10_000
    assert store.undo() == "Delete 10000 books"
    assert everything() == before
    assert store.genres["Genre 0"].book_count == len(store.books.where(genre="Genre 0"))


def test_the_oldest_steps_go_when_there_is_no_room(path: Path) -> None:
    with bookworm.open(path, undo_limit=64, undo_file_limit=0) as store:
        book = store.books.create("T", "A")
        for number in range(100):
            book.notes = f"{number} " + "x" * 2000
        undone = 0
        while store.undo_name is not None:
            assert store.undo() == "Change book"
            undone += 1
        assert 15 < undone < 35
        with pytest.raises(bookworm.NotFoundError, match="more were forgotten, as undo_limit"):
            store.undo()


def test_a_step_that_has_no_room_says_so(path: Path) -> None:
    with bookworm.open(path, undo_limit=64, undo_file_limit=0) as store:
        book = store.books.create("T", "A")
        book.rating = 3
        book.notes = "x" * 70_000
        book.notes = None
        assert (store.undo_count, store.undo_name) == (4, "Change book")
        with pytest.raises(bookworm.TooLargeError, match='"Change book" was not kept: 0.1 MiB'):
            store.undo()
        store.drop_undo()
        with pytest.raises(bookworm.ConflictError):
            store.undo()
        assert [change.fields for change in store.undo_conflicts()] == [{"notes"}]
        store.drop_undo()
        assert store.undo() == "Rate book"
        assert book.rating == 0


def test_what_has_no_room_in_memory_goes_to_a_file(path: Path) -> None:
    with bookworm.open(path) as store:
        early = store.books.create("Early", "A")
        early.rating = 3
        review = "x" * 1_000_000
        drafts = [{"title": f"{n}", "author": "A", "review": review} for n in range(71)]
        store.books.create_many(drafts)
        assert store.books.all().delete() == 72
        assert store.undo() == "Delete 72 books"
        assert store.undo_count == 3
        assert [len(book.review or "") for book in store.books] == [1_000_000] * 71 + [0]
        assert [file.name for file in path.parent.iterdir() if "bookworm" in file.name] == []


def test_undo_can_be_turned_off(path: Path) -> None:
    with bookworm.open(path, undo_limit=0) as store:
        store.books.create("T", "A")
        assert store.undo_name is None
        with pytest.raises(bookworm.NotFoundError, match="undo is off"):
            store.undo()
        with store.transaction(), pytest.raises(bookworm.ArgumentError, match="within a transac"):
            store.undo()
    with pytest.raises(bookworm.ArgumentError) as caught:
        bookworm.open(path, undo_limit=-1)
    assert caught.value.field == "undo_limit"
    with pytest.raises(bookworm.ArgumentError) as caught:
        bookworm.open(path, undo_file_limit=-1)
    assert caught.value.field == "undo_file_limit"
    with bookworm.open(path, read_only=True) as store:
        assert store.undo_name is None


def test_closing_forgets(path: Path) -> None:
    with bookworm.open(path) as store:
        store.books.create("T", "A")
    uses: list[Any] = [store.undo, store.redo, store.clear_undo, lambda: store.undo_name]
    for use in uses:
        with pytest.raises(bookworm.ClosedError):
            use()
    with bookworm.open(path) as store:
        assert store.undo_name is None


def test_orders_are_not_undone(store: bookworm.Store, book: bookworm.Book) -> None:
    book.price = bookworm.Price(999, "EUR")
    store.orders.place(book, 2)
    assert store.undo() == "Change book"
    assert store.books[book.id].price is None
    assert len(list(store.orders)) == 1


def test_a_preview_has_nothing_to_undo() -> None:
    with bookworm.open_preview() as store:
        assert store.undo_name is None
        before = contents(store)
        store.books.all().delete()
        store.undo()
        assert contents(store) == before


def test_threads_take_turns(store: bookworm.Store, book: bookworm.Book) -> None:
    for _ in range(100):
        book.toggle_favourite()
    undone: list[str] = []

    def undo_all() -> None:
        while True:
            try:
                undone.append(store.undo())
            except bookworm.NotFoundError:
                return

    threads = [threading.Thread(target=undo_all) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert undone == ["Change favourite of book"] * 100
    assert not store.books[book.id].favourite


def test_a_forked_child_cannot_undo(store: bookworm.Store, book: bookworm.Book) -> None:
    book.rating = 1
    child = os.fork()
    if child == 0:
        status = 1
        try:
            store.undo()
        except bookworm.ForkedError:
            status = 0
        finally:
            os._exit(status)
    assert os.waitpid(child, 0)[1] == 0
    assert store.undo() == "Rate book"
