"""Adding, editing, rating, reading, tagging and deleting books."""

from __future__ import annotations

import datetime

import bookworm
import pytest
from conftest import Run


def test_a_book_is_added_by_options(run: Run, store: bookworm.Store) -> None:
    result = run(
        *("add", "Dune", "Frank Herbert", "--genre", "Science Fiction, Classics", "--rating", 5),
        *("--isbn", "978-0-441-17271-9", "--price", "12.99 EUR", "--set", "pages=412"),
        *("--series", "Dune", "--number", "1", "--finished", "2024-03-15", "--status", "read"),
    )
    assert result.code == 0
    book = store.books[int(result.out)]
    assert (book.title, book.rating, book.pages, book.status) == ("Dune", 5, 412, "completed")
    assert book.genres.names() == ["Science Fiction", "Classics"]
    assert book.price == (1299, "EUR")
    assert book.finished == datetime.date(2024, 3, 15)
    again = run("add", "Another", "Somebody", "--isbn", "0441172717")
    assert again.code == 2
    assert "already has this ISBN" in again.err


def test_what_is_missing_is_asked_for_on_a_terminal_alone(run: Run) -> None:
    result = run("add", "9780441172719")
    assert result.code == 2
    assert "title is missing" in result.err


def test_a_refused_value_is_a_sentence_with_its_field(run: Run) -> None:
    result = run("add", "Dune", "Frank Herbert", "--rating", "7")
    assert result.code == 2
    assert "ating" in result.err
    assert "Traceback" not in result.err


