"""Observers: hearing what is committed to a store, by this program or another."""

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

    # That of a query gives books of this type; to have said no type refuses nothing.
    B = TypeVar("B", default=Any)
else:
    from typing import TypeVar

    B = TypeVar("B")

_free = unchecked("bw_observer_free")


class Observer(Waiting, Generic[B]):
    """Hears what is committed to a store after it was made, by this program or another.

    Made by store.observe(), book.observe() and query.observe(), and by the observe() of genres,
    shelves, orders and a book's quotes and readings. Each of these waits in its own way for the
    next Changes, and gives them:

    observer.next(timeout)               once, in this thread
    for changes in observer:             for ever, in this thread
    async for changes in observer:       for ever, in asyncio
    observer.run(callback)               for ever, calling back in this thread
    observer.fileno()                    for an event loop of your own, with next(0)

    A transaction is heard as one change. A slow observer loses nothing and hears nothing twice: the
    store keeps the last 4096 transactions, and an observer that has fallen behind those, or meets
    one that changed too much, is told to read again: see Changes. Waiting takes no processor time
    to speak of, and Ctrl-C comes through. Iterating ends when the observer is closed; closing the
    store raises ClosedError.

    A context manager, which closes it at the end of the block. It may be used from any thread.
    Threads and tasks that share one each get other changes; give each its own.
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
        """Of what a function observes; of what came after a transaction too, where one is given.

        `read_page` makes objects of a result as it observes them.
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
        """The next Changes, or None where there are none within so many seconds.

        timeout  0 only looks; None, the default, waits for ever
        """
        return self._wait(self._look, timeout)

    def run(self, callback: Callable[[Changes], Any], timeout: float | None = None) -> None:
        """Calls back with each Changes, in this thread.

        Returns when the callback returns False, when the observer is closed, or after `timeout`
        seconds. What the callback raises comes through.
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
        """What the observer of a query or a list observes, as of what it has told: books, genres...

        Taking the rows that "left" and "moved" out of the page before, and putting those that
        "entered" and "moved" in at their positions, in the order in which they are told, gives this
        page. Raises ArgumentError where it observes neither.
        """
        result = call_handle(library.bw_observer_get_page, self._use())
        try:
            return self._read_page(result)
        finally:
            free_result(result)

    @property
    def transaction(self) -> int:
        """The number of the last transaction that it has told or passed over.

        To go on from there, also in another program: `store.observe(since=transaction)`.
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
