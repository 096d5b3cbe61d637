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
from .languages import Language, language_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def info() -> Any:
    """A bw_undo_info to be filled."""
    return c.bw_undo_info(size=ctypes.sizeof(c.bw_undo_info))


_ACTIONS = {
    c.BW_ACTION_ADD: "add",
    c.BW_ACTION_EDIT: "edit",
    c.BW_ACTION_DELETE: "delete",
    c.BW_ACTION_RATE: "rate",
}


class UndoStep(NamedTuple):
    """A step that can be undone, or redone: see Store.undo_step().

    Attributes:
        name: Its name in the requested language, or that given to transaction().
        action: "add", "delete", "rate", or "edit" for any other change.
        entity: The entity of the changed rows, as in a Change; "none" if only its name is known.
        rows: The number of rows of this entity with this action; there may be others: see `more`.
        id: The id of the row, if there is only one; otherwise None.
        fields: The names of the fields that changed, a frozenset.
        subject: The title or name of the one row, or of the book it belongs to; otherwise None.
        value: The new rating, status or favourite of one book, if nothing else changed; otherwise
            None.
        more: Whether it also changed other things.
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
    """The step that comes next; None if there is none."""
    found = c.bw_undo_step(size=ctypes.sizeof(c.bw_undo_step))
    number, reference = language_number(language), ctypes.byref(found)
    try:
        call(library.bw_store_get_undo_step, handle, int(bool(redo)), number, reference)
    except NotFoundError:
        return None
    return step_of(found)


def step_of(found: Any) -> UndoStep:
    """The UndoStep of a bw_undo_step."""
    fields = field_names(found.entity, found.fields)
    value: Any = None if found.value < 0 else found.value
    if value is not None and "favourite" in fields:
        value = bool(value)
    elif value is not None and "status" in fields:
        value = STATUSES[value]
    return UndoStep(
        name(found.name),
        _ACTIONS[found.action],
        ENTITIES[found.entity],
        found.count,
        found.id or None,
        fields,
        name(found.subject) or None,
        value,
        bool(found.more),
    )


def undo(handle: ctypes.c_void_p) -> str:
    """Undoes a step, and returns its name."""
    found = info()
    call(library.bw_store_undo, handle, ctypes.byref(found))
    return name(found.undo_name)


def redo(handle: ctypes.c_void_p) -> str:
    """Redoes a step, and returns its name."""
    found = info()
    call(library.bw_store_redo, handle, ctypes.byref(found))
    return name(found.redo_name)


def names(handle: ctypes.c_void_p) -> tuple[str, str]:
    """The names of the next steps to undo and redo, or ""."""
    found = _read(handle)
    return name(found.undo_name), name(found.redo_name)


def counts(handle: ctypes.c_void_p) -> tuple[int, int]:
    """How many steps can be undone and redone."""
    found = _read(handle)
    return found.undo_count, found.redo_count


def last_step(handle: ctypes.c_void_p) -> int:
    """The step that was recorded last; 0 if there is none."""
    step: int = _read(handle).last_step
    return step


def forgotten(handle: ctypes.c_void_p) -> int:
    """The number of steps that the history has forgotten."""
    count: int = _read(handle).forgotten
    return count


def _read(handle: ctypes.c_void_p) -> Any:
    found = info()
    call(library.bw_store_get_undo_info, handle, ctypes.byref(found))
    return found


def name(given: bytes) -> str:
    """A name as the library gave it, which may be cut."""
    return given.decode("utf-8", "replace")


def conflicts(handle: ctypes.c_void_p, redo: bool) -> list[Change]:
    """The changes by others that prevent the next step from being undone or redone."""
    result = call_handle(library.bw_store_list_undo_conflicts, handle, int(bool(redo)))
    try:
        return list(read_changes(result) or ())
    finally:
        free_result(result)


publish(UndoStep)
