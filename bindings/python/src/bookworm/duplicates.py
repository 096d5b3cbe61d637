"""Books that are probably in a store more than once."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ._native import prototypes as c
from ._native.library import call_handle, library
from ._native.modules import publish
from ._native.named_tuple import NamedTuple
from ._native.structs import freed, optional_string, read_rows, string
from .identifiers import Identifier

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .models import Book
    from .session import Session


class Duplicates(NamedTuple):
    """Books that are probably the same.

    Attributes:
        books: A list of them, by id.
        identifier: The Identifier that they share, as the first book has it; None if they only look
            alike.
    """

    books: list[Book]
    identifier: Identifier | None


def duplicates(session: Session, read: Callable[[Iterable[int]], list[Book]]) -> list[Duplicates]:
    """The groups of books that likely are the same."""
    groups: dict[int, list[tuple[int, Identifier | None]]] = {}

    def add(row: Any) -> None:
        scheme = optional_string(row.scheme)
        identifier = None if scheme is None else Identifier(scheme, string(row.value))
        groups.setdefault(row.group, []).append((row.book, identifier))

    freed(
        call_handle(library.bw_books_list_duplicates, session._use()),
        lambda result: read_rows(result, c.bw_duplicate, library.bw_result_get_duplicate, add),
    )
    return [Duplicates(read(book for book, _ in group), group[0][1]) for group in groups.values()]


publish(Duplicates)
