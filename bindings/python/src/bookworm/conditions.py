"""Converts the conditions and the order of a query to calls of the library."""

from __future__ import annotations

from collections.abc import Iterable

from ._native import prototypes as c
from ._native.drafts import texts
from ._native.errors import ArgumentError, InvalidError, NotFoundError
from ._native.field_tables import CONTAINS, FLAGS, RANGES, SORT_KEYS
from ._native.fields import field_bits
from ._native.library import library
from ._native.modules import LazyModule
from ._native.values import (
    INT64_MAX,
    INT64_MIN,
    Int64s,
    boolean,
    date,
    identifier_pairs,
    instant,
    int32,
    is_list,
    number,
    optional_bounds,
    refuse,
    status,
    text,
)
from .genre import GenreRow
from .genre_keys import genre_key, meant_id
from .prepared_query import PreparedQuery

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import Any

    from .prepared_query import Step
    from .session import Session

    _Make = Callable[[Session, Any, str], list[Step]]
    import difflib
else:
    difflib = LazyModule("difflib", package=None)

_KEYS = {
    **SORT_KEYS,
    "edition": c.BW_SORT_EDITION_YEAR,
    "favorite": c.BW_SORT_FAVOURITE,
    "relevance": c.BW_SORT_RANK,
    "rank": c.BW_SORT_RANK,
    "price": c.BW_SORT_PRICE,
    "genre": c.BW_SORT_GENRE,
    "id": c.BW_SORT_ID,
}
# Their names in order_by(), by their numbers.
SORT_NAMES = {number: name for name, number in reversed(_KEYS.items())}
# Other names of the _contains conditions: the fields' names, as in search lines.
_TEXTS = {name[: -len("_contains")]: bit for name, bit in CONTAINS.items() if name != "language"}
_SEARCHED = {
    "synopsis": c.BW_BOOK_SYNOPSIS,
    "review": c.BW_BOOK_REVIEW,
    "notes": c.BW_BOOK_NOTES,
    "quote": c.BW_BOOK_QUOTES,
}
_SAME = {"edition": "edition_year", "favorite": "favourite"}
# The roles of contributors, by the words of search lines; None is any.
_ROLES = {
    "person": None,
    **{
        role: role.encode()
        for role in ("author", "editor", "translator", "illustrator", "narrator", "introduction")
    },
}
# Conditions on a part of a contributor's name. author= is in _TEXTS: a condition on a field.
_PARTS = {name: role for name, role in _ROLES.items() if name != "author"}
# Conditions on a contributor's whole name.
_PEOPLE = {f"{name}_is": role for name, role in _ROLES.items()}
# Conditions on the whole text of a field. author_is= is in _PEOPLE: a condition on a person.
_WHOLE = {
    f"{name.removesuffix('_contains')}_is": bit
    for name, bit in CONTAINS.items()
    if bit != c.BW_BOOK_AUTHOR
}
# If one of these is repeated, a book must meet both conditions.
_REPEATABLE = (
    "genre",
    "genres_all",
    "genres_none",
    "identifier",
    "without",
    "having",
    "isbn",
    *CONTAINS,
    *_TEXTS,
    *_SEARCHED,
    *_WHOLE,
    *_PEOPLE,
    *_PARTS,
)
# These keywords accept None, which means that the field is absent.
_ABSENTABLE = {
    "genre": c.BW_BOOK_GENRES,
    "rating": c.BW_BOOK_RATING,
    "exact_rating": c.BW_BOOK_EXACT_RATING,
    "started": c.BW_BOOK_STARTED,
    "finished": c.BW_BOOK_FINISHED,
    "identifier": c.BW_BOOK_IDENTIFIER_VALUES,
    "language": c.BW_BOOK_LANGUAGE,
    **RANGES,
    "edition": c.BW_BOOK_EDITION_YEAR,
    "isbn": c.BW_BOOK_IDENTIFIER_VALUES,
    **{name: bit for name, bit in _TEXTS.items() if name not in ("title", "author")},
    **_SEARCHED,
}
_INT32_MAX = 2**31 - 1


def sort_steps(keys: Iterable[str]) -> tuple[Step, ...]:
    """The calls that set the order to keys such as "-rating", and replace any earlier order."""
    steps: list[Step] = [("keys", library.bw_query_clear_order)]
    for key in keys:
        number = sort_key(key)
        direction = c.BW_DESCENDING if key.startswith("-") else c.BW_ASCENDING
        steps.append(("keys", library.bw_query_order_by, number, direction))
    return tuple(steps)


def sort_key(key: str) -> int:
    """The number of a key such as "-rating"."""
    if not isinstance(key, str):
        raise TypeError(f"a sort key must be a str, not {type(key).__name__}")
    name = key[1:] if key.startswith("-") else key
    if name not in _KEYS:
        raise ArgumentError(f"unknown sort key {key!r}{hint(name, _KEYS)}", field="keys")
    return _KEYS[name]


