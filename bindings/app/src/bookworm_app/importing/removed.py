"""Covers that were removed here: they stay removed when a file with them is imported again."""

from __future__ import annotations

import datetime
import json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from bookworm import Store

#: The store remembers at least the last 4,096 transactions, and more for its histories.
_REMEMBERED = (1 << 16, 1 << 14, 1 << 12)
#: A transaction may end this much later than its last change.
_LATER = datetime.timedelta(seconds=1)


def removed(store: Store) -> dict[int, datetime.datetime]:
    """Returns the books whose cover was removed here, by id, and when.

    If a cover was added and taken away by an undo, the book is as old as before, and may get it
    again. So may a book whose change the store no longer remembers.
    """
    found = {}
    for changed, when in _changes(store).items():
        book = store.books.get(changed)
        if book is not None and book.cover is None and book.updated >= when - _LATER:
            found[changed] = when
    return found


def removed_since(store: Store, other: Store) -> set[str]:
    """Returns the global ids of books whose cover was removed here and is in the other store.

    Books that were changed in the other store after the removal are left out.
    """
    import bookworm

    found = set()
    for own, when in removed(store).items():
        book = store.books[own]
        try:
            theirs = other.books.with_global_id(book.global_id)
        except bookworm.NotFoundError:
            continue
        if theirs.cover is not None and theirs.updated < when:
            found.add(str(book.global_id))
    return found


def _changes(store: Store) -> dict[int, datetime.datetime]:
    """Returns when the cover of each book was last changed, as far as the store remembers it."""
    with store.observe() as now:
        last = now.transaction
    for count in (last, *_REMEMBERED):
        made: dict[int, datetime.datetime] = {}
        with store.observe("cover", since=max(last - count, 0)) as observer:
            changes = observer.next(0)
            if changes is not None and changes.reread:
                continue
            while changes is not None:
                when = changes.committed
                # A new book may have no cover; only a later change removes one.
                books = (each for each in changes if each.entity == "book")
                made.update((each.id, when) for each in books if each.kind == "updated")
                changes = observer.next(0)
        return made
    return {}


def without_covers(document: str, books: Collection[str], path: str) -> None:
    """Writes a document without the covers of some books, which are given by their global ids."""
    with open(document, encoding="utf-8-sig") as file:
        data = json.load(file)
    for book in data["books"]:
        if book.get("global_id") in books:
            book.pop("cover", None)
    with open(path, "w", encoding="utf-8") as file:
        json.dump(data, file, ensure_ascii=False)
