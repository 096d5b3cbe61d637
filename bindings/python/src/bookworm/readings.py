"""The readings of a store, by id, and those of one book as a collection."""

from __future__ import annotations

import ctypes
import datetime
from collections.abc import Iterator, Sequence

from ._native import prototypes as c
from ._native.drafts import row_struct
from ._native.errors import Error, NotFoundError
from ._native.library import call, call_handle, call_int64, library
from ._native.modules import Brief, BriefABC, LazyModule, publish
from ._native.structs import freed
from ._native.values import most_rows, row_id
from .reading import FIELDS, READINGS, Reading
from .row import hollow

TYPE_CHECKING = False
if TYPE_CHECKING:
    import uuid
    from typing import Any, TypeVar, overload

    from .observer import Observer
    from .session import Session

    _Default = TypeVar("_Default")
    from . import global_ids, observer
    from ._native import arrow
else:
    arrow = LazyModule("_native.arrow")
    global_ids = LazyModule("global_ids")
    observer = LazyModule("observer")


class BookReadings(Sequence[Reading], metaclass=BriefABC):
    """The readings of one book, the latest last: `book.readings`.

    A live collection: every use reads or writes the store, and raises NotFoundError if the book has
    been deleted. list(book.readings) is a copy that does not change. To change a reading, set its
    attributes; to delete it, call its delete().
    """

    __slots__ = ("_book", "_session")

    def __init__(self, session: Session, book: int) -> None:
        """Not for use: ask a book for its `readings`."""
        self._session = session
        self._book = book

    def add(
        self,
        outcome: str | None = None,
        *,
        started: datetime.date | None = None,
        finished: datetime.date | None = None,
        page: int | None = None,
        percent: float | None = None,
        note: str | None = None,
    ) -> Reading:
        """Adds a reading. The book then has the status and dates of its latest one: see Reading.

        Args:
            outcome: "open", "completed" or "did-not-finish"; by default completed if `finished`
                is given, otherwise open. An open reading has no end.
            started: A date, or None.
            finished: A date that is not before `started`, or None.
            page: How far the reader has come, instead of `percent`.
            percent: The same in percent.
            note: A text, or None.
        """
        given = {
            "outcome": outcome,
            "started": started,
            "finished": finished,
            "page": page,
            "percent": percent,
            "note": note,
        }
        given = {name: value for name, value in given.items() if value is not None}
        reading, _ = row_struct(c.bw_reading, FIELDS, given)
        session = self._session._alive()
        handle = session._use()
        added = call_int64(library.bw_reading_create, handle, self._book, ctypes.byref(reading))
        made: Reading = hollow(Reading, self._session, added)
        return made

    def observe(self, *, since: int | None = None) -> Observer[Reading]:
        """Returns an Observer of the book's readings; its `page` is the list of them.

        `since` is as in store.observe().
        """
        store = self._session.store
        return observer.Observer[Reading]._of(
            store,
            lambda result: READINGS.rows(store, result),
            since,
            library.bw_book_observe_readings,
            self._book,
        )

    if TYPE_CHECKING:

        @overload
        def __getitem__(self, place: int) -> Reading: ...

        @overload
        def __getitem__(self, place: slice) -> list[Reading]: ...

    def __getitem__(self, place: int | slice) -> Reading | list[Reading]:
        return self._all()[place]

    def __len__(self) -> int:
        return len(self._all())

    def __iter__(self) -> Iterator[Reading]:
        return iter(self._all())

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """The readings as an Arrow stream, for `polars.DataFrame(book.readings)`."""
        return arrow.capsule_of(self._result())

    def __repr__(self) -> str:
        try:
            return f"<{len(self)} readings of book {self._book}>"
        except Error:  # the book is deleted, or the store closed
            return f"<readings of book {self._book}>"

    def _all(self) -> list[Reading]:
        return freed(self._result(), lambda result: READINGS.rows(self._session, result))

    def _result(self) -> ctypes.c_void_p:
        handle = self._session._alive()._use()
        return call_handle(library.bw_book_list_readings, handle, self._book)


class Readings(metaclass=Brief):
    """The readings of a store: `store.readings`. Those of a book are its `book.readings`.

    Iterating gives all of them in the order they were added.
    """

    __slots__ = ("_session",)

    def __init__(self, session: Session) -> None:
        """Not for use: ask a store for its `readings`."""
        self._session = session

    def __getitem__(self, id: int) -> Reading:
        """Returns the reading with an id. Raises NotFoundError."""
        handle, row = self._session._use(), row_id(id, "reading")
        reading: Reading = READINGS.get(self._session, handle, row)
        return reading

    def with_global_id(self, global_id: uuid.UUID) -> Reading:
        """Returns the reading that has a global id. Raises NotFoundError."""
        return self[global_ids.find(self._session._use(), c.BW_ENTITY_READING, global_id)]

    if TYPE_CHECKING:

        @overload
        def get(self, id: int) -> Reading | None: ...

        @overload
        def get(self, id: int, default: _Default) -> Reading | _Default: ...

    def get(self, id: int, default: Any = None) -> Any:
        """Returns the reading with an id, or `default` if there is none."""
        try:
            return self[id]
        except NotFoundError:
            return default

    def __delitem__(self, id: int) -> None:
        """Deletes one reading. Raises NotFoundError."""
        call(library.bw_reading_delete, self._session._use(), row_id(id, "reading"))

    def __contains__(self, reading: object) -> bool:
        if isinstance(reading, Reading):
            return (
                reading._session.store is self._session.store and self.get(reading.id) is not None
            )
        if isinstance(reading, bool) or not isinstance(reading, int):
            return False
        return self.get(reading) is not None

    def after(self, id: int, limit: int | None = None) -> list[Reading]:
        """Returns at most `limit` readings with ids above `id`; 0 starts with the first."""
        last, most = row_id(id, "reading"), most_rows(limit)
        result = call_handle(library.bw_readings_list, self._session._use(), last, most)
        return freed(result, lambda result: READINGS.rows(self._session, result))

    def __iter__(self) -> Iterator[Reading]:
        last = 0
        while piece := self.after(last, 1000):
            yield from piece
            last = piece[-1].id

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """All readings as an Arrow stream, for `polars.DataFrame(store.readings)`."""
        return arrow.capsule_of(call_handle(library.bw_readings_list, self._session._use(), 0, -1))

    def __repr__(self) -> str:
        return f"<readings of {self._session!r}>"


publish(BookReadings, Readings)
