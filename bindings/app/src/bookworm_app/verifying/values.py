"""Finds the book of a row, and compares the cells of the row with its values."""

from __future__ import annotations

import functools
import html
import json
import re
import unicodedata
from collections import Counter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from bookworm import Book, Store

    from .files import Row

FOUND, ROUNDED, RAW, MISSING = OUTCOMES = "found", "rounded", "only raw", "missing"
_NOTHING = {"", "0", "0.0", "false", "no", "{}", "[]", "none", "null"}
_STATUSES = {
    "on-shelf": "to-read,want to read,planned,to read,on-shelf,ignored,wishlist",
    "in-progress": "currently-reading,currently reading,reading,in_progress,in-progress,paused",
    "completed": "read,finished,already read,completed",
    "did-not-finish": "did-not-finish,did not finish,abandoned,stopped,stopped-reading,dnf",
}
#: The columns of each field, of all programs. A column that no field has is kept raw only.
_COLUMNS = {
    "title title_sort": "title_sort",
    "title series series_number subtitle": "title, series, series_index, series_number, "
    "series number, book title",
    "subtitle": "subtitle",
    "author author_sort contributors": "author, authors, author_text, author l-f, author_sort, "
    "primary author, book author, primaryauthor, writer, written by",
    "contributors": "contributors, additional authors, primary author role, secondary author, "
    "secondary author roles, secondaryauthor, secondaryauthorroles, primaryauthorrole, editor, "
    "translator, illustrator, narrator, introduction, editors, translators, translated by, "
    "illustrators, narrators, read by, #editor, #translator, #illustrator, "
    "#narrator, #introduction",
    "sources identifiers": "id, book id, global_id, hardcover book id, remote_id, uuid, work id, "
    "isbn/uid, edition id, hardcover edition id, olid, books_id, volumeid, "
    "zannotationassetid",
    "identifiers": "identifiers, isbn, isbn 10, isbn 13, isbn10, isbn13, isbn_10, isbn_13, isbns, "
    "aasin, amazon book id, asin, bnf_id, finna_key, goodreads_key, inventaire_id, isfdb, lccn, "
    "librarything_key, libris_key, oclc, oclc_number, openlibrary_key, originalisbn, viaf, "
    "wikidata, workcode",
    "rating exact_rating": "rating, exact_rating, my rating, my ratings, star rating, stars",
    "favourite": "favourite, favorite",
    "spoilers": "spoilers, spoiler, review contains spoilers, contains spoilers",
    "status genres": "status, read status, exclusive shelf, bookshelf, shelf, shelf_name, "
    "bookshelves, collections, lists, genres, genre, tags",
    "started readings": "started, date started, start_date, start date, datestarted, "
    "started reading",
    "finished readings": "finished, date read, finish_date, finish date, "
    "end date, finished reading, date finished, last date read, stopped_date, dateread, "
    "lasttimefinishedreading",
    "started finished readings": "dates read, readings",
    "count": "read count",
    "created": "created, added, date added, date_added, entry date, entrydate, shelf_date, "
    "timestamp",
    "updated": "updated",
    "edition_year": "edition_year, date, pubdate, publish date",
    "edition_year year": "year published",
    "year": "year, first publish year, original publication year, publication_year, "
    "publication year",
    "publisher edition_year pages publication": "publication",
    "publisher": "publisher",
    "format": "format, binding, book_format, book_type, media",
    "pages": "pages, number of pages, page count",
    "language": "language, languages, language code, country code",
    "price": "price",
    "synopsis notes": "synopsis, comments, description, summary",
    "review": "review, my review, my_review",
    "review_part": "review_content, review_name",
    "notes": "notes, private comment, privatecomment, private notes",
    "quotes": "quotes, highlight, note, location, text, annotation, zannotationselectedtext, "
    "zannotationnote",
    "cover": "cover",
}
_FIELDS = {
    column: tuple(fields.split())
    for fields, columns in _COLUMNS.items()
    for column in columns.split(", ")
}
#: The separators of values in a cell. Names with commas have other separators.
_SEPARATORS = (
    r"\|{5}|[,;|]|\s-\s", r"[|;]", r"\s&\s", r",(?!\s*(?:[JS]r|I{2,3}|IV|Ph\.?D|M\.?D|Esq)\b)"
)  # fmt: skip


