"""Reads books from the library by ctypes alone, if cpython.py is not available.

The code for each field is generated as Python source from the table of fields, and compiled once: a
loop over the fields would take half as long again for each book.
"""

from __future__ import annotations

import ctypes
import struct
from itertools import repeat

from . import prototypes as c
from .columns import paused_collector, read_fields, row_count
from .errors import UNREADABLE, damage, failure
from .fields import BOOK_FIELDS
from .layout import struct_format
from .library import free_result, give, take, unchecked
from .values import INSTANTS, STATUSES, to_date, to_instant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_book_get = unchecked("bw_book_get")
# Converted once, because ctypes would convert it at each call.
_ALL = ctypes.c_uint64.from_param(c.BW_FIELDS_DEFAULT)


def _flattened(structure: type[ctypes.Structure]) -> list[tuple[str, Any]]:
    """The members of a struct with its bw_text members opened up, texts as char pointers."""
    members: list[tuple[str, Any]] = []
    for name, kind, *_ in structure._fields_:
        if kind is c.bw_text:
            members += [(name, ctypes.c_char_p), (f"{name}_length", ctypes.c_int64)]
        else:
            members.append((name, kind))
    return members


class _BookTexts(ctypes.Structure):
    """bw_book again, laid out so that `texts.title` is one read that gives bytes or None."""

    _fields_ = _flattened(c.bw_book)


# The members that are not texts, read in one step; skipped members are padding.
_NUMBERS = {"fields", *(f.name for f in BOOK_FIELDS if f.kind != "text" and f.name != "id")}
_numbers = struct.Struct(struct_format(c.bw_book, _NUMBERS)).unpack_from
# Expressions that convert C's number or text to a value of each kind.
_VALUES = {
    "int": "{0}",
    "double": "{0}",
    "bool": "{0} != 0",
    "status": "STATUSES[{0}]",
    "text": 'texts.{0}.decode("utf-8", "replace")',
    "instant": "INSTANTS.get({0}) or to_instant({0})",
    "date": "to_date({0}) if {0} else None",
}


def _filler(
    parameters: str, lines: list[str], values: dict[str, str], filled: Any, whole: Any
) -> Any:
    """Returns a function that creates an object, from its first statements and its attributes."""
    body = [*lines, "made = new(filled)", "made._session = session"]
    body += [f"made.{name} = {value}" for name, value in values.items()]
    body += ["made.__class__ = whole", "return made"]
    source = f"def make(session, {parameters}):\n    " + "\n    ".join(body)
    names: dict[str, Any] = {
        "new": object.__new__,
        "filled": filled,
        "whole": whole,
        "numbers": _numbers,
        "STATUSES": STATUSES,
        "INSTANTS": INSTANTS,
        "to_instant": to_instant,
        "to_date": to_date,
    }
    exec(source, names)
    return names["make"]


def _of_struct(filled: Any, whole: Any) -> Any:
    """Creates an object from a bw_book, which is unpacked in one step."""
    members = [name for name, *_ in c.bw_book._fields_ if name in _NUMBERS]
    values = {"id": "row"}
    for field in BOOK_FIELDS[1:]:
        value = _VALUES[field.kind].format(field.name)
        # An absent day is 0; other values have a bit.
        if field.required is None and field.kind != "date":
            value = f"{value} if fields & {field.bit} else None"
        values[field.name] = value
    taken = f"{', '.join(members)} = numbers(book)"
    return _filler("row, book, texts", [taken], values, filled, whole)


class Reader:
    """Creates objects of the class `whole`; while they are filled, their class is `filled`."""

    __slots__ = ("_make", "_make_of_struct", "_structs")

    def __init__(self, whole: type[Any], filled: type[Any]) -> None:
        names = [field.name for field in BOOK_FIELDS]
        self._make: Callable[..., Any] = _filler(
            ", ".join(names), [], dict(zip(names, names)), filled, whole
        )
        self._make_of_struct: Callable[..., Any] = _of_struct(filled, whole)
        self._structs: list[tuple[Any, Any, Any]] = []

    def get(self, session: Any, handle: ctypes.c_void_p, row: int) -> Any:
        """Returns the book with an id: two calls, and a read of memory for each of its texts.

        By columns, as rows() reads, one book would take twelve times as long.
        """
        scratch = take()
        try:
            structs = self._structs.pop()
        except IndexError:
            structs = _new_structs()
        book, reference, texts = structs
        scratch.id.value = row
        if _book_get(handle, scratch.id, _ALL, reference, scratch.handle_ref, scratch.error_ref):
            error = failure(scratch.error)
            give(scratch)
            self._structs.append(structs)
            raise error
        try:
            return self._make_of_struct(session, row, book, texts)
        except UNREADABLE as error:
            raise damage(error) from error
        finally:
            free_result(scratch.handle)
            give(scratch)
            self._structs.append(structs)

    def rows(self, session: Any, result: ctypes.c_void_p) -> tuple[list[Any], int]:
        """Returns the rows of a result as objects, and the number of bytes of their texts."""
        if not row_count(result):
            return [], 0
        with paused_collector():
            try:
                columns, size = read_fields(result, BOOK_FIELDS)
            except UNREADABLE as error:
                raise damage(error) from error
            return list(map(self._make, repeat(session), *columns)), size


def _new_structs() -> tuple[Any, Any, Any]:
    book = c.bw_book(size=ctypes.sizeof(c.bw_book))
    return book, ctypes.byref(book), _BookTexts.from_buffer(book)
