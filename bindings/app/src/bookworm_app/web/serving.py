"""Running the server: its sockets, its address, its end."""

from __future__ import annotations

import contextlib
import ctypes
import errno
import socket
import threading
import webbrowser
from collections.abc import Callable

import uvicorn

from .application import application
from .door import Door
from .library import Library

TYPE_CHECKING = False
if TYPE_CHECKING:
    from starlette.types import ASGIApp

PORT = 8765
#: How many ports are tried at most, including the given one.
MOST_PORTS = 50
#: How long the last answers may take after Ctrl-C.
GRACE = 3
#: Of malloc.h.
_M_ARENA_MAX = -8
_HERE = ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1"))
_EVERYWHERE = ((socket.AF_INET, "0.0.0.0"), (socket.AF_INET6, "::"))


class PortsInUse(Exception):
    """No port was free."""


def bind(port: int, *, everywhere: bool = False) -> tuple[list[socket.socket], int]:
    """Opens sockets for IPv4 and IPv6 on a port, or on the next free port. 0 means any port."""
    if port == 0:
        with socket.create_server(("127.0.0.1", 0)) as found:
            port = found.getsockname()[1]
    for each in range(port, min(port + MOST_PORTS, 65536)):
        made = _bound(each, _EVERYWHERE if everywhere else _HERE)
        if made:
            return made, each
    raise PortsInUse(port)


def _bound(
    port: int, addresses: tuple[tuple[socket.AddressFamily, str], ...]
) -> list[socket.socket]:
    """Returns the sockets; none if an address is in use, or this user may not use the port."""
    made: list[socket.socket] = []
    for family, address in addresses:
        try:
            made.append(_listening(family, address, port))
        except OSError as error:
            if error.errno in (errno.EADDRINUSE, errno.EACCES):
                for each in made:
                    each.close()
                return []
            # The machine may lack IPv4 or IPv6.
    return made


def _listening(family: socket.AddressFamily, address: str, port: int) -> socket.socket:
    made = socket.socket(family, socket.SOCK_STREAM)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        made.bind((address, port))
        made.listen(128)
    except OSError:
        made.close()
        raise
    return made


def hosts(port: int, others: tuple[str, ...] = ()) -> list[str]:
    """Returns the allowed Host headers: those of this machine, and of `others`."""
    names = ["localhost", "127.0.0.1", "[::1]", *others]
    return [f"{name}:{port}" for name in names] + (names if port == 80 else [])


class _Server(uvicorn.Server):
    """Ends the event streams before waiting for connections to end; calls `ready` once serving."""

    def __init__(self, config: uvicorn.Config, library: Library, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._library, self._ready = library, ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self._library.hub is not None:
            self._library.hub.stop()
        await super().shutdown(sockets)


def run(
    app: ASGIApp, library: Library, sockets: list[socket.socket], ready: Callable[[], None]
) -> None:
    """Serves until Ctrl-C."""
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        date_header=False,
        loop="asyncio",
        http="h11",
        ws="none",
        lifespan="on",
        h11_max_incomplete_event_size=1 << 17,
        timeout_graceful_shutdown=GRACE,
    )
    _share_memory()
    try:
        _Server(config, library, ready).run(sockets=sockets)
    except KeyboardInterrupt:
        pass


def _share_memory() -> None:
    """Makes threads share the memory that they have freed.

    By default, glibc keeps freed memory apart for up to eight threads per processor, and a server
    that runs for hours needs twice as much memory. Other C libraries do not have the call.
    """
    with contextlib.suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).mallopt(_M_ARENA_MAX, 2)


def serve(
    path: str,
    *,
    port: int = PORT,
    lan: bool = False,
    read_only: bool = False,
    browser: bool = True,
    say: Callable[..., None],
) -> None:
    """Serves a store to browsers on this machine and, with `lan`, to others by a one-time link.

    say  prints a sentence, with its values, in the user's language
    """
    sockets, found = bind(port, everywhere=lan)
    if port and found != port:
        say("Port {port} is not available; using {found}.", port=port, found=found)
    address = f"http://localhost:{found}/"
    library = Library(path, read_only=read_only, cookie="bookworm")
    own = addresses() if lan else ()
    outside = f"http://{own[0] if own else 'localhost'}:{found}"
    door = Door(outside, found, say, read_only=read_only) if lan else None

    def ready() -> None:
        say("Your library is at {address} (Ctrl-C ends it).", address=address)
        first = address
        if door is not None:
            first = f"http://localhost:{found}{door.invite()}"
            say("In a browser on this machine open {link}", link=first)
            door.show()
        if browser:
            threading.Thread(target=webbrowser.open, args=(first,), daemon=True).start()

    run(application(library, hosts(found, own), door), library, sockets, ready)


def addresses() -> tuple[str, ...]:
    """Returns the addresses of this machine in its network, as a browser writes them."""
    made = []
    for family, elsewhere in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                # This sends nothing: it only finds the address that a packet would be sent from.
                probe.connect((elsewhere, 9))
                own = probe.getsockname()[0]
        except OSError:
            continue
        made.append(f"[{own}]" if family == socket.AF_INET6 else own)
    return tuple(made)
