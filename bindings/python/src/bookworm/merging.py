"""Merging two rows, or two stores."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable

from ._native import prototypes as c
from ._native.errors import ArgumentError
from ._native.fields import field_bits
from ._native.library import call_handle, library
from ._native.modules import publish
from ._native.named_tuple import NamedTuple
from ._native.structs import freed, optional_string, read_rows
from ._native.values import refuse, shortened
from .changes import ENTITIES, field_names
from .session import Session

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_CHOICES = {
    c.BW_CHOICE_OURS: "ours",
    c.BW_CHOICE_THEIRS: "theirs",
    c.BW_CHOICE_BOTH: "both",
}


class Difference(NamedTuple):
    """One field whose values differ in two rows that are, or would be, merged.

    Attributes:
        entity: "book", "genre", ...
        id: The id of the row that stays.
        other_id: The id of the other row.
        field: The name of the field.
        choice: Which value stays: "ours", "theirs", or "both" if they are joined.
        ours: The value of the row that stays, as text: numbers in decimal, dates as YYYYMMDD,
            instants in milliseconds, lists with ", " between the items, and for dependent rows how
            many there are; None if it had no value.
        theirs: The same for the other row.
    """

    entity: str
    id: int
    other_id: int
    field: str
    choice: str
    ours: str | None
    theirs: str | None


class StoreMerge(NamedTuple):
    """The result of a merge of two stores, or of its preview: see Store.merge().

    Attributes:
        inserted: The number of rows of any kind that were inserted here.
        updated: The number of rows that were changed.
        deleted: The number of rows that were deleted.
        conflicts: A Difference for each value that both stores have changed differently. `id` and
            `other_id` are the row's ids in this and in the other store, or 0. `field` is "" for a
            row that one store has deleted or merged into another row.
    """

    inserted: int
    updated: int
    deleted: int
    conflicts: list[Difference]


_RULES = {
    "ours": c.BW_MERGE_OURS,
    "theirs": c.BW_MERGE_THEIRS,
    "later": c.BW_MERGE_LATER,
}


def merge_stores(
    session: Session, other: Session, base: Session | None, rule: str, preview: bool
) -> StoreMerge:
    """Merges the other store into the session's."""
    if rule not in _RULES:
        raise ArgumentError(f'rule is {rule!r}, not "ours", "theirs" or "later"', field="rule")
    for name, given in (("other", other), ("base", base)):
        if not isinstance(given, Session) and (name == "other" or given is not None):
            refuse(name, "a Store or a Transaction", given)
    counts: Any = c.bw_merge_counts(size=ctypes.sizeof(c.bw_merge_counts))
    conflicts = _differences(
        library.bw_store_merge,
        session._use(),
        other._use(),
        None if base is None else base._use(),
        _RULES[rule],
        int(bool(preview)),
        ctypes.byref(counts),
    )
    return StoreMerge(counts.inserted, counts.updated, counts.deleted, conflicts)


def merge_books(
    session: Session, book: int, other: int, take: Iterable[str], preview: bool
) -> list[Difference]:
    """Merges the other book into the first."""
    if isinstance(take, str):
        refuse("take", "a list of names of fields", take)
    bits = field_bits()
    mask = 0
    for name in take:
        if name not in bits:
            raise ArgumentError(
                f"a book has no field {shortened(name)}; the fields are {', '.join(bits)}",
                field="take",
            )
        mask |= bits[name]
    handle = session._use()
    return _differences(library.bw_book_merge, handle, book, other, mask, int(bool(preview)))


def merge_genres(session: Session, genre: int, other: int, preview: bool) -> list[Difference]:
    """Merges the other genre into the first."""
    handle = session._use()
    return _differences(library.bw_genre_merge, handle, genre, other, int(bool(preview)))


def _differences(function: Any, *arguments: Any) -> list[Difference]:
    get = library.bw_result_get_difference
    return freed(
        call_handle(function, *arguments),
        lambda result: read_rows(result, c.bw_difference, get, _difference),
    )


def _difference(row: Any) -> Difference:
    return Difference(
        ENTITIES[row.entity],
        row.id,
        row.other_id,
        _field(row.entity, row.field),
        _CHOICES[row.choice],
        optional_string(row.ours),
        optional_string(row.theirs),
    )


def _field(entity: int, bit: int) -> str:
    if entity == c.BW_ENTITY_GENRE and bit == c.BW_OUTPUT_BOOKS:
        return "books"
    return next(iter(field_names(entity, bit)), "")


publish(Difference, StoreMerge)
