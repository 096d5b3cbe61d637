"""Tests opening and closing a store."""

from __future__ import annotations

import errno
import os
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import Script

import bookworm


def test_a_store_is_made_where_there_is_none_and_is_there_again_next_time(path: Path) -> None:
    with bookworm.open(path) as store:
        store.books.create("Dune", "Frank Herbert")
    with bookworm.open(path) as store:
        assert [book.title for book in store.books] == ["Dune"]


@pytest.mark.file
def test_a_store_tells_its_path_and_version_and_whether_it_is_read_only(path: Path) -> None:
    with bookworm.open(path) as store:
        assert store.path == str(path)
        assert store.schema_version == 4
        assert not store.read_only
        assert repr(store) == f"<store {str(path)!r}>"
    with bookworm.open(path, read_only=True) as store:
        assert store.read_only


@pytest.mark.file
def test_a_store_tells_how_large_its_log_is(path: Path) -> None:
    with bookworm.open(path) as store:
        before = store.log_bytes
        store.books.create("Dune", "Frank Herbert")
        assert before < store.log_bytes == Path(f"{path}-wal").stat().st_size
    with bookworm.open(":memory:") as memory:
        memory.books.create("Dune", "Frank Herbert")
        assert memory.log_bytes == 0
    with pytest.raises(bookworm.ClosedError):
        _ = store.log_bytes


def test_a_path_may_be_a_str_or_a_path_of_any_letters(tmp_path: Path) -> None:
    with bookworm.open(str(tmp_path / "bücher ლ.books")) as store:
        store.books.create("T", "A")
    assert (tmp_path / "bücher ლ.books").exists()


def test_a_memory_store_is_of_its_own() -> None:
    with bookworm.open(":memory:") as one, bookworm.open(":memory:") as other:
        one.books.create("T", "A")
        assert (len(one.books), len(other.books)) == (1, 0)


@pytest.mark.file
def test_an_absent_store_is_an_error_where_none_shall_be_made(path: Path) -> None:
    with pytest.raises(bookworm.CannotOpenError) as caught:
        bookworm.open(path, create=False)
    assert isinstance(caught.value, FileNotFoundError)
    assert (caught.value.errno, caught.value.filename) == (errno.ENOENT, str(path))
    assert str(path) in str(caught.value)
    assert not path.exists()


def a_folder(path: Path) -> None:
    path.mkdir()


def a_text_file(path: Path) -> None:
    path.write_text("Dear diary, today I read a book about a worm.\n" * 40)


def another_database(path: Path) -> None:
    # Made by the sqlite3 module in another process, as another program would.
    script = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute('create table t (x)')"
    os.spawnv(os.P_WAIT, os.sys.executable, [os.sys.executable, "-c", script, str(path)])  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("make", "kind"),
    [
        (a_folder, bookworm.DirectoryError),
        (a_text_file, bookworm.NotAStoreError),
        (another_database, bookworm.NotAStoreError),
    ],
)
def test_what_is_no_store_is_refused_and_left_untouched(
    path: Path, make: Callable[[Path], None], kind: type[bookworm.Error]
) -> None:
    make(path)
    before = path.read_bytes() if path.is_file() else None
    with pytest.raises(kind):
        bookworm.open(path)
    assert (path.read_bytes() if path.is_file() else None) == before


def test_a_truncated_store_is_an_error(path: Path) -> None:
    with bookworm.open(path) as store:
        store.books.create_many(title=["T"] * 500, author=["A"] * 500)
    path.write_bytes(path.read_bytes()[:5000])
    with pytest.raises(bookworm.Error), bookworm.open(path) as store:
        list(store.books)


@pytest.mark.parametrize("name", ["a\ud800b", "a\udc7f", "\udfff"])
def test_a_path_with_a_lone_surrogate_is_an_error_that_names_it(
    tmp_path: Path, store: bookworm.Store, name: str
) -> None:
    given = f"{tmp_path}/{name}"
    for use in (
        bookworm.open,
        bookworm.open_preview,
        store.backup,
        store.export_json,
        bookworm.open(":memory:").import_json,
    ):
        with pytest.raises(bookworm.TextError) as caught:
            use(given)
        assert caught.value.field == "path"
        assert caught.value.offset == len(str(tmp_path)) + 1 + (name[0] == "a")


def test_a_store_with_two_names_is_refused(path: Path) -> None:
    with bookworm.open(path) as store:
        store.books.create("Dune", "Frank Herbert")
    os.link(path, path.parent / "other.books")
    with pytest.raises(bookworm.CannotOpenError, match="hard link") as caught:
        bookworm.open(path)
    assert (caught.value.filename, caught.value.field) == (str(path), "path")


