"""Lists of books: by a search line, for people and for programs."""

from __future__ import annotations

import csv
import datetime
import io
from typing import Any

import bookworm
import pytest
from conftest import Run

from bookworm_app import fields, output

pytestmark = pytest.mark.usefixtures("library")


def test_a_line_needs_no_command(run: Run) -> None:
    assert run("dune").out == run("list", "dune").out
    assert "Dune Messiah" in run("dune").out
    assert "Dracula" not in run("dune").out


def test_without_a_line_all_books_are_listed(run: Run) -> None:
    assert len(run().out.splitlines()) == 5


def test_a_word_with_a_minus_is_left_out_and_is_no_option(run: Run) -> None:
    assert "Messiah" not in run("dune", "-messiah").out
    assert "Messiah" not in run("-messiah", "dune").out


def test_what_the_shell_took_of_the_quotes_is_put_back(run: Run) -> None:
    assert "Messiah" in run("genre:Science Fiction").out
    assert "Messiah" not in run("genre:Science Fiction,Classics", "-messiah").out
    assert "Messiah" in run("author:frank herbert rating:4").out


def test_a_table_fits_its_width_and_wide_characters_stand_in_columns(run: Run) -> None:
    from bookworm_app.tables import width

    lines = run().out.splitlines()
    assert all(width(line) <= 80 for line in lines)
    wide = next(line for line in lines if "東京奇譚集" in line)
    narrow = next(line for line in lines if "Dracula" in line)
    assert width(wide.split("村上")[0]) == width(narrow.split("Bram")[0])


def test_json_has_stable_fields(run: Run) -> None:
    books = run("title:dune", "sort:title", "--json").data
    assert [book["title"] for book in books] == ["Dune", "Dune Messiah"]
    assert list(books[0]) == list(fields.DEFAULT)
    assert books[0]["genres"] == ["Science Fiction", "Classics"]
    assert run("title:dune", "--nl").out.count("\n") == 2


def test_an_empty_list_is_empty_json_and_no_error(run: Run) -> None:
    assert run("nothinglikeit", "--json")[:2] == (0, "[]\n")


def test_csv_has_titles_and_quoted_cells(run: Run) -> None:
    rows = list(csv.DictReader(io.StringIO(run("mess*", "--csv", "--fields", "all").out)))
    assert rows[0]["author"] == "Frank Herbert"
    assert rows[0]["favourite"] == "no"


def test_a_format_makes_a_line_for_each(run: Run) -> None:
    assert run("list", "rating:5", "--format", "{title:6}|{year}|{genres}").out == (
        "Dune  |1965|Science Fiction, Classics\n"
    )
    failed = run("list", "--format", "{titel}")
    assert failed.code == 2
    assert "Did you mean title?" in failed.err
    assert run("list", "--format", "{title").code == 2


def test_what_finds_nothing_says_so_and_what_was_likely_meant(run: Run) -> None:
    assert run("zzz")[:2] == (1, "")
    assert "Did you mean Horror?" in run("genre:Horor").err
    assert "`bookworm finish dune`" in run("finsh", "dune").err


def test_a_wrong_line_shows_its_place(run: Run) -> None:
    result = run("dune", "autor:herbert")
    assert result.code == 2
    assert "did you mean author?" in result.err
    assert "\n         ^" in result.err


