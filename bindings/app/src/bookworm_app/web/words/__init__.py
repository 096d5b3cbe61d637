"""The texts of pages beyond the library's own names, in the library's four languages."""

from __future__ import annotations

import datetime

from bookworm import presentation

from ...texts import text as term
from .texts import TEXTS

KNOWN = ("en", "de", "pl", "ko")
#: Each language by its own name.
NAMES = {"en": "English", "de": "Deutsch", "pl": "Polski", "ko": "한국어"}
_MONTHS = {
    "en": "January February March April May June July August September October November December",
    "de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
    "pl": "styczeń luty marzec kwiecień maj czerwiec lipiec sierpień wrzesień październik"
    " listopad grudzień",
    "ko": "1월 2월 3월 4월 5월 6월 7월 8월 9월 10월 11월 12월",
}
# As a day is said, "of May".
_MONTHS_OF_DAYS = {
    **_MONTHS,
    "pl": "stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października"
    " listopada grudnia",
}
_SEPARATORS = {"en": ",", "de": ".", "pl": "\u00a0", "ko": ","}


def preferred(header: str) -> str:
    """The language that a browser asks for by Accept-Language, among those that there are."""
    wanted = []
    for place, part in enumerate(header.split(",")):
        tag, _, rest = part.strip().partition(";")
        try:
            weight = float(rest.strip().removeprefix("q=")) if rest else 1.0
        except ValueError:
            continue
        wanted.append((-weight, place, tag.lower()[:2]))
    return next((tag for _, _, tag in sorted(wanted) if tag in KNOWN), "en")


class Words:
    """The words of one language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._place = KNOWN.index(language)

    def __call__(self, key: str, count: int | None = None, **values: object) -> str:
        """A text by its key, in the form for `count`, which replaces {n} in it."""
        text = TEXTS[key][self._place]
        if count is not None:
            forms = text.split("|")
            text = forms[min(self._form(count), len(forms) - 1)]
            values["n"] = self.number(count)
        return text.format(**values) if values else text

    def term(self, key: str) -> str:
        """A short text that the command has too, with a capital."""
        found = term(key, self.language)
        return found[:1].upper() + found[1:]

    def _form(self, count: int) -> int:
        if self.language == "pl":
            few = count % 10 in (2, 3, 4) and count % 100 not in (12, 13, 14)
            return 0 if count == 1 else 1 if few else 2
        return 0 if count == 1 or self.language == "ko" else 1

    def number(self, value: int) -> str:
        """A whole number with its groups."""
        return f"{value:,}".replace(",", _SEPARATORS[self.language])

    def decimal(self, value: float, digits: int = 1) -> str:
        """A number with a fraction."""
        return self._fraction(f"{value:.{digits}f}")

    def rating(self, rating: int, exact: float | None) -> str:
        """A rating as it is read out."""
        if not rating:
            return presentation.rating_name(0, self.language)
        return self("of 5", n=self.short(exact or rating))

    def _fraction(self, text: str) -> str:
        return text.replace(".", ",") if self.language in ("de", "pl") else text

    def short(self, value: float) -> str:
        """A number without zeros behind the decimal sign."""
        return self._fraction(f"{value:g}")

    def year(self, year: int) -> str:
        """A year, which may be one before the common era."""
        return str(year) if year > 0 else self("bce", year=-year)

    def month(self, number: int) -> str:
        """The name of a month, of 1 to 12."""
        return _MONTHS[self.language].split()[number - 1]

    def month_of(self, day: datetime.date) -> str:
        """A month of a year."""
        if self.language == "ko":
            return f"{day.year}년 {day.month}월"
        return f"{self.month(day.month)} {day.year}"

    def day(self, day: datetime.date) -> str:
        """A day."""
        if self.language == "ko":
            return f"{day.year}년 {day.month}월 {day.day}일"
        month = _MONTHS_OF_DAYS[self.language].split()[day.month - 1]
        return f"{day.day}{'.' if self.language == 'de' else ''} {month} {day.year}"

    def moment(self, moment: datetime.datetime) -> str:
        """A day and a time, as this machine's clock shows them."""
        local = moment.astimezone()
        return f"{self.day(local.date())}, {local:%H:%M}"
