"""The numbers on open pages follow every change, and a browser sees only what belongs to it."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from urllib.parse import quote

import bookworm
import pytest

from .conftest import PATIENCE, Open, Server
from .test_facets import group
from .test_shelf import hears, until

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from playwright.sync_api import APIResponse, Route


def transaction(store: bookworm.Store) -> int:
    with store.observe() as observer:
        return observer.transaction


@contextlib.contextmanager
def events(
    server: Server, line: str, since: int, **headers: str
) -> Iterator[Iterator[dict[str, Any]]]:
    """The events of a list, while it is open."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    given = {name.replace("_", "-"): value for name, value in headers.items()}
    given["Host"] = f"localhost:{server.port}"
    connection.request("GET", f"/live/shelf?since={since}&q={quote(line)}", headers=given)
    stream = connection.getresponse()
    assert stream.readline() == b"retry: 500\n"

    def read() -> Iterator[dict[str, Any]]:
        while text := stream.readline().decode():
            if text.startswith("data: "):
                yield json.loads(text[6:])

    try:
        yield read()
    finally:
        connection.close()


def counts(events: Iterator[dict[str, Any]]) -> dict[str, Any]:
    """The next event with counts."""
    return next(each for each in events if "parts" in each)


def groups(event: dict[str, Any]) -> list[str]:
    return [each.partition('id="facet-')[2].partition('"')[0] for each in event["parts"]]


def test_counts_come_in_the_language_of_each_browser(
    server: Server, library: bookworm.Store
) -> None:
    now = transaction(library)
    with (
        events(server, "", now, Accept_Language="de") as german,
        events(server, "", now, Accept_Language="pl") as polish,
    ):
        library.books[1].rating = 1
        for stream, label in ((german, "Bewertung"), (polish, "Ocena")):
            [part] = counts(stream)["parts"]
            assert f"<summary>{label}</summary>" in part
            assert part.count('class="quiet">') == 3


def test_a_rating_counts_ratings_alone_unless_the_line_asks_for_them(
    server: Server, library: bookworm.Store
) -> None:
    now = transaction(library)
    with events(server, "author:herbert", now) as plain, events(server, "rating>=4", now) as rated:
        library.books.find("title:messiah")[0].rating = 2
        event = counts(plain)
        assert groups(event) == ["rating"]
        assert "count" not in event
        event = counts(rated)
        assert groups(event) == ["genre", "status", "rating"]
        assert event["count"] == "1 book"
        # The next count is complete, although a rating was the last change.
        library.books.find("title:messiah")[0].genres.add("Horror")
        library.books.find("title:messiah")[0].rating = 3
        event = counts(plain)
        assert groups(event) == ["genre", "status", "rating"]
        assert "Horror" in event["parts"][0]


def test_a_list_that_is_opened_before_counting_misses_no_count(
    server: Server, library: bookworm.Store
) -> None:
    now = transaction(library)
    # After a count for one list, the next count has to wait, for every list.
    with events(server, "", now) as first:
        library.books[1].rating = 3
        counts(first)
        with events(server, "title:dracula", now) as other:
            assert next(other)["missed"]
        later = transaction(library)
        with events(server, "title:dracula", later) as other:
            library.books.find("title:messiah")[0].favourite = True
            until(lambda: "rows" in next(first))
            with events(server, "title:dracula", later) as second:
                assert next(second)["missed"]


def test_a_page_after_ones_own_change_has_it(server: Server) -> None:
    shown = {
        "/people": "{n}.0 ★",
        "/genres": "{n}.0 ★",
        "/statistics?q=title:dracula": "{n}.00 ★",
        "/facets/rating?q=title:dracula": "rating%3A{n}",
    }
    for rating in (1, 5, 2, 4):
        assert server.ask("/books/3/rating", "POST", f"rating={rating}").status == 303
        for address, text in shown.items():
            assert text.format(n=rating) in server.ask(address).text, (address, rating)


