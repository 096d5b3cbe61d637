"""Importing quotes: to the books that are there, else with a new book."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence

from ..sentences import Said, Wrong
from . import cells, titles
from .merging import merge
from .rows import UNKNOWN, Quote, Quotes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from bookworm import Book, Error, Store

#: The names of the formats with quotes, and those that the store keeps of them.
_FORMATS = ("Kindle", "Kobo", "Apple Books", "Readwise")
SOURCES = ("kindle", "kobo", "apple-books", "readwise")
#: Written before a reader's note to a quote, which is kept below its text.
NOTE = "✎ "


def in_turn(forms: Sequence[str]) -> list[int]:
    """Returns the places of several files, by their formats, in the order of their import.

    Quotes come after the books of other files. Quotes can find their book by a part of its title,
    whereas an imported book finds only a book with the same title.
    """
    return sorted(range(len(forms)), key=lambda place: forms[place] in _FORMATS)


def take(found: Quotes, store: Store) -> dict[str, Any]:
    """Imports the quotes, within the transaction of the caller; returns the receipt."""
    outcomes: Counter[str] = Counter()
    quotes, shorter = folded(found.quotes)
    by_key: dict[str, list[Quote]] = {}
    for quote in quotes:
        by_key.setdefault(quote.key, []).append(quote)
    books = _Books(store, found)
    ids = books.linked(by_key)
    refused = books.refused
    for key, book in ids.items():
        its = store.books[book]
        outcomes.update(add(its, by_key.get(key, []), refused))
        books.progress(key, its)
    return {
        "rows": found.rows,
        "books": sum(key in by_key for key in ids),
        "created": books.created,
        "merged": books.merged,
        "changed": books.changed,
        "deleted": books.deleted,
        "quotes": outcomes["added"],
        "grown": outcomes["grown"],
        "same": outcomes["same"],
        "shorter": shorter,
        "passed": dict(found.passed),
        "unclear": dict(found.unclear),
        "without_a_home": dict(found.homeless),
        "remarks": found.remarks,
        "refused": sorted(refused, key=lambda each: each["row"]),
    }


def _refusal(row: int, error: Error) -> dict[str, Any]:
    """Returns an entry that the store refuses, for the receipt."""
    return {"row": row, "line": None, "column": error.field or "", "why": Wrong(error)}


def text_of(quote: Quote) -> str:
    """Returns the text as it is stored, with the reader's note below it."""
    return f"{quote.text}\n\n{NOTE}{quote.note}" if quote.note else quote.text


def _joined(first: tuple[int, int] | None, second: tuple[int, int] | None) -> bool:
    """Whether two places overlap. If a file has no places, the texts alone decide."""
    if first is None or second is None:
        return True
    return first[0] <= second[1] and second[0] <= first[1]


