"""Converts each kind of value between Python and C."""

from __future__ import annotations

import ctypes
import datetime
import enum
import os
from collections.abc import Iterable, Mapping
from operator import index

from . import prototypes as c
from .errors import ArgumentError, Error, InvalidError, NotFoundError, TextError
from .library import call, library
from .modules import Brief, LazyModule, publish

TYPE_CHECKING = False
if TYPE_CHECKING:
    import array
    import reprlib
    import uuid
    from collections.abc import Callable
    from typing import Any, NoReturn
else:
    array = LazyModule("array", package=None)
    reprlib = LazyModule("reprlib", package=None)
    uuid = LazyModule("uuid", package=None)

EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
MILLISECOND = datetime.timedelta(milliseconds=1)
INT64_MAX = 2**63 - 1
INT64_MIN = -(2**63)
# Below this limit, seconds as a double are so exact that fromtimestamp() rounds them to the right
# millisecond.
EXACT_MILLISECONDS = 2**32 * 1000


class BriefEnum(Brief, enum.EnumMeta):
    """Brief, for enumerations."""

    @property
    def __signature__(cls) -> tuple[()]:
        """No signature: the constructor of an enumeration only finds its members."""
        return ()


class Status(str, enum.Enum, metaclass=BriefEnum):
    """Whether a book has been read. Equal to its plain str, such as "completed"."""

    ON_SHELF = "on-shelf"
    IN_PROGRESS = "in-progress"
    COMPLETED = "completed"
    DID_NOT_FINISH = "did-not-finish"

    def __str__(self) -> str:
        return self.value


# In the order of bw_book_status.
STATUSES = (Status.ON_SHELF, Status.IN_PROGRESS, Status.COMPLETED, Status.DID_NOT_FINISH)
# The outcomes of readings.
OUTCOME_NAMES = {
    c.BW_READING_OPEN: "open",
    c.BW_READING_COMPLETED: "completed",
    c.BW_READING_DID_NOT_FINISH: "did-not-finish",
}
_OUTCOMES = {name: number for number, name in OUTCOME_NAMES.items()}


def refuse(field: str, wanted: str, value: object) -> NoReturn:
    raise TypeError(f"{field} must be {wanted}, not {type(value).__name__}")


def shortened(value: object) -> str:
    """A value, shortened for a message."""
    try:
        return reprlib.repr(value)
    except ValueError:  # Python writes no int of more than 4,300 digits
        return f"<{type(value).__name__} of very many digits>"


def text(value: Any, field: str) -> bytes:
    """A str as UTF-8. The library refuses NUL and blanks; lone surrogates are not UTF-8."""
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


def uuid_bytes(value: Any, field: str) -> bytes:
    """The bytes of a uuid.UUID, or of its text."""
    if isinstance(value, uuid.UUID):
        return value.bytes
    if not isinstance(value, str):
        refuse(field, "a uuid.UUID or its str", value)
    try:
        return uuid.UUID(value).bytes
    except ValueError:
        raise InvalidError(f"{field} is not a UUID: {shortened(value)}", field=field) from None


def typed_text(value: Any, field: str) -> bytes:
    """A search line or another text that a person typed: an error has its place in the str."""
    try:
        return text(value, field)
    except TextError as error:
        before = value.encode("utf-8", "surrogatepass")[: error.offset]
        error.offset = len(before.decode())
        raise


def encoded_path(path: str | os.PathLike[str], field: str = "path") -> tuple[bytes, str]:
    """A path in the form of the library, and as a str."""
    given = os.fspath(path) if isinstance(path, os.PathLike) else path
    if not isinstance(given, str):
        refuse(field, "a str or a path object such as pathlib.Path", given)
    try:
        return os.fsencode(given), given
    except UnicodeEncodeError:
        # fsencode() encodes a surrogate that means a byte. Any other surrogate is invalid in UTF-8.
        return text(given, field), given


def is_address(path: str) -> bool:
    """Whether a path is the address of a server, which may have a password in it."""
    return path.startswith(("postgresql://", "postgres://"))


def _integer(value: Any, field: str) -> int:
    if value is True or value is False:
        refuse(field, "an int", value)
    try:
        return index(value)
    except TypeError:
        refuse(field, "an int", value)


def _whole(value: Any, field: str, lowest: int) -> int:
    """An int that fits in the type with this lowest value."""
    number = _integer(value, field)
    if not lowest <= number < -lowest:
        bound = f"at least {lowest}" if number < 0 else f"at most {-lowest - 1}"
        raise InvalidError(f"{field} is {shortened(number)}; it must be {bound}", field=field)
    return number


def int32(value: Any, field: str) -> int:
    return _whole(value, field, -(2**31))


def int64(value: Any, field: str) -> int:
    return _whole(value, field, INT64_MIN)


def row_id(value: Any, what: str = "book", field: str = "id") -> int:
    """An id from an int; an int that cannot be an id is simply not found."""
    number = _integer(value, "id")
    if not INT64_MIN <= number <= INT64_MAX:
        raise NotFoundError(f"there is no {what} with the id {shortened(number)}", field=field)
    return number


