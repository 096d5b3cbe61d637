"""Renews the counts of books next to open lists after changes, and sends them to the pages."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Iterable

import bookworm
from bookworm import Changes

from .facets import OPEN, counted, facet
from .library import Library
from .live import Hub, Watch
from .shelf import ShelfWatch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

#: The seconds from a change until the books are counted, once for all changes in this time.
COUNT_AFTER = 0.25
#: The least number of seconds from one count to the next.
COUNT_EVERY = 5.0
#: If the last count took long, the next one waits this many times its processor time instead. So
#: counting takes less than 5 % of a core.
SHARE = 20
_RATINGS = frozenset(("rating", "exact_rating"))
#: The keys of the conditions that no rating affects; None is the key of a word.
_UNRATED = frozenset(
    (None, "title", "author", "genre", "series", "publisher", "status", "language", "format",
     "year", "pages")
)  # fmt: skip


class Counts(Watch):
    """Renews the counts next to all open lists after changes, in one thread."""

    def __init__(self, hub: Hub, library: Library) -> None:
        self._library = library
        self._is_stale = self._is_waiting = False
        #: Whether nothing but ratings has changed since the books were counted.
        self._is_rating = True
        self._earliest = 0.0
        super().__init__(hub, library.store.observe())

    def told(self, changes: list[Changes]) -> dict[str, Any]:
        """Makes the watches of lists send their counts later; sends no event itself."""
        if any(map(_is_counted, changes)):
            self._is_rating = self._is_rating and all(map(_is_rating, changes))
            self._is_stale = True
            for watch in self._lists():
                # A browser that begins to listen now has missed the change.
                watch.last_counted = self.last
            self._begin_later()
        return {}

    def _lists(self) -> list[ShelfWatch]:
        return [watch for watch in self.hub.all() if isinstance(watch, ShelfWatch)]

    def _begin_later(self) -> None:
        if not self._is_waiting:
            self._is_waiting = True
            loop = self.hub.loop
            loop.call_at(max(loop.time() + COUNT_AFTER, self._earliest), self._begin)

    def _begin(self) -> None:
        if self.observer.closed:
            return
        is_rating, self._is_rating, self._is_stale = self._is_rating, True, False
        count = self.hub.loop.run_in_executor(None, _count, self._library, self._lists(), is_rating)
        count.add_done_callback(self._send)

    def _send(self, done: asyncio.Future[tuple[list[_Count], float]]) -> None:
        self._is_waiting = False
        if done.cancelled() or self.observer.closed:
            return
        counts, took = done.result()
        self._earliest = self.hub.loop.time() + max(COUNT_EVERY, SHARE * took)
        for watch, total, parts in counts:
            # Its last page may have been closed while the books were counted.
            if watch.observer.closed:
                continue
            event: dict[str, Any] = {"parts": parts} if parts else {}
            if total is not None:
                event |= {"count": watch.recounted(total), "counted": True}
            watch.send(event)
        if self._is_stale:
            self._begin_later()


#: A list, the number of its books if it may have changed, and the facets as HTML.
_Count = tuple[ShelfWatch, "int | None", list[str]]


def _count(
    library: Library, lists: Iterable[ShelfWatch], is_rating: bool
) -> tuple[list[_Count], float]:
    """Counts the books of lists. Also returns the processor time that it took."""
    began = time.thread_time()
    made = []
    known: dict[tuple[str, ...], Any] = {}

    def once(key: tuple[str, ...], count: Any) -> Any:
        if key not in known:
            known[key] = count()
        return known[key]

    for watch in lists:
        # A list that cannot be read sends nothing; its page says why.
        with contextlib.suppress(bookworm.Error):
            made.append(_counts(library, watch, is_rating, once))
    return made, time.thread_time() - began


def _counts(library: Library, watch: ShelfWatch, is_rating: bool, once: Any) -> _Count:
    query, line, sort = watch.query, watch.finished or "", watch.sort
    groups: Iterable[str] = OPEN if watch.finished is not None and query.limit is None else ()
    total = None
    if is_rating and all(each.key in _UNRATED for each in query.conditions):
        groups = [each for each in groups if each == "rating"]
    else:
        total = once((watch.line,), query.count)
    parts = []
    for group in groups:
        found = once((line, group), lambda group=group: counted(library, group, line))
        values = facet(library, watch.language, group, line, sort, found)
        parts.append(library.macro(watch.language, "_facet.html", "beside", values))
    return watch, total, parts


def _is_counted(changes: Changes) -> bool:
    return any(each.entity in ("book", "genre", "quote", "none") for each in changes)


def _is_rating(changes: Changes) -> bool:
    """Whether all of the changes are ratings."""
    return all(
        each.entity == "book" and each.kind == "updated" and each.fields <= _RATINGS
        for each in changes
    )
