"""`bookworm preview FILE`."""

from __future__ import annotations

import click

from .. import cards, fields, terminal
from ..command import command as make
from ..sentences import counted


@make("preview")
@click.argument("path", metavar="[FILE]", required=False)
def command(path: str | None) -> None:
    """Show a small library of examples; with FILE, create it in that file.

    \b
      bookworm preview
      bookworm preview trial.books
      bookworm --store trial.books stats
    """
    import bookworm

    with bookworm.open_preview(path or ":memory:") as opened:
        read = [*fields.SHOWN, "favourite"]
        rows = list(fields.rows(opened.books.all(), read))
        if path is None:
            terminal.write(cards.table_of_books(opened, rows, fields.SHOWN))
            return
    terminal.say(
        "{path} has {books}. Try it: bookworm --store {path} list",
        path=path,
        books=counted(len(rows)),
    )
