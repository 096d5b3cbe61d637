"""When books were finished: read once, and then kept up to date by the changes of readings."""

from __future__ import annotations

import datetime
import threading
from collections.abc import Iterable

import bookworm

#: Up to this number, changed readings are looked up; otherwise all readings are read again.
_FEW = 1000
_Days = dict[int, tuple[datetime.date, int]]


class Finished:
    """The completed readings of a store, with their days and books. For any thread."""

    def __init__(self, store: bookworm.Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._observer = store.observe("readings")
        self._days: _Days | None = None
        self._sorted: list[tuple[datetime.date, int]] = []

    def days(self) -> list[tuple[datetime.date, int]]:
        """Returns the days in order, each with a book's id, as yearly.finished() does."""
        with self._lock:
            changed = self._changed()
            if self._days is None or changed is None or len(changed) > _FEW:
                self._days = _completed(self._store.readings.after(0))
            elif changed:
                for reading in changed:
                    self._days.pop(reading, None)
                there = map(self._store.readings.get, changed)
                self._days.update(_completed(each for each in there if each is not None))
            else:
                return self._sorted
            ordered = sorted((day, reading, book) for reading, (day, book) in self._days.items())
            self._sorted = [(day, book) for day, _, book in ordered]
            return self._sorted

    def _changed(self) -> set[int] | None:
        """Returns the ids of the readings that changed since the last call; None if unknown."""
        found: set[int] = set()
        while (changes := self._observer.next(0)) is not None:
            if changes.reread:
                return None
            found.update(each.id for each in changes if each.entity == "reading")
        return found

    def close(self) -> None:
        """Ends the observation."""
        self._observer.close()


def _completed(readings: Iterable[bookworm.Reading]) -> _Days:
    return {
        each.id: (each.finished, each.book_id)
        for each in readings
        if each.outcome == "completed" and each.finished
    }
