"""`bookworm merge ID OTHER...`, and `bookworm merge FILE`."""

from __future__ import annotations

import itertools
import os

import click

from .. import language, lines, terminal
from ..changing import UNDO, done
from ..command import command as make, dry_run, step, store
from ..errors import STORE, USAGE, Failure, usage
from ..sentences import counted, number, sentence
from ..tables import Column, one_line, table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from bookworm import Difference, Store


@make("merge")
@click.argument("words", metavar="ID OTHER...", nargs=-1, required=True)
@click.option("--take", metavar="FIELDS", default="", help="Take these fields from the other book.")
@click.option(
    "--rule",
    type=click.Choice(["ours", "theirs", "later"]),
    help="Choose the value that stays: ours, theirs or the later one.",
)
@click.option(
    "--base", metavar="FILE", help="Use this library as the origin of both, such as a backup."
)
@dry_run
def command(
    words: tuple[str, ...], take: str, rule: str | None, base: str | None, rehearse: bool
) -> None:
    """Merge books into one, or another copy of the library into this one.

    \b
      bookworm merge 12 40                    40 becomes part of 12
      bookworm merge 12 40 --take review,genres
      bookworm merge laptop.books --rule later --dry-run
      bookworm merge laptop.books --rule later --base backup.books

    The remaining book keeps its own values and gets those that it lacks, and the quotes, readings
    and genres of both. If two libraries changed the same field, --rule decides which value stays:
    ours is that of this library, theirs that of the other, and later that of the book that was
    changed later.
    """
    ids = lines.ids_of(words)
    if ids is None:
        if len(words) != 1:
            usage("Give the ids of books, or one library.", "As in: bookworm merge 12 40")
        _stores(words[0], rule, base, rehearse=rehearse)
        return
    if len(set(ids)) < 2:
        usage("Which books? Give the id that stays, then the others.", "bookworm merge 12 40")
    names = [name.strip() for name in take.split(",") if name.strip()]
    with store(writing=True) as opened:
        first, *others = lines.books(opened, words)
        book = opened.books[first]
        with step(opened, dry_run=rehearse):
            for other in others:
                _show(book.merge(other, take=names, preview=True), opened, opened)
                book.merge(other, take=names)
    if rehearse:
        terminal.say("Dry run: {books} would be merged.", books=counted(len(others)))
    else:
        done("merged", len(others))


_CHOICES = {"ours": "the first", "theirs": "the second", "both": "both"}


def _show(
    differences: Sequence[Difference], ours: Store, theirs: Store, *, of_libraries: bool = False
) -> None:
    """Shows the values that differ, before they are merged, and which of them stays."""
    columns = [Column("Field", least=8), Column("First", least=8), Column("Second", least=8),
               Column("Kept")]  # fmt: skip
    rows = []
    # A price has two differences, its amount and its currency.
    for (entity, row, field), pairs in itertools.groupby(
        differences, lambda one: (one.entity, one.id or one.other_id, one.field)
    ):
        each = next(pairs)
        label = language.field(field) if entity == "book" and field else field
        if of_libraries:
            label = f"{entity} {row} {label}".rstrip()
        values = (_words(ours, each, each.id, each.ours),
                  _words(theirs, each, each.other_id, each.theirs))  # fmt: skip
        rows.append([label, *values, sentence(_CHOICES[each.choice])])
    if rows:
        terminal.write(table(columns, rows, terminal.width()))


#: For these, a difference has their number, or a text that identifies the value.
_COUNTED = ("", "books", "cover", "quotes", "readings", "sources")


def _words(store: Store, difference: Difference, row_id: int, raw: str | None) -> str:
    """Returns one of the values, as the library writes it for a person."""
    from bookworm import presentation

    entity, field = difference.entity, difference.field
    if raw is None or field in _COUNTED:
        return one_line(raw or "")
    row: Any = getattr(store, "shelves" if entity == "shelf" else f"{entity}s")[row_id]
    value = language.genres(row.genres.names()) if field == "genres" else getattr(row, field)
    return one_line(presentation.format(field, value, language.code(), entity=entity))


def _stores(path: str, rule: str | None, base: str | None, *, rehearse: bool) -> None:
    import contextlib

    import bookworm

    if rule is None:
        usage(
            "If both libraries changed the same field, which one wins? Use --rule.",
            "As in: --rule later",
        )
    for file in filter(None, (path, base)):
        if "://" not in file and not os.path.exists(file):
            raise Failure(
                sentence("There is no store at {path}.", path=file),
                USAGE if file.isalnum() else STORE,
                sentence("To merge books, give their ids."),
            )
    with contextlib.ExitStack() as stack:
        opened = stack.enter_context(store(writing=True))
        other = stack.enter_context(bookworm.open(path, create=False, read_only=True))
        from_base: Store | None = None
        if base is not None:
            from_base = stack.enter_context(bookworm.open(base, create=False, read_only=True))
        merged = opened.merge(other, rule=rule, base=from_base, preview=True)
        _show(merged.conflicts, opened, other, of_libraries=True)
        if not rehearse:
            merged = opened.merge(other, rule=rule, base=from_base)
    rows = merged.inserted + merged.updated + merged.deleted
    terminal.say(
        "{rows} inserted, {updated} updated, {deleted} deleted; {differences}.",
        rows=counted(merged.inserted, "row"),
        updated=number(merged.updated),
        deleted=number(merged.deleted),
        differences=counted(len(merged.conflicts), "difference"),
    )
    if rehearse:
        terminal.say("Dry run: nothing was changed.")
    elif rows:
        terminal.say(UNDO)
