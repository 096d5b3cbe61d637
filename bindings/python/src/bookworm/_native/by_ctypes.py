"""Reads books from the library by ctypes alone, if cpython.py is not available."""

from __future__ import annotations

import ctypes
from itertools import repeat

from . import prototypes as c
from .columns import paused_collector, read_fields, row_count
from .errors import UNREADABLE, damage, failure
from .fields import BOOK_FIELDS
from .library import free_result, give, take, unchecked
from .row_makers import maker, struct_maker, texts_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_book_get = unchecked("bw_book_get")
# Converted once, because ctypes would convert it at each call.
_ALL = ctypes.c_uint64.from_param(c.BW_FIELDS_DEFAULT)


_BookTexts = texts_of(c.bw_book)


class Reader:
    """Creates objects of `whole`."""

    __slots__ = ("_make", "_make_of_struct", "_structs")

    def __init__(self, whole: type[Any]) -> None:
        names = [field.name for field in BOOK_FIELDS]
        self._make = maker(", ".join(names), [], dict(zip(names, names)), whole)
        self._make_of_struct = struct_maker(c.bw_book, BOOK_FIELDS, whole)
        self._structs: list[tuple[Any, Any, Any]] = []

    def get(self, session: Any, handle: ctypes.c_void_p, row: int) -> Any:
        """Returns the book with an id: two calls, and a read of memory for each of its texts.

        Reading one book by columns, as rows() does, would take twelve times as long.
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
            return self._make_of_struct(session, book, texts)
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
