"""Every page: for everyone, in every language, and from this machine alone."""

from __future__ import annotations

import re
import string
from pathlib import Path

import bookworm
import pytest

from .conftest import Open, Serve, Server
from .pictures import png

PAGES = (
    "/", "/?q=autor:x", "/books/3", "/books/3?order=2", "/books/3/edit", "/books/new", "/genres",
    "/genres/1", "/genres/1?into=2", "/shelves", "/quotes", "/people", "/people?role=author",
    "/person?name=Frank+Herbert", "/series", "/orders",
    "/facets/genre", "/facets/rating?q=rating>=4", "/statistics", "/years/2024", "/duplicates",
    "/import", "/history", "/nothing",
)  # fmt: skip


@pytest.fixture
def preview(serve: Serve, tmp_path: Path) -> Server:
    """A server for the library's preview, with a shelf, duplicates and an order."""
    path = tmp_path / "preview.books"
    with bookworm.open_preview(path) as store:
        store.shelves.create("Good ones", "rating>=4")
        book = store.books.find("title:dune")[0]
        store.books.create(book.title.upper(), book.author)
        book.cover = png()
        priced = next(each for each in store.books if each.price)
        store.orders.place(priced, 2)
    return serve(path)


@pytest.mark.parametrize("look", ["light", "dark"])
def test_axe_finds_nothing_on_any_page(preview: Server, visit: Open, look: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="needs axe of PyPI")
    page = visit(preview.address, color_scheme=look, bypass_csp=True)
    found = {}
    for view in ("list", "grid"):
        page.context.add_cookies([{"name": "view", "value": view, "url": preview.address}])
        for path in PAGES if view == "list" else ("/",):
            page.goto(preview.address + path)
            results = axe.Axe().run(page)
            for each in results.response["violations"]:
                nodes = [node["html"][:120] for node in each["nodes"]][:3]
                found[f"{path} {each['id']}"] = nodes
    assert found == {}


def test_no_page_asks_anything_of_another_machine(preview: Server, visit: Open) -> None:
    asked: set[str] = set()
    page = visit(preview.address)
    page.on("request", lambda request: asked.add(re.sub(r"(?<=\w)/.*", "", request.url)))
    for path in PAGES:
        page.goto(preview.address + path)
        page.wait_for_timeout(50)
    assert asked == {preview.address}


def test_every_page_reads_without_script(preview: Server, visit: Open) -> None:
    page = visit(preview.address, java_script_enabled=False)
    for path in PAGES:
        page.goto(preview.address + path)
        assert page.locator("h1").count() == 1, path
        assert len(page.locator("main").inner_text()) > 20, path


@pytest.mark.parametrize("width", [320, 3840])
def test_no_page_is_wider_than_its_window(preview: Server, visit: Open, width: int) -> None:
    page = visit(preview.address, viewport={"width": width, "height": 800})
    for view in ("list", "grid"):
        page.context.add_cookies([{"name": "view", "value": view, "url": preview.address}])
        for path in PAGES if view == "list" else ("/",):
            page.goto(preview.address + path)
            wide = page.evaluate("document.documentElement.scrollWidth")
            assert wide <= width, path


def test_every_page_is_in_every_language(preview: Server) -> None:
    for language in ("en", "de", "pl", "ko"):
        for path in PAGES:
            answer = preview.ask(path, Accept_Language=language)
            assert answer.status < 500, (path, language)
            assert f'<html lang="{language}"' in answer.text, (path, language)


def test_texts_have_the_same_places_in_every_language() -> None:
    pytest.importorskip("jinja2", reason="`bookworm serve` needs jinja2")
    from bookworm_app.web.words.texts import TEXTS

    forms = {0: 2, 1: 2, 2: 3, 3: 1}
    for key, texts in TEXTS.items():
        assert len(texts) == 4, key
        places = [
            {name for _, name, _, _ in string.Formatter().parse(text) if name} for text in texts
        ]
        assert all(each == places[0] for each in places), key
        if "|" in texts[0]:
            assert [text.count("|") + 1 for text in texts] == list(forms.values()), key
        assert all(text.strip() for text in texts), key


def test_every_text_of_a_template_is_there() -> None:
    pytest.importorskip("jinja2", reason="`bookworm serve` needs jinja2")
    import bookworm_app.web.library as library
    from bookworm_app.web.words.texts import TEXTS

    asked = set()
    for path in (library.FOLDER / "templates").iterdir():
        asked |= set(re.findall(r"""\bt\(["']([^"']+)["'][,)]""", path.read_text("utf-8")))
    for path in library.FOLDER.glob("*.py"):
        asked |= set(re.findall(r"""\bwords\(\s*"([^"]+)"[,)]""", path.read_text("utf-8")))
    assert len(asked) > 50
    assert asked <= TEXTS.keys()
