// Observers
//
// An observer reports what is committed to a store, by this process or another: which books,
// genres, quotes, readings, orders and shelves were inserted, deleted or updated, with the changed
// fields. All changes of one transaction are reported together, so the writer decides what is one
// change. An observer reports what is committed after it was opened.
//
// Observers never call your code: wait in bw_observer_next(), or add the descriptor from
// bw_observer_get_descriptor() to an event loop. The calls that open an observer take a store, not
// a transaction. A slow observer loses nothing and receives nothing twice, as long as the store's
// change log, which has at least the last 4096 transactions, contains everything that the observer
// has not reported yet. Otherwise, and if a transaction has too many changes, the observer gets
// BW_CHANGE_REREAD and continues from there. Too many means more than 100,000 rows, or more than
// fits in the 64 KiB that the store keeps of a transaction: rows with successive ids and the same
// change take a few bytes together, but some 6,500 scattered rows may be too many.
//
// Other processes wake an observer through a small file next to the store, named like the store
// plus "-wake". The first observer creates it. The library never deletes it. If the file cannot be
// created or watched, observers check the store 20 times a second instead. On a server, the first
// observer opens a session that listens; if the server sends no notifications, as on a standby or
// through a transaction pooler, observers check once a second.
//
// Waiting takes almost no processor time: an observer checks its store once a second, in case a
// program was killed between its commit and the notification. It keeps no snapshot of the store
// between calls. An observer needs two file descriptors. The first observer of a store needs two
// more, and one of the user's 128 inotify instances, until the store is closed.
//
// `fields` are the fields of books (BW_BOOK_*) whose updates are reported; 0 and BW_FIELDS_ALL mean
// all fields. BW_BOOK_UPDATED means every field whose change sets `updated`. A genre's new name or
// colour is reported if `fields` has BW_BOOK_GENRES. Quotes are reported only if `fields` has
// BW_BOOK_QUOTES, readings only if it has BW_BOOK_READINGS, and books that were merged into others
// only if it has BW_BOOK_MERGED_BOOKS. A change of a quote or a reading is reported twice: as a
// change of the row itself, and as an update of its book's BW_BOOK_QUOTES or BW_BOOK_READINGS.
// Updates of other rows, such as a shelf's new name or line, or the cancellation of an order, are
// reported only if all fields are observed. Readings that are created together with their book are
// reported only as inserted, not also as an update of the book's BW_BOOK_READINGS.
//
// To wait for changes and for Ctrl-C at the same time, poll the observer's descriptor and one for
// the signal, because a signal handler must not call the library. Block the signal before you open
// the store, so that the library's threads block it too:
//
//     sigset_t signals;
//     sigemptyset(&signals);
//     sigaddset(&signals, SIGINT);
//     sigprocmask(SIG_BLOCK, &signals, NULL);
//     if (bw_store_open(path, -1, NULL, &store, &error) != BW_OK) return 1;
//     if (bw_store_observe(store, BW_FIELDS_ALL, &observer, &error) != BW_OK) return 1;
//
//     struct pollfd waits[2] = {{signalfd(-1, &signals, SFD_CLOEXEC), POLLIN, 0}, {-1, POLLIN, 0}};
//     if (bw_observer_get_descriptor(observer, &waits[1].fd, &error) != BW_OK) return 1;
//     while (poll(waits, 2, -1) > 0 && waits[0].revents == 0) {
//       int64_t rows;
//       do {
//         bw_result *changes;
//         if (bw_observer_next(observer, 0, &changes, &error) != BW_OK) return 1;
//         if (bw_result_count(changes, &rows, &error) != BW_OK) return 1;
//         if (rows > 0) show(changes);
//         bw_result_free(changes);
//       } while (rows > 0);
//     }
import BookwormExchange
import BookwormRecords
import CBookwormTypes

/// Begins to observe a whole store. `store` must be a store, not a transaction. Free the observer
/// with bw_observer_free().
///
/// It reports every row that is inserted or deleted, except that quotes, readings and merged books
/// are reported only if `fields` has their field: see "Observers" above. It also reports updates of
/// `fields`. A deleted genre is reported by itself; the books that had it are not.
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

/// Begins to observe one book, otherwise like bw_store_observe(). It reports the book's updates and
/// deletion, and changes of its quotes, readings and genres. If a genre of the book is renamed or
/// recoloured, it reports an update of the genre. If a genre of the book is deleted, it reports
/// that, and an update of the book's BW_BOOK_GENRES. After the book's deletion it reports nothing
/// until an undo restores the book; then it reports BW_CHANGE_INSERTED. Fails with
/// BW_ERROR_NOT_FOUND.
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

