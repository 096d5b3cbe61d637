"""Queries: conditions, order, and changes of all books of a query; its books are in models.py."""

from __future__ import annotations

from ._native import prototypes as c
from ._native.errors import ArgumentError
from ._native.library import call, call_handle, call_int64, free_result, library
from ._native.modules import Brief, LazyModule
from ._native.values import int32, text
from .book import book_id
from .prepared_query import OwnedHandle, PreparedQuery, free_query

TYPE_CHECKING = False
if TYPE_CHECKING:
    import weakref
    from collections.abc import Iterable, Iterator
    from typing import Any

    from typing_extensions import Self, Unpack

    from . import (
        book_changes,
        book_dicts,
        conditions as condition_steps,
        facets,
        frames,
        genre_keys,
        notebook,
        query_expression,
        query_parts,
        search,
        search_line,
        statistics,
    )
    from ._native import arrow, columns
    from ._native.errors import Error
    from .book import BookRow
    from .frames import ArrowRows
    from .hints import Conditions, FacetLike, GenreLike
    from .prepared_query import Prefetch, Step
    from .query_parts import Condition
    from .search_line import SearchLine
    from .session import Session
    from .statistics import Statistics, StatisticsByGroup
else:
    arrow = LazyModule("_native.arrow")
    columns = LazyModule("_native.columns")
    book_changes = LazyModule("book_changes")
    book_dicts = LazyModule("book_dicts")
    facets = LazyModule("facets")
    frames = LazyModule("frames")
    genre_keys = LazyModule("genre_keys")
    notebook = LazyModule("notebook")
    query_expression = LazyModule("query_expression")
    query_parts = LazyModule("query_parts")
    search = LazyModule("search")
    search_line = LazyModule("search_line")
    statistics = LazyModule("statistics")
    condition_steps = LazyModule("conditions")

_COPIED = ("_asked", "_limit", "_line", "_names", "_offset", "_session", "_sort", "_steps")


