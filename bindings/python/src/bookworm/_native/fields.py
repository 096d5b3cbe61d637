"""The fields of all rows, for slots, both ways of reading, columns, drafts and changes."""

from __future__ import annotations

from . import prototypes as c
from .errors import ArgumentError
from .field_tables import EXTRA_FIELDS as _EXTRA, FIELDS as _FIELDS
from .values import (
    boolean,
    date,
    instant,
    int32,
    number,
    outcome,
    quoted_page,
    shortened,
    status,
    text,
    uuid_bytes,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

# How a value of each kind is passed to the library.
_CONVERT: dict[str, Callable[[Any, str], Any]] = {
    "text": text,
    "int": int32,
    "bool": boolean,
    "status": status,
    "outcome": outcome,
    "double": number,
    "instant": instant,
    "date": date,
    "uuid": uuid_bytes,
}


class Field:
    """One field with a single value, which is an attribute of a Book or of another row.

    name      its name in Python; the struct's member in C has the same one, except for `book_id`
    bit       its bit in the masks of C
    kind      how its values cross the border: see values.py and columns.py
    help      what help() says of it
    required  what it must be, if every row has it; None if it may be absent
    settable  whether a program may give it
    """

    __slots__ = ("bit", "convert", "help", "kind", "name", "required", "settable")

    def __init__(
        self,
        name: str,
        bit: int,
        kind: str,
        help: str,
        *,
        required: str | None = None,
        settable: bool = True,
    ) -> None:
        self.name = name
        self.bit = bit
        self.kind = kind
        self.help = help
        self.required = required
        self.settable = settable
        self.convert = _CONVERT[kind]

    @property
    def member(self) -> str:
        """Its name in C."""
        return "book" if self.name == "book_id" else self.name


# The type of a field that every row has.
_REQUIRED = {
    "text": "a str",
    "int": "an int",
    "bool": "a bool",
    "status": "a bookworm.Status or its str",
    "outcome": "a str",
    "instant": "an aware datetime",
    "uuid": "a uuid.UUID",
}


def _fields(table: Iterable[tuple[str, int, str, str, bool, bool]]) -> tuple[Field, ...]:
    return tuple(
        Field(
            name,
            bit,
            kind,
            summary,
            required=_REQUIRED[kind] + (" (0 for not rated)" if name == "rating" else "")
            if always
            else None,
            settable=settable,
        )
        for name, bit, kind, summary, always, settable in table
    )


# The fields with slots in a Book, in the order of the library's own reader of books.
BOOK_FIELDS = _fields(_FIELDS[c.BW_ENTITY_BOOK])
# The fields that are read on demand.
EXTRA_FIELDS = _fields(_EXTRA)


def row_fields(entity: int) -> dict[str, Field]:
    """The fields of an entity other than a book, by their names."""
    fields = {field.name: field for field in _fields(_FIELDS[entity])}
    if entity == c.BW_ENTITY_QUOTE:
        # The only field that is also given as another type.
        fields["page"].convert = quoted_page
    return fields


# Other fields of a book: each has one name in Python and one or more bits in C.
OTHER_FIELDS = {
    "genres": c.BW_BOOK_GENRES,
    "identifiers": c.BW_BOOK_IDENTIFIER_SCHEMES | c.BW_BOOK_IDENTIFIER_VALUES,
    "contributors": c.BW_BOOK_CONTRIBUTOR_NAMES
    | c.BW_BOOK_CONTRIBUTOR_SORTS
    | c.BW_BOOK_CONTRIBUTOR_ROLES,
    "quotes": c.BW_BOOK_QUOTES,
    "readings": c.BW_BOOK_READINGS,
    "merged_books": c.BW_BOOK_MERGED_BOOKS,
    "price": c.BW_BOOK_PRICE | c.BW_BOOK_CURRENCY,
    "picture": c.BW_OUTPUT_PICTURE,
    "cover": c.BW_BOOK_COVER,
}
# The bits of lists of genres, by their ids and by their names.
GENRE_LISTS = {
    "genres": (c.BW_BOOK_GENRES, c.BW_BOOK_GENRE_NAMES),
    "add_genres": (c.BW_BOOK_ADD_GENRES, c.BW_BOOK_ADD_GENRE_NAMES),
    "remove_genres": (c.BW_BOOK_REMOVE_GENRES, c.BW_BOOK_REMOVE_GENRE_NAMES),
}
READABLE = {field.name: field for field in (*BOOK_FIELDS, *EXTRA_FIELDS)}
WRITABLE = {name: field for name, field in READABLE.items() if field.settable}
# The fields of imports only.
IMPORTED = {
    "source_id": Field("source_id", c.BW_BOOK_SOURCE_ID, "text", "The source's own id of it."),
    "global_id": Field("global_id", c.BW_BOOK_GLOBAL_ID, "uuid", "Its id in every store."),
    "raw": Field("raw", c.BW_BOOK_RAW, "text", "The row as the source has it."),
}
SETTABLE = (*WRITABLE, "genres", "identifiers", "contributors", "price")


def field_bits() -> dict[str, int]:
    """The bits of each field by its name."""
    return {**{name: field.bit for name, field in READABLE.items()}, **OTHER_FIELDS}


def changeable_bits(names: Iterable[str], parameter: str) -> int:
    """The bits of some fields that may be set."""
    mask = 0
    for name in names:
        if name in WRITABLE:
            mask |= WRITABLE[name].bit
        elif name in SETTABLE:
            mask |= OTHER_FIELDS[name]
        else:
            raise ArgumentError(
                f"{parameter} names {shortened(name)}, which is not a field that can be set; "
                f"the fields are {', '.join(SETTABLE)}",
                field=parameter,
            )
    return mask


def unknown_field(name: str, *, imported: bool = False) -> TypeError:
    if name in READABLE:
        return TypeError(f"{name} is set by the store and cannot be given")
    fields = (*IMPORTED, *SETTABLE, "readings") if imported else SETTABLE
    others = "" if imported else "; new books also readings, updates add_genres and remove_genres"
    return TypeError(f"a book has no field {name!r}; the fields are {', '.join(fields)}{others}")
