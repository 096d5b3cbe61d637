"""Sessions, through which rows are read and written: stores and transactions."""

from __future__ import annotations

import ctypes
import weakref
from contextvars import ContextVar

from ._native import prototypes as c
from ._native.errors import ClosedError, Error, TransactionError
from ._native.library import call, call_handle, library, unchecked
from ._native.modules import Brief
from ._native.values import text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from types import TracebackType
    from typing import Any

# The transactions of this thread or task, of any store, the innermost last. The references are
# weak, so that a dropped transaction does not keep the write lock.
_current: ContextVar[tuple[weakref.ref[TransactionScope], ...]]


class Session(metaclass=Brief):
    """Something that books and genres are read and written through: a Store or a Transaction.

    This is the part that rows and collections need. The public part is above them: see
    collections.py and store.py.
    """

    __slots__ = ("__weakref__",)
    _shown_in = "Store"

    @property
    def store(self) -> Session:
        """The store that it belongs to."""
        raise NotImplementedError

    def transaction(
        self, *, name: str | None = None, read_only: bool = False
    ) -> AbstractContextManager[Session]:
        """Several steps as one."""
        raise NotImplementedError

    def _use(self) -> ctypes.c_void_p:
        """The handle for a call of this thread. Raises ClosedError if there is none."""
        raise NotImplementedError

    def _own(self) -> ctypes.c_void_p:
        """The handle of the store itself, whatever transaction is open."""
        raise NotImplementedError

    def _is_writing(self) -> bool:
        """Whether this thread or task has a write transaction open on the store."""
        raise NotImplementedError

    def _alive(self) -> Session:
        """The session for an object made by this one, which may outlive a transaction."""
        return self


class TransactionScope(Session):
    """How a transaction begins and ends, and how a thread or task finds its transaction."""

    __slots__ = (
        "_finalizer",
        "_handle",
        "_name",
        "_outer",
        "_read_only",
        "_within",
    )

    def __init__(
        self, outer: Session, within: set[int], *, name: str | None = None, read_only: bool = False
    ) -> None:
        self._outer = outer
        # The store's own set of its open transactions.
        self._within = within
        self._read_only = read_only
        self._name = None if name is None else text(name, "name")
        self._handle: ctypes.c_void_p | None = None
        self._finalizer: weakref.finalize[Any, Any] | None = None

    @property
    def is_open(self) -> bool:
        """Whether it has begun and not yet ended."""
        return self._handle is not None

    def _begin(self) -> None:
        if self._finalizer is not None:
            raise TransactionError("a transaction can be entered once; ask the store for another")
        mode = c.BW_TRANSACTION_READ if self._read_only else c.BW_TRANSACTION_WRITE
        handle = call_handle(library.bw_transaction_begin, self._outer._use(), mode)
        if self._name is not None:
            try:
                call(library.bw_transaction_set_name, handle, self._name, len(self._name))
            except BaseException:
                _free_transaction(handle, None)
                raise
        self._handle = handle
        self._within.add(id(self))
        self._finalizer = weakref.finalize(self, _abandon, handle, self._within, id(self))
        _current.set((*_others(None), weakref.ref(self)))

    def __exit__(
        self,
        kind: type[BaseException] | None,
        exception: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        _current.set(_others(self))
        if self._handle is None:
            return
        if exception is None:
            try:
                self.commit()
            finally:
                self._end()
            return
        try:
            self.rollback()
        except Error:
            # The original exception is more useful than a failed rollback.
            pass

    def commit(self) -> None:
        """Commits the changes and ends the transaction, before the end of the block."""
        try:
            call(library.bw_transaction_commit, self._use())
        except TransactionError:
            # The transaction is still open. Only a rollback can end it; leaving the block rolls
            # back.
            raise
        except BaseException:
            self._end()
            raise
        self._end()

    def rollback(self) -> None:
        """Undoes the changes and ends the transaction, before the end of the block."""
        try:
            call(library.bw_transaction_rollback, self._use())
        finally:
            self._end()

    def _end(self) -> None:
        # If a commit was refused, this rolls back. A closed handle does no harm.
        self._handle = None
        if self._finalizer is not None:
            self._finalizer()

    def _use(self) -> ctypes.c_void_p:
        handle = self._handle
        if handle is None:
            raise ClosedError(
                "The transaction has ended, or has not begun: use it in a with block."
            )
        return handle

    def _alive(self) -> Session:
        return self.store if self._handle is None else self

    def __repr__(self) -> str:
        state = "open" if self.is_open else "ended"
        kind = "read-only transaction" if self._read_only else "transaction"
        name = "" if self._name is None else f" {self._name.decode()!r}"
        return f"<{state} {kind}{name} on {self.store!r}>"


_current = ContextVar("bookworm transaction", default=())
_free_transaction = unchecked("bw_transaction_free")


def _abandon(handle: ctypes.c_void_p, within: set[int], key: int) -> None:
    """Rolls back what is still open. Also runs as the interpreter exits."""
    within.discard(key)
    _free_transaction(handle, None)


def _others(than: TransactionScope | None) -> tuple[weakref.ref[TransactionScope], ...]:
    """The other open transactions. Blocks may end in any order, as in generators."""
    return tuple(one for one in _current.get() if one() not in (None, than))


def current(within: set[int]) -> TransactionScope | None:
    """The innermost open transaction of this thread or task among those of a store."""
    for reference in reversed(_current.get()):
        transaction = reference()
        if transaction is not None and transaction._within is within and transaction.is_open:
            return transaction
    return None


def is_writing(within: set[int]) -> bool:
    """Whether this thread or task has a write transaction open, among those of a store."""
    here = (reference() for reference in _current.get())
    return any(
        one is not None and one._within is within and one.is_open and not one._read_only
        for one in here
    )
