"""Books as dicts: everything that one book has, or that each of many has."""

from __future__ import annotations

import ctypes
import uuid
from collections.abc import Callable, Iterable, Iterator

from . import imports
from ._native import prototypes as c
from ._native.columns import Column, read, read_fields
from ._native.errors import NotFoundError
from ._native.fields import BOOK_FIELDS, EXTRA_FIELDS, OTHER_FIELDS
from ._native.library import call_handle, free_result, library
from ._native.values import Int64s
from .book_quotes import BookQuotes
from .on_demand_fields import (
    read_contributor_lists,
    read_identifier_lists,
    read_one,
    read_pictures,
    read_prices,
)
from .readings import BookReadings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ._native.fields import Field
    from .session import Session

# How many books are read at once.
_PIECE = 1000
# For fewer books, it is faster to ask each for its quotes and readings.
_FEW = 100
_OTHERS = ("identifiers", "contributors", "price", "picture")
_REST = (
    sum(field.bit for field in EXTRA_FIELDS)
    | sum(OTHER_FIELDS[name] for name in _OTHERS)
    | c.BW_BOOK_GENRE_NAMES
    | c.BW_BOOK_GLOBAL_ID
)
_ALL = _REST | sum(field.bit for field in BOOK_FIELDS)


def _named(fields: Iterable[Field], columns: list[list[Any]]) -> dict[str, list[Any]]:
    return {field.name: values for field, values in zip(fields, columns)}


def _columns(result: ctypes.c_void_p) -> dict[str, list[Any]]:
    """Reads what a Book does not hold, of each row of a result."""
    extras, _ = read_fields(result, EXTRA_FIELDS)
    return {
        **_named(EXTRA_FIELDS, extras),
        "global_id": _global_ids(result),
        "genres": read(result, c.BW_BOOK_GENRE_NAMES, "text list"),
        "identifiers": read_identifier_lists(result),
        "contributors": read_contributor_lists(result),
        "price": read_prices(result),
        "picture": read_pictures(result),
    }


def _global_ids(result: ctypes.c_void_p) -> list[uuid.UUID]:
    column = Column(result, c.BW_BOOK_GLOBAL_ID)
    joined = ctypes.string_at(column.values, 16 * column.count) if column.count else b""
    return [uuid.UUID(bytes=joined[place : place + 16]) for place in range(0, len(joined), 16)]


def _rows(columns: dict[str, list[Any]]) -> list[dict[str, Any]]:
    return [dict(zip(columns, row)) for row in zip(*columns.values())]


def _lists(
    session: Session, book: int, *, quotes: bool = True, readings: bool = True
) -> dict[str, list[dict[str, Any]]]:
    """The rows of other entities that belong to a book."""
    return {
        "quotes": [each.as_dict() for each in BookQuotes(session, book)] if quotes else [],
        "readings": [each.as_dict() for each in BookReadings(session, book)] if readings else [],
        "sources": imports.source_dicts(session._use(), book),
    }


def rest(session: Session, book: int) -> dict[str, Any]:
    """Returns everything that a book has, except what a Book holds."""
    made: dict[str, Any] = read_one(
        session._use(), book, _REST, lambda result: _rows(_columns(result))
    )
    return {**made, **_lists(session, book)}


def dicts(
    session: Session, ids: list[int], having: Callable[[str], list[int]]
) -> Iterator[dict[str, Any]]:
    """Yields everything that each book has. `having` returns the books that have a field."""
    many = len(ids) >= _FEW
    quoted, begun = (set(having(name) if many else ids) for name in ("quotes", "readings"))
    for place in range(0, len(ids), _PIECE):
        for row in _piece(session, ids[place : place + _PIECE]):
            book = row["id"]
            try:
                row.update(_lists(session, book, quotes=book in quoted, readings=book in begun))
            except NotFoundError:
                # The book was deleted meanwhile.
                continue
            yield row


def _piece(session: Session, ids: list[int]) -> list[dict[str, Any]]:
    wanted = Int64s(ids)
    result = call_handle(
        library.bw_books_list, session._use(), wanted.reference, wanted.count, _ALL
    )
    try:
        own, _ = read_fields(result, BOOK_FIELDS)
        return _rows({**_named(BOOK_FIELDS, own), **_columns(result)})
    finally:
        free_result(result)
