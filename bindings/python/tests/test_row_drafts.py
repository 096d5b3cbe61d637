"""Tests the drafts of genres, quotes, readings and shelves, and what a draft writes."""

from __future__ import annotations

import datetime
from typing import Any

import pytest

import bookworm
from bookworm import Draft, GenreDraft, QuoteDraft, ReadingDraft, ShelfDraft, presentation


def test_a_quote_in_a_form(store: bookworm.Store) -> None:
    book = store.books.create("Dune", "Frank Herbert")
    draft = QuoteDraft(book)
    assert draft.as_dict() == {"text": None, "page": None}
    (fault,) = draft.check(store)
    assert (type(fault), fault.field) == (bookworm.InvalidError, "text")
    draft.update(text="Fear is the mind-killer.", page=12)
    assert (draft.text, draft.page) == ("Fear is the mind-killer.", "12")
    assert draft.check(store) == []
    quote = draft.save(store)
    assert (quote.text, quote.page, quote.book_id) == ("Fear is the mind-killer.", "12", book.id)
    again = QuoteDraft.of(quote)
    again.page = None
    quote.text = "Fear"
    assert again.save(store) == quote
    assert [(each.text, each.page) for each in book.quotes] == [("Fear", None)]
    assert repr(QuoteDraft(book, page="1")) == "<draft of a quote: {'text': None, 'page': '1'}>"


def test_a_genre_in_a_form(store: bookworm.Store) -> None:
    store.genres.create("Kids")
    draft = GenreDraft(name="kids")
    draft.set_defaults()
    assert draft.colour == "#FF0000"
    assert [type(error) for error in draft.check(store)] == [bookworm.ExistsError]
    draft.name = "Horror"
    draft.set_text("colour", "ff8000")
    assert draft.colour == "#FF8000"
    genre = draft.save(store)
    assert (genre.name, genre.colour) == ("Horror", "#FF8000")
    other = GenreDraft.of(genre)
    draft.name = "Terror"
    draft.save(store)
    other.update(name="Horror", colour="#000000")
    other.save(store)
    assert (store.genres[genre.id].name, store.genres[genre.id].colour) == ("Terror", "#000000")
    store.undo()
    assert store.genres[genre.id].colour == "#FF8000"


def test_a_reading_in_a_form(store: bookworm.Store) -> None:
    book = store.books.create("Dune", "Frank Herbert")
    draft = ReadingDraft(book, outcome="completed", note="Slow.")
    draft.set_defaults()
    assert draft.started == datetime.date.today()
    draft.set_text("started", "1.3.2024", "de")
    draft.set_text("finished", "5.3.2024", "de")
    draft.set_text("percent", "12,5 %", "de")
    assert draft.get_text("percent", "de") == "12,5"
    draft.page = 120
    assert (draft.page, draft.percent, draft.outcome) == (120, None, "completed")
    with pytest.raises(bookworm.InvalidError) as caught:
        draft.set_text("finished", "30.2.2024", "de")
    assert presentation.error_text(caught.value, "de", label=False) == (
        "Dieses Datum gibt es nicht."
    )
    reading = draft.save(store)
    assert (reading.started, reading.finished) == (
        datetime.date(2024, 3, 1),
        datetime.date(2024, 3, 5),
    )
    assert store.books[book.id].status == "completed"
    again = ReadingDraft.of(reading)
    again.percent = 50
    again.save(store)
    assert (book.readings[0].page, book.readings[0].percent) == (None, 50.0)
    control = again.bind("note")
    control.set_text("Fast.")
    assert (control.value, control.get_text()) == ("Fast.", "Fast.")


