"""The HTML pages: all of both interfaces is on them, and no link leads nowhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import support

MEMBERS = """
import inspect, bookworm
for kind in filter(inspect.isclass, (getattr(bookworm, name) for name in bookworm.__all__)):
    for name in dir(kind):
        owner = next((c for c in kind.__mro__ if name in c.__dict__), kind)
        if not name.startswith("_") and owner.__module__.startswith("bookworm"):
            print(f"{kind.__name__}.{name}", f"{owner.__name__}.{name}")
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of all pages."""
    made = tmp_path_factory.mktemp("documentation")
    support.output(support.PACKAGING / "documentation" / "build", support.PREFIX, made)
    return made


def anchors(page: Path) -> set[str]:
    """Return the places of a page that a link can lead to."""
    return set(re.findall(r' (?:id|name)="([^"]+)"', page.read_text(encoding="utf-8")))


def test_every_call_is_there(folder: Path) -> None:
    header = (folder / "c" / "bookworm_8h.html").read_text(encoding="utf-8")
    for name in ("bw_store_open", "bw_query_run", "BW_ERROR_HANDLE"):
        assert name in header
    assert (folder / "c" / "search" / "search.js").is_file()


def test_an_option_of_a_command_is_no_dash(folder: Path) -> None:
    first = (folder / "c" / "index.html").read_text(encoding="utf-8")
    assert "pkg-config --cflags --libs bookworm" in first.replace("&#45;", "-")


def test_every_member_of_every_class_in_python_has_its_place(folder: Path) -> None:
    package = support.ROOT / "bindings" / "python" / "src"
    library = support.PREFIX / "lib" / "libbookworm.so.2"
    listed = support.output(
        *("python3", "-B", "-c", MEMBERS),
        PYTHONPATH=str(package),
        BOOKWORM_LIBRARY=str(library),
    )
    members = [line.split() for line in listed.splitlines()]
    assert len(members) > 300
    there = anchors(folder / "python" / "bookworm.html")
    # Inherited from a class that has a page, it stands at that.
    assert [own for own, inherited in members if not {own, inherited} & there] == []
    assert {"Book.title", "Query.where", "open"} <= there
    assert (folder / "python" / "search.js").is_file()


def test_no_link_of_pythons_pages_leads_nowhere(folder: Path) -> None:
    pages = {path.resolve(): anchors(path) for path in (folder / "python").rglob("*.html")}
    dead = []
    for page in pages:
        text = page.read_text(encoding="utf-8").partition("<script>")[0]
        for link in re.findall(r'href="([^":$]*)"', text):
            path, _, place = link.partition("#")
            to = (page.parent / path).resolve() if path else page
            if not to.is_file() or (place and place not in pages.get(to, {place})):
                dead.append((page.name, link))
    assert dead == []
