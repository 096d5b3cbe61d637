"""The command's options, and how many repetitions of each operation they mean."""

from __future__ import annotations

import argparse
from pathlib import Path

from .work import Sizes

SUITES = ("c", "python", "goodbooks")
BOOKS = 100_000
_ABOUT = "Measures Bookworm and its peers side by side in one run; prints a table of ratios."


def read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="Tests/Benchmarks/run", description=_ABOUT)
    add = parser.add_argument
    add("--quick", action="store_true", help="fewer rounds: under five minutes")
    add("--smoke", action="store_true", help="only prove that the programs run and agree")
    add("--books", type=int, default=BOOKS, metavar="N", help=f"generated books, default {BOOKS}")
    add("--rounds", type=int, metavar="N", help="default 5, or 3 with --quick")
    add("--batch", type=int, default=10_000, metavar="N", help="rows a create")
    add("--only", choices=SUITES, action="append", help="may be given twice")
    add("--peer", action="append", metavar="NAME", help="of Python's peers only this; repeatable")
    add("--growth", action="store_true", help="also 10,000 to 1,000,000 books: how cost grows")
    add("--growth-to", type=int, metavar="N", help="and a few works once at N, such as 10000000")
    add("--goodbooks", type=Path, metavar="FOLDER", help="goodbooks-10k")
    add("--folder", type=Path, help="where the stores are made; default .build")
    add("--publish", action="store_true", help="write RESULTS.md and charts beside this command")
    add("--also", type=Path, metavar="FILE", action="append", default=[],
        help="a --json of another run, whose tables the page shows too")  # fmt: skip
    add("--json", type=Path, metavar="FILE", help="all figures; default .build/.../speed.json")
    add("--programs", type=Path, required=True, help=argparse.SUPPRESS)
    add("--prefix", type=Path, required=True, help=argparse.SUPPRESS)
    add("--repository", type=Path, required=True, help=argparse.SUPPRESS)
    add("--environment", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.smoke:
        options.books, options.peer = 2_000, None
    options.suites = options.only or list(SUITES[:2] if options.smoke else SUITES)
    options.json = options.json or options.programs / "speed.json"
    return options


def sizes(options: argparse.Namespace) -> Sizes:
    if options.smoke:
        return Sizes(
            rounds=1, batch=700, reads=500, rates=200, pages=4, singles=50, deletes=200, starts=2
        )
    scale = 4 if options.quick else 1
    return Sizes(
        rounds=options.rounds or (3 if options.quick else 5),
        batch=options.batch,
        reads=100_000 // scale,
        rates=20_000 // scale,
        pages=1_000 // scale,
        singles=4_000 // scale,
        deletes=min(10_000, options.books // 10),
        starts=20 // scale,
    )
