"""Comparing a file with the library, cell by cell.

It reads the file by itself, and shares nothing with the importers: a mistake of theirs is not
repeated here. A cell is found if the book of its row has the value in the field that its column is
of, as text, number, day or identifier, or item by item. A column without a field can only be raw.
"""

from __future__ import annotations

import codecs
import csv
import html
import io
import json
import re
import unicodedata
from collections import Counter
from dataclasses import dataclass, field

from .errors import usage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from bookworm import Book, Store

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
    "title series series_number subtitle": "title, title_sort, series, series_index, "
    "series_number, book title",
    "subtitle": "subtitle",
    "author author_sort contributors": "author, authors, author_text, author l-f, author_sort, "
    "primary author, book author",
    "contributors": "contributors, additional authors, primary author role, secondary author, "
    "secondary author roles, editor, translator, illustrator, narrator, introduction",
    "sources identifiers": "id, book id, global_id, hardcover book id, remote_id, uuid, work id, "
    "isbn/uid, edition id, hardcover edition id, olid",
    "identifiers": "identifiers, isbn, isbn 10, isbn 13, isbn13, isbn_10, isbn_13, isbns, aasin, "
    "asin, bnf_id, finna_key, goodreads_key, inventaire_id, isfdb, lccn, librarything_key, "
    "libris_key, oclc, oclc_number, openlibrary_key, viaf, wikidata",
    "rating exact_rating": "rating, exact_rating, my rating, my ratings, star rating",
    "favourite": "favourite",
    "status genres": "status, read status, exclusive shelf, bookshelf, shelf, shelf_name, "
    "bookshelves, collections, lists, genres, tags",
    "started readings": "started, date started, start_date",
    "finished readings": "finished, date finished, date read, finish_date, last date read, "
    "stopped_date",
    "started finished readings": "dates read, readings",
    "count": "read count",
    "created": "created, date added, date_added, entry date, shelf_date, timestamp",
    "updated": "updated",
    "edition_year": "edition_year, date, pubdate, publish date, year published",
    "year": "year, first publish year, original publication year, publication_year",
    "publisher edition_year pages": "publication",
    "publisher": "publisher",
    "format": "format, binding, book_format, book_type, media",
    "pages": "pages, number of pages, page count",
    "language": "language, languages, language code, country code",
    "price": "price",
    "synopsis notes": "synopsis, comments, description, summary",
    "review": "review, my review, my_review, review_content, review_name",
    "notes": "notes, private comment, private notes",
    "quotes": "quotes, highlight, note, location",
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
#: So many missing cells are listed one by one.
MOST_LISTED = 50


@dataclass
class Report:
    """The result of a comparison.

    rows     how many rows the file has
    lines    where each row begins in the file
    absent   the rows whose book is not in the library, each with its first cells
    columns  for each column how many cells were found, rounded, only raw, or missing
    missing  the cells that are nowhere: row, column and text
    """

    rows: int = 0
    lines: list[int] = field(default_factory=list)
    absent: list[tuple[int, str]] = field(default_factory=list)
    columns: dict[str, Counter[str]] = field(default_factory=dict)
    missing: list[tuple[int, str, str]] = field(default_factory=list)

    @property
    def is_whole(self) -> bool:
        """Whether all that the file has is in the library."""
        return not self.absent and not self.missing


def verify(store: Store, path: str, named: Mapping[str, str] | None = None) -> Report:
    """Compares a file with columns with a library; `named` says which field a column is of."""
    header, rows, starts = _table(path)
    fields = {name: _FIELDS.get((named or {}).get(name, name).strip().lower()) for name in header}
    books = _Books(store)
    report = Report(lines=starts, columns={name: Counter() for name in header})
    for number, row in enumerate(rows, 1):
        report.rows += 1
        book = books.of(header, row)
        if book is None:
            report.absent.append((number, _named(header, row)))
            continue
        values = _Values(book)
        for name, cell in zip(header, row):
            if _bare(cell) in _NOTHING or name.lower() == "why":
                continue
            outcome = values.look(name, fields[name], cell)
            report.columns[name][outcome] += 1
            if outcome == MISSING:
                report.missing.append((number, name, cell))
    return report


