"""`bookworm stats LINE`."""

from __future__ import annotations

from .. import lines, terminal
from ..command import command as make, store, words


@make("stats", lines=True)
@words()
def command(words: tuple[str, ...]) -> None:
    """Count: ratings, genres, months, pages.

    \b
      bookworm stats
      bookworm stats finished:2024
    """
    with store() as opened:
        counted = lines.query(opened, words).statistics()
        terminal.write(f"{counted.books} books, {counted.rated} rated\n")
