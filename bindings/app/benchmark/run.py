"""Measures the command from the shell; in the same run also calibredb, if it is installed.

python bindings/app/benchmark/run.py [BOOKS]     100,000 by default; writes RESULTS.md beside it

Each command is run in turn with the others, so that a busy machine is slow for all of them. The
page shows the minimum and the median of the rounds, and the minimum processor time, which does not
include other programs of the machine.
"""

from __future__ import annotations

import csv
import os
import resource
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
import uuid
from pathlib import Path

import bookworm

ROUNDS = 9
COMMAND = [sys.executable, "-m", "bookworm_app"]
WORDS = ("sand", "rain", "dust")
GENRES = ("Science Fiction", "Horror", "Fantasy", "Poetry", "Romance")


def rows(count: int) -> list[tuple[str, str, int, str]]:
    """Titles, authors, ratings and genres."""
    return [
        (f"Book {n} of {WORDS[n % 3]}", f"Author {n % 5000}", n % 6, GENRES[n % 5])
        for n in range(count)
    ]


def make_store(path: Path, count: int) -> None:
    """Makes our library."""
    titles, authors, ratings, genres = zip(*rows(count))
    with bookworm.open(path, durability="normal") as store:
        store.books.create_many(
            title=titles, author=authors, rating=ratings, genres=[[name] for name in genres]
        )


def make_calibre(folder: Path, count: int) -> bool:
    """Makes the same library for Calibre, by its own program and then by SQL.

    Returns False if the program is missing.
    """
    if shutil.which("calibredb") is None:
        return False
    environment = {**os.environ, "HOME": str(folder.parent)}
    add = ["calibredb", "--with-library", str(folder), "add", "--empty", "-t", "First", "-a", "A"]
    subprocess.run(add, check=True, capture_output=True, env=environment)
    opened = sqlite3.connect(folder / "metadata.db")
    opened.create_function("title_sort", 1, lambda text: text)
    opened.create_function("uuid4", 0, lambda: str(uuid.uuid4()))
    opened.create_function("books_list_filter", 1, lambda _: 1)
    opened.executemany("INSERT INTO ratings (rating) VALUES (?)", [(2 * n,) for n in range(1, 6)])
    opened.executemany("INSERT INTO tags (name) VALUES (?)", [(name,) for name in GENRES])
    opened.executemany(
        "INSERT INTO authors (id, name, sort) VALUES (?, ?, ?)",
        [(n + 10, f"Author {n}", f"Author {n}") for n in range(5000)],
    )
    known = {rating: key for key, rating in opened.execute("SELECT id, rating FROM ratings")}
    tags = {name: key for key, name in opened.execute("SELECT id, name FROM tags")}
    for n, (title, author, rating, genre) in enumerate(rows(count), 10):
        opened.execute(
            "INSERT INTO books (id, title, author_sort, path) VALUES (?, ?, ?, ?)",
            (n, title, author, f"{author}/{title} ({n})"),
        )
        opened.execute(
            "INSERT INTO books_authors_link (book, author) VALUES (?, ?)",
            (n, int(author.split()[1]) + 10),
        )
        opened.execute("INSERT INTO books_tags_link (book, tag) VALUES (?, ?)", (n, tags[genre]))
        if rating:
            opened.execute(
                "INSERT INTO books_ratings_link (book, rating) VALUES (?, ?)",
                (n, known[2 * rating]),
            )
    opened.commit()
    opened.close()
    return True


