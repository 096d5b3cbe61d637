"""Tests that no lock of a store is dropped, whatever its program does to the file."""

from __future__ import annotations

import contextlib
import hashlib
import multiprocessing
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from conftest import Script, start

import bookworm

pytestmark = pytest.mark.file

OTHERS = """
[store.books.create(f"other {number}", "B") for number in range(20)]
"""


def copy_file(path: Path) -> None:
    shutil.copy(path, path.parent.with_suffix(".copy"))


def copy_folder(path: Path) -> None:
    shutil.copytree(path.parent, path.parent.with_suffix(".copies"), dirs_exist_ok=True)


def hash_all(path: Path) -> None:
    for each in path.parent.iterdir():
        hashlib.sha256(each.read_bytes()).digest()


def open_and_close(path: Path) -> None:
    for ending in ("", "-wal", "-shm"):
        os.close(os.open(f"{path}{ending}", os.O_RDWR))


def look_by_sqlite3(path: Path) -> None:
    with contextlib.closing(sqlite3.connect(path)) as other:
        other.execute("SELECT count(*) FROM books").fetchone()


def write_by_sqlite3(path: Path) -> None:
    # Drops the table before the commit, because the library opens no store with foreign tables.
    with contextlib.closing(sqlite3.connect(path, timeout=30)) as other:
        other.execute("BEGIN IMMEDIATE")
        other.execute("CREATE TABLE mine (x)")
        other.execute("INSERT INTO mine VALUES (1)")
        other.execute("DROP TABLE mine")
        other.commit()


def from_another_thread(path: Path) -> None:
    def touch() -> None:
        copy_folder(path)
        look_by_sqlite3(path)

    thread = threading.Thread(target=touch)
    thread.start()
    thread.join()


def check_is_locked(path: Path) -> None:
    other = sqlite3.connect(path, timeout=0)
    with pytest.raises(sqlite3.OperationalError, match="locked"):
        other.execute("BEGIN IMMEDIATE")
    other.close()


Touch = Callable[[Path], None]
TOUCHES: list[Touch] = [
    copy_file,
    copy_folder,
    hash_all,
    open_and_close,
    look_by_sqlite3,
    write_by_sqlite3,
    from_another_thread,
]
touches = pytest.mark.parametrize("touch", TOUCHES, ids=lambda touch: touch.__name__)


@touches
def test_touching_the_files_loses_nobodys_books(path: Path, touch: Touch) -> None:
    with bookworm.open(path, durability="normal") as store:
        for number in range(5):
            store.books.create(f"mine {number}", "A")
            touch(path)
            assert start(path, OTHERS).wait() == 0
            store.books.create(f"mine too {number}", "A")
    with bookworm.open(path) as store:
        assert len(store.books) == 5 * 22
        assert store.check() == []


@touches
def test_touching_the_files_while_others_write_loses_nobodys_books(
    path: Path, touch: Touch
) -> None:
    with bookworm.open(path, durability="normal", timeout=30) as store:
        others = [start(path, OTHERS * 10) for _ in range(2)]
        mine = 0
        while any(other.poll() is None for other in others):
            store.books.create(f"mine {mine}", "A")
            touch(path)
            mine += 1
        assert [other.returncode for other in others] == [0, 0]
    with bookworm.open(path) as store:
        assert len(store.books) == mine + 400
        assert store.check() == []


@touches
def test_touching_the_files_lets_nobody_into_a_transaction(
    store: bookworm.Store, path: Path, touch: Touch, run: Script
) -> None:
    if touch is write_by_sqlite3:
        pytest.skip("it waits, as everybody does")
    with store.transaction():
        store.books.create("Dune", "Frank Herbert")
        touch(path)
        done = run(
            """
            import sys, bookworm
            try:
                with bookworm.open(sys.argv[1], timeout=0.2) as store:
                    store.books.create("Intruder", "X")
            except bookworm.BusyError:
                print("busy")
            """,
            path,
        )
        assert (done.stdout, done.stderr) == ("busy\n", "")
        check_is_locked(path)
    assert [book.title for book in store.books] == ["Dune"]


