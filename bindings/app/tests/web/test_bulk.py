"""Selecting several books and changing them at once; everything by keyboard."""

from __future__ import annotations

import time
from pathlib import Path

import bookworm
import pytest

from .conftest import Open, Serve, Server
from .test_form import dune
from .test_shelf import row, star, titles, until

TYPE_CHECKING = False
if TYPE_CHECKING:
    from playwright.sync_api import Page


def pick(page: Page, title: str, *modifiers: str) -> None:
    box = row(page, title).get_by_role("checkbox")
    box.click(modifiers=list(modifiers))  # type: ignore[arg-type]


def test_selected_books_are_changed_in_one_step(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    page = visit(server.address)
    pick(page, "Dracula")
    pick(page, "Dune Messiah", "Shift")
    assert page.locator("#selected").inner_text() == "3 selected"
    page.locator("#bulk [name=rating]").select_option("2")
    page.locator("#bulk").get_by_role("button", name="Rate").click()
    page.get_by_role("button", name="Undo").wait_for()
    assert library.books.find("rating:2").count() == 3
    page.locator("#bulk").wait_for(state="hidden")
    page.get_by_role("button", name="Undo").click()
    until(lambda: library.books.find("rating:2").count() == 0)


@pytest.mark.parametrize("language", ["en", "de", "pl", "ko"])
def test_on_a_phone_an_action_is_in_sight_next_to_the_count(
    server: Server, visit: Open, language: str
) -> None:
    page = visit(server.address, locale=language, viewport={"width": 320, "height": 640})
    page.locator("[name=book]").first.check()
    action = page.locator("#bulk select[name=rating]").bounding_box()
    assert action
    assert action["x"] + 50 < 320
    deselect = page.locator("#deselect")
    assert deselect.inner_text() != ""
    page.get_by_role("button", name=deselect.inner_text(), exact=True).click()
    assert page.locator("[name=book]:checked").count() == 0


def test_on_a_phone_the_bar_is_one_line_at_the_bottom_that_scrolls(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    page = visit(server.address, viewport={"width": 360, "height": 640}, has_touch=True)
    pick(page, "Dracula")
    bar = page.locator("#bulk")
    place = bar.bounding_box()
    assert place
    assert place["x"] >= 0
    assert place["x"] + place["width"] <= 360
    assert place["height"] < 90
    assert 500 < place["y"] + place["height"] <= 640
    delete = bar.get_by_role("button", name="Delete")
    delete.tap()
    page.get_by_role("button", name="Undo").wait_for()
    assert library.books.find("title:dracula").count() == 0


def test_genres_status_and_favourites_of_several_books(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    page = visit(server.address)
    for do, value in (("add_genres", "Classics"), ("remove_genres", "Horror"),
                      ("status", "in-progress"), ("favourite", "yes")):  # fmt: skip
        pick(page, "Dracula")
        pick(page, "東京奇譚集")
        page.locator(f"#bulk select[name={do}]").select_option(value)
        page.locator(f"#bulk button[value={do}]").click()
        page.locator("#bulk").wait_for(state="hidden")
    for line in ("title:dracula", "title:東京奇譚集"):
        [book] = library.books.find(line)
        assert book.genres.names() == ["Classics"]
        assert (book.status, book.favourite) == ("in-progress", True)
    assert dune(library).status == "on-shelf"


def test_all_that_a_line_finds_are_changed_not_only_the_page(
    serve: Serve, store: bookworm.Store, path: Path, visit: Open
) -> None:
    store.books.create_many(title=[f"B{n}" for n in range(70)], author=["A"] * 60 + ["Z"] * 10)
    page = visit(f"{serve(path).address}/?q=author:A")
    page.locator(".pick input").first.check()
    page.get_by_label("all 60 found").check()
    page.locator("#bulk").get_by_role("button", name="Delete").click()
    page.get_by_role("button", name="Undo").wait_for()
    assert store.books.count() == 10


def test_without_script_selected_books_are_deleted(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    page = visit(server.address, java_script_enabled=False)
    row(page, "Dune").get_by_role("checkbox").check()
    row(page, "Dracula").get_by_role("checkbox").check()
    page.locator("#bulk").get_by_role("button", name="Delete").click()
    page.locator("#toast").get_by_role("button", name="Undo").wait_for()
    assert titles(page) == ["Dune Messiah", "東京奇譚集"]
    assert library.books.count() == 2


def test_a_selection_outlives_a_change_of_the_page(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    page = visit(server.address)
    pick(page, "Dracula")
    heart = row(page, "Dune").get_by_role("button", name="Favourite")
    heart.click()
    heart.and_(page.locator("[aria-pressed=true]")).wait_for()
    assert page.locator("#selected").inner_text() == "1 selected"
    assert row(page, "Dracula").get_by_role("checkbox").is_checked()


def test_nothing_selected_is_said(server: Server) -> None:
    answer = server.ask("/select", "POST", "do=delete")
    assert answer.status == 422
    assert "No book is selected." in answer.text
    assert server.ask("/select", "POST", "do=nonsense&book=1").status == 422


def test_the_keyboard_alone_walks_rates_and_undoes(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    page = visit(server.address)
    for key in ("j", "j", "4"):
        page.keyboard.press(key)
    page.get_by_text("Rate “Dune” 4").wait_for()
    assert dune(library).rating == 4
    page.keyboard.press("f")
    until(lambda: library.books.find("title:dune -messiah")[0].favourite)
    page.keyboard.press("Control+z")
    until(lambda: not library.books.find("title:dune -messiah")[0].favourite)
    page.keyboard.press("Control+Shift+z")
    until(lambda: library.books.find("title:dune -messiah")[0].favourite)
    page.keyboard.press("x")
    assert page.locator("#selected").inner_text() == "1 selected"
    for key in ("j", "j", "Shift+X", "k", "k"):
        page.keyboard.press(key)
    assert page.locator("#selected").inner_text() == "3 selected"
    page.keyboard.press("o")
    page.wait_for_url("**/books/1")
    page.keyboard.press("1")
    page.get_by_text("Rate “Dune” 1").wait_for()
    page.keyboard.press("e")
    page.wait_for_url("**/books/1/edit")


def test_a_book_is_added_by_the_keyboard_alone(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    page = visit(server.address)
    page.keyboard.press("n")
    page.wait_for_url("**/books/new")
    page.locator("#f-title:focus").wait_for()
    page.keyboard.type("Solaris")
    for text in ("", "Stanisław Lem"):
        page.keyboard.press("Tab")
        page.keyboard.type(text)
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Solaris").wait_for()
    assert library.books.find("title:solaris author:lem").count() == 1


def test_the_keys_are_listed_and_typing_is_left_alone(server: Server, visit: Open) -> None:
    page = visit(server.address)
    page.keyboard.press("?")
    page.get_by_role("dialog", name="Keyboard").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("dialog").wait_for(state="hidden")
    menu = page.get_by_role("navigation", name="Menu")
    for key in ("Escape", None):
        page.locator(".menu summary").click()
        menu.wait_for()
        page.keyboard.press(key) if key else page.mouse.click(5, 500)
        menu.wait_for(state="hidden")
    page.keyboard.press("/")
    page.keyboard.type("n1?")
    assert page.locator("#q").input_value() == "n1?"
    assert page.get_by_role("dialog").is_hidden()


def test_arrows_in_the_stars_save_once_they_rest(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    page = visit(server.address)
    # The page's clock is paused, so that a slow machine may press the keys slowly.
    page.clock.install()
    page.clock.pause_at(time.time() + 60)
    with library.observe() as observer:
        star(page, "Dune", "5 stars").focus()
        for _ in range(3):
            page.keyboard.press("ArrowLeft")
        page.clock.run_for(1000)
        page.get_by_text("Rate “Dune” 2").wait_for()
        assert observer.next(1) is not None
        assert observer.next(0.5) is None
    assert star(page, "Dune", "2 stars").evaluate("each => each === document.activeElement")
