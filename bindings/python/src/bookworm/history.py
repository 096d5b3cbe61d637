"""A history in a store: its steps, and the calls that undo and redo one of them."""

from __future__ import annotations

import ctypes
import datetime
from collections.abc import Sequence

from ._native import prototypes as c
from ._native.columns import row_count
from ._native.errors import UNREADABLE, damage
from ._native.library import call, call_handle, free_result, library
from ._native.modules import Brief, BriefABC, publish
from ._native.named_tuple import NamedTuple
from ._native.structs import freed, read_rows, string
from ._native.values import Status, row_id, to_datetime
from .changes import Change, read_changes
from .languages import Language, language_number
from .undo import UndoStep, forgotten, info, name, step_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, overload


class Step(metaclass=Brief):
    """A step of a history, as it was when `store.history` was read.

    Two Step objects are equal if they are the same step. A Step also has these attributes of an
    UndoStep: action, entity, rows, fields, subject, value and more.

    Attributes:
        id: Its id, an int, which no other step of the store gets.
        at: When it was first done: an aware datetime in UTC.
        undone: Whether it is undone, and can be redone.
        kept: Whether its contents were kept. A step that was too large, or that another version of
            the library recorded, has none: it can neither be undone nor redone.
        row: The id of the row, if there is only one; otherwise None.
    """

    __slots__ = ("_result", "_row", "_step", "at", "id", "kept", "undone")
    _fields = (
        *("id", "at", "undone", "kept", "action", "entity", "rows", "fields"),
        *("subject", "value", "more", "row"),
    )
    id: int
    at: datetime.datetime
    undone: bool
    kept: bool

    def __init__(self, result: _Result, row: int) -> None:
        """Not for use: it is made by `store.history`."""
        self._result, self._row = result, row
        found = result.read(row, 0)
        try:
            self.at = to_datetime(found.done)
            self._step: UndoStep = step_of(found)
        except UNREADABLE as error:
            raise damage(error) from error
        self.id, self.undone, self.kept = found.step, bool(found.undone), bool(found.kept)

    def name(self, language: Language | str = "en") -> str:
        """Returns its name in the given language, such as "Rate “Dune” 4".

        The title and the value are those of that time. The name is one line, as in an UndoStep. A
        name given to a transaction is the same in every language.
        """
        number = language_number(language)
        return name(self._result.read(self._row, number).name) if number else self._step.name

    @property
    def action(self) -> str:
        """One of "add", "delete", "rate", or "edit" for any other change."""
        return self._step.action

    @property
    def entity(self) -> str:
        """The kind of rows, as in a Change; "none" if only its name is known."""
        return self._step.entity

    @property
    def rows(self) -> int:
        """The number of rows of this entity with this action; there may be others: see `more`."""
        return self._step.rows

    @property
    def row(self) -> int | None:
        """The id of the row, if there is only one; otherwise None."""
        return self._step.id

    @property
    def fields(self) -> frozenset[str]:
        """The names of the fields that changed."""
        return self._step.fields

    @property
    def subject(self) -> str | None:
        """The title or name of the one row, or of the book it belongs to; otherwise None."""
        return self._step.subject

    @property
    def value(self) -> int | Status | bool | None:
        """The new rating, status or favourite of one book if nothing else changed; or None."""
        return self._step.value

    @property
    def more(self) -> bool:
        """Whether it also changed other things."""
        return self._step.more

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Step) and (self.id, self.at) == (other.id, other.at)

    def __hash__(self) -> int:
        return hash((self.id, self.at))

    def __repr__(self) -> str:
        return f"<Step {self.id}: {self._step.name}{', undone' if self.undone else ''}>"


class _Result:
    """Owns a result of steps."""

    __slots__ = ("handle",)

    def __init__(self, handle: ctypes.c_void_p) -> None:
        self.handle = handle

    def read(self, row: int, language: int) -> Any:
        step = c.bw_undo_step(size=ctypes.sizeof(c.bw_undo_step))
        call(library.bw_result_get_step, self.handle, row, language, ctypes.byref(step))
        return step

    def __del__(self, free: Any = free_result) -> None:
        free(self.handle)


class History(Sequence[Step], metaclass=BriefABC):
    """The steps of a history: a sequence of Step.

    The step that was done, undone or redone last comes first. The sequence never changes; read
    `store.history` again after a change.
    """

    __slots__ = ("_count", "_forgotten", "_result")

    def __init__(self, handle: ctypes.c_void_p, forgotten: int) -> None:
        """Not for use: ask a store for its `history`."""
        self._count = row_count(handle)
        self._result = _Result(handle)
        self._forgotten = forgotten

    @property
    def forgotten(self) -> int:
        """How many older steps the history has forgotten, because of its limits."""
        return self._forgotten

    def __len__(self) -> int:
        return self._count

    if TYPE_CHECKING:

        @overload
        def __getitem__(self, place: int) -> Step: ...

        @overload
        def __getitem__(self, place: slice) -> list[Step]: ...

    def __getitem__(self, place: int | slice) -> Step | list[Step]:
        if isinstance(place, slice):
            return [Step(self._result, row) for row in range(self._count)[place]]
        return Step(self._result, range(self._count)[place])

    def __repr__(self) -> str:
        return f"<History: {self._count} steps>"


def read(store: ctypes.c_void_p) -> History:
    """The steps of a store's history."""
    return History(call_handle(library.bw_store_list_steps, store), forgotten(store))


class HistoryInfo(NamedTuple):
    """A history of a store: see Store.histories().

    Attributes:
        name: The name that the store was opened with.
        steps: The number of its steps.
        bytes: The bytes that its steps use in the store.
        last: When its latest step was done: an aware datetime in UTC.
        forgotten: How many older steps it has forgotten, because of its limits.
    """

    name: str
    steps: int
    bytes: int
    last: datetime.datetime
    forgotten: int


def read_all(store: ctypes.c_void_p) -> list[HistoryInfo]:
    """All histories of a store."""

    def made(row: Any) -> HistoryInfo:
        last = to_datetime(row.last)
        return HistoryInfo(string(row.name), row.steps, row.bytes, last, row.forgotten)

    result = call_handle(library.bw_store_list_histories, store)
    get = library.bw_result_get_history
    return freed(result, lambda rows: read_rows(rows, c.bw_history, get, made))


def _id(step: Step | int) -> int:
    return step.id if isinstance(step, Step) else row_id(step, "step", "step")


def undo(store: ctypes.c_void_p, step: Step | int) -> str:
    """Undoes one step, and returns its name."""
    before = info()
    call(library.bw_store_undo_step, store, _id(step), ctypes.byref(before))
    return name(before.undo_name)


def redo(store: ctypes.c_void_p, step: Step | int) -> str:
    """Redoes one step, and returns its name."""
    before = info()
    call(library.bw_store_redo_step, store, _id(step), ctypes.byref(before))
    return name(before.redo_name)


def conflicts(store: ctypes.c_void_p, step: Step | int) -> list[Change]:
    """The changes that are in the way of one step."""
    result = call_handle(library.bw_store_list_step_conflicts, store, _id(step))
    return freed(result, lambda changes: list(read_changes(changes) or ()))


publish(History, HistoryInfo, Step)
