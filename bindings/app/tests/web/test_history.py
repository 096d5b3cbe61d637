"""The history of changes in browsers and in the terminal; each step can be undone by itself."""

from __future__ import annotations

import json
from pathlib import Path

import bookworm
from conftest import in_process

from .conftest import Open, Serve, Server, lasting_port
from .test_form import dune
from .test_import import send
from .test_shelf import hears, star, until

TYPE_CHECKING = False
if TYPE_CHECKING:
    from playwright.sync_api import Page


def rate(page: Page, title: str, name: str) -> None:
    star(page, title, name).check()
    page.get_by_text(f"Rate “{title}” {name[0]}").wait_for()


def test_a_step_is_undone_by_itself_and_redone(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    page = visit(server.address)
    rate(page, "Dune", "1 star")
    rate(page, "Dune Messiah", "2 stars")
    page.goto(f"{server.address}/history")
    assert page.locator("tbody th").all_inner_texts() == ["Rate “Dune Messiah” 2", "Rate “Dune” 1"]
    page.get_by_role("button", name="Undo: Rate “Dune” 1").click()
    page.get_by_role("button", name="Redo: Rate “Dune” 1").wait_for()
    assert dune(library).rating == 5
    assert library.books.find("messiah")[0].rating == 2
    page.get_by_role("button", name="Redo: Rate “Dune” 1").click()
    until(lambda: dune(library).rating == 1)
    page.get_by_text("All histories").click()
    assert page.locator("#histories tbody td").all_inner_texts()[:3] == ["This browser", "2", ""]


def test_the_history_outlives_the_server(
    serve: Serve, library: bookworm.Store, path: Path, visit: Open
) -> None:
    server = serve(path, port=lasting_port())
    page = visit(server.address)
    rate(page, "Dune", "1 star")
    server.stop()
    serve(path, port=server.port)
    page.goto(f"{server.address}/history")
    page.get_by_role("button", name="Undo: Rate “Dune” 1").click()
    until(lambda: dune(library).rating == 5)


def test_the_terminal_and_other_browsers_are_in_the_history_too(
    server: Server, visit: Open, library: bookworm.Store, path: Path
) -> None:
    with bookworm.open(path, history="terminal") as terminal:
        terminal.books.find("title:dracula")[0].rating = 3
    other = visit(server.address)
    rate(other, "Dune", "1 star")
    page = visit(f"{server.address}/history")
    browsers, terminals = page.locator("tbody tr:has(th)").all_inner_texts()
    assert "Another browser" in browsers
    assert "Rate “Dune” 1" in browsers
    assert "Terminal" in terminals
    assert "Rate “Dracula” 3" in terminals
    page.get_by_role("button", name="Undo: Rate “Dracula”").click()
    until(lambda: library.books.find("title:dracula")[0].rating == 0)
    page.get_by_role("button", name="Undo: Rate “Dune”").click()
    until(lambda: library.books.find("title:dune -messiah")[0].rating == 5)


def test_a_history_that_is_nobodys_is_not_found(server: Server) -> None:
    assert server.ask("/history/1", "POST", "history=nobody&do=undo").status == 404


def test_a_step_that_others_built_on_stays_and_says_why(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    page = visit(server.address)
    rate(page, "Dune", "1 star")
    dune(library).rating = 2
    page.goto(f"{server.address}/history")
    page.get_by_role("button", name="Undo: Rate “Dune” 1").click()
    page.get_by_text("This has been changed since, so it").wait_for()
    assert dune(library).rating == 2


def test_what_changed_nothing_offers_no_undo(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    page = visit(server.address)
    rate(page, "Dune Messiah", "2 stars")
    told = page.evaluate(
        """() => fetch("/books/1/rating", {method: "POST", headers: {Accept: "application/json"},
        body: new URLSearchParams({rating: "5"})}).then(answer => answer.json())"""
    )
    assert "Nothing was changed" in json.dumps(told)
    assert told["undo"] is None


def test_the_history_follows_the_library(
    server: Server, visit: Open, library: bookworm.Store, path: Path
) -> None:
    page = visit(f"{server.address}/history")
    hears(page)
    with bookworm.open(path, history="terminal") as terminal:
        terminal.books.create("Emma", "Jane Austen")
    page.get_by_text("Add “Emma”").wait_for()


def test_steps_are_shown_in_the_language_of_the_browser(
    server: Server, library: bookworm.Store, path: Path
) -> None:
    run = ["--store", path, "tag", "+Sand", 1, 2]
    assert in_process(*run, env={"BOOKWORM_LANGUAGE": "ko"}).returncode == 0
    place = send(server, b"title,author\nEmma,Jane Austen\n", "pl").headers["location"]
    done = server.ask(place, "POST", Accept_Language="pl")
    token = done.headers["set-cookie"].partition(";")[0]
    for language, names in (
        ("en", ("Tag 2 books", "Import books.csv")),
        ("de", ("Genres ändern: 2 Bücher", "books.csv importieren")),
    ):
        text = server.ask("/history", Accept_Language=language, Cookie=token).text
        for name in names:
            assert f"<bdi>{name}</bdi>" in text
    undone = server.ask("/undo", "POST", Accept_Language="de", Accept="application/json",
                        Cookie=token)  # fmt: skip
    assert "books.csv importieren" in json.loads(undone.text)["text"]
