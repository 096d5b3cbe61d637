"""The fields of a book, said once: slots, both ways of reading, columns and drafts come of it."""

from __future__ import annotations

from . import prototypes as c
from .values import boolean, date, instant, int32, number, status, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

# How a value of each kind goes in.
_CONVERT: dict[str, Callable[[Any, str], Any]] = {
    "text": text,
    "int": int32,
    "bool": boolean,
    "status": status,
    "double": number,
    "instant": instant,
    "date": date,
}


class Field:
    """One field that is an attribute of a Book with a value of its own.

    name      in Python, and of the member of bw_book
    bit       in the masks of C
    kind      how its values cross the border: see values.py and columns.py
    help      what help() says of it
    required  what it must be, where every book has it; None where it may be absent
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


# In the order of the documentation, which is that of the library's own reader of books too.
BOOK_FIELDS = (
    Field(
        "id",
        c.BW_BOOK_ID,
        "int",
        "Given by the store, never reused. An int.",
        required="an int",
        settable=False,
    ),
    Field(
        "title",
        c.BW_BOOK_TITLE,
        "text",
        "The title. Holds something besides white space; at most 16 KiB as UTF-8.",
        required="a str",
    ),
    Field(
        "author",
        c.BW_BOOK_AUTHOR,
        "text",
        "The author. Holds something besides white space; at most 16 KiB as UTF-8.",
        required="a str",
    ),
    Field(
        "synopsis",
        c.BW_BOOK_SYNOPSIS,
        "text",
        "What the book is about, or None. At most 16 MiB.",
    ),
    Field(
        "review",
        c.BW_BOOK_REVIEW,
        "text",
        "What the reader thinks of it, or None. At most 16 MiB.",
    ),
    Field("notes", c.BW_BOOK_NOTES, "text", "Private notes, or None. At most 16 MiB."),
    Field(
        "rating",
        c.BW_BOOK_RATING,
        "int",
        "1 to 5, or 0 for not rated.",
        required="an int (0 for not rated)",
    ),
    Field(
        "favourite",
        c.BW_BOOK_FAVOURITE,
        "bool",
        "Whether it is a favourite. A bool.",
        required="a bool",
    ),
    Field(
        "status",
        c.BW_BOOK_STATUS,
        "status",
        "A Status. Setting it sets or clears the dates too, as set_status() does.",
        required="a bookworm.Status or its str",
    ),
    Field(
        "series",
        c.BW_BOOK_SERIES,
        "text",
        "The name of the series that it belongs to, or None. At most 16 KiB.",
    ),
    Field(
        "series_number",
        c.BW_BOOK_SERIES_NUMBER,
        "double",
        "The place in the series, a float such as 2 or 1.5, or None.",
    ),
    Field(
        "year",
        c.BW_BOOK_YEAR,
        "int",
        "The year of publication, negative for BCE, or None.",
    ),
    Field(
        "created",
        c.BW_BOOK_CREATED,
        "instant",
        "When the book was entered: an aware datetime in UTC, to the millisecond.",
        required="an aware datetime",
    ),
    Field(
        "updated",
        c.BW_BOOK_UPDATED,
        "instant",
        "When a field last changed, genres aside: an aware datetime. Cannot be set.",
        required="an aware datetime",
        settable=False,
    ),
    Field("started", c.BW_BOOK_STARTED, "date", "When reading began, a date, or None."),
    Field("finished", c.BW_BOOK_FINISHED, "date", "When reading ended, a date, or None."),
)
# What else a book has, under one name in Python for one bit or two of C.
OTHER_FIELDS = {
    "genres": c.BW_BOOK_GENRES,
    "identifiers": c.BW_BOOK_IDENTIFIER_SCHEMES | c.BW_BOOK_IDENTIFIER_VALUES,
    "quotes": c.BW_BOOK_QUOTES,
    "readings": c.BW_BOOK_READINGS,
    "price": c.BW_BOOK_PRICE | c.BW_BOOK_CURRENCY,
    "picture": c.BW_OUTPUT_PICTURE,
}
READABLE = {field.name: field for field in BOOK_FIELDS}
WRITABLE = {field.name: field for field in BOOK_FIELDS if field.settable}
SETTABLE = (*WRITABLE, "genres", "identifiers", "price")


def unknown_field(name: str) -> TypeError:
    if name in READABLE:
        return TypeError(f"{name} is set by the store and cannot be given")
    return TypeError(f"a book has no field {name!r}; the fields are {', '.join(SETTABLE)}")
