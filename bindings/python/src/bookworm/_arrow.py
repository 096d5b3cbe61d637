"""Books out of the library as Arrow streams, in the capsules that other packages take.

https://arrow.apache.org/docs/format/CDataInterface/PyCapsuleInterface.html
"""

from __future__ import annotations

import ctypes
from typing import Any

from ._library import call

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


# The memory of streams whose capsules live, by its address.
_alive: dict[int, ArrayStream] = {}

_new = ctypes.pythonapi["PyCapsule_New"]
_new.restype = ctypes.py_object
_new.argtypes = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
_pointer = ctypes.pythonapi["PyCapsule_GetPointer"]
_pointer.restype = ctypes.c_void_p
_pointer.argtypes = (ctypes.c_void_p, ctypes.c_char_p)


def _release(address: int | None) -> None:
    stream = _alive.pop(address or 0, None)
    # A consumer that has moved the stream out has taken its release callback too.
    if stream is not None and stream.release:
        stream.release(ctypes.addressof(stream))


@ctypes.PYFUNCTYPE(None, ctypes.c_void_p)
def _destroy(capsule: int) -> None:
    _release(_pointer(capsule, _NAME))


def capsule(function: Any, *arguments: Any) -> object:
    """Calls a function that gives a stream before the error, and puts it into a capsule."""
    stream = ArrayStream()
    call(function, *arguments, ctypes.byref(stream))
    address = ctypes.addressof(stream)
    _alive[address] = stream
    try:
        return _new(address, _NAME, ctypes.cast(_destroy, ctypes.c_void_p))
    except BaseException:
        _release(address)
        raise
