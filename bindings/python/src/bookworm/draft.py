"""A book in a form, before it is saved."""

from __future__ import annotations

import ctypes

from ._native import prototypes as c
from ._native.columns import read
from ._native.drafts import book_struct
from ._native.fields import OTHER_FIELDS, WRITABLE
from ._native.library import call, call_handle, library
from ._native.modules import publish
from ._native.values import is_list, refuse, row_id, text
from .form_draft import FormDraft, add_attributes
from .genre import GenreRow
from .models import Book
from .on_demand_fields import read_contributor_lists, read_identifier_lists, read_prices
from .row import hollow

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from .session import Session

_GENRES = c.BW_BOOK_GENRES | c.BW_BOOK_GENRE_NAMES
_BITS = {
    **{name: field.bit for name, field in WRITABLE.items()},
    "genres": _GENRES,
    "identifiers": OTHER_FIELDS["identifiers"],
    "contributors": OTHER_FIELDS["contributors"],
    "price": OTHER_FIELDS["price"],
}


class Draft(FormDraft):
    """A book in a form, before it is stored: it may be incomplete or invalid until it is saved.

    Example::

        draft = bookworm.Draft(title="Dune")   # or Draft.of(book), with the book's present values
        draft.rating = 7
        for error in draft.check(store):       # the author is missing; 7 is not a rating
            print(error.field, bookworm.presentation.error_text(error, "de"))
        draft.update(author="Frank Herbert", rating=5)
        draft.set_text("started", "5.3.2024", "de")   # get_text() is the reverse
        book = draft.save(store)

    The attributes are the fields of store.books.create(); None means absent. Setting one to None
    removes its value, even the title; a rating becomes 0, a flag False, and the status of a stored
    book on-shelf. Only the type of a value is checked at once. If a new book has dates but no
    status, `status` is what it will get from them. Genres are a list of names, or of ids if given
    by id. A name in another language, such as "Krimi", means the genre Mystery if the store has it;
    otherwise saving creates a genre "Krimi". A status sets no dates, because a form saves what it
    shows; for a button use book.set_status(). Only save() finds that a status contradicts another
    reading of the book. Saving the draft of an existing book changes only fields that differ from
    when the draft was made or last saved, so that others' edits stay.
    """

    __slots__ = ()
    _bits = _BITS
    _fields = tuple(_BITS)

    def __init__(self, **fields: Any) -> None:
        """Makes a draft of a new book with some fields."""
        self._begin(call_handle(library.bw_binding_open_draft))
        if fields:
            self.update(**fields)

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
            bit = self._bit(name)
            if value is None:
                gone |= bit
            else:
                given[name] = _genre_keys(value) if name == "genres" else value
        book, _ = book_struct(given)
        if given:
            call(library.bw_binding_set, self._handle, ctypes.byref(book))
        if gone:
            call(library.bw_binding_clear_fields, self._handle, gone)

    def save(self, session: Session) -> Book:
        """Creates the book in a store or a transaction, or changes the existing book.

        Saving it again, here or in a copy of the store, changes that book. A status sets no dates.
        Raises the errors of create() and update(); the draft is then unchanged.

        Raises:
            NotFoundError: The book does not exist, for example after a rollback.
        """
        made: Book = hollow(Book, session, self._save(session))
        return made

    def __repr__(self) -> str:
        return f"<draft of {self._read('title')!r} by {self._read('author')!r}>"

    def _read_from(self, result: ctypes.c_void_p, name: str) -> Any:
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

    def _typed_bit(self, field: str) -> int:
        return c.BW_BOOK_GENRE_NAMES if field == "genres" else self._bit(field)


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


if not TYPE_CHECKING:
    add_attributes(Draft)
publish(Draft)
