"""Converts the text of single cells to values. A ValueError says why a text is invalid."""

from __future__ import annotations

import functools
import html
import json
import re

from ..sentences import Said

_SERIES = re.compile(
    r"(?P<title>.*\S)\s*\((?P<series>[^()]+?),?\s+#(?P<number>\d+(?:\.\d+)?)"
    r"(?P<last>\s*[-–]\s*\d+(?:\.\d+)?)?(?P<more>\s*;[^()]*)?\)"
)
_NAMED_SERIES = re.compile(r"(?P<series>.*\S)\s+\(#?(?P<number>\d+(?:\.\d+)?)?\)")
#: The first of several such, each with its number.
_FIRST_OF_SERIES = re.compile(r"(.+? \(#?\d+(?:\.\d+)?\)), .+ \(#?\d+(?:\.\d+)?\)")
_ROLE = re.compile(r"(?P<name>.*\S)\s*\((?P<role>[^()]+)\)")
#: These follow a comma and belong to the name before it.
_SUFFIX = re.compile(r"(?:[JS]r|I{2,3}|IV|Ph\.?D|M\.?D|Esq)\.?", re.I)
#: Stands before the last of several names.
_AND = re.compile(r",? (?:and|&) ")
#: A name with such a word is not a person's, and may have "and" within it.
_OFFICE = re.compile(r"\b(?:the|of|for|on|in|at)\b", re.I)
_TAGS = re.compile(
    r"<\s*/?\s*(br|p|i|b|em|strong|a|div|span|blockquote|spoiler|u|s|ul|ol|li|h[1-6]|img)\b[^>]*>",
    re.I,
)


class Damaged(ValueError):
    """A spreadsheet has damaged a cell. The cell is reported, and the row is imported."""


def unwrapped(text: str) -> str:
    """Returns a cell without padding and without the ="..." of a spreadsheet."""
    text = text.strip()
    if text.startswith('="') and text.endswith('"') and len(text) > 2:
        return text[2:-1].strip()
    return text


@functools.lru_cache(8192)
def line(text: str) -> str:
    """Returns a cell as one line."""
    return " ".join(unwrapped(text).split())


@functools.lru_cache(8192)
def is_empty(text: str) -> bool:
    """Whether a cell has no value: it is blank, or has a word that programs write for that."""
    return unwrapped(text).lower() in (
        "", "0", "0.0", "false", "no", "{}", "[]", "none", "null", "n/a", "[-]",
    )  # fmt: skip


_GROUPS = re.compile(r"(?<=\d),(?=\d{3}\b)")


@functools.lru_cache(8192)
def number(text: str, kind: type[int] | type[float] = int) -> float | int | None:
    """Reads a number. Whole numbers may also be written as 296.0 or 1,125, as some files do."""
    text = _GROUPS.sub("", unwrapped(text))
    if not text:
        return None
    if re.fullmatch(r"#+", text):
        raise Damaged(Said("a spreadsheet has replaced the number by ####"))
    try:
        value = float(text.replace(",", "."))
    except ValueError:
        raise ValueError(Said("{text!r} is not a number", text=text)) from None
    if value != value or abs(value) > 1e15:
        raise ValueError(Said("{text!r} is not a number", text=text))
    if kind is float:
        return value
    if not value.is_integer():
        raise ValueError(Said("{text!r} is not a whole number", text=text))
    return int(value)


@functools.lru_cache(8192)
def year(text: str) -> int | None:
    """Reads a year: 1965, 1965-08-01, -750, 750 BC."""
    text = line(text)
    if not text:
        return None
    found = re.fullmatch(
        r"(-?\d{1,4})(?:\.0)?|(\d{4})[-/.]\d{1,2}(?:[-/.]\d{1,2})?(?:[T ].*)?", text
    )
    if found:
        return int(found[1] or found[2]) or None
    found = re.fullmatch(r"(\d{1,4}) ?(?:BCE?|v\. ?Chr\.|p\.n\.e\.)", text, re.I)
    if found:
        return -int(found[1])
    found = re.search(r"(?<!\d)(\d{4})$", text)
    if found:
        return int(found[1])
    raise ValueError(f"{text!r} is not a year")


