"""Tests that books are the same whether the library or ctypes creates the objects."""

from __future__ import annotations

import concurrent.futures
import ctypes
import datetime
import gc
import os
import sys
import threading
import weakref
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

import bookworm
from bookworm import models
from bookworm._native import layout, prototypes
from bookworm._native.cpython import exception_of

Script = Callable[..., "CompletedProcess[str]"]
UTC = datetime.timezone.utc
OFF = os.environ.get("BOOKWORM_NATIVE") == "0"
native_only = pytest.mark.skipif(
    OFF or sys.implementation.name != "cpython" or "t" in sys.abiflags,
    reason="here everything goes by ctypes",
)


def fill(store: bookworm.Store) -> None:
    """Books of every kind that may be hard to create."""
    create = store.books.create
    create("Dune", "Frank Herbert")
    for text in (*"aéΩ書𝒜\x80\uffff\U0010ffff", "a\x7f", "e\u0301 ﬁ 🏳️‍🌈"):
        create(text, f"{text}{text}", synopsis=text, review=text * 7, notes=text, series=text)
    create("Long", "Texts", synopsis="x" * 3_000_000, review="ø" * 1_000_000, notes="🦀" * 500_000)
    create("Empty", "Texts", synopsis="", review="", notes="")
    for created in (
        datetime.datetime(1, 1, 1, tzinfo=UTC),
        datetime.datetime(1600, 2, 29, 23, 59, 59, 999000, UTC),
        datetime.datetime(1969, 12, 31, 23, 59, 59, 999000, UTC),
        datetime.datetime(1970, 1, 1, tzinfo=UTC),
        datetime.datetime(2000, 2, 29, 12, 30, 15, 7000, UTC),
        datetime.datetime(2106, 2, 7, 6, 28, 16, 1000, UTC),
        datetime.datetime(9999, 12, 31, 23, 59, 59, 999000, UTC),
    ):
        create("Then", "When", created=created, started=created.date(), finished=created.date())
    for year in (-(2**31), -1, 0, 1, 256, 257, 2024, 2**31 - 1):
        create("Year", "Number", year=year)
    for number in (0.0, 1.0, 1.5, 5e-324, 1.7976931348623157e308, 0.1):
        create("Part", "Number", series="Parts", series_number=number)
    for rating, status in zip(range(6), [*bookworm.Status, "completed", "on-shelf"]):
        create("Rated", "Status", rating=rating, status=status, favourite=rating % 2 == 0)


# All fields of every book, read in each available way.
DUMP = """
import sys
import bookworm

def shown(book):
    fields = {name: (type(value), value) for name, value in book.as_dict().items()}
    return type(book).__name__, hash(str(fields)), str(fields)[:3000]

with bookworm.open(sys.argv[1]) as store:
    books = store.books
    with store.transaction(read_only=True) as inside:
        ways = [
            [books[number] for number in books.all().ids()],
            [books.get(number) for number in books.all().ids()],
            list(books),
            books.get_many(books.all().ids()),
            [book for page in books.all().pages(7) for book in page.books],
            [match.book for match in books.all().matches()],
            list(books.all()[:1000]),
            list(inside.books),
        ]
    for way in ways:
        print([shown(book) for book in way])
    print(list(books.where(year=99999)[:5]), books.get(10**6), books.get(-1))
"""


def dump(path: Path, run: Script, native: str) -> list[str]:
    """Returns the output of DUMP, with the same hashes each time."""
    kept = dict(os.environ)
    try:
        os.environ.update(BOOKWORM_NATIVE=native, PYTHONHASHSEED="0")
        done = run(DUMP, path)
    finally:
        os.environ.clear()
        os.environ.update(kept)
    assert done.stderr == ""
    return done.stdout.splitlines()


def test_the_objects_are_the_same_in_every_way_of_reading(path: Path, run: Script) -> None:
    with bookworm.open(path) as store:
        fill(store)
    plain, native = dump(path, run, "0"), dump(path, run, "1")
    assert len(plain) == 9
    assert native == plain
    assert len(set(plain[:8])) == 1


@native_only
def test_the_library_makes_the_objects() -> None:
    assert "built-in" in repr(models.quickly.get)
    assert "built-in" in repr(models.quickly.rows)


