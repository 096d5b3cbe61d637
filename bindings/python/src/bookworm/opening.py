"""Opens a store, and creates one for a preview."""

from __future__ import annotations

import ctypes
import os

from ._native import prototypes as c
from ._native.errors import (
    ArgumentError,
    CannotOpenError,
    ExistsError,
    InvalidError,
)
from ._native.library import call_handle, library
from ._native.modules import LazyModule, publish
from ._native.values import encoded_path, int32, is_address, number, refuse, text
from .store import Store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ._native import file_errors
else:
    file_errors = LazyModule("_native.file_errors")

_DURABILITIES = {"full": c.BW_DURABILITY_FULL, "normal": c.BW_DURABILITY_NORMAL}


def open(  # noqa: A001 - bookworm.open() is to a store what open() is to a file
    path: str | os.PathLike[str],
    *,
    create: bool = True,
    read_only: bool = False,
    timeout: float | None = 5.0,
    durability: str = "full",
    cache_size: int = 16384,
    undo_limit: int = 65536,
    undo_file_limit: int = 1048576,
    history: str | None = None,
    history_steps: int = 1000,
    history_limit: int = 65536,
) -> Store:
    """Opens the store at `path`, or creates one there.

    A new store appears at its path when it is complete and on disk; only its owner may read and
    write it, unless it replaces an empty file, whose mode it keeps. Whatever else the program does
    with the file does not affect the library's locks. Python's sqlite3 module can read the file
    too, but loses its own locks when this Store is closed: finish its reads first.

    Args:
        path: A file's path, as a str or a path object such as pathlib.Path; ":memory:" for a
            private store, whose readers wait for transactions of other threads; or, as a str, the
            address of a PostgreSQL server, "postgresql://user@host/database".
        create: Whether to create a store if none exists; otherwise NoSuchFileError is raised.
        read_only: Open for reading only. This also works in a folder that is not writable, if no
            program has the store open.
        timeout: How long a write waits for another writer before BusyError, in seconds; None means
            forever. Ctrl-C is handled after the wait, on a server at once. If a server is silent
            for this time (limited to 1 to 60 s) and is not working on the call, the call fails with
            DiskError, or during a commit with OutcomeUnknownError.
        durability: With "full", commits survive a loss of power. With "normal", they survive only a
            crash of the program, but writing is faster.
        cache_size: The page cache of each connection in KiB, 64 to 4194304, filled as needed;
            ignored on a server.
        undo_limit: The maximum memory of the undo steps, in KiB; 0 means that nothing can be
            undone.
        undo_file_limit: The maximum size, in KiB, of a temporary file for undo steps that do not
            fit into memory; beyond it the oldest steps are forgotten. 0 means memory only. The file
            has no name and is created in the store's folder when it is needed.
        history: The name of a history: see Store.history. The steps are kept in the store under
            this name, and later processes, and others with the same name, can undo each of them. At
            most 128 bytes, without control characters; undo_limit and undo_file_limit are ignored.
            None means that the steps are lost when the store is closed.
        history_steps: The number of steps that the history keeps, 1 to 100000; the oldest are
            forgotten, a few at a time.
        history_limit: The size of the steps that the history keeps, in KiB, 1 to 262144.

    Raises:
        CannotOpenError: The store cannot be opened; `errno` and `filename` say why. The subclasses
            NoSuchFileError, DirectoryError and NotPermittedError are also the built-in
            FileNotFoundError, IsADirectoryError and PermissionError. Also raised if books could be
            lost: the file has a second name (a hard link), a "-journal" file is next to it, or the
            name is that of another store plus "-wal", "-shm", "-journal" or "-wake".
        NotAStoreError: The file is something else.
        NewerStoreError: A newer version of the library wrote the store.
        CorruptError: The store's tables were changed by something else.
        ExistingFileError: The store does not exist, but a file with its name and one of these
            endings does.
    """
    limits = (cache_size, undo_limit, undo_file_limit)
    options = _options(create, read_only, timeout, durability, *limits)
    _keep(options, history, history_steps, history_limit)
    return _opened(library.bw_store_open, path, options)


