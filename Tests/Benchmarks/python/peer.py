"""What the measured Python programs share: the clock, the checks, the command loop.

    python program.py STORE GENRES.tsv BOOKS.tsv       then on standard input:  work count seed

The same commands and answers as the C programs (harness.c), so that one driver asks them all.
A peer has a method for each work that it can do; what it has no method for is left out of the
table. Work that changes the store is done on a copy of it, so that all peers, asked often or
seldom, read the same books to the end.
"""

from __future__ import annotations

import gc
import json
import random
import resource
import shutil
import sys
import time
import zlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple, Optional, TypeVar

import made
from harness.made_books import COMMON_GENRE, NONE_GENRE, RARE_GENRE, SEARCHED_WORD
from made import Row

PAGE = 50
GENRES = {"common": COMMON_GENRE, "rare": RARE_GENRE, "none": NONE_GENRE}
"""How many of the genre's books are rated 4 or 5."""
_SQL = Path(__file__).resolve().parent.parent / "sql"

VerifyRow = tuple[int, str, str, Optional[str], int, bool, Optional[int], tuple[int, ...]]
GenreRow = tuple[int, int, Optional[float]]
"""A genre's id, how many books it has, their average rating."""
_Result = TypeVar("_Result")


class Outcome(NamedTuple):
    seconds: float
    operations: int
    check: int


def sql(name: str) -> str:
    return (_SQL / name).read_text(encoding="utf-8")


def statements() -> dict[str, str]:
    """The statements of works.sql by their names."""
    sections = sql("works.sql").split("\n-- ")[1:]
    pairs = (section.split("\n", 1) for section in sections)
    return {name: " ".join(text.split()) for name, text in pairs}


def milliseconds() -> int:
    return time.time_ns() // 1_000_000


class Peer(ABC):
    """A store that is measured. See `_WORKS` for the methods that it may have beside these."""

    version: str
    """Of what is measured, for the table."""

    def __init__(self, path: str, genres: str, books: str) -> None:
        self.path = path
        self.books = Path(books)
        self.genres = made.genres(Path(genres))
        self.count = made.count(self.books)

    @abstractmethod
    def open(self) -> None: ...

    @abstractmethod
    def close(self) -> None: ...

    @abstractmethod
    def create_store(self) -> None:
        """A new store with the genres, left open."""

    @abstractmethod
    def create(self, rows: list[Any], first: int) -> None:
        """One transaction; `first` is the id of the first."""

    def ready(self, rows: list[Row]) -> list[Any]:
        """The rows as `create` takes them; not timed."""
        return rows

    def prepare(self) -> None:
        """What comes before the reading and is not timed, such as a search index."""

    def remove(self) -> None:
        self.close()
        here = Path(self.path)
        for beside in here.parent.glob(here.name + "*"):
            shutil.rmtree(beside) if beside.is_dir() else beside.unlink()

    @contextmanager
    def on_a_copy(self) -> Iterator[None]:
        kept = self.path
        self.close()
        self.path += ".copy"
        copy = shutil.copytree if Path(kept).is_dir() else shutil.copyfile
        copy(kept, self.path)
        self.open()
        try:
            yield
        finally:
            self.remove()
            self.path = kept
            self.open()


def timed(operations: int, work: Callable[[], _Result], check: Callable[[_Result], int]) -> Outcome:
    """Garbage of the work before is not this one's to collect."""
    gc.collect()
    start = time.perf_counter()
    result = work()
    return Outcome(time.perf_counter() - start, operations, check(result))


def _again(count: int, work: Callable[[], _Result]) -> Callable[[], _Result]:
    """The same many times; what it gave last is what is checked."""

    def often() -> _Result:
        for _ in range(count - 1):
            work()
        return work()

    return often


def _same(check: int) -> int:
    return check


def _ids(page: Iterable[Any]) -> int:
    """As sum_page in harness.c. A row is an object with an id, or a tuple that begins with it."""
    ids = [row[0] if isinstance(row, tuple) else row.id for row in page]
    total = len(ids)
    for number in ids:
        total = (total * 31 + number) % 2**64
    return total


def _statistics(rows: Iterable[GenreRow]) -> int:
    total = 0
    for genre, books, average in sorted(rows):
        total = (total * 31 + genre * 1_000_000_007 + books) % 2**64
        total = (total * 31 + round((average or 0) * 1e6)) % 2**64
    return total


def _verify(rows: Iterable[VerifyRow]) -> int:
    """The same hash as harness.c's verify_row."""
    total = 0
    for number, title, author, review, rating, favourite, year, genres in rows:
        shown = -9999 if year is None else year
        listed = ",".join(map(str, genres))
        line = (
            f"{number}\t{title}\t{author}\t{review or ''}\t{rating}\t{int(favourite)}"
            f"\t{shown}\t{listed}\n"
        )
        total = zlib.crc32(line.encode(), total)
    return total


def _fill(peer: Any, batch: int) -> Outcome:
    """Only the peer's part is timed, not the reading of the made books."""
    peer.remove()
    peer.create_store()
    seconds, first = 0.0, 1
    for rows in made.batches(peer.books, batch):
        ready = peer.ready(rows)
        gc.collect()
        start = time.perf_counter()
        peer.create(ready, first)
        seconds += time.perf_counter() - start
        first += len(rows)
    return Outcome(seconds, peer.count, peer.count_books())