def fields_of(column: str) -> tuple[str, ...] | None:
    """Returns the fields that may contain a column; None for a column that is only kept raw."""
    return _FIELDS.get(column.strip().lower())


def says_nothing(cell: str) -> bool:
    """Whether a cell is empty, or has a word that programs write for that."""
    return _bare(cell) in _NOTHING


def repaired(text: str) -> str:
    """Repairs a cell whose UTF-8 was once read as cp1252; any other is returned unchanged."""
    if text.isascii():
        return text
    try:
        # The five bytes that cp1252 leaves free were read as they are in Latin-1.
        signs = (sign.encode("latin-1" if "\x80" <= sign < "\xa0" else "cp1252") for sign in text)
        return b"".join(signs).decode("utf-8")
    except UnicodeError:
        return text


def _bare(text: str) -> str:
    """Returns a text without markup and white space, in one form of its characters."""
    text = text.strip()
    if text.startswith('="') and text.endswith('"') and len(text) > 2:
        text = text[2:-1]
    text = re.sub(r"</?[a-zA-Z][^<>]*>", " ", html.unescape(text))
    return "".join(unicodedata.normalize("NFC", html.unescape(text)).split()).casefold()


def _digits(text: str) -> str | None:
    """Returns the nine digits that an ISBN of ten digits and its other form share."""
    plain = re.sub(r"[^0-9xX]", "", text).upper()
    if len(plain) == 13 and plain.startswith("978"):
        return plain[3:12]
    if 6 <= len(plain) <= 10:
        return plain.zfill(10)[:9]
    return None


def _days(text: str) -> set[str]:
    """Returns the days that a text may mean, in ISO 8601."""
    found = re.match(r"\s*\[?(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})", text)
    if found:
        return {f"{found[1]}-{int(found[2]):02}-{int(found[3]):02}"}
    found = re.match(r"\s*(\d{1,2})[-/.](\d{1,2})[-/.](\d{2,4})", text)
    if not found:
        return set()
    one, two, year = int(found[1]), int(found[2]), found[3]
    years = [year] if len(year) == 4 else [f"19{year}", f"20{year}"]
    return {f"{each}-{a:02}-{b:02}" for each in years for a, b in ((one, two), (two, one))}


@functools.lru_cache(1024)
def _language(text: str) -> str | None:
    """Returns the tag of a language that a program names by a word or by another code."""
    import bookworm
    from bookworm import presentation

    try:
        found: str | None = presentation.parse("language", text)
    except bookworm.InvalidError:
        return None
    return found


