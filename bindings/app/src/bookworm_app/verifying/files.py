"""Files as rows of cells, each with the name of its column."""

from __future__ import annotations

import codecs
import contextlib
import csv
import io
import json
import os
import re
import zipfile
from dataclasses import dataclass, field

from ..errors import usage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    #: The cells of a row. A column with several values comes several times.
    Row = list[tuple[str, str]]

_SQLITE = b"SQLite format 3\0"
_ZIP = b"PK\x03\x04"
#: The file of a Calibre library that has all of its data.
_CALIBRE = "metadata.db"
#: Nobody compares larger files, and a zip may state a small size that is wrong.
_MOST_BYTES = 256 << 20
_KINDLE_END = re.compile(r"^={8,}[ \t\r]*$", re.MULTILINE)
#: A title, and its author in parentheses. The author may contain parentheses, too.
_TITLED = re.compile(
    r"(.*\S)\s*[(\uff08]((?:[^()\uff08\uff09]|[(\uff08][^()]*[)\uff09])+)[)\uff09]"
)
_OPENREADS = ("finished", "in_progress", "planned", "abandoned")
#: The files of its backup that have no books.
_NO_BOOKS = ("challenges.backup", "info.txt")
#: Keys of a document that describe the row and not the book.
_OF_ROWS = ("id", "book", "sort_keys", "picture")


@dataclass
class Table:
    """The rows of a file. `lines` says where each begins; it is empty for a file without lines.

    pictures  the pictures of a zip that cells name
    """

    name: str
    rows: list[Row]
    header: list[str] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    pictures: dict[str, bytes] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Names the columns in their order."""
        if not self.header:
            self.header = list(dict.fromkeys(name for row in self.rows for name, _ in row))


def tables(path: str) -> Iterator[Table]:
    """Returns the tables of a file, or of the files of a folder or a zip."""
    found = False
    for piece in _pieces(path):
        name, table = piece.name, _table(piece)
        if table is None:
            # A folder and a zip have other files too, such as covers.
            if name == path:
                usage("{path} is not a known kind of file.", path=name)
            continue
        found = True
        yield table
    if not found:
        usage("{path} has no file that can be verified.", path=path)


@dataclass
class Piece:
    """A file: its name for messages, its path on disk unless it is in a zip, and its bytes.

    beside  of a database in a zip, the files in its folder, by their names from there, and the
            books of Apple Books
    """

    name: str
    path: str | None
    data: bytes
    beside: dict[str, bytes] = field(default_factory=dict)


def _pieces(path: str) -> Iterator[Piece]:
    """Yields the files."""
    if os.path.isdir(path):
        for folder, folders, names in os.walk(path):
            folders.sort()
            if _CALIBRE in names:
                folders[:], names = [], [_CALIBRE]
            if "books.backup" in names:
                names = [name for name in names if name not in _NO_BOOKS]
            for name in sorted(names):
                if not name.startswith(".") and ".refused" not in name:
                    yield from _file(os.path.join(folder, name))
    else:
        yield from _file(path)


def _file(path: str) -> Iterator[Piece]:
    try:
        with open(path, "rb") as file:
            data = file.read(16)
            if data != _SQLITE:
                data += file.read(_MOST_BYTES)
    except OSError as error:
        usage("{path} cannot be read: {why}.", path=path, why=error.strerror)
    if len(data) > _MOST_BYTES:
        usage("{path} is larger than {limit} MiB.", path=path, limit=_MOST_BYTES >> 20)
    if data.startswith(_ZIP):
        try:
            yield from _zipped(path, data, _MOST_BYTES)
        except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError) as error:
            usage("{path} cannot be unzipped: {why}.", path=path, why=error)
    else:
        yield Piece(path, path, data)


def _zipped(path: str, data: bytes, left: int) -> Iterator[Piece]:
    """Yields the files of a zip, and those of a backup in it."""
    inside = {}
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for entry in archive.infolist():
            with archive.open(entry) as inner:
                content = inner.read(left + 1)
            left -= len(content)
            if left < 0:
                usage("{path} holds more than {limit} MiB.", path=path, limit=_MOST_BYTES >> 20)
            if content and not os.path.basename(entry.filename).startswith("."):
                inside[entry.filename] = content
    libraries = [name[: -len(_CALIBRE)] for name in inside if os.path.basename(name) == _CALIBRE]
    for name, content in inside.items():
        folder, base = name[: name.rfind("/") + 1], os.path.basename(name)
        of_calibre = any(name.startswith(each) for each in libraries) and base != _CALIBRE
        if of_calibre or (base in _NO_BOOKS and f"{folder}books.backup" in inside):
            continue
        if content.startswith(_ZIP) and base.endswith((".backup", ".zip")):
            yield from _zipped(f"{path}: {name}", content, left)
            continue
        beside = {}
        if content.startswith(_SQLITE):
            start = len(folder)
            beside = {each[start:]: inside[each] for each in inside if each.startswith(folder)}
            of_apple = [each for each in inside if "BKLibrary" in os.path.basename(each)]
            beside.update((os.path.basename(each), inside[each]) for each in of_apple)
        yield Piece(f"{path}: {name}", None, content, beside)


def _table(piece: Piece) -> Table | None:
    name, data = piece.name, piece.data
    if data.startswith(_SQLITE):
        from . import databases

        return databases.table(piece)
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        text = data.decode("utf-16", "replace")
    else:
        # LibraryThing writes a few characters of a file in another encoding than the rest.
        codecs.register_error("as cp1252", _as_cp1252)
        text = data.decode("utf-8-sig", "as cp1252")
    if "\0" in text or not text.strip():
        return None
    if text.lstrip().startswith("{"):
        return _of_json(name, text)
    if _KINDLE_END.search(text):
        return _of_kindle(name, text)
    return _of_columns(name, text)


def _as_cp1252(error: UnicodeError) -> tuple[str, int]:
    """Decodes bytes that are not UTF-8 as cp1252. Also returns where they end."""
    assert isinstance(error, UnicodeDecodeError)
    return error.object[error.start : error.end].decode("cp1252", "replace"), error.end


def _of_columns(name: str, text: str) -> Table | None:
    first = text.lstrip().split("\n", 1)[0]
    delimiter = max("\t;,", key=first.count)
    csv.field_size_limit(1 << 30)
    # LibraryThing quotes nothing.
    is_unsure = delimiter == "\t" and '"' not in first
    quoting = not is_unsure or "primary author" not in first.lower()
    try:
        rows = _quoted(text, delimiter, strict=is_unsure) if quoting else _unquoted(text)
    except csv.Error as error:
        if not is_unsure:
            usage("{path} cannot be read: {why}.", path=name, why=error)
        rows = _unquoted(text)
    header = rows[0][1]
    if is_unsure and not quoting and any(len(row) != len(header) for _, row in rows):
        with contextlib.suppress(csv.Error):
            rows = _quoted(text, delimiter, strict=True)
    if len(header) < 2:
        return None
    cells = [list(zip(header, row)) for _, row in rows[1:]]
    return Table(name, cells, header, [start for start, _ in rows[1:]])


def _quoted(text: str, delimiter: str, *, strict: bool) -> list[tuple[int, list[str]]]:
    """Returns the rows that are not empty, each with its first line."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=strict)
    ends, rows = [0], []
    for row in reader:
        rows.append((ends[-1] + 1, row))
        ends.append(reader.line_num)
    return [(start, row) for start, row in rows if "".join(row).strip()]