def hint(name: str, allowed: Iterable[str]) -> str:
    """The end of an error's message: the closest name, if one is similar, and the allowed names."""
    near = difflib.get_close_matches(name, list(allowed), 1)
    meant = f"; did you mean {near[0]!r}?" if near else ""
    return f"{meant} Allowed: {', '.join(allowed)}" if meant else f"; allowed: {', '.join(allowed)}"


def own_names(given: Iterable[str]) -> tuple[str, ...]:
    """The keywords, with other spellings replaced by the usual one, to find repeated conditions."""
    return tuple(_SAME.get(name, name) for name in given)


def steps_for(
    session: Session, given: Mapping[str, Any], before: tuple[str, ...]
) -> tuple[Step, ...]:
    """The calls for the keywords of where()."""
    steps: list[Step] = []
    for name, value in given.items():
        if name not in _CONDITIONS:
            raise TypeError(f"unknown condition {name!r}{hint(name, _CONDITIONS)}")
        if _SAME.get(name, name) in before and name not in _REPEATABLE:
            raise ArgumentError(f"the query has a condition on {name} already", field=name)
        if value is None:
            if name not in _ABSENTABLE:
                raise TypeError(f"{name} must not be None; for books without a field, use without=")
            steps.append((name, library.bw_query_where_absent, _ABSENTABLE[name], 1))
        elif name in _RATINGS:
            or_not_rated = boolean(given.get("or_not_rated", False), "or_not_rated")
            make = _RATINGS[name](or_not_rated)
            steps += [(name, *step) for step in _chosen(make, session, value, name)]
        elif name == "or_not_rated":
            if given.keys().isdisjoint(_RATINGS):
                raise TypeError("or_not_rated goes together with rating")
        else:
            steps += [(name, *step) for step in _CONDITIONS[name](session, value, name)]
    return tuple(steps)


def _nothing() -> list[Step]:
    """The steps for an empty choice, which matches no book."""
    return [(library.bw_query_where_genres, c.BW_MATCH_ANY, None, 0)]


def _in_order(bounds: Any, name: str) -> None:
    """Refuses an empty range, and shows the bounds as they were given."""
    first, last = bounds
    if first is not None and last is not None and first > last:
        later = "above" if name in (*_RATINGS, "pages") else "later than"
        raise InvalidError(f"{name}: {first} is {later} {last}", field=name)


def _chosen(make: _Make, session: Session, value: Any, name: str) -> list[Step]:
    """The steps for a value, a range, or a list of values; a book must match one of these."""
    if not isinstance(value, (list, set, frozenset, range)):
        return make(session, value, name)
    if not value:
        return _nothing()
    either: list[Step] = []
    for each in value:
        if isinstance(each, tuple):
            raise TypeError(f"{name} must be a range or a list of values, not a list of ranges")
        if each is None:
            raise TypeError(f"{name} must not contain None; to add the books without it, use |")
        steps = tuple((name, *step) for step in make(session, each, name))
        if either:
            other = PreparedQuery(None, steps)
            either.append((name, library.bw_query_where_either, other))
        else:
            either += steps
    # The double negation makes one filter: where_either would also apply to earlier filters.
    outside = ((name, library.bw_query_where_not, PreparedQuery(None, tuple(either))),)
    return [(library.bw_query_where_not, PreparedQuery(None, outside))]


def _choice(make: _Make) -> _Make:
    return lambda session, value, name: _chosen(make, session, value, name)


def _rating(or_not_rated: int) -> _Make:
    def steps(_: Session, value: Any, name: str) -> list[Step]:
        too = or_not_rated
        if isinstance(value, tuple):
            least, most = optional_bounds(value, name, int32)
            _in_order(value, name)
            least, most = 1 if least is None else least, 5 if most is None else most
            if least == 0 < most:
                least, too = 1, 1
        else:
            least = most = int32(value, name)
        return [(library.bw_query_where_rating, least, most, too)]

    return steps


def _exact_rating(or_not_rated: int) -> _Make:
    def steps(_: Session, value: Any, name: str) -> list[Step]:
        pair = value if isinstance(value, tuple) else (value, value)
        least, most = optional_bounds(pair, name, number)
        _in_order(pair, name)
        least, most = 0.25 if least is None else least, 5.0 if most is None else most
        return [(library.bw_query_where_exact_rating, least, most, or_not_rated)]

    return steps


_RATINGS = {"rating": _rating, "exact_rating": _exact_rating}


def _genres(match: int) -> _Make:
    def steps(session: Session, value: Any, name: str) -> list[Step]:
        listed: Any = [value] if isinstance(value, (str, bytes, int, GenreRow)) else value
        if not is_list(listed):
            refuse(name, "a Genre, a name or an id, or several of them", value)
        keys = [genre_key(session, each, name) for each in listed]
        if match == c.BW_MATCH_ANY and len({type(key) for key in keys}) > 1:
            # Two conditions would both have to hold, so these must become one.
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
            yield meant_id(session._use(), key)
        except NotFoundError:
            continue


