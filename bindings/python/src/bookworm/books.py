"""The books of a store."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Mapping

from ._native import prototypes as c
from ._native.cpython import told
from ._native.errors import ArgumentError, NotFoundError
from ._native.library import call, call_handle, call_int64, free_result, library
from ._native.modules import LazyModule, publish
from ._native.values import Int64s, Status, refuse, row_id
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
    from .hints import Conditions, GenreLike, Identifiers
    from .prices import Price
    from .session import Session

    _Default = TypeVar("_Default")
else:
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

        title, author   must hold something besides white space; at most 16 KiB each as UTF-8
        genres          objects, names or ids, the primary one first; names are made where missing,
                        as they are given: white space around them counts, case does not
        rating          1 to 5, or 0 for not rated
        status          a Status or its text; dates are not set by it here
        synopsis, review, notes   at most 16 MiB each
        series, series_number     such as "Dune" and 1 or 1.5; the number is not negative
        year            of publication, negative for BCE
        created         an aware datetime; now by default
        started, finished         dates
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
            ("rating", None if isinstance(rating, int) and rating == 0 else rating),
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
        wanted = genre_keys.genre_keys(self._session, () if genres is None else genres)
        with genre_keys.settled_genres(self._session, [wanted]) as (inside, [keys]):
            if keys:
                given["genres"] = keys
            book, _ = drafts.book_struct(given)
            made = call_int64(library.bw_book_create, inside._use(), ctypes.byref(book))
        return hollow_book(self._session, made)

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
        is taken as it is: each column is a field by its name, genres are lists of names or of ids,
        identifiers the columns identifier_schemes and identifier_values. A null is a value that is
        not given. A column that a new book does not have, such as id, is refused. Ids of genres
        are those of this store: a frame from another one needs their names in place of them. Where
        pandas has made floats of integers with gaps, its convert_dtypes() mends that. The frame is
        read to its end before the first book is written.

        There is one commit for all of them. Where a value is refused, InvalidError names the `row`,
        counted from 0, and the `field`; a column of a frame that cannot be taken is an
        ArgumentError.
        """
        from ._native.batches import Batch, transposed
        from .genre_keys import genre_lists, settled_genres

        if rows is not None:
            if columns:
                raise TypeError("create_many() takes either rows or columns, not both")
            given: Any = rows
            if hasattr(rows, "__arrow_c_stream__"):
                return self._create_from(given)
            columns = dict(transposed(given))
        columns = {name: _column(name, values) for name, values in columns.items()}
        lengths = {name: len(values) for name, values in columns.items()}
        count = next(iter(lengths.values()), 0)
        if len(set(lengths.values())) > 1:
            raise ArgumentError(f"the columns are not of one length: {lengths}")
        if not count:
            return []
        if not {"title", "author"} <= columns.keys():
            raise TypeError("create_many() needs a title and an author for each book")
        lists = genre_lists(self._session, columns.get("genres", ()))
        with settled_genres(self._session, lists) as (inside, keys):
            batch = Batch({**columns, "genres": keys} if lists else columns, count)
            ids = Int64s([0] * count)
            call(
                library.bw_books_create_from_columns,
                inside._use(),
                batch.columns,
                batch.column_count,
                count,
                ids.reference,
            )
        return ids.values()

    def _create_from(self, rows: ArrowStream) -> list[int]:
        from ._native.arrow import opened
        from ._native.columns import read_ids

        with opened(rows) as stream:
            ids = call_handle(library.bw_books_create_from_arrow, self._session._use(), stream)
        try:
            return read_ids(ids)
        finally:
            free_result(ids)

    def __getitem__(self, book: int) -> Book:
        """The book with an id. Raises NotFoundError, which is a KeyError."""
        session = self._session
        handle = session._use()
        if type(book) is int and -_INT64 <= book < _INT64:
            found = _get(session, handle.value, book)
            if isinstance(found, Book):
                return found
            if found is not None:
                raise told(found)
        elif isinstance(book, slice):
            raise TypeError("store.books[id] takes one id; for a part: store.books.all()[:20]")
        read: Book = by_ctypes().get(session, handle, row_id(book))
        return read

    def with_global_id(self, global_id: uuid.UUID) -> Book:
        """The book that has a global id. Raises NotFoundError."""
        from . import global_ids

        return self[global_ids.find(self._session._use(), c.BW_ENTITY_BOOK, global_id)]

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
        if isinstance(ids, (str, bytes)) or not isinstance(ids, Iterable):
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

    def search(
        self, text: str, *, fields: str | Iterable[str] | None = None, match: str = "all"
    ) -> Query:
        """The query for the books in which the words of a text are found: see Query.search()."""
        return Query(self._session).search(text, fields=fields, match=match)

    def find(self, line: str) -> Query:
        """The query that a search line asks for, as a person types it into a search box.

        `store.books.find('author:herbert genre:"Science Fiction" rating>=4 sort:-rating dune')`

        Words and "phrases" are searched; title:, subtitle:, author:, series:, publisher:, format:,
        language:, synopsis:, review:, notes:, quote:, genre:, rating:, status:, favourite:, year:,
        edition:, pages:, created:, started: and finished: are conditions; a "-" before a word, a
        phrase or genre: leaves out; sort: and limit: order and cut. The library's page
        search-line.md tells all of it. The query can be narrowed further with where(), and
        order_by() replaces its order; one with a limit is a slice.

        Raises InvalidError where the line cannot be understood: str() shows the place, and `offset`
        is its byte in the line as UTF-8.
        """
        from .search_line import read_line

        made = read_line(line)
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
        return isinstance(book, int) and self.get(book) is not None

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

    def _id(self, book: Book | int) -> int:
        if isinstance(book, Book):
            if book._session.store is not self._session.store:
                raise ArgumentError(f"{book!r} belongs to another store", field="book")
            return book.id
        return row_id(book)


def _column(name: str, values: Any) -> Sequence[Any]:
    if isinstance(values, (str, bytes, Mapping)) or not isinstance(values, Iterable):
        refuse(name, "a column: a list with one value a book", values)
    return values if isinstance(values, (list, tuple)) else list(values)


publish(Books)
