"""Saved searches: making, renaming, changing and deleting them."""

from __future__ import annotations

from bookworm import ShelfDraft
from starlette.responses import Response
from starlette.routing import BaseRoute

from .library import line_link
from .visit import Visit, route


def show(visit: Visit) -> Response:
    """Shows the list."""
    transaction = visit.library.transaction()
    counted = [(each, each.count()) for each in visit.store.shelves]
    return visit.page("shelves.html", transaction=transaction, counted=counted)


def create(visit: Visit) -> Response:
    """Saves a search under a name, and leads to it."""
    draft = ShelfDraft()
    visit.fill(draft, "name", "line")
    shelf = draft.save(visit.own)
    return visit.done(str(line_link(shelf.line)))


def change(visit: Visit) -> Response:
    """Gives a shelf another name or line, or deletes it."""
    own = visit.own
    shelf = own.shelves[visit.number()]
    if visit.text("do") == "delete":
        shelf.delete()
        return visit.done()
    draft = ShelfDraft.of(shelf)
    visit.fill(draft, "name", "line")
    draft.save(own)
    return visit.done()


def routes() -> list[BaseRoute]:
    """Returns the addresses and their functions."""
    return [
        route("/shelves", show),
        route("/shelves", create, "POST"),
        route("/shelves/{id:int}", change, "POST"),
    ]
