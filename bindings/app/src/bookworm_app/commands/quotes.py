"""`bookworm quotes`."""

from __future__ import annotations

import click

from .. import cards, lines, output, terminal
from ..command import command as make, forms, store, words
from ..errors import nothing, usage
from ..sentences import sentence
from ..tables import cut, one_line


@make("quotes", lines=True)
@words()
@click.option("--add", metavar="TEXT", help="Add a quote to the one book that is found.")
@click.option("--page", metavar="PAGE", help="Set the page of the new quote.")
@click.option("--delete", "deleted", type=int, metavar="ID", help="Delete a quote by its id.")
@forms
def command(
    words: tuple[str, ...],
    add: str | None,
    page: str | None,
    deleted: int | None,
    form: str | None,
    template: str | None,
    names: str | None,
) -> None:
    """Show, add and delete quotes.

    \b
      bookworm quotes                        all of them
      bookworm quotes author:herbert
      bookworm quotes quote:"mind-killer"   of books with this quote
      bookworm quotes 12 --add "Fear is the mind-killer." --page 8
      bookworm quotes --delete 3
    """
    with store(writing=add is not None or deleted is not None) as opened:
        if deleted is not None:
            if opened.quotes.get(deleted) is None:
                nothing("There is no quote with the id {id}.", id=deleted)
            del opened.quotes[deleted]
            terminal.say("Deleted the quote.")
            return
        if add is not None:
            book = opened.books[lines.one(opened, words)]
            quote = book.quotes.add(add, page)
            terminal.say("Added a quote to {title}.", title=book.title)
            print(quote.id)
            return
        if page is not None:
            usage("--page needs --add: it is the page of the new quote.")
        if words:
            found = [
                quote for id in lines.books(opened, words) for quote in opened.books[id].quotes
            ]
        else:
            found = list(opened.quotes)
        titles = {
            book.id: book for book in opened.books.get_many({quote.book_id for quote in found})
        }
        rows = [
            {
                "id": quote.id,
                "book_id": quote.book_id,
                "title": titles[quote.book_id].title,
                "author": titles[quote.book_id].author,
                "text": quote.text,
                "page": quote.page,
                "created": quote.created,
            }
            for quote in found
            if quote.book_id in titles
        ]
        known = ["id", "book_id", "title", "author", "text", "page", "created"]
        if output.for_program(form, template, known, lambda: rows, names):
            return
        if not found:
            nothing(sentence("No quotes found."), "`bookworm quotes ID --add TEXT` adds one.")
        wide = min(terminal.width(), 100)
        parts, last = [], None
        for quote in sorted(found, key=lambda each: (titles[each.book_id].title, each.id)):
            if quote.book_id != last:
                book = titles[quote.book_id]
                head = f"{terminal.bold(one_line(book.title))}, {one_line(book.author)}"
                head = cut(head, terminal.width()) + "\n"
                parts.append(head if last is None else "\n" + head)
                last = quote.book_id
            parts.append(cards.quote_text(quote, wide) + "\n")
        terminal.write("".join(parts))
