"""Facets: how many of the books that a line finds have each genre, status, author and so on."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

import bookworm
from bookworm import Statistics, presentation
from starlette.responses import Response
from starlette.routing import BaseRoute

from .asking import address, asked
from .visit import Visit, digits, route

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .library import Library

#: The facets whose groups have names, which can be searched by the beginning of a word.
NAMED = ("genre", "author", "series", "publisher", "language", "format")
GROUPS = ("genre", "status", "rating", "author", "series", "decade", "language", "format",
          "publisher")  # fmt: skip
#: The facets that are open at a reader's first visit.
OPEN = ("genre", "status", "rating")
SHOWN = 8
MOST = 500
#: In a larger store, counting takes too long for a page, which then asks for each facet later.
MOST_BOOKS = 3000


@dataclass(frozen=True)
class Entry:
    """A group of books as a link.

    address  of the list with this group as one more condition, or without this condition
    is_on    whether the list has the condition already
    classes  of its dot: the colour of a genre
    """

    name: str
    books: int
    address: str
    is_on: bool
    classes: str = ""


@dataclass(frozen=True)
class Facet:
    """The groups of one kind.

    entries  None if the page asks for them later
    some     the address of the largest groups
    all      the address of all groups
    is_sent  whether the stream of the page sends them after a change
    """

    group: str
    label: str
    entries: list[Entry] | None
    some: str
    all: str
    is_open: bool
    is_sent: bool
    is_whole: bool


def facet(
    library: Library,
    language: str,
    group: str,
    line: str,
    sort: str,
    found: Sequence[Statistics] | None,
    most: int = SHOWN,
) -> Facet:
    """Returns the largest groups of the books that a line finds, as counted() returns them."""
    given = {"q": line, "sort": sort}
    path = f"/facets/{group}?"
    some, whole = ({name: each for name, each in {**given, "n": n}.items() if each}
                   for n in (SHOWN, None))  # fmt: skip
    entries = None
    if found is not None:
        entries = _entries(library, language, group, line, sort, found[:most])
    return Facet(
        group,
        presentation.group_name(group, language),
        entries,
        path + urlencode(some),
        path + urlencode(whole),
        group in OPEN or any(each.is_on for each in entries or ()),
        group in OPEN,
        found is None or len(found) <= most,
    )


def beside(visit: Visit, line: str, sort: str) -> list[Facet]:
    """Returns the facets next to a list. Facets ignore limits, so a line with a limit has none."""
    if visit.store.books.find(line).limit is not None:
        return []
    later = len(visit.store.books) > MOST_BOOKS
    made = [
        facet(visit.library, visit.language, group, line, sort,
              None if later else counted(visit.library, group, line))
        for group in GROUPS
    ]  # fmt: skip
    return [each for each in made if each.entries is None or each.entries]


def counted(
    library: Library, group: str, line: str, words: str = "", most: int = SHOWN
) -> Sequence[Statistics]:
    """Counts the largest groups of the books that a line finds, and one more than are shown."""
    books = asked(library.store, line, "") if line.strip() else library.store

    def count() -> Sequence[Statistics]:
        if group != "rating":
            return books.facets(group, words, most + 1)
        ratings = books.statistics().ratings
        rows = [Statistics(ratings[each], 0, None, (), str(each)) for each in (5, 4, 3, 2, 1, 0)]
        return [row for row in rows if row.books]

    return library.remembered(("facet", group, line, words, str(most)), count)


def _entries(
    library: Library, language: str, group: str, line: str, sort: str, found: Iterable[Statistics]
) -> list[Entry]:
    query = library.store.books.find(line)
    made = []
    for each in found:
        is_on = query.has_facet(group, each)
        changed = query.without_facet(group, each) if is_on else query.with_facet(group, each)
        name = presentation.facet_label(group, each, language)
        classes = f"g{each.genre}" if each.genre else ""
        made.append(Entry(name, each.books, address(changed.line, sort), is_on, classes))
    return made


def show(visit: Visit) -> Response:
    """Shows all groups of one kind, or those with a word that begins with the given text."""
    group = visit.request.path_params["group"]
    if group not in GROUPS:
        raise bookworm.NotFoundError(f"there are no facets by {group!r}", field="group")
    given = visit.query
    line, sort, words = given.get("q", ""), given.get("sort", ""), given.get("words", "")
    most = min(digits(given.get("n", "")) or MOST, MOST)
    transaction = visit.library.transaction()
    words = words if group in NAMED else ""
    found = counted(visit.library, group, line, words, most)
    shown = facet(visit.library, visit.language, group, line, sort, found, most)
    return visit.page(
        "facets.html",
        transaction=transaction,
        facet=shown,
        line=line,
        sort=sort,
        words=words,
        named=group in NAMED,
        few=most < MOST,
    )


def routes() -> list[BaseRoute]:
    """Returns the addresses and their functions."""
    return [route("/facets/{group}", show)]
