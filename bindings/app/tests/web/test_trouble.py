"""Failures of the server and the store: the page says why, and keeps the typed texts."""

from __future__ import annotations

import contextlib
import os
import resource
import sqlite3
import subprocess
import sys
from pathlib import Path

import bookworm
import pytest

from .conftest import PATIENCE, Open, Serve, Server, lasting_port
from .test_form import dune
from .test_shelf import hears, star, titles


def test_a_server_that_goes_away_loses_nothing_that_was_typed(
    serve: Serve, library: bookworm.Store, path: Path, visit: Open
) -> None:
    server = serve(path, port=lasting_port())
    page = visit(f"{server.address}/books/new")
    page.locator("#f-title").fill("Typed long and well")
    page.locator("#f-author").fill("Somebody")
    server.stop()
    page.get_by_role("button", name="Save").click()
    page.locator("#away").wait_for(state="visible")
    page.locator("#q").fill("dune")
    page.keyboard.press("Enter")
    page.wait_for_timeout(300)
    assert page.locator("#f-title").input_value() == "Typed long and well"
    serve(path, port=server.port)
    page.locator("#away").wait_for(state="hidden")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("heading", name="Typed long and well").wait_for()


def test_what_was_typed_outlives_a_reload_while_the_server_is_away(
    serve: Serve, library: bookworm.Store, path: Path, visit: Open
) -> None:
    server = serve(path, port=lasting_port())
    page = visit(f"{server.address}/books/{dune(library).id}/edit")
    page.locator("#f-subtitle").fill("Typed long and well")
    page.locator("[name=person]").last.fill("Ann Lee")
    page.get_by_role("button", name="Add a person").click()
    page.locator("[name=person]").last.fill("Bo Lee")
    page.locator("[name=rating][value='2']").check(force=True)
    page.locator("[name=favourite]").check()
    server.stop()
    page.locator("#away").wait_for(state="visible")
    with contextlib.suppress(Exception):
        page.reload()
    with library.transaction():
        dune(library).subtitle = "Of another"
    serve(path, port=server.port)
    page.reload()
    assert page.locator("#f-subtitle").input_value() == "Typed long and well"
    people = page.locator("[name=person]").evaluate_all("all => all.map(each => each.value)")
    assert people[-2:] == ["Ann Lee", "Bo Lee"]
    assert page.locator("[name=rating]:checked").input_value() == "2"
    assert page.locator("[name=favourite]").is_checked()
    # A change by others meanwhile is not overwritten.
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Changed elsewhere meanwhile").wait_for()
    page.get_by_role("button", name="Save").click()
    page.wait_for_url("**/books/*")
    assert dune(library).subtitle == "Typed long and well"
    assert dune(library).rating == 2
    # Input that was saved or given up is not restored.
    page.goto(f"{server.address}/books/{dune(library).id}/edit")
    page.locator("#f-subtitle").fill("Left")
    page.locator("header a[href='/']").first.click()
    page.locator("#books").wait_for()
    page.goto(f"{server.address}/books/{dune(library).id}/edit")
    assert page.locator("#f-subtitle").input_value() == "Typed long and well"


def test_a_refused_form_keeps_what_was_typed_when_others_change_it(
    serve: Serve, library: bookworm.Store, path: Path, visit: Open
) -> None:
    server = serve(path)
    page = visit(f"{server.address}/books/{dune(library).id}/edit")
    page.locator("#f-subtitle").fill("Typed long and well")
    page.locator("#f-title").fill("")
    page.get_by_role("button", name="Save").click()
    page.locator("#f-title:focus").wait_for()
    dune(library).subtitle = "Of another"
    page.locator("#field-subtitle .torn").get_by_text("Of another").wait_for()
    assert page.locator("#f-subtitle").input_value() == "Typed long and well"


def test_a_killed_server_is_missed_and_found_again(
    serve: Serve, library: bookworm.Store, path: Path, visit: Open
) -> None:
    server = serve(path, port=lasting_port())
    page = visit(server.address)
    server.stop(9)
    page.locator("#away").wait_for(state="visible")
    with page.expect_event("requestfailed", lambda request: "/rating" in request.url):
        star(page, "Dune", "1 star").check()
    serve(path, port=server.port)
    page.locator("#away").wait_for(state="hidden")
    assert dune(library).rating == 5
    star(page, "Dune", "2 stars").check()
    page.get_by_role("button", name="Undo").wait_for()


