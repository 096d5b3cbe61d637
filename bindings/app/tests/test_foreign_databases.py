"""Databases of other programs whose cells have unexpected types, or that are damaged."""

from __future__ import annotations

import contextlib
import io
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import bookworm
import files
import pytest
from conftest import Run, interruptible
from hypothesis import HealthCheck, given, settings, strategies

from bookworm_app import cli
from bookworm_app.errors import DONE, NOTHING, USAGE

#: FOREIGN_SAMPLES=3000 makes a long run.
SAMPLES = int(os.environ.get("FOREIGN_SAMPLES", "60"))


class Bytes(NamedTuple):
    """Bytes that a cell has as its text, which may not be UTF-8."""

    data: bytes


@contextmanager
def opened(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(path, isolation_level=None)) as made:
        made.text_factory = bytes
        yield made


def kobo(folder: Path) -> Path:
    path = files.kobo(folder / "KoboReader.sqlite")
    with opened(path) as database:
        database.executescript("""
CREATE TABLE ShelfContent (ShelfName TEXT, ContentId TEXT, _IsDeleted BOOL);
CREATE TABLE ratings (ContentID TEXT, Rating INTEGER, Review TEXT);
ALTER TABLE Bookmark ADD COLUMN Color INTEGER;
ALTER TABLE content ADD COLUMN Subtitle TEXT;
ALTER TABLE content ADD COLUMN Series TEXT;
ALTER TABLE content ADD COLUMN SeriesNumber TEXT;
ALTER TABLE content ADD COLUMN Publisher TEXT;
ALTER TABLE content ADD COLUMN Language TEXT;
ALTER TABLE content ADD COLUMN Description TEXT;
ALTER TABLE content ADD COLUMN ReadStatus INTEGER;
ALTER TABLE content ADD COLUMN LastTimeFinishedReading TEXT;
INSERT INTO content VALUES
  ('emma', '6', 'Emma', 'Jane Austen', '9780141439587', 'A Novel', 'Classics', '2', 'Penguin', 'en',
   '<p>Of <b>Highbury</b>.</p>', 2, '2024-02-03T10:00:00Z'),
  ('now', '6', 'Persuasion', 'Jane Austen', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, NULL);
INSERT INTO ShelfContent VALUES ('Classics', 'emma', 'false'), ('Gone', 'emma', 'true');
INSERT INTO ratings VALUES ('book1', 5, 'Sand.'), ('emma', 3, NULL);
""")
    return path


def apple_books(folder: Path) -> Path:
    made = files.apple_books(folder / "apple")
    with opened(made / "BKLibrary-1.sqlite") as database:
        database.executescript("""
ALTER TABLE ZBKLIBRARYASSET ADD COLUMN ZRATING INTEGER;
ALTER TABLE ZBKLIBRARYASSET ADD COLUMN ZISFINISHED INTEGER;
ALTER TABLE ZBKLIBRARYASSET ADD COLUMN ZDATEFINISHED TIMESTAMP;
ALTER TABLE ZBKLIBRARYASSET ADD COLUMN ZEPUBID TEXT;
ALTER TABLE ZBKLIBRARYASSET ADD COLUMN ZGENRE TEXT;
ALTER TABLE ZBKLIBRARYASSET ADD COLUMN ZLANGUAGE TEXT;
ALTER TABLE ZBKLIBRARYASSET ADD COLUMN ZBOOKDESCRIPTION TEXT;
INSERT INTO ZBKLIBRARYASSET VALUES
  ('emma', 'Emma', 'Jane Austen', 4, 1, 728740800, '9780141439587', 'Classics', 'en', 'Highbury.');
""")
    return made


def calibre(folder: Path) -> Path:
    return files.calibre_library(folder / "Library")


MAKERS: tuple[Callable[[Path], Path], ...] = (kobo, apple_books, calibre)

NUMBERS = strategies.integers(0, 1 << 16)
CELLS = strategies.one_of(
    strategies.none(),
    strategies.integers(-(1 << 63), (1 << 63) - 1),
    strategies.integers(-3, 12),
    strategies.floats(allow_nan=False),
    strategies.text(max_size=8),
    strategies.sampled_from(["", " ", "\0", "a\0b", "true", "9" * 5000, "\u200b", "x" * 20000]),
    strategies.sampled_from(["0001-01-01 00:00:00+09:00", "9999-12-31T23:59:59-09:00", "[" * 9999]),
    strategies.binary(max_size=8),
    strategies.binary(max_size=8).map(Bytes),
)
CHANGES = strategies.one_of(
    *[strategies.tuples(strategies.just("cell"), NUMBERS, NUMBERS, NUMBERS, CELLS)] * 8,
    strategies.tuples(strategies.just("row"), NUMBERS, strategies.lists(CELLS, max_size=14)),
    strategies.tuples(strategies.just("column"), NUMBERS, NUMBERS),
    strategies.tuples(strategies.just("table"), NUMBERS),
    strategies.tuples(strategies.just("name"), NUMBERS, NUMBERS, strategies.binary(max_size=4)),
    strategies.tuples(strategies.just("schema"), NUMBERS, strategies.binary(max_size=40)),
    strategies.tuples(strategies.just("file"), NUMBERS, strategies.binary(max_size=40)),
)


