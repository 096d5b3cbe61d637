"""Passes a row to the library: a struct of some fields, whose values are checked for type."""

from __future__ import annotations

import ctypes

from . import prototypes as c
from .contributor_lists import LISTS, contributor_values
from .errors import ArgumentError
from .fields import GENRE_LISTS, OTHER_FIELDS, WRITABLE, unknown_field
from .reading_lists import DATES, flattened, reading_values
from .values import Int64s, identifier_pairs, price_parts, refuse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from .fields import Field


def book_struct(values: Mapping[str, Any]) -> tuple[Any, int]:
    """Returns a bw_book with some fields, and the bits of those given as None.

    Genres are ids or names in UTF-8, as from settled_genres(). The struct keeps its memory alive.
    """
    book: Any = c.bw_book(size=ctypes.sizeof(c.bw_book))
    clear = 0
    for name, value in values.items():
        clear |= set_field(book, name, value)
    return book, clear


def refuse_updates(names: Iterable[str]) -> None:
    """Refuses the lists of genres that only an update has."""
    for name in names:
        if name in GENRE_LISTS and name != "genres":
            raise unknown_field(name)


def set_field(book: Any, name: str, value: Any) -> int:
    """Sets a field, or returns its bits if it is None. Raises if the value cannot be stored."""
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
    elif name == "contributors":
        _set_contributors(book, () if value is None else value)
    else:
        field = WRITABLE.get(name)
        if field is None:
            raise unknown_field(name)
        return _set_value(book, field, value)
    return 0


def row_struct(
    structure: type[Any], fields: Mapping[str, Field], values: Mapping[str, Any]
) -> tuple[Any, int]:
    """Returns a struct of another row with some fields, and the bits of those given as None."""
    row = structure(size=ctypes.sizeof(structure))
    clear = 0
    for name, value in values.items():
        clear |= _set_value(row, fields[name], value)
    return row, clear


def _set_value(row: Any, field: Field, value: Any) -> int:
    if value is None:
        if field.required is not None:
            refuse(field.name, field.required, value)
        return field.bit
    converted = field.convert(value, field.name)
    if field.kind == "text":
        set_text(getattr(row, field.name), converted)
    else:
        setattr(row, field.name, converted)
    row.fields |= field.bit
    return 0


def set_readings(book: Any, value: Any) -> None:
    """Sets all readings of a new book."""
    readings = reading_values(value)
    for reading in readings:
        if reading["id"]:
            raise ArgumentError("only an import accepts ids of readings", field="readings")
    for name, (member, bit) in DATES.items():
        numbers = flattened([readings], name)
        setattr(book, member, (ctypes.c_int32 * (len(numbers) or 1))(*numbers))
        book.fields |= bit
    book.reading_notes = texts(flattened([readings], "note"))
    book.reading_count = len(readings)
    book.fields |= c.BW_BOOK_READING_NOTES


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


def _set_contributors(book: Any, value: Any) -> None:
    contributors = contributor_values(value)
    for name, (member, _) in LISTS.items():
        setattr(book, member, texts([each[name] for each in contributors]))
    book.contributor_count = len(contributors)
    book.fields |= OTHER_FIELDS["contributors"]


def _set_identifiers(book: Any, value: Any) -> None:
    pairs = identifier_pairs(value)
    book.identifier_schemes = texts([scheme for scheme, _ in pairs])
    book.identifier_values = texts([each for _, each in pairs])
    book.identifier_count = len(pairs)
    book.fields |= OTHER_FIELDS["identifiers"]
