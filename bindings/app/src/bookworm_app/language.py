"""The language of names and sentences: one of the four that the library has."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextvars import ContextVar

KNOWN = ("en", "de", "pl", "ko")
_CHOSEN: ContextVar[str] = ContextVar("language", default="")


def choose(code: str) -> None:
    """Sets the language of this context, such as of a request, whatever the environment says."""
    _CHOSEN.set(code)


def code() -> str:
    """Returns the language set by choose(), BOOKWORM_LANGUAGE or the locale, or English."""
    if chosen := _CHOSEN.get():
        return chosen
    for name in ("BOOKWORM_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name)
        if value:
            short = value[:2].lower()
            return short if short in KNOWN else "en"
    return "en"


def field(name: str) -> str:
    """Returns the label of a field of a book."""
    from bookworm import presentation

    return presentation.field_name(name, code())


def status(value: str) -> str:
    """Returns a status in words."""
    from bookworm import presentation

    return presentation.status_name(value, code())


def genre(name: str) -> str:
    """Returns a genre as it is shown."""
    from bookworm import presentation

    return presentation.genre_name(name, code())


def genres(names: Iterable[str]) -> list[str]:
    """Returns genres as they are shown."""
    return [genre(name) for name in names]
