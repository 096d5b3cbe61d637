"""What the measured Python programs share: the made books, the clock, the command loop.

    python program.py STORE GENRES.tsv BOOKS.tsv       then on standard input:  work count seed

The same commands and answers as the C programs (harness.c), so that one driver asks them all.
"""

from __future__ import annotations

import gc
import json
import random
import resource
import sys
import time
import zlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple, Optional

Outcome = tuple[float, int, int]


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


VerifyRow = tuple[int, str, str, Optional[str], int, bool, Optional[int], tuple[int, ...]]


def _load(genres: str, books: str) -> tuple[list[Genre], list[Row]]:
    genre_lines = Path(genres).read_text(encoding="utf-8").splitlines()
    rows = []
    for line in Path(books).read_text(encoding="utf-8").split("\n")[:-1]:
        title, author, review, rating, favourite, year, one, two = line.split("\t")
        rows.append(
            Row(
                title,
                author,
                review,
                int(rating),
                favourite == "1",
                int(year) if year else None,
                (int(one), int(two)),
            )
        )
    return [Genre(*line.split("\t")) for line in genre_lines], rows


class Peer(ABC):
    """A store that is measured; the methods do the work and time it."""

    def __init__(self, path: str, genres: list[Genre], rows: list[Row]) -> None:
        self.path = path
        self.genres = genres
        self.rows = rows

    @abstractmethod
    def open(self) -> None: ...

    @abstractmethod
    def close(self) -> None: ...

    @abstractmethod
    def create_store(self) -> None: ...

    @abstractmethod
    def create(self, batch: int) -> None: ...

    @abstractmethod
    def read(self, ids: list[int]) -> int: ...

    @abstractmethod
    def scan(self) -> int: ...

    @abstractmethod
    def scan_by_title(self) -> int: ...

    @abstractmethod
    def every_row(self) -> Iterable[VerifyRow]: ...

    @abstractmethod
    def goodbooks(self, folder: Path) -> Outcome: ...

    def verify(self) -> int:
        """The same hash as harness.c's verify_row."""
        total = 0
        for number, title, author, review, rating, favourite, year, genres in self.every_row():
            shown = -9999 if year is None else year
            listed = ",".join(map(str, genres))
            line = (
                f"{number}\t{title}\t{author}\t{review or ''}\t{rating}\t{int(favourite)}"
                f"\t{shown}\t{listed}\n"
            )
            total = zlib.crc32(line.encode(), total)
        return total

    def remove(self) -> None:
        self.close()
        here = Path(self.path)
        for beside in here.parent.glob(here.name + "*"):
            beside.unlink()

    def perform(self, work: str, count: int, seed: int) -> Outcome:
        if work == "create":
            self.remove()
            self.create_store()
            outcome = timed(len(self.rows), lambda: self.create(count))
            self.close()
            self.open()
            return outcome[0], outcome[1], len(self.rows)
        if work == "verify":
            return timed(1, self.verify)
        if work == "read":
            draw = random.Random(seed).random
            ids = [int(draw() * len(self.rows)) + 1 for _ in range(count)]
            return timed(count, lambda: self.read(ids))
        if work == "scan":
            return timed(len(self.rows), self.scan)
        if work == "scan-by-title":
            return timed(len(self.rows), self.scan_by_title)
        raise ValueError(work)


def timed(operations: int, work: Callable[[], int | None]) -> Outcome:
    """Garbage of the work before is not this one's to collect."""
    gc.collect()
    start = time.perf_counter()
    check = work()
    return time.perf_counter() - start, operations, check or 0


def main(kind: type[Peer]) -> None:
    path, genres, books = sys.argv[1:4]
    peer = kind(path, *_load(genres, books))
    gc.freeze()  # The made books are the benchmark's, not the peer's: they cost no collection.
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for line in sys.stdin:
        work, count, seed = line.split()
        if work.startswith("goodbooks:"):
            seconds, operations, check = peer.goodbooks(Path(work.partition(":")[2]))
        else:
            seconds, operations, check = peer.perform(work, int(count), int(seed))
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
        answer = {"seconds": seconds, "operations": operations, "check": check, "memory": memory}
        print(json.dumps(answer), flush=True)
    peer.close()
