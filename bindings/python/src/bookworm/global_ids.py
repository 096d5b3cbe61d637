"""Global ids, which are the same in every copy of a store."""

from __future__ import annotations

import ctypes
import uuid

from ._native import prototypes as c
from ._native.library import call_handle, call_int64, free_result, library
from ._native.values import refuse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def find(handle: ctypes.c_void_p, entity: int, global_id: uuid.UUID) -> int:
    """The id of an entity's row with a global id. Raises NotFoundError."""
    if not isinstance(global_id, uuid.UUID):
        refuse("global_id", "a uuid.UUID", global_id)
    given = ctypes.byref(c.bw_uuid.from_buffer_copy(global_id.bytes))
    return call_int64(library.bw_store_find_global_id, handle, entity, given)


def of_book(handle: ctypes.c_void_p, row: int) -> uuid.UUID:
    """The global id of one book."""
    book: Any = c.bw_book(size=ctypes.sizeof(c.bw_book))
    fields = c.BW_BOOK_GLOBAL_ID
    free_result(call_handle(library.bw_book_get, handle, row, fields, ctypes.byref(book)))
    return uuid.UUID(bytes=bytes(book.global_id))


def of_genre(handle: ctypes.c_void_p, row: int) -> uuid.UUID:
    """The global id of one genre."""
    genre: Any = c.bw_genre(size=ctypes.sizeof(c.bw_genre))
    free_result(call_handle(library.bw_genre_get, handle, row, ctypes.byref(genre)))
    return uuid.UUID(bytes=bytes(genre.global_id))
