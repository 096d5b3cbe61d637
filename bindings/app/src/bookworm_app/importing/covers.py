"""Covers of an import: pictures beside the books, as in a library of Calibre, or in their zip."""

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
                raw = json.loads(each.raw) if is_it and each.raw else {}
                if raw.get("cover") or raw.get("has_cover"):
                    found.add(taken.source_id)
    return found


def _read(path: str, pictures: dict[str, bytes]) -> bytes | None:
    if path in pictures:
        return pictures[path]
    # Only a cover of Calibre's is read, so that an imported file cannot name any other file.
    is_named = os.path.isabs(path) and os.path.basename(path) == "cover.jpg"
    try:
        with open(path if is_named else "", "rb") as file:
            return file.read(MOST_BYTES)
    except OSError:
        return None


def give(
    store: Store, book: int, path: str, pictures: dict[str, bytes], unclear: Counter[str]
) -> bool:
    """Gives a book without a cover a picture; whether it has it now.

    path      of the picture's file, or its name among `pictures`
    """
    import bookworm

    data = _read(path, pictures)
    if data is None:
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
