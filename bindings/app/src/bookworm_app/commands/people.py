"""`bookworm people`."""

from __future__ import annotations

import click

from .. import lines, output, terminal
from ..command import command as make, forms, store, words
from ..errors import nothing
from ..tables import Column, one_line, table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from bookworm import Query

_FIELDS = ["name", "books", "rated", "average", "role"]


@make("people", lines=True)
@words()
@click.option("--role", metavar="ROLE", help="Only these: author, translator, narrator, ...")
@click.option("--sort", type=click.Choice(["name", "books", "rating"]), default="name")
@forms
def command(
    words: tuple[str, ...],
    role: str | None,
    sort: str,
    form: str | None,
    template: str | None,
    names: str | None,
) -> None:
    """List authors, translators and others: how many books they have, and how rated.

    \b
      bookworm people
      bookworm people genre:horror --sort books
      bookworm people --role translator
      bookworm people --csv

    A person with two roles has a line for each.
    """
    wanted = role.strip().casefold() if role is not None else None
    with store() as opened:
        query = lines.query(opened, words)
        rows = [] if wanted not in (None, "author") else _authors(query)
        if wanted != "author":
            rows += [row for row in _others(query) if wanted in (None, str(row["role"]).casefold())]
        if sort == "books":
            rows.sort(key=lambda row: -int(row["books"] or 0))
        elif sort == "rating":
            rows.sort(key=lambda row: -float(row["average"] or 0))
        if output.for_program(form, template, _FIELDS, lambda: rows):
            return
        if not rows:
            nothing("No people found.")
        terminal.write(_table(rows))


def _authors(query: Query) -> list[dict[str, Any]]:
    return [
        {
            "name": group.name or "",
            "books": group.books,
            "rated": group.rated,
            "average": None if group.average is None else round(group.average, 2),
            "role": "author",
        }
        for group in query.statistics_by("author")
    ]


def _others(query: Query) -> list[dict[str, Any]]:
    """The people with other roles. The library counts authors alone."""
    columns = query.columns("contributors", "rating")
    ratings: dict[tuple[str, str], list[int]] = {}
    for people, rating in zip(columns["contributors"], columns["rating"]):
        for each in people:
            if each.role != "author":
                ratings.setdefault((each.role, each.name), []).append(rating)
    rows = []
    for (role, name), given in sorted(ratings.items()):
        rated = [rating for rating in given if rating]
        average = round(sum(rated) / len(rated), 2) if rated else None
        rows.append(
            {"name": name, "books": len(given), "rated": len(rated), "average": average,
             "role": role}
        )  # fmt: skip
    return rows


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
            f"{row['books']:,}",
            "" if row["average"] is None else f"{row['average']:.2f}",
        ]
        for row in rows
    ]
    return table(columns, cells, terminal.width())
