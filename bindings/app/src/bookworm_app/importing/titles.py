"""Titles and authors as different programs write them: whether two of them are one book."""

from __future__ import annotations

import re
from collections.abc import Iterable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeVar

    _T = TypeVar("_T")


def plain(text: str) -> str:
    """Returns a text for comparing, without differences in case, spaces and final punctuation."""
    return " ".join(text.split()).casefold().strip(" .,;:…")


def start(title: str) -> str:
    """Returns the title without the subtitle and series that a seller adds."""
    for end in (":", " (", " - ", " – "):
        head = title.split(end)[0].strip()
        if head:
            title = head
    return title


def whole(title: str, subtitle: str | None) -> str:
    """Returns the title with its subtitle."""
    return f"{title}: {subtitle}" if subtitle else title


def parts(title: str) -> tuple[str, str, set[str]]:
    """Returns the title, its subtitle, and the numbers in parentheses: of a volume or series."""
    bare = re.sub(r"\s*[(\uff08][^()\uff08\uff09]*[)\uff09]", "", title).strip() or title
    found = re.match(r"(.*?\S)\s*(?::|\s[-–]\s)\s*(.*)", bare)
    numbers = set(re.findall(r"\b\d{1,3}\b", title)) - set(re.findall(r"\b\d{1,3}\b", bare))
    head, subtitle = found.groups() if found else (bare, "")
    return plain(head), plain(subtitle), numbers


def head(title: str) -> str:
    """Returns the first result of parts(), faster for titles without a subtitle or parentheses."""
    return parts(title)[0] if re.search("[(\uff08:–-]", title) else plain(title)


def same_title(ours: str, theirs: str) -> bool:
    """Whether two titles are of one book; one may lack the subtitle, or its end."""
    if plain(ours) == plain(theirs):
        return True
    (one, one_subtitle, one_numbers), (other, other_subtitle, other_numbers) = (
        parts(ours), parts(theirs)
    )  # fmt: skip
    if one != other or (one_numbers and other_numbers and one_numbers != other_numbers):
        return False
    short, long = sorted((one_subtitle, other_subtitle), key=len)
    return short in ("", long) or bool(re.match(re.escape(short) + r"\s*[:,;(–-]", long))


#: A sign of Hangul, Kana or Han.
_SIGN = "[\u1100-\u11ff\u3005-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]"
#: Separates the parts of one name, or nothing: 川端 康成 is 川端康成.
_SPACE = re.compile(rf"(?<={_SIGN})\s+(?={_SIGN})")


def words(name: str) -> frozenset[str]:
    """Returns the words of a name, for comparing it with one in another order."""
    if not name.isascii():
        name = _SPACE.sub("", name)
    return frozenset(re.findall(r"\w+", name.casefold()))


def same_author(ours: str, theirs: str) -> bool:
    """Whether two authors can be the same: names may be in another order, or left out by one.

    An unknown author, who has no words, may be anybody.
    """
    one, other = words(ours), words(theirs)
    return one <= other or other <= one


def match(
    title: str,
    author: str,
    books: Iterable[tuple[_T, str, str]],
    others: Iterable[tuple[str, str]] = (),
) -> _T | None:
    """Returns the book with this title, otherwise a book whose title differs only in the subtitle.

    If several volumes begin with this title, it means none of them.

    books   each with its title and author
    others  titles and authors of more books that may be such volumes
    """
    named = [(book, its) for book, its, name in books if same_author(name, author)]
    for book, its in named:
        if plain(its) == plain(title):
            return book
    same = [(book, its) for book, its in named if same_title(its, title)]
    meant = [title, *(its for _, its in same)]
    titles = [its for its, name in others if same_author(name, author)]
    near = [
        its
        for its in [*titles, *(its for _, its in named)]
        if any(same_title(its, each) for each in meant)
    ]
    if any(not same_title(one, other) for one in near for other in near):
        return None
    return same[0][0] if same else None
