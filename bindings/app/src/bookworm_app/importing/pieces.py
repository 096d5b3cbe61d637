"""The files that a person gives: single ones, zipped ones, and those of a folder."""

from __future__ import annotations

import io
import os
import zipfile
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from ..errors import usage
from ..sentences import number

#: A larger file holds no reader's library, and would not fit into memory several times.
MOST_BYTES = 256 << 20
#: A database, of Calibre or a reading device, may be larger: it is not read whole.
MOST_DATABASE = 4 << 30
MOST_FILES = 2000
#: The file of a Calibre library that has all of its data.
_CALIBRE = "metadata.db"
_SQLITE = b"SQLite format 3\0"
_ZIP = b"PK\x03\x04"
#: The endings of the zips that are unzipped if they are in another zip. Books, such as EPUBs, are
#: zips too, and are not unzipped.
_ZIPPED = (".zip", ".backup")
#: The endings of the files next to a database that hold some of its data.
LOGS = ("-wal", "-journal")
#: The files of a backup of Openreads that have nothing to import.
_NO_BOOKS = ("info.txt",)
#: How a picture begins: JPEG, PNG.
_PICTURES = (b"\xff\xd8\xff", b"\x89PNG")
#: What to do about a damaged file.
AGAIN = "It may be incomplete. Export or copy it again."


@dataclass
class Piece:
    """A file, or one in a zip.

    name      for messages
    path      on disk, or None for a file in a zip
    within    the databases of the same zip
    pictures  the pictures of the same zip, by the name in it
    is_part   whether the file is read with another one, or has nothing to read
    place     the name in the zip
    logs      of a database in a zip, the data of the files that SQLite keeps next to it
    """

    name: str
    path: str | None
    data: bytes
    within: list[Piece] = field(default_factory=list)
    pictures: dict[str, Piece] = field(default_factory=dict)
    is_part: bool = False
    place: str = ""
    logs: dict[str, bytes] = field(default_factory=dict)

    @property
    def is_sqlite(self) -> bool:
        """Whether it is an SQLite database. If so, `data` is only its beginning."""
        return self.data.startswith(_SQLITE)


def pieces(paths: tuple[str, ...]) -> Iterator[Piece]:
    """Returns all files of the paths."""
    for path in paths:
        if os.path.isdir(path):
            yield from _of_folder(path)
        else:
            yield from _of_file(path, path)


def _of_folder(path: str) -> Iterator[Piece]:
    count = 0
    for folder, folders, names in os.walk(path, onerror=_refuse):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        if _CALIBRE in names:
            # Its folders have the books, their covers and copies of what the file says.
            folders[:], names = [], [_CALIBRE]
        for name in sorted(names):
            full = os.path.join(folder, name)
            # Rows that an import refused are in the folder of their file.
            if name.startswith(".") or ".refused" in name or not os.path.isfile(full):
                continue
            if _is_log(name, names):
                continue
            count += 1
            if count > MOST_FILES:
                usage(
                    "{path} has more than {count} files.",
                    "Name the files to import.",
                    path=path,
                    count=number(MOST_FILES),
                )
            yield from _of_file(full, full)


def _refuse(error: OSError) -> None:
    usage("{path} cannot be read: {why}.", path=error.filename, why=error.strerror)


def _of_file(path: str, name: str) -> Iterator[Piece]:
    try:
        with open(path, "rb") as file:
            size = os.fstat(file.fileno()).st_size
            start = file.read(16)
            if start == _SQLITE:
                if size > MOST_DATABASE:
                    usage(
                        "{path} is larger than {limit} GiB.", path=name, limit=MOST_DATABASE >> 30
                    )
                yield Piece(name, path, start)
                return
            if size > MOST_BYTES:
                usage(
                    "{path} is larger than {limit} MiB.",
                    "No export of a library is that large.",
                    path=name,
                    limit=MOST_BYTES >> 20,
                )
            data = start + file.read(MOST_BYTES + 1)
    except OSError as error:
        usage("{path} cannot be read: {why}.", path=name, why=error.strerror)
    if len(data) > MOST_BYTES:
        usage(
            "{path} is larger than {limit} MiB.",
            "No export of a library is that large.",
            path=name,
            limit=MOST_BYTES >> 20,
        )
    if data.startswith(_ZIP):
        yield from _of_zip(name, data)
    else:
        yield Piece(name, path, data)


def _of_zip(name: str, data: bytes) -> Iterator[Piece]:
    """Reads the files of a zip."""
    try:
        yield from _unzipped(name, data, MOST_BYTES)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, OSError) as error:
        usage("{path} cannot be unzipped: {why}.", AGAIN, path=name, why=error)
    except Exception as error:
        # Damaged data raises the errors of each way to compress, zlib.error and others.
        if type(error).__module__ in ("zlib", "_lzma", "lzma", "bz2"):
            usage("{path} cannot be unzipped: {why}.", AGAIN, path=name, why=error)
        raise


def _unzipped(name: str, data: bytes, left: int) -> list[Piece]:
    """Returns the files of a zip, and those of a zip in it. Its own sizes are not believed.

    left  how many bytes they may have
    """
    inside: dict[str, Piece] = {}
    databases: list[Piece] = []
    pictures: dict[str, Piece] = {}
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        entries = [each for each in archive.infolist() if not each.is_dir()]
        if len(entries) > MOST_FILES:
            usage("{path} has more than {count} files.", path=name, count=number(MOST_FILES))
        for entry in entries:
            if os.path.basename(entry.filename).startswith(".") or "__MACOSX" in entry.filename:
                continue
            content = b""
            if entry.file_size <= left:
                with archive.open(entry) as file:
                    content = file.read(left + 1)
            left -= max(entry.file_size, len(content))
            if left < 0:
                usage(
                    "{path} holds more than {limit} MiB.",
                    "It was not read.",
                    path=name,
                    limit=MOST_BYTES >> 20,
                )
            called = f"{name}: {entry.filename}"
            piece = Piece(called, None, content, databases, pictures, place=entry.filename)
            inside[entry.filename] = piece
            if content.startswith(_PICTURES):
                pictures[entry.filename] = piece
            if piece.is_sqlite:
                databases.append(piece)
    made: list[Piece] = []
    libraries = [_folder(place) for place in inside if os.path.basename(place) == _CALIBRE]
    for place, piece in inside.items():
        base = os.path.basename(place)
        is_of_calibre = base != _CALIBRE and any(place.startswith(each) for each in libraries)
        if is_of_calibre or _is_log(place, inside):
            continue
        if piece.data.startswith(_ZIP) and base.endswith(_ZIPPED):
            made += _unzipped(piece.name, piece.data, left)
            continue
        for ending in LOGS if piece.is_sqlite else ():
            if place + ending in inside:
                piece.logs[ending] = inside[place + ending].data
        piece.is_part = base in _NO_BOOKS and f"{_folder(place)}books.backup" in inside
        made.append(piece)
    return made


def _folder(place: str) -> str:
    return place[: place.rfind("/") + 1]


def _is_log(name: str, names: Collection[str]) -> bool:
    """Whether a file belongs to a database, which is read with it."""
    return any(name.endswith(each) and name[: -len(each)] in names for each in (*LOGS, "-shm"))
