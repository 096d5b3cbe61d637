"""Covers: chosen as a file, dropped or pasted, and served as pictures that run no script."""

from __future__ import annotations

import base64
import http.client
import struct

import bookworm

from .conftest import PATIENCE, Open, Server
from .pictures import png
from .test_form import dune, save
from .test_shelf import hears, row, until

TYPE_CHECKING = False
if TYPE_CHECKING:
    from playwright.sync_api import Page


def carry(page: Page, kind: str, selector: str, data: bytes) -> None:
    """Drops or pastes a picture on an element."""
    page.evaluate(
        """([kind, selector, text]) => {
            const bytes = Uint8Array.from(atob(text), (each) => each.charCodeAt(0));
            const carried = new DataTransfer();
            carried.items.add(new File([bytes], "cover.png", { type: "image/png" }));
            const made = kind === "drop"
                ? new DragEvent("drop", { dataTransfer: carried, bubbles: true, cancelable: true })
                : new ClipboardEvent("paste", { clipboardData: carried, bubbles: true,
                                                cancelable: true });
            document.querySelector(selector).dispatchEvent(made);
        }""",
        [kind, selector, base64.b64encode(data).decode()],
    )


def test_a_book_gets_a_cover_in_the_form_and_everywhere(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    book = dune(library)
    page = visit(f"{server.address}/books/{book.id}/edit")
    page.locator("#f-cover").set_input_files(
        {"name": "a.png", "mimeType": "image/png", "buffer": png()}
    )
    page.get_by_role("button", name="Save").click()
    shown = page.get_by_role("img", name="Cover of “Dune” by Frank Herbert")
    shown.wait_for()
    until(lambda: shown.evaluate("each => each.complete && each.naturalWidth") == 40)
    assert book.cover is not None
    assert book.cover.data == png()
    page.goto(server.address)
    small = row(page, "Dune").locator("img.cover")
    until(lambda: small.evaluate("each => each.naturalHeight") == 60)
    assert row(page, "Dracula").locator("span.cover").count() == 1


def test_a_new_book_has_the_picture_that_is_pasted(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    page = visit(f"{server.address}/books/new")
    carry(page, "paste", "#f-title", png())
    page.locator("#f-author").fill("Somebody")
    page.get_by_role("button", name="Save").click()
    page.locator("#error-title").wait_for()
    # The picture is still there after the form was refused.
    page.locator("#f-title").fill("With a picture")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("img", name="Cover of “With a picture” by Somebody").wait_for()


def test_a_picture_that_is_dropped_on_a_book_is_its_cover_and_can_be_undone(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    book = dune(library)
    page = visit(f"{server.address}/books/{book.id}")
    carry(page, "drop", "h1", png())
    page.get_by_role("img", name="Cover of “Dune”").wait_for()
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("img", name="Cover of “Dune”").wait_for(state="detached")
    assert book.cover is None


def test_a_cover_of_another_program_shows_and_is_removed(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    book = dune(library)
    page = visit(server.address)
    hears(page)
    book.cover = png()
    row(page, "Dune").locator("img.cover").wait_for()
    page.goto(f"{server.address}/books/{book.id}/edit")
    page.get_by_label("Remove the cover").check()
    save(page)
    assert book.cover is None


def test_what_is_no_picture_is_refused_with_a_sentence(
    server: Server, visit: Open, library: bookworm.Store
) -> None:
    address = f"{server.address}/books/{dune(library).id}/edit"
    page = visit(address)
    for content in (
        b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        b"<script>",
        png()[:-9],
        b"GIF89a",
        # A file of a few bytes that claims to have many pixels.
        png()[:16] + struct.pack(">II", 60_000, 60_000) + png()[24:],
    ):
        page.goto(address)
        page.locator("#f-title").fill("Dune, changed")
        file = {"name": "a.png", "mimeType": "image/png", "buffer": content}
        page.locator("#f-cover").set_input_files(file)  # type: ignore[arg-type]
        page.get_by_role("button", name="Save").click()
        page.locator("#error-cover").wait_for()
        assert page.locator("#f-title").input_value() == "Dune, changed"
        assert dune(library).title == "Dune"
        assert dune(library).cover is None


def test_covers_are_served_as_pictures_alone(server: Server, library: bookworm.Store) -> None:
    book = dune(library)
    assert server.ask(f"/covers/{book.id}").status == 404
    assert server.ask("/covers/99").status == 404
    book.cover = png(100, 100) + b"<script>alert(1)</script>" * 200
    assert book.cover is not None
    digest = book.cover.digest
    answer = server.ask(f"/covers/{book.id}?v={digest}", Accept_Encoding="gzip")
    assert answer.status == 200
    assert answer.headers["content-type"] == "image/png"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "default-src 'none'; sandbox" in answer.headers["content-security-policy"]
    assert "immutable" in answer.headers["cache-control"]
    assert "content-encoding" not in answer.headers
    plain = server.ask(f"/covers/{book.id}")
    assert plain.headers["cache-control"] == "private, no-cache"
    tag = plain.headers["etag"]
    assert server.ask(f"/covers/{book.id}", If_None_Match=tag).status == 304
    book.cover = png()
    assert server.ask(f"/covers/{book.id}", If_None_Match=tag).status == 200


def test_another_site_may_not_show_a_cover(server: Server, library: bookworm.Store) -> None:
    dune(library).cover = png()
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    headers = {
        "Host": f"localhost:{server.port}",
        "Sec-Fetch-Site": "cross-site",
        "Sec-Fetch-Mode": "no-cors",
    }
    connection.request("GET", "/covers/1", headers=headers)
    assert connection.getresponse().status == 403
    connection.close()
    assert server.ask("/covers/1").headers["cross-origin-resource-policy"] == "same-origin"