def rating(text: str, best: int = 5) -> float | None:
    """Reads a rating from 0 to `best` as one from 0 to 5; None for none."""
    value = number(text, float)
    if not value:
        return None
    if not 0 <= value <= best:
        raise ValueError(
            Said("{text!r} is not a rating from 0 to {best}", text=text.strip(), best=best)
        )
    return value * 5 / best


def stars(text: str) -> int | None:
    """Reads a rating of 1 to 5 whole stars; None for none."""
    value = rating(text)
    if value is None:
        return None
    if not value.is_integer():
        raise ValueError(Said("{text!r} is not a whole number", text=text.strip()))
    return int(value)


def _check(digits: str) -> bool:
    if re.fullmatch(r"\d{13}", digits):
        return sum(int(each) * (1, 3)[place % 2] for place, each in enumerate(digits)) % 10 == 0
    if re.fullmatch(r"\d{9}[\dX]", digits):
        values = [10 if each == "X" else int(each) for each in digits]
        return sum(value * (10 - place) for place, value in enumerate(values)) % 11 == 0
    return False


@functools.lru_cache(8192)
def isbn(text: str) -> str:
    """Returns an ISBN without hyphens, with its leading zeros if the check digit proves them.

    Another text is returned in capitals and without hyphens. Such an identifier identifies no book.
    """
    text = re.sub(r"^(?:urn:)?isbn[: ]+", "", unwrapped(text).strip("[]"), flags=re.I)
    if re.fullmatch(r"[\d.,]+E\+\d+|#+", text, re.IGNORECASE):
        raise Damaged(Said("a spreadsheet has rounded the ISBN, as in 9.78E+12"))
    digits = re.sub(r"[-\s\u2010-\u2015]", "", text).upper()
    digits = re.sub(r"\.0$", "", digits)
    if re.fullmatch(r"\d{6,8}[\dX]", digits) and _check(digits.zfill(10)):
        return digits.zfill(10)
    return digits


def is_isbn(text: str) -> bool:
    """Whether it is an ISBN with a right check digit."""
    return _check(text)


def is_asin(text: str) -> bool:
    """Whether it is a number of Amazon's for something without an ISBN, such as B00B7NPRY8."""
    return re.fullmatch(r"B[0-9][0-9A-Z]{8}", text) is not None


def same_isbn(ten: str, thirteen: str) -> bool:
    """Whether two ISBNs are one."""
    return ten[:-1] == thirteen[3:-1] and thirteen.startswith("978")


def source_id(text: str) -> str:
    """Returns the id of a row.

    Raises Damaged if a spreadsheet rounded it, because several rows may then have the same id.
    """
    if text.isdecimal():
        return text
    text = line(text)
    if re.fullmatch(r"[\d.,]+E\+\d+|#+", text, re.IGNORECASE):
        raise Damaged(Said("a spreadsheet has rounded the id, as in 2.48E+08"))
    return re.sub(r"(?<=\d)\.0$", "", text)


def title(text: str) -> tuple[str, str | None, float | None, bool]:
    """Splits `Title (Series, #5)`: title, series, number, and whether more follows.

    Several volumes in one, as in `(Series, #1-3)`, have no number.
    """
    text = line(text)
    found = _SERIES.fullmatch(text)
    if not found:
        return text, None, None, False
    number = None if found["last"] else float(found["number"])
    return found["title"], found["series"], number, bool(found["last"] or found["more"])


def series(text: str) -> tuple[str, float | None, bool]:
    """Splits `Sprawl (#1.0)`: the name, its number, and whether more series follow."""
    text = line(text)
    several = _FIRST_OF_SERIES.fullmatch(text)
    if several:
        text = several[1]
    found = _NAMED_SERIES.fullmatch(text)
    if not found:
        return text, None, False
    return found["series"], float(found["number"]) if found["number"] else None, bool(several)


