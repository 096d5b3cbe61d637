"""Book, Genre and Query: each leads to the next.

A book leads to its genres, a genre to the query for its books, and a query to books. They stand
together since their types know one another; what each does without the others is in its base, in
book.py, genre.py, book_genres.py and query.py.
"""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from itertools import chain

from ._native import cpython, prototypes as c
from ._native.errors import ArgumentError
from ._native.library import call_text, free_result, library
from ._native.modules import LazyModule, publish
from ._native.named_tuple import NamedTuple
from ._native.values import int32
from .book import BookFields, BookRow, book_id
from .book_genres import GenresOfBook
from .genre import GenreFields, GenreRow, genre_rows
from .prepared_query import Prefetch
from .query import QueryBase
from .row import complete, hollow

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ctypes
    from collections.abc import Iterable, Iterator
    from typing import Any, overload

    from . import binding, changes, genre_keys, merging, observer as observers, search, streams
    from ._native import by_ctypes as reader_by_ctypes
    from ._native.by_ctypes import Reader
    from .binding import Binding
    from .hints import GenreLike
    from .merging import Difference
    from .observer import Observer
    from .session import Session
else:
    binding = LazyModule("binding")
    reader_by_ctypes = LazyModule("_native.by_ctypes")
    changes = LazyModule("changes")
    genre_keys = LazyModule("genre_keys")
    merging = LazyModule("merging")
    observers = LazyModule("observer")
    search = LazyModule("search")
    streams = LazyModule("streams")

_RUN_AT_ONCE = 1024
# How many rows a stream gives at a time. The objects of 512 books stay in a processor's cache until
# they are used and dropped: that is a fifth faster than 4096 where making them costs nothing a
# piece, and by ctypes it does.
_PIECE, _PIECE_BY_CTYPES = 512, 4096


class Genre(GenreRow):
    """A genre as it was read. Setting `name` or `colour` writes to the store at once.

    One that create() or find_or_create() returns is read when it is first looked at. Made by
    `store.genres`.

    Two Genre objects are equal, and hash alike, when they are the same row of the same Store.
    """

    __slots__ = ()

    def bind(self, field: str) -> Binding:
        """A Binding to its "name" or "colour", as a control holds it."""
        return binding.bind_row(self._session.store, c.BW_ENTITY_GENRE, self.id, field)

    def merge(self, other: GenreLike, *, preview: bool = False) -> list[Difference]:
        """Merges another genre into this one, which stays with its name and colour.

        Every book of the other has this genre in its place, so that it stays the primary one
        where it was; then the other is deleted. With preview=True nothing is changed. It is one
        step to undo. Returns a Difference for each field, and for the number of books. Raises
        NotFoundError, and ArgumentError for the same genre or another store's.
        """
        session = self._session._alive()
        old = genre_keys.find_id(session._use(), genre_keys.genre_key(session, other))
        differences = merging.merge_genres(session, self.id, old, preview)
        self._forget("book_count")
        return differences

    @property
    def books(self) -> Query:
        """The query for the books that have this genre."""
        return Query(self._session).where(genre=self)


class BookGenres(GenresOfBook, Sequence[Genre]):
    """The genres of one book, in the order in which they were added: `book.genres`.

    It holds nothing itself: every use reads or writes the store, at the cost of a call or two. It
    is no list: add() puts a genre at its end, and list(book.genres) is a copy that stays as it is.
    The first genre, `book.genres[0]`, is the primary one. Methods take genres as objects, names or
    ids; a name is looked up whatever its case, by `in` and index() too, and where it is compared
    with a list or tuple: `book.genres == ["Fantasy", "Horror"]`.
    """

    __slots__ = ()

    @property
    def primary(self) -> Genre | None:
        """The first one, or None where there is none."""
        return next(iter(self), None)

    if TYPE_CHECKING:

        @overload
        def __getitem__(self, place: int) -> Genre: ...

        @overload
        def __getitem__(self, place: slice) -> list[Genre]: ...

    def __getitem__(self, place: int | slice) -> Genre | list[Genre]:
        return self._all()[place]

    def __iter__(self) -> Iterator[Genre]:
        return iter(self._all())

    def _all(self) -> list[Genre]:
        result = self._result()
        try:
            return genre_rows(Genre, self._session, result)
        finally:
            free_result(result)