def folded(quotes: list[Quote]) -> tuple[list[Quote], int]:
    """Drops the shorter versions of quotes that grew. Returns the rest, and how many it dropped.

    A Kindle appends each version of a highlight, the last one last.
    """
    kept: list[Quote] = []
    by_book: dict[tuple[str, str], list[Quote]] = {}
    shorter = 0
    for quote in quotes:
        its = by_book.setdefault((quote.title.casefold(), quote.author.casefold()), [])
        text = titles.plain(quote.text)
        versions = [
            other
            for other in its
            if _joined(other.place, quote.place)
            and (titles.plain(other.text) in text or text in titles.plain(other.text))
        ]
        for other in versions:
            if len(titles.plain(other.text)) > len(text) or (
                len(titles.plain(other.text)) == len(text) and (other.note or not quote.note)
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
    """Finds the books that quotes are from: by the source's id, then ISBN, then title and author.

    Each book keeps the entries that it came from as the raw row of the source.
    """

    def __init__(self, store: Store, found: Quotes) -> None:
        """Takes a store, and the quotes of a file."""
        self._store, self._found = store, found
        # By the title without what a seller adds.
        self._new: dict[str, list[tuple[Book, str, str]]] = {}
        self._of_isbn: dict[str, Book] = {}
        self._titles: dict[str, set[tuple[str, str]]] = {}
        for each in (*found.quotes, *map(_named, found.books.values())):
            self._titles.setdefault(titles.parts(each.title)[0], set()).add(
                (each.title, each.author)
            )
        self.created = self.merged = self.changed = self.deleted = 0
        # The percentages that earlier files gave, by the key of the book.
        self._earlier: dict[str, list[float | None]] = {}
        self.refused: list[dict[str, Any]] = []

    def linked(self, by_key: dict[str, list[Quote]]) -> dict[str, int]:
        """Returns the ids of the books by key, without those that were deleted here or refused."""
        import bookworm

        rows: list[dict[str, Any]] = []
        firsts: dict[str, Quote] = {}
        for key, entries in self._found.raw.items():
            known = self._known(key)
            fields = self._found.books.get(key, {})
            if known is None and key not in by_key and not fields:
                continue  # bookmarks of a book that is not here
            row: dict[str, Any] = {"source_id": key, **fields}
            if fields or key in by_key:
                quote = by_key[key][0] if key in by_key else _named(fields)
                # Highlights need no author; a book does.
                row.update(title=quote.title, author=quote.author or UNKNOWN)
                if known is None:
                    firsts[key] = quote
            row["raw"] = json.dumps(self._with_earlier(known, key, entries), ensure_ascii=False)
            rows.append(row)
        same = {key: self._find(quote) for key, quote in firsts.items()}
        ids: dict[str, int] = {}
        here: list[dict[str, Any]] = []
        left: list[dict[str, Any]] = []
        for row in rows:
            (left if same.get(row["source_id"]) is None else here).append(row)
        for some, is_here in ((here, True), (left, False)):
            # A book that was deleted here stays deleted, unless there is one like it again.
            results = self._store.books.import_from(
                self._found.source,
                some,
                identity="title and author" if is_here else "source id",
                recreate_deleted=is_here,
                skip_refused=True,
            )
            for row, result in zip(some, results):
                key = row["source_id"]
                self.changed += result.outcome == "updated"
                if result.outcome == "deleted":
                    self.deleted += 1
                elif result.error is not None:
                    if is_here and isinstance(result.error, bookworm.ExistsError):
                        left.append(row)  # its book is that of another row, too
                    else:
                        self.refused.append(_refusal(self._found.firsts[key], result.error))
                elif result.book_id is not None:
                    ids[key] = result.book_id
                    is_new = result.outcome == "created" and same[key] is None
                    if not is_new and key in firsts and key not in by_key:
                        self.merged += 1  # a line of the receipt; other books have their quotes
                    if result.outcome == "created":
                        ids[key] = self._settled(result.book_id, same[key], firsts[key])
        return ids

    def _settled(self, new: int, same: Book | None, quote: Quote) -> int:
        """Returns the id of the existing book for a new link, otherwise that of the new book."""
        made = self._store.books[new]
        if same is None:
            # Two keys of a file may be one book, with and without the subtitle.
            same = self._of_isbn.get(quote.isbn or "") or self._match(
                quote, self._new.get(titles.parts(quote.title)[0], [])
            )
        if same is not None:
            # The book that is here keeps its values, and gets the link.
            merge(same, made)
            return same.id
        if len(quote.authors) > 1:
            made.contributors = quote.authors
        if not quote.author:
            what = Said("{column}: empty, stored as {name}", column="author", name=UNKNOWN)
            self._found.unclear[what] += 1
        its_title = titles.parts(quote.title)[0]
        self._new.setdefault(its_title, []).append((made, quote.title, quote.author))
        if quote.isbn:
            self._of_isbn[quote.isbn] = made
        self.created += 1
        return new

    def _known(self, key: str) -> Book | None:
        import bookworm

        try:
            return self._store.books.with_source(self._found.source, key)
        except (bookworm.NotFoundError, bookworm.InvalidError, bookworm.TooLargeError):
            return None

    def _with_earlier(self, book: Book | None, key: str, entries: list[Any]) -> list[Any]:
        """Returns the entries of earlier files, and the new ones: a device forgets old ones."""
        earlier: list[Any] = []
        for each in book.sources if book is not None else ():
            if (each.source, each.source_id) == (self._found.source, key) and each.raw:
                earlier = json.loads(each.raw)
        self._earlier[key] = list(self._percents(earlier))
        seen = {json.dumps(entry, sort_keys=True) for entry in earlier}
        for entry in entries:
            text = json.dumps(entry, sort_keys=True)
            if text not in seen:
                seen.add(text)
                earlier.append(entry)
        return earlier

    def progress(self, key: str, book: Book) -> None:
        """Sets the percentage of the reading in progress, unless it was set here."""
        earlier = self._earlier[key]
        theirs = (None, *earlier)
        for percent in self._percents(self._found.raw[key]):
            if percent == 100:
                continue  # the status says the same
            reading = next((each for each in book.readings if each.outcome == "open"), None)
            if reading is None or percent is None:
                self._found.homeless[self._found.progress[0]] += 1
            elif [percent] != earlier[-1:] and reading.page is None and reading.percent in theirs:
                reading.percent = percent

    def _percents(self, entries: list[Any]) -> Iterator[float | None]:
        """Yields the percentages in the entries of a book; None for a cell without a meaning."""
        column, whole = self._found.progress
        for entry in entries:
            cell = str(entry.get(column, "")) if isinstance(entry, dict) else ""
            if not cells.is_empty(cell):
                try:
                    part = cells.number(cell, float) or 0
                except ValueError:
                    part = -1
                yield round(part / whole * 100, 2) if 0 <= part <= whole else None

    def _find(self, quote: Quote) -> Book | None:
        if quote.isbn:
            found = self._store.books.where(identifier=("isbn", quote.isbn)).first()
            if found is not None:
                return found
        # A longer text than a title is refused; the beginning finds it, too.
        start = titles.start(quote.title)[:1000]
        found_by_name = self._store.books.where(title_contains=start)[:200]
        return self._match(
            quote,
            [
                (book, titles.whole(book.title, book.subtitle), book.author)
                for book in found_by_name
            ],
        )

    def _match(self, quote: Quote, books: list[tuple[Book, str, str]]) -> Book | None:
        others = self._titles.get(titles.parts(quote.title)[0], ())
        return titles.match(quote.title, quote.author, books, others)


def _named(fields: dict[str, Any]) -> Quote:
    """Returns a Quote without a text, for the book of a row that has no quotes."""
    isbns = (value for scheme, value in fields.get("identifiers", ()) if scheme == "isbn")
    return Quote(fields["title"], fields["author"], "", isbn=next(isbns, None))


def add(book: Book, quotes: list[Quote], refused: list[dict[str, Any]]) -> Counter[str]:
    """Adds the quotes of a book, and appends those that the store refuses to `refused`."""
    import bookworm

    outcomes: Counter[str] = Counter()
    there = list(book.quotes)
    texts = {each.id: titles.plain(each.text.split(f"\n\n{NOTE}")[0]) for each in there}
    for quote in quotes:
        try:
            outcomes[_add_one(book, quote, there, texts)] += 1
        except (bookworm.InvalidError, bookworm.TooLargeError) as error:
            refused.append(_refusal(quote.row, error))
    return outcomes


def _add_one(book: Book, quote: Quote, there: list[Any], texts: dict[int, str]) -> str:
    """Adds a quote, unless it is there; returns the outcome.

    there  the quotes of the book
    texts  their texts without the reader's notes, by id
    """
    text, whole = titles.plain(quote.text), text_of(quote)
    old = next((each for each in there if text in texts[each.id]), None)
    if old is not None:
        # The same, or the reader has a longer version here.
        if quote.note and NOTE not in old.text and texts[old.id] == text:
            old.text = whole
            return "grown"
        return "same"
    grown = next((each for each in there if texts[each.id] in text), None)
    if grown is not None and len(texts[grown.id]) > 12:
        grown.text = whole
        texts[grown.id] = text
        return "grown"
    made = book.quotes.add(whole, quote.page)
    there.append(made)
    texts[made.id] = text
    return "added"
