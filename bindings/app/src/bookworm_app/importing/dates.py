"""Days as files write them, decided by all days of a file: 6/5/2017 alone has two meanings."""

from __future__ import annotations

import datetime
import functools
import re
from collections.abc import Iterable

from ..sentences import Said

_EMPTY = ("", "not set", "none", "null", "-", "n/a", "nan", "undefined", "unknown")
_ISO = re.compile(r"\[?(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})\]?(?:$|[ T,].*)", re.DOTALL)
_WHOLE = re.compile(r"\[?\d{4}[-/.]\d{1,2}[-/.]\d{1,2}\]?")
_PARTIAL = re.compile(r"\d{4}(?:[-/.]\d{1,2})?")
_NUMBERS = re.compile(r"(\d{1,2})([-/.])\s?(\d{1,2})\2\s?(\d{4}|\d{2})(?:$|[ ,].*)", re.DOTALL)
_NAMED = re.compile(r"(?:[A-Za-z]{3,9},?\s+)?(?:(\d{1,2})\.?\s+([A-Za-z]{3,9})\.?|"
                    r"([A-Za-z]{3,9})\.?\s+(\d{1,2})),?(?:\s+.*?)?\s+(\d{4})(?:$|[ ,].*)"
                    )  # fmt: skip
_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_SPREADSHEET = datetime.date(1899, 12, 30)


def several(text: str) -> list[str]:
    """Splits a cell with several days, such as 2020-01-09, 2024-05-03; or returns it whole."""
    parts = re.split(r"\s*[,;]\s*", _bare(text).strip("[]")) if "," in text or ";" in text else []
    return parts if len(parts) > 1 and all(map(_WHOLE.fullmatch, parts)) else [text]


class Unclear(ValueError):
    """A date has several possible meanings. It is left out and reported; the row is imported."""


class Order:
    """The order of day and month in dates such as 6/20/2017, derived from all dates of a file.

    day_first  True or False if a date decides it; otherwise None
    example    the first date that decides it, otherwise the first that is ambiguous; or ""
    """

    def __init__(self, texts: Iterable[str], given: bool | None = None) -> None:
        """Decides by the dates. `given` is the user's own choice, or None."""
        self.example = ""
        day = month = False
        for text in texts:
            found = _NUMBERS.fullmatch(_bare(text))
            if not found or _ISO.fullmatch(_bare(text)):
                continue
            first, second = int(found[1]), int(found[3])
            is_day, is_month = first > 12 or found[2] == ".", second > 12
            if not self.example or ((is_day or is_month) and not (day or month)):
                self.example = found.string[: found.end(4)]
            day, month = day or is_day, month or is_month
        self.contradicts = day and month
        self.day_first = given
        if given is None and day != month:
            self.day_first = day


def _bare(text: str) -> str:
    text = text.strip()
    if text.startswith('="') and text.endswith('"'):
        text = text[2:-1].strip()
    return text


@functools.lru_cache(8192)
def date(text: str, order: Order | None = None) -> datetime.date | None:
    """Reads a day; None for an empty cell.

    Raises Unclear if the text is damaged, has no day, or may mean two days; ValueError if it is not
    a day at all.
    """
    text = _bare(text)
    if text.strip("[]").strip().lower() in _EMPTY:
        return None
    if re.fullmatch(r"#+", text):
        raise Unclear(Said("a spreadsheet has replaced the date by ####"))
    found = _ISO.fullmatch(text)
    if found:
        return _day(text, *map(int, found.groups()))
    if _PARTIAL.fullmatch(text.strip("[]")):
        raise Unclear(Said("a year or month without a day"))
    found = _NUMBERS.fullmatch(text)
    if found:
        return _by_order(text, int(found[1]), int(found[3]), found[4], order)
    found = _NAMED.fullmatch(text)
    if found:
        name = (found[2] or found[3])[:3].lower()
        if name in _MONTHS:
            month = _MONTHS.index(name) + 1
            return _day(text, int(found[5]), month, int(found[1] or found[4]))
    if re.fullmatch(r"[1-6]\d{4}(?:\.\d+)?", text):
        return _SPREADSHEET + datetime.timedelta(days=int(float(text)))
    raise ValueError(Said("{text!r} is not a day; write it as 2024-03-15", text=text))


def _by_order(
    text: str, first: int, second: int, year: str, order: Order | None
) -> datetime.date | None:
    order = order or Order([text])
    if order.contradicts:
        # Some dates have the day first and others the month, so the order of one says nothing about
        # another.
        day_first = first > 12 if first > 12 or second > 12 else None
    else:
        day_first = order.day_first
    if day_first is None and first != second:
        raise Unclear(
            Said("dates such as 6/5/2017: nothing says whether the day or the month is first")
        )
    day, month = (first, second) if day_first else (second, first)
    whole = int(year)
    if whole < 100:
        whole += 2000 if whole < 70 else 1900
    return _day(text, whole, month, day)


def decided(text: str, order: Order) -> str:
    """Returns a date such as 6/5/2017 as 2017-06-05, if other dates decide it; else the text."""
    if order.day_first is None or order.contradicts or not _NUMBERS.fullmatch(_bare(text)):
        return text
    try:
        day = date(text, order)
    except ValueError:
        return text
    return text if day is None else day.isoformat()


def _day(text: str, year: int, month: int, day: int) -> datetime.date:
    try:
        return datetime.date(year, month, day)
    except ValueError:
        raise ValueError(Said("{text!r} is not a day of the calendar", text=text)) from None


@functools.lru_cache(8192)
def instant(text: str, order: Order | None = None) -> datetime.datetime | None:
    """Reads an instant: to the day unless the text has a time, in UTC unless it has a zone."""
    utc = datetime.timezone.utc
    bare = _bare(text).replace("Z", "+00:00")
    if re.match(r"\d{4}-\d{2}-\d{2}[ T]\d", bare):
        bare = re.sub(r" UTC$", "+00:00", bare)
        # Python before 3.11 reads three or six digits of a second, and no others.
        bare = re.sub(r"\.(\d+)", lambda found: "." + (found[1] + "000000")[:6], bare)
        try:
            made = datetime.datetime.fromisoformat(bare)
            made = made if made.tzinfo else made.replace(tzinfo=utc)
            made = made.astimezone(utc)
        except (ValueError, OverflowError):
            pass  # such as the first day of year 1, in a zone where UTC is a day earlier
        else:
            return made.replace(microsecond=made.microsecond // 1000 * 1000)
    day = date(text, order)
    return None if day is None else datetime.datetime.combine(day, datetime.time(tzinfo=utc))
