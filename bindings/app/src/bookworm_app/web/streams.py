"""The streams of events, which report to each page the changes that concern it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from functools import partial

from bookworm import Change, Changes, Observer
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from .library import Library
from .live import Hub, Watch
from .shelf import ShelfWatch
from .visit import Visit, digits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Touch(Watch):
    """A page that is read again whenever something that it shows has changed."""

    def __init__(
        self, hub: Hub, observer: Observer[Any], concerns: Callable[[Change], bool]
    ) -> None:
        self._concerns = concerns
        super().__init__(hub, observer)

    def told(self, changes: list[Changes]) -> dict[str, Any]:
        """Returns the event that makes the browser read the page again, if a change concerns it."""
        concerns = any(some.reread or any(map(self._concerns, some)) for some in changes)
        return {"read": True} if concerns else {}


class PeopleTouch(Touch):
    """A page of people, which are counted before the page is read again."""

    def __init__(self, hub: Hub, library: Library) -> None:
        self._library = library
        self._is_counting = self._is_late = False
        super().__init__(hub, library.store.observe(), _CONCERNS["people"])

    def told(self, changes: list[Changes]) -> dict[str, Any]:
        """Sends the event when the people are counted."""
        if super().told(changes):
            self._count()
        return {}

    def _count(self) -> None:
        self._is_late = self._is_counting
        if not self._is_counting:
            self._is_counting = True
            counted = self.hub.loop.run_in_executor(None, self._library.everybody.count)
            counted.add_done_callback(self._counted)

    def _counted(self, done: asyncio.Future[None]) -> None:
        self._is_counting = False
        if done.cancelled() or self.observer.closed:
            return
        # If they could not be counted, the page says why.
        done.exception()
        self.send({"read": True})
        # Something has changed meanwhile.
        if self._is_late:
            self._count()


def _touch(library: Library, page: str, number: int) -> Callable[[Hub], Watch]:
    store = library.store

    def book(change: Change) -> bool:
        return change.id == number if change.entity == "book" else change.entity != "shelf"

    def made(hub: Hub) -> Watch:
        if page == "genres":
            return Watch(hub, store.genres.observe())
        if page == "shelves":
            return Watch(hub, store.shelves.observe())
        if page == "orders":
            return Watch(hub, store.orders.observe())
        if page == "statistics":
            return Watch(hub, store.observe_statistics())
        if page == "people":
            return PeopleTouch(hub, library)
        return Touch(hub, store.observe(), book if page == "book" else _CONCERNS[page])

    return made


def _any_of(*entities: str) -> Callable[[Change], bool]:
    return lambda change: change.entity in entities


#: For each other page, whether a change concerns it.
_CONCERNS: dict[str, Callable[[Change], bool]] = {
    "quotes": _any_of("quote", "book"),
    "people": _any_of("book"),
    "books": _any_of("book"),
    "series": _any_of("book"),
    "all": lambda change: True,
}
PAGES = ("book", "genres", "shelves", "orders", "statistics", *_CONCERNS)


async def stream(request: Request) -> Response:
    """Streams the events of a page, by /live/PAGE or /live/PAGE/ID."""
    library: Library = request.app.state.library
    page, number = request.path_params["page"], request.path_params.get("id", 0)
    visit = Visit(request)
    given = visit.query
    seen = request.headers.get("last-event-id", given.get("since", ""))
    since = digits(seen) or 0
    hub = library.hub
    if hub is None or (page != "shelf" and page not in PAGES):
        return Response(status_code=404)
    key: tuple[Any, ...] = (page, number)
    make = _touch(library, page, number)
    if page == "shelf":
        place = {name: given.get(name, "") for name in ("q", "sort", "after", "n", "typing")}
        key = (page, visit.language, *place.values())
        make = partial(ShelfWatch, library=library, language=visit.language, given=place)
    return StreamingResponse(hub.stream(key, make, since), media_type="text/event-stream")


class Colours(Watch):
    """Sends new colours and changed names of genres to all pages."""

    def told(self, changes: list[Changes]) -> dict[str, Any]:
        """Makes the other watches send events, and sends none itself."""
        if not any(some.reread or any(map(_is_seen, some)) for some in changes):
            return {}
        for watch in self.hub.all():
            watch.ready()
            watch.last = max(watch.last, self.last)
            watch.send(watch.whole())
        return {}


def _is_seen(change: Change) -> bool:
    return change.kind != "updated" or bool(change.fields & {"name", "colour"})


class Counts(Watch):
    """Has the shelves counted again when books come, go or change."""

    def told(self, changes: list[Changes]) -> dict[str, Any]:
        """Makes the watches of shelves count again; sends no event itself."""
        if any(_is_counted(some) for some in changes):
            for watch in self.hub.all():
                if isinstance(watch, ShelfWatch):
                    watch.recount()
        return {}


def _is_counted(changes: Iterable[Change]) -> bool:
    return any(change.entity in ("book", "genre", "quote", "none") for change in changes)


def begin(library: Library, hub: Hub) -> list[Watch]:
    """Begins the watches that last as long as the server runs."""
    library.hub = hub
    return [Colours(hub, library.store.genres.observe()), Counts(hub, library.store.observe())]
