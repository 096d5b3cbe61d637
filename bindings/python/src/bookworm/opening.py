"""Opening a store, and making one for a preview."""

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
from ._native.values import encoded_path, int32, is_address, number, refuse
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
) -> Store:
    """Opens the store at `path`, or makes one there.

    path        a file's path, a str or a path object such as pathlib.Path, or ":memory:" for a
                store of its own that no other program sees, and whose readers wait for a
                transaction of another thread; or, as a str, the address of a
                PostgreSQL server, "postgresql://user@host/database"
    create      False: an absent store is an error
    read_only   True: nothing can be written through this Store
    timeout     seconds that a write waits for another writer before BusyError; None: for ever.
                Ctrl-C comes through when the wait is over
    durability  "full": what is committed survives a loss of power;
                "normal": it survives the program's crash, and writing is faster
    cache_size  page cache of each connection in KiB, 64 to 4194304, filled as needed; without
                meaning on a server
    undo_limit  how much memory the steps to undo may take, in KiB; 0: nothing can be undone
    undo_file_limit
                how much of a temporary file steps may take that have no room in memory, in KiB:
                above it the oldest are forgotten; 0: memory only. The file has no name, and is
                made beside the store's when it is needed

    A new store is complete and on disk before it stands at its path, and may be read by its owner
    alone.

    Raises CannotOpenError, an OSError with `errno` and `filename`: NoSuchFileError where there is
    no such file or folder, DirectoryError and NotPermittedError, which are the built-in
    FileNotFoundError, IsADirectoryError and PermissionError too; also where books could be lost:
    the file has a second name (a hard link), a "-journal" lies beside it, or the name is that of
    another store with "-wal", "-shm", "-journal" or "-wake". Raises NotAStoreError where the file
    is something else, NewerStoreError where a newer version of the library wrote it, CorruptError
    where somebody has changed its tables. None of these touches the file. Raises
    ExistingFileError where a store is to be made and such a file of another one lies there.

    Whatever else the program does with the file drops none of its locks. Python's sqlite3 module
    may look into it too, but loses locks of its own when this store is closed: end its reads first.
    """
    limits = (cache_size, undo_limit, undo_file_limit)
    options = _options(create, read_only, timeout, durability, *limits)
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
) -> Store:
    """Makes a store for a preview or a trial, and opens it.

    It is filled with a small, varied set of books, genres and quotes in several scripts, the same
    each time, ids and instants too, and is an ordinary store from then on; nothing of its filling
    can be undone.

    path  where nothing is yet, or ":memory:", the default, which cannot be read-only

    The other arguments are those of open(). Raises ExistingFileError where something is at the
    path, which is left untouched, and CannotOpenError as open() does; then no file is left.
    """
    limits = (cache_size, undo_limit, undo_file_limit)
    options = _options(True, read_only, timeout, durability, *limits)
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
    # In C 0 stands for the default, and -1 for none.
    options.busy_timeout = _milliseconds(timeout) or -1
    options.durability = _DURABILITIES[durability]
    options.cache_size = _kibibytes(cache_size, "cache_size", least=64)
    options.undo_file_limit = _kibibytes(undo_file_limit, "undo_file_limit", least=0) or -1
    options.undo_limit = _kibibytes(undo_limit, "undo_limit", least=0) or -1
    return options


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
