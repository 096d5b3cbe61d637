"""Bindings: one field of a book, a genre or a quote as a control's two-way value."""

from __future__ import annotations

import ctypes
from collections.abc import AsyncIterator, Iterable, Iterator

from ._native import prototypes as c
from ._native.columns import read
from ._native.drafts import book_struct
from ._native.errors import UNREADABLE, ArgumentError, ClosedError, TransactionError, damage
from ._native.fields import OTHER_FIELDS, READABLE, WRITABLE, row_fields
from ._native.library import call, call_bool, call_handle, free_result, library, unchecked
from ._native.modules import publish
from ._native.values import is_list, refuse, row_id, text
from ._native.waiting import Waiting
from .genre_keys import find_id, genre_keys
from .on_demand_fields import read_contributor_lists, read_identifier_lists, read_prices

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .session import Session

_free = unchecked("bw_binding_free")
_BINDABLE = (*WRITABLE, "genres", "identifiers", "contributors", "price")
# The entity and the bit of each field that books do not have.
_TEXTS = {
    name: (entity, field.bit)
    for entity in (c.BW_ENTITY_GENRE, c.BW_ENTITY_QUOTE)
    for name, field in row_fields(entity).items()
    if field.settable and field.kind == "text"
}


def _check(field: str, allowed: Iterable[str]) -> None:
    if not isinstance(field, str):
        refuse("field", "the name of a field", field)
    if field not in allowed:
        raise ArgumentError(
            f"no field {field!r} can be bound; the fields are {', '.join(allowed)}", field="field"
        )


def _bit(field: str) -> int:
    return OTHER_FIELDS[field] if field in OTHER_FIELDS else READABLE[field].bit