def open_preview(
    path: str | os.PathLike[str] = ":memory:",
    *,
    read_only: bool = False,
    timeout: float | None = 5.0,
    durability: str = "full",
    cache_size: int = 16384,
    undo_limit: int = 65536,
    undo_file_limit: int = 1048576,
    history: str | None = None,
    history_steps: int = 1000,
    history_limit: int = 65536,
) -> Store:
    """Creates a store for a preview or a trial, and opens it.

    It is an ordinary store with a small, varied set of books, genres and quotes in several scripts,
    with the same ids and instants each time. This content cannot be undone. The other arguments are
    those of open().

    Args:
        path: A path where nothing exists, or ":memory:", the default. A store in memory cannot be
            read-only.

    Raises:
        ExistingFileError: Something is at the path; it is left untouched.
        CannotOpenError: As for open(); no file is left.
    """
    limits = (cache_size, undo_limit, undo_file_limit)
    options = _options(True, read_only, timeout, durability, *limits)
    _keep(options, history, history_steps, history_limit)
    return _opened(library.bw_store_open_preview, path, options)


def _options(
    create: bool,
    read_only: bool,
    timeout: float | None,
    durability: str,
    cache_size: int,
    undo_limit: int,
    undo_file_limit: int,
) -> c.bw_open_options:
    if not isinstance(durability, str):
        refuse("durability", '"full" or "normal"', durability)
    if durability not in _DURABILITIES:
        raise InvalidError(
            f'durability must be "full" or "normal", not {durability!r}', field="durability"
        )
    options = c.bw_open_options(size=ctypes.sizeof(c.bw_open_options))
    options.must_exist = int(not create)
    options.read_only = int(bool(read_only))
    # In C, 0 means the default, and -1 means none.
    options.busy_timeout = _milliseconds(timeout) or -1
    options.durability = _DURABILITIES[durability]
    options.cache_size = _kibibytes(cache_size, "cache_size", least=64)
    options.undo_file_limit = _kibibytes(undo_file_limit, "undo_file_limit", least=0) or -1
    options.undo_limit = _kibibytes(undo_limit, "undo_limit", least=0) or -1
    return options


def _keep(options: c.bw_open_options, history: str | None, steps: int, limit: int) -> None:
    """Sets the history, if there is one."""
    if history is None:
        return
    name = text(history, "history")
    options.history.data, options.history.length = name, len(name)
    # In C 0 means the default.
    options.history_steps = _at_least_one(steps, "history_steps", "")
    options.history_limit = _at_least_one(limit, "history_limit", " KiB")


def _at_least_one(given: int, field: str, unit: str) -> int:
    number = int32(given, field)
    if number < 1:
        raise ArgumentError(f"{field} is {number}; it must be 1{unit} or more", field=field)
    return number


def _opened(function: Any, path: str | os.PathLike[str], options: c.bw_open_options) -> Store:
    encoded, given = encoded_path(path)
    try:
        handle = call_handle(function, encoded, len(encoded), ctypes.byref(options))
    except CannotOpenError as error:
        if is_address(given):
            raise file_errors.at_address(error, given) from None
        makes = function is library.bw_store_open_preview or not (
            options.must_exist or options.read_only
        )
        raise file_errors.at_path(error, given, create=bool(makes)) from None
    except ExistsError as error:
        raise file_errors.at_file(error, given) from None
    return Store._of(handle, given)


def _kibibytes(given: int, field: str, *, least: int) -> int:
    size = int32(given, field)
    if size < least:
        raise ArgumentError(f"{field} is {size}; it must be {least} or more KiB", field=field)
    return size


def _milliseconds(timeout: float | None) -> int:
    if timeout is None:
        return 2**31 - 1
    seconds = number(timeout, "timeout")
    if not seconds >= 0:  # a NaN too
        raise InvalidError(f"timeout must be 0 or more seconds, not {timeout}", field="timeout")
    return int(min(seconds * 1000, 2**31 - 1))


publish(open, open_preview)
