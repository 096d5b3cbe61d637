"""Searching: the search of a query, and the places that it has found."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable

from ._native import prototypes as c
from ._native.columns import read
from ._native.errors import ArgumentError
from ._native.field_tables import SEARCHED
from ._native.library import library
from ._native.values import is_list, refuse, text
from .conditions import hint

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .prepared_query import Step

_NAMES = {bit: name for name, bit in SEARCHED.items()}
_MATCH = {"all": c.BW_MATCH_ALL, "any": c.BW_MATCH_ANY, "none": c.BW_MATCH_NONE}
MATCH_FIELDS = c.BW_FIELDS_DEFAULT | c.BW_OUTPUT_MATCHED | c.BW_OUTPUT_SNIPPET | c.BW_OUTPUT_RANK


def search_step(value: Any, fields: Any, match: Any) -> Step:
    """The call for Query.search()."""
    encoded = text(value, "text")
    listed: Any = [fields] if isinstance(fields, str) else () if fields is None else fields
    if isinstance(listed, bytes) or not is_list(listed):
        refuse("fields", "the name of a field, or several of them", fields)
    mask = 0
    for name in listed:
        if not isinstance(name, str):
            refuse("fields", "the name of a field, or several of them", name)
        if name not in SEARCHED:
            raise ArgumentError(f"cannot search {name!r}{hint(name, SEARCHED)}", field="fields")
        mask |= SEARCHED[name]
    if not mask and fields is not None:
        raise ArgumentError("fields must be one field or more, or None for all", field="fields")
    if not isinstance(match, str):
        refuse("match", "a str", match)
    if match not in _MATCH:
        raise ArgumentError(f"no match {match!r}{hint(match, _MATCH)}", field="match")
    return ("text", library.bw_query_search, encoded, len(encoded), mask, _MATCH[match])


def snippet_step(before: Any, after: Any) -> Step:
    """The call for the marks of Query.matches()."""
    marks = text(before, "before"), text(after, "after")
    first, last = marks
    return ("before", library.bw_query_set_snippet, first, len(first), last, len(last))


def read_places(result: ctypes.c_void_p) -> Iterable[tuple[Any, ...]]:
    """The field, the snippet and the rank of each row of a result that has MATCH_FIELDS."""
    fields = map(_NAMES.get, read(result, c.BW_OUTPUT_MATCHED, "int"))
    snippets = read(result, c.BW_OUTPUT_SNIPPET, "text")
    return zip(fields, snippets, read(result, c.BW_OUTPUT_RANK, "double"))
