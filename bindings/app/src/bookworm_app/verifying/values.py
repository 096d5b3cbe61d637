"""Finds the book of a row, and compares the cells of the row with its values."""

from __future__ import annotations

import json
import re
from collections import Counter

from .bag import Bag, folded, isbn_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
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
#: The statuses of a Kobo, in its own numbers.
_NUMBERS = {"in-progress": {"1"}, "completed": {"2"}}
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
    "status_number": "readstatus",
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
    "publisher edition_year pages format publication": "publication",
    "publisher": "publisher",
    "format": "format, binding, book_format, book_type, media",
    "pages": "pages, number of pages, page count",
    "language": "language, languages, language code, country code",
    "price": "price",
    "synopsis notes": "synopsis, comments, description, summary",
    "review": "review, my review, my_review",
    "review_part": "review_content, review_name",
    "notes": "notes, private comment, privatecomment, private notes",
    "quotes": "quotes, highlight, highlights, note, text, annotation, zannotationselectedtext, "
    "zannotationnote",
    "place": "location, location type, position",
    "cover": "cover",
}
_FIELDS = {
    column: tuple(fields.split())
    for fields, columns in _COLUMNS.items()
    for column in columns.split(", ")
}


def fields_of(column: str) -> tuple[str, ...] | None:
    """Returns the fields that may contain a column; None for a column that is only kept raw."""
    return _FIELDS.get(column.strip().lower())


def says_nothing(cell: str) -> bool:
    """Whether a cell is empty, or has a word that programs write for that."""
    return folded(cell) in _NOTHING


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
            self._by_title.setdefault(folded(book.title), []).append(book.id)
            self._author[book.id] = folded(book.author)
            self._by_id.setdefault(str(book.global_id), []).append(book.id)
            for source in book.sources:
                self._by_id.setdefault(source.source_id, []).append(book.id)
                # If a source has no ids, the title and the author serve as the id.
                title = folded(source.source_id.partition("|")[0])
                self._by_title.setdefault(title, []).append(book.id)
            for each in book.identifiers:
                digits = isbn_key(each.value) if each.scheme == "isbn" else None
                if digits:
                    self._by_isbn.setdefault(digits, []).append(book.id)

    def of(self, row: Row) -> Book | None:
        """Returns the book of a row: the book that most of its cells match.

        If several books match equally well, each of them is returned for a different row.
        """
        votes: Counter[int] = Counter()
        authors = {folded(cell) for name, cell in row if "author" in name.lower()}
        authors |= {"".join(reversed(each.split(","))) for each in authors if "," in each}
        for name, cell in row:
            bare, low = cell.strip(), name.lower()
            if "sources" in (fields_of(name) or ()) or "id" in re.split(r"\W+|_", low):
                votes.update(dict.fromkeys(self._by_id.get(bare, ()), 4))
            elif "isbn" in low and (digits := isbn_key(bare)):
                votes.update(dict.fromkeys(self._by_isbn.get(digits, ()), 2))
            elif "title" in low:
                title = folded(cell)
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

    def __init__(self, book: Book, pictures: dict[str, bytes]) -> None:
        """Reads the values of a book. `pictures` are those that cells name."""
        self._book, self._pictures = book, pictures
        self._everything = book.as_dict()
        self._raw = [source.raw or "" for source in book.sources]
        self._known: dict[Sequence[str], Bag] = {}

    def look(self, column: str, fields: Sequence[str] | None, cell: str) -> str:
        """Returns where a cell is stored. A column without fields is only in the raw row."""
        if fields is not None:
            if fields not in self._known:
                self._known[fields] = self._bag(fields)
            bag = self._known[fields]
            if bag.holds(cell):
                return FOUND
            if bag.is_rounded(cell) or ("rating" in fields and self._is_rounded(cell)):
                return ROUNDED
            if cell in self._pictures:
                return MISSING  # a raw row has the name of a picture only
        return RAW if any(_is_in_raw(raw, column, cell) for raw in self._raw) else MISSING

    def _bag(self, fields: Sequence[str]) -> Bag:
        bag = Bag()
        for name in fields:
            if name == "sources":
                bag.add([source.source_id for source in self._book.sources])
                bag.add(str(self._book.global_id))
            elif name == "count":
                done = [each["outcome"] for each in self._everything["readings"]]
                bag.add([len(done), done.count("completed")])
            elif name == "status":
                bag.words |= {folded(word) for word in _STATUSES[self._book.status].split(",")}
                bag.status = str(self._book.status)
            elif name == "status_number":
                bag.words |= _NUMBERS.get(self._book.status, set())
            elif name == "quotes":
                # A note by the user follows the text. A longer quote replaces a shorter one.
                bag.passages = [folded(each["text"]) for each in self._everything["quotes"]]
                bag.add(self._everything["quotes"])
            elif name == "place":
                pages = [each["page"] or "" for each in self._everything["quotes"]]
                bag.places = {page.removeprefix("loc. ") for page in pages if page}
                kinds = {"location" if page.startswith("loc. ") else "page" for page in pages}
                bag.words |= kinds if bag.places else set()
            elif name == "review_part":
                bag.passages = [folded(self._book.review or "")]
            elif name == "cover":
                cover = self._book.cover
                bag.picture = cover.data if cover is not None else None
                bag.pictures = self._pictures
            elif name == "edition_year":
                bag.year = self._book.edition_year
                bag.add(bag.year)
            elif name == "language":
                bag.language = self._book.language
            elif name == "publication":
                publisher, year = self._book.publisher or "", self._book.edition_year
                bag.words |= {folded(f"{publisher} ({year})"), f"{self._book.pages}pages"}
            elif name == "identifiers":
                pairs = self._book.identifiers
                bag.add([each.value for each in pairs])
                bag.words |= {folded(f"{each.scheme}:{each.value}") for each in pairs}
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
    bare, low = folded(cell), column.strip().lower()
    for row in rows if isinstance(rows, list) else [rows]:
        if not isinstance(row, dict):
            if bare in folded(str(row)):
                return True
            continue
        known = {name.strip().lower(): value for name, value in row.items()}
        if low in known:
            texts = _texts(known[low])
            if bare in texts or any(_is_item(bare, each) for each in texts):
                return True
        # The titles of a database's rows come from another table, and have another name here.
        elif any(re.search(rf"(?<!\w){re.escape(bare)}(?!\w)", each) for each in _texts(row)):
            return True
    return False


def _is_item(bare: str, text: str) -> bool:
    """Whether a text is one of the items of a list. It may have the separators of the list."""
    ends = r"[,;&|]"
    return bare in text and bool(re.search(rf"(^|{ends}){re.escape(bare)}($|{ends})", text))


def _texts(value: Any) -> list[str]:
    """Returns a value of a row as texts, including those in its lists and objects."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return [text for each in value for text in _texts(each)]
    return [folded(str(value))]
