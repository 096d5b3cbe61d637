"""Runs the loader and, all the while, the C reader on the same store; then the checker.

The reader must never fail, never see fewer books than it did before, and never list fewer than it
had counted; and it must have caught the loader half-way at least once.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

TOTAL = re.compile(r"^(\d+) of (\d+) books$", re.MULTILINE)
BOOKS = 10_000


def read_once(reader: str, store: Path) -> tuple[int, int]:
    """How many books the C program counted, and how many it then listed page by page."""
    done = subprocess.run(
        [reader, str(store), "-p", "100"], capture_output=True, text=True, check=False
    )
    found = TOTAL.search(done.stdout)
    if done.returncode != 0 or found is None:
        raise SystemExit(f"goodbooks: the reader failed ({done.returncode}): {done.stderr}")
    return int(found[2]), int(found[1])


def read_while(loader: subprocess.Popen[bytes], reader: str, store: Path) -> tuple[int, int]:
    """How often the reader ran, and how often while the store was only partly filled."""
    runs, partial, before = 0, 0, 0
    while loader.poll() is None:
        counted, listed = read_once(reader, store)
        if counted < before or listed < counted:
            raise SystemExit(f"goodbooks: {listed} listed of {counted}, {before} the time before")
        runs, before = runs + 1, counted
        partial += 0 < counted < BOOKS
    return runs, partial


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--examples", type=Path, required=True)
    parser.add_argument("--reader", required=True)
    parser.add_argument("--folder", required=True)
    parser.add_argument("--quiet", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="goodbooks-") as made:
        store = Path(made) / "goodbooks.bookworm"
        load = [sys.executable, str(options.examples / "load_goodbooks.py")]
        load += [str(store), options.folder, *(["--quiet"] if options.quiet else [])]
        with subprocess.Popen(load, stdout=subprocess.PIPE) as loader:
            assert loader.stdout is not None
            opened = loader.stdout.readline()  # Said when there is a store to be read.
            runs, partial = read_while(loader, options.reader, store)
            sys.stdout.write((opened + loader.stdout.read()).decode())
        if loader.returncode != 0:
            raise SystemExit(f"goodbooks: the loader failed ({loader.returncode})")
        counted, listed = read_once(options.reader, store)
        print(
            f"The C program listed the store {runs} times while it was loaded, {partial} half-way"
        )
        if (counted, listed) != (BOOKS, BOOKS) or partial == 0:
            raise SystemExit(f"goodbooks: {counted} counted, {listed} listed, {partial} half-way")
        check = [sys.executable, str(options.examples / "check_goodbooks.py")]
        return subprocess.run([*check, str(store), options.folder], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
