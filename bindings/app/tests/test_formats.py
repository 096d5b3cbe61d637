"""Each format of books: where its values are stored; and a second import changes nothing."""

from __future__ import annotations

import datetime
import zipfile
from pathlib import Path

import bookworm
import files
import pytest
from conftest import Run, bring

day = datetime.date


@pytest.mark.parametrize("age", sorted(files.GOODREADS))
def test_goodreads_of_each_age(run: Run, store: bookworm.Store, tmp_path: Path, age: int) -> None:
    assert len(files.GOODREADS[age]) == age
    path = files.write(
        tmp_path / "export",
        files.GOODREADS[age],
        {
            "Book Id": "50",
            "Title": "Hatchet (Brian's Saga, #1)",
            "Author": "Gary Paulsen",
            "Author l-f": "Paulsen, Gary",
            "ISBN": '="0689840926"',
            "ISBN13": '="9780689840920"',
            "My Rating": "2.0",
            "Number of Pages": "208",
            "Year Published": "2000",
            "Original Publication Year": "1986",
            "Date Read": "2024/03/15",
            "Date Added": "2020/01/02",
            "Bookshelves": "survival, to-read",
            "Exclusive Shelf": "read",
            "My Review": "<i>Good</i>.<br/><br/>Really.",
            "Private Notes": "From Ann",
            "Read Count": "3",
            "Owned Copies": "1",
        },
        {
            "Book Id": "51",
            "Title": "Epic of Gilgamesh",
            "Author": "Anonymous",
            "My Rating": "0.0",
            "Original Publication Year": "-1800",
            "Date Added": "2020/01/02",
            "Bookshelves": "someday",
            "Exclusive Shelf": "someday",
            "Read Count": "0",
        },
    )
    receipt = bring(run, path)
    assert (receipt["format"], receipt["created"], receipt["rounded"]) == ("Goodreads", 2, [])
    assert receipt["shelves"] == {"someday": {"books": 1, "taken_as": "a genre"}}
    assert receipt["without_a_home"] == {"Owned Copies": 1}
    book = store.books.with_source("goodreads", "50")
    assert (book.title, book.series, book.series_number) == ("Hatchet", "Brian's Saga", 1)
    assert (book.rating, book.pages, book.year, book.edition_year) == (2, 208, 1986, 2000)
    assert (book.review, book.notes) == ("Good.\n\nReally.", "From Ann")
    assert book.author_sort == "Paulsen, Gary"
    assert [(each.scheme, each.value) for each in book.identifiers] == [("isbn", "9780689840920")]
    assert book.genres.names() == ["survival"]
    finished = sorted(str(each.finished) for each in book.readings)
    assert finished == ["2024-03-15", "None", "None"]
    epic = store.books.with_source("goodreads", "51")
    assert (epic.year, epic.rating, epic.status, epic.genres.names()) == (
        -1800,
        0,
        "on-shelf",
        ["someday"],
    )


