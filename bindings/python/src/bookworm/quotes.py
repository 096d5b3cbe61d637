"""The quotes of a store, by id."""

from __future__ import annotations

from ._native import prototypes as c
from ._native.errors import NotFoundError
from ._native.library import call, call_handle, call_int64, library
from ._native.modules import Brief, LazyModule, publish
from ._native.structs import freed
from ._native.values import most_rows, row_id
from .quote import QUOTES, Quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    import uuid
    from collections.abc import Iterator
    from typing import Any, TypeVar, overload

    from .session import Session

    _Default = TypeVar("_Default")
    from . import global_ids
    from ._native import arrow
else:
    arrow = LazyModule("_native.arrow")
    global_ids = LazyModule("global_ids")

_PIECE = 1000


class Quotes(metaclass=Brief):
    """The quotes of a store: `store.quotes`. Those of one book are its `book.quotes`.

    Iterating gives all of them, the oldest first.
    """

    __slots__ = ("_session",)

    def __init__(self, session: Session) -> None:
        """Not for use: ask a store for its `quotes`."""
        self._session = session

    def __getitem__(self, id: int) -> Quote:
        """Returns the quote with an id. Raises NotFoundError."""
        handle, row = self._session._use(), row_id(id, "quote")
        quote: Quote = QUOTES.get(self._session, handle, row)
        return quote

    def with_global_id(self, global_id: uuid.UUID) -> Quote:
        """Returns the quote that has a global id. Raises NotFoundError."""
        return self[global_ids.find(self._session._use(), c.BW_ENTITY_QUOTE, global_id)]

    if TYPE_CHECKING:

        @overload
        def get(self, id: int) -> Quote | None: ...

        @overload
        def get(self, id: int, default: _Default) -> Quote | _Default: ...

    def get(self, id: int, default: Any = None) -> Any:
        """Returns the quote with an id, or `default` if there is none."""
        try:
            return self[id]
        except NotFoundError:
            return default

    def __delitem__(self, id: int) -> None:
        """Deletes one quote. Raises NotFoundError."""
        call(library.bw_quote_delete, self._session._use(), row_id(id, "quote"))

    def __contains__(self, quote: object) -> bool:
        if isinstance(quote, Quote):
            return quote._session.store is self._session.store and self.get(quote.id) is not None
        if isinstance(quote, bool) or not isinstance(quote, int):
            return False
        return self.get(quote) is not None

    def after(self, id: int, limit: int | None = None) -> list[Quote]:
        """Returns at most `limit` quotes with ids above `id`; 0 starts with the first."""
        last, most = row_id(id, "quote"), most_rows(limit)
        result = call_handle(library.bw_quotes_list, self._session._use(), last, most)
        return freed(result, lambda result: QUOTES.rows(self._session, result))

    def count(self) -> int:
        """Returns the number of quotes."""
        return call_int64(library.bw_quotes_count, self._session._use())

    def __len__(self) -> int:
        return self.count()

    def __iter__(self) -> Iterator[Quote]:
        last = 0
        while piece := self.after(last, _PIECE):
            yield from piece
            last = piece[-1].id

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """All quotes as an Arrow stream, for `polars.DataFrame(store.quotes)`."""
        return arrow.capsule_of(call_handle(library.bw_quotes_list, self._session._use(), 0, -1))

    def __repr__(self) -> str:
        return f"<quotes of {self._session!r}>"


publish(Quotes)
