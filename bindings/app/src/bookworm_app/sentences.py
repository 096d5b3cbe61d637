"""Sentences for a person in the four languages of the library, by their English text.

`sentence("{title} is deleted.", title="Emma")` returns it in the language of the user; a sentence
without a translation stays English. `counted(3, "book")` returns a count with its noun. For
programs, a receipt is in English: its sentences are `Said`, which `shown()` translates for a user.
The pages of a browser use `translated("de", "{n} row|{n} rows", 3)`.
The translations are in the folder `translations`.
"""

from __future__ import annotations

import copy
import functools
import importlib

from . import language as languages

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from bookworm import Error

_CATALOGUES = ("commands", "receipts", "files", "faults", "shelf", "pages")
#: The forms of each noun: German one and many; Polish one, two and five; Korean.
_NOUNS = {
    "book": (("Buch", "Bücher"), ("książka", "książki", "książek"), "책 {count}권"),
    "row": (("Zeile", "Zeilen"), ("wiersz", "wiersze", "wierszy"), "{count}행"),
    "genre": (("Genre", "Genres"), ("gatunek", "gatunki", "gatunków"), "장르 {count}개"),
    "problem": (("Fehler", "Fehler"), ("problem", "problemy", "problemów"), "문제 {count}개"),
    "difference": (
        ("Unterschied", "Unterschiede"),
        ("różnica", "różnice", "różnic"),
        "차이 {count}개",
    ),
    "cell": (("Zelle", "Zellen"), ("komórka", "komórki", "komórek"), "셀 {count}개"),
    "line": (("Zeile", "Zeilen"), ("linia", "linie", "linii"), "{count}줄"),
    "rating": (("Bewertung", "Bewertungen"), ("ocena", "oceny", "ocen"), "평점 {count}개"),
    "quote": (("Zitat", "Zitate"), ("cytat", "cytaty", "cytatów"), "인용문 {count}개"),
    "page": (("Seite", "Seiten"), ("strona", "strony", "stron"), "{count}쪽"),
    "step": (("Schritt", "Schritte"), ("krok", "kroki", "kroków"), "{count}단계"),
    "file": (("Datei", "Dateien"), ("plik", "pliki", "plików"), "파일 {count}개"),
    "other file": (
        ("andere Datei", "andere Dateien"),
        ("inny plik", "inne pliki", "innych plików"),
        "다른 파일 {count}개",
    ),
    "new note": (
        ("neue Notiz", "neue Notizen"),
        ("nowa notatka", "nowe notatki", "nowych notatek"),
        "새 노트 {count}개",
    ),
    "order": (
        ("Bestellung", "Bestellungen"),
        ("zamówienie", "zamówienia", "zamówień"),
        "주문 {count}건",
    ),
}  # fmt: skip
_PLACES = {"de": 0, "pl": 1, "ko": 2}
_SEPARATORS = {"de": ".", "pl": "\u00a0"}


@functools.lru_cache(1)
def catalogue() -> dict[str, tuple[str, str, str]]:
    """Returns all sentences with their translations. English does not use it."""
    made: dict[str, tuple[str, str, str]] = {}
    for name in _CATALOGUES:
        made.update(importlib.import_module(f"{__package__}.translations.{name}").SENTENCES)
    return made


def _in(code: str, text: str, values: Mapping[str, object]) -> str:
    found = catalogue().get(text) if code in _PLACES else None
    if found is not None:
        text = found[_PLACES[code]]
    if not values:
        return text
    return text.format(**{name: shown(value, code) for name, value in values.items()})


def sentence(text: str, /, **values: object) -> str:
    """Translates a sentence into the language of the user, with its values."""
    return _in(languages.code(), text, values)


def translated(code: str, text: str, count: int | None = None, /, **values: object) -> str:
    """A sentence in a language, with its values.

    If the text has a form for each plural, separated by "|", the form for `count` is used, and
    `count` replaces {n}.
    """
    if count is None:
        return _in(code, text, values)
    found = catalogue().get(text) if code in _PLACES else None
    forms = (text if found is None else found[_PLACES[code]]).split("|")
    values["n"] = number(count, code)
    return forms[min(_form(count, code), len(forms) - 1)].format(**values)


def _form(count: int, code: str) -> int:
    """Returns the index of the plural form for a count in a language."""
    if code != "pl":
        return int(count != 1)
    few = 2 <= count % 10 <= 4 and not 12 <= count % 100 <= 14
    return 0 if count == 1 else 1 if few else 2


class Said(str):
    """A sentence in English, as programs read it, that can be shown in the user's language."""

    __slots__ = ("_template", "_values")

    _template: str
    _values: dict[str, object]

    def __new__(cls, text: str, /, **values: object) -> Said:
        """Creates a sentence with its values, which may be Said themselves."""
        made = super().__new__(cls, text.format(**values) if values else text)
        made._template, made._values = text, values
        return made

    def translated(self, code: str) -> str:
        """The sentence in a language."""
        return _in(code, self._template, self._values)


class Count(Said):
    """A count with its noun."""

    def __new__(cls, count: int, noun: str) -> Count:
        """Creates a count."""
        made = str.__new__(cls, counted(count, noun, "en"))
        made._template, made._values = noun, {"count": count}
        return made

    def translated(self, code: str) -> str:
        """The count in a language."""
        count: Any = self._values["count"]
        return counted(count, self._template, code)


class Wrong(Said):
    """An error of the library."""

    def __new__(cls, error: Error) -> Wrong:
        """The sentence of an error."""
        made = str.__new__(cls, str(error))
        made._template, made._values = "", {"error": error}
        return made

    def translated(self, code: str) -> str:
        """The error in a language, without its row and field: the receipt names them."""
        from bookworm import presentation

        error: Any = copy.copy(self._values["error"])
        error.row = error.field = None
        return presentation.error_text(error, code)


def shown(value: object, code: str | None = None) -> Any:
    """Returns a value for display; a Said is translated, by default to the user's language."""
    if not isinstance(value, Said):
        return value
    code = code or languages.code()
    return str(value) if code not in _PLACES else value.translated(code)


def counted(count: int, noun: str = "book", code: str | None = None) -> str:
    """Returns a count in words: 1 book, 1,200 books."""
    code = code or languages.code()
    forms = forms_of(noun, code)
    return forms[min(_form(count, code), len(forms) - 1)].format(count=number(count, code))


def forms_of(noun: str, code: str) -> tuple[str, ...]:
    """Returns the forms of a count with its noun in a language: {count} book, {count} books."""
    if code not in _PLACES or noun not in _NOUNS:
        plural = f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
        return f"{{count}} {noun}", f"{{count}} {plural}"
    found = _NOUNS[noun][_PLACES[code]]
    return (found,) if isinstance(found, str) else tuple(f"{{count}} {each}" for each in found)


def decimal(value: float, code: str | None = None) -> str:
    """Returns a number with two decimals: 4.25."""
    return f"{value:.2f}".replace(".", "," if (code or languages.code()) in ("de", "pl") else ".")


def number(value: int, code: str | None = None) -> str:
    """Returns a whole number with its groups: 1,200. In Polish, four digits have no groups."""
    if (code or languages.code()) == "pl" and abs(value) < 10_000:
        return str(value)
    return f"{value:,}".replace(",", _SEPARATORS.get(code or languages.code(), ","))
