"""Our own CSV. When it is imported again, its fields come back without loss."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable

from .. import output
from ..importing.readers.own import FORMAT
from . import ORIGINALS, write_csv

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

HEADER = (
    "global_id", "title", "title_sort", "subtitle", "author", "author_sort", "contributors",
    "rating",
    "exact_rating", "favourite", "status", "started", "finished", "genres", "series",
    "series_number", "year", "edition_year", "publisher", "pages", "language", "format",
    "identifiers", "price", "synopsis", "review", "spoilers", "notes", "readings", "quotes",
    "created", "updated",
)  # fmt: skip
_LISTS = ("contributors", "genres", "identifiers", "readings", "quotes")
assert set(HEADER) == set(FORMAT.columns)


def write(books: Iterable[dict[str, Any]], out: Any, lost: Counter[str], *, safe: bool) -> int:
    """Writes the books, and returns their number."""
    return write_csv(out, HEADER, (_row(book, lost) for book in books), safe=safe)


def _row(book: dict[str, Any], lost: Counter[str]) -> list[str]:
    if book["sources"]:
        lost[ORIGINALS] += 1
    return row(book)


def row(book: dict[str, Any]) -> list[str]:
    """Returns the cells of a book."""
    return [_cell(name, book[name]) for name in HEADER]


def _cell(name: str, value: Any) -> str:
    if value is None:
        return ""
    if type(value) is str:
        return value
    if name in _LISTS:
        return _list(name, value) if value else ""
    if name == "price":
        return f"{value.decimal} {value.currency}"
    if name == "series_number":
        return repr(value)
    made = output.plain(value)
    return made if isinstance(made, str) else str(made).lower()


def _list(name: str, value: Any) -> str:
    if name == "contributors":
        value = [each._asdict() for each in value]
        value = [{key: each[key] for key in each if each[key] is not None} for each in value]
    elif name == "identifiers":
        value = [[each.scheme, each.value] for each in value]
    elif name == "readings":
        known = ("outcome", "started", "finished", "page", "percent", "note")
        value = [{key: each[key] for key in known if each[key] is not None} for each in value]
    elif name == "quotes":
        of_quotes = ("text", "page")
        value = [{key: each[key] for key in of_quotes if each[key] is not None} for each in value]
    return json.dumps(output.plain(value), ensure_ascii=False)
