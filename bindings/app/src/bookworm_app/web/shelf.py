"""The shelf: the books that a search line finds, in pages that follow every change."""

from __future__ import annotations

from urllib.parse import urlencode

import bookworm
from bookworm import Book, Changes, Query, presentation
from starlette.responses import RedirectResponse, Response

from .asking import address, asked, finished, sorted_line
from .colours import version_of
from .facets import beside
from .library import Library
from .live import Hub, Watch
from .rows import rows
from .visit import Visit, digits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SIZE = 50


def show(visit: Visit) -> Response:
    """Shows the page."""
    given = visit.query
    line, sort = given.get("q", ""), given.get("sort", "")
    transaction = visit.library.transaction()
    shown: dict[str, Any] = {
        "line": line,
        "sort": sort,
        "transaction": transaction,
        "current": next((each.id for each in visit.store.shelves if each.line == line), None),
        "is_empty": not line and not visit.store.books,
        "left": None,
    }
    typing = "typing" in given
    try:
        query = asked(visit.store, line, sort, typing=typing)
    except bookworm.Error as error:
        place = _place(line, error)
        return visit.page("shelf.html", 422, **shown, rows=[], error=visit.say(error), place=place)
    left = query.unfinished
    if left is not None:
        shown |= {"left": visit.say(left), "place": _place(line, left)}
    try:
        after, first = given.get("after"), _first(given)
        if "before" in given:
            return _before(visit, query, given)
        page = query.page(SIZE, after)
    except bookworm.CursorError:
        return RedirectResponse(address(line, sort), 303)
    room = _room(query, first)
    is_whole = query.limit is not None and first + room > query.limit
    made = rows(visit.store, page.books[:room], visit.language)
    total = visit.library.remembered(("count", line, "typing" if left else ""), query.count)
    whole = line if left is None else finished(visit.store, line)
    genres = visit.store.genres.by_display_name(visit.language)
    live = {"q": line, "sort": sort, "after": after or "", "n": first}
    if left is not None:
        live["typing"] = "1"
    return visit.page(
        "shelf.html",
        **shown,
        rows=made,
        facets=[] if whole is None else beside(visit, whole, sort),
        saved=sorted_line(visit.store, line, sort) if left is None else "",
        prefix=None if made or left else _prefix(visit, line, sort),
        isbn=None if made or visit.library.read_only else _isbn(line),
        error=None,
        total=total,
        count=words_of_count(visit.words, first, len(made), total),
        genres=[(each.name, each.display_name(visit.language)) for each in genres],
        first=first,
        live="/live/shelf?" + urlencode(live),
        next=not is_whole
        and page.cursor
        and address(line, sort, after=page.cursor, n=first + len(made)),
        previous=first > 1 and page.previous and address(line, sort, before=page.previous, n=first),
    )


def _prefix(visit: Visit, line: str, sort: str) -> tuple[str, str] | None:
    """Returns the last word of a line as a prefix, and the address, if that finds books."""
    try:
        query = asked(visit.store, line + "*", sort)
        words = [each.text for each in query.conditions if each.key is None]
        last = next((each for each in words if f" {line}*".endswith(f" {each}")), None)
        return (last, address(line + "*", sort)) if last and query[:1].ids() else None
    except bookworm.Error:
        return None


def _isbn(line: str) -> str | None:
    """Returns the ISBN if a line is one."""
    try:
        return presentation.parse_isbn(line)
    except bookworm.Error:
        return None


def _first(given: dict[str, str]) -> int:
    return digits(given.get("n", "")) or 1


def _room(query: Query, first: int) -> int:
    """Returns how many books a page has at most, which begins with the book of this number."""
    return SIZE if query.limit is None else max(0, min(SIZE, query.limit - first + 1))


def _before(visit: Visit, query: Query, given: dict[str, str]) -> Response:
    """Redirects to the page before a place, by an address that can be observed."""
    line, sort = given.get("q", ""), given.get("sort", "")
    page = query.page(SIZE, before=given["before"])
    if page.previous is None:
        return RedirectResponse(address(line, sort), 303)
    earlier = query.page(1, before=page.previous)
    first = max(_first(given) - len(page.books), 2)
    return RedirectResponse(address(line, sort, after=earlier.cursor, n=first), 303)


def _place(line: str, error: bookworm.Error) -> tuple[str, str] | None:
    """Returns the parts of the line before and after the error."""
    if error.offset is None:
        return None
    return line[: error.offset], line[error.offset :]


class ShelfWatch(Watch):
    """A page of books: its rows, their order, and how many books there are in all.

    line, sort, query  which books the page shows
    finished  the line of its facets; None if it has none
    """

    def __init__(self, hub: Hub, library: Library, language: str, given: dict[str, str]) -> None:
        self._library, self.language = library, language
        self.line, self.sort = given.get("q", ""), given.get("sort", "")
        self.query = asked(library.store, self.line, self.sort, typing=bool(given.get("typing")))
        self.finished = finished(library.store, self.line)
        self._first = _first(given)
        super().__init__(
            hub,
            self.query[: _room(self.query, self._first)].observe(after=given.get("after") or None),
        )
        self._total: int | None = None

    def told(self, changes: list[Changes]) -> dict[str, Any]:
        """Returns the rows that have changed, and the order of all."""
        changed = {each.id for some in changes for each in some}
        if any(some.reread for some in changes):
            return self.whole()
        return self._page({book.id for book in self.observer.page if book.id in changed})

    def whole(self) -> dict[str, Any]:
        """Returns all rows, for a page that may also have missed changes of counts and colours."""
        colours = version_of(self._library.store)
        return {**self._page(None), "missed": True, "colours": colours}

    def _page(self, changed: set[int] | None) -> dict[str, Any]:
        books: list[Book] = self.observer.page
        some = [book for book in books if changed is None or book.id in changed]
        made = rows(self._library.store, some, self.language)
        written = {
            row.book.id: self._library.macro(self.language, "_row.html", "row", row) for row in made
        }
        return {"order": [book.id for book in books], "rows": written, "count": self.count()}

    def count(self) -> str:
        """Returns the text with the numbers of the books shown and of all, as last counted."""
        if self._total is None:
            self._total = self.query.count()
        shown = len(self.observer.page)
        words = self._library.words(self.language)
        return words_of_count(words, self._first, shown, max(self._total, shown))

    def recounted(self, total: int) -> str:
        """Sets the number of all books, and returns the text."""
        self._total = total
        return self.count()


def words_of_count(words: Any, first: int, shown: int, total: int) -> str:
    """Returns a text such as 1–50 of 14,983."""
    if not shown:
        return str(words("No books"))
    last = first + shown - 1
    if shown == total:
        return str(words("{n} book|{n} books", total))
    return str(
        words(
            "{a}–{b} of {n}",
            a=words.number(first),
            b=words.number(last),
            n=words.number(max(total, last)),
        )
    )
