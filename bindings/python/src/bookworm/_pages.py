"""Pages of what a query finds."""

from __future__ import annotations

import ctypes

from . import _prototypes as c
from ._library import give, library, take
from ._named import NamedTuple
from ._public import publish

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .book import Book


class Page(NamedTuple):
    """Some books of a query, and where the next page begins.

    books   the books of the page, a list in the query's order
    cursor  the place after the last of them, for Query.page(), or None where nothing follows
    """

    books: list[Book]
    cursor: str | None


def cursor(result: ctypes.c_void_p) -> str | None:
    """The place after the last row, or None where nothing follows."""
    scratch = take()
    place = c.bw_text()
    try:
        library.bw_result_get_cursor(result, ctypes.byref(place), scratch.error_ref)
    finally:
        give(scratch)
    return None if place.data is None else place.data.decode()


publish(Page)
