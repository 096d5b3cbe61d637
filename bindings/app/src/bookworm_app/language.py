"""The language of names and sentences: one of the four that the library has."""

from __future__ import annotations

import os

KNOWN = ("en", "de", "pl", "ko")


def code() -> str:
    """By BOOKWORM_LANGUAGE, else the locale of messages; English where it is another one."""
    for name in ("BOOKWORM_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name)
        if value:
            short = value[:2].lower()
            return short if short in KNOWN else "en"
    return "en"


def field(name: str) -> str:
    """The label of a field of a book."""
    from bookworm import presentation

    return presentation.field_name(name, code())


def status(value: str) -> str:
    """A status in words."""
    from bookworm import presentation

    return presentation.status_name(value, code())


def genre(name: str) -> str:
    """A genre as it is shown."""
    from bookworm import presentation

    return presentation.genre_name(name, code())
