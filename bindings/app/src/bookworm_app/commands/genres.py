"""`bookworm genres`."""

from __future__ import annotations

import click

from .. import cards, output, terminal
from ..command import command as make, forms, store
from ..errors import did_you_mean, nothing, usage
from ..sentences import counted
from ..tables import Column, table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

ACTIONS = ("add", "rename", "colour", "merge", "delete", "standard")


def _complete(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    from .. import completing

    if not context.params.get("action"):
        return [each for each in ACTIONS if each.startswith(incomplete)]
    return completing.genres(context, incomplete)


@make("genres")
@click.argument("action", required=False, shell_complete=_complete)
@click.argument("names_given", metavar="[NAME...]", nargs=-1, shell_complete=_complete)
@forms
@click.option("--colour", metavar="#RRGGBB", help="Set the colour of a new genre.")
def command(
    action: str | None,
    names_given: tuple[str, ...],
    colour: str | None,
    form: str | None,
    template: str | None,
    names: str | None,
) -> None:
    """List genres, and change their names and colours.

    \b
      bookworm genres
      bookworm genres add Memoir --colour "#8844AA"
      bookworm genres rename sci-fi "Science Fiction"
      bookworm genres colour Horror "#550000"
      bookworm genres merge "Science Fiction" sci-fi     sci-fi into the first
      bookworm genres delete sci-fi                      deletes no book
      bookworm genres standard               creates the seven standard genres
    """
    with store(writing=action is not None) as opened:
        if action is not None:
            _act(opened, action, list(names_given), colour)
            return
        rows = [
            {"id": genre.id, "name": genre.name, "colour": genre.colour, "books": genre.book_count}
            for genre in opened.genres
        ]
        known = ["id", "name", "colour", "books"]
        if output.for_program(form, template, known, lambda: rows, names):
            return
        if not rows:
            nothing("There are no genres yet.", "`bookworm tag +Fantasy LINE` creates one.")
        chips = cards.Chips(opened)
        cells = [[chips(str(row["name"])), str(row["books"]), str(row["colour"])] for row in rows]
        columns = [Column("Genre", least=12), Column("Books", right=True), Column("Colour")]
        terminal.write(table(columns, cells, terminal.width()))


def _act(opened: Any, action: str, given: list[str], colour: str | None) -> None:
    counts = {"add": 1, "rename": 2, "colour": 2, "merge": 2, "delete": 1, "standard": 0}
    if action not in counts:
        usage(
            "{action!r} is not an action on genres.", did_you_mean(action, ACTIONS), action=action
        )
    if len(given) != counts[action]:
        usage(
            "`bookworm genres {action}` takes {count} names, not {given}.",
            action=action,
            count=counts[action],
            given=len(given),
        )
    if action == "standard":
        terminal.say("{genres} created.", genres=counted(opened.genres.create_standard(), "genre"))
    elif action == "add":
        if colour is None and opened.genres.get(given[0], exact=True) is None:
            opened.genres.find_or_create(given[0])
        else:
            opened.genres.create(given[0], colour)
        terminal.say("Added {name}.", name=given[0])
    elif action == "rename":
        found(opened, given[0]).name = given[1]
        terminal.say("Renamed {name} to {other}.", name=given[0], other=given[1])
    elif action == "colour":
        found(opened, given[0]).colour = given[1]
        terminal.say("{name} is now {colour}.", name=given[0], colour=given[1])
    elif action == "merge":
        stays, goes = found(opened, given[0]), found(opened, given[1])
        if stays == goes:
            usage("{name} cannot be merged into itself.", name=stays.name)
        name = goes.name
        stays.merge(goes)
        terminal.say("Merged {name} into {other}.", name=name, other=stays.name)
    else:
        genre = found(opened, given[0])
        genre.delete()
        terminal.say("Deleted {name}; its books are kept.", name=genre.name)


def found(opened: Any, name: str) -> Any:
    """Returns the genre of a name."""
    genre = opened.genres.get(name)
    if genre is None:
        known = [each.name for each in opened.genres]
        nothing("There is no genre {name!r}.", did_you_mean(name, known), name=name)
    return genre
