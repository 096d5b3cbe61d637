"""A machine vanishes while its program writes to a store: see Tests/postgres/vanished."""

from __future__ import annotations

import os
import subprocess
import sys
import time

import bookworm

NAMESPACES = sys.argv[1]
ADDRESS = os.environ["BOOKWORM_TEST_SERVER_TCP"]

# The program on the other machine, which executes each line that it receives.
PROGRAM = """
import sys, bookworm
store = bookworm.open(sys.argv[1], durability="full")
transaction = None
for line in sys.stdin:
    try:
        print(eval(line), flush=True)
    except bookworm.Error as error:
        print(type(error).__name__, getattr(error, "receipt", ""), flush=True)
"""


class Program:
    """A program on the other machine."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [
                "ip",
                "netns",
                "exec",
                f"{NAMESPACES}-machine",
                sys.executable,
                "-B",
                "-c",
                PROGRAM,
                ADDRESS,
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def send(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def answer(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def ask(self, line: str) -> str:
        self.send(line)
        return self.answer()


def wire(state: str) -> None:
    passes = f"net.ipv4.ip_forward={int(state == 'up')}"
    command = ["ip", "netns", "exec", f"{NAMESPACES}-router", "sysctl", "-q", "-w", passes]
    subprocess.run(command, check=True)


def seconds_since(start: float) -> float:
    return time.monotonic() - start


def titles(store: bookworm.Store) -> list[str]:
    return [book.title for book in store.books.order_by("id")]


def a_writer_vanishes(store: bookworm.Store) -> None:
    """The server releases its lock after a minute of silence."""
    there = Program()
    assert there.ask("store.books.create('Shared', 'There').id") == "1"
    with store.observe() as observer:
        assert there.ask("setattr(store.books[1], 'rating', 4)") == "None"
        changes = observer.next(timeout=1)
        assert changes is not None
        assert changes[0].fields == {"rating"}
    assert (
        there.ask("(begun := store.transaction()).__enter__().books.create('Lost', 'A').id") == "2"
    )
    wire("down")
    start = time.monotonic()
    with bookworm.open(ADDRESS, timeout=1) as hasty:
        try:
            hasty.books.create("Too", "Early")
            raise AssertionError("the lock was not held")
        except bookworm.BusyError:
            assert seconds_since(start) >= 1
    with bookworm.open(ADDRESS, timeout=180) as patient:
        patient.books.create("Here", "In the end")
    print(f"the lock of a machine that vanished was let go after {seconds_since(start):.0f} s")
    assert seconds_since(start) < 120
    assert titles(store) == ["Shared", "Here"]
    wire("up")
    # Its uncommitted changes are gone, and it can continue.
    told = there.ask("begun.__exit__(None, None, None)")
    assert told.split()[0] == "DiskError", told
    assert there.ask("store.books.create('Again', 'There').title") == "Again"
    assert titles(store) == ["Shared", "Here", "Again"]
    there.process.kill()
    there.process.wait()


def a_server_vanishes(store: bookworm.Store) -> None:
    """A waiting program gets an error after a minute, and learns the true outcome later."""
    there = Program()
    assert there.ask("store.books.create('Before', 'There').title") == "Before"
    wire("down")
    start = time.monotonic()
    told = there.ask("store.books.create('Cut', 'There').id").split()
    print(f"a server that vanished was noticed after {seconds_since(start):.0f} s: {told[0]}")
    assert seconds_since(start) < 150
    wire("up")
    kept = "Cut" in titles(store)
    if told[0] == "OutcomeUnknownError":
        assert there.ask(f"store.was_kept({told[1]})") == str(kept)
    else:
        assert not kept, told
    assert there.ask("store.books.create('After', 'There').title") == "After"
    assert store.check() == []
    there.process.kill()
    there.process.wait()


with bookworm.open(ADDRESS) as store:
    a_writer_vanishes(store)
    a_server_vanishes(store)