@native_only
def test_a_read_that_fails_is_not_done_again(
    store: bookworm.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = store.books.create("Dune", "Frank Herbert")
    monkeypatch.setattr(models, "by_ctypes", None)
    with pytest.raises(bookworm.NotFoundError, match="there is no book with the id 99") as caught:
        store.books[99]
    assert caught.value.field == "book"
    book.delete()
    with pytest.raises(bookworm.NotFoundError):
        book.refresh()


@native_only
def test_a_page_that_fails_is_not_read_again(run: Script) -> None:
    """Another thread's transaction holds the one connection of a store in memory."""
    done = run(
        """
        import threading, bookworm
        store = bookworm.open(":memory:", timeout=0.05)
        bookworm.Query._run = None
        def read():
            try:
                list(store.books.all()[:5])
            except bookworm.BusyError as error:
                print(error)
        with store.transaction():
            other = threading.Thread(target=read)
            other.start()
            other.join()
        """
    )
    assert done.stdout.startswith("another write through this handle")
    assert done.stderr == ""


def test_where_datetime_is_not_pythons_own_ctypes_does_it_all(run: Script, path: Path) -> None:
    """For example a datetime that tests have replaced before the package is imported."""
    bookworm.open(path).close()
    done = run(
        """
        import datetime, sys
        class Fake(datetime.datetime):
            pass
        datetime.datetime = Fake
        import bookworm
        from bookworm import models
        with bookworm.open(sys.argv[1]) as store:
            made = store.books.create("Dune", "Frank Herbert")
            print(store.books[made.id].title, isinstance(made.created, Fake))
        """,
        path,
    )
    assert (done.stdout, done.returncode) == ("Dune True\n", 0), done.stderr


def test_it_can_be_switched_off(run: Script, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOOKWORM_NATIVE", "0")
    done = run("import bookworm.models; print(bookworm.models.quickly.get(None, 1, 1))")
    assert (done.stdout, done.stderr) == ("None\n", "")


@native_only
def test_what_it_cannot_do_it_leaves_alone(store: bookworm.Store) -> None:
    quickly = models.quickly
    get, run, rows = quickly.get, quickly.run, quickly.rows
    handle = store._use().value
    book = store.books.create("Dune", "Frank Herbert").id
    assert get(store, handle, book) == store.books[book]
    missing = get(store, handle, book + 1)
    assert isinstance(missing, bytes)
    assert isinstance(exception_of(missing), bookworm.NotFoundError)
    assert isinstance(get(store, None if handle is None else handle + 2, book), bytes)
    assert get(store, 0, book) is None
    assert rows(store, 0) is None
    assert rows(store, handle) is None
    everything = store.books.all()
    query = everything._prepared.handle()
    assert run(store, handle, query, 0, 5) == [store.books[book]]
    assert run(store, handle, query, 1, 5) == []
    assert run(store, handle, query, 0, -2) is None
    assert run(store, handle, handle, 0, 1) is None
    assert isinstance(run(store, query, query, 0, 1), bytes)
    with pytest.raises(TypeError):
        get(store, "handle", book)
    with pytest.raises(TypeError):
        get(store, handle, None)  # type: ignore[arg-type]
    with pytest.raises(OverflowError):
        get(store, handle, 2**63)
    wrong: Any = get
    assert wrong() is None
    assert wrong(store, handle) is None


def test_a_book_behaves_as_one_from_its_first_moment(store: bookworm.Store) -> None:
    book = store.books[store.books.create("Dune", "Frank Herbert", rating=2).id]
    assert type(book) is bookworm.Book
    book.rating = 4
    assert book.rating == 4
    book.title = "Dune Messiah"
    assert book.updated >= book.created
    [found] = store.books.all()[:1]
    found.refresh()
    assert (found.title, found.rating) == ("Dune Messiah", 4)
    with pytest.raises(AttributeError):
        del found.title
    seen = weakref.ref(found)
    del found
    assert seen() is None


def test_a_list_of_a_slice_reads_it_once_and_its_length_is_never_old(
    store: bookworm.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(_: bookworm.Query) -> int:
        raise AssertionError("it was counted")

    create = store.books.create
    for title in "ABC":
        create(title, "Somebody")
    page = store.books.all()[:5]
    with monkeypatch.context() as patched:
        patched.setattr(bookworm.Query, "count", never)
        assert [book.title for book in [*page]] == ["A", "B", "C"]
        if sys.version_info >= (3, 10):  # list() asks for no length
            assert [book.title for book in list(page)] == ["A", "B", "C"]
        assert [book.title for book in sorted(page, key=lambda book: book.id)] == ["A", "B", "C"]
    books = iter(page)
    create("D", "Somebody")
    assert len(page) == 4
    create("E", "Somebody")
    assert len(page) == 5
    assert [book.title for book in books] == ["A", "B", "C", "D"]
    books = iter(page)
    next(books)
    create("F", "Somebody")
    assert len(page) == len(store.books.all()[1:8]) == 5
    del books
    assert len(store.books.all()[:4]) == 4


def test_what_an_iterator_gives_is_never_that_of_anothers_transaction(
    store: bookworm.Store,
) -> None:
    store.books.create("A", "Somebody")
    page = store.books.all()[:5]
    made = iter(page)

    def look_and_roll_back() -> None:
        with store.transaction() as transaction:
            store.books.create("B", "Somebody")
            assert len(page) == 2
            transaction.rollback()

    other = threading.Thread(target=look_and_roll_back)
    other.start()
    other.join()
    assert [book.title for book in made] == ["A"]
    made = iter(page)
    look_and_roll_back()
    assert [book.title for book in made] == ["A"]
    with store.transaction() as transaction:
        store.books.create("B", "Somebody")
        inside = iter(page)
        transaction.rollback()
    assert [book.title for book in inside] == ["A", "B"]


def test_no_reference_is_lost_and_none_is_kept(store: bookworm.Store) -> None:
    fill(store)
    ids = [number for number in store.books.all().ids() if store.books[number].title != "Long"]
    query = store.books.all()

    def use() -> None:
        for number in ids:
            store.books[number]
            store.books.get(number + 1000)
        for book in query:
            book.as_dict()
        list(query[:20])

    shared = [None, True, False, UTC, *bookworm.Status, bookworm.Book, store, bookworm]
    use()
    use()
    gc.collect()
    before, blocks = [sys.getrefcount(each) for each in shared], sys.getallocatedblocks()
    for _ in range(20):
        use()
    gc.collect()
    after = [sys.getrefcount(each) for each in shared]
    grown = [now - then for now, then in zip(after, before)]
    # Each round creates some forty objects in each of several ways.
    assert all(abs(each) < 60 for each in grown), grown
    assert abs(sys.getallocatedblocks() - blocks) < 300


@native_only
def test_want_of_memory_is_told_and_leaves_nothing_behind(store: bookworm.Store) -> None:
    hooks = pytest.importorskip("_testcapi")
    book = store.books.create("Dune é", "Frank Herbert", review="r" * 600, year=1965).id
    everything = store.books.all()
    handle, query = store._use().value, everything._prepared.handle()
    get, run = models.quickly.get, models.quickly.run
    uses: tuple[Callable[[], Any], ...] = (
        lambda: get(store, handle, book),
        lambda: run(store, handle, query, 0, 9),
    )

    def attempts(most: int) -> int:
        """Lets each of the first allocations of each use fail; returns how often a use failed."""
        failures = 0
        for number in range(most):
            for use in uses:
                hooks.set_nomemory(number, number + 1)
                try:
                    use()
                except MemoryError:
                    failures += 1
                finally:
                    hooks.remove_mem_hooks()
        return failures

    shared = [None, True, False, UTC, *bookworm.Status, bookworm.Book, store]
    attempts(60)
    before = [sys.getrefcount(each) for each in shared]
    assert attempts(60) > 10
    grown = [sys.getrefcount(each) - then for each, then in zip(shared, before)]
    assert all(abs(each) < 9 for each in grown), grown


def test_many_threads_read_while_one_writes(store: bookworm.Store, run: Script, path: Path) -> None:
    for number in range(200):
        store.books.create(f"Book {number}", "Somebody", review="r" * number)
    done = run(
        """
        import sys, threading, bookworm
        store = bookworm.open(sys.argv[1], durability="normal")
        def read():
            for _ in range(30):
                for book in store.books.order_by("created"):
                    assert book.title == f"Book {book.id - 1}" and book.rating in (0, 3), book
                    assert store.books[book.id] == book
        def write():
            for _ in range(60):
                store.books[5].rating = 3
        threads = [threading.Thread(target=each) for each in (read, read, read, write)]
        for each in threads: each.start()
        for each in threads: each.join()
        print("done")
        """,
        path,
    )
    assert (done.stdout, done.stderr) == ("done\n", "")


def test_threads_that_read_are_told_when_the_store_is_closed(
    store: bookworm.Store, run: Script, path: Path
) -> None:
    for number in range(50):
        store.books.create(f"Book {number}", "Somebody")
    done = run(
        """
        import sys, threading, time, bookworm
        store = bookworm.open(sys.argv[1])
        def read():
            try:
                while True:
                    [store.books[book.id] for book in store.books]
            except bookworm.ClosedError:
                told.append("closed")
        told = []
        threads = [threading.Thread(target=read) for _ in range(4)]
        for each in threads: each.start()
        time.sleep(0.1)
        store.close()
        for each in threads: each.join()
        print(*told)
        """,
        path,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "closed closed closed closed\n", "")


def test_threads_that_make_a_struct_at_once_get_the_same_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    meeting = threading.Barrier(2)
    make = layout.structure

    def make_together(*arguments: Any) -> type[ctypes.Structure]:
        meeting.wait(60)
        return make(*arguments)

    monkeypatch.setattr(layout, "structure", make_together)
    monkeypatch.setitem(prototypes.STRUCTURES, "bw_raced", ("size uint32",))
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        made = list(pool.map(lambda name: getattr(prototypes, name), ["bw_raced"] * 2))
    assert made[0] is made[1] is prototypes.bw_raced  # type: ignore[attr-defined]
    del prototypes.bw_raced  # type: ignore[attr-defined]
