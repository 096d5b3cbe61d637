"""The Book object: a snapshot of one book, which writes through."""

from __future__ import annotations

import ctypes

from ._errors import Error
from ._fields import BOOK_FIELDS, SETTABLE, date, int32, status
from ._later import Later
from ._library import call, call_bool, library
from ._native import native, told
from ._public import publish
from ._rows import Row, hollow, refuse_deletion, unread

TYPE_CHECKING = False
if TYPE_CHECKING:
    import datetime
    from collections.abc import Iterable
    from typing import Any

    from . import _book_fields, _reading, _structs, book_genres, genre
    from ._fields import Status
    from ._hints import GenreLike, Identifiers
    from .binding import Binding
    from .book_genres import BookGenres
    from .book_quotes import BookQuotes
    from .identifiers import Identifier
    from .observer import Observer
    from .prices import Price
    from .transactions import Session
else:
    _book_fields = Later("_book_fields")
    _reading = Later("_reading")
    _structs = Later("_structs")
    book_genres = Later("book_genres")
    genre = Later("genre")


class _BookRow(Row):
    """Filled while it is of this class, which lets itself be written to, and then a Book."""

    __slots__ = {
        "id": "Given by the store, never reused. An int.",
        "title": "The title. Holds something besides white space; at most 16 KiB as UTF-8.",
        "author": "The author. Holds something besides white space; at most 16 KiB as UTF-8.",
        "synopsis": "What the book is about, or None. At most 16 MiB.",
        "review": "What the reader thinks of it, or None. At most 16 MiB.",
        "notes": "Private notes, or None. At most 16 MiB.",
        "rating": "1 to 5, or 0 for not rated.",
        "favourite": "Whether it is a favourite. A bool.",
        "status": "A Status. Setting it sets or clears the dates too, as set_status() does.",
        "series": "The name of the series that it belongs to, or None. At most 16 KiB.",
        "series_number": "The place in the series, a float such as 2 or 1.5, or None.",
        "year": "The year of publication, negative for BCE, or None.",
        "created": "When the book was entered: an aware datetime in UTC, to the millisecond.",
        "updated": "When a field last changed, genres aside: an aware datetime. Cannot be set.",
        "started": "When reading began, a date, or None.",
        "finished": "When reading ended, a date, or None.",
    }
    _readable = frozenset(field.name for field in BOOK_FIELDS) - {"id"}
    id: int
    title: str
    author: str
    synopsis: str | None
    review: str | None
    notes: str | None
    rating: int
    favourite: bool
    series: str | None
    series_number: float | None
    year: int | None
    created: datetime.datetime
    updated: datetime.datetime
    started: datetime.date | None
    finished: datetime.date | None
    if TYPE_CHECKING:

        @property
        def status(self) -> Status: ...

        @status.setter
        def status(self, value: Status | str) -> None: ...

    def __init__(
        self,
        session: Session,
        id: int,
        title: str,
        author: str,
        synopsis: str | None,
        review: str | None,
        notes: str | None,
        rating: int,
        favourite: bool,
        status: Status,
        series: str | None,
        series_number: float | None,
        year: int | None,
        created: datetime.datetime,
        updated: datetime.datetime,
        started: datetime.date | None,
        finished: datetime.date | None,
    ) -> None:
        self._session = session
        self.id = id
        self.title = title
        self.author = author
        self.synopsis = synopsis
        self.review = review
        self.notes = notes
        self.rating = rating
        self.favourite = favourite
        self.status = status
        self.series = series
        self.series_number = series_number
        self.year = year
        self.created = created
        self.updated = updated
        self.started = started
        self.finished = finished
        self.__class__ = Book


