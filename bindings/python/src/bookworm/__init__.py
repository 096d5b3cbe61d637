"""Bookworm: books, genres, quotes and readings in a store that several programs use at once.

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
    store.books, .genres, .quotes   Books, Genres and Quotes; also .readings, .shelves and .orders
    store.transaction()             a Transaction: all of a block happens, or none of it
    store.observe()                 an Observer of all that any program changes
    store.observe(since=n)          the same, and of what came after a transaction
    store.undo(), .redo()           take back what was done last; do it again: undo_name, redo_name,
                                    undo_count, redo_count, undo_conflicts(), drop_undo(),
                                    clear_undo()
    store.undo_step("de")           an UndoStep: what is next, as data and in a language
    store.close()                   as leaving its with block does
    store.path, .read_only, .closed, .schema_version, .log_bytes

Books, which is store.books
    create(), create_many()         enter one; enter many, from rows or columns, in one step
    check()                         all that is wrong with one that a form is to enter
    update(), update_many()         change some to the same; each by a row of its own, or a frame
    find_or_create()                the book with these identifiers, or this title and author
    import_from(source, rows)       take over another program's books, again and again: an Imported,
                                    with an ImportedRow for each row
    books[id], get(), get_many()    read by id; with_source() by that of an import's source
    where(), where_not(), order_by(), all()   give a Query; iterating reads all by title and author
    search("dune sand*")            gives a Query for what holds these words
    find("rating>=4 dune")          the Query of a line that a person typed into a search box
    delete(), del books[id]         delete by id
    duplicates()                    a Duplicates for each group of books that likely are the same
    count(), len(), in

Book
    title, author, rating, ...      its fields: setting one writes to the store
    update(), refresh(), delete()   set several in one step; read again; delete
    as_dict(), as_json()            all that it has, as a dict and as JSON
    set_status(), toggle_favourite()
    merge(other)                    make one of two, and tell each Difference
    genres                          BookGenres: add(), discard(), remove(), toggle(), set(),
                                    clear(), names(), ids(), primary, index(), in, by position
    quotes, readings                BookQuotes, BookReadings: add(), in their order, by position
    identifiers                     a tuple of Identifier; assigning replaces them
    sources                         a tuple of Source: where it was imported from, and the raw row
    price                           a Price, such as Price(1299, "EUR"), or None
    picture                         the key of its primary genre's picture, or None
    observe()                       an Observer of this book
    bind("rating")                  a Binding: one field as a control's two-way value

Genres, which is store.genres
    create(), create_standard()     make one; make the standard seven
    find_or_create(), find_or_create_many()
    genres[name or id], get()       read; iterating gives all by name
    by_display_name("pl")           all in the order of their names in a language
    delete(), del genres[name or id]
    count(), len(), in

Genre
    name, colour                    setting one writes to the store
    rgb, text_colour, picture       the colour as ints; what can be read on it; a picture's key
    book_count, books               how many books, and their Query
    display_name()                  its name in a language, if it is a standard genre
    bind("colour"), bind("name")    a Binding, as of a book
    refresh(), delete(), merge(other)   the last makes one of two genres

Quotes and Readings: store.quotes and store.readings, by id; iterating gives all, quotes are counted
    text, page; outcome, note, ...  of a Quote and of a Reading: setting one writes to the store
    bind("text"), bind("page")      of a Quote: a Binding, as of a book
    id, book_id, created, global_id, refresh(), delete()
    with_global_id(uuid)            of Books, Genres, Quotes, Readings, Orders, Shelves: a row by
                                    global id

Query: immutable, chainable, read when it is used
    where(), where_not(), |, -      narrow, leave out, join; each gives a new Query
    order_by(), query[:20]          order, and last of all slice
    search(), matches()             search for words; each Match with the place where it was found
    query[3], first(), ids()        read a book; the first one or None; the ids alone
    for book in query               stream the books
    columns("title", "rating")      read fields as lists
    polars.DataFrame(query)         a data frame of the books, by their Arrow stream; and so
                                    pyarrow.table(query), pandas.DataFrame.from_arrow(query), and
                                    DuckDB; create_many() takes such frames, without what
                                    the store gives: id, updated and global_id
    arrow("title", "rating")        ArrowRows: the same with some fields only
    polars.DataFrame(store.orders)  and so store.genres, .quotes, .readings and .shelves; genres,
                                    quotes and readings of a book; and statistics_by()
    store.arrow("links")            all rows of any table, also "sources" and "merged_books"
    page(), pages()                 a Page at a time, going on, or back, from a cursor or position
    position(), position_of("D")    where a book stands; where those that begin so do
    count(), len(), bool()          count without reading
    query[:20].observe()            an Observer of what enters, leaves and moves
    update(), rate(), add_genre(), delete()   change all that match in one step
    statistics(), statistics_by()   Statistics of what matches, whole or by group; see below

Shelves, which is store.shelves: searches that are saved
    create("Good ones", "rating>=4")   save a search line under a name: a Shelf
    shelves[name or id], get()      read; iterating gives all by name
    del shelves[name or id], count(), len(), in

Shelf
    name, line                      setting one writes to the store
    books                           the Query of its line: read, count, observe it
    count(), refresh(), delete()

Statistics
    store.statistics()              books, rated, average, ratings of the whole store
    store.statistics_by("genre")    a StatisticsByGroup with one for each group: "genre",
                                    "author", "month_added", "month_finished"

Orders, which is store.orders
    place(), cancel()               order some pieces of a book that has a price: an Order
    orders[id], get(), after(), in  read; iterating gives all, the first one first
    of_book()                       those of one book
    totals()                        an OrderTotal for each currency

Looking after a store
    store.backup(path)              copy it into a new file while it is used
    store.copy_to(address)          copy it to a server, or from there
    store.merge(other, rule=...)    bring in what was changed in another copy: a StoreMerge
    store.check()                   a list with a Problem for each thing that is wrong
    store.rebuild()                 make anew what is derived: keys, links, counters, last ids
    store.compact()                 make the file as small as its contents allow
    store.was_kept(receipt)         on a server: what became of a commit, after OutcomeUnknownError
    store.export_json(path)         everything as one JSON document
    store.import_json(path)         and back, into a store that has nothing

Observer: hears what is committed, here or in another program. Made by the observe() of a store, a
book, a query[:20], of store.genres, .shelves and .orders, of book.quotes and .readings, and by the
observe_statistics() of a store and a query
    next(timeout), for, async for   wait for the next Changes: what one transaction changed
    run(callback)                   call back for each, in this thread
    page                            of a query or a list: its rows as of what has been told
    transaction                     the last one that was told: observe(since=...) goes on from it
    fileno(), close(), closed

Changes: a sequence of Change, with transaction, committed, reread

Binding: a control's two-way value of one field of one book
    value                           read it, set it
    wait(timeout), for, async for   until somebody else has set it
    Binding.constant("rating", 3)   one for a preview
    Draft(), Draft.of(book)         a whole book as a form has it: may be empty or wrong, is checked
                                    by check(store), and saved by save(store)
    Draft.bind("rating")            a DraftField: one field of it, as a Binding is of a book's
    field, fileno(), close(), closed

Needing no store
    standard_genres(), form_defaults(), currency_digits(), library_version(), sqlite_version()
    presentation                    a module: ratings, colours, names and errors as every frontend
                                    shows them, in each Language
    StarControl, Stepper            models of what a frontend draws; a StarControl shows each Star

Types for hints: Status, Identifier, Identifiers, GenreLike, Conditions, Page, StandardGenre,
FormDefaults.

Errors: a value that is refused and anything that fails raises a bookworm.Error, one class for each
kind, which is also the built-in exception that fits; in a batch it says the row. Mistakes in the
program raise Python's own: a wrong type or keyword TypeError, a position past the end IndexError,
an unknown attribute AttributeError.
    ValueError          InvalidError, TextError, TooLargeError, ArgumentError, CursorError,
                        ClosedError, NotAStoreError, ExistsError with ExistingFileError
                        (FileExistsError)
    TypeError           WrongTypeError, in a batch
    KeyError            NotFoundError
    TimeoutError        BusyError
    PermissionError     ReadOnlyError, NotPermittedError
    OSError             CannotOpenError with NoSuchFileError (FileNotFoundError), DirectoryError
                        (IsADirectoryError) and NotPermittedError; CorruptError, DiskError,
                        DiskFullError, OutcomeUnknownError (ConnectionError)
    RuntimeError        TransactionError, ConflictError, ForkedError, NewerStoreError,
                        InternalError
    MemoryError         OutOfMemoryError

A Book, a Genre, a Quote or a Reading is a snapshot of its row. Instants are aware datetimes in UTC,
days are dates, and what is not set is None; only a book that is not rated has the rating 0.

Everything may be used from any thread, and a store from any number of processes; a process that is
forked while it has a store open can use neither it nor that file (ForkedError). Python's sqlite3
module may look into a store at any time; writing goes through this package.
"""