class Book(BookRow):
    """A book as it was read.

    Its attributes keep what they were when the book was read, whatever other programs write since;
    refresh() reads it again. A book that create() returns is read when it is first looked at, and
    one that was written to when a field that has changed is looked at. Made by `store.books`.

    Setting an attribute, `book.rating = 4`, writes to the store at once and raises where the value
    is refused. None makes an optional field absent; a field that every book has, such as the
    rating, cannot be None. update() sets several in one step. `genres` is a live collection, each
    use of which reads or writes the store, and no list: see BookGenres. `identifiers` is a tuple,
    read from the store each time.

    Two Book objects are equal, and hash alike, when they are the same row of the same Store. Most
    of the time that a write takes is its commit: several are quicker in one transaction, and a
    query's methods and create_many() are quicker still.
    """

    __slots__ = ()

    def merge(
        self, other: Book | int, *, take: Iterable[str] = (), preview: bool = False
    ) -> list[Difference]:
        """Merges another book into this one, which stays; the other is gone.

        From then on `books[id]`, `books.get(id)` and `in` take the other's id for this book; no
        other call does.

        take     names of the fields in which the other's value counts, such as "review"
        preview  True tells what would be done and changes nothing

        This book keeps what it has, and gets of the other what it lacks: a field, also a rating
        and being a favourite; genres and identifiers are joined, those of this book first, or with
        "genres" in `take` the other's; quotes and readings become its own, and its status and dates
        follow the readings, as ever; it was created when the earlier one was. A series number, the
        author's name for sorting and a price's currency go with their series, author and price.

        It is one step to undo. Returns a Difference for each field in which the two differ. Raises
        NotFoundError, and ArgumentError for the same book, another store's, or a field in `take`
        that is not chosen so: status, dates and identifiers.
        """
        session = self._session._alive()
        old = book_id(session, other)
        differences = merging.merge_books(session, self.id, old, take, preview)
        self._forget(*self._readable)
        return differences

    @property
    def genres(self) -> BookGenres:
        """Its genres in the order in which they were added, a live collection: see BookGenres.

        Assigning an iterable of objects, names or ids replaces all of them.
        """
        return BookGenres(self._session, self.id)

    @genres.setter
    def genres(self, value: Iterable[GenreLike]) -> None:
        self.update(genres=value)

    def observe(self, *fields: str, since: int | None = None) -> Observer[Book]:
        """An Observer of this book: its fields, its quotes, its genres and its deletion.

        `observe("rating", "genres")` hears of these fields only. A genre of the book that is
        deleted is told as an update of "genres". `since` as in store.observe(); where a genre was
        deleted since then, it says that it must be read again. Raises NotFoundError if the book has
        been deleted.
        """
        return observer(self._session, fields, since, library.bw_book_observe, self.id)

    def _fresh(self) -> Book:
        session, handle = self._session, self._session._alive()._use()
        found = quickly.get(session, handle.value, self.id)
        if isinstance(found, bytes):
            raise cpython.exception_of(found)
        fresh: Book = found or by_ctypes().get(session, handle, self.id)
        return fresh


class Page(NamedTuple):
    """Some books of a query, and where the pages after and before it are.

    books     a list in the query's order
    cursor    the place after the last of them, for page(after=), or None where nothing follows
    previous  the place of the first of them, for page(before=), or None where it is the first page
    """

    books: list[Book]
    cursor: str | None
    previous: str | None


class Match(NamedTuple):
    """A book that a search has found, and where.

    book     the Book
    field    the name of the field in which most of the words stand, such as "review" or "quotes"
    snippet  the piece of that field around them, on one line, each of them between the marks
    rank     how well the book answers the search: the lower, the better

    Where the query searches for nothing, the last three are None.
    """

    book: Book
    field: str | None
    snippet: str | None
    rank: float | None


