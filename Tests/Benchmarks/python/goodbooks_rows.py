"""goodbooks-10k as rows ready to insert; reading and merging them is not measured.

Both peers store the same: each tag as a genre, tags that are equal after folding as one, and each
book's tags in the order of the file. Bookworm gets the original tags and merges them; sqlite3 gets
the merged result.
"""

from __future__ import annotations

import csv
import unicodedata
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple


class Book(NamedTuple):
    title: str
    author: str
    year: int | None
    tags: list[int]
    """Places in `Catalogue.tags`."""
    genres: list[int]
    """Row numbers from 1 in `Catalogue.genres`, each once."""


class Catalogue(NamedTuple):
    tags: list[str]
    genres: list[str]
    books: list[Book]


def _read_csv(path: Path) -> Iterator[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file)


def _folded(name: str) -> str:
    once = unicodedata.normalize("NFKC", name).casefold()
    return unicodedata.normalize("NFKC", once)


def read(folder: Path) -> Catalogue:
    tags: list[str] = []
    place: dict[str, int] = {}
    genres: dict[str, int] = {}
    genre_of: list[int] = []
    names: list[str] = []
    for row in _read_csv(folder / "tags.csv"):
        place[row["tag_id"]] = len(tags)
        tags.append(row["tag_name"])
        number = genres.setdefault(_folded(row["tag_name"]), len(genres) + 1)
        if number > len(names):
            names.append(row["tag_name"])
        genre_of.append(number)
    of_book: dict[str, list[int]] = defaultdict(list)
    for row in _read_csv(folder / "book_tags.csv"):
        of_book[row["goodreads_book_id"]].append(place[row["tag_id"]])
    books = []
    for row in _read_csv(folder / "books.csv"):
        year = row["original_publication_year"]
        own = of_book[row["goodreads_book_id"]]
        merged = list(dict.fromkeys(genre_of[tag] for tag in own))
        books.append(
            Book(row["title"], row["authors"], int(float(year)) if year else None, own, merged)
        )
    return Catalogue(tags, names, books)
