"""Tests every way of waiting for an observer's reports, and how the waits end."""

from __future__ import annotations

import asyncio
import os
import select
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import Script, start

import bookworm


def test_a_timeout_is_kept(store: bookworm.Store) -> None:
    observer = store.observe()
    began = time.monotonic()
    assert observer.next(0.1) is None
    assert 0.1 <= time.monotonic() - began < 30


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

        heard = asyncio.Event()

        async def listen() -> int:
            count = 0
            async for _ in observer:
                count += 1
                heard.set()
            return count

        tasks = [asyncio.ensure_future(listen()) for _ in range(2)]
        await asyncio.sleep(0.01)
        store.books.create("A", "A")
        await asyncio.wait_for(heard.wait(), 30)
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
        assert select.select([observer], [], [], 30)[0] == [observer]
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


@pytest.fixture
def waiting(store: bookworm.Store) -> Iterator[tuple[bookworm.Observer, list[Any]]]:
    """Four threads wait for an observer; returns how their waits ended."""
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


def wait_for(outcomes: list[Any], count: int) -> None:
    deadline = time.monotonic() + 30
    while len(outcomes) < count:
        assert time.monotonic() < deadline, outcomes
        time.sleep(0.01)


def test_closing_the_observer_ends_the_iteration(waiting: Any) -> None:
    observer, outcomes = waiting
    observer.close()
    observer.close()
    assert observer.closed
    with pytest.raises(bookworm.ClosedError):
        observer.next(0)
    wait_for(outcomes, 4)
    assert outcomes == [[]] * 4


def test_closing_the_store_ends_the_waiting_with_an_error(
    waiting: Any, store: bookworm.Store
) -> None:
    _, outcomes = waiting
    store.close()
    wait_for(outcomes, 4)
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
        print(observer.next(30)[0].kind)
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


def test_a_page_that_is_read_again_by_the_library_is_heard_of(store: bookworm.Store) -> None:
    store.books.create_many(title=["Dune"] * 1200, author=["Frank Herbert"] * 1200)
    page = store.books.all()[:3]
    with page.observe() as first, page.observe() as second:
        store.books.delete(*range(1, 101))
        for observer in (first, second):
            changes = observer.next(60)
            assert changes is not None
            assert {change.kind for change in changes} == {"left", "entered"}
            assert [book.id for book in observer.page] == [101, 102, 103]
            assert observer.next(0) is None

        async def main() -> None:
            store.books.delete(*range(101, 201))
            async for _ in first:
                break

        asyncio.run(main())
        assert [book.id for book in first.page] == [201, 202, 203]
