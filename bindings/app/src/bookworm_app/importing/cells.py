"""Single cells: what a text in a file means. A ValueError says why it means nothing."""

from __future__ import annotations

import datetime
import html
import re

_EMPTY_DATES = ("", "not set", "none", "null")
_SERIES = re.compile(r"(?P<title>.*\S)\s*\((?P<series>[^()]+?),?\s+#(?P<number>\d+(?:\.\d+)?)"
                     r"(?P<more>\s*;[^()]*)?\)")  # fmt: skip


def unwrapped(text: str) -> str:
    """A cell without padding and without the ="..." of a spreadsheet."""
    text = text.strip()
    found = re.fullmatch(r'="(.*)"', text, re.DOTALL)
    return found[1].strip() if found else text


def number(text: str, kind: type[int] | type[float] = int) -> float | int | None:
    """A number, also of a file that writes whole ones as 296.0 or 1,125."""
    text = unwrapped(text).replace(",", "")
    if not text:
        return None
    try:
        value = float(text)
    except ValueError:
        raise ValueError(f"{text!r} is no number") from None
    if kind is float:
        return value
    if not value.is_integer():
        raise ValueError(f"{text!r} is no whole number")
    return int(value)


def rating(text: str) -> tuple[int, bool]:
    """A rating of 0 to 5, and whether it was rounded; a half goes up, as readers mean it."""
    value = number(text, float)
    if value is None:
        return 0, False
    if not 0 <= value <= 5:
        raise ValueError(f"{text.strip()!r} is no rating from 0 to 5")
    rounded = max(int(value + 0.5), 1 if value else 0)
    return rounded, rounded != value


def date(text: str) -> datetime.date | None:
    """A whole day: 2024/03/15, 2024-03-15, also with a time behind it."""
    text = unwrapped(text).strip("[]")
    if text.lower() in _EMPTY_DATES:
        return None
    found = re.match(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:$|[ T])", text)
    if not found:
        raise ValueError(f"{text!r} is no day; write it as 2024-03-15")
    try:
        return datetime.date(*map(int, found.groups()))
    except ValueError:
        raise ValueError(f"{text!r} is no day of the calendar") from None


def _check(digits: str) -> bool:
    if re.fullmatch(r"\d{13}", digits):
        return sum(int(each) * (1, 3)[place % 2] for place, each in enumerate(digits)) % 10 == 0
    if re.fullmatch(r"\d{9}[\dX]", digits):
        values = [10 if each == "X" else int(each) for each in digits]
        return sum(value * (10 - place) for place, value in enumerate(values)) % 11 == 0
    return False


def isbn(text: str) -> str:
    """An ISBN without hyphens, lost zeros in front mended where the check digit proves them.

    Anything else stays as it is, as an identifier that identifies nothing.
    """
    text = unwrapped(text).strip("[]")
    if re.fullmatch(r"[\d.]+E\+\d+|#+", text, re.IGNORECASE):
        raise ValueError(f"a spreadsheet made {text} of the ISBN; export the file again")
    digits = re.sub(r"[-\s]", "", text).upper()
    if re.fullmatch(r"\d{7,8}[\dX]", digits) and _check(digits.zfill(10)):
        return digits.zfill(10)
    return digits


def is_isbn(text: str) -> bool:
    """Whether it is an ISBN with a right check digit."""
    return _check(text)


def same_isbn(ten: str, thirteen: str) -> bool:
    """Whether two ISBNs are one."""
    return ten[:-1] == thirteen[3:-1] and thirteen.startswith("978")


def title(text: str) -> tuple[str, str | None, float | None, bool]:
    """The title, series and number of `Title (Series, #5)`, and whether more series follow."""
    text = " ".join(text.split())
    found = _SERIES.fullmatch(text)
    if not found:
        return text, None, None, False
    return found["title"], found["series"], float(found["number"]), bool(found["more"])


def plain(text: str) -> str:
    """The text of a review in HTML, with its paragraphs."""
    text = text.replace("\r\n", "\n")
    if re.search(r"<\s*/?\s*(br|p|i|b|em|strong|a|div|blockquote|spoiler|u|s)\b", text, re.I):
        text = re.sub(r"<\s*(br|/p|/div|/blockquote)\b[^>]*>[ \t]*", "\n", text, flags=re.I)
        text = re.sub(r"<\s*/?\s*[a-zA-Z][^>]*>", "", text)
    return html.unescape(text).strip()
