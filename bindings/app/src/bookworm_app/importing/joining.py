"""Merges new books into books that an earlier file of quotes created.

An import finds a book by the same title and author. But a reading device writes them in another
way: with the subtitle and the series, or without the author.
"""

from __future__ import annotations

from collections.abc import Collection

from ..sentences import Said
from . import titles
from .merging import merge
from .quoting import SOURCES
from .rows import UNKNOWN, book_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from bookworm import Book, Store

    #: A book by its id, with its title and its author.
    _Named = tuple[int, str, str]


def join(store: Store, new: Collection[int]) -> tuple[dict[int, int], list[str]]:
    """Merges new books into those that came with quotes, if each is the only match of the other.

    Returns the ids of the older books by those of the new ones, and remarks about pairs that may
    be one book.
    """
    joined: dict[int, int] = {}
    remarks: list[str] = []
    if not new or store.books.count() == len(new):
        return joined, remarks
    for group in _groups(store):
        older = [each for each in group if each[0] not in new]
        if len(older) == len(group):
            continue
        for book, title, author in older:
            ours = store.books[book]
            if not _is_of_quotes(ours):
                continue
            others = [each for each in group if each[0] != book and each[0] not in joined]
            alike = [each for each in others if each[0] in new and _is_alike(each, title, author)]
            found = _only_match(title, author, others)
            if found and found in new and _may_be_one(ours, store.books[found]):
                merge(ours, store.books[found], _better(ours))
                joined[found] = book
                continue
            said = "{one} and {other} may be one book: merge them if they are"
            remarks += [
                Said(said, one=_named(book, title), other=_named(each, its))
                for each, its, _ in alike
            ]
    return joined, remarks


def _named(book: int, title: str) -> str:
    return f"{title} (id {book})"


def _groups(store: Store) -> list[list[_Named]]:
    """Returns the books by the beginning of their titles, if several have the same."""
    made: dict[str, list[_Named]] = {}
    columns = store.books.all().columns("id", "title", "subtitle", "author")
    for book, title, subtitle, author in zip(*columns.values()):
        whole = titles.whole(title, subtitle)
        made.setdefault(titles.head(whole), []).append((book, whole, author))
    return [group for group in made.values() if len(group) > 1]


def _is_alike(book: _Named, title: str, author: str) -> bool:
    _, its, name = book
    return titles.same_title(its, title) and titles.same_author(name, author)


def _only_match(title: str, author: str, others: list[_Named]) -> int | None:
    """Returns the id of the only book with a title and an author, or None."""
    alike = [each for each in others if _is_alike(each, title, author)]
    if sum(titles.plain(its) == titles.plain(title) for _, its, _ in alike) > 1:
        return None  # by several authors, or several editions
    return titles.match(title, author, others)


def _is_of_quotes(book: Book) -> bool:
    """Whether the book is known by files with quotes alone."""
    sources = {each.source for each in book.sources}
    return bool(sources) and sources <= set(SOURCES)


def _better(book: Book) -> list[str]:
    """Returns the fields that the older book gets from the new one, which knows them better.

    The older book keeps its other values, as in any import. It also keeps its title and author if
    the reader has changed one of them, except that an unknown author is replaced.
    """
    if any(each.source_id == book_key(book.title, book.author) for each in book.sources):
        return ["title", "author"]
    return ["author"] if book.author == UNKNOWN else []


def _may_be_one(book: Book, other: Book) -> bool:
    """Whether no identifiers say that the books are different editions."""
    ours, theirs = ({tuple(each) for each in its.identifiers} for its in (book, other))
    schemes = {scheme for scheme, _ in ours} & {scheme for scheme, _ in theirs}
    return schemes <= {scheme for scheme, _ in ours & theirs}
