"""The CSV format that Goodreads imports."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from html import escape

from . import count_lost, first_author, isbn, people, write_csv

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

HEADER = (
    "Book Id", "Title", "Author", "Author l-f", "Additional Authors", "ISBN", "ISBN13",
    "My Rating", "Average Rating", "Publisher", "Binding", "Number of Pages", "Year Published",
    "Original Publication Year", "Date Read", "Date Added", "Bookshelves",
    "Bookshelves with positions", "Exclusive Shelf", "My Review", "Spoiler", "Private Notes",
    "Read Count", "Owned Copies",
)  # fmt: skip
SHELVES = {
    "on-shelf": "to-read",
    "in-progress": "currently-reading",
    "completed": "read",
    "did-not-finish": "did-not-finish",
}
_NO_PLACE = ("subtitle", "favourite", "started", "language", "price", "synopsis", "quotes")


def write(books: Iterable[dict[str, Any]], out: Any, lost: Counter[str], *, safe: bool) -> int:
    """Writes the books, and returns their number."""
    return write_csv(out, HEADER, (_row(book, lost) for book in books), safe=safe)


def _row(book: dict[str, Any], lost: Counter[str]) -> list[object]:
    count_lost(book, lost, _NO_PLACE)
    done = [each for each in book["readings"] if each["outcome"] == "completed"]
    if len([each for each in book["readings"] if each["finished"]]) > 1:
        lost["the dates of earlier readings"] += 1
    if any(each["note"] for each in book["readings"]):
        lost["notes of readings"] += 1
    if any(each.scheme != "isbn" for each in book["identifiers"]):
        lost["identifiers other than ISBNs"] += 1
    if book["exact_rating"] not in (None, book["rating"]):
        lost["quarters of ratings"] += 1
    others = people(book, None)
    if others:
        lost["roles of people"] += 1
    author, more = first_author(book)
    more += [each.name for each in others]
    sort = next((each.sort for each in people(book, "author") if each.name == author), None)
    shelf = SHELVES[book["status"]]
    names = [name.replace(",", " ") for name in book["genres"]]
    return [
        next((each["source_id"] for each in book["sources"] if each["source"] == "goodreads"), ""),
        _title(book),
        author,
        sort or ("" if author != book["author"] else book["author_sort"]),
        ", ".join(dict.fromkeys(more)),
        f'="{isbn(book, 10)}"',
        f'="{isbn(book, 13)}"',
        book["rating"],
        "",
        book["publisher"],
        book["format"],
        book["pages"],
        book["edition_year"],
        book["year"],
        book["finished"].strftime("%Y/%m/%d") if book["finished"] else "",
        book["created"].strftime("%Y/%m/%d"),
        ", ".join(names if shelf == "read" else [*names, shelf]),
        "",
        shelf,
        escape(book["review"] or "", quote=False).replace("\n", "<br/>"),
        "true" if book["spoilers"] else "",
        book["notes"],
        len(done),
        0,
    ]


def _title(book: dict[str, Any]) -> str:
    if not book["series"]:
        return str(book["title"])
    number = "" if book["series_number"] is None else f", #{book['series_number']:g}"
    return f"{book['title']} ({book['series']}{number})"
