"""Calibre: highlights of its viewer, pages that it counts, --map, and a library in a zip."""

from __future__ import annotations

import json
import sqlite3
import zipfile
from pathlib import Path

import bookworm
import files
import pytest
from conftest import Run, bring
from test_covers import png


def marked(folder: Path) -> Path:
    """A library with highlights of the viewer, and pages that Calibre has counted."""
    files.calibre_library(folder)
    marks = [
        ("highlight", {"type": "highlight", "uuid": "a", "highlighted_text": "The end is nigh.",
                       "notes": "Is it?", "timestamp": "2023-11-14T22:13:20.000Z"}),
        ("highlight", {"type": "highlight", "uuid": "b", "removed": True}),
        ("bookmark", {"type": "bookmark", "title": "Bookmark #1", "pos": "epubcfi(/4)"}),
        ("last-read", {"type": "last-read", "pos": "epubcfi(/6)"}),
        ("highlight", "{"),
    ]  # fmt: skip
    opened = sqlite3.connect(folder / "metadata.db")
    opened.executescript("""
CREATE TABLE annotations (id INTEGER PRIMARY KEY, book INTEGER, format TEXT, user_type TEXT,
  user TEXT, timestamp REAL, annot_id TEXT, annot_type TEXT, annot_data TEXT, searchable_text TEXT);
CREATE TABLE books_pages_link (book INTEGER PRIMARY KEY, pages INTEGER);
INSERT INTO books_pages_link VALUES (1, 301), (2, 0);
""")
    for kind, data in marks:
        text = data if isinstance(data, str) else json.dumps(data)
        opened.execute(
            "INSERT INTO annotations (book, annot_type, annot_data) VALUES (1, ?, ?)", (kind, text)
        )
    opened.commit()
    opened.close()
    return folder