def _named(header: list[str], row: list[str]) -> str:
    """The title and author of a row, or its first cells."""
    by_name = {name.strip().lower(): cell for name, cell in zip(header, row)}
    known = [by_name.get(name, "") for name in ("title", "author", "authors")]
    return ", ".join(cell for cell in (known if known[0] else row) if cell)[:60]


def _table(path: str) -> tuple[list[str], list[list[str]], list[int]]:
    """The titles of a file, its rows, and the line where each row begins."""
    try:
        with open(path, "rb") as file:
            data = file.read()
    except OSError as error:
        usage("{path} cannot be read: {why}.", path=path, why=error.strerror)
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        text = data.decode("utf-16", "replace")
    else:
        # LibraryThing writes single characters in another encoding than the others.
        codecs.register_error("as cp1252", _as_cp1252)
        text = data.decode("utf-8-sig", "as cp1252")
    if "\0" in text or not text.strip():
        usage("{path} has no columns.", "Only CSV and TSV files can be verified.", path=path)
    first = text.lstrip().split("\n", 1)[0]
    delimiter = max("\t;,", key=first.count)
    csv.field_size_limit(1 << 30)
    quoting = delimiter != "\t" or '"' in first
    try:
        if quoting:
            reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
            ends = [0]
            rows = []
            for row in reader:
                rows.append((ends[-1] + 1, row))
                ends.append(reader.line_num)
        else:
            rows = [(at, line.split("\t")) for at, line in enumerate(text.splitlines(), 1)]
    except csv.Error as error:
        usage("{path} cannot be read: {why}.", path=path, why=error)
    rows = [(start, row) for start, row in rows if "".join(row).strip()]
    if len(rows[0][1]) < 2:
        usage("{path} has no columns.", "Only CSV and TSV files can be verified.", path=path)
    return rows[0][1], [row for _, row in rows[1:]], [start for start, _ in rows[1:]]


def _as_cp1252(error: UnicodeError) -> tuple[str, int]:
    """The bytes that are not UTF-8."""
    assert isinstance(error, UnicodeDecodeError)
    return error.object[error.start : error.end].decode("cp1252", "replace"), error.end


def _bare(text: str) -> str:
    """A text without markup and white space, in one form of its characters."""
    text = text.strip()
    if text.startswith('="') and text.endswith('"') and len(text) > 2:
        text = text[2:-1]
    text = re.sub(r"</?[a-zA-Z][^<>]*>", " ", html.unescape(text))
    return "".join(unicodedata.normalize("NFC", html.unescape(text)).split()).casefold()


def _digits(text: str) -> str | None:
    """The nine digits that an ISBN of ten digits and its other form share."""
    plain = re.sub(r"[^0-9xX]", "", text).upper()
    if len(plain) == 13 and plain.startswith("978"):
        return plain[3:12]
    if 6 <= len(plain) <= 10:
        return plain.zfill(10)[:9]
    return None


def _days(text: str) -> set[str]:
    """The days that a text may be, as ISO has them."""
    found = re.match(r"\s*\[?(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})", text)
    if found:
        return {f"{found[1]}-{int(found[2]):02}-{int(found[3]):02}"}
    found = re.match(r"\s*(\d{1,2})[-/.](\d{1,2})[-/.](\d{2,4})", text)
    if not found:
        return set()
    one, two, year = int(found[1]), int(found[2]), found[3]
    years = [year] if len(year) == 4 else [f"19{year}", f"20{year}"]
    return {f"{each}-{a:02}-{b:02}" for each in years for a, b in ((one, two), (two, one))}


