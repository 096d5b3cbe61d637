"""The command behind Tests/Benchmarks/compare: two versions of the library, in turn."""

from __future__ import annotations

import argparse
import json
import math
import os
import statistics
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

from . import dataset, instructions, rounds, titles
from .c_works import c_works
from .measurements import Measurements
from .peers import Peers
from .python_works import WHOLE_STORE, creating, python_works
from .report import figure, print_rows
from .trees import Tree
from .work import Sizes, Work

OLD, NEW = "old", "new"
_AGREE = ((OLD, NEW),)
_ONCE_A_ROUND = frozenset(
    ["create", "create-again", "verify", "verify-statistics", "delete-books", "delete-genre"]
)
"""Operations that take long, or cannot be done twice with one store."""
_SEVERAL = {"page-genre-rating-none": 250, "statistics-genres": 250}
"""The least number of repetitions in a turn, for operations that are so short that 50 take hardly
any time.
"""
_NOTE = (
    "Ratios are the new version's speed divided by the old one's: below 1 the new one is slower."
    "\n'Slower' means that the median ratio is below the limit with 95 % certainty, judged from the"
    " rounds. 'Perhaps slower' means that only the measured median is."
)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="Tests/Benchmarks/compare [COMMIT]",
        description="Compares this version of the library with another one, by default the last"
        " release. Fails if an operation has become slower.",
    )
    add = parser.add_argument
    add(
        "--books",
        type=int,
        metavar="N",
        help="books in the store; default 100000, or 2000 with --instructions",
    )
    add("--rounds", type=int, default=5, metavar="N", help="rounds of all operations; default 5")
    add("--turns", type=int, default=3, metavar="N",
        help="runs of each short operation in a round; default 3")  # fmt: skip
    add("--only", choices=("c", "python"), help="measure only from this language; default both")
    add("--work", action="append", choices=sorted(titles.WORKS), metavar="NAME",
        help="measure only this operation, such as read; repeatable")  # fmt: skip
    add("--at-least", type=float, default=0.97, metavar="RATIO",
        help="the lowest ratio that is not slower; default 0.97")  # fmt: skip
    add("--instructions", action="store_true",
        help="count instructions instead of time; for a busy machine")  # fmt: skip
    add("--goodbooks", type=Path, metavar="FOLDER", help="the folder of the goodbooks-10k data")
    add("--folder", type=Path, help="a folder for the stores; default .build/benchmarks")
    add("--json", type=Path, metavar="FILE", help="write all figures to this file")
    add("--old", type=Path, required=True, help=argparse.SUPPRESS)
    add("--new", type=Path, required=True, help=argparse.SUPPRESS)
    add("--python", required=True, help=argparse.SUPPRESS)
    options = parser.parse_args()
    options.books = options.books or (2_000 if options.instructions else 100_000)
    options.programs = options.new / ".build/benchmarks"
    return options


