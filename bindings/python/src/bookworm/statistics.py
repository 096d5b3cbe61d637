"""Statistics: how many books there are and how they are rated, as a whole or by group."""

from __future__ import annotations

import ctypes
import datetime
import weakref
from collections.abc import Iterator, Sequence

from ._native import prototypes as c
from ._native.errors import InvalidError
from ._native.library import call, call_handle, free_result, library
from ._native.modules import LazyModule, publish
from ._native.named_tuple import NamedTuple
from ._native.structs import optional_string, read_rows
from ._native.values import refuse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, overload

    from ._native import arrow
else:
    arrow = LazyModule("_native.arrow")

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


class StatisticsByGroup(Sequence[Statistics]):
    """One Statistics for each group: a sequence, and an Arrow stream for data frames.

    The stream's columns are key (a genre's id or a month such as 202402, else 0), name, and rated_0
    to rated_5. Equal to any sequence with the same items.
    """

    __slots__ = ("__weakref__", "_result", "_groups")

    def __init__(self, groups: list[Statistics], result: ctypes.c_void_p) -> None:
        """Not for use: ask a store for its statistics_by()."""
        if not isinstance(result, ctypes.c_void_p):
            refuse("result", "a result of the library", result)
        self._groups = tuple(groups)
        self._result = result
        weakref.finalize(self, free_result, result)

    if TYPE_CHECKING:

        @overload
        def __getitem__(self, place: int) -> Statistics: ...

        @overload
        def __getitem__(self, place: slice) -> tuple[Statistics, ...]: ...

    def __getitem__(self, place: int | slice) -> Statistics | tuple[Statistics, ...]:
        return self._groups[place]

    def __len__(self) -> int:
        return len(self._groups)

    def __iter__(self) -> Iterator[Statistics]:
        return iter(self._groups)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence):
            return NotImplemented
        return self._groups == tuple(other)

    def __hash__(self) -> int:
        return hash(self._groups)

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """An Arrow stream, such as `polars.DataFrame(store.statistics_by("genre"))` takes."""
        return arrow.capsule(library.bw_result_export_arrow, self._result)

    def __reduce__(self) -> Any:
        return tuple, (self._groups,)

    def __repr__(self) -> str:
        return repr(list(self._groups))


def statistics(handle: ctypes.c_void_p, query: ctypes.c_void_p | None) -> Statistics:
    """Of a store, or of what a query matches."""
    row = c.bw_statistics(size=ctypes.sizeof(c.bw_statistics))
    call(library.bw_store_get_statistics, handle, query, ctypes.byref(row))
    return _made(row, None)


def statistics_by(
    handle: ctypes.c_void_p, query: ctypes.c_void_p | None, group: str
) -> StatisticsByGroup:
    """The same by group, one for each."""
    if not isinstance(group, str):
        refuse("group", "a str", group)
    if group not in _GROUPS:
        known = ", ".join(f'"{name}"' for name in _GROUPS)
        raise InvalidError(f"group must be one of {known}, not {group!r}", field="group")
    result = call_handle(library.bw_store_list_statistics, handle, query, _GROUPS[group])
    try:
        get = library.bw_result_get_statistics
        made = read_rows(result, c.bw_statistics, get, lambda row: _made(row, group))
    except BaseException:
        free_result(result)
        raise
    return StatisticsByGroup(made, result)


def _made(row: c.bw_statistics, group: str | None) -> Statistics:
    month = None
    if group in ("month_added", "month_finished"):
        month = datetime.date(row.key // 100, row.key % 100, 1)
    return Statistics(
        row.books,
        row.rated,
        row.average if row.rated else None,
        tuple(row.ratings),
        optional_string(row.name),
        row.key if group == "genre" else None,
        month,
    )


publish(Statistics, StatisticsByGroup)
