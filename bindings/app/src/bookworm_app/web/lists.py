"""People, series, quotes and orders: lists with counts and averages, each leading to its books."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlencode

from bookworm import InvalidError, NotFoundError
from starlette.responses import Response
from starlette.routing import BaseRoute

from ..people import ROLES
from ..quoting import quoted
from .everybody import Person
from .people import address, line_of_role, role_name
from .rows import rows
from .visit import Visit, digits, route

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeVar

    _T = TypeVar("_T")

SIZE = 100
#: How many books of a person are shown in each role, and in which order.
SHOWN = 24
ORDER = ("-year", "series", "title")


def _number(visit: Visit, name: str) -> int:
    return digits(visit.query.get(name, "")) or 0


def _sort(visit: Visit) -> str:
    sort = visit.query.get("sort", "")
    return sort if sort in ("books", "average") else "name"


def _groups(
    visit: Visit,
    page: str,
    groups: Sequence[Any],
    shown: list[dict[str, Any]],
    is_whole: bool = True,
    **given: Any,
) -> Response:
    """Returns a page of names with counts and averages, with the addresses of the adjacent pages.

    groups    all of them or, with `is_whole` false, at least one more than are shown
    """
    first, sort = min(_number(visit, "from"), len(groups)), _sort(visit)

    def place_of(place: int) -> str:
        parts = {"role": given["role"], "sort": "" if sort == "name" else sort, "from": place}
        return f"/{page}?{urlencode({name: each for name, each in parts.items() if each})}"

    return visit.page(
        "groups.html",
        page=page,
        sort=sort,
        shown=shown,
        count=len(groups) if is_whole else None,
        next=place_of(first + SIZE) if first + SIZE < len(groups) else None,
        previous=place_of(max(first - SIZE, 0)) if first else None,
        **given,
    )


def people(visit: Visit) -> Response:
    """Shows everybody with a part in a book, or those in one role: by name, books or average."""
    transaction = visit.library.transaction()
    everybody, words = visit.library.everybody, visit.words
    roles = everybody.roles()
    role = visit.query.get("role", "")
    sort = _sort(visit)
    first = _number(visit, "from")
    found: list[Person] = []
    is_whole = True
    if role or sort != "name":
        found = everybody.sorted(role, sort)
    else:
        for each in roles:
            if len(found) > first + SIZE:
                is_whole = False
                break
            found = [*found, *everybody.of_role(each)]
    return _groups(
        visit,
        "people",
        found,
        [
            {"name": each.name, "books": each.books, "average": each.average, "role": each.role,
             "line": line_of_role(each.name, each.role),
             "shown_role": role_name(words, each.role)}
            for each in found[first : first + SIZE]
        ],
        is_whole,
        transaction=transaction,
        role=role,
        roles=[(each, role_name(words, each)) for each in roles],
    )  # fmt: skip


def series(visit: Visit) -> Response:
    """Shows a page of series with counts and averages."""
    transaction = visit.library.transaction()
    found = visit.library.remembered(
        ("series",), lambda: visit.store.statistics_by("series"), "series", "rating"
    )
    first, sort = _number(visit, "from"), _sort(visit)
    ordered = found
    if sort != "name":
        ordered = sorted(found, key=lambda each: -(getattr(each, sort) or 0))
    shown = [
        {"name": each.name, "books": each.books, "average": each.average,
         "line": f"series={quoted(each.name or '')} sort:series,title"}
        for each in ordered[first : first + SIZE]
    ]  # fmt: skip
    return _groups(visit, "series", found, shown, transaction=transaction, role="", roles=[])


def person(visit: Visit) -> Response:
    """Shows a person: the books by role."""
    transaction = visit.library.transaction()
    name = visit.query.get("name", "")
    books = visit.store.books
    left = books.where(person_is=name)
    counted = left.statistics()
    if not counted.books:
        raise NotFoundError("there is no such person", field="name")
    # Only roles that occur in these books are asked for, because each question reads many books.
    others = {each.name for each in left.facets("role")} - {"author"}
    roles = [role for role in ROLES if role == "author" or role in others]
    parts = []
    for role in roles:
        found = books.where(**{f"{role}_is": name}) if others else left
        left -= found
        parts.append((role_name(visit.words, role), found, line_of_role(name, role)))
    if others.difference(ROLES):
        parts.append((visit.words("Other roles"), left, f"person={quoted(name)}"))
    return visit.page(
        "person.html",
        transaction=transaction,
        name=name,
        counted=counted,
        parts=[
            (role, count, line, rows(visit.store, found.order_by(*ORDER)[:SHOWN], visit.language))
            for role, found, line in parts
            if (count := found.count() if others else counted.books)
        ],
    )


def rename_person(visit: Visit) -> Response:
    """Renames a person in all books. With another person's name, the two become one."""
    name = visit.text("name").strip()
    if not name:
        raise InvalidError("a person needs a name", field="name")
    visit.own.books.rename_person(visit.text("old"), name)
    # The address of a person's page contains the person's name.
    return visit.done(address(name) if visit.text("page") else "")


def rename_series(visit: Visit) -> Response:
    """Renames a series in one step. With the name of another series, the two become one."""
    old, new = visit.text("old"), visit.text("name").strip()
    if not new:
        raise InvalidError("a series needs a name", field="series")
    with visit.own.transaction() as inside:
        found = inside.books.where(series_contains=old).columns("id", "series")
        named = [book for book, name in zip(found["id"], found["series"]) if name == old]
        inside.books.update(named, series=new)
    return visit.done()


def quotes(visit: Visit) -> Response:
    """Shows all quotes, the oldest first."""
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
    """Shows all orders by their numbers, and their totals in each currency."""
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
        after=after,
        cancelling=_number(visit, "cancel"),
        next=f"/orders?after={shown[SIZE - 1].id}" if len(shown) > SIZE else None,
        previous="/orders" if after else None,
    )


def routes() -> list[BaseRoute]:
    """Returns the addresses and their functions."""
    return [
        route("/people", people),
        route("/people", rename_person, "POST"),
        route("/person", person),
        route("/series", series),
        route("/series", rename_series, "POST"),
        route("/quotes", quotes),
        route("/orders", orders),
    ]
