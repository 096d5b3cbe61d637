"""Tests maintenance: backup, check, rebuild, compact, and everything as one document."""

from __future__ import annotations

import datetime
import errno
import json
import os
import pickle
import stat
import uuid
from pathlib import Path
from typing import Any

import pytest
from conftest import Script, is_visible
from hypothesis import given, strategies as st

import bookworm
from bookworm._native import prototypes as c
from bookworm.maintenance import _KINDS


def fill(store: bookworm.Store, count: int = 20) -> None:
    store.books.create_many(
        {"title": f"Book {n}", "author": "A", "notes": "n" * 500, "genres": ["G"], "rating": n % 6}
        for n in range(count)
    )


def outside(run: Script, path: Path, sql: str) -> None:
    """Changes a store from another process, without the library."""
    done = run(
        "import sqlite3, sys; sqlite3.connect(sys.argv[1]).executescript(sys.argv[2])", path, sql
    )
    assert done.stderr == ""


def leftovers(folder: Path) -> list[str]:
    return [name for name in os.listdir(folder) if "-part-" in name]


# Backup


def test_a_backup_is_a_store_of_its_own(store: bookworm.Store, tmp_path: Path) -> None:
    fill(store)
    store.backup(tmp_path / "backup.books")
    fill(store)
    with bookworm.open(tmp_path / "backup.books", create=False) as copy:
        assert len(copy.books) == 20
        assert copy.check() == []
        copy.books.create("Another", "A")
    assert len(store.books) == 40


def test_a_backup_tells_how_far_it_has_come(store: bookworm.Store, tmp_path: Path) -> None:
    fill(store, 40_000)
    seen: list[tuple[int, int]] = []

    def progress(done: int, total: int) -> None:
        # Later writes are not included, and do not restart the backup.
        store.books.create("Later", "A")
        seen.append((done, total))

    store.backup(tmp_path / "backup.books", progress=progress)
    assert len(seen) > 2
    assert seen == sorted(set(seen))
    assert len({total for _, total in seen}) == 1
    assert seen[-1][0] == seen[-1][1]
    with bookworm.open(tmp_path / "backup.books") as copy:
        assert len(copy.books) == 40_000


def test_a_backup_that_is_stopped_leaves_nothing(store: bookworm.Store, tmp_path: Path) -> None:
    fill(store, 40_000)

    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        store.backup(tmp_path / "backup.books", progress=stop)
    assert not (tmp_path / "backup.books").exists()
    assert leftovers(tmp_path) == []


def test_a_backup_is_complete_at_its_last_progress(store: bookworm.Store, tmp_path: Path) -> None:
    def stop(done: int, total: int) -> None:
        if done == total:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        store.backup(tmp_path / "backup.books", progress=stop)
    with bookworm.open(tmp_path / "backup.books", create=False) as copy:
        assert copy.check() == []


@pytest.mark.file
def test_compacting_waits_as_any_write_does(path: Path) -> None:
    with bookworm.open(path) as other, bookworm.open(path, timeout=0) as store:
        with other.transaction():
            other.books.create("T", "A")
            with pytest.raises(bookworm.BusyError, match="another transaction, in this program"):
                store.compact()
        store.compact()


@pytest.mark.file
def test_a_commit_to_a_file_leaves_no_receipt(store: bookworm.Store) -> None:
    for receipt in (0, 1, 2**62):
        with pytest.raises(bookworm.ArgumentError, match="only a commit to a server") as caught:
            store.was_kept(receipt)
        assert caught.value.field == "receipt"


