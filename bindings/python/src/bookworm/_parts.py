"""Parts of what a query finds: a page, a position, a column that is no field of a Book."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any, NamedTuple

from . import _prototypes as c
from ._columns import read
from ._errors import ArgumentError
from ._library import give, library, take
from .book import Book, read_pictures, read_prices

# The columns that are no fields of a Book: their bits, and what makes lists of them.
ELSEWHERE: dict[str, tuple[int, Callable[[ctypes.c_void_p], list[Any]]]] = {
    "genres": (c.BW_FIELD_GENRES, lambda rows: read(rows, c.BW_FIELD_GENRES, "int64 list")),
    "price": (c.BW_FIELD_PRICE | c.BW_FIELD_CURRENCY, read_prices),
    "picture": (c.BW_FIELD_PICTURE, read_pictures),
}


class Page(NamedTuple):
    """Some books of a query, and where the next page begins.

    books   the books of the page, a list in the query's order
    cursor  the place after the last of them, for Query.page(), or None where nothing follows
    """

    books: list[Book]
    cursor: str | None


def position(value: Any) -> int:
    """A place among the books of a query, counted from 0."""
    if not isinstance(value, int):
        raise TypeError(f"positions of a query are ints, not {type(value).__name__}")
    if value < 0:
        raise ArgumentError(
            "positions of a query are not negative; reverse the order to count from its end"
        )
    return min(value, 2**62)


def cursor(result: ctypes.c_void_p) -> str | None:
    """The place after the last row, or None where nothing follows."""
    scratch = take()
    place = c.bw_text()
    try:
        library.bw_result_cursor(result, ctypes.byref(place), scratch.error_ref)
    finally:
        give(scratch)
    return None if place.data is None else place.data.decode()
