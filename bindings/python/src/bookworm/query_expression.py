"""Prints a query as a Python expression."""

from __future__ import annotations

import reprlib

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from .search_line import SearchLine


def expression(
    line: SearchLine | None,
    asked: Iterable[tuple[str, Any]],
    sort: tuple[str, ...] | None,
    part: tuple[int, int | None],
) -> str:
    """The line, the conditions, the order and the slice; long values are cut short.

    Each item of `asked` is a method with its keywords, or an operator with another query.
    """
    unfinished = ", unfinished=True" if line and line.unfinished else ""
    said = f"books.find({line.text.decode()!r}{unfinished})" if line else "books"
    for how, given in asked:
        if isinstance(given, dict):
            values = [f"{name}={reprlib.repr(value)}" for name, value in given.items()]
            said += f".{how}({', '.join(values)})"
        else:
            said = f"({said} {how} {given._expression()})"
    if sort:
        said += f".order_by({', '.join(map(repr, sort))})"
    offset, limit = part
    if offset or limit is not None:
        end = "" if limit is None else offset + limit
        said += f"[{offset or ''}:{end}]"
    return said