def bound(value: Any) -> tuple[str, Any]:
    return ("CAST(? AS TEXT)", value.data) if isinstance(value, Bytes) else ("?", value)


def bare(database: sqlite3.Connection) -> None:
    """Takes the types of all columns away: such a column keeps any cell as it is."""
    for table, names in tables(database):
        if names:
            columns = ", ".join(f'"{name}"' for name in names)
            database.execute(f'CREATE TABLE "bare {table}" ({columns})')
            database.execute(f'INSERT INTO "bare {table}" SELECT * FROM "{table}"')
            database.execute(f'DROP TABLE "{table}"')
            database.execute(f'ALTER TABLE "bare {table}" RENAME TO "{table}"')


def tables(database: sqlite3.Connection) -> list[tuple[str, list[str]]]:
    names = [row[0] for row in database.execute("SELECT name FROM sqlite_master ORDER BY name")]
    return [
        (
            name.decode(),
            [row[1].decode() for row in database.execute(f'PRAGMA table_info("{name.decode()}")')],
        )
        for name in names
    ]


def spoil(path: Path, change: tuple[Any, ...]) -> None:
    """Applies a change to the database, unless it is too damaged already."""
    kind, which, *rest = change
    if kind == "file":
        (data,) = rest
        with open(path, "r+b") as file:
            file.seek(16 + which % (path.stat().st_size - 16))
            file.write(data)
        return
    with opened(path) as database, contextlib.suppress(sqlite3.Error, UnicodeError):
        known = [(table, columns) for table, columns in tables(database) if columns]
        if not known:
            return
        table, columns = known[which % len(known)]
        if kind == "table":
            database.execute(f'DROP TABLE "{table}"')
        elif kind == "row":
            cells = [bound(value) for value in (*rest[0], *[None] * len(columns))][: len(columns)]
            marks = ", ".join(mark for mark, _ in cells)
            database.execute(f'INSERT INTO "{table}" VALUES ({marks})', [cell for _, cell in cells])
        elif kind == "schema":
            database.execute("PRAGMA writable_schema = ON")
            database.execute(
                "UPDATE sqlite_master SET sql = CAST(? AS TEXT) WHERE name = ?", (rest[0], table)
            )
        elif kind == "name":
            old = columns[rest[0] % len(columns)].encode()
            database.execute("PRAGMA writable_schema = ON")
            (sql,) = database.execute("SELECT sql FROM sqlite_master WHERE name = ?", (table,))
            made = sql[0].replace(old, rest[1])
            database.execute(
                "UPDATE sqlite_master SET sql = CAST(? AS TEXT) WHERE name = ?", (made, table)
            )
        elif kind == "column":
            name = columns[rest[0] % len(columns)]
            database.execute(f'ALTER TABLE "{table}" DROP COLUMN "{name}"')
        else:
            row, column, value = rest
            rows = [each[0] for each in database.execute(f'SELECT rowid FROM "{table}"')] or [1]
            name = columns[column % len(columns)]
            mark, cell = bound(value)
            database.execute(
                f'UPDATE "{table}" SET "{name}" = {mark} WHERE rowid = ?',
                (cell, rows[row % len(rows)]),
            )


def databases(made: Path) -> list[Path]:
    return [made] if made.is_file() else sorted(each for each in made.iterdir() if each.is_file())


@settings(max_examples=SAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    strategies.sampled_from(MAKERS),
    strategies.booleans(),
    strategies.lists(strategies.tuples(NUMBERS, CHANGES), min_size=1, max_size=6),
)
def test_a_spoilt_database_ends_in_a_receipt_or_a_sentence(
    tmp_path_factory: pytest.TempPathFactory,
    maker: Callable[[Path], Path],
    is_bare: bool,
    changes: list[tuple[int, tuple[Any, ...]]],
) -> None:
    folder = tmp_path_factory.mktemp("spoilt")
    try:
        made = maker(folder)
        paths = databases(made)
        for path in paths if is_bare else ():
            with opened(path) as database:
                bare(database)
        for which, change in changes:
            spoil(paths[which % len(paths)], change)
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = cli.run(["--store", str(folder / "a.books"), "import", str(made)])
            if code != USAGE:
                verified = cli.run(["--store", str(folder / "a.books"), "verify", str(made)])
                assert verified in (DONE, NOTHING, USAGE)
        interruptible()
        assert code in (DONE, NOTHING, USAGE), err.getvalue()
        assert "Traceback" not in out.getvalue() + err.getvalue()
        if code == USAGE:
            assert err.getvalue().startswith("bookworm: ")
    finally:
        shutil.rmtree(folder)


