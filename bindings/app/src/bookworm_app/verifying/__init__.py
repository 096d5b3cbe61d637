"""Comparing files with the library, cell by cell.

It reads the files by itself, and shares nothing with the importers: a mistake of theirs is not
repeated here. A cell is found if the book of its row has the value in the field of the column, as
text, number, day or identifier, or item by item. A column without a field can only be raw.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from ..columns import named
from .values import (
    FOUND,
    MISSING,
    OUTCOMES,
    RAW,
    ROUNDED,
    Books,
    Values,
    fields_of,
    repaired,
    says_nothing,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from bookworm import Store

    from .files import Row, Table

__all__ = ["FOUND", "MISSING", "MOST_LISTED", "OUTCOMES", "RAW", "ROUNDED", "Report", "verify"]

#: The number of missing cells that are listed one by one.
MOST_LISTED = 50
#: Columns of the files with quotes, which have bookmarks too.
_OF_QUOTES = {"highlight", "volumeid", "zannotationassetid"}
#: Columns with the text of a highlight, and with the reader's note.
_QUOTED = ("zannotationselectedtext", "zannotationnote")
#: A row of these files that has a value in one of these columns is more than a bookmark.
_TEXTS = {
    "highlight", "text", "annotation", "zannotationselectedtext", "zannotationnote", "rating",
    "review", "readstatus",
}  # fmt: skip


@dataclass
class Report:
    """The result of a comparison.

    name     the name of the file
    rows     how many rows the file has
    lines    where each row begins in the file; empty for a file that has no lines
    absent   the rows whose book is not in the library, each with its first cells
    columns  for each column how many cells were found, rounded, only raw, or missing
    missing  the cells that are nowhere: row, column and text
    """

    name: str = ""
    rows: int = 0
    lines: list[int] = field(default_factory=list)
    absent: list[tuple[int, str]] = field(default_factory=list)
    columns: dict[str, Counter[str]] = field(default_factory=dict)
    missing: list[tuple[int, str, str]] = field(default_factory=list)

    @property
    def is_whole(self) -> bool:
        """Whether all that the file has is in the library."""
        return not self.absent and not self.missing


def verify(store: Store, path: str, columns: str = "") -> Iterator[Report]:
    """Compares a file, or those of a folder or a zip, with a library.

    columns  what --map says
    """
    from . import files

    books = Books(store)
    for table in files.tables(path):
        yield _compared(books, table, columns)


def _compared(books: Books, table: Table, columns: str) -> Report:
    roles = named(table.header, columns)
    report = Report(table.name, lines=table.lines)
    report.columns = {name: Counter() for name in table.header}
    has_quotes = not _OF_QUOTES.isdisjoint(map(str.lower, table.header))
    for number, row in enumerate(table.rows, 1):
        report.rows += 1
        if has_quotes and _is_bookmark(row):
            continue  # an import leaves them out
        known = [(roles.get(name.lower(), name), cell) for name, cell in row]
        book = books.of(known) or books.of([(name, repaired(cell)) for name, cell in known])
        if book is None:
            report.absent.append((number, _named(known)))
            continue
        values = Values(book, table.pictures)
        for name, cell in row:
            if says_nothing(cell) or name.lower() == "why":
                continue
            fields = fields_of(roles.get(name.lower(), name))
            outcome = values.look(name, fields, cell)
            if outcome in (RAW, MISSING) and repaired(cell) != cell:
                outcome = values.look(name, fields, repaired(cell))
            report.columns.setdefault(name, Counter())[outcome] += 1
            if outcome == MISSING:
                report.missing.append((number, name, cell))
    return report


def _is_bookmark(row: Row) -> bool:
    """Whether a row of a device is neither a quote nor a rating."""
    return _TEXTS.isdisjoint(name.lower() for name, cell in row if cell.strip())


def _named(row: Row) -> str:
    """Returns the title and author of a row, or the text of its highlight, or its first cells."""
    by_name = {name.strip().lower(): cell for name, cell in row}
    known = [by_name.get(name, "") for name in ("title", "author", "authors")]
    texts = [by_name.get(name, "") for name in _QUOTED]
    cells = known if known[0] else texts if any(texts) else [cell for _, cell in row]
    return " ".join(", ".join(cell for cell in cells if cell).split())[:60]