def _unquoted(text: str) -> list[tuple[int, list[str]]]:
    """Returns the same for a file with tabs whose cells may begin with a quote."""
    lines = enumerate(re.split("\r\n|\r|\n", text), 1)
    return [(at, line.split("\t")) for at, line in lines if line.strip()]


def _of_kindle(name: str, text: str) -> Table:
    """Reads each entry: title, author, text, and the place and date in the line between."""
    rows: list[Row] = []
    starts: list[int] = []
    at = 0
    for end in _KINDLE_END.finditer(text + "\n=========="):
        part = text[at : end.start()]
        inner = part.lstrip("\r\n\ufeff ")
        lines = [line.strip("\r\ufeff") for line in inner.split("\n")]
        if inner.strip():
            titled = _TITLED.fullmatch(lines[0].strip())
            title, author = titled.groups() if titled else (lines[0].strip(), "")
            body = "\n".join(lines[2:]).strip()
            # The device's note that a book allows no more highlights is not a quote.
            kind = "Limit" if re.fullmatch(r"<[^<>]*>", body) else "Highlight"
            place, _, date = "".join(lines[1:2]).rpartition("|")
            rows.append([("Title", title), ("Author", author), ("Position", place),
                         ("Date of the highlight", date), (kind, body)])  # fmt: skip
            starts.append(text.count("\n", 0, at + len(part) - len(inner)) + 1)
        at = end.end()
    return Table(name, rows, lines=starts)


def _of_json(name: str, text: str) -> Table | None:
    """LibraryThing's export, the backup of Openreads, and our own document."""
    try:
        if "@@@@@" in text or '"publication_year"' in text[:4096]:
            books = [json.loads(part) for part in text.split("@@@@@") if part.strip()]
            return Table(name, [_row(_of_openreads(book)) for book in books])
        whole = json.loads(text)
    except ValueError as error:
        usage("{path} cannot be read: {why}.", path=name, why=error)
    if "bookworm" in whole:
        return Table(name, _of_document(whole))
    books = list(whole.values())
    if not all(isinstance(book, dict) for book in books):
        return None
    return Table(name, [_row(book) for book in books])


def _row(book: dict[str, Any]) -> Row:
    """Returns the values of an object, and of lists and objects in it, one by one."""
    row: Row = []
    for key, value in book.items():
        row += [(key, each) for each in _leaves(value)]
    return row


def _leaves(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            yield from _leaves(each)
    elif isinstance(value, bool):
        yield str(value).lower()
    elif value is not None:
        yield str(value)


def _of_openreads(book: dict[str, Any]) -> dict[str, Any]:
    """Converts the numbers of the database to the words and stars of the app."""
    made = dict(book)
    status = made.get("status")
    if isinstance(status, int) and 0 <= status < len(_OPENREADS):
        made["status"] = _OPENREADS[status]
    if made.get("rating"):
        made["rating"] = f"{made['rating'] / 10:g}"
    if made.get("book_type") == "paper":
        made["book_type"] = "paperback"
    return made


def _of_document(whole: dict[str, Any]) -> list[Row]:
    """Returns the books of a document with their genres, quotes and readings."""
    genres = {each["id"]: each["name"] for each in whole.get("genres", ())}
    quotes: dict[int, list[str]] = {}
    for each in whole.get("quotes", ()):
        quotes.setdefault(each["book"], []).append(each["text"])
    rows = []
    for book in whole.get("books", ()):
        row = _row({key: value for key, value in book.items()
                    if key not in (*_OF_ROWS, "genres", "identifiers", "updated")})  # fmt: skip
        row += [("genres", genres[each]) for each in book.get("genres", ()) if each in genres]
        for each in book.get("identifiers", ()):
            row.append(("identifiers", f"{each['scheme']}:{each['value']}"))
        row += [("quotes", each) for each in quotes.get(book["id"], ())]
        rows.append(row)
    return rows
