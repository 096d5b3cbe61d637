"""`bookworm finish LINE`."""

from __future__ import annotations

import datetime

import click

from .. import changing, lines, values
from ..command import command as make, day, dry_run, store, words


@make("finish", lines=True)
@words(required=True)
@click.option("--on", metavar="DAY", callback=day, help="Set the day it ended; today by default.")
@click.option("--rating", help="Rate it as well, from 1 to 5.")
@click.option("--abandoned", is_flag=True, help="Mark it as not finished.")
@click.option("--note", metavar="TEXT", help="Set a note on this reading.")
@dry_run
def command(
    words: tuple[str, ...],
    on: datetime.date | None,
    rating: str | None,
    abandoned: bool,
    note: str | None,
    rehearse: bool,
) -> None:
    """Finish books.

    \b
      bookworm finish dune -messiah --rating 5
      bookworm finish 12 --on yesterday --note "Better the second time."
      bookworm finish 13 --abandoned
    """
    rated = values.parsed("rating", rating) if rating is not None else {}
    with store(writing=True) as opened:
        ids = lines.books(opened, words)

        def finish() -> int:
            for book in opened.books.get_many(ids):
                book.set_status("did-not-finish" if abandoned else "completed", on)
                book.update(**rated)
                if note is not None:
                    book.readings[-1].note = note
            return len(ids)

        names = ["status", "started", "finished", *rated]
        verb = "abandoned" if abandoned else "finished"
        changing.change(opened, ids, names, finish, rehearse=rehearse, verb=verb)
