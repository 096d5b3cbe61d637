"""Arrow streams out of the library and into it, in the capsules that packages exchange.

https://arrow.apache.org/docs/format/CDataInterface/PyCapsuleInterface.html
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager

from .library import call, free_result, library
from .values import refuse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Protocol

    class ArrowStream(Protocol):
        """An object with an Arrow stream: data frames, tables, readers, queries of a store."""

        def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...


_NAME = b"arrow_array_stream"


class ArrayStream(ctypes.Structure):
    """struct ArrowArrayStream."""

    release: Any
    _fields_ = (
        ("get_schema", ctypes.c_void_p),
        ("get_next", ctypes.c_void_p),
        ("get_last_error", ctypes.c_void_p),
        ("release", ctypes.CFUNCTYPE(None, ctypes.c_void_p)),
        ("private_data", ctypes.c_void_p),
    )


# The memory of each stream whose capsule still exists, by the memory's address.
_alive: dict[int, ArrayStream] = {}

_new = ctypes.pythonapi["PyCapsule_New"]
_new.restype = ctypes.py_object
_new.argtypes = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
_pointer = ctypes.pythonapi["PyCapsule_GetPointer"]
_pointer.restype = ctypes.c_void_p
_pointer.argtypes = (ctypes.c_void_p, ctypes.c_char_p)
# The same function for a capsule that is a Python object; _pointer takes a capsule by its address,
# as a destructor gets it.
_pointer_in = ctypes.pythonapi["PyCapsule_GetPointer"]
_pointer_in.restype = ctypes.c_void_p
_pointer_in.argtypes = (ctypes.py_object, ctypes.c_char_p)


# A capsule may be dropped at exit, after this module has been torn down. So its destructor uses
# only its own defaults, and is itself never freed.
def _release(
    address: int | None,
    alive: dict[int, ArrayStream] = _alive,
    addressof: Any = ctypes.addressof,
) -> None:
    stream = alive.pop(address or 0, None)
    # A consumer that has moved the stream out has taken its release callback too.
    if stream is not None and stream.release:
        stream.release(addressof(stream))


def _destroyed(
    capsule: int, release: Any = _release, pointer: Any = _pointer, name: bytes = _NAME
) -> None:
    release(pointer(capsule, name))


_destroy = ctypes.PYFUNCTYPE(None, ctypes.c_void_p)(_destroyed)
ctypes.pythonapi.Py_IncRef(ctypes.py_object(_destroy))


def capsule(function: Any, *arguments: Any) -> object:
    """Calls a function with a stream as the output before the error, and puts it into a capsule."""
    stream = ArrayStream()
    call(function, *arguments, ctypes.byref(stream))
    address = ctypes.addressof(stream)
    _alive[address] = stream
    try:
        return _new(address, _NAME, ctypes.cast(_destroy, ctypes.c_void_p))
    except BaseException:
        _release(address)
        raise


def capsule_of(result: ctypes.c_void_p) -> object:
    """Returns the rows of a result as a stream in a capsule, and frees the result."""
    try:
        return capsule(library.bw_result_export_arrow, result)
    finally:
        free_result(result)


@contextmanager
def opened(rows: ArrowStream) -> Iterator[int]:
    """The address of an object's stream, for a call that takes ownership of it."""
    given = rows.__arrow_c_stream__()
    try:
        address = _pointer_in(given, _NAME)
    except ValueError:
        refuse("what __arrow_c_stream__() gives", "a capsule of an Arrow stream", given)
    yield address
    del given
