"""Columns of books: the fields of a query as lists, and as Arrow columns for data frames."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterable

from . import _prototypes as c
from ._book_fields import read_pictures, read_prices
from ._columns import read
from ._errors import ArgumentError
from ._fields import READABLE, refuse
from ._public import publish

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .query import Query

EVERY_FIELD = c.BW_FIELDS_ALL
# Arrow columns that are no fields of a Book under the same name.
_ARROW = {
    "price": c.BW_BOOK_PRICE,
    "currency": c.BW_BOOK_CURRENCY,
    "genres": c.BW_BOOK_GENRES,
    "identifier_schemes": c.BW_BOOK_IDENTIFIER_SCHEMES,
    "identifier_values": c.BW_BOOK_IDENTIFIER_VALUES,
    "picture": c.BW_OUTPUT_PICTURE,
    "snippet": c.BW_OUTPUT_SNIPPET,
    "rank": c.BW_OUTPUT_RANK,
}


class ArrowRows:
    """Some fields of what a query finds, for whoever takes Arrow streams: see Query.arrow().

    May be taken again and again; each time looks at the store anew.
    """

    __slots__ = ("_mask", "_query")

    def __init__(self, query: Query, mask: int) -> None:
        """Not for use: ask a query."""
        self._query, self._mask = query, mask

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """An Arrow stream: see Query.__arrow_c_stream__()."""
        return self._query._arrow(self._mask)


def arrow_mask(fields: Iterable[str]) -> int:
    """The bits of Arrow columns by their names; of all that a query gives where there are none."""
    return _mask(fields, _ARROW) or EVERY_FIELD


# Lists that are no fields of a Book: their bits, and what makes them.
_LISTS: dict[str, tuple[int, Callable[[ctypes.c_void_p], list[Any]]]] = {
    "genres": (c.BW_BOOK_GENRES, lambda rows: read(rows, c.BW_BOOK_GENRES, "int64 list")),
    "price": (c.BW_BOOK_PRICE | c.BW_BOOK_CURRENCY, read_prices),
    "picture": (c.BW_OUTPUT_PICTURE, read_pictures),
}


def column_mask(fields: Iterable[str]) -> int:
    """The bits of the fields that Query.columns() names."""
    return _mask(fields, {name: bits for name, (bits, _) in _LISTS.items()})


def read_columns(result: ctypes.c_void_p, fields: Iterable[str]) -> dict[str, list[Any]]:
    """Fields of a result as lists, by their names."""
    return {
        name: _LISTS[name][1](result)
        if name in _LISTS
        else read(result, READABLE[name].bit, READABLE[name].kind)
        for name in fields
    }


def _mask(fields: Iterable[str], others: dict[str, int]) -> int:
    mask = 0
    for name in fields:
        if not isinstance(name, str):
            refuse("fields", 'names one by one, as in columns("title", "rating")', name)
        if name not in READABLE and name not in others:
            known = ", ".join([*READABLE, *others])
            raise ArgumentError(f"no column {name!r}; there are {known}", field="fields")
        mask |= others[name] if name in others else READABLE[name].bit
    return mask


publish(ArrowRows)
