"""The Quote object: one quote of a book as it was read; setting an attribute saves it at once."""

from __future__ import annotations

import ctypes
import datetime
import uuid

from ._native import prototypes as c
from ._native.drafts import set_text
from ._native.errors import Error
from ._native.library import call, call_handle, library
from ._native.modules import LazyModule, publish
from ._native.structs import freed, optional_string, read_rows, string
from ._native.values import int64, refuse, text, to_datetime
from .row import Row, complete, refuse_deletion

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from . import binding
    from .binding import Binding
    from .session import Session
else:
    binding = LazyModule("binding")


class QuoteFields(Row):
    """The class of an object while its slots are being filled; then its class becomes Quote."""

    __slots__ = {
        "id": "Given by the store, never reused. An int.",
        "book_id": "The id of the quoted book.",
        "text": "The quoted text. Not blank; at most 16 MiB as UTF-8.",
        "page": "The page, a str such as '12' or 'xiv', or None. At most 16 KiB.",
        "created": "When it was added: an aware datetime in UTC, to the millisecond.",
        "global_id": "The same in every copy of the store. A uuid.UUID.",
    }
    _readable = frozenset(("book_id", "text", "page", "created", "global_id"))
    id: int
    book_id: int
    text: str
    page: str | None
    created: datetime.datetime
    global_id: uuid.UUID

    def __init__(self, session: Session, quote: Any) -> None:
        """From a bw_quote."""
        self._session = session
        self.id = quote.id
        self.book_id = quote.book
        self.text = string(quote.text)
        self.page = optional_string(quote.page)
        self.created = to_datetime(quote.created)
        self.global_id = uuid.UUID(bytes=bytes(quote.global_id))
        self.__class__ = self._whole


class Quote(QuoteFields):
    """A quote as it was read. Setting `text` or `page` writes to the store at once.

    A page can also be an int; `quote.page = None` removes it. The quote that add() returns is read
    at its first use. Made by `book.quotes` and `store.quotes`. refresh(), as_dict() and equality
    are as in a Book.
    """

    __slots__ = ()

    def __init__(self) -> None:
        """Not for use: a Quote is made by `book.quotes`."""
        raise TypeError("a Quote is made by book.quotes.add()")

    def bind(self, field: str) -> Binding:
        """Returns a Binding to its "text" or "page", for a control."""
        return binding.bind_row(self._session.store, c.BW_ENTITY_QUOTE, self.id, field)

    def delete(self) -> None:
        """Deletes the quote. Raises NotFoundError if it, or its book, is already deleted."""
        call(library.bw_quote_delete, self._session._alive()._use(), self.id)

    def _fresh(self) -> Quote:
        return read_quote(self._session, self._session._alive()._use(), self.id)

    if not TYPE_CHECKING:  # with this, a type checker would allow any attribute

        def __setattr__(self, name: str, value: Any) -> None:
            if name not in ("text", "page"):
                raise AttributeError(f"a quote's {name!r} cannot be set; its text and page can")
            clear = 0
            if name == "page" and value is None:
                quote, clear = quote_struct(), c.BW_QUOTE_PAGE
            else:
                quote = quote_struct(**{name: value})
            handle = self._session._alive()._use()
            call(library.bw_quote_update, handle, self.id, ctypes.byref(quote), clear)
            self._forget(name)

    __delattr__ = refuse_deletion

    def __repr__(self) -> str:
        try:
            start = self.text if len(self.text) <= 40 else self.text[:37] + "..."
            return f"<Quote {self.id}: {start!r}>"
        except Error:  # the object is read only now, and that failed
            return f"<Quote {self.id}>"


complete(Quote, QuoteFields)

_BITS = {"text": c.BW_QUOTE_TEXT, "page": c.BW_QUOTE_PAGE}


def quote_struct(**values: Any) -> Any:
    """A bw_quote with its text, its page or both."""
    quote: Any = c.bw_quote(size=ctypes.sizeof(c.bw_quote))
    for name, value in values.items():
        if name == "page" and isinstance(value, int) and not isinstance(value, bool):
            value = str(int64(value, name))
        if not isinstance(value, str):
            refuse(name, "a str" if name == "text" else "a str, an int or None", value)
        set_text(getattr(quote, name), text(value, name))
        quote.fields |= _BITS[name]
    return quote


def read_quote(session: Session, handle: ctypes.c_void_p, row: int) -> Quote:
    """Reads one quote."""
    quote = ctypes.byref(c.bw_quote(size=ctypes.sizeof(c.bw_quote)))
    result = call_handle(library.bw_quote_get, handle, row, quote)
    return freed(result, lambda result: quote_rows(session, result))[0]


def quote_rows(session: Session, result: ctypes.c_void_p) -> list[Quote]:
    """The rows of a result as Quote objects."""
    rows: list[Any] = read_rows(
        result, c.bw_quote, library.bw_result_get_quote, lambda row: QuoteFields(session, row)
    )
    return rows


publish(Quote)
