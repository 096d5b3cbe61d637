"""The quotes of a store, by their ids."""

from __future__ import annotations

from ._native import prototypes as c
from ._native.errors import NotFoundError
from ._native.library import call, library
from ._native.modules import publish
from ._native.values import row_id
from .quote import Quote, read_quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    import uuid
    from typing import Any, TypeVar, overload

    from .session import Session

    _Default = TypeVar("_Default")


class Quotes:
    """The quotes of a store by id: `store.quotes`. Those of one book are its `book.quotes`."""

    __slots__ = ("_session",)

    def __init__(self, session: Session) -> None:
        """Not for use: ask a store for its `quotes`."""
        self._session = session

    def __getitem__(self, id: int) -> Quote:
        """The quote with an id. Raises NotFoundError."""
        return read_quote(self._session, self._session._use(), row_id(id, "quote"))

    def with_global_id(self, global_id: uuid.UUID) -> Quote:
        """The quote that has a global id. Raises NotFoundError."""
        from . import global_ids

        return self[global_ids.find(self._session._use(), c.BW_ENTITY_QUOTE, global_id)]

    if TYPE_CHECKING:

        @overload
        def get(self, id: int) -> Quote | None: ...

        @overload
        def get(self, id: int, default: _Default) -> Quote | _Default: ...

    def get(self, id: int, default: Any = None) -> Any:
        """The quote with an id, or `default` where there is none."""
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
        return isinstance(quote, int) and self.get(quote) is not None

    # Or else Python would try the ids 0, 1, 2, ...
    __iter__ = None

    def __repr__(self) -> str:
        return f"<quotes of {self._session!r}>"


publish(Quotes)
