"""Completions of the search line, and lines that are not finished."""

from __future__ import annotations

import json

import bookworm
import pytest

from .conftest import Open, Server
from .test_shelf import hears, titles, until

TYPE_CHECKING = False
if TYPE_CHECKING:
    from playwright.sync_api import Page


def options(page: Page) -> list[str]:
    return (
        page.locator("#completions")
        .get_by_role("option")
        .locator("span:first-child")
        .all_inner_texts()
    )


def test_a_line_is_completed_by_the_keyboard(server: Server, visit: Open) -> None:
    page = visit(server.address)
    box = page.get_by_role("combobox", name="Search")
    box.press_sequentially("gen")
    until(lambda: options(page)[:1] == ["Genre"])
    assert box.get_attribute("aria-expanded") == "true"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert box.input_value() == "genre:"
    page.locator("#completions").get_by_role("option", name="Science Fiction").wait_for()
    assert options(page) == ["Horror", "Science Fiction", "Classics", "none"]
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    active = box.get_attribute("aria-activedescendant")
    assert page.locator(f"#{active}[aria-selected=true]").inner_text().startswith("Science Fiction")
    page.keyboard.press("Enter")
    assert box.input_value() == 'genre:"Science Fiction"'
    until(lambda: titles(page) == ["Dune", "Dune Messiah"])


def test_a_list_in_which_somebody_chooses_stays(server: Server, visit: Open) -> None:
    page = visit(server.address)
    box = page.get_by_role("combobox", name="Search")
    box.press_sequentially("s")
    page.locator("#completions").get_by_role("option").first.wait_for()
    page.route("**/complete?q=st*", lambda route: None)
    with page.expect_request("**/complete?q=st*"):
        box.press_sequentially("t")
    with page.expect_event("requestfailed", lambda request: "/complete" in request.url):
        page.keyboard.press("ArrowDown")
    assert box.get_attribute("aria-activedescendant") == "completion-0"


def test_a_completion_is_taken_by_a_click_in_the_middle_of_a_line(
    server: Server, visit: Open
) -> None:
    page = visit(f"{server.address}/?q=author:村 rating>=1")
    box = page.locator("#q")
    box.evaluate("box => { box.focus(); box.setSelectionRange(8, 8); }")
    box.press("ArrowDown")
    page.locator("#completions").get_by_role("option", name="村上春樹").click()
    assert box.input_value() == "author:村上春樹 rating>=1"
    assert box.evaluate("box => box.selectionStart") == len("author:村上春樹")
    assert box.evaluate("box => box === document.activeElement")


@pytest.mark.parametrize("x", [180, 210, 240])
def test_a_tap_takes_a_completion_and_touches_nothing_beneath_it(
    server: Server, visit: Open, x: int
) -> None:
    phone = {"width": 360, "height": 740}
    page = visit(f"{server.address}/?q=emma", viewport=phone, has_touch=True, is_mobile=True)
    page.evaluate("window.stays = true")
    page.locator("#q").tap()
    page.locator("#q").fill("s")
    page.locator("#completions").get_by_role("option").nth(5).wait_for()
    beneath = page.get_by_role("link", name="All books").bounding_box()
    assert beneath
    page.touchscreen.tap(x, beneath["y"] + beneath["height"] / 2)
    until(lambda: page.locator("#q").input_value() != "s")
    page.wait_for_timeout(500)
    assert page.evaluate("window.stays")
    assert page.locator("#q:focus").input_value().startswith("s")


def test_escape_closes_the_completions_and_keeps_the_line(server: Server, visit: Open) -> None:
    page = visit(server.address)
    page.locator("#q").press_sequentially("status:")
    page.locator("#completions").get_by_role("option").first.wait_for()
    page.keyboard.press("Escape")
    page.locator("#completions").get_by_role("option").first.wait_for(state="hidden")
    assert page.locator("#q").input_value() == "status:"
    page.locator("#q").press_sequentially("c")
    page.locator("#completions").get_by_role("option", name="Completed").wait_for()
    page.locator("h1").evaluate("() => document.activeElement.blur()")
    assert page.locator("#completions").is_hidden()


def test_a_shelf_is_found_by_its_name(server: Server, visit: Open, library: bookworm.Store) -> None:
    library.shelves.create("Arrakis", "author:herbert sort:-rating")
    page = visit(server.address)
    page.locator("#q").press_sequentially("arr")
    page.locator("#completions").get_by_role("option", name="Arrakis shelf · 2").click()
    until(lambda: titles(page) == ["Dune", "Dune Messiah"])


def test_what_is_half_typed_is_read_as_far_as_it_goes(server: Server, visit: Open) -> None:
    page = visit(server.address)
    page.locator("#q").press_sequentially("author:herbert rating>=")
    page.locator(".line-error:visible").get_by_text("A value is missing").wait_for()
    # A value is also missing after "author:", which finds all books.
    until(lambda: titles(page) == ["Dune", "Dune Messiah"])
    page.get_by_text("A value is missing").wait_for()
    assert page.locator(".line-error mark").inner_text() == "␣"
    assert page.get_by_role("alert").count() == 0
    assert page.locator("#facet-genre li").count() > 0
    page.locator("#q").press_sequentially("5")
    page.get_by_text("A value is missing").wait_for(state="detached")
    until(lambda: titles(page) == ["Dune"])
    # A line that is submitted must be complete.
    page.goto(f"{server.address}/?q=rating>=")
    page.get_by_role("alert").wait_for()


def test_a_word_that_is_not_whole_leads_to_the_words_that_begin_so(
    server: Server, visit: Open
) -> None:
    page = visit(f"{server.address}/?sort=-title")
    page.locator("#q").press_sequentially("author:herbert dun")
    page.get_by_text("Words that begin with it:").wait_for()
    page.locator("#none").get_by_role("link", name="dun*").click()
    page.wait_for_url("**dun%2A**")
    assert page.locator("#q").input_value() == "author:herbert dun*"
    assert titles(page) == ["Dune Messiah", "Dune"]


def test_only_a_word_that_begins_others_is_offered(server: Server) -> None:
    for line in (
        "xyz",
        "title:xyz",
        "-a",
        "dune*%20xyz*",
        "dun%20",
        "dun%20sort:title",
        "genre:no",
    ):
        answer = server.ask(f"/?q={line}")
        assert answer.status == 200
        assert "Words that begin with it" not in answer.text, line
    assert "Words that begin with it" in server.ask("/?q=dun").text


def test_a_list_that_is_half_typed_is_alive(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    page = visit(server.address)
    page.locator("#q").press_sequentially('dune "')
    page.get_by_text("A quotation mark is not closed").wait_for()
    hears(page, "typing=1")
    library.books.create("Children of Dune", "Frank Herbert")
    page.get_by_role("link", name="Children of Dune").wait_for()


def test_no_place_and_no_line_break_completion(server: Server) -> None:
    for query in ("", "?q=x&at=99", "?q=%FF&at=1", "?at=-1", "?q=" + "a" * 5000, "?q=%00&at=1"):
        answer = server.ask(f"/complete{query}")
        assert answer.status in (200, 422), query
    first = json.loads(server.ask("/complete?q=status:&at=7", Accept_Language="de").text)[0]
    assert (first["label"], first["line"]) == ("Im Regal", "status:on-shelf")
