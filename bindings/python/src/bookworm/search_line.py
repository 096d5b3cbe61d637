"""Search lines: what a person types into a search box, and showing where one is wrong."""

from __future__ import annotations

import ctypes
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager

from ._native import prototypes as c
from ._native.book_fields import CONTAINS, RANGES
from ._native.errors import Error
from ._native.library import call, call_handle, library, unchecked
from ._native.named_tuple import NamedTuple
from ._native.values import text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

free_query = unchecked("bw_query_free")

# What a search line has conditions on, by the field that the library names.
_FILTERED = {
    c.BW_BOOK_GENRES: "genre",
    c.BW_BOOK_RATING: "rating",
    c.BW_BOOK_FAVOURITE: "favourite",
    c.BW_BOOK_STATUS: "status",
    c.BW_BOOK_CREATED: "created",
    c.BW_BOOK_STARTED: "started",
    c.BW_BOOK_FINISHED: "finished",
    **{bit: name for name, bit in (*CONTAINS.items(), *RANGES.items())},
}
# How many characters of a long line are shown on each side of the place.
_AROUND = 30


class SearchLine(NamedTuple):
    """A search line that the library has understood."""

    text: bytes
    #: The keywords of where() that it has conditions for.
    names: tuple[str, ...]
    limit: int | None


def read_line(line: Any) -> SearchLine:
    """A line as a caller gives it, understood. Raises InvalidError where it cannot be."""
    encoded = text(line, "line")
    query = begin(encoded)
    try:
        info = c.bw_query_info(size=ctypes.sizeof(c.bw_query_info))
        call(library.bw_query_get_info, query, ctypes.byref(info))
    finally:
        free_query(query)
    names = tuple(name for bit, name in _FILTERED.items() if info.filters & bit)
    return SearchLine(encoded, names, None if info.limit < 0 else info.limit)


def begin(line: bytes) -> ctypes.c_void_p:
    """The query of a line, as the library has it; the caller frees it."""
    with showing(line):
        return call_handle(library.bw_query_parse, line, len(line))


@contextmanager
def showing(line: bytes) -> Iterator[None]:
    """Has an error of what is done with a line show the place in it."""
    try:
        yield
    except Error as error:
        if error.field == "line" and error.offset is not None:
            error._place = _shown(line, error.offset)
        raise


def _shown(line: bytes, offset: int) -> str:
    """The line, or the part around a byte of it, with a mark below that byte."""
    before = line[:offset].decode("utf-8", "replace")
    after = line[offset:].decode("utf-8", "replace")
    if len(before) > _AROUND:
        before = "…" + before[-_AROUND:]
    if len(after) > _AROUND:
        after = after[:_AROUND] + "…"
    before, after = (
        "".join(sign if sign.isprintable() else " " for sign in part) for part in (before, after)
    )
    return f"\n    {before}{after}\n    {' ' * _width(before)}^"


def _width(shown: str) -> int:
    """How many columns a text takes on a terminal."""
    wide = sum(unicodedata.east_asian_width(sign) in "WF" for sign in shown)
    return len(shown) + wide - sum(unicodedata.combining(sign) != 0 for sign in shown)
