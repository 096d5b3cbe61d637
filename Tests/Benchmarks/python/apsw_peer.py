"""apsw on the plain schema: a thin wrapper of SQLite, with an SQLite of its own."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import AbstractContextManager
from typing import Any

import apsw
from peer import main, sql
from plain_rows import PlainRows, Tuples


class APSW(PlainRows):
    version = f"apsw {apsw.apsw_version()} on SQLite {apsw.sqlite_lib_version()}"
    _db: apsw.Connection | None = None

    @property
    def db(self) -> apsw.Connection:
        assert self._db is not None
        return self._db

    def open(self) -> None:
        self._db = apsw.Connection(self.path)
        self.script(sql("pragmas.sql"))

    def close(self) -> None:
        if self._db is not None:
            self._db.close()
            self._db = None

    def rows(self, statement: str, values: tuple[Any, ...] = ()) -> Tuples:
        return self.db.execute(statement, values).fetchall()

    def run(self, statement: str, values: tuple[Any, ...] = ()) -> None:
        self.db.execute(statement, values)

    def run_many(self, statement: str, values: Iterable[tuple[Any, ...]]) -> None:
        self.db.executemany(statement, values)

    def script(self, text: str) -> None:
        for _ in self.db.execute(text):
            pass

    def transaction(self) -> AbstractContextManager[Any]:
        return self.db


if __name__ == "__main__":
    main(APSW)
