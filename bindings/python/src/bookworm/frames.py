"""Columns of books: the fields of a query as lists, and as Arrow columns for data frames."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterable

from ._native import prototypes as c
from ._native.columns import read
from ._native.contributor_lists import LISTS
from ._native.errors import ArgumentError, InvalidError
from ._native.fields import OTHER_FIELDS, READABLE
from ._native.library import library
from ._native.modules import Brief, LazyModule, publish
from ._native.values import refuse
from .on_demand_fields import (
    read_contributor_lists,
    read_identifier_lists,
    read_pictures,
    read_prices,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ._native import arrow
    from .session import Session
else:
    arrow = LazyModule("_native.arrow")

# Arrow columns that are read by default although READABLE has no field of that name.
_BY_DEFAULT = {
    "global_id": c.BW_BOOK_GLOBAL_ID,
    "price": c.BW_BOOK_PRICE,
    "currency": c.BW_BOOK_CURRENCY,
    "genre_names": c.BW_BOOK_GENRE_NAMES,
    "identifier_schemes": c.BW_BOOK_IDENTIFIER_SCHEMES,
    "identifier_values": c.BW_BOOK_IDENTIFIER_VALUES,
}
_ARROW = {
    **_BY_DEFAULT,
    **dict(LISTS.values()),
    "genres": c.BW_BOOK_GENRES,
    "identifiers": c.BW_BOOK_IDENTIFIER_SCHEMES | c.BW_BOOK_IDENTIFIER_VALUES,
    "contributors": OTHER_FIELDS["contributors"],
    "picture": c.BW_OUTPUT_PICTURE,
    "cover": c.BW_BOOK_COVER,
    "snippet": c.BW_OUTPUT_SNIPPET,
    "rank": c.BW_OUTPUT_RANK,
}
EVERY_FIELD = sum([field.bit for field in READABLE.values()] + list(_BY_DEFAULT.values()))


_TABLES = {
    "books": c.BW_TABLE_BOOKS,
    "genres": c.BW_TABLE_GENRES,
    "quotes": c.BW_TABLE_QUOTES,
    "orders": c.BW_TABLE_ORDERS,
    "readings": c.BW_TABLE_READINGS,
    "shelves": c.BW_TABLE_SHELVES,
    "sources": c.BW_TABLE_SOURCES,
    "merged_books": c.BW_TABLE_MERGED_BOOKS,
    "links": c.BW_TABLE_LINKS,
}


class ArrowRows(metaclass=Brief):
    """Rows for consumers of Arrow streams: see Query.arrow() and Store.arrow().

    Can be consumed several times; each time reads the store again.
    """

    __slots__ = ("_mask", "_stream")

    def __init__(self, stream: Callable[[int], object], mask: int) -> None:
        """Not for use: ask a query or a store for arrow()."""
        self._stream, self._mask = stream, mask

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """An Arrow stream: see Query.__arrow_c_stream__()."""
        return self._stream(self._mask)


def table_rows(session: Session, table: str) -> ArrowRows:
    """See Store.arrow()."""
    if not isinstance(table, str):
        refuse("table", "a str", table)
    if table not in _TABLES:
        known = ", ".join(f'"{name}"' for name in _TABLES)
        raise InvalidError(f"table must be one of {known}, not {table!r}", field="table")

    def stream(number: int) -> object:
        return arrow.capsule(library.bw_store_export_arrow, session._use(), number)

    return ArrowRows(stream, _TABLES[table])


def arrow_mask(fields: Iterable[str]) -> int:
    """The bits of the named Arrow columns, or of the default columns if none are named."""
    return _mask(fields, _ARROW) or EVERY_FIELD


# Columns that are not in READABLE: the bits to read, and the function that converts the result.
_LISTS: dict[str, tuple[int, Callable[[ctypes.c_void_p], list[Any]]]] = {
    "genres": (c.BW_BOOK_GENRES, lambda rows: read(rows, c.BW_BOOK_GENRES, "int64 list")),
    "genre_names": (
        c.BW_BOOK_GENRE_NAMES,
        lambda rows: read(rows, c.BW_BOOK_GENRE_NAMES, "text list"),
    ),
    "identifiers": (OTHER_FIELDS["identifiers"], read_identifier_lists),
    "contributors": (OTHER_FIELDS["contributors"], read_contributor_lists),
    "price": (OTHER_FIELDS["price"], read_prices),
    "picture": (OTHER_FIELDS["picture"], read_pictures),
    "cover": (OTHER_FIELDS["cover"], lambda rows: read(rows, c.BW_BOOK_COVER, "text")),
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
            raise ArgumentError(f"no column {name!r}; the columns are {known}", field="fields")
        mask |= others[name] if name in others else READABLE[name].bit
    return mask


publish(ArrowRows)
