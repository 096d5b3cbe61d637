"""Changes of books: one change for all of them, or a row for each."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from ._native import prototypes as c
from ._native.batches import Batch, transposed
from ._native.drafts import book_struct, refuse_updates, set_field, set_readings
from ._native.errors import ArgumentError, InvalidError, NotFoundError, TextError, failure
from ._native.fields import changeable_bits
from ._native.library import call, call_handle, call_int64, free_result, library
from ._native.modules import LazyModule
from ._native.structs import freed, read_rows
from ._native.values import Int64s, is_list, refuse
from .genre_keys import genre_keys, genre_lists, settled_genres

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from ._native import arrow, columns
    from ._native.arrow import ArrowStream
    from ._native.errors import Error
    from .session import Session
else:
    arrow = LazyModule("_native.arrow")
    columns = LazyModule("_native.columns")

# Missing genres are created for names to add, but not for names to remove.
_MADE = ("genres", "add_genres")


@contextmanager
def change(session: Session, fields: Mapping[str, Any]) -> Iterator[tuple[Session, Any, int]]:
    """Yields the session to use, and the arguments of update(): a bw_book and the bits to clear."""
    given = dict(fields)
    for name in ("add_genres", "remove_genres"):
        if name in given and given[name] is None:
            del given[name]
    lists = {
        name: genre_keys(session, () if given[name] is None else given[name])
        for name in (*_MADE, "remove_genres")
        if name in given
    }
    made = [name for name in lists if name in _MADE]
    with settled_genres(session, [lists[name] for name in made]) as (inside, settled):
        given.update({**lists, **dict(zip(made, settled))})
        book, clear = book_struct(given)
        yield inside, ctypes.byref(book), clear


def faults(session: Session, fields: Mapping[str, Any]) -> list[Error]:
    """See Books.check()."""
    refuse_updates(fields)
    book, _ = book_struct({})
    # A value that does not fit in C, such as a number of 33 bits, never reaches the library.
    wrong: dict[str | None, Error] = {}
    for name, value in fields.items():
        try:
            if value is None:
                continue
            if name == "readings":
                set_readings(book, value)
            else:
                set_field(book, name, genre_keys(session, value) if name == "genres" else value)
        except (InvalidError, NotFoundError, TextError) as error:
            wrong[error.field] = error
    found = read_faults(call_handle(library.bw_book_check, session._use(), ctypes.byref(book)))
    return [*wrong.values(), *(fault for fault in found if fault.field not in wrong)]


def read_faults(result: ctypes.c_void_p) -> list[Error]:
    """The rows of a result of faults, which is freed."""
    return freed(
        result, lambda result: read_rows(result, c.bw_error, library.bw_result_get_error, failure)
    )


def create_many(
    session: Session,
    rows: Iterable[Mapping[str, Any]] | ArrowStream | None,
    columns: Mapping[str, Sequence[Any]],
) -> list[int]:
    """See Books.create_many()."""
    if hasattr(rows, "__arrow_c_stream__"):
        return _create_from(session, alone(rows, columns, "create_many"))
    given, count = given_columns(rows, columns, "create_many")
    if not count:
        return []
    if "title" not in given or given.keys().isdisjoint(("author", "contributors")):
        raise TypeError("create_many() needs a title and an author for each book")
    with _settled(session, given) as (inside, settled):
        batch = Batch(settled, count)
        ids = Int64s([0] * count)
        call(
            library.bw_books_create_from_columns,
            inside._use(),
            batch.columns,
            batch.column_count,
            count,
            ids.reference,
        )
    return ids.values()


def update_many(
    session: Session,
    rows: Iterable[Mapping[str, Any]] | ArrowStream | None,
    columns: Mapping[str, Sequence[Any]],
    clear: str | Iterable[str],
    row_id: Callable[[Any], int],
) -> int:
    """See Books.update_many()."""
    mask = changeable_bits([clear] if isinstance(clear, str) else clear, "clear")
    if hasattr(rows, "__arrow_c_stream__"):
        with arrow.opened(alone(rows, columns, "update_many")) as stream:
            return call_int64(library.bw_books_update_from_arrow, session._use(), stream, mask)
    given, count = given_columns(rows, columns, "update_many")
    if not count:
        return 0
    if "id" not in given:
        raise TypeError("update_many() needs the id of each book")
    with _settled(session, given) as (inside, settled):
        batch = Batch(settled, count, row_id)
        return call_int64(
            library.bw_books_update_from_columns,
            inside._use(),
            batch.columns,
            batch.column_count,
            count,
            mask,
        )


def _create_from(session: Session, rows: ArrowStream) -> list[int]:
    with arrow.opened(rows) as stream:
        ids = call_handle(library.bw_books_create_from_arrow, session._use(), stream)
    try:
        return columns.read_ids(ids)
    finally:
        free_result(ids)


def alone(rows: Any, columns: Mapping[str, Sequence[Any]], verb: str) -> Any:
    """The given rows. Columns must not be given too."""
    if columns:
        raise TypeError(f"{verb}() takes either rows or columns, not both")
    return rows


def given_columns(
    rows: Any, columns: Mapping[str, Sequence[Any]], verb: str, left_out: object = None
) -> tuple[dict[str, Sequence[Any]], int]:
    """The rows or columns as columns, and the number of rows.

    left_out  the value of a field that a row, a mapping, does not have
    """
    named = columns if rows is None else transposed(alone(rows, columns, verb), left_out)
    given = {name: _column(name, values) for name, values in named.items()}
    lengths = {name: len(values) for name, values in given.items()}
    if len(set(lengths.values())) > 1:
        raise ArgumentError(f"the columns are not of one length: {lengths}")
    return given, next(iter(lengths.values()), 0)


def _column(name: str, values: Any) -> Sequence[Any]:
    if isinstance(values, (str, bytes, Mapping)) or not is_list(values):
        refuse(name, "a column: a list with one value a book", values)
    return values if isinstance(values, (list, tuple)) else list(values)


@contextmanager
def _settled(
    session: Session, columns: dict[str, Sequence[Any]]
) -> Iterator[tuple[Session, dict[str, Sequence[Any]]]]:
    """The columns with their lists of genres converted, and the session to use them in."""
    given = dict(columns)
    lists = {
        name: genre_lists(session, given[name])
        for name in (*_MADE, "remove_genres")
        if name in given
    }
    together = [keys for name, each in lists.items() if name in _MADE for keys in each]
    with settled_genres(session, together) as (inside, settled):
        taken = iter(settled)
        for name, keys in lists.items():
            ready = [next(taken) for _ in keys] if name in _MADE else keys
            given[name] = [
                None if value is None else each for value, each in zip(columns[name], ready)
            ]
        yield inside, given
