"""`bookworm list LINE`, and `bookworm LINE`."""

from __future__ import annotations

import click

from .. import fields, lines, output, terminal
from ..command import command as make, forms, spoilers, store, words

#: The number of books that a terminal shows by default.
LIMIT = 20


@make("list", lines=True)
@words()
@forms
@click.option("--limit", type=click.IntRange(1), metavar="N", help="List at most this many books.")
@click.option("--all", "everything", is_flag=True, help="List all books, through a pager.")
@spoilers
@click.option("--count", "only_count", is_flag=True, help="Print only how many there are.")
def command(
    words: tuple[str, ...],
    form: str | None,
    template: str | None,
    names: str | None,
    limit: int | None,
    everything: bool,
    spoilers: bool,
    only_count: bool,
) -> int:
    """List the books that a search line finds.

    \b
    A search line contains words to search for, and conditions:
      bookworm dune                           title, author, quotes, notes, ...
      bookworm author:"le guin" 'rating>=4'     put quotes around > and <
      bookworm list genre:horror -status:read sort:-rating
      bookworm list finished:2024 --csv > read.csv
      bookworm list rating:5 --format '{title} ({year})'

    A terminal shows the first 20 books. A pipe and the formats for programs (--json, --nl, --csv
    and --format) get all of them. These formats also contain reviews that give away the plot.
    """
    with store() as opened:
        found = lines.query(opened, words)
        if only_count:
            print(found.count())
            return 0
        if limit is not None:
            found = found[:limit]
        if form or template is not None:
            wanted = fields.chosen(names, fields.DEFAULT)
            read = output.format_names(template) if template is not None else wanted
            known = [name for name in read if name in fields.KNOWN]
            output.for_program(
                form,
                template,
                fields.KNOWN if template is not None else wanted,
                lambda: fields.rows(found, known or ["id"]),
            )
            return 0
        from .. import cards
        from ..sentences import number, sentence

        shown = fields.chosen(names, fields.SHOWN)
        few = terminal.is_terminal() and not everything and limit is None
        rows = list(fields.rows(found[:LIMIT] if few else found, fields.in_table(shown)))
        if not rows:
            lines.not_found(opened, words)
        text = cards.table_of_books(opened, rows, shown, spoilers)
        if few and len(rows) == LIMIT:
            count = found.count()
            if count > LIMIT:
                more = "{shown} of {count} books; --all shows all of them"
                text += terminal.dim(sentence(more, shown=LIMIT, count=number(count))) + "\n"
        terminal.write(text)
    return 0