def test_a_wrong_line_is_explained_in_the_persons_language(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    result = run("dune", "autor:herbert")
    assert "Das ist kein Suchschlüssel" in result.err
    assert "Meintest du author?" in result.err
    assert "\n         ^" in result.err


def test_a_wrong_option_is_no_word_to_search_for(run: Run) -> None:
    result = run("--jsn")
    assert result.code == 2
    assert "--json" in result.err


def test_count_and_limit(run: Run) -> None:
    assert run("list", "dune", "--count").out == "2\n"
    assert len(run("list", "--limit", "2", "--json").data) == 2


def test_show_has_all_of_a_book(run: Run) -> None:
    shown = run("show", 1).out
    for text in ("Dune 1", "1965", "9780441172719", "Fear is the mind-killer.", "p. 8"):
        assert text in shown
    [book] = run("show", 1, "--json").data
    assert book["quotes"][0]["text"] == "Fear is the mind-killer."
    assert run("show", 99).code == 1
    assert run("show").code == 2


def test_names_are_in_the_reader_s_language(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    assert "Bewertung" in run().out


def test_a_shelf_is_a_line_with_a_name(run: Run, library: bookworm.Store) -> None:
    assert "1 book" in run("shelves", "save", "Best", "rating:5").err
    assert "Dune" in run("shelf", "best").out
    assert run("shelves", "--json").data[0]["line"] == "rating:5"
    run("shelves", "save", "Best", "rating>=4", "-favourite:yes")
    assert library.shelves["Best"].line == "rating>=4 -favourite:yes"
    assert "Did you mean Best?" in run("shelf", "bets").err
    assert run("shelves", "rename", "Best", "Good").code == 0
    assert run("shelves", "delete", "Good").code == 0
    assert run("shelves").code == 1


def test_genres_are_listed_with_their_books(run: Run) -> None:
    assert {row["name"]: row["books"] for row in run("genres", "--json").data} == {
        "Classics": 1,
        "Horror": 2,
        "Science Fiction": 2,
    }


def test_quotes_and_readings_are_listed(run: Run) -> None:
    assert "Fear is the mind-killer." in run("quotes").out
    assert run("quotes", "dune", "--json").data[0]["page"] == "8"
    run("finish", 1, "--on", "2024-03-15")
    assert "until 2024-03-15" in run("readings", 1).out
    assert run("readings", "--json").data[0]["finished"] == "2024-03-15"


def test_long_lists_and_notes_are_wrapped_and_pages_are_a_number(
    run: Run, library: bookworm.Store
) -> None:
    book = library.books[1]
    book.pages, book.year, book.exact_rating = 604, -800, 4.5
    book.genres.set([f"A genre with a name {number}" for number in range(9)])
    book.readings.add("completed", note="word " * 60)
    out = run("show", 1).out
    assert max(map(len, out.splitlines())) <= 80
    assert [line.split() for line in out.splitlines() if "604" in line] == [["Pages", "604"]]
    assert "800 BCE" in out
    assert "★★★★½" in run("list", "dune -messiah").out


def test_a_review_with_spoilers_is_shown_on_request(run: Run, library: bookworm.Store) -> None:
    library.books[1].update(review="He becomes emperor.", spoilers=True)
    assert [book["title"] for book in run("spoilers:yes", "--json").data] == ["Dune"]
    hidden = run("show", "1").out
    assert "emperor" not in hidden
    assert "--spoilers" in hidden
    assert "emperor" in run("show", "1", "--spoilers").out
    assert run("edit", "1", "--set", "spoilers=no").code == 0
    assert "emperor" in run("show", "1").out
    assert "cannot be cleared" in run("edit", "1", "--clear", "spoilers").err


@pytest.mark.parametrize(
    ("command", "names"),
    [
        (["readings"], "title,outcome"),
        (["quotes"], "text,title"),
        (["genres"], "name,books"),
        (["people"], "name,books"),
        (["shelves"], "name,line"),
        (["orders"], "title,quantity"),
        (["history"], "name,id"),
        (["show", "1"], "title,cover"),
    ],
)
def test_every_list_gives_the_fields_that_are_asked_for(
    run: Run, library: bookworm.Store, command: list[str], names: str
) -> None:
    book = library.books[1]
    book.update(price=bookworm.Price(999, "EUR"))
    book.quotes.add("A quote", 3)
    book.readings.add("completed")
    library.orders.place(book, 2)
    library.shelves.create("Good", "rating>=4")
    run("favourite", 1)
    wanted = names.split(",")
    assert run(*command, "--csv", "--fields", names).out.splitlines()[0] == names
    first = run(*command, "--json", "--fields", names).data[0]
    assert list(first) == wanted
    wrong = run(*command, "--json", "--fields", f"{names},nonsense")
    assert (wrong.code, "'nonsense' is not a field." in wrong.err) == (2, True)
    if command[0] != "show":
        alone = run(*command, "--fields", names)
        assert (alone.code, "--fields needs --json" in alone.err) == (2, True)


def test_a_table_shows_a_review_with_spoilers_on_request(run: Run, library: bookworm.Store) -> None:
    library.books[1].update(review="He becomes emperor.", spoilers=True)
    library.books[2].update(review="Slow.")
    library.shelves.create("Dunes", "dune")
    for command in (("dune",), ("list", "dune"), ("shelf", "Dunes")):
        hidden = run(*command, "--fields", "id,review").out
        assert "Slow." in hidden
        assert "emperor" not in hidden
        assert "It gives away the plot; show it with --spoilers." in hidden
        assert "emperor" in run(*command, "--fields", "id,review", "--spoilers").out
        # Programs get everything.
        for form in (["--json"], ["--nl"], ["--csv"], ["--format", "{review}"]):
            assert "emperor" in run(*command, "--fields", "review", *form).out


@pytest.mark.parametrize("language", ["de", "pl", "ko"])
def test_that_a_review_is_hidden_is_said_in_the_readers_language(
    run: Run, library: bookworm.Store, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    library.books[1].update(review="He becomes emperor.", spoilers=True)
    monkeypatch.setenv("BOOKWORM_LANGUAGE", language)
    for command in (("show", 1), ("list", "--fields", "id,review")):
        said = run(*command)
        assert said.code == 0, said.err
        assert "--spoilers" in said.out
        assert "gives away" not in said.out
        assert "emperor" not in said.out


def test_csv_of_columns_is_that_of_rows(capsys: pytest.CaptureFixture[str]) -> None:
    day, instant = datetime.date(2024, 2, 29), datetime.datetime(2024, 2, 29, 12, 30)
    lists: dict[str, list[Any]] = {
        "text": ["a,b", None, "", 'say "x"'],
        "number": [1, None, 0, 2],
        "fraction": [0.5, 1.0, None, 3],
        "yes": [True, False, None, 1],
        "day": [day, day, None, "x"],
        "instant": [instant, None, instant, day],
        "list": [["a", 1], (), None, [None]],
        "price": [bookworm.Price(1299, "EUR"), None, 1, "1"],
    }
    columns = output.Columns(**lists)
    output.as_csv(list(lists), columns)
    written = capsys.readouterr().out
    output.as_csv(list(lists), iter(columns))
    assert capsys.readouterr().out == written
    assert written.splitlines()[1] == (
        '"a,b",1,0.5,yes,2024-02-29,2024-02-29T12:30:00.000,"a, 1",12.99 EUR'
    )
