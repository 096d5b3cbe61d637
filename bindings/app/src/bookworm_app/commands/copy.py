"""`bookworm copy TO`."""

from __future__ import annotations

import click

from .. import terminal
from ..command import command as make, store
from ..sentences import counted


@make("copy")
@click.argument("path", metavar="TO")
def command(path: str) -> None:
    """Copy the library to a server, or from a server into a file.

    \b
      bookworm copy postgresql://me@host/books
      bookworm --store postgresql://me@host/books copy library.books

    The copy has the same ids. It is either complete or not made at all.
    """
    with store() as opened:
        with terminal.progress("Copy") as report:
            opened.copy_to(path, progress=report)
        count = opened.books.count()
    terminal.say(
        "{books} copied. To use the copy, give --store or set BOOKWORM_STORE.", books=counted(count)
    )
