"""Measures the server over a long time: many open pages, and another program that rates books.

    python bindings/app/benchmark/browsers.py [--pages 50] [--minutes 60] [--books 100000]
        [--ratings 1]

Opens the pages as a browser does: it reads a page, opens the page's stream of events, and reads the
page or its charts and counts again when the script of the page would. Another program rates books
of the first page, one each second. Each ten seconds, a browser closes its page and opens it again.

Prints five rows of a table or more, then how many of the events came and how soon, the processor
time of the server, and its memory. Run it with the Python of the app's tests. Processor time and
memory are valid on a busy machine too; the times until an event are then upper bounds.
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import html
import itertools
import json
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import bookworm

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
from browsers_report import Report, Results
from web.benchmark import fill
from web.conftest import Server

#: The pages of every 25 browsers, in turn: mostly pages that most users keep open.
PAGES = (
    *["/"] * 15,
    "/?q=genre:Fantasy",
    "/?q=winter river",
    "/?q=author:voss sort:-year",
    "/?sort=-created",
    "/books/{book}",
    "/books/{book}",
    "/people",
    "/genres",
    "/statistics",
    "/quotes",
)
#: A part of a page that the script reads, with its address.
PART = re.compile(r'(<(?:details|section)\b[^>]*data-from="([^"]+)"[^>]*>)')
LANGUAGES = ("en", "de", "pl", "ko")
#: How long an event may take, and how often a browser opens its page again.
PATIENCE = 30.0
TURN = 10.0
#: As in facets.js: a page of numbers is read again at most once in this many seconds.
NUMBERS_EVERY = 5.0
MOST_BETWEEN_ROWS = 300.0


async def request(
    port: int, path: str, language: str
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter, bytes]:
    """Sends a request. Returns its streams, and the head of the answer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 24)
    # These addresses have no other characters that a browser would escape.
    writer.write(
        f"GET {path.replace(' ', '%20')} HTTP/1.1\r\nHost: localhost:{port}\r\n"
        f"Accept-Language: {language}\r\nAccept-Encoding: gzip\r\n"
        f"Connection: close\r\n\r\n".encode()
    )
    return reader, writer, await reader.readuntil(b"\r\n\r\n")


async def ask(port: int, path: str, language: str) -> str:
    """Returns the text of a page, or fails."""
    reader, writer, head = await request(port, path, language)
    try:
        body = await reader.read()
    finally:
        writer.close()
    if not head.startswith(b"HTTP/1.1 200"):
        raise RuntimeError(f"{path}: {head.splitlines()[0].decode()}")
    return (gzip.decompress(body) if b"content-encoding: gzip" in head.lower() else body).decode()


