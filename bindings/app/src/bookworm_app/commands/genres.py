"""`bookworm genres`."""

from __future__ import annotations

import click

from .. import cards, changing, output, terminal
from ..command import command as make, forms, store
from ..errors import did_you_mean, nothing, usage
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
@click.option("--colour", metavar="#RRGGBB", help="The colour of a new genre.")
@click.option("--yes", is_flag=True, help="Do not ask before deleting or merging.")
def command(
    action: str | None,
    names_given: tuple[str, ...],
    colour: str | None,
    yes: bool,
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
      bookworm genres merge "Science Fiction" sci-fi     the second becomes the first
      bookworm genres delete sci-fi                      and no book
      bookworm genres standard                           makes the seven standard ones
    """
    with store(writing=action is not None) as opened:
        if action is not None:
            _act(opened, action, list(names_given), colour, yes)
            return
        rows = [
            {"id": genre.id, "name": genre.name, "colour": genre.colour, "books": genre.book_count}
            for genre in opened.genres
        ]
        known = ["id", "name", "colour", "books"]
        if output.for_program(form, template, known, lambda: rows):
            return
        if not rows:
            nothing("There are no genres yet.", "`bookworm tag +Fantasy LINE` makes one.")
        chips = cards.Chips(opened)
        cells = [[chips(str(row["name"])), str(row["books"]), str(row["colour"])] for row in rows]
        columns = [Column("Genre", least=12), Column("Books", right=True), Column("Colour")]
        terminal.write(table(columns, cells, terminal.width()))


def _act(opened: Any, action: str, given: list[str], colour: str | None, yes: bool) -> None:
    counts = {"add": 1, "rename": 2, "colour": 2, "merge": 2, "delete": 1, "standard": 0}
    if action not in counts:
        usage(f"{action!r} is nothing to do with genres.", did_you_mean(action, ACTIONS))
    if len(given) != counts[action]:
        usage(f"`bookworm genres {action}` takes {counts[action]} names, not {len(given)}.")
    if action == "standard":
        terminal.say(f"{changing.counted(opened.genres.create_standard(), 'genre')} made.")
    elif action == "add":
        opened.genres.create(given[0], colour)
        terminal.say(f"{given[0]} is added.")
    elif action == "rename":
        found(opened, given[0]).name = given[1]
        terminal.say(f"{given[0]} is now {given[1]}.")
    elif action == "colour":
        found(opened, given[0]).colour = given[1]
        terminal.say(f"{given[0]} has the colour {given[1]}.")
    elif action == "merge":
        stays, goes = found(opened, given[0]), found(opened, given[1])
        changing.confirmed(f"Make {goes.name} ({goes.book_count} books) {stays.name}?", yes=yes)
        stays.merge(goes)
        terminal.say(f"{goes.name} is now {stays.name}.")
    else:
        genre = found(opened, given[0])
        changing.confirmed(f"Delete {genre.name} ({genre.book_count} books have it)?", yes=yes)
        genre.delete()
        terminal.say(f"{genre.name} is deleted; no book is.")


def found(opened: Any, name: str) -> Any:
    """The genre of a name."""
    genre = opened.genres.get(name)
    if genre is None:
        known = [each.name for each in opened.genres]
        nothing(f"There is no genre {name!r}.", did_you_mean(name, known))
    return genre
