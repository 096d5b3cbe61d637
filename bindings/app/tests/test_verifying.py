"""Compares a file with the library, by a reader that shares no code with the importers."""

from __future__ import annotations

import ast
import datetime
import json
import zipfile
from pathlib import Path

import bookworm
import files
import pytest
from conftest import Run

import bookworm_app.verifying

DATA = Path(__file__).resolve().parents[4] / "shared/data/goodreads"


@pytest.fixture
def goodreads(tmp_path: Path) -> Path:
    return files.write(
        tmp_path / "g.csv",
        files.GOODREADS[24],
        {
            "Book Id": "50",
            "Title": "Hatchet (Brian's Saga, #1)",
            "Author": "Gary Paulsen",
            "Author l-f": "Paulsen, Gary",
            "ISBN13": '=""',
            "ISBN": '="0689840926"',
            "My Rating": "2.0",
            "Average Rating": "3.9",
            "Number of Pages": "208",
            "Date Read": "2024/03/15",
            "Bookshelves": "survival, boys",
            "Exclusive Shelf": "read",
            "My Review": "<i>Good</i>.<br/>Really &amp; truly.",
        },
        {"Book Id": "51", "Title": "Emma", "Author": "Jane Austen", "Exclusive Shelf": "to-read"},
    )


def test_all_of_an_imported_file_is_found(run: Run, store: bookworm.Store, goodreads: Path) -> None:
    run("import", goodreads)
    result = run("verify", goodreads, "--json")
    assert result.code == 0
    columns = result.data["columns"]
    assert columns["Average Rating"] == {"only raw": 1}
    assert columns["ISBN13"] == {}
    for name in (
        "Book Id",
        "Title",
        "Author",
        "ISBN",
        "My Rating",
        "Bookshelves",
        "My Review",
        "Date Read",
    ):
        assert set(columns[name]) == {"found"}, name
    text = run("verify", goodreads)
    assert "Everything in" in text.err
    assert "Only raw" in text.out


