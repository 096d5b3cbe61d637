"""What a query is given, as calls into the library: its conditions and its order."""

from __future__ import annotations

from collections.abc import Iterable

from ._native import prototypes as c
from ._native.book_fields import CONTAINS, RANGES, SORT_KEYS
from ._native.drafts import texts
from ._native.errors import ArgumentError, InvalidError, NotFoundError
from ._native.library import library
from ._native.values import (
    Int64s,
    boolean,
    date,
    instant,
    int32,
    optional_bounds,
    refuse,
    status,
    text,
)
from .genre import GenreRow
from .genre_keys import find_id, genre_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import Any

    from .session import Session

    # A name for errors, a function that changes a bw_query, and its arguments after the query.
    Step = tuple[Any, ...]

_KEYS = {
    "title": c.BW_SORT_TITLE,
    "author": c.BW_SORT_AUTHOR,
    "rating": c.BW_SORT_RATING,
    "status": c.BW_SORT_STATUS,
    "created": c.BW_SORT_CREATED,
    "updated": c.BW_SORT_UPDATED,
    "started": c.BW_SORT_STARTED,
    "finished": c.BW_SORT_FINISHED,
    "favourite": c.BW_SORT_FAVOURITE,
    "series": c.BW_SORT_SERIES,
    "relevance": c.BW_SORT_RANK,
    "rank": c.BW_SORT_RANK,
    "id": c.BW_SORT_ID,
    **SORT_KEYS,
}
# Each of these given again is one more condition that a book has to meet.
_REPEATABLE = (
    "genre",
    "genres_all",
    "genres_none",
    *CONTAINS,
)
# What a search line has conditions on, by the field that the library names.
FILTERED = {
    c.BW_BOOK_GENRES: "genre",
    c.BW_BOOK_RATING: "rating",
    c.BW_BOOK_FAVOURITE: "favourite",
    c.BW_BOOK_STATUS: "status",
    c.BW_BOOK_CREATED: "created",
    c.BW_BOOK_STARTED: "started",
    c.BW_BOOK_FINISHED: "finished",
    **{bit: name for name, bit in (*CONTAINS.items(), *RANGES.items())},
}
_INT32_MAX = 2**31 - 1
_INT64_MAX = 2**63 - 1


def sort_steps(keys: Iterable[str]) -> tuple[Step, ...]:
    """The calls for keys such as "-rating"."""
    steps: list[Step] = []
    for key in keys:
        if not isinstance(key, str):
            raise TypeError(f"a sort key must be a str, not {type(key).__name__}")
        descending = key.startswith("-")
        name = key[1:] if descending else key
        if name not in _KEYS:
            raise ArgumentError(f"unknown sort key {key!r}{hint(name, _KEYS)}", field="keys")
        direction = c.BW_DESCENDING if descending else c.BW_ASCENDING
        steps.append(("keys", library.bw_query_order_by, _KEYS[name], direction))
    return tuple(steps)


def hint(name: str, allowed: Iterable[str]) -> str:
    """What an error says of the names that there are."""
    import difflib  # only for mistakes

    near = difflib.get_close_matches(name, list(allowed), 1)
    meant = f"; did you mean {near[0]!r}?" if near else ""
    return f"{meant} Allowed: {', '.join(allowed)}" if meant else f"; allowed: {', '.join(allowed)}"


def steps_for(
    session: Session, given: Mapping[str, Any], before: tuple[str, ...]
) -> tuple[Step, ...]:
    """The calls for the keywords of where()."""
    steps: list[Step] = []
    for name, value in given.items():
        if name not in _CONDITIONS:
            raise TypeError(f"unknown condition {name!r}{hint(name, _CONDITIONS)}")
        if name in before and name not in _REPEATABLE:
            raise ArgumentError(f"the query has a condition on {name} already", field=name)
        if name == "rating":
            or_not_rated = boolean(given.get("or_not_rated", False), "or_not_rated")
            steps.append((name, *_rating(value, or_not_rated)))
        elif name == "or_not_rated":
            if "rating" not in given:
                raise TypeError("or_not_rated goes together with rating")
        else:
            steps += [(name, *step) for step in _CONDITIONS[name](session, value, name)]
    return tuple(steps)


def _in_order(bounds: Any, name: str) -> None:
    """Refuses bounds that leave nothing between them, and shows them as they were given."""
    first, last = bounds
    if first is not None and last is not None and first > last:
        later = "above" if name in ("rating", "pages") else "later than"
        raise InvalidError(f"{name}: {first} is {later} {last}", field=name)


