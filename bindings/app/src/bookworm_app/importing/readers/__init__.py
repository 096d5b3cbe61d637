"""The readers, one for each format, and which of them reads a file: by its content alone."""

from __future__ import annotations

import importlib

from ...errors import usage
from ..files import mend, table
from ..foreign import tables_of
from ..formats import Format, missing, plain, with_map
from ..pieces import Piece
from ..rows import Quotes, Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

#: Formats with columns: each module has FORMAT. The first one whose columns are there is used.
TABLES = (
    "own", "storygraph", "hardcover", "librarything", "calibre", "bookwyrm", "openreads",
    "open_library", "goodreads",
)  # fmt: skip
#: Other files: each module has read(piece), which returns None for a file that is not its own.
OTHERS = ("kindle", "readwise", "librarything_json", "openreads_backup")
#: Databases: each module has TABLES, whose tables identify it, and read(piece).
DATABASES = ("calibre_library", "kobo", "apple_books")


def _module(name: str) -> Any:
    return importlib.import_module(f"{__name__}.{name}")


def read(piece: Piece, columns: str = "") -> tuple[Table, Format] | Quotes | None:
    """Reads a file: books as a table in a format, or quotes; None if it is neither.

    columns  what --map says: it adds to the columns of the format
    """
    found = _database(piece) if piece.is_sqlite else _other(piece, columns)
    if found is None and not piece.is_sqlite:
        found = _table(piece, columns)
    if not columns or found is None:
        return found
    if isinstance(found, Quotes):
        usage("{path}: --map is for files with columns, not for {form}.", path=piece.name,
              form=found.name)  # fmt: skip
    made, form = found
    return made, with_map(form, made.header, columns)


def _database(piece: Piece) -> tuple[Table, Format] | Quotes | None:
    tables = tables_of(piece)
    for name in DATABASES:
        module = _module(name)
        if tables >= module.TABLES:
            found: tuple[Table, Format] | Quotes = module.read(piece)
            return found
    return None


def _other(piece: Piece, columns: str) -> tuple[Table, Format] | Quotes | None:
    for name in OTHERS:
        found: tuple[Table, Format] | Quotes | None = _module(name).read(piece)
        # With --map, a file of quotes that has columns is read like any other table.
        if found is not None and not (columns and isinstance(found, Quotes)):
            return found
    return None


def _table(piece: Piece, columns: str) -> tuple[Table, Format] | None:
    made = table(piece)
    if made is None or len(made.header) < 2:
        return None
    form = recognised(made.header)
    if form is not None:
        if form.mended:
            mend(made)
        return made, form
    mend(made)
    form = plain(made.header)
    # Any text has lines with commas: those of a table have as many as its header.
    same = all(len(row) == len(made.header) for row in made.rows)
    if not columns and len(missing(form)) == 2 and not (same and made.rows):
        return None
    return made, form


def is_part(piece: Piece) -> bool:
    """Whether a file belongs to another one, which is read with it: the titles of Apple Books."""
    return piece.is_sqlite and tables_of(piece) >= _module("apple_books").PART


def recognised(header: list[str]) -> Format | None:
    """Returns the format of a table, by its columns in any order."""
    names = {name.lower() for name in header}
    for name in TABLES:
        form: Format = _module(name).FORMAT
        if any(marks <= names for marks in form.marks):
            return form
    return None
