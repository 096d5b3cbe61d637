"""People, series, quotes, orders, statistics and duplicates."""

from __future__ import annotations

import datetime
import re
from pathlib import Path
from urllib.parse import unquote_plus

import bookworm

from .conftest import Open, Serve, Server
from .test_form import dune
from .test_shelf import hears, titles, until


def test_people_and_series_lead_to_their_books(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    library.books.create("Dune II", 'Frank "Spice" Herbert', series="Dune", series_number=2)
    page = visit(f"{server.address}/people")
    assert page.get_by_role("row", name="Bram Stoker").inner_text().split() == [
        "Bram",
        "Stoker",
        "✎",
        "1",
    ]
    page.get_by_role("link", name='Frank "Spice" Herbert').click()
    page.wait_for_url("**/person?*")
    page.get_by_role("link", name="Author").click()
    page.wait_for_url("**q=author*")
    assert titles(page) == ["Dune II"]
    page.goto(f"{server.address}/series")
    assert "2" in page.get_by_role("row", name="Dune").inner_text()
    page.get_by_role("rowheader").get_by_role("link", name="Dune").click()
    page.wait_for_url("**q=series*")
    assert titles(page) == ["Dune", "Dune II"]


def test_people_are_sorted_by_books_and_average(server: Server, visit: Open) -> None:
    page = visit(f"{server.address}/people?sort=books")
    assert page.locator("tbody th a").first.inner_text() == "Frank Herbert"
    page.get_by_role("columnheader", name="Average").get_by_role("link").click()
    page.wait_for_url("**sort=average")
    assert "4.5 ★" in page.locator("tbody tr").first.inner_text()


def test_people_are_alive(server: Server, visit: Open, library: bookworm.Store) -> None:
    page = visit(f"{server.address}/people")
    hears(page)
    library.books.create("Kindred", "Octavia E. Butler")
    page.get_by_role("link", name="Octavia E. Butler").wait_for()


def test_each_of_several_authors_is_counted(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    library.books.create("Good Omens", contributors=["Neil Gaiman", "Terry Pratchett"])
    page = visit(f"{server.address}/people")
    page.get_by_role("row", name="Terry Pratchett").get_by_role("link", name="1").click()
    page.wait_for_url("**q=author*")
    assert titles(page) == ["Good Omens"]


def test_people_of_all_roles_have_a_list_and_pages(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    for title, rating in (("Demons", 4), ("Anna Karenina", 5)):
        people = ["Fyodor", ("Richard Pevear", "translator"), ("A. Nother", "foreword by")]
        library.books.create(title, contributors=people, rating=rating)  # type: ignore[arg-type]
    library.books.create("Essays", "richard pevear")
    page = visit(f"{server.address}/people")
    row = page.get_by_role("row", name="Richard Pevear Translator")
    assert row.inner_text().split()[-3:] == ["2", "4.5", "★"]
    tabs = page.get_by_role("navigation", name="Role").get_by_role("link").all_inner_texts()
    assert tabs == ["All roles", "Author", "Translator", "foreword by"]
    page.get_by_role("link", name="Translator").click()
    page.wait_for_url("**/people?role=translator")
    assert page.locator("tbody th a").all_inner_texts() == ["Richard Pevear"]
    page.get_by_role("link", name="Richard Pevear").click()
    page.wait_for_url("**/person?*")
    assert page.locator("main h2").all_inner_texts() == ["Author 1", "Translator 2", "Rename"]
    covers = page.locator(".row-of-covers a").all_inner_texts()
    assert [each.split(",")[0].split("\n")[0] for each in covers] == [
        "Essays",
        "Anna Karenina",
        "Demons",
    ]
    page.get_by_role("link", name="Translator").click()
    page.wait_for_url("**q=translator*")
    assert titles(page) == ["Anna Karenina", "Demons"]
    # A form offers the roles that books have, after the known ones.
    page.goto(f"{server.address}/books/new")
    offered = page.locator("#roles option").evaluate_all("all => all.map(each => each.value)")
    assert offered[:3] + offered[5:] == [
        "Author", "Editor", "Translator", "Introduction", "foreword by",
    ]  # fmt: skip
    page.goto(f"{server.address}/person?name=A.%20Nother")
    assert page.locator("main h2").all_inner_texts() == ["Other roles 2", "Rename"]
    page.get_by_label("Name").fill("Ann Other")
    page.get_by_role("button", name="Save").click()
    page.wait_for_url("**/person?name=Ann+Other")
    page.get_by_role("heading", name="Ann Other").wait_for()
    assert library.books.where(person_is="Ann Other").count() == 2
    assert server.ask("/person?name=Nobody").status == 404


def test_two_spellings_of_a_person_become_one(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    library.books.create("Dune Road", "F. Herbert")
    page = visit(f"{server.address}/people")
    line = page.locator("tr").filter(has=page.get_by_role("link", name="F. Herbert", exact=True))
    line.locator("summary").click()
    line.get_by_role("textbox", name="Name").fill(" ")
    line.get_by_role("button", name="Save").click()
    page.get_by_text("Name: Please enter something.").wait_for()
    line.get_by_role("textbox", name="Name").fill("Frank Herbert")
    line.get_by_role("button", name="Save").click()
    page.get_by_role("link", name="F. Herbert", exact=True).wait_for(state="detached")
    assert library.books.find("author:herbert").count() == 3
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("link", name="F. Herbert", exact=True).wait_for()


def test_a_series_is_renamed_in_one_step(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    library.books.create("Dune II", "A", series="Dune")
    library.books.create("Other", "A", series="Dune Chronicles")
    page = visit(f"{server.address}/series")
    line = page.locator("tr").filter(has=page.get_by_role("link", name="Dune", exact=True))
    line.locator("summary").click()
    line.get_by_role("textbox", name="Name").fill("Arrakis")
    line.get_by_role("button", name="Save").click()
    page.get_by_role("link", name="Arrakis").wait_for()
    assert sorted({book.series or "" for book in library.books}) == [
        "",
        "Arrakis",
        "Dune Chronicles",
    ]
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("link", name="Dune", exact=True).wait_for()


def test_quotes_are_listed_with_their_books_and_live(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    page = visit(f"{server.address}/quotes")
    assert page.locator("blockquote").all_inner_texts() == ["Fear is the mind-killer."]
    hears(page)
    library.books.find("title:dracula")[0].quotes.add("Children of the night", "ch. 2")
    page.get_by_text("Children of the night").wait_for()
    page.get_by_role("link", name="Dracula").click()
    page.wait_for_url("**/books/3#quotes")


def test_orders_are_listed_with_their_sums(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    book = dune(library)
    book.price = bookworm.Price(1299, "EUR")
    library.orders.place(book, 3)
    library.orders.place(book, 1)
    page = visit(f"{server.address}/orders")
    assert "€51.96" in page.locator("main").inner_text()
    page.get_by_role("link", name="Cancel the order 2").click()
    page.get_by_text("Cancel order no. 2?").wait_for()
    page.get_by_role("button", name="Cancel the order").click()
    page.get_by_text("The order is cancelled.").wait_for()
    struck = "each => getComputedStyle(each).textDecorationLine"
    cells = page.locator("tr.gone > *")
    assert cells.first.evaluate(struck) == "line-through"
    assert cells.last.evaluate(struck) == cells.last.locator("..").evaluate(struck) == "none"
    until(lambda: "Total: €38.97" in page.locator("main").inner_text())


def finish(library: bookworm.Store) -> None:
    day = datetime.date
    library.books.find("title:dune -messiah")[0].update(
        status="completed", finished=day(2024, 3, 5), pages=412
    )
    library.books.find("messiah")[0].update(status="completed", finished=day(2024, 7, 9), pages=256)
    library.books.find("title:dracula")[0].update(status="completed", finished=day(2023, 1, 2))


def test_every_number_of_the_statistics_leads_to_as_many_books(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    finish(library)
    page = visit(f"{server.address}/statistics")
    links = page.locator(".chart td a").evaluate_all("all => all.map(a => [a.href, a.textContent])")
    assert len(links) > 8
    for address, number in links:
        line = unquote_plus(address.partition("?q=")[2])
        if "status" in line:
            continue  # pages
        assert library.books.find(line).count() == int(number), line
    for name in ("Ratings", "Genres", "Authors", "Books finished", "Pages a year"):
        assert page.get_by_role("heading", name=name).count() == 1
    page.locator("#numbers a").first.click()
    page.wait_for_url(re.compile(r"/\?q=|/$"))
    assert len(titles(page)) == 4


def test_the_notes_of_charts_are_links_too(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    finish(library)
    for n in range(15):
        library.books.create(f"By {n}", f"Author {n:02}")
    page = visit(f"{server.address}/statistics")
    page.get_by_role("link", name="6 others, with 6 books").click()
    page.locator("#facet li").nth(17).wait_for()
    page.goto(f"{server.address}/statistics")
    page.get_by_role("link", name="without a number of pages: 1").click()
    page.wait_for_url("**q=*")
    assert titles(page) == ["Dracula"]


def test_a_year_is_reviewed(server: Server, visit: Open, library: bookworm.Store) -> None:
    finish(library)
    day = datetime.date(2022, 5, 6)
    library.books.create("Given up", "A", status="did-not-finish", finished=day)
    page = visit(f"{server.address}/statistics")
    assert page.get_by_role("link", name="2022", exact=True).count() == 0
    page.get_by_role("link", name="2024", exact=True).click()
    page.wait_for_url("**/years/2024")
    text = page.locator("main").inner_text()
    for each in ("2024 in books", "books finished", "668", "July 9, 2024", "256 pages"):
        assert each in text
    page.locator("#chart-months").get_by_role("link", name="July 2024").click()
    page.wait_for_url("**q=*2024-07*")
    assert titles(page) == ["Dune Messiah"]
    page.goto(f"{server.address}/years/2024")
    page.get_by_role("link", name="← 2023").click()
    page.get_by_text("Without a number of pages: 1").wait_for()
    page.get_by_role("link", name="Without a number of pages: 1").click()
    page.wait_for_url("**q=*")
    assert titles(page) == ["Dracula"]


def test_a_book_that_was_read_again_is_in_each_year(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    finish(library)
    day = datetime.date
    library.books.find("title:dracula")[0].readings.add("completed", finished=day(2024, 7, 20))
    library.books.create("Given up", "A", status="did-not-finish", finished=day(2024, 7, 21))
    page = visit(f"{server.address}/years/2023")
    assert page.locator("#numbers b").first.inner_text() == "1"
    page.locator("#numbers a").first.click()
    page.wait_for_url("**finished*2023*")
    assert titles(page) == ["Dracula"]
    page.goto(f"{server.address}/years/2024")
    assert page.locator("#numbers b").first.inner_text() == "3"
    numbers = page.locator("#chart-months td a").all_text_contents()
    assert numbers == ["1", "2"]
    assert "July 20, 2024" in page.locator("main .facts").inner_text()
    page.locator("#numbers a").first.click()
    page.wait_for_url("**finished*2024*")
    assert titles(page) == ["Dracula", "Dune", "Dune Messiah"]


def test_statistics_follow_the_library(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    page = visit(f"{server.address}/statistics")
    hears(page)
    library.books.create("One more", "A. Author")
    page.locator("#numbers li").first.get_by_text("5").wait_for()


def test_a_large_library_has_its_charts_one_by_one(
    serve: Serve, store: bookworm.Store, path: Path, visit: Open
) -> None:
    store.books.create_many(
        title=[f"Book {n}" for n in range(3100)],
        author=[f"Author {n % 4}" for n in range(3100)],
    )
    started = serve(path)
    page = visit(f"{started.address}/statistics")
    authors = page.locator("#chart-authors")
    authors.get_by_role("link", name="Author 1: 775").wait_for()
    # No book is finished, so there is nothing to draw.
    page.wait_for_function("() => document.querySelector('#chart-pages').children.length === 0")
    hears(page)
    book = store.books.create("One more", "Author 1")
    authors.get_by_role("link", name="Author 1: 776").wait_for()
    book.author = "Author 2"
    authors.get_by_role("link", name="Author 2: 776").wait_for()
    plain = visit(f"{started.address}/statistics?q=author:1", java_script_enabled=False)
    plain.locator("#chart-authors").get_by_role("link", name="Show all").click()
    plain.wait_for_url("**only=authors")
    plain.locator("#chart-authors").get_by_role("link", name="Author 1: 775").wait_for()


def test_a_year_follows_its_readings(server: Server, visit: Open, library: bookworm.Store) -> None:
    finish(library)
    page = visit(f"{server.address}/years/2024")
    number = page.locator("#numbers b").first
    assert number.inner_text() == "2"
    hears(page)
    dune = library.books.find("title:dune -messiah")[0]
    dune.readings.add("completed", finished=datetime.date(2024, 12, 1))
    number.get_by_text("3").wait_for()
    dune.readings[0].delete()
    number.get_by_text("2").wait_for()
    dune.delete()
    number.get_by_text("1").wait_for()


def test_the_average_leads_to_the_rated_books_the_best_first(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    finish(library)
    library.books.find("messiah")[0].rating = 3
    for path in ("/statistics", "/person?name=Frank+Herbert"):
        page = visit(server.address + path)
        average = page.locator("#numbers, .numbers").get_by_role("link", name="Average")
        assert average.locator("b").inner_text() == "4.00 ★"
        average.click()
        page.wait_for_url("**rating*sort*")
        assert titles(page) == ["Dune", "Dune Messiah"]
    page = visit(f"{server.address}/years/2024")
    page.locator("#numbers").get_by_role("link", name="Average").click()
    page.wait_for_url("**finished*rating*")
    assert titles(page) == ["Dune", "Dune Messiah"]


def test_duplicates_are_compared_and_merged_field_by_field(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    one = dune(library)
    page = visit(f"{server.address}/duplicates")
    page.get_by_text("No book is here twice.").wait_for()
    other = library.books.create("DUNE", "Frank Herbert", rating=3, review="Theirs", pages=412)
    other.quotes.add("The spice must flow")
    page.get_by_role("link", name="Compare").click()
    page.get_by_role("radio", name="Rating: ★★★☆☆").check()
    assert page.get_by_role("radio", name="Review: Theirs").is_checked()
    page.get_by_role("button", name="Merge").click()
    page.wait_for_url(f"**/books/{one.id}")
    book = library.books[one.id]
    assert (book.title, book.rating, book.review, book.pages) == ("Dune", 3, "Theirs", 412)
    assert len(book.quotes) == 2
    page.get_by_role("button", name="Undo").click()
    until(lambda: library.books.count() == 5)


def test_two_books_side_by_side_follow_changes_and_keep_what_is_chosen(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    one = dune(library)
    other = library.books.create("DUNE", "Frank Herbert", rating=3, review="Theirs")
    page = visit(f"{server.address}/duplicates/{one.id}/{other.id}")
    hears(page)
    page.get_by_role("radio", name="Rating: ★★★☆☆").check()
    other.review = "Changed elsewhere"
    page.get_by_role("radio", name="Review: Changed elsewhere").wait_for()
    other.rating = 2
    theirs = page.get_by_role("radio", name="Rating: ★★☆☆☆")
    theirs.wait_for()
    assert theirs.is_checked()
    one.merge(other)
    page.get_by_role("heading", name="Dune", exact=True).wait_for()
    assert page.url == f"{server.address}/books/{one.id}"
