"""`bookworm people`."""

from __future__ import annotations

import click

from .. import language, lines, output, people, terminal
from ..command import command as make, forms, store, words
from ..errors import did_you_mean, nothing
from ..sentences import decimal, number
from ..tables import Column, one_line, table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_FIELDS = ["name", "books", "rated", "average", "role"]


@make("people", lines=True)
@words()
@click.option(
    "--role", metavar="ROLE", help="List only this role: author, translator, narrator, ..."
)
@click.option(
    "--sort", type=click.Choice(["name", "books", "rating"]), default="name", help="Sort by this."
)
@forms
def command(
    words: tuple[str, ...],
    role: str | None,
    sort: str,
    form: str | None,
    template: str | None,
    names: str | None,
) -> None:
    """List authors, translators and other people, with their books and ratings.

    \b
      bookworm people
      bookworm people genre:horror --sort books
      bookworm people --role translator
      bookworm people --csv

    A person with two roles has a line for each.
    """
    wanted = None
    if role is not None:
        wanted = people.role_of(role.strip(), language.code()).casefold()
    with store() as opened:
        query = lines.query(opened, words)
        rows = people.counted(query, wanted)
        if sort == "books":
            rows.sort(key=lambda row: -int(row["books"] or 0))
        elif sort == "rating":
            rows.sort(key=lambda row: -float(row["average"] or 0))
        if output.for_program(form, template, _FIELDS, lambda: rows, names):
            return
        if not rows:
            known = [each.name or "" for each in query.facets("role")]
            nothing("No people found.", did_you_mean(role or "", known))
        terminal.write(_table(rows))


def _table(rows: list[dict[str, Any]]) -> str:
    from .. import cards

    roles = any(row["role"] != "author" for row in rows)
    columns = [
        Column("Name" if roles else "Author", least=16),
        *([Column("Role", least=6)] if roles else []),
        Column("Books", right=True),
        Column("Average", right=True),
    ]
    cells = [
        [
            one_line(str(row["name"])),
            *([cards.role(str(row["role"]))] if roles else []),
            number(row["books"]),
            "" if row["average"] is None else decimal(row["average"]),
        ]
        for row in rows
    ]
    return table(columns, cells, terminal.width())
