"""Reads every book into a data frame or an Arrow table, in each available way.

    python frames_peer.py WAY STORE GENRES.tsv BOOKS.tsv

Each opens the store that another peer has filled, reads the same columns in the order of the ids,
and closes it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import closing
from typing import Any

from peer import Peer, main

_FIELDS = [
    "id",
    "title",
    "author",
    "synopsis",
    "review",
    "notes",
    "rating",
    "favourite",
    "status",
    "series",
    "series_number",
    "year",
    "created",
    "updated",
    "started",
    "finished",
]
_SELECT = f"SELECT {', '.join(_FIELDS)} FROM books ORDER BY id"


class Frames(Peer):
    """Reads only."""

    def open(self) -> None: ...

    def close(self) -> None: ...

    def create_store(self) -> None: ...

    create = None  # type: ignore[assignment]


class Bookworm(Frames):
    def __init__(self, *arguments: str) -> None:
        super().__init__(*arguments)
        import bookworm
        import pyarrow

        self._modules: Any = bookworm, pyarrow
        self.version = f"Bookworm {bookworm.__version__} to pyarrow"

    def frame(self) -> Any:
        bookworm, pyarrow = self._modules
        with bookworm.open(self.path) as store:
            return pyarrow.table(store.books.order_by("id").arrow(*_FIELDS))


class Polars(Bookworm):
    """The same into polars."""

    def __init__(self, *arguments: str) -> None:
        super().__init__(*arguments)
        import polars

        self._polars = polars

    def frame(self) -> Any:
        bookworm, _ = self._modules
        with bookworm.open(self.path) as store:
            return self._polars.DataFrame(store.books.order_by("id").arrow(*_FIELDS))


class OnSqlite3(Frames):
    """Reads through a connection of Python's own module."""

    _read: Callable[[str, Any], Any]

    def frame(self) -> Any:
        import sqlite3

        with closing(sqlite3.connect(self.path)) as db:
            return self._read(_SELECT, db)


class Pandas(OnSqlite3):
    def __init__(self, *arguments: str) -> None:
        super().__init__(*arguments)
        import pandas

        self._read = pandas.read_sql
        self.version = f"pandas.read_sql {pandas.__version__} on sqlite3"


class PolarsReads(OnSqlite3):
    def __init__(self, *arguments: str) -> None:
        super().__init__(*arguments)
        import polars

        self._read = polars.read_database
        self.version = f"polars.read_database {polars.__version__} on sqlite3"


if __name__ == "__main__":
    way: type[Frames] = globals()[sys.argv.pop(1)]
    main(way)
