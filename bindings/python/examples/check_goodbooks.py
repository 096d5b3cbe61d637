"""Checks a store that load_goodbooks.py has filled, against the CSV files, in a process of its own.

    python check_goodbooks.py STORE [FOLDER]

It shares no code with the loader: it reads the CSV files itself, into plain dicts, and merges the
tags by Python's own Unicode tables. It examines the store twice: through the package, and, in
another process, in the file with the sqlite3 module, as another program would.
"""

from __future__ import annotations

import argparse
import csv
import json
import subprocess
import sys
import unicodedata
from operator import mul
from pathlib import Path
from typing import Any, NamedTuple, Optional

import bookworm

DEFAULT_FOLDER = Path(__file__).resolve().parents[4] / "shared" / "data" / "goodbooks-10k"

# Three books that are easy to recognise, by their goodreads_book_id: To Kill a Mockingbird,
# The Hobbit, Pride and Prejudice.
KNOWN = ("2657", "5907", "1885")

LOOK_INTO_FILE = """
import json, sqlite3, sys
db = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True)
one = lambda sql: db.execute(sql).fetchone()[0]
print(json.dumps({
    "integrity": one("PRAGMA integrity_check"),
    "foreign": len(db.execute("PRAGMA foreign_key_check").fetchall()),
    "books": one("SELECT count(*) FROM books"),
    "genres": one("SELECT count(*) FROM genres"),
    "links": one("SELECT count(*) FROM book_genres"),
    "names": dict(db.execute("SELECT id, name FROM genres")),
    "keys": db.execute(
        "SELECT book, value FROM book_identifiers WHERE scheme = 'goodreads'").fetchall(),
    "pairs": db.execute("SELECT book, genre FROM book_genres ORDER BY book, position").fetchall(),
}))
"""


class Expected(NamedTuple):
    title: str
    author: str
    year: Optional[int]
    isbn: Optional[str]
    genres: list[str]
    """Returns folded names in the order of the file, each once."""


Found = dict[str, Expected]
"""By goodreads_book_id."""


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def fold(name: str) -> str:
    """Returns the same for names of one genre: NFKC, full case folding, and NFKC again."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def isbn(cell: str) -> Optional[str]:
    """Restores the leading zeros of the cell, if its check digit is then right."""
    whole = cell.zfill(10)
    values = [10 if sign == "X" else int(sign) for sign in whole]
    return whole if cell and sum(map(mul, values, range(10, 0, -1))) % 11 == 0 else None


def from_csv(folder: Path) -> tuple[Found, set[str], int]:
    """Returns the books, the folded names of all tags, and the number of tags."""
    tags = {row["tag_id"]: fold(row["tag_name"]) for row in rows(folder / "tags.csv")}
    given: dict[str, dict[str, None]] = {}
    for row in rows(folder / "book_tags.csv"):
        given.setdefault(row["goodreads_book_id"], {})[tags[row["tag_id"]]] = None
    books = {}
    for row in rows(folder / "books.csv"):
        number, year = row["goodreads_book_id"], row["original_publication_year"]
        books[number] = Expected(
            title=row["title"],
            author=row["authors"],
            year=int(float(year)) if year else None,
            isbn=isbn(row["isbn"]),
            genres=list(given.get(number, {})),
        )
    return books, set(tags.values()), len(tags)


def from_package(store: bookworm.Store) -> tuple[Found, set[str]]:
    """Returns the same, as the package reads it."""
    names = {genre.id: fold(genre.name) for genre in store.genres}
    books = {}
    for book in store.books:
        identifiers = dict(book.identifiers)
        books[identifiers["goodreads"]] = Expected(
            title=book.title,
            author=book.author,
            year=book.year,
            isbn=identifiers.get("isbn"),
            genres=[names[each] for each in book.genres.ids()],
        )
    return books, set(names.values())


def from_file(path: str) -> tuple[dict[str, list[str]], dict[str, Any]]:
    """Returns the genre lists in the file, read by another process."""
    done = subprocess.run(
        [sys.executable, "-c", LOOK_INTO_FILE, path], capture_output=True, text=True, check=True
    )
    looked = json.loads(done.stdout)
    lists: dict[int, list[str]] = {book: [] for book, _ in looked["keys"]}
    for book, genre in looked["pairs"]:
        lists[book].append(fold(looked["names"][str(genre)]))
    return {number: lists[book] for book, number in looked["keys"]}, looked


class Checks:
    """Prints each check; remembers whether one has failed."""

    def __init__(self) -> None:
        self.failed = False

    def equal(self, what: str, found: object, expected: object) -> None:
        holds = found == expected
        self.failed = self.failed or not holds
        shown = "" if holds else f": {str(found)[:200]} instead of {str(expected)[:200]}"
        print(f"{'ok   ' if holds else 'WRONG'} {what}{shown}")


def check_books(checks: Checks, found: Found, expected: Found) -> None:
    for number in KNOWN:
        title, genres = expected[number].title, expected[number].genres
        checks.equal(f"{title}: {', '.join(genres[:4])}, ...", found.get(number), expected[number])
    wrong = [number for number, book in expected.items() if found.get(number) != book]
    checks.equal("books with another title, author, year, ISBN or genre list", wrong, [])


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("store")
    parser.add_argument("folder", nargs="?", type=Path, default=DEFAULT_FOLDER)
    options = parser.parse_args()
    if not (options.folder / "books.csv").exists():
        parser.error(f"there is no {options.folder / 'books.csv'}")
    expected, folded, tags = from_csv(options.folder)
    links = sum(len(book.genres) for book in expected.values())
    checks = Checks()
    with bookworm.open(options.store, create=False, read_only=True) as store:
        found, names = from_package(store)
        counts = (len(store.books), len(store.genres))
    checks.equal(f"{len(expected)} books", counts[0], len(expected))
    checks.equal(f"{tags} tags are {len(folded)} genres", counts[1], len(folded))
    checks.equal("the genres' names, folded", names, folded)
    check_books(checks, found, expected)
    lists, looked = from_file(options.store)
    checks.equal("in the file, its integrity", looked["integrity"], "ok")
    checks.equal("in the file, links to nothing", looked["foreign"], 0)
    checks.equal("in the file, books", looked["books"], len(expected))
    checks.equal("in the file, genres", looked["genres"], len(folded))
    checks.equal(f"in the file, {links} links", looked["links"], links)
    wrong = [number for number, book in expected.items() if lists.get(number) != book.genres]
    checks.equal("in the file, books with another genre list", wrong, [])
    return 1 if checks.failed else 0


if __name__ == "__main__":
    sys.exit(main())
