"""The common part of the measured Python programs: the clock, the checks, the command loop.

    python program.py STORE GENRES.tsv BOOKS.tsv       then on standard input:  work count seed

The commands and answers are those of the C programs (harness.c), so that one driver queries them
all. A peer has a method for each of its operations; operations without a method are left out of the
table. Operations that change the store run on a copy of it, so that all peers read the same books
to the end, however often they are queried.
"""

from __future__ import annotations

import json
import shutil
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import dataset
from dataset import Row
from memory import peak_memory
from works import WORKS, timed

PAGE = 50
_SQL = Path(__file__).resolve().parent.parent / "sql"


def sql(name: str) -> str:
    return (_SQL / name).read_text(encoding="utf-8")


def statements() -> dict[str, str]:
    """The statements of works.sql by name."""
    sections = sql("works.sql").split("\n-- ")[1:]
    pairs = (section.split("\n", 1) for section in sections)
    return {name: " ".join(text.split()) for name, text in pairs}


def milliseconds() -> int:
    return time.time_ns() // 1_000_000


class Peer(ABC):
    """A measured store. See `WORKS` for the optional methods."""

    version: str
    """The version of the measured program, for the table."""

    def __init__(self, path: str, genres: str, books: str) -> None:
        self.path = path
        self.books = Path(books)
        self.genres = dataset.genres(Path(genres))
        self.count = dataset.count(self.books)

    @abstractmethod
    def open(self) -> None: ...

    @abstractmethod
    def close(self) -> None: ...

    @abstractmethod
    def create_store(self) -> None:
        """Creates a new store with the genres, and leaves it open."""

    @abstractmethod
    def create(self, rows: list[Any], first: int) -> None:
        """Runs one transaction; `first` is the id of the first row."""

    def ready(self, rows: list[Row]) -> list[Any]:
        """Converts the rows to the form that `create` takes; not timed."""
        return rows

    def prepare(self) -> None:  # noqa: B027 (most have nothing to do)
        """Work before the reads that is not timed, such as a search index."""

    def remove(self) -> None:
        self.close()
        here = Path(self.path)
        for beside in here.parent.glob(here.name + "*"):
            shutil.rmtree(beside) if beside.is_dir() else beside.unlink()

    @contextmanager
    def on_a_copy(self) -> Iterator[None]:
        original = self.path
        self.close()
        self.path += ".copy"
        copy = shutil.copytree if Path(original).is_dir() else shutil.copyfile
        copy(original, self.path)
        self.open()
        try:
            yield
        finally:
            self.remove()
            self.path = original
            self.open()


def _answer(peer: Any, work: str, count: int, seed: int) -> dict[str, Any]:
    if work == "hello":
        methods = {name: method for name, (method, _) in WORKS.items()} | {"goodbooks": "goodbooks"}
        offered = [name for name, method in methods.items() if getattr(peer, method, None)]
        return {"version": peer.version, "works": offered}
    if work in ("open", "close"):
        return timed(1, getattr(peer, work), lambda _: 0)._asdict()
    if work.startswith("goodbooks:"):
        return peer.goodbooks(Path(work.partition(":")[2]))._asdict()
    return WORKS[work][1](peer, count, seed)._asdict()


def main(kind: type[Peer]) -> None:
    peer = kind(*sys.argv[1:4])
    before = peak_memory()
    for line in sys.stdin:
        work, count, seed = line.split()
        answer = _answer(peer, work, int(count), int(seed))
        if work != "hello":
            answer["memory"] = peak_memory() - before
        print(json.dumps(answer), flush=True)
    peer.close()
