"""Tables of text: their separator, their header and rows; and files of refused rows."""

from __future__ import annotations

import csv
import io
import os
import re

from ..sentences import Count, Said
from . import dates, decoding
from .pieces import Piece
from .rows import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Literal

_DELIMITERS = "\t;,"


def table(piece: Piece) -> Table | None:
    """Reads the header and rows of a file. Cells keep their line ends; empty lines are not rows.

    None if it is not a table of text.
    """
    try:
        text, recoded = decoding.decoded(piece.data)
    except ValueError:
        return None
    if not text.strip():
        return Table(piece.name, [], [])
    first = text.lstrip("\r\n").split("\n", 1)[0]
    delimiter = max(_DELIMITERS, key=first.count)
    csv.field_size_limit(1 << 30)
    for is_quoted, is_sure in _ways(first, delimiter):
        try:
            rows, lines = _rows(text, delimiter, is_quoted=is_quoted, strict=is_sure)
        except csv.Error:
            continue
        # A cell that is read in the wrong way gives rows of another length.
        if not is_sure or all(len(row) == len(rows[0]) for row in rows):
            header = _header(rows.pop(0))
            is_cut = not text.endswith(("\n", "\r")) and _is_cut(header, rows)
            return Table(piece.name, header, rows, delimiter, lines[1:], recoded, is_quoted, is_cut)
    return None


def _is_cut(header: list[str], rows: list[list[str]]) -> bool:
    """Whether the last row alone is shorter than the header."""
    *others, last = rows or [header]
    whole = len(header)
    return len(last) < whole and bool(others) and all(len(row) >= whole for row in others)


def _ways(first: str, delimiter: str) -> list[tuple[bool, bool]]:
    """Whether cells may be in quotes, and whether the rows must then be as long as the header.

    Returns a pair for each way to read the file, the most likely one first. LibraryThing separates
    by tabs and quotes nothing, not even a quote. Spreadsheets quote in files with tabs as they do
    in others.
    """
    if delimiter != "\t" or re.search(r'(^|\t)"[^\t]*"(\t|\r?$)', first):
        return [(True, False)]
    unquoted = "primary author" in first.lower()
    return [(not unquoted, True), (unquoted, True), (not unquoted, False)]


def _rows(
    text: str, delimiter: str, *, is_quoted: bool, strict: bool
) -> tuple[list[list[str]], list[int]]:
    """Returns the rows, and the first line of each."""
    stream = io.StringIO(text, newline="")
    quoting: Literal[0, 3] = csv.QUOTE_MINIMAL if is_quoted else csv.QUOTE_NONE
    reader = csv.reader(stream, delimiter=delimiter, quoting=quoting, strict=strict)
    # Most short cells occur in many rows, so each text is kept once.
    known: dict[str, str] = {}
    rows, lines, end = [], [], 0
    for row in reader:
        if any(row) and any(cell.strip() for cell in row):
            lines.append(end + 1)
            rows.append([known.setdefault(cell, cell) if len(cell) < 40 else cell for cell in row])
        end = reader.line_num
    return rows, lines


def _header(names: list[str]) -> list[str]:
    """Returns the names of the columns, each once: a second Tags is Tags (2)."""
    made: list[str] = []
    for place, given in enumerate(names, 1):
        name = given.strip() or f"column {place}"
        again = sum(known.lower().split(" (")[0] == name.lower() for known in made)
        made.append(f"{name} ({again + 1})" if name.lower() in map(str.lower, made) else name)
    return made


def mend(table: Table) -> None:
    """Repairs cells that were decoded wrongly before the file was written, and counts them.

    A doubtful cell is repaired only if other cells of the file are certainly wrong.
    """
    unsure: list[tuple[list[str], int, str]] = []
    for row in table.rows:
        for place, cell in enumerate(row):
            whole = None if cell.isascii() else decoding.before(cell)
            if whole is None:
                continue
            if decoding.is_certain(cell):
                row[place] = whole
                table.mojibake += 1
            else:
                unsure.append((row, place, whole))
    if table.mojibake:
        for row, place, whole in unsure:
            row[place] = whole
        table.mojibake += len(unsure)
    else:
        table.doubtful = [row[place] for row, place, _ in unsure]


def damage(recoded: list[int], mojibake: int = 0, doubtful: Sequence[str] = ()) -> list[str]:
    """Returns remarks on the parts of a file that were decoded differently: see Table."""
    made: list[str] = []
    if recoded:
        lines = Count(len(recoded), "line")
        made.append(Said("in cp1252 and not in UTF-8: {lines}", lines=lines))
    if mojibake:
        cells = Count(mojibake, "cell")
        made.append(Said("wrongly decoded text, repaired: {cells}", cells=cells))
    if doubtful:
        cells = Count(len(doubtful), "cell")
        such = "possibly wrongly decoded, left as it is: {cells}, such as {text!r}"
        made.append(Said(such, cells=cells, text=doubtful[0][:40]))
    return made


def write_refused(path: str, source: Table, why: dict[int, str]) -> None:
    """Writes refused rows, with the reason as their last column; the file can be imported again.

    Dates become unambiguous, and short rows get empty cells. Other cells stay as they came.

    A file that exists stays, and raises FileExistsError, unless it has the same rows.
    """
    has_why = [name.lower() for name in source.header].count("why")
    count = len(source.header) - has_why
    rows = [[*source.header[:count], source.header[-1] if has_why else "why"]]
    for row, reason in sorted(why.items()):
        kept = list(source.rows[row - 1][:count])
        for place in source.dated:
            # The new file lacks the dates that decided the order of day and month, so this date is
            # written unambiguously.
            if place < len(kept) and source.order is not None:
                kept[place] = dates.decided(kept[place], source.order)
        rows.append([*kept, *[""] * (count - len(kept)), " ".join(reason.split())])
    # If the source quotes no cells, neither does this file. Otherwise a file with tabs quotes every
    # cell, so that a later import recognizes the quotes.
    has_tabs = source.delimiter == "\t"
    quoting: Literal[0, 1, 3] = csv.QUOTE_ALL if has_tabs else csv.QUOTE_MINIMAL
    if not source.is_quoted:
        quoting = csv.QUOTE_NONE
    try:
        file = open(path, "x", encoding="utf-8", newline="")  # noqa: SIM115 - closed below
    except FileExistsError:
        with open(path, encoding="utf-8", errors="replace", newline="") as file:
            there = [
                row[:count] for row in csv.reader(file, delimiter=source.delimiter, quoting=quoting)
            ]
        if there != [row[:count] for row in rows]:
            raise
        file = open(path, "w", encoding="utf-8", newline="")  # noqa: SIM115
    with file:
        csv.writer(
            file,
            delimiter=source.delimiter,
            lineterminator="\n",
            quoting=quoting,
            quotechar='"' if source.is_quoted else None,
        ).writerows(rows)


def refused_path(name: str, number: int, delimiter: str) -> str:
    """Returns where refused rows go: beside the file, or beside the zip that it is in."""
    outer, _, inner = name.partition(": ")
    base, extension = os.path.splitext(outer)
    # Rows that are refused again are written next to those of the first time.
    base = re.sub(r"\.refused(-\d+)?$", "", base)
    if inner:
        base += "." + os.path.splitext(os.path.basename(inner.rpartition(": ")[2]))[0]
    if inner or extension.lower() not in (".csv", ".tsv", ".txt"):
        extension = ".tsv" if delimiter == "\t" else ".csv"
    return f"{base}.refused{'' if number == 1 else f'-{number}'}{extension}"
