"""`bookworm shelves`."""

from __future__ import annotations

import click

from .. import lines, output, terminal
from ..command import command as make, forms, store
from ..errors import did_you_mean, nothing, there_are, usage
from ..sentences import counted
from ..tables import Column, one_line, table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

ACTIONS = ("save", "rename", "delete")


@make("shelves", lines=True)
@click.argument("given", metavar="[save NAME LINE | rename OLD NEW | delete NAME]", nargs=-1)
@forms
def command(
    given: tuple[str, ...], form: str | None, template: str | None, names: str | None
) -> None:
    """List, save, change and delete shelves, which are saved searches.

    \b
      bookworm shelves
      bookworm shelves save "Good ones" 'rating>=4' -status:abandoned
      bookworm shelves rename "Good ones" Best
      bookworm shelves delete Best
      bookworm shelf Best                     lists its books

    Saving a line under an existing name replaces the old line.
    """
    with store(writing=bool(given)) as opened:
        if given:
            _act(opened, given[0], list(given[1:]))
            return
        rows = [
            {"id": shelf.id, "name": shelf.name, "line": shelf.line, "books": shelf.count()}
            for shelf in opened.shelves
        ]
        if output.for_program(form, template, ["id", "name", "line", "books"], lambda: rows, names):
            return
        if not rows:
            nothing("There are no shelves yet.", "`bookworm shelves save NAME LINE` creates one.")
        columns = [Column("Shelf", least=12), Column("Books", right=True), Column("Line", least=12)]
        cells = [
            [one_line(str(row["name"])), str(row["books"]), one_line(str(row["line"]))]
            for row in rows
        ]
        terminal.write(table(columns, cells, terminal.width()))


def _act(opened: Any, action: str, given: list[str]) -> None:
    if action not in ACTIONS:
        usage(
            "{action!r} is not an action on shelves.",
            did_you_mean(action, ACTIONS),
            action=action,
        )
    if action == "save":
        if len(given) < 2:
            usage(
                "A shelf needs a name and a search line.",
                "As in: bookworm shelves save Best rating:5",
            )
        line = lines.line(given[1:])
        known = opened.shelves.get(given[0])
        if known is None:
            known = opened.shelves.create(given[0], line)
        else:
            known.line = line
        terminal.say(
            "Saved {name}, which finds {books}.", name=given[0], books=counted(known.count())
        )
    elif len(given) != (2 if action == "rename" else 1):
        usage(
            "`bookworm shelves {action}` takes two names."
            if action == "rename"
            else "`bookworm shelves {action}` takes a name.",
            action=action,
        )
    elif action == "rename":
        found(opened, given[0]).name = given[1]
        terminal.say("Renamed {name} to {other}.", name=given[0], other=given[1])
    else:
        found(opened, given[0]).delete()
        terminal.say("Deleted {name}; its books are kept.", name=given[0])


def found(opened: Any, name: str) -> Any:
    """Returns the shelf of a name."""
    shelf = opened.shelves.get(name)
    if shelf is None:
        known = [each.name for each in opened.shelves]
        hint = did_you_mean(name, known) or (there_are(known) if known else "")
        nothing("There is no shelf {name!r}.", hint, name=name)
    return shelf
