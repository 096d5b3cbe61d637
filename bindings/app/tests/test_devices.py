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


def percents(store: bookworm.Store) -> list[float | None]:
    return [each.percent for book in store.books for each in book.readings]
