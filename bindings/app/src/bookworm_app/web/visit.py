"""One request, with what a page needs to answer it."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from urllib.parse import urlsplit

import bookworm
from bookworm import presentation
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import (
    HTMLResponse,
    JSONResponse,
    PlainTextResponse,
    RedirectResponse,
    Response,
)
from starlette.routing import Route

from .. import language
from ..steps import following
from . import words
from .browsers import Note, history_of
from .colours import version_of
from .library import Library

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from starlette.datastructures import FormData

_UNREAD = object()
_YEAR = 365 * 24 * 3600
LOOKS = ("auto", "light", "dark")
VIEWS = ("list", "grid")
_STATUS = {
    bookworm.NotFoundError: 404,
    bookworm.BusyError: 503,
    bookworm.ReadOnlyError: 403,
    bookworm.ConflictError: 409,
    bookworm.DiskFullError: 507,
    OSError: 503,
}


class Stopped(Exception):
    """Ends a request with an answer of its own."""

    def __init__(self, response: Response) -> None:
        super().__init__(response)
        self.response = response


class Visit:
    """A request of a browser.

    form   the fields that were sent; None for a GET
    store  the library, for reading
    """

    def __init__(self, request: Request, form: FormData | None = None) -> None:
        self.request, self.form = request, form
        self.library: Library = request.app.state.library
        self.store = self.library.store
        self.language = words.chosen(
            request.cookies.get("language", ""), request.headers.get("accept-language", "")
        )
        self.words: words.Words = self.library.words(self.language)
        self.look = _known(request.cookies.get("look"), LOOKS)
        self.view = _known(request.cookies.get("view"), VIEWS)
        self.wants_json = request.headers.get("accept", "") == "application/json"
        self._new_token = ""
        self._before: int | None | object = _UNREAD

    @property
    def token(self) -> str:
        """Identifies this browser."""
        given = self.request.cookies.get(self.library.cookie, "") or self._new_token
        if not given:
            given = self._new_token = secrets.token_urlsafe(24)
        return given

    @property
    def own(self) -> bookworm.Store:
        """The store through which this browser writes, with its history."""
        if self.library.read_only:
            raise bookworm.ReadOnlyError("the server was started with --read-only")
        store = self.library.browsers.store(history_of(self.token))
        if self._before is _UNREAD:
            self._before = store.last_step
        return store

    @property
    def query(self) -> dict[str, str]:
        """The parameters of the address."""
        return dict(self.request.query_params)

    def number(self, name: str = "id") -> int:
        """Returns a number of the path."""
        return int(self.request.path_params[name])

    def text(self, name: str, default: str = "") -> str:
        """Returns a field of the form, with line feeds as line ends."""
        value = self.form.get(name) if self.form else None
        return value.replace("\r\n", "\n") if isinstance(value, str) else default

    def texts(self, name: str) -> list[str]:
        """Returns all fields of that name."""
        return (
            [each for each in self.form.getlist(name) if isinstance(each, str)] if self.form else []
        )

    def value(self, field: str, entity: str = "book") -> Any:
        """Returns the value of a field as the person has typed it. Raises InvalidError."""
        return presentation.parse(field, self.text(field), self.language, entity=entity)

    def fill(self, draft: Any, *names: str) -> None:
        """Sets fields of a draft to what the person has typed into the form."""
        for name in names:
            draft.set_text(name, self.text(name), self.language)

    def say(self, error: bookworm.Error, *, label: bool = True) -> str:
        """Returns an error in the browser's language, with the label of its field or without it."""
        if isinstance(error, bookworm.ConflictError):
            return self.words("This has been changed since, so it cannot be undone.")
        return presentation.error_text(error, self.language, label=label)

    def page(self, template: str, status: int = 200, **values: Any) -> Response:
        """Returns a page."""
        # A page that is read again in the background shows no note.
        again = "bookworm-again" in self.request.headers
        note = None if again else self.library.browsers.take(self.token)
        shown = {
            "v": self,
            "note": note,
            "colours": version_of(self.store),
            "shelves": list(self.store.shelves),
            **values,
        }
        text = self.library.render(self.language, template, shown)
        return self.marked(HTMLResponse(text, status))

    def marked(self, response: Response) -> Response:
        """Returns the response, with a cookie that gives a new browser its token."""
        if self._new_token:
            keep(response, self.library.cookie, self._new_token)
        return response

    def done(self, to: str = "", text: str = "", *, undo: bool = True) -> Response:
        """Answers a change: returns to the page, with a note that says what was done."""
        own = self.own
        step = own.last_step if undo and own.last_step != self._before else None
        named = following(own, self.language) if step is not None else None
        note = Note(text or named or self.words("Nothing was changed."), step)
        if self.wants_json:
            shown = {"text": note.text, "undo": note.undo, "to": to}
            if to:
                self.library.browsers.leave(self.token, note)
            return self.marked(JSONResponse(shown))
        self.library.browsers.leave(self.token, note)
        return self.marked(RedirectResponse(to or self.came_from, 303))

    @property
    def came_from(self) -> str:
        """The page of this server that sent the request."""
        found = urlsplit(self.request.headers.get("referer", ""))
        if found.netloc != self.request.headers.get("host") or not found.path.startswith("/"):
            return "/"
        # An address that begins with two slashes would lead to another machine.
        path = "/" + found.path.lstrip("/\\")
        return path + (f"?{found.query}" if found.query else "")

    def failed(self, error: bookworm.Error) -> Response:
        """Returns the answer to a request that the store refused."""
        return self.refused(self.say(error), status_of(error), error.field)

    def refused(self, sentence: str, status: int = 422, field: str | None = None) -> Response:
        """Returns an answer that says in a sentence why nothing was done."""
        if self.wants_json:
            return JSONResponse({"error": sentence, "field": field}, status)
        try:
            return self.page("error.html", status, sentence=sentence, came_from=self.came_from)
        except bookworm.Error:
            # A store that cannot be read cannot provide a page.
            return PlainTextResponse(sentence, 503)


def digits(text: str) -> int | None:
    """Reads a whole number as an address or a form has it; None for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else None


def status_of(error: bookworm.Error) -> int:
    """Returns the HTTP status for an error."""
    return next((code for kind, code in _STATUS.items() if isinstance(error, kind)), 422)


def _known(value: str | None, known: tuple[str, ...]) -> str:
    return value if value in known else known[0]


def keep(response: Response, name: str, value: str) -> None:
    """Sets a cookie that no script reads and no other site sends."""
    response.set_cookie(name, value, max_age=_YEAR, httponly=True, samesite="strict")


def route(
    path: str, function: Callable[[Visit], Response], *methods: str, limit: int = 1 << 20
) -> Route:
    """Makes a route to a function, which is called in a thread of its own.

    limit  the bytes that one field of the form may have
    """

    async def endpoint(request: Request) -> Response:
        if request.method != "POST":
            return await run_in_threadpool(_answer, function, request, None)
        async with request.form(max_files=1, max_fields=20_000, max_part_size=limit) as form:
            return await run_in_threadpool(_answer, function, request, form)

    return Route(path, endpoint, methods=list(methods) or ["GET"])


def _answer(
    function: Callable[[Visit], Response], request: Request, form: FormData | None
) -> Response:
    visit = Visit(request, form)
    language.choose(visit.language)
    try:
        return function(visit)
    except Stopped as stopped:
        return stopped.response
    except bookworm.Error as error:
        return visit.failed(error)


def as_json(value: object) -> str:
    """Returns a value for an attribute that the script reads."""
    return json.dumps(value, ensure_ascii=False)
