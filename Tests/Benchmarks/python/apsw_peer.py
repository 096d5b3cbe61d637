"""apsw on the plain schema: a thin wrapper of SQLite, with an SQLite of its own."""

from __future__ import annotations

import apsw
from peer import main, sql
from plain_rows import PlainRows


class APSW(PlainRows):
    version = f"apsw {apsw.apsw_version()} on SQLite {apsw.sqlite_lib_version()}"

    def open(self) -> None:
        self.opened(apsw.Connection(self.path))
        self.script(sql("pragmas.sql"))

    def script(self, text: str) -> None:
        for _ in self.db.execute(text):
            pass


if __name__ == "__main__":
    main(APSW)
