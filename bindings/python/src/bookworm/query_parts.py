"""The parts of a query: its conditions, its order, and its search line."""

from __future__ import annotations

import ctypes

from ._native import prototypes as c
from ._native.errors import Error, rename
from ._native.library import call, call_handle, free_result, library
from ._native.modules import publish
from ._native.named_tuple import NamedTuple
from ._native.structs import freed, optional_string, read_rows, string
from .conditions import SORT_NAMES
from .search_line import names_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .prepared_query import PreparedQuery


class Condition(NamedTuple):
    """A condition of a search line; or a word or phrase to search for.

    Attributes:
        alternative: The alternative that it belongs to, counted from 0; alternatives are separated
            by OR.
        negated: Whether it excludes the books that match it.
        key: The key, such as "rating"; None for a word or phrase.
        comparison: The operator, such as ">="; None for a word or phrase.
        value: The value without quotes; several values as they are in the line.
        text: The whole condition as in the line, such as "-genre:horror,poetry".
    """

    alternative: int
    negated: bool
    key: str | None
    comparison: str | None
    value: str
    text: str


def line(query: ctypes.c_void_p) -> str:
    """The search line of a query."""
    found = c.bw_text()
    result = call_handle(library.bw_query_get_line, query, ctypes.byref(found))
    try:
        return string(found)
    finally:
        free_result(result)


def conditions(query: ctypes.c_void_p) -> list[Condition]:
    """The words and conditions of a query."""

    def made(row: Any) -> Condition:
        return Condition(
            row.alternative,
            bool(row.negated),
            optional_string(row.key),
            optional_string(row.comparison),
            string(row.value),
            string(row.text),
        )

    return freed(
        call_handle(library.bw_query_list_conditions, query),
        lambda result: read_rows(result, c.bw_condition, library.bw_result_get_condition, made),
    )


def filtered(query: PreparedQuery) -> tuple[str, ...]:
    """The keywords of where() that a query has conditions for."""
    info = c.bw_query_info(size=ctypes.sizeof(c.bw_query_info))
    call(library.bw_query_get_info, query.handle(), ctypes.byref(info))
    return names_of(info)


def has(name: str, function: Any, query: ctypes.c_void_p, *given: Any) -> bool:
    """Whether a query has some conditions; `name` is the field of an error."""
    found = ctypes.c_int32()
    try:
        call(function, query, *given, ctypes.byref(found))
    except Error as error:
        rename(error, name)
        raise
    return bool(found.value)


def order(query: ctypes.c_void_p) -> tuple[str, ...]:
    """The keys that a query is sorted by, as order_by() takes them."""
    info = c.bw_query_info(size=ctypes.sizeof(c.bw_query_info))
    call(library.bw_query_get_info, query, ctypes.byref(info))
    key, direction = ctypes.c_int32(), ctypes.c_int32()
    keys = []
    for number in range(info.sort_count):
        references = ctypes.byref(key), ctypes.byref(direction)
        call(library.bw_query_get_sort, query, number, *references)
        minus = "-" if direction.value == c.BW_DESCENDING else ""
        keys.append(minus + SORT_NAMES[key.value])
    return tuple(keys)


publish(Condition)
