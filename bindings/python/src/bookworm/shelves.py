"""The shelves of a store: search lines saved under names."""

from __future__ import annotations

from collections.abc import Iterator

from ._native import prototypes as c
from ._native.errors import NotFoundError
from ._native.library import call, call_handle, call_int64, library
from ._native.modules import Brief, LazyModule, publish
from ._native.structs import freed
from ._native.values import refuse, row_id, text, typed_text
from .row import hollow
from .search_line import showing
from .shelf import SHELVES, Shelf

TYPE_CHECKING = False
if TYPE_CHECKING:
    import uuid
    from typing import Any, TypeVar, overload

    from .observer import Observer
    from .session import Session

    _Default = TypeVar("_Default")
    from . import global_ids, observer
    from ._native import arrow
else:
    arrow = LazyModule("_native.arrow")
    global_ids = LazyModule("global_ids")
    observer = LazyModule("observer")


class Shelves(metaclass=Brief):
    """The shelves of a store: `store.shelves`.

    A shelf is a name and a search line, kept in the store. Iterating gives them by name, as a
    person sorts names.
    """

    __slots__ = ("_session",)

    def __init__(self, session: Session) -> None:
        """Not for use: ask a store for its `shelves`."""
        self._session = session

    def create(self, name: str, line: str) -> Shelf:
        """Saves a search line under a name.

        Args:
            name: Not blank; at most 16 KiB as UTF-8, unique without regard to case.
            line: A search line, as for books.find().

        Raises:
            ExistsError: A shelf has this name.
            InvalidError: The name is blank, or the line is invalid: str() shows the place.
        """
        encoded, query = text(name, "name"), typed_text(line, "line")
        handle = self._session._use()
        with showing(query):
            made = call_int64(
                library.bw_shelf_create, handle, encoded, len(encoded), query, len(query)
            )
        shelf: Shelf = hollow(Shelf, self._session, made)
        return shelf

    def count(self) -> int:
        """Returns the number of shelves."""
        return call_int64(library.bw_shelves_count, self._session._use())

    def observe(self, *, since: int | None = None) -> Observer[Shelf]:
        """Returns an Observer of the list of shelves, which is its `page`.

        To observe the books of a shelf, observe its `books`. `since` is as in store.observe().
        """
        store = self._session.store
        return observer.Observer[Shelf]._of(
            store, lambda result: SHELVES.rows(store, result), since, library.bw_shelves_observe
        )

    def __getitem__(self, shelf: str | int) -> Shelf:
        """Returns the shelf with a name, ignoring case, or with an id. Raises NotFoundError."""
        found: Shelf = hollow(Shelf, self._session, self._find(shelf))
        found.refresh()
        return found

    def with_global_id(self, global_id: uuid.UUID) -> Shelf:
        """Returns the shelf that has a global id. Raises NotFoundError."""
        return self[global_ids.find(self._session._use(), c.BW_ENTITY_SHELF, global_id)]

    if TYPE_CHECKING:

        @overload
        def get(self, shelf: str | int) -> Shelf | None: ...

        @overload
        def get(self, shelf: str | int, default: _Default) -> Shelf | _Default: ...

    def get(self, shelf: str | int, default: Any = None) -> Any:
        """Returns the shelf with a name or an id, or `default` if there is none."""
        try:
            return self[shelf]
        except NotFoundError:
            return default

    def __delitem__(self, shelf: str | int) -> None:
        """Deletes one shelf, and no book. Raises NotFoundError."""
        call(library.bw_shelf_delete, self._session._use(), self._find(shelf))

    def __contains__(self, shelf: object) -> bool:
        if isinstance(shelf, Shelf):
            return shelf._session.store is self._session.store and self.get(shelf.id) is not None
        if isinstance(shelf, bool) or not isinstance(shelf, (str, int)):
            return False
        return self.get(shelf) is not None

    def __len__(self) -> int:
        return self.count()

    def __bool__(self) -> bool:
        return self.count() > 0

    def __iter__(self) -> Iterator[Shelf]:
        result = call_handle(library.bw_shelves_list, self._session._use())
        return iter(freed(result, lambda result: SHELVES.rows(self._session, result)))

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """All shelves as an Arrow stream, for `polars.DataFrame(store.shelves)`."""
        return arrow.capsule_of(call_handle(library.bw_shelves_list, self._session._use()))

    def __repr__(self) -> str:
        return f"<shelves of {self._session!r}>"

    def _ipython_key_completions_(self) -> list[str]:
        """The completions of a notebook after `shelves["`."""
        return [shelf.name for shelf in self]

    def _find(self, shelf: str | int) -> int:
        if not isinstance(shelf, str):
            if not hasattr(shelf, "__index__"):
                refuse("shelf", "its name or its id", shelf)
            return row_id(shelf, "shelf")
        encoded = text(shelf, "name")
        return call_int64(library.bw_shelf_find, self._session._use(), encoded, len(encoded))


publish(Shelves)