@pytest.mark.file
def test_a_path_for_a_backup_or_a_document_must_be_new(
    store: bookworm.Store, path: Path, tmp_path: Path
) -> None:
    (tmp_path / "there").write_text("precious")
    for write in (store.backup, store.export_json):
        for there in (tmp_path / "there", path, tmp_path):
            with pytest.raises(FileExistsError) as exists:
                write(there)
            assert isinstance(exists.value, bookworm.ExistingFileError)
            assert (exists.value.field, exists.value.filename) == ("path", str(there))
            assert exists.value.errno == errno.EEXIST
            assert pickle.loads(pickle.dumps(exists.value)).filename == str(there)
        with pytest.raises(bookworm.NoSuchFileError) as absent:
            write(tmp_path / "absent" / "x")
        assert absent.value.filename == str(tmp_path / "absent" / "x")
        with pytest.raises(bookworm.ArgumentError):
            write("")
        wrong: Any = 3
        with pytest.raises(TypeError):
            write(wrong)
    wrong_progress: Any = "often"
    with pytest.raises(TypeError):
        store.backup(tmp_path / "new", progress=wrong_progress)
    assert (tmp_path / "there").read_text() == "precious"
    assert leftovers(tmp_path) == []


def test_a_store_in_memory_is_backed_up(tmp_path: Path) -> None:
    with bookworm.open(":memory:") as store:
        fill(store)
        store.backup(tmp_path / "backup.books")
    with bookworm.open(tmp_path / "backup.books") as copy:
        assert len(copy.books) == 20


def test_the_files_may_be_read_by_whom_the_store_may(
    store: bookworm.Store, path: Path, tmp_path: Path
) -> None:
    path.chmod(0o640)
    store.backup(tmp_path / "backup.books")
    store.export_json(tmp_path / "document.json")
    for name in ("backup.books", "document.json"):
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o640


# Check, rebuild, compact


@pytest.mark.file
def test_what_is_damaged_is_told_and_rebuilt(
    store: bookworm.Store, path: Path, run: Script
) -> None:
    fill(store)
    assert store.check() == []
    outside(run, path, "UPDATE counters SET rated_5 = 99 WHERE kind = 0")
    outside(run, path, "UPDATE books SET author_key = x'00' WHERE id = 7")
    key, counter = store.check()
    assert key == ("key", "books", 7, "author_key is not the key of the name")
    assert counter[:3] == ("counter", "counters", 0)
    assert key.mendable
    assert counter.mendable
    store.rebuild()
    assert store.check() == []


@pytest.mark.file
def test_a_book_that_differs_from_its_readings_is_rebuilt(
    store: bookworm.Store, path: Path, run: Script
) -> None:
    book = store.books.create("Dune", "Frank Herbert", status="completed")
    outside(run, path, "UPDATE books SET finished = 20240301")
    (problem,) = store.check()
    assert problem[:3] == ("reading", "books", book.id)
    assert problem.mendable
    store.rebuild()
    assert store.check() == []


def test_every_kind_of_problem_has_a_name() -> None:
    kinds = {value: name for name, value in vars(c).items() if name.startswith("BW_PROBLEM_")}
    names = {
        value: name[len("BW_PROBLEM_") :].lower().replace("_", " ") for value, name in kinds.items()
    }
    assert names == _KINDS
    shown = " ".join(str(bookworm.Problem.__doc__).split())
    assert [name for name in names.values() if f'"{name}"' not in shown] == []


@pytest.mark.file
def test_what_cannot_be_rebuilt_is_told(store: bookworm.Store, path: Path, run: Script) -> None:
    fill(store)
    outside(run, path, "UPDATE books SET rating = 8 WHERE id = 2")
    store.rebuild()
    (problem,) = store.check()
    assert problem.kind == "value"
    assert problem.id == 2
    assert not problem.mendable
    outside(run, path, "UPDATE books SET rating = 0; UPDATE genres SET name = 'g'")
    outside(run, path, "INSERT INTO genres VALUES (9, 'G', '#000000', x'00', x'00', x'00')")
    with pytest.raises(bookworm.ExistsError):
        store.rebuild()


