"""Modules that are loaded when something of them is first used, for what is called often.

An import within a function costs a microsecond at each call, and this a fiftieth of it.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Later:
    """Has the attributes of a module of this package."""

    def __init__(self, name: str) -> None:
        self.__name__ = name

    def __getattr__(self, name: str) -> Any:
        module = __import__(f"{__package__}.{self.__name__}", fromlist=[name])
        found = self.__dict__[name] = getattr(module, name)
        return found
