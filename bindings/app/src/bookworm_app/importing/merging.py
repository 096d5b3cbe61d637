"""Merges two books of the library that are one, with the result of an import into the older one."""

from __future__ import annotations

from collections.abc import Sequence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from bookworm import Book
    from bookworm.reading import Reading

_FILLED = ("started", "finished", "note")


def merge(ours: Book, theirs: Book, take: Sequence[str] = ()) -> None:
    """Merges the book of a new row into an older one.

    A merge keeps every reading that differs. But a row that says only that the book was read adds
    no reading to a book that has one, and a row that knows the dates fills them in.
    """
    left = [each for each in ours.readings if each.outcome != "open"]
    for new in list(theirs.readings):
        if new.outcome != "open":
            same = _same(new, left)
            if same is not None:
                left.remove(same)
                _fill(same, new)
                new.delete()
    ours.merge(theirs, take=list(take))


def _same(new: Reading, left: list[Reading]) -> Reading | None:
    """Returns the reading that an import would take for a new, ended reading."""

    def dates(each: Reading) -> tuple[object, object]:
        return each.started, each.finished

    ways = (
        lambda old: dates(old) == dates(new) and old.outcome == new.outcome,
        lambda old: dates(old) == dates(new),
        lambda old: new.finished is not None and old.finished == new.finished,
        lambda old: not any(dates(old)) and old.outcome == new.outcome,
        lambda old: not any(dates(new)),
    )
    found = (old for is_same in ways for old in reversed(left) if is_same(old))
    return next(found, None)


def _fill(same: Reading, new: Reading) -> None:
    values = {name: getattr(new, name) for name in _FILLED}
    lacking = {
        name: value
        for name, value in values.items()
        if value is not None and getattr(same, name) is None
    }
    if lacking:
        same.update(**lacking)