class _Books:
    """The books of a library by the ids that sources have of them, and by title."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._by_id: dict[str, list[int]] = {}
        self._by_title: dict[str, list[int]] = {}
        self._by_isbn: dict[str, list[int]] = {}
        self._author: dict[int, str] = {}
        for book in store.books:
            self._by_title.setdefault(_bare(book.title), []).append(book.id)
            self._author[book.id] = _bare(book.author)
            for source in book.sources:
                self._by_id.setdefault(source.source_id, []).append(book.id)
            for each in book.identifiers:
                digits = _digits(each.value) if each.scheme == "isbn" else None
                if digits:
                    self._by_isbn.setdefault(digits, []).append(book.id)

    def of(self, header: list[str], row: list[str]) -> Book | None:
        """The book that a row is: most of its cells speak for it."""
        votes: Counter[int] = Counter()
        authors = {_bare(cell) for name, cell in zip(header, row) if "author" in name.lower()}
        for name, cell in zip(header, row):
            bare = cell.strip()
            if "id" in re.split(r"\W+|_", name.lower()) or name.lower() == "uuid":
                votes.update(dict.fromkeys(self._by_id.get(bare, ()), 4))
            elif "isbn" in name.lower() and (digits := _digits(bare)):
                votes.update(dict.fromkeys(self._by_isbn.get(digits, ()), 2))
            elif "title" in name.lower():
                title = _bare(cell)
                votes.update(dict.fromkeys(self._by_title.get(title, ()), 2))
                short = re.sub(r"\([^()]*\)$", "", title)
                votes.update(dict.fromkeys(self._by_title.get(short, ()), 1))
        votes.update(book for book in list(votes) if self._author[book] in authors)
        return self._store.books.get(votes.most_common(1)[0][0]) if votes else None


class _Values:
    """The values of a book, by field, and the rows that it was imported from."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self._everything = book.as_dict()
        self._raw = [source.raw or "" for source in book.sources]
        self._known: dict[Sequence[str], _Bag] = {}

    def look(self, column: str, fields: Sequence[str] | None, cell: str) -> str:
        """Where a cell is; without fields its column is kept raw only."""
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
            elif name == "count":
                done = [each["outcome"] for each in self._everything["readings"]]
                bag.add([len(done), done.count("completed")])
            elif name == "status":
                bag.words |= {_bare(word) for word in _STATUSES[self._book.status].split(",")}
            elif name == "quotes":
                # A note of the reader follows the text. A longer quote replaces a shorter one.
                bag.passages = [_bare(each["text"]) for each in self._everything["quotes"]]
                bag.add(self._everything["quotes"])
            elif name == "favourite":
                bag.words |= {"true", "yes", "1"} if self._book.favourite else set()
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
    """Whether the row that was imported has the cell, in its column where it names columns."""
    try:
        row = json.loads(raw)
    except ValueError:
        row = None
    if isinstance(row, dict):
        known = {name.strip().lower(): value for name, value in row.items()}
        if column.strip().lower() in known:
            return _bare(str(known[column.strip().lower()])) == _bare(cell)
    return json.dumps(cell, ensure_ascii=False) in raw


class _Bag:
    """The values that a column can have."""

    def __init__(self) -> None:
        self.words: set[str] = set()
        self.passages: list[str] = []
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
        """Whether the cell is one of the values, or several of them."""
        if self._has(cell):
            return True
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
        if _days(cell) & self._days:
            return True
        digits = _digits(cell) if re.fullmatch(r"[\d\sxX=\"-]+", cell) else None
        if digits is not None and digits in self._isbns:
            return True
        return self._is_joined(bare)

    def _is_joined(self, bare: str) -> bool:
        """Whether it is several values in one: a title with its series, a name turned round."""
        head = re.sub(r"\([^()]*\)$", "", bare)
        inside = re.search(r"\(([^()#]*?),?#?[\d.]*(?:;.*)?\)$", bare)
        if inside and head in self._texts and inside[1].strip() in self._texts:
            return True
        last, comma, first = bare.partition(",")
        return bool(comma) and f"{first}{last}" in self._texts
