"""Measures pages at 100,000 books, and how soon a change reaches open pages.

    python bindings/app/tests/web/benchmark.py [--books 100000] [--streams 50] [--seconds 20]
        [--calibre-web ENVIRONMENT TABLES]

Needs what the tests need. It prints a line for each page, with the server's time, the size as sent,
and the time in Chromium if it is there; then the time from a commit by another program until the
last of the streams reports it, the server's share of the processor, and its memory. With
calibre-web (see beside.py), it also prints the times of the corresponding pages there, measured
alternately with ours.
"""

from __future__ import annotations

import argparse
import asyncio
import datetime
import os
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path

import bookworm

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from web import beside
from web.conftest import CHROMIUM, Server

PAGES = {
    "first page": "/",
    "a page in the middle": "/?n=50001&after={middle}",
    "a genre": "/?q=genre:Fantasy",
    "an author by rating": "/?q=author:voss sort:-rating",
    "a genre by rating": "/?q=genre:Horror&sort=-rating",
    "words": "/?q=winter river",
    "a long line": "/?q=-genre:horror -author:sato rating:2..4 year:1950..1999 sort:-year,rating",
    "a book": "/books/50000",
    "edit": "/books/50000/edit",
    "genres": "/genres",
    "people": "/people",
    "a person": "/person?name=Ann+Voss",
    "series": "/series",
    "quotes": "/quotes",
    "statistics": "/statistics",
    "a year": "/years/2024",
}
WORDS = ["night", "river", "garden", "king", "winter", "of", "the", "stone", "star", "sea", "last"]
NAMES = ["Ann", "Bo", "Carla", "Dmitri", "Eve", "Frank", "Greta", "Hugo", "Ines", "Jan"]
LAST = ["Miller", "Novak", "Okoye", "Park", "Quist", "Rossi", "Sato", "Tal", "Ueda", "Voss"]