def test_a_damaged_file_is_reported(path: Path) -> None:
    with bookworm.open(path, durability="normal") as store:
        fill(store, 3000)
    with path.open("r+b") as file:
        # Leaves the schema intact: a store without it cannot be opened.
        for page in range(50, path.stat().st_size // 4096, 2):
            file.seek(page * 4096)
            file.write(b"damage" * 600)
    with bookworm.open(path) as store:
        problems = store.check()
    assert problems[0].kind == "file"
    assert problems[0].table is None
    assert "SQLite" in problems[0].text


def test_a_compact_store_takes_less_space(path: Path) -> None:
    with bookworm.open(path, durability="normal") as store:
        fill(store, 3000)
        store.books.where(title_contains="1").delete()
        store.compact()
        middle = path.stat().st_size
        store.books.all().delete()
        store.compact()
        assert path.stat().st_size < middle / 3
        assert store.check() == []


def test_a_transaction_is_no_store_to_look_after(store: bookworm.Store, tmp_path: Path) -> None:
    uses: list[Any] = [store.check, store.rebuild, store.compact]
    uses += [lambda: store.backup(tmp_path / "x"), lambda: store.export_json(tmp_path / "x")]
    uses += [lambda: store.import_json(tmp_path / "x")]
    with store.transaction():
        for use in uses:
            with pytest.raises(bookworm.ArgumentError, match="not possible within a transaction"):
                use()
    store.close()
    for use in uses:
        with pytest.raises(bookworm.ClosedError):
            use()


# Documents


def test_a_document_has_what_the_store_has(store: bookworm.Store, tmp_path: Path) -> None:
    fantasy = store.genres.create("Fantasy")
    store.genres.create("łuk", "#123456")
    created = datetime.datetime(2026, 3, 1, tzinfo=datetime.timezone.utc)
    book = store.books.create(
        "Dune \u2028 🐛",
        'Frank "Herbert"',
        synopsis="\x01\t",
        rating=5,
        favourite=True,
        status="completed",
        series="Dune",
        series_number=0.1,
        year=-44,
        created=created,
        started=datetime.date(2026, 1, 2),
        genres=["łuk", fantasy],
        identifiers={"isbn": "9780441172719"},
    )
    store.books.create("Emma", "Jane Austen").delete()
    book.price = bookworm.Price(999, "EUR")
    order = store.orders.place(book, 2)
    book.refresh()
    quote = book.quotes.add("Fear is the mind-killer.", page="xii")
    store.export_json(tmp_path / "document.json")
    document = json.loads((tmp_path / "document.json").read_text("utf-8"))
    for section in ("genres", "books", "quotes", "orders", "readings"):
        for row in document[section]:
            assert uuid.UUID(row.pop("global_id")).version == 7
    updated = datetime.datetime.fromisoformat(document["books"][0].pop("updated"))
    assert abs(updated.timestamp() - datetime.datetime.now().timestamp()) < 60
    assert document == {
        "bookworm": 3,
        "schema": store.schema_version,
        "sort_keys": 2,
        "last_ids": {
            "book": 2,
            "genre": 2,
            "quote": 1,
            "reading": 1,
            "shelf": 0,
            "source": 0,
        },
        "genres": [
            {"id": 1, "name": "Fantasy", "colour": "#7E57C2"},
            {"id": 2, "name": "łuk", "colour": "#123456"},
        ],
        "books": [
            {
                "id": 1,
                "title": "Dune \u2028 🐛",
                "author": 'Frank "Herbert"',
                "synopsis": "\x01\t",
                "rating": 5,
                "favourite": True,
                "spoilers": False,
                "status": "completed",
                "series": "Dune",
                "series_number": 0.1,
                "year": -44,
                "created": "2026-03-01T00:00:00.000+00:00",
                "started": "2026-01-02",
                "price": 999,
                "currency": "EUR",
                "genres": [2, 1],
                "identifiers": [{"scheme": "isbn", "value": "9780441172719"}],
            }
        ],
        "quotes": [
            {
                "id": 1,
                "book": 1,
                "text": "Fear is the mind-killer.",
                "page": "xii",
                "created": quote.created.isoformat(timespec="milliseconds"),
            }
        ],
        "orders": [
            {
                "id": 1,
                "book": 1,
                "title": "Dune \u2028 🐛",
                "quantity": 2,
                "unit_price": 999,
                "currency": "EUR",
                "total": 1998,
                "placed": order.placed.isoformat(timespec="milliseconds"),
            }
        ],
        "readings": [
            {
                "id": 1,
                "book": 1,
                "outcome": "completed",
                "started": "2026-01-02",
                "created": document["readings"][0]["created"],
            }
        ],
        "shelves": [],
        "book_sources": [],
        "merged_books": [],
    }


texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))
names = texts.filter(is_visible)
rows = st.lists(
    st.fixed_dictionaries(
        {"title": names.map("x".__add__), "author": names.map("y".__add__)},
        optional={
            "synopsis": texts,
            "notes": texts,
            "rating": st.integers(0, 5),
            "series_number": st.floats(0, allow_infinity=False, allow_nan=False),
            "year": st.integers(-9999, 9999),
            "genres": st.lists(st.sampled_from(["G", "H", "東京"]), unique=True),
            "identifiers": st.dictionaries(
                st.sampled_from(["isbn", "doi"]), names.map("i".__add__), max_size=2
            ),
        },
    ),
    max_size=5,
)


