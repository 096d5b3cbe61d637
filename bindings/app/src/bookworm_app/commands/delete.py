"""`bookworm delete LINE`."""

from __future__ import annotations

import click

from .. import changing, lines, terminal
from ..command import command as make, dry_run, store, words


@make("delete", lines=True)
@words(required=True)
@click.option("--yes", is_flag=True, help="Do not ask.")
@dry_run
def command(words: tuple[str, ...], yes: bool, rehearse: bool) -> None:
    """Delete books with their quotes and readings.

    \b
      bookworm delete 12
      bookworm delete status:abandoned rating:1 --dry-run
    """
    with store(writing=True) as opened:
        ids = lines.books(opened, words)
        if not rehearse and not yes:
            few = opened.books.get_many(ids[:5])
            shown = ", ".join(book.title for book in few) + (", …" if len(ids) > 5 else "")
            terminal.say(f"{changing.counted(len(ids))}: {shown}")
            changing.confirmed(f"Delete {changing.counted(len(ids))}?", yes=yes)
        changing.change(
            opened, ids, [], lambda: opened.books.delete(*ids), rehearse=rehearse, verb="deleted"
        )