def _sizes(books: int) -> Sizes:
    """Short operations, queried often: a disturbance of one turn does not affect the next."""
    return Sizes(
        rounds=1,
        batch=min(10_000, books),
        reads=10_000,
        rates=2_000,
        pages=250,
        singles=400,
        deletes=min(10_000, books // 10),
        starts=32,
    )


def _turns(works: list[Work], options: argparse.Namespace) -> list[Work]:
    """The operations of a round; both versions must return the same results."""
    needed = ("create", "verify", *(options.work or ()))
    chosen = [work for work in works if not options.work or work.name in needed]
    return [
        replace(work, count=_count(work), agree=_AGREE, unasked=())
        for work in chosen
        for _ in range(1 if work.name in _ONCE_A_ROUND else options.turns)
    ]


def _count(work: Work) -> int:
    """The benchmark queries slow peers seldom; there is none here."""
    if work.name in _ONCE_A_ROUND or work.name in WHOLE_STORE or work.name == "start":
        return work.count
    return max(work.count, _SEVERAL.get(work.name, 50))


def _measure_c(peers: Peers, trees: list[Tree], options: argparse.Namespace) -> Measurements:
    found = Measurements()
    for tree in trees:
        tree.start_c(peers)
    rounds.run(peers, _turns(c_works(_sizes(options.books)), options), options.rounds, found)
    return found


def _measure_python(peers: Peers, trees: list[Tree], options: argparse.Namespace) -> Measurements:
    found, untimed, sizes = Measurements(), Measurements(), _sizes(options.books)
    for tree in trees:
        tree.start_python(peers)
    rounds.run(peers, [replace(work, agree=_AGREE) for work in creating(sizes)], 1, untimed)
    works = _turns(python_works(sizes), options)
    rounds.run(peers, [work for work in works if work.name != "frame"], options.rounds, found)
    found.disagreements += untimed.disagreements
    for peer in (OLD, NEW):
        if found.has("create-again", peer):
            found.answers["create", peer] = found.answers.pop(("create-again", peer))
    return found


def _measure_frames(peers: Peers, trees: list[Tree], options: argparse.Namespace) -> Measurements:
    """Uses the stores that the Python programs have left."""
    found = Measurements()
    started = [tree.start_frames(peers, tree.name) for tree in trees]
    if None in started:
        print("Frames are left out, because pyarrow is missing; Tests/Benchmarks/run installs it.")
        return found
    rounds.run(peers, _turns([Work("frame")], options), options.rounds, found)
    return found


def _measure_goodbooks(
    peers: Peers, trees: list[Tree], options: argparse.Namespace
) -> Measurements:
    found = Measurements()
    folder = options.goodbooks or options.new.parent / "shared/data/goodbooks-10k"
    if options.work and "goodbooks" not in options.work:
        return found
    if not (folder / "books.csv").exists():
        print(f"goodbooks-10k is left out: there is no {folder}/books.csv")
        return found
    for tree in trees:
        tree.start_python(peers)
    rounds.run(peers, [Work(f"goodbooks:{folder}", 1, _AGREE)], options.rounds, found)
    for _, peer in list(found.answers):
        found.answers["goodbooks", peer] = found.answers.pop((f"goodbooks:{folder}", peer))
    return found


def at_most(ratios: list[float]) -> float:
    """The upper bound of the median with 95 % certainty, whatever the distribution of the ratios.

    The median is above the k-th greatest of n with the probability that fewer than k of n coins
    show heads. Fewer than five ratios give no bound.
    """
    count = len(ratios)
    bound, chance = math.inf, 0.0
    for place, ratio in enumerate(sorted(ratios, reverse=True)):
        chance += math.comb(count, place) / 2**count
        if chance > 0.05:
            break
        bound = ratio
    return bound


def _judge(found: Measurements, title: str, line: float) -> tuple[list[list[str]], list[str]]:
    """The table's rows, and the operations that have become slower."""
    rows = [[title, OLD, NEW, "new / old", "least", "greatest", ""]]
    slower = []
    for work, name in titles.WORKS.items():
        if not (found.has(work, OLD) and found.has(work, NEW)):
            continue
        pairs = zip(found.answers[work, NEW], found.answers[work, OLD])
        ratios = [new.per_second / old.per_second for new, old in pairs]
        median = statistics.median(ratios)
        verdict = "slower" if at_most(ratios) < line else "perhaps slower" if median < line else ""
        if verdict == "slower":
            slower.append(f"{title}, {titles.name(work)}: {median:.3f}")
        spread = [f"{value:.3f}" for value in (median, min(ratios), max(ratios))]
        rows.append([name, figure(found, work, OLD), figure(found, work, NEW), *spread, verdict])
    memory = [f"{found.memory(peer):.1f}" for peer in (OLD, NEW)]
    rows.append(["peak memory, MiB", *memory, "", "", "", ""])
    return rows, slower


_SUITES = (
    ("from C", "C", _measure_c),
    ("from Python", "Python", _measure_python),
    ("from Python, to Arrow", "Python", _measure_frames),
    ("from Python, real books", "Python", _measure_goodbooks),
)


def _times(options: argparse.Namespace, trees: list[Tree], folder: Path) -> list[str]:
    data = dataset.write(options.programs / "data", options.books)
    slower: list[str] = []
    figures = {}
    print(_NOTE)
    for title, language, measure in _SUITES:
        if options.only not in (None, language.lower()):
            continue
        with Peers(folder / language, data, {}) as peers:
            found = measure(peers, trees, options)
        found.refuse_disagreements()
        if not found.answers:
            continue
        rows, worse = _judge(found, title, options.at_least)
        print()
        print_rows(rows)
        slower += worse
        figures[title] = found.as_list()
    if options.json:
        options.json.write_text(json.dumps(figures, indent=1), encoding="utf-8")
    return slower


def main() -> int:
    options = _options()
    trees = [Tree(OLD, options.old, options.python), Tree(NEW, options.new, options.python)]
    in_folder = options.folder or options.programs
    with tempfile.TemporaryDirectory(dir=in_folder, prefix="stores-") as stores:
        folder = Path(stores)
        for language in ("C", "Python"):
            (folder / language).mkdir()
        if options.instructions:
            slower = instructions.compare(options, trees, folder)
        else:
            slower = _times(options, trees, folder)
    load = os.getloadavg()[0]
    print(f"\n{options.books:,} books; old {options.old.name[:9]}; load {load:.1f} at the end.")
    for each in slower:
        print(f"Below {options.at_least:g}: {each}")
    if not slower:
        print(f"No operation is below {options.at_least:g}.")
    return 1 if slower else 0


if __name__ == "__main__":
    sys.exit(main())
