"""Statistics: the number of books and of their ratings, in total or by group."""

from __future__ import annotations

import ctypes
import datetime
import weakref
from collections.abc import Iterator, Sequence

from ._native import prototypes as c
from ._native.errors import InvalidError
from ._native.library import call, call_handle, free_result, library
from ._native.modules import BriefABC, LazyModule, publish
from ._native.named_tuple import NamedTuple
from ._native.structs import optional_string, read_rows
from ._native.values import STATUSES, Status, int64, refuse, text

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
    "series": c.BW_GROUP_SERIES,
    "publisher": c.BW_GROUP_PUBLISHER,
    "language": c.BW_GROUP_LANGUAGE,
    "format": c.BW_GROUP_FORMAT,
    "status": c.BW_GROUP_STATUS,
    "rating": c.BW_GROUP_RATING,
    "year": c.BW_GROUP_YEAR,
    "decade": c.BW_GROUP_DECADE,
    "shelf": c.BW_GROUP_SHELF,
    "editor": c.BW_GROUP_EDITOR,
    "translator": c.BW_GROUP_TRANSLATOR,
    "illustrator": c.BW_GROUP_ILLUSTRATOR,
    "narrator": c.BW_GROUP_NARRATOR,
    "introduction": c.BW_GROUP_INTRODUCTION,
    "person": c.BW_GROUP_PERSON,
    "role": c.BW_GROUP_ROLE,
}
# Groups of months, and of plain numbers.
MONTHS = ("month_added", "month_finished")
NUMBERS = ("rating", "year", "decade")


class Statistics(NamedTuple):
    """The number of books, and how they are rated.

    Attributes:
        books: The number of books.
        rated: How many of them are rated.
        average: Their mean rating, or None if none is rated.
        ratings: How many books have each rating: ratings[5] are rated 5, ratings[0] are not rated.
        name: The name of the group: of its genre, person, role, series, publisher, language, format
            or shelf; or, as text, its status, rating, year or decade's first year. None for a month
            and for statistics of everything.
        genre: The id of the group's genre, or None.
        month: The first day of the group's month, or None.
    """

    books: int
    rated: int
    average: float | None
    ratings: tuple[int, ...]
    name: str | None = None
    genre: int | None = None
    month: datetime.date | None = None


class StatisticsByGroup(Sequence[Statistics], metaclass=BriefABC):
    """One Statistics for each group: a sequence, and an Arrow stream for data frames.

    The stream's columns are key, name, and rated_0 to rated_5. The key is the id of a genre or
    shelf, a month such as 202402, the number of a status, a rating, a year or a decade's first
    year; otherwise 0. Equal to any sequence with the same items.
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
        """An Arrow stream, for `polars.DataFrame(store.statistics_by("genre"))`."""
        return arrow.capsule(library.bw_result_export_arrow, self._result)

    def __reduce__(self) -> Any:
        return tuple, (self._groups,)

    def __repr__(self) -> str:
        return repr(list(self._groups))


def statistics(handle: ctypes.c_void_p, query: ctypes.c_void_p | None) -> Statistics:
    """The statistics of a store, or of a query's books."""
    row = c.bw_statistics(size=ctypes.sizeof(c.bw_statistics))
    call(library.bw_store_get_statistics, handle, query, ctypes.byref(row))
    return _made(row, None)


def statistics_by(
    handle: ctypes.c_void_p, query: ctypes.c_void_p | None, group: str
) -> StatisticsByGroup:
    """The statistics of each group."""
    return _listed(group, library.bw_store_list_statistics, handle, query, group_number(group))


def facets(
    handle: ctypes.c_void_p,
    query: ctypes.c_void_p | None,
    group: str,
    words: str,
    limit: int | None,
) -> StatisticsByGroup:
    """The largest groups."""
    encoded, most = text(words, "words"), -1 if limit is None else int64(limit, "limit")
    number, list_facets = group_number(group), library.bw_store_list_facets
    return _listed(group, list_facets, handle, query, number, encoded, len(encoded), most)


def group_number(group: str) -> int:
    """The number of a group in C."""
    if not isinstance(group, str):
        refuse("group", "a str", group)
    if group not in _GROUPS:
        known = ", ".join(f'"{name}"' for name in _GROUPS)
        raise InvalidError(f"group must be one of {known}, not {group!r}", field="group")
    return _GROUPS[group]


def _listed(group: str, function: Any, *arguments: Any) -> StatisticsByGroup:
    result = call_handle(function, *arguments)
    try:
        get = library.bw_result_get_statistics
        made = read_rows(result, c.bw_statistics, get, lambda row: _made(row, group))
    except BaseException:
        free_result(result)
        raise
    return StatisticsByGroup(made, result)


def _made(row: c.bw_statistics, group: str | None) -> Statistics:
    name, month = optional_string(row.name), None
    if group in MONTHS:
        month = datetime.date(row.key // 100, row.key % 100, 1)
    elif group == "status":
        name = _status(row.key).value
    elif group in NUMBERS:
        name = str(row.key)
    return Statistics(
        row.books,
        row.rated,
        row.average if row.rated else None,
        tuple(row.ratings),
        name,
        row.key if group == "genre" else None,
        month,
    )


def _status(number: int) -> Status:
    if not 0 <= number < len(STATUSES):
        raise ValueError(f"{number} is not a status")
    return STATUSES[number]


publish(Statistics, StatisticsByGroup)
