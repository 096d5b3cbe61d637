"""Queries as the library has them, and what was read before an iterator gave it."""

from __future__ import annotations

import ctypes
from _thread import get_ident

from ._errors import Error, rename
from ._fields import text
from ._library import call, call_handle, library, unchecked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from ._conditions import Step
    from ._lines import Line
    from .book import Book

free_query = unchecked("bw_query_free")


class Kept:
    """Conditions and an order, and a query that has them: for slices, which share it, and threads.

    It is never changed, and lives as long as this.
    """

    __slots__ = ("_line", "_made", "_sort", "_steps")

    def __init__(
        self, line: Line | None, steps: tuple[Step, ...], sort: tuple[str, ...] | None
    ) -> None:
        self._line = line
        self._steps = steps
        self._sort = sort
        # One, or one for each of the threads that were the first. No lock, which a forked child
        # might inherit held.
        self._made: list[ctypes.c_void_p] = []

    def __del__(self, free: Any = free_query) -> None:
        for each in self._made:
            free(each)

    def handle(self) -> int | None:
        if not self._made:
            self._made.append(self.begun())
        return self._made[0].value

    def begun(self, after: str | None = None) -> ctypes.c_void_p:
        """A query for one use, which the caller frees."""
        line = self._line
        if line:
            from ._lines import begin

            query = begin(line.text)
        else:
            query = call_handle(library.bw_query_new)
        try:
            steps = self._steps
            if self._sort is not None:
                from ._conditions import sort_steps

                steps += (("keys", library.bw_query_clear_order), *sort_steps(self._sort))
            if after is not None:
                encoded = text(after, "after")
                steps += (("after", library.bw_query_set_after, encoded, len(encoded)),)
            for name, function, *arguments in steps:
                try:
                    call(function, query, *arguments)
                except Error as error:
                    rename(error, name)
                    raise
        except BaseException:
            free_query(query)
            raise
        return query


class Ahead:
    """The books that an iterator is going to give, which may be counted before the first look.

    Only by the thread that made the iterator: two that list one query take turns anywhere.
    """

    __slots__ = ("__weakref__", "_books", "_read", "_started", "_thread")

    def __init__(self, read: Callable[[], list[Book]]) -> None:
        self._read = read
        self._books: list[Book] | None = None
        self._started = False
        self._thread = get_ident()

    def is_waiting(self) -> bool:
        return not self._started and self._thread == get_ident()

    def pieces(self) -> Iterator[list[Book]]:
        """All of them in one piece, read now where they have not been counted."""
        self._started = True
        yield self._read() if self._books is None else self._books

    def count(self) -> int:
        self._books = self._read()
        return len(self._books)


class Held:
    """A handle for the time of a with block, at whose end it is freed."""

    __slots__ = ("_free", "_handle")

    def __init__(self, handle: ctypes.c_void_p, free: Callable[[ctypes.c_void_p], object]) -> None:
        self._handle = handle
        self._free = free

    def __enter__(self) -> ctypes.c_void_p:
        return self._handle

    def __exit__(self, *exception: object) -> None:
        self._free(self._handle)
