"""Books that are in the store more than once: side by side, merged field by field."""

from __future__ import annotations

import contextlib

from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute

from . import fields
from .rows import Row, chips
from .visit import Visit, route

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from bookworm import Difference

MOST = 50
#: The fields whose value the store decides by itself.
_FIXED = (
    "status",
    "started",
    "finished",
    "identifiers",
    "quotes",
    "readings",
    "sources",
    "created",
)
_OF_READINGS = ("status", "started", "finished")


def show(visit: Visit) -> Response:
    """Shows the groups of books that are probably duplicates."""
    transaction = visit.library.transaction()
    groups = visit.store.books.duplicates()
    known = chips(visit.store, visit.language)
    shown = [(each.identifier, [Row(book, known) for book in each.books]) for each in groups[:MOST]]
    return visit.page("duplicates.html", transaction=transaction, groups=shown, count=len(groups))


def compare(visit: Visit) -> Response:
    """Shows two books side by side, and which values a merge would keep."""
    transaction = visit.library.transaction()
    one, other = visit.store.books[visit.number()], visit.store.books[visit.number("other")]
    if one.id == other.id:
        # Both ids mean one book: the books are merged already.
        return RedirectResponse(f"/books/{one.id}", 303)
    known = chips(visit.store, visit.language)
    ours, theirs = one.as_dict(), other.as_dict()

    def value(has: dict[str, Any], field: str) -> str:
        return fields.shown(visit.words, field, has.get(field))

    done, merged = _rehearsed(visit, one.id, other.id)
    # A price is two fields of the store.
    differences = {each.field: each for each in done}
    return visit.page(
        "merge.html",
        transaction=transaction,
        one=Row(one, known),
        other=Row(other, known),
        differences=[
            (
                each,
                value(ours, each.field),
                value(theirs, each.field),
                each.field in _FIXED,
                _staying(each, ours, theirs, merged),
            )
            for each in differences.values()
        ],
    )


class _TakeBack(Exception):
    pass


def _rehearsed(visit: Visit, one: int, other: int) -> tuple[list[Difference], dict[str, Any]]:
    """Merges two books and takes it back. Returns what changed, and the merged book's fields."""
    done: list[Difference] = []
    merged: dict[str, Any] = {}
    with contextlib.suppress(_TakeBack), visit.own.transaction() as inside:
        done = inside.books[one].merge(other)
        merged = inside.books[one].as_dict()
        raise _TakeBack
    return done, merged


def _staying(
    each: Difference, ours: dict[str, Any], theirs: dict[str, Any], merged: dict[str, Any]
) -> list[str]:
    """Returns the sides whose value stays. The latest reading of both books decides the status."""
    sides = {"ours": ours.get(each.field), "theirs": theirs.get(each.field)}
    if each.choice != "both":
        return [each.choice]
    if each.field in _OF_READINGS:
        return [side for side, has in sides.items() if has == merged[each.field]]
    return [side for side, has in sides.items() if has]


def merge(visit: Visit) -> Response:
    """Merges two books. The form says which fields take the other book's value."""
    own = visit.own
    book = own.books[visit.number()]
    prefix = "take-"
    names = [name for name in (visit.form or ()) if name.startswith(prefix)]
    taken = [name[len(prefix) :] for name in names if visit.text(name) == "theirs"]
    book.merge(visit.number("other"), take=taken)
    return visit.done(f"/books/{book.id}")


def routes() -> list[BaseRoute]:
    """Returns the addresses and their functions."""
    return [
        route("/duplicates", show),
        route("/duplicates/{id:int}/{other:int}", compare),
        route("/duplicates/{id:int}/{other:int}", merge, "POST"),
    ]
