"""Exports random books to each service's format; all values that it supports come back equal."""

from __future__ import annotations

import datetime
from typing import Any

import bookworm
import files
import pytest
from hypothesis import HealthCheck, example, given, settings, strategies

from bookworm_app import cli

day = datetime.date
_LETTERS = "A-Za-zÀ-ʯΑ-ωА-я가-힣一-龥"
WORDS = strategies.from_regex(
    rf"[{_LETTERS}0-9]{{1,8}}( [{_LETTERS}&'!?.-]{{1,8}}){{0,3}}", fullmatch=True
)
TAGS = strategies.lists(
    strategies.from_regex(r"[a-z가-힣]{2,9}(-[a-z]{2,6})?", fullmatch=True), max_size=3, unique=True
).map(lambda names: [name for name in names if name not in ("read", "reading", "to-read", "owned")])
DAYS = strategies.none() | strategies.dates(day(1970, 1, 1), day(2100, 1, 1))
TEXTS = strategies.from_regex(r"[A-Za-zäß가 &<>\"',;0-9]{0,20}(\n[a-z]{1,5}){0,2}", fullmatch=True)
BOOKS: strategies.SearchStrategy[dict[str, Any]] = strategies.fixed_dictionaries(
    {
        "title": WORDS,
        "author": WORDS,
        "rating": strategies.integers(0, 5),
        "tags": TAGS,
        "finished": DAYS,
        "review": TEXTS.map(str.strip),
        "year": strategies.integers(-2000, 2030).filter(bool),
        "pages": strategies.integers(1, 3000),
        "read": strategies.booleans(),
    }
)

#: Each name could be a part of damaged text.
ODD: list[dict[str, Any]] = [
    {
        "title": title, "author": author, "rating": 0, "tags": [], "finished": None, "review": "",
        "year": 1999, "pages": 1, "read": False,
    }
    for title, author in (("0", "ÂŽ"), ("ÃŽ", "ÅšÃŸ"))
]  # fmt: skip


def _iso(value: datetime.date | None, form: str = "%Y/%m/%d") -> str:
    return value.strftime(form) if value else ""


def _html(text: str) -> str:
    from html import escape

    return escape(text, quote=False).replace("\n", "<br/>")


def goodreads(number: int, book: dict[str, Any]) -> dict[str, object]:
    return {
        "Book Id": number,
        "Title": book["title"],
        "Author": book["author"],
        "My Rating": f"{book['rating']}.0",
        "Date Read": _iso(book["finished"]) if book["read"] else "",
        "Bookshelves": ", ".join(book["tags"]),
        "Exclusive Shelf": "read" if book["read"] else "to-read",
        "My Review": _html(book["review"]),
        "Original Publication Year": book["year"],
        "Number of Pages": book["pages"],
    }


def storygraph(number: int, book: dict[str, Any]) -> dict[str, object]:
    return {
        "Title": book["title"],
        "Authors": book["author"],
        "ISBN/UID": f"uid-{number}",
        "Read Status": "read" if book["read"] else "to-read",
        "Last Date Read": _iso(book["finished"]) if book["read"] else "",
        "Star Rating": book["rating"] or "",
        "Review": _html(book["review"]),
        "Tags": ", ".join(book["tags"]),
    }


def hardcover(number: int, book: dict[str, Any]) -> dict[str, object]:
    return {
        "Title": book["title"],
        "Author": book["author"],
        "Hardcover Book ID": number,
        "Status": "Read" if book["read"] else "Want to Read",
        "Date Finished": _iso(book["finished"], "%Y-%m-%d") if book["read"] else "",
        "Rating": book["rating"] or "",
        "Review": _html(book["review"]),
        "Genres": ", ".join(book["tags"]),
        "Pages": book["pages"],
    }


