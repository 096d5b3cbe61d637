"""Searching: what a query is given, and the places that it has found."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable

from . import _prototypes as c
from ._columns import read
from ._conditions import hint
from ._errors import ArgumentError
from ._fields import refuse, text
from ._library import library
from ._named import NamedTuple
from ._public import publish
from .book import Book, book_rows

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ._conditions import Step
    from .transactions import Session

SEARCHED = {
    "title": c.BW_BOOK_TITLE,
    "author": c.BW_BOOK_AUTHOR,
    "synopsis": c.BW_BOOK_SYNOPSIS,
    "review": c.BW_BOOK_REVIEW,
    "notes": c.BW_BOOK_NOTES,
    "quotes": c.BW_BOOK_QUOTES,
}
_NAMES = {bit: name for name, bit in SEARCHED.items()}
_MATCH = {"all": c.BW_MATCH_ALL, "any": c.BW_MATCH_ANY, "none": c.BW_MATCH_NONE}
MATCH_FIELDS = c.BW_FIELDS_DEFAULT | c.BW_OUTPUT_MATCHED | c.BW_OUTPUT_SNIPPET | c.BW_OUTPUT_RANK


class Match(NamedTuple):
    """A book that a search has found, and where.

    book     the Book
    field    the name of the field in which most of the words stand, such as "review" or "quotes"
    snippet  the piece of that field around them, on one line, each of them between the marks
    rank     how well the book answers the search: the lower, the better

    Where the query searches for nothing, the last three are None.
    """

    book: Book
    field: str | None
    snippet: str | None
    rank: float | None


def search_step(value: Any, fields: Any, match: Any) -> Step:
    """The call for Query.search()."""
    encoded = text(value, "text")
    listed: Any = [fields] if isinstance(fields, str) else () if fields is None else fields
    if isinstance(listed, bytes) or not isinstance(listed, Iterable):
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


def match_rows(session: Session, result: ctypes.c_void_p) -> tuple[list[Match], int]:
    """The rows of a result that has MATCH_FIELDS, and how many bytes of text the books had."""
    books, size = book_rows(session, result)
    if not books:
        return [], 0
    fields = map(_NAMES.get, read(result, c.BW_OUTPUT_MATCHED, "int"))
    snippets = read(result, c.BW_OUTPUT_SNIPPET, "text")
    ranks = read(result, c.BW_OUTPUT_RANK, "double")
    return list(map(Match, books, fields, snippets, ranks)), size


publish(Match)
