"""The data between a file and the store: a table with the file's cells, and its books."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from ..sentences import Said
from . import cells

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .dates import Order

    #: The name of a person, the role, and the name as lists sort it.
    Person = tuple[str, str, str | None]


#: The author of a book for whom a file names nobody.
UNKNOWN = "?"


@dataclass
class Table:
    """A file with columns, or the contents of another file arranged in columns.

    name      of the file, for messages
    header    the names of its columns
    rows      the cells, as they are in the file
    lines     where each row begins in the file; empty if the file has no lines of text
    is_quoted whether a cell may be in quotes
    is_cut    whether the file ends in the middle of its last row
    recoded   the numbers of the lines that were not UTF-8 and were read as cp1252
    mojibake  how many cells had been saved after UTF-8 was read as cp1252, and were mended
    doubtful  the cells that may be such, or may be correct: they are not changed
    remarks   sentences about the file as a whole
    folder    the folder of pictures that rows name by a relative path
    pictures  the pictures that rows name, if they are in the zip of the file
    raw       the rows as the file has them, if it has no cells
    order     the order of the numbers in its dates, once it is known
    dated     the places of the columns with dates
    unclear   the cells of a database that are not read, by column, with counts
    homeless  what a database has of books that no field takes, with counts
    quotes    the quotes of each row, if the file has them apart from its cells
    """

    name: str
    header: list[str]
    rows: list[list[str]]
    delimiter: str = ","
    lines: list[int] = field(default_factory=list)
    recoded: list[int] = field(default_factory=list)
    is_quoted: bool = True
    is_cut: bool = False
    mojibake: int = 0
    doubtful: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    folder: str = ""
    pictures: dict[str, bytes] = field(default_factory=dict)
    raw: list[dict[str, Any]] = field(default_factory=list)
    order: Order | None = None
    dated: list[int] = field(default_factory=list)
    unclear: Counter[str] = field(default_factory=Counter)
    homeless: Counter[str] = field(default_factory=Counter)
    quotes: list[list[Quote]] = field(default_factory=list)

    def place(self, row: int) -> Said:
        """Names the place of a row: its line, or its number if the file has no lines of text."""
        if self.lines:
            return Said("line {number}", number=self.lines[row - 1])
        return Said("row {number}", number=row)


class OfRow(Said):
    """A sentence that names its row: a receipt shows it without a count."""

    __slots__ = ()


@dataclass
class Refusal:
    """A row that is not imported: its number, and each fault with its column and why."""

    row: int
    faults: list[tuple[str, str]]


@dataclass
class Reading:
    """A time that a book was read. Without an outcome, its dates and the status determine it."""

    started: datetime.date | None = None
    finished: datetime.date | None = None
    outcome: str | None = None
    note: str | None = None
    page: int | None = None
    percent: float | None = None


@dataclass
class Taken:
    """A row with the fields that the store accepts.

    row       its number in the file, where 1 is the first after the header
    readings  the readings with a page or a percentage, which are not among the fields
    quotes    its quotes: the text and the page, or None
    marks     its highlights in a reading program
    cover     the path of its cover, or its name among the table's pictures, or ""
    """

    row: int
    source_id: str
    fields: dict[str, Any]
    raw: dict[str, Any]
    readings: list[Reading] = field(default_factory=list)
    quotes: list[tuple[str, str | None]] = field(default_factory=list)
    cover: str = ""
    marks: list[Quote] = field(default_factory=list)


@dataclass
class Mapped:
    """All that was read of a file.

    taken     the books, in the order of the file, each read when it is its turn
    homeless  columns that no field takes, with how many rows have something there
    reduced   columns that are kept only in part, with how many rows
    examples  for each of these columns, the title of the first such book and its cell
    shelves   custom shelves, with how many books are on each and what is made of them
    rounded   rows whose rating is between two quarters of a star, with the rating
    unclear   with counts, what is left out since it may mean several things or nothing, and
              readings that are imported although they end before they start
    """

    source: str
    taken: Iterable[Taken] = ()
    refused: list[Refusal] = field(default_factory=list)
    homeless: Counter[str] = field(default_factory=Counter)
    reduced: Counter[str] = field(default_factory=Counter)
    examples: dict[str, tuple[str, str]] = field(default_factory=dict)
    shelves: dict[str, list[Any]] = field(default_factory=dict)
    rounded: list[tuple[int, str]] = field(default_factory=list)
    unclear: Counter[str] = field(default_factory=Counter)


@dataclass
class Quote:
    """A quote of a file, with the book that it is from.

    place    where it is in the book: the first and the last location, if the file has them
    authors  the authors one by one, if the file separates them
    key      the source's own id of the book; made from its title and author if there is none
    row      the number of its entry in the file
    """

    title: str
    author: str
    text: str
    page: str | None = None
    note: str | None = None
    isbn: str | None = None
    place: tuple[int, int] | None = None
    authors: tuple[Person, ...] = ()
    key: str = ""
    row: int = 0

    def __post_init__(self) -> None:
        """Makes the key, and separates the authors."""
        self.key = self.key or book_key(self.title, self.author)
        names = dict.fromkeys(cells.authors(self.author))
        self.authors = self.authors or tuple((name, "author", None) for name in names)


def book_key(title: str, author: str) -> str:
    """Returns the id of a book whose source has none. The store takes at most 1,024 bytes."""
    return f"{title}|{author}".encode()[:1000].decode("utf-8", "ignore")


@dataclass
class Quotes:
    """All quotes of a file.

    name      of the format, for people
    source    the name that the store keeps of it
    rows      how many entries the file has
    passed    entries that are not quotes, such as bookmarks, with counts
    homeless  the parts of entries that no field takes, with counts
    unclear   the cells of a database that are not read, by column, with counts
    remarks   sentences about the file as a whole
    raw       all entries of each book as the file has them, by the key of the book
    books     what the file says of a book itself, by its key: its title, and fields of the store
    firsts    the number of the first entry of each book, by its key
    progress  the column with the part of a book that was read, and its value for the whole book
    """

    name: str
    source: str
    quotes: list[Quote] = field(default_factory=list)
    rows: int = 0
    passed: Counter[str] = field(default_factory=Counter)
    homeless: Counter[str] = field(default_factory=Counter)
    unclear: Counter[str] = field(default_factory=Counter)
    remarks: list[str] = field(default_factory=list)
    raw: dict[str, list[Any]] = field(default_factory=dict)
    books: dict[str, dict[str, Any]] = field(default_factory=dict)
    firsts: dict[str, int] = field(default_factory=dict)
    progress: tuple[str, float] = ("", 1)

    def keep(self, key: str, entry: Any, row: int = 0) -> None:
        """Keeps an entry of a book in its original form: a text, or its cells by column.

        row  the number of the entry; by default that of the last entry
        """
        self.raw.setdefault(key, []).append(entry)
        self.firsts.setdefault(key, row or self.rows)
