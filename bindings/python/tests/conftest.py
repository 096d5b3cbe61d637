"""Fixtures: a store for each test, and other processes that share it."""

from __future__ import annotations

import inspect
import os
import re
import signal
import subprocess
import sys
import tempfile
import textwrap
import unicodedata
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import HealthCheck, settings

import bookworm

# A test leaves nothing in the checkout, and a slow machine is not a failure.
os.environ.setdefault(
    "HYPOTHESIS_STORAGE_DIRECTORY", os.path.join(tempfile.gettempdir(), "bookworm-hypothesis")
)
settings.register_profile(
    "bookworm",
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
settings.load_profile("bookworm")


# The address of a server for the tests' stores, each in a schema of its own. Tests/postgres/run
# --stores sets it. Without an address, the stores are files.
SERVER = os.environ.get("BOOKWORM_TEST_STORE")


OF_A_FILE = "it is about a store's file, and the tests' stores are on a server"


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "file: about a store's file")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if SERVER is None:
        return
    for item in items:
        body = inspect.getsource(item.function) if isinstance(item, pytest.Function) else ""
        if "sqlite3" in body or item.get_closest_marker("file"):
            item.add_marker(pytest.mark.skip(reason=OF_A_FILE))


class Address(str):
    """The address that replaces a store's path. Tests about files are skipped."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        pytest.skip(OF_A_FILE)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    if SERVER is None:
        return tmp_path / "library.books"
    # Makes tests that use a path use an address instead, or skips them.
    return cast("Path", Address(f"{SERVER}&bookworm_schema=test_{uuid.uuid4().hex}"))


@pytest.fixture
def store(path: Path) -> Iterator[bookworm.Store]:
    with bookworm.open(path, durability="normal") as opened:
        yield opened


# Processes that a shell starts in the background ignore Ctrl-C, and so would all processes of the
# tests.
signal.signal(signal.SIGINT, signal.default_int_handler)

Script = Callable[..., "subprocess.CompletedProcess[str]"]

# The seconds for a script. An emulated processor is some ten times as slow.
TIMEOUT = 600 if "BW_EMULATED" in os.environ else 60


@pytest.fixture
def run() -> Script:
    """Runs a script in a Python process of its own, and returns its output."""

    # The output then includes the place of a crash.
    command = [sys.executable, "-X", "faulthandler", "-c"]

    def run_script(script: str, *arguments: object) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*command, textwrap.dedent(script), *map(str, arguments)],
            capture_output=True,
            text=True,
            timeout=TIMEOUT,
            env=os.environ,
            check=False,
        )

    return run_script


def is_visible(text: str) -> bool:
    """Whether a text is certainly a valid name. A few other texts are valid too."""
    blank = "\u115f\u1160\u3164\uffa0\u2800"
    return any(unicodedata.category(each)[0] in "LNPS" and each not in blank for each in text)


def blocks(page: Path) -> list[str]:
    """Returns the blocks of Python on a page."""
    return re.findall(r"^```python\n(.*?)^```", page.read_text(encoding="utf-8"), re.M | re.S)


WRITER = """
import sys, time, bookworm
with bookworm.open(sys.argv[1], durability="normal", timeout=30) as store:
    {}
"""


def start(path: Path, script: str) -> subprocess.Popen[str]:
    """Starts another program that runs a script. Its variable `store` is the store."""
    body = textwrap.indent(textwrap.dedent(script), "    ").strip()
    arguments = [sys.executable, "-c", WRITER.format(body), str(path)]
    return subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True)
