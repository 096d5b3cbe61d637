"""Passes columns to the library: many rows of Python values become a few contiguous buffers."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import accumulate, chain
from operator import itemgetter

from . import prototypes as c
from .contributor_lists import LISTS, contributor_values
from .errors import ArgumentError, Error, WrongTypeError, at_row
from .fields import GENRE_LISTS, IMPORTED, WRITABLE, Field, unknown_field
from .named_tuple import NamedTuple
from .reading_lists import DATES, TEXTS, flattened, reading_values
from .values import STATUSES, identifier_pairs, is_list, price_parts, refuse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class _Buffers(NamedTuple):
    """The buffers that a bw_column points to. This object keeps their memory alive."""

    bit: int
    type: int
    values: Any
    offsets: array[int] | None = None
    lists: array[int] | None = None
    present: bytes | None = None


def _address(buffer: Any) -> int | None:
    if buffer is None:
        return None
    if isinstance(buffer, bytes):
        return ctypes.cast(ctypes.c_char_p(buffer), ctypes.c_void_p).value
    address: int = buffer.buffer_info()[0]
    return address


class Batch:
    """Rows of books as an array of bw_column, with the memory that it points into."""

    def __init__(
        self,
        columns: Mapping[str, Sequence[Any]],
        count: int,
        row_id: Callable[[Any], int] | None = None,
        *,
        by_name: bool = False,
        silent: Mapping[str, Sequence[bool]] | None = None,
    ) -> None:
        """Takes columns of new books or, with `row_id`, of changes of the books in the column `id`.

        by_name  whether genres are given only by name: see _genres()
        silent   for each column, which rows lack the field: these leave the field unchanged,
                 whereas None clears it
        """
        quiet = silent or {}
        self.count = count
        self._buffers = [
            each
            for name in columns
            for each in (
                [_ids(columns[name], row_id)]
                if row_id is not None and name == "id"
                else _silenced(
                    _readings(columns[name], with_ids=by_name)
                    if name == "readings" and row_id is None
                    else _encode(name, columns[name], by_name),
                    quiet.get(name),
                )
            )
        ]
        self.columns = (c.bw_column * len(self._buffers))()
        self.column_count = len(self._buffers)
        for column, buffers in zip(self.columns, self._buffers):
            column.size = ctypes.sizeof(c.bw_column)
            column.field = buffers.bit
            column.type = buffers.type
            column.count = count
            column.values = _address(buffers.values)
            column.offsets = _pointer(buffers.offsets, ctypes.c_int64)
            column.lists = _pointer(buffers.lists, ctypes.c_int64)
            column.present = _pointer(buffers.present, ctypes.c_uint8)


def _pointer(buffer: Any, kind: Any) -> Any:
    address = _address(buffer)
    return None if address is None else ctypes.cast(address, ctypes.POINTER(kind))


def _silenced(columns: list[_Buffers], silent: Sequence[bool] | None) -> list[_Buffers]:
    if silent is None:
        return columns
    return [
        _Buffers(
            *each[:-1],
            bytes(
                c.BW_PRESENCE_SILENT if quiet else present
                for quiet, present in zip(silent, each.present or b"")
            ),
        )
        for each in columns
    ]


def transposed(
    rows: Iterable[Mapping[str, Any]], left_out: object = None
) -> dict[str, Sequence[Any]]:
    """Turns rows, which are mappings, into columns; `left_out` is the value of a missing field."""
    if isinstance(rows, (str, bytes, Mapping)) or not is_list(rows):
        refuse("rows", "an iterable of mappings", rows)
    listed = list(rows)
    alike = _transposed_alike(listed)
    if alike is not None:
        return alike
    names: dict[str, None] = {}
    for row, each in enumerate(listed):
        if not isinstance(each, Mapping):
            wrong = f"row {row} must be a mapping of fields, not {type(each).__name__}"
            raise WrongTypeError(wrong, field="rows", row=row)
        names.update(dict.fromkeys(each))
    return {name: [each.get(name, left_out) for each in listed] for name in names}


def _transposed_alike(rows: list[Any]) -> dict[str, Sequence[Any]] | None:
    """Does it by loops in C; None unless all rows are dicts with the same two or more fields."""
    if set(map(type, rows)) != {dict} or len(set(map(len, rows))) > 1 or len(rows[0]) < 2:
        return None
    try:
        return dict(zip(rows[0], zip(*map(itemgetter(*rows[0]), rows))))
    except KeyError:
        return None


def _encode(name: str, values: Sequence[Any], by_name: bool) -> list[_Buffers]:
    if name in GENRE_LISTS:
        if by_name and name != "genres":
            raise unknown_field(name, imported=True)
        ids, names = GENRE_LISTS[name]
        return _genres(values, None if by_name else ids, names)
    if name == "identifiers":
        return _identifiers(values)
    if name == "contributors":
        return _contributors(values)
    if name == "price":
        return _prices(values)
    field = WRITABLE.get(name) or IMPORTED.get(name)
    if field is None:
        raise unknown_field(name, imported=by_name)
    present = _present(values)
    if present is not None:
        blank: Any = _BLANKS.get(field.kind, 0)
        converted = [blank if value is None else value for value in values]
    else:
        converted = list(values)
    if field.kind == "text":
        packed, offsets = _pack_texts(_each(field, converted, present))
        return [_Buffers(field.bit, c.BW_COLUMN_TEXT, packed, offsets, present=present)]
    if field.kind == "uuid":
        packed = b"".join(_each(field, converted, present))
        return [_Buffers(field.bit, c.BW_COLUMN_UUID, packed, present=present)]
    code, kind = _NUMBERS[field.kind]
    try:
        # ints are passed as they are, and so are bools in a field of the kind bool. Any other
        # column is converted value by value.
        plain = field.kind in _PLAIN and set(map(type, converted)) <= _PLAIN[field.kind]
        numbers = array(code, converted if plain else _each(field, converted, present))
        if plain and field.kind == "bool" and not set(numbers) <= {0, 1}:
            raise ValueError
    except (TypeError, OverflowError, ValueError):
        numbers = array(code, _each(field, converted, present))
    return [_Buffers(field.bit, kind, numbers, present=present)]


_STATUSES = {status.value: number for number, status in enumerate(STATUSES)}
# The placeholder for a row without a value.
_BLANKS: dict[str, Any] = {"text": "", "uuid": bytes(16)}
_PLAIN: dict[str, set[type]] = {"int": {int}, "bool": {int, bool}}
_NUMBERS = {
    "int": ("i", c.BW_COLUMN_INT32),
    "bool": ("i", c.BW_COLUMN_INT32),
    "status": ("i", c.BW_COLUMN_INT32),
    "date": ("i", c.BW_COLUMN_INT32),
    "instant": ("q", c.BW_COLUMN_INT64),
    "double": ("d", c.BW_COLUMN_DOUBLE),
}


def _each(field: Field, values: list[Any], present: bytes | None) -> list[Any]:
    """Converts every value; a failure names its row."""
    if field.kind == "status" and present is None:
        try:
            return list(map(_STATUSES.__getitem__, values))
        except (KeyError, TypeError):
            pass
    if field.kind == "text":
        try:
            return list(map(str.encode, values))
        except (TypeError, UnicodeEncodeError):
            pass
    if present is None:
        return by_row(lambda value: field.convert(value, field.name), values, field.name)
    pairs = list(zip(values, present))
    return by_row(
        lambda pair: field.convert(pair[0], field.name) if pair[1] else pair[0], pairs, field.name
    )


def by_row(convert: Callable[[Any], Any], values: Sequence[Any], field: str) -> list[Any]:
    """Converts every value; an exception names the row."""
    converted: list[Any] = []
    try:
        converted.extend(map(convert, values))
    except (Error, TypeError) as error:
        raise at_row(error, field, len(converted)) from None
    return converted


def _pack_texts(encoded: list[bytes]) -> tuple[bytes, array[int]]:
    """Packs texts one after another, each with a NUL at its end. Also returns their offsets."""
    offsets = array("q", accumulate(map((1).__add__, map(len, encoded)), initial=0))
    return b"\0".join([*encoded, b""]), offsets


def _ends(lists: Iterable[Sequence[Any]]) -> array[int]:
    return array("q", accumulate(map(len, lists), initial=0))


def _ids(values: Sequence[Any], row_id: Callable[[Any], int]) -> _Buffers:
    return _Buffers(c.BW_BOOK_ID, c.BW_COLUMN_INT64, array("q", by_row(row_id, values, "id")))


def _present(values: Sequence[Any]) -> bytes | None:
    return bytes([value is not None for value in values]) if None in values else None


def _genres(values: Sequence[Any], ids: int | None, names: int) -> list[_Buffers]:
    """The columns for lists of genres: one for ids (ints), and one for names (bytes)."""
    lists = [() if value is None else value for value in values]
    present = _present(values)
    kinds = set(map(type, chain.from_iterable(lists)))
    columns = []
    if bytes in kinds or ids is None:
        named = _only(bytes, lists, kinds)
        packed, offsets = _pack_texts(list(chain.from_iterable(named)))
        kind = c.BW_COLUMN_TEXT_LIST
        columns.append(_Buffers(names, kind, packed, offsets, _ends(named), present))
    if ids is not None and kinds != {bytes}:
        numbers = _only(int, lists, kinds)
        items = array("q", chain.from_iterable(numbers))
        kind = c.BW_COLUMN_INT64_LIST
        columns.append(_Buffers(ids, kind, items, lists=_ends(numbers), present=present))
    return columns


def _only(kind: type, lists: list[Any], kinds: set[type]) -> list[Any]:
    if len(kinds) < 2:
        return lists
    return [[item for item in each if type(item) is kind] for each in lists]


def _prices(values: Sequence[Any]) -> list[_Buffers]:
    rows = by_row(lambda value: (0, b"") if value is None else price_parts(value), values, "price")
    present = _present(values)
    packed, offsets = _pack_texts([currency for _, currency in rows])
    amounts = array("q", [amount for amount, _ in rows])
    return [
        _Buffers(c.BW_BOOK_PRICE, c.BW_COLUMN_INT64, amounts, present=present),
        _Buffers(c.BW_BOOK_CURRENCY, c.BW_COLUMN_TEXT, packed, offsets, present=present),
    ]


def _identifiers(values: Sequence[Any]) -> list[_Buffers]:
    rows = by_row(
        lambda value: () if value is None else identifier_pairs(value), values, "identifiers"
    )
    ends = _ends(rows)
    present = _present(values)
    columns = []
    for place, bit in enumerate((c.BW_BOOK_IDENTIFIER_SCHEMES, c.BW_BOOK_IDENTIFIER_VALUES)):
        packed, offsets = _pack_texts([pair[place] for row in rows for pair in row])
        columns.append(_Buffers(bit, c.BW_COLUMN_TEXT_LIST, packed, offsets, ends, present))
    return columns


def _contributors(values: Sequence[Any]) -> list[_Buffers]:
    rows = by_row(
        lambda value: () if value is None else contributor_values(value), values, "contributors"
    )
    ends = _ends(rows)
    present = _present(values)
    columns = []
    for name, (_, bit) in LISTS.items():
        packed, offsets = _pack_texts([each[name] for row in rows for each in row])
        columns.append(_Buffers(bit, c.BW_COLUMN_TEXT_LIST, packed, offsets, ends, present))
    return columns


def _readings(values: Sequence[Any], *, with_ids: bool) -> list[_Buffers]:
    rows = by_row(lambda value: () if value is None else reading_values(value), values, "readings")
    ends = _ends(rows)
    present = _present(values)
    columns = []
    for name, (_, bit) in DATES.items():
        items = array("q", flattened(rows, name))
        columns.append(_Buffers(bit, c.BW_COLUMN_INT64_LIST, items, lists=ends, present=present))
    for name, (_, bit) in TEXTS.items():
        given = flattened(rows, name)
        if name == "id" and not with_ids:
            if any(given):
                raise ArgumentError("only an import accepts ids of readings", field="readings")
            continue
        packed, offsets = _pack_texts(given)
        columns.append(_Buffers(bit, c.BW_COLUMN_TEXT_LIST, packed, offsets, ends, present))
    return columns