def librarything(number: int, book: dict[str, Any]) -> dict[str, object]:
    return {
        "Book Id": number,
        "Title": book["title"],
        "Primary Author": book["author"],
        "Date Read": f"[{_iso(book['finished'], '%Y-%m-%d')}]" if book["read"] else "",
        "Collections": "Read but unowned" if book["read"] else "To read",
        "Rating": book["rating"] or "",
        "Review": _html(book["review"]),
        "Tags": ", ".join(book["tags"]),
        "Page Count": book["pages"],
    }


def bookwyrm(number: int, book: dict[str, Any]) -> dict[str, object]:
    return {
        "title": book["title"],
        "author_text": book["author"],
        "remote_id": f"https://example.test/book/{number}",
        "finish_date": _iso(book["finished"], "%Y-%m-%d") if book["read"] else "",
        "rating": book["rating"] or "",
        "review_content": _html(book["review"]),
        "shelf": "read" if book["read"] else "to-read",
    }


def openreads(number: int, book: dict[str, Any]) -> dict[str, object]:
    return {
        "title": book["title"],
        "author": book["author"],
        "status": "finished" if book["read"] else "planned",
        "rating": book["rating"] or "",
        "tags": "|||||".join(book["tags"]),
        "my_review": _html(book["review"]),
        "publication_year": book["year"],
        "pages": book["pages"],
        "readings": f"|{_iso(book['finished'], '%Y-%m-%d')}|" if book["read"] else "",
    }


#: For each service: the columns, the writer, the separator and the supported fields.
SERVICES: dict[str, Any] = {
    "Goodreads": (files.GOODREADS[23], goodreads, ",", ("tags", "year", "pages")),
    "StoryGraph": (files.STORYGRAPH, storygraph, ",", ("tags",)),
    "Hardcover": (files.HARDCOVER, hardcover, ",", ("tags", "pages")),
    "LibraryThing": (files.LIBRARYTHING, librarything, "\t", ("tags", "pages")),
    "BookWyrm": (files.BOOKWYRM, bookwyrm, ",", ()),
    "Openreads": (files.OPENREADS, openreads, ",", ("tags", "year", "pages")),
}


@pytest.mark.parametrize("service", SERVICES)
@settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))
@given(rows=strategies.lists(BOOKS, min_size=1, max_size=12))
@example(rows=ODD)
def test_a_file_of_random_books_comes_in_and_compares_equal(
    tmp_path_factory: pytest.TempPathFactory, service: str, rows: list[dict[str, Any]]
) -> None:
    columns, write, delimiter, held = SERVICES[service]
    folder = tmp_path_factory.mktemp("trip")
    made = [write(number, book) for number, book in enumerate(rows, 1)]
    path = files.write(folder / "file", columns, *made, delimiter=delimiter)
    assert cli.run(["--store", str(folder / "a.books"), "import", str(path)]) == 0
    with bookworm.open(folder / "a.books") as store:
        books = list(store.books.order_by("id"))
        assert len(books) == len(rows)
        before = store.observe().transaction
        there = sorted(
            (_shown(book.title, book.author, book.rating, book.review or "", str(book.status),
                    book.finished, book.genres.names(), book.year, book.pages, held)
             for book in books),
            key=repr,
        )  # fmt: skip
    wanted = sorted(
        (_shown(book["title"], book["author"], book["rating"], book["review"],
                "completed" if book["read"] else "on-shelf",
                book["finished"] if book["read"] else None, book["tags"], book["year"],
                book["pages"], held)
         for book in rows),
        key=repr,
    )  # fmt: skip
    assert there == wanted
    assert cli.run(["--store", str(folder / "a.books"), "import", str(path)]) == 0
    with bookworm.open(folder / "a.books") as store:
        assert store.observe().transaction == before


def _shown(title: str, author: str, rating: int, review: str, status: str,
           finished: datetime.date | None, tags: list[str], year: int | None, pages: int | None,
           held: tuple[str, ...]) -> tuple[object, ...]:  # fmt: skip
    others = {"tags": sorted(tags), "year": year, "pages": pages}
    review = "\n".join(line.strip() for line in review.split("\n"))
    return (title, author, rating, review, status, finished, *(others[name] for name in held))
