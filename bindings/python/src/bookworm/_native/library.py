"""Finds and loads libbookworm, and calls it: the only module that knows how ctypes calls."""

from __future__ import annotations

import ctypes
import os
import sys

from . import prototypes as c
from .errors import check
from .layout import ctype
from .modules import LazyModule, publish

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from . import load_errors
else:
    load_errors = LazyModule("_native.load_errors")

ABI_VERSION = 2
_VERSION = c.BW_VERSION_MAJOR << 16 | c.BW_VERSION_MINOR << 8 | c.BW_VERSION_PATCH
FILE_NAME = "libbookworm.so.2"


def _path() -> str:
    """The path given by the user, otherwise inside the package, otherwise in the system."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    packaged = os.path.join(package, "_lib", FILE_NAME)
    chosen = os.environ.get("BOOKWORM_LIBRARY")
    return chosen or (packaged if os.path.exists(packaged) else FILE_NAME)


def _is_cut_short(path: str) -> bool:
    """Whether a file ends before its table of sections, which the system's loader crashes on."""
    if not os.path.isfile(path):
        return False
    with open(path, "rb") as file:
        header = file.read(64)
        start, size, count = (
            int.from_bytes(header[first:last], "little")
            for first, last in ((40, 48), (58, 60), (60, 62))
        )
        return file.seek(0, os.SEEK_END) < start + size * count


class _Library(ctypes.CDLL):
    """The library. Each function gets its types at its first use."""

    def __getattr__(self, name: str) -> Any:
        if name not in c.FUNCTIONS:
            raise AttributeError(name)
        try:
            function: Any = self[name]
        except AttributeError as error:
            raise _too_old(self._name, error) from None
        result, *parameters = c.FUNCTIONS[name].split()
        function.restype = ctype(result, c)
        function.argtypes = [ctype(word, c) for word in parameters]
        if parameters and parameters[-1] == "bw_error*":
            function.errcheck = check
        setattr(self, name, function)
        return function


def _too_old(path: str, reason: object) -> ImportError:
    return ImportError(
        f"{path} is too old for this package, or not Bookworm: {reason}. {load_errors.advice(path)}"
    )


def _is_in_main_interpreter() -> bool:
    """Whether this is the main interpreter: two that use ctypes at once crash in Python 3.13."""
    if sys.implementation.name != "cpython":
        return True
    this, main = (ctypes.pythonapi[f"PyInterpreterState_{name}"] for name in ("Get", "Main"))
    this.restype = main.restype = ctypes.c_void_p
    return bool(this() == main())


def _load() -> Any:
    if not _is_in_main_interpreter():
        raise ImportError(
            "bookworm works in Python's main interpreter, and this is a sub-interpreter: use "
            "threads or processes, and under mod_wsgi set WSGIApplicationGroup to %{GLOBAL}"
        )
    path = _path()
    try:
        if _is_cut_short(path):
            raise OSError(f"{path} is not whole")
        library = _Library(path)
    except OSError as error:
        raise load_errors.cannot_load(path, error) from None
    version = library.bw_abi_version()
    if version != ABI_VERSION:
        raise ImportError(
            f"{path} has version {version} of the interface; this package needs {ABI_VERSION}. "
            f"{load_errors.advice(path)}"
        )
    # A library of this package's version, or of a later one, has every function that the package
    # calls.
    if library.bw_version() < _VERSION:
        found = library.bw_version_string().decode()
        raise _too_old(path, f"it has version {found}")
    return library


library = _load()


def unchecked(name: str) -> Any:
    """A second binding of a function, which converts no argument and raises nothing.

    A call with ready-made ctypes objects takes half the time of the declared function's, and is
    possible while the interpreter shuts down. The caller must check the result.
    """
    return library[name]


class Scratch:
    """The structs that a call writes into, made once and used again and again."""

    __slots__ = (
        "column",
        "column_ref",
        "error",
        "error_ref",
        "handle",
        "handle_ref",
        "id",
        "int32",
        "int32_ref",
        "int64",
        "int64_ref",
    )

    def __init__(self) -> None:
        self.error = c.bw_error(size=ctypes.sizeof(c.bw_error))
        self.error_ref = ctypes.byref(self.error)
        self.handle = ctypes.c_void_p()
        self.handle_ref = ctypes.byref(self.handle)
        self.id = ctypes.c_int64()
        self.int32 = ctypes.c_int32()
        self.int32_ref = ctypes.byref(self.int32)
        self.int64 = ctypes.c_int64()
        self.int64_ref = ctypes.byref(self.int64)

    def __getattr__(self, name: str) -> Any:
        # Both are created at their first use, because reads by cpython.py do not need them.
        if name not in ("column", "column_ref"):
            raise AttributeError(name)
        self.column = c.bw_column(size=ctypes.sizeof(c.bw_column))
        self.column_ref = ctypes.byref(self.column)
        return getattr(self, name)


# A stack instead of a thread-local: taking and giving back are atomic in the interpreter, it is
# faster, and a signal handler that reads a book during a read gets its own structs.
_pool: list[Scratch] = []


def take() -> Scratch:
    """A Scratch for one call; give() it back afterwards."""
    try:
        return _pool.pop()
    except IndexError:
        return Scratch()


give = _pool.append


def call(function: Any, *arguments: Any) -> int:
    """Calls a function whose last parameter is the error; a failure raises."""
    scratch = take()
    try:
        return int(function(*arguments, scratch.error_ref))
    finally:
        give(scratch)


def call_int64(function: Any, *arguments: Any) -> int:
    """Calls a function with an int64_t as the output before the error."""
    scratch = take()
    try:
        function(*arguments, scratch.int64_ref, scratch.error_ref)
        return scratch.int64.value
    finally:
        give(scratch)


def call_bool(function: Any, *arguments: Any) -> bool:
    """Calls a function with a truth value, an int32_t, as the output before the error."""
    scratch = take()
    try:
        function(*arguments, scratch.int32_ref, scratch.error_ref)
        return scratch.int32.value != 0
    finally:
        give(scratch)


def call_text(function: Any, *arguments: Any) -> str | None:
    """Calls a function with a bw_text as the output before the error; None without data."""
    scratch = take()
    found = c.bw_text()
    try:
        function(*arguments, ctypes.byref(found), scratch.error_ref)
    finally:
        give(scratch)
    return None if found.data is None else found.data.decode()


def call_handle(function: Any, *arguments: Any) -> ctypes.c_void_p:
    """Calls a function with a handle as the output before the error; the caller frees it."""
    scratch = take()
    try:
        function(*arguments, scratch.handle_ref, scratch.error_ref)
        return ctypes.c_void_p(scratch.handle.value)
    finally:
        give(scratch)


# Freeing never waits. So the call does not release the interpreter's lock, which would cost more.
free_result = ctypes.PyDLL(None, handle=library._handle)["bw_result_free"]
free_result.restype = None


def library_version() -> str:
    """The version of the native library, such as "2.0.0"."""
    version: bytes = library.bw_version_string()
    return version.decode()


def sqlite_version() -> str:
    """The version of SQLite that the native library uses, such as "3.54.0"."""
    version: bytes = library.bw_sqlite_version()
    return version.decode()


publish(library_version, sqlite_version)
