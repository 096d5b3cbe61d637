"""Books of reading devices and highlight services: their authors, readings and progress."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import bookworm
import files
import pytest
from conftest import Run

from bookworm_app.importing import cells

LONG = "Good Omens: The Nice and Accurate Prophecies"
EMPTY = "author: empty, stored as ?"


def change(path: Path, statements: str) -> Path:
    with closing(sqlite3.connect(path, isolation_level=None)) as opened:
        opened.executescript(statements)
    return path


def kobo(path: Path, *books: str) -> Path:
    """Makes a Kobo with books: id, title, author, status, and more columns if they are needed."""
    files.kobo(path)
    columns = ("ReadStatus", "___PercentRead", "LastTimeStartedReading", "DateLastRead")
    added = "".join(f"ALTER TABLE content ADD COLUMN {name};" for name in columns)
    rows = "".join(
        "INSERT INTO content (ContentID, ContentType, Title, Attribution, ReadStatus,"
        f" ___PercentRead, LastTimeStartedReading) VALUES {book};"
        for book in books
    )
    return change(path, f"DELETE FROM Bookmark; DELETE FROM content; {added} {rows}")


def apple(folder: Path, statements: str) -> Path:
    files.apple_books(folder)
    columns = (
        "Z_PK", "ZRATING", "ZISFINISHED", "ZREADINGPROGRESS", "ZYEAR", "ZCOMMENTS",
    )  # fmt: skip
    added = "".join(f"ALTER TABLE ZBKLIBRARYASSET ADD COLUMN {name};" for name in columns)
    change(folder / "BKLibrary-1.sqlite", added + statements)
    return folder


def goodreads(path: Path, **cells_: str) -> Path:
    row = {
        "Book Id": "1", "Title": "Good Omens", "Author": "Terry Pratchett", "My Rating": "5",
        "Exclusive Shelf": "read", "Date Read": "2016/07/03",
    }  # fmt: skip
    return files.write(path, files.GOODREADS[23], {**row, **cells_})


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Terry Pratchett, Neil Gaiman", 2),
        ("Terry Pratchett & Neil Gaiman", 2),
        ("Terry Pratchett and Neil Gaiman", 2),
        ("Marcus Aurelius, Martin Hammond, and Diskin Clay", 3),
        ("Marcus Aurelius, Martin Hammond & Diskin Clay", 3),
        ("Ludwig van Beethoven and Ursula von der Leyen", 2),
        ("Ann Bee; \u200b", 1),
        ("Le Guin, Ursula K.", 1),
        ("Simon and Schuster", 1),
        ("Chip and Dan Heath", 1),
        ("Strunk & White", 1),
        ("Department of Health and Human Services", 1),
        ("Academy of Sciences, Engineering, and Medicine", 1),
        ("Sandy Anderson", 1),
    ],
)
def test_several_authors_are_several_people_if_that_is_sure(text: str, names: int) -> None:
    assert len(cells.authors(text)) == names


def test_devices_and_services_give_people_one_by_one(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    row = {"Highlight": "One.", "Book Title": "Meditations"}
    authors = "Marcus Aurelius, Martin Hammond, and Diskin Clay"
    run(
        "import",
        kobo(
            tmp_path / "k.sqlite",
            "('a', 6, 'Good Omens', 'Terry Pratchett, Neil Gaiman', 2, 100, NULL)",
        ),
        apple(
            tmp_path / "apple",
            "INSERT INTO ZBKLIBRARYASSET (ZASSETID, ZTITLE, ZAUTHOR, ZISFINISHED)"
            " VALUES ('b', 'The Talisman', 'Stephen King & Peter Straub', 1);",
        ),
        files.write(tmp_path / "r.csv", files.READWISE, {**row, "Book Author": authors}),
    )
    people = {book.title: [each.name for each in book.contributors] for book in store.books}
    assert people == {
        "Good Omens": ["Terry Pratchett", "Neil Gaiman"],
        "Meditations": ["Marcus Aurelius", "Martin Hammond", "Diskin Clay"],
        "Pride and Prejudice": [],  # the author is enough
        "The Talisman": ["Stephen King", "Peter Straub"],
    }


@pytest.mark.parametrize("title", ["Good Omens", LONG])
@pytest.mark.parametrize("author", ["Terry Pratchett", "Terry Pratchett, Neil Gaiman"])
@pytest.mark.parametrize("is_first", [True, False])
def test_a_book_that_is_found_by_likeness_gets_no_second_reading(
    run: Run, store: bookworm.Store, tmp_path: Path, title: str, author: str, is_first: bool
) -> None:
    device = kobo(tmp_path / "k.sqlite", f"('a', 6, '{title}', '{author}', 2, 100, NULL)")
    library = goodreads(tmp_path / "g.csv")
    for path in (device, library) if is_first else (library, device):
        run("import", path)
    for _ in range(2):
        (book,) = store.books
        (reading,) = book.readings
        assert (str(reading.finished), reading.started, reading.outcome) == (
            "2016-07-03", None, "completed",
        )  # fmt: skip
        assert (str(book.finished), book.status, book.rating) == ("2016-07-03", "completed", 5)
        run("import", device, library)


def test_two_files_of_one_book_on_a_device_are_one_reading(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    path = kobo(
        tmp_path / "k.sqlite",
        "('a', 6, 'Good Omens', 'Terry Pratchett', 2, 100, NULL)",
        f"('b', 6, '{LONG}', 'Terry Pratchett', 2, 100, NULL)",
    )
    (receipt,) = run("import", path, "--json").data
    (book,) = store.books
    assert (receipt["created"], receipt["merged"], len(book.readings)) == (1, 0, 1)


def test_a_reading_with_another_end_stays(run: Run, store: bookworm.Store, tmp_path: Path) -> None:
    run("import", goodreads(tmp_path / "g.csv"))
    path = kobo(tmp_path / "k.sqlite", f"('a', 6, '{LONG}', 'Terry Pratchett', 2, 100, NULL)")
    change(
        path,
        "ALTER TABLE content ADD COLUMN LastTimeFinishedReading;"
        "UPDATE content SET LastTimeFinishedReading = '2024-02-03T10:00:00Z'",
    )
    run("import", path)
    (book,) = store.books
    assert [str(each.finished) for each in book.readings] == ["2016-07-03", "2024-02-03"]


@pytest.mark.parametrize("title", ["Good Omens", LONG])
def test_a_book_without_highlights_that_joins_another_is_in_the_receipt(
    run: Run, store: bookworm.Store, tmp_path: Path, title: str
) -> None:
    run("import", goodreads(tmp_path / "g.csv"))
    device = kobo(tmp_path / "k.sqlite", f"('a', 6, '{title}', 'Terry Pratchett', 2, 100, NULL)")
    assert "merged     1" in run("import", device, "--dry-run").out
    result = run("import", device)
    assert "merged     1" in result.out
    assert "`bookworm undo` reverts this." in result.err
    result = run("import", device)
    assert "merged" not in result.out
    assert "undo" not in result.err


def percents(store: bookworm.Store) -> list[float | None]:
    return [each.percent for book in store.books for each in book.readings]


def test_the_progress_of_a_kobo_is_that_of_the_reading(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    path = kobo(
        tmp_path / "k.sqlite",
        "('a', 6, 'Emma', 'Jane Austen', 1, 45, '2024-05-01T09:00:00Z')",
        "('b', 6, 'Persuasion', 'Jane Austen', 2, 98, NULL)",
    )
    (receipt,) = run("import", path, "--json").data
    assert receipt["without_a_home"] == {"LastTimeStartedReading": 1, "___PercentRead": 1}
    emma, persuasion = store.books.order_by("title")
    (reading,) = emma.readings
    assert (reading.percent, reading.started, reading.outcome) == (45, None, "open")
    assert [each.percent for each in persuasion.readings] == [None]
    (source,) = emma.sources
    (raw,) = json.loads(source.raw or "")
    assert (raw["___PercentRead"], raw["LastTimeStartedReading"]) == (45, "2024-05-01T09:00:00Z")
    change(path, "UPDATE content SET ___PercentRead = 60 WHERE ContentID = 'a'")
    run("import", path)
    reading.refresh()
    assert reading.percent == 60
    # A percentage that was set here stays, whether the device goes on or not.
    reading.percent = 70
    for further in (60, 65):
        change(path, f"UPDATE content SET ___PercentRead = {further} WHERE ContentID = 'a'")
        run("import", path)
        reading.refresh()
        assert reading.percent == 70


@pytest.mark.parametrize("cell", ["'half'", "-1", "101", "1e-9", "x'ff'", "1e999"])
def test_a_bad_progress_costs_that_cell(
    run: Run, store: bookworm.Store, tmp_path: Path, cell: str
) -> None:
    path = kobo(tmp_path / "k.sqlite", f"('a', 6, 'Emma', 'Jane Austen', 1, {cell}, NULL)")
    (receipt,) = run("import", path, "--json").data
    assert (receipt["created"], receipt["refused"]) == (1, [])
    assert percents(store) in ([None], [0])


def test_apple_books_gives_progress_to_a_reading_that_is_here(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    library = goodreads(tmp_path / "g.csv", **{
        "Title": "Pride and Prejudice", "Author": "Jane Austen",
        "Exclusive Shelf": "currently-reading", "Date Read": "",
    })  # fmt: skip
    folder = apple(
        tmp_path / "apple",
        "UPDATE ZBKLIBRARYASSET SET ZREADINGPROGRESS = 0.31;"
        "INSERT INTO ZBKLIBRARYASSET (ZASSETID, ZTITLE, ZAUTHOR, ZRATING, ZREADINGPROGRESS)"
        " VALUES ('e', 'Emma', 'Jane Austen', 4, 0.02);",
    )
    run("import", library)
    (receipt,) = run("import", folder, "--json").data
    assert receipt["without_a_home"] == {"the date of the highlight": 1, "ZREADINGPROGRESS": 1}
    emma, pride = store.books.order_by("title")
    # Emma was opened; nobody says that it is being read.
    assert (emma.status, len(emma.readings)) == ("on-shelf", 0)
    assert [(each.outcome, each.percent) for each in pride.readings] == [("open", 31)]
    assert "0.02" in (emma.sources[0].raw or "")


def test_apple_books_gives_the_year_of_the_edition_and_the_collections(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    folder = apple(
        tmp_path / "apple",
        """
