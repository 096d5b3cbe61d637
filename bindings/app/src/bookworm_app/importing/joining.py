"""Merges new books into older ones whose title or author is written in another way.

An import finds a book by the same title and author. But a reading device writes them in another
way: with the subtitle and the series, or without the author. And services differ in the authors
that they put into the author itself: all of them, or only the first.
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
    """Merges new books into older ones, if each is the only match of the other.

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
            others = [each for each in group if each[0] != book and each[0] not in joined]
            if _is_of_quotes(ours):
                found = _only_match(title, author, others)
                alike = [each for each in others if _is_alike(each, title, author)]
                take = _better(ours)
            else:
                found, alike = _with_people(store, ours, title, others)
                take = []
            alike = [each for each in alike if each[0] in new]
            if found and found in new and _may_be_one(ours, store.books[found]):
                merge(ours, store.books[found], take)
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


def _with_people(
    store: Store, ours: Book, title: str, others: list[_Named]
) -> tuple[int | None, list[_Named]]:
    """Returns the only book with a title and the authors of a book, and all that may be the same.

    If even the texts of the authors are the same, the import has decided that the books differ.
    """
    named = [each for each in others if titles.plain(each[1]) == titles.plain(title)]
    if all(titles.plain(author) == titles.plain(ours.author) for _, _, author in named):
        return None, []
    sources = {each.source for each in ours.sources}
    authors = _authors(ours)
    same, alike = [], []
    for each in named:
        other = store.books[each[0]]
        its = _authors(other)
        if its == authors:
            same.append(each)
        if (
            titles.plain(other.author) != titles.plain(ours.author)
            and titles.same_author(" & ".join(its), " & ".join(authors))
            and sources.isdisjoint(each.source for each in other.sources)
            and _may_be_one(ours, other)
        ):
            alike.append(each)
    return same[0][0] if len(same) == 1 and same[0] in alike else None, alike


def _authors(book: Book) -> set[str]:
    """Returns the authors of a book, each with the words of the name in one order."""
    names = [each.name for each in book.contributors if each.role == "author"]
    return {" ".join(sorted(titles.words(name))) for name in names or [book.author]}


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
