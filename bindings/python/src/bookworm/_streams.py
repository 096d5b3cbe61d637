"""Streams: what a query gives, a piece at a time."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator

from ._library import call_handle, free_result, library, unchecked
from ._native import WITHOUT
from .book import quickly

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeVar

    from .query import Query
    from .transactions import Session

    _Item = TypeVar("_Item")

# A stream's pieces grow from the first size, which gives the first book soon, to the second, unless
# that many rows hold more bytes of text than the third. The objects of 512 books stay in a
# processor's cache until they are used and dropped: that is a fifth faster than 4096 where making
# them costs nothing a piece, and by ctypes it does.
_FIRST_ROWS, _MOST_ROWS, _MOST_BYTES = 128, 4096 if quickly is WITHOUT else 512, 1 << 23

free_stream = unchecked("bw_stream_free")


def pieces(
    query: Query,
    fields: int,
    rows_of: Callable[[Session, ctypes.c_void_p], tuple[list[_Item], int]],
) -> Iterator[list[_Item]]:
    """The rows of a query, which `rows_of` makes of a result with how many bytes they had."""
    session, free, release = query._session, free_stream, free_result
    with query._prepared(fields) as prepared:
        stream = call_handle(library.bw_stream_open, session._use(), prepared)
    # Local names only in what follows: an abandoned iterator may be finished at exit.
    try:
        rows = _FIRST_ROWS
        while True:
            result = call_handle(library.bw_stream_next, stream, rows)
            try:
                items, size = rows_of(session, result)
            finally:
                release(result)
            if not items:
                return
            yield items
            fitting = len(items) * _MOST_BYTES // (size + 1) + 1
            rows = min(rows * 4, _MOST_ROWS, fitting)
    finally:
        free(stream)