def most_rows(limit: int | None) -> int:
    """The maximum number of rows to read, in the form of C: -1 for all."""
    if limit is None:
        return -1
    most = _integer(limit, "limit")
    if most < 0:
        raise ArgumentError(f"limit must not be negative, as {shortened(most)} is", field="limit")
    return min(most, INT64_MAX)


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
        raise InvalidError(f"{field} must be a number of at most 1.8e308", field=field) from None


def status(value: Any, field: str = "status") -> int:
    if not isinstance(value, str):
        refuse(field, "a bookworm.Status or its str", value)
    try:
        return STATUSES.index(Status(value))
    except ValueError:
        pass
    # Another word for it, as in a search line.
    word, found = value.encode(errors="replace"), ctypes.c_int32()
    try:
        call(library.bw_book_parse_status, word, len(word), ctypes.byref(found))
    except Error:
        allowed = ", ".join(f'"{each.value}"' for each in STATUSES)
        raise InvalidError(
            f"{field} must be one of {allowed}; not {value!r}", field=field
        ) from None
    return found.value


def outcome(value: Any, field: str) -> int:
    """The number of an outcome of a reading."""
    if not isinstance(value, str):
        refuse(field, "a str", value)
    if value not in _OUTCOMES:
        allowed = ", ".join(f'"{name}"' for name in _OUTCOMES)
        raise InvalidError(f"{field} must be one of {allowed}; not {value!r}", field=field)
    return _OUTCOMES[value]


def quoted_page(value: Any, field: str) -> bytes:
    """The page of a quote, a text; an int is converted."""
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(int64(value, field))
    if not isinstance(value, str):
        refuse(field, "a str, an int or None", value)
    return text(value, field)


def instant(value: Any, field: str) -> int:
    """Milliseconds since 1970 in UTC; fractions of a millisecond are dropped."""
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


# Datetimes by their milliseconds: creating one costs as much as reading the numbers of a book.
# Books that were entered together share their instants, and so does a book that is read again. The
# dict is emptied when it is full.
INSTANTS: dict[int, datetime.datetime] = {}


def to_instant(milliseconds: int) -> datetime.datetime:
    if len(INSTANTS) >= 4096:
        INSTANTS.clear()
    made = INSTANTS[milliseconds] = to_datetime(milliseconds)
    return made


# The same for days: the books of a store have few different days.
_days: dict[int, datetime.date] = {}


def to_date(written: int) -> datetime.date:
    made = _days.get(written)
    if made is None:
        if len(_days) >= 4096:
            _days.clear()
        made = datetime.date(written // 10000, written // 100 % 100, written % 100)
        _days[written] = made
    return made


def optional_bounds(value: Any, field: str, convert: Callable[[Any, str], float]) -> list[Any]:
    """Two bounds from a pair. Either may be None for an open end."""
    if not isinstance(value, (tuple, list)) or len(value) != 2:
        raise TypeError(f"{field} must be a pair, such as (first, last); None is an open end")
    return [None if bound is None else convert(bound, field) for bound in value]


def is_list(value: Any) -> bool:
    """Whether it can be read to its end; objects that wait for changes have none."""
    return isinstance(value, Iterable) and not hasattr(type(value), "__aiter__")


def identifier_pairs(value: Any) -> list[tuple[bytes, bytes]]:
    """Pairs of scheme and value from a mapping or an iterable of pairs."""
    if isinstance(value, (str, bytes)) or not is_list(value):
        refuse("identifiers", "a mapping or pairs of scheme and value", value)
    pairs = value.items() if isinstance(value, Mapping) else value
    encoded = []
    for pair in pairs:
        try:
            scheme, each = [] if isinstance(pair, (str, bytes)) else pair
        except (TypeError, ValueError):
            raise TypeError(
                f"identifiers must be pairs of scheme and value; {shortened(pair)} is not a pair"
            ) from None
        if not isinstance(scheme, str) or not isinstance(each, str):
            raise TypeError(f"identifiers must be pairs of str; {shortened(pair)} is not")
        encoded.append((text(scheme, "identifiers"), text(each, "identifiers")))
    return encoded


def price_parts(value: Any) -> tuple[int, bytes]:
    """The amount and the currency for C, from a Price or such a pair."""
    if not isinstance(value, tuple) or len(value) != 2:
        refuse("price", 'a Price, such as Price(1299, "EUR")', value)
    amount, currency = value
    try:
        number = index(amount)
    except TypeError:
        number = None
    if number is None or isinstance(amount, bool):
        refuse("price", "a Price with an int of the currency's minor units", amount)
    return int64(number, "price"), text(currency, "currency")


class Int64s:
    """An int64_t array for C: `reference` for a parameter, `pointer` for a struct's member."""

    __slots__ = ("_array", "_first", "count")

    def __init__(self, values: Iterable[int]) -> None:
        self._array = array.array("q", values)
        self.count = len(self._array)
        # C requires an address even without items.
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