def fill(path: Path, count: int) -> str:
    """Creates the store. Returns a cursor to its middle."""
    chance = random.Random(1)
    with bookworm.open(path, durability="normal") as store:
        store.genres.create_standard()
        genres = [genre.name for genre in store.genres]
        days = [datetime.date(chance.randint(2005, 2025), chance.randint(1, 12), 1)
                if chance.random() < 0.2 else None for _ in range(count)]  # fmt: skip
        store.books.create_many(
            title=[" ".join(chance.choices(WORDS, k=3)).title() for _ in range(count)],
            author=[f"{chance.choice(NAMES)} {chance.choice(LAST)}" for _ in range(count)],
            rating=[chance.randint(0, 5) for _ in range(count)],
            year=[chance.randint(1900, 2025) for _ in range(count)],
            genres=[chance.sample(genres, chance.randint(0, 3)) for _ in range(count)],
            finished=days,
            status=["completed" if day else "on-shelf" for day in days],
            series=[f"Series {chance.randint(1, 3000)}" if chance.random() < 0.3 else None
                    for _ in range(count)],
        )  # fmt: skip
        middle = store.books.all().page(1, start=count // 2).cursor
        assert middle
        return middle


TURNS = 25


def measured(server: Server, path: str) -> tuple[float, float, float, int]:
    """Returns the median, worst and processor time in milliseconds, and the bytes sent.

    The first time is the worst for a page with counts, because they are cached until a change.
    """
    times = []
    size = 0
    busy = process(server)[0]
    for _ in range(TURNS):
        began = time.perf_counter()
        answer = server.ask(path.replace(" ", "%20"), Accept_Encoding="gzip")
        times.append((time.perf_counter() - began) * 1000)
        assert answer.status == 200, path
        size = int(answer.headers.get("content-length", len(answer.text)))
    busy = (process(server)[0] - busy) / TURNS * 1000
    return statistics.median(times), max(times), busy, size


def in_chromium(address: str, paths: list[str]) -> list[float]:
    """The time until each page is loaded, in milliseconds; nothing without Chromium."""
    if not os.path.exists(CHROMIUM):
        return []
    from playwright.sync_api import sync_playwright

    made = []
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page()
        for path in paths:
            times = []
            for _ in range(5):
                page.goto(address + path)
                entry = "performance.getEntriesByType('navigation')[0].duration"
                times.append(float(page.evaluate(entry)))
            made.append(statistics.median(times))
        browser.close()
    return made


async def heard(port: int, done: asyncio.Queue[float]) -> None:
    """Reads one stream, and reports when each event arrives."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(
        f"GET /live/shelf?since=9999999 HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n".encode()
    )
    while line := await reader.readline():
        if line.startswith(b"data:") and b'"rows"' in line:
            done.put_nowait(time.perf_counter())


async def liveness(port: int, path: Path, streams: int, seconds: int) -> list[float]:
    """The milliseconds from each commit of another program to the last of the streams."""
    done: asyncio.Queue[float] = asyncio.Queue()
    tasks = [asyncio.create_task(heard(port, done)) for _ in range(streams)]
    await asyncio.sleep(2)
    made = []
    with bookworm.open(path, durability="normal") as store:
        books = store.books.all()[:50].ids()
        for turn in range(seconds):
            book = store.books[books[turn % 50]]
            rating = book.rating % 5 + 1
            began = time.perf_counter()
            await asyncio.to_thread(setattr, book, "rating", rating)
            times = [await asyncio.wait_for(done.get(), 10) for _ in range(streams)]
            made.append((max(times) - began) * 1000)
            await asyncio.sleep(1)
    for task in tasks:
        task.cancel()
    return made


def compare(server: Server, environment: Path, tables: Path, folder: Path, count: int) -> None:
    """Prints the times of the pages that calibre-web also has, measured alternately with ours."""
    authors = [f"{name} {last}" for name in NAMES for last in LAST]
    beside.fill(folder / "calibre", tables, authors, count)
    other = beside.CalibreWeb(environment, folder / "calibre", folder / "home")
    try:
        print(f"\n{'median of 9 turns':22}{'ours':>10}{'calibre-web':>14}{'ratio':>8}{'sent':>18}")
        for name, path in beside.PAGES.items():
            ours: list[float] = []
            theirs: list[float] = []
            for _ in range(9):
                began = time.perf_counter()
                mine = server.ask(PAGES[name].replace(" ", "%20"), Accept_Encoding="gzip")
                ours.append((time.perf_counter() - began) * 1000)
                began = time.perf_counter()
                answer = other.ask(path, Accept_Encoding="gzip")
                theirs.append((time.perf_counter() - began) * 1000)
                assert answer.status == 200, (path, answer.status)
            here, there = statistics.median(ours), statistics.median(theirs)
            sent = [int(each.headers["content-length"]) / 1024 for each in (mine, answer)]
            print(f"{name:22}{here:7.1f} ms{there:11.0f} ms{there / here:8.0f}"
                  f"{sent[0]:9.1f} K{sent[1]:6.0f} K")  # fmt: skip
    finally:
        other.stop()


def process(server: Server) -> tuple[float, int]:
    """Returns the server's processor time in seconds, and its memory in KiB."""
    fields = Path(f"/proc/{server.process.pid}/stat").read_text().rsplit(") ", 1)[1].split()
    seconds = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return seconds, int(fields[21]) * os.sysconf("SC_PAGE_SIZE") // 1024


def main() -> None:
    """Measures all."""
    options = argparse.ArgumentParser()
    options.add_argument("--books", type=int, default=100_000)
    options.add_argument("--streams", type=int, default=50)
    options.add_argument("--seconds", type=int, default=20)
    options.add_argument("--calibre-web", nargs=2, type=Path, metavar=("ENVIRONMENT", "TABLES"))
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "benchmark.books"
        middle = fill(path, given.books)
        began = time.perf_counter()
        server = Server(path)
        try:
            server.ask("/")
            print(f"first page after {(time.perf_counter() - began) * 1000:.0f} ms, from a start")
            paths = [each.format(middle=middle) for each in PAGES.values()]
            rows = [measured(server, each) for each in paths]
            loaded = in_chromium(server.address, paths) or [float("nan")] * len(paths)
            heads = ("median", "worst", "busy", "sent", "Chromium")
            print(f"{'page':22}" + "".join(f"{head:>10}" for head in heads))
            for name, (median, worst, busy, size), there in zip(PAGES, rows, loaded):
                milliseconds = "".join(f"{each:7.1f} ms" for each in (median, worst, busy))
                print(f"{name:22}{milliseconds}{size / 1024:7.1f} K{there:8.0f} ms")
            print(f"median of all pages {statistics.median(row[0] for row in rows):.1f} ms")
            before, memory = process(server)
            times = asyncio.run(liveness(server.port, path, given.streams, given.seconds))
            after, later = process(server)
            print(
                f"{given.streams} streams heard of a commit after {statistics.median(times):.0f} ms"
                f" (worst {max(times):.0f}); {(after - before) / given.seconds * 100:.1f} % of a"
                f" core, memory {memory // 1024} -> {later // 1024} MiB"
            )
            if given.calibre_web:
                environment, tables = given.calibre_web
                compare(server, environment, tables, Path(folder), given.books)
        finally:
            server.stop()


if __name__ == "__main__":
    main()
