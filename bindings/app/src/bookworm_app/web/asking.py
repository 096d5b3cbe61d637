"""The query that a page of the shelf shows, and the address that asks for it."""

from __future__ import annotations

from urllib.parse import urlencode

import bookworm
from bookworm import Query

from .library import SORTS


def asked(store: bookworm.Store, line: str, sort: str, *, typing: bool = False) -> Query:
    """Returns the query of a line in an order; without an order, in the line's own.

    typing  whether the end of the line may be missing
    """
    query = store.books.find(line, unfinished=typing)
    keys = _keys(sort)
    return query.order_by(*keys) if keys else query


def _keys(sort: str) -> tuple[str, ...]:
    if sort.removeprefix("-") not in SORTS:
        return ()
    return (sort,) if "title" in sort else (sort, "title")


def sorted_line(store: bookworm.Store, line: str, sort: str) -> str:
    """Returns the line of a list in an order, for a shelf."""
    if not _keys(sort):
        return line
    try:
        return str(asked(store, line, sort).line)
    except bookworm.InvalidError:
        return f"{line} sort:{','.join(_keys(sort))}"


def finished(store: bookworm.Store, line: str) -> str | None:
    """Returns a line without its end if that is missing or wrong.

    None if no line can express the rest, as with `person:none`.
    """
    query = store.books.find(line, unfinished=True)
    try:
        return line if query.unfinished is None else str(query.line)
    except bookworm.InvalidError:
        return None


def address(line: str, sort: str, **place: object) -> str:
    """Returns the address of a list of books."""
    given = {"q": line, "sort": sort, **place}
    kept = {name: value for name, value in given.items() if value}
    return "/?" + urlencode(kept) if kept else "/"
