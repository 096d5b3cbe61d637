"""Statistics: how many books there are and how they are rated, as a whole or by group."""

from __future__ import annotations

import ctypes
import datetime

from ._native import prototypes as c
from ._native.columns import row_count
from ._native.errors import UNREADABLE, InvalidError, damage
from ._native.library import call, call_handle, free_result, library
from ._native.modules import publish
from ._native.named_tuple import NamedTuple
from ._native.values import refuse

_GROUPS = {
    "genre": c.BW_GROUP_GENRE,
    "author": c.BW_GROUP_AUTHOR,
    "month_added": c.BW_GROUP_MONTH_ADDED,
    "month_finished": c.BW_GROUP_MONTH_FINISHED,
}


class Statistics(NamedTuple):
    """How many books there are, and how they are rated.

    books    how many
    rated    how many of them are rated
    average  the mean rating of those that are, or None where none is
    ratings  how many have each rating: ratings[5] are rated 5, ratings[0] are not rated
    name     the name of the group's genre or author; None for a month, and without a group
    genre    the id of the group's genre, or None
    month    the first day of the group's month, or None
    """

    books: int
    rated: int
    average: float | None
    ratings: tuple[int, ...]
    name: str | None = None
    genre: int | None = None
    month: datetime.date | None = None


def statistics(handle: ctypes.c_void_p, query: ctypes.c_void_p | None) -> Statistics:
    """Of a store, or of what a query matches."""
    row = c.bw_statistics(size=ctypes.sizeof(c.bw_statistics))
    call(library.bw_store_get_statistics, handle, query, ctypes.byref(row))
    return _made(row, None)


def statistics_by(
    handle: ctypes.c_void_p, query: ctypes.c_void_p | None, group: str
) -> list[Statistics]:
    """The same by group, one for each."""
    if not isinstance(group, str):
        refuse("group", "a str", group)
    if group not in _GROUPS:
        known = ", ".join(f'"{name}"' for name in _GROUPS)
        raise InvalidError(f"group must be one of {known}, not {group!r}", field="group")
    result = call_handle(library.bw_store_list_statistics, handle, query, _GROUPS[group])
    try:
        row = c.bw_statistics(size=ctypes.sizeof(c.bw_statistics))
        made = []
        for number in range(row_count(result)):
            call(library.bw_result_get_statistics, result, number, ctypes.byref(row))
            made.append(_made(row, group))
        return made
    finally:
        free_result(result)


def _made(row: c.bw_statistics, group: str | None) -> Statistics:
    month = None
    if group in ("month_added", "month_finished"):
        try:
            month = datetime.date(row.key // 100, row.key % 100, 1)
        except UNREADABLE as error:
            raise damage(error) from None
    name: bytes | None = row.name.data
    return Statistics(
        row.books,
        row.rated,
        row.average if row.rated else None,
        tuple(row.ratings),
        None if name is None else name.decode("utf-8", "replace"),
        row.key if group == "genre" else None,
        month,
    )


publish(Statistics)
