"""A file is compared with the library by a reader that shares nothing with the importers."""

from __future__ import annotations

import ast
import datetime
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
    assert (result.code, "has no columns" in result.err) == (2, True)


def test_it_imports_nothing_of_the_importers() -> None:
    tree = ast.parse(Path(bookworm_app.verifying.__file__).read_text())
    names = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    assert not any("importing" in name for name in names)


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
    missing = run("verify", path, "--json").data["missing"]
    assert [each["column"] for each in missing] == ["Highlight", "Note"]
