"""Books out of the library by ctypes alone, for where _native.py is not to be had."""

from __future__ import annotations

import ctypes
from itertools import repeat

from . import _prototypes as c
from ._columns import paused_collector, read_fields, row_count
from ._errors import UNREADABLE, damage, failure
from ._fields import BOOK_FIELDS, INSTANTS, STATUSES, to_date, to_instant
from ._library import free_result, give, take, unchecked
from ._structs import book_numbers
from .book import Book, _BookRow

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .transactions import Session

_book_get = unchecked("bw_book_get")
# Converted once: ctypes would do it anew at each call.
_ALL = ctypes.c_uint64.from_param(c.BW_FIELDS_DEFAULT)
_SYNOPSIS, _REVIEW, _NOTES, _SERIES = (
    c.BW_BOOK_SYNOPSIS,
    c.BW_BOOK_REVIEW,
    c.BW_BOOK_NOTES,
    c.BW_BOOK_SERIES,
)
_OPTIONAL_TEXTS = _SYNOPSIS | _REVIEW | _NOTES | _SERIES
_SERIES_NUMBER, _YEAR = c.BW_BOOK_SERIES_NUMBER, c.BW_BOOK_YEAR


def read_book(session: Session, handle: ctypes.c_void_p, row: int) -> Book:
    """Reads one book by ctypes: two calls, and a read of memory for each text it has."""
    scratch = take()
    scratch.id.value = row
    if _book_get(handle, scratch.id, _ALL, scratch.book_ref, scratch.handle_ref, scratch.error_ref):
        error = failure(scratch.error)
        give(scratch)
        raise error
    try:
        state, present, series_number, made, changed, started, finished, year, rating, favourite = (
            book_numbers(scratch.book)
        )
        texts = scratch.texts
        synopsis = review = notes = series = None
        if present & _OPTIONAL_TEXTS:
            # One by one: a helper called for each would cost more than the decoding.
            if present & _SYNOPSIS:
                synopsis = texts.synopsis.decode("utf-8", "replace")
            if present & _REVIEW:
                review = texts.review.decode("utf-8", "replace")
            if present & _NOTES:
                notes = texts.notes.decode("utf-8", "replace")
            if present & _SERIES:
                series = texts.series.decode("utf-8", "replace")
        created = INSTANTS.get(made) or to_instant(made)
        book: Any = _BookRow(
            session,
            row,
            texts.title.decode("utf-8", "replace"),
            texts.author.decode("utf-8", "replace"),
            synopsis,
            review,
            notes,
            rating,
            favourite != 0,
            STATUSES[state],
            series,
            series_number if present & _SERIES_NUMBER else None,
            year if present & _YEAR else None,
            created,
            created if changed == made else INSTANTS.get(changed) or to_instant(changed),
            to_date(started) if started else None,
            to_date(finished) if finished else None,
        )
        return book  # type: ignore[no-any-return]
    except UNREADABLE as error:
        raise damage(error) from error
    finally:
        free_result(scratch.handle)
        give(scratch)


def read_rows(session: Session, result: ctypes.c_void_p) -> tuple[list[Book], int]:
    """The rows of a result as Book objects, and how many bytes of text they had."""
    if not row_count(result):
        return [], 0
    with paused_collector():
        try:
            columns, size = read_fields(result, BOOK_FIELDS)
        except UNREADABLE as error:
            raise damage(error) from error
        made: Any = list(map(_BookRow, repeat(session), *columns))
    return made, size
