"""Imports from a source with its own ids: the outcome of each row, and the record of the import."""

from __future__ import annotations

import ctypes
import datetime
import json
import uuid
from collections.abc import Iterable, Mapping, Sequence

from ._native import prototypes as c
from ._native.batches import Batch, by_row
from ._native.columns import read
from ._native.errors import ArgumentError, Error, WrongTypeError, at_row, failure, in_list
from ._native.fields import SETTABLE, field_bits
from ._native.library import call, call_handle, call_int64, free_result, library
from ._native.modules import BriefABC, LazyModule, publish
from ._native.named_tuple import NamedTuple
from ._native.structs import freed, optional_string, read_rows, string
from ._native.values import is_list, refuse, text, to_datetime
from .book_changes import alone, given_columns
from .genre import GenreRow

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, overload

    from . import typed_columns
    from ._native import arrow
    from .languages import Language
    from .session import Session
else:
    arrow = LazyModule("_native.arrow")
    typed_columns = LazyModule("typed_columns")

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
_BITS = {name: bit for name, bit in field_bits().items() if name in (*SETTABLE, "readings")}


class ImportedRow(NamedTuple):
    """The outcome of one row of an import.

    Attributes:
        outcome: "created", "updated", "unchanged" or "refused"; "merged": a book that was here is
            now linked to the source; "deleted": the book was deleted here and stays deleted.
        book_id: The id of the book, even of a deleted one; None if the row was refused, or if a dry
            run would have created a book.
        changed: The names of the fields that changed, a frozenset; empty if the book was created.
        kept: The names of the fields whose local value was kept although it differs from the
            source's; reported at each import as long as they differ.
        error: The Error if the row was refused, with its `field`; otherwise None.
    """

    outcome: str
    book_id: int | None
    changed: frozenset[str] = frozenset()
    kept: frozenset[str] = frozenset()
    error: Error | None = None


class MissingRow(NamedTuple):
    """A book of an earlier import without a row in a complete import of its source.

    Attributes:
        source_id: The id that the source gives to the book.
        book_id: The id of the book.
    """

    source_id: str
    book_id: int


class Imported(Sequence[ImportedRow], metaclass=BriefABC):
    """The result of an import: a sequence with an ImportedRow for each row, in order."""

    __slots__ = {
        "_books": "",
        "_changed": "",
        "_errors": "",
        "_kept": "",
        "_outcomes": "",
        "counts": "How many rows had each outcome: a dict with all six.",
        "missing": "Of a complete import: the books that the source no longer has, a tuple of"
        " MissingRow. They stay as they are.",
    }
    counts: dict[str, int]
    missing: tuple[MissingRow, ...]

    def __init__(
        self, result: ctypes.c_void_p, refused: dict[int, Error], refused_ids: set[str]
    ) -> None:
        """Not for use: it is made by store.books.import_from()."""
        self._outcomes = read(result, c.BW_IMPORT_OUTCOME, "int")
        self._books = read(result, c.BW_IMPORT_BOOK, "int")
        self._changed = read(result, c.BW_IMPORT_CHANGED, "int")
        self._kept = read(result, c.BW_IMPORT_KEPT, "int")
        self._errors = {
            row: _error(result, row)
            for row, outcome in enumerate(self._outcomes)
            if outcome == c.BW_OUTCOME_REFUSED
        }
        self._take_missing(result, refused_ids)
        if refused:
            self._put_between(refused)
        counts = {number: self._outcomes.count(number) for number in _OUTCOMES}
        self.counts = {_OUTCOMES[number]: count for number, count in counts.items()}

    def _take_missing(self, result: ctypes.c_void_p, refused_ids: set[str]) -> None:
        """Takes the rows of missing books, which come last, without those refused here."""
        count = self._outcomes.count(c.BW_OUTCOME_MISSING)
        rows = len(self._outcomes) - count
        ids = read(result, c.BW_IMPORT_SOURCE_ID, "text")[rows:] if count else []
        self.missing = tuple(
            MissingRow(source_id, book)
            for source_id, book in zip(ids, self._books[rows:])
            if source_id not in refused_ids
        )
        for values in (self._outcomes, self._books, self._changed, self._kept):
            del values[rows:]

    def _put_between(self, refused: dict[int, Error]) -> None:
        """Inserts the rows that were refused here at their original places."""
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