@pytest.mark.file
def test_the_name_of_a_file_beside_a_store_is_refused_for_what_it_is(path: Path) -> None:
    with bookworm.open(path) as store:
        for ending in ("-wal", "-shm", "-journal", "-wake"):
            taken = f"{path}{ending}"
            for make in (bookworm.open, bookworm.open_preview, store.backup, store.export_json):
                with pytest.raises(bookworm.CannotOpenError, match="uses this name") as caught:
                    make(taken)
                assert type(caught.value) is bookworm.CannotOpenError
                assert caught.value.filename == taken


@pytest.mark.file
def test_a_file_of_another_store_is_in_the_way_of_a_new_one(path: Path) -> None:
    Path(f"{path}-wal").touch()
    with pytest.raises(bookworm.ExistingFileError, match="a store that is gone") as caught:
        bookworm.open(path)
    assert caught.value.filename == str(path)
    assert not path.exists()


def test_a_new_store_is_its_owners_alone(path: Path) -> None:
    with bookworm.open(path) as store:
        store.backup(path.parent / "backup")
        store.export_json(path.parent / "document")
        assert {file.stat().st_mode & 0o777 for file in path.parent.iterdir()} == {0o600}


def test_a_path_in_a_folder_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "nowhere" / "library.books"
    with pytest.raises(bookworm.NoSuchFileError) as caught:
        bookworm.open(path)
    assert str(path) in str(caught.value)


def test_why_a_path_cannot_be_opened_is_in_the_exception(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError) as caught:
        bookworm.open(tmp_path)
    error = caught.value
    assert isinstance(error, bookworm.CannotOpenError)
    assert (error.errno, error.filename) == (errno.EISDIR, str(tmp_path))
    assert (error.field, error.status) == ("path", 13)
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again)) == (bookworm.DirectoryError, str(error))
    assert (again.errno, again.filename, again.field) == (errno.EISDIR, str(tmp_path), "path")
    (tmp_path / "file").write_text("")
    with pytest.raises(bookworm.CannotOpenError) as caught_below:
        bookworm.open(tmp_path / "file" / "library.books")
    assert caught_below.value.errno == errno.ENOTDIR


def test_what_is_not_permitted_is_a_permission_error(run: Script) -> None:
    done = run(
        """
        import os, shutil, tempfile
        import bookworm
        folder = tempfile.mkdtemp()
        try:
            os.chmod(folder, 0o755)
            mine = os.path.join(folder, "mine.books")
            bookworm.open(mine).close()
            os.chmod(mine, 0)
            os.mkdir(os.path.join(folder, "closed"), 0)
            os.mkdir(os.path.join(folder, "full"), 0o555)
            if os.getuid() == 0:
                os.setresuid(65534, 65534, 0)  # root may do everything
            for name in ("mine.books", "closed/a.books", "full/new.books"):
                path = os.path.join(folder, name)
                try:
                    bookworm.open(path)
                except PermissionError as error:
                    assert isinstance(error, bookworm.NotPermittedError)
                    assert error.filename == path and path in str(error)
                    print(error.errno, str(error).startswith("No such"))
            try:
                bookworm.open(os.path.join(folder, "full/new.books"), create=False)
            except FileNotFoundError as error:
                print("absent")
        finally:
            if os.getresuid()[2] == 0:
                os.setresuid(0, 0, 0)
            os.chmod(os.path.join(folder, "closed"), 0o700)
            shutil.rmtree(folder)
        """
    )
    assert (done.stdout, done.stderr) == (f"{errno.EACCES} False\n" * 3 + "absent\n", "")


def test_a_path_with_a_nul_is_an_error() -> None:
    with pytest.raises(bookworm.TextError) as caught:
        bookworm.open("a\0b")
    assert caught.value.field == "path"


@pytest.mark.parametrize("path", [b"library.books", 3, None])
def test_a_path_of_another_type_is_a_type_error(path: Any) -> None:
    with pytest.raises(TypeError, match="path must be a str or a path object.*, not "):
        bookworm.open(path)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"timeout": "5"}, "timeout must be a number, not str"),
        ({"durability": ["full"]}, "durability must be"),
        ({"cache_size": "64"}, "cache_size must be an int"),
    ],
)
def test_an_option_of_another_type_is_named(options: Any, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        bookworm.open(":memory:", **options)


def test_a_store_is_not_made_by_hand() -> None:
    with pytest.raises(TypeError, match=r"made by bookworm\.open"):
        bookworm.Store()


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"timeout": -1}, "timeout"),
        ({"timeout": float("nan")}, "timeout"),
        ({"durability": "some"}, "durability"),
        ({"cache_size": 0}, "cache_size"),
        ({"cache_size": 2**40}, "cache_size"),
    ],
)
def test_an_option_out_of_range_is_named(options: Any, field: str) -> None:
    with pytest.raises(ValueError, match=field) as caught:
        bookworm.open(":memory:", **options)
    assert isinstance(caught.value, bookworm.Error)
    assert caught.value.field == field


def test_options_may_be_at_their_ends() -> None:
    bookworm.open(":memory:", timeout=None, durability="normal", cache_size=64).close()
    bookworm.open(":memory:", timeout=0).close()
    bookworm.open(":memory:", timeout=float("inf")).close()