from ._native import library as _library  # noqa: F401  # that it is missing is told now
from ._native.modules import load as _load

# A program that opens a store and reads a page must not wait for the parts that it never uses. So a
# module imports at its top what opening a store and reading books needs, and what all of its own
# functions need; all else is loaded when it is first used: here by __getattr__() below, elsewhere
# by a LazyModule, and never by an import within a function, which a signal handler might interrupt.
# None but hints and presentation imports typing, which takes longer than all the rest: a type
# checker takes TYPE_CHECKING for true.


def _declared():
    """The module of each public name, as __init__.pyi declares them, for here and type checkers.

    It is a row of `from .module import name as name`, several names in parentheses.
    """
    text = __spec__.loader.get_data(f"{__file__}i").decode()
    for mark in "(),":
        text = text.replace(mark, " ")
    homes, home, words = {}, __name__, iter(text.split())
    for word in words:
        if word == "from":
            home = f"{__name__}{next(words)}".rstrip(".")
            _ = next(words)  # import
        else:
            homes[word] = home
            _ = next(words), next(words)  # as name
    return homes


_HOMES = _declared()
__all__ = sorted(_HOMES)


def __getattr__(name):
    """Loads what is first used now."""
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if home == __name__:
        return _load(f"{home}.{name}", "it")
    made = globals()[name] = getattr(_load(home, name), name)
    return made


def __dir__():
    return sorted({*globals(), *__all__})
