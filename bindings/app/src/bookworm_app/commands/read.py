"""`bookworm read LINE`."""

from __future__ import annotations

import datetime

import click

from .. import changing, lines
from ..command import command as make, day, dry_run, store, words


@make("read", lines=True)
@words(required=True)
@click.option(
    "--on", metavar="DAY", callback=day, help="Set the day you started; today by default."
)
@dry_run
def command(words: tuple[str, ...], on: datetime.date | None, rehearse: bool) -> None:
    """Start to read books, for the first time or again.

    \b
      bookworm read dune -messiah
      bookworm read 12 --on 2024-03-15
    """
    with store(writing=True) as opened:
        ids = lines.books(opened, words)

        def begin() -> int:
            for book in opened.books.get_many(ids):
                book.set_status("in-progress", on)
            return len(ids)

        changing.change(
            opened, ids, ["status", "started"], begin, rehearse=rehearse, verb="started"
        )
