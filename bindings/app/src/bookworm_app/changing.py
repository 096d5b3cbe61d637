"""Changes many books, or rehearses that, and reports the result."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from . import language, output, steps, terminal
from .command import name_step, step
from .errors import usage
from .sentences import Count, Said, counted, sentence
from .texts import text

#: Names of steps here that change several books. The library itself names all others.
_STEPS = {
    "tagged": steps.TAG,
    "started": steps.START,
    "finished": steps.FINISH,
    "abandoned": steps.ABANDON,
}
UNDO = "`bookworm undo` reverts this."
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from bookworm import Store


def done(verb: str, count: int) -> None:
    """Says what was done, and that it can be undone."""
    said = sentence(f"{{books}} {verb}.", books=counted(count))
    terminal.say(f"{said} {sentence(UNDO)}")


def change(
    opened: Store,
    ids: Sequence[int],
    names: Sequence[str],
    work: Callable[[], int],
    *,
    rehearse: bool = False,
    verb: str = "changed",
) -> None:
    """Changes some books; with `rehearse`, only prints what would change.

    names  the fields that it may change, which a rehearsal compares
    work   makes the change, and returns the number of books that changed
    """
    if not rehearse:
        with step(opened):
            count = work()
            if count > 1 and verb in _STEPS:
                name_step(opened, Said(_STEPS[verb], books=Count(count, "book")))
        if count:
            done(verb, count)
        else:
            terminal.say("Nothing to change.")
        return
    before = [_values(book, names) for book in opened.books.get_many(ids)]
    after = {}
    with step(opened, dry_run=True):
        work()
        after = {book.id: _values(book, names) for book in opened.books.get_many(ids)}
    shown, none = [], text("none")
    for old in before:
        new = after.get(old["id"])
        if new is None:
            differences = [sentence("would be deleted")]
        else:
            differences = [
                f"{name} {_shown(name, old) or none} → {_shown(name, new) or none}"
                for name in names
                if old[name] != new[name]
            ]
        if differences:
            shown.append(f"{old['id']} {old['title']}: {'; '.join(differences)}\n")
    if shown:
        terminal.write("".join(shown))
        terminal.say("Dry run: {books} would change.", books=counted(len(shown)))
    else:
        terminal.say("Nothing to change.")


def _shown(name: str, values: dict[str, Any]) -> str:
    value = values[name]
    return output.flat(language.genres(value) if name == "genres" else value)


def stored(opened: Store, genres: Iterable[str]) -> list[str]:
    """Returns genres by the names that they have in the store.

    A person may call a genre by its name in another language; a genre with exactly that name takes
    precedence.
    """
    known = [(name, opened.genres.get(name)) for name in genres]
    return [name if genre is None else genre.name for name, genre in known]


def _values(book: Any, names: Sequence[str]) -> dict[str, Any]:
    made = {"id": book.id, "title": book.title}
    for name in names:
        made[name] = book.genres.names() if name == "genres" else getattr(book, name)
    return made


def confirmed(question: str, *, yes: bool, but: str = "It cannot be undone.") -> None:
    """Asks before an action that cannot be undone. Without a terminal, --yes is required.

    but  what the person should know before the answer
    """
    if yes:
        return
    but = sentence(but)
    if not terminal.can_ask():
        usage(f"{question.rstrip('?')}? {but}", "Use --yes to do it without asking.")
    import click

    click.echo(but, err=True)
    click.confirm(question, abort=True, err=True)
