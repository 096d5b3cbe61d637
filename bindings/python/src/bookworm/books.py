"""The books of a store."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Mapping

from ._native import prototypes as c
from ._native.cpython import exception_of
from ._native.errors import NotFoundError
from ._native.library import call, call_handle, call_int64, free_result, library
from ._native.modules import Brief, LazyModule, publish
from ._native.values import Int64s, Status, boolean, is_list, refuse, row_id, text
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
    from ._native.errors import Error
    from ._native.field_tables import ExtraFields
    from .covers import Cover
    from .duplicates import Duplicates
    from .hints import Conditions, ContributorLike, GenreLike, Identifiers, NewReading
    from .imports import Imported
    from .presentation import Language
    from .prices import Price
    from .session import Session

    _Default = TypeVar("_Default")
    from . import book_changes, completions, covers, duplicates, global_ids, imports, search_line
    from .completions import Completion
else:
    book_changes = LazyModule("book_changes")
    covers = LazyModule("covers")
    duplicates = LazyModule("duplicates")
    global_ids = LazyModule("global_ids")
    imports = LazyModule("imports")
    search_line = LazyModule("search_line")
    completions = LazyModule("completions")
    drafts = LazyModule("_native.drafts")
    genre_keys = LazyModule("genre_keys")

_INT64 = 2**63
_get = quickly.get


class Books(metaclass=Brief):
    """The books of a store: `store.books`.

    `store.books[3]` is the book with the id 3; `store.books.all()[:20]` are the first twenty.
    Iterating reads all of them in pieces, by title and author. len() and `in` are cheap.
    """

    __slots__ = ("_session",)

    def __init__(self, session: Session) -> None:
        """Not for use: ask a store for its `books`."""
        self._session = session

    def create(
        self,
        title: str,
        author: str | None = None,
        *,
        genres: Iterable[GenreLike] | None = (),
        rating: int | None = 0,
        favourite: bool | None = False,
        status: Status | str | None = None,
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
        contributors: Iterable[ContributorLike] | None = None,
        price: Price | None = None,
        readings: Iterable[NewReading] | None = None,
        **others: Unpack[ExtraFields],
    ) -> Book:
        """Creates a book.

        None means not given, except for title and author. The commit takes most of the time: for
        many books use one transaction or, faster still, create_many().

        Args:
            title: Not blank; at most 16 KiB as UTF-8.
            author: The same. If `contributors` has an author, this may be left out or blank; it is
                then their names, joined by commas.
            genres: Objects, names or ids, the primary one first. Genres that do not exist are
                created with the name as given. Case is ignored, surrounding white space is not.
            rating: 1 to 5, or 0 for not rated. Derived from exact_rating if only that is given.
            favourite: Whether it is a favourite.
            status: A Status or its text. It sets no dates here. By default it follows the dates:
                completed if the book is finished, in-progress if it is only started.
            synopsis: At most 16 MiB, like the next two.
            review: The reader's review.
            notes: The reader's private notes.
            series: Such as "Dune".
            series_number: Such as 1 or 1.5; not negative.
            year: The year of publication, negative for BCE.
            created: An aware datetime; now by default.
            started: A date.
            finished: A date.
            identifiers: Such as {"isbn": "9780441172719"}, or pairs of scheme and value.
            contributors: The people who made the book, in order: names of authors, Contributor
                objects, or mappings with name, role and sort.
            price: Such as Price(1299, "EUR"). The currency is an active ISO 4217 code.
            readings: All readings of the book, a list of mappings with any of started, finished,
                outcome and note, such as [{"finished": date(2020, 5, 1)}, {}]. The book gets the
                status and dates of the latest.
            others: Further fields of a Book: publisher, language, pages, ...

        Raises:
            InvalidError: A value breaks a rule; `field` is its name. Like TextError and
                TooLargeError it is a ValueError. Nothing is changed.
            NotFoundError: A genre's id is unknown.
            TypeError: A value has the wrong type.
        """
        given: dict[str, Any] = {"title": title}
        if author is not None or contributors is None:
            given["author"] = author
        optional = (
            ("rating", None if type(rating) is int and rating == 0 else rating),
            ("favourite", None if favourite is False else favourite),
            ("status", status),
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
            ("contributors", contributors),
            ("price", price),
            ("readings", readings),
            *others.items(),
        )
        given.update((name, value) for name, value in optional if value is not None)
        return self._enter(library.bw_book_create, {**given, "genres": genres})

    def find_or_create(self, title: str, author: str | None = None, **fields: Any) -> Book:
        """Returns the book with these identifiers, or this title and author; creates it if missing.

        Takes the arguments of create(). A book is found by one of the identifiers, in any notation;
        otherwise by title and author, if it is the only one with them and has no other identifier
        of the same scheme. If several books have the title and the author, each call creates
        another one, unless an identifier is given that finds a book. The book that is found is not
        changed. An ISBN with a wrong length or check digit finds no book.

        Raises:
            ExistsError: Several books have the identifiers.
        """
        given = {"title": title, "author": author, **fields}
        given = {name: value for name, value in given.items() if value is not None}
        return self._enter(library.bw_book_find_or_create, given, None)

    def _enter(self, function: Any, given: dict[str, Any], *others: None) -> Book:
        """Calls a function that takes a book, then an output for its id, then `others`."""
        drafts.refuse_updates(given)
        genres = given.pop("genres", None)
        readings = given.pop("readings", None)
        wanted = genre_keys.genre_keys(self._session, () if genres is None else genres)
        with genre_keys.settled_genres(self._session, [wanted]) as (inside, [keys]):
            if keys:
                given["genres"] = keys
            book, _ = drafts.book_struct(given)
            if readings is not None:
                drafts.set_readings(book, readings)
            made = ctypes.c_int64()
            call(function, inside._use(), ctypes.byref(book), ctypes.byref(made), *others)
        return hollow_book(self._session, made.value)

    def check(self, **fields: Any) -> list[Error]:
        """Checks the arguments of create() and returns everything that is wrong with them.

        Writes nothing. None means not given. The result has an Error for each invalid field, and up
        to two for genres, with the `field` and `message` of the error that create() would raise;
        create() may also name the genre. A value of the wrong type raises TypeError.
        """
        return book_changes.faults(self._session, fields)

    def create_many(
        self,
        rows: Iterable[Mapping[str, Any]] | ArrowStream | None = None,
        /,
        **columns: Sequence[Any],
    ) -> list[int]:
        """Creates many books in one step and one commit, all of them or none. Returns their ids.

        Takes rows, `create_many([{"title": "Dune", "author": "Frank Herbert"}, ...])`, or columns
        of equal length, which are faster: `create_many(title=[...], author=[...], rating=[...])`.
        The fields are those of create(); None means not given.

        Also takes a data frame or table that exports an Arrow stream (polars, pyarrow, pandas,
        DuckDB, ...). Its columns have the names of the fields, except genres (or genre_names: lists
        of names), identifiers (the columns identifier_schemes and identifier_values) and
        contributors (contributor_names, contributor_roles and contributor_sorts). A null means not
        given. Columns that a new book cannot have, such as id, and ids of genres are refused. If
        pandas has turned integers with gaps into floats, its convert_dtypes() turns them back. The
        whole frame is read before the first book is written.

        Raises:
            InvalidError: A value is refused; it names the `row`, counted from 0, and the `field`.
            ArgumentError: A column of a frame is not a field.
        """
        return book_changes.create_many(self._session, rows, columns)

    def update(self, books: Iterable[Book | int], /, **fields: Any) -> int:
        """Changes books in one step, all of them or none: `update([3, 5], rating=5)`.

        Takes the fields of Book.update(). Returns the number of books that changed: a book that
        already has all the values does not count.

        Raises:
            NotFoundError: A book does not exist. Like the errors of invalid values, it names the
                `row`, counted from 0.
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
        `update_many(id=[3, ...], rating=[5, ...])`, or a data frame, as create_many() does. `id` is
        the id of the book that a row changes; in rows and columns it may be the Book itself. The
        other fields are those of Book.update(). Returns the number of books that changed.

        None, or a null in a frame, leaves a field unchanged. To remove values, name their fields in
        `clear`, such as clear=("review", "series"). A column that cannot be set, such as updated,
        is refused: leave it out with `frame.select("id", "rating")`. So is a book in two rows.
        Raises the errors of create_many().
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
        complete: bool = False,
        typed_in: Language | str | None = None,
        **columns: Sequence[Any],
    ) -> Imported:
        """Imports books from a source that has ids of its own. Returns the outcome of each row.

        Takes rows, columns or a frame as create_many() does, with a `source_id` for each book: a
        str, the source's id for it. If it has none, use a text that stays the same, such as the
        ISBN, or title and author. `raw`, a str or a mapping, is the source's original row, kept in
        `book.sources`. `global_id`, a uuid.UUID or its str, is the book's own, from an export of a
        store: it finds the book before `identity` does, and a new book gets it. If a row finds its
        book in this way and repeats only values of the book, nothing is written, not even a source.
        A text that is not a UUID is refused with InvalidError. Genres are given by name. A row has
        no cover and no quotes: add them afterwards to the book of with_source(). Values have the
        types of create(); with `typed_in` they are texts, as in a CSV file.

        Each row creates a book, changes one, or leaves it alone; importing the same data again
        changes nothing, except that it may create a book for a row that was skipped. Values that
        changed in the source since the last import are applied; local changes, and values that were
        here before, stay. Genres and identifiers are compared one by one, contributors as a whole.
        A field that is missing from a row stays as it is; None means that the source has no value.
        A row without title or author can change a book, but not create one. A deleted book stays
        deleted if it came from this source, unless `recreate_deleted` is True. Identifiers in the
        form of spreadsheets, ="978...", are read, and empty ones are ignored.

        `readings` lists all readings of a book. Each is a mapping, such as
        {"started": date(2024, 5, 1), "finished": date(2024, 6, 1)}, with the `id` that the source
        gives to the reading, if any; {} is a reading without dates. The next import recognises a
        reading by its id, otherwise by its dates. New readings are added, local changes stay, and a
        reading that the list no longer has stays. Without ids, a single new end in a list as long
        as before corrects the old one; in a longer list it is one more reading::

            first import          next import           the book then has
            [{2024}]              [{2025}]              one reading, which ended in 2025
            [{2024}]              [{}, {2025}]          two: [{2024}, {2025}]
            [{}, {2024}]          [{2024}]              two, unchanged

        Two readings of a book become one if an import gives them the same end and outcome. Without
        `readings`, a row's status and dates are those of one reading; `finished` with the status
        in-progress is the end of an earlier one. No date is invented.

        The import is one step to undo, and one commit.

        Args:
            source: The source's name, the same each time. It is one account, not a service: two
                accounts that may have the same ids are two sources, "shop-ann" and "shop-bo".
            rows: Rows or a frame. Columns are given by name instead: title=[...], author=[...].
            identity: How an existing book is found for a row with a new source_id. "identifiers":
                it has one of the row's identifiers; the id that the source "shop" gave a book is
                its identifier of the scheme "shop". "title and author": it has one, or it is the
                only book with this title and author and has no other identifier of the same scheme.
                "source id": never. If two rows match the same existing book, the second is refused
                with ExistsError; imported again, it becomes a book of its own. Rows without a match
                are new books, even if they are alike.
            dry_run: Change nothing, and return the result that the import would have. The store
                must still be writable.
            skip_refused: Skip invalid rows and return their errors in the result. Otherwise the
                first one raises its error, with its `row`, and nothing is written.
            recreate_deleted: Create books of earlier imports again that were deleted here.
            complete: The rows are everything that the source has. The result's `missing` are the
                books of earlier imports that have no row now. Nothing is deleted.
            typed_in: A language, such as "en": each str means what presentation.parse() returns for
                it in this language. A text that cannot be parsed makes its row invalid. Other
                values, such as lists, stay as they are, and so do source_id and raw; in `readings`
                the days, outcomes and notes are parsed. Not for a frame.
        """
        options = identity, dry_run, skip_refused, recreate_deleted, complete
        return imports.import_from(self._session, source, rows, options, typed_in, columns)

    def rename_person(self, name: str, new_name: str, sort: str | None = None) -> int:
        """Renames a person in all books in one step, to make two spellings one.

        Changes every contributor with the name, in any role, and every `author` that is this name
        or derived from such contributors. Case and accents are ignored. A book with both spellings
        in one role keeps the first.

        Args:
            name: The old spelling.
            new_name: The new spelling.
            sort: The new sort name, such as "Gaiman, Neil"; by default that of another contributor
                with the new name, or none.

        Returns:
            The number of books that changed.
        """
        old, new = text(name, "name"), text(new_name, "new_name")
        form = None if sort is None else text(sort, "sort")
        session = self._session
        return call_int64(
            library.bw_person_rename,
            session._use(),
            old,
            len(old),
            new,
            len(new),
            form,
            len(form or b""),
        )

    def __getitem__(self, book: int) -> Book:
        """Returns the book with an id.

        If the book was merged into another one, returns the other one, with its own id.

        Raises:
            NotFoundError: No book has this id. It is a KeyError.
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
        """Returns groups of books that are probably duplicates.

        The books of the first groups share an identifier, in any notation. The books of the other
        groups have the same title, except for case, accents and white space, and authors with the
        same words in any order; or one has only some of the other's authors. A book may be in
        several groups. Takes time proportional to the number of books. See Book.merge().
        """
        return duplicates.duplicates(self._session, self.get_many)

    def with_global_id(self, global_id: uuid.UUID) -> Book:
        """Returns the book with a global id, or the book that it was merged into.

        Raises:
            NotFoundError: No book has this global id.
        """
        return self[global_ids.find(self._session._use(), c.BW_ENTITY_BOOK, global_id)]

    def with_source(self, source: str, source_id: str) -> Book:
        """Returns the book that was imported from a source under an id.

        See import_from(): `with_source("goodreads", "44767458")`. If the book was merged into
        another one, returns that one.

        Raises:
            NotFoundError: No book was imported with this id.
        """
        return self[imports.find(self._session._use(), source, source_id)]

    if TYPE_CHECKING:

        @overload
        def get(self, book: int) -> Book | None: ...

        @overload
        def get(self, book: int, default: _Default) -> Book | _Default: ...

    def get(self, book: int, default: Any = None) -> Any:
        """Returns the book with an id, or `default` if there is none."""
        try:
            return self[book]
        except NotFoundError:
            return default

    def get_many(self, ids: Iterable[int]) -> list[Book]:
        """Returns the books with these ids, in the same order; unknown ids are left out."""
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

    def cover(self, book: Book | int) -> Cover | None:
        """Returns the cover of a book, or None if it has none, without reading its bytes.

        To find out which of many books have a cover, read `query.columns("id", "cover")`: each is a
        digest or None.

        Raises:
            NotFoundError: The book does not exist.
        """
        return covers.read_cover(self._session, self._id(book))

    def set_cover(self, book: Book | int, data: bytes | bytearray | memoryview | None) -> None:
        """Sets the cover of a book to the bytes of a picture; None removes it.

        Accepts the contents of a JPEG, PNG, WebP, GIF or AVIF file: at most 16 MiB, 16,384 pixels a
        side and 50,000,000 pixels in all by its header. Setting the same bytes again changes
        nothing.

        A step that replaces or removes a cover, or deletes its book, keeps the old bytes for
        undo(); they count towards its limits.

        Raises:
            InvalidError: The bytes are not a whole picture of one of these formats.
            TooLargeError: The picture has too many bytes or pixels.
            NotFoundError: The book does not exist.
        """
        covers.set_cover(self._session, self._id(book), data)

    def delete(self, *books: Book | int) -> int:
        """Deletes books in one step. Returns their number; unknown ids are ignored."""
        ids = Int64s(self._id(book) for book in books)
        return call_int64(library.bw_books_delete, self._session._use(), ids.reference, ids.count)

    def count(self) -> int:
        """Returns the number of books."""
        return call_int64(library.bw_books_count, self._session._use())

    def where(self, **conditions: Unpack[Conditions]) -> Query:
        """Returns the query for the books that meet the conditions: see Query.where()."""
        return Query(self._session).where(**conditions)

    def where_not(self, **conditions: Unpack[Conditions]) -> Query:
        """Returns the query for the books that do not meet conditions: see Query.where_not()."""
        return Query(self._session).where_not(**conditions)

    def search(
        self, text: str, *, fields: str | Iterable[str] | None = None, match: str = "all"
    ) -> Query:
        """Returns the query for the books that contain the words of a text: see Query.search()."""
        return Query(self._session).search(text, fields=fields, match=match)

    def find(self, line: str, *, unfinished: bool = False) -> Query:
        """Returns the query of a search line, as a person types it into a search box.

        `store.books.find('author:herbert genre:"Science Fiction" rating>=4 sort:-rating dune')`

        Words and "phrases" are searched for; an ISBN is looked up. title:, author:, genre:,
        rating:, status:, year: and others are conditions, and `none` matches books without a value.
        A "-" excludes the word, phrase or condition after it; OR separates alternatives; sort: and
        limit: set order and limit. The page search-line.md describes every key. where() and the
        like narrow the query further, and order_by() replaces its order; they keep a limit of the
        line. page() goes beyond the limit, and Page.total ignores it. Methods that change books,
        and position(), refuse a query with a limit, as they refuse a slice.

        Args:
            line: At most 16 KiB as UTF-8.
            unfinished: Accept a line that is still being typed and ends within a quote or a
                condition. An incomplete end is read as far as possible or left out, and the query's
                `unfinished` is the error that says why. So one call serves a box: show the error
                only after Enter.

        Raises:
            InvalidError: The line is invalid. str() shows the place; `offset` is its position.
            TooLargeError: The line is too long.
        """
        made = search_line.read_line(line, boolean(unfinished, "unfinished") == 1)
        return Query(self._session)._changed(_line=made, _limit=made.limit)

    def complete(
        self,
        line: str,
        place: int | None = None,
        *,
        language: Language | str = "en",
        limit: int = 20,
    ) -> list[Completion]:
        """Returns completions for a place in a search line, the best first.

        `store.books.complete("dune gen")[0].line` is "dune genre:", and
        `store.books.complete('author:herb')[0].line` is 'author:"Frank Herbert"'.

        Completes the word or value that ends at the place: to a value of its key (a genre, author,
        series, publisher, language, format, status, rating, year, month or sort key), or to a key,
        an operator, a shelf's line, or a condition for a name. Names with most books come first; so
        do the highest ratings and the latest dates. The line may be unfinished or invalid. Where
        any text is valid, the list is empty. The first call for a key reads its names from the
        store; later ones take a few milliseconds at most, until books are added, deleted or changed
        in that field.

        Args:
            line: A search line, as for find().
            place: The position of the cursor in the line, in characters; None means the end. In
                JavaScript, `[...line.slice(0, cursor)].length` counts them.
            language: The language of labels. Genres and statuses are also found by their names in
                it.
            limit: The maximum number of completions, at most 1,000.
        """
        return completions.complete(self._session, line, place, language, limit)

    def order_by(self, *keys: str) -> Query:
        """Returns the query for all books in another order: see Query.order_by()."""
        return Query(self._session).order_by(*keys)

    def all(self) -> Query:
        """Returns the query for all books, by title and author."""
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