class Query(QueryBase):
    """Which books to find, and in which order. Immutable: every method gives a new query.

    `store.books.where(genre="Fantasy", rating=(4, 5)).order_by("-rating", "title")[:20]`

    Nothing is read until it is asked for: by iterating, which reads a piece at a time and sees one
    state of the store from its first row to its last; by a position, `query[3]`; by len(), which
    counts without reading; by the methods below that give no query. A slice, `query[:20]`, is a
    query too: it comes last, as conditions and another order can no longer be given to it. Each
    use looks at the store anew. Made by `store.books`.
    """

    __slots__ = ()

    if TYPE_CHECKING:

        @overload
        def __getitem__(self, place: int) -> Book: ...

        @overload
        def __getitem__(self, place: slice) -> Query: ...

    def __getitem__(self, place: int | slice) -> Book | Query:
        if not isinstance(place, slice):
            start = position(place)
            book = self[start : start + 1].first()
            if book is None:
                raise IndexError(f"the query has no book at position {start}")
            return book
        if place.step not in (None, 1):
            raise ArgumentError("a slice of a query has no step")
        start = 0 if place.start is None else position(place.start)
        limit = None if place.stop is None else max(position(place.stop) - start, 0)
        if self._limit is not None:
            left = max(self._limit - start, 0)
            limit = left if limit is None else min(limit, left)
        return self._changed(_offset=self._offset + start, _limit=limit)

    def matches(self, before: str = "[", after: str = "]") -> Iterator[Match]:
        """The books of a search, each as a Match with the place where it was found.

        before, after  stand around each word that was found, in the snippets. Nothing of the text
                       is escaped: for HTML take marks that no text holds, such as chr(2) and
                       chr(3), escape the snippet, and replace them.
        """
        made = self._changed(_steps=(*self._steps, search.snippet_step(before, after)))
        if self._limit is not None and self._limit <= _RUN_AT_ONCE:
            with made._run(search.MATCH_FIELDS) as result:
                return iter(match_rows(self._session, result)[0])
        return chain.from_iterable(streams.pieces(made, search.MATCH_FIELDS, match_rows, _piece()))

    def first(self) -> Book | None:
        """The first book, or None where there is none."""
        return next(iter(self[:1]), None)

    def page(
        self,
        size: int,
        after: str | None = None,
        *,
        before: str | None = None,
        start: int | None = None,
    ) -> Page:
        """Some books, and the cursors with which to go on and back: the first page by default.

        after   the `cursor` of the page before
        before  or the `previous` of the page after
        start   or the position of its first book, such as position_of() gives

        A cursor is a text that may be kept or sent anywhere, for queries of the same order. However
        deep, a page costs what the first one costs, and a book that nobody changes in between is
        neither skipped nor repeated; only `start` costs more, the more books stand before it. (By
        relevance every write moves every book a little: page within a transaction.) Of a line with
        a limit, a page holds no more, and its cursor goes on beyond the limit. Raises CursorError
        for no cursor of this order.
        """
        if not self._is_limited_by_line():
            self._refuse_slice("page")
        if int32(size, "size") < 1:
            raise ArgumentError(f"a page holds 1 book or more, not {size}", field="size")
        if sum(place is not None for place in (after, before, start)) > 1:
            raise ArgumentError("a page has one place; give after, before or start", field="after")
        first = 0 if start is None else position(start)
        with self[first : first + size]._run(c.BW_FIELDS_DEFAULT, after, before) as result:
            cursor = call_text(library.bw_result_get_cursor, result)
            previous = call_text(library.bw_result_get_first_cursor, result)
            return Page(book_rows(self._session, result)[0], cursor, previous)

    def pages(self, size: int, after: str | None = None) -> Iterator[Page]:
        """All the pages from the start, or from a cursor, one after the other: see page().

        Of a line with a limit, they hold no more than that together.
        """
        rest = self._limit
        while True:
            page = self.page(size if rest is None else min(size, rest or size), after)
            if page.books:
                yield page
            after = page.cursor
            if rest is not None:
                rest -= len(page.books)
            if after is None or rest == 0:
                return

    def observe(
        self, *fields: str, since: int | None = None, after: str | None = None
    ) -> Observer[Book]:
        """An Observer of the books that the query gives, which must be a slice: `query[:20]`.

        It tells which books entered and left and which moved among the others, and updates of those
        that stayed, only of `fields` where these are named. Its `page` is what the books are now. A
        slice holds at most 10,000 books. `since` as in store.observe(): where the page may have got
        other books or another order since then, it says that it must be read again. `after` as in
        page().

        Where the query has to run again over more than 1,000 books, as when very many have
        changed, a thread of the library runs it, and the change is told after that: no event loop
        waits for it, and next(0) may say None of what is committed already.
        """
        with self._open(c.BW_FIELDS_DEFAULT, after) as query:
            return observer(self._session, fields, since, library.bw_query_observe, query)

    def observe_statistics(self, *, since: int | None = None) -> Observer[Any]:
        """An Observer whose Changes say that statistics of what matches may have changed.

        They say that all must be read again, and nothing else. `since` as in store.observe().
        """
        with self._everything("observe_statistics") as query:
            return observer_of_statistics(self._session, since, query)

    def __iter__(self) -> Iterator[Book]:
        if self._limit is not None and self._limit <= _RUN_AT_ONCE:
            if self._in_transaction():
                # It is read here, since what a transaction sees is nobody else's.
                return iter(self._books())
            ahead = Prefetch(self._books)
            self._prefetch = weakref.ref(ahead)
            return chain.from_iterable(ahead.pieces())
        return chain.from_iterable(streams.pieces(self, c.BW_FIELDS_DEFAULT, book_rows, _piece()))

    def _books(self) -> list[Book]:
        """Those of a slice."""
        session = self._session
        if quickly is not cpython.WITHOUT and self._limit is not None:
            store, query = session._use().value, self._prepared.handle()
            found: Any = quickly.run(session, store, query, self._offset, self._limit)
            if isinstance(found, bytes):
                raise cpython.exception_of(found)
            if found is not None:
                books: list[Book] = found
                return books
        with self._run(c.BW_FIELDS_DEFAULT) as result:
            return book_rows(session, result)[0]

    def __len__(self) -> int:
        # list() makes an iterator and then asks for the length, which would be as much work again.
        ahead = None if self._prefetch is None else self._prefetch()
        self._prefetch = None
        if ahead is None or not ahead.is_waiting() or self._in_transaction():
            return self.count()
        return ahead.count()

    def __contains__(self, book: object) -> bool:
        return isinstance(book, Book) and any(book == each for each in self)


