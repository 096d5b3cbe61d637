"""`bookworm edit LINE`."""

from __future__ import annotations

import click

from .. import changing, language, lines, terminal, values
from ..command import command as make, dry_run, store, words
from ..errors import usage
from ..fields import EDITABLE, LONG

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


@make("edit", lines=True)
@words(required=True)
@click.option("--set", "given", multiple=True, metavar="FIELD=VALUE", help="Set a field.")
@click.option("--clear", multiple=True, metavar="FIELD", help="Remove the value of a field.")
@dry_run
def command(
    words: tuple[str, ...], given: tuple[str, ...], clear: tuple[str, ...], rehearse: bool
) -> None:
    """Change books.

    \b
      bookworm edit 12 --set year=1965 --set publisher="Chilton Books"
      bookworm edit format:epub --set format=EPUB --dry-run
      bookworm edit 12 --clear review
      bookworm edit 12                     opens the book in your editor ($EDITOR)
    """
    with store(writing=True) as opened:
        ids = lines.books(opened, words)
        fields = _given(given, clear) if given or clear else _edited(opened, ids)
        if not fields:
            terminal.say("Nothing to change.")
            return
        if fields.get("genres"):
            fields["genres"] = changing.stored(opened, fields["genres"])
        changing.change(
            opened, ids, list(fields), lambda: opened.books.update(ids, **fields), rehearse=rehearse
        )


def _given(given: tuple[str, ...], clear: tuple[str, ...]) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for each in given:
        name, equals, value = each.partition("=")
        if not equals:
            usage("--set {each!r} has no value.", "As in: --set year=1965", each=each)
        name = values.field(name)
        fields.update(values.parsed(name, value))
    for each in clear:
        name = values.field(each)
        if name in ("title", "author", "status", "favourite", "spoilers"):
            usage("Every book needs a {name}; it cannot be cleared.", name=name)
        fields.update({"rating": 0, "exact_rating": None} if name == "rating" else {name: None})
    return fields


def _edited(opened: Any, ids: list[int]) -> dict[str, Any]:
    """Returns the fields that were changed in an editor."""
    if len(ids) > 1:
        usage(
            "{count} books match.",
            "To change several books, give --set FIELD=VALUE.",
            count=len(ids),
        )
    if not terminal.can_ask():
        usage("Say what to change: --set FIELD=VALUE or --clear FIELD.")
    book = opened.books[ids[0]]
    now = book.as_dict()
    # The form has the displayed names, unless the store has two genres that are displayed alike.
    shown = language.genres(now["genres"])
    if changing.stored(opened, shown) == now["genres"]:
        now["genres"] = shown
    before = form_values(now)
    text = click.edit(form(before), extension=".txt")
    if text is None:
        return {}
    after = read_form(text)
    changed: dict[str, Any] = {}
    for name, value in after.items():
        if value.strip() != before[name].strip():
            changed.update(values.parsed(name, value.strip()))
    return changed


_HEAD = """\
# Change what you like and save. A line that begins with # is left out.
# Long texts follow at the end, each below a line with its name in brackets.
"""


def form_values(fields: dict[str, Any]) -> dict[str, str]:
    """Returns the texts that the form shows for the fields, as a person would type them."""
    from bookworm import presentation

    code = language.code()
    made = {name: presentation.format(name, fields[name], code) for name in EDITABLE}
    exact = presentation.format("exact_rating", fields["exact_rating"], code)
    return {**made, "rating": exact or str(fields["rating"] or "")}


def form(fields: dict[str, str]) -> str:
    """Returns the form of a book in an editor."""
    short = [f"{name}: {value}".rstrip() for name, value in fields.items() if name not in LONG]
    long = [f"\n[{name}]\n{fields[name]}" for name in LONG]
    return _HEAD + "\n".join([*short, *long]) + "\n"


def read_form(text: str) -> dict[str, str]:
    """Reads the fields of a form. A line of a long text is kept as it is."""
    fields: dict[str, str] = {}
    section: str | None = None
    for line in text.splitlines():
        if line[:1] == "[" and line.rstrip()[-1:] == "]" and line.strip()[1:-1] in LONG:
            section = line.strip()[1:-1]
            fields[section] = ""
        elif section is not None:
            fields[section] += line + "\n"
        elif line.strip() and not line.startswith("#"):
            name, colon, value = line.partition(":")
            if not colon:
                usage("This line of the form names no field: {line}", line=line)
            fields[values.field(name)] = value
    return fields
