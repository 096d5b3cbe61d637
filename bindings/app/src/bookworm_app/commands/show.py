"""`bookworm show LINE`."""

from __future__ import annotations

from .. import lines, output, terminal
from ..command import command as make, forms, spoilers, store, words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from bookworm import Book


@make("show", lines=True)
@words(required=True)
@spoilers
@forms
def command(
    words: tuple[str, ...],
    spoilers: bool,
    form: str | None,
    template: str | None,
    names: str | None,
) -> None:
    """Show everything about a book.

    \b
      bookworm show 12
      bookworm show dune messiah
      bookworm show rating:5 --json        with quotes, readings and sources

    A number is a book's id. To find a number in a title: bookworm show title:1984
    """
    with store() as opened:
        books = opened.books.get_many(lines.books(opened, words))
        if form or template is not None:
            known = list(_all_of(books[0]))
            output.for_program(
                form, template, known, lambda: (_all_of(book) for book in books), names
            )
            return
        from .. import cards

        rule = terminal.dim("─" * min(terminal.width(), 40)) + "\n"
        terminal.write(rule.join(cards.card(opened, book, spoilers) for book in books))


def _all_of(book: Book) -> dict[str, Any]:
    """Returns all of a book, and the format and size of its cover."""
    cover = book.cover
    names = ("format", "width", "height", "size", "digest")
    known = None if cover is None else {name: getattr(cover, name) for name in names}
    return {**book.as_dict(), "cover": known}
