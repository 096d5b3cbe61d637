"""Passes all readings of a new or imported book to the library: mappings become parallel lists."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from . import prototypes as c
from .errors import ArgumentError
from .values import date, is_list, outcome, refuse, shortened, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

DATES = {
    "started": ("reading_started", c.BW_BOOK_READING_STARTED),
    "finished": ("reading_finished", c.BW_BOOK_READING_FINISHED),
    "outcome": ("reading_outcomes", c.BW_BOOK_READING_OUTCOMES),
}
TEXTS = {
    "note": ("reading_notes", c.BW_BOOK_READING_NOTES),
    "id": ("reading_ids", c.BW_BOOK_READING_IDS),
}


def reading_values(value: Any) -> list[dict[str, Any]]:
    """The readings of one book, each with all values in the form of C: 0 or empty if absent."""
    if isinstance(value, (str, bytes, Mapping)) or not is_list(value):
        refuse("readings", "a list of mappings, one per reading", value)
    return [_values(each) for each in value]


def _values(reading: Any) -> dict[str, Any]:
    if not isinstance(reading, Mapping):
        refuse("readings", "a list of mappings, one per reading; not with an item", reading)
    values: dict[str, Any] = {**dict.fromkeys(DATES, 0), **dict.fromkeys(TEXTS, b"")}
    for name, value in reading.items():
        if name not in values:
            known = ", ".join(values)
            raise ArgumentError(
                f"a reading has no field {shortened(name)}; the fields are {known}",
                field="readings",
            )
        if value is not None:
            values[name] = _CONVERT[name](value, name)
    return values


_CONVERT: dict[str, Callable[[Any, str], Any]] = {
    "started": date,
    "finished": date,
    "outcome": outcome,
    "note": text,
    "id": text,
}


def flattened(rows: Iterable[list[dict[str, Any]]], name: str) -> list[Any]:
    """One value of each reading of all rows."""
    return [reading[name] for row in rows for reading in row]