class QueryBase(metaclass=Brief):
    """Query without the members that return books."""

    __slots__ = (*_COPIED, "_prefetch", "_prepared")

    def __init__(self, session: Session) -> None:
        """Not for use: ask a store's books for a query."""
        self._session = session
        self._line: SearchLine | None = None
        self._steps: tuple[Step, ...] = ()
        self._names: tuple[str, ...] = ()
        # The calls that made it, each with its arguments.
        self._asked: tuple[tuple[str, Any], ...] = ()
        # None means the order of the line or, if it has none, by title and author.
        self._sort: tuple[str, ...] | None = None
        self._offset = 0
        self._limit: int | None = None
        self._prepared = PreparedQuery(None, ())
        self._prefetch: weakref.ref[Prefetch] | None = None

    def where(self, **conditions: Unpack[Conditions]) -> Self:
        """Adds conditions: only the books that meet all of these and all earlier ones.

        A tuple is a range that includes both ends; None leaves an end open. A list or set matches
        any of its items, and an empty one matches nothing; in genres_all, genres_none, without,
        having and identifier, every item must hold, and an empty list is not a condition. None
        itself means absent: `year=None` is `without="year"`. Unknown names of genres match no book.

        Args:
            genre: A Genre, a name or an id; or several, of which a book has at least one.
            genres_all: Genres that a book must all have.
            genres_none: Genres that a book must not have.
            rating: A rating, a list, or (least, most); 0 is not rated.
            exact_rating: The same in quarters. For a book without one, its rating counts.
            or_not_rated: With rating or exact_rating: also match books that are not rated.
            favourite: Whether it is a favourite. The same for spoilers.
            status: A status, or a list.
            identifier: A scheme and a value, ("isbn", "0-441-17271-7"), in any notation.
            person: Part of the name of a contributor or author. The same for the roles editor,
                translator, illustrator, narrator and introduction.
            person_is: The whole name of a contributor or of the `author`, or a list; case and
                accents are ignored. The same for author_is, editor_is, translator_is,
                illustrator_is, narrator_is and introduction_is.
            title_is: The whole title, or a list; case and accents are ignored. The same for
                subtitle_is, series_is, publisher_is, format_is, author_sort_is, title_sort_is, and
                language_is, which does not match "en-GB" for "en".
            title_contains: Part of the title; case and accents are ignored. The same for
                author_contains (which also finds contributors), subtitle_contains, series_contains,
                publisher_contains, format_contains, author_sort_contains and title_sort_contains.
            language: A tag such as "en", which also matches "en-GB".
            year: A year, a list, or (first, last); edition_year is the same.
            pages: A number, a list, or (least, most).
            created: (from, until): aware datetimes, `until` excluded.
            started: A date, a list, or (first, last): of any reading of the book. The same for
                finished.
            title: Another name for title_contains, as in search lines. Likewise author, subtitle,
                series, publisher, format, author_sort and title_sort; edition for edition_year; and
                favorite for favourite.
            isbn: An ISBN, in any notation.
            notes: Words in the notes, as for search(). The same for synopsis, review and quote.
            without: A field that must be absent, such as "review", or a list.
            having: A field that must be present, or a list.

        Raises:
            TypeError: The keyword is unknown, or a value has the wrong type.
            InvalidError: A value is impossible.
            ArgumentError: The query is a slice; or it has a condition on the same field already.
                Only conditions on genres, people, contained texts, language and identifiers,
                without and having can be repeated.
        """
        self._refuse_slice("where", of_line=True)
        before = self._names + (self._line.names if self._line else ())
        made = self._changed(
            _names=self._names + condition_steps.own_names(conditions),
            _asked=(*self._asked, ("where", conditions)),
            _steps=self._steps + condition_steps.steps_for(self._session, conditions, before),
        )
        made._prepared.handle()  # so that errors are raised here and not at its first use
        return made

    def where_not(self, **conditions: Unpack[Conditions]) -> Self:
        """Excludes the books that meet all of these conditions, which are those of where()."""
        self._refuse_slice("where_not", of_line=True)
        steps = condition_steps.steps_for(self._session, conditions, ())
        other = PreparedQuery(None, steps)
        return self._combined(library.bw_query_where_not, other, "not", ("where_not", conditions))

    def __or__(self, other: Self) -> Self:
        """The books of either query: `books.where(rating=5) | books.where(favourite=True)`.

        Has the order of the first query. Later conditions apply to both and replace no earlier one.
        """
        return self._with(other, library.bw_query_where_either, "|")

    def __sub__(self, other: Self) -> Self:
        """The books of the first query without those of the other, in the order of the first."""
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
        """Adds a search: only the books that contain the words of a text.

        `store.books.search('dune "spice must flow" sand*').order_by("relevance")`

        Combines with every condition and order, and does not change the order. See matches() for
        the places that were found.

        Args:
            text: As a person types it; case and accents are ignored, and every text is valid. Words
                in quotation marks must follow each other. An asterisk after a word or phrase
                matches all words that begin with it: `'"left ha"*'`. In Chinese, Japanese, Korean
                and Thai any adjacent characters are found. A blank text is not a condition; a text
                without a letter or digit matches nothing.
            fields: One or several of "title", "subtitle", "author", "publisher", "synopsis",
                "review", "notes" and "quotes"; None, the default, means all. The words may be in
                different fields.
            match: "all", "any" or "none" of the words.
        """
        self._refuse_slice("search", of_line=True)
        made = self._changed(
            _names=(*self._names, "text"),
            _steps=(*self._steps, search.search_step(text, fields, match)),
            _asked=(*self._asked, ("search", {"text": text, "fields": fields, "match": match})),
        )
        made._prepared.handle()
        return made

    @property
    def unfinished(self) -> Error | None:
        """The error in the unfinished end of a line of find(line, unfinished=True), or None.

        It is the InvalidError that find(line) would raise: str() shows the place.
        """
        return self._line.open if self._line else None

    @property
    def line(self) -> str:
        """The search line of the query, for a search box or a shelf.

        `books.find(query.line)` finds the same books in the same order. To change the order of a
        line or add a condition, use `books.find(line).order_by("-rating").where(year=1965).line`;
        the line keeps its limit. Words and conditions are in a canonical order and form.

        Raises:
            InvalidError: No line can express the query, for example with genres by id, a list of
                years, or a condition that where() added to a line with OR (use narrowed()).
            ArgumentError: The query is a slice that does not begin at the first book.
        """
        if self._offset:
            raise ArgumentError("a search line cannot skip books; begin the slice at 0")
        with self._open() as query:
            return query_parts.line(query)

    @property
    def conditions(self) -> list[Condition]:
        """The words and conditions of the query's line, a Condition for each.

        To remove one of them, use `query.widened(condition.text)`.

        Raises:
            InvalidError: No line can express the query.
        """
        with self._open(sliced=False) as query:
            return query_parts.conditions(query)

    @property
    def order(self) -> tuple[str, ...]:
        """The keys of order_by() or of the line; empty for the order by title, then author."""
        with self._open(sliced=False) as query:
            return query_parts.order(query)

    @property
    def limit(self) -> int | None:
        """The maximum number of books, by the line or a slice; None without a limit."""
        return self._limit

    def order_by(self, *keys: str) -> Self:
        """Replaces the order: by each key in turn, descending if it begins with "-".

        The keys are title, author, rating, status, created, updated, started, finished, favourite
        (or favorite), series, publisher, pages, language, edition_year (or edition), year, price,
        exact_rating, genre (the name of the primary one), relevance (or rank) and id. Prices are
        sorted within each currency. By exact_rating, a book without one sorts by its rating.
        Ties are broken by id: books added earlier come first. Absent values come first, or with "-"
        last. Relevance puts the best matches of search() first; without a search all books are
        equal. Without any key the order is by title, then author. Titles and names are sorted as a
        person would; a leading article counts last, unless `store.articles_last` is False. For a
        list of the keys with labels, use books.complete("sort:").

        Orders by title, author, created, updated and id use an index; other orders read every
        matching book once.

        Raises:
            ArgumentError: A key is unknown or given twice, or the query is a slice.
        """
        self._refuse_slice("order_by", of_line=True)
        made = self._changed(_sort=keys)
        made._prepared.handle()
        return made

    def count(self) -> int:
        """Returns the number of books, without reading them. The same as len()."""
        with self._open(sliced=False) as query:
            count = call_int64(library.bw_query_count, self._session._use(), query)
        count = max(count - self._offset, 0)
        return count if self._limit is None else min(count, self._limit)

    def position(self, book: BookRow | int) -> int:
        """Returns the position of a Book or an id in the query: `query[n]` is this book.

        Raises:
            NotFoundError: The query does not contain the book.
            ArgumentError: The query is a slice.
        """
        with self._everything("position") as query:
            store, wanted = self._session._use(), book_id(self._session, book)
            return call_int64(library.bw_query_find_book, store, query, wanted)

    def position_of(self, beginning: str) -> int:
        """Returns the position of the first book that begins with a text, for `query[n:n + 20]`.

        Compares the text with the first key of the order: the title, or another name such as the
        author's. Case and accents are ignored. If no book begins with the text, returns the
        position that such a book would have.

        Raises:
            ArgumentError: The first key of the order is not a name.
        """
        encoded = text(beginning, "beginning")
        with self._everything("position_of") as query:
            store = self._session._use()
            return call_int64(library.bw_query_find_text, store, query, encoded, len(encoded))

    def ids(self) -> list[int]:
        """Returns the ids of the books, in order."""
        with self._run(c.BW_BOOK_ID) as result:
            return columns.read_ids(result)

    def columns(self, *fields: str) -> dict[str, list[Any]]:
        """Returns some fields of all the books as lists: the fastest way to read many books.

        `query.columns("title", "rating")` returns `{"title": [...], "rating": [...]}`. The fields
        are those of Book, including "identifiers", "price" and "picture"; "genre_names" and
        "genres" (lists of names or ids), and "cover" (its digest, or None).
        """
        mask = frames.column_mask(fields)
        if not mask:
            return {}
        with self._run(mask) as result:
            return frames.read_columns(result, fields)

    def as_dicts(self) -> Iterator[dict[str, Any]]:
        """Iterates over all the books as dicts, each with everything that Book.as_dict() returns.

        Reads many books at once, several times faster than as_dict() of each. This call decides
        which books they are, and their order; books that are deleted meanwhile are left out.
        """
        books = type(self)(self._session)

        def having(name: str) -> list[int]:
            return books.where(having=name).order_by("id").ids()

        return book_dicts.dicts(self._session, self.ids(), having)

    def arrow(self, *fields: str) -> ArrowRows:
        """Returns some fields of all the books for a data frame.

        `polars.DataFrame(query.arrow("title"))`

        By default: the fields of Book, "price" (in the minor unit), "currency", "genre_names",
        "identifier_schemes" and "identifier_values". Also: "identifiers" for the last two;
        "contributors" for "contributor_names", "contributor_sorts" and "contributor_roles";
        "genres" (ids of this store), "picture", "cover" (its digest) and, for a search, "snippet"
        and "rank". Each column comes once, in a fixed order.
        """
        return frames.ArrowRows(self._arrow, frames.arrow_mask(fields))

    def statistics(self) -> Statistics:
        """Returns the number of matching books and of their ratings. Reads them all.

        Ignores a slice of the query, or a limit in its line.
        """
        with self._open(sliced=False) as query:
            return statistics.statistics(self._session._use(), query)

    def statistics_by(self, group: str) -> StatisticsByGroup:
        """Returns the statistics by group, one for each group that has a matching book.

        The groups are those of Store.statistics_by(). Reads every book that matches. Ignores a
        slice of the query, or a limit in its line.
        """
        with self._open(sliced=False) as query:
            return statistics.statistics_by(self._session._use(), query, group)

    def facets(self, group: str, words: str = "", limit: int | None = None) -> StatisticsByGroup:
        """Returns the groups of the matching books, each a Statistics, the largest first.

        To narrow the query to one of them, use with_facet(). To show one to a person, use
        presentation.facet_label(). Ignores a slice of the query, or a limit in its line.

        Args:
            group: A group of Store.statistics_by(). Groups without books are left out.
            words: Return only groups with a word in their name that begins with this text. Case and
                accents are ignored.
            limit: The maximum number of groups; None means all.

        Raises:
            ArgumentError: `words` is given for a group without names.
            InvalidError: The group is unknown.
        """
        with self._open(sliced=False) as query:
            return statistics.facets(self._session._use(), query, group, words, limit)

    def narrowed(self, other: Self | str) -> Self:
        """Adds the conditions of another query or line: `books.find(line).narrowed("rating:5")`.

        Follows the rules for narrowing a search line, unlike where():

        - A condition that the query has already is not added again.
        - In a line with OR, each alternative gets the conditions.
        - A query can have only one condition on the status, the rating, favourites, and each number
          or date. If it has one, ranges and statuses are narrowed to the part that both have. Any
          other condition is replaced, and so are ranges and statuses without a common part.

        Raises:
            InvalidError: The line is invalid.
            ArgumentError: The other query has a limit or alternatives, or the query is a slice.
        """
        return self._refined("narrowed", library.bw_query_add_conditions, other)

    def widened(self, other: Self | str) -> Self:
        """Removes the conditions of another query or line, as far as the query has the same ones.

        In a line with OR, removes them from each alternative. An alternative without any other
        condition matches every book, and then so does the query.

        Raises:
            InvalidError: The line is invalid.
            ArgumentError: The other query has a limit or alternatives, or the query is a slice.
        """
        return self._refined("widened", library.bw_query_remove_conditions, other)

    def has(self, other: Self | str) -> bool:
        """Returns whether the query has all conditions of another query or line.

        In a line with OR, each alternative must have them.

        Raises:
            InvalidError: The line is invalid.
            ArgumentError: The other query has a limit or alternatives.
        """
        conditions = self._conditions(other)
        with self._open(sliced=False) as query:
            function, given = library.bw_query_has_conditions, conditions.handle()
            return query_parts.has("other", function, query, given)

    def with_facet(self, group: str, facet: FacetLike) -> Self:
        """Narrows the query to one of its facets: `query.with_facet("author", "Ann Lee")`.

        The condition is exact: the publisher "Penguin" is not "Penguin Books". It is added as by
        narrowed().

        Args:
            group: A group of Store.statistics_by(), but not "shelf", whose books are
                `store.shelves[name].books`.
            facet: An item of facets(), or its name; for months also a date.

        Raises:
            InvalidError: The group is unknown, or the name is blank.
            ArgumentError: The group has no such facet, or the query is a slice.
        """
        given = facets.arguments(group, facet)
        asked = {"group": group, "facet": facet}
        return self._changed_by("with_facet", library.bw_query_add_facet, given, asked)

    def without_facet(self, group: str, facet: FacetLike) -> Self:
        """Removes the condition of with_facet(), if the query has it; see has_facet()."""
        given = facets.arguments(group, facet)
        asked = {"group": group, "facet": facet}
        return self._changed_by("without_facet", library.bw_query_remove_facet, given, asked)

    def has_facet(self, group: str, facet: FacetLike) -> bool:
        """Returns whether the query has the condition of with_facet(), in each alternative."""
        given = facets.arguments(group, facet)
        with self._open(sliced=False) as query:
            return query_parts.has("facet", library.bw_query_has_facet, query, *given)

    def _conditions(self, other: Any) -> PreparedQuery:
        if isinstance(other, QueryBase):
            other._refuse_slice("narrowed")
            return other._prepared
        return PreparedQuery(search_line.read_line(other), ())

    def _refined(self, how: str, function: Any, other: Self | str) -> Self:
        given = (self._conditions(other),)
        return self._changed_by(how, function, given, {"other": other})

    def _changed_by(
        self, how: str, function: Any, given: tuple[Any, ...], asked: dict[str, Any]
    ) -> Self:
        self._refuse_slice(how, of_line=True)
        name = "facet" if "facet" in asked else "other"
        made = self._changed(
            _asked=(*self._asked, (how, asked)), _steps=(*self._steps, (name, function, *given))
        )
        # Conditions of the line or of where() may have been replaced or removed.
        made._names = query_parts.filtered(made._prepared)
        if made._line is not None:
            made._line = made._line._replace(names=())
        return made

    def delete(self) -> int:
        """Deletes every book that matches, in one step. Returns how many."""
        with self._everything("delete") as query:
            return call_int64(library.bw_query_delete_books, self._session._use(), query)

    def update(self, **fields: Any) -> int:
        """Changes every book that matches in the same way: `query.update(format="epub")`.

        Takes the fields of Book.update(), and is one step. Returns the number of books that
        changed; a book that already has all the values does not count.
        """
        self._refuse_slice("update")
        changing = book_changes.change(self._session, fields)
        with changing as (inside, values, clear), self._open() as query:
            store = inside._use()
            return call_int64(library.bw_query_update_books, store, query, values, clear)

    def rate(self, rating: int) -> int:
        """Rates every book that matches, in one step. Returns how many changed."""
        with self._everything("rate") as query:
            number, handle = int32(rating, "rating"), self._session._use()
            return call_int64(library.bw_query_rate_books, handle, query, number)

    def add_genre(self, genre: GenreLike) -> int:
        """Adds a genre to every book that matches, in one step. Returns how many changed.

        A new name creates the genre.
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
        """The books as an Arrow stream, for `polars.DataFrame(query)`.

        Has the default fields of arrow(); arrow() with few fields is faster. The stream shows one
        state of the store, takes little memory however many books there are, and continues after
        the store is closed. In a transaction or a store in memory everything is read at once. The
        types do not depend on the requested schema.
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
        """The query as a Python expression."""
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
        """The library's query, for one use."""
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

    def _refuse_slice(self, verb: str, *, of_line: bool = False) -> None:
        """Refuses a slice. With `of_line`, the line may have a limit, which the new query keeps."""
        if of_line and self._is_limited_by_line():
            return
        if self._offset or self._limit is not None:
            name = f"{verb}()" if verb.isidentifier() else verb
            raise ArgumentError(
                f"{name} applies to all books of a query, so the query must not have a slice or a"
                " limit; slice last, or use a method that accepts a list of books"
            )
