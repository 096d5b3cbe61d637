"""The package's types, as mypy sees them from outside, and its documentation."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest

import bookworm

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
    conditions: bookworm.Conditions = {"genre": genre, "rating": 4}
    store.books.where(**conditions)
    identifiers: bookworm.Identifiers = {"isbn": "1"}
    store.books.create("T", "A", genres=None, status=None, identifiers=identifiers)
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
    "store.books.create('T')",
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


def test_everything_public_is_documented() -> None:
    missing = []
    for name in bookworm.__all__:
        thing = getattr(bookworm, name)
        aliases = ("GenreLike", "Identifiers")
        if name not in ("__version__", *aliases) and not inspect.getdoc(thing):
            missing.append(name)
        for kind in inspect.getmro(thing) if inspect.isclass(thing) else ():
            missing += [
                f"{name}.{member}"
                for member, value in vars(kind).items()
                if kind.__module__.startswith("bookworm")
                and not member.startswith("_")
                and not inspect.getdoc(value)
            ]
    assert missing == []


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
    assert {*bookworm.__all__, *members} - words == {"__version__"}
