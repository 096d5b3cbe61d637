"""Tests the package's types, as mypy sees them from outside, and its documentation."""

from __future__ import annotations

import datetime
import inspect
import json
import pydoc
import re
import subprocess
import sys
import textwrap
import threading
from pathlib import Path
from typing import Any

import pytest
from conftest import blocks

import bookworm

HERE = Path(__file__).resolve().parents[1]

GOOD = """
import datetime
from typing import Iterator, List, Optional
import bookworm

with bookworm.open("x", timeout=1) as store:
    book: bookworm.Book = store.books.create("T", "A", genres=["G", 3], rating=5)
    book.rating = 4
    book.status = "completed"
    book.status = bookworm.Status.COMPLETED
    book.genres = ["Fantasy", store.genres["x"], 4]
    book.identifiers = {"isbn": "1"}
    book.identifiers = (*book.identifiers, ("doi", "2"))
    genre: bookworm.GenreLike = store.genres["x"]
    facet: bookworm.FacetLike = store.facets("genre")[0]
    store.books.all().with_facet("genre", facet)
    conditions: bookworm.Conditions = {"genre": genre, "rating": 4}
    store.books.where(**conditions)
    identifiers: bookworm.Identifiers = {"isbn": "1"}
    store.books.create("T", "A", genres=None, status=None, identifiers=identifiers)
    reading: bookworm.NewReading = {"finished": datetime.date(2020, 1, 2), "note": "Good"}
    store.books.create("T", "A", readings=[reading, {}])
    year: Optional[int] = book.year
    created: datetime.datetime = book.created
    started: Optional[datetime.date] = book.started
    query: bookworm.Query = store.books.where(genre="Fantasy", rating=(4, 5)).order_by("-rating")
    books: List[bookworm.Book] = list(query[:20])
    one: bookworm.Book = query[3]
    every: Iterator[bookworm.Book] = iter(store.books)
    maybe: Optional[bookworm.Book] = store.books.get(3)
    ids: List[int] = store.books.create_many([{"title": "T", "author": "A"}])
    ids = store.books.create_many(title=["T"], author=["A"])
    some: bookworm.ArrowRows = query.arrow("title", "author")
    ids = store.books.create_many(some) + store.books.create_many(query)
    with store.transaction() as transaction:
        transaction.books.create("T", "A")
    book.price = bookworm.Price(1299, "EUR")
    price: Optional[bookworm.Price] = book.price
    order: bookworm.Order = store.orders.place(book, 2)
    totals: List[bookworm.OrderTotal] = store.orders.totals()
    stars: str = bookworm.presentation.stars(book.rating)
    star: bookworm.Star = bookworm.StarControl(maximum=3).star(1, 2)
    moved: bool = bookworm.Stepper().step()
    with store.transaction(name="Tidy up"):
        done: str = store.undo_name or store.undo()
    query = store.books.search("dune sand*", fields=("title", "quotes"), match="any")
    match: bookworm.Match
    for match in query.order_by("relevance").matches():
        found: bookworm.Book = match.book
        where: Optional[str] = match.field or match.snippet
        rank: Optional[float] = match.rank
    page = query.page(10)
    cursor: Optional[str] = page.cursor
    try:
        pass
    except bookworm.NotFoundError as error:
        field: Optional[str] = error.field
    with query[:20].observe("rating") as observer, book.bind("rating") as rating:
        changes: Optional[bookworm.Changes] = observer.next(timeout=1)
        for changes in observer:
            change: bookworm.Change = changes[0]
            position: Optional[int] = change.position
        heard: bool = rating.wait(1)
    several: List[bookworm.Book] = query[:20].observe().page
    fantasy: bookworm.Query = genre.books if isinstance(genre, bookworm.Genre) else query
    further: List[bookworm.Book] = list(book.genres[0].books[:20])
    observer.run(lambda changes: print(changes.transaction + 1))
"""

BAD = [
    'store.observe(["title"])',
    'book.rating = "five"',
    "book.identifiers.append(('a', 'b'))",
    "book.titel",
    "book.price = 12.99",
    "book.picture = 'x'",
    "store.orders.place('Dune')",
    "book.title = None",
    "book.id = 'x'",
    'store.books.where(gener="x")',
    'store.books.where(rating="x")',
    'store.books["1"]',
    "bookworm.open('x', timeout='soon')",
]


def mypy(tmp_path: Path, text: str) -> str:
    file = tmp_path / "sample.py"
    file.write_text(text)
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path), str(file)],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    return done.stdout + done.stderr