class Books:
    """The books of a library, by their ids in the sources, and by title."""

    def __init__(self, store: Store) -> None:
        """Reads the books of a store."""
        self._store = store
        self._by_id: dict[str, list[int]] = {}
        self._by_title: dict[str, list[int]] = {}
        self._by_isbn: dict[str, list[int]] = {}
        self._author: dict[int, str] = {}
        self._found: set[int] = set()
        for book in store.books:
            self._by_title.setdefault(_bare(book.title), []).append(book.id)
            self._author[book.id] = _bare(book.author)
            self._by_id.setdefault(str(book.global_id), []).append(book.id)
            for source in book.sources:
                self._by_id.setdefault(source.source_id, []).append(book.id)
                # If a source has no ids, the title and the author serve as the id.
                title = _bare(source.source_id.partition("|")[0])
                self._by_title.setdefault(title, []).append(book.id)
            for each in book.identifiers:
                digits = _digits(each.value) if each.scheme == "isbn" else None
                if digits:
                    self._by_isbn.setdefault(digits, []).append(book.id)

    def of(self, row: Row) -> Book | None:
        """Returns the book of a row: the book that most of its cells match.

        If several books match equally well, each of them is returned for a different row.
        """
        votes: Counter[int] = Counter()
        authors = {_bare(cell) for name, cell in row if "author" in name.lower()}
        authors |= {"".join(reversed(each.split(","))) for each in authors if "," in each}
        for name, cell in row:
            bare, low = cell.strip(), name.lower()
            if "sources" in (fields_of(name) or ()) or "id" in re.split(r"\W+|_", low):
                votes.update(dict.fromkeys(self._by_id.get(bare, ()), 4))
            elif "isbn" in low and (digits := _digits(bare)):
                votes.update(dict.fromkeys(self._by_isbn.get(digits, ()), 2))
            elif "title" in low:
                title = _bare(cell)
                votes.update(dict.fromkeys(self._by_title.get(title, ()), 2))
                short = re.sub(r"\([^()]*\)$", "", title)
                votes.update(dict.fromkeys(self._by_title.get(short, ()), 1))
        votes.update(book for book in list(votes) if self._author[book] in authors)
        if not votes:
            return None
        found = max(votes, key=lambda book: (votes[book], book not in self._found, -book))
        self._found.add(found)
        return self._store.books.get(found)


class Values:
    """The values of a book, by field, and the rows that it was imported from."""

    def __init__(self, book: Book) -> None:
        """Reads the values of a book."""
        self._book = book
        self._everything = book.as_dict()
        self._raw = [source.raw or "" for source in book.sources]
        self._known: dict[Sequence[str], _Bag] = {}

    def look(self, column: str, fields: Sequence[str] | None, cell: str) -> str:
        """Returns where a cell is stored. A column without fields is only in the raw row."""
        if fields is not None:
            if fields not in self._known:
                self._known[fields] = self._bag(fields)
            bag = self._known[fields]
            if bag.holds(cell):
                return FOUND
            if "rating" in fields and self._is_rounded(cell):
                return ROUNDED
        return RAW if any(_is_in_raw(raw, column, cell) for raw in self._raw) else MISSING

    def _bag(self, fields: Sequence[str]) -> _Bag:
        bag = _Bag()
        for name in fields:
            if name == "sources":
                bag.add([source.source_id for source in self._book.sources])
                bag.add(str(self._book.global_id))
            elif name == "count":
                done = [each["outcome"] for each in self._everything["readings"]]
                bag.add([len(done), done.count("completed")])
            elif name == "status":
                bag.words |= {_bare(word) for word in _STATUSES[self._book.status].split(",")}
            elif name == "quotes":
                # A note by the user follows the text. A longer quote replaces a shorter one.
                bag.passages = [_bare(each["text"]) for each in self._everything["quotes"]]
                bag.add(self._everything["quotes"])
            elif name == "review_part":
                bag.passages = [_bare(self._book.review or "")]
            elif name == "cover":
                cover = self._book.cover
                bag.picture = cover.data if cover is not None else None
            elif name == "language":
                bag.language = self._book.language
            elif name == "publication":
                publisher, year = self._book.publisher or "", self._book.edition_year
                bag.words |= {_bare(f"{publisher} ({year})"), f"{self._book.pages}pages"}
            elif name == "identifiers":
                pairs = self._book.identifiers
                bag.add([each.value for each in pairs])
                bag.words |= {_bare(f"{each.scheme}:{each.value}") for each in pairs}
            elif name in ("favourite", "spoilers"):
                bag.words |= {"true", "yes", "1"} if self._everything[name] else set()
            elif name == "rating" and self._everything["exact_rating"] is not None:
                continue
            else:
                bag.add(self._everything[name])
        return bag

    def _is_rounded(self, cell: str) -> bool:
        try:
            return bool(self._book.rating) and abs(float(cell) - self._book.rating) <= 0.5
        except ValueError:
            return False


