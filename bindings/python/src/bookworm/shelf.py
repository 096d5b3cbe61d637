"""Shelves: searches that are saved in the store under a name."""

from __future__ import annotations

import ctypes
import uuid

from ._native import prototypes as c
from ._native.errors import Error
from ._native.library import call, call_handle, library
from ._native.modules import publish
from ._native.structs import freed, read_rows, string
from ._native.values import text, typed_text
from .books import Books
from .row import Row, complete, refuse_deletion
from .search_line import showing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .models import Query
    from .session import Session


class ShelfFields(Row):
    """An object's class while its slots are filled; then it becomes a Shelf."""

    __slots__ = {
        "id": "Given by the store, never reused. An int.",
        "name": "The name, unique when case is folded. Setting it renames the shelf at once.",
        "line": "The search line, as it was typed. Setting it saves another one at once.",
        "global_id": "The same in every copy of the store. A uuid.UUID.",
    }
    id: int
    name: str
    line: str
    global_id: uuid.UUID

    def __init__(self, session: Session, shelf: Any) -> None:
        """From a bw_shelf."""
        self._session = session
        self.id = shelf.id
        self.name = string(shelf.name)
        self.line = string(shelf.line)
        self.global_id = uuid.UUID(bytes=bytes(shelf.global_id))
        self.__class__ = self._whole


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
        handle = self._session._alive()._use()
        shelf = ctypes.byref(c.bw_shelf(size=ctypes.sizeof(c.bw_shelf)))
        result = call_handle(library.bw_shelf_get, handle, self.id, shelf)
        return freed(result, lambda result: shelf_rows(self._session, result))[0]

    if not TYPE_CHECKING:  # or else any attribute could be set to anything

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
        except Error:  # an object that is read at its first use, and cannot be
            return f"<Shelf {self.id}>"


complete(Shelf, ShelfFields)


def shelf_rows(session: Session, result: ctypes.c_void_p) -> list[Shelf]:
    """The rows of a result as Shelf objects."""
    rows: list[Any] = read_rows(
        result, c.bw_shelf, library.bw_result_get_shelf, lambda row: ShelfFields(session, row)
    )
    return rows


publish(Shelf)
