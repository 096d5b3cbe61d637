"""Values of fields as a person types them."""

from __future__ import annotations

import datetime
import re

from .errors import did_you_mean, there_are, usage
from .fields import _SPELLED, EDITABLE, LONG

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_STATUSES = {
    "on-shelf": "on-shelf",
    "unread": "on-shelf",
    "to-read": "on-shelf",
    "in-progress": "in-progress",
    "reading": "in-progress",
    "completed": "completed",
    "read": "completed",
    "finished": "completed",
    "did-not-finish": "did-not-finish",
    "abandoned": "did-not-finish",
    "dnf": "did-not-finish",
}
_YES, _NO = ("yes", "y", "true", "1", "on"), ("no", "n", "false", "0", "off", "")
#: Fields that every book has, which cannot be taken away.
ALWAYS = ("title", "author", "status", "favourite", "rating")


def field(name: str) -> str:
    """The field that a person names."""
    found = _SPELLED.get(
        name.strip().lower().replace("-", "_"), name.strip().lower().replace("-", "_")
    )
    if found not in EDITABLE and found != "exact_rating":
        usage(
            "{name!r} is not a field that can be set.",
            did_you_mean(name, EDITABLE) or there_are(EDITABLE),
            name=name.strip(),
        )
    return found


def parse(name: str, text: str) -> Any:
    """The value of a field; None takes it away."""
    given = text.strip()
    if name in LONG:
        return given or None
    if name == "rating":
        return _number(name, given or "0", int)
    if name == "favourite":
        return _flag(given)
    if name == "status":
        return _status(given)
    if not given and name not in ALWAYS:
        return None
    if name in ("year", "edition_year", "pages"):
        return _number(name, given, int)
    if name == "series_number":
        return _number(name, given.lstrip("#"), float)
    if name in ("started", "finished"):
        return day(name, given)
    if name == "genres":
        return [part.strip() for part in given.split(",") if part.strip()]
    if name == "contributors":
        from .importing.cells import people

        return [(each, role or "author") for each, role in people(given)]
    if name == "identifiers":
        return [_identifier(part.strip()) for part in given.split(",") if part.strip()]
    if name == "price":
        return price(given)
    return given


def parsed(name: str, text: str) -> dict[str, Any]:
    """The fields that a text sets: a rating is one in whole stars, or one in quarters."""
    if name in ("rating", "exact_rating") and (text.strip() or name == "rating"):
        return rating(text)
    return {name: parse(name, text)}


def rating(text: str) -> dict[str, Any]:
    """The fields of a rating of 0 to 5 in quarters.

    A whole rating takes the exact one away: the library keeps 4.5 where only 5 is set.
    """
    given = text.strip().replace(",", ".") or "0"
    if not re.fullmatch(r"[0-5](\.(0|00|25|5|50|75))?", given) or float(given) > 5:
        usage("{text!r} is not a rating; write 0 to 5, also 4.25 or 4.5.", text=text)
    value = float(given)
    if value == int(value):
        return {"rating": int(value), "exact_rating": None}
    return {"exact_rating": value}


def _number(name: str, given: str, kind: Any) -> Any:
    try:
        return kind(given)
    except ValueError:
        usage("{name}: {given!r} is not a number.", name=name, given=given)


def _flag(given: str) -> bool:
    if given.lower() in _YES:
        return True
    if given.lower() in _NO:
        return False
    usage("favourite: {given!r} is not yes or no.", given=given)


def _status(given: str) -> str:
    found = _STATUSES.get(given.lower().replace(" ", "-").replace("_", "-"))
    if found is None:
        usage(
            "status: {given!r} is not a status.",
            did_you_mean(given, _STATUSES)
            or there_are(("on-shelf", "in-progress", "completed", "did-not-finish")),
            given=given,
        )
    return found


def day(name: str, given: str) -> datetime.date:
    """A day: 2024-03-15, today or yesterday."""
    today = datetime.date.today()
    if given in ("today", "yesterday"):
        return today - datetime.timedelta(days=given == "yesterday")
    try:
        return datetime.date.fromisoformat(given)
    except ValueError:
        usage(
            "{name}: {given!r} is not a day; write 2024-03-15, today or yesterday.",
            name=name,
            given=given,
        )


def _identifier(given: str) -> tuple[str, str]:
    scheme, colon, value = given.partition(":")
    if colon and re.fullmatch(r"[A-Za-z][\w.+-]*", scheme):
        return scheme.lower(), value.strip()
    return "isbn", given


def price(given: str) -> Any:
    """A price: 12.99 EUR."""
    import decimal

    import bookworm

    found = re.fullmatch(r"([A-Za-z]{3})?\s*(\d+(?:[.,]\d+)?)\s*([A-Za-z]{3})?", given)
    currency = found and (found[1] or found[3])
    if not found or not currency:
        usage("price: {given!r} is not a price; write 12.99 EUR.", given=given)
    digits = bookworm.currency_digits(currency.upper())
    amount = decimal.Decimal(found[2].replace(",", ".")).scaleb(digits)
    if amount != amount.to_integral_value():
        usage(
            "price: {given!r} has more digits than {currency} has.",
            given=given,
            currency=currency.upper(),
        )
    return bookworm.Price(int(amount), currency.upper())
