"""What a query selects and does to all of it; the books that it gives are in models.py."""

from __future__ import annotations

from ._native import prototypes as c
from ._native.errors import ArgumentError
from ._native.library import call, call_handle, call_int64, free_result, library
from ._native.modules import LazyModule
from ._native.values import int32, text
from .book import book_id
from .prepared_query import OwnedHandle, PreparedQuery, free_query

TYPE_CHECKING = False
if TYPE_CHECKING:
    import weakref
    from collections.abc import Iterable
    from typing import Any

    from typing_extensions import Self, Unpack

    from . import (
        book_changes,
        conditions as condition_steps,
        frames,
        genre_keys,
        notebook,
        query_expression,
        search,
        statistics,
    )
    from ._native import arrow, columns
    from .book import BookRow
    from .frames import ArrowRows
    from .hints import Conditions, GenreLike
    from .prepared_query import Prefetch, Step
    from .search_line import SearchLine
    from .session import Session
    from .statistics import Statistics, StatisticsByGroup
else:
    arrow = LazyModule("_native.arrow")
    columns = LazyModule("_native.columns")
    book_changes = LazyModule("book_changes")
    frames = LazyModule("frames")
    genre_keys = LazyModule("genre_keys")
    notebook = LazyModule("notebook")
    query_expression = LazyModule("query_expression")
    search = LazyModule("search")
    statistics = LazyModule("statistics")
    condition_steps = LazyModule("conditions")

_COPIED = ("_asked", "_limit", "_line", "_names", "_offset", "_session", "_sort", "_steps")


