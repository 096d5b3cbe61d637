"""Maintenance of a store: backup, restore, check, and calls that need paths of other files."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ._native import prototypes as c
from ._native.errors import CannotOpenError, ExistsError
from ._native.file_errors import at_address, at_file, at_path
from ._native.library import call, call_handle, library, unchecked
from ._native.modules import publish
from ._native.named_tuple import NamedTuple
from ._native.structs import freed, optional_string, read_rows, string
from ._native.values import encoded_path, is_address, refuse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_free_backup = unchecked("bw_backup_free")

# The pages of 4 KiB that one step copies. After a step, which takes some milliseconds, Ctrl-C is
# handled.
_STEP = 2048

_KINDS = {
    c.BW_PROBLEM_FILE: "file",
    c.BW_PROBLEM_REFERENCE: "reference",
    c.BW_PROBLEM_VALUE: "value",
    c.BW_PROBLEM_KEY: "key",
    c.BW_PROBLEM_LINK: "link",
    c.BW_PROBLEM_COUNTER: "counter",
    c.BW_PROBLEM_SEARCH_INDEX: "search index",
    c.BW_PROBLEM_LAST_ID: "last id",
    c.BW_PROBLEM_MORE: "more",
    c.BW_PROBLEM_READING: "reading",
}
_DERIVED = {"key", "link", "counter", "search index", "last id", "reading"}


class Problem(NamedTuple):
    """A fault that Store.check() has found.

    Attributes:
        kind: "file": SQLite reports the file as damaged. "reference": a row refers to a row that
            does not exist. "value": a value breaks a rule. "key", "link", "counter", "search
            index", "last id" and "reading": derived data is wrong, such as a book's status, which
            follows from its readings; Store.rebuild() repairs it. "more": there are more problems.
        table: The table with the fault, such as "books", or None.
        id: The row with the fault; for links and identifiers the book, for a counter its key;
            otherwise 0.
        text: One sentence that says what is wrong.
    """

    kind: str
    table: str | None
    id: int
    text: str

    @property
    def mendable(self) -> bool:
        """Whether Store.rebuild() repairs it."""
        return self.kind in _DERIVED


def check(handle: ctypes.c_void_p) -> list[Problem]:
    """The problems of a store, in the order they are found."""
    return freed(
        call_handle(library.bw_store_check, handle),
        lambda result: read_rows(result, c.bw_problem, library.bw_result_get_problem, _problem),
    )


def _problem(row: c.bw_problem) -> Problem:
    kind = _KINDS.get(row.kind, "more")
    return Problem(kind, optional_string(row.table), row.id, string(row.text))


def backup(
    begin: Any,
    handle: ctypes.c_void_p,
    path: str | os.PathLike[str],
    progress: Callable[[int, int], object] | None,
) -> None:
    """Copies a store step by step, and reports the progress after each step."""
    encoded, given = encoded_path(path)
    if progress is not None and not callable(progress):
        refuse("progress", "a function of two numbers", progress)
    with _naming(given, create=True):
        made = call_handle(begin, handle, encoded, len(encoded))
    try:
        state = c.bw_backup_progress(size=ctypes.sizeof(c.bw_backup_progress))
        while True:
            with _naming(given, create=True):
                call(library.bw_backup_step, made, _STEP, ctypes.byref(state))
            if progress is not None:
                progress(state.total - state.remaining, state.total)
            if not state.remaining:
                return
    finally:
        _free_backup(made)


def restore(backup: str | os.PathLike[str], path: str | os.PathLike[str]) -> None:
    """Replaces the store at `path` with a backup.

    The backup is copied, and the copy is checked as by Store.check(). Then the copy takes the
    store's name in one step: if the program is killed or power fails, `path` is one of the two,
    complete. The old store is kept as `path` plus "-replaced"; delete it when you no longer need
    it. Programs that open the store meanwhile wait. Takes some seconds for 100,000 books.

        bookworm.restore("monday.books", "library.books")

    Args:
        backup: The file of a store, such as Store.backup() writes. It is not changed; a backup by
            an earlier version is upgraded in the copy.
        path: The store to replace, which every program must have closed; or a path where nothing
            exists.

    Raises:
        BusyError: This or another program has the store open.
        ExistingFileError: There is a "-replaced" file already.
        NotAStoreError: One of the two files is not a store.
        CorruptError: The backup is damaged.
        NewerStoreError: A newer version of the library made the backup.
        CannotOpenError: One of the files cannot be opened or created.
        DiskFullError: The disk is full.

        After each of these errors the old store remains in place.
    """
    source, from_given = encoded_path(backup, "backup")
    target, given = encoded_path(path)
    try:
        call(library.bw_store_restore, source, len(source), target, len(target))
    except CannotOpenError as error:
        is_backup = error.field == "backup"
        named = from_given if is_backup else given
        raise at_path(error, named, create=not is_backup) from None
    except ExistsError as error:
        raise at_file(error, f"{given}-replaced") from None


def with_file(
    function: Any,
    handle: ctypes.c_void_p,
    path: str | os.PathLike[str],
    *others: int,
    create: bool,
) -> None:
    """Calls a function that takes a file to write or to read, and `others` after it."""
    encoded, given = encoded_path(path)
    with _naming(given, create=create):
        call(function, handle, encoded, len(encoded), *others)


@contextmanager
def _naming(path: str, *, create: bool) -> Iterator[None]:
    """Raises Python's own errors for files."""
    try:
        yield
    except CannotOpenError as error:
        if is_address(path):
            raise at_address(error, path) from None
        if error.sqlstate is not None:
            # The error is of the store that is read, on a server.
            raise
        raise at_path(error, path, create=create) from None
    except ExistsError as error:
        if is_address(path):
            raise
        raise at_file(error, path) from None


publish(Problem, restore)
