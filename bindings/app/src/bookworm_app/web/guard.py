"""The checks that every request passes first, and the headers of every answer."""

from __future__ import annotations

from collections.abc import Iterable
from http.cookies import CookieError, SimpleCookie

from ..sentences import translated
from .door import ENTRANCE, Door
from .words import chosen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

SAFE = ("GET", "HEAD", "OPTIONS")
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
    " form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    # Other sites do not see the page's address; "no-referrer" would also make a browser hide the
    # Origin of our own forms.
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    # For the bar code of a book.
    (b"permissions-policy", b"camera=(self), geolocation=(), microphone=()"),
]
_TOO_LARGE = "More than {limit} MiB are not accepted."
#: The most bytes of a request: the two longest texts of a book, and the rest of a form.
MOST_BYTES = 40 << 20


class _TooLarge(Exception):
    pass


class Guard:
    """Accepts only requests from this server's own pages.

    A page of another site can make a browser send requests here. A site that points its own name
    to this address (DNS rebinding) is recognised by its Host, which is checked first. Any other
    site is recognised by Sec-Fetch-Site, or by Origin if a browser sends no Sec-Fetch-Site.

    hosts  the names that a request may use for this server, with the port
    door   admits people with a link, if the server is open to a network; otherwise None
    """

    def __init__(self, app: ASGIApp, hosts: Iterable[str], door: Door | None = None) -> None:
        self._app = app
        self._hosts = frozenset(host.lower() for host in hosts)
        self._door = door

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request, with the parameters of ASGI."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return
        headers: dict[str, list[str]] = {}
        for name, value in scope["headers"]:
            headers.setdefault(name.decode("latin-1"), []).append(value.decode("latin-1"))
        refusal = self._refusal(scope, headers)
        if refusal:
            await _plain(send, headers, *refusal)
            return
        began = False

        async def sending(message: Message) -> None:
            nonlocal began
            if message["type"] == "http.response.start":
                began = True
                present = {name for name, _ in message["headers"]}
                message["headers"] = [
                    *message["headers"],
                    *(each for each in HEADERS if each[0] not in present),
                ]
                if b"cache-control" not in present:
                    # The input is still there when a person goes back.
                    message["headers"].append((b"cache-control", b"private, no-cache"))
            await send(message)

        left = MOST_BYTES

        async def receiving() -> Message:
            nonlocal left
            message = await receive()
            left -= len(message.get("body", b""))
            if left < 0:
                raise _TooLarge
            return message

        try:
            await self._app(scope, receiving, sending)
        except _TooLarge:
            if not began:
                await _plain(send, headers, 413, _TOO_LARGE)

    def _refusal(self, scope: Scope, headers: dict[str, list[str]]) -> tuple[int, str] | None:
        host = headers.get("host", [])
        if len(host) != 1 or host[0].lower() not in self._hosts:
            return 421, "This server answers by the address that it has printed, and no other."
        if scope["method"] not in SAFE and not _is_own(scope, headers, host[0]):
            return 403, "Another site has sent this. Nothing was changed."
        if not _may_be_read(headers):
            return 403, "Another site has asked for this."
        length = headers.get("content-length", ["0"])[0]
        if length.isdigit() and int(length) > MOST_BYTES:
            return 413, _TOO_LARGE
        given = cookies(headers.get("cookie", []))
        is_entrance = scope["path"].startswith(ENTRANCE)
        if self._door is not None and not is_entrance and not self._door.is_open(given):
            return 401, "Open the link that `bookworm serve --lan` has printed."
        return None


def cookies(values: Iterable[str]) -> dict[str, str]:
    """Returns the cookies of a request."""
    found = SimpleCookie()
    try:
        found.load("; ".join(values))
    except CookieError:
        return {}
    return {name: each.value for name, each in found.items()}


def _is_own(scope: Scope, headers: dict[str, list[str]], host: str) -> bool:
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site in (["same-origin"], ["none"])
    origin = headers.get("origin")
    # Programs send neither header. Unlike a browser, they send no requests on behalf of a page.
    return origin is None or origin == [f"{scope['scheme']}://{host}"]


def _may_be_read(headers: dict[str, list[str]]) -> bool:
    """Whether the answer goes to a page of this server, or opens as a page itself."""
    site, mode = headers.get("sec-fetch-site"), headers.get("sec-fetch-mode")
    return site in (None, ["same-origin"], ["none"]) or mode in (None, ["navigate"])


async def _plain(send: Send, of: dict[str, list[str]], status: int, sentence: str) -> None:
    """Answers a request with these headers by a sentence in the browser's language."""
    language = chosen(
        cookies(of.get("cookie", [])).get("language", ""), ",".join(of.get("accept-language", []))
    )
    body = translated(language, sentence, limit=MOST_BYTES >> 20).encode()
    length = str(len(body)).encode()
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-language", language.encode()),
        (b"content-length", length),
        (b"cache-control", b"no-store"),
        (b"connection", b"close"),
        *HEADERS,
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