@given(rows=rows)
def test_every_value_comes_back_exactly(tmp_path_factory: Any, rows: list[dict[str, Any]]) -> None:
    folder = tmp_path_factory.mktemp("documents")
    with bookworm.open(":memory:") as store, bookworm.open(":memory:") as other:
        store.books.create_many(rows)
        store.export_json(folder / "one.json")
        document = json.loads((folder / "one.json").read_text("utf-8"))
        other.import_json(folder / "one.json")
        other.export_json(folder / "two.json")
        assert (folder / "one.json").read_bytes() == (folder / "two.json").read_bytes()
        # The same is true if another program has written the document again, in its own style.
        (folder / "three.json").write_text(json.dumps(document, indent=3), "ascii")
        with bookworm.open(":memory:") as third:
            third.import_json(folder / "three.json")
            third.export_json(folder / "four.json")
        assert (folder / "one.json").read_bytes() == (folder / "four.json").read_bytes()
        assert [book.as_dict() for book in other.books] == [book.as_dict() for book in store.books]
        assert other.check() == []


def test_a_document_that_is_wrong_is_refused(tmp_path: Path) -> None:
    document = tmp_path / "document.json"

    def refused(text: str | bytes) -> bookworm.Error:
        document.write_bytes(text if isinstance(text, bytes) else text.encode())
        with bookworm.open(":memory:") as store:
            with pytest.raises(bookworm.Error) as caught:
                store.import_json(document)
            assert len(store.books) == len(store.genres) == 0
        return caught.value

    head = '{"bookworm":1,"schema":2,"sort_keys":1,"last_ids":{},"genres":['
    assert isinstance(refused(""), bookworm.InvalidError)
    assert isinstance(refused('{"bookworm":4}'), bookworm.NewerStoreError)
    wrong = refused(head + '{"id":1,"name":"A","colour":"blue"}]')
    assert isinstance(wrong, bookworm.InvalidError)
    assert (wrong.field, wrong.row) == ("colour", 0)
    assert wrong.message.startswith('genres[0]: colour is "blue"')
    bad_text = refused(head.encode() + b'{"id":1,"name":"A\xff","colour":"#000000"}]')
    assert isinstance(bad_text, bookworm.TextError)
    assert bad_text.offset == 1
    assert refused(head + "]x").offset == len(head) + 1


