"""Observers: waiting for what is committed to a store, by this program or another."""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable
from typing import Generic

from ._native.errors import ClosedError
from ._native.library import call, call_handle, call_int64, free_result, library, unchecked
from ._native.modules import publish
from ._native.values import int64
from ._native.waiting import Waiting, seconds
from .changes import Changes, read_changes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from typing_extensions import TypeVar

    from .session import Session

    # The type of the rows of the observed page. Without a type, any is accepted.
    B = TypeVar("B", default=Any)
else:
    from typing import TypeVar

    B = TypeVar("B")

_free = unchecked("bw_observer_free")


class Observer(Waiting, Generic[B]):
    """Reports what is committed to a store from now on, by this program or another.

    Made by the observe() of a store, a book, a query, of genres, shelves and orders, and of a
    book's quotes and readings. There are five ways to wait for the next Changes::

        observer.next(timeout)               once, in this thread
        for changes in observer:             forever, in this thread
        async for changes in observer:       forever, in asyncio
        observer.run(callback)               forever, calling back in this thread
        observer.fileno()                    for an event loop of your own, with next(0)

    Example::

        with store.observe() as observer:
            for changes in observer:  # until Ctrl-C or observer.close()
                for change in changes:
                    print(change.kind, change.entity, change.id)

    Each transaction is reported once. A slow observer misses nothing and gets nothing twice: the
    store keeps the last 4096 transactions. An observer that has fallen further behind, or meets a
    transaction that changed too much, gets Changes with `reread`. Waiting takes almost no processor
    time, and Ctrl-C interrupts it. Iterating ends when the observer is closed; closing the store
    raises ClosedError.

    An observer is a context manager, which closes it at the end of the block. It can be used from
    any thread. Threads and tasks that share one observer each get different changes; give each its
    own.
    """

    __slots__ = ("_read_page", "_store")

    _read_page: Callable[[ctypes.c_void_p], list[B]]
    _store: Session

    def __init__(self) -> None:
        """Not for use: an Observer is made by observe()."""
        raise TypeError("an Observer is made by store.observe()")

    @classmethod
    def _of(
        cls,
        store: Session,
        read_page: Callable[[ctypes.c_void_p], list[B]],
        since: int | None,
        function: Any,
        *arguments: Any,
    ) -> Observer[B]:
        """Opens an observer; with `since`, it also reports earlier changes, after that transaction.

        `function` opens the handle. `read_page` converts a result to the observed objects.
        """
        made = cls.__new__(cls)
        made._store = store
        made._read_page = read_page
        handle = call_handle(function, store._own(), *arguments)
        made._begin(handle, library.bw_observer_get_descriptor, _free)
        if since is not None:
            try:
                call(library.bw_observer_resume, handle, int64(since, "since"))
            except BaseException:
                made.close()
                raise
        return made

    def next(self, timeout: float | None = None) -> Changes | None:
        """Waits for the next Changes and returns them, or None after `timeout`.

        Args:
            timeout: In seconds. 0 does not wait; None, the default, waits forever.
        """
        return self._wait(self._look, timeout)

    def run(self, callback: Callable[[Changes], Any], timeout: float | None = None) -> None:
        """Calls `callback` with each Changes, in this thread.

        Ends when the callback returns False, when the observer is closed, or after `timeout`
        seconds. Exceptions of the callback are passed on.
        """
        limit = seconds(timeout)
        deadline = None if limit is None else time.monotonic() + limit
        while not self.closed:
            left = None if deadline is None else max(deadline - time.monotonic(), 0)
            try:
                changes = self.next(left)
            except ClosedError:
                if self.closed:
                    return
                raise
            if changes is None or callback(changes) is False:
                return

    @property
    def page(self) -> list[B]:
        """The rows of the observed page or list, as of the changes reported so far.

        To update a copy of the page, remove the rows that "left" and "moved", then insert those
        that "entered" and "moved" at their positions, in the reported order.

        Raises:
            ArgumentError: This is not an observer of a query or list.
        """
        result = call_handle(library.bw_observer_get_page, self._use())
        try:
            return self._read_page(result)
        finally:
            free_result(result)

    @property
    def transaction(self) -> int:
        """The number of the last transaction that it has reported or skipped.

        To continue from there, even in another program, use `store.observe(since=transaction)`.
        """
        return call_int64(library.bw_observer_get_transaction, self._use())

    def __iter__(self) -> Observer[B]:
        return self

    def __next__(self) -> Changes:
        try:
            changes = self.next()
        except ClosedError:
            if not self.closed:
                raise
            raise StopIteration from None
        assert changes is not None
        return changes

    def __aiter__(self) -> Observer[B]:
        return self

    async def __anext__(self) -> Changes:
        try:
            return await self._wait_async(self._look)
        except ClosedError:
            if not self.closed:
                raise
            raise StopAsyncIteration from None

    def _look(self) -> Changes | None:
        result = call_handle(library.bw_observer_next, self._use(), 0)
        try:
            return read_changes(result)
        finally:
            free_result(result)

    def __repr__(self) -> str:
        return f"<{'closed ' if self.closed else ''}observer of {self._store!r}>"


publish(Observer)