def test_highlights_of_the_viewer_are_quotes(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    folder = marked(tmp_path / "Library")
    receipt = bring(run, folder)
    omens = store.books.with_source("calibre", "u-1")
    assert [each.text for each in omens.quotes] == ["The end is nigh.\n\n✎ Is it?"]
    assert (receipt["quotes"], receipt["without_a_home"]["bookmarks"]) == (1, 1)
    assert receipt["without_a_home"]["the date of the highlight"] == 1
    assert receipt["unclear"]["annot_data: not a value that can be stored"] == 1
    (source,) = omens.sources
    assert [each["type"] for each in json.loads(source.raw or "")["annotations"]] == [
        "highlight", "highlight", "bookmark",
    ]  # fmt: skip
    again = run("import", folder, "--json").data[0]
    assert (again["quotes"], len(omens.quotes)) == (0, 1)
    opened = sqlite3.connect(folder / "metadata.db")
    opened.execute("DELETE FROM annotations WHERE annot_data = '{'")
    opened.commit()
    opened.close()
    assert run("verify", folder).code == 0
    omens.quotes[0].text = "Changed."
    columns = run("verify", folder, "--json").data["columns"]
    assert (columns["highlights"], columns["note"]) == ({"only raw": 1}, {"only raw": 1})


def test_pages_that_calibre_has_counted_are_imported(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    run("import", marked(tmp_path / "Library"))
    assert [book.pages for book in store.books.order_by("id")] == [301, None]


def test_map_adds_to_the_columns_of_a_library(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    folder = files.calibre_library(tmp_path / "Library")
    opened = sqlite3.connect(folder / "metadata.db")
    opened.executescript("""
INSERT INTO custom_columns VALUES (2, 'seiten', 'Seiten', 'int', 0, 0);
CREATE TABLE custom_column_2 (id INTEGER PRIMARY KEY, book INTEGER, value INTEGER);
INSERT INTO custom_column_2 VALUES (1, 1, 412);
INSERT INTO custom_columns VALUES (3, 'shelf', 'Shelf', 'text', 0, 0);
CREATE TABLE custom_column_3 (id INTEGER PRIMARY KEY, book INTEGER, value TEXT);
INSERT INTO custom_column_3 VALUES (1, 1, 'Lent');
""")
    opened.commit()
    opened.close()
    more = ("--map", "#seiten=pages,#shelf=genres")
    receipt = bring(run, folder, *more)
    omens = store.books.with_source("calibre", "u-1")
    assert (omens.pages, omens.publisher) == (412, "Gollancz")
    assert [each.name for each in omens.genres] == ["Fantasy", "Humour", "Lent"]
    assert "#seiten" not in receipt["without_a_home"]
    assert run("verify", folder, *more, "--json").data["columns"]["#seiten"] == {"found": 1}


def test_map_adds_to_the_columns_of_a_known_csv(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    row = {
        "title": "Emma", "authors": "Jane Austen", "uuid": "u", "comments": "<p>A match.</p>",
        "languages": "eng", "#read": "2024-03-01", "publisher": "Murray",
    }  # fmt: skip
    path = files.write(tmp_path / "calibre.csv", files.CALIBRE, row)
    receipt = bring(run, path, "--map", "#read=finished,publisher=notes")
    (emma,) = store.books
    assert (receipt["format"], emma.sources[0].source) == ("Calibre", "calibre")
    assert (str(emma.finished), emma.synopsis, emma.language) == ("2024-03-01", "A match.", "en")
    assert (emma.notes, emma.publisher) == ("Murray", None)


def test_map_is_refused_for_a_device(run: Run, store: bookworm.Store, tmp_path: Path) -> None:
    result = run("import", files.kobo(tmp_path / "KoboReader.sqlite"), "--map", "a=title")
    assert result.code == 2
    assert "--map is for files with columns, not for Kobo." in " ".join(result.err.split())


def zipped(path: Path, folder: Path, more: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        archive.write(folder / "metadata.db", "My Books/metadata.db")
        for name, data in more.items():
            archive.writestr(name, data)
    return path


def test_a_library_in_a_zip_has_its_covers_and_skips_nothing(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    book = "My Books/Terry Pratchett/Good Omens (1)/"
    inside = {
        f"{book}cover.jpg": png(2, 3), f"{book}metadata.opf": b"<x/>", f"{book}omens.epub": b"PK",
        f"{book}notes.csv": b"title,author\nEmma,Jane Austen\n",
    }  # fmt: skip
    path = zipped(tmp_path / "a.zip", files.calibre_library(tmp_path / "Library"), inside)
    result = run("import", path, "--json")
    assert (result.code, result.err.count("Skipped")) == (0, 0)
    assert result.data[0]["covers"] == 1
    assert store.books.count() == 2
    assert run("verify", path, "--json").data["columns"]["cover"] == {"found": 1}
    store.books.set_cover(store.books.with_source("calibre", "u-1").id, png(4, 4))
    assert [each["column"] for each in run("verify", path, "--json").data["missing"]] == ["cover"]


def test_a_backup_in_a_zip_is_read(run: Run, store: bookworm.Store, tmp_path: Path) -> None:
    backup = tmp_path / "a.backup"
    with zipfile.ZipFile(backup, "w") as archive:
        archive.writestr("books.backup", files.openreads_backup())
        archive.writestr("info.txt", "1")
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as archive:
        archive.write(backup, "a.backup")
    result = run("import", tmp_path / "all.zip", "--json")
    assert (result.code, result.err.count("Skipped")) == (0, 0)
    assert (result.data[0]["format"], result.data[0]["created"]) == ("Openreads", 2)
    assert run("verify", tmp_path / "all.zip").code == 0


@pytest.mark.parametrize("is_zipped", [False, True])
def test_the_log_of_a_database_is_read_and_not_skipped(
    run: Run, store: bookworm.Store, tmp_path: Path, is_zipped: bool
) -> None:
    folder = tmp_path / "device"
    folder.mkdir()
    path = files.kobo(folder / "KoboReader.sqlite")
    opened = sqlite3.connect(path)
    opened.execute("PRAGMA journal_mode = WAL")
    opened.execute("UPDATE Bookmark SET Text = 'From the log.' WHERE BookmarkID = '1'")
    opened.commit()
    given = folder
    if is_zipped:
        given = tmp_path / "a.zip"
        with zipfile.ZipFile(given, "w") as archive:
            for each in folder.iterdir():
                archive.write(each, each.name)
    result = run("import", given)
    assert (result.code, result.err.count("Skipped")) == (0, 0)
    assert [each.text.split("\n")[0] for each in store.books[1].quotes] == ["From the log."]
    assert run("verify", given, "--json").data["columns"]["Text"] == {"found": 1}
    opened.close()


def test_many_unknown_files_are_one_sentence(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    folder = tmp_path / "exports"
    folder.mkdir()
    files.write(folder / "a.csv", ["title", "author"], {"title": "Emma", "author": "Jane Austen"})
    for number in range(4):
        (folder / f"b{number}.jpg").write_bytes(b"\xff\xd8\xff\0")
    said = " ".join(run("import", folder).err.split())
    assert f"Skipped 4 files of unknown kinds, such as {folder}/b0.jpg." in said
    assert said.count("Skipped") == 1
