"""Catalogues of LibraryThing, Calibre and Open Library; a second import changes nothing."""

from __future__ import annotations

import datetime
import json
from pathlib import Path

import bookworm
import files
import pytest
from conftest import Run, bring

day = datetime.date


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252"])
def test_librarything_with_tabs_in_either_encoding(
    run: Run, store: bookworm.Store, tmp_path: Path, encoding: str
) -> None:
    rows = [
        {
            "Book Id": "5001",
            "Title": 'The "other" cat',
            "Primary Author": "García Márquez, Gabriel",
            "Date": "1967",
            "Rating": "3.5",
            "Private Comment": "Lent",
            "Page Count": "432 ",
            "Date Started": "[2007-04-16]",
            "Date Read": "[2007-05-08]",
            "Tags": "fiction, magic",
            "Collections": "Your library, Favorites, Attic",
            "Languages": "Spanish",
            "ISBN": "[8437604184]",
            "ISBNs": "8437604184, 9788437604183",
            "Entry Date": "[2006-08-09]",
            "OCLC": "123",
            "Copies": "2",
        }
    ]
    path = tmp_path / "librarything"
    path.write_bytes(files.text(files.LIBRARYTHING, rows, "\t").encode(encoding))
    receipt = bring(run, path)
    assert receipt["format"] == "LibraryThing"
    assert receipt["without_a_home"] == {"Copies": 1}
    assert bool(receipt["remarks"]) == (encoding != "utf-8")
    (book,) = store.books.all()
    assert (book.title, book.author) == ('The "other" cat', "Gabriel García Márquez")
    assert book.author_sort == "García Márquez, Gabriel"
    assert (book.status, book.started, book.finished) == (
        "completed",
        day(2007, 4, 16),
        day(2007, 5, 8),
    )
    assert (book.language, book.pages, book.favourite) == ("es", 432, True)
    assert book.genres.names() == ["fiction", "magic", "Attic"]
    assert ("isbn", "9788437604183") in [tuple(each) for each in book.identifiers]


def test_librarything_as_json(run: Run, store: bookworm.Store, tmp_path: Path) -> None:
    path = tmp_path / "lt.json"
    book = {
        "books_id": "5001",
        "title": "Kindred",
        "primaryauthor": "Butler, Octavia E.",
        "authors": [{"lf": "Butler, Octavia E.", "fl": "Octavia E. Butler"}],
        "date": "1979",
        "isbn": {"0": "0807083690", "2": "9780807083697"},
        "rating": 5,
        "dateread": "2020-02-01",
        "tags": ["sf", "history"],
        "collections": {"2": "Your library", "7": "To read"},
        "language": ["English"],
        "format": [{"code": "1.1", "text": "Paperback"}],
        "pages": "264",
        "height": "8 inches",
        "series": ["Patternist (2)", "Library of America (338)"],
    }
    path.write_text(json.dumps({"5001": book}))
    receipt = bring(run, path)
    assert receipt["without_a_home"]["height"] == 1
    (kindred,) = store.books.all()
    assert (kindred.author, kindred.rating, kindred.format) == ("Octavia E. Butler", 5, "Paperback")
    assert (kindred.status, kindred.finished, kindred.language) == (
        "completed",
        day(2020, 2, 1),
        "en",
    )
    assert kindred.genres.names() == ["sf", "history"]
    assert (kindred.series, kindred.series_number) == ("Patternist", 2)


