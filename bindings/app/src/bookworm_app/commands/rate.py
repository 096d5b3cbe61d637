"""`bookworm rate 4 LINE`."""

from __future__ import annotations

import click

from .. import changing, lines, values
from ..command import command as make, dry_run, store, words


@make("rate", lines=True)
@click.argument("rating")
@words(required=True)
@dry_run
def command(rating: str, words: tuple[str, ...], rehearse: bool) -> None:
    """Rate books with 1 to 5 stars; 0 removes the rating.

    \b
      bookworm rate 4 12
      bookworm rate 4.5 12                 in quarters of a star
      bookworm rate 5 dune -messiah
      bookworm rate 0 author:"le guin" --dry-run
    """
    fields = values.parsed("rating", rating)
    with store(writing=True) as opened:
        ids = lines.books(opened, words)
        changing.change(
            opened,
            ids,
            list(fields),
            lambda: opened.books.update(ids, **fields),
            rehearse=rehearse,
            verb="rated",
        )
