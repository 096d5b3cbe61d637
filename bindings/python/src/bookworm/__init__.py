"""Bookworm: books, genres, quotes and readings in one file that several programs use at once.

    import bookworm

    with bookworm.open("library.books") as store:
        dune = store.books.create("Dune", "Frank Herbert", genres=["Science Fiction"], rating=5)
        dune.status = "completed"
        dune.readings[-1].note = "Slow at first."
        for book in store.books.where(genre="Fantasy", rating=(4, 5)).order_by("-rating")[:20]:
            print(book.title, book.rating)

        with store.transaction():
            store.books.where(title_contains="draft").delete()

What there is, each with its own help, such as help(bookworm.Query.where):

Opening
    bookworm.open(path)             gives a Store, made where there is none
    bookworm.open_preview()         gives a new Store with books to look at, in memory by default
    store.books, .genres, .quotes   Books, Genres and Quotes; also .readings and .orders
    store.transaction()             a Transaction: all of a block happens, or none of it
    store.observe()                 an Observer of all that any program changes
    store.undo(), .redo()           take back what was done last; do it again: undo_name, redo_name,
                                    undo_count, redo_count, undo_conflicts(), drop_undo(),
                                    clear_undo()
    store.close()                   as leaving its with block does
    store.path, .read_only, .closed, .schema_version, .log_bytes

Books, which is store.books
    create(), create_many()         enter one; enter many, from rows or columns, in one step
    books[id], get(), get_many()    read by id
    where(), order_by(), all()      give a Query; iterating reads all by title and author
    search("dune sand*")            gives a Query for what holds these words
    find("rating>=4 dune")          the Query of a line that a person typed into a search box
    delete(), del books[id]         delete by id
    count(), len(), in

Book
    title, author, rating, ...      its fields: setting one writes to the store
    update(), refresh(), delete(), as_dict()   set several in one step; read again; delete
    set_status(), toggle_favourite()
    genres                          BookGenres: add(), discard(), remove(), toggle(), set(),
                                    clear(), names(), ids(), primary, index(), in, by position
    quotes, readings                BookQuotes, BookReadings: add(), the oldest first, by position
    identifiers                     a tuple of Identifier; assigning replaces them
    price                           a Price, such as Price(1299, "EUR"), or None
    picture                         the key of its primary genre's picture, or None
    observe()                       an Observer of this book
    bind("rating")                  a Binding: one field as a control's two-way value

Genres, which is store.genres
    create(), create_standard()     make one; make the standard seven
    find_or_create(), find_or_create_many()
    genres[name or id], get()       read; iterating gives all by name
    delete(), del genres[name or id]
    count(), len(), in

Genre
    name, colour                    setting one writes to the store
    rgb, text_colour, picture       the colour as ints; what can be read on it; a picture's key
    book_count, books               how many books, and their Query
    display_name()                  its name in a language, if it is a standard genre
    refresh(), delete()

Quotes and Readings, by id: store.quotes and store.readings
    text, page; outcome, note, ...  of a Quote and of a Reading: setting one writes to the store
    id, book_id, created, global_id, refresh(), delete()
    with_global_id(uuid)            of Books, Genres, Quotes, Readings, Orders: a row by global id

Query: immutable, chainable, read when it is used
    where(), order_by(), query[:20] narrow, order, and last of all slice; each gives a new Query
    search(), matches()             search for words; each Match with the place where it was found
    query[3], first(), ids()        read a book; the first one or None; the ids alone
    for book in query               stream the books
    columns("title", "rating")      read fields as lists
    polars.DataFrame(query)         a data frame of the books, by their Arrow stream; and so
                                    pyarrow.table(query), pandas.DataFrame.from_arrow(query), and
                                    DuckDB; create_many() takes such frames, without what
                                    the store gives: id, updated and global_id
    arrow("title", "rating")        ArrowRows: the same with some fields only
    page(), pages()                 a Page at a time, going on from a cursor
    count(), len(), bool()          count without reading
    query[:20].observe()            an Observer of what enters, leaves and moves
    delete(), rate(), add_genre()   change all that match in one step
    statistics(), statistics_by()   Statistics of what matches, whole or by group; see below

Statistics
    store.statistics()              books, rated, average, ratings of the whole store
    store.statistics_by("genre")    a list with one for each group: "genre", "author",
                                    "month_added", "month_finished"

Orders, which is store.orders
    place()                         order some pieces of a book that has a price: an Order
    orders[id], get(), after(), in  read; iterating gives all, the first one first
    totals()                        an OrderTotal for each currency

Looking after a store
    store.backup(path)              copy it into a new file while it is used
    store.check()                   a list with a Problem for each thing that is wrong
    store.rebuild()                 make anew what is derived: keys, links, counters, last ids
    store.compact()                 make the file as small as its contents allow
    store.export_json(path)         everything as one JSON document
    store.import_json(path)         and back, into a store that has nothing

Observer: hears what is committed, here or in another program
    next(timeout), for, async for   wait for the next Changes: what one transaction changed
    run(callback)                   call back for each, in this thread
    page                            of a query: the books as of what has been told
    fileno(), close(), closed

Changes: a sequence of Change, with transaction, committed, reread

Binding: a control's two-way value of one field of one book
    value                           read it, set it
    wait(timeout), for, async for   until somebody else has set it
    Binding.constant("rating", 3)   one for a preview
    field, fileno(), close(), closed

Needing no store
    standard_genres(), form_defaults(), currency_digits(), library_version(), sqlite_version()
    presentation                    a module: ratings, colours and names as every frontend shows
                                    them, in each Language
    StarControl, Stepper            models of what a frontend draws; a StarControl shows each Star

Types for hints: Status, Identifier, Identifiers, GenreLike, Conditions, Page, StandardGenre,
FormDefaults.

Errors: a value that is refused and anything that fails raises a bookworm.Error, one class for each
kind, which is also the built-in exception that fits. Mistakes in the program raise Python's own: a
wrong type or keyword TypeError, a position past the end IndexError, an unknown attribute
AttributeError.
    ValueError          InvalidError, TextError, TooLargeError, ArgumentError, CursorError,
                        ClosedError, NotAStoreError, ExistsError with ExistingFileError
                        (FileExistsError)
    KeyError            NotFoundError
    TimeoutError        BusyError
    PermissionError     ReadOnlyError, NotPermittedError
    OSError             CannotOpenError with NoSuchFileError (FileNotFoundError), DirectoryError
                        (IsADirectoryError) and NotPermittedError; CorruptError, DiskError,
                        DiskFullError
    RuntimeError        TransactionError, ConflictError, ForkedError, NewerStoreError,
                        InternalError
    MemoryError         OutOfMemoryError

A Book, a Genre, a Quote or a Reading is a snapshot of its row. Instants are aware datetimes in UTC,
days are dates, and what is not set is None; only a book that is not rated has the rating 0.

Everything may be used from any thread, and a store from any number of processes; a process that is
forked while it has a store open can use neither it nor that file (ForkedError). Python's sqlite3
module may look into a store at any time; writing goes through this package.
"""

