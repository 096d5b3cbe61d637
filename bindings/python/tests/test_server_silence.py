"""Tests a server that stops answering, and Ctrl-C in a program that waits for it."""

from __future__ import annotations

import os
import select
import signal
import socket
import subprocess
import sys
import textwrap
import threading
import time
import urllib.parse
import uuid
from collections.abc import Iterator

import pytest

import bookworm

SERVER = os.environ.get("BOOKWORM_TEST_SERVER")


class Network:
    """Connects to the tests' server until it is silenced: then nothing is forwarded, and nothing
    closes.
    """

    def __init__(self, address: str) -> None:
        server = urllib.parse.urlsplit(address)
        query = dict(urllib.parse.parse_qsl(server.query))
        self.user = server.username
        self.socket = f"{query['host']}/.s.PGSQL.{query['port']}"
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.is_silent = False
        self.pairs: list[tuple[socket.socket, socket.socket]] = []
        threading.Thread(target=self.accept, daemon=True).start()

    @property
    def address(self) -> str:
        port = self.listener.getsockname()[1]
        return f"postgresql://{self.user}@127.0.0.1:{port}/postgres?sslmode=disable"

    def accept(self) -> None:
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            server = socket.socket(socket.AF_UNIX)
            server.connect(self.socket)
            self.pairs.append((client, server))
            threading.Thread(target=self.forward, args=(client, server), daemon=True).start()

    def forward(self, client: socket.socket, server: socket.socket) -> None:
        other = {client: server, server: client}
        while True:
            ready, _, _ = select.select(list(other), [], [])
            if self.is_silent:
                return
            for side in ready:
                try:
                    data = side.recv(65536)
                except OSError:
                    data = b""
                if not data:
                    other[side].close()
                    side.close()
                    return
                other[side].sendall(data)

    def close(self) -> None:
        self.listener.close()
        for pair in self.pairs:
            for side in pair:
                side.close()


@pytest.fixture
def network() -> Iterator[Network]:
    if SERVER is None:
        pytest.skip("Tests/postgres/run COMMAND... runs a command beside a server")
    network = Network(SERVER)
    yield network
    network.close()


@pytest.fixture
def address(network: Network) -> str:
    return f"{network.address}&bookworm_schema=test_{uuid.uuid4().hex}"


def start(address: str, script: str) -> subprocess.Popen[str]:
    begin = """
        import bookworm, signal, sys, threading, time
        store = bookworm.open(sys.argv[1], timeout=float(sys.argv[2]))
        book = store.books.create("Dune", "Frank Herbert")
        def waiting():
            print("ready", flush=True)
            sys.stdin.readline()
    """
    return subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(begin) + textwrap.dedent(script), address, "30"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def go(program: subprocess.Popen[str], silencing: Network | None = None) -> None:
    assert program.stdout is not None
    assert program.stdin is not None
    assert program.stdout.readline() == "ready\n"
    if silencing is not None:
        silencing.is_silent = True
    program.stdin.write("\n")
    program.stdin.flush()


def interrupt(program: subprocess.Popen[str], limit: float = 5) -> str:
    """Ends the program by Ctrl-C, and returns its output. It must end soon."""
    time.sleep(1)
    program.send_signal(signal.SIGINT)
    begin = time.monotonic()
    output, errors = program.communicate(timeout=60)
    assert time.monotonic() - begin < limit
    assert (program.returncode, errors) == (0, "")
    return output


CALLS = {
    "a write": "book.rating = 5",
    "a read": "book.refresh()",
    "a list": "list(store.books)",
    "a batch": 'store.books.create_many(title=["A"] * 2000, author=["B"] * 2000)',
    "the opening": "bookworm.open(sys.argv[1])",
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_ctrl_c_comes_through_while_a_call_waits_for_a_silent_server(
    call: str, network: Network, address: str
) -> None:
    program = start(
        address,
        f"""
        waiting()
        try:
            {call}
        except KeyboardInterrupt:
            print("interrupted")
        """,
    )
    go(program, silencing=network)
    assert interrupt(program) == "interrupted\n"


def test_ctrl_c_comes_through_while_a_call_waits_for_another_thread(address: str) -> None:
    program = start(
        address,
        """
        entered, done = threading.Event(), threading.Event()
        def hold():
            with store.transaction():
                entered.set()
                done.wait()
        holder = threading.Thread(target=hold)
        holder.start()
        entered.wait()
        waiting()
        try:
            book.rating = 5
        except KeyboardInterrupt:
            print("interrupted")
        done.set()
        holder.join()
        book.rating = 4
        print(book.rating)
        """,
    )
    go(program)
    assert interrupt(program) == "interrupted\n4\n"


def test_a_handler_of_the_programs_own_runs_when_the_call_is_over(address: str) -> None:
    """The handler may let the program continue, so the call is not abandoned."""
    program = start(
        address,
        """
        other = bookworm.open(sys.argv[1])
        transaction = other.transaction()
        transaction.__enter__()
        threading.Timer(3, lambda: transaction.__exit__(None, None, None)).start()
        signal.signal(signal.SIGINT, lambda number, frame: print("handled", book.title))
        waiting()
        book.rating = 5
        print(book.rating)
        """,
    )
    go(program)
    assert sorted(interrupt(program).split("\n")) == ["", "5", "handled Dune"]


def test_an_answer_that_does_not_come_within_the_time_out_is_an_error(
    network: Network, address: str
) -> None:
    with bookworm.open(address, timeout=1) as store:
        book = store.books.create("Dune", "Frank Herbert")
        network.is_silent = True
        begin = time.monotonic()
        with pytest.raises(bookworm.DiskError, match="has not answered"):
            book.rating = 5
        with pytest.raises((bookworm.DiskError, bookworm.CannotOpenError)):
            book.refresh()
        assert time.monotonic() - begin < 20
