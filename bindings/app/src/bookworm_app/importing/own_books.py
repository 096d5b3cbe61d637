"""Books of our own CSV that come back into the store that they were exported from."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from bookworm import Store

    from .rows import Taken

#: An identifier that a book has only while it is linked to its row.
_SCHEME = "bookworm"


class OwnBooks:
    """The books of a store by their global ids, which our own CSV contains.

    A book that was added here is not linked to any source: the store would look for it by its
    identifiers, title and author, which two books may share.
    """

    def __init__(self, store: Store, source: str) -> None:
        """Reads all books of the store."""
        from ..exporting.csv import HEADER, row

        self._store, self._source = store, source
        self._books: dict[str, tuple[int, dict[str, str]]] = {}
        for book in store.books.all().as_dicts():
            own = str(book["global_id"])
            if not any((each["source"], each["source_id"]) == (source, own)
                       for each in book["sources"]):  # fmt: skip
                self._books[own] = book["id"], dict(zip(HEADER, row(book)))

    def link(self, several: list[Taken]) -> list[tuple[Taken, int]]:
        """Links rows to their books. Returns the rows that equal their books, with the ids.

        A row that equals its book changes nothing, not even the link.
        """
        equal, others = [], {}
        for each in several:
            book, cells = self._books.get(each.source_id, (0, {}))
            if book and all(cells.get(name) == cell for name, cell in each.raw.items()):
                equal.append((each, book))
            elif book:
                others[each.source_id] = book
        if others:
            self._link(others)
        return equal

    def _link(self, found: dict[str, int]) -> None:
        books, ids = self._store.books, list(found.values())
        before: list[Any] = [books[each].identifiers for each in ids]
        own: list[Any] = [[(_SCHEME, each)] for each in found]
        books.update_many(id=ids, identifiers=[[*had, *one] for had, one in zip(before, own)])
        books.import_from(
            self._source, identity="identifiers", source_id=list(found), identifiers=own
        )
        books.update_many(id=ids, identifiers=before)
