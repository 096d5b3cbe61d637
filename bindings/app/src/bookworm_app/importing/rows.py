"""What lies between a file and the store: a table as the file has it, and a row as we take it."""

from __future__ import annotations

import datetime
from dataclasses import dataclass, field

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


@dataclass
class Table:
    """A file with columns.

    recoded  the lines that were not UTF-8, and were read as cp1252
    """

    path: str
    header: list[str]
    rows: list[list[str]]
    delimiter: str = ","
    recoded: list[int] = field(default_factory=list)


@dataclass
class Refusal:
    """A row that is not taken over: which, for which column, and why."""

    row: int
    column: str
    why: str


@dataclass
class Reading:
    """A time that a book was read."""

    started: datetime.date | None = None
    finished: datetime.date | None = None


@dataclass
class Taken:
    """A row as the store takes it.

    row  its number in the file, where 1 is the first after the header
    """

    row: int
    source_id: str
    fields: dict[str, Any]
    raw: dict[str, str]
    readings: list[Reading] = field(default_factory=list)


@dataclass
class Mapped:
    """All that was read of a file.

    homeless  columns that no field takes, with how many rows have something there
    shelves   custom shelves, with how many books are on each and what is taken of them
    rounded   rows whose rating is between two whole ones, with the rating
    unclear   what is left as it is since it may mean several things, with counts
    """

    source: str
    taken: list[Taken] = field(default_factory=list)
    refused: list[Refusal] = field(default_factory=list)
    homeless: dict[str, int] = field(default_factory=dict)
    shelves: dict[str, list[Any]] = field(default_factory=dict)
    rounded: list[tuple[int, str]] = field(default_factory=list)
    unclear: dict[str, int] = field(default_factory=dict)