def test_links_and_choices_that_meet_no_server_leave_the_page_as_it_is(
    serve: Serve, library: bookworm.Store, path: Path, visit: Open
) -> None:
    server = serve(path, port=lasting_port())
    page = visit(f"{server.address}/?sort=-title")
    hears(page)
    shown = titles(page)
    server.stop()
    away = page.locator("#away")
    away.wait_for(state="visible")
    sort = page.get_by_role("combobox", name="Sort")
    for leave in (
        lambda: page.get_by_role("link", name="Dune", exact=True).click(),
        lambda: page.locator(".chip").first.click(),
        lambda: page.get_by_role("button", name="Covers").click(),
        lambda: page.keyboard.press("n"),
        lambda: sort.select_option("title"),
    ):
        with page.expect_event("requestfailed"):
            leave()
        page.wait_for_timeout(200)
        assert page.url == f"{server.address}/?sort=-title"
        assert titles(page) == shown
        away.get_by_text("The server does not answer.").wait_for()
    assert sort.input_value() == "-title"
    serve(path, port=server.port)
    away.wait_for(state="hidden")
    sort.select_option("title")
    page.wait_for_url("**sort=title*")
    assert titles(page) == list(reversed(shown))
    page.goto(f"{server.address}/statistics")
    # The links of charts are not those of HTML.
    page.locator("#chart-ratings svg a rect").first.click()
    page.wait_for_url("**/?q=rating*")


def test_a_store_that_another_program_holds_is_said_and_the_form_kept(
    server: Server, visit: Open, library: bookworm.Store, path: Path
) -> None:
    page = visit(f"{server.address}/books/new")
    page.locator("#f-title").fill("Wait for me")
    page.locator("#f-author").fill("Somebody")
    with library.transaction():
        library.books.create("Held", "Elsewhere")
        page.get_by_role("button", name="Save").click()
        page.get_by_text("Another program is writing to the library.").wait_for()
        assert page.locator("#f-title").input_value() == "Wait for me"
    page.get_by_role("button", name="Save").click()
    page.get_by_role("heading", name="Wait for me").wait_for()


