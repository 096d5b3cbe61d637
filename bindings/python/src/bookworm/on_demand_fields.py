"""Fields of a book that are not stored in its object, and are read at each use."""

from __future__ import annotations

import ctypes
from collections.abc import Callable

from ._native import prototypes as c
from ._native.columns import read
from ._native.errors import NotFoundError
from ._native.fields import OTHER_FIELDS
from ._native.library import call_handle, free_result, library
from ._native.values import Int64s
from .contributors import Contributor
from .identifiers import Identifier
from .prices import Price

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeVar

    from ._native.fields import Field

    _Value = TypeVar("_Value")


def read_identifiers(handle: ctypes.c_void_p, row: int) -> tuple[Identifier, ...]:
    """The identifiers of one book."""
    return read_one(handle, row, OTHER_FIELDS["identifiers"], read_identifier_lists)


def read_contributors(handle: ctypes.c_void_p, row: int) -> tuple[Contributor, ...]:
    """The contributors of one book."""
    return read_one(handle, row, OTHER_FIELDS["contributors"], read_contributor_lists)


def read_price(handle: ctypes.c_void_p, row: int) -> Price | None:
    """The price of one book."""
    return read_one(handle, row, OTHER_FIELDS["price"], read_prices)


def read_picture(handle: ctypes.c_void_p, row: int) -> str | None:
    """The picture's key of one book."""
    return read_one(handle, row, OTHER_FIELDS["picture"], read_pictures)


def read_extra(handle: ctypes.c_void_p, row: int, field: Field) -> Any:
    """The value of a field of one book; the field is not a list."""
    return read_one(handle, row, field.bit, lambda rows: read(rows, field.bit, field.kind))


def read_one(
    handle: ctypes.c_void_p,
    row: int,
    fields: int,
    values: Callable[[ctypes.c_void_p], list[_Value]],
) -> _Value:
    """The result of `values` for on-demand fields of one book."""
    result = call_handle(library.bw_books_list, handle, Int64s([row]).reference, 1, fields)
    try:
        found = values(result)
        if not found:
            raise NotFoundError(f"there is no book with the id {row}", field="id")
        return found[0]
    finally:
        free_result(result)


def read_identifier_lists(result: ctypes.c_void_p) -> list[tuple[Identifier, ...]]:
    """The identifiers of each row of a result that has both their fields."""
    schemes = read(result, c.BW_BOOK_IDENTIFIER_SCHEMES, "text list")
    values = read(result, c.BW_BOOK_IDENTIFIER_VALUES, "text list")
    return [tuple(map(Identifier, *row)) for row in zip(schemes, values)]


def read_contributor_lists(result: ctypes.c_void_p) -> list[tuple[Contributor, ...]]:
    """The contributors of each row of a result that has all their fields."""
    names = read(result, c.BW_BOOK_CONTRIBUTOR_NAMES, "text list")
    roles = read(result, c.BW_BOOK_CONTRIBUTOR_ROLES, "text list")
    sorts = read(result, c.BW_BOOK_CONTRIBUTOR_SORTS, "text list")
    return [
        tuple(Contributor(name, role, sort or None) for name, role, sort in zip(*row))
        for row in zip(names, roles, sorts)
    ]


def read_prices(result: ctypes.c_void_p) -> list[Price | None]:
    """The price of each row of a result that has both its fields."""
    amounts = read(result, c.BW_BOOK_PRICE, "int")
    currencies = read(result, c.BW_BOOK_CURRENCY, "text")
    return [
        None if amount is None else Price(amount, currency)
        for amount, currency in zip(amounts, currencies)
    ]


def read_pictures(result: ctypes.c_void_p) -> list[str | None]:
    """The picture's key of each row of a result."""
    return read(result, c.BW_OUTPUT_PICTURE, "text")
