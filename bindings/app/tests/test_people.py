"""The people of books: imported with their roles from each service, shown, exported and back."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import bookworm
import files
import pytest
from conftest import Run, bring

DATA = Path(__file__).resolve().parents[4] / "shared/data/goodreads"
GAIMAN = ("Neil Gaiman", "author", "Gaiman, Neil")
PRATCHETT = ("Terry Pratchett", "author", None)


def people(store: bookworm.Store, order: str = "id") -> list[list[tuple[Any, ...]]]:
    return [[tuple(each) for each in book.contributors] for book in store.books.order_by(order)]


def test_the_additional_authors_of_goodreads_are_people_of_the_book(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    row = {
        "Book Id": "1", "Title": "Good Omens", "Author": "Neil Gaiman",
        "Author l-f": "Gaiman, Neil", "Exclusive Shelf": "read",
        "Additional Authors": "Terry Pratchett,  Martin Luther King, Jr., Neil Gaiman",
    }  # fmt: skip
    alone = {
        "Book Id": "2", "Title": "Emma", "Author": "Jane Austen", "Author l-f": "Austen, Jane"
    }  # fmt: skip
    path = files.write(tmp_path / "g.csv", files.GOODREADS[23], row, alone)
    receipt = bring(run, path)
    assert receipt["without_a_home"] == {}
    assert people(store) == [
        [GAIMAN, PRATCHETT, ("Martin Luther King, Jr.", "author", None)],
        # The fields author and author_sort are enough for one author.
        [],
    ]
    first, second = store.books.order_by("id")
    assert (first.author, second.author_sort) == ("Neil Gaiman", "Austen, Jane")
    assert [book.title for book in store.books.find("author:pratchett")] == ["Good Omens"]
    columns = run("verify", path, "--json").data["columns"]
    assert columns["Additional Authors"] == {"found": 1}


def test_a_goodreads_file_that_names_more_people_changes_them_and_yours_stay(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    row = {"Book Id": "1", "Title": "Good Omens", "Author": "Neil Gaiman"}
    path = files.write(tmp_path / "g.csv", files.GOODREADS[23], row)
    bring(run, path)
    more = {**row, "Additional Authors": "Terry Pratchett"}
    path = files.write(tmp_path / "g.csv", files.GOODREADS[23], more)
    assert bring(run, path)["changed_fields"] == {"contributors": 1}
    store.books.order_by("id")[0].contributors = [("Terry Pratchett", "author")]
    path = files.write(
        tmp_path / "g.csv", files.GOODREADS[23], {**row, "Additional Authors": "T. Pratchett"}
    )
    assert json.loads(run("import", path, "--json").out)[0]["kept_fields"] == {"contributors": 1}
    assert people(store) == [[PRATCHETT]]


def test_twelve_authors_in_a_cell_are_twelve_people(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    names = [f"Given{number} Family{number}" for number in range(12)]
    path = files.write(
        tmp_path / "s.csv",
        files.STORYGRAPH,
        {
            "Title": "A handbook",
            "Authors": ", ".join(names),
            "Contributors": "Natasha Wimmer (Translator), Stephen Fry (Narrator), Somebody",
            "Read Status": "read",
        },
    )
    receipt = bring(run, path)
    assert receipt["without_a_home"] == {}
    assert people(store) == [
        [
            *((name, "author", None) for name in names),
            ("Natasha Wimmer", "translator", None),
            ("Stephen Fry", "narrator", None),
            ("Somebody", "contributor", None),
        ]
    ]
    assert [book.author for book in store.books] == [", ".join(names)]
    columns = run("verify", path, "--json").data["columns"]
    assert (columns["Authors"], columns["Contributors"]) == ({"found": 1}, {"found": 1})


def test_the_roles_of_hardcover_are_kept(run: Run, store: bookworm.Store, tmp_path: Path) -> None:
    rows = [
        {"Title": "2666", "Author": "Roberto Bolaño, Natasha Wimmer (Translator)"},
        {"Title": "Best stories", "Author": "Ann Editor (Editor)"},
        {"Title": "The Odyssey", "Author": "Homer, Emily Wilson (Translator, Introduction)"},
    ]
    path = files.write(
        tmp_path / "h.csv",
        files.HARDCOVER,
        *({**row, "Hardcover Book ID": number} for number, row in enumerate(rows, 1)),
    )
    receipt = bring(run, path)
    assert receipt["reduced"] == {}
    assert people(store) == [
        [("Roberto Bolaño", "author", None), ("Natasha Wimmer", "translator", None)],
        [("Ann Editor", "editor", None)],
        [
            ("Homer", "author", None),
            ("Emily Wilson", "translator", None),
            ("Emily Wilson", "introduction", None),
        ],
    ]
    authors = [book.author for book in store.books.order_by("id")]
    assert authors == ["Roberto Bolaño", "Ann Editor", "Homer"]
    columns = run("verify", path, "--json").data["columns"]
    assert columns["Author"] == {"found": 3}


def test_open_library_has_a_bar_between_authors(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    rows = [
        {"Work ID": "OL1W", "Title": "A", "Authors": "Terry Pratchett | Neil Gaiman"},
        {"Work ID": "OL2W", "Title": "B", "Authors": "Martin Luther King, Jr. | Neil Gaiman"},
    ]
    bring(run, files.write(tmp_path / "o.csv", files.OPEN_LIBRARY, *rows))
    gaiman = ("Neil Gaiman", "author", None)
    king = ("Martin Luther King, Jr.", "author", None)
    assert people(store) == [[PRATCHETT, gaiman], [king, gaiman]]
    first = store.books.order_by("id")[0]
    assert first.author == "Terry Pratchett, Neil Gaiman"


def test_the_secondary_authors_of_librarything_have_roles_and_sort_forms(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    row = {
        "Book Id": "1", "Title": "Coraline", "Primary Author": "Gaiman, Neil",
        "Secondary Author": "Riddell, Chris|McKean, Dave|Voltaire|Jones, Malcolm, III",
        "Secondary Author Roles": "Illustrator||Introduction|Illustrator",
    }  # fmt: skip
    path = files.write(tmp_path / "l.tsv", files.LIBRARYTHING, row, delimiter="\t")
    receipt = bring(run, path)
    assert receipt["without_a_home"] == {}
    wanted = [
        GAIMAN,
        ("Chris Riddell", "illustrator", "Riddell, Chris"),
        ("Dave McKean", "author", "McKean, Dave"),
        ("Voltaire", "introduction", None),
        ("Malcolm Jones, III", "illustrator", "Jones, Malcolm, III"),
    ]
    assert people(store) == [wanted]
    assert [book.author for book in store.books] == ["Neil Gaiman"]
    columns = run("verify", path, "--json").data["columns"]
    assert columns["Secondary Author"] == columns["Secondary Author Roles"] == {"found": 1}
    names = [
        {"lf": "Gaiman, Neil", "fl": "Neil Gaiman", "role": ""},
        {"lf": "Riddell, Chris", "fl": "Chris Riddell", "role": "Illustrator"},
        {"lf": "McKean, Dave", "fl": "Dave McKean", "role": ""},
        {"lf": "Voltaire", "fl": "Voltaire", "role": "Introduction"},
        {"lf": "Jones, Malcolm, III", "fl": "Malcolm Jones, III", "role": "Illustrator"},
    ]
    as_json = tmp_path / "l.json"
    book = {"books_id": "2", "title": "Coraline 2", "primaryauthor": "Gaiman, Neil"}
    as_json.write_text(json.dumps({"2": {**book, "authors": names}}))
    receipt = bring(run, as_json)
    assert receipt["without_a_home"] == {}
    assert people(store) == [wanted, wanted]


def test_the_authors_of_calibre_have_their_sort_forms(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    row = {
        "title": "Good Omens", "authors": "Terry Pratchett & Neil Gaiman", "uuid": "u-1",
        "author_sort": "Pratchett, Terry & Gaiman, Neil", "library_name": "Mine",
    }  # fmt: skip
    columns = [*files.CALIBRE, "#translators"]
    path = files.write(tmp_path / "c.csv", columns, {**row, "#translators": "Ann Bee & Cee Dee"})
    receipt = bring(run, path)
    assert receipt["without_a_home"] == {"library_name": 1}
    wanted = [("Terry Pratchett", "author", "Pratchett, Terry"), GAIMAN]
    assert people(store) == [
        [*wanted, ("Ann Bee", "translator", None), ("Cee Dee", "translator", None)]
    ]
    assert run("verify", path, "--json").data["columns"]["authors"] == {"found": 1}
    folder = files.calibre_library(tmp_path / "Library")
    other = tmp_path / "other.books"
    assert run("--store", other, "import", folder).code == 0
    with bookworm.open(other) as opened:
        assert people(opened) == [wanted, []]
        assert [book.author_sort for book in opened.books.order_by("id")] == [
            "Pratchett, Terry & Gaiman, Neil",
            "Pratchett, Terry",
        ]


@pytest.mark.parametrize(
    ("given", "names"),
    [
        ("Le Guin, Ursula K.", []),
        ("Herbert, Frank", []),
        ("Terry Pratchett, Neil Gaiman", ["Terry Pratchett", "Neil Gaiman"]),
        ("Pratchett, Terry; Gaiman, Neil", ["Pratchett, Terry", "Gaiman, Neil"]),
        ("Terry Pratchett / Gaiman, Neil", ["Terry Pratchett", "Gaiman, Neil"]),
        ("AC/DC", []),
        ("Harcourt, Brace & World", []),
    ],
)
def test_a_cell_that_may_be_one_author_is_not_taken_apart(
    run: Run, store: bookworm.Store, tmp_path: Path, given: str, names: list[str]
) -> None:
    path = files.write(tmp_path / "a.csv", ["Title", "Author"], {"Title": "A", "Author": given})
    bring(run, path)
    assert [[name for name, _, _ in each] for each in people(store)] == [names]
    assert [book.author for book in store.books] == [given]


def test_columns_of_people_are_known_by_name_or_named_by_map(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    path = files.write(
        tmp_path / "a.csv",
        ["Title", "Author", "Translator", "Vorleser"],
        {"Title": "A", "Author": "B", "Translator": "C D, E F", "Vorleser": "G"},
    )
    bring(run, path, "--map", "Vorleser=narrator")
    assert people(store) == [
        [("B", "author", None), ("C D", "translator", None), ("E F", "translator", None),
         ("G", "narrator", None)],
    ]  # fmt: skip
    columns = run("verify", path, "--map", "Vorleser=narrator", "--json").data["columns"]
    assert columns["Vorleser"] == columns["Translator"] == {"found": 1}


def test_the_authors_of_a_highlighted_book_are_its_people(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    path = tmp_path / "My Clippings.txt"
    path.write_text(
        "Good Omens (Gaiman, Neil;Pratchett, Terry)\n- Ihre Markierung bei Position 12-13\n\n"
        "It was a nice day.\n==========\n"
    )
    assert run("import", path).code == 0
    assert people(store) == [[GAIMAN, ("Terry Pratchett", "author", "Pratchett, Terry")]]


@pytest.fixture
def omens(store: bookworm.Store) -> bookworm.Store:
    store.books.create(
        "Good Omens",
        "Neil Gaiman, Terry Pratchett",
        rating=4,
        contributors=[
            GAIMAN, PRATCHETT, ("Ann Bee", "translator"), ("Cee", "Foreword"), ("Ann Bee", "Maps")
        ],
    )  # fmt: skip
    store.books.create("Coraline", "Neil Gaiman", rating=5)
    return store


def test_people_come_back_from_our_own_files(
    run: Run, omens: bookworm.Store, tmp_path: Path
) -> None:
    for name in ("books.csv", "books.json"):
        assert run("export", "--file", tmp_path / name).code == 0
        other = tmp_path / f"{name}.books"
        assert run("--store", other, "import", tmp_path / name).code == 0
        with bookworm.open(other) as opened:
            assert people(opened, "title") == people(omens, "title")


def test_other_files_hold_the_people_or_say_what_they_do_not(
    run: Run, omens: bookworm.Store, tmp_path: Path
) -> None:
    goodreads = run("export", "--to", "goodreads")
    (_, first) = csv.DictReader(goodreads.out.splitlines())
    assert (first["Author"], first["Author l-f"]) == ("Neil Gaiman", "Gaiman, Neil")
    assert first["Additional Authors"] == "Terry Pratchett, Ann Bee, Cee"
    assert "roles of people 1" in goodreads.err
    (_, first) = csv.DictReader(run("export", "--to", "storygraph").out.splitlines())
    assert first["Authors"] == "Neil Gaiman, Terry Pratchett"
    assert first["Contributors"] == "Ann Bee (translator), Cee (Foreword), Ann Bee (Maps)"
    bibtex = run("export", "--to", "bibtex")
    assert "author = {Gaiman, Neil and Terry Pratchett}" in bibtex.out
    assert "translator = {Ann Bee}" in bibtex.out
    assert "foreword = {Cee}" in bibtex.out
    assert "people with other roles 1" in bibtex.err
    run("export", "--to", "markdown", "--file", tmp_path / "notes")
    notes = [path.read_text() for path in (tmp_path / "notes").iterdir()]
    assert any('"Ann Bee (translator)", "Cee (Foreword)"' in note for note in notes)


def test_people_are_shown_and_listed_with_their_roles(run: Run, omens: bookworm.Store) -> None:
    shown = run("show", 1).out
    lines = {" ".join(line.split()) for line in shown.splitlines()}
    assert {"Translator Ann Bee", "Foreword Cee", "Maps Ann Bee"} <= lines
    assert "Authors" not in shown
    rows = run("people", "--json").data
    assert {(row["name"], row["role"], row["books"]) for row in rows} == {
        ("Neil Gaiman", "author", 2),
        ("Terry Pratchett", "author", 1),
        ("Ann Bee", "translator", 1),
        ("Cee", "Foreword", 1),
        ("Ann Bee", "Maps", 1),
    }
    (row,) = run("people", "--role", "translator", "--json").data
    assert row == {"name": "Ann Bee", "books": 1, "rated": 1, "average": 4.0, "role": "translator"}
    assert "Translator" in run("people").out
    assert "Role" not in run("people", "--role", "author").out
    (book, _) = run("list", "--json", "--fields", "contributors", "sort:created").data
    assert book["contributors"][0] == {"name": "Neil Gaiman", "role": "author",
                                       "sort": "Gaiman, Neil"}  # fmt: skip


def test_people_are_edited_as_a_text(run: Run, omens: bookworm.Store) -> None:
    given = "Ann Bee (translator); Neil Gaiman"
    assert run("edit", 1, "--set", f"contributors={given}").code == 0
    assert people(omens)[0] == [
        ("Ann Bee", "translator", None),
        ("Neil Gaiman", "author", None),
    ]
    assert run("edit", 1, "--clear", "contributors").code == 0
    assert people(omens)[0] == []


@pytest.mark.skipif(not DATA.is_dir(), reason="real exports are beside the checkout, or nowhere")
def test_every_additional_author_of_real_exports_comes_in(run: Run, store: bookworm.Store) -> None:
    for path in sorted(DATA.glob("*.csv")):
        receipt = json.loads(run("import", path, "--json").out)[0]
        assert "Additional Authors" not in receipt["without_a_home"]
        with path.open(encoding="utf-8") as file:
            for row in csv.DictReader(file):
                wanted = {
                    " ".join(name.split()) for name in row["Additional Authors"].split(",")
                } - {""}
                book = store.books.with_source("goodreads", row["Book Id"])
                names = ", ".join(each.name for each in book.contributors)
                assert all(name in names for name in wanted)


def test_a_person_is_one_row_whatever_the_name_is_sorted_by(
    run: Run, store: bookworm.Store
) -> None:
    store.books.create("A", "Stanisław Lem", rating=5)
    store.books.create("B", "Stanisław Lem", author_sort="Lem, Stanisław", rating=4)
    store.books.create("C", "Stanisław Lem", author_sort="Lem, S.")
    (row,) = run("people", "--json").data
    assert (row["books"], row["rated"], row["average"]) == (3, 2, 4.5)
    assert row.keys() == {"name", "books", "rated", "average", "role"}


def test_a_role_is_found_by_its_name_in_any_language(
    run: Run, store: bookworm.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.books.create("A", "B", contributors=[("Cem Er", "translator"), ("Di Fu", "cartographer")])
    for role, name in (
        ("translator", "Cem Er"), ("Übersetzer", "Cem Er"), ("tłumacz", "Cem Er"),
        ("Cartographer", "Di Fu"), ("a) b", None),
    ):  # fmt: skip
        found = run("people", "--role", role, "--json").data
        assert [each["name"] for each in found] == ([name] if name else []), role
    unknown = run("people", "--role", "translater")
    assert (unknown.code, "Did you mean translator?" in unknown.err) == (1, True)