def test_a_store_that_is_none_is_said_at_the_start(tmp_path: Path) -> None:
    pytest.importorskip("starlette", reason="`bookworm serve` needs starlette")
    path = tmp_path / "some.txt"
    path.write_text("no store" * 100)
    command = [sys.executable, "-m", "bookworm_app", "--store", str(path), "serve", "--no-browser"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert done.returncode == 3
    assert "store" in done.stderr
    assert path.read_text() == "no store" * 100


def make_newer(path: Path) -> None:
    """Marks a store as written by a future version of the library."""
    with contextlib.closing(sqlite3.connect(path)) as file:
        file.execute("PRAGMA user_version = 9999")


def test_a_store_of_a_newer_library_is_said(
    serve: Serve, library: bookworm.Store, path: Path
) -> None:
    server = serve(path)
    assert server.ask("/books/1/rating", "POST", "rating=2").status == 303
    make_newer(path)
    answer = server.ask("/books/1/rating", "POST", "rating=3")
    assert 400 <= answer.status < 600
    assert "newer" in answer.text
    assert server.ask("/static/style.css").status == 200
    command = [sys.executable, "-m", "bookworm_app", "--store", str(path), "serve", "--no-browser"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert done.returncode == 3
    assert "newer" in done.stderr


def test_without_a_browser_the_address_is_printed_and_served(
    library: bookworm.Store, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("starlette", reason="`bookworm serve` needs starlette")
    monkeypatch.setenv("BROWSER", "/nothing/that/opens")
    monkeypatch.setenv("PATH", "/nothing")
    server = Server(path, browser=True)
    try:
        assert server.ask("/").status == 200
    finally:
        assert server.stop() == (0, "")


def test_a_missing_store_is_not_made_for_reading_only(tmp_path: Path) -> None:
    pytest.importorskip("starlette", reason="`bookworm serve` needs starlette")
    path = tmp_path / "none.books"
    command = [sys.executable, "-m", "bookworm_app", "--store", str(path), "serve", "--read-only"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert done.returncode == 3
    assert not os.path.exists(path)


def test_a_store_that_may_only_be_read_shows_and_says_so(
    serve: Serve, library: bookworm.Store, path: Path, visit: Open
) -> None:
    page = visit(serve(path, "--read-only").address)
    assert "Dune" in titles(page)
    assert star(page, "Dune", "1 star").is_disabled()
    # The boxes for selecting are missing, and the rest of a row keeps its place.
    for media in ("screen", "print"):
        page.emulate_media(media=media)
        place = page.locator(".about").first.bounding_box()
        assert place
        assert place["width"] > 300


def test_a_full_disk_in_the_middle_of_a_save_keeps_what_was_typed(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    page = visit(f"{server.address}/books/new")
    page.locator("#f-title").fill("Too much")
    page.locator("#f-author").fill("Somebody")
    page.get_by_label("Review").fill("word " * 100_000)
    # No file of the server may grow beyond this.
    least = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (100_000, -1))
    page.get_by_role("button", name="Save").click()
    page.get_by_role("alert").wait_for()
    assert page.locator("#f-title").input_value() == "Too much"
    assert len(page.get_by_label("Review").input_value()) == 500_000
    assert library.books.count() == 4
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, least)
    page.get_by_role("button", name="Save").click()
    page.get_by_role("heading", name="Too much").wait_for()


def test_a_store_that_is_moved_away_is_said_and_found_again(
    serve: Serve, tmp_path: Path, visit: Open
) -> None:
    path = tmp_path / "moving.books"
    with bookworm.open(path) as store:
        store.books.create("Dune", "Frank Herbert")
    server = serve(path)
    assert server.ask("/").status == 200
    page = visit(f"{server.address}/books/1")
    hears(page)
    names = [each.name for each in tmp_path.iterdir() if each.name.startswith("moving")]
    (tmp_path / "elsewhere").mkdir()
    for name in names:
        (tmp_path / name).rename(tmp_path / "elsewhere" / name)
    answer = server.ask("/books/1/rating", "POST", "rating=3")
    assert answer.status == 503
    assert "The library cannot be opened." in answer.text
    assert server.ask("/nothing").status in (404, 503)
    page.get_by_role("button", name="Completed").click()
    page.get_by_text("The library cannot be opened.").wait_for()
    # The page's stream has ended with the store, and the next stream waits for the store.
    with page.expect_request("**/live/**"):
        pass
    for name in names:
        (tmp_path / "elsewhere" / name).rename(tmp_path / name)
    assert server.ask("/books/1/rating", "POST", "rating=3").status == 303
    page.locator("legend").get_by_text("3 of 5 stars").wait_for(state="attached")
    assert server.stop() == (0, "")


BIG = "9" * 30
ADDRESSES = (
    f"/books/{BIG}", f"/genres/{BIG}", f"/genres/1?into={BIG}", "/genres/1?into=%C2%B2",
    f"/years/{BIG}", "/years/0", "/years/99999", f"/duplicates/1/{BIG}", "/duplicates/1/1",
    f"/quotes?after={BIG}", "/quotes?after=%C2%B2", f"/people?from={BIG}", f"/?n={BIG}&after=x",
    "/?q=%FF", "/?q=%00", "/?q=" + "a" * 20_000, "/?sort=%00", "/?before=zzz", "/live/nope",
    "/import/nope/refused", "/books/1?order=%C2%B2", "/statistics?q=autor:x",
    "/statistics?q=a%20OR%20b", "/statistics?q=limit:3", "/?q=limit:0", "/?q=limit:3",
)  # fmt: skip
FORMS = (
    ("/books/1/rating", f"rating={BIG}"), ("/books/1/rating", "rating=%C2%B2"),
    ("/books/1/rating", ""), ("/books/1/status", "status=zzz"),
    ("/books/1/quotes", "text=%FF%FE&page=%00"), ("/books/1/readings", f"progress={BIG}%25"),
    ("/books/1/readings", f"outcome=zzz&progress={BIG}"), ("/books/1/orders", f"quantity={BIG}"),
    ("/books/1/readings", "started=9999-99-99"), ("/select", f"do=rating&book={BIG}&rating=3"),
    ("/select", "do=rating&book=%C2%B2&rating=3"), ("/select", "do=add_genres&book=1"),
    ("/select", "do=rating&all=yes&line=autor:x&rating=3"), ("/genres/1", "do=merge&into=x"),
    ("/genres/1", f"do=merge&into={BIG}"), ("/genres/1", "do=merge&into=1"),
    ("/genres", "name=%00"), ("/genres", "name=x&own_colour=yes&colour=red"),
    ("/select", "do=rating&book=1"), ("/shelves", "name=x&line=autor:x"), ("/shelves/99", ""),
    ("/import/nope", ""), ("/import", ""), ("/books", f"title=x&author=y&year={BIG}&price={BIG}"),
    ("/books", "title=x&author=y&series_number=nan"), ("/books", "title=x&author=y&genres=%00"),
    ("/books", "title=x&author=y&price=1e999999%20EUR"), ("/books", "title=x&identifiers=:"),
    ("/books", "title=x&author=y&new_genre=g&own_new_colour=yes&new_colour=zz"),
    ("/quotes/99", "do=delete"), ("/books/1/edit", "title=&year=x"),
    ("/duplicates/1/2", "take-status=theirs"),
)  # fmt: skip


def test_no_address_and_no_form_breaks_the_server(server: Server, library: bookworm.Store) -> None:
    for address in ADDRESSES:
        assert server.ask(address).status < 500, address
    before = library.books.count()
    for path, form in FORMS:
        assert 400 <= server.ask(path, "POST", form).status < 500, (path, form)
    assert library.books.count() == before
    code, said = server.stop()
    assert (code, said) == (0, "")
