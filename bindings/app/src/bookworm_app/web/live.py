"""Sends changes by any program to the pages that show them: observers in the event loop."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable

from bookworm import Changes, Error, Observer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

#: A browser that leaves more events unread is disconnected. It reconnects, and gets its whole page.
MOST_WAITING = 100
#: How often a stream says that it is alive, which also finds browsers that are gone.
HEARTBEAT = 15.0
SILENCE = ":\n\n"
#: How long a stream waits for a store that cannot be read.
AGAIN_AFTER = 1.0


class Watch:
    """One thing that pages show, observed once for all browsers that show it."""

    def __init__(self, hub: Hub, observer: Observer[Any]) -> None:
        self.hub, self.observer = hub, observer
        self.queues: set[asyncio.Queue[str | None]] = set()
        self.last = observer.transaction
        #: The last transaction that has changed counts, which are sent later.
        self.last_counted = self.last
        hub.loop.add_reader(observer.fileno(), self.ready)

    def told(self, changes: list[Changes]) -> dict[str, Any]:
        """Returns the event for some changes; by default it only says to read the page again."""
        return {"read": True}

    def whole(self) -> dict[str, Any]:
        """Returns the event for a page that has missed something."""
        return {"read": True}

    def ready(self) -> None:
        """Reads and sends changes; the event loop calls this when there may be some."""
        changes = []
        try:
            while (found := self.observer.next(0)) is not None:
                changes.append(found)
        except Error:
            # The observer is closed, or the store cannot be read: browsers will connect again.
            self.close()
            return
        if changes:
            self.last = changes[-1].transaction
            self.send(self.told(changes))

    def send(self, event: dict[str, Any]) -> None:
        """Gives an event to every browser."""
        if not event:
            return
        self.put(written(self.last, event))

    def put(self, text: str) -> None:
        """Puts a text into the stream of every browser."""
        for queue in list(self.queues):
            try:
                queue.put_nowait(text)
            except asyncio.QueueFull:
                self.queues.discard(queue)
                with contextlib.suppress(asyncio.QueueEmpty):
                    while True:
                        queue.get_nowait()
                queue.put_nowait(None)

    def close(self) -> None:
        """Ends the observation, and all streams."""
        if not self.observer.closed:
            self.hub.loop.remove_reader(self.observer.fileno())
            self.observer.close()
        for queue in self.queues:
            with contextlib.suppress(asyncio.QueueFull):
                queue.put_nowait(None)
        self.queues.clear()


class Hub:
    """All watches. It belongs to the thread of its event loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self._watches: dict[tuple[Any, ...], Watch] = {}
        self._ended = False
        self._beat = loop.call_later(HEARTBEAT, self._beats)

    def _beats(self) -> None:
        for watch in self.all():
            watch.put(SILENCE)
        self._beat = self.loop.call_later(HEARTBEAT, self._beats)

    def all(self) -> list[Watch]:
        """Returns the watches that there are."""
        return list(self._watches.values())

    async def stream(
        self, key: tuple[Any, ...], make: Callable[[Hub], Watch], since: int
    ) -> AsyncIterator[bytes]:
        """Streams the events of a watch, which is made by the first browser and ends with the last.

        since  the transaction that the page has seen
        """
        yield b"retry: 500\n\n"
        if self._ended:
            return
        # A store that cannot be read, because it was moved for example, may come back.
        while (watch := self._watch(key, make)) is None:
            yield b":\n\n"
            await asyncio.sleep(AGAIN_AFTER)
            if self._ended:
                return
        queue: asyncio.Queue[str | None] = asyncio.Queue(MOST_WAITING)
        watch.queues.add(queue)
        try:
            if since < max(watch.last, watch.last_counted):
                yield written(watch.last, watch.whole()).encode()
            while True:
                if (event := await queue.get()) is None:
                    return
                yield event.encode()
        finally:
            watch.queues.discard(queue)
            if not watch.queues:
                watch.close()
                if self._watches.get(key) is watch:
                    del self._watches[key]

    def _watch(self, key: tuple[Any, ...], make: Callable[[Hub], Watch]) -> Watch | None:
        watch = self._watches.get(key)
        if watch is None or watch.observer.closed:
            try:
                watch = self._watches[key] = make(self)
            except Error:
                return None
        # The page has also missed the changes that have arrived by now.
        watch.ready()
        return None if watch.observer.closed else watch

    def stop(self) -> None:
        """Ends every stream at once, so that the server need not wait for any."""
        self._ended = True
        self._beat.cancel()
        for watch in self.all():
            watch.close()


def written(transaction: int, event: dict[str, Any]) -> str:
    """Formats an event for a stream. Its id is the number of the transaction."""
    return f"id: {transaction}\ndata: {json.dumps(event, ensure_ascii=False)}\n\n"
