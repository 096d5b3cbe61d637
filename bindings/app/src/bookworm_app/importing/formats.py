"""A format: how its files are recognised, and which column is which field."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from ..columns import ROLES, named

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .mapping import Row

#: Statuses of a reader who has stopped, perhaps for some time. We have none for this: the row gets
#: the nearest one, which the receipt names.
PAUSED = ("paused", "on hold", "on-hold")


@dataclass(frozen=True)
class Format:
    """A format.

    name      for people
    source    the name that the store keeps of it
    marks     sets of columns, in lower case: a file with all of one set is of this format
    columns   what each column is, by its name in lower case: one of ROLES; "titled", a title with
              its series in parentheses; "in_series", a series with its number; "authors", one or
              several; "people", authors and others with roles; "more authors", those after the
              first; "publication", a publisher with the year; "count", how often it was read;
              "identifier SCHEME"; "" for what is read by `finish`, and "same" for what
              another column has too
    known     statuses by words of the format, in lower case, that the library does not know
    own       the shelves that every user of the service has; others are the reader's own
    between   what separates the items of a list in a cell
    best      the highest rating
    mended    whether text that was decoded wrongly before is mended
    finish    does what is special about the format
    """

    name: str
    source: str
    marks: tuple[frozenset[str], ...]
    columns: dict[str, str]
    known: dict[str, str] = field(default_factory=dict)
    own: tuple[str, ...] | None = None
    between: str = ","
    best: int = 5
    mended: bool = True
    finish: Callable[[Row], None] | None = None

    def status(self, word: str) -> str | None:
        """Returns the status that a word means, or None."""
        from bookworm import InvalidError, presentation

        own = self.known.get(word.lower())
        if own is not None:
            return own
        try:
            return str(presentation.parse_status(word))
        except InvalidError:
            return None


#: The roles that several columns of a file can have.
_SEVERAL = {
    "isbn", "identifiers", "genres", "quotes", "contributors", "editor", "translator",
    "illustrator", "narrator", "introduction",
}  # fmt: skip
#: Other roles of columns that give a field.
SAME = {"title": ("titled",), "author": ("people", "authors")}


def marks(*sets: str) -> tuple[frozenset[str], ...]:
    """Sets of columns, each given as names separated by ", "."""
    return tuple(frozenset(each.split(", ")) for each in sets)


_GUESSES = {
    **{name: name for name in ROLES if name not in ("id", "quotes")},
    "author": "authors",
    "authors": "authors",
    "writer": "authors",
    "written by": "authors",
    "book title": "title",
    "book author": "authors",
    "additional authors": "more authors",
    "translators": "translator",
    "translated by": "translator",
    "narrators": "narrator",
    "read by": "narrator",
    "illustrators": "illustrator",
    "editors": "editor",
    "isbn13": "isbn",
    "isbn10": "isbn",
    "stars": "rating",
    "my rating": "rating",
    "shelf": "status",
    "read status": "status",
    "date started": "started",
    "start date": "started",
    "started reading": "started",
    "date finished": "finished",
    "finish date": "finished",
    "end date": "finished",
    "finished reading": "finished",
    "date read": "finished",
    "date added": "created",
    "added": "created",
    "tags": "genres",
    "genre": "genres",
    "favorite": "favourite",
    "number of pages": "pages",
    "page count": "pages",
    "year published": "year",
    "publication year": "year",
    "series number": "series_number",
    "my review": "review",
    "spoiler": "spoilers",
    "contains spoilers": "spoilers",
    "review contains spoilers": "spoilers",
    "private notes": "notes",
    "description": "synopsis",
    "id": "id",
    "book id": "id",
}


def _letters(name: str) -> str:
    """Returns a column's name without spaces and punctuation, in lower case: "dateread"."""
    return re.sub(r"[\W_]+", "", name.lower())


_KNOWN = {_letters(name): role for name, role in _GUESSES.items()}


def plain(header: list[str]) -> Format:
    """Returns the format of any other file, from known column names."""
    columns = {name.lower(): _KNOWN[_letters(name)] for name in header if _letters(name) in _KNOWN}
    return Format("CSV", "csv", (), columns)


def with_map(form: Format, header: list[str], given: str) -> Format:
    """Returns a format with what --map says. A field with one value gets it from that column."""
    columns = dict(form.columns)
    for name, role in named(header, given).items():
        if role not in _SEVERAL:
            alike = (role, *SAME.get(role, ()))
            columns = {key: value for key, value in columns.items() if value not in alike}
        columns[name] = "authors" if role == "author" else role
    return replace(form, columns=columns)


def missing(form: Format) -> list[str]:
    """Returns the fields that every book has, but that no column gives."""
    given = set(form.columns.values())
    return [field for field, others in SAME.items() if given.isdisjoint((field, *others))]
