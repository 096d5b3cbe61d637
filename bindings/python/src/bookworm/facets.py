"""Facets: one group of a query's books, as an argument of the library, and as a text."""

from __future__ import annotations

import ctypes
import datetime

from ._native import prototypes as c
from ._native.errors import Error, InvalidError, rename
from ._native.library import call, free_result, library
from ._native.structs import string
from ._native.values import refuse, status, text
from .languages import Language, language_number
from .statistics import MONTHS, NUMBERS, Statistics, group_number


def arguments(
    group: str, facet: Statistics | str | datetime.date
) -> tuple[int, int, bytes | None, int]:
    """A group's number, and one facet's number, name and length of the name."""
    number = group_number(group)
    value: object = facet
    if isinstance(facet, Statistics):
        value = facet.month if group in MONTHS else facet.name
    if group in MONTHS:
        if not isinstance(value, datetime.date):
            refuse("facet", "a Statistics of the group, or a date in a month", facet)
        return number, value.year * 100 + value.month, None, 0
    if not isinstance(value, str):
        refuse("facet", "a Statistics of the group, or its name", facet)
    if group == "status":
        return number, status(value, "facet"), None, 0
    if group in NUMBERS:
        try:
            return number, _int64(value), None, 0
        except ValueError:
            raise InvalidError(f"facet must be a {group}, not {value!r}", field="facet") from None
    encoded = text(value, "facet")
    return number, 0, encoded, len(encoded)


def _int64(value: str) -> int:
    """The number in a text. If it does not fit in C, the nearest that does, which no facet has."""
    return max(min(int(value), 2**63 - 1), -(2**63))


def facet_label(
    group: str,
    facet: Statistics | str | datetime.date,
    language: Language | str = Language.ENGLISH,
) -> str:
    """Returns the text for a facet in the given language, such as "February 2024".

    Statuses and ratings are in words, and genres and languages have their names in the language.
    Other names are as stored.

    Args:
        group: A group of Store.statistics_by().
        facet: An item of statistics_by() or facets(), or its name; for months also a date.
        language: A Language or its text.

    Raises:
        InvalidError: The group is unknown, or the name is blank.
        ArgumentError: The group has no such facet.
    """
    found, result = c.bw_text(), ctypes.c_void_p()
    place = language_number(language), ctypes.byref(found), ctypes.byref(result)
    given = arguments(group, facet)
    try:
        call(library.bw_facet_format, *given, *place)
    except Error as error:
        rename(error, "facet")
        raise
    try:
        return string(found)
    finally:
        free_result(result)


def group_name(group: str, language: Language | str = Language.ENGLISH) -> str:
    """Returns the label of a group of Store.statistics_by() in the given language: "Author".

    Raises:
        InvalidError: The group is unknown.
    """
    made: bytes = library.bw_group_name(group_number(group), language_number(language))
    return made.decode()
