"""Our own CSV, as `bookworm export --to csv` writes it: every cell is read as it is."""

from __future__ import annotations

import datetime
import json

from ...sentences import Said, Wrong
from ..formats import Format, marks
from ..mapping import Row
from ..rows import Reading

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

TEXTS = (
    "title", "title_sort", "subtitle", "author", "author_sort", "series", "publisher", "format",
    "language", "synopsis", "review", "notes",
)  # fmt: skip

#: Read by _finish, beside the texts.
_CELLS = ("contributors", "genres", "identifiers", "price", "readings", "quotes")


def _finish(row: Row) -> None:
    fields = row.fields
    for name in TEXTS:
        if name in row.columns:
            fields[name] = row.cell(name) or None
    if "genres" in row.columns:
        fields["genres"] = row.read("genres", _list)
    if "contributors" in row.columns:
        fields["contributors"] = row.read("contributors", _people)
    for scheme, value in row.read("identifiers", _pairs) or ():
        row.identify(scheme, value)
    for each in row.read("quotes", _list) or ():
        row.quotes.append((str(each["text"]), each.get("page")))
    if row.cell("price"):
        fields["price"] = row.read("price", _price)
    if row.cell("readings"):
        row.readings = row.read("readings", _readings) or []


def _list(text: str) -> list[Any]:
    made = json.loads(text) if text else []
    if not isinstance(made, list):
        raise ValueError(Said("it is not a list of JSON"))
    return made


def _pairs(text: str) -> list[tuple[str, str]]:
    return [(str(scheme), str(value)) for scheme, value in _list(text)]


def _price(text: str) -> Any:
    import bookworm
    from bookworm import presentation

    try:
        return presentation.parse("price", text)
    except bookworm.InvalidError as error:
        raise ValueError(Wrong(error)) from None


def _people(text: str) -> list[tuple[Any, ...]]:
    return [(each["name"], each["role"], each.get("sort")) for each in _list(text)]


def _readings(text: str) -> list[Reading]:
    made = []
    for each in _list(text):
        started, finished = (
            datetime.date.fromisoformat(each[name]) if each.get(name) else None
            for name in ("started", "finished")
        )
        others = [each.get(name) for name in ("note", "page", "percent")]
        made.append(Reading(started, finished, each["outcome"], *others))
    return made


FORMAT = Format(
    "Bookworm",
    "bookworm",
    marks("global_id, title, author"),
    {
        **dict.fromkeys((*_CELLS, *TEXTS), ""),
        "global_id": "id",
        "title": "title",
        "author": "author",
        "rating": "rating",
        "exact_rating": "exact_rating",
        "favourite": "favourite",
        "spoilers": "spoilers",
        "status": "status",
        "started": "started",
        "finished": "finished",
        "series_number": "series_number",
        "year": "year",
        "edition_year": "edition_year",
        "pages": "pages",
        "created": "created",
        "updated": "same",
    },
    finish=_finish,
    mended=False,
)
