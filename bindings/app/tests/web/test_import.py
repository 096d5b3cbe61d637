"""Importing a file in the browser: rehearsal, receipt, refused rows, undo."""

from __future__ import annotations

import datetime
import html
from pathlib import Path

import bookworm
import pytest

from .conftest import Answer, Open, Serve, Server, lasting_port

GOODREADS = """\
Book Id,Title,Author,ISBN13,My Rating,Exclusive Shelf,Bookshelves,Date Read,Date Added
1,"The Hobbit, Again (Arda, #0)",J.R.R. Tolkien,="9780547928227",4,read,,2024/03/01,2024/01/01
2,Dune,Frank Herbert,="9780441172719",3,read,,,2024/01/02
3,,Nobody,,2,to-read,,,2024/01/03
4,Emma <b>,Jane Austen,,7,read,,,2024/01/04
"""


def drop(tmp_path: Path, text: str, name: str = "goodreads_library_export.csv") -> Path:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def test_a_file_is_rehearsed_imported_and_undone(
    server: Server, visit: Open, library: bookworm.Store, tmp_path: Path
) -> None:
    page = visit(f"{server.address}/import")
    page.locator("input[type=file]").set_input_files(drop(tmp_path, GOODREADS))
    page.get_by_role("heading", name="What importing").wait_for()
    page.wait_for_load_state()
    text = page.locator("main").inner_text()
    said = ("Goodreads, 4 rows", "1\ncreated", "1\nmerged", "2\nrefused")
    for each in (*said, "Each book", "The Hobbit, Again", "Nothing has been imported yet."):
        assert each in text
    assert library.books.count() == 4
    page.get_by_role("button", name="Import", exact=True).click()
    page.get_by_role("heading", name="Imported: goodreads").wait_for()
    assert library.books.count() == 5
    assert library.books.find("hobbit")[0].rating == 4
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the refused rows").click()
    kept = Path(download.value.path()).read_text(encoding="utf-8")
    assert "Emma <b>" in kept
    assert kept.splitlines()[0].endswith(",why")
    # Reading the receipt again imports nothing, and the page stays after an undo.
    page.reload()
    page.get_by_role("button", name="Undo").click()
    page.get_by_text("Undone: Import").wait_for()
    page.get_by_role("heading", name="Import undone: goodreads").wait_for()
    assert library.books.count() == 4
    page.reload()
    page.get_by_role("heading", name="Import undone: goodreads").wait_for()
    assert page.get_by_role("button", name="Undo").count() == 0


REFUSED = {
    "en": ("merged", "'7' is not a rating from 0 to 5", "cannot be unzipped"),
    "de": ("ergänzt", "'7' ist keine Bewertung von 0 bis 5", "lässt sich nicht entpacken"),
    "pl": ("uzupełnione", "'7' to nie ocena od 0 do 5", "Nie można rozpakować"),
    "ko": ("보완됨", "'7'은(는) 0에서 5까지의 평점이 아님", "압축을 풀 수 없습니다"),
}


def send(server: Server, content: bytes, language: str) -> Answer:
    """Sends a file as a form does."""
    head = 'Content-Disposition: form-data; name="file"; filename="books.csv"'
    body = b"--x\r\n" + head.encode() + b"\r\n\r\n" + content + b"\r\n--x--\r\n"
    kind = "multipart/form-data; boundary=x"
    return server.ask("/import", "POST", body, Content_Type=kind, Accept_Language=language)


@pytest.mark.parametrize("language", REFUSED)
def test_rehearsal_receipt_and_refusal_are_in_the_browsers_language(
    server: Server, library: bookworm.Store, language: str
) -> None:
    merged, refused, broken = REFUSED[language]
    sent = send(server, GOODREADS.encode(), language)
    assert sent.status == 303
    for method, status in (("GET", 200), ("POST", 303), ("GET", 200)):
        answer = server.ask(sent.headers["location"], method, Accept_Language=language)
        assert answer.status == status
        if status == 200:
            text = html.unescape(answer.text)
            assert f"</b>{merged}<" in text
            assert f">{refused}<" in text
    assert library.books.count() == 5
    answer = send(server, b"PK\x03\x04 and nothing that a zip has", language)
    assert answer.status == 422
    assert broken in answer.text


def test_a_reading_that_ends_before_it_starts_is_named_in_rehearsal_and_receipt(
    server: Server, library: bookworm.Store
) -> None:
    rows = b"title,author,status,started,finished\nEmma,Jane Austen,completed,2024-03-15,2024-03-14"
    place = send(server, rows, "de").headers["location"]
    for method in ("GET", "POST", "GET"):
        answer = server.ask(place, method, Accept_Language="de")
        if method == "GET":
            said = "Zeile 2: eine Lektüre endet vor ihrem Beginn: 2024-03-15 bis 2024-03-14"
            assert f'<dt>Unklar</dt><dd dir="auto">{said}</dd>' in answer.text
    assert library.books.find("emma")[0].finished == datetime.date(2024, 3, 14)


