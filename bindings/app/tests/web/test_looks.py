"""Sizes and texts of pages that a look at them found wrong."""

from __future__ import annotations

import datetime

import bookworm
import pytest

from .conftest import Open, Server
from .test_form import dune

PHONE = {"width": 360, "height": 780}


def test_the_field_for_a_cover_stays_beside_the_book(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    page = visit(f"{server.address}/books/{dune(library).id}")
    page.get_by_text("Change the cover").click()
    inside = """() => document.querySelector(".side input").getBoundingClientRect().right
        <= document.querySelector(".side").getBoundingClientRect().right"""
    assert page.evaluate(inside)
    page.set_viewport_size({"width": 360, "height": 780})
    assert page.evaluate(inside)
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


@pytest.mark.parametrize("name", ["people", "series"])
def test_a_form_in_a_row_keeps_the_table_in_the_window(
    server: Server, visit: Open, library: bookworm.Store, name: str
) -> None:
    dune(library).series = "Dune"
    page = visit(f"{server.address}/{name}", viewport=PHONE)
    page.locator("th details summary").first.click()
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


def test_the_choices_of_a_conflict_are_beside_their_words(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    book = dune(library)
    page = visit(f"{server.address}/books/{book.id}/edit", java_script_enabled=False)
    book.update(subtitle="theirs", publisher="theirs")
    page.locator("#f-subtitle").fill("mine")
    page.locator("#f-publisher").fill("mine")
    page.get_by_role("button", name="Save", exact=True).click()
    for name in ("subtitle", "publisher"):
        box = page.locator(f"[name=choose-{name}]").first.bounding_box()
        assert box
        assert box["width"] < 30


def test_the_direction_of_an_order_is_in_sight(server: Server) -> None:
    assert ">↓ Year of publication</option>" in server.ask("/").text


def test_months_and_values_are_whole_in_a_small_window(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    book = dune(library)
    book.update(status="completed", finished=datetime.date(2025, 8, 1))
    other = library.books.create("Dune", "Frank Herbert")
    page = visit(f"{server.address}/years/2025", viewport={"width": 320, "height": 780})
    months = page.locator(".month:visible")
    boxes = [box for each in months.all() if (box := each.bounding_box())]
    assert len(boxes) > 3
    for one, next_one in zip(boxes, boxes[1:]):
        assert one["x"] + one["width"] < next_one["x"]
    page.get_by_text("As a table").first.click()
    assert page.get_by_role("rowheader", name="August 2025").is_visible()
    page.goto(f"{server.address}/duplicates/{book.id}/{other.id}")
    label = page.locator("#differs-status > th").bounding_box()
    assert label
    assert label["width"] > 250


def test_a_book_is_written_as_in_its_language(server: Server, library: bookworm.Store) -> None:
    book = dune(library)
    book.update(language="en", pages=5012)
    book.quotes.add("A line", page="8")
    book.readings.add("open", percent=40)
    expected = {
        "en": ('<dd dir="auto">English</dd>', "Page 8", "<span>40%</span>"),
        "de": ("Englisch", "Seite 8", "<span>40\u00a0%</span>"),
        "pl": ("angielski", "Strona 8", "<span>40%</span>"),
        "ko": ("영어", ">8쪽", "<span>40%</span>"),
    }
    for language, texts in expected.items():
        shown = server.ask(f"/books/{book.id}", Cookie=f"language={language}").text
        for text in texts:
            assert text in shown, (language, text)


def test_polish_has_its_own_numbers_and_names(server: Server, library: bookworm.Store) -> None:
    from bookworm_app.sentences import number

    assert [number(each, "pl") for each in (5012, 50120)] == ["5012", "50\u00a0120"]
    polish = {"Cookie": "language=pl"}
    dune(library).series = "Dune"
    assert "Imię i nazwisko ↑" in server.ask("/people", **polish).text
    assert "Nazwa ↑" in server.ask("/series", **polish).text
    assert 'placeholder="Imię i nazwisko"' in server.ask("/books/new", **polish).text


def test_a_completed_reading_has_no_progress(server: Server, library: bookworm.Store) -> None:
    book = dune(library)
    book.readings.add("completed", percent=40)
    assert "<span>40%</span>" not in server.ask(f"/books/{book.id}").text


def test_the_page_of_orders_says_what_a_book_needs(server: Server) -> None:
    assert "You can order a book on its page if it has a price." in server.ask("/orders").text


def test_the_signs_of_a_book_have_titles(server: Server, library: bookworm.Store) -> None:
    book = dune(library)
    book.rating = 4
    shown = server.ask(f"/books/{book.id}").text
    assert 'class="emoji" aria-hidden="true" title="4 stars"' in shown
    first = next(iter(book.genres)).display_name("en")
    assert f'title="First, for the cover and picture: {first}"' in shown


def test_a_merge_marks_the_status_that_stays(server: Server, library: bookworm.Store) -> None:
    book = library.books.create("T", "A", status="completed", finished=datetime.date(2025, 2, 14))
    book.contributors = [bookworm.Contributor("Jane Austen", "author", "Austen, Jane")]
    other = library.books.create("T", "A")
    shown = server.ask(f"/duplicates/{book.id}/{other.id}").text
    assert '<span class="stays" dir="auto">Completed</span>' in shown
    assert '<span dir="auto">On shelf</span>' in shown
    assert '<span dir="auto">Jane Austen</span>' in shown
    # To look at it changes nothing.
    assert library.books.count() == 6


def test_a_chosen_genre_is_outlined_in_forced_colours(server: Server, visit: Open) -> None:
    page = visit(f"{server.address}/books/new", forced_colors="active")
    page.locator(".picker label").first.click()
    style = "each => getComputedStyle(each).outlineStyle"
    assert page.locator(".picker label:has(:checked)").first.evaluate(style) == "solid"
    assert page.locator(".picker label:not(:has(:checked))").first.evaluate(style) == "none"


def test_a_printed_book_has_hollow_stars_and_no_cross(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    book = dune(library)
    book.rating = 0
    page = visit(f"{server.address}/books/{book.id}")
    page.emulate_media(media="print")
    stars = page.locator(".opinion .stars label")
    assert not stars.first.is_visible()
    colour = "each => getComputedStyle(each.querySelector('[aria-hidden]')).color"
    assert stars.last.evaluate(colour) == "rgba(0, 0, 0, 0)"
    status = page.locator(".segments [aria-pressed=true]")
    assert status.evaluate("each => getComputedStyle(each).color") == "rgb(0, 0, 0)"


def test_a_step_that_a_later_one_changed_names_it(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    book = dune(library)
    page = visit(f"{server.address}/books/{book.id}")
    for stars in ("1 star", "2 stars"):
        page.get_by_role("radio", name=stars).check()
        page.get_by_text(f"Rate “Dune” {stars[0]}").first.wait_for()
    page.goto(f"{server.address}/history")
    page.get_by_role("button", name="Undo: Rate “Dune” 1").click()
    page.get_by_text("This has been changed since, so it cannot be undone.").wait_for()
    assert "The later step: Rate “Dune” 2" in page.locator("#toast").inner_text()


def test_a_table_without_a_title_says_what_it_needs(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    page = visit(f"{server.address}/import")
    file = {"name": "a.csv", "mimeType": "text/csv", "buffer": b"a,b\n1,2\n"}
    page.locator("input[type=file]").set_input_files(file)  # type: ignore[arg-type]
    page.get_by_text("A table needs the columns title and author").wait_for()
    assert "--map" in page.get_by_role("alert").inner_text()


def test_a_receipt_names_the_option_for_a_shelf(server: Server, visit: Open) -> None:
    page = visit(f"{server.address}/import")
    table = "Book Id,Title,Author,Exclusive Shelf\n1,T,A,given-up\n"
    file = {"name": "goodreads.csv", "mimeType": "text/csv", "buffer": table.encode()}
    page.locator("input[type=file]").set_input_files(file)  # type: ignore[arg-type]
    page.get_by_text("--shelf 'given-up=did-not-finish'").wait_for()
