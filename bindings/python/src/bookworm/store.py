"""The store, and the transactions on it."""

from __future__ import annotations

import ctypes
import weakref

from ._native import prototypes as c
from ._native.errors import ClosedError
from ._native.library import call, call_bool, library, unchecked
from ._native.modules import LazyModule, publish
from ._native.values import int64, is_address
from .collections import Collections
from .models import observer, observer_of_statistics
from .session import TransactionScope, current, is_writing
from .undoing import Undoing

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    import warnings
    from collections.abc import Callable
    from typing import Any

    from . import maintenance, merging
    from .maintenance import Problem
    from .merging import StoreMerge
    from .models import Book
    from .observer import Observer
else:
    maintenance = LazyModule("maintenance")
    merging = LazyModule("merging")
    warnings = LazyModule("warnings", package=None)

_close = unchecked("bw_store_close")


class Transactional(Collections):
    """What a transaction can be begun on: a store, or another transaction."""

    __slots__ = ()

    @property
    def store(self) -> Store:
        """The store that it belongs to."""
        raise NotImplementedError

    def merge(
        self,
        other: Transactional,
        *,
        rule: str,
        base: Transactional | None = None,
        preview: bool = False,
    ) -> StoreMerge:
        """Brings into this store what was changed in another copy of it, such as a laptop's.

        To make both the same, merge one into the other, and then that one into the first.

        other    the other store, which is only read; or a transaction on it
        rule     who is right where both have changed the same: "ours" (this store), "theirs" (the
                 other one), or "later": the one whose book was changed later; of what does not say
                 when it was changed, the greater value, and what one has deleted stays
        base     the store from which both came, such as a backup made when the copy was: by it the
                 merge knows who has changed what, and what was deleted. Without it, what differs
                 was changed by both, and a row, or a field of a book, that only one of them has
                 is kept, also of a store that is no copy of this one
        preview  True: does all of it, and takes it back

        Rows are known by their global ids, and merged field by field; genres and identifiers as
        sets, item by item. Two genres or shelves of the same name become one; one that was deleted
        and made anew is the one that it was. A book that was merged into another one in either
        store is so afterwards, with its quotes, readings and sources; where the two have merged it
        into different books, the rule decides, and where into one another, the one that was made
        first has all of them. Status, started and finished follow the readings. `updated` is the
        later of the two. Orders are all kept, under new numbers, and stay when the merge is undone,
        as ever. The rest is one step to undo.

        Returns a StoreMerge. The same comes out in either direction, with the same base and the
        opposite rule of "ours" and "theirs", or "later"; to merge again changes nothing. Raises
        ArgumentError where two of the stores are one, also opened twice.
        """
        return merging.merge_stores(self, other, base, rule, preview)

    def transaction(self, *, name: str | None = None, read_only: bool = False) -> Transaction:
        """Several steps as one: `with store.transaction():`, then all of them happen or none.

        Leaving the block commits; an exception that leaves it rolls back. What this thread or
        asyncio task does through the store is part of the transaction, and so is what it starts in
        the block with a copy of its context, as asyncio.to_thread() and new tasks do. A
        threading.Thread and tasks made before the block are outside of it: they take part through
        the transaction object only, and their writes through the store wait until it ends. Blocks
        may be nested: an inner one can roll back by itself.

        In asyncio do not await inside the block: another task that writes would wait for the lock
        in the event loop's own thread, which stops this task too, until it fails with BusyError.

        The write lock is taken on entering, and waited for up to the store's time-out: BusyError.
        With `read_only=True` the block sees one unchanging state of the store and blocks nobody.

        name  what undoing it will be called, such as "Import", at most 127 bytes as UTF-8; by
              default a name is made of what was changed

        Raises ReadOnlyError when a store that is open for reading only is to be written.
        """
        return Transaction(self, name=name, read_only=read_only)


class Transaction(Transactional, TransactionScope):
    """Several steps that happen together or not at all. See Store.transaction().

    Books, genres, quotes and readings that were read through it go on being usable when it has
    ended, through its store. The transaction itself and its `books`, `genres`, `quotes`,
    `readings`, `orders` and `shelves` raise ClosedError from then on.
    """

    __slots__ = ("_store",)

    def __init__(
        self, outer: Transactional, *, name: str | None = None, read_only: bool = False
    ) -> None:
        """Not for use: ask a store for a `transaction()`."""
        self._store = outer.store
        within = self._store._transactions
        TransactionScope.__init__(self, outer, within, name=name, read_only=read_only)

    @property
    def store(self) -> Store:
        """The store that it is a transaction on."""
        return self._store

    def __enter__(self) -> Transaction:
        self._begin()
        return self