def test_an_import_that_changes_nothing_offers_no_undo_of_another_step(
    server: Server, library: bookworm.Store
) -> None:
    cookie = server.ask("/").headers["set-cookie"].partition(";")[0]
    assert server.ask("/books/1/rating", "POST", "rating=1", Cookie=cookie).status == 303
    for changes in (True, False):
        place = send(server, GOODREADS.encode(), "en").headers["location"]
        assert server.ask(place, "POST", Cookie=cookie).status == 303
        assert ('action="/undo"' in server.ask(place, Cookie=cookie).text) == changes


def test_a_second_click_imports_nothing_more_and_says_so(
    server: Server, visit: Open, library: bookworm.Store, tmp_path: Path
) -> None:
    page = visit(f"{server.address}/import", java_script_enabled=False)
    page.locator("input[type=file]").set_input_files(drop(tmp_path, GOODREADS))
    page.get_by_role("button", name="Dry run").click()
    page.wait_for_url("**/import/*")
    receipt = page.url
    dry_run = page.context.new_page()
    dry_run.goto(receipt)
    for each in (page, dry_run):
        each.get_by_role("button", name="Import", exact=True).click()
        each.get_by_role("heading", name="Imported: goodreads").wait_for()
    dry_run.get_by_text("This file is already imported. Nothing was changed.").wait_for()
    # The receipt is that of the import, and so is its undo.
    text = dry_run.locator("main").inner_text()
    assert "1\ncreated" in text
    assert library.books.count() == 5
    # An import that was undone can be done again.
    dry_run.locator("main").get_by_role("button", name="Undo").click()
    dry_run.get_by_text("Undone: Import").wait_for()
    assert library.books.count() == 4
    cookie = "; ".join(f"{each['name']}={each['value']}" for each in page.context.cookies())
    assert server.ask(receipt[len(server.address) :], "POST", Cookie=cookie).status == 303
    assert library.books.count() == 5


def test_a_file_that_is_dropped_on_the_list_is_rehearsed(server: Server, visit: Open) -> None:
    page = visit(server.address)
    page.evaluate(
        """text => {
            const carried = new DataTransfer();
            carried.items.add(new File([text], "books.csv", { type: "text/csv" }));
            for (const kind of ["dragover", "drop"]) {
                const event = new DragEvent(kind, { dataTransfer: carried, bubbles: true });
                document.querySelector(".book").dispatchEvent(event);
            }
        }""",
        GOODREADS,
    )
    page.get_by_role("heading", name="What importing books.csv would do").wait_for()


def test_importing_again_changes_nothing(
    server: Server, visit: Open, library: bookworm.Store, tmp_path: Path
) -> None:
    page = visit(f"{server.address}/import")
    for _ in range(2):
        page.locator("input[type=file]").set_input_files(drop(tmp_path, GOODREADS))
        page.get_by_role("button", name="Import", exact=True).click()
        page.get_by_role("heading", name="Imported").wait_for()
        page.goto(f"{server.address}/import")
    assert library.books.count() == 5


def test_a_dry_run_before_a_restart_is_gone_and_says_so(
    serve: Serve, library: bookworm.Store, path: Path, visit: Open, tmp_path: Path
) -> None:
    server = serve(path, port=lasting_port())
    page = visit(f"{server.address}/import")
    page.locator("input[type=file]").set_input_files(drop(tmp_path, GOODREADS))
    page.get_by_role("heading", name="What importing").wait_for()
    server.stop()
    serve(path, port=server.port)
    page.get_by_role("button", name="Import", exact=True).click()
    said = "This dry run is no longer kept. Choose the file again."
    page.locator("#toast").get_by_text(said).wait_for()
    page.reload()
    page.get_by_role("alert").get_by_text(said).wait_for()
    page.locator("input[type=file]").wait_for()
    assert library.books.count() == 4


def test_what_is_no_such_file_is_said(
    server: Server, visit: Open, library: bookworm.Store, tmp_path: Path
) -> None:
    page = visit(f"{server.address}/import")
    for name, content in (
        ("../../evil.csv", "\x00\x01PNG"),
        ("picture.png", "x"),
        ("a.csv", "a,b\n"),
    ):
        file = {"name": name, "mimeType": "text/csv", "buffer": content.encode()}
        page.locator("input[type=file]").set_input_files(file)  # type: ignore[arg-type]
        page.get_by_role("alert").wait_for()
        assert "is not a known kind of file" in page.get_by_role("alert").inner_text()
        page.goto(f"{server.address}/import")
    assert library.books.count() == 4


def test_an_empty_store_imports_its_first_file(serve: Serve, tmp_path: Path, visit: Open) -> None:
    path = tmp_path / "new.books"
    page = visit(serve(path).address, java_script_enabled=False)
    page.locator(".invitation").get_by_role("link", name="Import a file").click()
    page.locator("input[type=file]").set_input_files(drop(tmp_path, GOODREADS))
    page.get_by_role("button", name="Dry run").click()
    page.get_by_role("button", name="Import", exact=True).click()
    page.get_by_role("heading", name="Imported").wait_for()
    with bookworm.open(path) as store:
        assert sorted(book.title for book in store.books) == ["Dune", "The Hobbit, Again"]
