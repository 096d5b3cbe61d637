"""Tests a store on a server: its address, and programs on several machines that use it."""

from __future__ import annotations

import os
import pathlib
import socket
import struct
import subprocess
import sys
import textwrap
import threading
import urllib.parse
import uuid
from collections.abc import Iterator

import pytest
from conftest import Script

import bookworm

# From Tests/postgres/run, with --tcp also a port.
SERVER = os.environ.get("BOOKWORM_TEST_SERVER_TCP") or os.environ.get("BOOKWORM_TEST_SERVER")


def with_word(word: str) -> str:
    assert SERVER is not None
    return f"{SERVER}{'&' if '?' in SERVER else '?'}{word}"


@pytest.fixture
def address() -> str:
    if SERVER is None:
        pytest.skip("Tests/postgres/run COMMAND... runs a command beside a server")
    return with_word(f"bookworm_schema=test_{uuid.uuid4().hex}")


@pytest.fixture
def shared(address: str) -> Iterator[bookworm.Store]:
    with bookworm.open(address, durability="normal") as store:
        yield store


def program(address: str, script: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", "import bookworm, sys\n" + textwrap.dedent(script), address],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def line(program: subprocess.Popen[str]) -> str:
    assert program.stdout is not None
    return program.stdout.readline().strip()


def test_two_programs_share_a_store_live_while_a_third_stands_in_a_transaction(
    address: str, shared: bookworm.Store
) -> None:
    book = shared.books.create("Dune", "Frank Herbert", rating=3)
    reader = program(
        address,
        """
        with bookworm.open(sys.argv[1]) as store, store.transaction(read_only=True) as then:
            print(len(then.books), then.books[1].rating, flush=True)
            sys.stdin.readline()
            print(len(then.books), then.books[1].rating, flush=True)
        """,
    )
    assert line(reader) == "1 3"
    hearer = program(
        address,
        """
        with bookworm.open(sys.argv[1]) as store, store.observe() as observer:
            print("listening", flush=True)
            while True:
                for change in observer.next(timeout=20):
                    print(change.entity, change.id, change.kind, *change.fields, flush=True)
                    if change.kind == "inserted":
                        store.books[change.id].rating = 5
                    if change.kind == "deleted":
                        sys.exit()
        """,
    )
    assert line(hearer) == "listening"
    with shared.observe() as observer:
        book.rating = 4
        assert line(hearer) == "book 1 updated rating"
        second = shared.books.create("Solaris", "Stanisław Lem")
        assert line(hearer) == "book 2 inserted"
        # The other program rates the book that was reported to it.
        while second.rating != 5:
            assert observer.next(timeout=20)
            second.refresh()
    second.delete()
    while line(hearer) != "book 2 deleted":
        pass
    assert hearer.wait() == 0
    # The third program's snapshot has not changed.
    assert reader.stdin is not None
    reader.stdin.write("\n")
    reader.stdin.flush()
    assert line(reader) == "1 3"
    assert reader.wait() == 0


def test_a_writer_in_a_transaction_holds_others_up_for_their_time_out_and_no_longer(
    address: str, shared: bookworm.Store
) -> None:
    holder = program(
        address,
        """
        with bookworm.open(sys.argv[1]) as store, store.transaction():
            store.books.create("Held", "Back")
            print("written", flush=True)
            sys.stdin.readline()
        """,
    )
    assert line(holder) == "written"
    with bookworm.open(address, timeout=0.05) as hasty, pytest.raises(bookworm.BusyError):
        hasty.books.create("Too", "Early")
    assert len(shared.books) == 0
    holder.communicate("\n")
    shared.books.create("In", "Time")
    assert [book.title for book in shared.books] == ["Held", "In"]


def test_no_password_is_told(address: str) -> None:
    with bookworm.open(f"{address}&password=secret") as store:
        assert store.path.startswith("postgresql://")
        assert "secret" not in store.path
        assert "secret" not in repr(store)


@pytest.mark.parametrize(
    "wrong",
    [
        "postgresql://me:secret@[::1/db",
        "postgresql://me:secret@127.0.0.1:1/db",
        "postgres://me:secret@db/?sslmode=never",
        "postgresql://me:secret@127.0.0.1:1/db?bookworm_schema=",
    ],
)
def test_a_wrong_address_is_told_without_its_password(wrong: str) -> None:
    with pytest.raises(bookworm.CannotOpenError) as raised:
        bookworm.open(wrong)
    assert not isinstance(raised.value, bookworm.NoSuchFileError)
    assert raised.value.filename == wrong.replace(":secret@", "@")
    assert "secret" not in f"{raised.value} {raised.value!r}"


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("postgresql://127.0.0.1:1", "postgresql://127.0.0.1:1"),
        ("postgresql://me:sec?ret@127.0.0.1:1/db", "postgresql://me@127.0.0.1:1/db"),
        ("postgresql://127.0.0.1:1/?pass%77ord=secret", "postgresql://127.0.0.1:1/"),
        (
            "postgresql://me@127.0.0.1:1/db?password=secret&connect_timeout=2&sslpassword=secret",
            "postgresql://me@127.0.0.1:1/db?connect_timeout=2",
        ),
        ("postgresql://me:sec@ret@127.0.0.1:1/db", None),
        ("postgresql://me:sec/ret@127.0.0.1:1/db", None),
    ],
)
def test_the_address_without_a_password_stands_where_a_file_has_its_name(
    address: str, told: str | None
) -> None:
    with pytest.raises(bookworm.CannotOpenError) as raised:
        bookworm.open(address)
    assert raised.value.filename == told


