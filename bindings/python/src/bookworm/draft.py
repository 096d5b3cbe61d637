"""A book in a form, before it is saved."""

from __future__ import annotations

import ctypes
import weakref

from ._native import prototypes as c
from ._native.columns import read
from ._native.drafts import book_struct
from ._native.errors import ArgumentError
from ._native.fields import OTHER_FIELDS, WRITABLE
from ._native.library import call, call_handle, call_int64, free_result, library, unchecked
from ._native.modules import Brief, publish
from ._native.values import is_list, refuse, row_id, text
from .book_changes import read_faults
from .genre import GenreRow
from .languages import Language, language_number
from .models import Book
from .on_demand_fields import read_contributor_lists, read_identifier_lists, read_prices
from .row import hollow
from .typed_text import format_row

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from ._native.errors import Error
    from .session import Session

_GENRES = c.BW_BOOK_GENRES | c.BW_BOOK_GENRE_NAMES
_BITS = {
    **{name: field.bit for name, field in WRITABLE.items()},
    "genres": _GENRES,
    "identifiers": OTHER_FIELDS["identifiers"],
    "contributors": OTHER_FIELDS["contributors"],
    "price": OTHER_FIELDS["price"],
}
_free = unchecked("bw_binding_free")


class Draft(metaclass=Brief):
    """A book in a form, before it is stored: it may be incomplete or invalid until it is saved.

    Example::

        draft = bookworm.Draft(title="Dune")   # or Draft.of(book), with the book's present values
        draft.rating = 7
        for error in draft.check(store):       # the author is missing; 7 is not a rating
            print(error.field, bookworm.presentation.error_text(error, "de"))
        draft.update(author="Frank Herbert", rating=5)
        draft.set_text("started", "5.3.2024", "de")   # what a person typed; text() is the reverse
        book = draft.save(store)

    The attributes are the fields of store.books.create(); None means absent. Setting one to None
    removes the value, even the title, and makes the rating 0. Only the type of a value is checked
    at once. Genres are a list of names, or of ids if they were given by id. Saving the draft of an
    existing book changes only the fields that were set.
    """

    __slots__ = ("__weakref__", "_close", "_handle")

    _handle: ctypes.c_void_p
    _close: Any
    # Its attributes, which dir() of the class and help() leave to the text above.
    _fields = tuple(_BITS)

    def __init__(self, **fields: Any) -> None:
        """Makes a draft of a new book with some fields."""
        self._begin(call_handle(library.bw_binding_open_draft))
        if fields:
            self.update(**fields)

    def _begin(self, handle: ctypes.c_void_p) -> None:
        object.__setattr__(self, "_handle", handle)
        object.__setattr__(self, "_close", weakref.finalize(self, _free, handle))

    @classmethod
    def of(cls, book: Book) -> Draft:
        """Returns a draft of an existing book. Raises NotFoundError if it has been deleted."""
        if not isinstance(book, Book):
            refuse("book", "a Book", book)
        made = object.__new__(cls)
        handle = book._session._alive()._use()
        made._begin(call_handle(library.bw_binding_open_draft_of, handle, book.id))
        return made

    def update(self, **fields: Any) -> None:
        """Sets several fields, or none if one is refused."""
        gone = 0
        given = {}
        for name, value in fields.items():
            if name not in _BITS:
                raise _unknown(name)
            if value is None:
                gone |= _BITS[name]
            else:
                given[name] = _genre_keys(value) if name == "genres" else value
        book, _ = book_struct(given)
        if given:
            call(library.bw_binding_set, self._handle, ctypes.byref(book))
        if gone:
            call(library.bw_binding_clear_fields, self._handle, gone)

    def set_text(self, field: str, typed: str, language: Language | str = Language.ENGLISH) -> None:
        """Sets a field to what a person typed, as by presentation.parse().

        A blank text removes the value. Raises the errors of parse(); the draft is then
        unchanged.
        """
        bit, encoded = _bit(field), text(typed, field)
        number = language_number(language)
        call(library.bw_binding_parse_field, self._handle, bit, encoded, len(encoded), number)

    def text(self, field: str, language: Language | str = Language.ENGLISH) -> str:
        """Returns the text that a form shows for a field, as by presentation.format()."""
        result = call_handle(library.bw_binding_get, self._handle)
        try:
            return format_row(result, _bit(field), language)
        finally:
            free_result(result)

    def check(self, session: Session) -> list[Error]:
        """Returns everything that is wrong: an Error for each field that save() would refuse.

        Args:
            session: The store or the transaction to save it in. Nothing is written.

        Raises:
            NotFoundError: The book of the draft no longer exists.
        """
        return read_faults(call_handle(library.bw_binding_check, self._handle, session._use()))

    def save(self, session: Session) -> Book:
        """Creates the book in a store or a transaction, or changes the existing book.

        Afterwards it is a draft of that book, in its store and in copies of the store. Raises the
        errors of create() and update(), after which the draft is unchanged.

        Raises:
            NotFoundError: The book does not exist, for example after its transaction was rolled
                back.
        """
        saved = call_int64(library.bw_binding_save, self._handle, session._use())
        made: Book = hollow(Book, session, saved)
        return made

    def bind(self, field: str) -> DraftField:
        """Returns one field for a control; use its `value` as that of Book.bind()."""
        if field not in _BITS:
            raise _unknown(field)
        return DraftField(self, field)

    def as_dict(self) -> dict[str, Any]:
        """Returns the value of each field, None if absent."""
        return {name: getattr(self, name) for name in _BITS}

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """A field of a book."""

        def __setattr__(self, name: str, value: Any) -> None:
            """Sets a field of a book."""

    else:

        def __setattr__(self, name: str, value: Any) -> None:
            self.update(**{name: value})

    def __repr__(self) -> str:
        return f"<draft of {self._read('title')!r} by {self._read('author')!r}>"

    def _read(self, name: str) -> Any:
        result = call_handle(library.bw_binding_get, self._handle)
        try:
            if name == "genres":
                names = read(result, c.BW_BOOK_GENRE_NAMES, "text list")[0]
                return names or read(result, c.BW_BOOK_GENRES, "int64 list")[0]
            if name == "identifiers":
                return read_identifier_lists(result)[0]
            if name == "contributors":
                return read_contributor_lists(result)[0]
            if name == "price":
                return read_prices(result)[0]
            field = WRITABLE[name]
            return read(result, field.bit, field.kind)[0]
        finally:
            free_result(result)


