"""The operations of a Python peer: how each is timed, and how its results are checked."""

from __future__ import annotations

import gc
import random
import time
import zlib
from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import dataset
from harness.dataset import COMMON_GENRE, NONE_GENRE, RARE_GENRE, SEARCHED_WORD

GENRES = {"common": COMMON_GENRE, "rare": RARE_GENRE, "none": NONE_GENRE}
"""Genres by how many of their books are rated 4 or 5."""
GenreRow = tuple[int, int, "float | None"]
"""A genre's id, its number of books, their average rating."""
VerifyRow = tuple[int, str, str, "str | None", int, bool, "int | None", tuple[int, ...]]
_Result = TypeVar("_Result")


class Outcome(NamedTuple):
    seconds: float
    operations: int
    check: int


def timed(operations: int, work: Callable[[], _Result], check: Callable[[_Result], int]) -> Outcome:
    """The garbage of the previous operation must not be collected during this one."""
    gc.collect()
    start = time.perf_counter()
    result = work()
    return Outcome(time.perf_counter() - start, operations, check(result))


def _again(count: int, work: Callable[[], _Result]) -> Callable[[], _Result]:
    """Repeats the operation; the last result is checked."""

    def often() -> _Result:
        for _ in range(count - 1):
            work()
        return work()

    return often


def _same(check: int) -> int:
    return check


def _id(row: Any) -> int:
    """A row is an object with an id, or a tuple that begins with it."""
    return int(row[0] if isinstance(row, tuple) else row.id)


def _ids(page: Iterable[Any]) -> int:
    """As sum_page in harness.c."""
    ids = [_id(row) for row in page]
    total = len(ids)
    for number in ids:
        total = (total * 31 + number) % 2**64
    return total


def _sum_ids(rows: Iterable[Any]) -> int:
    """A checksum that does not depend on the order, because peers sort titles differently."""
    return sum(map(_id, rows))


def _frame(frame: Any) -> int:
    import pyarrow
    from pyarrow import compute

    if hasattr(frame, "to_arrow"):
        frame = frame.to_arrow()
    elif not isinstance(frame, pyarrow.Table):
        frame = pyarrow.Table.from_pandas(frame)
    total = len(frame)
    for column in frame["id"], frame["rating"], compute.binary_length(frame["title"]):
        total = (total * 31 + compute.sum(column).as_py()) % 2**64
    return total


def _statistics(rows: Iterable[GenreRow]) -> int:
    total = 0
    for genre, books, average in sorted(rows):
        total = (total * 31 + genre * 1_000_000_007 + books) % 2**64
        total = (total * 31 + round((average or 0) * 1e6)) % 2**64
    return total


def _verify(rows: Iterable[VerifyRow]) -> int:
    """The same hash as verify_row in harness.c."""
    total = 0
    for number, title, author, review, rating, favourite, year, genres in rows:
        year_text = -9999 if year is None else year
        listed = ",".join(map(str, genres))
        line = (
            f"{number}\t{title}\t{author}\t{review or ''}\t{rating}\t{int(favourite)}"
            f"\t{year_text}\t{listed}\n"
        )
        total = zlib.crc32(line.encode(), total)
    return total


def _fill(peer: Any, batch: int) -> Outcome:
    """Only the peer's part is timed, not the reading of the generated books."""
    peer.remove()
    peer.create_store()
    seconds, first = 0.0, 1
    for rows in dataset.batches(peer.books, batch):
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
    """Fills another store next to the one that is read, which is opened again afterwards."""
    original = peer.path
    peer.close()
    peer.path += ".again"
    outcome = _fill(peer, batch)
    peer.remove()
    peer.path = original
    peer.open()
    return outcome


def _create_one(peer: Any, count: int, seed: int) -> Outcome:
    rows = peer.ready(next(dataset.batches(peer.books, count)))

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


@lru_cache(maxsize=1)
def _ratings(path: Path) -> bytes:
    """The ratings of the generated books, as they are created."""
    return bytes(row.rating for rows in dataset.batches(path, 10_000) for row in rows)


def _rate(peer: Any, count: int, seed: int, method: str) -> Outcome:
    pairs, ratings = [], _ratings(peer.books)
    given: dict[int, int] = {}
    for number in _drawn(peer, count, seed):
        # A rating other than the current one: a peer that detects unchanged values would have
        # nothing to do.
        given[number] = given.get(number, ratings[number - 1]) % 5 + 1
        pairs.append((number, given[number]))
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
WORKS: dict[str, tuple[str, _Work]] = {
    # operation: the peer's method for it, and how it is run
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
    "page-genre-favourite": (
        "page_genre_favourite",
        lambda p, n, s: _page(p, n, lambda: p.page_genre_favourite(COMMON_GENRE)),
    ),
    "scan": ("scan", lambda p, n, s: timed(p.count, p.scan, _same)),
    "scan-rows": ("scan_rows", lambda p, n, s: timed(p.count, p.scan_rows, _sum_ids)),
    "scan-by-title": (
        "scan_by_title",
        lambda p, n, s: timed(p.count, p.scan_by_title, _sum_ids),
    ),
    "frame": ("frame", lambda p, n, s: timed(p.count, p.frame, _frame)),
    "search-best": (
        "search_best",
        lambda p, n, s: _page(p, n, lambda: p.search_best(SEARCHED_WORD)),
    ),
    "search-page": (
        "search_page",
        lambda p, n, s: _page(p, n, lambda: p.search_page(SEARCHED_WORD)),
    ),
    "statistics-genres": (
        "statistics_genres",
        lambda p, n, s: timed(n, _again(n, p.statistics_genres), _statistics),
    ),
    "delete-books": ("delete_books", _delete_books),
    "delete-genre": ("delete_genre", _delete_genre),
}
