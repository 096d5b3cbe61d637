"""The form of a book in the reader's words: genres, dates and authors."""

from __future__ import annotations

import bookworm
import pytest

from .conftest import Open, Server
from .test_form import save
from .test_shelf import hears

TYPE_CHECKING = False
if TYPE_CHECKING:
    from playwright.sync_api import Page


@pytest.fixture
def mystery(library: bookworm.Store) -> bookworm.Store:
    library.genres.create_standard()
    library.books.update([1], genres=["Mystery", "Horror"])
    return library


@pytest.mark.parametrize("scripts", [True, False])
def test_genres_that_others_chose_meanwhile_have_the_readers_names(
    server: Server, visit: Open, mystery: bookworm.Store, scripts: bool
) -> None:
    page = visit(f"{server.address}/books/1/edit", locale="de-DE", java_script_enabled=scripts)
    page.get_by_role("checkbox", name="Lyrik").check()
    mystery.books.update([1], genres=["Mystery", "Kids"])
    if not scripts:
        page.get_by_role("button", name="Speichern").click()
    theirs = page.locator("#field-genres .torn pre")
    theirs.wait_for()
    assert sorted(theirs.inner_text().split(", ")) == ["Kinderbuch", "Krimi"]
    assert page.get_by_role("checkbox", name="Lyrik").get_attribute("value") == "Poetry"


def test_genres_are_merged_by_the_names_that_the_reader_sees(
    server: Server, visit: Open, mystery: bookworm.Store
) -> None:
    genre = mystery.genres["Mystery"]
    other = mystery.genres["Kids"]
    page = visit(f"{server.address}/genres/{genre.id}?into={other.id}", locale="de-DE")
    assert page.locator("thead th").all_inner_texts()[1:] == ["Kinderbuch", "Krimi"]
    mystery.books.create("Dune", "Frank Herbert", genres=["Poetry"])
    page.goto(f"{server.address}/duplicates")
    page.get_by_role("link", name="Vergleichen").first.click()
    said = page.locator("#differs-genres").inner_text()
    assert "Krimi, Horror" in said
    assert "Lyrik" in said


def refused(page: Page) -> None:
    """Sends the form without a title, which shows it again."""
    page.locator("#f-title").fill("")
    page.get_by_role("button", name="Save").click()
    # The answer to a check says the same, in the form that is there.
    page.locator("#error-title:focus, [aria-invalid]:focus").wait_for()


def test_the_status_of_a_new_book_follows_its_dates(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    from playwright.sync_api import expect

    page = visit(f"{server.address}/books/new")
    status = page.locator("#f-status")
    page.locator("#f-title").fill("A")
    page.locator("#f-author").fill("B")
    page.locator("#f-started").fill("2024-01-01")
    page.locator("#f-author").focus()
    expect(status).to_have_value("in-progress")
    page.locator("#f-finished").fill("2024-01-09")
    page.locator("#f-author").focus()
    expect(status).to_have_value("completed")
    page.locator("#f-finished").fill("")
    page.locator("#f-author").focus()
    expect(status).to_have_value("in-progress")
    page.locator("#f-finished").fill("2024-01-09")
    # A form that is refused keeps the status, which still follows the dates.
    refused(page)
    expect(status).to_have_value("completed")
    page.locator("#f-finished").fill("")
    page.locator("#f-title").fill("A")
    expect(status).to_have_value("in-progress")
    page.locator("#f-finished").fill("2024-01-09")
    # The new status is saved even if the form has not shown it yet.
    page.locator("#f-finished").press("Enter")
    page.locator("#head").wait_for()
    assert library.books.find("title=a")[0].status == "completed"


def test_a_chosen_status_does_not_follow_the_dates(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    page = visit(f"{server.address}/books/new")
    page.locator("#f-title").fill("A")
    page.locator("#f-author").fill("B")
    page.locator("#f-finished").fill("2024-01-09")
    page.locator("#f-status").select_option("did-not-finish")
    page.locator("#f-finished").fill("2024-01-10")
    assert page.locator("#f-status").input_value() == "did-not-finish"
    page.locator("#f-status").select_option("on-shelf")
    # A form that is refused keeps the chosen status.
    refused(page)
    page.locator("#f-title").fill("A")
    save(page)
    assert library.books.find("title=a")[0].status == "on-shelf"


def test_without_script_the_status_follows_the_dates(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    page = visit(f"{server.address}/books/new", java_script_enabled=False)
    page.locator("#f-title").fill("A")
    page.locator("#f-author").fill("B")
    page.locator("#f-finished").fill("2024-01-09")
    save(page)
    assert library.books.find("title=a")[0].status == "completed"


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "If empty: the authors among the contributors"),
        ("de", "Wenn leer: die Autoren unter den Mitwirkenden"),
        ("pl", "Jeśli puste: autorzy spośród twórców"),
        ("ko", "비워 두면 참여자 중 저자를 사용합니다"),
    ],
)
def test_the_form_says_where_the_author_comes_from(
    server: Server, visit: Open, library: bookworm.Store, language: str, said: str
) -> None:
    page = visit(f"{server.address}/books/new", locale=language)
    described = page.locator("#f-author").get_attribute("aria-describedby")
    assert described == "hint-author error-author"
    assert page.locator("#hint-author").inner_text() == said
    page.locator("#f-title").fill("Omens")
    page.locator("[name=person]").fill("Neil Gaiman")
    page.locator("#form .main").click()
    page.locator("#head").wait_for()
    assert library.books.find("title:omens")[0].author == "Neil Gaiman"