def test_the_types_allow_what_works_and_refuse_what_does_not(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    assert "Success" in mypy(tmp_path, GOOD)
    head = 'import bookworm\nstore = bookworm.open("x")\nbook = store.books[1]\n'
    output = mypy(tmp_path, head + "\n".join(BAD) + "\n")
    for line in range(4, 4 + len(BAD)):
        assert f"sample.py:{line}: error" in output, BAD[line - 4]


def pyright(tmp_path: Path, *files: Path) -> str:
    """Returns pyright's report, by its default rules."""
    config = tmp_path / "pyrightconfig.json"
    rules = {"typeCheckingMode": "standard", "reportMissingModuleSource": False}
    # The examples import a package for their progress bar, which is not part of the test.
    rules["reportMissingImports"] = False
    config.write_text(json.dumps({**rules, "include": [str(file) for file in files]}))
    done = subprocess.run(
        (sys.executable, "-m", "basedpyright", "-p", str(config), "--pythonpath", sys.executable),
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    return done.stdout + done.stderr


def test_pyright_allows_what_works_and_refuses_what_does_not(tmp_path: Path) -> None:
    pytest.importorskip("basedpyright")
    good, bad = tmp_path / "good.py", tmp_path / "bad.py"
    good.write_text(GOOD)
    head = 'import bookworm\nstore = bookworm.open("x")\nbook = store.books[1]\n'
    bad.write_text(head + "\n".join(BAD) + "\n")
    assert "0 errors" in pyright(tmp_path, good)
    output = pyright(tmp_path, bad)
    for line in range(4, 4 + len(BAD)):
        assert f"bad.py:{line}:" in output, BAD[line - 4]


def test_the_package_and_what_its_pages_show_are_right_to_both_checkers(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    pytest.importorskip("basedpyright")
    shown = []
    for number, page in enumerate((HERE / "README.md", HERE.parents[1] / "README.md")):
        for place, block in enumerate(blocks(page)):
            file = tmp_path / f"block_{number}_{place}.py"
            file.write_text(block if "import bookworm" in block else f"import bookworm\n{block}")
            shown.append(file)
            assert "Success" in mypy(tmp_path, file.read_text()), block
    assert len(shown) >= 2
    package = Path(bookworm.__file__).parent
    found = pyright(tmp_path, *shown, HERE / "examples", package)
    assert "0 errors" in found, found


def test_everything_public_is_documented() -> None:
    missing = []
    for name in vars(bookworm)["__all__"]:
        thing = getattr(bookworm, name)
        aliases = ("ContributorLike", "FacetLike", "GenreLike", "Identifiers")
        if name not in ("__version__", *aliases) and not inspect.getdoc(thing):
            missing.append(name)
        for kind in inspect.getmro(thing) if inspect.isclass(thing) else ():
            missing += [
                f"{name}.{member}"
                for member, value in vars(kind).items()
                if kind.__module__.startswith("bookworm")
                and not member.startswith("_")
                and member not in getattr(kind, "_fields", ())  # in the class's own docstring
                and not inspect.getdoc(value)
            ]
    assert missing == []


def test_all_help_has_one_form() -> None:
    order = ["Attributes:", "Args:", "Returns:", "Raises:"]
    wrong = []
    for name, text in sorted(public_help().items()):
        lines = text.splitlines()
        sections = [line for line in lines if re.fullmatch(r"[A-Z]\w+:", line)]
        if not (
            lines[0].endswith(".")
            and lines[1:2] in ([], [""])
            and sections == [section for section in order if section in sections]
            and all(lines[lines.index(section) - 1] == "" for section in sections)
        ):
            wrong.append((name, lines[0], sections))
    assert wrong == []


def public_help() -> dict[str, str]:
    """Returns the text of help(), by the name of the function, class, method or property."""
    found = {}
    for name in vars(bookworm)["__all__"]:
        thing = getattr(bookworm, name)
        if inspect.isroutine(thing) or inspect.isclass(thing):
            found[name] = inspect.getdoc(thing) or ""
        for member in dir(thing) if inspect.isclass(thing) else ():
            text = inspect.getdoc(inspect.getattr_static(thing, member))
            if text and not issubclass(thing, str):
                found[f"{name}.{member}"] = text
    return found


def test_the_help_is_short_and_says_nothing_that_python_says_of_every_class() -> None:
    shown = pydoc.plain(pydoc.render_doc(bookworm))
    assert shown.count("class ") > 40
    assert "with_traceback" not in shown
    assert "Alias for field number" not in shown
    assert "No row has this id" in shown
    inherited = set(re.findall(r"inherited from (builtins|collections|typing)", shown))
    assert inherited == set()
    assert len(shown.splitlines()) <= 4000


def test_the_help_shows_what_classes_inherit_in_one_of_them() -> None:
    shown: dict[tuple[type, str], str] = {}
    for name in vars(bookworm)["__all__"]:
        thing = getattr(bookworm, name)
        if not inspect.isclass(thing):
            continue
        for member in dir(thing):
            home = next(kind for kind in inspect.getmro(thing) if member in vars(kind))
            assert home.__module__.startswith("bookworm"), f"{name}.{member}"
            if home is not thing:
                assert (home, member) not in shown, f"{name}.{member}"
                shown[home, member] = name
    assert ("refresh", "Book") in {(member, name) for (_, member), name in shown.items()}


def test_dir_of_an_object_lists_what_dir_of_its_class_leaves_to_another(
    store: bookworm.Store,
) -> None:
    genre = store.genres.create("Fantasy")
    assert "refresh" not in dir(bookworm.Genre)
    assert {"refresh", "name", "__eq__"} <= set(dir(genre))
    assert {"title", "rating"} <= set(dir(bookworm.Draft()))


@pytest.mark.parametrize(
    "documented",
    [bookworm, bookworm.Binding, bookworm.Draft, bookworm.Observer, bookworm.restore],
    ids=lambda thing: str(thing.__name__),
)
def test_the_examples_in_the_help_run(
    documented: Any, store: bookworm.Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path / "empty")
    store.backup("monday.books")
    book = store.books.create("Dune", "Frank Herbert")
    book.readings.add()
    names: dict[str, Any] = {"bookworm": bookworm, "store": store, "book": book}
    examples = examples_in(inspect.getdoc(documented) or "")
    assert examples
    closing = threading.Timer(1.5, lambda: close(names))
    closing.start()
    for example in examples:
        exec(example, names)
    closing.cancel()


def close(names: dict[str, Any]) -> None:
    """Ends the examples that wait for ever."""
    for each in list(names.values()):
        if isinstance(each, (bookworm.Observer, bookworm.Binding)):
            each.close()


def examples_in(text: str) -> list[str]:
    """Returns the code blocks of a docstring: those at its beginning, or after `Example::`."""
    found = re.findall(r"(?:^|\n)Example::\n\n((?:    .*\n|\n)+)", f"{text}\n")
    found = found or re.findall(r"\n\n((?:    .*\n|\n)+)", f"{text}\n")[:1]
    return [textwrap.dedent(block) for block in found]


def test_the_examples_of_presentation_show_its_results() -> None:
    from bookworm import presentation

    error = bookworm.InvalidError("must not be blank", field="title")
    price = bookworm.Price(1299, "EUR")
    names: dict[str, Any] = {"presentation": presentation, "error": error, "price": price}
    names.update(Status=bookworm.Status, datetime=datetime)
    shown = re.findall(r"^    (presentation\..*?) +# (.*)$", presentation.__doc__ or "", re.M)
    assert len(shown) > 15
    for call, said in shown:
        found = eval(call, names)
        if isinstance(found, float):
            assert said.startswith(f"{found:.1f}")
        elif not said.startswith("one character"):
            wanted = eval(re.split(r"[;:,] (?=[a-z])", said)[0], names)
            assert found == wanted or found.replace("\N{NO-BREAK SPACE}", " ") == wanted, call


def test_the_help_of_a_book_says_which_fields_can_be_set() -> None:
    shown = pydoc.plain(pydoc.render_doc(bookworm.Book))
    constant = shown.split("Readonly properties", 1)[1].split("-----", 1)[0]
    named = re.findall(r"^ \|  (\w+)$", constant, re.MULTILINE)
    assert named == ["global_id", "picture", "quotes", "readings", "sources"]


def test_the_help_has_an_index_of_all_that_is_public() -> None:
    words = set(re.findall(r"\w+", bookworm.__doc__ or ""))
    kinds = (bookworm.Store, bookworm.Books, bookworm.Book, bookworm.Genres, bookworm.Genre)
    feed = (bookworm.Observer, bookworm.Changes, bookworm.Binding)
    members = [
        member
        for kind in (*kinds, bookworm.BookGenres, bookworm.Query, *feed)
        for member, value in vars(kind).items()
        if not member.startswith("_")
    ]
    assert {*vars(bookworm)["__all__"], *members} - words == {"__version__"}