def people(text: str, between: str = ",") -> list[tuple[str, str | None]]:
    """Returns the names in a cell, each with the role that it has in parentheses.

    A person with several roles is returned once for each.

    between  what separates the names; in a cell without it, a comma does
    """
    made: list[tuple[str, str | None]] = []
    for part in _names(line(text), re.escape(between) if between in text else ","):
        found = _ROLE.fullmatch(part)
        if found is None:
            made.append((part, None))
        else:
            made += [(found["name"], role.strip()) for role in found["role"].split(",")]
    return made


def authors(text: str) -> list[str]:
    """Returns the authors in a cell that does not say how it separates them.

    "Le Guin, Ursula K." is one, "Terry Pratchett, Neil Gaiman" are two, as are "Terry Pratchett &
    Neil Gaiman". "Simon & Schuster" and "Department of Health and Human Services" are one.
    """
    text = line(text)
    for separator in (";", " / "):
        if separator in text:
            return [name for name in _names(text, separator) if re.search(r"\w", name)] or [text]
    names = _names(_AND.sub(", ", text), ",")
    are_whole = all(" " in name and not re.search(r"\b\w\.?$", name) for name in names)
    return names if are_whole and not (_AND.search(text) and _OFFICE.search(text)) else [text]


def _names(text: str, separator: str) -> list[str]:
    """Returns the names in a list. A separator within parentheses is ignored."""
    made: list[str] = []
    for part in re.split(rf"{separator}(?![^()]*\))", text):
        name = part.strip()
        if made and _SUFFIX.fullmatch(name):
            made[-1] += f", {name}"
        elif name:
            made.append(name)
    return made


def natural(name: str) -> str:
    """Returns a name as it is spoken, such as Ursula K. Le Guin for "Le Guin, Ursula K."."""
    last, *others = (part.strip() for part in name.split(","))
    suffix = others.pop() if others and _SUFFIX.fullmatch(others[-1]) else ""
    if len(others) != 1 or not others[0]:
        return name.strip()
    return f"{others[0]} {last}" + (f", {suffix}" if suffix else "")


@functools.lru_cache(8192)
def items(text: str, separator: str = ",") -> tuple[str, ...]:
    """Returns the items of a list in a cell, each once."""
    text = unwrapped(text)
    listed = _array(text) if text.startswith("[") else None
    parts = [" ".join(part.split()) for part in listed or text.split(separator)]
    return tuple(dict.fromkeys(part for part in parts if part))


def _array(text: str) -> list[str] | None:
    """Returns the texts of an array of JSON; None if it is something else."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return found if all(isinstance(each, str) for each in found) else None


@functools.lru_cache(1024)
def language(text: str) -> str:
    """Returns the tag of a language from the word or code that a program uses for it."""
    import bookworm
    from bookworm import presentation

    try:
        found: str = presentation.parse("language", text)
    except bookworm.InvalidError:
        raise ValueError(f"{text.strip()!r} is not a known language") from None
    return found


def flag(text: str) -> bool:
    """Reads yes or no; raises ValueError for any other word."""
    word = line(text).lower()
    is_set = word in ("true", "yes", "1", "y", "x")
    if not is_set and word not in ("false", "no", "0", "n"):
        raise ValueError(word)
    return is_set


def plain(text: str) -> str:
    """Converts a review in HTML to text, with its paragraphs."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if _TAGS.search(text):
        text = re.sub(r"<\s*(script|style)\b.*?<\s*/\s*\1\s*>", "", text, flags=re.I | re.S)
        text = re.sub(r"<\s*li\b[^>]*>[ \t]*", "\n- ", text, flags=re.I)
        text = re.sub(r"<\s*/p\b[^>]*>[ \t]*", "\n\n", text, flags=re.I)
        text = re.sub(
            r"<\s*(br|/div|/blockquote|/ul|/ol|/h\d)\b[^>]*>[ \t]*", "\n", text, flags=re.I
        )
        text = re.sub(r"<\s*/?\s*[a-zA-Z][^>]*>", "", text)
        text = re.sub(r"\n{3,}", "\n\n", text)
    return html.unescape(text).strip()
