"""Completions of the search box while it is typed in."""

from __future__ import annotations

from bookworm import Completion
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute

from .visit import Visit, digits, route

MOST = 8
#: The most characters of a line that are read. In a longer line, nobody would read completions.
MOST_SIGNS = 2000


def complete(visit: Visit) -> Response:
    """Completes a line at a place, which is counted in characters."""
    line = visit.query.get("q", "")[:MOST_SIGNS]
    place = min(digits(visit.query.get("at", "")) or 0, len(line))
    found = visit.store.books.complete(line, place, language=visit.language, limit=MOST)
    return JSONResponse(
        [
            {
                "label": each.label,
                "hint": _hint(visit, each),
                "count": "" if each.books is None else visit.words.number(each.books),
                "line": each.line,
                "place": each.place,
            }
            for each in found
        ]
    )


def _hint(visit: Visit, found: Completion) -> str:
    """Returns the hint next to a label: "shelf", or the text for the line if it differs."""
    if found.kind == "shelf":
        return visit.words("shelf")
    return "" if found.text.strip('"') == found.label else found.text


def routes() -> list[BaseRoute]:
    """Returns the addresses and their functions."""
    return [route("/complete", complete)]
