"""Book, Genre and Query: each leads to the next.

A book leads to its genres, a genre to the query for its books, and a query to books. They are in
one module because their types refer to each other; what each does without the others is in its
base, in book.py, genre.py, book_genres.py and query.py.
"""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from itertools import chain

from ._native import cpython, prototypes as c
from ._native.errors import ArgumentError
from ._native.library import call_handle, call_text, free_result, library
from ._native.modules import BriefABC, LazyModule, publish
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

    from . import (
        binding,
        changes,
        genre_keys,
        languages,
        merging,
        observer as observers,
        search,
        streams,
    )
    from ._native import by_ctypes as reader_by_ctypes
    from ._native.by_ctypes import Reader
    from .binding import Binding
    from .hints import GenreLike
    from .languages import Language
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
    languages = LazyModule("languages")
    search = LazyModule("search")
    streams = LazyModule("streams")

_RUN_AT_ONCE = 1024
# The number of rows that a stream reads at a time. The objects of 512 books stay in a processor's
# cache until they are used and dropped, which is a fifth faster than 4096 rows. By ctypes each
# piece has a cost.
_PIECE, _PIECE_BY_CTYPES = 512, 4096


class Genre(GenreRow):
    """A genre as it was read. Setting `name` or `colour` writes to the store at once.

    The object that create() or find_or_create() returns loads its values when it is first used.
    Made by `store.genres`. refresh() and equality are as in a Book.
    """

    __slots__ = ()

    def bind(self, field: str) -> Binding:
        """Returns a Binding to its "name" or "colour", for a control."""
        return binding.bind_row(self._session.store, c.BW_ENTITY_GENRE, self.id, field)

    def merge(self, other: GenreLike, *, preview: bool = False) -> list[Difference]:
        """Merges another genre into this one, which keeps its name and colour.

        In every book of the other genre, this one takes its place, so a primary genre stays
        primary. Then the other genre is deleted. The merge is one step to undo.

        Args:
            other: The genre that is merged into this one.
            preview: Change nothing, and return what the merge would do.

        Returns:
            A Difference for each field, and for the number of books.

        Raises:
            NotFoundError: One of the two does not exist.
            ArgumentError: They are the same genre, or genres of two stores.
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


class BookGenres(GenresOfBook, Sequence[Genre], metaclass=BriefABC):
    """The genres of one book, in the order they were added: `book.genres`.

    A live collection: every use reads or writes the store with one or two calls. It is not a list:
    add() appends a genre, and list(book.genres) is a copy that does not change. The first genre,
    `book.genres[0]`, is the primary one. Methods take genres as objects, names or ids; add(),
    toggle() and set() create a genre with a new name. Case in names is ignored, even by `in`,
    index() and comparisons with a list or tuple: `book.genres == ["Fantasy", "Horror"]`.
    """

    __slots__ = ()

    @property
    def primary(self) -> Genre | None:
        """The first genre, or None if there is none."""
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

    def by_display_name(self, language: Language | str) -> list[Genre]:
        """Returns its genres, sorted by their displayed names in the given language."""
        result = call_handle(
            library.bw_book_list_genres_by_display_name,
            self._session._alive()._use(),
            self._book,
            languages.language_number(language),
        )
        try:
            return genre_rows(Genre, self._session, result)
        finally:
            free_result(result)

    def _all(self) -> list[Genre]:
        result = self._result()
        try:
            return genre_rows(Genre, self._session, result)
        finally:
            free_result(result)


class Book(BookRow):
    """A book as it was read.

    Its attributes keep the values that they had when the book was read, whatever other programs
    write later; refresh() reads them again. The book that create() returns is read at its first
    use. A field that this object has written is read again at its next use, and so are fields that
    follow from it, such as `finished` from `status`. After a change of its `readings`, use
    refresh(). Made by `store.books`.

    Setting an attribute, `book.rating = 4`, writes to the store at once, and raises if the value is
    refused. None makes an optional field absent; a field that every book has, such as the rating,
    cannot be None. update() sets several in one step. `genres` is a live collection: see
    BookGenres. `identifiers` is a tuple, read from the store each time.

    Two Book objects are equal, and hash alike, if they are the same row of the same Store. The
    commit takes most of the time of a write: several writes are faster in one transaction, and a
    query's methods and create_many() are faster still.
    """

    __slots__ = ()

    def merge(
        self, other: Book | int, *, take: Iterable[str] = (), preview: bool = False
    ) -> list[Difference]:
        """Merges another book into this one, and deletes the other one.

        Afterwards `books[id]`, `books.get(id)` and `in` find this book by the other one's id too;
        other calls do not.

        This book keeps its values, and gets those that only the other one has: fields, a rating, a
        cover, being a favourite. Genres and identifiers are joined, this book's first. It gets the
        other one's quotes and readings, the status and dates that follow from all readings, and the
        earlier `created`. A series number, the author's sort name and a price's currency go with
        their series, author and price. The merge is one step to undo.

        Args:
            other: The book that is merged into this one.
            take: The names of fields whose value comes from the other book, such as "review" or
                "genres".
            preview: Change nothing, and return what the merge would do.

        Returns:
            A Difference for each field whose values differ.

        Raises:
            NotFoundError: One of the two does not exist.
            ArgumentError: They are the same book, or books of two stores; or `take` names the
                status, dates or identifiers, which cannot be chosen.
        """
        session = self._session._alive()
        old = book_id(session, other)
        differences = merging.merge_books(session, self.id, old, take, preview)
        self._forget(*self._readable)
        return differences

    @property
    def genres(self) -> BookGenres:
        """Its genres in the order they were added, as a live collection: see BookGenres.

        Assigning an iterable of objects, names or ids replaces all of them.
        """
        return BookGenres(self._session, self.id)

    @genres.setter
    def genres(self, value: Iterable[GenreLike]) -> None:
        self.update(genres=value)

    def observe(self, *fields: str, since: int | None = None) -> Observer[Book]:
        """Returns an Observer of this book: its fields, its quotes, its genres and its deletion.

        `observe("rating", "genres")` reports changes of these fields only. A genre of the book that
        is deleted is reported as an update of "genres".

        Args:
            fields: The fields to report; all by default.
            since: The number of a transaction, as in store.observe(). If a genre was deleted since
                then, the first Changes have `reread`.

        Raises:
            NotFoundError: The book has been deleted.
        """
        return observer(self._session, fields, since, library.bw_book_observe, self.id)

    def _fresh(self) -> Book:
        session, handle = self._session, self._session._alive()._use()
        found = quickly.get(session, handle.value, self.id)
        if isinstance(found, bytes):
            raise cpython.exception_of(found)
        fresh: Book = found or by_ctypes().get(session, handle, self.id)
        return fresh


class _PageParts(NamedTuple):
    books: list[Book]
    cursor: str | None
    previous: str | None


class Page(_PageParts):
    """Some books of a query, and the cursors of the next and the previous page.

    Attributes:
        books: A list in the query's order.
        cursor: For page(after=); None if this is the last page.
        previous: For page(before=); None if this is the first page.
    """

    _query: Query | None = None
    _total: int | None = None

    @property
    def total(self) -> int:
        """The number of books on all pages, counted when it is first asked for.

        The limit of a search line is ignored. After a change by anyone, the number may differ
        from the one when the page was read, except within a transaction.

        Raises:
            ArgumentError: The page was not read by a query.
        """
        if self._total is None:
            if self._query is None:
                raise ArgumentError(
                    "the page was not read by a query, so it has no total", field="page"
                )
            self._total = self._query._changed(_offset=0, _limit=None).count()
        return self._total

    def __reduce__(self) -> tuple[type[Page], tuple[object, ...]]:
        return Page, tuple(self)


class Match(NamedTuple):
    """A book that a search has found, with the place of the words.

    Attributes:
        book: The Book.
        field: The name of the field with most of the words, such as "review" or "quotes".
        snippet: A part of that field, on one line, with each of the words between the marks.
        rank: How well the book matches the search: lower is better.

    If the query searches for nothing, the last three are None.
    """

    book: Book
    field: str | None
    snippet: str | None
    rank: float | None


class Query(QueryBase):
    """Conditions and an order for books. Immutable: every method returns a new query.

    `store.books.where(genre="Fantasy", rating=(4, 5)).order_by("-rating", "title")[:20]`

    Nothing is read until the query is used: iterating reads in pieces and sees one state of the
    store from the first row to the last; `query[3]` reads one book; len() counts without reading. A
    slice, `query[:20]`, is a query too; it must come last, because conditions and another order
    cannot be added to it. Each use reads the store again. Made by `store.books`.
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
        """Returns the books of a search, each as a Match that shows where the words were found.

        Snippets are not escaped. For HTML use marks that no text contains, such as chr(2) and
        chr(3), escape the snippet, and then replace the marks.

        Args:
            before: Put before each found word in the snippets.
            after: Put after each found word.
        """
        made = self._changed(_steps=(*self._steps, search.snippet_step(before, after)))
        if self._limit is not None and self._limit <= _RUN_AT_ONCE:
            with made._run(search.MATCH_FIELDS) as result:
                return iter(match_rows(self._session, result)[0])
        return chain.from_iterable(streams.pieces(made, search.MATCH_FIELDS, match_rows, _piece()))

    def first(self) -> Book | None:
        """Returns the first book, or None if there is none."""
        return next(iter(self[:1]), None)

    def page(
        self,
        size: int,
        after: str | None = None,
        *,
        before: str | None = None,
        start: int | None = None,
    ) -> Page:
        """Returns one page of books with the cursors of its neighbours; by default the first page.

        A cursor is a str that can be stored or sent, for queries with the same order. A page costs
        the same at any depth, and an unchanged book is never skipped or repeated; only the cost of
        `start` grows with the number of books before it. In order of relevance, every write moves
        every book a little: read such pages within a transaction.

        A search line's `limit:` limits only the size of each page: the cursors lead beyond it, and
        Page.total ignores it. pages() stops at it.

        Args:
            size: The largest number of books.
            after: The `cursor` of the page before.
            before: The `previous` of the page after.
            start: The position of the first book, as from position_of().

        Raises:
            CursorError: The text is not a cursor of this order.
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
            page = Page(book_rows(self._session, result)[0], cursor, previous)
        page._query = self
        return page

    def pages(self, size: int, after: str | None = None) -> Iterator[Page]:
        """Iterates over all pages from the start, or from a cursor: see page().

        If a search line has a `limit:`, all pages together have no more books than that.
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
        """Returns an Observer of the query's books; the query must be a slice: `query[:20]`.

        It reports which books entered, left and moved, and updates of the others. Its `page` is the
        list of books now. A slice has at most 10,000 books.

        If changes make the query run again over more than 1,000 books, it runs in a thread of the
        library, and the changes are reported when it has finished. Until then event loops do not
        wait, and next(0) may return None although a change is committed.

        Args:
            fields: Report updates of these fields only; all by default.
            since: The number of a transaction, as in store.observe(). If the page may have changed
                since then, the first Changes have `reread`.
            after: A cursor, as in page().
        """
        with self._open(c.BW_FIELDS_DEFAULT, after) as query:
            return observer(self._session, fields, since, library.bw_query_observe, query)

    def observe_statistics(self, *, since: int | None = None) -> Observer[Any]:
        """Returns an Observer that reports when statistics of the query may have changed.

        Its Changes only say `reread`. `since` is as in store.observe().
        """
        with self._everything("observe_statistics") as query:
            return observer_of_statistics(self._session, since, query)

    def __iter__(self) -> Iterator[Book]:
        if self._limit is not None and self._limit <= _RUN_AT_ONCE:
            if self._in_transaction():
                # The books are read now, because only the transaction sees its own changes, and it
                # may end before the iterator.
                return iter(self._books())
            ahead = Prefetch(self._books)
            self._prefetch = weakref.ref(ahead)
            return chain.from_iterable(ahead.pieces())
        return chain.from_iterable(streams.pieces(self, c.BW_FIELDS_DEFAULT, book_rows, _piece()))

    def _books(self) -> list[Book]:
        """The books of a slice."""
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
        # list() creates an iterator and then asks for the length, so counting would double the
        # time.
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
    """Reads books through ctypes, which always works."""
    global _reader
    if _reader is None:
        _reader = reader_by_ctypes.Reader(Book)
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
    """A Book whose id alone is known; any other attribute reads it."""
    book: Book = hollow(Book, session, row)
    return book


def observer(
    session: Session, fields: tuple[str, ...], since: int | None, function: Any, *arguments: Any
) -> Observer[Book]:
    """An Observer made by a function of the library, for these fields.

    With `since`, it also reports the changes after that transaction.
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
    """An Observer of the statistics of a query's books, or of all books."""
    function = library.bw_store_observe_statistics
    made: Observer[Any] = observers.Observer._of(
        session.store, lambda _: [], since, function, query
    )
    return made


publish(Book, BookGenres, Genre, Match, Page, Query)
