"""Letting in browsers of other machines: by a link that works once, printed and as a QR code."""

from __future__ import annotations

import hmac
import secrets
import sys
from collections.abc import Callable, Mapping

import segno
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response

from ..sentences import sentence
from .visit import Visit

ENTRANCE = "/enter/"
WARNING = "This link works once. Whoever has it can read and change your library."
WARNING_OF_READING = "This link works once. Whoever has it can read your library."
OPEN = "The connection is not encrypted."


class Door:
    """Recognises the browsers that were admitted by a link.

    address  the address of the server for other machines
    """

    def __init__(
        self, address: str, port: int, say: Callable[..., None], *, read_only: bool = False
    ) -> None:
        self._address, self._say = address, say
        self._warning = WARNING_OF_READING if read_only else WARNING
        self._cookie = f"bookworm-door-{port}"
        self._secret = secrets.token_urlsafe(32)
        self._codes: set[str] = set()

    def invite(self) -> str:
        """Returns the path of a new link."""
        code = secrets.token_urlsafe(16)
        self._codes.add(code)
        return ENTRANCE + code

    def show(self) -> None:
        """Prints a new link for another machine."""
        link = self._address + self.invite()
        self._say("On another machine open {link}", link=link)
        if sys.stderr.isatty():
            self._say(qr_code(link))
        self._say(f"{sentence(self._warning)} {sentence(OPEN)}")

    def is_open(self, cookies: Mapping[str, str]) -> bool:
        """Whether a browser came by a link."""
        given = cookies.get(self._cookie, "")
        return hmac.compare_digest(given.encode(), self._secret.encode())

    async def enter(self, request: Request) -> Response:
        """Admits a browser. Each link admits one."""
        code = request.path_params["code"]
        if code not in self._codes:
            used = Visit(request).words("This link was used. The terminal shows a new one.")
            return PlainTextResponse(used, 401)
        self._codes.remove(code)
        if not self._codes:
            self.show()
        response = RedirectResponse("/", 303)
        response.set_cookie(self._cookie, self._secret, httponly=True, samesite="strict")
        return response


def qr_code(text: str) -> str:
    """Draws a QR code in block characters, black on white whatever the terminal's colours are."""
    rows = [list(row) for row in segno.make(text, micro=False).matrix_iter(border=2)]
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    signs = {(0, 0): "█", (0, 1): "▀", (1, 0): "▄", (1, 1): " "}
    lines = [
        "".join(signs[upper, lower] for upper, lower in zip(rows[place], rows[place + 1]))
        for place in range(0, len(rows), 2)
    ]
    return "\n".join(f"\x1b[97;40m{line}\x1b[0m" for line in lines)
