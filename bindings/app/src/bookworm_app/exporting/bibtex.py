"""BibTeX in UTF-8, for biber and bibtex."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable

from ..importing.cells import items
from . import count_lost, isbn, people

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_ESCAPED = str.maketrans({
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "&": r"\&", "%": r"\%", "$": r"\$",
    "#": r"\#", "_": r"\_", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
})  # fmt: skip
#: The fields of people, by their roles.
_PEOPLE = {
    "editor": "editor", "translator": "translator", "introduction": "introduction",
    "illustrator": "illustrator", "narrator": "narrator", "foreword": "foreword",
    "afterword": "afterword",
}  # fmt: skip
_NO_PLACE = ("rating", "favourite", "started", "finished", "price", "quotes", "review", "notes")


def write(books: Iterable[dict[str, Any]], out: Any, lost: Counter[str], *, safe: bool) -> int:
    """Writes the books, and returns their number."""
    keys: Counter[str] = Counter()
    count = 0
    for book in books:
        count_lost(book, lost, _NO_PLACE)
        if any(each.role.lower() not in (*_PEOPLE, "author") for each in book["contributors"]):
            lost["people with other roles"] += 1
        out.write(entry(book, keys))
        count += 1
    return count


def entry(book: dict[str, Any], keys: Counter[str]) -> str:
    """Returns an entry with a unique key."""
    key = _key(book)
    keys[key] += 1
    if keys[key] > 1:
        key += f"-{keys[key]}"
    number = book["series_number"]
    fields = {
        "title": book["title"],
        "subtitle": book["subtitle"],
        "author": _names(book, "author") or " and ".join(items(book["author"])),
        **{name: _names(book, role) for role, name in _PEOPLE.items()},
        "year": book["edition_year"] or book["year"],
        "origdate": book["year"] if book["edition_year"] else None,
        "publisher": book["publisher"],
        "series": book["series"],
        "number": None if number is None else f"{number:g}",
        "pagetotal": book["pages"],
        "language": book["language"],
        "isbn": isbn(book, 13) or isbn(book, 10),
        "doi": next((each.value for each in book["identifiers"] if each.scheme == "doi"), None),
        "keywords": ", ".join(book["genres"]),
        "abstract": book["synopsis"],
    }
    lines = [
        f"  {name} = {{{str(value).translate(_ESCAPED)}}},\n"
        for name, value in fields.items()
        if value not in (None, "")
    ]
    return f"@book{{{key},\n{''.join(lines)}}}\n\n"


def _names(book: dict[str, Any], role: str) -> str:
    return " and ".join(each.sort or each.name for each in people(book, role))


def _key(book: dict[str, Any]) -> str:
    author = items(book["author"])[0] if items(book["author"]) else book["author"]
    words = [author.split(",")[0].split()[-1] if author.split() else "", str(book["year"] or "")]
    words.append(next(iter(re.findall(r"\w{3,}", book["title"])), ""))
    plain = unicodedata.normalize("NFKD", "-".join(filter(None, words)))
    key = re.sub(r"[^A-Za-z0-9-]", "", plain).strip("-").lower()
    return key or f"book-{book['id']}"
