"""Adding and editing a book. The library checks it; changes by others are never overwritten."""

from __future__ import annotations

from dataclasses import dataclass

import bookworm
from bookworm import Draft, Error, presentation
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute

from ..people import roles_of
from . import covers, fields, genres, people
from .visit import Visit, route, status_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

#: The most bytes of one field: a text of a book has 16 MiB at most.
MOST = 17 << 20
#: Longer texts are set as they are: the library reads a typed text of 10 MiB in some 5 seconds.
MOST_TYPED = 1 << 16
#: An example of how a price is written.
PRICE = bookworm.Price(1299, "EUR")


@dataclass
class Field:
    """A field of the form.

    text    what is typed in it
    mark    of the text that the book had when the form was shown
    error   what is wrong, in the reader's language
    theirs  the value that another program has set meanwhile, as it is shown, if it differs from
            `text`; otherwise None
    """

    name: str
    control: str
    label: str
    text: str
    mark: str = ""
    error: str = ""
    theirs: str | None = None


def _shown(visit: Visit, texts: dict[str, str], controls: dict[str, str]) -> dict[str, Field]:
    made = {
        name: Field(
            name,
            control,
            "ISBN" if name == "isbn" else presentation.field_name(name, visit.language),
            texts.get(name, ""),
            fields.mark_of(texts.get(name, "")),
        )
        for name, control in controls.items()
    }
    made["cover"] = Field("cover", "upload", presentation.field_name("cover", visit.language), "")
    return made


def _page(
    visit: Visit, form: dict[str, Field], book: Any = None, status: int = 200, problem: str = ""
) -> Response:
    names = form["genres"].text.split("\n")
    roles = roles_of(visit.store.facets("role"))
    all_genres = visit.store.genres.by_display_name(visit.language)
    return visit.page(
        "form.html",
        status,
        form=form,
        book=book,
        problem=problem,
        transaction=visit.library.transaction(),
        genres=[(each, each.display_name(visit.language)) for each in all_genres],
        chosen=[each for each in names if each],
        people=people.value_of(form["contributors"].text),
        roles=[people.role_name(visit.words, role) for role in roles],
        role_name=lambda role: people.role_name(visit.words, role),
        has_cover=book is not None and book.cover is not None,
        new_genre=visit.text("new_genre"),
        price_hint=presentation.money(PRICE, visit.language),
        new_colour=visit.text("new_colour", genres.COLOUR),
        own_colour=bool(visit.text("own_new_colour")),
        there=None if book else _there(visit, form["isbn"].text),
        first=next(
            (each.name for each in form.values() if each.error or each.theirs is not None),
            None if book else "title",
        ),
    )


def add(visit: Visit) -> Response:
    """Shows the form for a new book, with the library's defaults."""
    defaults = bookworm.form_defaults()
    texts = {"rating": str(defaults.rating), "status": "on-shelf", "favourite": ""}
    if defaults.genre in visit.store.genres:
        texts["genres"] = visit.store.genres[defaults.genre].name
    given = visit.query
    texts.update({name: given[name] for name in ("title", "author", "isbn") if name in given})
    return _page(visit, _shown(visit, texts, {**fields.CONTROLS, **fields.FIRST}))


def edit(visit: Visit) -> Response:
    """Shows the form for a book."""
    book = visit.store.books[visit.number()]
    return _page(visit, _shown(visit, fields.texts_of(book, visit.language), fields.CONTROLS), book)


def _typed(visit: Visit, controls: dict[str, str], had: list[str]) -> dict[str, str]:
    """Returns the form's texts; genres in the book's order, after the one chosen as the first."""
    texts = {name: visit.text(name) for name in controls}
    order = {name: place for place, name in enumerate(had)}
    if visit.text("first_genre"):
        order[visit.text("first_genre")] = -1
    chosen = sorted(visit.texts("genres"), key=lambda name: order.get(name, len(order)))
    return {**texts, "genres": "\n".join(chosen), "contributors": people.typed(visit)}


def _set(draft: Draft, texts: dict[str, str], language: str) -> list[Error]:
    """Sets a draft to the typed texts. Returns the errors."""
    wrong = []
    # The library derives the whole rating from the exact one.
    follows = bool(texts.get("exact_rating", "").strip())
    isbn = texts.get("isbn", "").strip()
    left_out = {"isbn"} | ({"rating"} if follows else set())
    if not texts.get("author", "").strip() and people.has_author(texts.get("contributors", "")):
        # The author is derived from the contributors' names.
        left_out.add("author")
    for name, text in texts.items():
        if name in left_out:
            continue
        try:
            if name == "genres":
                draft.update(genres=text.split("\n") if text else [])
            elif name == "contributors":
                draft.update(contributors=people.value_of(text))
            elif len(text) > MOST_TYPED and fields.CONTROLS.get(name) in ("line", "text"):
                draft.update(**{name: text})
            else:
                draft.set_text(name, text, language)
        except Error as error:
            error.field = name
            wrong.append(error)
    if isbn:
        try:
            known = [each for each in draft.identifiers or () if each[0] != "isbn"]
            draft.update(identifiers=[("isbn", presentation.parse_isbn(isbn)), *known])
        except Error as error:
            wrong.append(error)
    return wrong


def _faults(visit: Visit, draft: Draft, wrong: list[Error]) -> dict[str, str]:
    """Returns what is wrong with each field, in words."""
    names = {error.field for error in wrong}
    found = [*wrong, *(each for each in draft.check(visit.store) if each.field not in names)]
    # The label is next to it.
    return {_control(error.field or ""): visit.say(error, label=False) for error in found}