from ._native.library import library_version, sqlite_version
from ._version import __version__

# A program that opens a store and reads a page must not wait for the parts that it never uses. So a
# module imports at its top what opening a store and reading books needs, and what all of its own
# functions need; all else is loaded when it is first used: here by __getattr__() below, elsewhere
# by an import within the function that needs it or, where that is called often, by Later. None but
# _hints and presentation imports typing, which takes longer than all the rest: a type checker takes
# TYPE_CHECKING for true.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from . import presentation
    from ._native.errors import (
        ArgumentError,
        BusyError,
        CannotOpenError,
        ClosedError,
        ConflictError,
        CorruptError,
        CursorError,
        DirectoryError,
        DiskError,
        DiskFullError,
        Error,
        ExistingFileError,
        ExistsError,
        ForkedError,
        InternalError,
        InvalidError,
        NewerStoreError,
        NoSuchFileError,
        NotAStoreError,
        NotFoundError,
        NotPermittedError,
        OutOfMemoryError,
        ReadOnlyError,
        TextError,
        TooLargeError,
        TransactionError,
    )
    from ._native.values import Status
    from .binding import Binding
    from .book_quotes import BookQuotes
    from .books import Books
    from .changes import Change, Changes
    from .controls import Star, StarControl, Stepper
    from .forms import FormDefaults, form_defaults
    from .frames import ArrowRows
    from .genres import Genres, StandardGenre, standard_genres
    from .hints import Conditions, GenreLike, Identifiers
    from .identifiers import Identifier
    from .maintenance import Problem
    from .models import Book, BookGenres, Genre, Match, Page, Query
    from .observer import Observer
    from .opening import open, open_preview
    from .orders import Order, Orders, OrderTotal
    from .presentation import Language
    from .prices import Price, currency_digits
    from .quote import Quote
    from .quotes import Quotes
    from .reading import Reading
    from .readings import BookReadings, Readings
    from .statistics import Statistics
    from .store import Store, Transaction

