"""The orders of a store."""

from __future__ import annotations

import ctypes
import datetime
import uuid
from collections.abc import Iterator

from ._native import prototypes as c
from ._native.errors import ArgumentError, NotFoundError
from ._native.library import call, call_handle, call_int64, library
from ._native.modules import Brief, LazyModule, publish
from ._native.named_tuple import NamedTuple
from ._native.structs import freed, read_rows, string
from ._native.values import int32, most_rows, row_id, to_datetime
from .models import Book
from .prices import Price

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeVar, overload

    from .observer import Observer
    from .session import Session

    _Default = TypeVar("_Default")
    from . import global_ids, observer
    from ._native import arrow
else:
    arrow = LazyModule("_native.arrow")
    global_ids = LazyModule("global_ids")
    observer = LazyModule("observer")

_PIECE = 1000


class Order(NamedTuple):
    """An order as it was placed: see Orders.

    Attributes:
        id: Its number.
        book_id: The id of the book, which may have been deleted.
        title: The title of the book when the order was placed.
        quantity: The number of copies.
        unit_price: The Price of one copy when the order was placed.
        total: The Price of all copies.
        placed: When it was placed: an aware datetime in UTC.
        global_id: Its id in every copy of the store, a uuid.UUID.
        cancelled: When it was cancelled, or None.
    """

    id: int
    book_id: int
    title: str
    quantity: int
    unit_price: Price
    total: Price
    placed: datetime.datetime
    global_id: uuid.UUID
    cancelled: datetime.datetime | None

    def as_dict(self) -> dict[str, Any]:
        """Returns its fields by name."""
        return self._asdict()


class OrderTotal(NamedTuple):
    """The total of the orders in one currency, without the cancelled ones.

    Attributes:
        orders: The number of orders.
        quantity: The number of copies.
        total: The amount, a Price.
    """

    orders: int
    quantity: int
    total: Price


class Orders(metaclass=Brief):
    """The orders of a store: `store.orders`.

    Orders are numbered from 1 without gaps. An order keeps the title and price that its book had,
    even after the book is deleted. Orders can be cancelled, but never deleted or undone. Iterating
    gives all of them by number.
    """

    __slots__ = ("_session",)

    def __init__(self, session: Session) -> None:
        """Not for use: ask a store for its `orders`."""
        self._session = session

    def place(self, book: Book | int, quantity: int = 1) -> Order:
        """Orders 1 to 20 copies of a book.

        Raises:
            InvalidError: The quantity is out of range, the book has no price, or the total is too
                large.
            NotFoundError: The book does not exist.
        """
        row, pieces = self._book(book), int32(quantity, "quantity")
        return self[call_int64(library.bw_order_place, self._session._use(), row, pieces)]

    def cancel(self, order: Order | int) -> Order:
        """Cancels an order. Returns the cancelled order.

        The order stays, with the instant of the cancellation. Cancelling again changes nothing.

        Raises:
            NotFoundError: The order does not exist.
        """
        row = row_id(order.id if isinstance(order, Order) else order, "order")
        call(library.bw_order_cancel, self._session._use(), row)
        return self[row]

    def of_book(self, book: Book | int) -> list[Order]:
        """Returns the orders of a book, even of a deleted one, the oldest first."""
        row = self._book(book)
        return _orders(call_handle(library.bw_book_list_orders, self._session._use(), row))

    def _book(self, book: Book | int) -> int:
        if not isinstance(book, Book):
            return row_id(book)
        if book._session.store is not self._session.store:
            raise ArgumentError(f"{book!r} belongs to another store", field="book")
        return book.id

    def __getitem__(self, id: int) -> Order:
        """Returns the order with a number. Raises NotFoundError."""
        handle, row = self._session._use(), row_id(id, "order")
        order: Any = c.bw_order(size=ctypes.sizeof(c.bw_order))
        return _orders(call_handle(library.bw_order_get, handle, row, ctypes.byref(order)))[0]

    def with_global_id(self, global_id: uuid.UUID) -> Order:
        """Returns the order that has a global id. Raises NotFoundError."""
        return self[global_ids.find(self._session._use(), c.BW_ENTITY_ORDER, global_id)]

    if TYPE_CHECKING:

        @overload
        def get(self, id: int) -> Order | None: ...

        @overload
        def get(self, id: int, default: _Default) -> Order | _Default: ...

    def get(self, id: int, default: Any = None) -> Any:
        """Returns the order with a number, or `default` if there is none."""
        try:
            return self[id]
        except NotFoundError:
            return default

    def after(self, id: int, limit: int | None = None) -> list[Order]:
        """Returns at most `limit` orders with numbers above `id`; 0 starts with the first."""
        last, most = row_id(id, "order"), most_rows(limit)
        return _orders(call_handle(library.bw_orders_list, self._session._use(), last, most))

    def observe(self, *, since: int | None = None) -> Observer[Order]:
        """Returns an Observer that reports each order that is placed or cancelled.

        `since` is as in store.observe().
        """
        return observer.Observer[Order]._of(
            self._session.store, lambda _: [], since, library.bw_orders_observe
        )

    def totals(self) -> list[OrderTotal]:
        """Returns the total of the orders in each currency, by its code.

        Raises:
            InvalidError: A total is too large; it names the currency.
        """

        def total(row: Any) -> OrderTotal:
            return OrderTotal(row.orders, row.quantity, Price(row.total, string(row.currency)))

        return freed(
            call_handle(library.bw_orders_list_totals, self._session._use()),
            lambda result: read_rows(result, c.bw_order_total, library.bw_result_get_total, total),
        )

    def __iter__(self) -> Iterator[Order]:
        last = 0
        while piece := self.after(last, _PIECE):
            yield from piece
            last = piece[-1].id

    def __contains__(self, order: object) -> bool:
        if isinstance(order, Order):
            found = self.get(order.id)
            return found is not None and found.global_id == order.global_id
        if isinstance(order, bool) or not isinstance(order, int):
            return False
        return self.get(order) is not None

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """All orders as an Arrow stream, for `polars.DataFrame(store.orders)`."""
        return arrow.capsule_of(call_handle(library.bw_orders_list, self._session._use(), 0, -1))

    def __repr__(self) -> str:
        return f"<orders of {self._session!r}>"


def _orders(result: ctypes.c_void_p) -> list[Order]:
    """The rows of a result, which is freed."""
    return freed(
        result, lambda result: read_rows(result, c.bw_order, library.bw_result_get_order, _order)
    )


def _order(row: Any) -> Order:
    currency = string(row.currency)
    return Order(
        row.id,
        row.book,
        string(row.title),
        row.quantity,
        Price(row.unit_price, currency),
        Price(row.total, currency),
        to_datetime(row.placed),
        uuid.UUID(bytes=bytes(row.global_id)),
        to_datetime(row.cancelled) if row.fields & c.BW_ORDER_CANCELLED else None,
    )


publish(Order, Orders, OrderTotal)
