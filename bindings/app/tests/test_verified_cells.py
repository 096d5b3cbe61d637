"""The counts of a comparison: an imported value is found, and a changed one is not."""

from __future__ import annotations

import datetime
import json
import sqlite3
import zipfile
from pathlib import Path
from typing import Any

import bookworm
import files
from conftest import Run
from test_covers import png


def columns(run: Run, path: Path, *more: object) -> dict[str, Any]:
    assert run("import", path, *more).code == 0
    counts: dict[str, Any] = run("verify", path, *more, "--json").data["columns"]
    return counts


def backup(path: Path, *more: tuple[str, str]) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("books.backup", files.openreads_backup())
        for name, text in more:
            archive.writestr(name, text)
    return path


def test_challenges_of_two_years_do_not_stop_the_comparison_of_a_backup(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    goals = "|||||".join(json.dumps({"year": year, "books": 12}) for year in (2023, 2024))
    path = backup(tmp_path / "a.backup", ("challenges.backup", goals), ("info.txt", "{1"))
    assert run("import", path).code == 0
    result = run("verify", path)
    assert (result.code, "cannot be read" in result.err) == (0, False)
    assert "Everything in" in result.err
    with zipfile.ZipFile(path) as archive:
        archive.extractall(tmp_path / "unzipped")
    assert run("verify", tmp_path / "unzipped").code == 0


def test_a_status_is_found_by_its_word_in_any_language(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    path = tmp_path / "own.csv"
    path.write_text("Titel,Verfasser,Regal\nEmma,Jane Austen,gelesen\n")
    more = ("--map", "Titel=title,Verfasser=author,Regal=status")
    assert columns(run, path, *more)["Regal"] == {"found": 1}
    store.books[1].status = bookworm.Status.ON_SHELF
    assert run("verify", path, *more, "--json").data["columns"]["Regal"] == {"only raw": 1}


def test_the_sentence_counts_the_cells_that_no_field_has(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    path = tmp_path / "own.csv"
    path.write_text("title,author,Moods\nEmma,Jane Austen,light\n")
    run("import", path)
    said = run("verify", path).err
    assert " ".join(said.split()) == (
        f"Everything in {path} is in the library: 2 cells in fields, 1 cell only in the raw rows."
    )
    path.write_text("title,author\nEmma,Jane Austen\n")
    assert " ".join(run("verify", path).err.split()) == f"Everything in {path} is in the library."


def test_genres_and_roles_of_hardcover_are_found(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    path = files.write(
        tmp_path / "h.csv",
        files.HARDCOVER,
        {
            "Title": "The Odyssey",
            "Author": "Homer, Emily Wilson (Translator, Introduction)",
            "Hardcover Book ID": "1",
            "Genres": '["Poetry", "Classics"]',
            "Publish Date": "2017-11-07",
        },
    )
    counts = columns(run, path)
    assert (counts["Genres"], counts["Author"]) == ({"found": 1}, {"found": 1})
    assert counts["Publish Date"] == {"rounded": 1}
    store.books[1].update(edition_year=2018, genres=["Poetry"])
    counts = run("verify", path, "--json").data["columns"]
    assert (counts["Genres"], counts["Publish Date"]) == ({"only raw": 1}, {"only raw": 1})


def test_the_places_of_highlights_are_found(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    clippings = tmp_path / "My Clippings.txt"
    clippings.write_text(
        "Dune (Frank Herbert)\n- Your Highlight on page 8 | location 100-101 | Added on Monday\n\n"
        "Fear is the mind-killer.\n==========\n"
    )
    counts = columns(run, clippings)
    assert counts["Position"] == {"found": 1}
    assert counts["Date of the highlight"] == {"only raw": 1}
    store.books[1].quotes[0].page = "9"
    assert run("verify", clippings, "--json").data["columns"]["Position"] == {"only raw": 1}
    readwise = files.write(
        tmp_path / "r.csv",
        files.READWISE,
        {"Highlight": "One.", "Book Title": "Emma", "Location Type": "location", "Location": "20"},
    )
    counts = columns(run, readwise)
    assert (counts["Location"], counts["Location Type"]) == ({"found": 1}, {"found": 1})


def test_the_status_of_a_kobo_is_found(run: Run, store: bookworm.Store, tmp_path: Path) -> None:
    path = files.kobo(tmp_path / "KoboReader.sqlite")
    opened = sqlite3.connect(path)
    opened.execute("ALTER TABLE content ADD COLUMN ReadStatus INTEGER")
    opened.execute("ALTER TABLE content ADD COLUMN LastTimeFinishedReading TEXT")
    opened.execute("UPDATE content SET ReadStatus = 2 WHERE ContentType = '6'")
    opened.commit()
    opened.close()
    assert columns(run, path)["ReadStatus"] == {"found": 1}
    store.books[1].status = bookworm.Status.DID_NOT_FINISH
    assert run("verify", path, "--json").data["columns"]["ReadStatus"] == {"only raw": 1}


def test_a_changed_day_and_a_deleted_reading_of_apple_books_are_missing(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    folder = files.apple_books(tmp_path / "apple")
    opened = sqlite3.connect(folder / "BKLibrary-1.sqlite")
    for column in ("ZRATING", "ZISFINISHED", "ZDATEFINISHED"):
        opened.execute(f"ALTER TABLE ZBKLIBRARYASSET ADD COLUMN {column}")
    opened.execute("UPDATE ZBKLIBRARYASSET SET ZISFINISHED = 1, ZDATEFINISHED = 700000000.5")
    opened.commit()
    opened.close()
    counts = columns(run, folder)
    assert (counts["Status"], counts["Finished"]) == ({"found": 1}, {"found": 1})
    store.books[1].readings[0].finished = datetime.date(2024, 1, 2)
    missing = run("verify", folder, "--json").data["missing"]
    assert [each["column"] for each in missing] == ["Finished"]
    opened = sqlite3.connect(folder / "AEAnnotation_v1.sqlite")
    opened.execute("UPDATE ZAEANNOTATION SET ZANNOTATIONASSETID = 'x'")
    opened.commit()
    opened.close()
    assert "row 1 is not in the library: It is a truth., Ha." in run("verify", folder).out
    store.books[1].readings[0].delete()
    missing = run("verify", folder, "--json").data["missing"]
    assert [each["column"] for each in missing] == ["Status", "Finished"]


def own_calibre(folder: Path) -> Path:
    """A library with two formats, a column with two values, and a comma in an author's name."""
    files.calibre_library(folder)
    opened = sqlite3.connect(folder / "metadata.db")
    opened.executescript("""
INSERT INTO authors VALUES (3, 'Malcolm Jones| III', '');
INSERT INTO books_authors_link VALUES (4, 2, 3);
INSERT INTO data VALUES (2, 1, 'MOBI');
INSERT INTO custom_columns VALUES (2, 'shelves', 'Shelves', 'text', 0, 1);
CREATE TABLE custom_column_2 (id INTEGER PRIMARY KEY, value TEXT);
CREATE TABLE books_custom_column_2_link (id INTEGER PRIMARY KEY, book INTEGER, value INTEGER);
INSERT INTO custom_column_2 VALUES (1, 'Favorites'), (2, 'Lent');
INSERT INTO books_custom_column_2_link VALUES (1, 1, 1), (2, 1, 2);
""")
    opened.commit()
    opened.close()
    return folder


def test_each_value_of_a_list_in_calibre_is_found(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    folder = own_calibre(tmp_path / "Library")
    counts = columns(run, folder)
    assert counts["authors"] == {"found": 4}
    assert (counts["formats"], counts["#shelves"]) == ({"only raw": 2}, {"only raw": 2})
    assert (counts["pubdate"], run("verify", folder).code) == ({"rounded": 1}, 0)


def test_a_cover_that_is_gone_is_not_an_error(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    path = files.write(
        tmp_path / "c.csv",
        files.CALIBRE,
        {"title": "Emma", "authors": "Jane Austen", "uuid": "u", "cover": "/gone/cover.jpg"},
    )
    run("import", path)
    store.books.set_cover(1, png(2, 3))
    assert run("verify", path, "--json").data["columns"]["cover"] == {"only raw": 1}


def test_apple_books_in_a_zip_are_compared(run: Run, store: bookworm.Store, tmp_path: Path) -> None:
    folder = files.apple_books(tmp_path / "apple")
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for each, name in (("AEAnnotation_v1", ""), ("BKLibrary-1", "BKLibrary/")):
            archive.write(folder / f"{each}.sqlite", f"{name}{each}.sqlite")
    counts = columns(run, path)
    assert (counts["title"], counts["ZANNOTATIONSELECTEDTEXT"]) == ({"found": 1}, {"found": 1})
    assert run("verify", path).code == 0
