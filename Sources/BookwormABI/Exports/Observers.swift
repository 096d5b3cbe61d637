// Observers
//
// An observer hears what is committed to a store, by this process or another: which books, genres,
// quotes, readings, orders and shelves were inserted, updated (in which fields) or deleted. What
// one transaction did is heard together, so that a writer decides what is one change. An observer
// hears what is committed after it was opened.
//
// It is asked: wait in bw_observer_next(), or put the descriptor of bw_observer_get_descriptor()
// into an event loop. A slow observer loses nothing, and is told nothing twice: the store keeps the
// last 4096 transactions. One that has fallen behind those, and one that meets a transaction that
// changed too much to be told, hears BW_CHANGE_REREAD and goes on from there. Too much is more than
// 100,000 rows, or more than fits into the 64 KiB that the store keeps of a transaction: rows with
// successive ids that changed alike take a few bytes together, but of scattered ones some 6,500 may
// be too many.
//
// To be woken by other processes, the store has a small file beside it, named like the store with
// "-wake" at its end; the first observer makes it, and it may stay for ever. Where this file cannot
// be made or watched, an observer looks at the store 20 times a second instead of being woken.
// On a server, the first observer opens a session that listens instead; where a server tells
// nothing, as a standby or behind a pooler of transactions, an observer looks once a second.
// Waiting takes no processor time to speak of: an observer looks at its store once a second, for a
// program that was killed between its commit and its wake-up call. It keeps no state of the store
// alive between calls. It needs two file descriptors, and the first one two more and one of the 128
// inotify instances that a user may have, which the store keeps until it is closed.
//
// Where `fields` names fields of books, of BW_BOOK_*, updates of others are not heard; 0 and
// BW_FIELDS_ALL stand for all. BW_BOOK_UPDATED stands for every field of a book that changes when
// it does. That a genre got another name or colour is heard with BW_BOOK_GENRES, quotes are heard
// with BW_BOOK_QUOTES and readings with BW_BOOK_READINGS, also as an update of their book in that
// field. That a shelf got another name or line is heard only where all fields are asked for. Of a
// new book's first reading nothing else is told than that it was inserted.
import BookwormModel
import CBookwormTypes

/// Begins to observe a whole store. `store` must be a store, not a transaction. Free the observer
/// with bw_observer_free().
///
/// It hears of every row that is inserted or deleted, and of updates of `fields`. That a genre is
/// deleted is told by the genre alone; the books that had it are not told.
@_cdecl("bw_store_observe")
public func bw_store_observe(
  _ store: BWStore?, _ fields: bw_fields, _ observer: UnsafeMutablePointer<BWObserver?>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (store, observer) = (try Handles.store(store), try required(observer, "observer"))
    observer.pointee = try Handles.add(try store.observe(BookFields(rawValue: fields)))
  }
}

/// Begins to observe one book, as above. It hears of the book's updates and its deletion; of its
/// quotes and readings; and of its genres: where one is renamed or recoloured, by a row of the
/// genre, and where one is deleted, by a row of the genre and an update of the book in
/// BW_BOOK_GENRES. After the book's deletion it hears nothing, unless an undo brings the book back:
/// BW_CHANGE_INSERTED. Fails with BW_ERROR_NOT_FOUND where there is no such book.
@_cdecl("bw_book_observe")
public func bw_book_observe(
  _ store: BWStore?, _ book: Int64, _ fields: bw_fields,
  _ observer: UnsafeMutablePointer<BWObserver?>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (store, observer) = (try Handles.store(store), try required(observer, "observer"))
    observer.pointee = try Handles.add(try store.observe(book: book, BookFields(rawValue: fields)))
  }
}

