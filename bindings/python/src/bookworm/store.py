"""The store, and the transactions on it."""

from __future__ import annotations

import ctypes
import weakref

from ._native import prototypes as c
from ._native.errors import ClosedError
from ._native.library import call, call_bool, library, unchecked
from ._native.modules import LazyModule, publish
from ._native.values import boolean, int64, is_address
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
    """Something that a transaction can begin on: a store, or another transaction."""

    __slots__ = ()
    _shown_in = "Store"

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
        """Merges another copy of this store, such as a laptop's, into this one.

        To make both equal, merge one into the other, and then the other into the first. The result
        is the same in either direction, if the base is the same and "ours" and "theirs" are
        swapped; merging again changes nothing. The merge is one step to undo, except for orders.

        Rows are matched by their global ids, and merged field by field; genres and identifiers as
        sets. Two genres or shelves with the same name become one. A book that either store has
        merged into another one stays merged, with its quotes, readings and sources. If the stores
        have merged it into different books, the rule decides; if they have merged two books into
        each other, the book that was created first gets everything. Status, started and finished
        follow the readings. `updated` is the later of the two. All orders are kept; an order
        that only the other store has gets a new number.

        Args:
            other: The other store, which is only read; or a transaction on it.
            rule: Which store wins if both have changed the same value: "ours" (this store),
                "theirs" (the other one), or "later" (the store whose book was changed later; for
                rows that do not record when they were changed, the greater value wins). With
                "later", any row that one store has changed and the other has deleted is kept.
            base: The common ancestor of both stores, such as a backup made with the copy. It shows
                who has changed what, and what was deleted. Without it, every difference counts as
                changed by both, and a row or value that only one of them has is kept; this also
                works for a store that is not a copy of this one.
            preview: Change nothing, and return what the merge would do.

        Returns:
            A StoreMerge.

        Raises:
            ArgumentError: Two of the stores are the same one, even if opened twice.
        """
        return merging.merge_stores(self, other, base, rule, preview)

    def transaction(self, *, name: str | None = None, read_only: bool = False) -> Transaction:
        """Combines several steps: all of `with store.transaction():` happens, or none of it.

        Leaving the block commits; an exception that leaves it rolls back. The transaction covers
        everything that this thread or asyncio task does through the store, and everything started
        in the block with a copy of its context, as by asyncio.to_thread() and new tasks. A
        threading.Thread, and tasks created before the block, are outside: their writes through the
        store wait until the transaction ends, unless they use the transaction object. Blocks can be
        nested: an inner one can roll back by itself.

        In asyncio, do not await inside the block: if another task then writes, it blocks the event
        loop's thread while it waits for the lock. So the block cannot end, and the write fails with
        BusyError.

        The write lock is taken at the beginning, waiting up to the store's time-out.

        Args:
            read_only: The block sees one unchanging state of the store, without the write lock.
            name: The name of the undo step, such as "Import", at most 127 bytes as UTF-8; by
                default it describes the changes.

        Raises:
            BusyError: The write lock was not free within the time-out.
            ReadOnlyError: The store is open for reading only.
        """
        return Transaction(self, name=name, read_only=read_only)


