"""A book as JSON."""

from __future__ import annotations

import ctypes

from ._native import prototypes as c
from ._native.library import call_handle, free_result, library


def book_json(handle: ctypes.c_void_p, book: int) -> str:
    """All of a book as a JSON object."""
    json = c.bw_text()
    result = call_handle(library.bw_book_get_json, handle, book, ctypes.byref(json))
    try:
        return (json.data or b"").decode()
    finally:
        free_result(result)
