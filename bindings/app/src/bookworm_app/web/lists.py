"""People, series, quotes and orders: lists with counts and averages, each leading to its books."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlencode

from bookworm import InvalidError
from starlette.responses import Response
from starlette.routing import BaseRoute

from ..narrowing import quoted
from .visit import Visit, digits, route

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeVar

    _T = TypeVar("_T")

SIZE = 100


def _number(visit: Visit, name: str) -> int:
    return digits(visit.query.get(name, "")) or 0


def _part(visit: Visit, all_rows: Sequence[_T], path: str, **kept: str) -> dict[str, Any]:
    """One page of rows that were read whole, and where the pages beside it are."""
    first = min(_number(visit, "from"), len(all_rows))

    def address(place: int) -> str:
        given = {**kept, "from": place}
        return f"{path}?{urlencode({name: each for name, each in given.items() if each})}"

    return {
        "shown": all_rows[first : first + SIZE],
        "count": len(all_rows),
        "next": address(first + SIZE) if first + SIZE < len(all_rows) else None,
        "previous": address(max(first - SIZE, 0)) if first else None,
    }


def _groups(visit: Visit, page: str, group: str) -> Response:
    """A page of names with counts and averages."""
    transaction = visit.library.transaction()

    def counted() -> list[tuple[str, int, float | None]]:
        found = visit.store.statistics_by(group)
        return [(each.name or "", each.books, each.average) for each in found]

    groups = visit.library.remembered((page,), counted)
    sort = visit.query.get("sort", "name")
    if sort == "books":
        groups = sorted(groups, key=lambda each: -each[1])
    elif sort == "average":
        groups = sorted(groups, key=lambda each: -(each[2] or 0))
    else:
        sort = "name"
    more = " sort:series,title" if page == "series" else ""
    shown = [(*each, f"{group}:{quoted(each[0])}{more}") for each in groups]
    part = _part(visit, shown, f"/{page}", sort="" if sort == "name" else sort)
    return visit.page("groups.html", transaction=transaction, page=page, sort=sort, **part)


def people(visit: Visit) -> Response:
    """Authors, by name, by books or by how they are rated."""
    return _groups(visit, "people", "author")


def series(visit: Visit) -> Response:
    """Series, likewise."""
    return _groups(visit, "series", "series")


def rename_person(visit: Visit) -> Response:
    """Gives a person another name in all books; that of another person makes one of both."""
    visit.own.books.rename_person(visit.text("old"), visit.text("name").strip())
    return visit.done()


def rename_series(visit: Visit) -> Response:
    """Gives a series another name in one step; that of another series joins both."""
    old, new = visit.text("old"), visit.text("name").strip()
    if not new:
        raise InvalidError("a series needs a name", field="series")
    with visit.own.transaction() as inside:
        found = inside.books.where(series_contains=old).columns("id", "series")
        named = [book for book, name in zip(found["id"], found["series"]) if name == old]
        inside.books.update(named, series=new)
    return visit.done()


def quotes(visit: Visit) -> Response:
    """All quotes, the oldest first."""
    transaction = visit.library.transaction()
    after = _number(visit, "after")
    shown = visit.store.quotes.after(after, SIZE + 1)
    books = visit.store.books.get_many({each.book_id for each in shown})
    return visit.page(
        "quotes.html",
        transaction=transaction,
        quotes=shown[:SIZE],
        books={book.id: book for book in books},
        count=len(visit.store.quotes),
        next=f"/quotes?after={shown[SIZE - 1].id}" if len(shown) > SIZE else None,
        previous="/quotes" if after else None,
    )


def orders(visit: Visit) -> Response:
    """All orders by their numbers, and what they come to in each currency."""
    transaction = visit.library.transaction()
    after = _number(visit, "after")
    shown = visit.store.orders.after(after, SIZE + 1)
    there = {book.id for book in visit.store.books.get_many({each.book_id for each in shown})}
    return visit.page(
        "orders.html",
        transaction=transaction,
        orders=shown[:SIZE],
        there=there,
        totals=visit.store.orders.totals(),
        next=f"/orders?after={shown[SIZE - 1].id}" if len(shown) > SIZE else None,
        previous="/orders" if after else None,
    )


def routes() -> list[BaseRoute]:
    """The addresses and their functions."""
    return [
        route("/people", people),
        route("/people", rename_person, "POST"),
        route("/series", series),
        route("/series", rename_series, "POST"),
        route("/quotes", quotes),
        route("/orders", orders),
    ]