def _text(function: Any, field: int) -> _Make:
    def steps(_: Session, value: Any, name: str) -> list[Step]:
        encoded = text(value, name)
        return [(function, field, encoded, len(encoded))]

    return steps


def _contains(field: int) -> _Make:
    return _text(library.bw_query_where_contains, field)


def _words(field: int) -> _Make:
    def steps(_: Session, value: Any, name: str) -> list[Step]:
        encoded = text(value, name)
        return [(library.bw_query_search, encoded, len(encoded), field, c.BW_MATCH_ALL)]

    return steps


def _person(function: Any, role: bytes | None) -> _Make:
    def steps(_: Session, value: Any, name: str) -> list[Step]:
        encoded = text(value, name)
        return [(function, encoded, len(encoded), role, len(role or b""))]

    return steps


def _dates(function: Any) -> _Make:
    def steps(_: Session, value: Any, name: str) -> list[Step]:
        pair = value if isinstance(value, tuple) else (value, value)
        first, last = optional_bounds(pair, name, date)
        _in_order(pair, name)
        return [(function, first or 0, last or 0)]

    return steps


def _range(field: int) -> _Make:
    def steps(_: Session, value: Any, name: str) -> list[Step]:
        pair = value if isinstance(value, tuple) else (value, value)
        first, last = optional_bounds(pair, name, int32)
        _in_order(pair, name)
        open_start, open_end = -_INT32_MAX - 1, _INT32_MAX
        first = open_start if first is None else first
        return [(library.bw_query_where_range, field, first, open_end if last is None else last)]

    return steps


def _created(_: Session, value: Any, name: str) -> list[Step]:
    start, end = optional_bounds(value, name, instant)
    _in_order(value, name)
    open_start, open_end = INT64_MIN, INT64_MAX
    return [
        (
            library.bw_query_where_created,
            open_start if start is None else start,
            open_end if end is None else end,
        )
    ]


def _identifier(_: Session, value: Any, name: str) -> list[Step]:
    pair = [value] if isinstance(value, tuple) else value
    steps: list[Step] = []
    for scheme, each in identifier_pairs(pair):
        function = library.bw_query_where_identifier
        steps.append((function, scheme, len(scheme), each, len(each)))
    return steps


def _absent(absent: int) -> _Make:
    def steps(_: Session, value: Any, name: str) -> list[Step]:
        listed: Any = [value] if isinstance(value, (str, bytes)) else value
        if not is_list(listed):
            refuse(name, "the name of a field, or several of them", value)
        mask, bits = 0, field_bits()
        for field in listed:
            if not isinstance(field, str):
                refuse(name, "the name of a field, or several of them", value)
            if field not in bits:
                raise ArgumentError(f"a book has no field {field!r}{hint(field, bits)}", field=name)
            mask |= bits[field]
        return [(library.bw_query_where_absent, mask, absent)] if mask else []

    return steps


def _flag(field: int) -> _Make:
    def steps(_: Session, value: Any, name: str) -> list[Step]:
        wanted = boolean(value, name)
        return [(library.bw_query_where_range, field, wanted, wanted)]

    return steps


def _favourite(_: Session, value: Any, name: str) -> list[Step]:
    return [(library.bw_query_where_favourite, boolean(value, name))]


def _status(_: Session, value: Any, name: str) -> list[Step]:
    listed: Any = [value] if isinstance(value, (str, bytes)) else value
    if not is_list(listed):
        refuse(name, "a bookworm.Status or its str, or several of them", value)
    steps: list[Step] = [(library.bw_query_where_status, status(one)) for one in listed]
    return steps or _nothing()


_CONDITIONS: dict[str, Any] = {
    "genre": _genres(c.BW_MATCH_ANY),
    "genres_all": _genres(c.BW_MATCH_ALL),
    "genres_none": _genres(c.BW_MATCH_NONE),
    "rating": None,
    "exact_rating": None,
    "or_not_rated": None,
    "status": _status,
    "created": _created,
    "started": _choice(_dates(library.bw_query_where_started)),
    "finished": _choice(_dates(library.bw_query_where_finished)),
    "identifier": _identifier,
    "without": _absent(1),
    "having": _absent(0),
    **{name: _contains(bit) for name, bit in CONTAINS.items()},
    **{name: _choice(_text(library.bw_query_where_equals, bit)) for name, bit in _WHOLE.items()},
    **{
        name: _choice(_person(library.bw_query_where_person, role))
        for name, role in _PEOPLE.items()
    },
    **{
        name: _person(library.bw_query_where_person_contains, role) for name, role in _PARTS.items()
    },
    **{name: _choice(_range(bit)) for name, bit in RANGES.items()},
    **{name: _flag(bit) for name, bit in FLAGS.items()},
    "favourite": _favourite,
    "edition": _choice(_range(c.BW_BOOK_EDITION_YEAR)),
    "favorite": _favourite,
    "isbn": lambda session, value, name: _identifier(session, ("isbn", value), name),
    **{name: _contains(bit) for name, bit in _TEXTS.items()},
    **{name: _words(bit) for name, bit in _SEARCHED.items()},
}
