"""`bookworm backup FILE`."""

from __future__ import annotations

import os

import click

from .. import stores, terminal
from ..command import command as make, store
from ..errors import usage


@make("backup")
@click.argument("path", metavar="[FILE]", required=False)
def command(path: str | None) -> None:
    """Copy the library into a new file, even while it is in use.

    \b
      bookworm backup                    into backups/ next to the library
      bookworm backup ~/usb/books-2026.books

    The path of the copy is printed. You can use the copy like any library:
    bookworm --store FILE list.
    """
    with store() as opened:
        made = path or _default(opened.path)
        if os.path.exists(made):
            usage("{path} already exists.", "Give another name.", path=made)
        with terminal.progress("Backup") as report:
            opened.backup(made, progress=report)
    print(made)


def _default(path: str) -> str:
    import datetime

    folder = os.path.join(os.path.dirname(stores.default_path()), "backups")
    if "://" not in path and path != ":memory:":
        folder = os.path.join(os.path.dirname(os.path.abspath(path)), "backups")
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
    except OSError as error:
        usage(
            "{path} cannot be created: {why}.",
            "Give a file: bookworm backup FILE",
            path=folder,
            why=error.strerror,
        )
    name = os.path.splitext(os.path.basename(path))[0] or "library"
    base = os.path.join(folder, f"{name}-{datetime.datetime.now():%Y-%m-%d-%H%M%S}")
    made, number = f"{base}.books", 1
    while os.path.exists(made):
        number += 1
        made = f"{base}-{number}.books"
    return made