class Store(Transactional, Undoing):
    """A store of books and genres: one file, open in any number of programs at the same time.

    Made by bookworm.open(). A context manager, which closes it at the end of the block. It may be
    used from any thread, but not in a process that was forked while it was open: ForkedError.
    Join your threads before the program ends: CPython before 3.14 may crash where a daemon thread
    is at work then, whatever it works with (github.com/python/cpython/issues/87135).
    """

    __slots__ = ("_finalizer", "_handle", "_info", "_path", "_transactions")

    _path: str
    _handle: ctypes.c_void_p | None
    # The ids of the open Transaction objects: most calls need to look no further than whether
    # there are any.
    _transactions: set[int]
    _finalizer: weakref.finalize[Any, Any]
    _info: c.bw_store_info

    def __init__(self) -> None:
        """Not for use: a Store is made by bookworm.open()."""
        raise TypeError("a Store is made by bookworm.open()")

    @classmethod
    def _of(cls, handle: ctypes.c_void_p, path: str) -> Store:
        made = cls.__new__(cls)
        made._path = path
        made._handle = handle
        made._transactions = set()
        made._finalizer = weakref.finalize(made, _close, handle, None)
        made._info = c.bw_store_info(size=ctypes.sizeof(c.bw_store_info))
        call(library.bw_store_get_info, handle, ctypes.byref(made._info))
        if is_address(path):
            made._path = (made._info.path.data or b"").decode()
        return made

    @property
    def store(self) -> Store:
        """The store itself, as a transaction has it too."""
        return self

    @property
    def path(self) -> str:
        """The path as it was given to bookworm.open(); a server's address without its password."""
        return self._path

    @property
    def schema_version(self) -> int:
        """The version of the store's tables."""
        return self._info.schema_version

    @property
    def read_only(self) -> bool:
        """Whether nothing can be written through this object."""
        return bool(self._info.read_only)

    @property
    def log_bytes(self) -> int:
        """The size of the log beside the store's file, where commits stand at first; 0 in memory.

        It stays under 64 MiB where nobody reads for more than 60 ms at a time, and under 256 MiB
        for up to half a second, unless a transaction alone writes as much. Who goes on reading one
        state for longer, by a transaction or a query that is not ended, lets it grow.
        """
        info = c.bw_store_info(size=ctypes.sizeof(c.bw_store_info))
        call(library.bw_store_get_info, self._own(), ctypes.byref(info))
        return info.log_bytes

    @property
    def closed(self) -> bool:
        """Whether close() has been called."""
        return self._handle is None

    def close(self) -> None:
        """Closes the store. Doing it again does no harm.

        A transaction that is still open is rolled back, with a RuntimeWarning. Books and genres
        keep the values that they have read; what needs the store raises ClosedError from now on.
        """
        handle, self._handle = self._handle, None
        if handle is None:
            return
        self._finalizer.detach()
        if call(library.bw_store_close, handle) == c.BW_ROLLED_BACK:
            warnings.warn(
                "closing the store has rolled back an open transaction",
                RuntimeWarning,
                stacklevel=2,
            )

    def backup(
        self,
        path: str | os.PathLike[str],
        *,
        progress: Callable[[int, int], object] | None = None,
    ) -> None:
        """Copies the store as it is now into a new file, while this and other programs use it.

        path      of a file that is not there yet; it appears when it is complete and on disk
        progress  called again and again with the pages copied and the pages in all; an exception
                  that it raises ends the backup, and nothing is left of it. The last call, with
                  all pages, comes when the backup is complete: then it stays

        The copy is a store in one file. Raises ExistingFileError where there is a file already,
        CannotOpenError and its like where none can be made, DiskFullError. Within a transaction
        it raises ArgumentError, as all calls here do that look after the store as a whole.
        """
        maintenance.backup(library.bw_backup_new, self._use(), path, progress)

    def copy_to(
        self,
        path: str | os.PathLike[str],
        *,
        progress: Callable[[int, int], object] | None = None,
    ) -> None:
        """Copies the store as it is now to a server or a new file, while programs use it.

        path      the address of a server, as for bookworm.open(), with a schema that has no table
                  or is not there yet; or the path of a file, as for backup()
        progress  as for backup(), of rows in place of pages where one of the two is on a server

        Ids and global ids, instants, counters and the log of changes are the same in the copy.
        Nobody sees it before it is complete, and one that fails leaves nothing. Raises ExistsError
        where there is something already, NotPermittedError where this user may not make tables.
        """
        maintenance.backup(library.bw_store_copy, self._use(), path, progress)

    def check(self) -> list[Problem]:
        """Looks for what is wrong with the store: one Problem for each, [] where it is sound.

        Checks the file, what rows refer to, the rules that values must keep, and all that is
        derived: keys, links, the search index, counters, last ids. Reads the whole store, while
        others use it. After 1,000 problems it stops.
        """
        return maintenance.check(self._use())

    def rebuild(self) -> None:
        """Makes anew all that is derived from the rows, in one step.

        Raises ExistsError where two genres have got the same name: rename one first. What was done
        before can no longer be undone: other Stores and programs get ConflictError until they call
        clear_undo(). Observers hear "reread".
        """
        call(library.bw_store_rebuild, self._use())

    def compact(self) -> None:
        """Writes the file anew, as small as its contents allow.

        Raises BusyError where others write, or read for so long that the file cannot get smaller.
        """
        call(library.bw_store_compact, self._use())

    def was_kept(self, receipt: int) -> bool:
        """Whether a commit was kept of which an OutcomeUnknownError with this `receipt` told.

        Raises NotFoundError where it was so long ago that the store no longer knows, and
        ArgumentError for a store in a file, where every commit says what became of it.
        """
        return call_bool(library.bw_store_check_receipt, self._use(), int64(receipt, "receipt"))

    def export_json(self, path: str | os.PathLike[str]) -> None:
        """Writes everything in the store into a new file, as one JSON document.

        The header of the C interface, bookworm.h, describes it under "Documents". Raises
        ExistingFileError where there is a file already, CannotOpenError and its like where none can
        be made, DiskFullError, and CorruptError for a value that JSON cannot have.
        """
        maintenance.with_file(library.bw_store_export, self._use(), path, create=True)

    def import_json(self, path: str | os.PathLike[str]) -> None:
        """Reads a document that export_json() has written: all of it, or nothing.

        Ids stay the same. The store must have nothing yet, and never have had: ExistsError. What
        is wrong in the document raises the exception that fits, with `field`, `row` and `offset`:
        InvalidError where it is no such document or breaks a rule, NewerStoreError where a newer
        library wrote it. CannotOpenError and its like where the path leads to no regular file.
        """
        maintenance.with_file(library.bw_store_import, self._use(), path, create=False)

    def __enter__(self) -> Store:
        self._use()
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def observe(self, *fields: str, since: int | None = None) -> Observer[Book]:
        """An Observer that hears of every change from now on, by whichever program.

        It hears of all books, genres, quotes, readings, orders and shelves, and of what is kept of
        imports and of merged books ("source", "merged"), that are inserted or deleted, and of
        updates. `observe("rating", "status")` hears of updates of these fields of books only, and
        of quotes and readings only where "quotes" and "readings" are among them.

        since  the number of a transaction, from `transaction` of Changes or of an Observer: what
               was committed after it is heard too, so that a program which was away misses nothing.
               Where the store no longer has it, the first Changes say that all must be read again
        """
        return observer(self, fields, since, library.bw_store_observe)

    def observe_statistics(self, *, since: int | None = None) -> Observer[Any]:
        """An Observer whose Changes say that statistics of the store may have changed.

        They say that all must be read again, and nothing else. `since` as in store.observe().
        """
        return observer_of_statistics(self, since, None)

    def _use(self) -> ctypes.c_void_p:
        if self._transactions:
            transaction = current(self._transactions)
            if transaction is not None:
                return transaction._use()
        # As _own() does: a call more would be felt in a read by id.
        return self._handle or self._own()

    def _own(self) -> ctypes.c_void_p:
        handle = self._handle
        if handle is None:
            raise ClosedError("the store is closed")
        return handle

    def _is_writing(self) -> bool:
        return is_writing(self._transactions)

    def __reduce__(self) -> Any:
        raise TypeError("a Store cannot be copied or sent to another process; open its path there")

    def __repr__(self) -> str:
        if self.closed:
            return f"<closed store {self._path!r}>"
        return f"<{'read-only store' if self.read_only else 'store'} {self._path!r}>"


publish(Store, Transaction)