def change(path: Path, statements: str) -> Path:
    with opened(path) as database:
        database.executescript(statements)
    return path


NO_VALUE = "not a value that can be stored"
DAMAGED = "damaged characters, stored as \ufffd"


def test_a_bad_cell_of_a_kobo_costs_that_cell(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    path = kobo(tmp_path)
    change(
        path,
        """
UPDATE content SET SeriesNumber = x'ff', Language = 'Elvish', LastTimeFinishedReading = 'soon',
  Publisher = CAST(x'50ff' AS TEXT) WHERE ContentID = 'emma';
UPDATE ratings SET Rating = 9 WHERE ContentID = 'emma';
UPDATE ratings SET Rating = 'good' WHERE ContentID = 'book1';
UPDATE Bookmark SET ChapterProgress = 'half' WHERE BookmarkID = '1';
INSERT INTO Bookmark (VolumeID, Text) VALUES (NULL, 'Whose?'), (x'00ff', NULL);
""",
    )
    (receipt,) = run("import", path, "--json").data
    assert (receipt["created"], receipt["quotes"], receipt["refused"]) == (3, 1, [])
    assert receipt["unclear"] == {
        f"Rating: {NO_VALUE}": 2,
        f"VolumeID: {NO_VALUE}": 1,
        f"Publisher: {DAMAGED}": 1,
        f"SeriesNumber: {NO_VALUE}": 1,
        f"Language: {NO_VALUE}": 1,
        f"LastTimeFinishedReading: {NO_VALUE}": 1,
    }
    emma, dune = store.books.order_by("title")[1:3], store.books.order_by("title")[0]
    assert (dune.title, dune.review, dune.rating) == ("Dune", "Sand.", 0)
    assert (emma[0].title, emma[0].status, emma[0].publisher) == ("Emma", "completed", "P\ufffd")
    assert f"Rating: {NO_VALUE} (2)" in run("import", path).out


def test_an_entry_that_the_library_refuses_costs_that_entry(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    path = kobo(tmp_path)
    long = "x" * 20_000
    change(
        path,
        f"UPDATE content SET Title = '{long}' WHERE ContentID = 'emma';"
        "INSERT INTO Bookmark (VolumeID, Text) VALUES ('book1', '\u200b');",
    )
    result = run("import", path, "--json")
    (receipt,) = result.data
    assert (result.code, receipt["created"], receipt["quotes"]) == (1, 2, 1)
    assert [(each["row"], each["column"]) for each in receipt["refused"]] == [
        (2, "title"), (3, "text"),
    ]  # fmt: skip


def test_a_bad_cell_of_apple_books_costs_that_cell(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    folder = apple_books(tmp_path)
    change(
        folder / "BKLibrary-1.sqlite",
        """
UPDATE ZBKLIBRARYASSET SET ZRATING = 4.5, ZDATEFINISHED = 1e300, ZAUTHOR = x'4a6f' || x'00'
  WHERE ZASSETID = 'emma';
INSERT INTO ZBKLIBRARYASSET (ZASSETID, ZTITLE, ZISFINISHED) VALUES (17, 1984, 1), (18, NULL, 1);
""",
    )
    change(
        folder / "AEAnnotation_v1.sqlite",
        "UPDATE ZAEANNOTATION SET ZANNOTATIONNOTE = x'ff' WHERE ZANNOTATIONUUID = 'a'",
    )
    (receipt,) = run("import", folder, "--json").data
    assert (receipt["created"], receipt["quotes"], receipt["refused"]) == (3, 1, [])
    assert receipt["unclear"] == {
        f"ZANNOTATIONNOTE: {NO_VALUE}": 1,
        f"ZAUTHOR: {DAMAGED}": 1,
        f"ZRATING: {NO_VALUE}": 1,
        f"ZDATEFINISHED: {NO_VALUE}": 1,
        "author: empty, stored as ?": 1,
    }
    assert {book.title: book.author for book in store.books} == {
        "1984": "?", "Emma": "Jo\ufffd", "Pride and Prejudice": "Jane Austen",
    }  # fmt: skip


@pytest.mark.parametrize("rating", ["20", "-2", "'good'", "x'ff'"])
def test_a_bad_cell_of_calibre_costs_that_cell(
    run: Run, store: bookworm.Store, tmp_path: Path, rating: str
) -> None:
    folder = calibre(tmp_path)
    change(
        folder / "metadata.db",
        f"UPDATE ratings SET rating = {rating} WHERE id = 1;"
        "UPDATE books SET path = CAST(x'6100' AS TEXT) WHERE id = 1;"
        "UPDATE comments SET text = x'ff';"
        "INSERT INTO books (title) VALUES (NULL);",
    )
    result = run("import", folder, "--json")
    (receipt,) = result.data
    assert (result.code, receipt["created"]) == (1, 2)
    assert receipt["unclear"] == {
        f"path: {DAMAGED}": 1,
        f"rating: {NO_VALUE}": 1,
        f"comments: {NO_VALUE}": 1,
        "cover: the picture is not there": 1,
    }
    (refused,) = receipt["refused"]
    assert (refused["row"], refused["column"]) == (3, "title")
    omens = store.books.with_source("calibre", "u-1")
    assert (omens.rating, omens.cover) == (0, None)


def test_a_table_that_calibre_lacks_clears_nothing(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    folder = calibre(tmp_path)
    run("import", folder)
    change(
        folder / "metadata.db",
        "DROP TABLE books_tags_link; ALTER TABLE comments DROP COLUMN text;"
        "ALTER TABLE books DROP COLUMN pubdate;",
    )
    (receipt,) = run("import", folder, "--json").data
    assert receipt["remarks"] == [
        "tags: no such table: books_tags_link", "comments: no such column: text",
    ]  # fmt: skip
    assert (receipt["same"], receipt["changed"]) == (2, 0)
    omens = store.books.with_source("calibre", "u-1")
    assert (omens.genres.names(), omens.edition_year) == (["Fantasy", "Humour"], 1990)
    assert omens.synopsis == "The end is nigh.\n\nSort of."


@pytest.mark.parametrize(
    ("maker", "statements"),
    [
        (kobo, "ALTER TABLE content DROP COLUMN ContentType"),
        (kobo, "ALTER TABLE Bookmark DROP COLUMN VolumeID"),
        (calibre, "ALTER TABLE books DROP COLUMN title"),
        (
            kobo,
            "PRAGMA writable_schema = ON; UPDATE sqlite_master SET"
            " sql = CAST(x'435245415445205441424c4520ff' AS TEXT) WHERE name = 'user'",
        ),
        (
            kobo,
            "PRAGMA writable_schema = ON; UPDATE sqlite_master SET"
            " sql = replace(sql, 'Hidden', CAST(x'ff' AS TEXT)) WHERE name = 'Bookmark'",
        ),
    ],
)
def test_a_damaged_database_is_a_sentence(
    run: Run,
    store: bookworm.Store,
    tmp_path: Path,
    maker: Callable[[Path], Path],
    statements: str,
) -> None:
    made = maker(tmp_path)
    (path,) = databases(made)
    change(path, statements)
    result = run("import", made)
    assert result.code == USAGE
    assert f"{path} cannot be read as a database: " in result.err
    assert "It may be incomplete. Export or copy it again." in result.err
    result = run("verify", made)
    assert result.code == USAGE
    assert f"{path} cannot be read as a database: " in result.err


def test_a_cell_at_the_edge_of_what_can_be_read_costs_no_more_than_its_row(
    run: Run, store: bookworm.Store, tmp_path: Path
) -> None:
    folder = calibre(tmp_path)
    change(
        folder / "metadata.db",
        "UPDATE books SET timestamp = '0001-01-01 00:00:00+09:00' WHERE id = 1;"
        "UPDATE books SET timestamp = '9999-12-31 23:59:59-09:00' WHERE id = 2;"
        f"UPDATE tags SET name = '{'[' * 99_999}' WHERE id = 2;",
    )
    series = f"Emma (Highbury, #{'9' * 400})"
    library = files.write(
        tmp_path / "g.csv",
        files.GOODREADS[23],
        {"Book Id": "1", "Title": series, "Author": "Jane Austen"},
        {"Book Id": "2", "Title": "Dune", "Author": "Frank Herbert"},
    )
    result = run("import", folder, library, "--json")
    assert result.code == NOTHING
    of_calibre, of_goodreads = result.data
    assert of_calibre["created"] + len(of_calibre["refused"]) == 2
    assert (of_goodreads["created"], len(of_goodreads["refused"])) == (1, 1)