def test_a_reading_that_gets_an_end_is_completed(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    page = visit(f"{server.address}/books/3")
    page.get_by_text("Add a reading").click()
    form = page.locator("#readings form[action='/books/3/readings']")
    form.locator("[name=finished]").fill("2024-02-03")
    assert form.locator("[name=outcome]").input_value() == "completed"
    # The form's default start is today; an earlier end clears it.
    assert form.locator("[name=started]").input_value() == ""
    form.locator("[name=outcome]").select_option("open")
    assert form.locator("[name=finished]").input_value() == ""
    form.locator("[name=finished]").fill("2024-02-03")
    form.get_by_role("button", name="Save").click()
    page.locator("#readings li strong").get_by_text("Completed").wait_for()
    (reading,) = library.books[3].readings
    assert (reading.outcome, str(reading.finished)) == ("completed", "2024-02-03")


def test_without_script_a_reading_is_completed_or_opened_by_what_was_changed(
    server: Server, library: bookworm.Store
) -> None:
    new = "outcome=open&started=&finished=2024-02-03&progress=&note="
    assert server.ask("/books/3/readings", "POST", new).status == 303
    (reading,) = library.books[3].readings
    assert reading.outcome == "completed"
    assert server.ask(f"/readings/{reading.id}", "POST", new).status == 303
    (reading,) = library.books[3].readings
    assert (reading.outcome, reading.finished) == ("open", None)
    assert server.ask(f"/readings/{reading.id}", "POST", new).status == 303
    assert library.books[3].readings[0].outcome == "completed"


@pytest.mark.parametrize("address", ["/books/new", "/books/1/edit"])
def test_the_first_refused_field_is_in_view_with_its_message_and_has_the_focus(
    server: Server, visit: Open, address: str
) -> None:
    from playwright.sync_api import expect

    page = visit(server.address + address, viewport={"width": 1000, "height": 500})
    page.locator("#f-title").fill("Dune")
    page.locator("#f-author").fill("Frank Herbert")
    page.locator("details.rest").evaluate("each => (each.open = true)")
    page.locator("#f-price").fill("twelve euros")
    page.get_by_role("button", name="Save").click()
    page.locator("#f-price:focus").wait_for()
    for each in ("#f-price", "#error-price"):
        expect(page.locator(each)).to_be_in_viewport(ratio=1)


def test_a_field_that_was_changed_elsewhere_is_in_view_after_a_refused_save(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    from playwright.sync_api import expect

    [book] = library.books.find("title=dune")
    page = visit(f"{server.address}/books/{book.id}/edit", viewport={"width": 1000, "height": 500})
    page.locator("#f-publisher").fill("Mine")
    hears(page)
    book.update(publisher="Theirs")
    page.locator("#field-publisher .torn").wait_for()
    page.get_by_role("button", name="Save").click()
    page.locator("#field-publisher .torn input:focus").wait_for()
    expect(page.locator("#field-publisher .torn")).to_be_in_viewport(ratio=1)


def test_a_person_that_is_refused_is_in_view(server: Server, visit: Open) -> None:
    from playwright.sync_api import expect

    page = visit(f"{server.address}/books/1/edit", viewport={"width": 1000, "height": 500})
    page.get_by_label("Role").last.fill("translator")
    page.get_by_role("button", name="Save").click()
    page.locator("#field-contributors input:focus").wait_for()
    expect(page.locator("#error-contributors")).to_be_in_viewport(ratio=1)
