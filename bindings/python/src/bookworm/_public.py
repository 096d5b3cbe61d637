"""Where users find what is public."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def publish(*things: Any) -> None:
    """Has tracebacks, help() and pickle say that classes and functions are in bookworm itself."""
    for thing in things:
        thing.__module__ = __package__
