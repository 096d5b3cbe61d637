"""Typed texts as values, and values as the texts that a form shows."""

from __future__ import annotations

import datetime
import time
from typing import Any

import pytest
from hypothesis import given, strategies as st

import bookworm
from bookworm import Contributor, Draft, Identifier, Price, Status, presentation

LANGUAGES = ("en", "de", "pl", "ko")
UTC = datetime.timezone.utc


@pytest.mark.parametrize(
    ("field", "typed", "language", "value"),
    [
        ("title", " Dune ", "en", "Dune"),
        ("notes", "a\r\nb", "en", "a\nb"),
        ("year", "1.965", "de", 1965),
        ("series_number", "1,5", "pl", 1.5),
        ("rating", "★★★★☆", "en", 4),
        ("rating", "", "en", 0),
        ("exact_rating", "4,25", "de", 4.25),
        ("favourite", "ja", "de", True),
        ("status", "gelesen", "de", Status.COMPLETED),
        ("started", "5.3.2024", "de", datetime.date(2024, 3, 5)),
        ("started", "2024년 3월 5일", "ko", datetime.date(2024, 3, 5)),
        ("created", "2024-03-05T17:05Z", "en", datetime.datetime(2024, 3, 5, 17, 5, tzinfo=UTC)),
        ("price", "12,99 zł", "pl", Price(1299, "PLN")),
        ("language", "Englisch", "de", "en"),
        ("genres", 'Horror, "Rock, Pop"', "en", ["Horror", "Rock, Pop"]),
        ("genres", "", "en", []),
        (
            "identifiers",
            "0-441-17271-7, doi:10.1/2",
            "en",
            (Identifier("isbn", "9780441172719"), Identifier("doi", "10.1/2")),
        ),
        (
            "contributors",
            "Frank Herbert = Herbert, Frank; Jan Nowak (tłumacz)",
            "pl",
            (
                Contributor("Frank Herbert", sort="Herbert, Frank"),
                Contributor("Jan Nowak", "translator"),
            ),
        ),
        ("review", "", "en", None),
    ],
)
def test_a_typed_text_is_a_value(field: str, typed: str, language: str, value: Any) -> None:
    parsed = presentation.parse(field, typed, language)
    assert parsed == value
    assert type(parsed) is type(value)


@pytest.mark.parametrize(
    ("entity", "field", "typed", "value", "shown"),
    [
        ("genre", "colour", "ff8000", "#FF8000", "#FF8000"),
        ("quote", "page", " xiv ", "xiv", "xiv"),
        ("reading", "outcome", "abandoned", "did-not-finish", "Abgebrochen"),
        ("reading", "percent", "12,5 %", 12.5, "12,5"),
        ("shelf", "line", "rating>=4", "rating>=4", "rating>=4"),
    ],
)
def test_fields_of_every_entity_are_typed(
    entity: str, field: str, typed: str, value: Any, shown: str
) -> None:
    assert presentation.parse(field, typed, "de", entity=entity) == value
    assert presentation.format(field, value, "de", entity=entity) == shown


@pytest.mark.parametrize(
    ("field", "typed", "sentence"),
    [
        ("year", "12x", "Erscheinungsjahr: Ein Jahr wie 1965 oder -8."),
        ("started", "30.2.2024", "Begonnen: Dieses Datum gibt es nicht."),
        ("started", "bald", "Begonnen: Bitte ein Datum wie 5.3.2024 oder 2024-03-05 eingeben."),
        ("price", "12,999 €", "Preis: Diese Währung hat weniger Nachkommastellen."),
        ("genres", 'a, "b', "Genres: Ein Anführungszeichen ist nicht geschlossen."),
        ("title", " ", "Titel: Bitte etwas eingeben."),
    ],
)
def test_a_text_without_a_meaning_gives_a_sentence(field: str, typed: str, sentence: str) -> None:
    with pytest.raises(bookworm.InvalidError) as caught:
        presentation.parse(field, typed, "de")
    assert caught.value.field == field
    assert presentation.error_text(caught.value, "de") == sentence
    alone = sentence.split(": ", 1)[1]
    assert presentation.error_text(caught.value, "de", label=False) == alone


