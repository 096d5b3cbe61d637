"""The choices of a browser: its language, how pages look, and how books are listed."""

from __future__ import annotations

from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import BaseRoute

from .. import language
from .visit import LOOKS, VIEWS, Visit, keep, route

_CHOICES = {"language": language.KNOWN, "look": LOOKS, "view": VIEWS}


def choose(visit: Visit) -> Response:
    """Keeps a language, a look or a view in a cookie."""
    response: Response
    response = JSONResponse({}) if visit.wants_json else RedirectResponse(visit.came_from, 303)
    for name, known in _CHOICES.items():
        if visit.text(name) in known:
            keep(response, name, visit.text(name))
    return response


def routes() -> list[BaseRoute]:
    """Returns the addresses and their functions."""
    return [
        route("/settings", choose, "POST"),
    ]
