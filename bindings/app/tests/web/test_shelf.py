"""The list of books in a browser: its contents, and that a tap acts on the right book."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path

import bookworm
import pytest

from .conftest import PATIENCE, Open, Serve, Server

TYPE_CHECKING = False
if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page, Route


PHONE = {"width": 320, "height": 700}


def until(holds: Callable[[], bool]) -> None:
    """Waits for a condition that no locator can express."""
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def hears(page: Page, place: str = "") -> None:
    """Waits until a page hears of changes, by a stream whose address has `place` in it."""
    opened = "place => streams.some(each => each.readyState === 1 && each.url.includes(place))"
    until(lambda: bool(page.evaluate(opened, place)))


def titles(page: Page) -> list[str]:
    page.wait_for_load_state()
    return page.locator(".title").all_text_contents()


def row(page: Page, title: str) -> Locator:
    return page.locator(".book").filter(has=page.get_by_role("link", name=title, exact=True))


def star(page: Page, title: str, name: str) -> Locator:
    return row(page, title).get_by_role("radio", name=name)


def test_books_are_shown_in_their_order(server: Server, visit: Open) -> None:
    page = visit(server.address)
    assert titles(page) == ["Dracula", "Dune", "Dune Messiah", "東京奇譚集"]
    assert page.locator("#count").inner_text() == "4 books"
    assert star(page, "Dune", "5 stars").is_checked()
    assert star(page, "Dracula", "Not rated").is_checked()
    assert row(page, "Dracula").get_by_role("button", pressed=True).count() == 1


def test_chips_have_the_genres_colours_and_stand_by_name(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    page = visit(server.address)
    chips = row(page, "Dune").locator(".chip")
    assert chips.all_text_contents() == ["Classics", "Science Fiction"]
    colour = chips.first.evaluate("each => getComputedStyle(each).backgroundColor")
    assert colour == "rgb({}, {}, {})".format(*library.genres["Classics"].rgb)


def test_chips_have_the_room_of_their_row(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    dune = library.books.find("title:dune -messiah")[0]
    for name in ("Russian classics", "Time travel"):
        library.genres.create(name)
        dune.genres.add(name)
    page = visit(server.address)
    chips = page.locator(f"#book-{dune.id} .chips")
    for wide in (1000, 1280, 1920):
        page.set_viewport_size({"width": wide, "height": 800})
        room, needed = chips.evaluate("each => [each.clientWidth, each.scrollWidth]")
        assert needed == room, wide
        title = page.locator(f"#book-{dune.id} .about").bounding_box()
        assert title
        assert title["width"] >= 192
    page.set_viewport_size({"width": 360, "height": 800})
    assert chips.evaluate("each => each.scrollWidth > each.clientWidth && !each.scrollLeft")
    # The part that does not fit is faded out.
    fade = "each => getComputedStyle(each, '::after').position"
    assert chips.evaluate(fade) == "sticky"


def test_a_star_rates_and_opens_nothing(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    page = visit(server.address)
    star(page, "Dune Messiah", "2 stars").check()
    page.get_by_text("Rate “Dune Messiah” 2").wait_for()
    assert page.url == f"{server.address}/"
    assert library.books.find("messiah")[0].rating == 2
    assert library.books.find("title:Dracula")[0].rating == 0


def test_a_heart_makes_a_favourite_and_opens_nothing(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    page = visit(server.address, viewport=PHONE, has_touch=True, is_mobile=True)
    heart = row(page, "Dune").get_by_role("button", name="Favourite")
    # A finger needs 24 pixels at the least.
    stars = row(page, "Dune").locator(".stars label:not(:first-of-type)").all()
    for each in (heart, row(page, "Dune").locator(".pick"), *stars):
        place = each.bounding_box()
        assert place
        assert min(place["width"], place["height"]) >= 24
    heart.tap()
    page.get_by_role("status").get_by_role("button", name="Undo").wait_for()
    assert page.url == f"{server.address}/"
    assert library.books.find("title:dune -messiah")[0].favourite


def test_a_chip_finds_its_books_and_the_rest_of_a_row_opens_it(server: Server, visit: Open) -> None:
    page = visit(server.address)
    row(page, "Dracula").locator(".chip").click()
    page.wait_for_url("**q=genre*")
    assert titles(page) == ["Dracula", "東京奇譚集"]
    row(page, "Dracula").click(position={"x": 300, "y": 5})
    page.wait_for_url("**/books/3")


def test_the_toast_takes_back(server: Server, visit: Open, library: bookworm.Store) -> None:
    page = visit(server.address, viewport=PHONE)
    star(page, "Dune", "1 star").check()
    undo = page.get_by_role("button", name="Undo").bounding_box()
    assert undo
    assert undo["height"] < 50
    page.get_by_role("button", name="Undo").click()
    page.get_by_text("Undone: Rate “Dune”").wait_for()
    assert library.books.find("title:dune -messiah")[0].rating == 5
    until(star(page, "Dune", "5 stars").is_checked)


def test_a_rating_that_is_undone_before_the_page_is_read_again_goes_back(
    server: Server, visit: Open
) -> None:
    page = visit(server.address)
    page.route("**/live/**", lambda route: route.abort())
    page.reload()
    held: list[Route] = []
    page.route(
        server.address + "/",
        lambda route: held.append(route) if "bookworm-again" in route.request.headers
        else route.continue_(),
    )  # fmt: skip
    star(page, "Dune", "1 star").check()
    page.get_by_role("button", name="Undo").click()
    page.get_by_text("Undone: Rate “Dune”").wait_for()
    page.unroute(server.address + "/")
    for route in held:
        route.continue_()
    until(star(page, "Dune", "5 stars").is_checked)


def test_a_search_is_answered_while_it_is_typed(server: Server, visit: Open) -> None:
    page = visit(server.address)
    page.locator("#q").press_sequentially("author:herbert", delay=10)
    until(lambda: titles(page) == ["Dune", "Dune Messiah"])
    assert page.locator("#count").inner_text() == "2 books"
    assert "q=author" in page.url


def test_the_order_stays_while_a_search_is_typed(server: Server, visit: Open) -> None:
    page = visit(f"{server.address}/?sort=-rating")
    page.locator("#q").press_sequentially("dun*", delay=10)
    until(lambda: titles(page) == ["Dune", "Dune Messiah"])
    assert "sort=-rating" in page.url


def test_the_wrong_place_of_a_line_is_marked(server: Server, visit: Open) -> None:
    page = visit(f"{server.address}/?q=dune autor:herbert")
    assert "author" in page.get_by_role("alert").inner_text()
    assert page.locator(".line-error mark").inner_text() == "autor:herbert"
    assert page.locator("#q").input_value() == "dune autor:herbert"
    # As it is corrected, its books appear, and can be selected.
    page.locator("#q").fill("dune author:herbert")
    row(page, "Dune Messiah").locator(".pick").click()
    page.get_by_role("button", name="Deselect").click()
    page.locator("#bulk").wait_for(state="hidden")


def test_books_are_sorted(server: Server, visit: Open) -> None:
    page = visit(server.address)
    page.get_by_label("Sort").select_option("-rating")
    page.wait_for_url("**sort=-rating*")
    assert titles(page)[:2] == ["Dune", "Dune Messiah"]


def test_covers_are_drawn_for_every_book(server: Server, visit: Open) -> None:
    page = visit(server.address)
    page.get_by_role("button", name="Covers").click()
    page.locator(".books.grid").wait_for()
    until(lambda: page.locator(".cover:visible").count() == 4)
    page.reload()
    assert page.locator(".books.grid").count() == 1


def test_a_search_becomes_a_shelf(server: Server, visit: Open, library: bookworm.Store) -> None:
    page = visit(f"{server.address}/?q=author:herbert", viewport=PHONE)
    opener = page.get_by_text("Save as a shelf")
    opener.click()
    for each in (opener, page.get_by_role("button", name="Save", exact=True)):
        place = each.bounding_box()
        assert place
        assert place["height"] < 50
        assert place["x"] + place["width"] < 320
    page.get_by_label("Name").fill("Arrakis")
    page.get_by_role("button", name="Save", exact=True).click()
    # Only the next page has this button. The link also appears on this page, when it is notified.
    page.get_by_role("button", name="Undo").wait_for()
    page.get_by_role("link", name="Arrakis").wait_for()
    page.goto(server.address)
    page.get_by_role("link", name="Arrakis").click()
    page.wait_for_url("**q=author*")
    assert titles(page) == ["Dune", "Dune Messiah"]
    assert library.shelves["Arrakis"].line == "author:herbert"


def test_a_shelf_keeps_the_order_of_the_list(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    page = visit(f"{server.address}/?q=rating>=4 sort:title&sort=-rating")
    page.get_by_text("Save as a shelf").click()
    page.get_by_label("Name").fill("The best")
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_role("link", name="The best").and_(page.locator("[aria-current]")).wait_for()
    assert library.shelves["The best"].line == "rating>=4 sort:-rating,title"
    # This line cannot be written in another way.
    answer = server.ask("/?q=person:none&sort=-year")
    assert 'name="line" value="person:none sort:-year,title"' in answer.text


def test_pages_go_on_and_back_by_cursor(
    serve: Serve, store: bookworm.Store, path: Path, visit: Open
) -> None:
    numbers = range(1, 121)
    store.books.create_many(title=[f"Book {n}" for n in numbers], author=["A"] * 120)
    page = visit(serve(path).address)
    assert page.locator("#count").inner_text() == "1–50 of 120"
    page.get_by_role("link", name="Next").click()
    page.wait_for_url("**after=*")
    assert titles(page)[0] == "Book 51"
    assert page.locator("#count").inner_text() == "51–100 of 120"
    page.get_by_role("link", name="Next").click()
    page.get_by_text("101–120 of 120").wait_for()
    page.get_by_role("link", name="Previous").click()
    page.get_by_text("51–100 of 120").wait_for()
    assert titles(page)[0] == "Book 51"
    page.get_by_role("link", name="Previous").click()
    page.get_by_text("1–50 of 120").wait_for()
    assert titles(page)[0] == "Book 1"
    assert page.get_by_role("link", name="Previous").count() == 0


def test_the_limit_of_a_line_ends_its_pages(
    serve: Serve, store: bookworm.Store, path: Path, visit: Open
) -> None:
    store.books.create_many(title=[f"Book {n}" for n in range(1, 81)], author=["A"] * 80)
    page = visit(f"{serve(path).address}/?q=limit:5")
    assert len(titles(page)) == 5
    assert page.locator(".paging").count() == 0
    page.goto(page.url.replace("limit:5", "limit:60"))
    assert page.locator("#count").inner_text() == "1–50 of 60"
    page.get_by_role("link", name="Next").click()
    page.get_by_text("51–60 of 60").wait_for()
    assert len(titles(page)) == 10
    assert page.get_by_role("link", name="Next").count() == 0
    hears(page)
    store.books.find('title="Book 55"')[0].title = "Book 55 again"
    page.get_by_text("Book 55 again").first.wait_for()
    assert len(titles(page)) == 10
    page.goto(page.url.partition("?")[0] + "?q=limit:0")
    assert titles(page) == []


def test_a_cursor_of_another_order_leads_to_the_first_page(server: Server) -> None:
    answer = server.ask("/?after=nonsense&q=dune")
    assert (answer.status, answer.headers["location"]) == (303, "/?q=dune")


def test_books_of_one_star_stand_out(server: Server, visit: Open, library: bookworm.Store) -> None:
    library.books.find("title:Dracula")[0].rating = 1
    page = visit(server.address)
    assert page.locator(".book.low .title").all_text_contents() == ["Dracula"]


def test_an_empty_store_invites(serve: Serve, tmp_path: Path, visit: Open) -> None:
    page = visit(serve(tmp_path / "new.books").address)
    page.get_by_role("heading", name="Your library is empty.").wait_for()
    page.locator(".invitation").get_by_role("link", name="Add a book").click()
    page.wait_for_url("**/books/new")


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("de-DE", ["4 Bücher", "Buch hinzufügen", "Roman", "Gelesen"]),
        ("pl-PL", ["4 książki", "Dodaj książkę", "Przeczytana"]),
        ("ko-KR", ["책 4권", "책 추가", "다 읽음"]),
        ("fr-FR", ["4 books"]),
    ],
)
def test_the_browsers_language_is_spoken(
    server: Server, library: bookworm.Store, language: str, words: list[str]
) -> None:
    library.books.find("title:dune -messiah")[0].set_status("completed")
    text = server.ask("/", Accept_Language=f"{language},en;q=0.5").text
    for each in words:
        assert each in text or each == "Roman"
    assert f'<html lang="{language[:2] if language[:2] != "fr" else "en"}"' in text


def test_a_language_and_a_look_are_chosen(server: Server, visit: Open) -> None:
    page = visit(server.address)
    page.get_by_text("Menu", exact=True).first.click(force=True)
    page.get_by_label("Language").select_option("de")
    page.get_by_text("4 Bücher").wait_for()
    page.wait_for_load_state()
    page.locator(".menu summary").click()
    page.get_by_label("Aussehen").select_option("dark")
    page.locator("html[data-look=dark]").wait_for(state="attached")
    page.wait_for_load_state()
    paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert 0 < int(re.findall(r"\d+", paper)[0]) < 60


def test_without_script_a_star_a_heart_and_a_search_work(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    page = visit(server.address, java_script_enabled=False)
    star(page, "Dune", "3 stars").check()
    row(page, "Dune").get_by_role("button", name="Save").click()
    page.locator("#toast").get_by_text("Rate “Dune” 3").wait_for()
    heart = row(page, "Dune").get_by_role("button", name="Favourite")
    heart.click()
    heart.and_(page.locator("[aria-pressed=true]")).wait_for()
    book = library.books.find("title:dune -messiah")[0]
    assert (book.rating, book.favourite) == (3, True)
    page.locator("#toast").get_by_role("button", name="Undo").click()
    heart.and_(page.locator("[aria-pressed=false]")).wait_for()
    book.refresh()
    assert not book.favourite
    page.locator("#q").fill("rating:none")
    page.get_by_role("button", name="Search").click()
    page.wait_for_url("**q=rating*")
    assert titles(page) == ["Dracula", "東京奇譚集"]
