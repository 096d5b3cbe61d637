"""Reading a file with columns as it is: its encoding, its separator, its rows."""

from __future__ import annotations

import csv
import io

from ..errors import usage
from .rows import Table

#: A file that is larger holds no reader's library, and would not fit into memory several times.
MOST_BYTES = 256 << 20
_DELIMITERS = "\t;,"


def text_of(path: str) -> tuple[str, list[int]]:
    """The text of a file, and the numbers of the lines that are cp1252 and not UTF-8."""
    try:
        with open(path, "rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        usage(f"{path} cannot be read: {error.strerror}.")
    if len(data) > MOST_BYTES:
        usage(f"{path} is larger than {MOST_BYTES >> 20} MiB, which no reader's file is.")
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        try:
            return data.decode("utf-16"), []
        except UnicodeDecodeError:
            usage(f"{path} is no text.")
    if b"\0" in data:
        usage(f"{path} is no text file with columns.")
    try:
        return data.decode("utf-8-sig"), []
    except UnicodeDecodeError:
        pass
    lines, recoded = [], []
    for number, line in enumerate(data.split(b"\n"), 1):
        try:
            lines.append(line.decode("utf-8"))
        except UnicodeDecodeError:
            # The five bytes that cp1252 leaves free stay what they are in Latin-1.
            lines.append("".join(_character(byte) for byte in line))
            recoded.append(number)
    return "\n".join(lines).lstrip("\ufeff"), recoded


def _character(byte: int) -> str:
    try:
        return bytes((byte,)).decode("cp1252")
    except UnicodeDecodeError:
        return chr(byte)


def table(path: str) -> Table:
    """The header and rows of a file. Cells keep their line ends; empty lines are no rows."""
    text, recoded = text_of(path)
    if not text.strip():
        usage(f"{path} is empty.")
    first = text.lstrip("\r\n").split("\n", 1)[0]
    delimiter = max(_DELIMITERS, key=first.count)
    csv.field_size_limit(1 << 30)
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))
    except csv.Error as error:
        usage(f"{path} is no CSV: {error}.")
    rows = [row for row in rows if any(cell.strip() for cell in row)]
    header = [name.strip() for name in rows[0]]
    return Table(path, header, rows[1:], delimiter, recoded)


def write_refused(path: str, source: Table, why: dict[int, str]) -> None:
    """Writes refused rows as they came, with one more column; the file can be imported again."""
    with open(path, "x", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, delimiter=source.delimiter, lineterminator="\n")
        has_why = [name.lower() for name in source.header].count("why")
        writer.writerow(source.header if has_why else [*source.header, "why"])
        for row, reason in sorted(why.items()):
            cells = source.rows[row - 1]
            kept = cells[: len(source.header) - has_why]
            writer.writerow([*kept, *[""] * (len(source.header) - has_why - len(kept)), reason])