UPDATE ZBKLIBRARYASSET SET ZYEAR = '2018', ZCOMMENTS = 'From a friend.';
CREATE TABLE ZBKCOLLECTION (Z_PK, ZCOLLECTIONID, ZTITLE, ZDELETEDFLAG);
INSERT INTO ZBKCOLLECTION VALUES (1, 'Books_Collection_ID', 'Books', 0),
  (2, '1B2C', 'Summer reads', 0), (3, '3D4E', 'Gone', 1);
CREATE TABLE ZBKCOLLECTIONMEMBER (ZASSETID, ZCOLLECTION);
INSERT INTO ZBKCOLLECTIONMEMBER VALUES ('asset', 1), ('asset', 2), ('asset', 3);
""",
    )
    (receipt,) = run("import", folder, "--json").data
    assert receipt["without_a_home"] == {"the date of the highlight": 1, "ZCOMMENTS": 1}
    (book,) = store.books
    assert (book.edition_year, book.year) == (2018, None)
    assert book.genres.names() == ["Summer reads"]
    assert "From a friend." in (book.sources[0].raw or "")


def test_an_author_whom_nobody_names_is_in_the_receipt(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    store.books.create("Emma", "Jane Austen")
    device = kobo(
        tmp_path / "k.sqlite",
        "('a', 6, 'scan_0042', NULL, 1, 3, NULL)", "('b', 6, 'Emma', NULL, 1, 3, NULL)",
    )  # fmt: skip
    row = {"Highlight": "One.", "Book Title": "A post"}
    readwise = files.write(tmp_path / "r.csv", files.READWISE, row)
    for receipt in run("import", device, readwise, "--json").data:
        assert receipt["unclear"] == {EMPTY: 1}
    assert {book.title: book.author for book in store.books} == {
        "A post": "?", "Emma": "Jane Austen", "scan_0042": "?",
    }  # fmt: skip


def test_a_drawing_on_a_kobo_is_no_bookmark_and_a_chapter_is_not_the_book(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    path = files.kobo(tmp_path / "k.sqlite")
    change(path, "INSERT INTO Bookmark (VolumeID, Type) VALUES ('book1', 'markup')")
    (receipt,) = run("import", path, "--json").data
    assert (receipt["passed"]["bookmarks"], receipt["passed"]["handwritten notes"]) == (1, 1)
    assert receipt["without_a_home"]["ChapterProgress"] == 1
    (quote,) = store.quotes
    assert quote.page is None


def test_a_highlight_without_its_book_is_missed_by_its_text(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    folder = files.apple_books(tmp_path / "apple")
    change(
        folder / "AEAnnotation_v1.sqlite",
        "INSERT INTO ZAEANNOTATION VALUES ('d', 'gone', 'A highlight\nof a lost book.', NULL, 0, 2,"
        " 700000003.5)",
    )
    run("import", folder)
    result = run("verify", folder)
    assert result.code == 1
    assert "row 3 is not in the library: A highlight of a lost book.\n" in result.out
