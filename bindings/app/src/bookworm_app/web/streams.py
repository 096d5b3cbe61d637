"""The streams of events, which report to each page the changes that concern it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from bookworm import Change, Changes, Observer
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from .library import Library
from .live import Hub, Watch
from .recounting import Counts
from .shelf import ShelfWatch
from .visit import Visit, digits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Touch(Watch):
    """A page that is read again after changes: at once or, if only numbers change, less often."""

    def __init__(self, hub: Hub, observer: Observer[Any], page: str, number: int = 0) -> None:
        self._page, self._number = page, number
        super().__init__(hub, observer)

    def told(self, changes: list[Changes]) -> dict[str, Any]:
        """Returns the event that makes the browser read the page again, if a change concerns it."""
        if any(some.reread for some in changes):
            return self.whole()
        all_changes = [change for some in changes for change in some]
        if any(map(self._is_shown, all_changes)):
            return {"read": True}
        return {"counted": True} if any(map(self._is_counted, all_changes)) else {}

    def _is_shown(self, change: Change) -> bool:
        """Whether a change concerns more than numbers."""
        if self._page == "book":
            is_other = change.entity == "book" and change.id != self._number
            return not is_other and change.entity != "shelf"
        if change.entity == "book" and self._page in _WITH_TITLES:
            return change.kind != "updated" or not change.fields.isdisjoint(("title", "author"))
        return self._page == "all" or change.entity in _SHOWN[self._page]

    def _is_counted(self, change: Change) -> bool:
        return self._page in _COUNTING and change.entity not in ("shelf", "order")


#: The entities whose rows the other pages show. "all" shows everything.
_SHOWN: dict[str, tuple[str, ...]] = {
    "quotes": ("quote",),
    "orders": ("order",),
    "genres": ("genre",),
    "shelves": ("shelf",),
    "statistics": (),
    "people": (),
    "books": (),
    "series": (),
}
#: Pages of rows with the titles of their books, and pages of numbers.
_WITH_TITLES = ("quotes", "orders")
_COUNTING = ("genres", "shelves", "statistics", "people", "books", "series")
PAGES = ("shelf", "book", "all", *_SHOWN)


async def stream(request: Request) -> Response:
    """Streams the events of a page, by /live/PAGE or /live/PAGE/ID."""
    library: Library = request.app.state.library
    page, number = request.path_params["page"], request.path_params.get("id", 0)
    visit = Visit(request)
    given = visit.query
    seen = request.headers.get("last-event-id", given.get("since", ""))
    since = digits(seen) or 0
    hub = library.hub
    if hub is None or page not in PAGES:
        return Response(status_code=404)
    key: tuple[Any, ...] = (page, number)
    make: Callable[[Hub], Watch]
    make = lambda hub: Touch(hub, library.store.observe(), page, number)  # noqa: E731
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


def begin(library: Library, hub: Hub) -> list[Watch]:
    """Begins the watches that last as long as the server runs."""
    library.hub = hub
    return [Colours(hub, library.store.genres.observe()), Counts(hub, library)]
