"""The Reading object: a snapshot of one time that a book was read, which writes through."""

from __future__ import annotations

import ctypes
import datetime
import struct
import uuid

from ._native import prototypes as c
from ._native.drafts import set_text
from ._native.errors import Error
from ._native.layout import struct_format
from ._native.library import call, call_handle, library
from ._native.modules import publish
from ._native.reading_lists import OUTCOME_NAMES, outcome
from ._native.structs import freed, optional_string, read_rows
from ._native.values import INSTANTS, date, int32, number, text, to_date, to_instant
from .row import Row, complete, refuse_deletion

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .session import Session

_BITS = {
    "outcome": c.BW_READING_OUTCOME,
    "started": c.BW_READING_STARTED,
    "finished": c.BW_READING_FINISHED,
    "page": c.BW_READING_PAGE,
    "percent": c.BW_READING_PERCENT,
    "note": c.BW_READING_NOTE,
}
# All members except the text, which take half as long to read at once as one by one.
_MEMBERS = (
    "outcome", "fields", "id", "book", "created", "started", "finished", "percent", "page",
    "global_id",
)  # fmt: skip
_unpack = struct.Struct(struct_format(c.bw_reading, _MEMBERS)).unpack_from


class ReadingFields(Row):
    """An object's class while its slots are filled; then it becomes a Reading."""

    __slots__ = {
        "id": "Given by the store, never reused. An int.",
        "book_id": "The id of the book that was read.",
        "outcome": "'open', 'completed' or 'did-not-finish'.",
        "started": "The day when it began, a date, or None.",
        "finished": "The day when it ended, a date, or None.",
        "page": "The page that the reader has come to, an int, or None.",
        "percent": "How much the reader has read, a float from 0 to 100, or None. Setting the page"
        " clears it, and the other way round.",
        "note": "The reader's words, or None. At most 16 MiB as UTF-8.",
        "created": "When it was added: an aware datetime in UTC, to the millisecond.",
        "global_id": "The same in every copy of the store. A uuid.UUID.",
    }
    id: int
    book_id: int
    outcome: str
    started: datetime.date | None
    finished: datetime.date | None
    page: int | None
    percent: float | None
    note: str | None
    created: datetime.datetime
    global_id: uuid.UUID

    def __init__(self, session: Session, reading: Any) -> None:
        """From a bw_reading."""
        outcome, fields, self.id, self.book_id, created, started, finished, percent, page, own = (
            _unpack(reading)
        )
        self._session = session
        self.outcome = OUTCOME_NAMES[outcome]
        self.started = to_date(started) if fields & c.BW_READING_STARTED else None
        self.finished = to_date(finished) if fields & c.BW_READING_FINISHED else None
        self.page = page if fields & c.BW_READING_PAGE else None
        self.percent = percent if fields & c.BW_READING_PERCENT else None
        self.note = optional_string(reading.note) if fields & c.BW_READING_NOTE else None
        self.created = INSTANTS.get(created) or to_instant(created)
        self.global_id = uuid.UUID(bytes=own)
        self.__class__ = self._whole


class Reading(ReadingFields):
    """One time that you read a book. Setting an attribute writes to the store immediately.

    The book has the status, started and finished of its latest reading. This is the open reading
    that started last, otherwise the reading that ended last, otherwise the last added. The reading
    that add() returns is read at its first use. Made by `book.readings` and `store.readings`.
    refresh(), as_dict() and equality are as in a Book.
    """

    __slots__ = ()

    def __init__(self) -> None:
        """Not for use: a Reading is made by `book.readings`."""
        raise TypeError("a Reading is made by book.readings.add()")

    def update(self, **values: Any) -> None:
        """Sets several attributes in one step; None removes a value, except the outcome.

        An open reading has no end. If it gets an end, it becomes completed; a reading that is
        opened again loses its end.
        """
        clear = 0
        given = {}
        for name, value in values.items():
            if name not in _BITS:
                raise AttributeError(f"a reading's {name!r} cannot be set")
            if value is None and name != "outcome":
                clear |= _BITS[name]
            else:
                given[name] = value
        reading = reading_struct(given)
        handle = self._session._alive()._use()
        call(library.bw_reading_update, handle, self.id, ctypes.byref(reading), clear)
        self._forget(*values, "outcome", "finished", "page", "percent")

    def delete(self) -> None:
        """Deletes the reading. Raises NotFoundError if it, or its book, is already deleted."""
        call(library.bw_reading_delete, self._session._alive()._use(), self.id)

    def _fresh(self) -> Reading:
        return read_reading(self._session, self._session._alive()._use(), self.id)

    if not TYPE_CHECKING:  # or else any attribute could be set to anything

        def __setattr__(self, name: str, value: Any) -> None:
            self.update(**{name: value})

    __delattr__ = refuse_deletion

    def __repr__(self) -> str:
        try:
            return f"<Reading {self.id}: {self.outcome}>"
        except Error:  # an object that is read at its first use, and cannot be
            return f"<Reading {self.id}>"


complete(Reading, ReadingFields)


def reading_struct(values: dict[str, Any]) -> Any:
    """A bw_reading with the values that are given."""
    reading: Any = c.bw_reading(size=ctypes.sizeof(c.bw_reading))
    for name, value in values.items():
        if name == "outcome":
            reading.outcome = outcome(value)
        elif name in ("started", "finished"):
            setattr(reading, name, date(value, name))
        elif name == "page":
            reading.page = int32(value, name)
        elif name == "percent":
            reading.percent = number(value, name)
        else:
            set_text(reading.note, text(value, name))
        reading.fields |= _BITS[name]
    return reading


def read_reading(session: Session, handle: ctypes.c_void_p, row: int) -> Reading:
    """Reads one reading."""
    reading = ctypes.byref(c.bw_reading(size=ctypes.sizeof(c.bw_reading)))
    result = call_handle(library.bw_reading_get, handle, row, reading)
    return freed(result, lambda result: reading_rows(session, result))[0]


def reading_rows(session: Session, result: ctypes.c_void_p) -> list[Reading]:
    """The rows of a result as Reading objects."""
    rows: list[Any] = read_rows(
        result, c.bw_reading, library.bw_result_get_reading, lambda row: ReadingFields(session, row)
    )
    return rows


publish(Reading)
