"""A new store for each test, and the command, run in this process or in another one."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import bookworm
import pytest
from hypothesis import settings

from bookworm_app import cli

# The same examples in every run, so that a run fails only for a change. HYPOTHESIS_PROFILE=default
# makes new ones.
settings.register_profile("steady", derandomize=True, database=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))


class Result(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        return json.loads(self.out)


Run = Callable[..., Result]
#: The number of seconds that a test waits for a condition, on the slowest machine.
PATIENCE = 600


def interruptible() -> None:
    """Lets Ctrl-C reach the commands that tests start.

    A process inherits from its parent that SIGINT is ignored. A shell that runs the tests in the
    background ignores it, and so does a command that ran in this process.
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def _surroundings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    interruptible()
    for name in ("LC_ALL", "LC_MESSAGES", "BOOKWORM_LANGUAGE", "NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    monkeypatch.setenv("BOOKWORM_STORE", str(tmp_path / "test.books"))
    monkeypatch.setenv("COLUMNS", "80")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "test.books"


@pytest.fixture
def store(path: Path) -> Iterator[bookworm.Store]:
    with bookworm.open(path, durability="normal") as opened:
        yield opened


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs the command in this process."""

    def call(*args: object, stdin: str = "") -> Result:
        capfd.readouterr()
        monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        code = cli.run([str(each) for each in args])
        interruptible()
        sys.stdout.flush()
        return Result(code, *capfd.readouterr())

    return call


def in_process(*args: object, **options: Any) -> subprocess.CompletedProcess[str]:
    """Runs the command as a shell does."""
    command = [sys.executable, "-m", "bookworm_app", *map(str, args)]
    environment = {**os.environ, **options.pop("env", {})}
    return subprocess.run(
        command,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env=environment,
        check=False,
        **options,
    )


@pytest.fixture
def library(store: bookworm.Store) -> bookworm.Store:
    """A few books to work with."""
    dune = store.books.create(
        "Dune",
        "Frank Herbert",
        genres=["Science Fiction", "Classics"],
        rating=5,
        year=1965,
        identifiers={"isbn": "9780441172719"},
        series="Dune",
        series_number=1,
    )
    dune.quotes.add("Fear is the mind-killer.", 8)
    store.books.create("Dune Messiah", "Frank Herbert", genres=["Science Fiction"], rating=4)
    store.books.create("Dracula", "Bram Stoker", genres=["Horror"], favourite=True)
    store.books.create("東京奇譚集", "村上春樹", genres=["Horror"])
    return store


def bring(run: Run, *args: object, code: int = 0) -> dict[str, Any]:
    """Imports a file twice, and returns the receipt. The second import changes nothing."""
    result = run("import", *args, "--json")
    assert result.code == code, result.err + result.out
    receipt: dict[str, Any] = result.data[0]
    again = run("import", *args, "--json").data[0]
    for outcome in ("created", "merged", "changed"):
        assert again.get(outcome, 0) == 0, again
    return receipt