def test_open_pages_of_numbers_follow_another_program(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    library.shelves.create("Good", "rating>=4")
    first = visit(f"{server.address}/genres")
    pages = {"/genres": first}
    for path in ("/shelves", "/people", "/person?name=Bram+Stoker"):
        pages[path] = first.context.new_page()
        pages[path].goto(server.address + path)
    for page in pages.values():
        hears(page)
    library.books.find("title:dracula")[0].rating = 4
    pages["/genres"].get_by_text("4.0 ★").wait_for()
    pages["/shelves"].get_by_text("3 books").wait_for()
    pages["/people"].get_by_text("4.0 ★").wait_for()
    pages["/person?name=Bram+Stoker"].get_by_text("4.00 ★").wait_for()


def test_counts_next_to_a_list_need_no_reading(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    page = visit(server.address)
    hears(page)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    library.books.find("title:dracula")[0].rating = 1
    group(page, "rating").get_by_role("link", name="1 star").wait_for()
    library.books.find("title:dracula")[0].set_status("completed")
    group(page, "status").get_by_role("link", name="Completed").wait_for()
    assert [each for each in asked if "/facets/" in each and "author" not in each] == []


def test_a_slow_answer_does_not_replace_newer_counts(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    page = visit(server.address)
    hears(page)
    held: list[tuple[Route, APIResponse]] = []
    page.route("**/facets/rating*", lambda route: held.append((route, route.fetch())))
    # A page that has missed something reads all of its counts.
    page.evaluate(
        """streams[0].onmessage(new MessageEvent("message", {data: '{"missed": true}'}))"""
    )
    while not held:
        page.wait_for_timeout(50)
    library.books.find("title:dracula")[0].rating = 1
    one = group(page, "rating").get_by_role("link", name="1 star")
    one.wait_for()
    for route, response in held:
        route.fulfill(response=response)
    page.wait_for_timeout(300)
    assert one.count() == 1


def test_what_a_browser_can_undo_is_shown_to_no_other(
    server: Server, library: bookworm.Store
) -> None:
    mine, other = ({"Cookie": f"bookworm={name}"} for name in ("mine", "other"))
    with events(server, "", transaction(library), **other) as heard:
        assert server.ask("/books/3/rating", "POST", "rating=2", **mine).status == 303
        assert 'action="/undo"' not in server.ask("/", **other).text
        assert 'action="/undo"' in server.ask("/", **mine).text
        assert 'action="/undo"' not in json.dumps([next(heard), counts(heard)])


def test_a_silent_stream_says_that_it_is_alive(
    library: bookworm.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = pytest.importorskip("bookworm_app.web.live", reason="`bookworm serve` needs starlette")
    monkeypatch.setattr(live, "HEARTBEAT", 0.01)

    async def first() -> bytes:
        hub = live.Hub(asyncio.get_running_loop())
        make = lambda hub: live.Watch(hub, library.observe())  # noqa: E731
        stream = hub.stream(("all",), make, transaction(library))
        await stream.__anext__()
        beats = b"".join([await asyncio.wait_for(stream.__anext__(), PATIENCE) for _ in range(2)])
        hub.stop()
        return beats

    with ThreadPoolExecutor() as threads:
        assert threads.submit(asyncio.run, first()).result() == b":\n\n:\n\n"


def test_a_list_closed_during_the_count_takes_nothing_from_others() -> None:
    recounting = pytest.importorskip(
        "bookworm_app.web.recounting", reason="`bookworm serve` needs starlette"
    )
    sent: list[dict[str, Any]] = []

    def refuse(total: int) -> str:
        raise bookworm.ClosedError("the observer is closed")

    gone = SimpleNamespace(observer=SimpleNamespace(closed=True), recounted=refuse)
    still = SimpleNamespace(
        observer=SimpleNamespace(closed=False), recounted=lambda total: f"{total} books",
        send=sent.append,
    )  # fmt: skip
    watch: Any = object.__new__(recounting.Counts)
    watch.hub = SimpleNamespace(loop=SimpleNamespace(time=lambda: 0.0))
    watch.observer, watch._is_stale = SimpleNamespace(closed=False), False
    done: asyncio.Future[Any] = asyncio.Future(loop=asyncio.new_event_loop())
    done.set_result(([(gone, 1, []), (still, 2, [])], 0.0))
    watch._send(done)
    done.get_loop().close()
    assert sent == [{"count": "2 books", "counted": True}]
