"""`bookworm rate 4 LINE`."""

from __future__ import annotations

import click

from .. import changing, lines
from ..command import command as make, dry_run, store, words
from ..errors import usage


@make("rate", lines=True)
@click.argument("rating")
@words(required=True)
@dry_run
def command(rating: str, words: tuple[str, ...], rehearse: bool) -> None:
    """Rate books with 1 to 5 stars; 0 takes the rating away.

    \b
      bookworm rate 4 12
      bookworm rate 5 dune -messiah
      bookworm rate 0 author:"le guin" --dry-run
    """
    if rating not in ("0", "1", "2", "3", "4", "5"):
        usage(
            f"{rating!r} is no rating; write 0 to 5, then which books.",
            "As in: bookworm rate 4 dune",
        )
    with store(writing=True) as opened:
        ids = lines.books(opened, words)
        changing.change(
            opened,
            ids,
            ["rating"],
            lambda: opened.books.update(ids, rating=int(rating)),
            rehearse=rehearse,
            verb="rated",
        )
