"""Readwise: the CSV of all highlights."""

from __future__ import annotations

from ...sentences import Said
from .. import cells
from ..files import damage, mend, table
from ..pieces import Piece
from ..rows import Quote, Quotes, book_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_KNOWN = {"highlight", "book title", "book author", "note"}
#: How a quote's place begins, by the type of the location. Other types number the highlights, or
#: count the seconds of a recording.
_PLACES = {"page": "", "location": "loc. "}


def read(piece: Piece) -> Quotes | None:
    """Reads the quotes; None if the file is another one."""
    start = piece.data[:2000].lower()
    if b"highlight" not in start or b"book title" not in start:
        return None
    made = table(piece)
    if made is None:
        return None
    mend(made)
    low = [name.lower() for name in made.header]
    if not {"highlight", "book title"} <= set(low):
        return None
    remarks = damage(made.recoded, made.mojibake, made.doubtful)
    quotes = Quotes("Readwise", "readwise", remarks=remarks)
    for row in made.rows:
        quotes.rows += 1
        by_name = dict(zip(low, row))
        text = cells.plain(by_name.get("highlight", ""))
        title = cells.line(by_name.get("book title", ""))
        author = cells.line(by_name.get("book author", ""))
        quotes.keep(book_key(title, author), dict(zip(made.header, row)))
        if not text or not title:
            quotes.passed[Said("rows without a highlight or a title")] += 1
            continue
        location = cells.line(by_name.get("location", "")).removesuffix(".0")
        before = _PLACES.get(by_name.get("location type", "").strip().lower())
        known = _KNOWN if before is None else {*_KNOWN, "location", "location type"}
        quote = Quote(
            title,
            author,
            text,
            None if before is None or location in ("", "0") else before + location,
            cells.plain(by_name.get("note", "")) or None,
            row=quotes.rows,
        )
        asin = by_name.get("amazon book id", "").strip()
        if cells.is_asin(asin):
            its: dict[str, Any] = {"title": title, "author": author, "identifiers": []}
            pairs = quotes.books.setdefault(quote.key, its)["identifiers"]
            pairs += [] if ("asin", asin) in pairs else [("asin", asin)]
            known = {*known, "amazon book id"}
        for name, cell in by_name.items():
            if name not in known and not cells.is_empty(cell):
                quotes.homeless[made.header[low.index(name)]] += 1
        quotes.quotes.append(quote)
    return quotes
