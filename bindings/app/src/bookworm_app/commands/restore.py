"""`bookworm restore BACKUP`."""

from __future__ import annotations

import os

import click

from .. import changing, stores, terminal
from ..command import command as make
from ..errors import usage
from ..sentences import counted, sentence


@make("restore")
@click.argument("path", metavar="BACKUP")
@click.option("--yes", is_flag=True, help="Do not ask.")
def command(path: str, yes: bool) -> None:
    """Replace the library with a backup.

    \b
      bookworm restore ~/usb/books-2026.books

    First end all programs that use the library. The backup is checked and is not changed. The
    previous library is kept next to the new one, with -replaced added to its name.
    """
    import bookworm

    context = click.get_current_context()
    target, _ = stores.chosen((context.obj or {}).get("store"))
    if "://" in target or "://" in path:
        usage("To restore a library on a server, copy a backup to the server.",
              "As in: bookworm --store backup.books copy postgresql://...")  # fmt: skip
    if not os.path.exists(path):
        usage("There is no backup at {path}.", path=path)
    there = os.path.exists(target)
    if there:
        _refuse_second(f"{target}-replaced")
        kept = sentence("The current library will be kept as {path}.", path=f"{target}-replaced")
        question = sentence("Replace the library {target} with {path}", target=target, path=path)
        changing.confirmed(question, yes=yes, but=kept)
    else:
        os.makedirs(os.path.dirname(os.path.abspath(target)), mode=0o700, exist_ok=True)
    bookworm.restore(path, target)
    with bookworm.open(target, create=False) as opened:
        terminal.say("{books} restored.", books=counted(opened.books.count()))
    if there:
        terminal.say("The previous library is kept as {path}.", path=f"{target}-replaced")


def _refuse_second(kept: str) -> None:
    """Refuses to replace the library that an earlier restore kept."""
    if os.path.exists(kept):
        usage("{path} already exists.", "Delete or rename it first.", path=kept)
