"""How the package's modules are loaded, and where help() and tracebacks say that things are."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

PACKAGE = __name__.partition(".")[0]


class LazyModule:
    """A module of this package that is loaded when something of it is first used.

    For what is called often: an import within a function costs a microsecond at each call, and
    this a fiftieth of it.
    """

    def __init__(self, name: str) -> None:
        self.__name__ = name

    def __getattr__(self, name: str) -> Any:
        module = __import__(f"{PACKAGE}.{self.__name__}", fromlist=[name])
        found = self.__dict__[name] = getattr(module, name)
        return found


def publish(*things: Any) -> None:
    """Has tracebacks, help() and pickle say that classes and functions are in bookworm itself."""
    for thing in things:
        thing.__module__ = PACKAGE
