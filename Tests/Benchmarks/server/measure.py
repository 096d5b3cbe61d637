"""Measures in turn what Tests/Benchmarks/server/run requests, and prints or publishes one page."""

from __future__ import annotations

import argparse
import dataclasses
import gc
import os
import platform
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import peers
import wires

_HERE = Path(__file__).resolve().parent
_WORDS = ["sea", "time", "night", "garden", "letter", "winter", "house", "river", "stone", "light"]
NAMES = ["Bookworm", "psycopg 3", "SQLAlchemy Core", "Django", "Bookworm on SQLite"]

Figures = dict[str, dict[str, list[float]]]


@dataclasses.dataclass
class Run:
    """The measurements of one number of books over one wire."""

    books: int
    wire: str
    round_trip: float
    figures: Figures = dataclasses.field(default_factory=dict)

    @property
    def name(self) -> str:
        return f"{self.wire}, {self.books:,}"


def made_books(count: int, genres: list[int], size: int = 10_000) -> Iterator[list[dict[str, Any]]]:
    dice = random.Random(7)
    for first in range(0, count, size):
        yield [
            {
                "title": f"{dice.choice(_WORDS)} of the {dice.choice(_WORDS)} {number}",
                "author": f"Author {dice.randrange(2000)}",
                "review": " ".join(dice.choices(_WORDS, k=16)) if number % 3 == 0 else None,
                "rating": dice.randrange(6),
                "year": dice.randrange(1800, 2026),
                "genres": dice.sample(genres, 2),
            }
            for number in range(first, min(first + size, count))
        ]


def seconds_of(body: Callable[[], Any]) -> tuple[Any, float]:
    gc.collect()
    start = time.perf_counter()
    result = body()
    return result, time.perf_counter() - start


def note(run: Run, work: str, who: str, rate: float) -> None:
    run.figures.setdefault(work, {}).setdefault(who, []).append(rate)


def filled(path: str, run: Run, who: str) -> peers.Bookworm:
    """Fills a new store with a run's books, and notes how many were created per second."""
    peer = peers.Bookworm(path)
    genres = [peer.store.genres.create(f"Genre {number}").id for number in range(40)]
    seconds = 0.0
    for batch in made_books(run.books, genres):
        seconds += seconds_of(partial(peer.store.books.create_many, batch))[1]
    note(run, "batch create", who, run.books / seconds)
    return peer


def one_round(run: Run, everyone: dict[str, Any], dice: random.Random) -> None:
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

            answer, seconds = seconds_of(body)
            note(run, work, name, number * repeat / seconds)
            # The other store has other ratings after the first round.
            if name != "Bookworm on SQLite":
                answers.add(answer)
        assert len(answers) == 1, f"{work}: {answers}"

    ids = dice.sample(range(1, run.books + 1), 2000)
    ask("read by id", 2000, "read", ids)
    ask("100 ids in one call", 100, "read_together", ids[:100], repeat=20)
    ask("first page of 50", 1, "first_page", repeat=200)
    ask("every book to objects", run.books, "scan")
    for name in ("Bookworm", "psycopg 3", "Bookworm on SQLite"):
        if name in everyone:
            own = everyone["Bookworm" if name == "psycopg 3" else name].store
            books = list(own.books.order_by("id")[:1000])
            pairs = [(book, dice.randrange(1, 6)) for book in dice.sample(books, 300)]
            _, seconds = seconds_of(partial(everyone[name].rate, pairs))
            note(run, "rate per commit", name, len(pairs) / seconds)