def test_a_read_only_store_refuses_to_be_written(path: Path) -> None:
    with bookworm.open(path) as store:
        book = store.books.create("T", "A")
    with bookworm.open(path, read_only=True) as store:
        assert store.books[book.id].title == "T"
        with pytest.raises(bookworm.ReadOnlyError) as caught:
            store.books[book.id].rating = 3
        assert isinstance(caught.value, PermissionError)
        with pytest.raises(bookworm.ReadOnlyError):
            store.books.create("U", "B")
        with pytest.raises(bookworm.ReadOnlyError), store.transaction():
            pass


def test_closing_twice_does_no_harm(path: Path) -> None:
    store = bookworm.open(path)
    assert not store.closed
    store.close()
    store.close()
    assert store.closed
    assert repr(store).startswith("<closed store")


def test_everything_that_needs_a_closed_store_raises(path: Path) -> None:
    store = bookworm.open(path)
    book = store.books.create("T", "A", genres=["Fantasy"])
    genre = store.genres["Fantasy"]
    query = store.books.where(rating=3)
    iterator = iter(store.books)
    book.refresh()
    store.close()
    uses: list[Callable[[], Any]] = [
        lambda: store.books.create("T", "A"),
        lambda: store.books.create_many(title=["T"], author=["A"]),
        lambda: store.books[1],
        lambda: store.books.get(1),
        lambda: 1 in store.books,
        lambda: len(store.books),
        lambda: list(store.books),
        lambda: store.books.delete(1),
        lambda: store.genres["Fantasy"],
        lambda: list(store.genres),
        lambda: store.genres.create("Horror"),
        lambda: list(query),
        lambda: query.count(),
        lambda: query.delete(),
        lambda: bool(query),
        lambda: setattr(book, "rating", 3),
        lambda: book.refresh(),
        lambda: book.delete(),
        lambda: list(book.genres),
        lambda: book.genres.add("Horror"),
        lambda: setattr(genre, "name", "Horror"),
        lambda: store.transaction().__enter__(),
        lambda: store.__enter__(),
        lambda: next(iterator),
    ]
    for use in uses:
        with pytest.raises(bookworm.ClosedError) as caught:
            use()
        assert isinstance(caught.value, ValueError)
    assert (book.title, genre.name) == ("T", "Fantasy")


def test_a_store_cannot_be_pickled(store: bookworm.Store) -> None:
    with pytest.raises(TypeError, match="open its path"):
        pickle.dumps(store)


def test_leaving_everything_open_at_exit_is_silent(run: Script, path: Path) -> None:
    done = run(
        """
        import sys, bookworm
        store = bookworm.open(sys.argv[1])
        store.books.create_many(title=["T"] * 5000, author=["A"] * 5000)
        iterator = iter(store.books)
        first = next(iterator)
        class Cycle: pass
        cycle = Cycle()
        cycle.self, cycle.iterator, cycle.store = cycle, iter(store.books), store
        next(cycle.iterator)
        transaction = store.transaction()
        transaction.__enter__()
        store.books.create("lost", "A")
        sys.keep = (store, iterator, transaction)
        print("done")
        """,
        path,
    )
    assert (done.stdout, done.stderr, done.returncode) == ("done\n", "", 0)
    with bookworm.open(path) as store:
        assert len(store.books) == 5000


def test_versions_can_be_asked_for() -> None:
    assert bookworm.library_version() == bookworm.__version__
    assert tuple(map(int, bookworm.sqlite_version().split("."))) >= (3, 40)


def test_a_store_of_the_first_version_is_upgraded_without_loss(path: Path, run: Script) -> None:
    dump = Path(__file__).parents[3] / "Tests" / "stores" / "version-1.0.0.sql"
    make = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).executescript(sys.argv[2])"
    done = run(make, path, dump.read_text(encoding="utf-8"))
    assert done.returncode == 0, done.stderr
    with pytest.raises(bookworm.ReadOnlyError, match="older schema"):
        bookworm.open(path, read_only=True)
    with bookworm.open(path) as store:
        assert store.schema_version == 4
        assert store.books.all().columns("id", "title", "rating", "genres") == {
            "id": [1, 6, 2, 7, 5, 3],
            "title": [
                "Dune",
                "It\u2019s 'quoted'; DROP TABLE books; --",
                "The Left Hand of Darkness",
                "Solaris",
                "Ἰλιάς",
                "채식주의자",
            ],
            "rating": [5, 0, 4, 5, 2, 3],
            "genres": [[8, 9], [], [8], [8, 2], [], [10]],
        }
        dune = store.books[1]
        assert dune.review == "Fear is the mind-killer."
        assert dict(dune.identifiers) == {"isbn": "9780441172719", "own": "A-1"}
        assert store.books.create("Emma", "Jane Austen").id == 8
