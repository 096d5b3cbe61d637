"""Importing files of other programs."""

from __future__ import annotations

import csv
import datetime
import json
from pathlib import Path

import bookworm
import files
import pytest
from conftest import Run, bring

HEADER = (
    "Book Id,Title,Author,Additional Authors,ISBN,ISBN13,My Rating,Date Read,Date Added,"
    "Bookshelves,Exclusive Shelf,My Review,Read Count\n"
)
DATA = Path(__file__).resolve().parents[4] / "shared/data/goodreads"


@pytest.fixture
def goodreads(tmp_path: Path) -> Path:
    path = tmp_path / "a.csv"
    path.write_text(
        HEADER + '1,"Dune (Dune, #1)",Frank  Herbert,A Helper,"=""0441172717""",'
        '"=""9780441172719""",4.0,2024/03/15,2020/01/02,sf,read,Good<br/>book &amp; more,2\n'
        '2,Emma,Jane Austen,,"=""""","=""""",0.0,,2021/02/03,later,later,,0\n'
        "3,Persuasion,Jane Austen,,,,seven,,2021/02/03,,read,,1\n"
    )
    return path


def test_a_goodreads_file_comes_in_and_a_second_run_changes_nothing(
    run: Run, store: bookworm.Store, goodreads: Path
) -> None:
    result = run("import", goodreads, "--json")
    assert result.code == 1
    (receipt,) = result.data
    assert (receipt["format"], receipt["created"]) == ("Goodreads", 2)
    assert receipt["refused"][0]["column"] == "My Rating"
    assert receipt["shelves"] == {"later": {"books": 1, "taken_as": "a genre"}}
    assert receipt["without_a_home"] == {}
    dune = store.books.with_source("goodreads", "1")
    assert (dune.title, dune.author, dune.series, dune.rating) == (
        "Dune",
        "Frank Herbert",
        "Dune",
        4,
    )
    assert dune.review == "Good\nbook & more"
    assert dune.finished == datetime.date(2024, 3, 15)
    assert dune.started is None
    assert len(dune.readings) == 2
    assert dune.created.date() == datetime.date(2020, 1, 2)
    emma = store.books.with_source("goodreads", "2")
    assert (emma.status, emma.genres.names()) == ("on-shelf", ["later"])
    (again,) = run("import", goodreads, "--json").data
    assert (again["created"], again["merged"], again["changed"], again["same"]) == (0, 0, 0, 2)
    assert len(store.books.with_source("goodreads", "1").readings) == 2


def test_refused_rows_can_be_mended_and_imported(
    run: Run, store: bookworm.Store, goodreads: Path
) -> None:
    run("import", goodreads)
    refused = goodreads.with_name("a.refused.csv")
    assert "seven" in refused.read_text()
    refused.write_text(refused.read_text().replace("seven", "4"))
    assert run("import", refused).code == 0
    assert store.books.with_source("goodreads", "3").rating == 4