def measured(
    books: int, urls: dict[str, str], rounds: int, folder: str, dice: random.Random
) -> Iterator[Run]:
    """Each wire has stores of its own; a store in a file is measured with the first wire."""
    for wire, url in urls.items():
        run = Run(books, wire, peers.round_trip(url))
        everyone: dict[str, Any] = {}
        stores = {"Bookworm": partial(peers.in_schema, url)}
        if wire == next(iter(urls)):
            stores["Bookworm on SQLite"] = partial("{}/{}.books".format, folder)
        for turn in range(min(rounds, 3)):
            for name, place in stores.items():
                if turn:
                    everyone[name].store.close()
                schema = f"library_{books}_{list(urls).index(wire)}_{turn}"
                everyone[name] = filled(place(schema), run, name)
        everyone["psycopg 3"] = peers.Psycopg(url, schema)
        everyone["SQLAlchemy Core"] = peers.SQLAlchemyCore(url, schema)
        everyone["Django"] = peers.Django(url, schema)
        everyone["psycopg 3"].run("VACUUM ANALYZE")
        for _ in range(rounds):
            one_round(run, everyone, dice)
        yield run
        for name in stores:
            everyone[name].store.close()


GOALS = (
    ("read by id", "psycopg 3", 1.0, "as fast as psycopg 3 with prepared statements"),
    ("100 ids in one call", "read by id", 10.0, "ten times the books that are read one by one"),
    ("first page of 50", "psycopg 3", 1.0, "level with psycopg 3"),
    ("rate per commit", "psycopg 3", 2.0, "twice psycopg 3 doing the same"),
    ("batch create", "Bookworm on SQLite", 0.7, "0.7 of the same library on SQLite"),
    ("every book to objects", "SQLAlchemy Core", 1.0, "faster than SQLAlchemy Core"),
)


def table(run: Run) -> str:
    names = [name for name in NAMES if any(name in by for by in run.figures.values())]
    rows = [
        f"### {run.wire}, {run.books:,} books",
        "",
        f"A round trip takes {1000 * run.round_trip:.2f} ms.",
        "",
        "| a second | " + " | ".join(names) + " |",
        "|---|" + "---:|" * len(names),
    ]
    for work, by_name in run.figures.items():
        cells = [
            f"{statistics.median(by_name[name]):,.0f}" if name in by_name else "" for name in names
        ]
        rows.append(f"| {work} | " + " | ".join(cells) + " |")
    return "\n".join(rows)


def goals(runs: list[Run]) -> str:
    """Figures that are compared with SQLite use the file with as many books."""
    rows = [
        "| goal | to reach | " + " | ".join(run.name for run in runs) + " |",
        "|---|---:|" + "---:|" * len(runs),
    ]
    for work, beside, least, words in GOALS:
        cells = []
        for run in runs:
            of_file = next(other for other in runs if other.books == run.books)
            if beside in run.figures:
                other = run.figures[beside]["Bookworm"]
            else:
                other = run.figures[work].get(beside) or of_file.figures[work][beside]
            ratio = statistics.median(run.figures[work]["Bookworm"]) / statistics.median(other)
            cells.append(f"{ratio:.2f}" if ratio >= least else f"{ratio:.2f} (not reached)")
        rows.append(f"| {work}: {words} | {least:g} | " + " | ".join(cells) + " |")
    return "\n".join(rows)


def page(runs: list[Run], rounds: int, version: str) -> str:
    text = (_HERE / "SERVER.in.md").read_text(encoding="utf-8")
    words = {
        "$machine": f"{os.cpu_count()} processors, {platform.machine()}, PostgreSQL {version},"
        f" medians of {rounds} rounds",
        "$tables": "\n\n".join(map(table, runs)),
        "$goals": goals(runs),
    }
    for word, value in words.items():
        text = text.replace(word, value)
    return text


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--books", type=int, default=10_000)
    parser.add_argument("--larger", type=int, nargs="*", default=[])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--publish", action="store_true")
    options = parser.parse_args()
    socket, tcp = (os.environ[f"BOOKWORM_TEST_SERVER{end}"] for end in ("", "_TCP"))
    dice = random.Random(1)
    with tempfile.TemporaryDirectory() as folder, wires.delayed(tcp, 250) as delayed:
        urls = {"Socket": socket, "TCP": tcp, "Wire of 0.5 ms": delayed}
        runs = list(measured(options.books, urls, options.rounds, folder, dice))
        for books in options.larger:
            # Slow operations are repeated less often.
            runs += measured(books, {"Socket": socket}, min(options.rounds, 3), folder, dice)
        text = page(runs, options.rounds, peers.version(socket))
    if options.publish:
        (_HERE / "SERVER.md").write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
