"""Genres, quotes, readings and shelves in a form, before they are saved."""

from __future__ import annotations

import ctypes

from ._native import prototypes as c
from ._native.columns import read
from ._native.fields import row_fields
from ._native.library import call, call_handle, library
from ._native.modules import publish
from ._native.values import OUTCOME_NAMES, refuse
from .form_draft import FormDraft, add_attributes
from .models import Book, Genre
from .quote import Quote
from .reading import Reading
from .row import Row, hollow
from .shelf import Shelf

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, ClassVar, TypeVar

    from ._native.fields import Field
    from .session import Session

    _Draft = TypeVar("_Draft", bound="RowDraft")


# For each kind of field: the kind and the member of its bw_value, and the kind that it is read as.
_KINDS = {
    "text": (c.BW_VALUE_TEXT, "text", "text"),
    "outcome": (c.BW_VALUE_OUTCOME, "number", "int"),
    "date": (c.BW_VALUE_DAY, "number", "date"),
    "int": (c.BW_VALUE_INTEGER, "number", "int"),
    "double": (c.BW_VALUE_REAL, "real", "double"),
}


class RowDraft(FormDraft):
    """The base of the drafts of genres, quotes, readings and shelves."""

    __slots__ = ()
    _shown_in = "Draft"

    _entity: ClassVar[int]
    _kind: ClassVar[type[Row]]
    # Its fields by their names.
    _table: ClassVar[dict[str, Field]]

    def __init_subclass__(cls) -> None:
        fields = row_fields(cls._entity)
        cls._table = {name: field for name, field in fields.items() if field.settable}
        cls._bits = {name: field.bit for name, field in cls._table.items()}
        cls._fields = tuple(cls._table)
        if not TYPE_CHECKING:
            add_attributes(cls)

    def _begin_new(self, book: int, fields: dict[str, Any]) -> None:
        self._begin(call_handle(library.bw_binding_open_row_draft, self._entity, book))
        self.update(**fields)

    @classmethod
    def _of(cls: type[_Draft], row: Any) -> _Draft:
        if not isinstance(row, cls._kind):
            refuse(cls._kind.__name__.lower(), f"a {cls._kind.__name__}", row)
        made = object.__new__(cls)
        handle = row._session._alive()._use()
        opened = call_handle(library.bw_binding_open_row_draft_of, handle, cls._entity, row.id)
        made._begin(opened)
        return made

    def update(self, **fields: Any) -> None:
        """Sets several fields, or none if one is refused."""
        given = [(self._bit(name), self._given(name, value)) for name, value in fields.items()]
        for bit, value in given:
            call(library.bw_binding_set_field, self._handle, bit, ctypes.byref(value))

    def _given(self, name: str, value: Any) -> c.bw_value:
        given = c.bw_value(size=ctypes.sizeof(c.bw_value), kind=c.BW_VALUE_ABSENT)
        if value is not None:
            field = self._table[name]
            given.kind, member, _ = _KINDS[field.kind]
            converted = field.convert(value, name)
            is_text = isinstance(converted, bytes)
            setattr(given, member, c.bw_text(converted, len(converted)) if is_text else converted)
        return given

    def _read_from(self, result: ctypes.c_void_p, name: str) -> Any:
        field = self._table[name]
        value = read(result, field.bit, _KINDS[field.kind][2])[0]
        return OUTCOME_NAMES[value] if field.kind == "outcome" and value is not None else value

    def _saved(self, session: Session) -> Any:
        return hollow(self._kind, session, self._save(session))

    def __repr__(self) -> str:
        return f"<draft of a {self._kind.__name__.lower()}: {self.as_dict()!r}>"


class GenreDraft(RowDraft):
    """A genre in a form, like a Draft for a book: `name` and `colour`.

    A new genre without a colour gets the default of genres.create(). check() also says whether the
    name is taken.
    """

    __slots__ = ()
    _entity = c.BW_ENTITY_GENRE
    _kind = Genre

    def __init__(self, **fields: Any) -> None:
        """Makes a draft of a new genre with some fields."""
        self._begin_new(0, fields)

    @classmethod
    def of(cls, genre: Genre) -> GenreDraft:
        """Returns a draft of an existing genre. Raises NotFoundError if it has been deleted."""
        return cls._of(genre)

    def save(self, session: Session) -> Genre:
        """Creates the genre, or changes the existing one: see Draft.save()."""
        made: Genre = self._saved(session)
        return made


class QuoteDraft(RowDraft):
    """A quote in a form, like a Draft for a book: `text` and `page`."""

    __slots__ = ()
    _entity = c.BW_ENTITY_QUOTE
    _kind = Quote

    def __init__(self, book: Book, **fields: Any) -> None:
        """Makes a draft of a new quote of a book with some fields."""
        self._begin_new(_book_id(book), fields)

    @classmethod
    def of(cls, quote: Quote) -> QuoteDraft:
        """Returns a draft of an existing quote. Raises NotFoundError if it has been deleted."""
        return cls._of(quote)

    def save(self, session: Session) -> Quote:
        """Adds the quote to its book, or changes the existing one: see Draft.save()."""
        made: Quote = self._saved(session)
        return made


class ReadingDraft(RowDraft):
    """A reading in a form, like a Draft for a book.

    The attributes are `outcome`, `started`, `finished`, `page`, `percent` and `note`, as of
    book.readings.add(). Setting the page removes the percentage, and the other way round.
    """

    __slots__ = ()
    _entity = c.BW_ENTITY_READING
    _kind = Reading

    def __init__(self, book: Book, **fields: Any) -> None:
        """Makes a draft of a new reading of a book with some fields."""
        self._begin_new(_book_id(book), fields)

    @classmethod
    def of(cls, reading: Reading) -> ReadingDraft:
        """Returns a draft of an existing reading. Raises NotFoundError if it has been deleted."""
        return cls._of(reading)

    def save(self, session: Session) -> Reading:
        """Adds the reading to its book, or changes the existing one: see Draft.save()."""
        made: Reading = self._saved(session)
        return made


class ShelfDraft(RowDraft):
    """A shelf in a form, like a Draft for a book: `name` and `line`.

    check() also says whether the name is taken, and where the line is wrong.
    """

    __slots__ = ()
    _entity = c.BW_ENTITY_SHELF
    _kind = Shelf

    def __init__(self, **fields: Any) -> None:
        """Makes a draft of a new shelf with some fields."""
        self._begin_new(0, fields)

    @classmethod
    def of(cls, shelf: Shelf) -> ShelfDraft:
        """Returns a draft of an existing shelf. Raises NotFoundError if it has been deleted."""
        return cls._of(shelf)

    def save(self, session: Session) -> Shelf:
        """Creates the shelf, or changes the existing one: see Draft.save()."""
        made: Shelf = self._saved(session)
        return made


def _book_id(book: Book) -> int:
    if not isinstance(book, Book):
        refuse("book", "a Book", book)
    return book.id


publish(GenreDraft, QuoteDraft, ReadingDraft, ShelfDraft)
