"""The formats: how each is recognised, and which column is which field."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..errors import did_you_mean, usage

#: What a column may be, beside the fields that --map names.
ROLES = (
    "title", "author", "isbn", "rating", "status", "started", "finished", "created", "genres",
    "review", "notes", "synopsis", "publisher", "format", "pages", "year", "edition_year",
    "language", "series", "series_number", "subtitle", "id",
)  # fmt: skip

_STATUSES = {
    "to-read": "on-shelf",
    "want to read": "on-shelf",
    "on-shelf": "on-shelf",
    "currently-reading": "in-progress",
    "reading": "in-progress",
    "in-progress": "in-progress",
    "read": "completed",
    "finished": "completed",
    "completed": "completed",
    "did-not-finish": "did-not-finish",
    "did not finish": "did-not-finish",
    "dnf": "did-not-finish",
    "abandoned": "did-not-finish",
}


@dataclass(frozen=True)
class Format:
    """A format.

    marks    the columns that it has and others have not, in lower case
    columns  which of its columns, in lower case, is what
    """

    name: str
    source: str
    marks: frozenset[str]
    columns: dict[str, str]
    statuses: dict[str, str] = field(default_factory=lambda: _STATUSES)


GOODREADS = Format(
    "Goodreads",
    "goodreads",
    frozenset({"book id", "title", "author", "exclusive shelf"}),
    {
        "book id": "id",
        "title": "titled",
        "author": "author",
        "author l-f": "author_sort",
        "isbn": "isbn",
        "isbn13": "isbn",
        "my rating": "rating",
        "publisher": "publisher",
        "binding": "format",
        "number of pages": "pages",
        "year published": "edition_year",
        "original publication year": "year",
        "date read": "finished",
        "date added": "created",
        "bookshelves": "genres",
        "exclusive shelf": "status",
        "my review": "review",
        "private notes": "notes",
        "read count": "count",
    },
)
STORYGRAPH = Format(
    "StoryGraph",
    "storygraph",
    frozenset({"title", "read status", "star rating"}),
    {
        "title": "title",
        "authors": "author",
        "author": "author",
        "isbn/uid": "isbn",
        "isbn": "isbn",
        "format": "format",
        "read status": "status",
        "date added": "created",
        "last date read": "finished",
        "dates read": "dates",
        "read count": "count",
        "star rating": "rating",
        "review": "review",
        "tags": "genres",
    },
)
_GUESSES = {
    **{name: name for name in ROLES if name != "id"},
    "authors": "author",
    "isbn13": "isbn",
    "isbn 13": "isbn",
    "isbn_13": "isbn",
    "isbn10": "isbn",
    "stars": "rating",
    "my rating": "rating",
    "shelf": "status",
    "date started": "started",
    "start date": "started",
    "date finished": "finished",
    "date read": "finished",
    "date added": "created",
    "tags": "genres",
    "genre": "genres",
    "number of pages": "pages",
    "year published": "year",
    "id": "id",
    "book id": "id",
}


def recognised(header: list[str]) -> Format | None:
    """The format of a file, by its columns in any order."""
    names = {name.lower() for name in header}
    for each in (GOODREADS, STORYGRAPH):
        if each.marks <= names:
            return each
    return None


def mapped(header: list[str], given: str) -> Format:
    """Any other file: columns whose names say what they are, and those that --map names."""
    columns = {name.lower(): _GUESSES[name.lower()] for name in header if name.lower() in _GUESSES}
    for part in filter(None, (each.strip() for each in given.split(","))):
        name, _, role = (side.strip() for side in part.rpartition("="))
        if name.lower() not in [each.lower() for each in header]:
            close = did_you_mean(name, header)
            usage(
                f"--map: there is no column {name!r}.", close or f"There are {', '.join(header)}."
            )
        if role not in ROLES:
            close = did_you_mean(role, ROLES)
            usage(f"--map: {role!r} is no field.", close or f"There are {', '.join(ROLES)}.")
        columns = {key: value for key, value in columns.items() if value != role or role == "isbn"}
        columns[name.lower()] = role
    missing = [role for role in ("title", "author") if role not in columns.values()]
    if missing:
        usage(
            f"No column is the {' or the '.join(missing)}.",
            f"Say which: --map 'Column={missing[0]}'. There are {', '.join(header)}.",
        )
    return Format("CSV", "csv", frozenset(), columns)
