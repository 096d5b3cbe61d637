"""Observers: what they tell, every way of waiting for it, and their end."""

from __future__ import annotations

import asyncio
import copy
import datetime
import os
import select
import signal
import sqlite3
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import Script

import bookworm
from bookworm import Change

WRITER = """
import sys, time, bookworm
with bookworm.open(sys.argv[1], durability="normal", timeout=30) as store:
    {}
"""


def start(path: Path, script: str) -> subprocess.Popen[str]:
    """Another program that does something with the store, which it has as `store`."""
    body = textwrap.indent(textwrap.dedent(script), "    ").strip()
    arguments = [sys.executable, "-c", WRITER.format(body), str(path)]
    return subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True)


def changes_of(observer: bookworm.Observer) -> list[list[Change]]:
    """What there is to hear now, transaction by transaction."""
    return [list(changes) for changes in iter(lambda: observer.next(0), None)]


def test_a_store_tells_of_every_change(store: bookworm.Store) -> None:
    with store.observe() as observer:
        assert observer.next(0) is None
        book = store.books.create("Dune", "Frank Herbert", genres=["Science Fiction"])
        quote = book.quotes.add("Fear is the mind-killer.")
        book.update(rating=5, year=1965)
        quote.page = "12"
        store.genres["Science Fiction"].delete()
        book.identifiers = {"isbn": "1"}
        book.price = bookworm.Price(999, "EUR")
        store.orders.place(book)
        book.delete()
        assert changes_of(observer) == [
            [Change("inserted", "genre", 1), Change("inserted", "book", 1)],
            [Change("inserted", "quote", 1), Change("updated", "book", 1, frozenset({"quotes"}))],
            [Change("updated", "book", 1, frozenset({"rating", "year"}))],
            [
                Change("updated", "quote", 1, frozenset({"page"})),
                Change("updated", "book", 1, frozenset({"quotes"})),
            ],
            [Change("deleted", "genre", 1)],
            [Change("updated", "book", 1, frozenset({"identifiers"}))],
            [Change("updated", "book", 1, frozenset({"price"}))],
            [Change("inserted", "order", 1)],
            [Change("deleted", "quote", 1), Change("deleted", "book", 1)],
        ]


def test_a_transaction_is_heard_as_one_change(store: bookworm.Store) -> None:
    observer = store.observe()
    before = datetime.datetime.now(datetime.timezone.utc)
    with store.transaction():
        book = store.books.create("Dune", "Frank Herbert")
        book.rating = 3
        store.books.create("Emma", "Jane Austen")
        assert observer.next(0) is None
    changes = observer.next(0)
    assert changes is not None
    assert list(changes) == [Change("inserted", "book", 1), Change("inserted", "book", 2)]
    assert (len(changes), changes[1].id, changes[:1]) == (2, 2, (changes[0],))
    assert changes.transaction == 1
    assert not changes.reread
    now = datetime.datetime.now(datetime.timezone.utc)
    assert before - datetime.timedelta(milliseconds=1) <= changes.committed <= now
    assert "inserted" in repr(changes)
    assert observer.next(0) is None


def test_an_observer_is_opened_within_a_transaction_too(store: bookworm.Store) -> None:
    with store.transaction() as transaction:
        book = transaction.books.create("Dune", "Frank Herbert")
        observer = store.observe()
        with pytest.raises(bookworm.NotFoundError):
            book.observe()  # nobody else sees it yet
    assert changes_of(observer) == [[Change("inserted", "book", book.id)]]


def test_only_the_fields_that_are_named_are_heard(store: bookworm.Store) -> None:
    book = store.books.create("Dune", "Frank Herbert")
    observer = store.observe("rating", "quotes")
    book.update(rating=3, title="Emma")
    book.favourite = True
    book.quotes.add("Q")
    book.delete()
    assert changes_of(observer) == [
        [Change("updated", "book", 1, frozenset({"rating"}))],
        [Change("inserted", "quote", 1), Change("updated", "book", 1, frozenset({"quotes"}))],
        [Change("deleted", "quote", 1), Change("deleted", "book", 1)],
    ]


