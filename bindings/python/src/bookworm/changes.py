"""The reports of an observer: the changes of a transaction, as Python objects."""

from __future__ import annotations

import ctypes
import datetime
from collections.abc import Iterator, Sequence
from reprlib import recursive_repr

from ._native import prototypes as c
from ._native.columns import row_count
from ._native.errors import UNREADABLE, ArgumentError, Error, damage
from ._native.fields import OTHER_FIELDS, READABLE, row_fields
from ._native.layout import unpacker
from ._native.library import give, library, take
from ._native.modules import BriefABC, publish
from ._native.named_tuple import NamedTuple
from ._native.values import refuse, to_datetime

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, overload

_KINDS = dict(
    enumerate(("inserted", "updated", "deleted", "entered", "left", "moved", "reread"), start=1)
)
ENTITIES = ("none", "book", "genre", "quote", "order", "reading", "shelf", "source", "merged")
# The fields that an observer of books can select.
_FIELDS = {
    **{name: field.bit for name, field in READABLE.items() if name != "id"},
    **{name: bits for name, bits in OTHER_FIELDS.items() if name != "picture"},
}
# The fields that an update of each entity can report.
_FIELDS_OF = {
    c.BW_ENTITY_BOOK: _FIELDS,
    **{
        entity: {field.member: field.bit for field in row_fields(entity).values()}
        for entity in range(c.BW_ENTITY_GENRE, len(ENTITIES))
    },
}


class Change(NamedTuple):
    """One row that was changed.

    Attributes:
        kind: "inserted", "updated" or "deleted"; for the observer of a query or of a list
            "entered", "left", "moved" or "updated"; or "reread" if too much has changed to report.
        entity: "book", "genre", "quote", "reading", "order", "shelf", "source" (where a book was
            imported from), "merged" (a book that was merged), or "none" with "reread".
        id: The row's id.
        fields: For an update, the names of the changed fields, a frozenset.
        position: The row's place in the observed page, from 0, or None.
        old_position: Its place in the page as last reported, or None.
        step: For a conflict of a step of a history: the id of the step that made the change, or
            None if the change was made without a history.
    """

    kind: str
    entity: str
    id: int
    fields: frozenset[str] = frozenset()
    position: int | None = None
    old_position: int | None = None
    step: int | None = None


class Changes(Sequence[Change], metaclass=BriefABC):
    """The changes of one transaction: a sequence of Change with each row once.

    If `reread` is True, the observer has missed changes: read again what you show. This happens if
    it fell behind, or if the transaction was very large: more than 100,000 rows, or more than fits
    into the 64 KiB that the store keeps of it (at least 6,500 rows). The only Change has the kind
    "reread".
    """

    __slots__ = {
        "_changes": "",
        "transaction": "The number of the transaction; numbers rise by 1 with each. An observer"
        " of a query may combine several; it has the number of the last one.",
        "committed": "The instant of the commit: an aware datetime in UTC.",
        "reread": "Whether too much has changed to be reported. A bool.",
    }
    transaction: int
    committed: datetime.datetime
    reread: bool

    def __init__(
        self, changes: Sequence[Change], transaction: int, committed: datetime.datetime
    ) -> None:
        """Not for use: an Observer returns them."""
        self._changes = tuple(changes)
        self.transaction = transaction
        self.committed = committed
        self.reread = any(change.kind == "reread" for change in changes)

    def __len__(self) -> int:
        return len(self._changes)

    def __iter__(self) -> Iterator[Change]:
        return iter(self._changes)

    if TYPE_CHECKING:

        @overload
        def __getitem__(self, place: int) -> Change: ...

        @overload
        def __getitem__(self, place: slice) -> tuple[Change, ...]: ...

    def __getitem__(self, place: int | slice) -> Change | tuple[Change, ...]:
        return self._changes[place]

    @recursive_repr("<Changes ...>")
    def __repr__(self) -> str:
        return f"<Changes {self.transaction}: {list(self._changes)}>"


def field_mask(names: tuple[str, ...]) -> int:
    """The bits of the fields that an observer selects by name; 0 for all."""
    mask = 0
    for name in names:
        if not isinstance(name, str):
            refuse("fields", 'names one by one, as in observe("title", "rating")', name)
        if name not in _FIELDS:
            raise ArgumentError(
                f"no field {name!r} is observed; the fields are {', '.join(_FIELDS)}",
                field="fields",
            )
        mask |= _FIELDS[name]
    return mask


_names: dict[tuple[int, int], frozenset[str]] = {}


def field_names(entity: int, bits: int) -> frozenset[str]:
    """The names of the fields that an update of an entity can report."""
    known = _names.get((entity, bits))
    if known is None:
        table = _FIELDS_OF.get(entity, {})
        known = frozenset(name for name, bit in table.items() if bits & bit)
        _names[entity, bits] = known
    return known


_UNREAD = ("size", "reserved")
_MEMBERS = [name for name, *_ in c.bw_change._fields_ if name not in _UNREAD]
_, _unpack = unpacker(c.bw_change, _MEMBERS)


def read_changes(result: ctypes.c_void_p) -> Changes | None:
    """The rows of a result of changes, or None."""
    count = row_count(result)
    if not count:
        return None
    changes = []
    transaction = committed = 0
    change: Any = c.bw_change(size=ctypes.sizeof(c.bw_change))
    reference = ctypes.byref(change)
    scratch = take()
    try:
        for row in range(count):
            library.bw_result_get_change(result, row, reference, scratch.error_ref)
            kind, entity, bits, key, now, before, transaction, committed, step = _unpack(change)
            changes.append(
                Change(
                    _KINDS[kind],
                    ENTITIES[entity],
                    key,
                    field_names(entity, bits),
                    now if now >= 0 else None,
                    before if before >= 0 else None,
                    step or None,
                )
            )
        return Changes(changes, transaction, to_datetime(committed))
    except Error:  # some of which are ValueErrors too
        raise
    except UNREADABLE as error:
        raise damage(error) from error
    finally:
        give(scratch)


publish(Change, Changes)
