"""Converts the texts that a person types to values, and values to the texts that a form shows."""

from __future__ import annotations

import ctypes
import datetime

from ._native import prototypes as c
from ._native.contributor_lists import contributor_values
from ._native.drafts import texts
from ._native.errors import UNREADABLE, Error, damage, in_characters
from ._native.library import call, free_result, library
from ._native.values import (
    OUTCOME_NAMES,
    STATUSES,
    Status,
    boolean,
    date,
    identifier_pairs,
    instant,
    int64,
    price_parts,
    refuse,
    text,
    to_date,
    to_instant,
    typed_text,
)
from .contributors import Contributor
from .identifiers import Identifier
from .languages import Language, field_bit, language_number
from .prices import Price

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def parse(
    field: str, typed: str, language: Language | str = Language.ENGLISH, *, entity: str = "book"
) -> Any:
    """Returns what a person means by a text typed into a field, or None for a blank one.

    For a rating, a blank text is 0; for a list, it is an empty list; for a shelf's line, it is the
    empty line, which finds every book. Each kind of field has its own forms:

    - Numbers have the language's decimal and grouping separators. Ratings may also be stars:
      "★★★" in `rating`, which has no halves, and "★★★½" in `exact_rating`.
    - Days are "March 5, 2024", "5.3.2024", "5 marca 2024", "2024년 3월 5일", "2024-03-05",
      "2024/03/05" or "today", for example. A text in the form of "3/5/2024" is a day only in
      languages that put the day first, if one of its first two numbers is above 12, or if they are
      equal. The year of "5.3.24" is 2024, that of "5.3.69" is 1969. Instants are a day, or a day
      and a time.
    - Prices have a symbol or a code: "12,99 €", "USD 12.99". Common currencies also have names:
      "12,99 Euro".
    - Statuses, outcomes, languages, yes and no are names in any of the four languages. A language
      may also be a code.
    - Genres and identifiers are separated by commas: "isbn:9780441172719, doi:10.1000/182". An
      identifier without a scheme is an ISBN. Its check digit must be valid; a misprinted number
      must be in quotes: 'isbn:"9780441172710"'. The form of spreadsheets, ="9780441172719", is
      read; an empty one, ="", is ignored by import_from() only. People are separated by semicolons:
      "Neil Gaiman = Gaiman, Neil; Martin Jarvis (narrator)". A role has its usual names in any
      language, such as "Sprecherin"; any other text is used as it is.
    - Other texts are used as typed, without white space at the ends of one line.

    For a whole form use Draft.set_text(), and for the rows of a file
    store.books.import_from(typed_in=).

    Args:
        field: The field's name.
        typed: The text.
        language: A Language or its text.
        entity: Whose field: "book", "genre", "quote", "order", "reading", "shelf" or "source".

    Raises:
        InvalidError: The text has no meaning, or the value breaks a rule of the field;
            error_text() says in the language what is expected.
        ArgumentError: The field cannot be typed as one text.
    """
    encoded, (number, bit) = typed_text(typed, field), field_bit(entity, field)
    value, result = c.bw_value(size=ctypes.sizeof(c.bw_value)), ctypes.c_void_p()
    place = len(encoded), language_number(language), ctypes.byref(value), ctypes.byref(result)
    try:
        call(library.bw_field_parse, number, bit, encoded, *place)
    except Error as error:
        in_characters(error, encoded)
        raise
    try:
        return _READ[value.kind](value)
    except UNREADABLE as error:
        raise damage(error) from error
    finally:
        free_result(result)


def format(  # noqa: A001
    field: str, value: Any, language: Language | str = Language.ENGLISH, *, entity: str = "book"
) -> str:
    """Returns the text that a form shows for a value, which parse() can read.

    None gives "". parse() cannot read a value that cannot be typed, such as a text with white space
    at its ends.

    Args:
        field: The field's name.
        value: A value of the field.
        language: A Language or its text.
        entity: Whose field, as in parse().

    Raises:
        ArgumentError: The value is of another kind than the field.
    """
    (number, bit), given = field_bit(entity, field), _given(field, value)
    found, result = c.bw_text(), ctypes.c_void_p()
    place = language_number(language), ctypes.byref(found), ctypes.byref(result)
    call(library.bw_field_format, number, bit, ctypes.byref(given), *place)
    return _taken(found, result)


