"""The genres of one book, as a collection that reads and writes the store."""

from __future__ import annotations

import ctypes

from ._native import prototypes as c
from ._native.errors import ArgumentError, Error, NotFoundError, TextError
from ._native.library import call, call_bool, call_handle, free_result, library
from ._native.modules import Brief, LazyModule
from ._native.values import Int64s, shortened
from .genre import GenreRow

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, NoReturn

    from . import genre_keys as keys
    from ._native import arrow, columns
    from .hints import GenreLike
    from .session import Session
else:
    arrow = LazyModule("_native.arrow")
    columns = LazyModule("_native.columns")
    keys = LazyModule("genre_keys")


class GenresOfBook(metaclass=Brief):
    """BookGenres without the members that return Genre objects: see models.py."""

    __slots__ = ("_book", "_session")

    def __init__(self, session: Session, book: int) -> None:
        """Not for use: ask a book for its `genres`."""
        self._session = session
        self._book = book

    def add(self, genre: GenreLike) -> bool:
        """Adds a genre at the end. Returns False if the book had it already."""
        return self._change(library.bw_book_add_genre, genre, create=True)

    def discard(self, genre: GenreLike) -> bool:
        """Removes a genre from the book. Returns False if the book did not have it."""
        try:
            return self._change(library.bw_book_remove_genre, genre)
        except NotFoundError:
            return self._absent(genre)

    def remove(self, genre: GenreLike) -> None:
        """Removes a genre from the book. Raises NotFoundError if the book does not have it."""
        if not self._change(library.bw_book_remove_genre, genre):
            raise NotFoundError(f"the book does not have the genre {genre!r}", field="genre")

    def toggle(self, genre: GenreLike) -> bool:
        """Adds a genre, or removes it. Returns whether the book has it now."""
        return self._change(library.bw_book_toggle_genre, genre, create=True)

    def set(self, genres: Iterable[GenreLike]) -> None:
        """Replaces all genres, as assigning to `book.genres` does."""
        given = keys.genre_keys(self._session, genres)
        with self._session._alive().transaction() as inside:
            handle = inside._use()
            ids = Int64s([keys.find_id(handle, key, create=True) for key in given])
            call(library.bw_book_set_genres, handle, self._book, ids.reference, ids.count)

    def clear(self) -> None:
        """Removes all genres from the book."""
        self.set(())

    def names(self) -> list[str]:
        """Returns the genres' names."""
        return self._column(c.BW_GENRE_NAME, "text")

    def ids(self) -> list[int]:
        """Returns the genres' ids."""
        return self._column(c.BW_BOOK_ID, "int")

    def __len__(self) -> int:
        return len(self.ids())

    def __contains__(self, genre: object) -> bool:
        return self._known(genre) in self.ids()

    def index(self, genre: object, start: int = 0, stop: int | None = None) -> int:
        """Returns the position of a genre.

        Args:
            genre: An object, a name or an id.
            start: The first position to look at, as in list.index().
            stop: The position to stop before.

        Raises:
            ArgumentError: The book does not have the genre. It is a ValueError.
        """
        ids = self.ids()
        known = self._known(genre)
        for place in range(len(ids))[start:stop]:
            if ids[place] == known:
                return place
        raise ArgumentError(f"the book does not have the genre {shortened(genre)}", field="genre")

    def count(self, genre: object) -> int:
        """Returns 1 if the book has the genre, otherwise 0."""
        return int(genre in self)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, GenresOfBook):
            same = self._session.store is other._session.store
            return self.ids() == other.ids() and (same or not self.ids())
        if isinstance(other, (list, tuple)):
            return self.ids() == [self._known(each) for each in other]
        return NotImplemented

    def __hash__(self) -> NoReturn:
        raise TypeError("a book's genres change and cannot be hashed; take tuple(book.genres)")

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """The book's genres as an Arrow stream, for `polars.DataFrame(book.genres)`."""
        return arrow.capsule_of(self._result())

    def __repr__(self) -> str:
        try:
            return f"<genres {self.names()!r}>"
        except Error:  # the book is deleted, or the store closed
            return f"<genres of book {self._book}>"

    def _known(self, genre: object) -> int | None:
        """The id of a genre of the store; None for another object."""
        if isinstance(genre, GenreRow):
            return genre.id if genre._session.store is self._session.store else None
        if isinstance(genre, bool) or not isinstance(genre, (str, int)):
            return None
        try:
            key = keys.genre_key(self._session, genre)
            return keys.find_id(self._session._alive()._use(), key)
        except (NotFoundError, TextError):
            return None

    def _change(self, function: Any, genre: GenreLike, *, create: bool = False) -> bool:
        session = self._session._alive()
        key = keys.genre_key(session, genre)
        try:
            known = keys.find_id(session._use(), key)
        except NotFoundError:
            if not create:
                raise
            # One step, so that no genre is created for a deleted book.
            with session.transaction() as inside:
                known = keys.find_id(inside._use(), key, create=True)
                return call_bool(function, inside._use(), self._book, known)
        return call_bool(function, session._use(), self._book, known)

    def _absent(self, genre: GenreLike) -> bool:
        """Returns False for a missing genre, and raises the error for a missing book."""
        self.ids()
        return False

    def _result(self) -> ctypes.c_void_p:
        return call_handle(library.bw_book_list_genres, self._session._alive()._use(), self._book)

    def _column(self, bit: int, kind: str) -> list[Any]:
        result = self._result()
        try:
            return columns.read(result, bit, kind)
        finally:
            free_result(result)
