"""`bookworm duplicates`."""

from __future__ import annotations

import click

from .. import cards, output, terminal
from ..changing import done
from ..command import command as make, dry_run, step, store
from ..errors import DONE, NOTHING
from ..sentences import counted, sentence
from ..steps import MERGE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from bookworm import Duplicates, Store


@make("duplicates")
@click.option("--merge", "merging", is_flag=True, help="Merge those that share an identifier.")
@click.option("--json", "as_json", is_flag=True, help="Print the groups as a JSON array.")
@dry_run
def command(merging: bool, as_json: bool, rehearse: bool) -> int:
    """Find books that are in the library more than once.

    \b
      bookworm duplicates
      bookworm duplicates --merge --dry-run
      bookworm merge 12 40

    First come books with the same identifier, such as an ISBN, then those with a similar title and
    author. Merging keeps all quotes, readings and genres of both.
    """
    with store(writing=merging) as opened:
        groups = opened.books.duplicates()
        if merging:
            return _merge(opened, groups, rehearse=rehearse)
        if as_json:
            output.document([_data(group) for group in groups])
            return DONE if groups else NOTHING
        if not groups:
            terminal.say("No duplicates found.")
            return NOTHING
        parts = []
        for group in groups:
            shared = group.identifier
            why = (
                f"{shared.scheme} {shared.value}"
                if shared
                else sentence("a similar title and author")
            )
            rows = [_row(book) for book in group.books]
            parts.append(terminal.bold(why) + "\n")
            parts.append(cards.table_of_books(opened, rows, ("id", "rating", "title", "author")))
            ids = " ".join(str(book.id) for book in group.books)
            parts.append(terminal.dim(f"bookworm merge {ids}\n\n"))
        terminal.write("".join(parts))
    return DONE


def _row(book: object) -> dict[str, object]:
    names = ("id", "rating", "exact_rating", "title", "author", "favourite")
    return {name: getattr(book, name) for name in names}


def _data(group: Duplicates) -> dict[str, object]:
    shared = group.identifier
    return {
        "identifier": None if shared is None else f"{shared.scheme}:{shared.value}",
        "books": [
            {"id": book.id, "title": book.title, "author": book.author} for book in group.books
        ],
    }


def _merge(opened: Store, groups: list[Duplicates], *, rehearse: bool) -> int:
    """Merges the groups that share an identifier, each into its first book."""
    merged: set[int] = set()
    said = []
    into = "→" if terminal.is_unicode() else "->"
    with step(opened, MERGE, dry_run=rehearse):
        for group in groups:
            if group.identifier is None:
                continue
            first, *others = [book for book in group.books if book.id not in merged]
            for other in others:
                first.merge(other)
                merged.add(other.id)
                said.append(f"{other.id} {other.title} {into} {first.id} {first.title}\n")
    terminal.write("".join(said))
    if not merged:
        terminal.say("Nothing to merge.")
    elif rehearse:
        terminal.say("Dry run: {books} would be merged.", books=counted(len(merged)))
    else:
        done("merged", len(merged))
    return DONE if merged else NOTHING