class DraftField(metaclass=Brief):
    """One field of a Draft as a control's two-way value: see Draft.bind()."""

    __slots__ = ("_draft", "_field")

    def __init__(self, draft: Draft, field: str) -> None:
        """Not for use: ask a draft to bind() a field."""
        self._draft, self._field = draft, field

    @property
    def field(self) -> str:
        """The name of the field."""
        return self._field

    @property
    def value(self) -> Any:
        """The draft's value. Setting it writes to no store, and the value may be invalid."""
        return self._draft._read(self._field)

    @value.setter
    def value(self, value: Any) -> None:
        self._draft.update(**{self._field: value})

    def set_text(self, typed: str, language: Language | str = Language.ENGLISH) -> None:
        """Sets the value to what a person typed: see Draft.set_text()."""
        self._draft.set_text(self._field, typed, language)

    def text(self, language: Language | str = Language.ENGLISH) -> str:
        """Returns the text that a form shows: see Draft.text()."""
        return self._draft.text(self._field, language)


def _attribute(name: str) -> property:
    return property(lambda draft: draft._read(name), doc=f"What it has of {name}, or None.")


if not TYPE_CHECKING:
    for _name in _BITS:
        setattr(Draft, _name, _attribute(_name))


def _bit(field: str) -> int:
    """The field of C that is typed."""
    if not isinstance(field, str) or field not in _BITS:
        raise _unknown(field)
    return c.BW_BOOK_GENRE_NAMES if field == "genres" else _BITS[field]


def _unknown(name: str) -> ArgumentError:
    return ArgumentError(f"a draft has no field {name!r}; the fields are {', '.join(_BITS)}")


def _genre_keys(genres: Iterable[Any]) -> list[Any]:
    if isinstance(genres, (str, bytes)) or not is_list(genres):
        refuse("genres", "a list of genres, names or ids", genres)
    keys: list[Any] = []
    for genre in genres:
        if isinstance(genre, (GenreRow, str)):
            keys.append(text(genre.name if isinstance(genre, GenreRow) else genre, "genres"))
        elif hasattr(genre, "__index__"):
            keys.append(row_id(genre, "genre", "genres"))
        else:
            refuse("genres", "genres, names or ids", genre)
    return keys


publish(Draft, DraftField)
