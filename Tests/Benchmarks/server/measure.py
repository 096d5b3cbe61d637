"""Measures in turn what Tests/Benchmarks/server/run says, and prints, or publishes, one table."""

from __future__ import annotations

import argparse
import gc
import os
import platform
import random
import statistics
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import peers

_HERE = Path(__file__).resolve().parent
_WORDS = ["sea", "time", "night", "garden", "letter", "winter", "house", "river", "stone", "light"]

Figures = dict[str, dict[str, list[float]]]


def made_books(count: int, genres: list[int]) -> list[dict[str, Any]]:
    dice = random.Random(7)
    return [
        {
            "title": f"{dice.choice(_WORDS)} of the {dice.choice(_WORDS)} {number}",
            "author": f"Author {dice.randrange(2000)}",
            "review": " ".join(dice.choices(_WORDS, k=16)) if number % 3 == 0 else None,
            "rating": dice.randrange(6),
            "year": dice.randrange(1800, 2026),
            "genres": dice.sample(genres, 2),
        }
        for number in range(count)
    ]


class Clock:
    def __init__(self) -> None:
        self.figures: Figures = {}

    def rate(self, work: str, who: str, count: int, body: Callable[[], Any]) -> Any:
        """How many a second."""
        gc.collect()
        start = time.perf_counter()
        result = body()
        seconds = time.perf_counter() - start
        self.figures.setdefault(work, {}).setdefault(who, []).append(count / seconds)
        return result


def one_round(clock: Clock, everyone: dict[str, Any], count: int, dice: random.Random) -> None:
    def ask(work: str, number: int, method: str, *arguments: Any, repeat: int = 1) -> None:
        names = [name for name in everyone if hasattr(everyone[name], method)]
        dice.shuffle(names)
        answers = set()
        for name in names:
            call = getattr(everyone[name], method)

            def body(call: Callable[..., Any] = call) -> Any:
                for _ in range(repeat - 1):
                    call(*arguments)
                return call(*arguments)

            answer = clock.rate(work, name, number * repeat, body)
            # The other store has other ratings after the first round.
            if name != "Bookworm on SQLite":
                answers.add(answer)
        assert len(answers) == 1, f"{work}: {answers}"

    ids = dice.sample(range(1, count + 1), 2000)
    ask("read by id", 2000, "read", ids)
    ask("100 ids in one call", 100, "read_together", ids[:100], repeat=20)
    ask("first page of 50", 1, "first_page", repeat=200)
    ask("every book to objects", count, "scan")
    books = list(everyone["Bookworm"].store.books.order_by("id")[:1000])
    for name in ("Bookworm", "psycopg 3", "Bookworm on SQLite"):
        own = books
        if name == "Bookworm on SQLite":
            own = list(everyone[name].store.books.order_by("id")[:1000])
        pairs = [(book, dice.randrange(1, 6)) for book in dice.sample(own, 300)]
        clock.rate("rate per commit", name, len(pairs), partial(everyone[name].rate, pairs))


LINES = (
    ("read by id", "psycopg 3", 1.0, "as fast as psycopg 3 with prepared statements"),
    ("100 ids in one call", "read by id", 10.0, "ten times the books that are read one by one"),
    ("first page of 50", "psycopg 3", 1.0, "level with psycopg 3"),
    ("rate per commit", "psycopg 3", 2.0, "twice psycopg 3 doing the same"),
    ("batch create", "Bookworm on SQLite", 0.7, "0.7 of the same library on SQLite"),
    ("every book to objects", "SQLAlchemy Core", 1.0, "faster than SQLAlchemy Core"),
)


def table(figures: Figures) -> str:
    names = ["Bookworm", "psycopg 3", "SQLAlchemy Core", "Bookworm on SQLite"]
    lines = ["| a second | " + " | ".join(names) + " |", "|---|" + "---:|" * len(names)]
    for work, by_name in figures.items():
        cells = [
            f"{statistics.median(by_name[name]):,.0f}" if name in by_name else "" for name in names
        ]
        lines.append(f"| {work} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def lines(figures: Figures) -> str:
    rows = ["| line | to reach | reached |", "|---|---:|---:|"]
    for work, beside, least, words in LINES:
        own = statistics.median(figures[work]["Bookworm"])
        other = figures["read by id"]["Bookworm"] if beside in figures else figures[work][beside]
        ratio = own / statistics.median(other)
        verdict = "" if ratio >= least else " (not reached)"
        rows.append(f"| {work}: {words} | {least:g} | {ratio:.2f}{verdict} |")
    return "\n".join(rows)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--books", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--publish", action="store_true")
    options = parser.parse_args()
    url = os.environ["BOOKWORM_TEST_SERVER"]
    clock = Clock()
    with tempfile.TemporaryDirectory() as folder:
        stores = {
            "Bookworm": f"{url}&bookworm_schema=library",
            "Bookworm on SQLite": f"{folder}/library.books",
        }
        everyone: dict[str, Any] = {name: peers.Bookworm(path) for name, path in stores.items()}
        for round_ in range(min(options.rounds, 3)):
            for name, path in stores.items():
                again = path + f"_{round_}"
                peer = peers.Bookworm(again)
                fill(peer, options.books, clock, name)
                peer.store.close()
        for name in stores:
            fill(everyone[name], options.books, None, name)
        everyone["psycopg 3"] = peers.Psycopg(url, "library")
        everyone["SQLAlchemy Core"] = peers.SQLAlchemyCore(url, "library")
        everyone["psycopg 3"].run("ANALYZE")
        dice = random.Random(1)
        for _ in range(options.rounds):
            one_round(clock, everyone, options.books, dice)
        report(clock.figures, options, everyone["psycopg 3"])


def fill(peer: peers.Bookworm, count: int, clock: Clock | None, name: str) -> None:
    genres = [peer.store.genres.create(f"Genre {number}").id for number in range(40)]
    rows = made_books(count, genres)
    if clock is None:
        peer.create(rows, 10_000)
    else:
        clock.rate("batch create", name, count, lambda: peer.create(rows, 10_000))


def report(figures: Figures, options: argparse.Namespace, server: peers.Psycopg) -> None:
    version = server.run("SHOW server_version").fetchone()
    assert version is not None
    text = (_HERE / "SERVER.in.md").read_text(encoding="utf-8")
    words = {
        "$machine": f"{os.cpu_count()} processors, {platform.machine()}, PostgreSQL {version[0]},"
        f" {options.books:,} books, medians of {options.rounds} rounds",
        "$table": table(figures),
        "$lines": lines(figures),
    }
    for word, value in words.items():
        text = text.replace(word, value)
    if options.publish:
        (_HERE / "SERVER.md").write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
