"""Tests that the package's modules import downward only, for types too."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import bookworm

ROOT = Path(bookworm.__file__).parent


def name_of(file: Path) -> str:
    """Such as "book" and "_native.columns"; "" and "_native" for the packages themselves."""
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


# Names that the package itself exports are declared in its stub.
FILES = {name_of(file): file for kind in ("*.py", "*.pyi") for file in ROOT.rglob(kind)}


def imported(file: Path, known: set[str]) -> Iterator[str]:
    """Returns the imports of a module anywhere: at its top, in a function, for types, or at first
    use.
    """
    package = file.parent.relative_to(ROOT).parts
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            if node.level:
                start = package[: len(package) + 1 - node.level]
            elif (node.module or "").partition(".")[0] == "bookworm":
                start = ()
            else:
                continue
            module = (node.module or "").removeprefix("bookworm").strip(".")
            base = ".".join([*start, *filter(None, [module])])
            for alias in node.names:
                whole = f"{base}.{alias.name}".strip(".")
                yield whole if whole in known else base
        elif isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.partition(".")[0] == "bookworm":
                    yield alias.name.partition(".")[2]
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "LazyModule":
            if not node.keywords:  # package=None: one of Python's own
                yield ast.literal_eval(node.args[0])


def graph(files: dict[str, Path]) -> dict[str, set[str]]:
    return {name: set(imported(file, set(files))) for name, file in files.items()}


def order(imports: dict[str, set[str]]) -> list[str]:
    return list(TopologicalSorter(imports).static_order())


def test_no_module_imports_one_that_imports_it() -> None:
    imports = graph(FILES)
    assert sum(map(len, imports.values())) > 150  # otherwise nothing has been checked
    names = order(imports)
    assert set(names) == set(FILES)
    assert names[-1] == ""  # the package itself is above all of them


def test_what_crosses_the_border_imports_nothing_from_above() -> None:
    below = {name: found for name, found in graph(FILES).items() if name.startswith("_native")}
    assert len(below) > 10
    above = {
        f"{name} imports {each}"
        for name, found in below.items()
        for each in found
        if not each.startswith("_native")
    }
    assert above == set()


@pytest.mark.parametrize(
    "line",
    [
        "from .book import Book",
        "from . import book",
        "import bookworm.book",
        "from bookworm.book import Book",
        "def use():\n    from .book import Book",
        "TYPE_CHECKING = False\nif TYPE_CHECKING:\n    from .book import Book",
        'book = LazyModule("book")',
    ],
)
def test_a_circle_is_found_however_it_is_closed(tmp_path: Path, line: str) -> None:
    assert "row" in imported(FILES["book"], {"book", "row"})
    closing = tmp_path / "row.py"
    closing.write_text(line)
    with pytest.MonkeyPatch.context() as patched:
        patched.setitem(globals(), "ROOT", tmp_path)
        closed = set(imported(closing, {"book", "row"}))
    with pytest.raises(CycleError):
        order({"book": {"row"}, "row": closed})
