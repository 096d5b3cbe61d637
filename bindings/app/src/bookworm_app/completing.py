"""Completion in a shell: keys, values, genres, shelves and titles."""

from __future__ import annotations

import re

from click.shell_completion import CompletionItem

from . import stores

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    import click
    from bookworm import Store

    _Value = TypeVar("_Value")

KEYS = {
    "title": "a piece of the title",
    "author": "a piece of the author",
    "series": "a piece of the series",
    "genre": "genres, with commas",
    "rating": "1 to 5, 3..5, none",
    "status": "unread, reading, read, abandoned",
    "favourite": "yes or no",
    "is": "favourite",
    "year": "1965, 1960..1970",
    "pages": "a number or range",
    "language": "en, pt-BR",
    "publisher": "a piece of the publisher",
    "subtitle": "a piece of the subtitle",
    "format": "a piece of the format",
    "edition": "a year",
    "created": "2024, 2024-03, today",
    "started": "2024, 2024-03, today",
    "finished": "2024, 2024-03, today",
    "synopsis": "words",
    "review": "words",
    "notes": "words",
    "quote": "words",
    "isbn": "an ISBN",
    "identifier": "scheme:value",
    "sort": "-rating,title",
    "limit": "a number",
}
_VALUES = {
    "status": (
        "on-shelf",
        "in-progress",
        "completed",
        "did-not-finish",
        "unread",
        "reading",
        "read",
    ),
    "rating": ("1", "2", "3", "4", "5", "none"),
    "favourite": ("yes", "no"),
    "is": ("favourite",),
    "sort": ("title", "author", "-rating", "-created", "-finished", "year", "series", "rank"),
}
_MOST = 50


def _asked(context: click.Context, question: Callable[[Store], list[str]]) -> list[str]:
    """Asks the store; without a store there is nothing, as nobody wants a message here."""
    import os

    import bookworm

    option = next(
        (each.params["store"] for each in _chain(context) if each.params.get("store")),
        (context.obj or {}).get("store") if isinstance(context.obj, dict) else None,
    )
    path, _ = stores.chosen(option)
    if "://" not in path and not os.path.exists(path):
        return []
    try:
        with bookworm.open(path, create=False, read_only=True, timeout=0.1) as store:
            return question(store)
    except (bookworm.Error, OSError):
        return []


def _chain(context: click.Context) -> list[click.Context]:
    made, each = [], context
    while each is not None:
        made.append(each)
        each = each.parent  # type: ignore[assignment]
    return made


def genres(context: click.Context, incomplete: str) -> list[str]:
    """Names of genres that begin so."""
    start = incomplete.casefold()
    return _asked(
        context,
        lambda store: [
            each.name for each in store.genres if each.name.casefold().startswith(start)
        ],
    )


def shelves(context: click.Context, incomplete: str) -> list[str]:
    """Names of shelves that begin so."""
    start = incomplete.casefold()
    return _asked(
        context,
        lambda store: [
            each.name for each in store.shelves if each.name.casefold().startswith(start)
        ],
    )


def titles(context: click.Context, incomplete: str) -> list[str]:
    """Titles that begin so."""
    start = incomplete.casefold()

    def question(store: Store) -> list[str]:
        query = store.books.order_by("title")
        place = query.position_of(incomplete)
        found = query[place : place + _MOST].columns("title")["title"]
        return [title for title in found if title.casefold().startswith(start)]

    return _asked(context, question)


def line(context: click.Context, incomplete: str) -> list[CompletionItem]:
    """The completions of a word of a search line."""
    found = re.match(r"(-?)([a-z]+)[:=](.*)$", incomplete)
    if found:
        minus, key, value = found.groups()
        *before, last = value.split(",")
        known = genres(context, last) if key == "genre" else list(_VALUES.get(key, ()))
        head = ",".join([*before, ""]) if before else ""
        return [
            CompletionItem(f"{minus}{key}:{head}{each}")
            for each in known
            if each.casefold().startswith(last.casefold())
        ]
    keys = [
        CompletionItem(f"{key}:", help=text)
        for key, text in KEYS.items()
        if key.startswith(incomplete.lstrip("-")) and incomplete.lstrip("-")
    ]
    return [
        *keys,
        *(CompletionItem(each) for each in (titles(context, incomplete) if incomplete else ())),
    ]