def test_all_faults_of_a_row_are_named_at_once_with_its_line(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    path = tmp_path / "a.csv"
    path.write_text(
        'title,author,rating,finished,review\n\nDune,Frank Herbert,5,,"two\nlines"\n'
        ",,9,2024-02-30,\n"
    )
    said = run("import", path)
    assert (
        "refused    line 5, rating: '9' is not a rating from 0 to 5; finished: '2024-02-30' is not"
        " a day of the calendar; title: the title is missing"
    ) in said.out
    (receipt,) = run("import", path, "--json").data
    assert (receipt["rows"], receipt["refused"][0]["row"], receipt["refused"][0]["line"]) == (
        2, 2, 5
    )  # fmt: skip


def test_rows_that_are_refused_again_make_no_second_file_of_the_same(
    run: Run, store: bookworm.Store, goodreads: Path
) -> None:
    first = goodreads.with_name("a.refused.csv")
    for path in (goodreads, goodreads, first):
        assert str(first) in run("import", path).out
    assert sorted(each.name for each in goodreads.parent.glob("*.csv")) == [
        "a.csv", "a.refused.csv"
    ]  # fmt: skip
    first.write_text(first.read_text().replace("seven", "eight", 1))
    assert str(first) in run("import", first).out
    assert first.read_text().count("eight") == 2
    # Corrections made meanwhile stay.
    assert str(goodreads.with_name("a.refused-2.csv")) in run("import", goodreads).out
    assert "eight" in first.read_text()


def test_a_rehearsal_keeps_nothing(run: Run, store: bookworm.Store, goodreads: Path) -> None:
    assert "dry run: nothing was written" in run("import", goodreads, "--dry-run").out
    assert store.books.count() == 0
    assert not goodreads.with_name("a.refused.csv").exists()


def test_storygraph_brings_every_reading(run: Run, store: bookworm.Store, tmp_path: Path) -> None:
    path = tmp_path / "s.csv"
    path.write_text(
        "Title,Authors,ISBN/UID,Read Status,Last Date Read,Dates Read,Star Rating\n"
        'Dune,Frank Herbert,9780441172719,read,2025/06/10,"2025/06/01-2025/06/10, 2023/01/02",4.5\n'
    )
    (receipt,) = run("import", path, "--json").data
    assert receipt["rounded"] == []
    (book,) = store.books.all()
    assert (book.rating, book.exact_rating) == (5, 4.5)
    assert "★★★★½ 4.5" in run("show", str(book.id)).out
    dates = {(each.started, each.finished) for each in book.readings}
    day = datetime.date
    assert dates == {(None, day(2023, 1, 2)), (day(2025, 6, 1), day(2025, 6, 10))}
    assert run("import", path, "--json").data[0]["same"] == 1


def test_any_csv_comes_in_by_map_in_cp1252(run: Run, store: bookworm.Store, tmp_path: Path) -> None:
    path = tmp_path / "c.csv"
    path.write_bytes("Name;Who\nÉmile;Zola\n".encode("cp1252"))
    assert run("import", path).code == 2
    result = run("import", path, "--map", "Name=title,Who=author")
    assert result.code == 0
    assert "in cp1252 and not in UTF-8: 1 line" in result.out
    assert [book.title for book in store.books] == ["Émile"]


def test_any_word_of_the_library_for_a_status_is_one(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    words = {"DNF": "did-not-finish", "Gelesen": "completed", "czytam": "in-progress",
             "want-to-read": "on-shelf", "loved": "on-shelf"}  # fmt: skip
    path = tmp_path / "a.csv"
    rows = "".join(f"{word},A,{word}\n" for word in words)
    path.write_text(f"title,author,status\n{rows}", encoding="utf-8")
    (receipt,) = run("import", path, "--json").data
    assert {book.title: str(book.status) for book in store.books} == words
    assert receipt["shelves"] == {"loved": {"books": 1, "taken_as": "a genre"}}


BACKWARD = {
    "en": "unclear    line {}: a reading ends before it starts: {} to {}\n",
    "de": "unklar     Zeile {}: eine Lektüre endet vor ihrem Beginn: {} bis {}\n",
    "pl": "niejasne   linia {}: lektura kończy się przed rozpoczęciem: {} do {}\n",
    "ko": "불분명     {}번째 줄: 시작 전에 끝난 독서 기록: {}부터 {}까지\n",
}


@pytest.mark.parametrize("language", BACKWARD)
def test_a_reading_that_ends_before_it_starts_is_kept_and_named(
    run: Run, store: bookworm.Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    path = tmp_path / "a.csv"
    row = {"Authors": "A", "Read Status": "read"}
    rows = [
        {**row, "Title": "Dune", "Dates Read": "2024/03/15-2024/03/14"},
        {**row, "Title": "Emma", "Dates Read": "2024/03/15-2024/03/15"},
        {**row, "Title": "It", "Dates Read": "2019/05/01-2018/05/01, 2020/05/01-2020/05/09"},
    ]
    files.write(path, files.STORYGRAPH, *rows)
    receipt = run("import", path, "--json").data[0]
    named = [(2, "2024-03-15", "2024-03-14"), (4, "2019-05-01", "2018-05-01")]
    line = "line {}: a reading ends before it starts: {} to {}"
    assert receipt["unclear"] == {line.format(*each): 1 for each in named}
    dune = store.books.find("dune")[0]
    assert (str(dune.started), str(dune.finished)) == named[0][1:]
    monkeypatch.setenv("BOOKWORM_LANGUAGE", language)
    page = tmp_path / "a.html"
    text = run("import", path, "--html", page).out
    for each in named:
        line = BACKWARD[language].format(*each)
        assert line in text
        label, said = line.strip().split(maxsplit=1)
        html = f'<tr><th scope="row">{label}</th><td>{said}</td></tr>'
        assert html in page.read_text(encoding="utf-8")


@pytest.mark.skipif(not DATA.is_dir(), reason="real exports lie beside the checkout, or nowhere")
def test_real_exports_compare_cell_by_cell(run: Run, store: bookworm.Store) -> None:
    for path in sorted(DATA.glob("*.csv")):
        run("import", path)
        with path.open(encoding="utf-8-sig", newline="") as file:
            for row in csv.DictReader(file):
                book = store.books.with_source("goodreads", row["Book Id"])
                assert " ".join(row["Title"].split()).startswith(book.title)
                assert book.author == " ".join(row["Author"].split())
                assert book.rating == float(row["My Rating"])
                read = row["Date Read"].replace("/", "-")
                assert not read or read in {str(each.finished) for each in book.readings}
                if row["Exclusive Shelf"] == "read":
                    assert book.status == "completed"
        (again,) = run("import", path, "--json").data
        assert again["created"] + again["merged"] + again["changed"] == 0


def test_two_editions_of_a_book_find_theirs_by_isbn(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    for isbn in ("9780441172719", "9780340960196"):
        store.books.create("Dune", "Frank Herbert", identifiers={"isbn": isbn})
    path = tmp_path / "a.csv"
    path.write_text(
        "title,author,isbn,rating\nDune,Frank Herbert,9780340960196,4\n"
        "Dune,Frank Herbert,9780441172719,5\nDune,Frank Herbert,,3\n"
    )
    (receipt,) = run("import", path, "--json").data
    assert (receipt["merged"], receipt["created"]) == (2, 1)
    assert [book.rating for book in store.books.order_by("id")] == [5, 4, 3]
    assert run("import", path, "--json").data[0]["same"] == 3


def test_many_rows_that_are_alike_are_many_books(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    path = tmp_path / "a.csv"
    path.write_text("title,author\n" + "".join(f"Book {n % 3},A\n" for n in range(9000)))
    assert run("import", path, "--json").data[0]["created"] == 9000
    assert run("import", path, "--json").data[0]["same"] == 9000


def test_a_library_of_calibre_among_other_files_is_one_file(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    folder = tmp_path / "all"
    folder.mkdir()
    library = files.calibre_library(folder / "Calibre Library")
    for name in ("metadata.opf", "metadata.db.bak"):
        (library / "Someone").mkdir(exist_ok=True)
        (library / "Someone" / name).write_text("<package/>")
    files.write(
        folder / "hardcover.csv", files.HARDCOVER,
        {"Title": "Emma", "Author": "Jane Austen", "Hardcover Book ID": "7", "Status": "Read"},
    )  # fmt: skip
    result = run("import", folder, "--json")
    assert [receipt["format"] for receipt in result.data] == ["Hardcover", "Calibre"]
    assert "Skipped" not in result.err
    assert run("verify", folder).code == 0


def test_text_in_four_bytes_a_character_is_not_read_as_two(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "export.csv"
    path.write_bytes(
        "Book Id,Title,Author,Exclusive Shelf\n1,Emma,Jane Austen,read\n".encode("utf-32")
    )
    assert "export.csv is not a known kind of file." in run("import", path).err
    assert run("import", path).code == 2


def test_the_letters_of_librarything_and_its_numbers_of_amazon(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    book = {
        "books_id": "1", "title": "The Galdrab&oacute;k &amp; Wit & Wisdom",
        "primaryauthor": "G&aring;rdb&auml;ck, J", "originalisbn": "B001U1QMBE",
        "isbn": ["B001U1QMBE"], "tags": ["caf&eacute;"],
        "review": "x &amp;lt; y",
        "authors": [
            {"lf": "G&aring;rdb&auml;ck, J", "fl": "J G&aring;rdb&auml;ck"},
            {"lf": "L&oacute;pez, M", "fl": "M L&oacute;pez", "role": "Editor"},
        ],
    }  # fmt: skip
    path = tmp_path / "librarything.json"
    path.write_text(json.dumps({"1": book}))
    run("import", path)
    (one,) = store.books.all()
    assert (one.title, one.author) == ("The Galdrabók & Wit & Wisdom", "J Gårdbäck")
    assert [(each.name, each.role) for each in one.contributors][1:] == [("M López", "editor")]
    assert ("asin", "B001U1QMBE") in [tuple(each) for each in one.identifiers]
    assert "isbn" not in [each.scheme for each in one.identifiers]
    assert (one.genres.names(), one.review) == (["café"], "x &lt; y")
    assert run("verify", path).code == 0


def test_an_edition_of_librarything_is_no_part_of_the_publisher(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    path = files.write(
        tmp_path / "l.tsv",
        files.LIBRARYTHING,
        *(
            {
                "Book Id": str(n),
                "Title": f"T{n}",
                "Primary Author": "A",
                "Publication": given,
                "Media": "Paperback",
            }
            for n, given in enumerate(
                (
                    "Vintage (1989), Edition: 1, 404 pages",
                    "Knopf (2003), Edition: Later printing",
                    "Pantheon (1967), 412 pages",
                    "Dover (1972), Paperback, 282 pages",
                    "New York : Ace, 1984",
                )
            )
        ),
        delimiter="\t",
    )
    assert bring(run, path)["reduced"] == {"Publication": 2}
    found = [book.publisher for book in store.books.order_by("title")]
    assert found == ["Vintage", "Knopf", "Pantheon", "Dover", "New York : Ace, 1984"]
