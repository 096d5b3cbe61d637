"""Measures how long the server takes to update its list of authors after a change.

    python bindings/app/benchmark/people.py [--books 100000] [--turns 9]

Prints a table of processor time in milliseconds, which is valid on a busy machine too. Seven tenths
of the books have contributors, in nine roles. Run it with the Python of the app's tests.
"""

from __future__ import annotations

import argparse
import itertools
import random
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import bookworm

from bookworm_app.web.everybody import Everybody

ROLES = (
    "author", "editor", "translator", "illustrator", "narrator", "introduction", "photographer",
    "reviser", "letterer",
)  # fmt: skip


def fill(store: bookworm.Store, books: int) -> None:
    """Creates books. Their people have one name for every four books."""
    chance = random.Random(1)
    firsts = [f"{first}{middle}" for first in "ABDEGHKLMP" for middle in ("da", "lo", "rin", "us")]
    names = [f"{chance.choice(firsts)} {chance.choice(firsts)}{n}" for n in range(books // 4)]
    for start in range(0, books, 10_000):
        store.books.create_many(
            {
                "title": f"Book {number}",
                "author": chance.choice(names),
                "rating": chance.randrange(6),
                "contributors": [
                    {"name": chance.choice(names), "role": chance.choice(ROLES)}
                    for _ in range(chance.randrange(1, 4) if chance.random() < 0.7 else 0)
                ],
            }
            for number in range(start, min(start + 10_000, books))
        )


def main() -> None:
    """Fills a store and measures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--books", type=int, default=100_000)
    parser.add_argument("--turns", type=int, default=9)
    options = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        bookworm.open(Path(folder) / "people.books", durability="normal") as store,
    ):
        fill(store, options.books)
        everybody = Everybody(store)
        everybody.count()
        measure(store, everybody, options.turns)
        everybody.close()


def measure(store: bookworm.Store, everybody: Everybody, turns: int) -> None:
    """Prints how long the list takes after each kind of change, each time of a different book."""
    books = (store.books[number] for number in itertools.count(1))
    known = store.books[1].author

    def rate() -> None:
        book = next(books)
        book.rating = 1 + book.rating % 5

    changes: dict[str, Callable[[], object]] = {
        "a rating": rate,
        "a new book of a known author": lambda: store.books.create("New", known),
        "a new book with a new author": lambda: store.books.create("New", f"Nora {time.time_ns()}"),
        "another author for a book": lambda: next(books).update(author=f"Olga {time.time_ns()}"),
        "a book is deleted": lambda: next(books).delete(),
    }
    print("| Change | Median | Most |\n|---|--:|--:|")
    for name, change in changes.items():
        times = []
        for _ in range(turns):
            change()
            start = time.process_time()
            everybody.of_role("author")
            times.append(1000 * (time.process_time() - start))
        print(f"| {name} | {statistics.median(times):.0f} | {max(times):.0f} |", flush=True)


if __name__ == "__main__":
    main()
