"""Tests backups of a store on a server by pg_dump, and the errors after a wrong restore."""

from __future__ import annotations

import os
import pathlib
import re
import subprocess
import sys
import urllib.parse
import uuid
from collections.abc import Iterator

import pytest

import bookworm

SERVER = os.environ.get("BOOKWORM_TEST_SERVER")
PAGE = pathlib.Path(__file__).parents[2] / "server.md"


class Databases:
    """Databases for one test, named as an operator would."""

    def __init__(self, address: str) -> None:
        server = urllib.parse.urlsplit(address)
        query = dict(urllib.parse.parse_qsl(server.query))
        programs = os.environ["BOOKWORM_TEST_SERVER_PROGRAMS"]
        self.environment = os.environ | {
            "PGHOST": query["host"],
            "PGPORT": query["port"],
            "PGUSER": server.username or "",
            "PATH": f"{programs}:{os.environ['PATH']}",
        }
        self.suffix = uuid.uuid4().hex

    def run(self, command: str, folder: pathlib.Path) -> subprocess.CompletedProcess[str]:
        names = {name: f"{name}_{self.suffix}" for name in ("library", "restored")}
        for name, own in names.items():
            command = re.sub(rf"(?<![\w/]){name}(?![\w.])|(?<=///){name}\b", own, command)
        return subprocess.run(
            ["/bin/sh", "-e", "-c", command.replace("python3", sys.executable)],
            cwd=folder, env=self.environment, capture_output=True, text=True, check=False,
        )  # fmt: skip

    def address(self, name: str) -> str:
        place = {key.lower()[2:]: self.environment[key] for key in ("PGHOST", "PGPORT", "PGUSER")}
        return f"postgresql:///{name}_{self.suffix}?" + urllib.parse.urlencode(place)


@pytest.fixture
def databases(tmp_path: pathlib.Path) -> Iterator[Databases]:
    if SERVER is None:
        pytest.skip("Tests/postgres/run COMMAND... runs a command beside a server")
    databases = Databases(SERVER)
    new = "--encoding=UTF8 --template=template0"
    assert databases.run(f"createdb {new} library", tmp_path).returncode == 0
    yield databases
    databases.run("dropdb --force library; dropdb --if-exists --force restored", tmp_path)


def commands(section: str) -> list[str]:
    """Returns the page's blocks of commands in a section."""
    text = PAGE.read_text(encoding="utf-8").partition(f"\n### {section}\n")[2].partition("\n#")[0]
    return re.findall(r"```sh\n(.*?)```", text, re.DOTALL)


def fill(store: bookworm.Store) -> list[str]:
    for number in range(300):
        book = store.books.create(f"Book {number}", "Author", genres=["Fantasy"], rating=number % 6)
        if number % 3 == 0:
            book.quotes.add(f"Quote {number}")
    store.books[1].delete()
    return [book.title for book in store.books]


def test_the_pages_commands_save_a_store_that_is_written_and_restore_it(
    databases: Databases, tmp_path: pathlib.Path
) -> None:
    save, restore, replace = (commands("With pg_dump") + [""] * 3)[:3]
    with bookworm.open(databases.address("library")) as store:
        titles = fill(store)
        assert databases.run(save, tmp_path).returncode == 0
        store.books.create("Later", "Author")
        done = databases.run(restore, tmp_path)
        assert (done.returncode, done.stdout, done.stderr) == (0, "[]\n", "")
        with bookworm.open(databases.address("restored"), create=False) as restored:
            assert [book.title for book in restored.books] == titles
            assert [book.title for book in restored.books.find("quote 3")][:1] == ["Book 3"]
            assert restored.books.create("New", "Author").id == 301
            assert list(restored.check()) == []
        done = databases.run(replace, tmp_path)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
        # A program that had the store open is notified once.
        with pytest.raises(bookworm.CannotOpenError, match="moved, deleted or replaced"):
            store.books.create("Refused", "Author")
        store.books.create("Again", "Author")
        assert [book.title for book in store.books] == ["Again", *titles]
        assert list(store.check()) == []


WRONG = {
    "no rows": (
        "pg_restore --schema-only --dbname=restored library.dump",
        bookworm.NotAStoreError, "there is no Bookworm store in",
    ),
    "no keys and indexes": (
        "pg_restore --section=pre-data --section=data --dbname=restored library.dump",
        bookworm.CorruptError, "lacks the index",
    ),
    "one table": (
        "psql --quiet --command='CREATE SCHEMA bookworm' restored;"
        " pg_restore --table=books --dbname=restored library.dump",
        bookworm.NotAStoreError, "there is no Bookworm store in",
    ),
    "a table is missing": (
        "pg_restore --dbname=restored library.dump;"
        " psql --quiet --command='DROP TABLE bookworm.quotes' restored",
        bookworm.CorruptError, "lacks the column quotes",
    ),
    "nothing": ("true", bookworm.CannotOpenError, "there is no such schema"),
    "somebody else's": (
        "pg_restore --no-privileges --dbname=restored library.dump;"
        " psql --quiet --command='CREATE ROLE reader_restored LOGIN' restored",
        bookworm.NotPermittedError, "this user may not use the schema of",
    ),
}  # fmt: skip


@pytest.mark.parametrize("wrong", WRONG)
def test_a_store_that_was_restored_wrongly_does_not_open_and_says_why(
    wrong: str, databases: Databases, tmp_path: pathlib.Path
) -> None:
    command, error, words = WRONG[wrong]
    with bookworm.open(databases.address("library")) as store:
        store.books.create("Dune", "Frank Herbert")
    save = "pg_dump --format=custom --schema=bookworm --file=library.dump library"
    new = "createdb --encoding=UTF8 --template=template0 restored"
    role = f"reader_{databases.suffix}"
    done = databases.run(f"{save}; {new}; {command.replace('reader_restored', role)}", tmp_path)
    assert done.returncode == 0, done.stderr
    address = databases.address("restored")
    if wrong == "somebody else's":
        address = re.sub("user=[^&]*", f"user={role}", address)
    with pytest.raises(error, match=words):
        bookworm.open(address, create=False)
    if wrong == "somebody else's":
        databases.run(f"dropdb --force restored; dropuser {role}", tmp_path)


def test_rows_that_are_restored_twice_are_found_and_made_right(
    databases: Databases, tmp_path: pathlib.Path
) -> None:
    """pg_restore goes on after errors, and only some tables have a key that refuses."""
    with bookworm.open(databases.address("library")) as store:
        fill(store)
        save = "pg_dump --format=custom --schema=bookworm --file=library.dump library"
        assert databases.run(save, tmp_path).returncode == 0
        again = "pg_restore --data-only --dbname=library library.dump"
        assert databases.run(again, tmp_path).returncode == 1
        assert len(list(store.check())) > 0
        store.rebuild()
        assert list(store.check()) == []
        assert len(store.books) == 299
