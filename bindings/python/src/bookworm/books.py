"""The books of a store."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Mapping

from ._native import prototypes as c
from ._native.cpython import exception_of
from ._native.errors import NotFoundError
from ._native.library import call, call_handle, call_int64, free_result, library
from ._native.modules import LazyModule, publish
from ._native.values import Int64s, Status, is_list, refuse, row_id
from .book import book_id
from .models import Book, Query, book_rows, by_ctypes, hollow_book, quickly

TYPE_CHECKING = False
if TYPE_CHECKING:
    import datetime
    import uuid
    from collections.abc import Iterator, Sequence
    from typing import Any, TypeVar, overload

    from typing_extensions import Unpack

    from . import genre_keys
    from ._native import drafts
    from ._native.arrow import ArrowStream
    from ._native.book_fields import ExtraFields
    from ._native.errors import Error
    from .duplicates import Duplicates
    from .hints import Conditions, GenreLike, Identifiers
    from .imports import Imported
    from .prices import Price
    from .session import Session

    _Default = TypeVar("_Default")
    from . import book_changes, duplicates, global_ids, imports, search_line
else:
    book_changes = LazyModule("book_changes")
    duplicates = LazyModule("duplicates")
    global_ids = LazyModule("global_ids")
    imports = LazyModule("imports")
    search_line = LazyModule("search_line")
    drafts = LazyModule("_native.drafts")
    genre_keys = LazyModule("genre_keys")

_INT64 = 2**63
_get = quickly.get


class Books:
    """The books of a store: `store.books`.

    `store.books[3]` is the book with the id 3; `store.books.all()[:20]` are the first twenty.
    Iterating reads them a piece at a time, by title and author, however many there are. Length
    and `in` are cheap.
    """

    __slots__ = ("_session",)

    def __init__(self, session: Session) -> None:
        """Not for use: ask a store for its `books`."""
        self._session = session

    def create(
        self,
        title: str,
        author: str,
        *,
        genres: Iterable[GenreLike] | None = (),
        rating: int | None = 0,
        favourite: bool | None = False,
        status: Status | str | None = Status.ON_SHELF,
        synopsis: str | None = None,
        review: str | None = None,
        notes: str | None = None,
        series: str | None = None,
        series_number: float | None = None,
        year: int | None = None,
        created: datetime.datetime | None = None,
        started: datetime.date | None = None,
        finished: datetime.date | None = None,
        identifiers: Identifiers | None = (),
        price: Price | None = None,
        **others: Unpack[ExtraFields],
    ) -> Book:
        """Enters a book and returns it. The returned book is read when it is first looked at.

        title, author   must hold something visible; at most 16 KiB each as UTF-8
        genres          objects, names or ids, the primary one first; names are made where missing,
                        as they are given: white space around them counts, case does not
        rating          1 to 5, or 0 for not rated
        status          a Status or its text; dates are not set by it here
        synopsis, review, notes   at most 16 MiB each
        series, series_number     such as "Dune" and 1 or 1.5; the number is not negative
        year            of publication, negative for BCE
        created         an aware datetime; now by default
        started, finished         dates; the status is not set by them
        identifiers     such as {"isbn": "9780441172719"}, or pairs of scheme and value
        price           such as Price(1299, "EUR"); the currency an active code of ISO 4217
        others          what else help() tells of a Book: publisher, language, pages, ...

        None is the same as not given, but for the title and the author. Raises InvalidError,
        TextError or TooLargeError, each a ValueError with the name of the `field`, TypeError for a
        value of another type, NotFoundError for an unknown genre's id. Nothing is changed then.

        Most of the time is the commit's: many calls are quicker in one transaction, and
        create_many() is quicker still.
        """
        given: dict[str, Any] = {"title": title, "author": author}
        if status is not None and status != "on-shelf":
            given["status"] = status
        optional = (
            ("rating", None if type(rating) is int and rating == 0 else rating),
            ("favourite", None if favourite is False else favourite),
            ("synopsis", synopsis),
            ("review", review),
            ("notes", notes),
            ("series", series),
            ("series_number", series_number),
            ("year", year),
            ("created", created),
            ("started", started),
            ("finished", finished),
            ("identifiers", None if identifiers == () else identifiers),
            ("price", price),
            *others.items(),
        )
        given.update((name, value) for name, value in optional if value is not None)
        return self._enter(library.bw_book_create, {**given, "genres": genres})

    def find_or_create(self, title: str, author: str, **fields: Any) -> Book:
        """The book that these fields mean, which is made if there is none: see create().

        It is the book that has one of the identifiers, in any spelling; else the one book with this
        title and author, unless it has another identifier of the same scheme. One that is found is
        not changed. An ISBN of a wrong length or check digit identifies no book. Raises ExistsError
        where several books have the identifiers.
        """
        given = {"title": title, "author": author, **fields}
        given = {name: value for name, value in given.items() if value is not None}
        return self._enter(library.bw_book_find_or_create, given, None)

    def _enter(self, function: Any, given: dict[str, Any], *others: None) -> Book:
        """Calls a function that takes a book, and gives its id before `others`."""
        genres = given.pop("genres", None)
        wanted = genre_keys.genre_keys(self._session, () if genres is None else genres)
        with genre_keys.settled_genres(self._session, [wanted]) as (inside, [keys]):
            if keys:
                given["genres"] = keys
            book, _ = drafts.book_struct(given)
            made = ctypes.c_int64()
            call(function, inside._use(), ctypes.byref(book), ctypes.byref(made), *others)
        return hollow_book(self._session, made.value)

    def check(self, **fields: Any) -> list[Error]:
        """All that is wrong with a book that create() is to enter, for a form; nothing is written.

        Gives an Error for each field at fault, for genres perhaps two. Its `field` and `message`
        are those of the one that create() would raise, which may add which of the genres it is.
        None is the same as not given. A value of another type is a TypeError.
        """
        return book_changes.faults(self._session, fields)

    def create_many(
        self,
        rows: Iterable[Mapping[str, Any]] | ArrowStream | None = None,
        /,
        **columns: Sequence[Any],
    ) -> list[int]:
        """Enters many books in one step, all of them or none; returns their ids.

        Takes rows, `create_many([{"title": "Dune", "author": "Frank Herbert"}, ...])`, or columns,
        `create_many(title=[...], author=[...], rating=[...])`, which is faster and must be of one
        length. The fields are those of create(); None stands for a value that is not given.

        A data frame or table that gives an Arrow stream (of polars, pyarrow, pandas, DuckDB, ...)
        is taken as it is: each column is a field by its name, genres (or genre_names) are lists
        of names, identifiers the columns identifier_schemes and identifier_values. A null is a
        value that is not given. A column that a new book does not have, such as id, is refused, and
        so are ids of genres: another store gives them to other genres, and a frame does not say
        which store it is from. Where pandas has made floats of integers with gaps, its
        convert_dtypes() mends that. The frame is read to its end before the first book is written.

        There is one commit for all of them. Where a value is refused, InvalidError names the `row`,
        counted from 0, and the `field`; a column of a frame that cannot be taken is an
        ArgumentError.
        """
        return book_changes.create_many(self._session, rows, columns)

    def update(self, books: Iterable[Book | int], /, **fields: Any) -> int:
        """Changes books in one step, all of them or none: `update([3, 5], rating=5)`.

        The fields are those of Book.update(): a status sets no dates, but as Book.update() says.
        Returns how many did not say it all before; those that did are left as they are.
        NotFoundError, where there is no such
        book, and whatever a value is refused with, names the `row`, counted from 0.
        """
        if isinstance(books, (str, bytes)) or not is_list(books):
            refuse("books", "a list of books or their ids", books)
        ids = Int64s(self._id(book) for book in books)
        with book_changes.change(self._session, fields) as (inside, values, clear):
            return call_int64(
                library.bw_books_update, inside._use(), ids.reference, ids.count, values, clear
            )

    def update_many(
        self,
        rows: Iterable[Mapping[str, Any]] | ArrowStream | None = None,
        /,
        *,
        clear: str | Iterable[str] = (),
        **columns: Sequence[Any],
    ) -> int:
        """Changes many books, each by a row of its own, in one step, all of them or none.

        Takes rows, `update_many([{"id": 3, "rating": 5}, ...])`, columns,
        `update_many(id=[3, ...], rating=[5, ...])`, or a data frame or table, as create_many()
        does. The id, or in rows and columns the Book, says which book a row changes; the other
        fields are those of Book.update(). Returns how many books did not say it all before; those
        that did are left as they are.

        None, or a null in a frame, leaves a field as it is; of the fields that `clear` names, such
        as clear=("review", "series"), it takes away what the book has. A column that cannot be set,
        such as updated, is refused: `frame.select("id", "rating")`, and so is a book that comes in
        two rows. What is refused is told as by create_many().
        """
        return book_changes.update_many(self._session, rows, columns, clear, self._id)

    def import_from(
        self,
        source: str,
        rows: Iterable[Mapping[str, Any]] | ArrowStream | None = None,
        /,
        *,
        identity: str = "title and author",
        dry_run: bool = False,
        skip_refused: bool = False,
        recreate_deleted: bool = False,
        **columns: Sequence[Any],
    ) -> Imported:
        """Takes over books from a source that has ids of its own; says what became of each row.

        Takes rows, columns or a frame as create_many() does, and with each book its `source_id`, a
        str. `raw`, a str or a mapping, is the row as the source has it: it is kept with the book,
        in `book.sources`, for what has no field here. Genres are given by name.

        Each row creates a book, changes one, or leaves it alone; to import the same again changes
        nothing. Where the source has changed a field since the last time, the book gets it; what
        was changed here since, or was here before, stays, whatever the source has. Of genres and
        identifiers each goes by itself. A field that a row does not have, as a key or a column,
        stays as it is; None is a field that the source has not. A book that was deleted here stays
        deleted. An identifier that a spreadsheet wrote as ="978..." is read, and an empty one is
        none.

        identity   which book a row means that is not known by its source_id: "identifiers": the
                   one that has one of its identifiers; "title and author": that, or else the one
                   with its title and author, unless several have them or it has another identifier
                   of the same scheme; "source id": none. Of two rows that mean one book that was
                   here before, the second is refused with ExistsError: which of them it is would
                   be a guess. Imported again, it is a book of its own. Rows that mean no book that
                   was here are new ones, also where they are alike
        dry_run    nothing is kept, and the result is as if it had been; the store is one that may
                   be written all the same
        skip_refused      rows that are refused are passed over, and have their error in the result;
                          else the first one raises it, with its `row`, and nothing is written
        recreate_deleted  books that were deleted here are created again

        It is one step, undone as one, and one commit. A source's name is the same each time.
        """
        options = identity, dry_run, skip_refused, recreate_deleted
        return imports.import_from(self._session, source, rows, options, columns)

    def __getitem__(self, book: int) -> Book:
        """The book with an id. Raises NotFoundError, which is a KeyError.

        Of a book that was merged into another one, it is the other one, with its own id.
        """
        session = self._session
        handle = session._use()
        if type(book) is int and -_INT64 <= book < _INT64:
            found = _get(session, handle.value, book)
            if isinstance(found, Book):
                return found
            if found is not None:
                error = exception_of(found)
                if not isinstance(error, NotFoundError):
                    raise error
                book = call_int64(library.bw_book_find_current, handle, book)
        elif isinstance(book, slice):
            raise TypeError("store.books[id] takes one id; for a part: store.books.all()[:20]")
        read: Book = by_ctypes().get(session, handle, row_id(book))
        return read

    def duplicates(self) -> list[Duplicates]:
        """The books that likely are in the store more than once, a Duplicates for each group.

        First those that share an identifier, in whatever spelling, which is a fact; then those
        whose titles are the same but for case, accents and white space, and whose authors have the
        same words in any order. A book may be in several groups. The time grows with the number of
        books, and no faster. See Book.merge().
        """
        return duplicates.duplicates(self._session, self.get_many)

    def with_global_id(self, global_id: uuid.UUID) -> Book:
        """The book that has a global id, or into which it was merged. Raises NotFoundError."""
        return self[global_ids.find(self._session._use(), c.BW_ENTITY_BOOK, global_id)]

    def with_source(self, source: str, source_id: str) -> Book:
        """The book that an import took from a source, by the source's own id. Raises NotFoundError.

        with_source("goodreads", "44767458"); see import_from(). Of two that were merged it is the
        one that stays.
        """
        return self[imports.find(self._session._use(), source, source_id)]

    if TYPE_CHECKING:

        @overload
        def get(self, book: int) -> Book | None: ...

        @overload
        def get(self, book: int, default: _Default) -> Book | _Default: ...

    def get(self, book: int, default: Any = None) -> Any:
        """The book with an id, or `default` where there is none."""
        try:
            return self[book]
        except NotFoundError:
            return default

    def get_many(self, ids: Iterable[int]) -> list[Book]:
        """The books with these ids, in their order. Ids that there are none of are left out."""
        if isinstance(ids, (str, bytes)) or not is_list(ids):
            refuse("ids", "an iterable of ints", ids)
        wanted = Int64s(row_id(each) for each in ids)
        result = call_handle(
            library.bw_books_list,
            self._session._use(),
            wanted.reference,
            wanted.count,
            c.BW_FIELDS_DEFAULT,
        )
        try:
            return book_rows(self._session, result)[0]
        finally:
            free_result(result)

    def delete(self, *books: Book | int) -> int:
        """Deletes books in one step; returns how many there were. Unknown ids are passed over."""
        ids = Int64s(self._id(book) for book in books)
        return call_int64(library.bw_books_delete, self._session._use(), ids.reference, ids.count)

    def count(self) -> int:
        """How many books there are."""
        return call_int64(library.bw_books_count, self._session._use())

    def where(self, **conditions: Unpack[Conditions]) -> Query:
        """The query for the books that meet conditions: see Query.where()."""
        return Query(self._session).where(**conditions)

    def where_not(self, **conditions: Unpack[Conditions]) -> Query:
        """The query for the books that do not meet conditions: see Query.where_not()."""
        return Query(self._session).where_not(**conditions)

    def search(
        self, text: str, *, fields: str | Iterable[str] | None = None, match: str = "all"
    ) -> Query:
        """The query for the books in which the words of a text are found: see Query.search()."""
        return Query(self._session).search(text, fields=fields, match=match)

    def find(self, line: str) -> Query:
        """The query that a search line asks for, as a person types it into a search box.

        `store.books.find('author:herbert genre:"Science Fiction" rating>=4 sort:-rating dune')`

        Words and "phrases" are searched; an ISBN is looked up. title:, author:, genre:, rating:,
        status:, year: and others are conditions, and `none` is what a book has none of; a "-"
        before a word, a phrase or a condition leaves out; OR stands between alternatives; sort: and
        limit: order and cut. The library's page search-line.md has all of it, with every key. The
        query can be narrowed further with where(), and order_by() replaces its order; one with a
        limit is a slice.

        Raises InvalidError where the line cannot be understood: str() shows the place, and `offset`
        is its byte in the line as UTF-8.
        """
        made = search_line.read_line(line)
        return Query(self._session)._changed(_line=made, _limit=made.limit)

    def order_by(self, *keys: str) -> Query:
        """The query for all books in another order: see Query.order_by()."""
        return Query(self._session).order_by(*keys)

    def all(self) -> Query:
        """The query for all books, by title and author."""
        return Query(self._session)

    def __delitem__(self, book: int) -> None:
        """Deletes the book with an id. Raises NotFoundError, which is a KeyError."""
        call(library.bw_book_delete, self._session._use(), self._id(book))

    def __contains__(self, book: object) -> bool:
        if isinstance(book, Book):
            return book._session.store is self._session.store and self.get(book.id) is not None
        if isinstance(book, bool) or not isinstance(book, int):
            return False
        return self.get(book) is not None

    def __len__(self) -> int:
        return self.count()

    def __bool__(self) -> bool:
        return self.count() > 0

    def __iter__(self) -> Iterator[Book]:
        return iter(Query(self._session))

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """All books as an Arrow stream: see Query.__arrow_c_stream__()."""
        return Query(self._session).__arrow_c_stream__(requested_schema)

    def __repr__(self) -> str:
        return f"<books of {self._session!r}>"

    def _repr_html_(self) -> str:
        return Query(self._session)._repr_html_()

    def _id(self, book: Book | int) -> int:
        return book_id(self._session, book)


publish(Books)