def test_what_readers_and_librarything_write_in_its_texts(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    emma = {
        "Book Id": "1", "Title": "Emma", "Primary Author": "Austen, Jane", "Date": "1815",
        "Review": "Good.[Return] [Return]Still.", "Comment": "Given by Ann",
        "Private Comment": "Lent", "Summary": "Emma by Jane Austen (1815)",
    }  # fmt: skip
    odd = {
        "Book Id": "2", "Title": "Dr. No (?)", "Primary Author": "Fleming, Ian",
        "Comment": "Signed", "Summary": "Dr. No (?) by Ian Fleming, retold (1958)",
    }  # fmt: skip
    path = files.write(tmp_path / "l.tsv", files.LIBRARYTHING, emma, odd, delimiter="\t")
    receipt = bring(run, path)
    # The site has made a summary of title, author and year; the reader can have written others.
    assert receipt["without_a_home"] == {"Summary": 1}
    first, second = store.books.order_by("id")
    assert (first.review, first.synopsis) == ("Good.\n\nStill.", None)
    assert (first.notes, second.notes) == ("Given by Ann\n\nLent", "Signed")
    assert second.synopsis == odd["Summary"]
    assert run("verify", path).code == 0


def test_a_calibre_library_and_its_csv_are_the_same_books(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    library = files.calibre_library(tmp_path / "Calibre Library")
    before = (library / "metadata.db").read_bytes()
    receipt = bring(run, library)
    assert receipt["created"] == 2
    assert receipt["without_a_home"] == {"id": 2, "formats": 1, "#read": 1}
    omens = store.books.with_source("calibre", "u-1")
    assert (omens.author, omens.rating, omens.language) == (
        "Terry Pratchett, Neil Gaiman",
        4,
        "en",
    )
    assert omens.synopsis == "The end is nigh.\n\nSort of."
    assert (omens.series, omens.series_number, omens.edition_year) == (None, None, 1990)
    assert omens.created == datetime.datetime(
        2020, 1, 2, 10, 0, 0, 123000, tzinfo=datetime.timezone.utc
    )
    assert ("goodreads", "12067") in [tuple(each) for each in omens.identifiers]
    guards = store.books.with_source("calibre", "u-2")
    assert (guards.series, guards.series_number, guards.edition_year) == ("Discworld", 8, None)
    # Calibre always has a title_sort, even if it is just the title.
    assert (omens.title_sort, guards.title_sort) == ("Omens, Good", None)
    assert [path.name for path in library.iterdir()] == ["metadata.db"]
    assert (library / "metadata.db").read_bytes() == before
    path = files.write(
        tmp_path / "c.csv",
        files.CALIBRE,
        {
            "authors": "Terry Pratchett",
            "title": "Guards! Guards!",
            "title_sort": "Guards, Guards!",
            "rating": "5.0",
            "uuid": "u-2",
            "tags": "Fantasy",
            "series": "Discworld",
            "series_index": "8.0",
        },
    )
    assert run("import", path, "--json").data[0]["changed"] == 1
    guards = store.books.with_source("calibre", "u-2")
    assert (guards.rating, guards.title_sort) == (5, "Guards, Guards!")


def test_open_library(run: Run, store: bookworm.Store, tmp_path: Path) -> None:
    path = files.write(
        tmp_path / "ol.csv",
        files.OPEN_LIBRARY,
        {
            "Work ID": "OL1W",
            "Title": "The Left Hand of Darkness",
            "Authors": "Ursula K. Le Guin",
            "First Publish Year": "1969",
            "Edition ID": "OL2M",
            "Bookshelf": "Already Read",
            "My Ratings": "5",
        },
    )
    bring(run, path)
    book = store.books.with_source("openlibrary", "OL1W")
    assert (book.rating, book.year, book.status) == (5, 1969, "completed")
    old = files.write(
        tmp_path / "old.csv",
        ["Work Id", "Edition Id", "Bookshelf"],
        {"Work Id": "OL3W", "Bookshelf": "Already Read"},
    )
    (receipt,) = run("import", old, "--json").data
    why = receipt["refused"][0]["why"]
    assert why == "the title is missing"


@pytest.mark.parametrize(
    ("olid", "count"),
    [("OL1W", 1), ("/works/OL1W", 1), ("OL2M", 1), ("OL9W", 2), ("OL9M", 2), ("", 1)],
)
def test_a_work_and_an_edition_of_open_library_do_not_contradict_each_other(
    run: Run, store: bookworm.Store, tmp_path: Path, olid: str, count: int
) -> None:
    row = {"title": "Dune", "author": "Frank Herbert", "olid": olid, "status": "finished"}
    bring(run, files.write(tmp_path / "o.csv", files.OPENREADS, row))
    row = {"Title": "DUNE", "Authors": "Frank Herbert", "Work ID": "OL1W", "Edition ID": "OL2M"}
    bring(run, files.write(tmp_path / "ol.csv", files.OPEN_LIBRARY, row))
    assert store.books.count() == count
    book = store.books.with_source("openlibrary", "OL1W")
    pairs = {tuple(each) for each in book.identifiers}
    assert pairs == {("openlibrary-work", "OL1W"), ("openlibrary", "OL2M")}


def test_files_with_tabs_may_have_quotes(run: Run, store: bookworm.Store, tmp_path: Path) -> None:
    """Spreadsheets quote cells that contain quotes; other programs write quotes unchanged."""
    path = tmp_path / "saved by a spreadsheet.tsv"
    path.write_text('Title\tAuthor\n"The ""Quoted"""\tAnn Bee\nNo Quotes\t"Cee, Ann"\n')
    bring(run, path)
    assert run("verify", path).code == 0
    bare = tmp_path / "written by hand.tsv"
    bare.write_text('Title\tAuthor\n"Tis Pity\tJohn Ford\nMore\tAnn Bee\n')
    bring(run, bare)
    assert run("verify", bare).code == 0
    assert {book.title for book in store.books} == {
        'The "Quoted"', "No Quotes", '"Tis Pity', "More"
    }  # fmt: skip


def test_refused_rows_of_a_file_without_quotes_come_back_as_they_were(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    row = {"Book Id": "1", "Title": '"Tis "Pity"', "Primary Author": "Ford, John", "Rating": "9"}
    path = files.write(tmp_path / "l.tsv", files.LIBRARYTHING, row, delimiter="\t")
    bring(run, path, code=1)
    refused = tmp_path / "l.refused.tsv"
    refused.write_text(refused.read_text().replace("\t9\t", "\t4\t"))
    bring(run, refused)
    assert [(book.title, book.rating) for book in store.books] == [('"Tis "Pity"', 4)]
