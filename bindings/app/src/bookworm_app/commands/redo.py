"""`bookworm redo STEP`."""

from __future__ import annotations

import click

from .. import language, terminal
from ..command import command as make, store
from ..steps import following, name_of


@make("redo")
@click.argument("number", metavar="[STEP]", type=int, required=False)
def command(number: int | None) -> None:
    """Redo what was undone.

    \b
      bookworm redo
      bookworm redo 12
    """
    with store(writing=True) as opened:
        if number is None:
            found = following(opened, language.code(), redo=True)
            name = opened.redo()
            terminal.say("Redone: {name}", name=name if found is None else found)
            return
        step = next((each for each in opened.history if each.id == number), None)
        opened.redo(number)
        terminal.say("Redone: {name}", name=name_of(step, language.code()) if step else number)
