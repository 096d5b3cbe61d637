"""The page of a book, and genres and shelves."""

from __future__ import annotations

import datetime
from pathlib import Path

import bookworm

from .conftest import Open, Serve, Server
from .test_form import dune
from .test_shelf import titles, until

TYPE_CHECKING = False
if TYPE_CHECKING:
    from playwright.sync_api import Locator


def unfold(within: Locator) -> None:
    """Opens the form of a row. It may close again, when the answer to the last save arrives."""
    within.locator("details:not([open])").get_by_text("Edit").click()


def test_a_book_shows_all_that_it_has(server: Server, visit: Open, library: bookworm.Store) -> None:
    book = dune(library)
    book.update(
        year=-750, subtitle="A novel", publisher="Chilton", price=bookworm.Price(1299, "EUR")
    )
    page = visit(f"{server.address}/books/{book.id}")
    text = page.locator("main").inner_text()
    for each in (
        "Dune",
        "A novel",
        "Frank Herbert",
        "750 BCE",
        "Chilton",
        "€12.99",
        "9780441172719",
    ):
        assert each in text
    assert page.locator("blockquote").inner_text() == "Fear is the mind-killer."
    page.get_by_role("link", name="Frank Herbert").click()
    page.wait_for_url("**/person?*")
    page.get_by_role("link", name="Author").click()
    page.wait_for_url("**q=author*")
    assert titles(page) == ["Dune", "Dune Messiah"]


def test_the_day_of_a_book_is_that_of_its_file(
    serve: Serve, library: bookworm.Store, path: Path
) -> None:
    made = datetime.datetime(2018, 2, 3, tzinfo=datetime.timezone.utc)
    library.books.import_from(
        "goodreads", [{"source_id": "1", "title": "X", "author": "Y", "created": made}]
    )
    book = library.books.with_source("goodreads", "1")
    answer = serve(path).ask(f"/books/{book.id}")
    assert "<dd>February 3, 2018</dd>" in answer.text