__all__ = [
    "ArgumentError",
    "ArrowRows",
    "Binding",
    "Book",
    "BookGenres",
    "BookQuotes",
    "BookReadings",
    "Books",
    "BusyError",
    "CannotOpenError",
    "Change",
    "Changes",
    "ClosedError",
    "Conditions",
    "ConflictError",
    "CorruptError",
    "CursorError",
    "DirectoryError",
    "DiskError",
    "DiskFullError",
    "Error",
    "ExistingFileError",
    "ExistsError",
    "ForkedError",
    "FormDefaults",
    "Genre",
    "GenreLike",
    "Genres",
    "Identifier",
    "Identifiers",
    "InternalError",
    "InvalidError",
    "Language",
    "Match",
    "NewerStoreError",
    "NoSuchFileError",
    "NotAStoreError",
    "NotFoundError",
    "NotPermittedError",
    "Observer",
    "Order",
    "OrderTotal",
    "Orders",
    "OutOfMemoryError",
    "Page",
    "Price",
    "Problem",
    "Query",
    "Quote",
    "Quotes",
    "ReadOnlyError",
    "Reading",
    "Readings",
    "StandardGenre",
    "Star",
    "StarControl",
    "Statistics",
    "Status",
    "Stepper",
    "Store",
    "TextError",
    "TooLargeError",
    "Transaction",
    "TransactionError",
    "__version__",
    "currency_digits",
    "form_defaults",
    "library_version",
    "open",
    "open_preview",
    "presentation",
    "sqlite_version",
    "standard_genres",
]

# In which module each of them is.
_NAMES = {
    "_native.errors": (
        "ArgumentError",
        "BusyError",
        "CannotOpenError",
        "ClosedError",
        "ConflictError",
        "CorruptError",
        "CursorError",
        "DirectoryError",
        "DiskError",
        "DiskFullError",
        "Error",
        "ExistingFileError",
        "ExistsError",
        "ForkedError",
        "InternalError",
        "InvalidError",
        "NewerStoreError",
        "NoSuchFileError",
        "NotAStoreError",
        "NotFoundError",
        "NotPermittedError",
        "OutOfMemoryError",
        "ReadOnlyError",
        "TextError",
        "TooLargeError",
        "TransactionError",
    ),
    "_native.values": ("Status",),
    "binding": ("Binding",),
    "book_quotes": ("BookQuotes",),
    "books": ("Books",),
    "changes": (
        "Change",
        "Changes",
    ),
    "controls": (
        "Star",
        "StarControl",
        "Stepper",
    ),
    "forms": (
        "FormDefaults",
        "form_defaults",
    ),
    "frames": ("ArrowRows",),
    "genres": (
        "Genres",
        "StandardGenre",
        "standard_genres",
    ),
    "hints": (
        "Conditions",
        "GenreLike",
        "Identifiers",
    ),
    "identifiers": ("Identifier",),
    "maintenance": ("Problem",),
    "models": (
        "Book",
        "BookGenres",
        "Genre",
        "Match",
        "Page",
        "Query",
    ),
    "observer": ("Observer",),
    "opening": (
        "open",
        "open_preview",
    ),
    "orders": (
        "Order",
        "OrderTotal",
        "Orders",
    ),
    "presentation": ("Language",),
    "prices": (
        "Price",
        "currency_digits",
    ),
    "quote": ("Quote",),
    "quotes": ("Quotes",),
    "reading": ("Reading",),
    "readings": ("BookReadings", "Readings"),
    "statistics": ("Statistics",),
    "store": (
        "Store",
        "Transaction",
    ),
}
_HOMES = {name: home for home, names in _NAMES.items() for name in names}

if not TYPE_CHECKING:  # or else any name could be taken from here

    def __getattr__(name):
        """Loads what is first used now."""
        if name == "presentation":
            return __import__(f"{__name__}.presentation", fromlist=["stars"])
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        made = globals()[name] = getattr(
            __import__(f"{__name__}.{_HOMES[name]}", fromlist=[name]), name
        )
        return made

    def __dir__():
        return sorted({*globals(), *__all__})
