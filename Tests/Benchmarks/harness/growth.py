"""Measures how cost grows with the number of books: some operations at several sizes."""

from __future__ import annotations

import argparse
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path

from . import dataset, rounds, titles
from .c_works import c_works
from .measurements import Measurements
from .python_peers import OURS, PEERS
from .python_works import python_works
from .report import figure
from .suites import C_PEERS, Run
from .work import Sizes, Work

SIZES = (10_000, 100_000, 1_000_000)
_POINTS = (
    "read",
    "page-first",
    "page-deep",
    "page-genre-rating-common",
    "page-genre-rating-rare",
    "statistics-genres",
    "rate-each",
)
_SCANS = ("scan", "scan-rows")
PYTHON = ("python-sqlite3", OURS)
_STORES = {"python-sqlite3": "plain", OURS: "bookworm"}
"""The Python programs read the stores that the C programs have made."""


@dataclass(frozen=True)
class Grown:
    books: int
    found: Measurements


def measure(options: argparse.Namespace) -> list[Grown]:
    grown = [_at(options, books, _POINTS + _SCANS, 3) for books in SIZES]
    if options.growth_to:
        grown.append(_at(options, options.growth_to, _POINTS, 1))
    return grown


def _at(options: argparse.Namespace, books: int, names: tuple[str, ...], times: int) -> Grown:
    data = dataset.write(options.programs / "data", books)
    sizes = Sizes(
        rounds=times,
        batch=options.batch,
        reads=40_000,
        rates=5_000,
        pages=500 if times > 1 else 250,
        singles=1,
        deletes=1,
        starts=1,
    )
    in_folder = options.folder or options.programs
    with tempfile.TemporaryDirectory(dir=in_folder, prefix="stores-") as stores:
        run = Run(options, sizes, Path(stores), data)
        run.take_schema()
        with run.peers() as peers:
            for name in C_PEERS:
                peers.start(name, [str(options.programs / name)])
            rounds.run(peers, [Work("create", sizes.batch)], 1, run.found)
            rounds.run(peers, _chosen(c_works(sizes), names), times, run.found)
        with run.peers() as peers:
            for peer in PEERS:
                if peer.name not in _STORES:
                    continue
                running = run.start_python(peers, replace(peer, store_of=_STORES[peer.name]))
                if running is not None:
                    running.ask("open")
            chosen = _chosen(python_works(sizes), names)
            works = [work for work in chosen if "rate" not in work.name]
            rounds.run(peers, works, times, run.found)
    run.found.refuse_disagreements()
    return Grown(books, run.found)


def _chosen(works: list[Work], names: tuple[str, ...]) -> list[Work]:
    return [work for work in works if work.name in names]


def table(grown: list[Grown]) -> list[list[str]]:
    rows = [["by number of books", "", *(f"{each.books:,}" for each in grown)]]
    for work in ("create", *_POINTS, *_SCANS):
        for peer in (*C_PEERS, *PYTHON):
            figures = [figure(each.found, work, peer) for each in grown]
            if any(each.found.has(work, peer) for each in grown):
                language = "Python, " if peer in PYTHON else ""
                rows.append([titles.WORKS[work], language + titles.peer(peer), *figures])
    return rows
