"""HTML tables of books and genres for notebooks."""

from __future__ import annotations

from html import escape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

_ROWS = 10
_COLUMNS = ("title", "author", "rating", "status", "year")


def query_html(query: Any) -> str:
    """The first books of a query, and how many there are."""
    count = query.count()
    columns = query[:_ROWS].columns(*_COLUMNS)
    rows = zip(*columns.values())
    more = f" (the first {_ROWS} of them)" if count > _ROWS else ""
    noun = "book" if count == 1 else "books"
    return f"{_table(_COLUMNS, rows)}<p>{count} {noun}{more}: {escape(repr(query))}</p>"


def book_html(book: Any) -> str:
    """All that a book has, a line each."""
    return _table((), [(name, value) for name, value in book.as_dict().items() if value != []])


def genres_html(genres: Iterable[Any]) -> str:
    """Each genre with its colour and how many books it has."""
    return _table(
        ("genre", "colour", "books"),
        [(genre.name, genre.colour, genre.book_count) for genre in genres],
    )


def _table(names: Sequence[str], rows: Iterable[Iterable[Any]]) -> str:
    titles = "".join(f"<th>{name}</th>" for name in names)
    head = f"<thead><tr>{titles}</tr></thead>" if titles else ""
    body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in rows)
    return f"<table>{head}<tbody>{body}</tbody></table>"


def _cell(value: Any) -> str:
    return f"<td>{'' if value is None else escape(str(value))}</td>"