def test_an_address_is_refused_where_a_file_is_needed(tmp_path: pathlib.Path) -> None:
    address = "postgresql://me:secret@127.0.0.1:1/db"
    with bookworm.open(":memory:") as store:
        for call in (store.backup, store.export_json, store.import_json, bookworm.open_preview):
            with pytest.raises(bookworm.ArgumentError, match="server's address") as raised:
                call(address)
            assert "secret" not in str(raised.value)
    assert list(tmp_path.iterdir()) == []


# A server that does not behave


@pytest.fixture
def port() -> Iterator[socket.socket]:
    """Connections are accepted, but nothing is sent."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(60)  # so that a test whose program never connects ends
        yield listener


@pytest.fixture
def full_port() -> Iterator[socket.socket]:
    """No further connection is accepted, as if the machine were gone."""
    with socket.create_server(("127.0.0.1", 0), backlog=0) as listener:
        first = [socket.socket() for _ in range(4)]
        for client in first:
            client.setblocking(False)
            client.connect_ex(listener.getsockname())
        yield listener
        for client in first:
            client.close()


def message(kind: bytes, body: bytes) -> bytes:
    return kind + struct.pack(">i", len(body) + 4) + body


def words(*pairs: tuple[str, str]) -> bytes:
    return b"".join(name.encode() + text.encode() + b"\0" for name, text in pairs) + b"\0"


def test_what_a_server_says_while_it_is_connected_to_is_not_printed(
    port: socket.socket, run: Script
) -> None:
    said = [("S", "WARNING"), ("V", "WARNING"), ("C", "01000"), ("M", "of another collation")]
    ended = [("S", "FATAL"), ("V", "FATAL"), ("C", "57P01"), ("M", "terminated by an operator")]
    greeting = (
        message(b"R", bytes(4))
        + message(b"S", b"server_version\x0015.0\0")
        + message(b"S", b"server_encoding\0UTF8\0")
        + message(b"N", words(*said))
        + message(b"Z", b"I")
        + message(b"E", words(*ended))
    )

    def serve() -> None:
        client, _ = port.accept()
        with client:
            while struct.unpack(">ii", client.recv(4096)[:8])[1] != 3 << 16:
                client.sendall(b"N")  # no encryption
            client.sendall(greeting)
            client.shutdown(socket.SHUT_WR)
            while client.recv(4096):
                pass

    thread = threading.Thread(target=serve)
    thread.start()
    done = run(
        """
        import bookworm, sys
        try:
            bookworm.open(sys.argv[1])
        except bookworm.DiskError:
            print("lost")
        """,
        f"postgresql://me@127.0.0.1:{port.getsockname()[1]}/db",
    )
    thread.join()
    assert (done.stdout, done.stderr) == ("lost\n", "")


@pytest.mark.parametrize("gone", ["port", "full_port"])
def test_a_server_that_does_not_answer_is_told_in_time_and_another_one_taken(
    gone: str, request: pytest.FixtureRequest
) -> None:
    number = request.getfixturevalue(gone).getsockname()[1]
    with pytest.raises(bookworm.CannotOpenError, match="did not answer in time"):
        bookworm.open(f"postgresql://me@127.0.0.1:{number}/db?connect_timeout=2")
    server = os.environ.get("BOOKWORM_TEST_SERVER")
    if server is None:
        pytest.skip("Tests/postgres/run COMMAND... runs a command beside a server")
    both = server.replace("host=", "host=127.0.0.1,").replace("port=", f"port={number},")
    schema = f"bookworm_schema=test_{uuid.uuid4().hex}"
    with bookworm.open(f"{both}&connect_timeout=2&{schema}") as store:
        assert store.books.create("Dune", "Frank Herbert").id == 1


def test_a_time_to_connect_that_is_no_number_is_refused() -> None:
    with pytest.raises(bookworm.CannotOpenError, match="connect_timeout is soon"):
        bookworm.open("postgresql://me@127.0.0.1:1/db?connect_timeout=soon")


def test_a_backup_without_a_right_to_read_says_so(address: str, tmp_path: pathlib.Path) -> None:
    schema = address.rpartition("=")[2]
    role = f"{schema}_user"

    def execute(sql: str) -> None:
        psql = f"{os.environ['BOOKWORM_TEST_SERVER_PROGRAMS']}/psql"
        subprocess.run([psql, "--quiet", "--command", sql, SERVER or ""], check=True)

    bookworm.open(address).close()
    execute(
        f"CREATE ROLE {role} LOGIN; GRANT USAGE ON SCHEMA {schema} TO {role};"
        f" GRANT ALL ON ALL TABLES IN SCHEMA {schema} TO {role}"
    )
    with bookworm.open(f"{address}&user={role}") as store:
        execute(f"REVOKE SELECT ON {schema}.quotes FROM {role}")
        with pytest.raises(bookworm.NotPermittedError, match="quotes") as caught:
            store.backup(tmp_path / "copy")
    assert caught.value.sqlstate == "42501"
    assert not (tmp_path / "copy").exists()


def test_the_pages_commands_lead_from_a_file_to_a_server(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The five commands unchanged; nothing is installed, and sudo is this user."""
    if os.environ.get("BOOKWORM_TEST_SERVER") is None:
        pytest.skip("Tests/postgres/run COMMAND... runs a command beside a server")
    page = pathlib.Path(__file__).parents[2] / "server.md"
    commands = page.read_text(encoding="utf-8").partition("```sh\n")[2].partition("```")[0]
    assert len(commands.splitlines()) == 5
    server = urllib.parse.urlsplit(os.environ["BOOKWORM_TEST_SERVER"])
    query = dict(urllib.parse.parse_qsl(server.query))
    monkeypatch.setenv("PGHOST", query["host"])
    monkeypatch.setenv("PGPORT", query["port"])
    programs = {
        "sudo": f"""[ "$1" = apt ] || {{ shift 2; PGUSER={server.username} exec "$@"; }}""",
        "python3": f"""exec {sys.executable} "$@" """,
    }
    for name, script in programs.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{script}\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    (tmp_path / "your_program.py").write_text(
        "import bookworm, sys\nprint(bookworm.open(sys.argv[1]).books[1])\n"
    )
    with bookworm.open(tmp_path / "library.books") as store:
        store.books.create("Dune", "Frank Herbert")
        dune = str(store.books[1])
    try:
        done = subprocess.run(
            ["/bin/sh", "-e", "-c", commands],
            cwd=tmp_path, capture_output=True, text=True, check=False,
        )  # fmt: skip
    finally:
        undone = 'dropdb --if-exists library; dropuser --if-exists "$(id -un)"'
        subprocess.run(["sudo", "-u", "postgres", "/bin/sh", "-c", undone], check=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{dune}\n", "")