def test_the_columns_of_any_file_are_found_by_their_other_names(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    path = tmp_path / "own.csv"
    path.write_text(
        "Book Title;Writer;Stars;End Date;Genre;Year Published;Favorite;Read by;Added\n"
        "Night;Doe, Jane;4,5;2022-02-02;Cosy, Crime;1999;yes;Ann Lee;2021-01-01\n"
    )
    assert run("import", path).code == 0
    columns = run("verify", path, "--json").data["columns"]
    assert {name: set(found) for name, found in columns.items() if set(found) != {"found"}} == {}
    assert len(columns) == 9


def test_of_two_rows_that_are_alike_each_is_a_book(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "own.csv"
    path.write_text("title,author,rating\nTwin,A. B.,3\nTwin,A. B.,5\n")
    run("import", path)
    assert run("verify", path).code == 0


def test_a_changed_a_lost_and_an_absent_one_are_named(
    run: Run, store: bookworm.Store, goodreads: Path
) -> None:
    run("import", goodreads)
    (hatchet,) = store.books.find("hatchet")
    other = goodreads.with_name("other.csv")
    other.write_text(
        goodreads.read_text()
        .replace("Really", "Hardly")
        .replace("2024/03/15", "2024/03/16")
        .replace("Emma", "Persuasion")
        .replace("51,", "77,")
    )
    result = run("verify", other, "--json")
    assert result.code == 1
    missing = {(each["row"], each["column"]) for each in result.data["missing"]}
    assert missing == {(1, "My Review"), (1, "Date Read")}
    assert [each["row"] for each in result.data["absent"]] == [2]
    assert hatchet.id


def test_a_file_without_columns_is_a_sentence(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    path = tmp_path / "a.txt"
    path.write_text("Hello.\n")
    result = run("verify", path)
    assert (result.code, "not a known kind of file" in result.err) == (2, True)


def test_it_imports_nothing_of_the_importers() -> None:
    modules = sorted(Path(bookworm_app.verifying.__file__).parent.glob("*.py"))
    assert len(modules) > 3
    for module in modules:
        for node in ast.walk(ast.parse(module.read_text())):
            assert not isinstance(node, ast.ImportFrom) or "importing" not in (node.module or "")


def exports(folder: Path) -> dict[str, Path]:
    """A file of each kind that has no columns, and a zip."""
    clippings = folder / "My Clippings.txt"
    entry = "Dune (Herbert, Frank)\r\n- Page 8 | Location 100-101 | {date}\r\n\r\n{text}\r\n"
    clippings.write_bytes(
        "".join(
            "\ufeff" + entry.format(date=date, text=text) + "==========\r\n"
            for date, text in (("5 May 2024", "Fear is the mind-killer."), ("6 May 2024", ""))
        ).encode()
    )
    librarything = folder / "librarything.json"
    librarything.write_text(
        json.dumps(
            {
                "7": {
                    "books_id": "7", "title": "The Odyssey", "primaryauthor": "Homer",
                    "secondaryauthor": "Wilson, Emily", "secondaryauthorroles": "Translator",
                    "publication": "Norton (2018), 592 pages", "format": [{"code": "X.m.1",
                    "text": "Hardcover"}], "language": ["English"], "rating": 4.5,
                    "tags": ["epic", "greek"], "height": "9.6 inches", "dateread": "2019-03-04",
                }
            }
        )
    )  # fmt: skip
    backup = folder / "openreads.zip"
    with zipfile.ZipFile(backup, "w") as archive:
        archive.writestr("books.backup", files.openreads_backup())
        archive.writestr("cover.jpg", b"\xff\xd8")
    return {
        "Kindle": clippings,
        "LibraryThing": librarything,
        "Openreads": backup,
        "Kobo": files.kobo(folder / "KoboReader.sqlite"),
        "Apple Books": files.apple_books(folder / "apple"),
        "Calibre": files.calibre_library(folder / "Calibre Library"),
    }


@pytest.mark.parametrize(
    "name", ["Kindle", "LibraryThing", "Openreads", "Kobo", "Apple Books", "Calibre"]
)
def test_every_kind_of_file_can_be_compared(
    run: Run, store: bookworm.Store, tmp_path: Path, name: str
) -> None:
    path = exports(tmp_path)[name]
    assert run("import", path).code == 0
    report = run("verify", path, "--json").data
    assert report["missing"] == []
    # Highlights of a book that the device no longer has are not stored, and are reported.
    assert len(report["absent"]) == (1 if name == "Kobo" else 0)
    assert sum(count.get("found", 0) for count in report["columns"].values()) > 2
    found = sum(count.get("found", 0) for count in report["columns"].values())
    for book in store.books.all():
        book.update(title="Other", author="Nobody")
        for quote in book.quotes:
            quote.text = "Changed."
    columns = run("verify", path, "--json").data["columns"]
    assert sum(count.get("found", 0) for count in columns.values()) < found
    store.books.delete(*[book.id for book in store.books])
    again = run("verify", path, "--json")
    bookmarks = 1 if name in ("Kindle", "Kobo", "Apple Books") else 0
    assert (again.code, len(again.data["absent"])) == (1, again.data["rows"] - bookmarks)


def test_our_own_document_can_be_compared(
    run: Run, store: bookworm.Store, tmp_path: Path, goodreads: Path
) -> None:
    run("import", goodreads)
    hatchet = store.books.find("hatchet")[0]
    hatchet.quotes.add("A hatchet.")
    path = tmp_path / "library.json"
    run("export", "--to", "json", "--file", path)
    assert run("verify", path).code == 0
    hatchet.update(review="Other.")
    hatchet.quotes[0].delete()
    missing = run("verify", path, "--json").data["missing"]
    assert {each["column"] for each in missing} == {"quotes"}
    assert {each["line"] for each in missing} == {None}


def test_each_file_of_a_folder_has_its_own_comparison(
    run: Run, store: bookworm.Store, tmp_path: Path, goodreads: Path
) -> None:
    folder = tmp_path / "exports"
    folder.mkdir()
    goodreads.rename(folder / "a.csv")
    exports(tmp_path)["Kindle"].rename(folder / "b.txt")
    (folder / "cover.jpg").write_bytes(b"\xff\xd8\0")
    run("import", folder)
    result = run("verify", folder)
    assert result.code == 0
    assert f"Everything in {folder}/b.txt is in the library: 4 cells in" in result.err
    assert [Path(each["file"]).name for each in run("verify", folder, "--json").data] == [
        "a.csv", "b.txt",
    ]  # fmt: skip


@pytest.mark.skipif(not DATA.is_dir(), reason="real exports are beside the checkout, or nowhere")
def test_real_exports_are_there_as_a_whole(run: Run, store: bookworm.Store) -> None:
    for path in sorted(DATA.glob("*.csv")):
        run("import", path)
        result = run("verify", path, "--json")
        assert result.data["missing"] == []
        assert result.data["absent"] == []
        for name in ("Title", "Author", "My Rating", "Exclusive Shelf", "My Review", "Date Read"):
            assert set(result.data["columns"][name]) <= {"found"}, (path.name, name)


def test_a_column_is_compared_with_its_own_field_only(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    path = files.write(
        tmp_path / "g.csv",
        files.GOODREADS[24],
        {
            "Book Id": "50",
            "Title": "Emma",
            "Author": "Jane Austen",
            "My Rating": "4",
            "Average Rating": "4.0",
            "Owned Copies": "4",
            "Date Read": "2024/03/15",
            "Date Added": "2024/03/15",
            "Exclusive Shelf": "read",
        },
    )
    run("import", path)
    columns = run("verify", path, "--json").data["columns"]
    assert columns["My Rating"] == {"found": 1}
    assert columns["Average Rating"] == {"only raw": 1}
    assert columns["Owned Copies"] == {"only raw": 1}
    assert columns["Date Added"] == {"found": 1}
    store.books.find("emma")[0].created = datetime.datetime(
        2020, 1, 1, tzinfo=datetime.timezone.utc
    )
    columns = run("verify", path, "--json").data["columns"]
    assert columns["Date Added"] == {"only raw": 1}
    absent = path.with_name("other.csv")
    absent.write_text(path.read_text().replace("Emma", "Persuasion").replace("50,", "51,"))
    result = run("verify", absent)
    assert "Not in the library: 1 row." in result.err
    assert "line 2 is not in the library: Persuasion, Jane Austen" in result.out


def test_a_column_of_ones_own_is_named(run: Run, store: bookworm.Store, tmp_path: Path) -> None:
    path = tmp_path / "own.csv"
    path.write_text("title,By,Moods\nEmma,Jane Austen,Emma\n")
    run("import", path, "--map", "By=author")
    columns = run("verify", path, "--map", "By=author", "--json").data["columns"]
    assert columns == {"title": {"found": 1}, "By": {"found": 1}, "Moods": {"only raw": 1}}


def test_every_column_is_named_as_for_the_import(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    path = tmp_path / "own.csv"
    path.write_text("Name,By,Wann gelesen,Nr\nEmma,Jane Austen,2024-03-01,1\n")
    named = ("--map", "Name=title,By=author,wann gelesen=finished,Nr=id")
    run("import", path, *named)
    columns = run("verify", path, *named, "--json").data["columns"]
    assert columns == {name: {"found": 1} for name in ("Name", "By", "Wann gelesen", "Nr")}
    other = path.with_name("other.csv")
    other.write_text(path.read_text().replace("Emma", "Sanditon").replace(",1\n", ",2\n"))
    assert "not in the library: Sanditon, Jane Austen" in run("verify", other, *named).out


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ("Nam=title", "--map: there is no column 'Nam'. Did you mean Name?"),
        ("Name=titel", "--map: 'titel' is not a field. Did you mean title?"),
    ],
)
def test_a_wrong_name_of_a_column_is_a_sentence(
    run: Run, store: bookworm.Store, tmp_path: Path, given: str, sentence: str
) -> None:
    path = tmp_path / "own.csv"
    path.write_text("Name,By\nEmma,Jane Austen\n")
    for command in ("import", "verify"):
        result = run(command, path, "--map", given)
        assert (result.code, " ".join(result.err.split())) == (2, f"bookworm: {sentence}")


def test_a_row_is_compared_with_the_book_of_its_author(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    path = tmp_path / "a.csv"
    path.write_text("title,author,pages\nForgive,Nikki Blaire,10\nForgive,B. Love,20\n")
    run("import", path)
    assert run("verify", path).code == 0
    path.write_text("title,author,pages\nForgive,Nikki Blaire,20\nForgive,B. Love,10\n")
    assert len(run("verify", path, "--json").data["missing"]) == 2


def test_highlights_of_readwise_are_found_with_their_notes(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    path = files.write(
        tmp_path / "a.csv",
        files.READWISE,
        {
            "Highlight": "Fear is the mind-killer.\n\nI will face it.",
            "Book Title": "Dune",
            "Book Author": "Frank Herbert",
            "Note": "Yes, indeed!",
            "Location": "12",
        },
        {"Highlight": "Fear is", "Book Title": "Dune", "Book Author": "Frank Herbert"},
    )
    run("import", path)
    columns = run("verify", path, "--json").data["columns"]
    assert columns["Highlight"] == {"found": 2}
    assert columns["Note"] == {"found": 1}
    store.books[1].quotes[0].text = "Fear is."
    columns = run("verify", path, "--json").data["columns"]
    assert columns["Highlight"] == {"only raw": 1, "found": 1}
    assert columns["Note"] == {"only raw": 1}