class Transaction(Transactional, TransactionScope):
    """Several steps that happen together or not at all. See Store.transaction().

    It has the same collections as its Store, and merge(), arrow(), facets(), statistics(),
    statistics_by() and transaction(), which begins an inner one. After it has ended, they raise
    ClosedError; rows that were read through it remain usable through the store.
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
        """The store of the transaction."""
        return self._store

    def __enter__(self) -> Transaction:
        self._begin()
        return self


class Store(Transactional, Undoing):
    """A store of books and genres: one file, open in any number of programs at the same time.

    Made by bookworm.open(). A context manager that closes it at the end of the block. It can be
    used from any thread, but not in a process that was forked while it was open: ForkedError. Join
    your threads before the program ends: CPython before 3.14 may crash if a daemon thread is
    running then, whatever it does (github.com/python/cpython/issues/87135).
    """

    __slots__ = ("_finalizer", "_handle", "_info", "_path", "_transactions")

    _path: str
    _handle: ctypes.c_void_p | None
    # The ids of the open Transaction objects: most calls only check whether there are any.
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
        """The store itself; a transaction has this attribute too."""
        return self

    @property
    def path(self) -> str:
        """The path that was given to bookworm.open(); a server's address without its password."""
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
        """The size in bytes of the log next to the store's file.

        Commits are written to the log first. 0 for a store in memory. It stays below 64 MiB if no
        read takes longer than 60 ms, and below 256 MiB if none takes longer than half a second,
        unless a single transaction writes more. For this, writes sometimes wait for readers, within
        their time-out. The log grows further during longer reads, and on a very busy machine.
        """
        info = c.bw_store_info(size=ctypes.sizeof(c.bw_store_info))
        call(library.bw_store_get_info, self._own(), ctypes.byref(info))
        return info.log_bytes

    @property
    def articles_last(self) -> bool:
        """Whether a leading article counts last when sorting titles, as in library catalogues.

        If True, the default, "The Zebra" is listed under Z, after "Zebra". The article is one of
        the book's `language`, or of English if the book has none. A book with a `title_sort` is
        sorted by that. Titles themselves never change.

        Setting it applies to all programs that use the store. It rebuilds the sort keys of all
        books in one step, in about a second for 100,000 books. As after rebuild(), earlier steps
        can then no longer be undone.
        """
        return call_bool(library.bw_store_get_articles_last, self._use())

    @articles_last.setter
    def articles_last(self, articles_last: bool) -> None:
        call(
            library.bw_store_set_articles_last, self._use(), boolean(articles_last, "articles_last")
        )

    @property
    def closed(self) -> bool:
        """Whether close() has been called."""
        return self._handle is None

    def close(self) -> None:
        """Closes the store. Closing it again does no harm.

        An open transaction is rolled back, with a RuntimeWarning. Books and genres keep the values
        that they have read; everything that needs the store raises ClosedError.
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

        The copy is a store in one file.

        Args:
            path: A path where nothing exists; the file appears when it is complete and on disk.
            progress: Called repeatedly with the number of pages copied and of all pages. An
                exception that it raises ends the backup, and nothing is left of it. After the last
                call, with all pages, the backup is complete and stays.

        Raises:
            ExistingFileError: There is a file already.
            CannotOpenError: The file cannot be created.
            DiskFullError: The disk is full.
            ArgumentError: A transaction is open in this thread. All calls for the maintenance of
                the store raise it.
        """
        maintenance.backup(library.bw_backup_new, self._use(), path, progress)

    def copy_to(
        self,
        path: str | os.PathLike[str],
        *,
        progress: Callable[[int, int], object] | None = None,
    ) -> None:
        """Copies the store as it is now to a server or a new file, while programs use it.

        The copy has the same ids, global ids, instants, counters and log of changes. It becomes
        visible when it is complete, and a failed copy leaves nothing.

        Args:
            path: The address of a server, as for bookworm.open(), with a schema that is empty or
                does not exist; or the path of a file, as for backup().
            progress: As for backup(); counts rows instead of pages if either store is on a server.

        Raises:
            ExistsError: Something is there already.
            NotPermittedError: The user may not create tables.
        """
        maintenance.backup(library.bw_store_copy, self._use(), path, progress)

    def check(self) -> list[Problem]:
        """Checks the store and returns a Problem for each fault; [] if there is none.

        Checks the file, the references between rows, the rules of values, and all derived data:
        keys, links, the search index, counters, last ids. Reads the whole store, while others use
        it. Stops after 1,000 problems.
        """
        return maintenance.check(self._use())

    def rebuild(self) -> None:
        """Rebuilds everything that is derived from the rows, in one step.

        Earlier steps can then no longer be undone: this Store and all histories forget their steps.
        Other Stores and programs without a history get ConflictError until they call clear_undo().
        Observers report "reread".

        Raises:
            ExistsError: Two genres have the same name: rename one first.
        """
        call(library.bw_store_rebuild, self._use())

    def compact(self) -> None:
        """Rewrites the file, as small as its contents allow.

        Raises:
            BusyError: Others wrote for longer than the time-out; or the file was rewritten, and
                shrinks when its present readers end. The message says which.
        """
        call(library.bw_store_compact, self._use())

    def was_kept(self, receipt: int) -> bool:
        """Returns whether a commit was kept, by the `receipt` of an OutcomeUnknownError.

        Raises:
            NotFoundError: The commit was too long ago; the store no longer knows.
            ArgumentError: The store is a file, where the outcome of every commit is known.
        """
        return call_bool(library.bw_store_check_receipt, self._use(), int64(receipt, "receipt"))

    def export_json(self, path: str | os.PathLike[str], *, covers: bool = False) -> None:
        """Writes the store, except its histories and log of changes, as one JSON document.

        The header of the C interface, bookworm.h, describes the format under "Documents".

        Args:
            path: A path where nothing exists.
            covers: Also write the covers, as Base64; they may be most of the document.

        Raises:
            ExistingFileError: There is a file already.
            CannotOpenError: The file cannot be created.
            DiskFullError: The disk is full.
            CorruptError: A value cannot be written as JSON.
        """
        extra = c.BW_BOOK_COVER if covers else 0
        export = library.bw_store_export_with
        maintenance.with_file(export, self._use(), path, extra, create=True)

    def import_json(self, path: str | os.PathLike[str]) -> None:
        """Reads a document of export_json() into an empty store: all of it, or nothing.

        Ids stay the same. Errors in the document raise the fitting exception with `field`, `row`
        and `offset`.

        Raises:
            ExistsError: The store has rows, or once had rows.
            InvalidError: The file is not such a document, or breaks a rule.
            NewerStoreError: A newer version of the library wrote it.
            CannotOpenError: The path is not a regular file.
        """
        maintenance.with_file(library.bw_store_import, self._use(), path, create=False)

    def __enter__(self) -> Store:
        self._use()
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def observe(self, *fields: str, since: int | None = None) -> Observer[Book]:
        """Returns an Observer of every change from now on, by any program.

        It reports insertions, deletions and updates of all books, genres, quotes, readings, orders
        and shelves, and of the records of imports ("source") and of merged books ("merged").

        Args:
            fields: Report only updates of these fields of books. Quotes, readings, merged books and
                updates of genres are then reported only if "quotes", "readings", "merged_books" or
                "genres" is given, and updates of other rows never. All changes by default.
            since: The number of a transaction, from Changes.transaction or Observer.transaction:
                also report everything committed after it. If the store no longer has all of it, the
                first Changes have `reread`. For a page that you are about to read, give the
                `transaction` of a new Observer, which you can then close.
        """
        return observer(self, fields, since, library.bw_store_observe)

    def observe_statistics(self, *, since: int | None = None) -> Observer[Any]:
        """Returns an Observer that reports when statistics of the store may have changed.

        The statistics by shelf are not observed. Its Changes only say `reread`. `since` is as in
        observe().
        """
        return observer_of_statistics(self, since, None)

    def _use(self) -> ctypes.c_void_p:
        if self._transactions:
            transaction = current(self._transactions)
            if transaction is not None:
                return transaction._use()
        # This repeats the code of _own(), because another call would slow down a read by id.
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
