"""Databases of other programs: a copy that is open, its rows, and their cells as text.

SQLite keeps any value in any column, whatever the type of the column. So every cell is read as
text, and text is read as a number or a date as it is in other files. A cell that cannot be read is
counted, and is empty.
"""

from __future__ import annotations

import math
import os
import shutil
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ..errors import usage
from ..sentences import Said
from ..tables import one_line
from .pieces import AGAIN, LOGS, Piece

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeVar

    _T = TypeVar("_T")

#: Replaces bytes that are not UTF-8, and NUL, which the library does not accept.
_DAMAGED = "\ufffd"


def _decoded(data: bytes) -> str:
    return data.decode("utf-8", "replace").replace("\0", _DAMAGED)


class Database:
    """The open copy of another program's database."""

    def __init__(self, connection: sqlite3.Connection, unclear: Counter[str]) -> None:
        """Reads from a connection. `unclear` counts the cells that are not read, by column."""
        self._connection, self._unclear = connection, unclear

    def query(self, sql: str) -> Iterator[Cells]:
        """Returns the rows of a statement."""
        for row in self._connection.execute(sql):
            yield Cells(self, row)

    def columns(self, table: str) -> set[str]:
        """Returns the names of a table's columns in lower case; none for an unknown table."""
        return {row.text("name").lower() for row in self.query(f"PRAGMA table_info({table})")}

    def rows(
        self,
        table: str,
        needed: tuple[str, ...],
        *,
        chosen: tuple[str, ...] = ("*",),
        where: str = "1",
        order: tuple[str, ...] = (),
    ) -> Iterator[Cells]:
        """Returns the rows of a table.

        needed  the columns without which the table means nothing. Others may be missing.
        chosen  the columns to read
        """
        known = self.columns(table)
        for name in needed if known else ():
            if name.lower() not in known:
                raise sqlite3.OperationalError(f"no such column: {table}.{name}")
        names = ", ".join(name for name in chosen if name == "*" or name.lower() in known)
        by = ", ".join(name for name in order if name.lower() in known)
        sql = f"SELECT {names} FROM {table} WHERE {where}"
        yield from self.query(f"{sql} ORDER BY {by}" if by else sql)

    def value(self, column: str, text: str, reader: Callable[[str], _T]) -> _T | None:
        """Reads a text of a column; None for "", and for a text without a meaning."""
        try:
            return reader(text) if text else None
        except ValueError:
            self.count(column, Said("not a value that can be stored"))
            return None

    def count(self, column: str, why: str) -> None:
        """Counts a cell that is not read, or only in part."""
        self._unclear[Said("{column}: {why}", column=column, why=why)] += 1


class Cells:
    """A row. A column that the table does not have is like an empty cell."""

    def __init__(self, database: Database, row: sqlite3.Row) -> None:
        """A row of a database."""
        self._database, self._row = database, row
        self._texts: dict[str, str] = {}

    def text(self, column: str, called: str = "") -> str:
        """Returns a cell as text, without white space around it; "" if it is empty.

        called  the name of the column in the receipt, if it is another one
        """
        if column not in self._texts:
            self._texts[column] = self._read(column, called or column)
        return self._texts[column]

    def value(self, column: str, reader: Callable[[str], _T]) -> _T | None:
        """Reads a cell; None if it is empty or has no meaning."""
        return self._database.value(column, self.text(column), reader)

    def raw(self) -> dict[str, object]:
        """Returns the cells that are not empty, by column; bytes as hexadecimal digits."""
        pairs = zip(self._row.keys(), self._row)
        return {name: _plain(cell) for name, cell in pairs if cell is not None}

    def _read(self, column: str, called: str) -> str:
        try:
            cell = self._row[column]
        except IndexError:
            return ""
        if isinstance(cell, bytes):
            try:
                cell = cell.decode("utf-8")
            except UnicodeDecodeError:
                cell = "\0"
            if "\0" in cell:
                self._database.count(called, Said("not a value that can be stored"))
                return ""
        text = "" if cell is None else str(cell).strip()
        if _DAMAGED in text:
            self._database.count(
                called, Said("damaged characters, stored as {sign}", sign=_DAMAGED)
            )
        return text


def _plain(cell: object) -> object:
    """Returns a cell as JSON can have it."""
    if isinstance(cell, bytes):
        return cell.hex()
    return str(cell) if isinstance(cell, float) and not math.isfinite(cell) else cell


@contextmanager
def database(piece: Piece, unclear: Counter[str] | None = None) -> Iterator[Database]:
    """Opens a copy of another program's database and its log; the original is not opened.

    A damaged database ends the command with a sentence, also while it is read.

    unclear  counts the cells that are not read
    """
    with tempfile.TemporaryDirectory(prefix="bookworm-") as folder:
        copy = os.path.join(folder, "copy.db")
        try:
            if piece.path is None:
                for ending, data in (("", piece.data), *piece.logs.items()):
                    with open(copy + ending, "wb") as file:
                        file.write(data)
            else:
                shutil.copyfile(piece.path, copy)
                for ending in LOGS:
                    if os.path.exists(piece.path + ending):
                        shutil.copyfile(piece.path + ending, copy + ending)
        except OSError as error:
            usage("{path} cannot be copied to be read: {why}.", path=piece.name, why=error.strerror)
        connection = sqlite3.connect(copy)
        connection.row_factory = sqlite3.Row
        connection.text_factory = _decoded
        try:
            yield Database(connection, Counter() if unclear is None else unclear)
        except (sqlite3.Error, UnicodeDecodeError) as error:
            # Python itself decodes the names of columns and SQLite's messages.
            why = one_line(str(error))
            usage("{path} cannot be read as a database: {why}.", AGAIN, path=piece.name, why=why)
        finally:
            connection.close()


def tables_of(piece: Piece) -> set[str]:
    """Returns the names of the tables of a database."""
    with database(piece) as opened:
        rows = opened.query("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')")
        return {row.text("name") for row in rows}
