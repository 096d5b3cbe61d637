"""Imports from a source with ids of its own: what became of each row, and what is kept of it."""

from __future__ import annotations

import ctypes
import datetime
import json
import uuid
from collections.abc import Iterable, Mapping, Sequence

from ._native import prototypes as c
from ._native.batches import Batch, by_row
from ._native.columns import read
from ._native.errors import ArgumentError, Error, WrongTypeError, in_list, of_status
from ._native.fields import SETTABLE, field_bits
from ._native.library import call_handle, call_int64, free_result, library
from ._native.modules import LazyModule, publish
from ._native.named_tuple import NamedTuple
from ._native.structs import freed, optional_string, read_rows, string
from ._native.values import is_list, refuse, text, to_datetime
from .book_changes import alone, given_columns
from .genre import GenreRow

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, overload

    from ._native import arrow
    from .session import Session
else:
    arrow = LazyModule("_native.arrow")

_IDENTITIES = {
    "title and author": c.BW_IDENTITY_TITLE_AND_AUTHOR,
    "identifiers": c.BW_IDENTITY_IDENTIFIERS,
    "source id": c.BW_IDENTITY_SOURCE_ID,
}
_OUTCOMES = {
    c.BW_OUTCOME_CREATED: "created",
    c.BW_OUTCOME_UPDATED: "updated",
    c.BW_OUTCOME_UNCHANGED: "unchanged",
    c.BW_OUTCOME_MERGED: "merged",
    c.BW_OUTCOME_DELETED: "deleted",
    c.BW_OUTCOME_REFUSED: "refused",
}
_BITS = {name: bit for name, bit in field_bits().items() if name in SETTABLE}


class ImportedRow(NamedTuple):
    """What became of one row of an import.

    outcome  "created", "updated", "unchanged"; "merged": a book that was there is the source's from
             now on; "deleted": the book was deleted here, and left alone; "refused"
    book_id  the book's id, also of one that was deleted; None where the row was refused, and where
             a dry run would have created a book
    changed  the names of the fields that changed, a frozenset; empty of a book that was created
    kept     those in which the source has one value, and the book another one that was given
             here, which stays; at each import, as long as they differ
    error    of a row that was refused the Error, which has its `field`; else None
    """

    outcome: str
    book_id: int | None
    changed: frozenset[str] = frozenset()
    kept: frozenset[str] = frozenset()
    error: Error | None = None


class Imported(Sequence[ImportedRow]):
    """What became of the rows of an import, in their order: a sequence of ImportedRow."""

    __slots__ = {
        "_books": "",
        "_changed": "",
        "_errors": "",
        "_kept": "",
        "_outcomes": "",
        "counts": "How many rows had each outcome: a dict with all six.",
    }
    counts: dict[str, int]

    def __init__(self, result: ctypes.c_void_p, refused: dict[int, Error]) -> None:
        """Not for use: it is made by store.books.import_from()."""
        self._outcomes = read(result, c.BW_IMPORT_OUTCOME, "int")
        self._books = read(result, c.BW_IMPORT_BOOK, "int")
        self._changed = read(result, c.BW_IMPORT_CHANGED, "int")
        self._kept = read(result, c.BW_IMPORT_KEPT, "int")
        self._errors = _errors(result) if c.BW_OUTCOME_REFUSED in self._outcomes else {}
        if refused:
            self._put_between(refused)
        counts = {number: self._outcomes.count(number) for number in _OUTCOMES}
        self.counts = {_OUTCOMES[number]: count for number, count in counts.items()}

    def _put_between(self, refused: dict[int, Error]) -> None:
        """Puts the rows that were refused here to where they came."""
        count = len(self._outcomes) + len(refused)
        places = [place for place in range(count) if place not in refused]
        errors = {places[row]: error for row, error in self._errors.items()}
        for place, error in errors.items():
            error.row = place
        self._errors = {**errors, **refused}

        def spread(values: list[int], between: int) -> list[int]:
            known = dict(zip(places, values))
            return [known.get(place, between) for place in range(count)]

        self._outcomes = spread(self._outcomes, c.BW_OUTCOME_REFUSED)
        self._books, self._changed, self._kept = (
            spread(values, 0) for values in (self._books, self._changed, self._kept)
        )

    def _row(self, place: int) -> ImportedRow:
        return ImportedRow(
            _OUTCOMES[self._outcomes[place]],
            self._books[place] or None,
            _names(self._changed[place]),
            _names(self._kept[place]),
            self._errors.get(place),
        )

    def __len__(self) -> int:
        return len(self._outcomes)

    if TYPE_CHECKING:

        @overload
        def __getitem__(self, place: int) -> ImportedRow: ...

        @overload
        def __getitem__(self, place: slice) -> list[ImportedRow]: ...

    def __getitem__(self, place: int | slice) -> ImportedRow | list[ImportedRow]:
        if isinstance(place, slice):
            return [self._row(each) for each in range(len(self))[place]]
        return self._row(range(len(self))[place])

    def __repr__(self) -> str:
        counts = ", ".join(f"{count} {outcome}" for outcome, count in self.counts.items() if count)
        return f"<Imported: {counts or 'no rows'}>"


