"""Search lines, which a person types into a search box, and the display of errors in them."""

from __future__ import annotations

import ctypes
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager

from ._native import prototypes as c
from ._native.errors import Error, failure, in_characters
from ._native.field_tables import CONTAINS, FLAGS, RANGES
from ._native.library import call, call_handle, library, unchecked
from ._native.named_tuple import NamedTuple
from ._native.values import typed_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

free_query = unchecked("bw_query_free")

# The keywords of where() for the fields that the library names.
_FILTERED = {
    c.BW_BOOK_GENRES: "genre",
    c.BW_BOOK_RATING: "rating",
    c.BW_BOOK_STATUS: "status",
    c.BW_BOOK_CREATED: "created",
    c.BW_BOOK_STARTED: "started",
    c.BW_BOOK_FINISHED: "finished",
    **{bit: name for name, bit in (*CONTAINS.items(), *RANGES.items(), *FLAGS.items())},
}
# The number of characters of a long line that are shown on each side of the place.
_AROUND = 30


class SearchLine(NamedTuple):
    """A search line that the library has understood."""

    text: bytes
    #: The keywords of where() that it has conditions for.
    names: tuple[str, ...]
    limit: int | None
    #: Whether it may end within a quote or a condition.
    unfinished: bool
    #: The error of its unfinished end, or None.
    open: Error | None


def read_line(line: Any, unfinished: bool = False) -> SearchLine:
    """Parses a line. Raises InvalidError for an invalid one."""
    encoded = typed_text(line, "line")
    left = c.bw_error(size=ctypes.sizeof(c.bw_error)) if unfinished else None
    query = begin(encoded, left)
    try:
        info = c.bw_query_info(size=ctypes.sizeof(c.bw_query_info))
        call(library.bw_query_get_info, query, ctypes.byref(info))
    finally:
        free_query(query)
    names = names_of(info)
    limit = None if info.limit < 0 else info.limit
    return SearchLine(encoded, names, limit, unfinished, _open(encoded, left))


def names_of(info: c.bw_query_info) -> tuple[str, ...]:
    """The keywords of where() for the filters of a query."""
    return tuple(name for bit, name in _FILTERED.items() if info.filters & bit)


def begin_again(line: SearchLine) -> ctypes.c_void_p:
    """The query of a line that has been read; the caller frees it."""
    left = c.bw_error(size=ctypes.sizeof(c.bw_error)) if line.unfinished else None
    return begin(line.text, left)


def begin(line: bytes, left: c.bw_error | None = None) -> ctypes.c_void_p:
    """The query of a line, as the library has it; the caller frees it.

    With `left`, the line may be unfinished; `left` receives the error of the unfinished end.
    """
    with showing(line):
        if left is None:
            return call_handle(library.bw_query_parse, line, len(line))
        function = library.bw_query_parse_unfinished
        return call_handle(function, line, len(line), ctypes.byref(left))


def _open(line: bytes, left: c.bw_error | None) -> Error | None:
    if left is None or left.status == c.BW_OK:
        return None
    error = failure(left)
    _place(error, line)
    return error


@contextmanager
def showing(line: bytes) -> Iterator[None]:
    """Adds the place in the line to an error that is raised in the block."""
    try:
        yield
    except Error as error:
        if error.field == "line":
            _place(error, line)
        raise


def _place(error: Error, line: bytes) -> None:
    in_characters(error, line)
    if error.offset is None:
        return
    text, start = line.decode("utf-8", "replace"), error.offset
    error._place = _shown(text, start)
    if error.suggestion is not None:
        error.corrected_line = text[:start] + error.suggestion + text[start + error.length :]


def _shown(line: str, offset: int) -> str:
    """The line, or the part around a character of it, with a mark below that character."""
    before, after = line[:offset], line[offset:]
    if len(before) > _AROUND:
        before = "…" + before[-_AROUND:]
    if len(after) > _AROUND:
        after = after[:_AROUND] + "…"
    before, after = (
        "".join(sign if sign.isprintable() else " " for sign in part) for part in (before, after)
    )
    return f"\n    {before}{after}\n    {' ' * _width(before)}^"


def _width(shown: str) -> int:
    """The number of columns of a text on a terminal."""
    wide = sum(unicodedata.east_asian_width(sign) in "WF" for sign in shown)
    return len(shown) + wide - sum(unicodedata.combining(sign) != 0 for sign in shown)