class QueryBase:
    """All of Query but what gives books."""

    __slots__ = (*_COPIED, "_prefetch", "_prepared")

    def __init__(self, session: Session) -> None:
        """Not for use: ask a store's books for a query."""
        self._session = session
        self._line: SearchLine | None = None
        self._steps: tuple[Step, ...] = ()
        self._names: tuple[str, ...] = ()
        # What it was made by: each call with what it was given.
        self._asked: tuple[tuple[str, Any], ...] = ()
        # None: as the line says, or by title and author.
        self._sort: tuple[str, ...] | None = None
        self._offset = 0
        self._limit: int | None = None
        self._prepared = PreparedQuery(None, ())
        self._prefetch: weakref.ref[Prefetch] | None = None

    def where(self, **conditions: Unpack[Conditions]) -> Self:
        """Only the books that meet every condition, on top of those before.

        genre            at least one of these: a Genre, a name or an id, or several of them
        genres_all       every one of these
        genres_none      none of these
        rating           a rating, a list of some, or (least, most); 0 is not rated
        or_not_rated     with rating: the books that are not rated too
        favourite        whether it is a favourite
        status           a status, or a list of some, of which it has one
        identifier       a scheme and a value, ("isbn", "0-441-17271-7"), in any spelling
        title_contains   a piece of the title, of whatever case and accents
        author_contains, subtitle_contains, series_contains, publisher_contains, format_contains,
        author_sort_contains   the same for these
        language         a tag such as "en", which "en-GB" is in too
        year             a year, a list of some, or (first, last), both included
        edition_year     the same
        pages            a number, a list of some, or (least, most)
        created          (from, until): aware datetimes, until not included
        started          a date, a list of some, or (first, last), both included
        finished         the same
        without          a field that it has none of, such as "review", or a list of some
        having           a field that it has, or a list of some

        A tuple is a range, whose ends may be None, open; a list or a set is a choice, of which an
        empty one finds nothing. Where all that is listed must hold (genres_all, genres_none,
        without, having, identifier), an empty list is no condition. None itself means without:
        `year=None` is `without="year"`.

        Genres by name that there are none of match no book. Raises TypeError for another keyword or
        a wrong type, InvalidError and its like for a value that cannot be, ArgumentError for a
        slice and for a second condition on the same field where it is not about genres, a contained
        text, the language, identifiers or what a book has or is without. All but TypeError are
        ValueErrors.
        """
        self._refuse_slice("where")
        before = self._names + (self._line.names if self._line else ())
        made = self._changed(
            _names=self._names + tuple(conditions),
            _asked=(*self._asked, ("where", conditions)),
            _steps=self._steps + condition_steps.steps_for(self._session, conditions, before),
        )
        made._prepared.handle()  # so that what is wrong is told here and not when it is used
        return made

    def where_not(self, **conditions: Unpack[Conditions]) -> Self:
        """Without the books that meet every one of these conditions, which are those of where()."""
        self._refuse_slice("where_not")
        steps = condition_steps.steps_for(self._session, conditions, ())
        other = PreparedQuery(None, steps)
        return self._combined(library.bw_query_where_not, other, "not", ("where_not", conditions))

    def __or__(self, other: Self) -> Self:
        """The books of either: `books.where(rating=5) | books.where(favourite=True)`.

        The order is that of the first. What is added to it afterwards holds for both.
        """
        return self._with(other, library.bw_query_where_either, "|")

    def __sub__(self, other: Self) -> Self:
        """The books of the first that the other has not; the order is that of the first."""
        return self._with(other, library.bw_query_where_not, "-")

    def _with(self, other: Self, function: Any, sign: str) -> Self:
        if not isinstance(other, QueryBase):
            return NotImplemented
        if other._session.store is not self._session.store:
            raise ArgumentError(f"{other!r} is of another store", field="other")
        self._refuse_slice(sign)
        other._refuse_slice(sign)
        return self._combined(function, other._prepared, sign, (sign, other))

    def _combined(
        self, function: Any, other: PreparedQuery, sign: str, asked: tuple[str, Any]
    ) -> Self:
        made = self._changed(
            _names=(*self._names, sign),
            _steps=(*self._steps, (sign, function, other)),
            _asked=(*self._asked, asked),
        )
        made._prepared.handle()
        return made

    def search(
        self, text: str, *, fields: str | Iterable[str] | None = None, match: str = "all"
    ) -> Self:
        """Only the books in which the words of a text are found, on top of the conditions before.

        `store.books.search('dune "spice must flow" sand*').order_by("relevance")`

        text    as a person types it, of whatever case and accents; nothing is wrong syntax. Words
                between quotation marks stand together, "*" ends the beginning of a word; that
                of a phrase is behind the closing mark: '"left ha"*'. Of
                Chinese, Japanese, Korean and Thai any characters that stand together are found.
                A blank text is no condition; one without a letter or digit finds nothing.
        fields  where to look: "title", "subtitle", "author", "publisher", "synopsis", "review",
                "notes", "quotes", one or several of them; None, the default, is all. The words
                may be spread over them.
        match   whether "all", "any" or "none" of the words are found

        It combines with every condition and every order. The order stays as it was: by title, or
        as order_by() says. See matches() for where the words stand.
        """
        self._refuse_slice("search")
        made = self._changed(
            _names=(*self._names, "text"),
            _steps=(*self._steps, search.search_step(text, fields, match)),
            _asked=(*self._asked, ("search", {"text": text, "fields": fields, "match": match})),
        )
        made._prepared.handle()
        return made

    def order_by(self, *keys: str) -> Self:
        """Another order: keys in turn, each descending where it begins with "-".

        The keys are title, author, rating, status, created, updated, started, finished, favourite,
        series, publisher, pages, language, edition_year, year, price, genre (the primary one's
        name), relevance (or rank) and id. Prices come currency by currency. Ties are
        broken by id, the order in which books were added. What is absent comes first, with "-"
        last. Relevance is how well a book answers search(), the best first; without a search all
        are equal, so that the order is by id. Without any key the order is by title, then author.
        Titles and authors sort as a person sorts them.

        Orders by title, author, created, updated and id are read off an index; other orders look at
        every book that matches, once. Raises ArgumentError for another key, or one given twice,
        and for a slice.
        """
        self._refuse_slice("order_by")
        made = self._changed(_sort=keys)
        made._prepared.handle()
        return made

    def count(self) -> int:
        """How many books there are, without reading them. The same as len()."""
        with self._open(sliced=False) as query:
            count = call_int64(library.bw_query_count, self._session._use(), query)
        count = max(count - self._offset, 0)
        return count if self._limit is None else min(count, self._limit)

    def position(self, book: BookRow | int) -> int:
        """How many books come before this one, a Book or an id: `query[n]` is it.

        Raises NotFoundError where it is not among them, and ArgumentError for a slice.
        """
        with self._everything("position") as query:
            store, wanted = self._session._use(), book_id(self._session, book)
            return call_int64(library.bw_query_find_book, store, query, wanted)

    def position_of(self, beginning: str) -> int:
        """How many books come before the first that begins with a letter: `query[n:n + 20]`.

        It is the title that begins so, or what other name, such as the author's, the order is by
        first; ArgumentError where it is by none. Case and accents do not count. Where
        none begins so, it is the place that one would have.
        """
        encoded = text(beginning, "beginning")
        with self._everything("position_of") as query:
            store = self._session._use()
            return call_int64(library.bw_query_find_text, store, query, encoded, len(encoded))

    def ids(self) -> list[int]:
        """The ids of the books, in order."""
        with self._run(c.BW_BOOK_ID) as result:
            return columns.read_ids(result)

    def columns(self, *fields: str) -> dict[str, list[Any]]:
        """Some fields of all the books as lists, which is the fastest way to read much.

        `query.columns("title", "rating")` gives `{"title": [...], "rating": [...]}`. Beside the
        fields of Book there are "genre_names" and "genres", lists of the names and of the ids of
        each book's genres, "identifiers" and "price", as a Book has them, and "picture".
        """
        mask = frames.column_mask(fields)
        if not mask:
            return {}
        with self._run(mask) as result:
            return frames.read_columns(result, fields)

    def arrow(self, *fields: str) -> ArrowRows:
        """Some fields of all the books for a data frame: `polars.DataFrame(query.arrow("title"))`.

        The fields are those of Book, "price" (in the minor unit), "currency", "genre_names",
        "identifier_schemes" and "identifier_values", which are all that come by default;
        "identifiers" for both of these; and "genres" (ids, which mean something in this store
        only), "picture" and, of a search, "snippet" and "rank". Each comes once, in an order of its
        own.
        """
        return frames.ArrowRows(self._arrow, frames.arrow_mask(fields))

    def statistics(self) -> Statistics:
        """How many books match, and how they are rated. Reads them all.

        Raises ArgumentError for a slice, which it would not count.
        """
        with self._everything("statistics") as query:
            return statistics.statistics(self._session._use(), query)

    def statistics_by(self, group: str) -> StatisticsByGroup:
        """The same by group, one Statistics for each that a matching book is in.

        For the groups see Store.statistics_by(). Reads every book that matches. Raises
        ArgumentError for a slice.
        """
        with self._everything("statistics_by") as query:
            return statistics.statistics_by(self._session._use(), query, group)

    def delete(self) -> int:
        """Deletes every book that matches, in one step; returns how many."""
        with self._everything("delete") as query:
            return call_int64(library.bw_query_delete_books, self._session._use(), query)

    def update(self, **fields: Any) -> int:
        """Changes every book that matches to the same, in one step: `query.update(format="epub")`.

        The fields are those of Book.update(). Returns how many did not say it all before; those
        that did are left as they are.
        """
        self._refuse_slice("update")
        changing = book_changes.change(self._session, fields)
        with changing as (inside, values, clear), self._open() as query:
            store = inside._use()
            return call_int64(library.bw_query_update_books, store, query, values, clear)

    def rate(self, rating: int) -> int:
        """Rates every book that matches, in one step; returns how many that changed."""
        with self._everything("rate") as query:
            number, handle = int32(rating, "rating"), self._session._use()
            return call_int64(library.bw_query_rate_books, handle, query, number)

    def add_genre(self, genre: GenreLike) -> int:
        """Gives a genre to every book that matches, in one step; returns how many that changed.

        A name that there is no genre of is made.
        """
        key = genre_keys.genre_key(self._session, genre)
        if isinstance(key, int):
            with self._everything("add_genre") as query:
                store = self._session._use()
                return call_int64(library.bw_query_add_genre_to_books, store, query, key)
        with self._session.transaction() as inside:
            known = genre_keys.find_id(inside._use(), key, create=True)
            with self._everything("add_genre") as query:
                return call_int64(library.bw_query_add_genre_to_books, inside._use(), query, known)

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """The books as an Arrow stream, such as `polars.DataFrame(query)` asks for.

        Every field, as arrow() names them, which is quicker with a few only. The stream is of one
        state of the store, takes little memory however many books there are, and goes on when the
        store is closed; a transaction, or a store in memory, reads all of it at once. It comes in
        the types that it has, whatever is requested.
        """
        return self._arrow(frames.EVERY_FIELD)

    def _arrow(self, mask: int) -> object:
        with self._open(mask) as query:
            return arrow.capsule(library.bw_query_export_arrow, self._session._use(), query)

    def _in_transaction(self) -> bool:
        return self._session._use() is not self._session.store._own()

    def __bool__(self) -> bool:
        """Whether there is any book. Reads no more than one."""
        limit = 1 if self._limit is None else min(self._limit, 1)
        with self._changed(_limit=limit)._run(c.BW_BOOK_ID) as result:
            return columns.row_count(result) > 0

    def __repr__(self) -> str:
        return f"<{self._expression()} of {self._session!r}>"

    def _expression(self) -> str:
        """What it asks, as a program would write it."""
        part = (0, None) if self._is_limited_by_line() else (self._offset, self._limit)
        return query_expression.expression(self._line, self._asked, self._sort, part)

    def _repr_html_(self) -> str:
        return notebook.query_html(self)

    def _changed(self, **attributes: Any) -> Self:
        made = type(self).__new__(type(self))
        for name in _COPIED:
            setattr(made, name, attributes.get(name, getattr(self, name)))
        made._prefetch = None
        if attributes.keys() <= {"_offset", "_limit"}:
            made._prepared = self._prepared
        else:
            order = () if made._sort is None else condition_steps.sort_steps(made._sort)
            made._prepared = PreparedQuery(made._line, (*made._steps, *order))
        return made

    def _open(
        self,
        fields: int = 0,
        after: str | None = None,
        before: str | None = None,
        *,
        sliced: bool = True,
    ) -> OwnedHandle:
        """The query as the library has it, for one use."""
        query = self._prepared.begin(after, before)
        try:
            if fields:
                call(library.bw_query_set_fields, query, fields)
            if sliced and self._offset:
                call(library.bw_query_set_offset, query, self._offset)
            if sliced and self._limit is not None:
                call(library.bw_query_set_limit, query, self._limit)
        except BaseException:
            free_query(query)
            raise
        return OwnedHandle(query, free_query)

    def _run(self, fields: int, after: str | None = None, before: str | None = None) -> OwnedHandle:
        with self._open(fields, after, before) as query:
            return OwnedHandle(
                call_handle(library.bw_query_run, self._session._use(), query), free_result
            )

    def _everything(self, verb: str) -> OwnedHandle:
        self._refuse_slice(verb)
        return self._open()

    def _is_limited_by_line(self) -> bool:
        return self._line is not None and not self._offset and self._limit == self._line.limit

    def _refuse_slice(self, verb: str) -> None:
        if self._offset or self._limit is not None:
            raise ArgumentError(
                f"{verb}() works on all that a query matches, not on a slice or a limit of it;"
                " slice last, or give the books of the slice to what takes books"
            )
