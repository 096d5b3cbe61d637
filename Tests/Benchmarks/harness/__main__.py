"""The command behind Tests/Benchmarks/run."""

from __future__ import annotations

import argparse
import sqlite3
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from . import kept, made_books, report, rounds
from .machine import in_words
from .measurements import Measurements
from .peers import Peers
from .work import Sizes

HERE = Path(__file__).resolve().parent.parent
C_PEERS = ["plain", "equal", "bookworm"]
PYTHON_PEERS = ["python-sqlite3", "python-bookworm"]
PARTS = ("c", "python", "goodbooks")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="Tests/Benchmarks/run", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer rounds: under two minutes")
    parser.add_argument(
        "--smoke", action="store_true", help="only prove that the programs run and agree"
    )
    parser.add_argument("--check", action="store_true", help="fail where a threshold is not met")
    parser.add_argument("--books", type=int, default=100_000, metavar="N", help="made books")
    parser.add_argument("--rounds", type=int, metavar="N", help="default 7, or 3 with --quick")
    parser.add_argument("--batch", type=int, default=10_000, metavar="N", help="rows a create")
    parser.add_argument("--only", choices=PARTS, action="append", help="may be given twice")
    parser.add_argument("--goodbooks", type=Path, metavar="FOLDER", help="goodbooks-10k")
    parser.add_argument("--folder", type=Path, help="where the stores are made; default .build")
    parser.add_argument("--programs", type=Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument("--prefix", type=Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument("--repository", type=Path, required=True, help=argparse.SUPPRESS)
    return parser.parse_args()


def _sizes(options: argparse.Namespace) -> Sizes:
    if options.smoke:
        options.books = 2_000
        return Sizes(
            rounds=1, batch=700, reads=500, rates=200, pages=4, singles=50, deletes=200, starts=2
        )
    scale = 2 if options.quick else 1
    return Sizes(
        rounds=options.rounds or (3 if options.quick else 7),
        batch=options.batch,
        reads=100_000 // scale,
        rates=20_000,
        pages=1_000 // scale,
        singles=4_000 // scale,
        deletes=min(10_000, options.books // 10),
        starts=20 // scale,
    )


def _load_ms(options: argparse.Namespace, library: Path) -> float:
    command = [str(options.programs / "load_time"), str(library)]
    runs = [subprocess.run(command, capture_output=True, check=True).stdout for _ in range(15)]
    return statistics.median(float(text) for text in runs)


def _take_schema(peers: Peers, programs: Path, folder: Path) -> None:
    """The equal floor's tables are whatever a store of the library has: they cannot drift apart."""
    maker = peers.start("schema", [str(programs / "bookworm")])
    maker.ask("make-store")
    peers.stop(maker)
    database = sqlite3.connect(folder / "schema.bookworm")
    # The tables in which FTS5 keeps an index are made with it; one of them has how it is set up.
    rows = database.execute(
        "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'book\\_search\\_%'"
        " ESCAPE '\\' ORDER BY rowid"
    )
    settings = database.execute("SELECT k, v FROM book_search_config WHERE k <> 'version'")
    statements = [sql for (sql,) in rows] + [
        f"INSERT INTO book_search (book_search, rank) VALUES ('{key}', '{value}')"
        for key, value in settings
    ]
    (programs / "equal.sql").write_text(
        "".join(f"{sql};\n" for sql in statements), encoding="utf-8"
    )
    database.close()


def _compare_languages(found: Measurements) -> None:
    firsts = {
        peer: found.answers["verify", peer][0].check
        for peer in C_PEERS + PYTHON_PEERS
        if found.has("verify", peer)
    }
    found.expect_equal("the same books from C and from Python", firsts)


def main() -> int:
    options = _options()
    parts = options.only or list(PARTS[:2] if options.smoke else PARTS)
    sizes = _sizes(options)
    goodbooks = options.goodbooks or options.repository.parent / "shared/data/goodbooks-10k"
    library = (options.prefix / "lib/libbookworm.so.1").resolve()
    environment = {
        "PYTHONPATH": str(options.repository / "bindings/python/src"),
        "BOOKWORM_LIBRARY": str(library),
    }
    data = made_books.write(options.programs / "data", options.books)
    found = Measurements()
    in_folder = options.folder or options.programs
    words = in_words(in_folder)
    with tempfile.TemporaryDirectory(dir=in_folder, prefix="stores-") as made:
        folder = Path(made)
        if "c" in parts:
            with Peers(folder, data, environment) as peers:
                _take_schema(peers, options.programs, folder)
                for name in C_PEERS:
                    peers.start(name, [str(options.programs / name)])
                rounds.run_c(peers, sizes, found)
                kept.compare(folder, found)
        if "python" in parts or "goodbooks" in parts:
            with Peers(folder, data, environment) as peers:
                for name in PYTHON_PEERS:
                    program = HERE / "python" / (name.partition("-")[2] + "_peer.py")
                    peers.start(name, [sys.executable, str(program)])
                if "python" in parts:
                    rounds.run_python(peers, sizes, found)
                if "goodbooks" not in parts:
                    pass
                elif (goodbooks / "books.csv").exists():
                    rounds.run_goodbooks(peers, goodbooks, sizes, found)
                else:
                    print(f"goodbooks-10k is skipped: there is no {goodbooks}/books.csv")
    _compare_languages(found)
    if found.disagreements:
        print("The peers disagree, so no time counts:", *found.disagreements, sep="\n  ")
        return 2
    if options.smoke:
        print("The benchmark's programs run, and their results agree.")
        return 0
    return _print(options, found, sizes, words, library)


def _print(
    options: argparse.Namespace,
    found: Measurements,
    sizes: Sizes,
    words: str,
    library: Path,
) -> int:
    thresholds = report.Thresholds.read(HERE / "thresholds.json")
    verdicts = report.Verdicts()
    print(words)
    print(
        f"{options.books:,} made books, two genres each; {sizes.rounds} interleaved rounds,"
        f" medians; batches of {sizes.batch:,};\n"
        "WAL, synchronous NORMAL, 16 MiB cache for every peer;"
        " ratios are of speeds, with the least and the greatest of the rounds"
    )
    for title, peers in (("From C", C_PEERS), ("From Python", PYTHON_PEERS)):
        if any(name in peers for _, name in found.answers):
            print(f"\n{title}")
            report.print_figures(found, peers, peers[-1])
    print("\nThresholds")
    report.print_thresholds(found, thresholds, verdicts)
    size = library.stat().st_size / 1e6
    report.print_library(size, _load_ms(options, library), thresholds, verdicts)
    if verdicts.short:
        print(f"{len(verdicts.short)} fall short: " + "; ".join(verdicts.short))
    return 1 if options.check and verdicts.short else 0


if __name__ == "__main__":
    sys.exit(main())