class Page:
    """A page in a browser."""

    def __init__(self, port: int, path: str, language: str, results: Results) -> None:
        self.port, self.path, self.language, self.results = port, path, language, results
        self._is_list = path == "/" or path.startswith("/?")
        self.books: set[int] = set()
        self.seen = 0
        self._parts: list[tuple[str, bool]] = []
        self._has: set[str] = set()
        self.waiting: dict[int, float] = {}
        self._stream: asyncio.Task[None] | None = None
        self._again = asyncio.Event()
        self._stale = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    def concerns(self, book: int) -> bool:
        """Whether the page must hear of a new rating of a book."""
        if self.path == "/quotes":
            return False
        if self._is_list or self.path.startswith("/books/"):
            return book in self.books
        return self._stream is not None

    async def open(self) -> None:
        """Reads the page and what belongs to it, and opens its stream."""
        self._has.clear()
        text = await self._read()
        found = re.search(r'data-live="([^"]+)"', text)
        assert found, self.path
        address = html.unescape(found[1])
        address += f"{'&' if '?' in address else '?'}since={self.seen}"
        reader, writer, _ = await request(self.port, address, self.language)
        self._stream = asyncio.create_task(self._listen(reader, writer))
        self._tasks = [
            asyncio.create_task(self._keep(self._again, 0, self._read)),
            asyncio.create_task(self._keep(self._stale, NUMBERS_EVERY, self._read_numbers)),
        ]
        if self._is_list:
            await self._read_parts(later=True)

    async def close(self) -> None:
        """Closes the page. Events that it still waits for count neither as arrived nor as lost."""
        self.results.left += len(self.waiting)
        self.results.due -= len(self.waiting)
        self.waiting.clear()
        tasks = [each for each in (self._stream, *self._tasks) if each]
        self._stream, self._tasks = None, []
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _read(self) -> str:
        text = await ask(self.port, self.path, self.language)
        self.results.read += 1
        self._parts = [
            (html.unescape(address), "data-later" in tag)
            for tag, address in PART.findall(text)
            if not tag.startswith("<details") or tag.endswith(" open>")
        ]  # fmt: skip
        transaction = re.search(r'data-transaction="(\d+)"', text)
        assert transaction, self.path
        self._has_seen(int(transaction[1]))
        if not self._is_list:
            self._parts = [each for each in self._parts if each[0] not in self._has]
            await self._read_parts(later=True)
        if not self.books:
            self.books = {int(each) for each in re.findall(r'id="book-(\d+)"', text)}
            if self.path.startswith("/books/"):
                self.books = {int(self.path.rsplit("/", 1)[1])}
        return text

    async def _read_numbers(self) -> None:
        """Reads all numbers again: the facets of a list, otherwise the whole page."""
        if self._is_list:
            await self._read_parts()
        else:
            await self._read()

    async def _read_parts(self, *, later: bool = False) -> None:
        for address, is_later in self._parts:
            if is_later or not later:
                await ask(self.port, address, self.language)
                self._has.add(address)
                self.results.read += 1

    async def _keep(
        self, event: asyncio.Event, pause: float, read: Callable[[], Awaitable[object]]
    ) -> None:
        """Reads again whenever the stream says so, with this pause between two reads."""
        while True:
            await event.wait()
            event.clear()
            try:
                await read()
            except (OSError, RuntimeError, asyncio.IncompleteReadError) as error:
                self.results.failures.append(f"{self.path}: {error}")
            await asyncio.sleep(pause)

    async def _listen(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            number = 0
            while line := await reader.readline():
                if line.startswith(b"id: "):
                    number = int(line[4:])
                elif line.startswith(b"data: "):
                    self._has_seen(number)
                    event = json.loads(line[6:])
                    if event.get("read"):
                        self._again.set()
                    elif event.get("missed") or (event.get("counted") and not self._is_list):
                        # For a list, the stream itself sends the open facets.
                        self._stale.set()
            self.results.failures.append(f"{self.path}: the server has ended the stream")
        finally:
            writer.close()

    def _has_seen(self, number: int) -> None:
        now = time.perf_counter()
        self.seen = max(self.seen, number)
        for each in [each for each in self.waiting if each <= number]:
            self.results.times.append((now - self.waiting.pop(each)) * 1000)


def rate(path: str, minutes: float, ratings: float, books: list[int]) -> None:
    """The other program: rates books, and prints which one, when, and the commit."""
    chance = random.Random(2)
    with bookworm.open(path, durability="normal") as store:
        end = time.perf_counter() + minutes * 60
        for turn in itertools.count(1):
            book = store.books[chance.choice(books)]
            rating = book.rating % 5 + 1
            began = time.perf_counter()
            book.rating = rating
            with store.observe() as observer:
                print(json.dumps([book.id, began, observer.transaction]), flush=True)
            if began > end:
                return
            time.sleep(max(0.0, end - minutes * 60 + turn / ratings - time.perf_counter()))


async def measure(server: Server, path: Path, given: argparse.Namespace) -> bool:
    """Opens the pages, and measures until the other program ends."""
    results = Results()
    text = await ask(server.port, "/", "en")
    books = [int(each) for each in re.findall(r'id="book-(\d+)"', text)]
    assert books
    chance = random.Random(3)
    pages = [
        Page(server.port, PAGES[n % len(PAGES)].format(book=chance.choice(books)),
             LANGUAGES[n // 2 % len(LANGUAGES)], results)
        for n in range(given.pages)
    ]  # fmt: skip
    for page in pages:
        await page.open()
    # The work that the server still does after its start is not measured.
    await asyncio.sleep(5)
    report = Report(server, results)
    command = [sys.executable, __file__, "--rate", str(path), "--minutes", str(given.minutes)]
    command += ["--ratings", str(given.ratings)]
    other = await asyncio.create_subprocess_exec(*command, *map(str, books), stdout=subprocess.PIPE)
    tasks = [
        asyncio.create_task(each)
        for each in (
            _turns(pages, chance),
            _patience(pages, results),
            _rows(report, min(given.minutes * 12, MOST_BETWEEN_ROWS)),
        )
    ]
    assert other.stdout
    while line := await other.stdout.readline():
        book, began, transaction = json.loads(line)
        results.commits += 1
        for page in pages:
            if page.concerns(book):
                results.due += 1
                # The event may have arrived before this line of the other program.
                page.waiting[transaction] = began
                if page.seen >= transaction:
                    page._has_seen(transaction)
    await asyncio.sleep(PATIENCE / 3)
    for task in tasks:
        task.cancel()
    report.row()
    report.end()
    for page in pages:
        await page.close()
    return await other.wait() == 0 and len(results.times) == results.due and not results.failures


async def _turns(pages: list[Page], chance: random.Random) -> None:
    while True:
        await asyncio.sleep(TURN)
        page = chance.choice(pages)
        await page.close()
        await page.open()


async def _patience(pages: list[Page], results: Results) -> None:
    while True:
        await asyncio.sleep(1)
        limit = time.perf_counter() - PATIENCE
        for page in pages:
            for number in [each for each, began in page.waiting.items() if began < limit]:
                del page.waiting[number]
                results.late.append(f"{page.path}: no event for transaction {number}")


async def _rows(report: Report, pause: float) -> None:
    while True:
        await asyncio.sleep(pause)
        report.row()


def main() -> None:
    """Measures. The exit code is 1 if an event was lost or anything failed."""
    options = argparse.ArgumentParser(description="See the first lines of the file.")
    defaults = {"pages": 50, "minutes": 60.0, "books": 100_000, "ratings": 1.0}
    for name, value in defaults.items():
        options.add_argument(f"--{name}", type=type(value), default=value)
    options.add_argument("--rate", help=argparse.SUPPRESS)
    options.add_argument("rated", nargs="*", type=int, help=argparse.SUPPRESS)
    given = options.parse_args()
    if given.rate:
        rate(given.rate, given.minutes, given.ratings, given.rated)
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "benchmark.books"
        fill(path, given.books)
        server = Server(path)
        try:
            done = asyncio.run(measure(server, path, given))
        finally:
            server.stop()
    sys.exit(0 if done else 1)


if __name__ == "__main__":
    main()
