"""Covers of an import: pictures in files beside the books, as in a library of Calibre."""

from __future__ import annotations

import json
import os

from ..sentences import Said, Wrong

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections import Counter

    from bookworm import Store

    from .rows import Taken

#: What the library takes at most, and a byte more, so that it refuses what is larger.
MOST_BYTES = (16 << 20) + 1


def known(store: Store, source: str, several: list[Taken]) -> set[str]:
    """Returns the ids of rows whose cover was imported before: the user may have removed it."""
    import bookworm

    found = set()
    for taken in several:
        if taken.cover:
            try:
                book = store.books.with_source(source, taken.source_id)
            except bookworm.NotFoundError:
                continue
            for each in book.sources:
                is_it = (each.source, each.source_id) == (source, taken.source_id)
                if is_it and each.raw and json.loads(each.raw).get("cover"):
                    found.add(taken.source_id)
    return found


def give(store: Store, book: int, path: str, unclear: Counter[str]) -> bool:
    """Gives a book without a cover the picture of a file; whether it has it now."""
    import bookworm

    # Only a cover of Calibre's is read, so that an imported file cannot name any other file.
    is_named = os.path.isabs(path) and os.path.basename(path) == "cover.jpg"
    try:
        with open(path if is_named else "", "rb") as file:
            data = file.read(MOST_BYTES)
    except OSError:
        why: str = Said("the picture is not there")
    else:
        if store.books.cover(book) is not None:
            return False
        try:
            store.books.set_cover(book, data)
            return True
        except (bookworm.InvalidError, bookworm.TooLargeError) as error:
            why = Wrong(error)
    unclear[Said("{column}: {why}", column="cover", why=why)] += 1
    return False