/// Begins to observe a page of a query, which must have a limit, of at most 10,000. The query is
/// copied. Read the page with bw_observer_get_page() first.
///
/// It hears which books entered and left the page and which moved among the others, with their
/// positions in the old page and the new; of those that stayed, the updates; and where a genre of
/// the page is renamed or recoloured. Take the rows that left and moved out of the page you show,
/// then put those that entered and moved in at their positions, in the order in which they are
/// told: that is the new page. All transactions since the last call are told together, as one
/// change of the page.
///
/// Cost: to begin with, one run of the query, in this call: an event loop calls it on another
/// thread. Who observes the same page already does not wait for that. A change of fields that
/// neither the query looks at nor a book of the page has reads nothing. Of any other only the books
/// are looked at that were changed, and those that the observer knows: the page, what the offset
/// leaves out, and half as many as the page and 50 more behind it, which move up when others leave.
/// The query runs again when those are used up, when a transaction changed more than 1,000 books,
/// when a genre was added, renamed or deleted and the query looks at genres, and in two cases
/// always: in the order of relevance, and where the offset is above 10,000. Of a store with more
/// than 1,000 books that is not in memory a thread of the library runs it, so that no event loop
/// has to wait: the change is told, and the descriptor readable, once it is done, and
/// bw_observer_next() tells nothing of it before, with a `timeout` of 0 too. bw_store_close() waits
/// for such a thread. Observers of the same page of one store share all of this.
@_cdecl("bw_query_observe")
public func bw_query_observe(
  _ store: BWStore?, _ query: BWQuery?, _ fields: bw_fields,
  _ observer: UnsafeMutablePointer<BWObserver?>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (store, query) = (try Handles.store(store), try Handles.query(query))
    let observer = try required(observer, "observer")
    observer.pointee = try Handles.add(
      try store.observe(query.value, BookFields(rawValue: fields)))
  }
}

/// Begins to observe the list of all genres, as bw_genres_list() reads it, which is its page. It
/// hears which genres entered, left and moved, as the observer of a query does of books, and of
/// those that stayed what was changed: BW_GENRE_NAME, BW_GENRE_COLOUR, and BW_OUTPUT_BOOKS where
/// another number of books has it. Cost: a change of genres, or of any book's genres, reads the
/// list.
@_cdecl("bw_genres_observe")
public func bw_genres_observe(
  _ store: BWStore?, _ observer: UnsafeMutablePointer<BWObserver?>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (store, observer) = (try Handles.store(store), try required(observer, "observer"))
    observer.pointee = try Handles.add(try store.observe(list: .genres))
  }
}

/// Begins to observe the list of all shelves, as bw_shelves_list() reads it, which is its page, and
/// hears of it as above. That other books stand on a shelf is heard by an observer of its query.
@_cdecl("bw_shelves_observe")
public func bw_shelves_observe(
  _ store: BWStore?, _ observer: UnsafeMutablePointer<BWObserver?>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (store, observer) = (try Handles.store(store), try required(observer, "observer"))
    observer.pointee = try Handles.add(try store.observe(list: .shelves))
  }
}

/// Begins to observe the quotes of a book, as bw_book_list_quotes() reads them, which are its page,
/// and hears of them as above. Fails with BW_ERROR_NOT_FOUND where there is no such book.
@_cdecl("bw_book_observe_quotes")
public func bw_book_observe_quotes(
  _ store: BWStore?, _ book: Int64, _ observer: UnsafeMutablePointer<BWObserver?>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (store, observer) = (try Handles.store(store), try required(observer, "observer"))
    observer.pointee = try Handles.add(try store.observe(list: .quotes(ofBook: book)))
  }
}

/// Begins to observe the readings of a book, as bw_book_list_readings() reads them, which are its
/// page, and hears of them as above. Fails with BW_ERROR_NOT_FOUND where there is no such book.
@_cdecl("bw_book_observe_readings")
public func bw_book_observe_readings(
  _ store: BWStore?, _ book: Int64, _ observer: UnsafeMutablePointer<BWObserver?>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (store, observer) = (try Handles.store(store), try required(observer, "observer"))
    observer.pointee = try Handles.add(try store.observe(list: .readings(ofBook: book)))
  }
}

/// Begins to observe the orders of a store: it hears of each that is placed, BW_CHANGE_INSERTED, or
/// cancelled, BW_CHANGE_UPDATED, as the observer of a store does, and has no page.
@_cdecl("bw_orders_observe")
public func bw_orders_observe(
  _ store: BWStore?, _ observer: UnsafeMutablePointer<BWObserver?>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (store, observer) = (try Handles.store(store), try required(observer, "observer"))
    observer.pointee = try Handles.add(try store.observeOrders())
  }
}

