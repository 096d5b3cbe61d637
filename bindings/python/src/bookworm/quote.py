"""The Quote object: one quote of a book as it was read; setting an attribute saves it at once."""

from __future__ import annotations

import ctypes

from ._native import prototypes as c
from ._native.drafts import row_struct
from ._native.errors import Error
from ._native.fields import row_fields
from ._native.library import call, library
from ._native.modules import LazyModule, publish
from ._native.row_makers import RowReader
from .row import Row, complete, refuse_deletion, slots

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from . import binding
    from ._native.field_tables import QuoteAttributes
    from .binding import Binding

    class _Typed(Row, QuoteAttributes):
        """A row with the attributes that the table of fields gives it."""

else:
    binding = LazyModule("binding")
    _Typed = Row


FIELDS = row_fields(c.BW_ENTITY_QUOTE)


class QuoteFields(_Typed):
    """The class of an object while its slots are being filled; then its class becomes Quote."""

    __slots__ = slots(FIELDS)


class Quote(QuoteFields):
    """A quote as it was read. Setting `text` or `page` writes to the store at once.

    A page can also be an int; `quote.page = None` removes it. The object that add() returns loads
    its values when it is first used. Made by `book.quotes` and `store.quotes`. refresh(), as_dict()
    and equality are as in a Book.
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
        quote: Quote = QUOTES.get(self._session, self._session._alive()._use(), self.id)
        return quote

    if not TYPE_CHECKING:  # with this, a type checker would allow any attribute

        def __setattr__(self, name: str, value: Any) -> None:
            if name not in FIELDS or not FIELDS[name].settable:
                raise AttributeError(f"a quote's {name!r} cannot be set; its text and page can")
            quote, clear = row_struct(c.bw_quote, FIELDS, {name: value})
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
QUOTES = RowReader(
    Quote, c.bw_quote, FIELDS.values(), library.bw_quote_get, library.bw_result_get_quote
)
publish(Quote)
