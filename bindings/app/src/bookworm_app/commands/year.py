"""`bookworm year YEAR`."""

from __future__ import annotations

import datetime

import click

from .. import terminal
from ..command import command as make, store
from ..errors import nothing
from ..sentences import sentence


@make("year")
@click.argument("number", metavar="[YEAR]", type=click.IntRange(1, 9999), required=False)
@click.option(
    "--file", "path", metavar="FILE", help="Write to this file; books-YEAR.html by default."
)
@click.option("--text", "as_text", is_flag=True, help="Print it, and write no file.")
@click.option("--replace", is_flag=True, help="Replace a file that exists.")
def command(number: int | None, path: str | None, as_text: bool, replace: bool) -> None:
    """Write a page about a year: one HTML file that needs no other file and no network.

    \b
      bookworm year 2026
      bookworm year 2026 --text
      bookworm year --file ~/public/2026.html --replace

    Each reading counts, so a book that you read twice in the year counts twice.
    """
    from .. import documents, language, yearly

    year = number or datetime.date.today().year
    with store() as opened:
        made = yearly.of(opened, year, language.code())
        if not made.read:
            nothing(
                sentence("No book was finished in {year}.", year=year),
                "`bookworm finish ID --on DAY` records when.",
            )
        if as_text:
            terminal.write(yearly.shown(made, terminal.width()))
            return
        content = yearly.html(opened, made)
    documents.write(path or f"books-{year}.html", content, replace=replace)
