"""Books that likely are in a store more than once."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterable

from ._native import prototypes as c
from ._native.columns import row_count
from ._native.library import call, call_handle, free_result, library
from ._native.modules import publish
from ._native.named_tuple import NamedTuple
from .identifiers import Identifier
from .merging import as_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .models import Book
    from .session import Session


class Duplicates(NamedTuple):
    """Books that likely are the same.

    books       a list of them, by their ids
    identifier  the Identifier that they share, as the first has it; None where they only look alike
    """

    books: list[Book]
    identifier: Identifier | None


def duplicates(session: Session, read: Callable[[Iterable[int]], list[Book]]) -> list[Duplicates]:
    """The groups of books that likely are the same."""
    result = call_handle(library.bw_books_list_duplicates, session._use())
    groups: dict[int, list[tuple[int, Identifier | None]]] = {}
    try:
        row: Any = c.bw_duplicate(size=ctypes.sizeof(c.bw_duplicate))
        for number in range(row_count(result)):
            call(library.bw_result_get_duplicate, result, number, ctypes.byref(row))
            scheme, value = as_text(row.scheme), as_text(row.value)
            identifier = None if scheme is None else Identifier(scheme, value or "")
            groups.setdefault(row.group, []).append((row.book, identifier))
    finally:
        free_result(result)
    return [Duplicates(read(book for book, _ in group), group[0][1]) for group in groups.values()]


publish(Duplicates)