def timed(command: list[str], environment: dict[str, str]) -> tuple[float, float]:
    """How long a command takes, and how much of it is time of the processor, in milliseconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                          env=environment, check=False)  # fmt: skip
    wall = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        raise RuntimeError(f"{command}: {done.stderr.decode()}")
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return wall * 1000, used * 1000


def commands(folder: Path, calibre: bool) -> dict[str, tuple[list[str], dict[str, str]]]:
    """What is measured."""
    ours = {**os.environ, "BOOKWORM_STORE": str(folder / "library.books"), "LANG": "C.UTF-8"}
    ours["HOME"] = str(folder)

    def own(*args: str) -> tuple[list[str], dict[str, str]]:
        return [*COMMAND, *args], ours

    made = {
        "Python alone": ([sys.executable, "-c", "pass"], ours),
        "Python with click": ([sys.executable, "-c", "import click"], ours),
        "`list --limit 20`": own("list", "--limit", "20"),
        "`list book dust rating:5 --limit 20`": own(
            "list", "book", "dust", "rating:5", "--limit", "20"
        ),
        "`list genre:horror sort:-created --limit 20`": own(
            "list", "genre:horror", "sort:-created", "--limit", "20"
        ),
        "`list sort:-rating --limit 20`": own("list", "sort:-rating", "--limit", "20"),
        "`show 5`": own("show", "5"),
        "`rate 4 5`": own("rate", "4", "5"),
    }
    for what, line in (
        ("a command", "bookworm fin"),
        ("a title", "bookworm show Book"),
        ("a genre", "bookworm list genre:"),
        ("an author", "bookworm list author:Auth"),
    ):
        asked = {"_BOOKWORM_COMPLETE": "bash_complete", "COMP_LINE": line}
        made[f"completing {what}"] = (COMMAND, {**ours, **asked})
    if calibre:
        theirs = {**os.environ, "HOME": str(folder)}
        base = ["calibredb", "--with-library", str(folder / "calibre")]
        made["`calibredb list --limit 20`"] = ([*base, "list", "--limit", "20"], theirs)
        made["`calibredb list --search 'title:dust rating:5' --limit 20`"] = (
            [*base, "list", "--search", "title:dust rating:5", "--limit", "20"],
            theirs,
        )
    return made


def imported(folder: Path, count: int) -> list[str]:
    """Imports a file of Goodreads twice, and exports. Returns the measured lines of the page."""
    path = folder / "goodreads.csv"
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["Book Id", "Title", "Author", "ISBN13", "My Rating", "Publisher",
                         "Number of Pages", "Original Publication Year", "Date Read", "Date Added",
                         "Bookshelves", "Exclusive Shelf", "My Review", "Read Count"])  # fmt: skip
        for n, (title, author, rating, genre) in enumerate(rows(count)):
            day = f"20{n % 24:02}/{n % 12 + 1:02}/{n % 28 + 1:02}"
            shelf = "read" if n % 2 else "to-read"
            writer.writerow([n, f"{title} (Series {n % 1000}, #{n % 9})", author, '=""', rating,
                             f"Publisher {n % 100}", 200 + n % 300, 1950 + n % 70,
                             day if n % 2 else "", day, f"{genre}, shelf-{n % 40}", shelf,
                             "Good.<br/>Really." if n % 3 == 0 else "", n % 2])  # fmt: skip
    made = [
        "",
        f"| {count:,} rows | Seconds | Processor time | MiB |",
        "|---|--:|--:|--:|",
    ]
    environment = {**os.environ, "BOOKWORM_STORE": str(folder / "imported.books")}
    out = folder / "exported.csv"
    for label, args in (
        ("first import", ["import", str(path)]),
        ("second import", ["import", str(path)]),
        ("export as CSV", ["export", "--file", str(out)]),
    ):
        start = time.perf_counter()
        null = subprocess.DEVNULL
        process = subprocess.Popen([*COMMAND, *args], env=environment, stdout=null, stderr=null)
        _, status, used = os.wait4(process.pid, 0)
        wall = time.perf_counter() - start
        if status:
            raise RuntimeError(f"{label} has failed")
        made.append(
            f"| {label} | {wall:.1f} | {used.ru_utime + used.ru_stime:.1f} | "
            f"{used.ru_maxrss // 1024:,} |"
        )
    return made


def main(count: int) -> None:
    """Measures, and writes the page."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        make_store(folder / "library.books", count)
        calibre = make_calibre(folder / "calibre", count)
        wanted = commands(folder, calibre)
        results: dict[str, list[tuple[float, float]]] = {label: [] for label in wanted}
        for round_ in range(ROUNDS):
            for label, (command, environment) in wanted.items():
                if label.startswith("`calibredb") and round_ >= 3:
                    continue
                results[label].append(timed(command, environment))
    lines = [
        "# How fast the command is",
        "",
        f"Times with {count:,} books, in milliseconds, from {ROUNDS} interleaved rounds; calibredb",
        "ran only in the first 3. Measured by `python bindings/app/benchmark/run.py`.",
        "",
        "| Command | Minimum | Median | Minimum processor time |",
        "|---|--:|--:|--:|",
    ]
    for label, values in results.items():
        walls, used = zip(*values)
        lines.append(
            f"| {label} | {min(walls):.0f} | {statistics.median(walls):.0f} | {min(used):.0f} |"
        )
    with tempfile.TemporaryDirectory() as name:
        lines += imported(Path(name), count)
    if not calibre:
        lines += ["", "calibredb is not installed here, so it is not measured."]
    page = "\n".join(lines) + "\n"
    Path(__file__).with_name("RESULTS.md").write_text(page)
    print(page)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)
