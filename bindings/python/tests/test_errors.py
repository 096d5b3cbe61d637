"""Tests the exceptions."""

from __future__ import annotations

import inspect
import pickle
from pathlib import Path

import pytest
from conftest import Script

import bookworm
from bookworm._native import prototypes as c
from bookworm._native.errors import failure

KINDS = [
    kind
    for _, kind in inspect.getmembers(bookworm, inspect.isclass)
    if issubclass(kind, bookworm.Error) and kind is not bookworm.Error
]

PARENTS = {
    "ClosedError": ValueError,
    "ArgumentError": ValueError,
    "TextError": ValueError,
    "WrongTypeError": TypeError,
    "InvalidError": ValueError,
    "TooLargeError": ValueError,
    "NotFoundError": KeyError,
    "ExistsError": ValueError,
    "BusyError": TimeoutError,
    "ReadOnlyError": PermissionError,
    "TransactionError": RuntimeError,
    "CursorError": ValueError,
    "ExistingFileError": FileExistsError,
    "CannotOpenError": OSError,
    "NoSuchFileError": FileNotFoundError,
    "DirectoryError": IsADirectoryError,
    "NotPermittedError": PermissionError,
    "NotAStoreError": ValueError,
    "NewerStoreError": RuntimeError,
    "ConflictError": RuntimeError,
    "OutcomeUnknownError": ConnectionError,
    "CorruptError": OSError,
    "DiskFullError": OSError,
    "DiskError": OSError,
    "OutOfMemoryError": MemoryError,
    "ForkedError": RuntimeError,
    "InternalError": RuntimeError,
}


def test_each_kind_is_also_the_builtin_that_fits() -> None:
    assert {kind.__name__ for kind in KINDS} == set(PARENTS)
    for kind in KINDS:
        assert issubclass(kind, PARENTS[kind.__name__])
        assert kind.__doc__


def test_each_kind_has_a_number_of_its_own() -> None:
    parents = {bookworm.CannotOpenError, bookworm.ExistsError}
    others = [kind for kind in KINDS if parents.isdisjoint(kind.__bases__)]
    # A WrongTypeError has the status of an ArgumentError.
    kinds = [kind for kind in others if kind is not bookworm.WrongTypeError]
    assert sorted(kind("x").status for kind in kinds) == list(range(2, 24))


@pytest.mark.parametrize("kind", KINDS)
def test_an_error_reads_as_a_sentence_and_survives_pickling(kind: type[bookworm.Error]) -> None:
    error = kind("The title is blank.", field="title", row=3, offset=0)
    assert str(error) == "The title is blank."
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is kind
    assert str(again) == "The title is blank."
    assert (again.field, again.row, again.offset, again.sqlite_code) == ("title", 3, 0, None)
    assert again.status == error.status


def test_an_error_of_the_library_has_every_attribute(store: bookworm.Store) -> None:
    with pytest.raises(bookworm.Error) as caught:
        store.books.create("a\0b", "A")
    error = caught.value
    assert (error.field, error.offset, error.row, error.sqlite_code) == ("title", 1, None, None)
    assert error.status == 4
    assert "title" in str(error)
    assert (error.sqlstate, error.receipt) == (None, None)


def test_what_a_server_says_of_an_error_is_told() -> None:
    full = failure(c.bw_error(status=c.BW_ERROR_FULL, sqlstate=b"53100", offset=-1, row=-1))
    assert isinstance(full, bookworm.DiskFullError)
    assert (full.sqlstate, full.receipt, full.sqlite_code) == ("53100", None, None)
    lost = failure(c.bw_error(status=c.BW_ERROR_OUTCOME_UNKNOWN, receipt=7 << 32 | 5))
    assert isinstance(lost, bookworm.OutcomeUnknownError)
    assert (lost.sqlstate, lost.receipt) == (None, 7 << 32 | 5)
    refused = failure(c.bw_error(status=c.BW_ERROR_NOT_PERMITTED, sqlstate=b"42501"))
    assert isinstance(refused, bookworm.NotPermittedError)
    assert (refused.status, refused.sqlstate) == (c.BW_ERROR_NOT_PERMITTED, "42501")


@pytest.mark.parametrize(
    "change", ["started = 20231399", "created = 9223372036854775807", "status = 77"]
)
def test_a_value_that_cannot_be_is_told_as_damage(path: Path, run: Script, change: str) -> None:
    with bookworm.open(path) as store:
        id = store.books.create("A", "B", status="in-progress").id
    # SQL from another process: only one copy of SQLite in a process may use a store.
    spoil = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).executescript(sys.argv[2])"
    done = run(spoil, path, f"UPDATE books SET {change}")
    assert done.returncode == 0, done.stderr
    with bookworm.open(path) as store:
        with pytest.raises(bookworm.CorruptError, match="an impossible value"):
            store.books[id]
        with pytest.raises(bookworm.CorruptError, match="an impossible value"):
            list(store.books)
