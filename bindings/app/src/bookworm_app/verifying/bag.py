"""Compares a cell with the values that a book has in the fields of its column."""

from __future__ import annotations

import functools
import html
import json
import re
import unicodedata

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

#: The separators of values in a cell. Names with commas have other separators.
_SEPARATORS = (
    r"\|{5}|[,;|]|\s-\s", r"[|;]", r"\s&\s",
    r",(?!\s*(?:[JS]r|I{2,3}|IV|Ph\.?D|M\.?D|Esq)\b)(?![^()]*\))",
)  # fmt: skip


def folded(text: str) -> str:
    """Returns a text without markup and white space, in one form of its characters."""
    text = text.strip()
    if text.startswith('="') and text.endswith('"') and len(text) > 2:
        text = text[2:-1]
    text = re.sub(r"<li\b[^<>]*>", " - ", html.unescape(text), flags=re.IGNORECASE)
    text = re.sub(r"</?[a-zA-Z][^<>]*>", " ", text)
    return "".join(unicodedata.normalize("NFC", html.unescape(text)).split()).casefold()


def isbn_key(text: str) -> str | None:
    """Returns the nine digits that an ISBN of ten digits and its other form share."""
    plain = re.sub(r"[^0-9xX]", "", text).upper()
    if len(plain) == 13 and plain.startswith("978"):
        return plain[3:12]
    if 6 <= len(plain) <= 10:
        return plain.zfill(10)[:9]
    return None


def days_of(text: str) -> set[str]:
    """Returns the days that a text may mean, in ISO 8601."""
    found = re.match(r"\s*\[?(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})", text)
    if found:
        return {f"{found[1]}-{int(found[2]):02}-{int(found[3]):02}"}
    found = re.match(r"\s*(\d{1,2})[-/.](\d{1,2})[-/.](\d{2,4})", text)
    if not found:
        return set()
    one, two, year = int(found[1]), int(found[2]), found[3]
    years = [year] if len(year) == 4 else [f"19{year}", f"20{year}"]
    return {f"{each}-{a:02}-{b:02}" for each in years for a, b in ((one, two), (two, one))}


@functools.lru_cache(1024)
def _language(text: str) -> str | None:
    """Returns the tag of a language that a program names by a word or by another code."""
    import bookworm
    from bookworm import presentation

    try:
        found: str | None = presentation.parse("language", text)
    except bookworm.InvalidError:
        return None
    return found


def _status(word: str) -> str | None:
    """Returns the status that a word of any language means."""
    import bookworm
    from bookworm import presentation

    try:
        return str(presentation.parse_status(word))
    except bookworm.InvalidError:
        return None


def _array(cell: str) -> list[str]:
    """Returns the texts of an array of JSON; none if the cell is something else."""
    try:
        found = json.loads(cell) if cell.lstrip().startswith("[") else None
    except (ValueError, RecursionError):
        return []
    return found if isinstance(found, list) and all(isinstance(x, str) for x in found) else []


def _read(path: str) -> bytes | None:
    """Returns a file; None if it cannot be read."""
    try:
        with open(path, "rb") as file:
            return file.read()
    except (OSError, ValueError):
        return None


class Bag:
    """The values that a column can have."""

    def __init__(self) -> None:
        self.words: set[str] = set()
        self.passages: list[str] = []
        self.picture: bytes | None = None
        self.pictures: dict[str, bytes] = {}
        self.language: str | None = None
        self.status: str | None = None
        self.places: set[str] = set()
        self.year: int | None = None
        self._texts: set[str] = set()
        self._numbers: set[float] = set()
        self._days: set[str] = set()
        self._isbns: set[str] = set()

    def add(self, value: Any) -> None:
        """Adds a value, or each of several."""
        if isinstance(value, bool) or value is None:
            return
        if isinstance(value, (int, float)):
            self._numbers.add(float(value))
        elif isinstance(value, str):
            self._texts.add(folded(value))
            digits = isbn_key(value)
            if digits:
                self._isbns.add(digits)
        elif isinstance(value, dict):
            self._all(value.values())
        elif isinstance(value, (list, tuple)):
            self._all(value)
        elif hasattr(value, "isoformat"):
            self._days.add(value.isoformat()[:10])

    def _all(self, values: Iterable[Any]) -> None:
        for each in values:
            self.add(each)

    def holds(self, cell: str) -> bool:
        """Whether the cell is one of the values, or a list of several."""
        if self._has(cell):
            return True
        if self.language is not None and self._is_language(cell):
            return True
        if self.status is not None and _status(cell) == self.status:
            return True
        if self.places.intersection(re.findall(r"\d+(?:[-–]\d+)?|\b[ivxlcdm]+\b", cell)):
            return True
        if self.picture is not None:
            return self.picture == (self.pictures.get(cell) or _read(cell))
        listed = _array(cell)
        if listed:
            return all(self._has(each) for each in listed)
        for separator in _SEPARATORS:
            parts = [part for part in re.split(separator, cell) if part.strip()]
            if len(parts) > 1 and all(self._has(part) for part in parts):
                return True
        days = re.findall(r"\d{4}[-/]\d\d?[-/]\d\d?", cell)
        return len(days) > 1 and all(days_of(day) & self._days for day in days)

    def _has(self, cell: str) -> bool:
        bare = folded(cell)
        if bare in self._texts or bare in self.words:
            return True
        if any(bare in passage for passage in self.passages):
            return True
        if re.fullmatch(r"-?[\d,]*\.?\d+", bare) and float(bare.replace(",", "")) in self._numbers:
            return True
        if re.fullmatch(r"\d+,\d+", bare) and float(bare.replace(",", ".")) in self._numbers:
            return True
        if days_of(cell) & self._days:
            return True
        digits = isbn_key(cell) if re.fullmatch(r"[\d\sxX=\"\[\]-]+", cell) else None
        if digits is not None and digits in self._isbns:
            return True
        return self._is_joined(bare)

    def _is_language(self, cell: str) -> bool:
        """Whether the cell is the book's language, in any form, or the country of its tag."""
        tag = (self.language or "").lower()
        whole = (_language(cell) or cell).lower()
        return whole in (tag, tag.partition("-")[0], tag.rpartition("-")[2])

    def _is_joined(self, bare: str) -> bool:
        """Whether it is a title with its series, a name with roles, or a name "last, first"."""
        head = re.sub(r"\([^()]*\)$", "", bare)
        inside = re.search(r"\(([^()#]*?),?#?([\d.]*)(?:;.*)?\)$", bare)
        if inside and head in self._texts:
            number = inside[2].strip(".")
            if inside[1] in self._texts:
                return True
            if not inside[1] and number and float(number) in self._numbers:
                return True
        # A person with roles, in parentheses.
        roles = re.search(r"\(([^()]+)\)$", bare)
        if roles and head in self._texts and self._texts.issuperset(roles[1].split(",")):
            return True
        last, comma, first = bare.partition(",")
        return bool(comma) and f"{first}{last}" in self._texts

    def is_rounded(self, cell: str) -> bool:
        """Whether the cell is a day of the year that is stored alone."""
        year = re.match(r"\s*(\d{4})[-/]\d", cell) or re.search(r"[-/](\d{4})\s*$", cell)
        return year is not None and int(year[1]) == self.year
