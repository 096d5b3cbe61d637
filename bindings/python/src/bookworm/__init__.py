"""Bookworm: books and genres in one file that several programs use at the same time.

    import bookworm

    with bookworm.open("library.books") as store:
        dune = store.books.create("Dune", "Frank Herbert", genres=["Science Fiction"], rating=5)
        dune.status = "completed"
        for book in store.books.where(genre="Fantasy", rating=(4, 5)).order_by("-rating")[:20]:
            print(book.title, book.rating)

        with store.transaction():
            store.books.where(title_contains="draft").delete()

- bookworm.open() gives a Store: `store.books` (Books), `store.genres` (Genres) and
  `store.transaction()`.
- A Book or a Genre is a snapshot of its row. Setting an attribute writes to the store at once.
- `store.books.where(...)` gives a Query: immutable, chainable, read when it is used.
- Every error is a bookworm.Error, and also the built-in exception that fits: an unknown id is a
  KeyError, a bad value a ValueError, a store that stays locked a TimeoutError.
- Instants are aware datetimes in UTC, days are dates, and what is not set is None; only a book
  that is not rated has the rating 0.
- Everything may be used from any thread, and a store from any number of processes; a process
  that is forked while it has a store open can use neither it nor that file (ForkedError).

One process must not have the same file open with Python's sqlite3 module at the same time.
"""

from ._errors import (
    ArgumentError,
    BusyError,
    CannotOpenError,
    ClosedError,
    CorruptError,
    CursorError,
    DiskError,
    DiskFullError,
    Error,
    ExistsError,
    ForkedError,
    InternalError,
    InvalidError,
    NewerStoreError,
    NotAStoreError,
    NotFoundError,
    OutOfMemoryError,
    ReadOnlyError,
    TextError,
    TooLargeError,
    TransactionError,
)
from ._fields import Identifier, Status
from ._library import library_version, sqlite_version
from ._version import __version__
from .book import Book
from .book_genres import BookGenres
from .books import Books, FormDefaults, form_defaults
from .genre import Genre
from .genres import Genres, StandardGenre, standard_genres
from .query import Page, Query
from .store import Store, open
from .transactions import Transaction

__all__ = [
    "ArgumentError",
    "Book",
    "BookGenres",
    "Books",
    "BusyError",
    "CannotOpenError",
    "ClosedError",
    "CorruptError",
    "CursorError",
    "DiskError",
    "DiskFullError",
    "Error",
    "ExistsError",
    "ForkedError",
    "FormDefaults",
    "Genre",
    "Genres",
    "Identifier",
    "InternalError",
    "InvalidError",
    "NewerStoreError",
    "NotAStoreError",
    "NotFoundError",
    "OutOfMemoryError",
    "Page",
    "Query",
    "ReadOnlyError",
    "StandardGenre",
    "Status",
    "Store",
    "TextError",
    "TooLargeError",
    "Transaction",
    "TransactionError",
    "__version__",
    "form_defaults",
    "library_version",
    "open",
    "sqlite_version",
    "standard_genres",
]

# Where users find them is where tracebacks and help() say that they are.
for _name in __all__:
    if _name != "__version__":
        globals()[_name].__module__ = __name__
