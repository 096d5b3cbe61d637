"""What a program loads that imports the package, opens a store and reads a page."""

from __future__ import annotations

import ast
import inspect
import pickle
from pathlib import Path

import pytest
from conftest import Script

import bookworm

FIRST_PAGE = """
import sys
before = set(sys.modules)
import bookworm
with bookworm.open(sys.argv[1]) as store:
    assert [book.title for book in store.books.all()[:50]] == ["Dune"]
    assert [book.title for book in store.books.all().page(50).books] == ["Dune"]
print(*sorted(set(sys.modules) - before))
"""
# What takes long to load, and what no reading needs.
UNWANTED = {"asyncio", "contextlib", "decimal", "difflib", "re", "threading", "typing"}
WANTED = {
    "_native",
    "_native.book_fields",
    "_native.cpython",
    "_native.errors",
    "_native.fields",
    "_native.layout",
    "_native.library",
    "_native.modules",
    "_native.named_tuple",
    "_native.prototypes",
    "_native.values",
    "_version",
    "book",
    "book_genres",
    "books",
    "collections",
    "genre",
    "models",
    "opening",
    "prepared_query",
    "query",
    "row",
    "session",
    "store",
}


def test_the_first_page_loads_what_it_needs_and_no_more(
    store: bookworm.Store, path: Path, run: Script
) -> None:
    store.books.create("Dune", "Frank Herbert")
    done = run(FIRST_PAGE, path)
    assert done.stderr == ""
    loaded = set(done.stdout.split())
    assert loaded & UNWANTED == set()
    own = {name.partition(".")[2] for name in loaded if name.startswith("bookworm.")}
    assert own - WANTED == set()


def test_every_name_is_found_where_the_package_says() -> None:
    tree = ast.parse(inspect.getsource(bookworm))
    imported = {
        name.name: node.module
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.level
        for name in node.names
    }
    homes: dict[str, str] = vars(bookworm)["_HOMES"]
    assert {**imported, **homes} == imported
    assert imported.keys() == set(bookworm.__all__)
    assert imported.keys() - homes.keys() == {
        "__version__",
        "library_version",
        "presentation",
        "sqlite_version",
    }


def test_every_name_is_there_at_first_use(run: Script) -> None:
    script = """
    import bookworm
    assert set(bookworm.__all__) <= set(dir(bookworm))
    for name in bookworm.__all__:
        thing = getattr(bookworm, name)
        if name not in ("GenreLike", "Identifiers", "__version__", "presentation"):
            assert thing.__module__ == "bookworm", name
    assert bookworm.presentation.stars(3)
    from bookworm import *
    assert open is bookworm.open and Price(1, "EUR").currency == "EUR"
    """
    done = run(script)
    assert done.stderr == ""


def test_an_error_says_that_it_is_of_the_package_before_its_name_is_used(run: Script) -> None:
    done = run("import bookworm; bookworm.open('/nowhere/at/all')")
    assert done.stderr.splitlines()[-1].startswith("bookworm.NoSuchFileError: ")


@pytest.mark.parametrize("name", ["titel", "import_modul", "__wrapped__"])
def test_another_name_is_an_attribute_error(name: str) -> None:
    with pytest.raises(AttributeError, match=f"module 'bookworm' has no attribute '{name}'"):
        getattr(bookworm, name)


def test_tuples_and_errors_can_be_pickled() -> None:
    for made in (
        bookworm.Page([], None),
        bookworm.Identifier("isbn", "1"),
        bookworm.Statistics(1, 1, 5.0, (0, 0, 0, 0, 0, 1)),
        bookworm.Status.COMPLETED,
    ):
        again = pickle.loads(pickle.dumps(made))
        assert (type(again), again) == (type(made), made)
    assert bookworm.Change("inserted", "book", 3).fields == frozenset()
    assert bookworm.Page._fields == ("books", "cursor")
    assert (bookworm.Page.__doc__ or "").startswith("Some books of a query")
