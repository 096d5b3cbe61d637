"""A book as a row: a snapshot that writes through."""

from __future__ import annotations

from ._native.errors import ArgumentError, Error
from ._native.fields import BOOK_FIELDS, EXTRA_FIELDS, SETTABLE, Field
from ._native.library import call, call_bool, library
from ._native.modules import LazyModule
from ._native.values import date, int32, row_id, status
from .row import Row, refuse_deletion

TYPE_CHECKING = False
if TYPE_CHECKING:
    import datetime
    import uuid
    from collections.abc import Iterable
    from typing import Any

    from . import book_changes, on_demand_fields
    from ._native.field_tables import BookAttributes
    from ._native.values import Status
    from .binding import Binding
    from .book_quotes import BookQuotes
    from .contributors import Contributor
    from .covers import Cover
    from .hints import ContributorLike, Identifiers
    from .identifiers import Identifier
    from .imports import Source
    from .prices import Price
    from .readings import BookReadings
    from .session import Session

    class _Typed(Row, BookAttributes):
        """A row with the attributes that the table of fields gives it."""

    from . import (
        as_json,
        binding,
        book_dicts,
        book_quotes,
        covers,
        global_ids,
        imports,
        notebook,
        readings,
    )

else:
    as_json = LazyModule("as_json")
    binding = LazyModule("binding")
    book_dicts = LazyModule("book_dicts")
    book_quotes = LazyModule("book_quotes")
    covers = LazyModule("covers")
    global_ids = LazyModule("global_ids")
    imports = LazyModule("imports")
    notebook = LazyModule("notebook")
    readings = LazyModule("readings")
    _Typed = Row
    book_changes = LazyModule("book_changes")
    on_demand_fields = LazyModule("on_demand_fields")


# The fields with slots that may change when another field is set. The status and the dates are
# those of the latest reading, and new dates can make another reading the latest one. The rating may
# be derived from the exact rating, and the author from the contributors.
_FOLLOW = {
    "status": ("started", "finished"),
    "started": ("status", "finished"),
    "finished": ("status", "started"),
    "exact_rating": ("rating",),
    "contributors": ("author",),
}


class BookFields(_Typed):
    """The class of an object while its slots are being filled; then its class becomes Book."""

    __slots__ = {field.name: field.help for field in BOOK_FIELDS}


def _extra(field: Field) -> property:
    """A field that is read from the store at each use."""

    def get(self: BookRow) -> Any:
        return on_demand_fields.read_extra(self._session._alive()._use(), self.id, field)

    def assign(self: BookRow, value: Any) -> None:
        self.update(**{field.name: value})

    return property(get, assign, doc=f"{field.help} Read from the store each time.")