def _create(peer: Any, batch: int, seed: int) -> Outcome:
    outcome = _fill(peer, batch)
    peer.close()
    peer.open()
    peer.prepare()
    return outcome


def _create_again(peer: Any, batch: int, seed: int) -> Outcome:
    """Beside the store that is read, which stays."""
    kept = peer.path
    peer.close()
    peer.path += ".again"
    outcome = _fill(peer, batch)
    peer.remove()
    peer.path = kept
    peer.open()
    return outcome


def _create_one(peer: Any, count: int, seed: int) -> Outcome:
    rows = peer.ready(next(made.batches(peer.books, count)))

    def work() -> None:
        for number, row in enumerate(rows, peer.count + 1):
            peer.create([row], number)

    with peer.on_a_copy():
        return timed(len(rows), work, lambda _: peer.count_books())


def _drawn(peer: Any, count: int, seed: int) -> list[int]:
    draw = random.Random(seed).random
    return [int(draw() * peer.count) + 1 for _ in range(count)]


def _read(peer: Any, count: int, seed: int) -> Outcome:
    ids = _drawn(peer, count, seed)
    return timed(count, lambda: peer.read(ids), _same)


def _rate(peer: Any, count: int, seed: int, method: str) -> Outcome:
    pairs = [(number, number * 7 % 5 + 1) for number in _drawn(peer, count, seed)]
    with peer.on_a_copy():
        return timed(count, lambda: getattr(peer, method)(pairs), lambda _: peer.sum_ratings())


def _page(peer: Any, count: int, work: Callable[[], Iterable[Any]]) -> Outcome:
    return timed(count, _again(count, work), _ids)


def _page_deep(peer: Any, count: int, seed: int) -> Outcome:
    cursor = peer.cursor_at(peer.count // 2)
    return _page(peer, count, lambda: peer.page_after(cursor))


def _delete_books(peer: Any, count: int, seed: int) -> Outcome:
    count = min(count, peer.count)
    step = peer.count // count
    ids = [1 + place * step for place in range(count)]
    with peer.on_a_copy():
        return timed(1, lambda: peer.delete_books(ids), lambda _: peer.count_books())


def _delete_genre(peer: Any, count: int, seed: int) -> Outcome:
    with peer.on_a_copy():
        return timed(1, lambda: peer.delete_genre(NONE_GENRE), lambda _: peer.count_links())


_Work = Callable[[Any, int, int], Outcome]
_WORKS: dict[str, tuple[str, _Work]] = {
    # work: the method that a peer who can do it has, and how it is done
    "create": ("create", _create),
    "create-again": ("create", _create_again),
    "create-one": ("count_books", _create_one),
    "verify": ("every_row", lambda p, n, s: timed(1, lambda: _verify(p.every_row()), _same)),
    "read": ("read", _read),
    "rate-together": ("rate_together", lambda p, n, s: _rate(p, n, s, "rate_together")),
    "rate-each": ("rate_each", lambda p, n, s: _rate(p, n, s, "rate_each")),
    "page-first": ("page_first", lambda p, n, s: _page(p, n, p.page_first)),
    "page-deep": ("page_after", _page_deep),
    "page-offset": (
        "page_offset",
        lambda p, n, s: _page(p, n, lambda: p.page_offset(p.count // 2)),
    ),
    **{
        f"page-genre-rating-{kind}": (
            "page_genre_rating",
            lambda p, n, s, genre=genre: _page(p, n, lambda: p.page_genre_rating(genre)),
        )
        for kind, genre in GENRES.items()
    },
    "scan": ("scan", lambda p, n, s: timed(p.count, p.scan, _same)),
    "scan-rows": ("scan_rows", lambda p, n, s: timed(p.count, p.scan_rows, len)),
    "scan-by-title": ("scan_by_title", lambda p, n, s: timed(p.count, p.scan_by_title, len)),
    "frame": ("frame", lambda p, n, s: timed(p.count, p.frame, len)),
    "search-best": ("search_best", lambda p, n, s: _page(p, n, lambda: p.search_best(SEARCHED_WORD))),
    "search-page": ("search_page", lambda p, n, s: _page(p, n, lambda: p.search_page(SEARCHED_WORD))),
    "statistics-genres": (
        "statistics_genres",
        lambda p, n, s: timed(n, _again(n, p.statistics_genres), _statistics),
    ),
    "delete-books": ("delete_books", _delete_books),
    "delete-genre": ("delete_genre", _delete_genre),
}


def _answer(peer: Any, work: str, count: int, seed: int) -> dict[str, Any]:
    if work == "hello":
        offered = [name for name, (method, _) in _WORKS.items() if getattr(peer, method, None)]
        return {"version": peer.version, "works": offered}
    if work in ("open", "close"):
        return timed(1, getattr(peer, work), lambda _: 0)._asdict()
    if work.startswith("goodbooks:"):
        return peer.goodbooks(Path(work.partition(":")[2]))._asdict()
    return _WORKS[work][1](peer, count, seed)._asdict()


def main(kind: type[Peer]) -> None:
    peer = kind(*sys.argv[1:4])
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for line in sys.stdin:
        work, count, seed = line.split()
        answer = _answer(peer, work, int(count), int(seed))
        if work != "hello":
            answer["memory"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
        print(json.dumps(answer), flush=True)
    peer.close()
