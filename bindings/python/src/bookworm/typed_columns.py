"""Converts the texts that a person has typed into the columns of an import to values."""

from __future__ import annotations

from collections.abc import Container, Mapping

from ._native.errors import Error, InvalidError, in_reading, rename
from ._native.fields import SETTABLE
from ._native.reading_lists import DATES, TEXTS
from ._native.values import is_list
from .languages import Language, language_number
from .typed_text import parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

# The fields of a reading that a person may have typed, and their columns. The id of a reading is
# not among them, because the source gives it.
_OF_READING = {name: column for name, (column, _) in {**DATES, **TEXTS}.items() if name != "id"}


def parsed(
    columns: Mapping[str, Sequence[Any]], language: Language | str, left_out: Container[int]
) -> tuple[dict[str, Sequence[Any]], dict[int, Error]]:
    """The columns with values in place of texts, and the first error of each row that has one.

    left_out  rows that are not read
    """
    try:
        language_number(language)
    except InvalidError as error:
        rename(error, "typed_in")
        raise
    made, wrong = dict(columns), dict[int, Error]()
    for name, values in columns.items():
        if name not in SETTABLE and name != "readings":
            continue
        # Many rows have the same text: a status, a day, a genre.
        known: dict[str, Any] = {}
        read = made[name] = list(values)
        for row, value in enumerate(values):
            if row in left_out:
                continue
            try:
                if name == "readings":
                    read[row] = _readings(value, language)
                elif isinstance(value, str):
                    if value not in known:
                        known[value] = _value(name, value, language)
                    read[row] = known[value]
            except Error as error:
                error.row = row
                wrong.setdefault(row, error)
    return made, wrong


def _value(field: str, typed: str, language: Language | str) -> Any:
    # An absent ISBN in a form meant for spreadsheets.
    if field == "identifiers" and typed.strip() == '=""':
        return ()
    return parse(field, typed, language)


def _readings(value: Any, language: Language | str) -> Any:
    """Parses the readings of a row. Other values stay as they are, and are refused later."""
    if isinstance(value, (str, bytes, Mapping)) or not is_list(value):
        return value
    return [
        _reading(each, place, language) if isinstance(each, Mapping) else each
        for place, each in enumerate(value)
    ]


def _reading(reading: Mapping[str, Any], place: int, language: Language | str) -> dict[str, Any]:
    read = dict(reading)
    for name, column in _OF_READING.items():
        if isinstance(read.get(name), str):
            try:
                read[name] = parse(name, read[name], language, entity="reading")
            except Error as error:
                in_reading(error, column, place)
                raise
    return read