def _rating(value: Any, or_not_rated: int) -> Step:
    if isinstance(value, (tuple, list)):
        if len(value) != 2:
            raise TypeError("rating must be a rating or a pair (least, most)")
        least, most = (int32(bound, "rating") for bound in value)
        _in_order((least, most), "rating")
        if least == 0 < most:
            least, or_not_rated = 1, 1
    else:
        least = most = int32(value, "rating")
    return (library.bw_query_where_rating, least, most, or_not_rated)


def _genres(match: int) -> Callable[[Session, Any, str], list[Step]]:
    def steps(session: Session, value: Any, name: str) -> list[Step]:
        listed: Any = [value] if isinstance(value, (str, bytes, int, GenreRow)) else value
        if not isinstance(listed, Iterable):
            refuse(name, "a Genre, a name or an id, or several of them", value)
        keys = [genre_key(session, each, name) for each in listed]
        if match == c.BW_MATCH_ANY and len({type(key) for key in keys}) > 1:
            # Two conditions would both have to hold, so that these have to become one.
            keys = list(_known(session, keys))
        ids = [key for key in keys if isinstance(key, int)]
        names = [key for key in keys if isinstance(key, bytes)]
        made: list[Step] = []
        if ids or not names:
            numbers = Int64s(ids)
            made.append((library.bw_query_where_genres, match, numbers.reference, numbers.count))
        if names:
            made.append((library.bw_query_where_genre_names, match, texts(names), len(names)))
        return made

    return steps


def _known(session: Session, keys: Iterable[int | bytes]) -> Iterator[int]:
    for key in keys:
        try:
            yield find_id(session._use(), key)
        except NotFoundError:
            continue


def _contains(field: int) -> Callable[[Session, Any, str], list[Step]]:
    def steps(_: Session, value: Any, name: str) -> list[Step]:
        encoded = text(value, name)
        return [(library.bw_query_where_contains, field, encoded, len(encoded))]

    return steps


def _dates(function: Any) -> Callable[[Session, Any, str], list[Step]]:
    def steps(_: Session, value: Any, name: str) -> list[Step]:
        pair = value if isinstance(value, (tuple, list)) else (value, value)
        first, last = optional_bounds(pair, name, date)
        _in_order(pair, name)
        return [(function, first or 0, last or 0)]

    return steps


def _range(field: int) -> Callable[[Session, Any, str], list[Step]]:
    def steps(_: Session, value: Any, name: str) -> list[Step]:
        pair = value if isinstance(value, (tuple, list)) else (value, value)
        first, last = optional_bounds(pair, name, int32)
        _in_order(pair, name)
        open_start, open_end = -_INT32_MAX - 1, _INT32_MAX
        first = open_start if first is None else first
        return [(library.bw_query_where_range, field, first, open_end if last is None else last)]

    return steps


def _created(_: Session, value: Any, name: str) -> list[Step]:
    start, end = optional_bounds(value, name, instant)
    _in_order(value, name)
    open_start, open_end = -_INT64_MAX - 1, _INT64_MAX
    return [
        (
            library.bw_query_where_created,
            open_start if start is None else start,
            open_end if end is None else end,
        )
    ]


def _favourite(_: Session, value: Any, name: str) -> list[Step]:
    return [(library.bw_query_where_favourite, boolean(value, name))]


def _status(_: Session, value: Any, name: str) -> list[Step]:
    listed: Any = [value] if isinstance(value, (str, bytes)) else value
    if not isinstance(listed, Iterable):
        refuse(name, "a bookworm.Status or its str, or several of them", value)
    steps: list[Step] = [(library.bw_query_where_status, status(one)) for one in listed]
    if not steps:
        raise ArgumentError("status must be one status or more", field=name)
    return steps


_CONDITIONS: dict[str, Any] = {
    "genre": _genres(c.BW_MATCH_ANY),
    "genres_all": _genres(c.BW_MATCH_ALL),
    "genres_none": _genres(c.BW_MATCH_NONE),
    "rating": None,
    "or_not_rated": None,
    "favourite": _favourite,
    "status": _status,
    "created": _created,
    "started": _dates(library.bw_query_where_started),
    "finished": _dates(library.bw_query_where_finished),
    **{name: _contains(bit) for name, bit in CONTAINS.items()},
    **{name: _range(bit) for name, bit in RANGES.items()},
}
