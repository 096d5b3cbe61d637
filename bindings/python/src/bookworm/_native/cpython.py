"""Reads books from the library by its own functions that create Python objects: on CPython only.

They are not part of the library's interface, and do the same as by_ctypes.py, but faster. If the
library lacks them, on another Python, on a build without the global lock, or with BOOKWORM_NATIVE=0
in the environment, by_ctypes.py does everything. A function returns None if it cannot do its work;
then ctypes does it. If a read fails, the function returns the bytes for exception_of().
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
    import signal as _signal
    from collections.abc import Callable
    from typing import Any

    from .errors import Error
else:
    import _signal  # without enum, which signal imports


class Functions:
    """The functions of the library.

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
    """The exception for a failed read."""
    return failure(c.bw_error.from_buffer_copy(error))


def _nothing(*_: Any) -> None:
    return None


WITHOUT = Functions(_nothing, _nothing, _nothing)


def functions(whole: type[Any], filled: type[Any]) -> Functions:
    """The functions that create objects of `whole`, whose slots are those of `filled`."""
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
    # The result is an address, because it may be NULL; a py_object may not be NULL.
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
        # For Ctrl-C during a wait for a server.
        (_signal.getsignal, (_signal.SIGINT,), _signal.default_int_handler),
    )
    made = make(parts, whole.__basicsize__)
    if made is None:  # something of Python is not where it was expected
        return WITHOUT
    given = ctypes.cast(made, ctypes.py_object)
    try:
        return Functions(*given.value)
    finally:
        ctypes.pythonapi.Py_DecRef(given)  # The tuple was given to us.
