"""Completion in a shell: keys, values, genres, shelves and titles."""

from __future__ import annotations

import re

from click.shell_completion import CompletionItem

from . import language, stores

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    import click
    from bookworm import Store

    _Value = TypeVar("_Value")

_MOST = 50
_CONDITION = re.compile(r"(-?)([^\W\d]\w*[:=])(.*)", re.DOTALL)
#: The keys whose values may be several, with commas between them.
_LISTS = ("genre:", "status:", "sort:")


def _asked(context: click.Context, question: Callable[[Store], list[_Value]]) -> list[_Value]:
    """Asks the store. Without a store returns nothing: a completion must not print an error."""
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
    """Returns the names of genres that begin with the incomplete word."""
    start = incomplete.casefold()
    return _asked(
        context,
        lambda store: [
            each.name for each in store.genres if each.name.casefold().startswith(start)
        ],
    )


def shelves(context: click.Context, incomplete: str) -> list[str]:
    """Returns the names of shelves that begin with the incomplete word."""
    start = incomplete.casefold()
    return _asked(
        context,
        lambda store: [
            each.name for each in store.shelves if each.name.casefold().startswith(start)
        ],
    )


def line(context: click.Context, incomplete: str) -> list[CompletionItem]:
    """Completes a word of a search line, with words that the shell still has to quote."""
    if not incomplete:
        return []
    found = _CONDITION.fullmatch(incomplete)
    if found:
        minus, key, value = found.groups()
        return _asked(context, lambda store: _values(store, minus, key, value))
    return _asked(context, lambda store: [*_keys(store, incomplete), *_titles(store, incomplete)])


def _values(store: Store, minus: str, key: str, value: str) -> list[CompletionItem]:
    before, comma, last = value.rpartition(",") if key in _LISTS else ("", "", value)
    quote = '"' if " " in last else ""
    found = store.books.complete(key + quote + last, language=language.code(), limit=_MOST)
    made = []
    for each in found:
        if each.kind == "value":
            text = each.text[1:-1].replace('""', '"') if each.text.startswith('"') else each.text
            label = each.label if each.label != text else None
            made.append(CompletionItem(f"{minus}{key}{before}{comma}{text}", help=label))
    return made


def _keys(store: Store, incomplete: str) -> list[CompletionItem]:
    minus = incomplete[:1] if incomplete.startswith("-") else ""
    # The library would also complete "rat" to names of people and publishers, which takes longer.
    return [
        CompletionItem(minus + each.text, help=each.label)
        for each in store.books.complete("", language=language.code(), limit=_MOST)
        if each.kind == "key" and each.text.startswith(incomplete[len(minus) :])
    ]


def _titles(store: Store, incomplete: str) -> list[CompletionItem]:
    start = incomplete.casefold()
    place, count = store.books.order_by("title").position_of(incomplete), store.books.count()
    # Reading a slice takes longer the farther it is from the start, so it is read from the nearer
    # end.
    if place < count / 2:
        query = store.books.order_by("title")[place : place + _MOST]
    else:
        query = store.books.order_by("-title")[max(count - place - _MOST, 0) : count - place]
    found = sorted(query.columns("title")["title"], key=str.casefold)
    return [CompletionItem(title) for title in found if title.casefold().startswith(start)]
