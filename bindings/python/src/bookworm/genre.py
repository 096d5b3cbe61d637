"""The Genre object, and the ways in which a genre is named."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain

from . import _prototypes as c
from ._batches import by_row
from ._columns import read
from ._errors import ArgumentError, Error
from ._fields import INT64_MAX, INT64_MIN, refuse, row_id, text
from ._library import call, call_int64, free_result, give, library, take
from ._public import publish
from ._rows import Row, refuse_deletion, unread

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Union

    from ._hints import GenreLike
    from .presentation import Language
    from .query import Query
    from .transactions import Session

    Keys = list[Union[int, bytes]]

_COLUMNS = (
    (c.BW_BOOK_ID, "int"),
    (c.BW_GENRE_NAME, "text"),
    (c.BW_GENRE_COLOUR, "text"),
    (c.BW_OUTPUT_RGB, "int"),
    (c.BW_OUTPUT_BOOKS, "int"),
    (c.BW_OUTPUT_PICTURE, "text"),
)


class _GenreRow(Row):
    """Filled while it is of this class, which lets itself be written to, and then a Genre."""

    __slots__ = {
        "id": "Given by the store, never reused. An int.",
        "name": "The name, unique when case is folded. Setting it renames the genre at once.",
        "colour": "The colour as stored, '#RRGGBB'. Setting it takes a colour without '#' too.",
        "rgb": "The colour as three ints of 0 to 255; red where the stored text is no colour.",
        "book_count": "How many books had the genre when this was read.",
        "picture": "The key of its picture, made of the name: 'science-fiction'. Never empty.",
    }
    _readable = frozenset(("name", "colour", "rgb", "book_count", "picture"))
    id: int
    name: str
    colour: str
    rgb: tuple[int, int, int]
    book_count: int
    picture: str

    def __init__(
        self,
        session: Session,
        id: int,
        name: str,
        colour: str,
        rgb: int,
        book_count: int,
        picture: str,
    ) -> None:
        self._session = session
        self.id = id
        self.name = name
        self.colour = colour
        self.rgb = (rgb >> 16, rgb >> 8 & 255, rgb & 255)
        self.book_count = book_count
        self.picture = picture
        self.__class__ = Genre


class Genre(_GenreRow):
    """A genre as it was read. Setting `name` or `colour` writes to the store at once.

    One that create() or find_or_create() returns is read when it is first looked at. Made by
    `store.genres`.

    Two Genre objects are equal, and hash alike, when they are the same row of the same Store.
    """

    __slots__ = ()

    def __init__(self) -> None:
        """Not for use: a Genre is made by `store.genres`."""
        raise TypeError("a Genre is made by store.genres.create()")

    @property
    def books(self) -> Query:
        """The query for the books that have this genre."""
        return self._session._query().where(genre=self)

    @property
    def text_colour(self) -> str:
        """Black or white, "#000000" or "#FFFFFF": which can be read better on its colour."""
        from .presentation import text_colour

        return text_colour(self.rgb)

    def display_name(self, language: Language | str = "en") -> str:
        """How it is called in a language: a standard genre is translated, another one is not."""
        from .presentation import genre_name

        return genre_name(self.name, language)

    def delete(self) -> None:
        """Deletes the genre and takes it off every book. No book is deleted.

        Raises NotFoundError if it is gone already.
        """
        call(library.bw_genre_delete, self._session._alive()._use(), self.id)

    def _fresh(self) -> Genre:
        session = self._session
        scratch = take()
        genre = c.bw_genre(size=ctypes.sizeof(c.bw_genre))
        reference = ctypes.byref(genre)
        try:
            library.bw_genre_get(
                session._alive()._use(), self.id, reference, scratch.handle_ref, scratch.error_ref
            )
            try:
                name = (genre.name.data or b"").decode("utf-8", "replace")
                colour = (genre.colour.data or b"").decode("utf-8", "replace")
                picture = (genre.picture.data or b"").decode("utf-8", "replace")
            finally:
                free_result(scratch.handle)
        finally:
            give(scratch)
        made: Any = _GenreRow(session, self.id, name, colour, genre.rgb, genre.books, picture)
        return made  # type: ignore[no-any-return]

    if not TYPE_CHECKING:  # or else any attribute could be set to anything

        def __setattr__(self, name: str, value: Any) -> None:
            handle = self._session._alive()._use()
            if name == "name":
                encoded = text(value, "name")
                call(library.bw_genre_rename, handle, self.id, encoded, len(encoded))
            elif name == "colour":
                encoded = text(value, "colour")
                call(library.bw_genre_set_colour, handle, self.id, encoded, len(encoded))
            else:
                raise AttributeError(f"a genre's {name!r} cannot be set; its name and colour can")
            self._forget("name", "colour", "rgb", "picture")

    __delattr__ = refuse_deletion

    def __repr__(self) -> str:
        try:
            return f"<Genre {self.id}: {self.name!r}>"
        except Error:  # one that is read at the first look, and cannot be
            return f"<Genre {self.id}>"


unread(Genre)


def genre_rows(session: Session, result: ctypes.c_void_p) -> list[Genre]:
    """The rows of a result as Genre objects."""
    columns = [read(result, bit, kind) for bit, kind in _COLUMNS]
    made: list[Any] = [_GenreRow(session, *values) for values in zip(*columns)]
    return made


def genre_key(session: Session, value: GenreLike, field: str = "genre") -> int | bytes:
    """The id of a genre that is given as an object or an id, or its name as UTF-8."""
    if isinstance(value, str):
        return text(value, field)
    if isinstance(value, Genre):
        if value._session.store is not session.store:
            raise ArgumentError(f"{value!r} belongs to another store; give its name", field=field)
        return value.id
    if not hasattr(value, "__index__"):
        refuse("genre", "a Genre, its name or its id", value)
    return row_id(value, "genre")


def genre_keys(session: Session, values: Iterable[GenreLike]) -> Keys:
    """The same for several, which must not be one lone name."""
    if isinstance(values, (str, bytes, Genre)) or not isinstance(values, Iterable):
        refuse("genres", "a list of genres: objects, names or ids", values)
    listed: list[Any] = list(values)
    if _are_ids(listed):
        return listed
    return [genre_key(session, value, "genres") for value in listed]


def genre_lists(session: Session, values: Sequence[Any]) -> list[Keys]:
    """The same for a column of lists; None stands for no genres. A failure names its row."""
    if set(map(type, values)) <= {list, tuple}:
        together = list(chain.from_iterable(values))
        if _are_ids(together):
            return list(values)
    return by_row(lambda each: () if each is None else genre_keys(session, each), values)


def _are_ids(values: list[Any]) -> bool:
    """Whether all are plain ints that can be ids: loaders have many, which need no look at each."""
    return set(map(type, values)) == {int} and INT64_MIN <= min(values) <= max(values) <= INT64_MAX


def find_id(handle: ctypes.c_void_p, key: int | bytes, *, create: bool = False) -> int:
    """The id for a key of genre_key(), which may have to be looked up or made."""
    if isinstance(key, int):
        return key
    if not create:
        return call_int64(library.bw_genre_find, handle, key, len(key))
    scratch = take()
    try:
        library.bw_genre_find_or_create(
            handle, key, len(key), scratch.int64_ref, None, scratch.error_ref
        )
        return scratch.int64.value
    finally:
        give(scratch)


@contextmanager
def settled_genres(session: Session, lists: list[Keys]) -> Iterator[tuple[Session, list[Keys]]]:
    """Lists of keys made to be of one kind, ids or names, and the session to use them in.

    The library takes either. Where a caller mixes them, the names become ids, in a transaction
    that also takes in what is done with them.
    """
    if len(set(map(type, chain.from_iterable(lists)))) < 2:
        yield session, lists
        return
    with session.transaction() as inside:
        handle = inside._use()
        yield inside, [[find_id(handle, key, create=True) for key in keys] for keys in lists]


def read_ids(result: ctypes.c_void_p) -> list[int]:
    """The ids of a result's rows."""
    return read(result, c.BW_BOOK_ID, "int")


publish(Genre)
