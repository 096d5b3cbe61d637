"""The orders of a store."""

from __future__ import annotations

import ctypes
import datetime
import uuid
from collections.abc import Iterator

from ._native import prototypes as c
from ._native.columns import row_count
from ._native.errors import UNREADABLE, ArgumentError, NotFoundError, damage
from ._native.library import call, call_handle, call_int64, free_result, library
from ._native.modules import publish
from ._native.named_tuple import NamedTuple
from ._native.values import int32, row_id, to_datetime
from .models import Book
from .prices import Price

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeVar, overload

    from .session import Session

    _Default = TypeVar("_Default")

_PIECE = 1000


class Order(NamedTuple):
    """An order as it was placed, which nothing changes any more: see Orders."""

    id: int
    book_id: int
    title: str
    quantity: int
    unit_price: Price
    total: Price
    placed: datetime.datetime
    global_id: uuid.UUID


class OrderTotal(NamedTuple):
    """What the orders in one currency come to: how many they are, of how many pieces."""

    orders: int
    quantity: int
    total: Price


class Orders:
    """The orders of a store: `store.orders`.

    They are numbered from 1 up without a gap. An order keeps the title and the price that its book
    had when it was placed, and outlives the book; none is ever changed, deleted or undone.
    Iterating gives all of them in the order of their numbers.
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
        if isinstance(book, Book):
            if book._session.store is not self._session.store:
                raise ArgumentError(f"{book!r} belongs to another store", field="book")
            book = book.id
        row, pieces = row_id(book), int32(quantity, "quantity")
        return self[call_int64(library.bw_order_place, self._session._use(), row, pieces)]

    def __getitem__(self, id: int) -> Order:
        """The order with a number. Raises NotFoundError."""
        handle, row = self._session._use(), row_id(id, "order")
        order: Any = c.bw_order(size=ctypes.sizeof(c.bw_order))
        return _orders(call_handle(library.bw_order_get, handle, row, ctypes.byref(order)))[0]

    def with_global_id(self, global_id: uuid.UUID) -> Order:
        """The order that has a global id. Raises NotFoundError."""
        from . import global_ids

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
        most = -1 if limit is None else row_id(limit)
        if limit is not None and most < 0:
            raise ArgumentError(f"limit must not be negative, as {limit} is", field="limit")
        return _orders(call_handle(library.bw_orders_list, self._session._use(), row_id(id), most))

    def totals(self) -> list[OrderTotal]:
        """What the orders come to in each currency, by its code.

        Raises InvalidError, which names the currency, where that is too large a number.
        """
        result = call_handle(library.bw_orders_list_totals, self._session._use())
        row: Any = c.bw_order_total(size=ctypes.sizeof(c.bw_order_total))
        try:
            found = []
            for place in range(row_count(result)):
                call(library.bw_result_get_total, result, place, ctypes.byref(row))
                total = Price(row.total, _text(row.currency))
                found.append(OrderTotal(row.orders, row.quantity, total))
            return found
        finally:
            free_result(result)

    def __iter__(self) -> Iterator[Order]:
        last = 0
        while piece := self.after(last, _PIECE):
            yield from piece
            last = piece[-1].id

    def __contains__(self, order: object) -> bool:
        if isinstance(order, Order):
            return self.get(order.id) == order
        return isinstance(order, int) and self.get(order) is not None

    def __repr__(self) -> str:
        return f"<orders of {self._session!r}>"


def _text(text: c.bw_text) -> str:
    return (text.data or b"").decode("utf-8", "replace")


def _orders(result: ctypes.c_void_p) -> list[Order]:
    """The rows of a result, which is freed."""
    row: Any = c.bw_order(size=ctypes.sizeof(c.bw_order))
    try:
        found = []
        for place in range(row_count(result)):
            call(library.bw_result_get_order, result, place, ctypes.byref(row))
            currency = _text(row.currency)
            found.append(
                Order(
                    row.id,
                    row.book,
                    _text(row.title),
                    row.quantity,
                    Price(row.unit_price, currency),
                    Price(row.total, currency),
                    to_datetime(row.placed),
                    uuid.UUID(bytes=bytes(row.global_id)),
                )
            )
        return found
    except UNREADABLE as error:
        raise damage(error) from error
    finally:
        free_result(result)


publish(Order, Orders, OrderTotal)