def position(value: Any) -> int:
    """A place among the books of a query, counted from 0."""
    if not isinstance(value, int):
        raise TypeError(f"positions of a query are ints, not {type(value).__name__}")
    if value < 0:
        raise ArgumentError(
            "positions of a query are not negative; reverse the order to count from its end"
        )
    return min(value, 2**62)


complete(Book, BookFields)
complete(Genre, GenreFields)
quickly = cpython.functions(Book, BookFields)
_reader: Reader | None = None


def by_ctypes() -> Reader:
    """The way to read books that there always is."""
    global _reader
    if _reader is None:
        _reader = reader_by_ctypes.Reader(Book, BookFields)
    return _reader


def book_rows(session: Session, result: ctypes.c_void_p) -> tuple[list[Book], int]:
    """The rows of a result as Book objects, and how many bytes of text they had."""
    rows = quickly.rows(session, result.value)
    return by_ctypes().rows(session, result) if rows is None else rows


def match_rows(session: Session, result: ctypes.c_void_p) -> tuple[list[Match], int]:
    """The rows of a result that has MATCH_FIELDS, and how many bytes of text the books had."""
    books, size = book_rows(session, result)
    places = search.read_places(result) if books else ()
    return [Match(book, *place) for book, place in zip(books, places)], size


def _piece() -> int:
    return _PIECE_BY_CTYPES if quickly is cpython.WITHOUT else _PIECE


def hollow_book(session: Session, row: int) -> Book:
    """A Book of which only the id is known; a look at anything else reads it."""
    book: Book = hollow(Book, session, row)
    return book


def observer(
    session: Session, fields: tuple[str, ...], since: int | None, function: Any, *arguments: Any
) -> Observer[Book]:
    """An Observer of what a function of the library's observes, and of these fields.

    Of what came after a transaction, where one is given.
    """

    def books(result: ctypes.c_void_p) -> list[Book]:
        return book_rows(store, result)[0]

    store = session.store
    return observers.Observer[Book]._of(
        store, books, since, function, *arguments, changes.field_mask(fields)
    )


def observer_of_statistics(
    session: Session, since: int | None, query: ctypes.c_void_p | None
) -> Observer[Any]:
    """An Observer of the statistics of what a query finds, or of all books."""
    function = library.bw_store_observe_statistics
    made: Observer[Any] = observers.Observer._of(
        session.store, lambda _: [], since, function, query
    )
    return made


publish(Book, BookGenres, Genre, Match, Page, Query)
