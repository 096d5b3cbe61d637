"""The focus stays at a sensible place, so that the keyboard alone is enough."""

from __future__ import annotations

from pathlib import Path

import bookworm
import pytest

from .conftest import Open, Serve, Server
from .test_shelf import row, titles, until

TYPE_CHECKING = False
if TYPE_CHECKING:
    from playwright.sync_api import Page


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


@pytest.mark.parametrize("end", ["Enter", "Tab"])
def test_the_order_is_chosen_by_arrows_and_acts_at_their_end(
    server: Server, visit: Open, end: str
) -> None:
    page = visit(server.address)
    page.get_by_label("Sort").focus()
    press(page, "ArrowDown", "ArrowDown")
    page.wait_for_timeout(300)
    assert page.url == f"{server.address}/"
    press(page, end)
    page.wait_for_url("**sort=-title")
    page.locator(".sort select:focus").wait_for()
    assert titles(page)[0] == "東京奇譚集"


def test_the_language_is_chosen_by_arrows(server: Server, visit: Open) -> None:
    page = visit(server.address)
    page.locator(".menu summary").press("Enter")
    page.locator("select[name=language]").focus()
    press(page, "ArrowDown", "ArrowDown")
    page.wait_for_timeout(300)
    assert page.locator("html").get_attribute("lang") == "en"
    press(page, "Enter")
    page.locator("html[lang=pl]").wait_for()
    page.locator(".menu summary:focus").wait_for()


def test_a_facet_keeps_the_focus(server: Server, visit: Open) -> None:
    page = visit(server.address)
    page.locator("#facet-author summary").press("Enter")
    page.get_by_role("link", name="Bram Stoker").press("Enter")
    page.wait_for_url("**q=author*")
    page.get_by_role("link", name="Bram Stoker").and_(page.locator(":focus")).wait_for()
    press(page, "Enter")
    page.wait_for_url(f"{server.address}/")
    page.locator("#facet-author :focus").wait_for()


def test_the_first_genre_that_is_added_leaves_the_focus_in_its_form(
    serve: Serve, store: bookworm.Store, path: Path, visit: Open
) -> None:
    page = visit(f"{serve(path).address}/genres")
    for name in ("Horror", "Poetry"):
        page.locator(".inline [name=name]").focus()
        page.keyboard.type(name)
        press(page, "Enter")
        page.locator("#genres").get_by_text(name).wait_for()
        page.locator(".inline [name=name]:focus").wait_for()
    assert [genre.name for genre in store.genres] == ["Horror", "Poetry"]


def test_after_a_quote_the_focus_is_where_one_is_added(server: Server, visit: Open) -> None:
    page = visit(f"{server.address}/books/1")
    page.get_by_text("Add a quote").press("Enter")
    press(page, "Tab")
    page.keyboard.type("He who controls the spice")
    press(page, "Tab", "Enter")
    page.locator("blockquote").nth(1).wait_for()
    page.locator("summary:focus").get_by_text("Add a quote").wait_for()


@pytest.mark.parametrize("do", ["rating", "delete"])
def test_after_a_change_of_several_books_the_first_or_the_next_one_is_current(
    server: Server, visit: Open, library: bookworm.Store, do: str
) -> None:
    page = visit(server.address)
    press(page, "j", "j", "x", "j", "x")
    page.locator(f"#bulk button[value={do}]").focus()
    press(page, "Enter")
    page.locator("#bulk").wait_for(state="hidden")
    current = "Dune" if do == "rating" else "東京奇譚集"
    until(lambda: bool(row(page, current).evaluate("each => each === document.activeElement")))
    assert library.books.count() == (4 if do == "rating" else 2)


def test_a_key_leads_to_the_actions_and_numbers_rate_all_that_is_selected(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    page = visit(server.address)
    press(page, "b", "j", "x", "j", "j", "Shift+X", "4")
    page.locator("#bulk").wait_for(state="hidden")
    assert library.books.find("rating:4").count() == 3
    page.get_by_role("button", name="Undo").click()
    until(lambda: library.books.find("rating:4").count() == 1)
    press(page, "k", "x", "b")
    page.locator("#bulk select:focus").wait_for()
    page.locator("h1").evaluate("() => document.activeElement.blur()")
    press(page, "?")
    page.get_by_role("dialog").get_by_text("To the actions for the selected books").wait_for()


@pytest.mark.parametrize("width", [1280, 800, 400])
def test_the_current_book_is_never_behind_the_actions(
    serve: Serve, store: bookworm.Store, path: Path, visit: Open, width: int
) -> None:
    store.books.create_many(title=[f"Book {n}" for n in range(30)], author=["A"] * 30)
    page = visit(serve(path).address, viewport={"width": width, "height": 600})
    press(page, "j", "x")
    for _ in range(20):
        press(page, "j")
        book = page.locator(".book:focus").bounding_box()
        bar = page.locator("#bulk").bounding_box()
        assert book
        assert bar
        assert book["y"] + book["height"] <= bar["y"]
