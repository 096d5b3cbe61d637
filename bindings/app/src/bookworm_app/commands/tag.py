"""`bookworm tag +Fantasy -Horror LINE`."""

from __future__ import annotations

import click

from .. import changing, lines
from ..command import command as make, dry_run, store
from ..errors import did_you_mean, usage


def _complete(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    from .. import completing

    if incomplete[:1] in ("+", "-"):
        return [incomplete[0] + name for name in completing.genres(context, incomplete[1:])]
    return [each.value for each in completing.line(context, incomplete)]


@make("tag", lines=True)
@click.argument("words", metavar="+GENRE... -GENRE... LINE", nargs=-1, shell_complete=_complete)
@dry_run
def command(words: tuple[str, ...], rehearse: bool) -> None:
    """Add genres to books, or remove them.

    \b
      bookworm tag +Fantasy 12
      bookworm tag +"Science Fiction",Classics -Horror author:herbert

    The genres come first, then the search line. A genre that does not exist is created.
    """
    added: list[str] = []
    removed: list[str] = []
    place = 0
    for place, word in enumerate(words):  # noqa: B007 - where the genres end
        if word[:1] not in ("+", "-") or len(word) < 2:
            break
        names = [name.strip() for name in word[1:].split(",") if name.strip()]
        (added if word[0] == "+" else removed).extend(names)
    else:
        place = len(words)
    if not added and not removed:
        usage("Which genres? Use +GENRE or -GENRE.", "As in: bookworm tag +Fantasy 12")
    with store(writing=True) as opened:
        known = [genre.name for genre in opened.genres] if removed else []
        for name in removed:
            if opened.genres.get(name) is None:
                usage("There is no genre {name!r} to remove.", did_you_mean(name, known), name=name)
        added, removed = (changing.stored(opened, names) for names in (added, removed))
        ids = lines.books(opened, words[place:])
        changing.change(
            opened,
            ids,
            ["genres"],
            lambda: opened.books.update(ids, add_genres=added, remove_genres=removed),
            rehearse=rehearse,
            verb="tagged",
        )
