"""The words of pages: the sentences of all frontends, and numbers and days, in a language."""

from __future__ import annotations

import datetime

from bookworm import presentation

from ..language import KNOWN
from ..sentences import number, translated
from ..texts import text as term

#: Each language by its own name.
NAMES = {"en": "English", "de": "Deutsch", "pl": "Polski", "ko": "한국어"}


def chosen(cookie: str, accepted: str) -> str:
    """Returns the chosen language, otherwise the browser's preferred one."""
    return cookie if cookie in KNOWN else presentation.preferred_language(accepted).value


class Words:
    """The words of one language."""

    def __init__(self, language: str) -> None:
        self.language = language

    def __call__(self, text: str, count: int | None = None, **values: object) -> str:
        """Translates an English sentence, in its form for `count`, which replaces {n}."""
        return translated(self.language, text, count, **values)

    def term(self, key: str, **values: object) -> str:
        """Returns a short text of a chart or a year in review, with a capital."""
        found = term(key, self.language, **values)
        return found[:1].upper() + found[1:]

    def number(self, value: int) -> str:
        """Formats a whole number with grouped digits."""
        return number(value, self.language)

    def decimal(self, value: float, digits: int = 1) -> str:
        """Returns a number with a fraction."""
        return self._fraction(f"{value:.{digits}f}")

    def rating(self, rating: int, exact: float | None) -> str:
        """Returns a rating as it is read out."""
        if not rating:
            return presentation.rating_name(0, self.language)
        return self("{n} of 5 stars", n=self.short(exact or rating))

    def _fraction(self, text: str) -> str:
        return text.replace(".", ",") if self.language in ("de", "pl") else text

    def short(self, value: float) -> str:
        """Returns a number without zeros after the decimal sign."""
        return self._fraction(f"{value:g}")

    def year(self, year: int) -> str:
        """Returns a year as text; it may be one before the common era."""
        return str(year) if year > 0 else self("{year} BCE", year=-year)

    def value(self, field: str, value: object) -> str:
        """Returns the value of a field of a book."""
        if field == "edition_year":
            return self.year(int(str(value)))
        return presentation.format(field, value, self.language)

    def day(self, day: datetime.date) -> str:
        """Returns a day."""
        return presentation.format("finished", day, self.language)

    def moment(self, moment: datetime.datetime) -> str:
        """Returns a day and a time, as this machine's clock shows them."""
        local = moment.astimezone()
        return f"{self.day(local.date())}, {local:%H:%M}"