def _error(result: ctypes.c_void_p, row: int) -> Error:
    error = c.bw_error(size=ctypes.sizeof(c.bw_error))
    call(library.bw_result_get_error, result, row, ctypes.byref(error))
    return failure(error)


class Source(NamedTuple):
    """The record of a book's import from one source.

    Attributes:
        source: The source's name.
        source_id: The id that the source gives to the book.
        raw: The row as the source has it, a str, or None.
        imported: When a value was last applied: an aware datetime in UTC.
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
    """The id of the book that a source knows by `source_id`."""
    name, own = text(source, "source"), text(source_id, "source_id")
    return call_int64(library.bw_book_find_by_source, handle, name, len(name), own, len(own))


def import_from(
    session: Session,
    source: str,
    rows: Any,
    options: tuple[str, bool, bool, bool, bool],
    typed_in: Language | str | None,
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
    dry_run, skip_refused, recreate_deleted, complete = map(bool, flags)
    given: Any = c.bw_import_options(
        size=ctypes.sizeof(c.bw_import_options),
        identity=_IDENTITIES[identity],
        dry_run=dry_run,
        skip_refused=skip_refused,
        recreate_deleted=recreate_deleted,
        complete=complete,
    )
    arguments = (session._use(), name, len(name))
    refused: dict[int, Error] = {}
    refused_ids: set[str] = set()
    if hasattr(rows, "__arrow_c_stream__"):
        if typed_in is not None:
            raise ArgumentError(
                "typed texts are read in rows and columns only: convert the frame to rows",
                field="typed_in",
            )
        with arrow.opened(alone(rows, columns, "import_from")) as stream:
            call_rows = (*arguments, stream, ctypes.byref(given))
            result = call_handle(library.bw_books_import_from_arrow, *call_rows)
    else:
        batch, refused, refused_ids = _batch(rows, columns, skip_refused, typed_in)
        result = call_handle(
            library.bw_books_import_from_columns,
            *arguments,
            batch.columns,
            batch.column_count,
            batch.count,
            ctypes.byref(given),
        )
    try:
        return Imported(result, refused, refused_ids)
    finally:
        free_result(result)


def _batch(
    rows: Any,
    columns: dict[str, Sequence[Any]],
    passes_refused: bool,
    typed_in: Language | str | None,
) -> tuple[Batch, dict[int, Error], set[str]]:
    """The rows for the library, the errors of the skipped rows, and the source ids of these."""
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
    if typed_in is not None:
        given, faults = typed_columns.parsed(given, typed_in, refused)
        if faults and not passes_refused:
            row = min(faults)
            raise at_row(faults[row], "rows", row)
        refused.update(faults)
    try:
        batch = _made(*_without(refused, given, count))
    except _OF_A_ROW as error:
        if not passes_refused or getattr(error, "row", None) is None:
            raise
        for row in range(count):
            if row not in refused:
                fault = _fault({name: values[row : row + 1] for name, values in given.items()})
                if fault is not None:
                    fault.row = row
                    refused[row] = fault
        batch = _made(*_without(refused, given, count))
    ids = [each for row, each in enumerate(given["source_id"]) if row in refused]
    return batch, refused, {each for each in ids if isinstance(each, str)}


def _without(
    refused: Mapping[int, Error], columns: Mapping[str, Sequence[Any]], count: int
) -> tuple[Mapping[str, Sequence[Any]], int]:
    """The columns without the refused rows, and their length."""
    if not refused:
        return columns, count
    left = [row for row in range(count) if row not in refused]
    return {name: [each[row] for row in left] for name, each in columns.items()}, len(left)


# The value in a column for a row, a mapping, that does not have the field.
_LEFT_OUT = object()
_OF_A_ROW = (Error, TypeError, ValueError, OverflowError)


def _fault(row: Mapping[str, Sequence[Any]]) -> Error | None:
    """The error in the types of one row."""
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


_AS_JSON = json.JSONEncoder(ensure_ascii=False).encode


def _raw(value: Any) -> str | None:
    """A mapping, such as a row of the csv module, is kept as JSON."""
    if isinstance(value, Mapping):
        return _AS_JSON(dict(value))
    if value is not None and not isinstance(value, str):
        refuse("raw", "a str, or a mapping", value)
    return value


publish(Imported, ImportedRow, MissingRow, Source)
