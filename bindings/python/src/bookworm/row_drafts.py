"""Genres, quotes, readings and shelves in a form, before they are saved."""

from __future__ import annotations

import ctypes

from ._native import prototypes as c
from ._native.columns import read
from ._native.library import call, call_handle, library
from ._native.modules import publish
from ._native.reading_lists import OUTCOME_NAMES, outcome
from ._native.values import date, int32, int64, number, refuse, text
from .form_draft import FormDraft, add_attributes
from .models import Book, Genre
from .quote import Quote
from .reading import Reading
from .row import Row, hollow
from .shelf import Shelf

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, ClassVar, TypeVar

    from .session import Session

    _Draft = TypeVar("_Draft", bound="RowDraft")


def _value(kind: int, member: str, value: Any) -> c.bw_value:
    given = c.bw_value(size=ctypes.sizeof(c.bw_value), kind=kind)
    setattr(given, member, value)
    return given


def _text(value: Any, name: str) -> c.bw_value:
    encoded = text(value, name)
    return _value(c.BW_VALUE_TEXT, "text", c.bw_text(encoded, len(encoded)))


def _page_of_quote(value: Any, name: str) -> c.bw_value:
    is_number = isinstance(value, int) and not isinstance(value, bool)
    return _text(str(int64(value, name)) if is_number else value, name)


def _outcome(value: Any, name: str) -> c.bw_value:
    return _value(c.BW_VALUE_OUTCOME, "number", outcome(value))


def _day(value: Any, name: str) -> c.bw_value:
    return _value(c.BW_VALUE_DAY, "number", date(value, name))


def _whole(value: Any, name: str) -> c.bw_value:
    return _value(c.BW_VALUE_INTEGER, "number", int32(value, name))


def _real(value: Any, name: str) -> c.bw_value:
    return _value(c.BW_VALUE_REAL, "real", number(value, name))


# For each kind of value: how it is given, and how it is read.
_KINDS: dict[str, tuple[Callable[[Any, str], c.bw_value], str]] = {
    "text": (_text, "text"),
    "page of quote": (_page_of_quote, "text"),
    "outcome": (_outcome, "int"),
    "date": (_day, "date"),
    "int": (_whole, "int"),
    "double": (_real, "double"),
}


class RowDraft(FormDraft):
    """The base of the drafts of genres, quotes, readings and shelves."""

    __slots__ = ()
    _shown_in = "GenreDraft"

    _entity: ClassVar[int]
    _kind: ClassVar[type[Row]]
    # The name of each field: its bit and its kind.
    _table: ClassVar[dict[str, tuple[int, str]]]

    def __init_subclass__(cls) -> None:
        cls._bits = {name: bit for name, (bit, _) in cls._table.items()}
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
        if value is None:
            return c.bw_value(size=ctypes.sizeof(c.bw_value), kind=c.BW_VALUE_ABSENT)
        return _KINDS[self._table[name][1]][0](value, name)

    def _read_from(self, result: ctypes.c_void_p, name: str) -> Any:
        bit, kind = self._table[name]
        value = read(result, bit, _KINDS[kind][1])[0]
        return OUTCOME_NAMES[value] if kind == "outcome" and value is not None else value

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
    _table: ClassVar[dict[str, tuple[int, str]]] = {
        "name": (c.BW_GENRE_NAME, "text"),
        "colour": (c.BW_GENRE_COLOUR, "text"),
    }

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
    _table: ClassVar[dict[str, tuple[int, str]]] = {
        "text": (c.BW_QUOTE_TEXT, "text"),
        "page": (c.BW_QUOTE_PAGE, "page of quote"),
    }

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
    _table: ClassVar[dict[str, tuple[int, str]]] = {
        "outcome": (c.BW_READING_OUTCOME, "outcome"),
        "started": (c.BW_READING_STARTED, "date"),
        "finished": (c.BW_READING_FINISHED, "date"),
        "page": (c.BW_READING_PAGE, "int"),
        "percent": (c.BW_READING_PERCENT, "double"),
        "note": (c.BW_READING_NOTE, "text"),
    }

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
    _table: ClassVar[dict[str, tuple[int, str]]] = {
        "name": (c.BW_SHELF_NAME, "text"),
        "line": (c.BW_SHELF_LINE, "text"),
    }

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