def test_texts_that_cannot_be_typed_are_refused() -> None:
    with pytest.raises(bookworm.TextError) as caught:
        presentation.parse("year", "19\x0065")
    assert (caught.value.field, caught.value.offset) == ("year", 2)
    with pytest.raises(bookworm.InvalidError) as wrong:
        presentation.parse("genre_names", 'łódź, "żółw')
    assert wrong.value.offset == 6
    draft = bookworm.Draft()
    with pytest.raises(bookworm.InvalidError) as wrong:
        draft.set_text("genres", 'łódź, "żółw')
    assert wrong.value.offset == 6
    with pytest.raises(bookworm.TextError):
        presentation.parse("title", "\ud800")
    with pytest.raises(bookworm.TooLargeError):
        presentation.parse("pages", "9" * 100_000)
    with pytest.raises(bookworm.ArgumentError):
        presentation.parse("global_id", "x")
    with pytest.raises(bookworm.InvalidError):
        presentation.parse("colour", "red")
    with pytest.raises(bookworm.ArgumentError):
        presentation.format("year", 1.5)
    with pytest.raises(TypeError):
        presentation.format("genres", "Horror")


texts = st.text(st.characters(exclude_categories=("Cc", "Cs")), min_size=1, max_size=20).map(
    lambda made: f"x{made}x"
)
instants = st.datetimes(timezones=st.just(UTC)).map(
    lambda made: made.replace(microsecond=made.microsecond // 1000 * 1000)
)
values = st.one_of(
    st.tuples(st.just("title"), texts),
    st.tuples(st.just("year"), st.integers(-(2**31), 2**31 - 1)),
    st.tuples(st.just("series_number"), st.floats(0, allow_infinity=False)),
    st.tuples(st.just("exact_rating"), st.integers(1, 20).map(lambda made: made / 4)),
    st.tuples(st.just("rating"), st.integers(0, 5)),
    st.tuples(st.just("favourite"), st.booleans()),
    st.tuples(st.just("status"), st.sampled_from(Status)),
    st.tuples(st.just("finished"), st.dates()),
    st.tuples(st.just("created"), instants),
    st.tuples(
        st.just("price"),
        st.builds(Price, st.integers(0, 2**63 - 1), st.sampled_from(["EUR", "JPY", "BHD", "XOF"])),
    ),
    st.tuples(
        st.just("language"), st.sampled_from(["en", "de", "pt-BR", "zh-Hant", "en-ZA", "ii"])
    ),
    st.tuples(st.just("genres"), st.lists(texts)),
    st.tuples(st.just("identifiers"), st.lists(st.builds(Identifier, texts, texts)).map(tuple)),
    st.tuples(
        st.just("contributors"),
        st.lists(st.builds(Contributor, texts, texts, st.none() | texts)).map(tuple),
    ),
)


@given(values, st.sampled_from(LANGUAGES))
def test_every_value_comes_back(value: tuple[str, Any], language: str) -> None:
    field, given = value
    shown = presentation.format(field, given, language)
    assert presentation.parse(field, shown, language) == given


@given(st.text(max_size=30), st.sampled_from(LANGUAGES))
def test_any_text_is_a_value_or_refused(typed: str, language: str) -> None:
    draft = Draft()
    for field in draft.as_dict():
        try:
            draft.set_text(field, typed, language)
        except (bookworm.InvalidError, bookworm.TextError) as error:
            assert error.field in (field, "currency", "line")
            continue
        shown = draft.get_text(field, language)
        draft.set_text(field, shown, language)
        assert draft.get_text(field, language) == shown


def test_a_form_saves_only_what_a_person_has_changed(store: bookworm.Store) -> None:
    book = store.books.create("Dune", "Frank Herbert", rating=3, notes="one")
    shown = {name: Draft.of(book).get_text(name, "de") for name in ("title", "rating", "notes")}
    book.update(rating=5, notes="one\ntwo")
    draft = Draft.of(book)
    typed = {"title": "Dune II", "rating": "4", "notes": "one\r\ntwo", "year": "12x"}
    errors = draft.set_texts(typed, "de", shown=shown, session=store)
    assert [(type(error), error.field) for error in errors] == [
        (bookworm.ConflictError, "rating"),
        (bookworm.InvalidError, "year"),
    ]
    said = presentation.error_text(errors[0], "de", label=False)
    assert said == "Das wurde inzwischen geändert."
    draft.save(store)
    book.refresh()
    assert (book.title, book.rating, book.notes) == ("Dune II", 5, "one\ntwo")
    wrong = draft.set_texts({"title": " "}, shown={"title": "Dune II"})
    assert [error.field for error in wrong] == ["title"]
    draft.author = None
    wrong = draft.set_texts({"rating": "4"}, shown={"rating": "5"}, session=store)
    assert [error.field for error in wrong] == ["author"]
    with pytest.raises(bookworm.ArgumentError):
        draft.set_texts({"nothing": "x"})


def test_an_end_is_not_compared_with_a_start_that_was_replaced(store: bookworm.Store) -> None:
    book = store.books.create("Dune", "Frank Herbert", started=datetime.date(2024, 5, 1))
    draft = bookworm.Draft.of(book)
    [wrong] = draft.set_texts({"started": "soon", "finished": "2024-04-02"}, session=store)
    assert wrong.field == "started"
    [wrong] = draft.set_texts({"started": "2024-05-01", "finished": "2024-04-02"}, session=store)
    assert wrong.field == "finished"


def test_a_form_that_is_not_changed_leaves_the_changes_of_others(store: bookworm.Store) -> None:
    book = store.books.create("Dune", "Frank Herbert", genres=["Horror"])
    names = [name for name in Draft().as_dict() if name not in ("rating", "favourite")]
    shown = {name: Draft.of(book).get_text(name) for name in names}
    book.update(genres=["Kids"], price=Price(1, "EUR"), status="completed", synopsis="a\r\nb")
    before = book.as_dict()
    draft = Draft.of(book)
    assert draft.set_texts(shown, shown=shown, session=store) == []
    draft.save(store)
    book.refresh()
    assert book.as_dict() == before


def test_a_draft_takes_typed_texts_and_shows_them(store: bookworm.Store) -> None:
    draft = Draft()
    for field, typed in {
        "title": "Dune",
        "author": "Frank Herbert",
        "exact_rating": "★★★½",
        "status": "gelesen",
        "finished": "5. März 2024",
        "price": "12,99 €",
        "genres": "Horror, Kids",
        "identifiers": "0-441-17271-7",
        "language": "Englisch",
    }.items():
        draft.set_text(field, typed, "de")
    with pytest.raises(bookworm.InvalidError):
        draft.set_text("year", "12x", "de")
    assert draft.year is None
    assert draft.get_text("finished", "ko") == "2024. 3. 5."
    assert draft.get_text("genres") == "Horror, Kids"
    assert draft.get_text("year") == ""
    book = draft.save(store)
    assert (book.exact_rating, book.rating, book.price) == (3.5, 4, Price(1299, "EUR"))
    assert (book.finished, book.language) == (datetime.date(2024, 3, 5), "en")
    assert book.genres.names() == ["Horror", "Kids"]
    assert store.books.where(language="eng").count() == 1
    again = Draft.of(book)
    assert again.get_text("language", "pl") == "angielski"
    again.set_text("price", "", "de")
    again.bind("series").set_text(" Dune ")
    assert again.bind("series").get_text("de") == "Dune"
    again.save(store)
    book.refresh()
    assert (book.price, book.series) == (None, "Dune")
    with pytest.raises(bookworm.ArgumentError):
        draft.set_text("nothing", "x")
    with pytest.raises(bookworm.ArgumentError):
        draft.get_text("nothing")


@pytest.mark.parametrize(
    ("field", "typed"),
    [
        ("title", "a" * 2**23),
        ("genres", "a," * 2**22),
        ("genres", 'a"' * 2**20),
        ("contributors", 'a"' * 2**20),
    ],
    ids=["line", "items", "quotes", "quotes of people"],
)
def test_a_long_text_is_refused_without_a_long_wait(field: str, typed: str) -> None:
    """Only a rough limit: reading each part again for each quote would take half an hour."""
    begun = time.perf_counter()
    with pytest.raises(bookworm.TooLargeError):
        presentation.parse(field, typed)
    assert time.perf_counter() - begun < 20
