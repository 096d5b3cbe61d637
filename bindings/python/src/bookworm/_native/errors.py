"""The exceptions: one class for each kind of error, all of them bookworm.Error.

A status of the library becomes an exception in failure(), and nowhere else.
"""

from __future__ import annotations

from . import prototypes as c
from .modules import Brief, publish

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Error(Exception, metaclass=Brief):
    """The base of every error of the library: a refused value, or anything that fails.

    Each kind has a class of its own, which also derives from the fitting built-in exception: an
    unknown id is a KeyError, a rating of 6 is a ValueError, a store that stays locked is a
    TimeoutError. str() is one sentence that says what was wrong, in a batch with the row.

    Mistakes in a program raise Python's own exceptions instead: TypeError for a value of the
    wrong type or an unknown keyword, IndexError for a position past the end, AttributeError for an
    attribute that does not exist or cannot be set. A wrong type in a batch, which may come from a
    file, raises WrongTypeError, which is both.

    Attributes:
        status: The library's number for this kind of error, a BW_ERROR constant of bookworm.h.
        message: The sentence.
        field: The invalid field or parameter, such as "title", or None.
        row: The invalid row of a batch, counted from 0, or None.
        offset: Where a text is invalid, counted from 0, or None: in a search line or a typed text
            the position in the str, and in any other text the byte as UTF-8.
        length: The number of invalid characters of a search line, or 0 if something is missing.
        suggestion: A probable replacement for these characters, such as "author", or None.
        corrected_line: The whole search line with the suggestion in it, or None.
        sqlite_code: SQLite's extended result code if SQLite reported the error, or None.
        sqlstate: PostgreSQL's SQLSTATE, such as "53100", if a server reported it, or None.
        receipt: The number of the commit, for an OutcomeUnknownError that has one, or None.
    """

    status: int
    message: str
    field: str | None
    row: int | None
    offset: int | None
    length: int
    suggestion: str | None
    corrected_line: str | None
    sqlite_code: int | None
    sqlstate: str | None
    receipt: int | None

    _status = c.BW_ERROR_INTERNAL
    # The reason, a BW_REASON constant. It determines the sentence of error_text().
    _reason = c.BW_REASON_NONE

    def __init__(
        self,
        message: str = "",
        *,
        field: str | None = None,
        row: int | None = None,
        offset: int | None = None,
        sqlite_code: int | None = None,
    ) -> None:
        """Not for use: the library raises it."""
        super().__init__(message)
        self.message = message
        self.status = self._status
        self.field = field
        self.row = row
        self.offset = offset
        self.length = 0
        self.suggestion = None
        self.corrected_line = None
        self.sqlite_code = sqlite_code
        self.sqlstate = None
        self.receipt = None

    # The lines that str() adds below the sentence: the invalid text, and a mark at the place.
    _place = ""

    def __str__(self) -> str:
        # The built-in parent must not do this: KeyError would print the sentence in quotes.
        return self.message + self._place


class ClosedError(Error, ValueError):
    """The store is closed, or the transaction has ended."""

    _status = c.BW_ERROR_HANDLE


class ArgumentError(Error, ValueError):
    """The call is invalid, such as an unknown sort key or an object of another store."""

    _status = c.BW_ERROR_ARGUMENT


class WrongTypeError(Error, TypeError):
    """A value of the wrong type in a batch. `row` and `field` name it."""

    _status = c.BW_ERROR_ARGUMENT
    _reason = c.BW_REASON_TYPE


class TextError(Error, ValueError):
    """A text contains a NUL or a lone surrogate. `offset` is its place."""

    _status = c.BW_ERROR_TEXT


class InvalidError(Error, ValueError):
    """A value breaks a rule: a blank title, a rating of 6, an invalid colour."""

    _status = c.BW_ERROR_INVALID


class TooLargeError(Error, ValueError):
    """A text is longer than its field allows. It is not an InvalidError."""

    _status = c.BW_ERROR_TOO_LARGE


class NotFoundError(Error, KeyError):
    """No row has this id, or no genre or shelf has this name."""

    _status = c.BW_ERROR_NOT_FOUND


