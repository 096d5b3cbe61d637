"""`bookworm delete LINE`."""

from __future__ import annotations

from .. import changing, lines
from ..command import command as make, dry_run, store, words


@make("delete", lines=True)
@words(required=True)
@dry_run
def command(words: tuple[str, ...], rehearse: bool) -> None:
    """Delete books with their quotes and readings.

    \b
      bookworm delete 12
      bookworm delete status:abandoned rating:1 --dry-run

    `bookworm undo` restores them with everything that belonged to them.
    """
    with store(writing=True) as opened:
        ids = lines.books(opened, words)
        changing.change(
            opened, ids, [], lambda: opened.books.delete(*ids), rehearse=rehearse, verb="deleted"
        )