class Binding(Waiting):
    """One field of one row, for a control: read it, set it, wait for changes.

    Made by `book.bind("rating")`, by `genre.bind("colour")` or "name", by `quote.bind("text")` or
    "page", and, for a preview, by `Binding.constant("rating", 3)`.

    Example::

        with book.bind("rating") as rating:
            rating.value = 4            # writes to the store, by the same rules as book.rating = 4
            if rating.wait(timeout=1):  # another program, or another object here, has set it
                print(rating.value)
            for value in rating:        # each further change; `async for` in asyncio
                print(value)

    A binding writes through the store: setting it inside a write transaction of the same thread
    raises TransactionError. Its waits do not report values that it has set itself. An invalid value
    raises the same error as setting the attribute, and the old value stays. After the row is
    deleted, every use raises NotFoundError.

    A binding is a context manager, which closes it at the end of the block; close(), closed and
    fileno() are as in an Observer. It can be used from any thread.
    """

    __slots__ = ("_field", "_store")

    _field: str
    _store: Session | None

    def __init__(self) -> None:
        """Not for use: a Binding is made by book.bind() and Binding.constant()."""
        raise TypeError("a Binding is made by book.bind()")

    @classmethod
    def _of(cls, store: Session | None, field: str, function: Any, *arguments: Any) -> Binding:
        made = cls.__new__(cls)
        made._store = store
        made._field = field
        handle = call_handle(function, *arguments)
        made._begin(handle, library.bw_binding_get_descriptor, _free)
        return made

    @classmethod
    def constant(cls, field: str, value: Any) -> Binding:
        """Returns a binding without a store, which always has this value.

        Setting it only checks the new value; waiting never reports a change. Genres are given by
        ids.
        """
        _check(field, (*_BINDABLE, *_TEXTS))
        if field in _TEXTS:
            function = library.bw_binding_open_constant_text
            return cls._of(None, field, function, *_TEXTS[field], *_text(field, value))
        given, function = _given(None, field, value), library.bw_binding_open_constant
        return cls._of(None, field, function, _bit(field), ctypes.byref(given))

    @property
    def field(self) -> str:
        """The name of the field."""
        return self._field

    @property
    def value(self) -> Any:
        """The current value, of the same type as in a Book, Genre or Quote.

        This is the value that was last set here or found by a wait. Genres are a list of ids; set
        them by objects, names or ids. None means absent. Setting the value writes to the store.

        Raises:
            TransactionError: This thread has a write transaction open on the store.
        """
        result = call_handle(library.bw_binding_get, self._use())
        try:
            if self._field in _TEXTS:
                return read(result, _TEXTS[self._field][1], "text")[0]
            if self._field == "genres":
                return read(result, c.BW_BOOK_GENRES, "int64 list")[0]
            if self._field == "identifiers":
                return read_identifier_lists(result)[0]
            if self._field == "contributors":
                return read_contributor_lists(result)[0]
            if self._field == "price":
                return read_prices(result)[0]
            field = READABLE[self._field]
            return read(result, field.bit, field.kind)[0]
        except UNREADABLE as error:
            raise damage(error) from error
        finally:
            free_result(result)

    @value.setter
    def value(self, value: Any) -> None:
        handle = self._use()
        if self._store is not None and self._store._is_writing():
            raise TransactionError(
                "this thread has a transaction open on the store, for which the binding would wait:"
                " set it after the transaction; a binding writes by itself"
            )
        if self._field in _TEXTS:
            call(library.bw_binding_set_text, handle, *_text(self._field, value))
        else:
            given = _given(self._store, self._field, value)
            call(library.bw_binding_set, handle, ctypes.byref(given))

    def wait(self, timeout: float | None = None) -> bool:
        """Waits until the stored value differs from `value`, and updates `value`.

        Args:
            timeout: In seconds. None waits forever.

        Returns:
            False if nothing changed within `timeout`.
        """
        return self._wait(self._look, timeout) is not None

    def __iter__(self) -> Iterator[Any]:
        while not self.closed:
            try:
                self.wait()
                value = self.value
            except ClosedError:
                if self.closed:
                    return
                raise
            yield value

    async def __aiter__(self) -> AsyncIterator[Any]:
        while not self.closed:
            try:
                await self._wait_async(self._look)
                value = self.value
            except ClosedError:
                if self.closed:
                    return
                raise
            yield value

    def _look(self) -> bool | None:
        return call_bool(library.bw_binding_next, self._use(), 0) or None

    def __repr__(self) -> str:
        kind = "constant " if self._store is None else ""
        return f"<{'closed ' if self.closed else ''}{kind}binding of {self._field}>"


def _text(field: str, value: Any) -> tuple[bytes | None, int]:
    if value is None and field == "page":
        return None, 0
    encoded = text(value, field)
    return encoded, len(encoded)


def _given(store: Session | None, field: str, value: Any) -> Any:
    """A bw_book with the field, or without it for None."""
    if field == "genres":
        keys = [] if value is None else _genre_ids(store, value)
        return book_struct({"genres": keys})[0]
    return book_struct({field: value})[0]


def _genre_ids(store: Session | None, value: Any) -> list[int]:
    if store is None:
        if isinstance(value, (str, bytes)) or not is_list(value):
            refuse("genres", "a list of genres' ids", value)
        keys = list(value)
        for key in keys:
            if not hasattr(key, "__index__"):
                refuse("genres", "ids in a binding without a store", key)
        return [row_id(key, "genre", "genres") for key in keys]
    return [find_id(store._own(), key, create=True) for key in genre_keys(store, value)]


def bind_book(store: Session, book: int, field: str) -> Binding:
    """A binding to a field of the book with this id."""
    _check(field, _BINDABLE)
    return Binding._of(store, field, library.bw_binding_open, store._own(), book, _bit(field))


def bind_row(store: Session, entity: int, row: int, field: str) -> Binding:
    """A binding to a text of the genre or quote with this id."""
    _check(field, [name for name, (owner, _) in _TEXTS.items() if owner == entity])
    bit, function = _TEXTS[field][1], library.bw_binding_open_row
    return Binding._of(store, field, function, store._own(), entity, row, bit)


publish(Binding)
