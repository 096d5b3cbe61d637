"""One book into the library: a bw_book made of some fields, whose values are checked for type."""

from __future__ import annotations

import ctypes

from . import prototypes as c
from .fields import GENRE_LISTS, OTHER_FIELDS, WRITABLE, unknown_field
from .values import Int64s, identifier_pairs, price_parts, refuse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


def book_struct(values: Mapping[str, Any]) -> tuple[Any, int]:
    """A bw_book with some fields, and the bits of those that are given as None.

    Genres come as ids or as names in UTF-8, as settled_genres() gives them. The struct keeps what
    it points to alive.
    """
    book: Any = c.bw_book(size=ctypes.sizeof(c.bw_book))
    clear = 0
    for name, value in values.items():
        clear |= set_field(book, name, value)
    return book, clear


def set_field(book: Any, name: str, value: Any) -> int:
    """Sets a field; the bits of it where it is None. One that cannot be is not set."""
    if name in GENRE_LISTS:
        _set_genres(book, value, name)
    elif name == "price":
        if value is None:
            return OTHER_FIELDS[name]
        book.price, currency = price_parts(value)
        set_text(book.currency, currency)
        book.fields |= OTHER_FIELDS[name]
    elif name == "identifiers":
        _set_identifiers(book, () if value is None else value)
    else:
        field = WRITABLE.get(name)
        if field is None:
            raise unknown_field(name)
        if value is None:
            if field.required is not None:
                refuse(name, field.required, value)
            return field.bit
        converted = field.convert(value, name)
        if field.kind == "text":
            set_text(getattr(book, name), converted)
        else:
            setattr(book, name, converted)
        book.fields |= field.bit
    return 0


def set_text(place: Any, value: bytes) -> None:
    place.data = value
    place.length = len(value)


def texts(values: list[bytes]) -> Any:
    texts = (c.bw_text * (len(values) or 1))()
    for place, value in zip(texts, values):
        set_text(place, value)
    return texts


def _set_genres(book: Any, keys: list[Any], name: str) -> None:
    ids, names = GENRE_LISTS[name]
    stem = name[:-1]
    named = [key for key in keys if isinstance(key, bytes)]
    if named:
        setattr(book, f"{stem}_names", texts(named))
        setattr(book, f"{stem}_name_count", len(named))
        book.fields |= names
    if len(named) < len(keys) or not keys:
        numbers = [key for key in keys if not isinstance(key, bytes)]
        setattr(book, name, Int64s(numbers).pointer)
        setattr(book, f"{stem}_count", len(numbers))
        book.fields |= ids


def _set_identifiers(book: Any, value: Any) -> None:
    pairs = identifier_pairs(value)
    book.identifier_schemes = texts([scheme for scheme, _ in pairs])
    book.identifier_values = texts([each for _, each in pairs])
    book.identifier_count = len(pairs)
    book.fields |= OTHER_FIELDS["identifiers"]
