"""Reads columns from the library: the rows of a result become Python lists, a field at a time.

Calls that loop in C convert most columns to objects. Dates, and repeated instants, are converted
once for each distinct value. A column in which no row has a value is not converted. This makes
reading many books fast.
"""

from __future__ import annotations

import ctypes
import datetime
import gc
import struct
from contextlib import contextmanager

from . import prototypes as c
from .layout import unpacker
from .library import give, library, take
from .values import EPOCH, EXACT_MILLISECONDS, MILLISECOND, STATUSES, to_date

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Any

    from .fields import Field

# A view of foreign memory of any length, without a copy.
_memory = ctypes.pythonapi["PyMemoryView_FromMemory"]
_memory.restype = ctypes.py_object
_memory.argtypes = (ctypes.c_void_p, ctypes.c_ssize_t, ctypes.c_int)
_READ_ONLY = 0x100

_MEMBERS = ("type", "count", "values", "offsets", "lists", "present")
_, _unpack = unpacker(c.bw_column, _MEMBERS)


class Column:
    """The memory of a column, valid until its result is freed."""

    __slots__ = ("count", "lists", "offsets", "present", "type", "values")

    def __init__(self, result: ctypes.c_void_p, bit: int) -> None:
        scratch = take()
        try:
            library.bw_result_get_column(result, bit, scratch.column_ref, scratch.error_ref)
            members = _unpack(scratch.column)
            self.type, self.count, self.values, self.offsets, self.lists, self.present = members
        finally:
            give(scratch)

    def text_size(self) -> int:
        """Returns the size of a text column in bytes, including the NULs."""
        return ctypes.c_int64.from_address(self.offsets + 8 * self.count).value

    def mask(self) -> bytes | None:
        """One byte for each row, 1 if it has a value; None if every row has one."""
        if not self.present:
            return None
        mask = _view(self.present, self.count).tobytes()
        return mask if 0 in mask else None


def _view(address: int, size: int) -> memoryview:
    view: memoryview = _memory(address, size, _READ_ONLY)
    return view


def _numbers(address: int, count: int, code: str) -> list[Any]:
    view: Any = _view(address, count * struct.calcsize(code))
    numbers: list[Any] = view.cast(code).tolist() if count else []
    return numbers


_WIDTHS = {c.BW_COLUMN_INT64: ("q", 8), c.BW_COLUMN_INT32: ("i", 4)}


def _ints(column: Column) -> list[Any]:
    return _numbers(column.values, column.count, _WIDTHS[column.type][0])


def _doubles(column: Column) -> list[Any]:
    return _numbers(column.values, column.count, "d")


def _bools(column: Column) -> list[Any]:
    if not column.count:
        return []
    # The lowest byte of each number is sufficient.
    width = _WIDTHS[column.type][1]
    return _view(column.values, column.count * width).cast("?")[::width].tolist()


_status = dict(enumerate(STATUSES)).__getitem__


def _statuses(column: Column) -> list[Any]:
    return list(map(_status, _ints(column)))


def _texts(column: Column) -> list[Any]:
    return _split(column.values, column.offsets, column.count)


def _split(values: int, offsets: int, count: int) -> list[str]:
    """Splits memory into `count` texts, each with a NUL at its end."""
    if not count:
        return []
    size = ctypes.c_int64.from_address(offsets + 8 * count).value
    together = str(_view(values, size - 1), "utf-8", "replace") if size > 1 else ""
    parts = together.split("\0")
    if len(parts) == count:
        return parts
    # A text contains a NUL: another program must have written it without the library.
    ends = _numbers(offsets, count + 1, "q")
    joined = _view(values, size).tobytes()
    return [
        joined[start : end - 1].decode("utf-8", "replace") for start, end in zip(ends, ends[1:])
    ]


def _instants(column: Column) -> list[Any]:
    return _to_datetimes(_ints(column))


def _to_datetimes(numbers: Sequence[int]) -> list[datetime.datetime]:
    distinct = set(numbers)
    if len(distinct) * 2 < len(numbers):
        known = list(distinct)
        table = dict(zip(known, _to_datetimes(known)))
        return list(map(table.__getitem__, numbers))
    if numbers and min(numbers) > -EXACT_MILLISECONDS and max(numbers) < EXACT_MILLISECONDS:
        convert, utc = datetime.datetime.fromtimestamp, datetime.timezone.utc
        return [convert(number / 1000, utc) for number in numbers]
    return [EPOCH + number * MILLISECOND for number in numbers]


def _dates(column: Column) -> list[Any]:
    numbers = _ints(column)
    table = {number: to_date(number) for number in set(numbers) if number}
    return list(map(table.get, numbers))


def _lists(column: Column, items: list[Any]) -> list[Any]:
    ends = _numbers(column.lists, column.count + 1, "q")
    return [items[start:end] for start, end in zip(ends, ends[1:])]


def _item_count(column: Column) -> int:
    return ctypes.c_int64.from_address(column.lists + 8 * column.count).value


def _int64_lists(column: Column) -> list[Any]:
    return _lists(column, _numbers(column.values, _item_count(column), "q"))


def _text_lists(column: Column) -> list[Any]:
    return _lists(column, _split(column.values, column.offsets, _item_count(column)))


_DECODERS: dict[str, Callable[[Column], list[Any]]] = {
    "int": _ints,
    "double": _doubles,
    "bool": _bools,
    "status": _statuses,
    "text": _texts,
    "instant": _instants,
    "date": _dates,
    "int64 list": _int64_lists,
    "text list": _text_lists,
}


def read(result: ctypes.c_void_p, bit: int, kind: str) -> list[Any]:
    """The values of one field of a result's rows; None if absent."""
    return _decode(Column(result, bit), kind)


def _decode(column: Column, kind: str) -> list[Any]:
    mask = column.mask()
    if mask is None:
        return _DECODERS[kind](column)
    if 1 not in mask:
        return [None] * column.count
    values = _DECODERS[kind](column)
    return [value if there else None for value, there in zip(values, mask)]


def read_fields(result: ctypes.c_void_p, fields: Iterable[Field]) -> tuple[list[list[Any]], int]:
    """Several fields of the same rows, and the size of their texts in bytes.

    If two successive fields of instants have equal values in every row, their objects are created
    once.
    """
    decoded: list[list[Any]] = []
    size = 0
    instants: tuple[memoryview, list[Any]] | None = None
    for field in fields:
        column = Column(result, field.bit)
        if field.kind == "instant" and column.count:
            numbers = _view(column.values, 8 * column.count)
            if instants is not None and numbers == instants[0]:
                decoded.append(instants[1])
                continue
            decoded.append(_decode(column, field.kind))
            instants = numbers, decoded[-1]
        else:
            if field.kind == "text":
                size += column.text_size()
            decoded.append(_decode(column, field.kind))
    return decoded, size


def row_count(result: ctypes.c_void_p) -> int:
    scratch = take()
    try:
        library.bw_result_count(result, scratch.int64_ref, scratch.error_ref)
        return scratch.int64.value
    finally:
        give(scratch)


def read_ids(result: ctypes.c_void_p) -> list[int]:
    """The ids of a result's rows."""
    return read(result, c.BW_BOOK_ID, "int")


@contextmanager
def paused_collector() -> Iterator[None]:
    """Pauses the garbage collector while many objects are created that cannot be garbage yet."""
    if not gc.isenabled():
        yield
        return
    try:
        gc.disable()
        yield
    finally:
        gc.enable()
