"""Loads goodbooks-10k into a store: 10,000 books, and the tags that readers gave them as genres.

    pip install -r requirements.txt        # the progress bar; bookworm itself wants nothing
    python load_goodbooks.py STORE [FOLDER] [--quiet]

FOLDER holds books.csv, tags.csv and book_tags.csv. While this runs, any other program may read the
store: bindings/c/examples/reader lists it page by page. check_goodbooks.py checks the outcome.

The cells are converted as follows:
- title, authors: as they are. original_publication_year is written as a float ("1997.0", negative
  before the common era); it becomes the year.
- goodreads_book_id becomes the identifier "goodreads".
- isbn has lost its leading zeros; it becomes the identifier "isbn" when it has a right check digit
  once they are back, and is left out, and counted, when it has not.
- isbn13 has gone through a float and lost its last digits; it is left out.
- The tags of a book are its genres, in the order of the file, which is that of how many readers
  gave them. Tags that are one genre to the store (NFKC and case folding) are merged by the store.
- The ratings are those of other people: every book is not rated.
"""

from __future__ import annotations

import argparse
import csv
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Optional

import bookworm

BATCH = 500
DEFAULT_FOLDER = Path(__file__).resolve().parents[4] / "shared" / "data" / "goodbooks-10k"
KNOWN_BOOKS = ("To Kill a Mockingbird", "The Hobbit", "Pride and Prejudice")

Row = dict[str, str]


def rows(path: Path) -> Iterator[Row]:
    with path.open(encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file)


def isbn(cell: str) -> Optional[str]:
    """Returns an ISBN of ten characters with its leading zeros, or None if it is not one."""
    whole = cell.strip().upper().rjust(10, "0")
    digits, last = whole[:-1], whole[-1:]
    if len(whole) != 10 or not digits.isdecimal() or not (last.isdecimal() or last == "X"):
        return None
    total = sum((10 - place) * int(digit) for place, digit in enumerate(digits))
    return whole if (total + (10 if last == "X" else int(last))) % 11 == 0 else None


def book(row: Row, genres: list[int]) -> dict[str, Any]:
    year = row["original_publication_year"]
    number = isbn(row["isbn"]) if row["isbn"] else None
    identifiers = [("goodreads", row["goodreads_book_id"])]
    if number is not None:
        identifiers.append(("isbn", number))
    return {
        "title": row["title"],
        "author": row["authors"],
        "year": int(float(year)) if year else None,
        "identifiers": identifiers,
        "genres": genres,
    }


def books_of(folder: Path, genres: dict[str, int]) -> tuple[list[dict[str, Any]], int]:
    """Yields the books with their genres in order, and counts the given links."""
    given: dict[str, list[int]] = defaultdict(list)
    links = 0
    for row in rows(folder / "book_tags.csv"):
        given[row["goodreads_book_id"]].append(genres[row["tag_id"]])
        links += 1
    made = [book(row, given[row["goodreads_book_id"]]) for row in rows(folder / "books.csv")]
    return made, links


def report_merged(tags: list[Row], genres: list[int]) -> None:
    """Prints which tags the store treated as one genre."""
    spellings: dict[int, list[str]] = defaultdict(list)
    for tag, genre in zip(tags, genres):
        spellings[genre].append(tag["tag_name"])
    merged = [names for names in spellings.values() if len(names) > 1]
    print(f"{len(tags):,} tags are {len(spellings):,} genres. One genre each are:")
    for names in merged:
        print("  " + ", ".join(names))


@contextmanager
def progress(total: int, quiet: bool) -> Iterator[Callable[[int], None]]:
    """Shows a progress bar, which advances with each item."""
    if quiet:
        yield lambda _: None
        return
    try:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn
    except ImportError:
        raise SystemExit("The progress bar wants rich: pip install rich, or use --quiet.") from None
    columns = ("books", BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task("books", total=total)
        yield lambda count: bar.advance(task, count)


def load(store: bookworm.Store, folder: Path, quiet: bool) -> None:
    """Several transactions, so that readers see the store grow."""
    tags = list(rows(folder / "tags.csv"))
    genres = store.genres.find_or_create_many([tag["tag_name"] for tag in tags])
    report_merged(tags, genres)
    books, links = books_of(folder, {tag["tag_id"]: genre for tag, genre in zip(tags, genres)})
    with progress(len(books), quiet) as advance:
        for start in range(0, len(books), BATCH):
            batch = books[start : start + BATCH]
            store.books.create_many(batch)
            advance(len(batch))
    merged = links - sum(len(set(each["genres"])) for each in books)
    without_isbn = sum(len(each["identifiers"]) == 1 for each in books)
    print(f"{links:,} links, {merged} of them to a genre that the book had already")
    print(f"{without_isbn} books have no ISBN that is one")


def show(store: bookworm.Store) -> None:
    print(f"The store holds {len(store.books):,} books and {len(store.genres):,} genres")
    for title in KNOWN_BOOKS:
        found = store.books.where(title_contains=title).order_by("created")[:1][0]
        names = found.genres.names()
        print(f"  {found.title} by {found.author}, {found.year}: {len(names)} genres")
        print("    " + ", ".join(names[:6]) + ", ...")


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("store", help="the store's path; it must not exist yet")
    parser.add_argument("folder", nargs="?", type=Path, default=DEFAULT_FOLDER)
    parser.add_argument("--quiet", action="store_true", help="no progress bar")
    options = parser.parse_args()
    if Path(options.store).exists():
        parser.error(f"{options.store} exists already")
    if not (options.folder / "books.csv").exists():
        parser.error(f"there is no {options.folder / 'books.csv'}")
    start = time.perf_counter()
    with bookworm.open(options.store) as store:
        print(f"Loading {options.folder} into {options.store}", flush=True)
        load(store, options.folder, options.quiet)
        show(store)
    print(f"Loaded in {time.perf_counter() - start:.1f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