class BookRow(BookFields):
    """A book as it was read, without the members that lead to others: see Book in models.py."""

    __slots__ = ()

    def __init__(self) -> None:
        """Not for use: a Book is made by `store.books`."""
        raise TypeError("a Book is made by store.books.create()")

    @property
    def quotes(self) -> BookQuotes:
        """Its quotes, the oldest first, as a live collection: see BookQuotes."""
        return book_quotes.BookQuotes(self._session, self.id)

    @property
    def global_id(self) -> uuid.UUID:
        """Its id in every copy of the store; set when the book is created, never changed."""
        return global_ids.of_book(self._session._alive()._use(), self.id)

    @property
    def readings(self) -> BookReadings:
        """Its readings, the latest last, as a live collection: see BookReadings."""
        return readings.BookReadings(self._session, self.id)

    @property
    def sources(self) -> tuple[Source, ...]:
        """A tuple of Source: where it was imported from, the first source first."""
        return imports.sources(self._session._alive()._use(), self.id)

    @property
    def identifiers(self) -> tuple[Identifier, ...]:
        """Its identifiers, a tuple of pairs of scheme and value. Assigning replaces all of them.

        Takes a mapping, such as `{"isbn": "9780441172719"}`, or pairs. To add one, assign
        `(*book.identifiers, ("doi", "10.1000/182"))`.
        """
        return on_demand_fields.read_identifiers(self._session._alive()._use(), self.id)

    @identifiers.setter
    def identifiers(self, value: Identifiers) -> None:
        self.update(identifiers=value)

    @property
    def contributors(self) -> tuple[Contributor, ...]:
        """The people who made it, a tuple of Contributor; empty if only `author` was given.

        Assigning replaces all of them: names of authors, Contributor objects, or mappings. If
        `author` was derived from their names, it changes with them.
        """
        return on_demand_fields.read_contributors(self._session._alive()._use(), self.id)

    @contributors.setter
    def contributors(self, value: Iterable[ContributorLike]) -> None:
        self.update(contributors=value)

    @property
    def price(self) -> Price | None:
        """Its price, a Price or None; read from the store each time.

        Assign to set it: `book.price = Price(1299, "EUR")`. None removes it.
        """
        handle = self._session._alive()._use()
        return on_demand_fields.read_price(handle, self.id)

    @price.setter
    def price(self, value: Price | None) -> None:
        self.update(price=value)

    @property
    def cover(self) -> Cover | None:
        """Its cover, a Cover or None; read from the store each time, without its bytes.

        Assign bytes to set it, or None to remove it: see store.books.set_cover().
        """
        return covers.read_cover(self._session._alive(), self.id)

    @cover.setter
    def cover(self, value: bytes | None) -> None:
        covers.set_cover(self._session._alive(), self.id, value)
        self._forget("updated")

    @property
    def picture(self) -> str | None:
        """The key of its primary genre's picture, as Genre.picture; None without a genre.

        Read from the store each time.
        """
        handle = self._session._alive()._use()
        return on_demand_fields.read_picture(handle, self.id)

    def update(self, **fields: Any) -> None:
        """Sets several fields in one step: `book.update(rating=4, year=1965)`.

        Takes the keywords of store.books.create(). None makes an optional field absent and removes
        all genres or identifiers; a field that every book has cannot be None. Instead of `genres`,
        `add_genres` appends some and `remove_genres` removes some.

        Like create(), it stores a status with the given dates only; set_status() and the attribute
        `status` also set the dates that follow from the status. One exception: a reading that ends
        without a date ends today if the book would otherwise take the status of another reading.

        Raises:
            NotFoundError: The book has been deleted.
            InvalidError: A value is invalid. Nothing is changed.
        """
        session = self._session._alive()
        with book_changes.change(session, fields) as (inside, values, clear):
            call(library.bw_book_update, inside._use(), self.id, values, clear)
        follow = (each for name in fields for each in _FOLLOW.get(name, ()))
        self._forget("updated", *fields, *follow)

    def set_status(self, value: Status | str, on: datetime.date | None = None) -> None:
        """Sets the status and the dates that go with it, in the book and in its latest reading.

        The status in progress sets `started`, and completed sets `finished`, if absent. The status
        did not finish sets `finished` to `on`, or clears it if `on` is not given. The status on the
        shelf changes no reading. The status that the book already has changes nothing.

        If the latest reading is over, it is kept and a new one is added in two cases: the book is
        set in progress, or it was on the shelf and `on` is not before the end of that reading. If
        `on` is not given, the status did not finish sets `finished` to today if the reading is new,
        or if it would otherwise no longer be the latest one.

        Args:
            on: The day it happened; today by default.

        Raises:
            InvalidError: `on` is not given, and another reading determines the status, because it
                is open, ended later, or ended on the same day and was added later. If `on` is
                given, the book gets the status of the other reading instead.
        """
        day = 0 if on is None else date(on, "on")
        handle = self._session._alive()._use()
        call(library.bw_book_set_status, handle, self.id, status(value), day)
        self._forget("status", "started", "finished", "updated")

    def toggle_favourite(self) -> bool:
        """Toggles whether it is a favourite. Returns whether it is one now."""
        handle = self._session._alive()._use()
        is_one = call_bool(library.bw_book_toggle_favourite, handle, self.id)
        self._forget("favourite", "updated")
        return is_one

    def delete(self) -> None:
        """Deletes the book with its quotes and readings. Raises NotFoundError."""
        call(library.bw_book_delete, self._session._alive()._use(), self.id)

    def bind(self, field: str) -> Binding:
        """Returns a Binding to one field, for a control: `book.bind("rating")`."""
        return binding.bind_book(self._session.store, self.id, field)

    def as_dict(self) -> dict[str, Any]:
        """Returns everything that the book has, by name; its fields come first, in the usual order.

        Also contains `global_id` (a UUID), `genres` (their names, the primary one first),
        `identifiers` (tuples of Identifier), `contributors` (tuples of Contributor), `price` (a
        Price or None), `picture` (the key of its picture, or None), `quotes` and `readings` (lists
        of dicts, quotes the oldest first, readings the latest last) and `sources` (a list of dicts:
        where it was imported from).

        Values that a Book does not hold are read from the store; for many books, Query.as_dicts()
        is several times faster.

        Raises:
            NotFoundError: The book has been deleted.
        """
        kept = {field.name: getattr(self, field.name) for field in BOOK_FIELDS}
        return {**kept, **book_dicts.rest(self._session._alive(), self.id)}

    def as_json(self) -> str:
        """Returns as_dict() as a JSON object; dates and instants in ISO 8601, a price as a dict."""
        return as_json.book_json(self._session._alive()._use(), self.id)

    def _repr_html_(self) -> str:
        return notebook.book_html(self)

    if not TYPE_CHECKING:  # with this, a type checker would allow any attribute

        def __setattr__(self, name: str, value: Any) -> None:
            if name == "rating":
                handle = self._session._alive()._use()
                call(library.bw_book_set_rating, handle, self.id, int32(value, "rating"))
                self._forget("rating", "updated")
            elif name == "status":
                self.set_status(value)
            elif name == "cover":
                BookRow.cover.fset(self, value)
            elif name in SETTABLE:
                self.update(**{name: value})
            elif name in self._readable or name == "id":
                raise AttributeError(f"a book's {name} is set by the store")
            else:
                raise AttributeError(
                    f"a book has no field {name!r}; the fields are {', '.join(SETTABLE)}"
                )

    __delattr__ = refuse_deletion

    def __repr__(self) -> str:
        try:
            return f"<Book {self.id}: {self.title!r} by {self.author!r}>"
        except Error:  # the object is read only now, and that failed
            return f"<Book {self.id}>"


if not TYPE_CHECKING:
    for field in EXTRA_FIELDS:
        setattr(BookRow, field.name, _extra(field))


def book_id(session: Session, book: BookRow | int) -> int:
    """The id of a book that is given as an object or as an id."""
    if not isinstance(book, BookRow):
        return row_id(book)
    if book._session.store is not session.store:
        raise ArgumentError(f"{book!r} belongs to another store", field="book")
    return book.id