/// Begins to observe the statistics of the books that `query`, which may be NULL, matches, or of
/// all books, as a whole and by any group. It hears BW_CHANGE_REREAD when they may have changed,
/// and has no page. Nothing is read for it.
@_cdecl("bw_store_observe_statistics")
public func bw_store_observe_statistics(
  _ store: BWStore?, _ query: BWQuery?, _ observer: UnsafeMutablePointer<BWObserver?>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (store, observer) = (try Handles.store(store), try required(observer, "observer"))
    let query = try Handles.optionalQuery(query)
    observer.pointee = try Handles.add(try store.observeStatistics(query))
  }
}

/// Waits until there is something to tell, and tells it: a result of changes, to be read with
/// bw_result_get_change() and freed with bw_result_free(). It has no rows where nothing came within
/// `timeout` milliseconds; 0 only looks, -1 waits for ever.
///
/// An observer of a store or of a book tells the next transaction that means something for it, each
/// row of which once: one that was both inserted and deleted is left out. Threads that share an
/// observer each get other transactions. A signal does not end the waiting.
///
/// Fails with BW_ERROR_HANDLE, at once, when the observer is freed or its store is closed, also
/// while it waits. After another failure nothing is lost: call again.
@_cdecl("bw_observer_next")
public func bw_observer_next(
  _ observer: BWObserver?, _ timeout: Int64, _ changes: UnsafeMutablePointer<BWResult?>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (observer, changes) = (
      try Handles.observer(observer), try required(changes, "changes")
    )
    changes.pointee = try Handles.add(try observer.next(timeout))
  }
}

/// Gives the page that an observer of a query observes, as of what it has told, as a result of
/// books: the query's fields, and always the id, and the genres unless the observer leaves those
/// out. Of the observer of a list it is the list. Free it with bw_result_free(). Costs nothing: the
/// observer holds it. Fails with BW_ERROR_ARGUMENT where it observes neither.
@_cdecl("bw_observer_get_page")
public func bw_observer_get_page(
  _ observer: BWObserver?, _ page: UnsafeMutablePointer<BWResult?>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (observer, page) = (try Handles.observer(observer), try required(page, "page"))
    page.pointee = try Handles.add(try observer.page())
  }
}

/// Gives the number of the last transaction that an observer has told or passed over, 0 where the
/// store had none: what was committed after it is told next. Of an observer that was just made, it
/// is the last transaction before. To go on from there later, also in another process, keep the
/// number and give it to bw_observer_resume().
@_cdecl("bw_observer_get_transaction")
public func bw_observer_get_transaction(
  _ observer: BWObserver?, _ transaction: UnsafeMutablePointer<Int64>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (observer, transaction) = (
      try Handles.observer(observer), try required(transaction, "transaction")
    )
    transaction.pointee = observer.transaction
  }
}

/// Goes on after a pause: has an observer that was just made tell what was committed after the
/// transaction `since` too, the number of one that was told before; 0 stands for all that the store
/// ever saw. So a program that was away misses nothing and hears nothing twice. Called later, it
/// goes to that place too, and what comes after it is told again.
///
/// Where the store keeps that transaction no more, or never had one of this number, the observer
/// hears BW_CHANGE_REREAD first. So it is with the observer of a page which since then may have got
/// other books or another order, as the page of then is not known, and with that of a book where a
/// genre was deleted since.
@_cdecl("bw_observer_resume")
public func bw_observer_resume(
  _ observer: BWObserver?, _ since: Int64, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) { try Handles.observer(observer).resume(after: since) }
}

/// Gives a file descriptor for poll(), epoll or an event loop: readable when there may be something
/// to tell. Then call bw_observer_next() with the time-out 0, until it tells nothing; it may also
/// turn out that there was nothing. It is readable too when the store has been closed. It belongs
/// to the observer: never read or close it, and take it out of the event loop before
/// bw_observer_free().
@_cdecl("bw_observer_get_descriptor")
public func bw_observer_get_descriptor(
  _ observer: BWObserver?, _ descriptor: UnsafeMutablePointer<Int32>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let descriptor = try required(descriptor, "descriptor")
    descriptor.pointee = try Handles.observer(observer).descriptor
  }
}

/// Frees an observer; a thread that waits in bw_observer_next() gets BW_ERROR_HANDLE. NULL is
/// allowed and does nothing; one that is freed already gives BW_ERROR_HANDLE. Results that it gave
/// stay valid.
@_cdecl("bw_observer_free")
public func bw_observer_free(_ observer: BWObserver?) -> bw_status {
  boundary(nil, ends: true) { try Handles.end(observer, Observer.handleKind) }
}
