"""The library's queries, and rows that were read ahead of an iterator."""

from __future__ import annotations

import ctypes
from _thread import get_ident

from ._native.errors import Error, in_list, rename
from ._native.library import call, call_handle, library, unchecked
from ._native.modules import LazyModule
from ._native.values import text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from .search_line import SearchLine

    # A step: a name for errors, a function that changes a bw_query, and its arguments after the
    # query.
    Step = tuple[Any, ...]
    from . import search_line
else:
    search_line = LazyModule("search_line")

free_query = unchecked("bw_query_free")


class PreparedQuery:
    """The steps of a query, and the library's query made by them, which slices and others share.

    The query never changes, may be used by several threads, and lives as long as this object.
    """

    __slots__ = ("_line", "_queries", "_steps")

    def __init__(self, line: SearchLine | None, steps: tuple[Step, ...]) -> None:
        self._line = line
        self._steps = steps
        # The library's query. If several threads create it at the same time, each adds one, and the
        # first is used. A lock is avoided, because a forked child might inherit it held.
        self._queries: list[ctypes.c_void_p] = []

    def __del__(self, free: Any = free_query) -> None:
        for each in self._queries:
            free(each)

    def handle(self) -> int | None:
        """The query, which still belongs to this object."""
        if not self._queries:
            self._queries.append(self.begin())
        return self._queries[0].value

    def begin(self, after: str | None = None, before: str | None = None) -> ctypes.c_void_p:
        """A query for one use, after or before a cursor; the caller frees it."""
        line = self._line
        query = search_line.begin_again(line) if line else call_handle(library.bw_query_new)
        try:
            steps = self._steps
            if after is not None:
                encoded = text(after, "after")
                steps += (("after", library.bw_query_set_after, encoded, len(encoded)),)
            if before is not None:
                encoded = text(before, "before")
                steps += (("before", library.bw_query_set_before, encoded, len(encoded)),)
            for name, function, *arguments in steps:
                try:
                    call(function, query, *map(_argument, arguments))
                except Error as error:
                    rename(error, name)
                    in_list(error)
                    raise
        except BaseException:
            free_query(query)
            raise
        return query


def _argument(value: Any) -> Any:
    return value.handle() if isinstance(value, PreparedQuery) else value


class Prefetch:
    """The books of an iterator. If they are counted before it begins, they are read only once.

    Only the thread that made the iterator uses this: two threads may list the same query at once.
    """

    __slots__ = ("__weakref__", "_books", "_read", "_started", "_thread")

    def __init__(self, read: Callable[[], list[Any]]) -> None:
        self._read = read
        self._books: list[Any] | None = None
        self._started = False
        self._thread = get_ident()

    def is_waiting(self) -> bool:
        """Whether the iterator has not begun, and belongs to this thread."""
        return not self._started and self._thread == get_ident()

    def pieces(self) -> Iterator[list[Any]]:
        """All books in one piece; they are read now unless they were counted before."""
        self._started = True
        yield self._read() if self._books is None else self._books

    def count(self) -> int:
        """Reads the books and returns their number."""
        self._books = self._read()
        return len(self._books)


class OwnedHandle:
    """A handle that is freed at the end of a with block."""

    __slots__ = ("_free", "_handle")

    def __init__(self, handle: ctypes.c_void_p, free: Callable[[ctypes.c_void_p], object]) -> None:
        self._handle = handle
        self._free = free

    def __enter__(self) -> ctypes.c_void_p:
        return self._handle

    def __exit__(self, *exception: object) -> None:
        self._free(self._handle)