class ExistsError(Error, ValueError):
    """Another genre or shelf has this name, ignoring case.

    Also raised if several books have these identifiers, or if a document is imported into a store
    that is not empty. If a file exists already, the error is an ExistingFileError.
    """

    _status = c.BW_ERROR_EXISTS


class BusyError(Error, TimeoutError):
    """Another writer held the store for longer than the time-out, or a server ended the call."""

    _status = c.BW_ERROR_BUSY


class ReadOnlyError(Error, PermissionError):
    """The store, or the transaction, was opened for reading only."""

    _status = c.BW_ERROR_READ_ONLY


class TransactionError(Error, RuntimeError):
    """The transaction can only be rolled back, has a nested one open, or was entered before."""

    _status = c.BW_ERROR_TRANSACTION


class CursorError(Error, ValueError):
    """The cursor is damaged, or was made by a query with another order."""

    _status = c.BW_ERROR_CURSOR


def _reduced(error: CannotOpenError | ExistingFileError) -> Any:
    # OSError keeps these values outside __dict__, and would pass them to __init__ in its own way.
    kept = {"errno": error.errno, "strerror": error.strerror, "filename": error.filename}
    return type(error), (error.message,), {**error.__dict__, **kept}


class CannotOpenError(Error, OSError):
    """The path cannot be opened. `filename` is the path, `errno` the reason if there is one.

    For a server `filename` is the address without its password. The usual reasons have classes of
    their own: NoSuchFileError, DirectoryError and NotPermittedError.
    """

    _status = c.BW_ERROR_CANNOT_OPEN

    def __reduce__(self) -> Any:
        return _reduced(self)


class ExistingFileError(ExistsError, FileExistsError):
    """A file would be created, but there is one already. `filename` is its path."""

    def __reduce__(self) -> Any:
        return _reduced(self)


class NoSuchFileError(CannotOpenError, FileNotFoundError):
    """The file does not exist and was not to be created, or its folder does not exist."""


class DirectoryError(CannotOpenError, IsADirectoryError):
    """The path is that of a directory."""


class NotPermittedError(CannotOpenError, PermissionError):
    """The file, or its folder, may not be read or written, or a right on a server is missing.

    The message names the right.
    """


class NotAStoreError(Error, ValueError):
    """The file is not a Bookworm store. It has been left untouched."""

    _status = c.BW_ERROR_NOT_A_STORE


class NewerStoreError(Error, RuntimeError):
    """A newer version of the library wrote the store. It has been left untouched."""

    _status = c.BW_ERROR_NEWER


class CorruptError(Error, OSError):
    """The store's file is damaged."""

    _status = c.BW_ERROR_CORRUPT


class DiskFullError(Error, OSError):
    """The disk is full."""

    _status = c.BW_ERROR_FULL


class DiskError(Error, OSError):
    """The disk, the operating system, a server or the connection to it failed.

    The changes of the call or its transaction are not kept.
    """

    _status = c.BW_ERROR_IO


class OutOfMemoryError(Error, MemoryError):
    """There is not enough memory. Nothing has been changed."""

    _status = c.BW_ERROR_MEMORY


class ForkedError(Error, RuntimeError):
    """The store was open when this process was forked; a store cannot be used in the child.

    Open a store after forking, or start processes by multiprocessing's "spawn" method.
    """

    _status = c.BW_ERROR_FORKED


class InternalError(Error, RuntimeError):
    """A fault of the library itself. Please report it with the message."""

    _status = c.BW_ERROR_INTERNAL


class ConflictError(Error, RuntimeError):
    """An undo, a redo or a form would overwrite what another program has changed since."""

    _status = c.BW_ERROR_CONFLICT


class OutcomeUnknownError(Error, ConnectionError):
    """The connection to a server was lost during a commit, and its outcome is unknown.

    Either all of it has been kept, or nothing. `receipt` is its number, for Store.was_kept().
    """

    _status = c.BW_ERROR_OUTCOME_UNKNOWN