def format_row(rows: ctypes.c_void_p, field: int, language: Language | str) -> str:
    """The text that a form shows for a field of the first row of a result."""
    found, result = c.bw_text(), ctypes.c_void_p()
    place = language_number(language), ctypes.byref(found), ctypes.byref(result)
    call(library.bw_result_format_field, rows, 0, field, *place)
    return _taken(found, result)


def _taken(found: c.bw_text, result: ctypes.c_void_p) -> str:
    try:
        return _str(found)
    finally:
        free_result(result)


def _str(value: c.bw_text) -> str:
    return (value.data or b"")[: value.length].decode()


def _list(items: Any, count: int) -> list[str]:
    return [_str(items[place]) for place in range(count)]


def _people(value: c.bw_value) -> tuple[Contributor, ...]:
    lists = (_list(each, value.count) for each in (value.texts, value.keys, value.sorts))
    return tuple(
        Contributor(name, role or "author", sort or None) for name, role, sort in zip(*lists)
    )


def _identifiers(value: c.bw_value) -> tuple[Identifier, ...]:
    return tuple(map(Identifier, _list(value.keys, value.count), _list(value.texts, value.count)))


_READ: dict[int, Callable[[Any], Any]] = {
    c.BW_VALUE_ABSENT: lambda value: None,
    c.BW_VALUE_INTEGER: lambda value: value.number,
    c.BW_VALUE_REAL: lambda value: value.real,
    c.BW_VALUE_TEXT: lambda value: _str(value.text),
    c.BW_VALUE_FLAG: lambda value: bool(value.number),
    c.BW_VALUE_STATUS: lambda value: STATUSES[value.number],
    c.BW_VALUE_OUTCOME: lambda value: OUTCOME_NAMES[value.number],
    c.BW_VALUE_DAY: lambda value: to_date(value.number),
    c.BW_VALUE_INSTANT: lambda value: to_instant(value.number),
    c.BW_VALUE_PRICE: lambda value: Price(value.number, _str(value.text)),
    c.BW_VALUE_TEXTS: lambda value: _list(value.texts, value.count),
    c.BW_VALUE_IDENTIFIERS: _identifiers,
    c.BW_VALUE_CONTRIBUTORS: _people,
}


def _given(field: str, value: Any) -> c.bw_value:
    given = c.bw_value(size=ctypes.sizeof(c.bw_value))
    if field == "identifiers" and value is not None:
        pairs = identifier_pairs(value)
        given.kind, given.count = c.BW_VALUE_IDENTIFIERS, len(pairs)
        given.keys, given.texts = (
            texts([each for each, _ in pairs]),
            texts([each for _, each in pairs]),
        )
    elif field == "contributors" and value is not None:
        people = contributor_values(value)
        given.kind, given.count = c.BW_VALUE_CONTRIBUTORS, len(people)
        given.texts = texts([each["name"] for each in people])
        given.keys = texts([each["role"] for each in people])
        given.sorts = texts([each["sort"] for each in people])
    elif field == "genres" and value is not None:
        if isinstance(value, (str, bytes)):
            refuse(field, "a list of names", value)
        names = [text(each, field) for each in value]
        given.kind, given.count, given.texts = c.BW_VALUE_TEXTS, len(names), texts(names)
    else:
        _set_one(given, field, value)
    return given


def _set_one(given: c.bw_value, field: str, value: Any) -> None:
    """Sets a single value, by its type."""
    if value is None:
        given.kind = c.BW_VALUE_ABSENT
    elif isinstance(value, Status):
        given.kind, given.number = c.BW_VALUE_STATUS, STATUSES.index(value)
    elif isinstance(value, str):
        encoded = text(value, field)
        given.kind, given.text.data, given.text.length = c.BW_VALUE_TEXT, encoded, len(encoded)
    elif isinstance(value, bool):
        given.kind, given.number = c.BW_VALUE_FLAG, boolean(value, field)
    elif isinstance(value, float):
        given.kind, given.real = c.BW_VALUE_REAL, value
    elif isinstance(value, datetime.datetime):
        given.kind, given.number = c.BW_VALUE_INSTANT, instant(value, field)
    elif isinstance(value, datetime.date):
        given.kind, given.number = c.BW_VALUE_DAY, date(value, field)
    elif isinstance(value, tuple):
        given.kind = c.BW_VALUE_PRICE
        given.number, currency = price_parts(value)
        given.text.data, given.text.length = currency, len(currency)
    else:
        given.kind, given.number = c.BW_VALUE_INTEGER, int64(value, field)