def test_a_document_needs_a_store_that_has_nothing(store: bookworm.Store, tmp_path: Path) -> None:
    fill(store)
    document, backup = tmp_path / "document.json", tmp_path / "backup.books"
    store.export_json(document)
    store.backup(backup)
    with pytest.raises(bookworm.ExistsError) as caught:
        store.import_json(document)
    assert caught.value.field == "store"
    assert not isinstance(caught.value, FileExistsError)
    with bookworm.open(":memory:") as other:
        with pytest.raises(bookworm.NoSuchFileError):
            other.import_json(tmp_path / "absent")
        with pytest.raises(bookworm.DirectoryError):
            other.import_json(tmp_path)
        with pytest.raises(bookworm.InvalidError):
            other.import_json(backup)
        other.import_json(str(document))
        assert len(other.books) == 20


def test_a_store_is_copied_to_a_server_and_back(tmp_path: Path) -> None:
    server = os.environ.get("BOOKWORM_TEST_SERVER")
    if server is None:
        pytest.skip("Tests/postgres/run COMMAND... runs a command beside a server")
    address = f"{server}&bookworm_schema=copied_{uuid.uuid4().hex}"
    steps: list[tuple[int, int]] = []
    with bookworm.open(tmp_path / "store.books") as store:
        fill(store)
        titles = {book.id: book.title for book in store.books}
        store.copy_to(address, progress=lambda done, total: steps.append((done, total)))
        assert steps[-1][0] == steps[-1][1] > 2
        with pytest.raises(bookworm.ExistsError, match="something already"):
            store.copy_to(address)
    with bookworm.open(address, create=False) as there:
        assert {book.id: book.title for book in there.books} == titles
        assert there.check() == []
        there.backup(tmp_path / "back.books")
    with bookworm.open(tmp_path / "back.books", create=False) as back:
        assert {book.id: book.title for book in back.books} == titles


def test_an_address_is_told_without_its_password(store: bookworm.Store) -> None:
    address = "postgresql://me:secret@localhost:1/db?connect_timeout=2"
    with pytest.raises(bookworm.CannotOpenError) as refused:
        store.copy_to(address)
    assert "secret" not in str(refused.value)
    assert refused.value.filename == "postgresql://me@localhost:1/db?connect_timeout=2"
    with pytest.raises(bookworm.ArgumentError) as needed:
        store.backup(address)
    assert "secret" not in str(needed.value)


# Restoring


@pytest.mark.file
def test_a_backup_takes_the_place_of_a_closed_store(path: Path, tmp_path: Path) -> None:
    backup = tmp_path / "backup.books"
    with bookworm.open(path) as store:
        fill(store)
        store.backup(backup)
        fill(store)
    bookworm.restore(backup, path)
    with bookworm.open(path, create=False) as store:
        assert len(store.books) == 20
    with bookworm.open(f"{path}-replaced", create=False) as store:
        assert len(store.books) == 40
    with pytest.raises(bookworm.ExistingFileError) as caught:
        bookworm.restore(str(backup), str(path))
    assert caught.value.filename == f"{path}-replaced"


@pytest.mark.file
def test_a_restore_says_what_is_in_its_way(path: Path, tmp_path: Path) -> None:
    backup = tmp_path / "backup.books"
    with bookworm.open(path) as store:
        fill(store)
        store.backup(backup)
        with pytest.raises(bookworm.BusyError, match="open in another program, or in this one"):
            bookworm.restore(backup, path)
    with pytest.raises(bookworm.NoSuchFileError) as caught:
        bookworm.restore(tmp_path / "absent", path)
    assert caught.value.field == "backup"
    assert caught.value.filename == str(tmp_path / "absent")
    (tmp_path / "text").write_text("precious")
    with pytest.raises(bookworm.NotAStoreError, match="not a database"):
        bookworm.restore(backup, tmp_path / "text")
    with pytest.raises(TypeError, match="backup must be a str or a path object"):
        bookworm.restore(3, path)  # type: ignore[arg-type]
    assert leftovers(tmp_path) == []