def test_a_shelf_of_ones_own_is_what_the_reader_says(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    rows = [
        {"Book Id": "1", "Title": "Ulysses", "Author": "James Joyce", "Exclusive Shelf": "gave-up"}
    ]
    path = files.write(tmp_path / "a.csv", files.GOODREADS[23], *rows)
    receipt = bring(run, path, "--shelf", "gave-up=did-not-finish")
    assert receipt["shelves"]["gave-up"]["taken_as"] == "the status did-not-finish"
    assert [book.status for book in store.books] == ["did-not-finish"]


def test_storygraph_with_all_its_readings(run: Run, store: bookworm.Store, tmp_path: Path) -> None:
    path = files.write(
        tmp_path / "s.csv",
        files.STORYGRAPH,
        {
            "Title": "Good Omens",
            "Authors": "Terry Pratchett, Neil Gaiman",
            "ISBN/UID": "9780575048003",
            "Format": "hardcover",
            "Read Status": "read",
            "Date Added": "2020/02/03",
            "Last Date Read": "2025/06/10",
            "Dates Read": "2025/06/01-2025/06/10, 2023/01/02",
            "Read Count": "3",
            "Moods": "funny",
            "Star Rating": "4.0",
            "Tags": "angels, demons",
        },
        {
            "Title": "A zine",
            "Authors": "Somebody",
            "ISBN/UID": "a0f6e2f4-1",
            "Read Status": "paused",
            "Last Date Read": "",
        },
    )
    receipt = bring(run, path)
    assert receipt["without_a_home"] == {"Moods": 1}
    assert receipt["unclear"] == {"paused: kept as in progress": 1}
    omens = store.books.with_source("storygraph", "9780575048003")
    dates = {(each.started, each.finished) for each in omens.readings}
    assert dates == {
        (day(2025, 6, 1), day(2025, 6, 10)),
        (None, day(2023, 1, 2)),
        (None, None),
    }
    assert len(omens.readings) == 3
    assert omens.genres.names() == ["angels", "demons"]
    zine = store.books.with_source("storygraph", "a0f6e2f4-1")
    assert (zine.status, zine.identifiers[0].scheme) == ("in-progress", "storygraph")


def test_storygraph_with_a_year_or_a_month_for_a_day(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    def book(title: str, dates: str, count: int, status: str = "read") -> dict[str, object]:
        return {
            "Title": title,
            "Authors": "Ann Lee",
            "Read Status": status,
            "Dates Read": dates,
            "Read Count": count,
        }

    path = files.write(
        tmp_path / "s.csv",
        files.STORYGRAPH,
        book("Year", "2023", 1),
        book("Month", "2023/05-2023/06, 2020/01/01-2020/01/02", 2),
        book("Half", "2023/05/07-2023", 1),
        book("Given up", "2022-2023/04/05", 0, "did-not-finish"),
    )
    receipt = bring(run, path)
    assert receipt["unclear"] == {"Dates Read: a year or month without a day": 4}
    found = {
        book.title: {(each.started, each.finished, each.outcome) for each in book.readings}
        for book in store.books
    }
    assert found == {
        "Year": {(None, None, "completed")},
        "Month": {
            (None, None, "completed"),
            (day(2020, 1, 1), day(2020, 1, 2), "completed"),
        },
        "Half": {(day(2023, 5, 7), None, "completed")},
        "Given up": {(None, day(2023, 4, 5), "did-not-finish")},
    }
    assert bring(run, path)["same"] == 4


def test_hardcover(run: Run, store: bookworm.Store, tmp_path: Path) -> None:
    path = files.write(
        tmp_path / "h.csv",
        files.HARDCOVER,
        {
            "Title": "2666",
            "Author": "Roberto Bolaño, Natasha Wimmer (Translator)",
            "Series": "Novels (#2.5)",
            "Status": "Stopped",
            "Privacy": "Public",
            "Hardcover Book ID": "75726",
            "Hardcover Edition ID": "25012766",
            "ISBN 10": "0374100144",
            "ISBN 13": "9780374100148",
            "ASIN": "B001",
            "Country Code": "us",
            "Language Code": "en",
            "Pages": "898",
            "Publish Date": "2008-11-11",
            "Publisher": "Farrar, Straus and Giroux",
            "Genres": "Fiction, Crime",
            "Lists": "Owned, Long ones (#19)",
            "Date Added": "2025-01-15",
            "Date Started": "2025-01-16",
            "Rating": "4.5",
            "Review Contains Spoilers": "false",
            "Private Notes": "Ask Ann.",
            "Owned": "true",
            "Compilation": "No",
            "Review Slate": "{}",
        },
    )
    receipt = bring(run, path)
    assert receipt["reduced"] == {"Publish Date": 1, "Lists": 1}
    # The country of the edition is not the country of its language.
    assert receipt["without_a_home"] == {"Privacy": 1, "Owned": 1, "Country Code": 1}
    book = store.books.with_source("hardcover", "75726")
    assert (book.author, book.series, book.series_number) == ("Roberto Bolaño", "Novels", 2.5)
    assert (book.status, book.started, book.edition_year) == (
        "did-not-finish",
        day(2025, 1, 16),
        2008,
    )
    assert (book.language, book.publisher) == ("en", "Farrar, Straus and Giroux")
    assert book.genres.names() == ["Fiction", "Crime", "Long ones"]
    assert {each.scheme for each in book.identifiers} == {"isbn", "asin", "hardcover-edition"}


def test_bookwyrm(run: Run, store: bookworm.Store, tmp_path: Path) -> None:
    path = files.write(
        tmp_path / "b.csv",
        files.BOOKWYRM,
        {
            "title": "Solaris",
            "author_text": "Stanisław Lem",
            "remote_id": "https://example.test/book/1",
            "openlibrary_key": "OL1M",
            "isbn_10": "0156027607",
            "isbn_13": "9780156027601",
            "start_date": "2024-01-02",
            "stopped_date": "2024-02-03",
            "rating": "4",
            "review_name": "On Solaris",
            "review_content": "<p>An ocean that thinks.</p>",
            "shelf": "stopped-reading",
            "shelf_name": "Stopped Reading",
            "shelf_date": "2024-02-03",
        },
        {
            "title": "Fiasko",
            "author_text": "Stanisław Lem",
            "remote_id": "https://example.test/book/2",
            "finish_date": "2024-03-04",
            "shelf": "space-17",
            "shelf_name": "Space",
        },
    )
    receipt = bring(run, path)
    assert receipt["shelves"] == {"Space": {"books": 1, "taken_as": "a genre"}}
    fiasko = store.books.with_source("bookwyrm", "https://example.test/book/2")
    assert (fiasko.status, fiasko.genres.names()) == ("completed", ["Space"])
    book = store.books.with_source("bookwyrm", "https://example.test/book/1")
    assert (book.status, book.started, book.finished) == (
        "did-not-finish",
        day(2024, 1, 2),
        day(2024, 2, 3),
    )
    assert book.review == "On Solaris\n\nAn ocean that thinks."
    assert ("openlibrary", "OL1M") in [tuple(each) for each in book.identifiers]


def test_openreads_as_csv_and_backup(run: Run, store: bookworm.Store, tmp_path: Path) -> None:
    path = files.write(
        tmp_path / "o.csv",
        files.OPENREADS,
        {
            "title": "Kindred",
            "author": "Octavia E. Butler",
            "status": "finished",
            "favourite": "true",
            "deleted": "false",
            "rating": "4.5",
            "publication_year": "1979",
            "olid": "OL2M",
            "tags": "sf|||||history, real",
            "readings": "2020-01-01T00:00:00.000|2020-01-09T00:00:00.000|;"
            "2024-05-01T00:00:00.000|2024-05-03T00:00:00.000|3600000",
            "date_added": "2023-05-06T07:08:09.123456",
        },
    )
    receipt = bring(run, path)
    assert receipt["without_a_home"]["the hours of reading"] == 1
    (kindred,) = store.books.all()
    assert kindred.genres.names() == ["sf", "history, real"]
    assert (kindred.favourite, kindred.finished) == (True, day(2024, 5, 3))
    assert {str(each.finished) for each in kindred.readings} == {"2020-01-09", "2024-05-03"}
    backup = tmp_path / "Openreads.backup"
    with zipfile.ZipFile(backup, "w") as archive:
        archive.writestr("books.backup", files.openreads_backup())
        archive.writestr("1.jpg", b"\xff\xd8\xff\xe0")
        archive.writestr("info.txt", "App version: 2.9\nBackup version: 5")
    receipt = bring(run, backup)
    assert (receipt["format"], receipt["created"]) == ("Openreads", 2)
    dune = store.books.find("title:dune").first()
    assert dune is not None
    assert (dune.rating, dune.favourite, dune.notes) == (5, True, "Lent.")
    assert (dune.started, dune.finished) == (day(2024, 1, 1), day(2024, 1, 9))


def test_an_unknown_status_of_openreads_is_named(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    row = {"title": "Emma", "author": "Jane Austen", "status": "unknown"}
    receipt = bring(run, files.write(tmp_path / "o.csv", files.OPENREADS, row))
    assert receipt["unclear"] == {"status: not a value that can be stored": 1}
    assert [book.status for book in store.books] == ["on-shelf"]


def test_several_files_a_zip_and_a_folder_come_in_together(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    folder = tmp_path / "all"
    folder.mkdir()
    goodreads = files.text(
        files.GOODREADS[24],
        [{"Book Id": "1", "Title": "Emma", "Author": "Jane Austen", "Exclusive Shelf": "read"}],
    )
    with zipfile.ZipFile(folder / "x.zip", "w") as archive:
        archive.writestr("goodreads.csv", goodreads)
        archive.writestr("__MACOSX/._goodreads.csv", b"\0\1")
    files.write(
        folder / "hardcover.csv",
        files.HARDCOVER,
        {"Title": "Emma", "Author": "Jane Austen", "Hardcover Book ID": "7", "Status": "Read"},
    )
    (folder / "cover.jpg").write_bytes(b"\xff\xd8\xff\xe0\0")
    result = run("import", folder, "--json")
    assert result.code == 0
    assert "cover.jpg: not a known kind of file" in result.err
    assert [receipt["format"] for receipt in result.data] == ["Hardcover", "Goodreads"]
    # The same book of two services is one book.
    (emma,) = store.books.all()
    assert {each.source for each in emma.sources} == {"goodreads", "hardcover"}


def test_all_files_come_in_or_none(run: Run, store: bookworm.Store, tmp_path: Path) -> None:
    good = files.write(
        tmp_path / "a.csv", ["title", "author"], {"title": "Emma", "author": "Jane Austen"}
    )
    bad = tmp_path / "b.csv"
    bad.write_bytes(b"\0\1\2")
    result = run("import", good, bad)
    assert (result.code, "is not a known kind of file" in result.err) == (2, True)
    assert store.books.count() == 0


def test_the_first_of_several_series_is_the_series(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    path = files.write(
        tmp_path / "h.csv",
        files.HARDCOVER,
        *(
            {"Title": name, "Author": "A", "Hardcover Book ID": name, "Series": series}
            for name, series in (
                ("a", "Dune (#1.0), Dune Universe (#10.5)"),
                ("b", "One, Two (#3)"),
                ("c", "Ghosts (#1), Spectres and (Other) Shades (#2.0), Fears (#4)"),
                ("d", "Sprawl"),
            )
        ),
    )
    assert bring(run, path)["reduced"] == {"Series": 2}
    found = [(book.series, book.series_number) for book in store.books.order_by("title")]
    assert found == [("Dune", 1), ("One, Two", 3), ("Ghosts", 1), ("Sprawl", None)]


@pytest.mark.parametrize("title", ["Title", "title"])
def test_several_volumes_in_one_are_of_the_series(
    run: Run, store: bookworm.Store, tmp_path: Path, title: str
) -> None:
    of = {
        "Title": "Book Id,Title,Author,Exclusive Shelf",
        "title": "remote_id,title,author_text,shelf",
    }
    path = tmp_path / "export.csv"
    path.write_text(
        f'{of[title]}\n1,"Watchmen (Watchmen, #1-12)",Alan Moore,read\n'
        '2,"Emma (Vintage)",Jane Austen,read\n'
    )
    assert bring(run, path)["reduced"] == {title: 1}
    emma, watchmen = store.books.order_by("title")
    assert (watchmen.title, watchmen.series, watchmen.series_number) == (
        "Watchmen", "Watchmen", None,
    )  # fmt: skip
    assert (emma.title, emma.series) == ("Emma (Vintage)", None)
    assert run("verify", path).code == 0
