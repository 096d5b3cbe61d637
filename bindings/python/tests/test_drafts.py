"""Tests drafts, which hold a book for a form until it is saved."""

from __future__ import annotations

from typing import Any

import pytest

import bookworm
from bookworm import Draft, Price


def faults(draft: Draft, store: bookworm.Store) -> dict[str | None, type[bookworm.Error]]:
    return {error.field: type(error) for error in draft.check(store)}


def test_a_draft_may_be_empty_and_wrong_until_it_is_saved(store: bookworm.Store) -> None:
    draft = Draft()
    assert (draft.title, draft.rating, draft.price, draft.genres) == (None, None, None, [])
    assert faults(draft, store) == {
        "title": bookworm.InvalidError,
        "author": bookworm.InvalidError,
    }
    draft.update(title=" ", author="Frank Herbert", rating=7, pages=0)
    assert (draft.title, draft.rating, draft.pages) == (" ", 7, 0)
    assert faults(draft, store).keys() == {"title", "rating", "pages"}
    with pytest.raises(bookworm.InvalidError):
        draft.save(store)
    assert store.books.count() == 0
    draft.update(title="Dune", rating=5, pages=None)
    assert draft.pages is None
    assert draft.check(store) == []
    book = draft.save(store)
    assert (book.title, book.author, book.rating, book.pages) == ("Dune", "Frank Herbert", 5, None)
    assert repr(draft) == "<draft of 'Dune' by 'Frank Herbert'>"


def test_a_new_book_shows_the_status_that_its_dates_give(store: bookworm.Store) -> None:
    draft = Draft(title="Dune", author="Frank Herbert")
    assert draft.status is None
    draft.set_text("started", "5.3.2024", "de")
    assert draft.status is bookworm.Status.IN_PROGRESS
    draft.set_text("finished", "9.3.2024", "de")
    assert (draft.status, draft.as_dict()["status"]) == ("completed", "completed")
    draft.status = "did-not-finish"
    assert draft.status == "did-not-finish"
    draft.status = None
    assert draft.status == "completed"
    draft.finished = None
    book = draft.save(store)
    assert (book.status, draft.status) == ("in-progress", "in-progress")
    assert draft.check(store) == []


EVERY: dict[str, Any] = {
    "title": "Dune",
    "author": "Frank Herbert",
    "rating": 4,
    "favourite": True,
    "status": bookworm.Status.COMPLETED,
    "series_number": 1.5,
    "year": 1965,
    "language": "en",
    "price": Price(1299, "EUR"),
    "identifiers": (("isbn", "9780441172719"), ("doi", "10.1000/182")),
    "genres": ["Adventure", "Science Fiction"],
}


def test_every_field_is_held_and_saved(store: bookworm.Store) -> None:
    draft = Draft(**EVERY)
    assert {name: getattr(draft, name) for name in EVERY} == EVERY
    assert {name: draft.as_dict()[name] for name in EVERY} == EVERY
    book = draft.save(store)
    assert {name: getattr(book, name) for name in EVERY if name != "genres"} == {
        name: value for name, value in EVERY.items() if name != "genres"
    }
    assert book.genres.names() == EVERY["genres"]
    again = Draft.of(book)
    assert {name: getattr(again, name) for name in EVERY} == EVERY


def test_a_draft_of_a_book_changes_only_what_was_set(store: bookworm.Store) -> None:
    book = store.books.create(**EVERY)
    draft = Draft.of(book)
    store.books[book.id].title = "Dune Messiah"
    draft.update(rating=2, price=None, genres=None, identifiers=None, notes="again")
    assert (draft.title, draft.price, draft.genres, draft.identifiers) == ("Dune", None, [], ())
    assert draft.check(store) == []
    saved = draft.save(store)
    assert saved == book
    assert (saved.title, saved.rating, saved.price, saved.notes) == (
        "Dune Messiah", 2, None, "again",
    )  # fmt: skip
    assert (saved.genres.names(), saved.identifiers) == ([], ())
    updated = saved.updated
    draft.save(store)
    assert store.books[book.id].updated == updated
    draft.title = None
    draft.rating = None
    assert (draft.title, draft.rating) == (None, 0)
    assert faults(draft, store) == {"title": bookworm.InvalidError}
    with pytest.raises(bookworm.InvalidError, match="title"):
        draft.save(store)
    draft.title = "Children of Dune"
    assert draft.save(store).title == "Children of Dune"
    assert store.books[book.id].rating == 0


def test_a_saved_draft_is_one_of_its_book(store: bookworm.Store) -> None:
    draft = Draft(title="Dune", author="Frank Herbert", genres=[store.genres.create("Kids").id])
    with store.transaction() as inside:
        first = draft.save(inside)
    draft.rating = 3
    assert draft.save(store).id == first.id
    assert [each.rating for each in store.books] == [3]
    first.delete()
    draft.rating = 4
    with pytest.raises(bookworm.NotFoundError):
        draft.check(store)
    with pytest.raises(bookworm.NotFoundError):
        draft.save(store)
    with pytest.raises(bookworm.NotFoundError):
        Draft.of(first)


def test_controls_are_bound_to_fields_of_a_draft(store: bookworm.Store) -> None:
    draft = Draft()
    rating = draft.bind("rating")
    assert (rating.field, rating.value) == ("rating", None)
    rating.value = 9
    assert draft.rating == 9
    draft.rating = 1
    assert rating.value == 1


def test_what_no_draft_can_have_is_refused_at_once() -> None:
    draft = Draft(title="Dune")
    refused: Any = {"rating": "five", "title": 1, "genres": "Kids", "price": 3}
    for name, value in refused.items():
        with pytest.raises(TypeError):
            draft.update(author="Never", **{name: value})
    assert (draft.title, draft.author) == ("Dune", None)
    for wrong in ("id", "titel", "quotes"):
        with pytest.raises(bookworm.ArgumentError, match=wrong):
            setattr(draft, wrong, 1)
        with pytest.raises(bookworm.ArgumentError, match=wrong):
            draft.bind(wrong)
    with pytest.raises(bookworm.TextError):
        draft.title = "a\0b"
    with pytest.raises(bookworm.TooLargeError):
        draft.title = "a" * (16 * 2**20 + 1)
    for name, value in {"year": 2**31, "status": "lent"}.items():
        with pytest.raises(bookworm.InvalidError):
            draft.update(author="Never", **{name: value})
    assert draft.author is None
    with pytest.raises(TypeError):
        Draft.of(7)  # type: ignore[arg-type]


@pytest.mark.parametrize(("genre", "kind"), [(True, TypeError), (10**30, bookworm.NotFoundError)])
def test_what_is_no_id_of_a_genre_is_refused_at_once(genre: int, kind: type[Exception]) -> None:
    draft = Draft()
    for use in (
        lambda: Draft(genres=[genre]),
        lambda: draft.update(genres=[genre]),
        lambda: setattr(draft.bind("genres"), "value", [genre]),
    ):
        with pytest.raises(kind):
            use()
    assert draft.genres == []


def test_a_genre_that_no_name_in_any_language_finds_is_created(store: bookworm.Store) -> None:
    draft = bookworm.Draft(title="T", author="A")
    draft.set_text("genres", "Krimi", "de")
    assert draft.save(store).genres.names() == ["Krimi"]
    store.genres.delete("Krimi")
    store.genres.create("Mystery")
    draft = bookworm.Draft(title="T", author="A")
    draft.set_text("genres", "Krimi", "de")
    draft.set_text("status", "Gelesen", "de")
    book = draft.save(store)
    assert book.genres.names() == ["Mystery"]
    assert (book.status, book.finished) == ("completed", None)
