"""The fields of a book, and how each kind of value crosses between Python and C."""

from __future__ import annotations

import ctypes
import datetime
import enum
from operator import index

from . import _prototypes as c
from ._errors import InvalidError, NotFoundError, TextError
from ._public import publish

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any, NoReturn

EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
MILLISECOND = datetime.timedelta(milliseconds=1)
INT64_MAX = 2**63 - 1
INT64_MIN = -(2**63)
# Up to here seconds as a double are exact enough that fromtimestamp() rounds to the millisecond.
EXACT_MILLISECONDS = 2**32 * 1000


class Status(str, enum.Enum):
    """Where a reader stands with a book. Equal to its plain str, such as "completed"."""

    ON_SHELF = "on-shelf"
    IN_PROGRESS = "in-progress"
    COMPLETED = "completed"
    DID_NOT_FINISH = "did-not-finish"

    def __str__(self) -> str:
        return self.value


# In the order of bw_book_status.
STATUSES = (Status.ON_SHELF, Status.IN_PROGRESS, Status.COMPLETED, Status.DID_NOT_FINISH)


def refuse(field: str, wanted: str, value: object) -> NoReturn:
    raise TypeError(f"{field} must be {wanted}, not {type(value).__name__}")


def text(value: Any, field: str) -> bytes:
    """A str as UTF-8. NUL and blanks are the library's to refuse, lone surrogates are not UTF-8."""
    if not isinstance(value, str):
        refuse(field, "a str", value)
    try:
        return value.encode()
    except UnicodeEncodeError as error:
        raise TextError(
            f"{field} holds a lone surrogate (U+{ord(value[error.start]):04X}) at character "
            f"{error.start}, which is not a character",
            field=field,
            offset=len(value[: error.start].encode()),
        ) from None


def int32(value: Any, field: str) -> int:
    try:
        number = index(value)
    except TypeError:
        refuse(field, "an int", value)
    if not -(2**31) <= number < 2**31:
        raise InvalidError(f"{field} {number} is far out of range", field=field)
    return number


def row_id(value: Any, what: str = "book") -> int:
    """An id from an int; one that cannot be an id is simply not found."""
    try:
        number = index(value)
    except TypeError:
        refuse("id", "an int", value)
    if not INT64_MIN <= number <= INT64_MAX:
        raise NotFoundError(f"There is no {what} with the id {number}.", field="id")
    return number


def boolean(value: Any, field: str) -> int:
    if isinstance(value, int) and value in (0, 1):
        return int(value)
    refuse(field, "a bool", value)


def number(value: Any, field: str) -> float:
    if isinstance(value, (str, bytes)):
        refuse(field, "a number", value)
    try:
        return float(value)
    except TypeError:
        refuse(field, "a number", value)
    except (OverflowError, ValueError):  # such as a Decimal that is a signalling NaN
        raise InvalidError(f"{field} is far out of range, or no number", field=field) from None


def status(value: Any, field: str = "status") -> int:
    if not isinstance(value, str):
        refuse(field, "a bookworm.Status or its str", value)
    try:
        return STATUSES.index(Status(value))
    except ValueError:
        allowed = ", ".join(f'"{each.value}"' for each in STATUSES)
        raise InvalidError(
            f"{field} must be one of {allowed}; not {value!r}", field=field
        ) from None


def instant(value: Any, field: str) -> int:
    """Milliseconds since 1970 in UTC; what is finer than a millisecond is cut off."""
    if not isinstance(value, datetime.datetime):
        refuse(field, "an aware datetime", value)
    if value.utcoffset() is None:
        raise InvalidError(
            f"{field} must be an aware datetime: this one has no time zone. "
            "Give it one, such as tzinfo=datetime.timezone.utc, or call .astimezone()",
            field=field,
        )
    return (value - EPOCH) // MILLISECOND


def date(value: Any, field: str) -> int:
    """The number YYYYMMDD."""
    if isinstance(value, datetime.datetime):
        refuse(field, "a date (take .date() of it)", value)
    if not isinstance(value, datetime.date):
        refuse(field, "a date", value)
    return value.year * 10000 + value.month * 100 + value.day