def test_a_shelf_in_a_form(store: bookworm.Store) -> None:
    draft = ShelfDraft(name="Best", line="rating>=4 autor:x")
    (fault,) = draft.check(store)
    assert (fault.field, fault.offset, fault.length) == ("line", 10, 5)
    assert fault.suggestion == "author"
    (fault,) = ShelfDraft(name="Best", line="łódź autor:x").check(store)
    assert (fault.offset, fault.length) == (5, 5)
    assert presentation.error_text(fault, "de") == (
        "Suche: Das ist kein Suchschlüssel wie title, author oder genre. Meintest du author?"
    )
    draft.line = "rating>=4 author:x"
    shelf = draft.save(store)
    again = ShelfDraft.of(shelf)
    again.name = "Good"
    shelf.line = "dune"
    assert again.save(store) == shelf
    assert [(each.name, each.line) for each in store.shelves] == [("Good", "dune")]


def test_what_somebody_else_changed_stays(store: bookworm.Store) -> None:
    book = store.books.create("Dune", "Herbert", rating=3, genres=["Horror"], pages=400)
    mine, yours = Draft.of(book), Draft.of(book)
    mine.update(rating=5, genres=["Horror", "Kids"])
    yours.update(rating=3, genres=["Horror"], pages=400, author="Frank Herbert")
    mine.save(store)
    yours.save(store)
    book = store.books[book.id]
    assert (book.rating, book.genres.names()) == (5, ["Horror", "Kids"])
    assert (book.author, book.pages) == ("Frank Herbert", 400)
    updated = book.updated
    yours.update(author="Nobody")
    yours.update(author="Frank Herbert")
    yours.save(store)
    assert store.books[book.id].updated == updated


def test_a_form_begins_with_its_defaults() -> None:
    draft = Draft(title="Dune")
    draft.set_defaults()
    defaults = bookworm.form_defaults()
    assert (draft.title, draft.rating, draft.genres) == ("Dune", defaults.rating, [defaults.genre])
    draft = Draft(exact_rating=4.25, genres=["Kids"])
    draft.set_defaults()
    assert (draft.exact_rating, draft.genres) == (4.25, ["Kids"])


def test_a_stored_row_has_no_defaults(store: bookworm.Store) -> None:
    book = store.books.create("Dune", "Frank Herbert")
    for draft in (Draft.of(book), QuoteDraft.of(book.quotes.add("Fear"))):
        with pytest.raises(bookworm.ArgumentError, match="stored"):
            draft.set_defaults()


def test_a_row_that_is_gone_is_not_found(store: bookworm.Store) -> None:
    book = store.books.create("Dune", "Frank Herbert")
    quote = book.quotes.add("Fear")
    draft, new = QuoteDraft.of(quote), QuoteDraft(book, text="New")
    quote.delete()
    for use in (draft.check, draft.save):
        with pytest.raises(bookworm.NotFoundError):
            use(store)
    book.delete()
    for use in (new.check, new.save):
        with pytest.raises(bookworm.NotFoundError):
            use(store)
    with pytest.raises(bookworm.NotFoundError):
        QuoteDraft.of(quote)


def test_what_no_draft_can_have_is_refused_at_once(store: bookworm.Store) -> None:
    book = store.books.create("Dune", "Frank Herbert")
    draft = ReadingDraft(book)
    refused: dict[str, Any] = {"outcome": 1, "started": "today", "page": "12", "note": 3}
    for name, value in refused.items():
        with pytest.raises(TypeError):
            draft.update(percent=3, **{name: value})
    for name, value in {"outcome": "lost", "page": 2**31}.items():
        with pytest.raises(bookworm.InvalidError):
            draft.update(percent=3, **{name: value})
    assert draft.percent is None
    for wrong in ("id", "title"):
        with pytest.raises(bookworm.ArgumentError, match=wrong):
            setattr(draft, wrong, 1)
        with pytest.raises(bookworm.ArgumentError, match=wrong):
            draft.bind(wrong)
    with pytest.raises(bookworm.TextError):
        draft.note = "a\0b"
    wrong_rows: Any = (7, book)
    for row in wrong_rows:
        with pytest.raises(TypeError):
            GenreDraft.of(row)
    with pytest.raises(TypeError):
        QuoteDraft(7)  # type: ignore[arg-type]
