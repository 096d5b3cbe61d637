"""The rounds: what each group of peers is asked to do, and which results must agree."""

from __future__ import annotations

import sys
from pathlib import Path

from .c_works import c_works
from .measurements import Measurements
from .peers import Answer, Peer, Peers
from .work import Sizes, Work


def _python_works(sizes: Sizes) -> list[Work]:
    both = (("python-sqlite3", "python-bookworm"),)
    return [
        Work("create", sizes.batch, both),
        Work("verify", 1, both),
        Work("read", sizes.reads, both),
        Work("scan", 1, both),
        Work("scan-by-title", 1, both),
    ]


def _ask(peer: Peer, work: Work, seed: int) -> Answer:
    if work.name == "start":
        return peer.time_starts(work.count)
    return peer.ask(work.name, work.count, seed)


def run(peers: Peers, works: list[Work], rounds: int, found: Measurements) -> None:
    middle: dict[str, int] = {}
    for number in range(rounds):
        for step, work in enumerate(works):
            answers: dict[str, Answer] = {}
            for asked in peers.turns(number + step):
                if asked.name in work.unasked:
                    continue
                answer = _ask(asked, work, number * 1000 + step + 1)
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
    run(peers, c_works(sizes), sizes.rounds, found)


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