def to_datetime(milliseconds: int) -> datetime.datetime:
    if -EXACT_MILLISECONDS < milliseconds < EXACT_MILLISECONDS:
        return datetime.datetime.fromtimestamp(milliseconds / 1000, datetime.timezone.utc)
    return EPOCH + milliseconds * MILLISECOND


# Books that were entered together share their instants, and one that is read again has its own: to
# make a datetime costs as much as reading the numbers of a book. Emptied when it is full.
INSTANTS: dict[int, datetime.datetime] = {}


def to_instant(milliseconds: int) -> datetime.datetime:
    if len(INSTANTS) >= 4096:
        INSTANTS.clear()
    made = INSTANTS[milliseconds] = to_datetime(milliseconds)
    return made


def to_date(written: int) -> datetime.date:
    return datetime.date(written // 10000, written // 100 % 100, written % 100)


class Field:
    """One field: its name in Python, its bit in C, and how a value of it goes in."""

    __slots__ = ("bit", "convert", "kind", "name")

    def __init__(self, name: str, bit: int, kind: str, convert: Callable[[Any, str], Any]) -> None:
        self.name = name
        self.bit = bit
        self.kind = kind
        self.convert = convert


# In the order in which Book takes them.
BOOK_FIELDS = (
    Field("id", c.BW_BOOK_ID, "int", index),  # type: ignore[arg-type]  # never goes in
    Field("title", c.BW_BOOK_TITLE, "text", text),
    Field("author", c.BW_BOOK_AUTHOR, "text", text),
    Field("synopsis", c.BW_BOOK_SYNOPSIS, "text", text),
    Field("review", c.BW_BOOK_REVIEW, "text", text),
    Field("notes", c.BW_BOOK_NOTES, "text", text),
    Field("rating", c.BW_BOOK_RATING, "int", int32),
    Field("favourite", c.BW_BOOK_FAVOURITE, "bool", boolean),
    Field("status", c.BW_BOOK_STATUS, "status", status),
    Field("series", c.BW_BOOK_SERIES, "text", text),
    Field("series_number", c.BW_BOOK_SERIES_NUMBER, "double", number),
    Field("year", c.BW_BOOK_YEAR, "int", int32),
    Field("created", c.BW_BOOK_CREATED, "instant", instant),
    Field("updated", c.BW_BOOK_UPDATED, "instant", instant),
    Field("started", c.BW_BOOK_STARTED, "date", date),
    Field("finished", c.BW_BOOK_FINISHED, "date", date),
)
READABLE = {field.name: field for field in BOOK_FIELDS}
WRITABLE = {name: field for name, field in READABLE.items() if name not in ("id", "updated")}
# What to say of a field that every book has and that is given as None.
REQUIRED = {
    "title": "a str",
    "author": "a str",
    "rating": "an int (0 for not rated)",
    "favourite": "a bool",
    "status": "a bookworm.Status or its str",
    "created": "an aware datetime",
}
OPTIONAL = frozenset(WRITABLE) - frozenset(REQUIRED)
SETTABLE = (*WRITABLE, "genres", "identifiers", "price")


def unknown_field(name: str) -> TypeError:
    if name in READABLE:
        return TypeError(f"{name} is set by the store and cannot be given")
    return TypeError(f"a book has no field {name!r}; the fields are {', '.join(SETTABLE)}")


def optional_bounds(value: Any, field: str, convert: Callable[[Any, str], int]) -> list[int | None]:
    """Two bounds from a pair, each of which may be None for an open end."""
    if not isinstance(value, (tuple, list)) or len(value) != 2:
        raise TypeError(f"{field} must be a pair, such as (first, last); None is an open end")
    return [None if bound is None else convert(bound, field) for bound in value]


class Int64s:
    """An int64_t array for C: `reference` for a parameter, `pointer` for a struct's member."""

    __slots__ = ("_array", "_first", "count")

    def __init__(self, values: Iterable[int]) -> None:
        from array import array

        self._array = array("q", values)
        self.count = len(self._array)
        # C wants an address even for no items.
        self._array.append(0)
        self._first = ctypes.c_int64.from_buffer(self._array)

    @property
    def reference(self) -> Any:
        return ctypes.byref(self._first)

    @property
    def pointer(self) -> Any:
        return ctypes.pointer(self._first)

    def values(self) -> list[int]:
        return self._array[: self.count].tolist()


publish(Status)