class Book(_BookRow):
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

    def __init__(self) -> None:
        """Not for use: a Book is made by `store.books`."""
        raise TypeError("a Book is made by store.books.create()")

    @property
    def genres(self) -> BookGenres:
        """Its genres in the order in which they were added, a live collection: see BookGenres.

        Assigning an iterable of objects, names or ids replaces all of them.
        """
        return book_genres.BookGenres(self._session, self.id)

    @genres.setter
    def genres(self, value: Iterable[GenreLike]) -> None:
        self.update(genres=value)

    @property
    def quotes(self) -> BookQuotes:
        """Its quotes, the oldest first, a live collection: see BookQuotes."""
        from .book_quotes import BookQuotes

        return BookQuotes(self._session, self.id)

    @property
    def identifiers(self) -> tuple[Identifier, ...]:
        """Its identifiers, a tuple of pairs of scheme and value. Assigning replaces all of them.

        Takes a mapping, such as `{"isbn": "9780441172719"}`, or pairs. To add one, assign
        `(*book.identifiers, ("doi", "10.1000/182"))`.
        """
        return _book_fields.read_identifiers(self._session._alive()._use(), self.id)

    @identifiers.setter
    def identifiers(self, value: Identifiers) -> None:
        self.update(identifiers=value)

    @property
    def price(self) -> Price | None:
        """What it costs, a Price, or None; read from the store each time.

        Assigning sets it: `book.price = Price(1299, "EUR")`. None takes it away.
        """
        handle = self._session._alive()._use()
        return _book_fields.read_price(handle, self.id)

    @price.setter
    def price(self, value: Price | None) -> None:
        self.update(price=value)

    @property
    def picture(self) -> str | None:
        """The key of its primary genre's picture, as Genre.picture; None without a genre.

        Read from the store each time.
        """
        handle = self._session._alive()._use()
        return _book_fields.read_picture(handle, self.id)

    def update(self, **fields: Any) -> None:
        """Sets several fields in one step: `book.update(rating=4, year=1965)`.

        Takes what store.books.create() takes. None makes an optional field absent and takes off
        all genres or identifiers; it is refused for a field that every book has. A status sets and
        clears the dates as set_status() does, but for those that are given. Nothing is changed
        where one value is refused. Raises NotFoundError if the book has been deleted.
        """
        session = self._session._alive()
        if "status" in fields and fields["status"] is not None:
            state = status(fields.pop("status"))
            with session.transaction() as inside:
                call(library.bw_book_set_status, inside._use(), self.id, state, 0)
                _update(inside, self.id, fields)
            self._forget("status", "started", "finished")
        else:
            _update(session, self.id, fields)
        self._forget("updated", *fields)

    def set_status(self, value: Status | str, on: datetime.date | None = None) -> None:
        """Sets the status and the dates that go with it.

        Starting sets `started`, finishing sets `finished`, going back clears what no longer holds.

        on  the day it happened; today by default
        """
        day = 0 if on is None else date(on, "on")
        handle = self._session._alive()._use()
        call(library.bw_book_set_status, handle, self.id, status(value), day)
        self._forget("status", "started", "finished", "updated")

    def toggle_favourite(self) -> bool:
        """Makes it a favourite, or no longer; whether it is one now."""
        handle = self._session._alive()._use()
        is_one = call_bool(library.bw_book_toggle_favourite, handle, self.id)
        self._forget("favourite", "updated")
        return is_one

    def delete(self) -> None:
        """Deletes the book with its quotes. Raises NotFoundError if it is gone already."""
        call(library.bw_book_delete, self._session._alive()._use(), self.id)

    def observe(self, *fields: str) -> Observer:
        """An Observer of this book: its fields, its quotes, its genres and its deletion.

        `observe("rating", "genres")` hears of these fields only. A genre of the book that is
        deleted is told as an update of "genres". Raises NotFoundError if the book has been deleted.
        """
        from .observer import observe_book

        return observe_book(self._session.store, self.id, fields)

    def bind(self, field: str) -> Binding:
        """A Binding to one field, as a control holds it: `book.bind("rating")`."""
        from .binding import bind_book

        return bind_book(self._session.store, self.id, field)

    def as_dict(self) -> dict[str, Any]:
        """The fields that are one value each, by name, in the order of the documentation."""
        return {field.name: getattr(self, field.name) for field in BOOK_FIELDS}

    def _fresh(self) -> Book:
        session, handle = self._session, self._session._alive()._use()
        found = quickly.get(session, handle.value, self.id)
        if isinstance(found, bytes):
            raise told(found)
        return found or _reading.read_book(session, handle, self.id)

    if not TYPE_CHECKING:  # or else any attribute could be set to anything

        def __setattr__(self, name: str, value: Any) -> None:
            if name == "rating":
                handle = self._session._alive()._use()
                call(library.bw_book_set_rating, handle, self.id, int32(value, "rating"))
                self._forget("rating", "updated")
            elif name in SETTABLE:
                self.update(**{name: value})
            elif name in self._readable or name == "id":
                raise AttributeError(f"a book's {name} is set by the store")
            else:
                raise AttributeError(
                    f"a book has no field {name!r}; there are {', '.join(SETTABLE)}"
                )

    __delattr__ = refuse_deletion

    def __repr__(self) -> str:
        try:
            return f"<Book {self.id}: {self.title!r} by {self.author!r}>"
        except Error:  # one that is read at the first look, and cannot be
            return f"<Book {self.id}>"


unread(Book)


def _update(session: Session, row: int, fields: dict[str, Any]) -> None:
    if not fields:
        return
    genres = fields.get("genres")
    wanted = genre.genre_keys(session, () if genres is None else genres)
    with genre.settled_genres(session, [wanted]) as (inside, [keys]):
        if "genres" in fields:
            fields = {**fields, "genres": keys}
        book, clear = _structs.book_struct(fields)
        call(library.bw_book_update, inside._use(), row, ctypes.byref(book), clear)


quickly = native(Book, _BookRow)


def book_rows(session: Session, result: ctypes.c_void_p) -> tuple[list[Book], int]:
    """The rows of a result as Book objects, and how many bytes of text they had."""
    rows = quickly.rows(session, result.value)
    if rows is None:
        rows = _reading.read_rows(session, result)
    return rows


def hollow_book(session: Session, row: int) -> Book:
    """A Book of which only the id is known; a look at anything else reads it."""
    book: Book = hollow(Book, session, row)
    return book


publish(Book)
