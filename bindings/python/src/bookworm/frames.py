"""Columns of books: the fields of a query as lists, and as Arrow columns for data frames."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterable

from ._native import prototypes as c
from ._native.columns import read
from ._native.errors import ArgumentError
from ._native.fields import OTHER_FIELDS, READABLE
from ._native.modules import publish
from ._native.values import refuse
from .on_demand_fields import read_pictures, read_prices

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

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

    __slots__ = ("_mask", "_stream")

    def __init__(self, stream: Callable[[int], object], mask: int) -> None:
        """Not for use: ask a query."""
        self._stream, self._mask = stream, mask

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """An Arrow stream: see Query.__arrow_c_stream__()."""
        return self._stream(self._mask)


def arrow_mask(fields: Iterable[str]) -> int:
    """The bits of Arrow columns by their names; of all that a query gives where there are none."""
    return _mask(fields, _ARROW) or EVERY_FIELD


# Lists that are no fields of a Book's row: what makes them.
_LISTS: dict[str, Callable[[ctypes.c_void_p], list[Any]]] = {
    "genres": lambda rows: read(rows, c.BW_BOOK_GENRES, "int64 list"),
    "price": read_prices,
    "picture": read_pictures,
}


def column_mask(fields: Iterable[str]) -> int:
    """The bits of the fields that Query.columns() names."""
    return _mask(fields, {name: OTHER_FIELDS[name] for name in _LISTS})


def read_columns(result: ctypes.c_void_p, fields: Iterable[str]) -> dict[str, list[Any]]:
    """Fields of a result as lists, by their names."""
    return {
        name: _LISTS[name](result)
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
