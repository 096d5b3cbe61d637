"""Changing many books: what would be done, doing it, and saying what was done."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

from . import output, terminal
from .command import step
from .errors import usage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from bookworm import Store


def counted(count: int, noun: str = "book") -> str:
    """A count in words: 1 book, 1,200 books."""
    plural = f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
    return f"{count:,} {noun if count == 1 else plural}"


def change(
    opened: Store,
    ids: Sequence[int],
    names: Sequence[str],
    work: Callable[[], int],
    *,
    rehearse: bool = False,
    verb: str = "changed",
) -> None:
    """Does the work on some books; with `rehearse` only says what it would do.

    names  the fields that it may change, which a rehearsal compares
    work   does it, and returns how many books were not so before
    """
    if not rehearse:
        with step(opened):
            count = work()
        terminal.say(f"{counted(count)} {verb}." if count else "Nothing to change.")
        return
    before = [_values(book, names) for book in opened.books.get_many(ids)]
    after = {}
    with step(opened, dry_run=True):
        work()
        after = {book.id: _values(book, names) for book in opened.books.get_many(ids)}
    count = 0
    for old in before:
        new = after.get(old["id"])
        if new is None:
            differences = ["would be deleted"]
        else:
            differences = [
                f"{name} {output.flat(old[name]) or 'none'} → {output.flat(new[name]) or 'none'}"
                for name in names
                if old[name] != new[name]
            ]
        if differences:
            count += 1
            sys.stdout.write(f"{old['id']} {old['title']}: {'; '.join(differences)}\n")
    terminal.say(
        f"{counted(count)} would be {verb}; nothing was." if count else "Nothing to change."
    )


def _values(book: Any, names: Sequence[str]) -> dict[str, Any]:
    made = {"id": book.id, "title": book.title}
    for name in names:
        made[name] = book.genres.names() if name == "genres" else getattr(book, name)
    return made


def confirmed(question: str, *, yes: bool) -> None:
    """Asks before what cannot be undone. Without a terminal --yes has to be given."""
    if yes:
        return
    if not terminal.can_ask():
        usage(f"{question.rstrip('?')}? It cannot be undone.", "Say --yes to do it without asking.")
    import click

    click.confirm(question, abort=True, err=True)
