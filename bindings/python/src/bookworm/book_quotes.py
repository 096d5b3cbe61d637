"""The quotes of one book, as a collection that reads and writes the store."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence

from ._native import prototypes as c
from ._native.drafts import row_struct
from ._native.errors import Error
from ._native.library import call_handle, call_int64, library
from ._native.modules import BriefABC, LazyModule, publish
from ._native.structs import freed
from .quote import FIELDS, QUOTES, Quote
from .row import hollow

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import overload

    from . import observer
    from ._native import arrow
    from .observer import Observer
    from .session import Session
else:
    arrow = LazyModule("_native.arrow")
    observer = LazyModule("observer")


class BookQuotes(Sequence[Quote], metaclass=BriefABC):
    """The quotes of one book, the oldest first: `book.quotes`.

    A live collection: every use reads or writes the store, and raises NotFoundError if the book has
    been deleted. list(book.quotes) is a copy that does not change. To change a quote, set its
    `text` or `page`; to delete it, call its delete().
    """

    __slots__ = ("_book", "_session")

    def __init__(self, session: Session, book: int) -> None:
        """Not for use: ask a book for its `quotes`."""
        self._session = session
        self._book = book

    def add(self, text: str, page: str | int | None = None) -> Quote:
        """Adds a quote at the end.

        Args:
            text: Not blank; at most 16 MiB as UTF-8.
            page: Where it is, such as 12 or "xiv"; stored as text.
        """
        # An absent page is not given, and its bit is not used.
        quote, _ = row_struct(c.bw_quote, FIELDS, {"text": text, "page": page})
        session = self._session._alive()
        added = call_int64(library.bw_quote_create, session._use(), self._book, ctypes.byref(quote))
        made: Quote = hollow(Quote, self._session, added)
        return made

    def observe(self, *, since: int | None = None) -> Observer[Quote]:
        """Returns an Observer of the book's quotes; its `page` is the list of them.

        `since` is as in store.observe().
        """
        store = self._session.store
        return observer.Observer[Quote]._of(
            store,
            lambda result: QUOTES.rows(store, result),
            since,
            library.bw_book_observe_quotes,
            self._book,
        )

    if TYPE_CHECKING:

        @overload
        def __getitem__(self, place: int) -> Quote: ...

        @overload
        def __getitem__(self, place: slice) -> list[Quote]: ...

    def __getitem__(self, place: int | slice) -> Quote | list[Quote]:
        return self._all()[place]

    def __len__(self) -> int:
        return call_int64(library.bw_book_count_quotes, self._session._alive()._use(), self._book)

    def __iter__(self) -> Iterator[Quote]:
        return iter(self._all())

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """The book's quotes as an Arrow stream, for `polars.DataFrame(book.quotes)`."""
        return arrow.capsule_of(self._result())

    def __repr__(self) -> str:
        try:
            return f"<{len(self)} quotes of book {self._book}>"
        except Error:  # the book is deleted, or the store closed
            return f"<quotes of book {self._book}>"

    def _all(self) -> list[Quote]:
        return freed(self._result(), lambda result: QUOTES.rows(self._session, result))

    def _result(self) -> ctypes.c_void_p:
        handle = self._session._alive()._use()
        return call_handle(library.bw_book_list_quotes, handle, self._book)


publish(BookQuotes)
