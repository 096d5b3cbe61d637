"""The base of Book, Genre, Quote, Reading and Shelf: refreshable snapshots that write through.

Each of them is a family of three classes of one layout, and an object changes between them:

    BookFields  slots that are filled while nothing watches what is set
    Book        what a user has: __setattr__ writes to the store, and reading only reads a slot
    (unread)    a Book with some slots empty; looking at one of these reads the row again

so that reading a field of a Book runs no Python code at all, and neither does filling a slot. A
class with a __setattr__ is slow to fill, and one with a __getattr__ is slow to read.
"""

from __future__ import annotations

from _thread import RLock

from ._native.modules import Brief

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, ClassVar, NoReturn

    from ._native.fields import Field
    from .session import Session


# This lock is held while an object changes its class. So no object of a class that users have, such
# as Book, has an empty slot.
_changing = RLock()


class Row(metaclass=Brief):
    """A row of a store. Two objects are equal if they are the same row of the same Store."""

    __slots__ = ("__weakref__", "_session")
    _shown_in = "Book"

    _session: Session
    id: int
    # The names of the fields that are filled, and the classes of the family.
    _readable: ClassVar[frozenset[str]]
    _filled: ClassVar[type[Any]]
    _whole: ClassVar[type[Any]]
    _unread: ClassVar[type[Any]]

    def _fresh(self) -> Row:
        """The row as it is stored now."""
        raise NotImplementedError

    def as_dict(self) -> dict[str, Any]:
        """Returns its fields by name."""
        return {name: getattr(self, name) for name in self._filled.__slots__}

    def refresh(self) -> None:
        """Reads the row again, so that the attributes have the stored values.

        Raises:
            NotFoundError: It has been deleted.
        """
        self._read()

    def _read(self) -> Row:
        """Fills all slots. Returns the new row, which no other thread can empty."""
        fresh = self._fresh()
        with _changing:
            for name in self._readable:
                object.__setattr__(self, name, getattr(fresh, name))
            object.__setattr__(self, "__class__", self._whole)
        return fresh

    def _forget(self, *names: str) -> None:
        """Empties slots, so that the next use of one of them reads the row again."""
        with _changing:
            object.__setattr__(self, "__class__", self._unread)
            for name in names:
                try:
                    object.__delattr__(self, name)
                except AttributeError:
                    pass

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Row) or other._whole is not self._whole:
            return NotImplemented
        return self.id == other.id and self._session.store is other._session.store

    def __hash__(self) -> int:
        return hash((id(self._session.store), self.id))

    def __reduce__(self) -> NoReturn:
        name = type(self).__name__
        raise TypeError(f"{name} objects belong to an open store and cannot be copied; keep its id")


def slots(fields: Mapping[str, Field]) -> dict[str, str]:
    """The slots of a class that is filled: an attribute for each field with a description."""
    return {name: field.help for name, field in fields.items() if field.help}


def refuse_deletion(row: Row, name: str) -> NoReturn:
    """The __delattr__ of the classes that a user has."""
    raise AttributeError(f"{name} cannot be deleted; set it to None to make it absent")


def complete(whole: type[Any], filled: type[Any]) -> None:
    """Completes a family: makes the class of its objects that have empty slots."""

    def __getattr__(self: Any, name: str) -> Any:  # noqa: N807
        if name not in self._readable:
            raise AttributeError(f"{type(self).__name__} has no attribute {name!r}")
        return getattr(self._read(), name)

    members = {"__slots__": (), "__getattr__": __getattr__, "__module__": whole.__module__}
    filled._readable = frozenset(filled.__slots__) - {"id"}
    filled._filled = filled
    filled._whole = whole
    filled._unread = type(whole.__name__, (whole,), {**members, "__doc__": whole.__doc__})


def hollow(kind: type[Any], session: Session, row: int) -> Any:
    """An object for a row whose id alone is known."""
    made = object.__new__(kind._unread)
    object.__setattr__(made, "_session", session)
    object.__setattr__(made, "id", row)
    return made
