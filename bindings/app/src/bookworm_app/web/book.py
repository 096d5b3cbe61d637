"""The page of a book, and the changes that are made there or in rows of lists."""

from __future__ import annotations

import datetime
from urllib.parse import parse_qsl, urlencode, urlsplit

import bookworm
from bookworm import Book, InvalidError, QuoteDraft, ReadingDraft, Stepper
from starlette.responses import Response
from starlette.routing import BaseRoute

from . import people
from .rows import Row, chips
from .visit import Visit, digits, route

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from bookworm import Reading

_OF_READING = ("outcome", "started", "finished", "note")
_OUTCOMES = {"open": "in-progress", "completed": "completed", "did-not-finish": "did-not-finish"}


def show(visit: Visit) -> Response:
    """Shows a book."""
    transaction = visit.library.transaction()
    book = visit.store.books[visit.number()]
    has = book.as_dict()
    pieces = _pieces(visit)
    price = has["price"]
    row = Row(book, chips(visit.store, visit.language))
    made_by = has["contributors"]
    authors = [each.name for each in made_by if each.role == "author"]
    return visit.page(
        "book.html",
        transaction=transaction,
        book=book,
        has=has,
        row=row,
        primary=next((each.name for each in row.chips if each.id == row.first), ""),
        authors=authors or [book.author],
        others=[
            (people.role_name(visit.words, each.role), each.name)
            for each in made_by
            if each.role != "author"
        ],
        readings=list(reversed(book.readings)),
        quotes=list(book.quotes),
        orders=visit.store.orders.of_book(book),
        outcomes=_OUTCOMES,
        stepper=Stepper(),
        quantity=pieces or bookworm.form_defaults().quantity,
        asking=pieces is not None and price is not None,
        cancelling=digits(visit.query.get("cancel", "")),
        total=price and bookworm.Price(price.amount * (pieces or 1), price.currency),
        today=datetime.date.today().isoformat(),
    )


def _pieces(visit: Visit) -> int | None:
    given, stepper = digits(visit.query.get("order", "")), Stepper()
    is_one = given is not None and stepper.minimum <= given <= stepper.maximum
    return given if is_one else None


def _own(visit: Visit) -> Book:
    return visit.own.books[visit.number()]


def rate(visit: Visit) -> Response:
    """Rates a book, in whole stars or exactly."""
    if visit.form is not None and "exact_rating" in visit.form:
        _own(visit).exact_rating = visit.value("exact_rating")
        return visit.done()
    if not visit.text("rating"):
        raise InvalidError("a rating is missing", field="rating")
    _own(visit).rating = visit.value("rating")
    return visit.done()


def favourite(visit: Visit) -> Response:
    """Sets whether a book is a favourite."""
    _own(visit).favourite = visit.text("favourite") == "yes"
    return visit.done()


def status(visit: Visit) -> Response:
    """Gives a book a status, with today's dates."""
    _own(visit).set_status(visit.text("status"))
    return visit.done()


def delete(visit: Visit) -> Response:
    """Deletes a book at once; the next page offers to undo it."""
    _own(visit).delete()
    return visit.done("/")


def add_quote(visit: Visit) -> Response:
    """Adds a quote."""
    draft = QuoteDraft(_own(visit))
    visit.fill(draft, "text", "page")
    draft.save(visit.own)
    return visit.done()


def change_quote(visit: Visit) -> Response:
    """Changes a quote, or deletes it."""
    own = visit.own
    quote = own.quotes[visit.number()]
    if visit.text("do") == "delete":
        quote.delete()
    else:
        draft = QuoteDraft.of(quote)
        visit.fill(draft, "text", "page")
        draft.save(own)
    return visit.done()


def _fill(visit: Visit, draft: ReadingDraft, reading: Reading | None = None) -> None:
    """Sets the fields of a reading that the form has.

    An open reading has no end. If it gets one, it is completed; if a reading is opened again, it
    loses its end.
    """
    form: Any = visit.form or ()
    visit.fill(draft, *(name for name in _OF_READING if name in form))
    if visit.text("outcome") == "open" and visit.text("finished"):
        had = "" if reading is None or reading.finished is None else reading.finished.isoformat()
        if visit.text("finished") == had:
            draft.update(finished=None)
        else:
            draft.update(outcome="completed")
    if "progress" in form:
        # A text that ends with % is a percentage, and any other text is a page.
        typed = visit.text("progress").strip()
        draft.update(page=None, percent=None)
        draft.set_text("percent" if typed.endswith("%") else "page", typed, visit.language)


def add_reading(visit: Visit) -> Response:
    """Adds a reading."""
    draft = ReadingDraft(_own(visit))
    _fill(visit, draft)
    draft.save(visit.own)
    return visit.done()


def read_again(visit: Visit) -> Response:
    """Begins to read a book once more, today."""
    _own(visit).readings.add("open", started=datetime.date.today())
    return visit.done()


def change_reading(visit: Visit) -> Response:
    """Changes a reading, or deletes it."""
    own = visit.own
    reading = own.readings[visit.number()]
    if visit.text("do") == "delete":
        reading.delete()
    else:
        draft = ReadingDraft.of(reading)
        _fill(visit, draft, reading)
        draft.save(own)
    return visit.done()


def order(visit: Visit) -> Response:
    """Orders some copies."""
    own = visit.own
    placed = own.orders.place(visit.number(), visit.value("quantity", "order") or 0)
    said = visit.words(
        "Ordered {n} copy of “{title}”|Ordered {n} copies of “{title}”",
        placed.quantity,
        title=placed.title,
    )
    return visit.done(f"/books/{visit.number()}", said, undo=False)


def cancel_order(visit: Visit) -> Response:
    """Cancels an order, and returns to the page that asked."""
    visit.own.orders.cancel(visit.number())
    page = urlsplit(visit.came_from)
    query = urlencode([each for each in parse_qsl(page.query) if each[0] != "cancel"])
    return visit.done(
        page._replace(query=query).geturl(), visit.words("The order is cancelled."), undo=False
    )


def routes() -> list[BaseRoute]:
    """Returns the addresses and their functions."""
    return [
        route("/books/{id:int}", show),
        route("/books/{id:int}/rating", rate, "POST"),
        route("/books/{id:int}/favourite", favourite, "POST"),
        route("/books/{id:int}/status", status, "POST"),
        route("/books/{id:int}/delete", delete, "POST"),
        route("/books/{id:int}/quotes", add_quote, "POST", limit=17 << 20),
        route("/books/{id:int}/readings", add_reading, "POST", limit=17 << 20),
        route("/books/{id:int}/again", read_again, "POST"),
        route("/books/{id:int}/orders", order, "POST"),
        route("/quotes/{id:int}", change_quote, "POST", limit=17 << 20),
        route("/readings/{id:int}", change_reading, "POST", limit=17 << 20),
        route("/orders/{id:int}/cancel", cancel_order, "POST"),
    ]