def test_a_genre_that_another_program_deletes_vanishes_from_an_open_book(
    store: bookworm.Store, path: Path
) -> None:
    book = store.books.create("Dune", "Frank Herbert", genres=["Horror", "Kids"])
    other = store.books.create("Emma", "Jane Austen", genres=["Horror"])
    with book.observe() as observer:
        other.rating = 3
        assert observer.next(0) is None
        with start(path, "store.genres['Horror'].delete()") as process:
            changes = observer.next(30)
        assert process.returncode == 0
        assert changes is not None
        assert list(changes) == [
            Change("deleted", "genre", 1),
            Change("updated", "book", book.id, frozenset({"genres"})),
        ]
        assert book.genres.names() == ["Kids"]


def test_a_page_follows_what_any_program_does(store: bookworm.Store, path: Path) -> None:
    store.books.create_many(title=["B", "D", "F"], author=["A"] * 3)
    observer = store.books.order_by("title")[:2].observe()
    assert [book.title for book in observer.page] == ["B", "D"]
    with start(path, "store.books.create('C', 'A')"):
        changes = observer.next(30)
    assert changes is not None
    assert list(changes) == [
        Change("left", "book", 2, old_position=1),
        Change("entered", "book", 4, position=1),
    ]
    assert [book.title for book in observer.page] == ["B", "C"]
    store.books[1].title = "E"
    assert changes_of(observer) == [
        [Change("left", "book", 1, old_position=0), Change("entered", "book", 2, position=1)]
    ]
    store.books[2].update(title="A", rating=2)
    assert changes_of(observer) == [
        [Change("moved", "book", 2, frozenset({"title", "rating"}), 0, 1)]
    ]
    assert [(book.title, book.rating) for book in observer.page] == [("A", 2), ("C", 0)]


def test_a_search_is_followed_as_any_query(store: bookworm.Store) -> None:
    dune = store.books.create("Dune", "Frank Herbert")
    observer = store.books.search("sand")[:5].observe()
    assert observer.page == []
    quote = dune.quotes.add("Sand everywhere.")
    assert changes_of(observer) == [[Change("entered", "book", dune.id, position=0)]]
    quote.delete()
    assert changes_of(observer) == [[Change("left", "book", dune.id, old_position=0)]]


def test_what_cannot_be_observed_is_refused(store: bookworm.Store) -> None:
    book = store.books.create("Dune", "Frank Herbert")
    with pytest.raises(bookworm.ArgumentError, match="no field 'titel'"):
        store.observe("titel")
    with pytest.raises(TypeError):
        store.observe(["title"])  # type: ignore[arg-type]
    with pytest.raises(bookworm.ArgumentError, match="limit"):
        store.books.all().observe()
    with pytest.raises(bookworm.ArgumentError, match="10000"):
        store.books.all()[:10001].observe()
    observer = book.observe()
    with pytest.raises(bookworm.ArgumentError):
        observer.page  # noqa: B018
    book.delete()
    with pytest.raises(bookworm.NotFoundError):
        book.observe()
    for timeout in (-1, float("nan")):
        with pytest.raises(bookworm.InvalidError):
            observer.next(timeout)
    with pytest.raises(TypeError):
        observer.next("soon")  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        bookworm.Observer()
    with pytest.raises(TypeError):
        copy.copy(observer)


def test_a_slow_observer_loses_nothing_or_is_told_to_read_again(store: bookworm.Store) -> None:
    slow, slower = store.observe(), store.observe()
    for number in range(2000):
        store.books.create(f"{number}", "A")
    assert [changes[0].id for changes in changes_of(slow)] == list(range(1, 2001))
    for number in range(2500):
        store.books.create(f"{number}", "A")
    changes = slower.next(0)
    assert changes is not None
    assert changes.reread
    assert [(change.kind, change.entity) for change in changes] == [("reread", "none")]
    assert slower.next(0) is None


def test_a_damaged_time_is_told_as_damage(store: bookworm.Store, path: Path) -> None:
    book = store.books.create("Dune", "Frank Herbert")
    observer = store.observe()
    book.rating = 3
    with bookworm.open(path, durability="normal") as other:
        other.books[book.id].rating = 4
    raw = sqlite3.connect(path)
    raw.execute("UPDATE changes SET committed = ?", (1 << 62,))
    raw.commit()
    raw.close()
    with pytest.raises(bookworm.CorruptError, match="the store holds a value that cannot be"):
        observer.next(0)
    with pytest.raises(bookworm.CorruptError, match="the store holds a value that cannot be"):
        store.undo_conflicts()


