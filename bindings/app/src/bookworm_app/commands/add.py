"""`bookworm add TITLE AUTHOR`."""

from __future__ import annotations

import click

from .. import changing, terminal, values
from ..command import command as make, store
from ..errors import Failure, usage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_OPTIONS = {
    "genre": ("genres", "Give it genres, separated by commas."),
    "rating": ("rating", "Rate it, from 1 to 5."),
    "status": ("status", "Set on-shelf, in-progress, completed or did-not-finish."),
    "started": ("started", "Set the day you started it, such as 2024-03-15."),
    "finished": ("finished", "Set the day you finished it, such as 2024-03-15."),
    "year": ("year", "Set the year of publication."),
    "series": ("series", "Set the name of the series."),
    "number": ("series_number", "Set its place in the series."),
    "isbn": ("identifiers", "Set the ISBN."),
    "price": ("price", "Set the price, such as '12.99 EUR'."),
    "notes": ("notes", "Set private notes."),
}


@make("add")
@click.argument("title", required=False)
@click.argument("author", required=False)
@click.option("--genre", help=_OPTIONS["genre"][1])
@click.option("--rating", help=_OPTIONS["rating"][1])
@click.option("--status", help=_OPTIONS["status"][1])
@click.option("--started", help=_OPTIONS["started"][1])
@click.option("--finished", help=_OPTIONS["finished"][1])
@click.option("--year", help=_OPTIONS["year"][1])
@click.option("--series", help=_OPTIONS["series"][1])
@click.option("--number", help=_OPTIONS["number"][1])
@click.option("--isbn", help=_OPTIONS["isbn"][1])
@click.option("--price", help=_OPTIONS["price"][1])
@click.option("--notes", help=_OPTIONS["notes"][1])
@click.option("--favourite", is_flag=True, help="Make it a favourite.")
@click.option("--set", "others", multiple=True, metavar="FIELD=VALUE", help="Set any other field.")
def command(
    title: str | None,
    author: str | None,
    others: tuple[str, ...],
    favourite: bool,
    **options: str | None,
) -> None:
    """Add a book.

    \b
      bookworm add "Dune" "Frank Herbert" --genre "Science Fiction" --rating 5
      bookworm add 9780441172719
      bookworm add "Dune" "Frank Herbert" --set publisher=Chilton --set pages=412

    Without a title, a terminal asks the questions of a form. An ISBN given in place
    of the title is stored with the book. Nothing is looked up on the Internet.
    """
    from bookworm import Error, presentation

    given: dict[str, Any] = {}
    for name, text in options.items():
        if text is not None:
            given.update(values.parsed(_OPTIONS[name][0], text))
    for each in others:
        name, equals, value = each.partition("=")
        if not equals:
            usage("--set {each!r} has no value.", "As in: --set pages=412", each=each)
        name = values.field(name)
        given.update(values.parsed(name, value))
    if favourite:
        given["favourite"] = True
    if title and author is None:
        try:
            isbn = presentation.parse_isbn(title)
        except Error:
            pass
        else:
            given.setdefault("identifiers", [("isbn", isbn)])
            title = None
    form = not (title or given.get("title") or author)
    given["title"] = title or given.get("title") or _asked("title")
    given["author"] = author or given.get("author") or _asked("author")
    if form:
        _ask_the_rest(given)
    with store(writing=True) as opened:
        isbns = [value for scheme, value in given.get("identifiers") or () if scheme == "isbn"]
        for isbn in isbns:
            known = opened.books.where(identifier=("isbn", isbn)).first()
            if known is not None:
                usage(
                    "{title} already has this ISBN; its id is {id}.", title=known.title, id=known.id
                )
        if given.get("genres"):
            given["genres"] = changing.stored(opened, given["genres"])
        book = opened.books.create(given.pop("title"), given.pop("author"), **given)
        terminal.say("Added {title} by {author}.", title=book.title, author=book.author)
        print(book.id)


def _ask_the_rest(given: dict[str, Any]) -> None:
    """Asks the other questions of a form, with its defaults; the answer "-" means no value."""
    from bookworm import form_defaults

    defaults = form_defaults()
    for name, default in (("genres", defaults.genre), ("rating", str(defaults.rating))):
        # A rating in quarters has another name.
        while given.keys().isdisjoint((name, f"exact_{name}")):
            answer = _asked(name, default)
            try:
                given.update(values.parsed(name, "" if answer.strip() == "-" else answer))
            except Failure as failure:
                click.echo(f"{failure.message}\n{failure.hint}", err=True)


def _asked(name: str, default: str | None = None) -> str:
    if not terminal.can_ask():
        usage("The {name} is missing.", 'As in: bookworm add "Dune" "Frank Herbert"', name=name)
    from .. import language

    label = language.field("genre_names" if name == "genres" else name)
    answer: str = click.prompt(label, default=default, err=True)
    return answer
