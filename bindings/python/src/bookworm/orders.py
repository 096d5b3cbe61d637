"""The orders of a store."""

from __future__ import annotations

import ctypes
import datetime
import uuid
from collections.abc import Iterator

from ._native import prototypes as c
from ._native.errors import ArgumentError, NotFoundError
from ._native.library import call, call_handle, call_int64, library
from ._native.modules import LazyModule, publish
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
    """An order as it was placed: see Orders. `cancelled` is when it was, or None."""

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
        """Its fields by name."""
        return self._asdict()


class OrderTotal(NamedTuple):
    """What the orders in one currency come to: how many they are, of how many pieces.

    Those that were cancelled are not counted.
    """

    orders: int
    quantity: int
    total: Price


class Orders:
    """The orders of a store: `store.orders`.

    They are numbered from 1 up without a gap. An order keeps the title and the price that its book
    had when it was placed, and outlives the book; it can be cancelled, and is never deleted or
    undone. Iterating gives all of them in the order of their numbers.
    """

    __slots__ = ("_session",)

    def __init__(self, session: Session) -> None:
        """Not for use: ask a store for its `orders`."""
        self._session = session

    def place(self, book: Book | int, quantity: int = 1) -> Order:
        """Orders 1 to 20 pieces of a book.

        Raises InvalidError where the quantity is out of range, the book has no price, or the total
        is too large a number; NotFoundError where there is no such book.
        """
        row, pieces = self._book(book), int32(quantity, "quantity")
        return self[call_int64(library.bw_order_place, self._session._use(), row, pieces)]

    def cancel(self, order: Order | int) -> Order:
        """Cancels an order, which stays with the moment of it; returns it as it is now.

        To cancel it again changes nothing. Raises NotFoundError.
        """
        row = row_id(order.id if isinstance(order, Order) else order, "order")
        call(library.bw_order_cancel, self._session._use(), row)
        return self[row]

    def of_book(self, book: Book | int) -> list[Order]:
        """The orders of a book, also of one that has been deleted, the first one first."""
        row = self._book(book)
        return _orders(call_handle(library.bw_book_list_orders, self._session._use(), row))

    def _book(self, book: Book | int) -> int:
        if not isinstance(book, Book):
            return row_id(book)
        if book._session.store is not self._session.store:
            raise ArgumentError(f"{book!r} belongs to another store", field="book")
        return book.id

    def __getitem__(self, id: int) -> Order:
        """The order with a number. Raises NotFoundError."""
        handle, row = self._session._use(), row_id(id, "order")
        order: Any = c.bw_order(size=ctypes.sizeof(c.bw_order))
        return _orders(call_handle(library.bw_order_get, handle, row, ctypes.byref(order)))[0]

    def with_global_id(self, global_id: uuid.UUID) -> Order:
        """The order that has a global id. Raises NotFoundError."""
        return self[global_ids.find(self._session._use(), c.BW_ENTITY_ORDER, global_id)]

    if TYPE_CHECKING:

        @overload
        def get(self, id: int) -> Order | None: ...

        @overload
        def get(self, id: int, default: _Default) -> Order | _Default: ...

    def get(self, id: int, default: Any = None) -> Any:
        """The order with a number, or `default` where there is none."""
        try:
            return self[id]
        except NotFoundError:
            return default

    def after(self, id: int, limit: int | None = None) -> list[Order]:
        """The orders whose numbers come after `id`, 0 for those from the first; at most `limit`."""
        last, most = row_id(id, "order"), most_rows(limit)
        return _orders(call_handle(library.bw_orders_list, self._session._use(), last, most))

    def observe(self, *, since: int | None = None) -> Observer[Order]:
        """An Observer that hears of each order that is placed or cancelled.

        `since` as in store.observe().
        """
        return observer.Observer[Order]._of(
            self._session.store, lambda _: [], since, library.bw_orders_observe
        )

    def totals(self) -> list[OrderTotal]:
        """What the orders come to in each currency, by its code.

        Raises InvalidError, which names the currency, where that is too large a number.
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
        """All orders as an Arrow stream, such as `polars.DataFrame(store.orders)` takes."""
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
