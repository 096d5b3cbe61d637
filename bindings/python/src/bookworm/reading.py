"""The Reading object: one reading of a book as it was read; setting an attribute saves it."""

from __future__ import annotations

import ctypes

from ._native import prototypes as c
from ._native.drafts import row_struct
from ._native.errors import Error
from ._native.fields import row_fields
from ._native.library import call, library
from ._native.modules import publish
from ._native.row_makers import RowReader
from .row import Row, complete, refuse_deletion, slots

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ._native.field_tables import ReadingAttributes

    class _Typed(Row, ReadingAttributes):
        """A row with the attributes that the table of fields gives it."""

else:
    _Typed = Row

FIELDS = row_fields(c.BW_ENTITY_READING)


class ReadingFields(_Typed):
    """The class of an object while its slots are being filled; then its class becomes Reading."""

    __slots__ = slots(FIELDS)


class Reading(ReadingFields):
    """One time that you read a book. Setting an attribute writes to the store immediately.

    The book has the status, started and finished of its latest reading. This is the open reading
    that started last, otherwise the reading that ended last, otherwise the last added. A book on
    the shelf has only the dates of that reading, until its status is set or the reading is written.
    The object that add() returns loads its values when it is first used. Made by `book.readings`
    and `store.readings`. refresh(), as_dict() and equality are as in a Book.
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
        for name in values:
            if name not in FIELDS or not FIELDS[name].settable:
                raise AttributeError(f"a reading's {name!r} cannot be set")
        reading, clear = row_struct(c.bw_reading, FIELDS, values)
        handle = self._session._alive()._use()
        call(library.bw_reading_update, handle, self.id, ctypes.byref(reading), clear)
        self._forget(*values, "outcome", "finished", "page", "percent")

    def delete(self) -> None:
        """Deletes the reading. Raises NotFoundError if it, or its book, is already deleted."""
        call(library.bw_reading_delete, self._session._alive()._use(), self.id)

    def _fresh(self) -> Reading:
        reading: Reading = READINGS.get(self._session, self._session._alive()._use(), self.id)
        return reading

    if not TYPE_CHECKING:  # with this, a type checker would allow any attribute

        def __setattr__(self, name: str, value: Any) -> None:
            self.update(**{name: value})

    __delattr__ = refuse_deletion

    def __repr__(self) -> str:
        try:
            return f"<Reading {self.id}: {self.outcome}>"
        except Error:  # the object is read only now, and that failed
            return f"<Reading {self.id}>"


complete(Reading, ReadingFields)
READINGS = RowReader(
    Reading, c.bw_reading, FIELDS.values(), library.bw_reading_get, library.bw_result_get_reading
)
publish(Reading)
