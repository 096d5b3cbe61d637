"""Values of fields as a person types them."""

from __future__ import annotations

import datetime
import re

from .errors import did_you_mean, usage
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
    if found not in EDITABLE:
        usage(
            f"{name.strip()!r} is no field that can be set.",
            did_you_mean(name, EDITABLE) or f"There are {', '.join(EDITABLE)}.",
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
    if name == "identifiers":
        return [_identifier(part.strip()) for part in given.split(",") if part.strip()]
    if name == "price":
        return price(given)
    return given


def _number(name: str, given: str, kind: Any) -> Any:
    try:
        return kind(given)
    except ValueError:
        usage(f"{name}: {given!r} is no number.")


def _flag(given: str) -> bool:
    if given.lower() in _YES:
        return True
    if given.lower() in _NO:
        return False
    usage(f"favourite: {given!r} is neither yes nor no.")


def _status(given: str) -> str:
    found = _STATUSES.get(given.lower().replace(" ", "-").replace("_", "-"))
    if found is None:
        usage(
            f"status: {given!r} is no status.",
            did_you_mean(given, _STATUSES)
            or "There are on-shelf, in-progress, completed, did-not-finish.",
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
        usage(f"{name}: {given!r} is no day; write 2024-03-15, today or yesterday.")


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
        usage(f"price: {given!r} is no price; write 12.99 EUR.")
    digits = bookworm.currency_digits(currency.upper())
    amount = decimal.Decimal(found[2].replace(",", ".")).scaleb(digits)
    if amount != amount.to_integral_value():
        usage(f"price: {given!r} has more digits than {currency.upper()} has.")
    return bookworm.Price(int(amount), currency.upper())
