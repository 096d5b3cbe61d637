"""Reads rows from the library in structs, if there are few or they are read one by one."""

from __future__ import annotations

import ctypes
from functools import partial

from .columns import paused_collector, row_count
from .errors import UNREADABLE, damage
from .library import free_result, give, take

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeVar

    from . import prototypes as c

    _R = TypeVar("_R")


def read_rows(
    result: ctypes.c_void_p, structure: Any, get: Any, make: Callable[[Any], _R]
) -> list[_R]:
    """The results of `make` for each row of a result, in a struct that `get` fills repeatedly."""
    row = structure(size=ctypes.sizeof(structure))
    return read_each(result, row, get, partial(make, row))


def read_each(result: ctypes.c_void_p, row: Any, get: Any, make: Callable[[], _R]) -> list[_R]:
    """The results of `make` after `get` has read each row of a result into the struct `row`."""
    reference = ctypes.byref(row)
    made = []
    scratch = take()
    try:
        with paused_collector():
            for number in range(row_count(result)):
                get(result, number, reference, scratch.error_ref)
                try:
                    made.append(make())
                except UNREADABLE as error:
                    raise damage(error) from error
    finally:
        give(scratch)
    return made


def freed(result: ctypes.c_void_p, read: Callable[[ctypes.c_void_p], _R]) -> _R:
    """Reads a result and frees it."""
    try:
        return read(result)
    finally:
        free_result(result)


def string(text: c.bw_text) -> str:
    """The text of a bw_text, or ""."""
    # ctypes returns the bytes up to the first NUL, which no text of the library contains.
    return (text.data or b"").decode("utf-8", "replace")


def optional_string(text: c.bw_text) -> str | None:
    return None if text.data is None else string(text)
