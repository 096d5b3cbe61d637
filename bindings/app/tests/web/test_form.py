"""Adding and editing books, while other programs change them too."""

from __future__ import annotations

import re
from pathlib import Path

import bookworm

from .conftest import Open, Serve, Server
from .pictures import png
from .test_shelf import hears, titles, until

TYPE_CHECKING = False
if TYPE_CHECKING:
    from playwright.sync_api import Page, Route


def dune(library: bookworm.Store) -> bookworm.Book:
    return library.books.find("title:dune -messiah")[0]


def save(page: Page, button: str = "Save") -> None:
    """Sends the form, which leads to the page of the book."""
    page.get_by_role("button", name=button).click()
    page.wait_for_url(re.compile(r"/books/\d+$"))


def test_the_form_starts_with_the_librarys_defaults(
    serve: Serve, store: bookworm.Store, path: Path, visit: Open
) -> None:
    store.genres.create_standard()
    page = visit(f"{serve(path).address}/books/new")
    assert page.get_by_role("radio", name="3 stars").is_checked()
    assert page.get_by_role("checkbox", name="Fantasy").is_checked()
    assert not page.get_by_role("checkbox", name="Horror").is_checked()


def test_a_book_is_added_with_all_of_its_fields(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    page = visit(f"{server.address}/books/new")
    page.locator("#f-title").fill("The Dispossessed")
    page.locator("#f-author").fill("Ursula K. Le Guin")
    page.get_by_role("checkbox", name="Science Fiction").check()
    page.get_by_role("radio", name="5 stars").check()
    page.get_by_label("Favourite").check()
    page.get_by_label("Review").fill("Two worlds.\n\nOne wall.")
    page.get_by_label("Contains spoilers").check()
    page.get_by_text("The edition", exact=True).click()
    page.get_by_label("Series", exact=True).fill("Hainish Cycle")
    page.get_by_label("Number in the series").fill("5.5")
    page.get_by_label("Year of publication").fill("1974")
    page.get_by_label("Price").fill("9,99 eur")
    page.get_by_label("Identifiers").fill("0-06-051275-X, oclc:795019")
    page.get_by_text("New genre").click()
    page.locator("[name=new_genre]").fill("Utopia")
    page.get_by_label("Colour", exact=True).fill("#336699")
    save(page)
    page.get_by_role("heading", name="The Dispossessed").wait_for()
    assert "Add “The Dispossessed”" in page.locator("#toast").inner_text()
    book = library.books.find("dispossessed")[0]
    assert (book.rating, book.favourite, book.year) == (5, True, 1974)
    assert (book.series, book.series_number) == ("Hainish Cycle", 5.5)
    assert book.genres.names() == ["Science Fiction", "Utopia"]
    assert library.genres["Utopia"].colour == "#336699"
    assert book.price == bookworm.Price(999, "EUR")
    assert (book.review, book.spoilers) == ("Two worlds.\n\nOne wall.", True)
    assert dict(book.identifiers) == {"isbn": "9780060512750", "oclc": "795019"}
    page.get_by_role("button", name="Undo").click()
    until(lambda: not library.books.find("dispossessed"))
    assert "Utopia" not in library.genres


def test_an_answer_to_a_check_does_not_judge_what_was_typed_since(
    server: Server, visit: Open
) -> None:
    page = visit(f"{server.address}/books/new")
    held: list[Route] = []
    page.route("**/books/check", lambda route: held.append(route), times=1)
    with page.expect_request("**/books/check"):
        page.locator("#f-title").fill("The Dispossessed")
        page.locator("#f-author").fill("x")
        page.locator("#f-author").fill("")
    page.locator("#f-author").fill("Ursula K. Le Guin")
    shown = "document.querySelector('#error-author').hidden || (window.shown = true)"
    page.evaluate(f"setInterval(() => {shown}, 1)")
    with page.expect_response("**/books/check"):
        held[0].continue_()
    page.wait_for_timeout(100)
    assert page.evaluate("window.shown") is None


def test_an_error_does_not_move_the_page_under_a_press(server: Server, visit: Open) -> None:
    page = visit(f"{server.address}/books/new")
    page.locator("#f-title").fill(" ")
    genre = page.get_by_role("checkbox", name="Science Fiction")
    box = genre.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    with page.expect_response("**/books/check"):
        page.mouse.down()
    page.wait_for_timeout(100)
    assert page.locator("#error-title").is_hidden()
    page.mouse.up()
    page.locator("#error-title").wait_for()
    assert genre.is_checked()


def test_a_whole_and_an_exact_rating_follow_each_other(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    page = visit(f"{server.address}/books/{dune(library).id}/edit")
    page.get_by_label("Exact rating").select_option("2.5")
    assert page.get_by_role("radio", name="3 stars").is_checked()
    save(page)
    assert (dune(library).rating, dune(library).exact_rating) == (3, 2.5)
    page.goto(f"{server.address}/books/{dune(library).id}/edit")
    assert page.get_by_label("Exact rating").input_value() == "2.5"
    page.get_by_role("radio", name="5 stars").check()
    assert page.get_by_label("Exact rating").input_value() == ""
    save(page)
    assert (dune(library).rating, dune(library).exact_rating) == (5, None)


def test_without_script_the_exact_rating_counts(server: Server, library: bookworm.Store) -> None:
    answer = server.ask("/books", "POST", "title=A&author=B&rating=3&exact_rating=4.25")
    assert answer.status == 303
    book = library.books.find("title:a author:b")[0]
    assert (book.rating, book.exact_rating) == (4, 4.25)


def test_people_with_roles_are_added_and_changed(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    page = visit(f"{server.address}/books/new", locale="de-DE")
    page.locator("#f-title").fill("Good Omens")
    for place, (name, role) in enumerate(
        [("Neil Gaiman", ""), ("Terry Pratchett", "Autor"), ("Andreas Brandhorst", "übersetzer")]
    ):
        if place:
            page.get_by_role("button", name="Person hinzufügen").click()
        page.locator("[name=person]").nth(place).fill(name)
        page.locator("[name=person_role]").nth(place).fill(role)
    save(page, "Speichern")
    assert page.locator("#head .by").first.inner_text() == "Neil Gaiman, Terry Pratchett"
    page.get_by_text("Übersetzer: Andreas Brandhorst").wait_for()
    book = library.books.find("omens")[0]
    assert book.author == "Neil Gaiman, Terry Pratchett"
    assert [each.role for each in book.contributors] == ["author", "author", "translator"]
    for name, key in (("Terry Pratchett", "author"), ("Andreas Brandhorst", "translator")):
        page.goto(f"{server.address}/books/{book.id}")
        page.get_by_role("link", name=name).click()
        page.wait_for_url("**/person?*")
        page.locator("main h2 a").click()
        page.wait_for_url(f"**q={key}*")
        assert titles(page) == ["Good Omens"]
    page.goto(f"{server.address}/books/{book.id}/edit")
    page.locator("[name=person]").nth(2).fill("")
    page.locator("[name=person_role]").nth(2).fill("")
    page.locator("[name=person_sort]").nth(1).fill("Pratchett, Terry")
    save(page, "Speichern")
    assert book.contributors == (
        bookworm.Contributor("Neil Gaiman"),
        bookworm.Contributor("Terry Pratchett", sort="Pratchett, Terry"),
    )


def test_a_role_without_a_name_is_refused(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    page = visit(f"{server.address}/books/{dune(library).id}/edit", java_script_enabled=False)
    page.locator("[name=person_role]").first.fill("Translator")
    page.get_by_role("button", name="Save").click()
    page.locator("#error-contributors").wait_for()
    assert page.locator("[name=person_role]").first.input_value() == "Translator"


def test_a_book_is_added_by_its_isbn(server: Server, visit: Open, library: bookworm.Store) -> None:
    page = visit(server.address)
    page.locator("#q").fill("0-06-051275-X")
    page.get_by_role("link", name="Add a book with this ISBN").click()
    assert page.get_by_label("ISBN").input_value() == "9780060512750"
    page.locator("#f-title").fill("The Dispossessed")
    page.locator("#f-author").fill("Ursula K. Le Guin")
    save(page)
    book = library.books.find("dispossessed")[0]
    assert list(book.identifiers) == [("isbn", "9780060512750")]


def test_a_scanned_isbn_that_is_there_already_is_said(server: Server, visit: Open) -> None:
    page = visit(f"{server.address}/books/new")
    page.get_by_label("ISBN").focus()
    page.keyboard.type("9780441172719\n")
    page.get_by_role("link", name="Dune, Frank Herbert").wait_for()
    assert page.locator("#f-title").evaluate("each => each === document.activeElement")
    page.get_by_label("ISBN").fill("9780441172710")
    page.locator("#f-title").focus()
    page.locator("#error-isbn").wait_for()
    assert page.locator("#there").is_hidden()


#: Debian's Chromium has a camera, a test picture, but reads no bar codes.
DETECTOR = """
    window.seen = [];
    window.BarcodeDetector = class {
        static getSupportedFormats() { return Promise.resolve(["ean_13"]); }
        async detect(source) {
            seen.push([source.constructor.name, source.videoWidth || source.width]);
            const values = seen.length < 3 ? [] : ["4006381333931", "9780441172719"];
            return values.map(rawValue => ({ rawValue }));
        }
    };
"""


def with_detector(page: Page) -> None:
    page.add_init_script(DETECTOR)
    page.reload()


def test_an_isbn_is_scanned_by_the_camera(server: Server, visit: Open) -> None:
    page = visit(f"{server.address}/books/new", permissions=["camera"])
    scan = page.get_by_role("button", name="Scan the bar code")
    assert scan.is_hidden()
    with_detector(page)
    scan.click()
    page.get_by_role("link", name="Dune, Frank Herbert").wait_for()
    assert page.get_by_label("ISBN").input_value() == "9780441172719"
    assert page.get_by_role("dialog").is_hidden()
    name, width = page.evaluate("seen.at(-1)")
    assert (name, width > 100) == ("HTMLVideoElement", True)
    # The camera is off again.
    until(lambda: bool(page.locator("#scanner video").evaluate("each => each.srcObject === null")))


def test_without_a_camera_an_isbn_is_read_from_a_photo(server: Server, visit: Open) -> None:
    page = visit(f"{server.address}/books/new")
    with_detector(page)
    page.get_by_role("button", name="Scan the bar code").click()
    page.get_by_text("The camera cannot be used.").wait_for()
    photo = {"name": "a.png", "mimeType": "image/png", "buffer": png()}
    for _ in range(2):
        page.locator("#scanner input").set_input_files(photo)  # type: ignore[arg-type]
        page.get_by_text("No ISBN was found in this photo.").wait_for()
        page.locator("#scanner .none").evaluate("each => each.hidden = true")
    page.locator("#scanner input").set_input_files(photo)  # type: ignore[arg-type]
    page.get_by_role("link", name="Dune, Frank Herbert").wait_for()
    assert page.evaluate("seen.at(-1)") == ["ImageBitmap", 40]


def test_all_that_is_wrong_is_said_at_once_in_the_librarys_words(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    page = visit(f"{server.address}/books/new", locale="de-DE")
    page.locator("#f-title").fill("  ")
    page.get_by_text("Die Ausgabe").click()
    page.locator("#f-year").fill("neunzehnhundert")
    page.locator("#f-price").fill("viel")
    page.get_by_role("button", name="Speichern").click()
    page.locator("#error-author").wait_for()
    errors = page.locator(".error:visible").all_inner_texts()
    assert errors == [
        "Bitte etwas eingeben.",
        "Bitte etwas eingeben.",
        "Ein Jahr wie 1965 oder -8.",
        "Ein Preis besteht aus einem Betrag ab 0 und einer Währung wie EUR.",
    ]
    assert page.locator("#f-year").input_value() == "neunzehnhundert"
    assert page.locator("#f-title").get_attribute("aria-invalid") == "true"
    assert library.books.count() == 4


def test_a_double_click_adds_one_book(server: Server, visit: Open, library: bookworm.Store) -> None:
    page = visit(f"{server.address}/books/new")
    page.locator("#f-title").fill("Once")
    page.locator("#f-author").fill("Somebody")
    page.get_by_role("button", name="Save").dblclick()
    page.get_by_role("heading", name="Once").wait_for()
    assert library.books.count() == 5


def test_a_field_is_checked_when_it_is_left(server: Server, visit: Open) -> None:
    page = visit(f"{server.address}/books/new")
    page.get_by_text("The edition", exact=True).click()
    page.get_by_label("Year of publication").fill("soon")
    page.get_by_label("Publisher").focus()
    page.get_by_text("A year such as 1965 or -8").wait_for()
    assert page.locator("#error-title").is_hidden()
    page.get_by_label("Year of publication").fill("1965")
    page.get_by_label("Publisher").focus()
    page.get_by_text("A year such as 1965 or -8").wait_for(state="hidden")


def test_a_field_that_is_left_during_a_check_is_checked_too(server: Server, visit: Open) -> None:
    page = visit(f"{server.address}/books/new")
    page.get_by_text("The edition", exact=True).click()
    held: list[Route] = []
    page.route("**/books/check", lambda route: held.append(route), times=1)
    page.locator("#f-year").fill("soon")
    with page.expect_request("**/books/check"):
        page.locator("#f-pages").focus()
    page.locator("#f-pages").fill("many")
    page.locator("#f-title").focus()

    def is_held() -> bool:
        # Lets the route be called.
        page.wait_for_timeout(20)
        return len(held) == 1

    until(is_held)
    held[0].continue_()
    page.locator("#error-pages").wait_for()
    page.locator("#error-year").wait_for()


def test_without_genres_the_form_says_so_and_makes_them(
    serve: Serve, store: bookworm.Store, path: Path, visit: Open
) -> None:
    page = visit(f"{serve(path).address}/books/new")
    page.get_by_text("You need to create some genres first.").wait_for()
    page.locator("#f-title").fill("Typed before")
    page.get_by_role("button", name="Create the standard genres").click()
    page.get_by_role("checkbox", name="Fantasy").wait_for(state="attached")
    assert page.locator("#f-title").input_value() == "Typed before"
    assert len(store.genres) == 7


def test_saving_changes_what_was_changed_and_nothing_else(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    page = visit(f"{server.address}/books/{dune(library).id}/edit")
    with library.observe() as observer:
        page.locator("#f-title").fill("Dune, again")
        save(page)
        changes = observer.next(5)
    assert changes is not None
    fields = {name for change in changes for name in change.fields}
    assert "title" in fields
    assert not fields & {"author", "rating", "genres", "review", "identifiers"}


def test_the_first_genre_is_chosen(server: Server, visit: Open, library: bookworm.Store) -> None:
    page = visit(f"{server.address}/books/{dune(library).id}/edit")
    page.locator("[name=first_genre]").select_option("Classics")
    save(page)
    assert dune(library).genres.names() == ["Classics", "Science Fiction"]


def test_an_open_form_takes_what_was_changed_in_fields_that_nobody_has_touched(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    page = visit(f"{server.address}/books/{dune(library).id}/edit")
    page.locator("#f-title").fill("My title")
    hears(page)
    dune(library).author = "F. Herbert"
    page.locator("#f-author[value='F. Herbert']").wait_for()
    assert page.locator("#f-title").input_value() == "My title"
    save(page)
    book = library.books.find("My title")[0]
    assert (book.title, book.author) == ("My title", "F. Herbert")


def test_what_both_have_changed_stands_beside_the_field(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    book = dune(library)
    page = visit(f"{server.address}/books/{book.id}/edit")
    page.locator("#f-title").fill("Mine")
    page.get_by_label("Review").fill("My review")
    hears(page)
    book.update(title="Theirs", review="Their review")
    page.locator("#field-title .torn pre").get_by_text("Theirs").wait_for()
    assert page.locator("#f-title").input_value() == "Mine"
    page.locator("#field-title").get_by_role("button", name="Take theirs").click()
    page.locator("#field-review").get_by_role("button", name="Keep mine").click()
    save(page)
    book.refresh()
    assert (book.title, book.review) == ("Theirs", "My review")


def test_without_script_a_save_asks_which_of_both_counts(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    book = dune(library)
    page = visit(f"{server.address}/books/{book.id}/edit", java_script_enabled=False)
    page.locator("#f-title").fill("Mine")
    page.get_by_label("Review").fill("My review")
    book.update(title="Theirs", review="Their review")
    page.get_by_role("button", name="Save").click()
    page.locator(".torn").first.wait_for()
    assert page.locator(".torn pre").all_inner_texts() == ["Theirs", "Their review"]
    page.locator("#field-title").get_by_label("Take theirs").check()
    save(page)
    book.refresh()
    assert (book.title, book.review) == ("Theirs", "My review")


def test_ten_mebibytes_of_a_title_are_refused_with_a_sentence(server: Server) -> None:
    answer = server.ask("/books", "POST", "author=A&title=" + "x" * (10 << 20))
    assert answer.status == 422
    assert re.search(r'id="error-title">Too long\.', answer.text)


def test_scripts_in_every_field_are_text(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    bad = "\"'><script>document.title='bad'</script><img src=x onerror=alert(1)>"
    library.genres.create(bad, "#123456")
    library.shelves.create(bad, 'title:"<b>"')
    book = library.books.create(
        bad, bad, genres=[bad], synopsis=bad, review=bad, notes=bad, series=bad, publisher=bad,
        format=bad, subtitle=bad, author_sort=bad, identifiers={"<b>": bad},
    )  # fmt: skip
    book.quotes.add(bad, bad)
    book.readings.add(note=bad)
    page = visit(f"{server.address}/?q=title:script")
    assert titles(page) == [bad]
    for path in (f"/books/{book.id}", f"/books/{book.id}/edit", "/genres", "/shelves"):
        page.goto(server.address + path)
        assert page.locator("img, main script").count() == 0
        assert "bad" not in page.title().replace(bad, "")
    page.goto(f"{server.address}/?q={'%3Cscript%3Ealert(1)%3C/script%3E:'}")
    assert page.locator("main script").count() == 0
