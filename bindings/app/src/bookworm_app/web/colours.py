"""The genres' colours as a stylesheet, since pages may have no styles of their own."""

from __future__ import annotations

import hashlib

import bookworm
from bookworm import presentation
from starlette.responses import Response

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .visit import Visit


def _sheet(store: bookworm.Store) -> str:
    rules = []
    for genre in store.genres:
        colour = presentation.format_colour(genre.rgb)
        rules.append(
            f".g{genre.id}{{--g:{colour};--t:{genre.text_colour}}}\n.h{genre.id}{{--h:{colour}}}\n"
        )
    return "".join(rules)


def version_of(store: bookworm.Store) -> str:
    """Returns a version that changes whenever a colour changes."""
    return hashlib.sha256(_sheet(store).encode()).hexdigest()[:12]


def sheet(visit: Visit) -> Response:
    """Sends the stylesheet."""
    text = _sheet(visit.store)
    kept = {"cache-control": "private, max-age=31536000, immutable"}
    return Response(text, media_type="text/css", headers=kept)
