"""Undoing and redoing through a store's handle: the calls behind the methods of Store."""

from __future__ import annotations

import ctypes

from ._native import prototypes as c
from ._native.library import call, call_handle, free_result, library
from .changes import Change, read_changes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def _info() -> Any:
    return c.bw_undo_info(size=ctypes.sizeof(c.bw_undo_info))


def undo(handle: ctypes.c_void_p) -> str:
    """Undoes a step; its name."""
    info = _info()
    call(library.bw_store_undo, handle, ctypes.byref(info))
    return _name(info.undo_name)


def redo(handle: ctypes.c_void_p) -> str:
    """Redoes a step; its name."""
    info = _info()
    call(library.bw_store_redo, handle, ctypes.byref(info))
    return _name(info.redo_name)


def names(handle: ctypes.c_void_p) -> tuple[str, str]:
    """What can be undone and redone; "" where there is nothing."""
    info = _read(handle)
    return _name(info.undo_name), _name(info.redo_name)


def counts(handle: ctypes.c_void_p) -> tuple[int, int]:
    """How many steps can be undone and redone."""
    info = _read(handle)
    return info.undo_count, info.redo_count


def _read(handle: ctypes.c_void_p) -> Any:
    info = _info()
    call(library.bw_store_get_undo_info, handle, ctypes.byref(info))
    return info


def _name(name: bytes) -> str:
    return name.decode("utf-8", "replace")


def conflicts(handle: ctypes.c_void_p, redo: bool) -> list[Change]:
    """What others have changed that is in the way."""
    result = call_handle(library.bw_store_list_undo_conflicts, handle, int(bool(redo)))
    try:
        return list(read_changes(result) or ())
    finally:
        free_result(result)
