"""`bookworm readings`."""

from __future__ import annotations

import datetime

import click

from .. import cards, lines, output, terminal
from ..command import command as make, day, forms, store, words
from ..errors import nothing
from ..tables import Column, one_line, table

_OUTCOMES = {"open": "open", "completed": "completed", "abandoned": "did-not-finish"}


@make("readings", lines=True)
@words()
@click.option("--add", type=click.Choice(list(_OUTCOMES)), help="Add a reading to the book.")
@click.option("--started", metavar="DAY", callback=day, help="Set the day the new reading began.")
@click.option("--finished", metavar="DAY", callback=day, help="Set the day the new reading ended.")
@click.option("--note", metavar="TEXT", help="Set a note on the new reading.")
@click.option("--delete", "deleted", type=int, metavar="ID", help="Delete a reading by its id.")
@forms
def command(
    words: tuple[str, ...],
    add: str | None,
    started: datetime.date | None,
    finished: datetime.date | None,
    note: str | None,
    deleted: int | None,
    form: str | None,
    template: str | None,
    names: str | None,
) -> None:
    """Show, add and delete readings: when books were read.

    \b
      bookworm readings                          all of them
      bookworm readings dune
      bookworm readings 12 --add completed --finished 2019-06-20
      bookworm readings --delete 3
    """
    with store(writing=add is not None or deleted is not None) as opened:
        if deleted is not None:
            if opened.readings.get(deleted) is None:
                nothing("There is no reading with the id {id}.", id=deleted)
            del opened.readings[deleted]
            terminal.say("Deleted the reading.")
            return
        if add is not None:
            book = opened.books[lines.one(opened, words)]
            reading = book.readings.add(
                _OUTCOMES[add], started=started, finished=finished, note=note
            )
            terminal.say("Added a reading of {title}.", title=book.title)
            print(reading.id)
            return
        if words:
            books = opened.books.get_many(lines.books(opened, words))
            titles = {book.id: book.title for book in books}
            found = [reading for book in books for reading in book.readings]
        else:
            found = list(opened.readings)
            every = opened.books.all().columns("id", "title")
            titles = dict(zip(every["id"], every["title"]))
            # Another program may have deleted a book meanwhile.
            found = [each for each in found if each.book_id in titles]
        rows = output.Columns(
            id=[each.id for each in found],
            book_id=[each.book_id for each in found],
            title=[titles[each.book_id] for each in found],
            outcome=[each.outcome for each in found],
            started=[each.started for each in found],
            finished=[each.finished for each in found],
            page=[each.page for each in found],
            percent=[each.percent for each in found],
            note=[each.note for each in found],
        )
        if output.for_program(form, template, list(rows.lists), lambda: rows, names):
            return
        if not found:
            nothing("No readings found.", "`bookworm read LINE` starts one.")
        columns = [Column("id", right=True), Column("Book", least=16), Column("Reading", least=20)]
        cells = [
            [str(each.id), one_line(titles[each.book_id]), cards.reading_line(each)]
            for each in found
        ]
        terminal.write(table(columns, cells, terminal.width()))
