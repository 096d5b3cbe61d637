"""Covers of an import: pictures beside the books, as in a library of Calibre, or in their zip."""

from __future__ import annotations

import functools
import os

from ..sentences import Said, Wrong
from .removed import removed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Collection

    from bookworm import Store

#: One byte more than the library accepts, so that it refuses a larger picture.
MOST_BYTES = (16 << 20) + 1


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


class Covers:
    """Gives the books of an import their covers, as long as they have none."""

    def __init__(self, store: Store, pictures: dict[str, bytes], unclear: Counter[str]) -> None:
        """Takes the pictures of the zip, and counts in `unclear` what is not a cover."""
        self._store, self._pictures, self._unclear = store, pictures, unclear

    @functools.cached_property
    def _removed(self) -> Collection[int]:
        return removed(self._store)

    def give(self, book: int, path: str) -> bool:
        """Gives a book a picture, unless it has one or the user removed it. Returns whether it did.

        path  of the picture's file, or its name among the pictures of the zip
        """
        import bookworm

        if self._store.books.cover(book) is not None:
            return False
        data = _read(path, self._pictures)
        if data is None:
            why: str = Said("the picture is not there")
        elif book in self._removed:
            return False
        else:
            try:
                self._store.books.set_cover(book, data)
                return True
            except (bookworm.InvalidError, bookworm.TooLargeError) as error:
                why = Wrong(error)
        self._unclear[Said("{column}: {why}", column="cover", why=why)] += 1
        return False