# Waiting


def test_a_timeout_is_kept(store: bookworm.Store) -> None:
    observer = store.observe()
    began = time.monotonic()
    assert observer.next(0.1) is None
    assert 0.1 <= time.monotonic() - began < 5


def test_iterating_waits_for_each_change(store: bookworm.Store, path: Path) -> None:
    observer = store.observe()
    heard: list[int] = []
    script = """
    for number in range(20):
        store.books.create(f"{number}", "A")
        time.sleep(0.002)
    """
    with start(path, script):
        for changes in observer:
            heard += [change.id for change in changes]
            if len(heard) == 20:
                break
    assert heard == list(range(1, 21))


def test_running_calls_back_in_the_callers_own_thread(store: bookworm.Store) -> None:
    observer = store.observe()
    store.books.create_many(title=["A"], author=["A"])
    store.books.create_many(title=["B"], author=["A"])
    heard: list[tuple[int, int]] = []

    def callback(changes: bookworm.Changes) -> bool:
        heard.append((changes[0].id, threading.get_ident()))
        return len(heard) < 2

    observer.run(callback)
    assert heard == [(1, threading.get_ident()), (2, threading.get_ident())]
    observer.run(callback, timeout=0.05)
    store.books.create("C", "A")
    with pytest.raises(ZeroDivisionError):
        observer.run(lambda changes: 1 // 0)
    store.books.create("D", "A")
    observer.run(lambda changes: observer.close())


def test_asyncio_tasks_each_hear_everything(store: bookworm.Store, path: Path) -> None:
    async def listen(observer: bookworm.Observer) -> list[int]:
        heard: list[int] = []
        async for changes in observer:
            heard += [change.id for change in changes]
            if len(heard) == 10:
                break
        return heard

    async def main() -> list[list[int]]:
        observers = [store.observe() for _ in range(3)]
        tasks = [asyncio.ensure_future(listen(observer)) for observer in observers]
        script = "for number in range(10): store.books.create(f'{number}', 'A')"
        process = start(path, script)
        heard = await asyncio.wait_for(asyncio.gather(*tasks), 30)
        process.communicate()
        return list(heard)

    assert asyncio.run(main()) == [list(range(1, 11))] * 3


def test_asyncio_goes_on_while_it_waits_and_ends_with_the_observer(
    store: bookworm.Store,
) -> None:
    async def main() -> None:
        observer = store.observe()

        async def listen() -> int:
            return sum([1 async for _ in observer])

        tasks = [asyncio.ensure_future(listen()) for _ in range(2)]
        await asyncio.sleep(0.01)
        store.books.create("A", "A")
        await asyncio.sleep(0.05)
        observer.close()
        assert sum(await asyncio.wait_for(asyncio.gather(*tasks), 30)) == 1
        assert await asyncio.wait_for(listen(), 30) == 0
        with store.observe() as other:
            task = asyncio.ensure_future(other.__anext__())
            await asyncio.sleep(0.01)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task

    store.observe().next(0)
    store.books.create("B", "B")
    before = len(os.listdir("/proc/self/fd"))
    asyncio.run(main())
    assert len(os.listdir("/proc/self/fd")) == before


def test_the_descriptor_fits_an_event_loop(store: bookworm.Store) -> None:
    with store.observe() as observer:
        assert not select.select([observer], [], [], 0)[0]
        store.books.create("A", "A")
        assert select.select([observer], [], [], 5)[0] == [observer]
        assert observer.next(0) is not None
    with pytest.raises(bookworm.ClosedError):
        observer.fileno()


def test_ctrl_c_comes_through(run: Script, path: Path) -> None:
    done = run(
        """
        import os, signal, sys, threading, time, bookworm
        with bookworm.open(sys.argv[1]) as store, store.observe() as observer:
            threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
            try:
                observer.next()
            except KeyboardInterrupt:
                print("interrupted")
            store.books.create("A", "A")
            print(observer.next()[0].kind)
        """,
        path,
    )
    assert (done.stdout, done.stderr) == ("interrupted\ninserted\n", "")


def test_another_signal_does_not_end_the_waiting(store: bookworm.Store) -> None:
    observer = store.observe()
    calls: list[int] = []
    old = signal.signal(signal.SIGUSR1, lambda number, frame: calls.append(number))
    try:
        main = threading.main_thread().ident
        assert main is not None
        threading.Timer(0.05, signal.pthread_kill, (main, signal.SIGUSR1)).start()
        assert observer.next(0.3) is None
    finally:
        signal.signal(signal.SIGUSR1, old)
    assert calls == [signal.SIGUSR1]


# The end


@pytest.fixture
def waiting(store: bookworm.Store) -> Iterator[tuple[bookworm.Observer, list[Any]]]:
    """An observer on which four threads wait, and what becomes of them."""
    observer = store.observe()
    outcomes: list[Any] = []

    def wait() -> None:
        try:
            outcomes.append(list(observer))
        except bookworm.Error as error:
            outcomes.append(type(error))

    threads = [threading.Thread(target=wait) for _ in range(4)]
    for thread in threads:
        thread.start()
    time.sleep(0.02)
    yield observer, outcomes
    for thread in threads:
        thread.join(30)
        assert not thread.is_alive()


def test_closing_the_observer_ends_the_iteration(waiting: Any) -> None:
    observer, outcomes = waiting
    observer.close()
    observer.close()
    assert observer.closed
    with pytest.raises(bookworm.ClosedError):
        observer.next(0)
    while len(outcomes) < 4:
        time.sleep(0.01)
    assert outcomes == [[]] * 4


def test_closing_the_store_ends_the_waiting_with_an_error(
    waiting: Any, store: bookworm.Store
) -> None:
    _, outcomes = waiting
    store.close()
    while len(outcomes) < 4:
        time.sleep(0.01)
    assert outcomes == [bookworm.ClosedError] * 4


def test_a_signals_handler_may_close_what_it_interrupts(run: Script, path: Path) -> None:
    done = run(
        """
        import os, signal, sys, threading, bookworm
        with bookworm.open(sys.argv[1]) as store:
            observer = store.observe()
            signal.signal(signal.SIGUSR1, lambda *_: observer.close())
            threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGUSR1)).start()
            print(list(observer))
        """,
        path,
    )
    assert (done.stdout, done.stderr) == ("[]\n", "")


def test_observers_leave_no_descriptors_behind(store: bookworm.Store) -> None:
    store.observe().next(0)
    before = len(os.listdir("/proc/self/fd"))
    for number in range(20):
        observer = store.observe()
        assert observer.next(0.001) is None
        if number % 2:
            observer.close()
        del observer
    assert len(os.listdir("/proc/self/fd")) == before


def test_a_forked_child_cannot_use_an_observer(run: Script, path: Path) -> None:
    done = run(
        """
        import os, sys, bookworm
        store = bookworm.open(sys.argv[1])
        observer = store.observe()
        child = os.fork()
        if child == 0:
            try:
                observer.next()
            except bookworm.ForkedError:
                observer.close()
                os._exit(7)
            os._exit(1)
        print(os.WEXITSTATUS(os.waitpid(child, 0)[1]))
        store.books.create("A", "A")
        print(observer.next(5)[0].kind)
        """,
        path,
    )
    assert (done.stdout, done.stderr) == ("7\ninserted\n", "")


def test_a_killed_writers_commits_are_all_heard(store: bookworm.Store, path: Path) -> None:
    observer = store.observe()
    heard: list[int] = []
    for _ in range(3):
        process = start(path, "while True: store.books.create('A', 'A')")
        wanted = len(heard) + 30
        while len(heard) < wanted:
            changes = observer.next(30)
            assert changes is not None
            heard += [change.id for change in changes]
        process.kill()
        process.communicate()
        while len(heard) < len(store.books):
            changes = observer.next(30)
            assert changes is not None
            heard += [change.id for change in changes]
    assert heard == list(range(1, len(store.books) + 1))
