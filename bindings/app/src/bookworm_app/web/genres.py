"""Genres: a list with counts, new ones, other names and colours, merging, deleting."""

from __future__ import annotations

import bookworm
from starlette.responses import Response
from starlette.routing import BaseRoute

from ..quoting import quoted
from .visit import Visit, digits, route

#: What a box for a colour shows before one is chosen; such a box is never empty.
COLOUR = "#7E57C2"


def show(visit: Visit) -> Response:
    """Shows the list."""
    transaction = visit.library.transaction()
    averages = {each.genre: each for each in visit.store.statistics_by("genre")}
    genres = [
        (genre, genre.display_name(visit.language), averages.get(genre.id))
        for genre in visit.store.genres.by_display_name(visit.language)
    ]
    names = {genre.name for genre, _, _ in genres}
    missing = [each for each in bookworm.standard_genres() if each.name not in names]
    return visit.page(
        "genres.html", transaction=transaction, genres=genres, missing=len(missing), colour=COLOUR
    )


def one(visit: Visit) -> Response:
    """Shows a genre, to be changed; with ?into=ID what merging it would do."""
    transaction = visit.library.transaction()
    genre = visit.store.genres[visit.number()]
    into = digits(visit.query.get("into", ""))
    other = None if into is None else visit.store.genres.get(into)
    preview = None
    if other is not None and other != genre and not visit.library.read_only:
        preview = visit.own.genres[other.id].merge(genre.id, preview=True)
    return visit.page(
        "genre.html",
        transaction=transaction,
        genre=genre,
        shown=genre.display_name(visit.language),
        others=[
            (each, each.display_name(visit.language))
            for each in visit.store.genres.by_display_name(visit.language)
            if each != genre
        ],
        other=other,
        preview=preview,
        line=f"genre:{quoted(genre.name)}",
    )


def make(
    visit: Visit, session: bookworm.Store | bookworm.Transaction, name: str, field: str
) -> None:
    """Creates a genre with the colour that was chosen in a form, or else with that of its name."""
    colour = visit.text(field) if visit.text(f"own_{field}") else None
    if colour or name in session.genres:
        # A name that a genre has already is refused.
        session.genres.create(name, colour)
    else:
        session.genres.find_or_create(name)


def create(visit: Visit) -> Response:
    """Creates a genre."""
    make(visit, visit.own, visit.text("name").strip(), "colour")
    return visit.done()


def standard(visit: Visit) -> Response:
    """Makes the standard genres that are missing."""
    visit.own.genres.create_standard()
    return visit.done()


def change(visit: Visit) -> Response:
    """Gives a genre another name or colour; deletes it; merges it into another one."""
    own = visit.own
    genre = own.genres[visit.number()]
    do = visit.text("do")
    if do == "delete":
        genre.delete()
        return visit.done("/genres")
    if do == "merge":
        into = own.genres[digits(visit.text("into")) or 0]
        into.merge(genre)
        return visit.done(f"/genres/{into.id}")
    draft = bookworm.GenreDraft.of(genre)
    visit.fill(draft, "name", "colour")
    draft.save(own)
    return visit.done(f"/genres/{genre.id}")


def routes() -> list[BaseRoute]:
    """Returns the addresses and their functions."""
    return [
        route("/genres", show),
        route("/genres", create, "POST"),
        route("/genres/standard", standard, "POST"),
        route("/genres/{id:int}", one),
        route("/genres/{id:int}", change, "POST"),
    ]
