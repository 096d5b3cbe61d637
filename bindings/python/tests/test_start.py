"""Tests which modules are loaded by a program that imports the package, opens a store and reads a
page.
"""

from __future__ import annotations

import ast
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
# Modules that load slowly and that no read needs.
UNWANTED = {"asyncio", "contextlib", "decimal", "difflib", "re", "threading", "typing"}
WANTED = {
    "_native",
    "_native.cpython",
    "_native.errors",
    "_native.field_tables",
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
    "undoing",
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


def test_every_name_is_declared_once_and_found_where_it_is_declared() -> None:
    stub = Path(bookworm.__file__).with_suffix(".pyi").read_text()
    imported = {
        name.asname: f"bookworm.{node.module or ''}".rstrip(".")
        for node in ast.parse(stub).body
        if isinstance(node, ast.ImportFrom)
        for name in node.names
        if name.asname == name.name  # otherwise a type checker would treat it as private
    }
    assert len(imported) > 70
    assert vars(bookworm)["_HOMES"] == imported
    assert sorted(imported) == vars(bookworm)["__all__"]


def test_every_name_is_there_at_first_use(run: Script) -> None:
    script = """
    import bookworm
    assert set(bookworm.__all__) <= set(dir(bookworm))
    others = {"ContributorLike", "FacetLike", "GenreLike", "Identifiers", "__version__"}
    others.add("presentation")
    for name in bookworm.__all__:
        thing = getattr(bookworm, name)
        if name not in others:
            assert thing.__module__ == "bookworm", name
    assert bookworm.presentation.stars(3)
    from bookworm import *
    assert open is bookworm.open and Price(1, "EUR").currency == "EUR"
    """
    done = run(script)
    assert done.stderr == ""


def test_a_signal_handler_may_use_what_is_being_loaded(run: Script) -> None:
    # Up to Python 3.13.0, one of two threads that import a module at once may find it empty:
    # gh-125245.
    script = """
    import collections.abc, os, signal, sys, bookworm
    from bookworm._native.modules import LazyModule
    class Interrupting:
        # Sends a signal during each import of a module of the package.
        def find_spec(self, name, path=None, target=None):
            if name.startswith("bookworm."):
                os.kill(os.getpid(), signal.SIGUSR1)
    names = [name for name in bookworm.__all__ if name not in ("open", "__version__")]
    lazy = LazyModule("imports")
    seen = 0
    def handle(number, frame):
        global seen
        for name in names:
            getattr(bookworm, name)
        lazy.import_from
        seen += 1
    signal.signal(signal.SIGUSR1, handle)
    sys.meta_path.insert(0, Interrupting())
    lazy.import_from
    for name in names:
        getattr(bookworm, name)
    assert seen > 0
    try:
        bookworm.presentation.nothing
    except AttributeError:
        print("done", end="")
    """
    for turn in ("", "names.reverse()"):
        done = run(script.replace("seen = 0", f"seen = 0; {turn}", 1))
        assert done.stderr == ""
        assert done.stdout == "done"


def test_an_error_says_that_it_is_of_the_package_before_its_name_is_used(run: Script) -> None:
    done = run("import bookworm; bookworm.open('/nowhere/at/all')")
    assert done.stderr.splitlines()[-1].startswith("bookworm.NoSuchFileError: ")


@pytest.mark.parametrize("name", ["titel", "import_modul", "__wrapped__"])
def test_another_name_is_an_attribute_error(name: str) -> None:
    with pytest.raises(AttributeError, match=f"module 'bookworm' has no attribute '{name}'"):
        getattr(bookworm, name)


def test_tuples_and_errors_can_be_pickled() -> None:
    for made in (
        bookworm.Page([], None, None),
        bookworm.Identifier("isbn", "1"),
        bookworm.Statistics(1, 1, 5.0, (0, 0, 0, 0, 0, 1)),
        bookworm.Status.COMPLETED,
    ):
        again = pickle.loads(pickle.dumps(made))
        assert (type(again), again) == (type(made), made)
    assert bookworm.Change("inserted", "book", 3).fields == frozenset()
    assert bookworm.Page._fields == ("books", "cursor", "previous")
    assert (bookworm.Page.__doc__ or "").startswith("Some books of a query")
