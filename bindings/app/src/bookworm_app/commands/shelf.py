"""`bookworm shelf NAME`."""

from __future__ import annotations

import click

from .. import fields, output, terminal
from ..command import command as make, forms, spoilers, store
from ..errors import nothing


def _complete(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    from .. import completing

    return completing.shelves(context, incomplete)


@make("shelf")
@click.argument("name", shell_complete=_complete)
@forms
@click.option("--limit", type=click.IntRange(1), metavar="N", help="List at most this many books.")
@spoilers
def command(
    name: str,
    form: str | None,
    template: str | None,
    names: str | None,
    limit: int | None,
    spoilers: bool,
) -> None:
    """List the books of a saved search.

    \b
      bookworm shelf "Good ones"
      bookworm shelf Best --json
    """
    from .shelves import found

    with store() as opened:
        books = found(opened, name).books
        if limit is not None:
            books = books[:limit]
        if form or template is not None:
            wanted = fields.chosen(names, fields.DEFAULT)
            known = fields.KNOWN if template is not None else wanted
            output.for_program(form, template, known, lambda: fields.rows(books, known))
            return
        from .. import cards

        shown = fields.chosen(names, fields.SHOWN)
        rows = list(fields.rows(books, fields.in_table(shown)))
        if not rows:
            nothing("{name} finds no books.", name=name)
        terminal.write(cards.table_of_books(opened, rows, shown, spoilers))
