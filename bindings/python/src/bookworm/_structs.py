"""One book into a bw_book, and the layout of structs as the struct module writes it."""

from __future__ import annotations

import ctypes
import struct

from . import _prototypes as c
from ._fields import OPTIONAL, REQUIRED, WRITABLE, Int64s, refuse, unknown_field

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from typing import Any

_CODES: dict[Any, str] = {
    ctypes.c_uint32: "I",
    ctypes.c_int32: "i",
    ctypes.c_int64: "q",
    ctypes.c_double: "d",
    ctypes.c_void_p: "P",
}


def struct_format(structure: type[ctypes.Structure], wanted: Collection[str]) -> str:
    """The struct module's format for some members of a struct, in the order they lie in."""
    parts, at = ["="], 0
    for name, kind, *_ in structure._fields_:
        if name in wanted:
            place = getattr(structure, name)
            parts.append(f"{place.offset - at}x{_CODES.get(kind, 'Q')}")
            at = place.offset + place.size
    return "".join(parts)


def _flattened(structure: type[ctypes.Structure]) -> list[tuple[str, Any]]:
    """The members of a struct with its bw_text members opened up, texts as char pointers."""
    members: list[tuple[str, Any]] = []
    for name, kind, *_ in structure._fields_:
        if kind is c.bw_text:
            members += [(name, ctypes.c_char_p), (f"{name}_length", ctypes.c_int64)]
        else:
            members.append((name, kind))
    return members


class BookTexts(ctypes.Structure):
    """bw_book again, laid out so that `texts.title` is one read that gives bytes or None."""

    _fields_ = _flattened(c.bw_book)


# The members that are no texts, read in one step: those that are passed over are padding.
_BOOK_NUMBERS = (
    "status",
    "fields",
    "series_number",
    "created",
    "updated",
    "started",
    "finished",
    "year",
    "rating",
    "favourite",
)
book_numbers = struct.Struct(struct_format(c.bw_book, _BOOK_NUMBERS)).unpack_from


def book_struct(values: Mapping[str, Any]) -> tuple[Any, int]:
    """A bw_book with some fields, and the bits of those that are given as None.

    Genres come as ids or as names in UTF-8, as settled_genres() gives them. The struct keeps what
    it points to alive.
    """
    book: Any = c.bw_book(size=ctypes.sizeof(c.bw_book))
    clear = 0
    for name, value in values.items():
        if name == "genres":
            _set_genres(book, value)
        elif name == "price":
            if value is None:
                clear |= c.BW_BOOK_PRICE | c.BW_BOOK_CURRENCY
            else:
                from .prices import price_parts

                book.price, currency = price_parts(value)
                set_text(book.currency, currency)
                book.fields |= c.BW_BOOK_PRICE | c.BW_BOOK_CURRENCY
        elif name == "identifiers":
            _set_identifiers(book, () if value is None else value)
        else:
            field = WRITABLE.get(name)
            if field is None:
                raise unknown_field(name)
            if value is None:
                if name not in OPTIONAL:
                    refuse(name, REQUIRED[name], value)
                clear |= field.bit
                continue
            converted = field.convert(value, name)
            if field.kind == "text":
                set_text(getattr(book, name), converted)
            else:
                setattr(book, name, converted)
            book.fields |= field.bit
    return book, clear


def set_text(place: Any, value: bytes) -> None:
    place.data = value
    place.length = len(value)


def texts(values: list[bytes]) -> Any:
    texts = (c.bw_text * (len(values) or 1))()
    for place, value in zip(texts, values):
        set_text(place, value)
    return texts


def _set_genres(book: Any, keys: list[Any]) -> None:
    if keys and isinstance(keys[0], bytes):
        book.genre_names = texts(keys)
        book.genre_name_count = len(keys)
        book.fields |= c.BW_BOOK_GENRE_NAMES
    else:
        book.genres = Int64s(keys).pointer
        book.genre_count = len(keys)
        book.fields |= c.BW_BOOK_GENRES


def _set_identifiers(book: Any, value: Any) -> None:
    from .identifiers import identifiers

    pairs = identifiers(value)
    book.identifier_schemes = texts([scheme for scheme, _ in pairs])
    book.identifier_values = texts([each for _, each in pairs])
    book.identifier_count = len(pairs)
    book.fields |= c.BW_BOOK_IDENTIFIER_SCHEMES | c.BW_BOOK_IDENTIFIER_VALUES
