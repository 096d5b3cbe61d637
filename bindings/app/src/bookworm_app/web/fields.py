"""The fields of a book in a form, and values as they are shown."""

from __future__ import annotations

import datetime
import hashlib
from collections.abc import Callable

import bookworm
from bookworm import Draft, presentation

from . import people

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .words import Words

#: The fields of the form in its order, and which control each is.
CONTROLS = {
    "title": "line",
    "title_sort": "line",
    "subtitle": "line",
    "author": "line",
    "author_sort": "line",
    "contributors": "people",
    "genres": "genres",
    "rating": "rating",
    "exact_rating": "quarters",
    "favourite": "check",
    "series": "line",
    "series_number": "short",
    "year": "short",
    "edition_year": "short",
    "publisher": "line",
    "pages": "short",
    "language": "short",
    "format": "short",
    "price": "price",
    "identifiers": "identifiers",
    "synopsis": "text",
    "review": "text",
    "spoilers": "check",
    "notes": "text",
}
#: Exact ratings, the best one first, each with the whole rating that follows it.
QUARTERS = {each / 4: Draft(exact_rating=each / 4).rating for each in range(20, 0, -1)}
#: Fields of the form for a new book alone. Later, identifiers and readings have these values.
FIRST = {"isbn": "isbn", "status": "status", "started": "day", "finished": "day"}
#: Of these fields, only the number of items is shown.
_LISTS = ("quotes", "readings", "sources")


def shown(words: Words, field: str, value: Any) -> str:
    """Returns a value as a person reads it."""
    if value is None:
        return ""
    if field == "rating":
        return presentation.stars(value) if value else ""
    if field == "exact_rating":
        return presentation.exact_rating_name(value, words.language)
    if isinstance(value, datetime.datetime):
        return words.moment(value)
    if field == "genres":
        value = [presentation.genre_name(name, words.language) for name in value]
    if field == "contributors":
        return "; ".join(people.with_role(words, each) for each in value)
    if field in _LISTS:
        return words.number(len(value)) if value else ""
    return presentation.format(field, value, words.language)


def mark_of(text: str) -> str:
    """Returns a short mark of a text, so that a form need not keep the whole text that it had."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def texts_of(book: bookworm.Book, language: str) -> dict[str, str]:
    """Returns the texts that a form shows for a book, by field, as a person would type them."""
    has = book.as_dict()
    own: dict[str, Callable[[Any], str]] = {
        "genres": "\n".join,
        "contributors": people.text_of,
        # The values of a group of radio buttons, of a selection list, and of a checkbox.
        "rating": str,
        "exact_rating": lambda value: f"{value:g}" if value else "",
        **dict.fromkeys(("favourite", "spoilers"), lambda value: "yes" if value else ""),
    }
    return {
        field: own[field](has[field])
        if field in own
        else presentation.format(field, has[field], language)
        for field in CONTROLS
    }
