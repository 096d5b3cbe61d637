"""Pages are updated when any program changes the library."""

from __future__ import annotations

import asyncio
import http.client
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import bookworm
import pytest

from .conftest import PATIENCE, Open, Serve, Server, lasting_port
from .test_shelf import hears, row, star, titles, until

TYPE_CHECKING = False
if TYPE_CHECKING:
    from playwright.sync_api import Page, Request


def test_a_book_that_another_program_rates_changes_its_stars(
    server: Server, visit: Open, path: Path
) -> None:
    page = visit(server.address)
    hears(page)
    program = "import bookworm,sys; bookworm.open(sys.argv[1]).books.find('messiah')[0].rating = 1"
    subprocess.run([sys.executable, "-c", program, str(path)], check=True)
    page.locator(".book.low").wait_for()
    assert star(page, "Dune Messiah", "1 star").is_checked()


def test_rows_enter_move_and_leave(server: Server, visit: Open, library: bookworm.Store) -> None:
    page = visit(f"{server.address}/?q=author:herbert sort:-rating")
    hears(page)
    library.books.create("Children of Dune", "Frank Herbert", rating=3)
    page.get_by_text("Children of Dune").first.wait_for()
    assert titles(page) == ["Dune", "Dune Messiah", "Children of Dune"]
    library.books.find("children")[0].rating = 5
    library.books.find("messiah")[0].delete()
    page.locator(".book").nth(2).wait_for(state="detached")
    assert titles(page) == ["Dune", "Children of Dune"]
    page.get_by_text("2 books").wait_for()


def test_what_has_the_focus_stays(server: Server, visit: Open, library: bookworm.Store) -> None:
    page = visit(server.address)
    hears(page)
    heart = row(page, "Dune Messiah").get_by_role("button", name="Favourite")
    heart.focus()
    page.evaluate("window.before = document.activeElement")
    library.books.find("messiah")[0].update(rating=2, title="Dune II")
    page.get_by_text("Dune II").first.wait_for()
    assert page.evaluate("document.activeElement === window.before")


