"""Importing quotes: to the books that are there, else with a new book."""

from __future__ import annotations

from collections import Counter

from .rows import UNKNOWN, Quote, Quotes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from bookworm import Book, Store

#: Written before a reader's note to a quote, which is kept below its text.
NOTE = "✎ "


def take(found: Quotes, store: Store) -> dict[str, Any]:
    """Imports the quotes, within the transaction of the caller; returns the receipt."""
    outcomes: Counter[str] = Counter()
    quotes, shorter = folded(found.quotes)
    books = _Books(store)
    by_book: dict[int, list[Quote]] = {}
    for quote in quotes:
        by_book.setdefault(books.of(quote), []).append(quote)
    for book, its in by_book.items():
        outcomes.update(_add(store.books[book], its))
    return {
        "rows": found.rows,
        "books": len(by_book),
        "created": books.created,
        "quotes": outcomes["added"],
        "grown": outcomes["grown"],
        "same": outcomes["same"],
        "shorter": shorter,
        "passed": dict(found.passed),
        "without_a_home": dict(found.homeless),
        "refused": [],
    }


def text_of(quote: Quote) -> str:
    """The text as it is stored, with the reader's note below it."""
    return f"{quote.text}\n\n{NOTE}{quote.note}" if quote.note else quote.text


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold().strip(" .,;:…")


def _joined(first: tuple[int, int] | None, second: tuple[int, int] | None) -> bool:
    """Whether two places overlap. Where a file has no places, the texts alone decide."""
    if first is None or second is None:
        return True
    return first[0] <= second[1] and second[0] <= first[1]


def folded(quotes: list[Quote]) -> tuple[list[Quote], int]:
    """The quotes without the shorter versions of those that grew, and how many those were.

    A Kindle appends each version of a highlight, the last one last.
    """
    kept: list[Quote] = []
    by_book: dict[tuple[str, str], list[Quote]] = {}
    shorter = 0
    for quote in quotes:
        its = by_book.setdefault((quote.title.casefold(), quote.author.casefold()), [])
        text = _plain(quote.text)
        versions = [
            other
            for other in its
            if _joined(other.place, quote.place)
            and (_plain(other.text) in text or text in _plain(other.text))
        ]
        for other in versions:
            if len(_plain(other.text)) > len(text) or (
                len(_plain(other.text)) == len(text) and (other.note or not quote.note)
            ):
                other.note = other.note or quote.note
                shorter += 1
                break
            quote.note = quote.note or other.note
            its.remove(other)
            kept.remove(other)
            shorter += 1
        else:
            its.append(quote)
            kept.append(quote)
    return kept, shorter


class _Books:
    """The books that quotes are from, by ISBN, or title and author."""

    def __init__(self, store: Store) -> None:
        """Of a store."""
        self._store = store
        self._known: dict[tuple[str, str], int] = {}
        self.created = 0

    def of(self, quote: Quote) -> int:
        """The id of the book of a quote; it is created if there is none."""
        key = quote.title, quote.author
        if key not in self._known:
            book = self._find(quote)
            if book is None:
                # Highlights need no author; a book does.
                people = quote.authors if len(quote.authors) > 1 else ()
                book = self._store.books.create(
                    quote.title, quote.author or UNKNOWN, contributors=people
                )
                self.created += 1
            self._known[key] = book.id
        return self._known[key]

    def _find(self, quote: Quote) -> Book | None:
        if quote.isbn:
            found = self._store.books.where(identifier=("isbn", quote.isbn)).first()
            if found is not None:
                return found
        found_by_name = [
            book
            for book in self._store.books.where(title_contains=_start(quote.title))[:200]
            if _same_title(book.title, quote.title) and _same_author(book.author, quote.author)
        ]
        return found_by_name[0] if found_by_name else None


def _start(title: str) -> str:
    """The title without the subtitle and series that a seller adds."""
    for end in (":", " (", " - ", " – "):
        head = title.split(end)[0].strip()
        if head:
            title = head
    return title


def _same_title(ours: str, theirs: str) -> bool:
    return _plain(ours) == _plain(theirs) or _plain(_start(ours)) == _plain(_start(theirs))


def _words(name: str) -> set[str]:
    import re

    return set(re.findall(r"\w+", name.casefold()))


def _same_author(ours: str, theirs: str) -> bool:
    """Whether one author is the other, whose names may be in another order, or more of them."""
    one, other = _words(ours), _words(theirs)
    return not other or other == {UNKNOWN} or one <= other or other <= one


def _add(book: Book, quotes: list[Quote]) -> Counter[str]:
    outcomes: Counter[str] = Counter()
    there = list(book.quotes)
    texts = {each.id: _plain(each.text.split(f"\n\n{NOTE}")[0]) for each in there}
    for quote in quotes:
        text, whole = _plain(quote.text), text_of(quote)
        old = next((each for each in there if text in texts[each.id]), None)
        if old is not None:
            # The same, or the reader has a longer version here.
            if quote.note and NOTE not in old.text and texts[old.id] == text:
                old.text = whole
                outcomes["grown"] += 1
            else:
                outcomes["same"] += 1
            continue
        grown = next((each for each in there if texts[each.id] in text), None)
        if grown is not None and len(texts[grown.id]) > 12:
            grown.text = whole
            texts[grown.id] = text
            outcomes["grown"] += 1
            continue
        made = book.quotes.add(whole, quote.page)
        there.append(made)
        texts[made.id] = text
        outcomes["added"] += 1
    return outcomes
