"""The rounds: the operations of each group of peers, and which results must agree."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

from .c_works import c_works
from .measurements import Measurements
from .peers import Answer, Peer, Peers
from .python_works import ALL_AT_ONCE, REHEARSED, WHOLE_STORE, creating, python_works
from .work import Sizes, Work


def _ask(peer: Peer, work: Work, seed: int) -> Answer:
    if work.name == "start":
        return peer.time_starts(work.count)
    whole = work.name in ALL_AT_ONCE or work.count <= REHEARSED
    return peer.ask(work.name, work.count if whole else max(1, work.count // peer.slow), seed)


def _skips(peer: Peer, work: Work) -> bool:
    return (
        peer.name in work.unasked
        or not peer.offers(work.name)
        or (peer.slow > 1 and not work.agree and work.name in WHOLE_STORE)
    )


def run(peers: Peers, works: list[Work], rounds: int, found: Measurements) -> None:
    middle: dict[str, int] = {}
    for number in range(rounds):
        for step, work in enumerate(works):
            answers: dict[str, Answer] = {}
            for asked in peers.turns(number + step):
                if _skips(asked, work):
                    continue
                answer = _ask(asked, work, number * 1000 + step + 1)
                answers[asked.name] = answer
                found.add(work.name, asked.name, answer)
            # The page in the middle is the same by cursor and by OFFSET.
            if work.name == "page-deep":
                middle = {peer: answer.check for peer, answer in answers.items()}
            elif work.name == "page-offset":
                for peer in answers.keys() & middle.keys():
                    checks = {"by cursor": middle[peer], "by OFFSET": answers[peer].check}
                    found.expect_equal(f"round {number + 1}, the middle page of {peer}", checks)
            for group in work.agree:
                checks = {name: answers[name].check for name in group if name in answers}
                found.expect_equal(f"round {number + 1}, {work.name}", checks)
            _progress(f"round {number + 1} of {rounds}: {work.name}")
    _progress("")


def run_c(peers: Peers, sizes: Sizes, found: Measurements) -> None:
    run(peers, c_works(sizes), sizes.rounds, found)


def run_python(peers: Peers, sizes: Sizes, found: Measurements) -> None:
    """Creates every store once, and uses it for all rounds; slow peers do long operations once."""
    run(peers, creating(sizes), 1, found)
    works = python_works(sizes)
    rehearsal = Measurements(disagreements=found.disagreements)
    rehearsed = [
        work if work.name in ALL_AT_ONCE else replace(work, count=min(work.count, REHEARSED))
        for work in works
        if work.name != "create-again"
    ]
    run(peers, rehearsed, 1, rehearsal)
    found.rehearsed = rehearsal.answers
    run(peers, [replace(work, agree=()) for work in works], sizes.rounds, found)
    for work, peer in list(found.answers):
        if work == "create-again":
            found.answers["create", peer] += found.answers.pop((work, peer))
    for (work, peer), answers in rehearsal.answers.items():
        if work in WHOLE_STORE and not found.has(work, peer):
            found.answers[work, peer] = answers


def run_goodbooks(peers: Peers, folder: Path, sizes: Sizes, found: Measurements) -> None:
    agree = (("python-sqlite3", "python-bookworm"),)
    run(peers, [Work(f"goodbooks:{folder}", 1, agree)], sizes.rounds, found)
    for (work, peer), answers in list(found.answers.items()):
        if work.startswith("goodbooks:"):
            found.answers["goodbooks", peer] = answers


def _progress(text: str, width: int = 60) -> None:
    if sys.stderr.isatty():
        print(f"\r{text:<{width}}", end="\n" if not text else "", file=sys.stderr, flush=True)