def test_a_message_is_in_the_reader_s_language(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    assert "Bewertung" in run("add", "Dune", "Frank Herbert", "--rating", "7").err


def test_rating_takes_ids_and_lines(run: Run, library: bookworm.Store) -> None:
    assert "2 books rated" in run("rate", 3, "dune").err
    assert library.books[1].rating == library.books[2].rating == 3
    run("rate", 0, 1)
    assert library.books[1].rating == 0
    assert "Nothing to change" in run("rate", 0, 1).err
    assert run("rate", "dune").code == 2
    assert run("rate", 5).code == 2
    assert run("rate", 5, "zzz").code == 1


def test_ids_may_come_from_standard_input(run: Run, library: bookworm.Store) -> None:
    ids = run("list", "dune", "--format", "{id}").out
    run("rate", 1, "-", stdin=ids)
    assert library.books.where(rating=1).count() == 2
    assert run("rate", 1, "-", stdin="x").code == 2


def test_a_rehearsal_says_what_would_be_done_and_does_nothing(
    run: Run, library: bookworm.Store
) -> None:
    result = run("rate", 3, "dune", "--dry-run")
    assert "1 Dune: rating 5 → 3\n" in result.out
    assert "Dry run" in result.err
    assert library.books[1].rating == 5
    assert "would be deleted" in run("delete", "dune", "--dry-run").out
    assert library.books.count() == 4


def test_books_are_begun_and_finished(run: Run, library: bookworm.Store) -> None:
    run("read", 1, "--on", "2024-03-01")
    run("finish", 1, "--on", "2024-03-15", "--rating", 4, "--note", "Good.")
    book = library.books[1]
    assert (book.started, book.finished) == (
        datetime.date(2024, 3, 1),
        datetime.date(2024, 3, 15),
    )
    assert (book.rating, book.readings[-1].note) == (4, "Good.")
    run("finish", 2, "--abandoned")
    assert library.books[2].status == "did-not-finish"
    assert run("read", 1, "--on", "2024-02-30").code == 2


def test_genres_are_given_and_taken(run: Run, library: bookworm.Store) -> None:
    run("tag", "+Space Opera,Epic", "-Classics", "title:dune")
    assert library.books[1].genres.names() == ["Science Fiction", "Space Opera", "Epic"]
    # The Korean name of a genre that is there.
    run("tag", "+공포", "-Epic", "title:dune")
    assert library.books[1].genres.names() == ["Science Fiction", "Space Opera", "Horror"]
    assert "Did you mean Horror?" in run("tag", "-Horor", 3).err
    assert run("tag", "dune").code == 2
    assert run("tag", "+Epic").code == 2


def test_favourites(run: Run, library: bookworm.Store) -> None:
    run("favourite", 1)
    run("favourite", "--off", 3)
    assert [book.id for book in library.books.where(favourite=True)] == [1]


def test_fields_are_edited(run: Run, library: bookworm.Store) -> None:
    run("edit", "dune", "--set", "publisher=Chilton", "--set", "genres=A,B", "--clear", "year")
    book = library.books[1]
    assert (book.publisher, book.genres.names(), book.year) == ("Chilton", ["A", "B"], None)
    assert "Did you mean year?" in run("edit", 1, "--set", "yaer=1").err
    assert "A year such as 1965" in run("edit", 1, "--set", "year=x").err
    assert run("edit", 1, "--clear", "title").code == 2


def test_a_form_in_an_editor_has_all_fields() -> None:
    from bookworm_app.commands import edit
    from bookworm_app.fields import EDITABLE

    fields = dict.fromkeys(EDITABLE, "")
    fields.update(title="Dune: a novel", review="One.\n\n# Two: three\n[x]", rating="5")
    read = edit.read_form(edit.form(fields))
    assert {name: value.strip() for name, value in read.items()} == fields


def test_deleting_needs_no_question_as_it_can_be_undone(run: Run, library: bookworm.Store) -> None:
    assert library.books.count() == 4
    assert run("delete", 3).code == 0
    assert library.books.count() == 3


def test_genres_are_made_and_merged(run: Run, library: bookworm.Store) -> None:
    run("genres", "add", "Memoir", "--colour", "#8844AA")
    run("genres", "rename", "Memoir", "Memoirs")
    assert library.genres["Memoirs"].colour == "#8844AA"
    merged = run("genres", "merge", "Horror", "Classics")
    assert (merged.code, merged.err) == (0, "Merged Classics into Horror.\n")
    again = run("genres", "merge", "Horror", "horror")
    assert (again.code, again.err) == (2, "bookworm: Horror cannot be merged into itself.\n")
    assert library.genres["Horror"].book_count == 3
    assert run("genres", "delete", "Memoirs").code == 0
    assert run("genres", "mrege", "a", "b").code == 2
    assert run("genres", "delete", "Memoirs").code == 1


def test_quotes_and_readings_are_added_and_deleted(run: Run, library: bookworm.Store) -> None:
    quote = run("quotes", 3, "--add", "Listen to them.", "--page", "xiv").out
    assert library.quotes[int(quote)].page == "xiv"
    run("quotes", "--delete", quote.strip())
    assert run("quotes", "--delete", quote.strip()).code == 1
    reading = run("readings", 3, "--add", "abandoned", "--started", "2020-01-01").out
    assert library.books[3].readings[0].outcome == "did-not-finish"
    assert run("readings", "--delete", reading.strip()).code == 0
    assert "this command needs one" in run("quotes", "dune", "--add", "x").err


def test_orders_are_placed_and_cancelled(run: Run, library: bookworm.Store) -> None:
    assert run("orders", 1, "--place", "--yes").code == 2
    run("edit", 1, "--set", "price=12.99 EUR")
    assert run("orders", 1, "--place", "--quantity", "2", "--yes").out == "1\n"
    assert "€25.98" in run("orders").out
    assert "€25.98" in run("orders", "--totals").out
    run("orders", "--cancel", 1)
    assert "cancelled" in run("orders").out


def test_a_rating_in_quarters_is_set_and_a_whole_one_takes_its_place(
    run: Run, library: bookworm.Store
) -> None:
    assert run("rate", "4.5", "1").code == 0
    assert run("list", "dune -messiah", "--json", "--fields", "rating,exact_rating").data == [
        {"rating": 5, "exact_rating": 4.5}
    ]
    assert run("rate", "5", "1").code == 0
    assert run("show", "1", "--json").data[0]["exact_rating"] is None
    for given in ("rating=4.25", "exact_rating=4.25"):
        assert run("edit", "1", "--set", given).code == 0
        assert (library.books[1].rating, library.books[1].exact_rating) == (4, 4.25)
        assert run("edit", "1", "--clear", "rating").code == 0
        assert (library.books[1].rating, library.books[1].exact_rating) == (0, None)
    assert run("rate", "4.6", "1").code == 2
    assert run("rate", "5.25", "1").code == 2


def test_values_are_what_the_library_s_forms_accept(
    run: Run, library: bookworm.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BOOKWORM_LANGUAGE", "de")
    given = ("favourite=ja", "series_number=1,5", "started=5.3.2024", "price=12,99 €", "rating=4,5")
    assert run("edit", 1, *(part for each in given for part in ("--set", each))).code == 0
    book = library.books[1]
    assert (book.favourite, book.series_number, str(book.started)) == (True, 1.5, "2024-03-05")
    assert (str(book.price), book.exact_rating) == ("12.99 EUR", 4.5)
    wrong = run("edit", 1, "--set", "status=vielleicht")
    assert wrong.code == 2
    assert "'vielleicht' passt nicht in dieses Feld." in wrong.err
    assert "Status: Im Regal, angefangen, gelesen oder abgebrochen." in wrong.err
    assert run("finish", 2, "--on", "gestern", "--rating", "★★★").code == 0
    assert library.books[2].rating == 3


def test_a_form_in_an_editor_shows_and_reads_values_as_a_person_types_them(
    library: bookworm.Store,
) -> None:
    from bookworm_app.commands import edit
    from bookworm_app.values import parsed

    book = library.books[1]
    book.update(
        exact_rating=4.25,
        contributors=[("Frank Herbert", "author"), ("Ann; Bee", "translator")],
        genres=["A, B", "C"],
        status="did-not-finish",
    )
    now = book.as_dict()
    shown = edit.form_values(now)
    assert shown["rating"] == "4.25"
    for name, text in edit.read_form(edit.form(shown)).items():
        for field, value in parsed(name, text.strip()).items():
            book.update(**{field: value})
            assert book.as_dict()[field] == now[field]


def test_the_advice_for_all_books_means_all_books(run: Run, library: bookworm.Store) -> None:
    said = run("rate", 2).err
    line = said.splitlines()[1].removeprefix("For all of them, use ")
    assert run("rate", 2, line).code == 0
    assert {book.rating for book in library.books} == {2}


def test_genres_have_the_readers_names_and_are_stored_once(
    run: Run, library: bookworm.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    library.genres.create_standard()
    monkeypatch.setenv("BOOKWORM_LANGUAGE", "de")
    count = len(library.genres)
    assert run("add", "A", "B", "--genre", "Krimi").code == 0
    assert run("edit", 1, "--set", "genres=Krimi, Lyrik").code == 0
    assert library.books[1].genres.names() == ["Mystery", "Poetry"]
    assert library.books[5].genres.names() == ["Mystery"]
    assert "genres Krimi, Lyrik → Kinder" in run("edit", 1, "--set", "genres=Kids", "--dry-run").out
    assert "Krimi, Lyrik" in run("merge", 1, 5, "--dry-run").out
    form = ""

    def edited(text: str, **_: object) -> str:
        nonlocal form
        form = text
        return text.replace("genres: Krimi, Lyrik", "genres: Lyrik")

    monkeypatch.setattr("click.edit", edited)
    monkeypatch.setattr("bookworm_app.terminal.can_ask", lambda: True)
    assert run("edit", 1).code == 0
    assert "genres: Krimi, Lyrik" in form
    assert library.books[1].genres.names() == ["Poetry"]
    assert len(library.genres) == count


def test_the_status_of_a_new_book_follows_its_dates(run: Run, store: bookworm.Store) -> None:
    for options, status in (
        ((), "on-shelf"),
        (("--started", "2024-01-01"), "in-progress"),
        (("--finished", "2024-01-01"), "completed"),
        (("--set", "started=2024-01-01", "--set", "finished=2024-01-09"), "completed"),
        (("--finished", "2024-01-01", "--status", "abandoned"), "did-not-finish"),
        (("--finished", "2024-01-01", "--status", "unread"), "on-shelf"),
    ):
        book = run("add", f"Title {options}", "A", *options).out
        assert store.books[int(book)].status == status


def test_a_book_is_not_merged_with_itself(run: Run, library: bookworm.Store) -> None:
    result = run("merge", 1, 1)
    assert (result.code, "Give the id that stays, then the others." in result.err) == (2, True)
