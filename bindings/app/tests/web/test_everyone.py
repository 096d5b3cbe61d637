"""Every page: accessible, in every language, and without resources from other machines."""

from __future__ import annotations

import datetime
import re
from pathlib import Path

import bookworm
import pytest

from .conftest import Open, Serve, Server
from .pictures import png
from .test_import import GOODREADS, drop
from .test_shelf import hears

PAGES = (
    "/", "/?q=autor:x", "/books/3", "/books/3?order=2", "/books/3/edit", "/books/new", "/genres",
    "/genres/1", "/genres/1?into=2", "/shelves", "/quotes", "/people", "/people?role=author",
    "/person?name=Frank+Herbert", "/series", "/orders",
    "/facets/genre", "/facets/rating?q=rating>=4", "/statistics", "/years/2024", "/duplicates",
    "/import", "/history", "/nothing",
)  # fmt: skip
#: One page of each kind.
SOME = (
    "/", "/?q=autor:x", "/books/3?order=2", "/books/new", "/genres/1?into=2", "/facets/genre",
    "/statistics", "/years/2024", "/duplicates", "/import", "/history",
)  # fmt: skip


@pytest.fixture
def preview(serve: Serve, tmp_path: Path) -> Server:
    """A server for the library's preview, with a shelf, duplicates and an order."""
    path = tmp_path / "preview.books"
    with bookworm.open_preview(path) as store:
        # These names have no space where a line could break.
        store.shelves.create("Go" + "o" * 100 + "d", "rating>=4")
        store.books.create("Names", "B" * 200)
        long = store.books.create(
            "T" * 300,
            "A" * 200,
            series="S" * 200,
            publisher="P" * 200,
            exact_rating=4.5,
            status="completed",
            finished=datetime.date(2024, 3, 4),
        )
        long.quotes.add("Q" * 500, "9" * 60)
        book = store.books.find("title:dune")[0]
        store.books.create(book.title.upper(), book.author)
        book.cover = png()
        priced = next(each for each in store.books if each.price)
        store.orders.place(priced, 2)
    return serve(path)


@pytest.mark.parametrize("look", ["light", "dark", "phone"])
def test_axe_finds_nothing_on_any_page(preview: Server, visit: Open, look: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="needs axe of PyPI")
    width = 320 if look == "phone" else 1280
    page = visit(
        preview.address,
        color_scheme="dark" if look == "dark" else "light",
        viewport={"width": width, "height": 720},
        bypass_csp=True,
    )
    # Only colours differ in the dark, and one page of each kind has all of them.
    options = {"runOnly": ["color-contrast"]} if look == "dark" else None
    pages = PAGES if look == "light" else SOME
    found = {}
    for view in ("list", "grid"):
        page.context.add_cookies([{"name": "view", "value": view, "url": preview.address}])
        for path in pages if view == "list" else ("/",):
            page.goto(preview.address + path)
            results = axe.Axe().run(page, options=options)
            for each in results.response["violations"]:
                nodes = [node["html"][:120] for node in each["nodes"]][:3]
                found[f"{path} {each['id']}"] = nodes
    assert found == {}


def test_axe_finds_nothing_in_what_opens_and_what_is_said(
    preview: Server, visit: Open, tmp_path: Path
) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="needs axe of PyPI")
    page = visit(f"{preview.address}/import", bypass_csp=True)
    found = {}

    def check(name: str) -> None:
        for each in axe.Axe().run(page).response["violations"]:
            found[f"{name} {each['id']}"] = [node["html"][:120] for node in each["nodes"]][:3]

    page.locator("input[type=file]").set_input_files(drop(tmp_path, GOODREADS))
    page.get_by_role("heading", name="What importing").wait_for()
    check("dry run")
    page.get_by_role("button", name="Import", exact=True).click()
    page.get_by_role("heading", name="Imported: goodreads").wait_for()
    check("receipt")
    page.goto(f"{preview.address}/duplicates")
    page.get_by_role("link", name="Compare").first.click()
    page.wait_for_url("**/duplicates/*/*")
    check("merge")
    page.goto(f"{preview.address}/books/new")
    page.locator("details.rest summary").click()
    page.get_by_role("button", name="Save").click()
    page.locator("#error-title").wait_for()
    check("errors")
    page.locator("#scanner").evaluate("each => each.showModal()")
    check("scanner")
    page.goto(preview.address)
    page.locator(".menu summary").click()
    check("menu")
    page.locator(".menu summary").click()
    page.locator(".book .heart button").first.click()
    page.locator("#toast").get_by_role("button", name="Undo").wait_for()
    check("toast")
    page.locator(".pick input").first.check()
    check("selected")
    page.keyboard.press("?")
    page.get_by_role("dialog").wait_for()
    check("keys")
    assert found == {}


def test_a_rating_is_six_radios_and_is_read_as_words(preview: Server, visit: Open) -> None:
    page = visit(f"{preview.address}/?q=rating:4")
    group = page.locator(".book").first.get_by_role("group")
    names = [each.get_attribute("title") for each in group.locator("label").all()]
    assert names == ["Not rated", "1 star", "2 stars", "3 stars", "4 stars", "5 stars"]
    assert group.get_by_role("radio").count() == 6
    assert group.locator("legend").inner_text().endswith(", 4 of 5 stars")
    group.get_by_role("radio", name="4 stars").focus()
    with page.expect_response("**/rating"):
        page.keyboard.press("2")
    page.locator("#toast").get_by_text("Rate “").wait_for()


