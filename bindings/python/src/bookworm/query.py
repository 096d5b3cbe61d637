"""Queries: which books, in which order, and what to do with all of them."""

from __future__ import annotations

import weakref
from itertools import chain

from . import _prototypes as c
from ._errors import ArgumentError
from ._fields import int32
from ._kept import Ahead
from ._later import Later
from ._library import call_int64, library
from ._native import WITHOUT, told
from ._public import publish
from ._selection import Selection, position
from .book import Book, book_rows, quickly

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any, overload

    from typing_extensions import Unpack

    from . import _conditions
    from ._hints import Conditions, GenreLike
    from ._pages import Page
    from ._search import Match
    from .frames import ArrowRows
    from .observer import Observer
    from .statistics import Statistics
else:
    _conditions = Later("_conditions")

_RUN_AT_ONCE = 1024


class Query(Selection):
    """Which books to find, and in which order. Immutable: every method gives a new query.

    `store.books.where(genre="Fantasy", rating=(4, 5)).order_by("-rating", "title")[:20]`

    Nothing is read until it is asked for: by iterating, which reads a piece at a time and sees one
    state of the store from its first row to its last; by a position, `query[3]`; by len(), which
    counts without reading; by the methods below that give no query. A slice, `query[:20]`, is a
    query too: it comes last, as conditions and another order can no longer be given to it. Each
    use looks at the store anew. Made by `store.books`.
    """

    __slots__ = ()

    def where(self, **conditions: Unpack[Conditions]) -> Query:
        """Only the books that meet every condition, on top of those before. None is no condition.

        genre            at least one of these: a Genre, a name or an id, or several of them
        genres_all       every one of these
        genres_none      none of these
        rating           a rating, or (least, most); 0 is not rated
        or_not_rated     with rating: the books that are not rated too
        favourite        whether it is a favourite
        status           a status, or several of which it has one
        title_contains   a piece of the title, of whatever case and accents
        author_contains  the same for the author
        series_contains  the same for the series
        year             a year, or (first, last), both included; None is an open end
        created          (from, until): aware datetimes, until not included; None is an open end
        started          a date, or (first, last), both included; None is an open end
        finished         the same

        Genres by name that there are none of match no book. Raises TypeError for another keyword or
        a wrong type, InvalidError and its like for a value that cannot be, ArgumentError for a
        slice and for a second condition on the same field where it is not about genres or a
        contained text. All but TypeError are ValueErrors.
        """
        self._refuse_slice("where")
        given = {name: value for name, value in conditions.items() if value is not None}
        before = self._names + (self._line.names if self._line else ())
        made = self._changed(
            _names=self._names + tuple(given),
            _steps=self._steps + _conditions.steps_for(self._session, given, before),
        )
        made._kept.handle()  # so that what is wrong is told here and not when it is used
        return made

    def search(
        self, text: str, *, fields: str | Iterable[str] | None = None, match: str = "all"
    ) -> Query:
        """Only the books in which the words of a text are found, on top of the conditions before.

        `store.books.search('dune "spice must flow" sand*').order_by("relevance")`

        text    as a person types it, of whatever case and accents; nothing is wrong syntax. Words
                between quotation marks stand together, "*" ends the beginning of a word; that
                of a phrase is behind the closing mark: '"left ha"*'. Of
                Chinese, Japanese, Korean and Thai any characters that stand together are found.
                A blank text is no condition; one without a letter or digit finds nothing.
        fields  where to look: "title", "author", "synopsis", "review", "notes", "quotes", one or
                several of them; None, the default, is all. The words may be spread over them.
        match   whether "all", "any" or "none" of the words are found

        It combines with every condition and every order. The order stays as it was: by title, or
        as order_by() says. See matches() for where the words stand.
        """
        from ._search import search_step

        self._refuse_slice("search")
        made = self._changed(
            _names=(*self._names, "text"),
            _steps=(*self._steps, search_step(text, fields, match)),
        )
        made._kept.handle()
        return made

    def matches(self, before: str = "[", after: str = "]") -> Iterator[Match]:
        """The books of a search, each as a Match with the place where it was found.

        before, after  stand around each word that was found, in the snippets. Nothing of the text
                       is escaped: for HTML take marks that no text holds, such as chr(2) and
                       chr(3), escape the snippet, and replace them.
        """
        from ._search import MATCH_FIELDS, match_rows, snippet_step

        made = self._changed(_steps=(*self._steps, snippet_step(before, after)))
        if self._limit is not None and self._limit <= _RUN_AT_ONCE:
            with made._run(MATCH_FIELDS) as result:
                return iter(match_rows(self._session, result)[0])
        from ._streams import pieces

        return chain.from_iterable(pieces(made, MATCH_FIELDS, match_rows))

    def order_by(self, *keys: str) -> Query:
        """Another order: keys in turn, each descending where it begins with "-".

        The keys are title, author, rating, status, created, updated, started, finished, favourite,
        series, relevance (or rank) and id. Ties are broken by id, the order in which books were
        added. What is absent comes first, with "-" last. Relevance is how well a book answers
        search(), the best first; without a search all are equal, so that the order is by id.
        Without any key the order is by title, then author. Titles and authors sort as a
        person sorts them.

        Orders by title, author, created and id are read off an index; other orders look at every
        book that matches, once. Raises ArgumentError for another key, or one given twice, and for a
        slice.
        """
        self._refuse_slice("order_by")
        made = self._changed(_sort=keys)
        made._kept.handle()
        return made

    def first(self) -> Book | None:
        """The first book, or None where there is none."""
        return next(iter(self[:1]), None)

    def count(self) -> int:
        """How many books there are, without reading them. The same as len()."""
        with self._prepared(sliced=False) as query:
            count = call_int64(library.bw_query_count, self._session._use(), query)
        count = max(count - self._offset, 0)
        return count if self._limit is None else min(count, self._limit)

    def ids(self) -> list[int]:
        """The ids of the books, in order."""
        from .genre import read_ids

        with self._run(c.BW_BOOK_ID) as result:
            return read_ids(result)

    def columns(self, *fields: str) -> dict[str, list[Any]]:
        """Some fields of all the books as lists, which is the fastest way to read much.

        `query.columns("title", "rating")` gives `{"title": [...], "rating": [...]}`. Beside the
        fields of Book there are "genres", a list of genre ids for each book, "price", a Price or
        None, and "picture", as Book.picture.
        """
        from .frames import column_mask, read_columns

        mask = column_mask(fields)
        if not mask:
            return {}
        with self._run(mask) as result:
            return read_columns(result, fields)

    def arrow(self, *fields: str) -> ArrowRows:
        """Some fields of all the books for a data frame: `polars.DataFrame(query.arrow("title"))`.

        The fields are those of Book, "price" (in the minor unit), "currency", "genres" (ids),
        "identifier_schemes" and "identifier_values", which are all that come by default; and
        "picture" and, of a search, "snippet" and "rank". Each comes once, and in this order. Ids
        mean something in this store only.
        """
        from .frames import ArrowRows, arrow_mask

        return ArrowRows(self, arrow_mask(fields))

    def page(self, size: int, after: str | None = None) -> Page:
        """Some books, and the cursor with which the next page goes on.

        after  the `cursor` of the page before; None, the default, is the first page. It is a text
               that may be kept or sent anywhere; the query must be of the same order. However
               deep, a page costs what the first one costs, and a book that nobody changes in
               between is neither skipped nor repeated. (By relevance every write moves every
               book a little: page within a transaction.)

        Raises CursorError where `after` is no cursor of this order.
        """
        from ._pages import Page, cursor

        self._refuse_slice("page")
        if int32(size, "size") < 1:
            raise ArgumentError(f"a page holds 1 book or more, not {size}", field="size")
        with self[:size]._run(c.BW_FIELDS_DEFAULT, after) as result:
            return Page(book_rows(self._session, result)[0], cursor(result))

    def pages(self, size: int, after: str | None = None) -> Iterator[Page]:
        """All the pages from the start, or from a cursor, one after the other: see page()."""
        while True:
            page = self.page(size, after)
            if page.books:
                yield page
            after = page.cursor
            if after is None:
                return

    def statistics(self) -> Statistics:
        """How many books match, and how they are rated. Reads them all.

        Raises ArgumentError for a slice, which it would not count.
        """
        from .statistics import statistics

        with self._everything("statistics") as query:
            return statistics(self._session._use(), query)

    def statistics_by(self, group: str) -> list[Statistics]:
        """The same by group, one Statistics for each that a matching book is in.

        For the groups see Store.statistics_by(). Reads every book that matches. Raises
        ArgumentError for a slice.
        """
        from .statistics import statistics_by

        with self._everything("statistics_by") as query:
            return statistics_by(self._session._use(), query, group)

    def observe(self, *fields: str) -> Observer:
        """An Observer of the books that the query gives, which must be a slice: `query[:20]`.

        It tells which books entered and left and which moved among the others, and updates of those
        that stayed, only of `fields` where these are named. Its `page` is what the books are now. A
        slice holds at most 10,000 books.
        """
        from .observer import observe_query

        with self._prepared(c.BW_FIELDS_DEFAULT) as query:
            return observe_query(self._session.store, query, fields)

    def delete(self) -> int:
        """Deletes every book that matches, in one step; returns how many."""
        with self._everything("delete") as query:
            return call_int64(library.bw_query_delete_books, self._session._use(), query)

    def rate(self, rating: int) -> int:
        """Rates every book that matches, in one step; returns how many that changed."""
        with self._everything("rate") as query:
            number, handle = int32(rating, "rating"), self._session._use()
            return call_int64(library.bw_query_rate_books, handle, query, number)

    def add_genre(self, genre: GenreLike) -> int:
        """Gives a genre to every book that matches, in one step; returns how many that changed.

        A name that there is no genre of is made.
        """
        from .genre import find_id, genre_key

        key = genre_key(self._session, genre)
        if isinstance(key, int):
            with self._everything("add_genre") as query:
                return call_int64(
                    library.bw_query_add_genre_to_books, self._session._use(), query, key
                )
        with self._session.transaction() as inside:
            known = find_id(inside._use(), key, create=True)
            with self._everything("add_genre") as query:
                return call_int64(library.bw_query_add_genre_to_books, inside._use(), query, known)

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """The books as an Arrow stream, such as `polars.DataFrame(query)` asks for.

        Every field, as arrow() names them, which is quicker with a few only. The stream is of one
        state of the store, takes little memory however many books there are, and goes on when the
        store is closed; a transaction, or a store in memory, reads all of it at once. It comes in
        the types that it has, whatever is requested.
        """
        from .frames import EVERY_FIELD

        return self._arrow(EVERY_FIELD)

    def _arrow(self, mask: int) -> object:
        from ._arrow import capsule

        with self._prepared(mask) as query:
            return capsule(library.bw_query_export_arrow, self._session._use(), query)

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

    def __iter__(self) -> Iterator[Book]:
        if self._limit is not None and self._limit <= _RUN_AT_ONCE:
            if self._in_transaction():
                # It is read here, since what a transaction sees is nobody else's.
                return iter(self._books())
            ahead = Ahead(self._books)
            self._ahead = weakref.ref(ahead)
            return chain.from_iterable(ahead.pieces())
        from ._streams import pieces

        return chain.from_iterable(pieces(self, c.BW_FIELDS_DEFAULT, book_rows))

    def _books(self) -> list[Book]:
        """Those of a slice."""
        session = self._session
        if quickly is not WITHOUT and self._limit is not None:
            store, query = session._use().value, self._kept.handle()
            found = quickly.run(session, store, query, self._offset, self._limit)
            if isinstance(found, bytes):
                raise told(found)
            if found is not None:
                return found
        with self._run(c.BW_FIELDS_DEFAULT) as result:
            return book_rows(session, result)[0]

    def __len__(self) -> int:
        # list() makes an iterator and then asks for the length, which would be as much work again.
        ahead = None if self._ahead is None else self._ahead()
        self._ahead = None
        if ahead is None or not ahead.is_waiting() or self._in_transaction():
            return self.count()
        return ahead.count()

    def _in_transaction(self) -> bool:
        return self._session._use() is not self._session.store._own()

    def __bool__(self) -> bool:
        """Whether there is any book. Reads no more than one."""
        from ._columns import row_count

        with self[:1]._run(c.BW_BOOK_ID) as result:
            return row_count(result) > 0

    def __contains__(self, book: object) -> bool:
        return isinstance(book, Book) and any(book == each for each in self)


publish(Query)
