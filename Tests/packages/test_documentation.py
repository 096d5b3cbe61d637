"""The HTML pages describe all of both interfaces, and every link leads somewhere."""

from __future__ import annotations

import json
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
            print(f"bookworm.{kind.__name__}.{name}")
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of all pages. A link or a name without a target fails here."""
    made = tmp_path_factory.mktemp("documentation")
    support.output(support.PACKAGING / "documentation" / "build", support.PREFIX, made)
    return made


def anchors(folder: Path) -> set[str]:
    """Return the places in a folder's pages that a link can lead to."""
    texts = [page.read_text(encoding="utf-8") for page in folder.glob("*.html")]
    return {name for text in texts for name in re.findall(r' id="([^"]+)"', text)}


def test_every_call_and_every_type_of_c_has_its_place(folder: Path) -> None:
    interface = support.PREFIX / "share" / "bookworm" / "bookworm.json"
    data = json.loads(interface.read_text(encoding="utf-8"))
    kinds = ("functions", "structs", "enums", "handles", "masks", "constants")
    names = [item["name"] for kind in kinds for item in data[kind]]
    assert len(names) > 350
    assert [name for name in names if f"c.{name}" not in anchors(folder / "c")] == []


def test_every_member_of_every_class_in_python_has_its_place(folder: Path) -> None:
    package = support.ROOT / "bindings" / "python" / "src"
    library = support.PREFIX / "lib" / "libbookworm.so.2"
    listed = support.output(
        *("python3", "-B", "-c", MEMBERS),
        PYTHONPATH=str(package),
        BOOKWORM_LIBRARY=str(library),
    )
    members = listed.split()
    assert len(members) > 280
    there = anchors(folder / "python")
    assert [name for name in members if name not in there] == []
    assert {"bookworm.open", "bookworm.presentation.stars", "bookworm.BusyError"} <= there


def test_one_search_covers_the_pages_and_both_interfaces(folder: Path) -> None:
    index = (folder / "searchindex.js").read_text(encoding="utf-8")
    for page in ("README", "bindings/search-line", "bindings/server", "bindings/CHANGELOG"):
        assert f'"{page}"' in index
    for name in ("bw_query_run", "BW_ERROR_HANDLE", "set_status"):
        assert name in index


def test_the_pages_ask_for_nothing_from_the_network(folder: Path) -> None:
    asked = r'<(?:script|img|iframe)[^>]* src="(?:https?:)?//|<link[^>]* href="(?:https?:)?//'
    pages = [*folder.rglob("*.html")]
    assert len(pages) > 50
    assert [page for page in pages if re.search(asked, page.read_text(encoding="utf-8"))] == []
