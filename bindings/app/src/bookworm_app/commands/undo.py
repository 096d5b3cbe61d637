"""`bookworm undo STEP`."""

from __future__ import annotations

import click

from .. import language, terminal
from ..command import command as make, store
from ..steps import following, name_of


@make("undo")
@click.argument("number", metavar="[STEP]", type=int, required=False)
def command(number: int | None) -> None:
    """Undo what a command did, even days later and in any order.

    \b
      bookworm undo             the last step
      bookworm history          the steps, with their numbers
      bookworm undo 12          that step alone

    A step is not undone if something that it changed has been changed again since; the message
    names the later change. Each browser has a history of its own.
    """
    with store(writing=True) as opened:
        if number is None:
            found = following(opened, language.code())
            name = opened.undo()
            terminal.say("Undone: {name}", name=name if found is None else found)
            return
        step = next((each for each in opened.history if each.id == number), None)
        opened.undo(number)
        terminal.say("Undone: {name}", name=name_of(step, language.code()) if step else number)
