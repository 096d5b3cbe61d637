"""Bookworm: books, genres, quotes and readings in a store that programs share.

    import bookworm

    with bookworm.open("library.books") as store:
        dune = store.books.create("Dune", "Frank Herbert", genres=["Science Fiction"], rating=5)
        dune.status = "completed"
        dune.readings[-1].note = "Slow at first."
        for book in store.books.where(genre="Fantasy", rating=(4, 5)).order_by("-rating")[:20]:
            print(book.title, book.rating)

        with store.transaction():
            store.books.where(title_contains="draft").delete()

An index. Everything has its own help, such as help(bookworm.Query.where):

Opening
    bookworm.open(path)             a Store; creates it if there is none
    bookworm.open_preview()         a new Store with sample books, in memory by default
    store.books, .genres, .quotes   Books, Genres, Quotes; also .readings, .shelves and .orders
    store.transaction()             a Transaction: all of a block happens, or none of it
    store.observe()                 an Observer of all changes by any program; observe(since=n) also
                                    reports changes after a transaction
    store.undo(), .redo()           undo the last step; redo it. Also undo_name, redo_name,
                                    undo_count, redo_count, undo_conflicts(), drop_undo(),
                                    clear_undo(), undo_step("de") (an UndoStep)
    bookworm.open(path, history="terminal")
                                    keeps the steps in the store: store.history, a History of Step;
                                    store.histories(), a HistoryInfo for each name;
                                    undo(step), redo(step), undo_conflicts(step), last_step
    store.path, .read_only, .closed, .schema_version, .log_bytes, .articles_last, close()

Books, which is store.books
    create(), create_many()         create one; create many, from rows or columns, in one step
    check()                         all errors in the values of a form for a new book
    update(), update_many()         change some in the same way; each by its own row, or a frame
    find_or_create()                the book with these identifiers, or this title and author
    import_from(source, rows)       import books of another program, again and again; with
                                    typed_in="en" from texts. Returns an Imported: an ImportedRow
                                    for each row, a MissingRow for each book without one
    books[id], get(), get_many()    read by id; with_source() by the id that a source gave
    where(), where_not(), order_by(), all()   a Query; iterating reads all by title and author
    search("dune sand*")            a Query for the books that contain these words
    rename_person("N. Gaiman", "Neil Gaiman")   two spellings of one person become one
    cover(book), set_cover(book, data)          a book's picture, a Cover or None, by its id
    find("rating>=4 dune")          the Query of a line that a person typed into a search box
    complete("dune gen")            completions of such a line: a Completion for each
    delete(), del books[id], duplicates() (a Duplicates per group), count(), len(), in

Book
    title, author, rating, ...      its fields: setting one writes to the store
    update(), refresh(), delete()   set several in one step; read again; delete
    as_dict(), as_json()            everything about it, as a dict and as JSON
    set_status(), toggle_favourite(), merge(other) (two books become one: returns each Difference)
    genres                          BookGenres: add(), discard(), remove(), toggle(), set(),
                                    clear(), names(), ids(), primary, index(), in, by position,
                                    by_display_name("pl")
    quotes, readings                BookQuotes, BookReadings: add(), in order, by position
    identifiers, contributors       tuples of Identifier and Contributor
    sources                         a tuple of Source
    price, picture                  a Price or None; the key of its primary genre's picture or None
    cover                           a Cover or None; assign bytes to set it
    observe(), bind("rating")       an Observer; a Binding: one field as a control's two-way value

Genres, which is store.genres
    create(), create_standard(), find_or_create(), find_or_create_many()
    recolour()                      gives red genres the colours of their names
    genres[name or id], get()       read; iterating gives all by name
    by_display_name("pl")           all, sorted by names in that language
    delete(), del genres[name or id], count(), len(), in

Genre
    name, colour                    setting one writes to the store
    rgb, text_colour, picture       the colour as ints; a readable text colour; a picture's key
    book_count, books               the number of its books, and their Query
    display_name()                  its name in the given language
    bind(), refresh(), delete(), merge(other)

Quotes and Readings: store.quotes and store.readings, by id
    text, page; outcome, note, ...  of a Quote and of a Reading: setting one writes to the store
    id, book_id, created, global_id, bind() (quotes only), refresh(), delete()
    with_global_id(uuid)            every collection has it: a row by its global id

Query: immutable, chainable, read when it is used
    where(), where_not(), |, -      conditions, alternatives, differences: each a new Query
    order_by(), query[:20]          the order; a slice, which comes last
    line, conditions, order, limit  its search line, and the parts of it: a Condition for each, ...
    search(), matches()             search for words; a Match for each book with the place found
    query[3], first(), ids(), for book in query
    columns("title", "rating")      fields as lists
    polars.DataFrame(query)         a data frame, by its Arrow stream; also pyarrow.table(query),
                                    pandas.DataFrame.from_arrow(query) and DuckDB. create_many()
                                    takes such frames
    arrow("title", "rating")        ArrowRows: the same with some fields only
    store.arrow("links")            all rows of any table; store.genres, .quotes, .orders, ... and
                                    statistics_by() are Arrow streams too
    page(), pages()                 a Page at a time, by cursor or position; page.total counts all
    position(), position_of("D")    the position of a book, and of the first that begins with a text
    count(), len(), bool()          count without reading
    query[:20].observe()            an Observer of which books enter, leave and move
    update(), rate(), add_genre(), delete()   change all matches in one step
    statistics(), statistics_by()   Statistics of the matches, in total or by group
    facets("publisher", "pen", 10)  the largest groups of the matching books
    with_facet(), without_facet(), has_facet()   narrow it to one of them, and widen it again
    narrowed("rating:5"), widened(), has()       the same with any conditions

Shelves, which is store.shelves: saved searches
    create("Good ones", "rating>=4")   save a search line under a name: a Shelf
    shelves[name or id], get(), del shelves[name or id], count(), len(), in

Shelf
    name, line                      setting one writes to the store
    books, count(), refresh(), delete()   the Query of its line

Statistics
    store.statistics()              books, rated, average, ratings of the whole store
    store.statistics_by("genre")    a StatisticsByGroup by genre, author, month_added,
                                    month_finished, series, publisher, language, format, status,
                                    rating, year, decade, shelf, person, or a role such as
                                    translator
    store.facets("author")          the same, the largest group first

Orders, which is store.orders
    place(), cancel()               order copies of a book that has a price: an Order
    orders[id], get(), after(), of_book(), in
    totals()                        an OrderTotal for each currency

Maintenance
    store.backup(path)              copy it into a new file while it is in use
    bookworm.restore(backup, path)  replace a store, which no program has open, with a backup
    store.copy_to(address)          copy it to a server, or from there
    store.merge(other, rule=...)    merge another copy of the store: a StoreMerge
    store.check(), .rebuild()       a Problem for each fault; rebuild derived data
    store.compact()                 rewrite the file as small as possible
    store.was_kept(receipt)         on a server: the outcome of a commit after OutcomeUnknownError
    store.export_json(path), store.import_json(path)   everything as one JSON document

Observer: made by the observe() of a store, a book, a query[:20], of store.genres, .shelves and
.orders, of book.quotes and .readings, and by observe_statistics() of a store and a query
    next(timeout), for, async for, run(callback)   wait for the next Changes: one transaction
    page, transaction, fileno(), close(), closed

Changes: a sequence of Change, with transaction, committed, reread

Binding: a control's two-way value of one field of one row
    value, wait(timeout), for, async for, field, fileno(), close(), closed
    Binding.constant("rating", 3)   one for a preview
    Draft(), Draft.of(book)         a whole book in a form; check(store), save(store)
    Draft.bind("rating")            a DraftField: one field of it
    GenreDraft, QuoteDraft(book), ReadingDraft(book), ShelfDraft   the same of other rows

Without a store
    standard_genres(), form_defaults(), currency_digits(), library_version(), sqlite_version()
    presentation                    a module: ratings, colours, names and errors in each Language;
                                    parse() and format() of typed texts, preferred_language(), ...
    StarControl, Stepper            models of controls; a StarControl has a Star for each star

Types for hints: Status, Identifiers, GenreLike, ContributorLike, FacetLike, NewReading, Conditions,
StandardGenre, FormDefaults.

Errors: every failure raises a bookworm.Error. Each kind has a class, which is also the fitting
built-in exception; in a batch, the error has the row. Mistakes in a program raise Python's own
exceptions: TypeError, IndexError, AttributeError.
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
days are dates, and absent values are None, except that the rating of an unrated book is 0.

Any thread may use everything, and any number of processes may use one store. A child process that
was forked with a store open can use neither the store nor its file (ForkedError). Python's sqlite3
module can read a store at any time; only this package may write.
"""

from ._native.library import library as _library  # noqa: F401  # fails now if it is missing
from ._native.modules import load as _load

# A program that opens a store and reads a page must not wait for parts that it never uses. So a
# module imports at its top only what opening a store and reading books needs, and what all of its
# own functions need. Everything else is loaded at its first use: here by __getattr__() below,
# elsewhere by a LazyModule, and never by an import within a function, which a signal handler might
# interrupt. Only hints and presentation import typing, which takes longer than everything else. The
# other modules import it under TYPE_CHECKING, which only type checkers treat as true.


def _declared():
    """The module of each public name, from __init__.pyi, which type checkers read too.

    That file consists of statements `from .module import name as name`, with several names in
    parentheses.
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
    """Loads a public name at its first use."""
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if home == __name__:
        return _load(f"{home}.{name}", "it")
    made = globals()[name] = getattr(_load(home, name), name)
    return made


def __dir__():
    return sorted({*globals(), *__all__})
