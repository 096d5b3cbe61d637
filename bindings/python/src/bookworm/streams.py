"""Streams: the books of a query, a piece at a time."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator

from ._native.library import call_handle, free_result, library, unchecked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeVar

    from .query import QueryBase
    from .session import Session

    _Item = TypeVar("_Item")

# The pieces of a stream grow from _FIRST_ROWS, so that the first book comes soon, to the requested
# maximum. They stay smaller if the rows would have more than _MOST_BYTES of text.
_FIRST_ROWS, _MOST_BYTES = 128, 1 << 23

free_stream = unchecked("bw_stream_free")


def pieces(
    query: QueryBase,
    fields: int,
    rows_of: Callable[[Session, ctypes.c_void_p], tuple[list[_Item], int]],
    most: int,
) -> Iterator[list[_Item]]:
    """The rows of a query, at most `most` at a time; `rows_of` also counts their bytes."""
    session, free, release = query._session, free_stream, free_result
    with query._open(fields) as prepared:
        stream = call_handle(library.bw_stream_open, session._use(), prepared)
    # The `finally` blocks use only local names, because an abandoned iterator may be finished at
    # exit.
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
            rows = min(rows * 4, most, fitting)
    finally:
        free(stream)
