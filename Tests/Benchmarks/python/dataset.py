"""Yields the generated books as rows, in batches, so that only a few are in memory."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple


class Row(NamedTuple):
    title: str
    author: str
    review: str
    rating: int
    favourite: bool
    year: int | None
    genres: tuple[int, int]


class Genre(NamedTuple):
    name: str
    colour: str


def genres(path: Path) -> list[Genre]:
    return [Genre(*line.split("\t")) for line in path.read_text(encoding="utf-8").splitlines()]


def count(path: Path) -> int:
    with path.open("rb") as file:
        return sum(block.count(b"\n") for block in iter(lambda: file.read(1 << 20), b""))


def _row(line: str) -> Row:
    title, author, review, rating, favourite, year, one, two = line.rstrip("\n").split("\t")
    return Row(
        title,
        author,
        review,
        int(rating),
        favourite == "1",
        int(year) if year else None,
        (int(one), int(two)),
    )


def batches(path: Path, size: int) -> Iterator[list[Row]]:
    with path.open(encoding="utf-8", newline="\n") as file:
        rows = map(_row, file)
        yield from iter(lambda: list(islice(rows, size)), [])
