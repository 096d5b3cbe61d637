"""The ways to name a genre: as an object, by its name, by its id."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain

from ._native.batches import by_row
from ._native.errors import ArgumentError
from ._native.library import call_int64, give, library, take
from ._native.values import INT64_MAX, INT64_MIN, is_list, refuse, row_id, text
from .genre import GenreRow

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Union

    from .hints import GenreLike
    from .session import Session

    Keys = list[Union[int, bytes]]


def genre_key(session: Session, value: GenreLike, field: str = "genre") -> int | bytes:
    """The id of a genre that is given as an object or an id, or its name as UTF-8."""
    if isinstance(value, str):
        return text(value, field)
    if isinstance(value, GenreRow):
        if value._session.store is not session.store:
            raise ArgumentError(f"{value!r} belongs to another store; give its name", field=field)
        return value.id
    if not hasattr(value, "__index__"):
        refuse("genre", "a Genre, its name or its id", value)
    return row_id(value, "genre", field)


def genre_keys(session: Session, values: Iterable[GenreLike]) -> Keys:
    """The keys of several genres: see genre_key(). A lone name is refused."""
    if isinstance(values, (str, bytes, GenreRow)) or not is_list(values):
        refuse("genres", "a list of genres: objects, names or ids", values)
    listed: list[Any] = list(values)
    if _are_ids(listed):
        return listed
    return [genre_key(session, value, "genres") for value in listed]


def genre_lists(session: Session, values: Sequence[Any]) -> list[Keys]:
    """The keys for a column of lists of genres; None means none. A failure names its row."""
    if set(map(type, values)) <= {list, tuple}:
        together = list(chain.from_iterable(values))
        if _are_ids(together):
            return list(values)
    return by_row(lambda each: () if each is None else genre_keys(session, each), values, "genres")


def _are_ids(values: list[Any]) -> bool:
    """Whether all are plain ints that can be ids: one check instead of one for each."""
    return set(map(type, values)) == {int} and INT64_MIN <= min(values) <= max(values) <= INT64_MAX


def meant_id(handle: ctypes.c_void_p, key: int | bytes) -> int:
    """The id for a key of genre_key() in a search, in any language."""
    if isinstance(key, int):
        return key
    return call_int64(library.bw_genre_find, handle, key, len(key))


def find_id(handle: ctypes.c_void_p, key: int | bytes, *, create: bool = False) -> int:
    """The id for a key of genre_key() in data. A name is looked up, or its genre is created."""
    if isinstance(key, int):
        return key
    if not create:
        return call_int64(library.bw_genre_find_exact, handle, key, len(key))
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
    """Converts lists of keys to one kind, ids or names; returns the session to use them in, too.

    The library accepts either. If a caller mixes them, the names become ids, in a transaction that
    also covers the use of the ids.
    """
    if len(set(map(type, chain.from_iterable(lists)))) < 2:
        yield session, lists
        return
    with session.transaction() as inside:
        handle = inside._use()
        yield inside, [[find_id(handle, key, create=True) for key in keys] for keys in lists]
