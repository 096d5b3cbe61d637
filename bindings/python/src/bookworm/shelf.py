"""Shelves: searches that are saved in the store under a name."""

from __future__ import annotations

from ._native import prototypes as c
from ._native.errors import Error
from ._native.fields import row_fields
from ._native.library import call, library
from ._native.modules import publish
from ._native.row_makers import RowReader
from ._native.values import text, typed_text
from .books import Books
from .row import Row, complete, refuse_deletion, slots
from .search_line import showing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ._native.field_tables import ShelfAttributes
    from .models import Query

    class _Typed(Row, ShelfAttributes):
        """A row with the attributes that the table of fields gives it."""

else:
    _Typed = Row

FIELDS = row_fields(c.BW_ENTITY_SHELF)


class ShelfFields(_Typed):
    """The class of an object while its slots are being filled; then its class becomes Shelf."""

    __slots__ = slots(FIELDS)


class Shelf(ShelfFields):
    """A search line saved under a name, the same for every program that uses the store.

    The books are found again at each use of `books`. A line refers to genres by name: if a genre is
    renamed or deleted, the shelf still looks for the old name. Made by `store.shelves`. refresh(),
    as_dict() and equality are as in a Book.
    """

    __slots__ = ()

    def __init__(self) -> None:
        """Not for use: a Shelf is made by `store.shelves`."""
        raise TypeError("a Shelf is made by store.shelves.create()")

    @property
    def books(self) -> Query:
        """The Query of its line, as books.find() returns it: to read, count, observe."""
        return Books(self._session._alive()).find(self.line)

    def count(self) -> int:
        """Returns the number of books that its line finds: `books.count()`."""
        return self.books.count()

    def delete(self) -> None:
        """Deletes the shelf, and no book. Raises NotFoundError if it is already deleted."""
        call(library.bw_shelf_delete, self._session._alive()._use(), self.id)

    def _fresh(self) -> Shelf:
        shelf: Shelf = SHELVES.get(self._session, self._session._alive()._use(), self.id)
        return shelf

    if not TYPE_CHECKING:  # with this, a type checker would allow any attribute

        def __setattr__(self, name: str, value: Any) -> None:
            handle = self._session._alive()._use()
            if name == "name":
                encoded = text(value, "name")
                call(library.bw_shelf_rename, handle, self.id, encoded, len(encoded))
            elif name == "line":
                encoded = typed_text(value, "line")
                with showing(encoded):
                    call(library.bw_shelf_set_line, handle, self.id, encoded, len(encoded))
            else:
                raise AttributeError(f"a shelf's {name!r} cannot be set; its name and line can")
            self._forget(name)

    __delattr__ = refuse_deletion

    def __repr__(self) -> str:
        try:
            return f"<Shelf {self.id}: {self.name!r}, {self.line!r}>"
        except Error:  # the object is read only now, and that failed
            return f"<Shelf {self.id}>"


complete(Shelf, ShelfFields)
SHELVES = RowReader(
    Shelf, c.bw_shelf, FIELDS.values(), library.bw_shelf_get, library.bw_result_get_shelf
)
publish(Shelf)
