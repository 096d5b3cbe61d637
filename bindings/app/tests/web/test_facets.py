"""Facets next to a list: a click narrows it, with or without script; the counts are live."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote_plus

import bookworm

from .conftest import Open, Serve, Server
from .test_shelf import hears, titles, until

TYPE_CHECKING = False
if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page


def group(page: Page, name: str) -> Locator:
    return page.locator(f"#facet-{name}")


def test_a_facet_narrows_the_list_and_widens_it_again(server: Server, visit: Open) -> None:
    page = visit(server.address)
    assert group(page, "genre").get_by_role("link").all_inner_texts() == [
        "Horror\n2",
        "Science Fiction\n2",
        "Classics\n1",
    ]
    group(page, "genre").get_by_role("link", name="Science Fiction").click()
    page.wait_for_url("**q=genre*")
    assert titles(page) == ["Dune", "Dune Messiah"]
    group(page, "rating").get_by_role("link", name="5 stars").click()
    page.wait_for_url("**rating*")
    assert titles(page) == ["Dune"]
    assert page.locator("#q").input_value() == 'genre:"Science Fiction" rating:5'
    group(page, "genre").get_by_role("link", name="Science Fiction").click()
    page.wait_for_url("**q=rating*")
    assert titles(page) == ["Dune"]


def test_every_count_is_the_number_of_books_that_its_link_finds(
    serve: Serve, tmp_path: Path
) -> None:
    path = tmp_path / "preview.books"
    with bookworm.open_preview(path) as store:
        server = serve(path)
        for line in ("", "rating>=3", "dune OR genre:fiction", "status:completed"):
            found = visited = 0
            text = server.ask(f"/?q={line.replace(' ', '%20')}").text
            aside = text.partition('id="facets"')[2].partition("</aside>")[0]
            for part in aside.split('<a href="')[1:]:
                address, _, rest = part.partition('"')
                if "aria-current" in rest.partition(">")[0] or "/?q=" not in address:
                    continue
                number = rest.rpartition('class="quiet">')[2].partition("<")[0]
                narrowed = unquote_plus(address.partition("q=")[2])
                found += store.books.find(narrowed).count() == int(number)
                visited += 1
            assert found == visited > 10, line


def test_the_order_of_the_list_stays(server: Server, visit: Open) -> None:
    page = visit(f"{server.address}/?sort=-rating")
    group(page, "author").locator("summary").click()
    group(page, "author").get_by_role("link", name="Frank Herbert").click()
    page.wait_for_url("**q=author*sort=-rating")
    assert titles(page) == ["Dune", "Dune Messiah"]


def test_facets_follow_what_is_typed_and_what_others_change(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    page = visit(server.address)
    page.locator("#q").press_sequentially("dracula", delay=10)
    until(lambda: group(page, "genre").get_by_role("link").all_inner_texts() == ["Horror\n1"])
    library.books.create("Dracula's Guest", "Bram Stoker", genres=["Horror", "Classics"])
    until(
        lambda: (
            group(page, "genre").get_by_role("link").all_inner_texts()
            == ["Horror\n2", "Classics\n1"]
        )
    )


def test_the_filters_are_those_of_the_list_while_the_end_of_a_line_is_wrong(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    page = visit(f'{server.address}/?q=genre:"Science Fiction"&sort=-rating')
    group(page, "genre").get_by_role("link", name="Chosen").wait_for()
    page.locator("#q").fill("autor:herbert")
    page.locator(".line-error.left").wait_for()
    horror = group(page, "genre").get_by_role("link", name="Horror")
    assert len(titles(page)) == 4
    assert page.locator("#count").inner_text() == "4 books"
    assert group(page, "genre").locator("[aria-current]").count() == 0
    assert horror.inner_text() == "Horror\n2"
    hears(page, "typing=1")
    library.books.create("Carmilla", "Sheridan Le Fanu", genres=["Horror"])
    until(lambda: horror.inner_text() == "Horror\n3")
    assert page.locator("#count").inner_text() == "5 books"
    horror.click()
    page.wait_for_url("**/?q=genre%3AHorror&sort=-rating")
    assert len(titles(page)) == 3


def test_what_a_reader_closes_stays_closed(server: Server, visit: Open) -> None:
    page = visit(server.address)
    group(page, "status").locator("summary").click()
    group(page, "series").locator("summary").click()
    page.reload()
    assert group(page, "status").get_attribute("open") is None
    group(page, "series").get_by_role("link", name="Dune").wait_for()


def test_a_browser_that_keeps_nothing_shows_them_too(server: Server, visit: Open) -> None:
    page = visit(server.address)
    page.add_init_script(
        """Object.defineProperty(window, "localStorage",
                                 { get() { throw new DOMException("no", "SecurityError"); } })"""
    )
    page.reload()
    group(page, "series").locator("summary").click()
    group(page, "series").get_by_role("link", name="Dune").wait_for()
    page.locator("#q").press_sequentially("dracula")
    until(lambda: titles(page) == ["Dracula"])


def test_a_large_library_is_counted_when_a_group_is_open(
    serve: Serve, store: bookworm.Store, path: Path, visit: Open
) -> None:
    numbers = range(3100)
    store.books.create_many(
        title=[f"Book {n}" for n in numbers],
        author=[f"Author {n % 20}" for n in numbers],
        genres=[["Odd" if n % 2 else "Even"] for n in numbers],
    )
    page = visit(serve(path).address)
    group(page, "genre").get_by_role("link", name="Even 1,550").wait_for()
    assert group(page, "author").get_by_role("listitem").count() == 0
    group(page, "author").locator("summary").click()
    group(page, "author").get_by_role("link", name="Author 1 155").wait_for()
    assert group(page, "author").get_by_role("listitem").count() == 8
    store.books.create("One more", "B", genres=["Even"])
    group(page, "genre").get_by_role("link", name="Even 1,551").wait_for()
    page.locator("#q").fill('author="Author 1"')
    odd = store.books.find('author="Author 1" genre:Odd').count()
    group(page, "genre").get_by_role("link", name=f"Odd {odd}").wait_for()
    group(page, "author").get_by_role("link", name="Author 1 Chosen").wait_for()


def test_all_of_a_group_are_listed_and_found_by_how_they_begin(
    serve: Serve, store: bookworm.Store, path: Path, visit: Open
) -> None:
    names = [f"{first} {n}" for n in range(6) for first in ("Penguin", "Gollancz")]
    for name in names:
        store.books.create(name, "A", publisher=name)
    page = visit(serve(path).address, java_script_enabled=False)
    group(page, "publisher").locator("summary").click()
    group(page, "publisher").get_by_role("link", name="Show all").click()
    page.locator("#facet li").nth(11).wait_for()
    page.get_by_label("A word begins with").fill("pen")
    page.get_by_role("button", name="Search").last.click()
    page.wait_for_url("**words=pen")
    assert page.locator("#facet li").count() == 6
    page.get_by_role("link", name="Penguin 3").click()
    page.wait_for_url("**q=publisher*")
    assert titles(page) == ["Penguin 3"]


def test_a_line_with_a_limit_has_no_facets(server: Server, visit: Open) -> None:
    page = visit(f"{server.address}/?q=limit:2")
    assert len(titles(page)) == 2
    assert page.locator("#facets").is_hidden()


def test_facets_of_nothing_known_are_not_found(server: Server) -> None:
    assert server.ask("/facets/weight").status == 404
    assert server.ask("/facets/genre?q=rating%3E").status == 422


def test_a_list_that_no_line_expresses_has_no_facets(server: Server) -> None:
    answer = server.ask("/?q=person:none%20rating%3E&typing=1")
    assert answer.status == 200
    assert '<aside id="facets" aria-label="Filter" hidden>' in answer.text