def test_a_star_that_is_not_saved_yet_outlives_a_change_of_its_row(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    page = visit(server.address)
    hears(page)
    book = library.books.find("messiah")[0]
    star(page, "Dune Messiah", "2 stars").check()
    book.year = 1969
    until(lambda: library.books[book.id].rating == 2)


def colour(page: Page, genre: str) -> str:
    chip = page.locator(".chip").get_by_text(genre, exact=True).first
    return str(chip.evaluate("each => getComputedStyle(each).backgroundColor"))


def test_a_genre_that_is_deleted_or_recoloured_elsewhere_goes_and_changes(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    page = visit(server.address)
    hears(page)
    library.genres["Horror"].colour = "#123456"
    until(lambda: colour(page, "Horror") == "rgb(18, 52, 86)")
    del library.genres["Classics"]
    # The chip, and the facet.
    until(lambda: page.get_by_role("link", name="Classics").count() == 0)
    library.genres["Horror"].name = "Dread"
    page.get_by_role("link", name="Dread").first.wait_for()


def test_a_page_that_was_away_misses_nothing(
    serve: Serve, library: bookworm.Store, path: Path, visit: Open
) -> None:
    server = serve(path, port=lasting_port())
    page = visit(server.address)
    hears(page)
    server.stop()
    page.locator("#away").wait_for(state="visible")
    library.books.create("A Wizard of Earthsea", "Ursula K. Le Guin")
    library.books.find("title:dracula")[0].delete()
    library.genres["Horror"].colour = "#123456"
    serve(path, port=server.port)
    page.get_by_text("A Wizard of Earthsea").first.wait_for()
    page.locator("#away").wait_for(state="hidden")
    assert titles(page) == ["Dune", "Dune Messiah", "A Wizard of Earthsea", "東京奇譚集"]
    until(lambda: colour(page, "Horror") == "rgb(18, 52, 86)")


def next_event(stream: http.client.HTTPResponse, with_text: str) -> list[str]:
    """The lines of the next event of a stream with a text; others may come before it."""
    event: list[str] = []
    while True:
        line = stream.readline().decode()
        assert line, "the stream ended"
        if line.strip():
            event.append(line.rstrip("\n"))
        elif any(with_text in each for each in event):
            return event
        else:
            event = []


def test_events_have_the_numbers_of_transactions(server: Server, library: bookworm.Store) -> None:
    with library.observe() as observer:
        now = observer.transaction
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    host = {"Host": f"localhost:{server.port}"}
    connection.request("GET", f"/live/shelf?since={now}", headers=host)
    stream = connection.getresponse()
    assert stream.getheader("content-type", "").startswith("text/event-stream")
    assert next_event(stream, "retry") == ["retry: 500"]
    library.books.find("title:dracula")[0].rating = 2
    assert next_event(stream, "Dracula")[0] == f"id: {now + 1}"
    connection.close()
    # With the number of the last event received, the whole page arrives at once.
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    connection.request("GET", "/live/shelf", headers={**host, "Last-Event-ID": str(now)})
    stream = connection.getresponse()
    assert next_event(stream, "Messiah")[0] == f"id: {now + 1}"
    connection.close()


def test_a_stream_that_begins_during_a_change_has_all_that_was_missed(
    library: bookworm.Store,
) -> None:
    pytest.importorskip("starlette", reason="`bookworm serve` needs starlette")
    from bookworm_app.web.live import Hub, Watch

    class Rated(Watch):
        def told(self, changes: list[bookworm.Changes]) -> dict[str, object]:
            return {"changed": [change.id for some in changes for change in some]}

        def whole(self) -> dict[str, object]:
            return {"whole": True}

    async def last_event() -> bytes:
        hub = Hub(asyncio.get_running_loop())
        with library.observe() as observer:
            before = observer.transaction
        streams = [
            hub.stream(("all",), lambda hub: Rated(hub, library.observe()), before)
            for _ in range(2)
        ]
        for book, stream in enumerate(streams, 1):
            # The second change is not yet read when the second stream begins.
            library.books[book].rating = 1
            assert b"retry" in await stream.__anext__()
            event = await stream.__anext__()
        return event

    # The thread of the tests has a loop already, that of the browser.
    with ThreadPoolExecutor() as threads:
        assert b"whole" in threads.submit(asyncio.run, last_event()).result()


def test_eight_tabs_of_one_browser_all_live(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    first = visit(server.address)
    pages = [first, *(first.context.new_page() for _ in range(7))]
    for page in pages[1:]:
        page.goto(server.address)
    names = """navigator.locks.query().then(({ held, pending }) =>
        [held, pending].map(all => all.map(each => each.name).sort()))"""
    held = ["bookworm-bell", *(f"bookworm-stream-{n}" for n in range(4))]
    # One of the other four leads, and three wait for their turn.
    until(lambda: first.evaluate(names) == [held, ["bookworm-bell"] * 3])
    asked: list[str] = []
    for page in pages:
        page.on("request", lambda request: asked.append(request.url))

    def is_quiet(milliseconds: int) -> bool:
        asked.clear()
        first.wait_for_timeout(milliseconds)
        return asked == []

    until(lambda: is_quiet(1000))
    # No tab sends requests without a reason.
    assert is_quiet(2500), asked
    library.books.create("Everywhere", "All Tabs")
    for page in pages:
        page.get_by_text("Everywhere").first.wait_for()


def test_when_the_leading_tab_goes_another_one_leads(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    first = visit(server.address)
    pages = [first, *(first.context.new_page() for _ in range(6))]
    led: list[Page] = []

    def watch(page: Page) -> None:
        def asked(request: Request) -> None:
            if "/live/all" in request.url:
                led.append(page)

        page.on("request", asked)

    def is_led_by(count: int) -> bool:
        first.wait_for_timeout(50)
        return len(led) == count

    for page in pages[1:]:
        watch(page)
        page.goto(server.address)
    until(lambda: is_led_by(1))
    pages.remove(led[0])
    led[0].close()
    until(lambda: is_led_by(2))
    library.books.create("Led", "Another Tab")
    for page in pages:
        page.get_by_role("link", name="Led", exact=True).wait_for()


C_PROGRAM = """
#include <bookworm.h>

int main(int count, char **arguments) {
  bw_error error;
  BW_INIT(error);
  bw_store *store;
  if (count != 2 || bw_store_open(arguments[1], -1, NULL, &store, &error) != BW_OK) return 1;
  if (bw_book_set_rating(store, 2, 1, &error) != BW_OK) return 2;
  bw_store_close(store, NULL);
  return 0;
}
"""


def test_a_program_in_c_that_rates_a_book_changes_its_stars_in_two_browsers(
    server: Server, visit: Open, path: Path, tmp_path: Path
) -> None:
    compiler, shared = shutil.which("cc"), os.environ.get("BOOKWORM_LIBRARY")
    header = Path(__file__).resolve().parents[4] / "include"
    if not compiler or not shared or not header.exists():
        pytest.skip("needs a C compiler, the header, and BOOKWORM_LIBRARY")
    source, program = tmp_path / "rate.c", tmp_path / "rate"
    source.write_text(C_PROGRAM)
    (tmp_path / "libbookworm.so.2").symlink_to(os.path.abspath(shared))
    options = ["-I", str(header), shared, f"-Wl,-rpath,{tmp_path}", "-o", str(program)]
    subprocess.run([compiler, str(source), *options], check=True, timeout=PATIENCE)
    pages = [visit(server.address), visit(f"{server.address}/books/2")]
    for page in pages:
        hears(page)
    subprocess.run([program, path], check=True, timeout=PATIENCE)
    pages[0].locator(".book.low").wait_for()
    assert star(pages[0], "Dune Messiah", "1 star").is_checked()
    until(lambda: pages[1].get_by_role("radio", name="1 star").is_checked())


def test_a_hidden_tab_lets_go_of_its_stream_and_catches_up(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    page = visit(server.address)
    held = "navigator.locks.query().then(all => all.held.length)"
    until(lambda: bool(page.evaluate(held) == 1))
    hide = """is => {
        Object.defineProperty(document, "hidden", { get: () => is, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
    }"""
    page.evaluate(hide, True)
    until(lambda: bool(page.evaluate(held) == 0))
    library.books.create("While hidden", "A. Author", genres=["Horror"])
    page.wait_for_timeout(300)
    assert "While hidden" not in titles(page)
    page.evaluate(hide, False)
    page.get_by_text("While hidden").first.wait_for()
    page.locator("#facet-genre").get_by_role("link", name="Horror 3").wait_for()


def test_ctrl_c_ends_at_once_with_streams_open(server: Server, visit: Open) -> None:
    pages = [visit(server.address) for _ in range(3)]
    for page in pages:
        hears(page)
    # If a stream stayed open, the server would say that it waited in vain.
    assert server.stop() == (0, "")
    pages[0].locator("#away").wait_for(state="visible")


def test_many_requests_at_once_need_few_threads(server: Server, library: bookworm.Store) -> None:
    most = 0
    with ThreadPoolExecutor(40) as browsers:
        asked = [browsers.submit(server.ask, "/statistics") for _ in range(200)]
        while not all(each.done() for each in asked):
            status = Path(f"/proc/{server.process.pid}/status").read_text()
            found = re.search(r"Threads:\s+(\d+)", status)
            assert found
            most = max(most, int(found[1]))
    assert {each.result().status for each in asked} == {200}
    assert most < 24
