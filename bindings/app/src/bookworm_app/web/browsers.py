"""The browsers that use the library. Each has its own history, and so undoes its own changes."""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from dataclasses import dataclass

import bookworm

#: Each store has connections of its own.
MOST_STORES = 64
MOST_NOTES = 1000


@dataclass(frozen=True)
class Note:
    """A message for the next page.

    undo  the id of the step that can be undone from it
    """

    text: str
    undo: int | None = None
    is_error: bool = False


def history_of(token: str) -> str:
    """Returns the name of a browser's history, which lets nobody impersonate the browser."""
    return f"browser {hashlib.sha256(token.encode()).hexdigest()[:16]}"


class Browsers:
    """The stores of histories, and the notes of browsers. Any thread may use it."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._stores: OrderedDict[str, bookworm.Store] = OrderedDict()
        self._notes: OrderedDict[str, Note] = OrderedDict()

    def store(self, history: str) -> bookworm.Store:
        """Returns the store whose steps are kept under the name of a history."""
        with self._lock:
            store = self._stores.pop(history, None)
            if store is None:
                store = bookworm.open(self._path, create=False, cache_size=2048, history=history)
            self._stores[history] = store
            if len(self._stores) > MOST_STORES:
                self._stores.popitem(last=False)[1].close()
            return store

    def others(self, *histories: str) -> list[tuple[str, bookworm.Store]]:
        """Returns the browsers that used this server lately, by the names of their histories."""
        with self._lock:
            return [each for each in self._stores.items() if each[0] not in histories]

    def leave(self, token: str, note: Note) -> None:
        """Keeps a note for the next page of a browser."""
        with self._lock:
            self._notes[token] = note
            if len(self._notes) > MOST_NOTES:
                self._notes.popitem(last=False)

    def take(self, token: str) -> Note | None:
        """Returns the note that was left, and removes it."""
        with self._lock:
            return self._notes.pop(token, None)

    def close(self) -> None:
        """Closes all stores."""
        with self._lock:
            while self._stores:
                self._stores.popitem()[1].close()
