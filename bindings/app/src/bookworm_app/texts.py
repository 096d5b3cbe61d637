"""Short texts in the four languages of the library: English, German, Polish and Korean.

`text("pages a year")` returns it in the language of the user, `text("pages a year", "de")` in
German. The key is the English text. A text with braces takes its values by name:
`text("{count} books", count=3)`. Names of fields, statuses, genres and actions are the library's:
see `bookworm.presentation`.
"""

from __future__ import annotations

import re

from . import language as languages

#: English: German, Polish, Korean.
_TEXTS = {
    "ratings": ("Bewertungen", "oceny", "평점"),
    "genres": ("Genres", "gatunki", "장르"),
    "authors": ("Autoren", "autorzy", "저자"),
    "books finished": ("Beendete Bücher", "ukończone książki", "다 읽은 책"),
    "pages": ("Seiten", "strony", "쪽수"),
    "pages a year": ("Seiten pro Jahr", "strony na rok", "연간 쪽수"),
    "{count} others, with {books} books": (
        "{count} andere mit {books} Büchern",
        "inne: {count}, książki: {books}",
        "기타 {count}개, 책 {books}권",
    ),
    "none": ("keine", "brak", "없음"),
    "{count} books": ("{count} Bücher", "książki: {count}", "책 {count}권"),
    "{count} rated": ("{count} bewertet", "ocenione: {count}", "평점 {count}개"),
    "average {value}": ("im Mittel {value}", "średnio {value}", "평균 {value}"),
    "{count} pages": ("{count} Seiten", "strony: {count}", "{count}쪽"),
    "without a number of pages: {count}": (
        "ohne Seitenzahl: {count}",
        "bez liczby stron: {count}",
        "쪽수가 없는 책: {count}",
    ),
    "A year in books: {year}": (
        "Ein Jahr in Büchern: {year}",
        "Rok w książkach: {year}",
        "책과 함께한 {year}년",
    ),
    "shortest": ("kürzestes", "najkrótsza", "가장 짧은 책"),
    "longest": ("längstes", "najdłuższa", "가장 긴 책"),
    "best rated": ("am besten bewertet", "najwyżej ocenione", "최고 평점"),
    "first": ("erstes", "pierwsza", "첫 책"),
    "last": ("letztes", "ostatnia", "마지막 책"),
    "quotes": ("Zitate", "cytaty", "인용문"),
    "read again": ("wieder gelesen", "przeczytane ponownie", "다시 읽은 책"),
    "table": ("Tabelle", "tabela", "표"),
}
_PLACES = {"de": 0, "pl": 1, "ko": 2}
_MONTHS = {
    "en": "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec",
    "de": "Jan Feb Mär Apr Mai Jun Jul Aug Sep Okt Nov Dez",
    "pl": "sty lut mar kwi maj cze lip sie wrz paź lis gru",
    "ko": "1월 2월 3월 4월 5월 6월 7월 8월 9월 10월 11월 12월",
}


def text(key: str, language: str | None = None, **values: object) -> str:
    """Returns a text in a language, by default the user's."""
    code = languages.code() if language is None else language
    found = _TEXTS[key][_PLACES[code]] if code in _PLACES else key
    return found.format(**values) if values else found


def months(language: str | None = None) -> list[str]:
    """Returns the short names of the twelve months."""
    return _MONTHS[languages.code() if language is None else language].split()


def is_page(place: str) -> bool:
    """Whether the place of a quote is a page, such as 12 or xiv, and not a location or 40%."""
    return bool(re.match(r"(\d+|[ivxlcdm]+)(?![\w%])", place, re.IGNORECASE))
