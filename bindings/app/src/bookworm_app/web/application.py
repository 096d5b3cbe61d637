"""All pages of the server, as an ASGI application."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterable

import bookworm
from anyio import to_thread
from starlette.applications import Starlette
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from . import (
    book,
    bulk,
    colours,
    completing,
    counting,
    covers,
    duplicates,
    facets,
    form,
    genres,
    history,
    importing,
    lists,
    settings,
    shelf,
    shelves,
    streams,
)
from .door import ENTRANCE, Door
from .guard import Guard
from .library import FOLDER, Library
from .live import Hub
from .visit import Visit, route

TYPE_CHECKING = False
if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

#: How many requests run at once. More would not be faster: Python runs one thread at a time. Each
#: has a connection to the store with a cache, and the store keeps eight for the next reads.
MOST_THREADS = 8
#: The first page is answered before others are prepared.
PREPARE_AFTER = 0.3


def routes() -> list[BaseRoute]:
    """Returns the addresses and their functions."""
    return [
        route("/", shelf.show),
        route("/genres.css", colours.sheet),
        Route("/live/{page}", streams.stream),
        Route("/live/{page}/{id:int}", streams.stream),
        *book.routes(),
        *form.routes(),
        *genres.routes(),
        *settings.routes(),
        *shelves.routes(),
        *lists.routes(),
        *completing.routes(),
        *counting.routes(),
        *covers.routes(),
        *facets.routes(),
        *bulk.routes(),
        *duplicates.routes(),
        *importing.routes(),
        *history.routes(),
        Mount("/static", _Static(directory=FOLDER / "static")),
    ]


class _Static(StaticFiles):
    """Files that pages name with their version, so that browsers may keep them."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        if scope["query_string"].startswith(b"v="):
            response.headers["cache-control"] = "public, max-age=31536000, immutable"
        return response


def _prepare(library: Library) -> None:
    """Does the work that the first visits of some pages would otherwise wait for."""
    # A page that cannot read the store says so.
    with contextlib.suppress(bookworm.Error):
        library.prepare()
        library.everybody.count()


def application(library: Library, hosts: Iterable[str], door: Door | None = None) -> ASGIApp:
    """Creates the application. It answers only requests that use one of these host names."""

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        loop = asyncio.get_running_loop()
        to_thread.current_default_thread_limiter().total_tokens = MOST_THREADS
        hub = Hub(loop)
        watches = streams.begin(library, hub)
        loop.call_later(PREPARE_AFTER, loop.run_in_executor, None, _prepare, library)
        try:
            yield
        finally:
            hub.stop()
            for watch in watches:
                watch.close()
            library.close()

    async def missing(request: Request, _: Exception) -> Response:
        visit = Visit(request)
        return visit.refused(visit.words("There is no such page."), 404)

    async def broken(request: Request, _: Exception) -> Response:
        return PlainTextResponse(
            Visit(request).words(
                "Something went wrong here; the terminal shows what. Nothing was changed."
            ),
            500,
        )

    handlers = {404: missing, 500: broken}
    made = Starlette(routes=routes(), lifespan=lifespan, exception_handlers=handlers)
    made.state.library = library
    if door is not None:
        made.router.routes.append(Route(f"{ENTRANCE}{{code}}", door.enter))
    compressed = GZipMiddleware(made, minimum_size=2000, compresslevel=3)

    async def answers(scope: Scope, receive: Receive, send: Send) -> None:
        is_picture = scope["type"] == "http" and scope["path"].startswith(covers.PATH)
        await (made if is_picture else compressed)(scope, receive, send)

    return Guard(answers, hosts, door)
