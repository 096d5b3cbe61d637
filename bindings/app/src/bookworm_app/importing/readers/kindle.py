"""Kindle: My Clippings.txt of any firmware and language, read by its shape.

A block ends with a line of `=`. Its first line is the title with the author in parentheses. The
second line has a dash, words in the language of the device, numbers and bars. The rest is the text.
A highlight has a range of locations, or only words that blocks with a range also have; a block with
other words is a note; and a bookmark has no text. The only known word is the one for a page.
"""

from __future__ import annotations

import re

from ...sentences import Said
from .. import decoding
from ..files import damage
from ..pieces import Piece
from ..rows import Quote, Quotes, book_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..rows import Person

_END = re.compile(r"^={8,}\s*$", re.MULTILINE)
_RANGE = re.compile(r"(\d+)\s*[-–]\s*(\d+)")
#: A page in the languages of the device. Without this word, a number may be a location.
_PAGE = re.compile("page|p[aá]gina|seite|страниц|ページ|[页頁]", re.IGNORECASE)
_BOOK = re.compile(r"(?P<title>.*\S)\s*[((](?P<author>[^()()]*(?:\([^()]*\)[^()]*)*)[))]")


class _Block:
    def __init__(self, lines: list[str], row: int) -> None:
        title, about = lines[0].strip(), lines[1].strip()
        self.text = "\n".join(lines[2:]).strip()
        self.row = row
        self.raw = "\n".join(lines)
        found = _BOOK.fullmatch(title)
        self.title = found["title"] if found else title
        self.authors = _names(found["author"]) if found else ()
        self.author = ", ".join(name for name, _, _ in self.authors)
        self.key = book_key(self.title, self.author)
        # Before the last bar is the place, after it the date, in whatever language.
        parts = [part.strip() for part in about.lstrip("-– ").split("|")]
        self.places = parts[:-1] or parts
        words = re.findall(r"[^\W\d_]+", " ".join(self.places).casefold())
        self.words = {word for word in words if not re.fullmatch("[ivxlcdm]+", word)}
        numbers = [_RANGE.search(part) for part in self.places]
        self.range = next((found for found in reversed(numbers) if found), None)
        self.dated = len(parts) > 1

    def quote(self) -> Quote:
        """Returns the quote of the block."""
        return Quote(
            self.title, self.author, self.text, self.page, None, None, self.place, self.authors,
            row=self.row,
        )  # fmt: skip

    @property
    def place(self) -> tuple[int, int] | None:
        """The first and the last location. The second one is often shortened: 1405-12."""
        if self.range is not None:
            first, last = self.range.groups()
            if len(last) < len(first):
                last = first[: -len(last)] + last
            return int(first), int(last)
        digits = re.findall(r"\d+", self.places[-1])
        return (int(digits[-1]), int(digits[-1])) if digits else None

    @property
    def page(self) -> str | None:
        """The page, or the locations in a book without pages."""
        found = re.search(r"\d+(?:[-–]\d+)?|\b[ivxlcdm]+\b", self.places[0])
        if found is None:
            return None
        has_page = len(self.places) > 1 or _PAGE.search(self.places[0])
        return found[0] if has_page else f"loc. {found[0]}"


def _names(text: str) -> tuple[Person, ...]:
    """Returns the authors, first name first. Several are separated by semicolons."""
    from ..cells import natural

    names = [part.strip() for part in text.split(";") if part.strip()]
    return tuple((natural(each), "author", each if "," in each else None) for each in names)


def read(piece: Piece) -> Quotes | None:
    """Reads the quotes; None if the file is another one."""
    try:
        text, recoded = decoding.decoded(piece.data)
    except ValueError:
        return None
    if not _END.search(text):
        return None
    blocks, made = [], Quotes("Kindle", "kindle", remarks=damage(recoded))
    for part in _END.split(text.replace("\r\n", "\n").replace("\r", "\n")):
        lines = part.replace("\ufeff", "").strip("\n").split("\n")
        if not "".join(lines).strip():
            continue
        made.rows += 1
        if len(lines) < 2 or not lines[1].lstrip().startswith(("-", "–")):
            made.passed[Said("entries that are cut off")] += 1
            continue
        blocks.append(_Block(lines, made.rows))
    if not blocks:
        return None
    ranged = [block.words for block in blocks if block.range and block.text]
    of_highlights = set().union(*ranged)
    kept: list[tuple[_Block, Quote]] = []
    notes: list[_Block] = []
    for block in blocks:
        made.keep(block.key, block.raw, block.row)
        if block.dated:
            made.homeless[Said("the date of the highlight")] += 1
        if not block.text:
            made.passed[Said("bookmarks")] += 1
        elif re.fullmatch(r"<[^<>]*>", block.text):
            made.passed[Said("highlights beyond the copying limit")] += 1
        elif ranged and not block.range and block.words - of_highlights:
            notes.append(block)
        else:
            kept.append((block, block.quote()))
    for block in notes:
        if not _attach(block, kept):
            # A note without a highlight is the reader's own words about a place.
            kept.append((block, block.quote()))
    made.quotes = [quote for _, quote in kept]
    return made


def _attach(note: _Block, highlights: list[tuple[_Block, Quote]]) -> bool:
    """Attaches a note to the highlight at its location."""
    if note.place is None:
        return False
    for block, quote in highlights:
        same_book = (block.title, block.author) == (note.title, note.author)
        if same_book and quote.place and quote.place[0] <= note.place[0] <= quote.place[1]:
            quote.note = note.text
            return True
    return False
