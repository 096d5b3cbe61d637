"""`bookworm orders`."""

from __future__ import annotations

import click

from .. import changing, language, lines, output, terminal
from ..command import command as make, forms, store, words
from ..errors import nothing
from ..sentences import counted, sentence
from ..tables import Column, one_line, table


@make("orders", lines=True)
@words()
@click.option("--place", is_flag=True, help="Order the one book that is found.")
@click.option(
    "--quantity",
    type=click.IntRange(1, 20),
    default=1,
    help="Set how many copies to order; 1 by default.",
)
@click.option("--cancel", type=int, metavar="NUMBER", help="Cancel an order.")
@click.option("--totals", is_flag=True, help="Show the totals of the orders, by currency.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@forms
def command(
    words: tuple[str, ...],
    place: bool,
    quantity: int,
    cancel: int | None,
    totals: bool,
    yes: bool,
    form: str | None,
    template: str | None,
    names: str | None,
) -> None:
    """List, place and cancel orders.

    \b
      bookworm orders
      bookworm orders 12 --place --quantity 2
      bookworm orders --cancel 3
      bookworm orders --totals

    An order is kept for ever. You can cancel it, but not delete or undo it.
    """
    from bookworm import presentation

    code = language.code()
    with store(writing=place or cancel is not None) as opened:
        if cancel is not None:
            order = opened.orders.cancel(cancel)
            terminal.say("Cancelled order {id} of {title}.", id=order.id, title=order.title)
            return
        if place:
            book = opened.books[lines.one(opened, words)]
            changing.confirmed(presentation.order_question(book.title, code), yes=yes)
            order = opened.orders.place(book, quantity)
            price = presentation.money(order.total, code)
            terminal.say(
                "Ordered {title}: {quantity} for {price}.",
                title=book.title,
                quantity=order.quantity,
                price=price,
            )
            print(order.id)
            return
        if totals:
            sums = [each._asdict() for each in opened.orders.totals()]
            if output.for_program(
                form, template, ["orders", "quantity", "total"], lambda: sums, names
            ):
                return
            for each in sums:
                money = presentation.money(each["total"], code)
                said = "{money} for {quantity} in {orders}"
                orders = counted(each["orders"], "order")
                print(sentence(said, money=money, quantity=each["quantity"], orders=orders))
            return
        if words:
            found = [
                order for id in lines.books(opened, words) for order in opened.orders.of_book(id)
            ]
        else:
            found = list(opened.orders)
        known = ["id", "book_id", "title", "quantity", "unit_price", "total", "placed", "cancelled"]
        rows = [{name: getattr(order, name) for name in known} for order in found]
        if output.for_program(form, template, known, lambda: rows, names):
            return
        if not found:
            nothing("There are no orders.", "`bookworm orders ID --place` places one.")
        columns = [
            Column("Order", right=True),
            Column("Book", least=16),
            Column("Pieces", right=True),
            Column("Total", right=True),
            Column("Placed"),
        ]
        cells = [
            [
                str(order.id),
                one_line(order.title),
                str(order.quantity),
                presentation.money(order.total, code),
                f"{order.placed.date()}{', cancelled' if order.cancelled else ''}",
            ]
            for order in found
        ]
        terminal.write(table(columns, cells, terminal.width()))
