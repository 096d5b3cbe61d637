"""`bookworm favourite LINE`."""

from __future__ import annotations

import click

from .. import changing, lines
from ..command import command as make, dry_run, store, words


@make("favourite", lines=True)
@words(required=True)
@click.option("--off", is_flag=True, help="Remove the mark.")
@dry_run
def command(words: tuple[str, ...], off: bool, rehearse: bool) -> None:
    """Mark books as favourites, or remove the mark.

    \b
      bookworm favourite 12
      bookworm favourite rating:5 --dry-run
      bookworm favourite --off author:brown
    """
    with store(writing=True) as opened:
        ids = lines.books(opened, words)
        changing.change(
            opened,
            ids,
            ["favourite"],
            lambda: opened.books.update(ids, favourite=not off),
            rehearse=rehearse,
        )