_CLASSES: dict[int, type[Error]] = {
    kind._status: kind
    for kind in (
        ClosedError,
        ArgumentError,
        TextError,
        InvalidError,
        TooLargeError,
        NotFoundError,
        ExistsError,
        BusyError,
        ReadOnlyError,
        TransactionError,
        CursorError,
        CannotOpenError,
        NotAStoreError,
        NewerStoreError,
        CorruptError,
        DiskFullError,
        DiskError,
        OutOfMemoryError,
        ForkedError,
        InternalError,
        ConflictError,
        OutcomeUnknownError,
    )
}


publish(
    Error,
    WrongTypeError,
    *_CLASSES.values(),
    ExistingFileError,
    NoSuchFileError,
    DirectoryError,
    NotPermittedError,
)

# Only a server reports this status. For a file, file_errors.py finds out that a right is missing.
_CLASSES[c.BW_ERROR_NOT_PERMITTED] = NotPermittedError

# Two fields of C can be one in Python.
_FIELDS = {
    "genre_names": "genres",
    "identifier_schemes": "identifiers",
    "identifier_values": "identifiers",
    "contributor_names": "contributors",
    "contributor_sorts": "contributors",
    "contributor_roles": "contributors",
}


def failure(error: c.bw_error) -> Error:
    """The exception for a bw_error that a call has filled."""
    exception = _CLASSES.get(error.status, Error)(
        error.message.decode("utf-8", "replace"),
        field=error.field.decode("utf-8", "replace") or None,
        row=error.row if error.row >= 0 else None,
    )
    exception.status = error.status
    exception.offset = error.offset if error.offset >= 0 else None
    exception.sqlite_code = error.sqlite_code or None
    exception.sqlstate = error.sqlstate.decode("ascii", "replace") or None
    exception.receipt = error.receipt or None
    exception._reason = error.reason
    exception.length = error.length
    exception.suggestion = error.suggestion.decode("utf-8", "replace") or None
    if exception.field in _FIELDS:
        rename(exception, _FIELDS[exception.field])
    return exception


# Python's exceptions for a value that cannot become an object, such as an impossible date or an
# unknown status.
UNREADABLE = (LookupError, OverflowError, ValueError)


def damage(error: Exception) -> CorruptError:
    """The exception for an impossible value that was read: the store is damaged."""
    return CorruptError(f"the store holds an impossible value: {error}")


def in_characters(error: Error, encoded: bytes) -> None:
    """Changes the place of an error in a text, if it has one, from bytes to characters."""
    if error.offset is None:
        return
    end = error.offset + error.length
    before, wrong = encoded[: error.offset], encoded[error.offset : end]
    error.offset = len(before.decode("utf-8", "replace"))
    error.length = len(wrong.decode("utf-8", "replace"))


def rename(error: Error, field: str) -> None:
    """Changes the field of an error to its name in Python."""
    place = "" if error.row is None else f"row {error.row}: "
    if error.field is not None and error.message.startswith(f"{place}{error.field} "):
        _say(error, place + field + error.message[len(place) + len(error.field) :])
    error.field = field


def at_row(error: Error | TypeError, field: str, row: int) -> Error:
    """Adds the row of a batch to an error, in the form that the library uses."""
    made = error if isinstance(error, Error) else WrongTypeError(str(error), field=field)
    made.row = row
    _say(made, f"row {row}: {made.message}")
    return made


def in_reading(error: Error, column: str, place: int) -> None:
    """Names the column of the readings' values, and the reading, in the form of the library."""
    rename(error, column)
    _say(error, f"{error.message} (reading {place} of the row, counted from 0)")


def in_list(error: Error) -> None:
    """Removes the row from the message of an error of a list, whose items are not rows."""
    _say(error, error.message.removeprefix(f"row {error.row}: "))


def _say(error: Error, message: str) -> None:
    error.message = message
    error.args = (message,)


def check(status: int, _function: Any, arguments: tuple[Any, ...]) -> int:
    """Ctypes' errcheck of every function whose last parameter is a bw_error."""
    if status > c.BW_ROLLED_BACK:
        raise failure(arguments[-1]._obj)
    return status