/// Begins to observe a page of a query. The query must have a limit, of at most 10,000; otherwise
/// the call fails with BW_ERROR_ARGUMENT. The query is copied. Read the page with
/// bw_observer_get_page() first.
///
/// It reports which books entered, left and moved, with their positions in the old and the new
/// page; the updates of books that stayed; and genres of the page that were renamed or recoloured.
/// To update your copy, remove the rows that left or moved, then insert those that entered or moved
/// at their positions, in the reported order. All transactions since the last call are reported
/// together, as one change of the page.
///
/// Cost: this call runs the query once, so an event loop should make it on another thread. Several
/// observers of the same page of one store share this work, and only the first of them runs the
/// query. After a change the observer reads as little as it can:
///
/// - It reads nothing if the changed books are not in the page, and the changed fields are not
///   among those that the query filters or sorts by.
/// - Otherwise it reads only the changed books and the books that it knows. These are the books of
///   the page, the books that the query's offset skips, and half a page plus 50 books after the
///   page, which move up when others leave.
/// - It runs the query again if the known books after the page are used up, if more than 1,000
///   books changed in fields that the query filters or sorts by, or if a genre was added, changed
///   or deleted and the query uses genres. In the order of relevance, with BW_OUTPUT_RANK, or with
///   an offset above 10,000, it runs the query again unless the first item of this list applies.
///
/// If the store has more than 1,000 books and is not in memory, a thread of the library runs the
/// query again, so that no event loop waits. Once that thread is done, the descriptor is readable
/// and bw_observer_next() reports the change. Until then a call with a `timeout` of 0 returns no
/// rows. bw_store_close() waits for that thread.
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

/// Begins to observe the list of all genres, in the order of bw_genres_list(). The list is the
/// observer's page. Like the observer of a query, it reports which genres entered, left and moved,
/// and the changes of those that stayed: BW_GENRE_NAME, BW_GENRE_COLOUR, and BW_OUTPUT_BOOKS if
/// their number of books changed. Cost: a change of genres, or of any book's genres, reads the
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

/// Begins to observe the list of all shelves, in the order of bw_shelves_list(), like
/// bw_genres_observe(). It does not report changes of the books on a shelf: observe the shelf's
/// query for that.
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

/// Begins to observe the quotes of a book, in the order of bw_book_list_quotes(), like
/// bw_genres_observe(). Fails with BW_ERROR_NOT_FOUND.
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

/// Begins to observe the readings of a book, in the order of bw_book_list_readings(), like
/// bw_genres_observe(). Fails with BW_ERROR_NOT_FOUND.
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

/// Begins to observe the orders of a store. It reports each order that is placed
/// (BW_CHANGE_INSERTED) or cancelled (BW_CHANGE_UPDATED), like the observer of a store, and has no
/// page.
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

/// Begins to observe the statistics of the books that match `query`, in total and by any group
/// except BW_GROUP_SHELF. The observer watches the fields that the query and the other groups use;
/// a shelf's line may use any field. `query` may be NULL for all books. The observer reports
/// BW_CHANGE_REREAD when the statistics may have changed, and has no page. It reads nothing itself.
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

/// Waits for changes, and returns them. `*changes` gets a result with one row per change, for
/// bw_result_get_change(). Free it with bw_result_free(). The result has no rows if nothing came
/// within `timeout` milliseconds; 0 does not wait, -1 waits forever.
///
/// An observer of a store or a book returns the next relevant transaction, each row once; a row
/// that was both inserted and deleted is left out. Threads that share an observer each get
/// different transactions. A signal does not end the wait.
///
/// Fails with BW_ERROR_HANDLE immediately when the observer is freed or its store is closed, even
/// during the wait. After any other error nothing is lost: call again.
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

/// Gets the observed page of a query as of the last reported change: a result of books with the
/// query's fields. It always includes the id, and also the genres unless the observer's fields
/// exclude them. For the observer of a list it returns the list. Free it with bw_result_free().
/// Cost: none, because the observer keeps the page. Fails with BW_ERROR_ARGUMENT if the observer
/// has no page.
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

/// Gets the number of the last transaction that an observer has reported or skipped, or 0 if the
/// store had none. The observer's next report begins after that transaction. A new observer has the
/// number of the last transaction before it was opened. To continue from there later, even in
/// another process, save the number and pass it to bw_observer_resume().
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

/// Makes a new observer also report what was committed after the transaction `since`, a number
/// saved earlier; 0 means everything since the store was created. So a program that was not running
/// misses nothing and receives nothing twice. If the observer has already reported changes, this
/// call takes it back to that transaction, and everything after it is reported again.
///
/// The observer first reports BW_CHANGE_REREAD in these cases:
///
/// - The store no longer has that transaction, or never had one with this number.
/// - For an observer of a page: the books of the page or their order may have changed since then.
///   The old page is unknown.
/// - For an observer of a book: a genre was deleted since then.
@_cdecl("bw_observer_resume")
public func bw_observer_resume(
  _ observer: BWObserver?, _ since: Int64, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) { try Handles.observer(observer).resume(after: since) }
}

/// Gets a file descriptor for poll(), epoll or an event loop. It is readable when there may be
/// changes, and when the store has been closed. Then call bw_observer_next() with the time-out 0
/// until it returns no rows; it may return none the first time. The descriptor belongs to the
/// observer: never read or close it, and remove it from the event loop before bw_observer_free().
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
/// allowed and does nothing; an observer that was already freed gives BW_ERROR_HANDLE. Its results
/// stay valid.
@_cdecl("bw_observer_free")
public func bw_observer_free(_ observer: BWObserver?) -> bw_status {
  boundary(nil, ends: true) { try Handles.end(observer, Observer.handleKind) }
}
