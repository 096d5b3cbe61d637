"""Covers: pictures of books, served as pictures that can run no script."""

from __future__ import annotations

import bookworm
from starlette.datastructures import UploadFile
from starlette.responses import Response
from starlette.routing import BaseRoute

from .visit import Visit, route

PATH = "/covers/"
#: The media type of each format. Any other is sent as a type that browsers do not show.
_TYPES = {name: f"image/{name}" for name in ("jpeg", "png", "webp", "gif", "avif")}
#: A picture that was opened by itself may load and run nothing.
_POLICY = "default-src 'none'; sandbox; frame-ancestors 'none'"


def show(visit: Visit) -> Response:
    """Returns the picture. An address with its digest may be cached for ever."""
    cover = visit.store.books.cover(visit.number())
    if cover is None:
        raise bookworm.NotFoundError("the book has no cover", field="cover")
    is_named = visit.query.get("v") == cover.digest
    headers = {
        "etag": f'"{cover.digest}"',
        "cache-control": f"private, {'max-age=31536000, immutable' if is_named else 'no-cache'}",
        "content-security-policy": _POLICY,
        "content-disposition": f'inline; filename="cover.{cover.format}"',
    }
    if visit.request.headers.get("if-none-match") == headers["etag"]:
        return Response(status_code=304, headers=headers)
    kind = _TYPES.get(cover.format, "application/octet-stream")
    return Response(cover.data, media_type=kind, headers=headers)


def given(visit: Visit) -> bytes | None:
    """Returns the picture that a form has sent."""
    file = visit.form.get("cover") if visit.form else None
    if not isinstance(file, UploadFile) or not file.size:
        return None
    file.file.seek(0)
    return file.file.read()


def change(visit: Visit) -> Response:
    """Gives a book a cover, or takes it away."""
    picture = None if visit.text("do") == "remove" else given(visit) or b""
    visit.own.books.set_cover(visit.number(), picture)
    return visit.done()


def routes() -> list[BaseRoute]:
    """Returns the addresses and their functions."""
    return [
        route(PATH + "{id:int}", show),
        route("/books/{id:int}/cover", change, "POST"),
    ]
