"""A server with a new store for each test, and a browser that is started once."""

from __future__ import annotations

import http.client
import os
import random
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import bookworm
import pytest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

CHROMIUM = "/usr/bin/chromium"
#: How long tests wait for a condition: a busy machine may need most of it.
PATIENCE = 120
#: Remembers the streams of a page, for `hears`.
STREAMS = """
    window.streams = [];
    window.EventSource = class extends EventSource {
        constructor(address) {
            super(address);
            window.streams.push(this);
        }
    };
"""


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    text: str


class Server:
    """`bookworm serve` as a process."""

    def __init__(
        self, store: Path | str, *options: str, port: int = 0, browser: bool = False
    ) -> None:
        command = [sys.executable, "-m", "bookworm_app", "--store", str(store), "serve"]
        self.process = subprocess.Popen(
            [*command, *([] if browser else ["--no-browser"]), "--port", str(port), *options],
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "TZ": "UTC"},
        )
        assert self.process.stderr
        self.said: list[str] = []
        for line in self.process.stderr:
            self.said.append(line.strip())
            found = re.search(r"http://localhost:(\d+)/", line)
            if found:
                self.port = int(found[1])
                break
        else:
            raise AssertionError(f"no server: {self.said}")
        self.address = f"http://localhost:{self.port}"

    def ask(
        self, path: str, method: str = "GET", body: str | bytes | None = None, **headers: str
    ) -> Answer:
        """A request as a program sends it; the names of headers have "_" for "-"."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        given.setdefault("Host", f"localhost:{self.port}")
        if isinstance(body, str):
            given.setdefault("Content-Type", "application/x-www-form-urlencoded")
        try:
            connection.request(method, path, body, given)
            answer = connection.getresponse()
            text = answer.read().decode("utf-8", "replace")
            named = {name.lower(): value for name, value in answer.getheaders()}
            return Answer(answer.status, named, text)
        finally:
            connection.close()

    def stop(self, with_signal: int = signal.SIGINT) -> tuple[int, str]:
        """Ends it as Ctrl-C does. Returns the exit code and the rest of its output."""
        if self.process.poll() is None:
            self.process.send_signal(with_signal)
        try:
            _, said = self.process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise
        return self.process.returncode, said


def lasting_port() -> int:
    """A port for a server that is started again: the system gives it to no connection meanwhile."""
    return random.randrange(10_100, 32_000)


Serve = Callable[..., Server]


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Starts servers, which end with the test."""
    pytest.importorskip("starlette", reason="`bookworm serve` needs starlette, for Python 3.10")
    started: list[Server] = []

    def start(store: Path | str, *options: str, port: int = 0) -> Server:
        started.append(Server(store, *options, port=port))
        return started[-1]

    yield start
    for each in started:
        each.stop()


@pytest.fixture
def server(serve: Serve, library: bookworm.Store, path: Path) -> Server:
    """A server for the few books of `library`."""
    return serve(path)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium."""
    pytest.importorskip("playwright", reason="tests in a browser need playwright of PyPI")
    if not os.path.exists(CHROMIUM):
        pytest.skip("tests in a browser need Chromium: apt-get install chromium")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        arguments = ["--no-sandbox", "--disable-dev-shm-usage"]
        arguments.append("--use-fake-device-for-media-stream")
        made = driver.chromium.launch(executable_path=CHROMIUM, args=arguments)
        yield made
        made.close()


Open = Callable[..., "Page"]


@pytest.fixture
def visit(browser: Browser) -> Iterator[Open]:
    """Opens a page in a browser of its own. Errors of its scripts fail the test."""
    contexts: list[BrowserContext] = []
    wrong: list[str] = []

    def open_page(address: str, **options: Any) -> Page:
        context = browser.new_context(**{"locale": "en-GB", **options})
        context.set_default_timeout(PATIENCE * 1000)
        context.add_init_script(STREAMS)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on(
            "console",
            lambda said: (
                wrong.append(said.text)
                if said.type == "error"
                and "Failed to load resource" not in said.text
                and "net::ERR" not in said.text
                else None
            ),
        )
        page.goto(address)
        return page

    yield open_page
    for each in contexts:
        each.close()
    assert wrong == []
