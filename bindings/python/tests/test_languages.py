"""Tests errors and steps to undo in the reader's language."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import Any

import pytest

import bookworm
from bookworm.presentation import error_text

LANGUAGES = [each.value for each in bookworm.Language]


def told(error: bookworm.Error) -> list[str]:
    return [error_text(error, language) for language in LANGUAGES]


def test_what_was_typed_wrong_is_told_in_each_language(store: bookworm.Store) -> None:
    (title, rating) = store.books.check(title="", author="A", rating=6)
    assert told(title) == [
        "Title: Please enter something.",
        "Titel: Bitte etwas eingeben.",
        "Tytuł: To pole nie może być puste.",
        "제목: 내용을 입력하세요.",
    ]
    assert told(rating)[1:3] == [
        "Bewertung: 1 bis 5 Sterne oder keine.",
        "Ocena: Od 1 do 5 gwiazdek albo brak.",
    ]
    assert error_text(rating) == "Rating: 1 to 5 stars, or none."


def imported(store: bookworm.Store, *ids: str) -> None:
    rows = [{"source_id": each, "title": "T", "author": "A"} for each in ids]
    store.books.import_from("shop", rows)


def test_each_cause_has_words_in_each_language(store: bookworm.Store, path: Path) -> None:
    store.genres.create("Kids")
    book = store.books.create("Dune", "Frank Herbert")

    def locked() -> None:
        with bookworm.open(path, timeout=0) as other, store.transaction():
            other.books.create("T", "A")

    def read_only() -> None:
        with bookworm.open(path, read_only=True) as other:
            other.books.create("T", "A")

    def unknown() -> None:
        raise bookworm.OutcomeUnknownError("the connection was lost")

    causes: list[tuple[Any, str]] = [
        (lambda: store.genres.create("kids"), "Name: Dieser Name ist schon vergeben."),
        (lambda: store.genres.create("X", colour="red"), "Farbe: Bitte eine Farbe wie"),
        (lambda: bookworm.presentation.parse_isbn("123"), "ISBN: Das ist keine ISBN"),
        (lambda: store.books[99], "Buch: Nicht gefunden."),
        (lambda: store.shelves.create("S", "rating>=x"), "Suche: Eine Bewertung von 1 bis 5"),
        (lambda: store.books.create("x" * 20_000, "A"), "Titel: Zu lang."),
        (lambda: store.books.set_cover(book, b"abc"), "Umschlag: Das ist kein"),
        (lambda: store.books.set_cover(book, bytes(17 << 20)), "Umschlag: Dieses Bild ist zu"),
        (lambda: store.orders.place(book, 21), "Anzahl: 1 bis 20."),
        (lambda: store.redo(), "Es gibt nichts zu wiederholen."),
        (locked, "Ein anderes Programm schreibt"),
        (read_only, "Die Bibliothek ist schreibgeschützt."),
        (lambda: bookworm.open(path.parent), "Die Bibliothek lässt sich nicht öffnen."),
        (lambda: store.orders.place(book), "Buch: Nur ein Buch mit Preis"),
        (lambda: book.readings.add(page=-1), "Seite: Eine Seitenzahl ab 0, zum Beispiel 12."),
        (
            lambda: book.quotes.add("Fear", page=" "),
            "Seite: Eine Seitenzahl ab 0, zum Beispiel 12.",
        ),
        (lambda: store.books.update_many(id=[-1]), "Zeile 1: Nummer: Nicht gefunden."),
        (lambda: store.books.update_many(id=[1, 1]), "Zeile 2: Nummer: Muss in jeder Zeile"),
        (lambda: store.books.import_from(" ", []), "Quelle: Bitte etwas eingeben."),
        (lambda: imported(store, " "), "Zeile 1: Kennung der Quelle: Bitte etwas eingeben."),
        (lambda: imported(store, "1", "1"), "Zeile 2: Kennung der Quelle: Muss in jeder Zeile"),
        (lambda: store.books.all().page(1, "x"), "Diese Stelle der Liste ist nicht mehr bekannt"),
        (
            lambda: book.readings.add(
                "completed", started=datetime.date(2024, 1, 2), finished=datetime.date(2024, 1, 1)
            ),
            "Beendet: Der letzte Tag liegt vor dem ersten.",
        ),
        (lambda: book.update(year=2**31), "Erscheinungsjahr: Ein Jahr wie 1965"),
        (lambda: book.update(edition_year=2**31), "Jahr der Ausgabe: Ein Jahr wie 1965"),
        (unknown, "Es ist unklar, ob das gespeichert wurde."),
    ]
    for cause, german in causes:
        with pytest.raises(bookworm.Error) as raised:
            cause()
        sentences = told(raised.value)
        assert sentences[1].startswith(german)
        assert len(set(sentences)) == 4
        assert error_text(raised.value, "en") == sentences[0]


def test_every_fault_of_a_form_is_told_in_each_language(store: bookworm.Store) -> None:
    draft = bookworm.Draft(
        title=" ", rating=6, genres=[" "], identifiers=[(" ", "1")], pages=0, language="?",
        price=bookworm.Price(-1, "E"), series_number=-1.0, started=datetime.date(1, 1, 1),
    )  # fmt: skip
    faults = draft.check(store)
    assert len(faults) >= 9
    for error in faults:
        assert len(set(told(error))) == 4, error


def test_a_row_is_told_as_people_count(store: bookworm.Store) -> None:
    with pytest.raises(bookworm.InvalidError) as raised:
        store.books.create_many(title=["A", " "], author=["A", "B"])
    assert told(raised.value) == [
        "Row 2: Title: Please enter something.",
        "Zeile 2: Titel: Bitte etwas eingeben.",
        "Wiersz 2: Tytuł: To pole nie może być puste.",
        "2행: 제목: 내용을 입력하세요.",
    ]


def test_a_row_of_a_mistake_is_told_as_people_count_too(store: bookworm.Store) -> None:
    with pytest.raises(bookworm.WrongTypeError) as raised:
        store.books.create_many([{"title": "A", "author": "B"}, {"title": 5, "author": "B"}])
    assert raised.value.row == 1
    assert raised.value.message.startswith("row 1: title must be a str")
    assert told(raised.value) == [
        "Row 2: Title: A value of this kind is not possible here.",
        "Zeile 2: Titel: Ein Wert dieser Art ist hier nicht möglich.",
        "Wiersz 2: Tytuł: Wartość tego rodzaju nie jest tu możliwa.",
        "2행: 제목: 여기에는 이런 종류의 값을 쓸 수 없습니다.",
    ]


def test_mistakes_of_programs_stay_english(store: bookworm.Store) -> None:
    store.close()
    with pytest.raises(bookworm.ClosedError) as raised:
        store.books.count()
    assert told(raised.value) == [raised.value.message] * 4
    with pytest.raises(bookworm.InvalidError, match="language"):
        error_text(raised.value, "fr")
    with pytest.raises(TypeError):
        error_text("no error")  # type: ignore[arg-type]


def names(store: bookworm.Store, *, redo: bool = False) -> list[str]:
    found = [store.undo_step(language, redo=redo) for language in LANGUAGES]
    return [each.name for each in found if each is not None]


def test_a_rating_is_told_with_title_and_value(store: bookworm.Store) -> None:
    book = store.books.create("Dune", "Frank Herbert")
    book.rating = 4
    said = [
        "Rate “Dune” 4", "„Dune“ mit 4 bewerten", "Oceń „Dune” na 4", "‘Dune’에 4점 주기",
    ]  # fmt: skip
    assert names(store) == said
    step = store.undo_step()
    assert step is not None
    assert step == bookworm.UndoStep(
        said[0], "rate", "book", 1, book.id, frozenset({"rating"}), "Dune", 4, False
    )
    store.undo()
    assert names(store, redo=True) == said
    store.redo()
    assert names(store) == said
    book.rating = 0
    assert names(store)[0] == "Clear the rating of “Dune”"


def test_each_kind_of_step_has_a_name_in_each_language(store: bookworm.Store) -> None:
    book = store.books.create("Dune", "Frank Herbert")
    genre = store.genres.create("Sci-Fi")
    quote = book.quotes.add("Fear is the mind-killer.")
    shelf = store.shelves.create("Good", "rating>=4")
    steps: list[tuple[Any, str, str, str]] = [
        (lambda: setattr(book, "status", "completed"),
         "Status of “Dune”: Completed", "edit", "book"),
        (lambda: book.toggle_favourite(), "Make “Dune” a favourite", "edit", "book"),
        (lambda: book.toggle_favourite(), "Remove “Dune” from the favourites", "edit", "book"),
        (lambda: book.genres.add(genre), "Change the genres of “Dune”", "edit", "book"),
        (lambda: setattr(book, "notes", "n"), "Change “Dune”", "edit", "book"),
        (lambda: setattr(genre, "name", "SF"), "Rename the genre “SF”", "edit", "genre"),
        (lambda: setattr(quote, "page", "8"), "Change a quote from “Dune”", "edit", "quote"),
        (lambda: quote.delete(), "Delete a quote from “Dune”", "delete", "quote"),
        (lambda: book.readings.add(), "Add a reading of “Dune”", "add", "reading"),
        (lambda: shelf.delete(), "Delete the shelf “Good”", "delete", "shelf"),
        (lambda: store.books.create_many(title=["A", "B"], author=["A", "B"]),
         "Add 2 books", "add", "book"),
        (lambda: store.books.all().rate(3), "Rate 3 books", "rate", "book"),
        (lambda: book.delete(), "Delete “Dune”", "delete", "book"),
        (lambda: store.books.import_from("shop", [{"source_id": "1", "title": "T", "author": "A"}]),
         "Import from shop", "add", "book"),
    ]  # fmt: skip
    for do, english, action, entity in steps:
        do()
        step = store.undo_step()
        assert step is not None
        assert (step.name, step.action, step.entity) == (english, action, entity)
        said = names(store)
        assert len(set(said)) == 4, said
        store.undo()
        assert names(store, redo=True) == said
        store.redo()
        assert names(store) == said


def test_polish_counts_as_poles_do(store: bookworm.Store) -> None:
    for count, polish in ((2, "Dodaj 2 książki"), (5, "Dodaj 5 książek"), (22, "Dodaj 22 książki")):
        store.books.create_many(title=["T"] * count, author=["A"] * count)
        assert names(store)[2] == polish


def test_a_name_that_was_given_is_the_same_in_every_language(store: bookworm.Store) -> None:
    with store.transaction(name="Tidy up"):
        book = store.books.create("50% off $", "A")
    assert names(store) == ["Tidy up"] * 4
    step = store.undo_step()
    assert step is not None
    assert (step.action, step.rows, step.id, step.subject) == ("add", 1, book.id, "50% off $")
    store.undo()
    step = store.undo_step(redo=True)
    assert step is not None
    assert (step.action, step.rows, step.subject) == ("add", 1, "50% off $")
    assert store.undo_step() is None
    with pytest.raises(bookworm.InvalidError, match="language"):
        store.undo_step("fr")
    book = store.books.create("50% off $", "A")
    book.rating = 2
    assert names(store)[0] == "Rate “50% off $” 2"
