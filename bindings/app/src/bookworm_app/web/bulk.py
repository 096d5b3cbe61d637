"""Changing the books that are selected, or all that a search line finds, in one step."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import bookworm
from bookworm import InvalidError, presentation
from starlette.responses import Response
from starlette.routing import BaseRoute

from .asking import asked
from .visit import Stopped, Visit, digits, route

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def change(visit: Visit) -> Response:
    """Makes the requested change to the books, as one step that can be undone."""
    own = visit.own
    do = visit.text("do")
    work = _WORK.get(do)
    if work is None:
        raise InvalidError(f"there is no action {do!r}", field="do")
    with own.transaction() as inside:
        if visit.text("all"):
            chosen: list[int] = asked(own, visit.text("line"), "").ids()
        else:
            given = [digits(each) for each in visit.texts("book")]
            chosen = [each for each in given if each is not None]
        if not chosen:
            raise Stopped(visit.refused(visit.words("No book is selected.")))
        work(inside, chosen, visit.text(do))
    return visit.done()


def _set(**names: str) -> Callable[[bookworm.Transaction, list[int], str], Any]:
    """Returns work that sets one field of all to a value."""
    [(field, kind)] = names.items()

    def work(inside: bookworm.Transaction, books: list[int], text: str) -> None:
        if not text:
            raise InvalidError(f"a value for {field} is missing", field=field)
        value: Any = presentation.parse(field, text) if kind == "value" else [text]
        inside.books.update(books, **{field: value})

    return work


def _status(inside: bookworm.Transaction, books: Iterable[int], text: str) -> None:
    for book in inside.books.get_many(books):
        book.set_status(text)


def _delete(inside: bookworm.Transaction, books: list[int], _: str) -> None:
    inside.books.delete(*books)


_WORK: dict[str, Callable[[bookworm.Transaction, list[int], str], Any]] = {
    "rating": _set(rating="value"),
    "favourite": _set(favourite="value"),
    "add_genres": _set(add_genres="list"),
    "remove_genres": _set(remove_genres="list"),
    "status": _status,
    "delete": _delete,
}


def routes() -> list[BaseRoute]:
    """Returns the addresses and their functions."""
    return [route("/select", change, "POST")]