def _is_in_raw(raw: str, column: str, cell: str) -> bool:
    """Whether an imported raw row has the cell, in the same column if the row names columns."""
    try:
        rows = json.loads(raw)
    except ValueError:
        return False
    bare, low = _bare(cell), column.strip().lower()
    for row in rows if isinstance(rows, list) else [rows]:
        if not isinstance(row, dict):
            if bare in _bare(str(row)):
                return True
            continue
        known = {name.strip().lower(): value for name, value in row.items()}
        if low in known:
            if bare in _texts(known[low]):
                return True
        # The titles of a database's rows come from another table, and have another name here.
        elif any(re.search(rf"(?<!\w){re.escape(bare)}(?!\w)", each) for each in _texts(row)):
            return True
    return False


def _texts(value: Any) -> list[str]:
    """Returns a value of a row as texts, including those in its lists and objects."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return [text for each in value for text in _texts(each)]
    return [_bare(str(value))]


class _Bag:
    """The values that a column can have."""

    def __init__(self) -> None:
        self.words: set[str] = set()
        self.passages: list[str] = []
        self.picture: bytes | None = None
        self.language: str | None = None
        self._texts: set[str] = set()
        self._numbers: set[float] = set()
        self._days: set[str] = set()
        self._isbns: set[str] = set()

    def add(self, value: Any) -> None:
        """Adds a value, or each of several."""
        if isinstance(value, bool) or value is None:
            return
        if isinstance(value, (int, float)):
            self._numbers.add(float(value))
        elif isinstance(value, str):
            self._texts.add(_bare(value))
            digits = _digits(value)
            if digits:
                self._isbns.add(digits)
        elif isinstance(value, dict):
            self._all(value.values())
        elif isinstance(value, (list, tuple)):
            self._all(value)
        elif hasattr(value, "isoformat"):
            self._days.add(value.isoformat()[:10])

    def _all(self, values: Iterable[Any]) -> None:
        for each in values:
            self.add(each)

    def holds(self, cell: str) -> bool:
        """Whether the cell is one of the values, or a list of several."""
        if self._has(cell):
            return True
        if self.language is not None and self._is_language(cell):
            return True
        if self.picture is not None:
            with open(cell, "rb") as file:
                return file.read() == self.picture
        for separator in _SEPARATORS:
            parts = [part for part in re.split(separator, cell) if part.strip()]
            if len(parts) > 1 and all(self._has(part) for part in parts):
                return True
        days = re.findall(r"\d{4}[-/]\d\d?[-/]\d\d?", cell)
        return len(days) > 1 and all(_days(day) & self._days for day in days)

    def _has(self, cell: str) -> bool:
        bare = _bare(cell)
        if bare in self._texts or bare in self.words:
            return True
        if any(bare in passage for passage in self.passages):
            return True
        if re.fullmatch(r"-?[\d,]*\.?\d+", bare) and float(bare.replace(",", "")) in self._numbers:
            return True
        if re.fullmatch(r"\d+,\d+", bare) and float(bare.replace(",", ".")) in self._numbers:
            return True
        if _days(cell) & self._days:
            return True
        digits = _digits(cell) if re.fullmatch(r"[\d\sxX=\"\[\]-]+", cell) else None
        if digits is not None and digits in self._isbns:
            return True
        return self._is_joined(bare)

    def _is_language(self, cell: str) -> bool:
        """Whether the cell is the book's language, in any form, or the country of its tag."""
        tag = (self.language or "").lower()
        whole = (_language(cell) or cell).lower()
        return whole in (tag, tag.partition("-")[0], tag.rpartition("-")[2])

    def _is_joined(self, bare: str) -> bool:
        """Whether it is a title with its series, or a name in the form "last, first"."""
        head = re.sub(r"\([^()]*\)$", "", bare)
        inside = re.search(r"\(([^()#]*?),?#?([\d.]*)(?:;.*)?\)$", bare)
        if inside and head in self._texts:
            number = inside[2].strip(".")
            if inside[1] in self._texts:
                return True
            if not inside[1] and number and float(number) in self._numbers:
                return True
        last, comma, first = bare.partition(",")
        return bool(comma) and f"{first}{last}" in self._texts
