"""Transactions, and what they have in common with stores: a session through which rows are used."""

from __future__ import annotations

import ctypes
import weakref
from contextvars import ContextVar

from . import _prototypes as c
from ._errors import ClosedError, Error, TransactionError
from ._fields import text
from ._later import Later
from ._library import call, call_handle, library, unchecked
from ._public import publish
from .books import Books
from .query import Query

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType
    from typing import Any

    from . import genres
    from .genres import Genres
    from .orders import Orders
    from .quotes import Quotes
    from .statistics import Statistics
    from .store import Store
else:
    genres = Later("genres")

# The innermost transaction of this thread or task, of whichever store. A weak reference, so that
# one that is dropped without being ended does not go on holding the write lock.
_current: ContextVar[weakref.ref[Transaction] | None]


class Session:
    """Something that books and genres are read and written through: a Store or a Transaction."""

    __slots__ = ("__weakref__",)

    @property
    def store(self) -> Store:
        """The store that it belongs to."""
        raise NotImplementedError

    @property
    def books(self) -> Books:
        """The books, read and written through this object."""
        return Books(self)

    @property
    def genres(self) -> Genres:
        """The genres, read and written through this object."""
        return genres.Genres(self)

    @property
    def quotes(self) -> Quotes:
        """The quotes by their ids, read and written through this object."""
        from .quotes import Quotes

        return Quotes(self)

    def statistics(self) -> Statistics:
        """How many books there are, and how they are rated. Takes no time, however many."""
        from .statistics import statistics

        return statistics(self._use(), None)

    def statistics_by(self, group: str) -> list[Statistics]:
        """The same by group, one Statistics for each.

        group  "genre": each genre by name, also those without books; a book counts in each of its
               genres. "author": each author by name; names that differ in nothing but case,
               accents and white space at their ends are one author's. "month_added" and
               "month_finished": each month that has any book, from the earliest

        By author every book is read; by the others none is. Raises InvalidError for another group.
        """
        from .statistics import statistics_by

        return statistics_by(self._use(), None, group)

    @property
    def orders(self) -> Orders:
        """The orders, placed and read through this object."""
        from .orders import Orders

        return Orders(self)

    def transaction(self, *, name: str | None = None, read_only: bool = False) -> Transaction:
        """Several steps as one: `with store.transaction():`, then all of them happen or none.

        Leaving the block commits; an exception that leaves it rolls back. Within the block
        everything that this thread (or this asyncio task) does with the store belongs to the
        transaction, whether it goes through the store or through the transaction object; other
        threads use the transaction through that object only, and their writes through the store
        wait until the block ends. Blocks may be nested: an inner one can roll back by itself.

        In asyncio do not await inside the block: another task that writes would wait for the lock
        in the event loop's own thread, which stops this task too, until it fails with BusyError.

        The write lock is taken on entering, and waited for up to the store's time-out: BusyError.
        With `read_only=True` the block sees one unchanging state of the store and blocks nobody.

        name  what undoing it will be called, such as "Import", at most 127 bytes as UTF-8; by
              default a name is made of what was changed

        Raises ReadOnlyError when a store that is open for reading only is to be written.
        """
        return Transaction(self, name=name, read_only=read_only)

    def _use(self) -> ctypes.c_void_p:
        """The handle that a call of this thread goes to. Raises ClosedError if there is none."""
        raise NotImplementedError

    def _alive(self) -> Session:
        """What an object made by this session goes on with, as it may outlive a transaction."""
        return self

    def _query(self) -> Query:
        return Query(self)


class Transaction(Session):
    """Several steps that happen together or not at all. See Store.transaction().

    Books, genres and quotes that were read through it go on being usable when it has ended, through
    its store. The transaction itself and its `books`, `genres` and `quotes` raise ClosedError from
    then on.
    """

    __slots__ = (
        "_finalizer",
        "_handle",
        "_name",
        "_outer",
        "_previous",
        "_read_only",
        "_store",
    )

    def __init__(self, outer: Session, *, name: str | None = None, read_only: bool = False) -> None:
        """Not for use: ask a store for a `transaction()`."""
        self._store = outer.store
        self._outer = outer
        self._read_only = read_only
        self._name = None if name is None else text(name, "name")
        self._handle: ctypes.c_void_p | None = None
        self._previous: weakref.ref[Transaction] | None = None
        self._finalizer: weakref.finalize[Any, Any] | None = None

    @property
    def store(self) -> Store:
        """The store that it is a transaction on."""
        return self._store

    @property
    def is_open(self) -> bool:
        """Whether it has begun and not yet ended."""
        return self._handle is not None

    def __enter__(self) -> Transaction:
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
        within = self.store._transactions
        within.add(id(self))
        self._finalizer = weakref.finalize(self, _abandon, handle, within, id(self))
        self._previous = _current.get()
        _current.set(weakref.ref(self))
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        exception: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if _innermost() is self:
            _current.set(self._previous)
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
            # The exception on its way says more than that the roll-back came too late.
            pass

    def commit(self) -> None:
        """Makes its changes last, before the end of the block. It has ended then."""
        try:
            call(library.bw_transaction_commit, self._use())
        except TransactionError:
            # It is still open, and only rolling back can end it, as leaving the block does.
            raise
        except BaseException:
            self._end()
            raise
        self._end()

    def rollback(self) -> None:
        """Takes its changes back, before the end of the block. It has ended then."""
        try:
            call(library.bw_transaction_rollback, self._use())
        finally:
            self._end()

    def _end(self) -> None:
        # Rolls back what a commit that was refused has left; a handle that is gone does no harm.
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
        return self._store if self._handle is None else self

    def __repr__(self) -> str:
        state = "open" if self.is_open else "ended"
        return f"<{state} transaction on {self.store!r}>"


_current = ContextVar("bookworm transaction", default=None)
_free_transaction = unchecked("bw_transaction_free")


def _abandon(handle: ctypes.c_void_p, within: set[int], key: int) -> None:
    """Rolls back what is still open. Also runs as the interpreter exits."""
    within.discard(key)
    _free_transaction(handle, None)


def _innermost() -> Transaction | None:
    reference = _current.get()
    return None if reference is None else reference()


def current(store: Store) -> Transaction | None:
    """The innermost open transaction of this thread or task on a store."""
    transaction = _innermost()
    while transaction is not None:
        if transaction._store is store and transaction._handle is not None:
            return transaction
        previous = transaction._previous
        transaction = None if previous is None else previous()
    return None


def is_writing(store: Store) -> bool:
    """Whether this thread or task has a write transaction open on a store."""
    transaction = _innermost()
    while transaction is not None:
        if transaction._store is store and transaction.is_open and not transaction._read_only:
            return True
        previous = transaction._previous
        transaction = None if previous is None else previous()
    return False


publish(Transaction)
