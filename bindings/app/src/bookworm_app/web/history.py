"""The history of changes, in browsers and in the terminal, for undoing and redoing them."""

from __future__ import annotations

import re

import bookworm
from bookworm import ConflictError, NotFoundError
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import BaseRoute

from ..steps import following, name_of
from ..stores import HISTORY as TERMINAL
from .browsers import Note, history_of
from .visit import Visit, digits, route

#: How many steps are shown of each history.
MOST = 100


def show(visit: Visit) -> Response:
    """Shows the steps of this browser, of others and of the terminal, the last one first."""
    transaction = visit.library.transaction()
    steps = [
        (whose, history, step)
        for whose, history, store in _histories(visit)
        for step in store.history[:MOST]
    ]
    steps.sort(key=lambda each: each[2].at, reverse=True)
    whose_is = {history: whose for whose, history, _ in _histories(visit)}
    ids = {step.row for *_, step in steps if step.entity == "book" and step.row}
    return visit.page(
        "history.html",
        transaction=transaction,
        steps=[(*each, name_of(each[2], visit.language)) for each in steps],
        histories=[
            (whose_is.get(each.name, "Another browser"), each) for each in visit.store.histories()
        ],
        there={book.id for book in visit.store.books.get_many(ids)},
    )


def _histories(visit: Visit) -> list[tuple[str, str, bookworm.Store]]:
    """Returns for each history its owner, its name, and the store opened with it."""
    own, browsers = history_of(visit.token), visit.library.browsers
    return [
        ("This browser", own, visit.own),
        ("Terminal", TERMINAL, browsers.store(TERMINAL)),
        *(("Another browser", name, store) for name, store in browsers.others(own, TERMINAL)),
    ]


def change(visit: Visit) -> Response:
    """Undoes or redoes one step, whatever was done since."""
    name = visit.text("history")
    store = next((store for _, each, store in _histories(visit) if each == name), None)
    if store is None:
        raise NotFoundError("there is no such history", field="history")
    return _taken_back(visit, store, visit.number(), redo=visit.text("do") == "redo")


def undo(visit: Visit) -> Response:
    """Undoes the step of a note; without one, the last step of this browser."""
    return _taken_back(visit, visit.own, digits(visit.text("step")), redo=False)


def redo(visit: Visit) -> Response:
    """Redoes the step that this browser undid last."""
    return _taken_back(visit, visit.own, None, redo=True)


def _taken_back(visit: Visit, store: bookworm.Store, step: int | None, *, redo: bool) -> Response:
    try:
        name = _name(visit, store, step, redo=redo)
        store.redo(step) if redo else store.undo(step)
    except NotFoundError:
        said = visit.words("There is nothing to redo." if redo else "There is nothing to undo.")
        return visit.done(text=said, undo=False)
    except ConflictError as error:
        sentence = " ".join(filter(None, (visit.say(error), _later(visit, error))))
        if visit.wants_json:
            return JSONResponse({"error": sentence}, 409)
        visit.library.browsers.leave(visit.token, Note(sentence, is_error=True))
        return RedirectResponse(visit.came_from, 303)
    said = visit.words("Redone: {what}" if redo else "Undone: {what}", what=name)
    return visit.done(text=said, undo=False)


def _later(visit: Visit, error: ConflictError) -> str:
    """Returns a sentence that names the later step; "" if the error names none."""
    found = re.search(r'changed by step (\d+) of "(.*?)"', error.message)
    for _, history, store in _histories(visit) if found else ():
        if found and history == found[2]:
            name = _name(visit, store, int(found[1]), redo=False)
            return visit.words("The later step: {what}", what=name) if name else ""
    return ""


def _name(visit: Visit, store: bookworm.Store, step: int | None, *, redo: bool) -> str:
    if step is None:
        return following(store, visit.language, redo=redo) or ""
    found = next((each for each in store.history if each.id == step), None)
    return name_of(found, visit.language) if found else ""


def routes() -> list[BaseRoute]:
    """Returns the addresses and their functions."""
    return [
        route("/history", show),
        route("/history/{id:int}", change, "POST"),
        route("/undo", undo, "POST"),
        route("/redo", redo, "POST"),
    ]
