"""The rounds: what each group of peers is asked to do, and which results must agree."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

from .measurements import Measurements
from .peers import Answer, Peers


@dataclass(frozen=True)
class Sizes:
    """How much of each work a round holds."""

    rounds: int
    batch: int
    reads: int
    rates: int
    pages: int
    singles: int


@dataclass(frozen=True)
class Work:
    name: str
    count: int = 1
    agree: tuple[tuple[str, ...], ...] = ()
    """Groups of peers whose results must be the same."""


def _c_works(sizes: Sizes) -> list[Work]:
    everyone = (("plain", "equal", "bookworm"),)
    # The plain floor sorts titles by their bytes, the two others as people do.
    by_name = (("equal", "bookworm"),)
    return [
        Work("create", sizes.batch, everyone),
        Work("verify", 1, everyone),
        Work("read", sizes.reads, everyone),
        Work("read-in-transaction", sizes.reads, everyone),
        Work("page-first", sizes.pages, by_name),
        Work("page-deep", sizes.pages, by_name),
        Work("page-offset", max(1, sizes.pages // 50), by_name),
        Work("scan", 1, everyone),
        Work("scan-by-title", 1, everyone),
        Work("rate-together", sizes.rates, everyone),
        Work("rate-each", sizes.rates, everyone),
        Work("create-one", sizes.singles, everyone),
        Work("verify", 1, everyone),
    ]


def _python_works(sizes: Sizes) -> list[Work]:
    both = (("python-sqlite3", "python-bookworm"),)
    return [
        Work("create", sizes.batch, both),
        Work("verify", 1, both),
        Work("read", sizes.reads, both),
        Work("scan", 1, both),
        Work("scan-by-title", 1, both),
    ]


def run(peers: Peers, works: list[Work], rounds: int, found: Measurements) -> None:
    middle: dict[str, int] = {}
    for number in range(rounds):
        for step, work in enumerate(works):
            answers: dict[str, Answer] = {}
            for asked in peers.turns(number + step):
                answer = asked.ask(work.name, work.count, number * 1000 + step + 1)
                answers[asked.name] = answer
                found.add(work.name, asked.name, answer)
            # The page in the middle is the same by cursor and by OFFSET.
            if work.name == "page-deep":
                middle = {peer: answer.check for peer, answer in answers.items()}
            elif work.name == "page-offset":
                for peer, answer in answers.items():
                    checks = {"by cursor": middle[peer], "by OFFSET": answer.check}
                    found.expect_equal(f"round {number + 1}, the middle page of {peer}", checks)
            for group in work.agree:
                checks = {name: answers[name].check for name in group if name in answers}
                found.expect_equal(f"round {number + 1}, {work.name}", checks)
            _progress(f"round {number + 1} of {rounds}: {work.name}")
    _progress("")


def run_c(peers: Peers, sizes: Sizes, found: Measurements) -> None:
    run(peers, _c_works(sizes), sizes.rounds, found)


def run_python(peers: Peers, sizes: Sizes, found: Measurements) -> None:
    run(peers, _python_works(sizes), sizes.rounds, found)


def run_goodbooks(peers: Peers, folder: Path, sizes: Sizes, found: Measurements) -> None:
    agree = (("python-sqlite3", "python-bookworm"),)
    run(peers, [Work(f"goodbooks:{folder}", 1, agree)], sizes.rounds, found)
    for (work, peer), answers in list(found.answers.items()):
        if work.startswith("goodbooks:"):
            found.answers["goodbooks", peer] = answers


def _progress(text: str, width: int = 60) -> None:
    if sys.stderr.isatty():
        print(f"\r{text:<{width}}", end="\n" if not text else "", file=sys.stderr, flush=True)