def test_a_review_with_spoilers_is_opened_first(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    book = dune(library)
    book.update(review="He becomes emperor.", spoilers=True)
    page = visit(f"{server.address}/books/{book.id}", java_script_enabled=False)
    review = page.locator("#review")
    assert not review.get_by_text("He becomes emperor.").is_visible()
    review.get_by_text("It gives away the plot").click()
    review.get_by_text("He becomes emperor.").wait_for()
    book.spoilers = False
    page.reload()
    assert page.locator("#review").get_by_text("He becomes emperor.").is_visible()


def test_numbers_are_written_as_in_the_language(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    book = dune(library)
    book.update(series_number=1.5, exact_rating=3.25)
    book.readings.add(percent=12.5)
    page = visit(f"{server.address}/books/{book.id}", locale="de-DE")
    text = page.locator("main").inner_text()
    assert "Dune 1,5" in text
    assert "12,5\u00a0%" in text
    assert page.locator(".now [name=progress]").input_value() == "12,5%"
    page.get_by_role("group", name="3,25 von 5 Sternen").wait_for()


def test_a_status_sets_dates_and_adds_a_reading(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    page = visit(f"{server.address}/books/{dune(library).id}")
    page.get_by_role("button", name="In progress").click()
    page.locator(".readings li").wait_for()
    page.get_by_role("button", name="Completed").click()
    completed = page.get_by_role("button", name="Completed", pressed=True)
    completed.wait_for()
    # The mouse over it changes nothing.
    colour = "each => getComputedStyle(each).backgroundColor"
    under = completed.evaluate(colour)
    page.mouse.move(0, 0)
    assert completed.evaluate(colour) == under
    [reading] = dune(library).readings
    assert reading.outcome == "completed"
    assert reading.finished is not None


def test_readings_are_added_changed_and_deleted(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    book = dune(library)
    book.pages = 400
    page = visit(f"{server.address}/books/{book.id}")
    page.get_by_text("Add a reading").click()
    form = page.locator("#readings > details form")
    form.get_by_label("Started").fill("2024-03-01")
    form.get_by_label("Page, or percent").fill("100")
    form.get_by_label("Note").fill("Again!")
    form.get_by_role("button", name="Save").click()
    page.get_by_text("Page 100 / 400").wait_for()
    assert page.get_by_role("progressbar").get_attribute("value") == "25"
    unfold(page.locator(".readings"))
    form = page.locator(".readings details form")
    form.get_by_label("Outcome").select_option("completed")
    form.get_by_label("Finished").fill("2024-03-20")
    form.get_by_label("Page, or percent").fill("100%")
    form.get_by_role("button", name="Save").click()
    page.get_by_text("March 1, 2024 – March 20, 2024").wait_for()
    [reading] = book.readings
    assert (reading.percent, reading.page, reading.note) == (100, None, "Again!")
    unfold(page.locator(".readings"))
    page.locator(".readings details form").get_by_role("button", name="Delete").click()
    page.locator(".readings li").wait_for(state="detached")
    assert not len(book.readings)


def test_a_book_is_read_again_and_its_progress_kept(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    book = dune(library)
    book.pages = 400
    book.readings.add("completed")
    page = visit(f"{server.address}/books/{book.id}")
    page.get_by_role("button", name="Read again").click()
    page.get_by_role("button", name="In progress", pressed=True).wait_for()
    assert page.get_by_role("button", name="Read again").count() == 0
    page.locator(".now").get_by_label("Page, or percent").fill("100")
    page.locator(".now").get_by_role("button", name="Save").click()
    page.get_by_text("Page 100 / 400").wait_for()
    page.locator(".now").get_by_label("Page, or percent").fill("50%")
    page.locator(".now").get_by_role("button", name="Save").click()
    page.locator("progress[value='50.0']").wait_for()
    again = book.readings[-1]
    assert (again.outcome, again.percent, again.page) == ("open", 50, None)
    assert again.started == datetime.date.today()
    page.get_by_role("button", name="Completed").click()
    page.get_by_role("button", name="Read again").wait_for()
    assert [reading.outcome for reading in book.readings] == ["completed", "completed"]


def test_a_book_is_rated_in_quarters(server: Server, visit: Open, library: bookworm.Store) -> None:
    book = dune(library)
    page = visit(f"{server.address}/books/{book.id}")
    page.get_by_label("Exact rating").select_option("3.5")
    page.get_by_role("group", name="Rating: Dune, 3.5 of 5 stars").wait_for()
    book.refresh()
    assert (book.rating, book.exact_rating) == (4, 3.5)
    assert page.get_by_role("radio", name="4 stars").is_checked()
    page.get_by_role("radio", name="2 stars").check()
    until(lambda: library.books[book.id].rating == 2)
    until(lambda: page.get_by_label("Exact rating").input_value() == "")


def test_halves_and_quarters_of_stars_are_drawn(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    dune(library).exact_rating = 4.25
    library.books.find("messiah")[0].exact_rating = 3.5
    library.books.find("title:dracula")[0].exact_rating = 4
    page = visit(f"{server.address}/?sort=title")
    filled = """each => [...each.querySelectorAll(".stars label > span[aria-hidden]")]
        .map(star => getComputedStyle(star).backgroundImage != "none").indexOf(true)"""
    rows = page.locator(".book").evaluate_all(f"rows => rows.map({filled})")
    assert rows == [-1, 5, 4, -1]
    library.books.find("messiah")[0].exact_rating = 2.75
    page.locator(".stars.here.p75").wait_for()


def test_quotes_are_added_and_changed(server: Server, visit: Open, library: bookworm.Store) -> None:
    book = dune(library)
    page = visit(f"{server.address}/books/{book.id}")
    page.get_by_text("Add a quote").click()
    form = page.locator("#quotes > details form")
    form.get_by_label("Text").fill("He who controls the spice")
    form.get_by_label("Page").fill("xiv")
    form.get_by_role("button", name="Save").click()
    page.get_by_text("Page xiv").wait_for()
    assert [quote.page for quote in book.quotes] == ["8", "xiv"]


def test_an_order_is_asked_with_its_sum_and_can_be_cancelled(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    book = dune(library)
    book.price = bookworm.Price(1299, "EUR")
    page = visit(f"{server.address}/books/{book.id}")
    assert page.get_by_label("Quantity").input_value() == "1"
    page.get_by_role("button", name="One fewer").click()
    for _ in range(2):
        page.get_by_role("button", name="One more").click()
    page.get_by_role("button", name="Order").click()
    page.get_by_text("Order 3 copies of this for €38.97?").wait_for()
    assert not list(library.orders)
    page.get_by_role("button", name="Order").click()
    page.wait_for_url(f"{server.address}/books/{book.id}")
    page.get_by_text("No. 1: 3 copies, €38.97").wait_for()
    page.get_by_role("link", name="Cancel the order").click()
    page.get_by_text("Cancel order no. 1? This cannot be undone.").wait_for()
    page.get_by_role("link", name="Keep the order").click()
    page.wait_for_url(f"{server.address}/books/{book.id}#order")
    assert not library.orders[1].cancelled
    page.get_by_role("link", name="Cancel the order").click()
    page.get_by_role("button", name="Cancel the order").click()
    page.get_by_text("The order is cancelled.").wait_for()
    assert page.url == f"{server.address}/books/{book.id}"
    assert library.orders[1].cancelled


def test_a_deleted_book_can_be_had_back(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    book = dune(library)
    page = visit(f"{server.address}/books/{book.id}")
    other = visit(page.url)
    page.get_by_role("button", name="Delete").click()
    other.get_by_role("heading", name="Not found").wait_for()
    page.wait_for_url(f"{server.address}/")
    assert "Dune" not in titles(page)
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("link", name="Dune", exact=True).wait_for()
    other.get_by_role("heading", name="Dune", exact=True).wait_for()
    assert len(book.quotes) == 1


def test_what_others_have_changed_since_is_not_undone(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    book = dune(library)
    page = visit(f"{server.address}/books/{book.id}")
    page.get_by_role("radio", name="1 star").check()
    page.get_by_role("button", name="Undo").wait_for()
    book.rating = 2
    page.get_by_role("button", name="Undo").click()
    page.get_by_text("This has been changed since, so it").wait_for()
    assert library.books[book.id].rating == 2


def test_two_browsers_undo_each_its_own(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    book, other = dune(library), library.books.find("messiah")[0]
    first = visit(f"{server.address}/books/{book.id}")
    second = visit(f"{server.address}/books/{other.id}")
    first.get_by_role("radio", name="1 star").check()
    first.get_by_role("button", name="Undo").wait_for()
    second.get_by_role("radio", name="2 stars").check()
    second.get_by_role("button", name="Undo").wait_for()
    first.get_by_role("button", name="Undo").click()
    first.get_by_text("Undone").wait_for()
    assert (library.books[book.id].rating, library.books[other.id].rating) == (5, 2)


def test_a_genre_is_made_renamed_recoloured_and_deleted(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    page = visit(f"{server.address}/genres")
    page.get_by_label("Name").fill("horror")
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_text("This name is already taken.").wait_for()
    assert page.get_by_label("Name").input_value() == "horror"
    page.get_by_label("Name").fill("Essays")
    page.get_by_label("Colour", exact=True).fill("#008800")
    page.get_by_role("button", name="Add", exact=True).click()
    # Only the next page offers this.
    page.get_by_role("button", name="Undo").wait_for()
    page.get_by_role("link", name="Essays", exact=True).wait_for()
    page.get_by_role("link", name="Edit: Essays").click()
    page.wait_for_url("**/genres/*")
    library.genres["Essays"].name = "Attempts"
    page.get_by_role("heading", name="Attempts").wait_for()
    assert page.get_by_label("Name").input_value() == "Attempts"
    page.get_by_label("Name").fill("Essay")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("heading", name="Essay", exact=True).wait_for()
    assert library.genres["Essay"].colour == "#008800"
    page.get_by_role("button", name="Delete").click()
    page.wait_for_url("**/genres")
    assert "Essay" not in library.genres


def test_a_genre_is_merged_after_a_look_at_what_that_does(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    horror, classics = library.genres["Horror"].id, library.genres["Classics"].id
    page = visit(f"{server.address}/genres/{horror}")
    page.get_by_label("Into").select_option("Classics")
    page.get_by_role("button", name="Preview").click()
    page.get_by_role("row", name="Books").wait_for()
    assert "Horror" in library.genres
    page.get_by_role("button", name="Merge").click()
    page.wait_for_url(f"**/genres/{classics}")
    assert "Horror" not in library.genres
    assert library.genres["Classics"].book_count == 3


def test_a_name_that_is_taken_is_said(server: Server, path: Path) -> None:
    answer = server.ask("/genres", "POST", "name=horror&colour=%23000000")
    assert answer.status == 422
    assert "This name is already taken." in answer.text


def test_shelves_are_changed_and_deleted(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    library.shelves.create("Good", "rating>=4")
    page = visit(f"{server.address}/shelves")
    page.get_by_text("2 books").wait_for()
    unfold(page.locator("#shelves"))
    page.locator("#shelves").get_by_label("Search").fill("rating>=")
    page.locator("#shelves").get_by_role("button", name="Save").click()
    page.locator("#toast.wrong").wait_for()
    assert library.shelves["Good"].line == "rating>=4"
    page.locator("#shelves").get_by_label("Search").fill("rating>=5")
    page.locator("#shelves").get_by_role("button", name="Save").click()
    page.get_by_text("1 book", exact=True).wait_for()
    unfold(page.locator("#shelves"))
    page.locator("#shelves").get_by_role("button", name="Delete").click()
    page.locator("#shelves li").wait_for(state="detached")
    assert not list(library.shelves)


def test_a_missing_book_is_said(server: Server) -> None:
    answer = server.ask("/books/999")
    assert answer.status == 404
    assert "Not found." in answer.text
