"""Takes a picture of each page, in light, in dark and at a phone's width, to be looked at.

    python bindings/app/tests/web/screenshots.py FOLDER [PAGE...]

Whoever changes how a page looks runs it and looks at the pictures. With --readme it makes the two
pictures of bindings/app/README.md. Needs what the tests need.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

import bookworm

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from web.conftest import CHROMIUM, PATIENCE, Server
from web.test_import import GOODREADS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from playwright.sync_api import Page

PAGES = {
    "shelf": "/",
    "covers": "/",
    "line": "/?q=dune autor:herbert",
    "book": "/books/{book}",
    "order": "/books/{priced}?order=3",
    "add": "/books/new",
    "edit": "/books/{book}/edit",
    "genres": "/genres",
    "genre": "/genres/1?into=5",
    "shelves": "/shelves",
    "quotes": "/quotes",
    "facets": "/facets/author",
    "people": "/people",
    "person": "/person?name=Frank+Herbert",
    "series": "/series",
    "orders": "/orders",
    "statistics": "/statistics",
    "year": "/years/2025",
    "duplicates": "/duplicates",
    "merge": "/duplicates/{book}/{copy}",
    "import": "/import",
    "rehearsal": "{rehearsal}",
    "receipt": "{receipt}",
    "history": "/history",
    "missing": "/books/999",
    "scanner": "/books/new",
    "selected": "/",
    "menu": "/",
    "keys": "/",
}
#: What opens a part of a page.
OPENED = {
    "scanner": "document.querySelector('#scanner').showModal()",
    "selected": "document.querySelectorAll('.pick input').forEach((e, n) => n < 3 && e.click())",
    "menu": "document.querySelector('.menu summary').click()",
    "keys": "document.querySelector('#keys').showModal()",
}
LOOKS = {
    "light": {"color_scheme": "light", "viewport": {"width": 1280, "height": 900}},
    "dark": {"color_scheme": "dark", "viewport": {"width": 1280, "height": 900}},
    "phone": {"color_scheme": "light", "viewport": {"width": 360, "height": 780}},
}
README = {"shelf": ("shelf", "light"), "covers": ("covers", "dark")}


def fill(path: Path) -> dict[str, int]:
    """A preview with something on every page; the ids that addresses need."""
    bookworm.open_preview(path).close()
    with bookworm.open(path, history="terminal") as store:
        store.shelves.create("Good ones", "rating>=4 sort:-rating")
        store.shelves.create("To read", "status:unread")
        book = store.books.find("title:dune -messiah")[0]
        copy = store.books.create(
            "DUNE", "Frank Herbert", rating=4, review="On the bus.", pages=412
        )
        priced = next(each for each in store.books if each.price)
        store.orders.place(priced, 2)
        store.orders.cancel(store.orders.place(priced, 1))
        return {"book": book.id, "copy": copy.id, "priced": priced.id}


def uploaded(page: Page, address: str, folder: Path) -> dict[str, str]:
    """The addresses of a dry run and of a receipt."""
    file = folder / "goodreads_library_export.csv"
    file.write_text(GOODREADS, encoding="utf-8")
    made = {}
    for name in ("receipt", "rehearsal"):
        page.goto(f"{address}/import")
        page.locator("input[type=file]").set_input_files(file)
        page.wait_for_url("**/import/*")
        if name == "receipt":
            page.get_by_role("button", name="Import", exact=True).click()
            page.get_by_role("heading", name="Imported").wait_for()
        made[name] = page.url.removeprefix(address)
    return made


def main() -> None:
    """Takes the pictures."""
    options = argparse.ArgumentParser()
    options.add_argument("folder", type=Path)
    options.add_argument("pages", nargs="*", default=list(PAGES))
    options.add_argument("--readme", action="store_true", help="the two pictures of the README")
    given = options.parse_args()
    from playwright.sync_api import sync_playwright

    given.folder.mkdir(exist_ok=True)
    pages = list(README) if given.readme else given.pages
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "preview.books"
        ids = fill(path)
        if given.readme:
            with bookworm.open(path) as store:
                del store.books[ids["copy"]]
        server = Server(path)
        try:
            with sync_playwright() as driver:
                browser = driver.chromium.launch(
                    executable_path=CHROMIUM, args=["--no-sandbox", "--hide-scrollbars"]
                )
                addresses: dict[str, object] = {**ids}
                if not given.readme:
                    page = browser.new_page(locale="en-GB")
                    page.set_default_timeout(PATIENCE * 1000)
                    addresses |= uploaded(page, server.address, Path(folder))
                for look, settings in LOOKS.items():
                    context = browser.new_context(locale="en-GB", **settings)  # type: ignore[arg-type]
                    context.set_default_timeout(PATIENCE * 1000)
                    page = context.new_page()
                    for name in pages:
                        if given.readme and README[name][1] != look:
                            continue
                        view = "grid" if name == "covers" else "list"
                        context.add_cookies(
                            [{"name": "view", "value": view, "url": server.address}]
                        )
                        if given.readme:
                            page.set_viewport_size({"width": 1140, "height": 640})
                        page.goto(server.address + PAGES[name].format(**addresses))
                        if name in OPENED:
                            page.evaluate(OPENED[name])
                        page.wait_for_timeout(200)
                        file = f"{name}.png" if given.readme else f"{name}-{look}.png"
                        page.screenshot(path=given.folder / file)
                browser.close()
        finally:
            server.stop()


if __name__ == "__main__":
    main()
