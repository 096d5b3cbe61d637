"""Covers by the command: set from a file, saved to one, removed, and undone."""

from __future__ import annotations

import json
import re
import sqlite3
import struct
import time
import zipfile
import zlib
from contextlib import closing
from pathlib import Path

import bookworm
import files
import pytest
from conftest import Run, bring


def png(wide: int, high: int) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    head = struct.pack(">IIBBBBB", wide, high, 8, 2, 0, 0, 0)
    lines = zlib.compress((b"\0" + b"\x20\x60\xa0" * wide) * high)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", lines) + chunk(b"IEND", b"")


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    path = tmp_path / "dune.png"
    path.write_bytes(png(40, 60))
    return path


def test_a_cover_is_set_from_a_file_and_saved_to_one(
    run: Run, library: bookworm.Store, picture: Path, tmp_path: Path
) -> None:
    result = run("cover", 1, "--set", picture)
    assert (result.code, result.out) == (0, "")
    assert result.err == "Dune has a new cover. `bookworm undo` reverts this.\n"
    size = len(picture.read_bytes())
    assert run("cover", 1).out == f"png, 40 x 60, {size} bytes\n"
    saved = tmp_path / "saved.png"
    assert run("cover", 1, "--save", saved).err == f"Wrote {saved}.\n"
    assert saved.read_bytes() == picture.read_bytes()


def test_a_cover_is_removed_and_comes_back(
    run: Run, library: bookworm.Store, picture: Path
) -> None:
    run("cover", 1, "--set", picture)
    assert "Removed the cover of Dune." in run("cover", 1, "--remove").err
    assert library.books[1].cover is None
    assert run("undo").code == 0
    cover = library.books[1].cover
    assert cover is not None
    assert cover.data == picture.read_bytes()
    assert run("undo").code == 0
    assert library.books[1].cover is None


@pytest.mark.parametrize("option", [[], ["--save", "x.png"], ["--remove"]])
def test_a_book_without_a_cover_is_a_sentence(
    run: Run, library: bookworm.Store, option: list[str]
) -> None:
    result = run("cover", 1, *option)
    assert result.code == 1
    assert "Dune has no cover." in result.err
    assert "`bookworm cover ID --set FILE` sets one." in result.err


def test_what_is_not_a_picture_changes_nothing(
    run: Run, library: bookworm.Store, picture: Path, tmp_path: Path
) -> None:
    run("cover", 1, "--set", picture)
    text = tmp_path / "text.png"
    text.write_text("not a picture")
    large = tmp_path / "large.png"
    large.write_bytes(picture.read_bytes() + bytes(17 << 20))
    for bad in (text, large, tmp_path, tmp_path / "absent.png"):
        result = run("cover", 1, "--set", bad)
        assert (result.code, result.out) == (2, ""), bad
        assert result.err.startswith("bookworm: "), bad
    cover = library.books[1].cover
    assert cover is not None
    assert cover.data == picture.read_bytes()


def test_a_file_that_exists_is_kept(
    run: Run, library: bookworm.Store, picture: Path, tmp_path: Path
) -> None:
    run("cover", 1, "--set", picture)
    kept = tmp_path / "kept.png"
    kept.write_text("mine")
    assert run("cover", 1, "--save", kept).code == 2
    assert kept.read_text() == "mine"


def test_only_one_book_and_one_action_are_taken(
    run: Run, library: bookworm.Store, picture: Path
) -> None:
    result = run("cover", 1, 2, "--set", picture)
    assert (result.code, "this command needs one" in result.err) == (2, True)
    result = run("cover", 1, "--set", picture, "--remove")
    assert (result.code, "Use one of" in result.err) == (2, True)
    assert library.books[1].cover is None


def test_a_title_with_braces_gets_a_cover(run: Run, store: bookworm.Store, picture: Path) -> None:
    book = store.books.create("{x} {", "A")
    assert run("cover", book.id, "--set", picture).err.startswith("{x} { has a new cover.")


