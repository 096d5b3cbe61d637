"""Undoing and redoing through a store's handle: the calls behind the methods of Store."""

from __future__ import annotations

import ctypes

from ._native import prototypes as c
from ._native.errors import NotFoundError
from ._native.library import call, call_handle, free_result, library
from ._native.modules import publish
from ._native.named_tuple import NamedTuple
from ._native.values import STATUSES, Status
from .changes import ENTITIES, Change, field_names, read_changes
from .presentation import Language, language_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def _info() -> Any:
    return c.bw_undo_info(size=ctypes.sizeof(c.bw_undo_info))


_ACTIONS = {
    c.BW_ACTION_ADD: "add",
    c.BW_ACTION_EDIT: "edit",
    c.BW_ACTION_DELETE: "delete",
    c.BW_ACTION_RATE: "rate",
}


class UndoStep(NamedTuple):
    """A step that can be undone, or redone: see Store.undo_step().

    name     what it is called in the language that was asked for, or as its caller named it
    action   "add", "delete", "rate", or "edit" for any other change
    entity   of what it changed rows, as in a Change; "none" where only its name is known
    rows     how many rows
    id       the id of the row, where it is one; else None
    fields   the names of the fields that changed, a frozenset
    subject  the title or name of the one row, or of the book it belongs to; else None
    value    the new rating, status or favourite of the one book in which nothing else changed; else
             None
    more     whether it did something else besides
    """

    name: str
    action: str
    entity: str
    rows: int
    id: int | None
    fields: frozenset[str]
    subject: str | None
    value: int | Status | bool | None
    more: bool


def step(handle: ctypes.c_void_p, redo: bool, language: Language | str) -> UndoStep | None:
    """The step that comes next; None where there is none."""
    found = c.bw_undo_step(size=ctypes.sizeof(c.bw_undo_step))
    number, reference = language_number(language), ctypes.byref(found)
    try:
        call(library.bw_store_get_undo_step, handle, int(bool(redo)), number, reference)
    except NotFoundError:
        return None
    fields = field_names(found.entity, found.fields)
    value: Any = None if found.value < 0 else found.value
    if value is not None and "favourite" in fields:
        value = bool(value)
    elif value is not None and "status" in fields:
        value = STATUSES[value]
    return UndoStep(
        _name(found.name),
        _ACTIONS[found.action],
        ENTITIES[found.entity],
        found.count,
        found.id or None,
        fields,
        _name(found.subject) or None,
        value,
        bool(found.more),
    )


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


publish(UndoStep)
