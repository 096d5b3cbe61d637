"""Books out of the library by functions of its own that make Python objects: on CPython alone.

They are no part of the library's interface and do nothing that by_ctypes.py could not do, only
faster. Without them, on another Python, on a build without the global lock or with
BOOKWORM_NATIVE=0 in the environment, that does it all. A function gives None where it cannot do
what it is for: then the same is done by ctypes. Where a read fails, it gives what exception_of()
is for.
"""

from __future__ import annotations

import ctypes
import os
import sys

from . import prototypes as c
from .errors import failure
from .fields import BOOK_FIELDS
from .library import library
from .values import EPOCH, STATUSES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .errors import Error


class Functions:
    """What the library gives.

    get   (session, handle of a store, id): the object
    run   (session, handle of a store, handle of a query, offset, limit): a list of objects
    rows  (session, handle of a result): a list of objects, and how many bytes of text they have
    """

    __slots__ = ("get", "rows", "run")

    def __init__(
        self,
        get: Callable[[Any, Any, int], Any],
        run: Callable[[Any, Any, Any, int, int], Any],
        rows: Callable[[Any, Any], tuple[list[Any], int] | None],
    ) -> None:
        self.get = get
        self.run = run
        self.rows = rows


def exception_of(error: bytes) -> Error:
    """The exception for what a read has failed with."""
    return failure(c.bw_error.from_buffer_copy(error))


def _nothing(*_: Any) -> None:
    return None


WITHOUT = Functions(_nothing, _nothing, _nothing)


def functions(whole: type[Any], filled: type[Any]) -> Functions:
    """The functions that make objects of `whole`, whose slots are those of `filled`."""
    if (
        os.environ.get("BOOKWORM_NATIVE") == "0"
        or sys.implementation.name != "cpython"
        or "t" in sys.abiflags
    ):
        return WITHOUT
    try:
        make = ctypes.PyDLL(None, handle=library._handle)["bookworm_python_1"]
    except AttributeError:  # a library of another version
        return WITHOUT
    # An address, which may be NULL; a py_object may not.
    make.restype = ctypes.c_void_p
    make.argtypes = (ctypes.py_object, ctypes.c_ssize_t)
    parts = (
        whole,
        filled,
        ("_session", *(field.name for field in BOOK_FIELDS)),
        STATUSES,
        None,
        False,
        True,
        type(EPOCH.date()),
        type(EPOCH),
        EPOCH.tzinfo,
    )
    made = make(parts, whole.__basicsize__)
    if made is None:  # something of Python is not where it was looked for
        return WITHOUT
    given = ctypes.cast(made, ctypes.py_object)
    try:
        return Functions(*given.value)
    finally:
        ctypes.pythonapi.Py_DecRef(given)  # The tuple was given to us.