def test_the_covers_of_calibre_come_in_with_the_books_as_one_step(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    library = files.calibre_library(tmp_path / "Library")
    place = library / "Terry Pratchett/Good Omens (1)"
    place.mkdir(parents=True)
    (place / "cover.jpg").write_bytes(png(30, 50))
    receipt = bring(run, library)
    assert receipt["covers"] == 1
    assert "cover" not in receipt["without_a_home"]
    omens = store.books.with_source("calibre", "u-1")
    assert omens.cover is not None
    assert omens.cover.data == png(30, 50)
    assert "png, 30 x 50" in run("show", omens.id).out
    assert run("show", omens.id, "--json").data[0]["cover"]["width"] == 30
    assert run("undo").code == 0
    assert store.books.count() == 0
    assert run("redo").code == 0
    # A cover that the reader has removed since stays removed.
    store.books.set_cover(omens.id, None)
    assert bring(run, library)["covers"] == 0
    assert omens.cover is None


def test_a_cover_that_came_later_is_given_and_yours_stays(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    library = files.calibre_library(tmp_path / "Library")
    with closing(sqlite3.connect(library / "metadata.db")) as opened:
        opened.execute("UPDATE books SET has_cover = 0")
        opened.commit()
    assert bring(run, library)["covers"] == 0
    guards = store.books.with_source("calibre", "u-2")
    guards.cover = png(10, 10)
    for folder in ("Terry Pratchett/Good Omens (1)", "Terry Pratchett/Guards (2)"):
        (library / folder).mkdir(parents=True)
        (library / folder / "cover.jpg").write_bytes(png(30, 50))
    with closing(sqlite3.connect(library / "metadata.db")) as opened:
        opened.execute("UPDATE books SET has_cover = 1")
        opened.commit()
    assert bring(run, library)["covers"] == 1
    cover = guards.cover
    assert cover is not None
    assert cover.width == 10


def test_a_cover_that_is_not_there_or_no_picture_is_told(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    library = files.calibre_library(tmp_path / "Library")
    receipt = bring(run, library)
    assert receipt["unclear"] == {"cover: the picture is not there": 1}
    store.books.delete(*store.books)
    other = files.calibre_library(tmp_path / "Other")
    place = other / "Terry Pratchett/Good Omens (1)"
    place.mkdir(parents=True)
    (place / "cover.jpg").write_bytes(b"no picture")
    receipt = json.loads(run("--store", tmp_path / "other.books", "import", other, "--json").out)[0]
    assert receipt["covers"] == 0
    assert len(receipt["unclear"]) == 1


def test_the_csv_of_calibre_names_covers_by_their_whole_path(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    (tmp_path / "cover.jpg").write_bytes(png(30, 50))
    (tmp_path / "secret.jpg").write_bytes(png(30, 50))
    rows = [
        {"title": title, "authors": "A", "uuid": title, "author_sort": "A", "cover": cover}
        for title, cover in (
            ("Right", tmp_path / "cover.jpg"),
            ("Another file", tmp_path / "secret.jpg"),
            ("Not a whole path", "cover.jpg"),
        )
    ]
    receipt = bring(run, files.write(tmp_path / "c.csv", files.CALIBRE, *rows))
    assert receipt["covers"] == 1
    assert receipt["unclear"] == {"cover: the picture is not there": 2}
    assert [bool(book.cover) for book in store.books.order_by("id")] == [True, False, False]


@pytest.mark.parametrize("target", ["csv", "goodreads", "json", "bibtex", "markdown"])
def test_covers_are_named_where_only_the_document_has_them(
    run: Run, library: bookworm.Store, picture: Path, tmp_path: Path, target: str
) -> None:
    lost = f"{target} has no field for: .*cover 1"
    line = (1,) if target == "json" else ()
    before = run("export", *line, "--to", target, "--file", tmp_path / "before")
    assert not re.search(lost, before.err)
    run("cover", 1, "--set", picture)
    assert re.search(lost, run("export", *line, "--to", target, "--file", tmp_path / "after").err)
    whole = run("export", "--file", tmp_path / "whole.json")
    assert "no field" not in whole.err
    other = bookworm.open(tmp_path / "other.books")
    other.import_json(tmp_path / "whole.json")
    assert [book.title for book in other.books.find("-cover:none")] == ["Dune"]


def test_a_cover_that_was_removed_here_stays_removed(
    run: Run, library: bookworm.Store, picture: Path, tmp_path: Path
) -> None:
    for book in (1, 2):
        run("cover", book, "--set", picture)
    path = tmp_path / "all.json"
    run("export", "--file", path)
    run("cover", 1, "--remove")
    count = library.observe().transaction
    assert run("import", path, "--json").data[0]["updated"] == 0
    assert (library.books[1].cover, library.observe().transaction) == (None, count)
    # A book that is gone comes back with its cover.
    del library.books[2]
    run("import", path)
    (messiah,) = library.books.find("messiah")
    assert messiah.cover is not None
    assert library.books[1].cover is None


def test_a_cover_of_an_import_that_was_undone_comes_again(
    run: Run, library: bookworm.Store, picture: Path, tmp_path: Path
) -> None:
    path, other = tmp_path / "all.json", tmp_path / "other.books"
    run("export", "--file", tmp_path / "first.json")
    run("--store", other, "import", tmp_path / "first.json")
    run("--store", other, "cover", 1, "--set", picture)
    run("--store", other, "export", "--file", path)
    # Within a second of another change, the undo below would count as a removal by the user.
    time.sleep(1.1)
    for _ in range(2):
        run("import", path)
        assert library.books[1].cover is not None
        assert run("undo").code == 0
        assert library.books[1].cover is None
    run("import", path)
    # A newer document brings a cover back that was removed before.
    run("cover", 1, "--remove")
    run("--store", other, "cover", 1, "--set", picture)
    run("--store", other, "rate", 2, 1)
    run("--store", other, "export", "--file", path, "--replace")
    run("import", path)
    assert library.books[1].cover is not None


def test_the_covers_of_a_backup_of_openreads_come_in_with_the_books(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    backup = tmp_path / "Openreads.backup"
    with zipfile.ZipFile(backup, "w") as archive:
        archive.writestr("1.jpg", png(30, 50))
        archive.writestr("books.backup", files.openreads_backup())
        archive.writestr("other.jpg", png(10, 10))
    result = run("import", backup, "--json")
    (receipt,) = result.data
    assert (receipt["created"], receipt["covers"]) == (2, 1)
    assert "has_cover" not in receipt["without_a_home"]
    assert "1.jpg" not in result.err
    assert "other.jpg: not a known kind of file" in result.err
    dune = store.books.find("title:dune").first()
    assert dune is not None
    assert dune.cover is not None
    assert dune.cover.data == png(30, 50)
    store.books.set_cover(dune.id, None)
    assert bring(run, backup)["covers"] == 0
    # The backup's file of books, imported alone, names a cover that does not exist.
    inner = tmp_path / "books.backup"
    inner.write_bytes(files.openreads_backup())
    store.books.delete(*store.books)
    (receipt,) = run("--store", tmp_path / "new.books", "import", inner, "--json").data
    assert receipt["unclear"]["cover: the picture is not there"] == 1


def test_a_backup_of_openreads_gives_the_covers_that_its_csv_only_names(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    rows = [{"title": "Dune", "author": "Frank Herbert", "has_cover": "true"}]
    bring(run, files.write(tmp_path / "o.csv", [*files.OPENREADS, "has_cover"], *rows))
    backup = tmp_path / "Openreads.backup"
    with zipfile.ZipFile(backup, "w") as archive:
        archive.writestr("books.backup", files.openreads_backup())
        archive.writestr("1.jpg", png(30, 50))
    receipt = bring(run, backup)
    assert (receipt["created"], receipt["covers"]) == (1, 1)
    dune = store.books.find("title:dune").first()
    assert dune is not None
    assert dune.cover is not None
    # A cover that was removed here stays removed, and one that was set here stays.
    store.books.set_cover(dune.id, None)
    assert bring(run, backup)["covers"] == 0
    assert dune.cover is None
    store.books.set_cover(dune.id, png(10, 10))
    assert bring(run, backup)["covers"] == 0
    assert dune.cover is not None
    assert dune.cover.width == 10


def test_a_library_of_calibre_gives_the_covers_that_a_copy_of_its_file_lacks(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    library = files.calibre_library(tmp_path / "Library")
    assert bring(run, library / "metadata.db")["covers"] == 0
    place = library / "Terry Pratchett/Good Omens (1)"
    place.mkdir(parents=True)
    (place / "cover.jpg").write_bytes(png(30, 50))
    # Within a second of another change, the undo below would count as a removal by the user.
    time.sleep(1.1)
    assert bring(run, library)["covers"] == 1
    assert run("undo").code == 0
    assert store.books.with_source("calibre", "u-1").cover is None
    assert bring(run, library)["covers"] == 1