def _names(bits: int) -> frozenset[str]:
    return frozenset(name for name, bit in _BITS.items() if bits & bit) if bits else frozenset()


def _errors(result: ctypes.c_void_p) -> dict[int, Error]:
    columns = (
        read(result, c.BW_IMPORT_STATUS, "int"),
        read(result, c.BW_IMPORT_FIELD, "text"),
        read(result, c.BW_IMPORT_MESSAGE, "text"),
    )
    return {
        row: of_status(status, message, field, row)
        for row, (status, field, message) in enumerate(zip(*columns))
        if message is not None
    }


class Source(NamedTuple):
    """What the store keeps of a book that came from a source with ids of its own.

    source     the source's name
    source_id  the source's own id of the book
    raw        the row as the source has it, a str, or None
    imported   when something of it was last taken: an aware datetime in UTC
    """

    source: str
    source_id: str
    raw: str | None
    imported: datetime.datetime


def source_dicts(handle: ctypes.c_void_p, book: int) -> list[dict[str, Any]]:
    """All that is kept of the sources of a book."""

    def source(row: Any) -> dict[str, Any]:
        return {
            "id": row.id,
            "book_id": row.book,
            "source": string(row.source),
            "source_id": string(row.source_id),
            "taken": string(row.taken),
            "raw": optional_string(row.raw),
            "imported": to_datetime(row.imported),
            "global_id": uuid.UUID(bytes=bytes(row.global_id)),
        }

    return freed(
        call_handle(library.bw_book_list_sources, handle, book),
        lambda result: read_rows(result, c.bw_source, library.bw_result_get_source, source),
    )


def sources(handle: ctypes.c_void_p, book: int) -> tuple[Source, ...]:
    """The sources of a book."""
    return tuple(
        Source(*(row[name] for name in Source._fields)) for row in source_dicts(handle, book)
    )


def find(handle: ctypes.c_void_p, source: str, source_id: str) -> int:
    """The id of the book that is linked to a source's own id."""
    name, own = text(source, "source"), text(source_id, "source_id")
    return call_int64(library.bw_book_find_by_source, handle, name, len(name), own, len(own))


