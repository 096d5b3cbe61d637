"""Lay out the tree's Markdown pages and the list of Python's classes as Sphinx reads them.

lay_out.py FOLDER. A link from a page to another one stays; one to any other file of the tree
becomes a download, and one to a folder its name.
"""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

import bookworm

ROOT = Path(__file__).resolve().parents[3]
OWN = Path(__file__).with_name("index.md")
GROUPS = {
    "Opening a store": ["open", "open_preview", "Store", "Transaction", "UndoStep"],
    "Rows": ["Book", "Genre", "Quote", "Reading", "Order", "Shelf"],
    "Collections": [
        *("Books", "Genres", "Quotes", "Readings", "Orders", "Shelves"),
        *("BookGenres", "BookQuotes", "BookReadings"),
    ],
    "Queries": ["Query", "Page", "Match", "ArrowRows", "Statistics", "StatisticsByGroup"],
    "Changes and forms": ["Observer", "Changes", "Change", "Binding", "Draft", "DraftField"],
    "Errors": [],
    "Everything else": [],
}


def pages() -> list[str]:
    """Return the tree's pages that are shown, as the first page lists them."""
    listed = re.findall(r"^[\w/-]+$", OWN.read_text(encoding="utf-8"), re.M)
    return [f"{name}.md" for name in listed if (ROOT / f"{name}.md").is_file()]


def laid_out(page: str, shown: set[str], folder: Path) -> str:
    """Return a page's text with its links as they are here, and copy what they lead to."""

    def link(found: re.Match[str]) -> str:
        text, target, place = found.groups()
        to = (ROOT / page).parent / target
        if to.is_dir():
            to /= "README.md"
        name = str(to.resolve().relative_to(ROOT))
        if not to.is_file():
            return text
        if name in shown:
            return f"[{text}](/{name}{place or ''})"
        if to.suffix == ".md":
            return text
        copy = folder / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(to, copy)
        return f"[{text}](/{name})"

    text = (ROOT / page).read_text(encoding="utf-8")
    return re.sub(r"\[([^\]]*)\]\((?!https?:|#)([^)#]*)(#[^)]*)?\)", link, text)


def python_pages(folder: Path) -> None:
    """Write a page for each group of the Python package's names, and the page that lists them."""
    groups = {title: list(names) for title, names in GROUPS.items()}
    grouped = {name for names in groups.values() for name in names}
    for name in bookworm.__all__:
        if name in grouped or name.startswith("_"):
            continue
        thing = getattr(bookworm, name)
        is_error = isinstance(thing, type) and issubclass(thing, BaseException)
        groups["Errors" if is_error else "Everything else"].append(name)
    folder.mkdir(parents=True)
    index = ["The Python package", "==================", "", ".. toctree::", ""]
    for title, names in groups.items():
        page = title.lower().replace(" ", "-")
        index.append(f"   {page}")
        lines = [title, "=" * len(title), ""]
        for name in names:
            thing = getattr(bookworm, name)
            kind = "class" if isinstance(thing, type) else "function" if callable(thing) else "data"
            kind = {"presentation": "module"}.get(name, kind)
            lines += [f".. auto{kind}:: bookworm.{name}", ""]
        (folder / f"{page}.rst").write_text("\n".join(lines), encoding="utf-8")
    (folder / "index.rst").write_text("\n".join(index) + "\n", encoding="utf-8")


def main() -> int:
    """Lay out all pages."""
    folder = Path(sys.argv[1])
    shown = set(pages())
    for page in shown:
        to = folder / page
        to.parent.mkdir(parents=True, exist_ok=True)
        to.write_text(laid_out(page, shown, folder), encoding="utf-8")
    first = OWN.read_text(encoding="utf-8").replace("@VERSION@", bookworm.library_version())
    (folder / "index.md").write_text(first, encoding="utf-8")
    python_pages(folder / "python")
    return 0


if __name__ == "__main__":
    sys.exit(main())