def test_one_polite_line_tells_what_others_change(
    preview: Server, visit: Open, tmp_path: Path
) -> None:
    page = visit(preview.address)
    said = page.locator("#status")
    assert (said.get_attribute("role"), said.inner_text()) == ("status", "")
    hears(page)
    with bookworm.open(tmp_path / "preview.books") as store:
        book = store.books.order_by("title", "author")[:1].first()
        assert book
        book.rating = 5 if book.rating < 5 else 1
    page.locator("#status").get_by_text("The list has changed.").wait_for(state="attached")


def test_every_page_reads_and_saves_without_script(preview: Server, visit: Open) -> None:
    page = visit(preview.address, java_script_enabled=False)
    without = """forms => forms.filter(form => ![...form.elements].some(
        each => each.matches("button:not([type=button])"))).map(form => form.outerHTML)"""
    for path in PAGES:
        page.goto(preview.address + path)
        assert page.locator("h1").count() == 1, path
        assert len(page.locator("main").inner_text()) > 20, path
        # A file is dropped there, which needs a script; the page of imports has a form.
        forms = page.locator("form:not(.drop-here)")
        assert forms.evaluate_all(without) == [], path
        hidden = """all => all.filter(each => getComputedStyle(each).display === "none")
            .map(each => each.outerHTML)"""
        assert page.locator("form button:not([type=button])").evaluate_all(hidden) == [], path


@pytest.mark.parametrize("width", [320, 3840])
def test_no_page_is_wider_than_its_window_or_asks_another_machine(
    preview: Server, visit: Open, tmp_path: Path, width: int
) -> None:
    # German words are the longest.
    page = visit(preview.address, viewport={"width": width, "height": 800}, locale="de-DE")
    asked: set[str] = set()
    page.on("request", lambda request: asked.add(re.sub(r"(?<=\w)/.*", "", request.url)))
    for view in ("list", "grid"):
        page.context.add_cookies([{"name": "view", "value": view, "url": preview.address}])
        pages = PAGES if width == 320 else SOME
        for path in pages if view == "list" else ("/",):
            page.goto(preview.address + path)
            wide = page.evaluate("document.documentElement.scrollWidth")
            assert wide <= width, path
            ends = "all => Math.max(0, ...all.map(each => each.getBoundingClientRect().right))"
            shown = page.locator(
                ".bars text[dx], .calendar text, .menu nav, .menu select, .row-of-covers li"
            )
            assert shown.evaluate_all(ends) <= width, path
    page.goto(f"{preview.address}/import")
    page.locator("input[type=file]").set_input_files(drop(tmp_path, GOODREADS))
    page.wait_for_url("**/import/*")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    # The heading contains the file's name, which has no space where it could break.
    heading = page.locator("h1").evaluate("each => each.scrollWidth <= each.clientWidth")
    assert heading
    assert asked == {preview.address}


def test_every_page_is_in_every_language(preview: Server) -> None:
    for language in ("en", "de", "pl", "ko"):
        for path in PAGES:
            answer = preview.ask(path, Accept_Language=language)
            assert answer.status < 500, (path, language)
            assert f'<html lang="{language}"' in answer.text, (path, language)
            [heading] = re.findall(r"<h1[^>]*>(.*?)(?:</h1>|<small)", answer.text)
            is_a_name = re.search(r"[0-9]|person|nothing", path)
            assert is_a_name or language != "ko" or re.search("[가-힣]", heading), path


def test_stars_above_a_rating_are_hollow_in_forced_colours(preview: Server, visit: Open) -> None:
    page = visit(f"{preview.address}/?q=rating:3", forced_colors="active")
    colours = (
        page.locator(".book")
        .first.locator(".stars label")
        .evaluate_all(
            """all => all.slice(1).map(each => {
            const style = getComputedStyle(each);
            return [style.color, style.webkitTextStrokeWidth];
        })"""
        )
    )
    lit, hollow = colours[:3], colours[3:]
    assert [stroke for _, stroke in lit] == ["0px"] * 3
    assert "rgba(0, 0, 0, 0)" not in [colour for colour, _ in lit]
    assert hollow == [["rgba(0, 0, 0, 0)", "1px"]] * 2


def test_pages_without_content_say_so(serve: Serve, tmp_path: Path, visit: Open) -> None:
    page = visit(serve(tmp_path / "new.books").address)
    text = page.locator("main").inner_text()
    for said in ("Your library is empty.", "Add the book that you are reading, or import",
                 "bookworm preview trial.books", "bookworm --store trial.books serve"):  # fmt: skip
        assert said in text
    sentences = {
        "/?q=dune": "No books found.",
        "/?q=9780441172719": "Add a book with this ISBN",
        "/people": "Nothing yet.",
        "/series": "Nothing yet.",
        "/quotes": "Nothing yet.",
        "/orders": "Nothing yet.",
        "/history": "Nothing yet.",
        "/years/2024": "No book was finished in this year.",
        "/duplicates": "No book is here twice.",
    }
    address = page.url.rstrip("/")
    for path, said in sentences.items():
        page.goto(address + path)
        assert said in page.locator("main").inner_text(), path


def test_the_numbers_of_charts_are_whole_on_a_phone(
    serve: Serve, store: bookworm.Store, path: Path, visit: Open
) -> None:
    for pages in (1_234_567, 30):
        store.books.create(
            f"Long {pages}", "Ann Lee", pages=pages, status="completed",
            finished=datetime.date(2024, 5, 1),
        )  # fmt: skip
    page = visit(f"{serve(path).address}/statistics", viewport={"width": 320, "height": 640})
    page.locator("svg text").get_by_text("1,234,597").wait_for()
    over = page.evaluate(
        "[...document.querySelectorAll('svg text')].filter((each) =>"
        " each.getBoundingClientRect().right >"
        " each.closest('svg').getBoundingClientRect().right + 1).map((each) => each.textContent)"
    )
    assert over == []
