"""Waits on a handle with a file descriptor, in a thread or in asyncio, until it is closed.

The waiting is done here and not in the library, because Ctrl-C does not interrupt a call of ctypes.
"""

from __future__ import annotations

import ctypes
import os
import select
import threading
import time
import weakref
from collections.abc import Callable
from types import TracebackType

from .errors import ClosedError, InvalidError
from .library import call, take
from .modules import Brief, LazyModule
from .values import number

TYPE_CHECKING = False
if TYPE_CHECKING:
    import asyncio
    from typing import Any, NoReturn, TypeVar

    from typing_extensions import Self

    T = TypeVar("T")
else:
    asyncio = LazyModule("asyncio", package=None)  # loaded at its first use

_LONGEST_POLL = 1000
"""In milliseconds. If a signal arrives just before a poll, it is handled after the poll."""


def seconds(timeout: float | None) -> float | None:
    """Checks a time-out given by a caller."""
    if timeout is None:
        return None
    given = number(timeout, "timeout")
    if not given >= 0:  # a NaN too
        raise InvalidError(f"timeout must be 0 or more seconds, not {timeout}", field="timeout")
    return given


class Waiting(metaclass=Brief):
    """A handle that threads and tasks can wait on, and that can be closed meanwhile."""

    __slots__ = (
        "__weakref__",
        "_descriptor",
        "_finalizer",
        "_futures",
        "_handle",
        "_lock",
        "_pipe",
        "_waiters",
    )
    _shown_in = "Observer"

    _handle: ctypes.c_void_p | None
    # The ends of a pipe. close() writes to it to wake the waiting threads. The first wait creates
    # it.
    _pipe: list[int]

    def _begin(self, handle: ctypes.c_void_p, descriptor: Any, free: Any) -> None:
        self._handle = handle
        self._pipe = []
        self._futures: dict[asyncio.Future[None], asyncio.AbstractEventLoop] = {}
        self._waiters = 0
        # A signal handler may close the object that the interrupted thread waits on.
        self._lock = threading.RLock()
        self._finalizer = weakref.finalize(self, _release, free, handle, self._pipe)
        scratch = take()
        call(descriptor, handle, scratch.int32_ref)
        self._descriptor = scratch.int32.value

    def fileno(self) -> int:
        """Returns a file descriptor for an event loop: it is readable when there may be news.

        It belongs to this object: never read or close it. When it is readable, wait with a time-out
        of 0 until nothing comes; there may also be nothing at all. Remove it from the event loop
        before close().
        """
        self._use()
        return self._descriptor

    @property
    def closed(self) -> bool:
        """Whether close() has been called."""
        return self._handle is None

    def close(self) -> None:
        """Closes it and ends all waits for it. Closing again does no harm."""
        with self._lock:
            self._handle = None
            for future, loop in self._futures.items():
                loop.call_soon_threadsafe(_resolve, future)
            if self._waiters:
                # The last of the waiting threads frees the handle.
                os.write(self._pipe[1], b"+")
            else:
                self._finalizer()

    def __enter__(self) -> Self:
        self._use()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        exception: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def _use(self) -> ctypes.c_void_p:
        handle = self._handle
        if handle is None:
            raise ClosedError(f"the {type(self).__name__.lower()} is closed")
        return handle

    def _wait(self, look: Callable[[], T | None], timeout: float | None) -> T | None:
        """The result of `look` within `timeout` seconds, or None."""
        limit = seconds(timeout)
        deadline = None if limit is None else time.monotonic() + limit
        found = look()
        if found is not None or limit == 0:
            return found
        with self._lock:
            self._use()
            self._waiters += 1
            if not self._pipe:
                self._pipe += os.pipe()
        try:
            poll = select.poll()
            poll.register(self._descriptor, select.POLLIN)
            poll.register(self._pipe[0], select.POLLIN)
            while True:
                left = None if deadline is None else max(deadline - time.monotonic(), 0)
                poll.poll(None if left is None else min(left * 1000 + 1, _LONGEST_POLL))
                found = look()
                if found is not None or left == 0:
                    return found
        finally:
            with self._lock:
                self._waiters -= 1
                if not self._waiters and self._handle is None:
                    self._finalizer()

    async def _wait_async(self, look: Callable[[], T | None]) -> T:
        """The first result of `look`."""
        loop = asyncio.get_running_loop()
        while True:
            found = look()
            if found is not None:
                return found
            future: asyncio.Future[None] = loop.create_future()
            with self._lock:
                self._use()
                # Each task has its own, because an event loop can watch a descriptor only once.
                descriptor = os.dup(self._descriptor)
                self._futures[future] = loop
            try:
                loop.add_reader(descriptor, _resolve, future)
                await future
            finally:
                loop.remove_reader(descriptor)
                os.close(descriptor)
                with self._lock:
                    del self._futures[future]

    def __reduce__(self) -> NoReturn:
        name = type(self).__name__
        raise TypeError(f"{name} objects cannot be copied or sent to another process")


def _resolve(future: asyncio.Future[None]) -> None:
    if not future.done():
        future.set_result(None)


def _release(free: Any, handle: ctypes.c_void_p, pipe: list[int]) -> None:
    """Frees the handle and closes the pipe. Also runs as the interpreter exits."""
    free(handle)
    for descriptor in pipe:
        os.close(descriptor)