def import_from(
    session: Session,
    source: str,
    rows: Any,
    options: tuple[str, bool, bool, bool],
    columns: dict[str, Sequence[Any]],
) -> Imported:
    """Imports rows, columns or a frame."""
    name = text(source, "source")
    identity, *flags = options
    if identity not in _IDENTITIES:
        allowed = ", ".join(f'"{each}"' for each in _IDENTITIES)
        raise ArgumentError(
            f"identity must be one of {allowed}; not {identity!r}", field="identity"
        )
    given: Any = c.bw_import_options(
        ctypes.sizeof(c.bw_import_options), _IDENTITIES[identity], *map(bool, flags)
    )
    arguments = (session._use(), name, len(name))
    refused: dict[int, Error] = {}
    if hasattr(rows, "__arrow_c_stream__"):
        with arrow.opened(alone(rows, columns, "import_from")) as stream:
            call_rows = (*arguments, stream, ctypes.byref(given))
            result = call_handle(library.bw_books_import_from_arrow, *call_rows)
    else:
        batch, refused = _batch(rows, columns, passes_refused=bool(options[2]))
        result = call_handle(
            library.bw_books_import_from_columns,
            *arguments,
            batch.columns,
            batch.column_count,
            batch.count,
            ctypes.byref(given),
        )
    try:
        return Imported(result, refused)
    finally:
        free_result(result)


def _batch(
    rows: Any, columns: dict[str, Sequence[Any]], *, passes_refused: bool
) -> tuple[Batch, dict[int, Error]]:
    """What the library gets, and the rows that are passed over before, each with its error."""
    refused: dict[int, Error] = {}
    if passes_refused and rows is not None and is_list(rows) and not isinstance(rows, Mapping):
        rows = list(rows)
        for row, each in enumerate(rows):
            if not isinstance(each, Mapping):
                wrong = f"it must be a mapping of fields, not {type(each).__name__}"
                refused[row] = WrongTypeError(wrong, field="rows", row=row)
        rows = [{} if row in refused else each for row, each in enumerate(rows)]
    given, count = given_columns(rows, columns, "import_from", _LEFT_OUT)
    if not count:
        given.setdefault("source_id", [])
    if "source_id" not in given:
        raise TypeError("import_from() needs the source's own id of each book, as source_id")
    if not refused:
        try:
            return _made(given, count), refused
        except _OF_A_ROW as error:
            if not passes_refused or getattr(error, "row", None) is None:
                raise
    for row in range(count):
        if row not in refused:
            fault = _fault({name: values[row : row + 1] for name, values in given.items()})
            if fault is not None:
                fault.row = row
                refused[row] = fault
    left = [row for row in range(count) if row not in refused]
    return _made({name: [each[row] for row in left] for name, each in given.items()}, len(left)), (
        refused
    )


# What stands in a column where the row, a mapping, does not speak of the field.
_LEFT_OUT = object()
_OF_A_ROW = (Error, TypeError, ValueError, OverflowError)


def _fault(row: Mapping[str, Sequence[Any]]) -> Error | None:
    """What is wrong with the types of one row."""
    try:
        _made(row, 1)
    except _OF_A_ROW as error:
        if not isinstance(error, Error) or error.row is None:
            raise
        in_list(error)
        return error
    return None


def _made(columns: Mapping[str, Sequence[Any]], count: int) -> Batch:
    given = dict(columns)
    silent = {}
    for name, values in columns.items():
        quiet = [value is _LEFT_OUT for value in values]
        if any(quiet):
            silent[name] = quiet
            given[name] = [None if value is _LEFT_OUT else value for value in values]
    if "genres" in given:
        given["genres"] = by_row(_genre_names, given["genres"], "genres")
    if "raw" in given:
        given["raw"] = by_row(_raw, given["raw"], "raw")
    return Batch(given, count, by_name=True, silent=silent)


def _genre_names(values: Iterable[Any] | None) -> list[bytes] | None:
    if values is None:
        return None
    if isinstance(values, (str, bytes)) or not is_list(values):
        refuse("genres", "a list of names of genres", values)
    return [text(each.name if isinstance(each, GenreRow) else each, "genres") for each in values]


def _raw(value: Any) -> str | None:
    """A mapping, such as a row of the csv module, is kept as JSON."""
    if isinstance(value, Mapping):
        return json.dumps(dict(value), ensure_ascii=False)
    if value is not None and not isinstance(value, str):
        refuse("raw", "a str, or a mapping", value)
    return value


publish(Imported, ImportedRow, Source)