def sqlite3_orders() -> Iterator[tuple[str, ...]]:
    """Every order of opening, using and closing a store and a connection of sqlite3."""
    each = ("open", "write", "close")
    steps: dict[str, tuple[str, ...]] = {"store": each, "sqlite3": each}

    def merged(
        done: tuple[str, ...], left: dict[str, tuple[str, ...]]
    ) -> Iterator[tuple[str, ...]]:
        if not any(left.values()):
            yield done
        for name, rest in left.items():
            if rest:
                yield from merged((*done, f"{name} {rest[0]}"), {**left, name: rest[1:]})

    return merged((), steps)


@pytest.mark.parametrize("order", list(sqlite3_orders()), ids=", ".join)
def test_sqlite3_in_the_same_process_in_every_order(path: Path, order: tuple[str, ...]) -> None:
    bookworm.open(path).close()
    other = start(path, OTHERS * 5)
    store: bookworm.Store
    connection: sqlite3.Connection
    for step in order:
        if step == "store open":
            store = bookworm.open(path, durability="normal", timeout=30)
        elif step == "store write":
            for number in range(20):
                store.books.create(f"mine {number}", "A")
        elif step == "store close":
            store.close()
        elif step == "sqlite3 open":
            connection = sqlite3.connect(path, timeout=30)
            connection.execute("SELECT count(*) FROM books").fetchone()
        elif step == "sqlite3 write":
            # Begins to write and then rolls back.
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("DELETE FROM books")
            connection.rollback()
        else:
            connection.close()
    assert other.wait() == 0
    with bookworm.open(path) as store:
        assert len(store.books) == 120
        assert store.check() == []


KILLED = """
import sys, os, time, {imports}, bookworm
store = bookworm.open(sys.argv[1], durability="normal")
store.books.create("Kept", "A")
transaction = store.transaction()
transaction.__enter__()
store.books.create("Lost", "A")
{fork}
print(child, flush=True)
time.sleep(60)
"""
FORKS = {
    "os.fork": """
child = os.fork()
if child == 0:
    os.close(1)
    time.sleep(60)
    os._exit(0)
""",
    "multiprocessing": """
process = multiprocessing.get_context("fork").Process(target=time.sleep, args=(60,))
process.start()
child = process.pid
""",
    "subprocess": """
child = subprocess.Popen(["sleep", "60"], close_fds=False, stdout=subprocess.DEVNULL).pid
""",
}


@pytest.mark.parametrize("way", FORKS)
def test_a_killed_writer_leaves_no_lock_with_its_child(path: Path, way: str) -> None:
    imports = "subprocess" if way == "os.fork" else way
    script = KILLED.format(imports=imports, fork=FORKS[way])
    writer = subprocess.Popen(
        [sys.executable, "-c", script, str(path)], stdout=subprocess.PIPE, text=True
    )
    assert writer.stdout is not None
    child = int(writer.stdout.readline())
    try:
        with pytest.raises(bookworm.BusyError), bookworm.open(path, timeout=0.1) as store:
            store.books.create("Too early", "A")
        writer.kill()
        writer.wait()
        os.kill(child, 0)
        with bookworm.open(path, timeout=0.5) as store:
            store.books.create("Next", "A")
            assert [book.title for book in store.books] == ["Kept", "Next"]
            assert store.check() == []
        assert [each.name for each in path.parent.iterdir()] == [path.name]
    finally:
        os.kill(child, signal.SIGKILL)
        writer.kill()
        writer.wait()


def test_children_that_come_and_go_disturb_no_writer(store: bookworm.Store, path: Path) -> None:
    context = multiprocessing.get_context("fork")
    with store.transaction():
        store.books.create("Dune", "Frank Herbert")
        for _ in range(10):
            child = context.Process(target=os.getpid)
            child.start()
            child.join()
            assert child.exitcode == 0
        check_is_locked(path)
    assert len(store.books) == 1
