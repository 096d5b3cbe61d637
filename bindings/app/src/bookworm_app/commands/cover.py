"""`bookworm cover LINE`."""

from __future__ import annotations

import click

from .. import lines, terminal
from ..command import command as make, store, words
from ..errors import nothing, usage
from ..sentences import sentence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from bookworm import Cover


@make("cover", lines=True)
@words(required=True)
@click.option("--set", "given", metavar="FILE", help="Set the cover of the book that is found.")
@click.option("--save", metavar="FILE", help="Write the picture to a new file.")
@click.option("--remove", is_flag=True, help="Remove the picture from the book.")
def command(words: tuple[str, ...], given: str | None, save: str | None, remove: bool) -> None:
    """Show, set, save or remove the cover of a book.

    \b
      bookworm cover dune
      bookworm cover dune --set dune.jpg
      bookworm cover 12 --save cover.jpg
      bookworm cover 12 --remove

    A cover is a JPEG, PNG, WebP, GIF or AVIF file of at most 16 MiB.
    """
    if (given is not None) + (save is not None) + remove > 1:
        usage("Use one of --set, --save and --remove.")
    changes = given is not None or remove
    picture = None if given is None else _read(given)
    with store(writing=changes) as opened:
        book = opened.books[lines.one(opened, words)]
        cover = book.cover
        if picture is not None:
            book.cover = picture
            _tell(sentence("{title} has a new cover.", title=book.title))
        elif cover is None:
            nothing(
                "{title} has no cover.",
                "`bookworm cover ID --set FILE` sets one.",
                title=book.title,
            )
        elif remove:
            book.cover = None
            _tell(sentence("Removed the cover of {title}.", title=book.title))
        elif save is not None:
            _write(save, cover)
        else:
            from .. import cards

            print(cards.cover_line(cover))


def _tell(said: str) -> None:
    from ..changing import UNDO

    terminal.say(f"{said} {sentence(UNDO)}")


def _read(path: str) -> bytes:
    from ..importing.covers import MOST_BYTES

    try:
        with open(path, "rb") as file:
            return file.read(MOST_BYTES)
    except OSError as error:
        usage("{path} cannot be read: {why}.", path=path, why=error.strerror)


def _write(path: str, cover: Cover) -> None:
    data = cover.data
    try:
        with open(path, "xb") as file:
            file.write(data)
    except FileExistsError:
        usage("{path} already exists.", "Give another name.", path=path)
    except OSError as error:
        usage("{path} cannot be written: {why}.", path=path, why=error.strerror)
    terminal.say("Wrote {path}.", path=path)