def _control(field: str) -> str:
    return {"currency": "price"}.get(field, field)


def check(visit: Visit) -> Response:
    """Returns the errors of the fields that were sent, the book with their ISBN, and the status."""
    controls = {**fields.CONTROLS, **fields.FIRST}
    sent = {name for name in controls if visit.form and name in visit.form} | {"contributors"}
    texts = {name: text for name, text in _typed(visit, controls, []).items() if name in sent}
    draft = Draft()
    wrong = _set(draft, _chosen(visit, texts), visit.language)
    there = _there(visit, texts.get("isbn", ""))
    found = there and {"to": f"/books/{there.id}", "title": f"{there.title}, {there.author}"}
    faults = _faults(visit, draft, wrong)
    return JSONResponse({"wrong": faults, "there": found, "status": _status(draft)})


def _there(visit: Visit, isbn: str) -> bookworm.Book | None:
    """Returns the book that has an ISBN already."""
    try:
        found = visit.store.books.where(identifier=("isbn", presentation.parse_isbn(isbn)))
    except Error:
        return None
    return next(iter(found[:1]), None)


def _chosen(visit: Visit, texts: dict[str, str]) -> dict[str, str]:
    """Returns the texts of a new book without its status if the form has set that by itself."""
    follows = visit.text("status_follows")
    return {name: text for name, text in texts.items() if name != "status" or text != follows}


def _status(draft: Draft) -> str:
    """Returns the status that the draft's book will have."""
    status: str = draft.status or bookworm.Status.ON_SHELF
    return status


def create(visit: Visit) -> Response:
    """Adds a book."""
    controls = {**fields.CONTROLS, **fields.FIRST}
    texts = _typed(visit, controls, [])
    chosen = _chosen(visit, texts)
    draft = Draft()
    faults = _faults(visit, draft, _set(draft, chosen, visit.language))
    form = _shown(visit, {**texts, "status": chosen.get("status", _status(draft))}, controls)
    return _wrong(visit, form, faults) if faults else _saved(visit, form, draft)


def _wrong(
    visit: Visit, form: dict[str, Field], faults: dict[str, str], book: Any = None
) -> Response:
    """Shows the form again, with an error next to each wrong field."""
    for name, sentence in faults.items():
        form[name if name in form else "title"].error = sentence
    is_torn = any(field.theirs is not None for field in form.values())
    return _page(visit, form, book, 409 if is_torn else 422)


def _saved(visit: Visit, form: dict[str, Field], draft: Draft, book: Any = None) -> Response:
    """Saves the draft. If that fails, shows the form again with the typed texts."""
    picture = covers.given(visit)
    try:
        with visit.own.transaction() as inside:
            _new_genre(visit, inside, draft)
            saved = draft.save(inside)
            if picture is not None:
                inside.books.set_cover(saved, picture)
            elif visit.text("remove_cover"):
                inside.books.set_cover(saved, None)
        return visit.done(f"/books/{saved.id}")
    except Error as error:
        field = {"name": "genres", "colour": "genres"}.get(error.field or "", error.field or "")
        if field in form:
            return _wrong(visit, form, {field: visit.say(error, label=False)}, book)
        return _page(visit, form, book, status_of(error), visit.say(error))


def _new_genre(visit: Visit, inside: bookworm.Transaction, draft: Draft) -> None:
    name = visit.text("new_genre").strip()
    if name:
        if name not in inside.genres:
            genres.make(visit, inside, name, "new_colour")
        names = draft.genres or []
        draft.update(genres=[*names, inside.genres[name].name])


def save(visit: Visit) -> Response:
    """Saves only the fields that were changed in the form.

    A field that both the form and another program have changed is shown with both values, unless
    the user has chosen already.
    """
    book = visit.store.books[visit.number()]
    now = fields.texts_of(book, visit.language)
    has = book.as_dict()
    texts = _typed(visit, fields.CONTROLS, now["genres"].split("\n"))
    form = _shown(visit, texts, fields.CONTROLS)
    changed = {}
    torn = False
    for name in texts:
        field = form[name]
        had, theirs = visit.text(f"had-{name}"), fields.mark_of(now[name])
        mine, field.mark = fields.mark_of(texts[name]), theirs
        if mine in (theirs, had) or visit.text(f"choose-{name}") == "theirs":
            field.text = now[name]
        elif had == theirs:
            changed[name] = texts[name]
        else:
            field.theirs, torn = fields.shown(visit.words, name, has[name]), True
    draft = Draft.of(book)
    faults = _faults(visit, draft, _set(draft, changed, visit.language))
    if faults or torn:
        return _wrong(visit, form, faults, book)
    others = (visit.text("new_genre").strip(), visit.text("remove_cover"), covers.given(visit))
    if not changed and not any(others):
        return visit.done(f"/books/{book.id}", visit.words("Nothing was changed."), undo=False)
    return _saved(visit, form, draft, book)


def routes() -> list[BaseRoute]:
    """Returns the addresses and their functions."""
    return [
        route("/books/new", add),
        route("/books", create, "POST", limit=MOST),
        route("/books/check", check, "POST", limit=MOST),
        route("/books/{id:int}/edit", edit),
        route("/books/{id:int}/edit", save, "POST", limit=MOST),
    ]
