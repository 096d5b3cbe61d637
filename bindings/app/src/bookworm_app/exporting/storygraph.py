"""The CSV of The StoryGraph."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from html import escape

from . import count_lost, isbn, people, write_csv

TYPE_CHECKING = False
if TYPE_CHECKING:
    import datetime
    from typing import Any

HEADER = (
    "Title", "Authors", "Contributors", "ISBN/UID", "Format", "Read Status", "Date Added",
    "Last Date Read", "Dates Read", "Read Count", "Moods", "Pace", "Character- or Plot-Driven?",
    "Strong Character Development?", "Loveable Characters?", "Diverse Characters?",
    "Flawed Characters?", "Star Rating", "Review", "Content Warnings",
    "Content Warning Description", "Tags", "Owned?",
)  # fmt: skip
_STATUSES = {
    "on-shelf": "to-read",
    "in-progress": "currently-reading",
    "completed": "read",
    "did-not-finish": "did-not-finish",
}
_NO_PLACE = (
    "subtitle", "favourite", "language", "price", "synopsis", "notes", "quotes", "series", "year",
    "publisher", "pages", "spoilers",
)  # fmt: skip


def write(books: Iterable[dict[str, Any]], out: Any, lost: Counter[str], *, safe: bool) -> int:
    """Writes the books, and returns their number."""
    return write_csv(out, HEADER, (_row(book, lost) for book in books), safe=safe)


def _row(book: dict[str, Any], lost: Counter[str]) -> list[object]:
    count_lost(book, lost, _NO_PLACE)
    readings = list(reversed(book["readings"]))
    spans = [_span(each["started"], each["finished"]) for each in readings]
    own = next((each.value for each in book["identifiers"] if each.scheme == "storygraph"), "")
    last = book["finished"]
    return [
        book["title"],
        ", ".join(each.name for each in people(book, "author")) or book["author"],
        ", ".join(f"{each.name} ({each.role})" for each in people(book, None)),
        isbn(book, 13) or isbn(book, 10) or own,
        book["format"],
        _STATUSES[book["status"]],
        _day(book["created"]),
        _day(last) if last else "",
        ", ".join(span for span in spans if span),
        sum(each["outcome"] == "completed" for each in readings),
        *[""] * 7,
        f"{float(book['exact_rating'] or book['rating'])}" if book["rating"] else "",
        escape(book["review"] or "", quote=False).replace("\n", "<br/>"),
        "",
        "",
        ", ".join(name.replace(",", " ") for name in book["genres"]),
        "",
    ]


def _day(day: datetime.date) -> str:
    return day.strftime("%Y/%m/%d")


def _span(started: datetime.date | None, finished: datetime.date | None) -> str:
    if started:
        return f"{_day(started)}-{_day(finished) if finished else ''}"
    return _day(finished) if finished else ""
