"""The fields of a book in a form: what is typed as values, and values as they are typed."""

from __future__ import annotations

import datetime
import hashlib
from collections.abc import Callable
from decimal import Decimal

import bookworm
from bookworm import Draft, InvalidError, Price, currency_digits, presentation

from . import people

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .words import Words

#: The fields of the form in its order, and which control each is.
CONTROLS = {
    "title": "line",
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
    "identifiers": "lines",
    "synopsis": "text",
    "review": "text",
    "notes": "text",
}
#: Exact ratings, the best one first, each with the whole rating that follows it.
QUARTERS = {each / 4: Draft(exact_rating=each / 4).rating for each in range(20, 0, -1)}
#: What only a new book is given; later, readings say it.
FIRST = {"isbn": "isbn", "status": "status", "started": "day", "finished": "day"}


def _number(text: str, field: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise InvalidError(f"{text[:40]!r} is no number", field=field) from None


def _fraction(text: str, field: str) -> float:
    try:
        return float(text.replace(",", "."))
    except ValueError:
        raise InvalidError(f"{text[:40]!r} is no number", field=field) from None


def _day(text: str, field: str) -> datetime.date:
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        raise InvalidError(f"{text[:40]!r} is no day", field=field) from None


def _price(text: str, field: str) -> Price:
    """An amount and a currency, such as 12.99 EUR."""
    words = text.replace(",", ".").split()
    try:
        amount, currency = Decimal(words[0]), words[1].upper()
        minor = amount.scaleb(currency_digits(currency))
    except (IndexError, ArithmeticError, bookworm.Error):
        minor, currency = Decimal("NaN"), ""
    if len(words) != 2 or not minor.is_finite() or minor != minor.to_integral_value():
        raise InvalidError(f"{text[:40]!r} is no price", field=field)
    return Price(int(minor), currency)


def _identifiers(text: str, field: str) -> list[tuple[str, str]]:
    """One a line, such as isbn:9780441172719; an ISBN needs no scheme."""
    made = []
    for line in filter(None, map(str.strip, text.split("\n"))):
        scheme, colon, value = line.partition(":")
        if not colon:
            try:
                scheme, value = "isbn", presentation.parse_isbn(line)
            except bookworm.Error as error:
                error.field = field
                raise
        made.append((scheme.strip(), value.strip()))
    return made


_READ: dict[str, Callable[[str, str], Any]] = {
    **dict.fromkeys(("year", "edition_year", "pages", "rating"), _number),
    **dict.fromkeys(("series_number", "exact_rating"), _fraction),
    "started": _day,
    "finished": _day,
    "price": _price,
    "identifiers": _identifiers,
}


def value_of(field: str, text: str) -> Any:
    """The value of a text in a field; None for a blank one. Raises InvalidError."""
    if field == "favourite":
        return text == "yes"
    if field == "contributors":
        return people.value_of(text)
    if not text.strip():
        # What is blank is refused by the library where it must not be; "" says more than None.
        return "" if field in ("title", "author") else None
    return _READ[field](text.strip(), field) if field in _READ else text


def text_of(field: str, value: Any) -> str:
    """A value as it is typed."""
    if value is None:
        return ""
    if field == "favourite":
        return "yes" if value else ""
    if field == "price":
        return str(value)
    if field == "identifiers":
        return "\n".join(f"{scheme}:{each}" for scheme, each in value)
    if field == "genres":
        return "\n".join(value)
    if field == "contributors":
        return people.text_of(value)
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def shown(words: Words, field: str, value: Any) -> str:
    """A value as a person reads it."""
    if value is None or value == ():
        return ""
    if field == "status":
        return presentation.status_name(value, words.language)
    if field == "rating":
        return presentation.stars(value) if value else ""
    if field == "exact_rating":
        return presentation.exact_rating_name(value, words.language)
    if field == "price":
        return presentation.money(value, words.language)
    if field == "contributors":
        return ", ".join(f"{each.name} ({people.role_name(words, each.role)})" for each in value)
    if isinstance(value, bool):
        return "♥" if value else ""
    if isinstance(value, datetime.datetime):
        return words.moment(value)
    if isinstance(value, datetime.date):
        return words.day(value)
    if isinstance(value, list) and field != "genres":
        return words.number(len(value)) if value else ""
    return text_of(field, value).replace("\n", ", " if field in ("genres", "identifiers") else "\n")


def mark_of(text: str) -> str:
    """A short mark of a text, so that a form need not keep the whole text that it had."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def texts_of(book: bookworm.Book) -> dict[str, str]:
    """The texts of a form for a book, by field."""
    has = book.as_dict()
    return {field: text_of(field, has[field]) for field in CONTROLS}
