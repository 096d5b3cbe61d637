"""Looking after a store: backup, check, and what needs paths of other files."""

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

# Pages of 4 KiB: some milliseconds each step, after which Ctrl-C comes through.
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
    """Something that Store.check() has found wrong.

    kind   "file": SQLite finds the file damaged; "reference": a row refers to one that is not
           there; "value": a value breaks a rule; "key", "link", "counter", "search index",
           "last id" and "reading": what is derived from the rows, such as a book's status and
           dates from its readings, is not what it should be, which Store.rebuild() mends; "more":
           there are more problems than are told
    table  the table at fault, such as "books", or None
    id     the row at fault; of links and identifiers its book, of a counter its key; 0 for none
    text   one sentence that says what is wrong
    """

    kind: str
    table: str | None
    id: int
    text: str

    @property
    def mendable(self) -> bool:
        """Whether Store.rebuild() mends it."""
        return self.kind in _DERIVED


def check(handle: ctypes.c_void_p) -> list[Problem]:
    """The problems of a store, in the order in which they are found."""
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
    """Copies a store step by step, telling how far it has come after each."""
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


def with_file(
    function: Any, handle: ctypes.c_void_p, path: str | os.PathLike[str], *, create: bool
) -> None:
    """Calls a function that takes a file to write or to read."""
    encoded, given = encoded_path(path)
    with _naming(given, create=create):
        call(function, handle, encoded, len(encoded))


@contextmanager
def _naming(path: str, *, create: bool) -> Iterator[None]:
    """Errors of a file are those that Python has for files."""
    try:
        yield
    except CannotOpenError as error:
        if is_address(path):
            raise at_address(error, path) from None
        if error.sqlstate is not None:
            # Of the store that is read, on a server.
            raise
        raise at_path(error, path, create=create) from None
    except ExistsError as error:
        if is_address(path):
            raise
        raise at_file(error, path) from None


publish(Problem)
