/* Generated from the Swift sources by Sources/headergen/regenerate: do not edit. */

/*
 * Bookworm keeps books, genres, quotes, readings and orders in a store, which is one SQLite file or
 * one schema on a PostgreSQL server. Several programs, in any language, can use a store at the same
 * time. This header is the complete interface for C and C++.
 *
 *     #include <bookworm.h>
 *     #include <stdio.h>
 *
 *     int main(void) {
 *       bw_error error;
 *       BW_INIT(error);
 *       bw_store *store = NULL;
 *       if (bw_store_open("books.bookworm", -1, NULL, &store, &error) != BW_OK) {
 *         fprintf(stderr, "%s\n", error.message);
 *         return 1;
 *       }
 *       bw_book book;
 *       BW_INIT(book);
 *       book.fields = BW_BOOK_TITLE | BW_BOOK_AUTHOR | BW_BOOK_RATING;
 *       book.title.data = "Dune";
 *       book.title.length = -1;
 *       book.author.data = "Frank Herbert";
 *       book.author.length = -1;
 *       book.rating = 5;
 *       int64_t id = 0;
 *       if (bw_book_create(store, &book, &id, &error) != BW_OK) {
 *         fprintf(stderr, "%s: %s\n", error.field, error.message);
 *       }
 *       bw_store_close(store, NULL);
 *       return 0;
 *     }
 *
 * Build it with: cc main.c $(pkg-config --cflags --libs bookworm)
 *
 * Names
 *   A function that returns a bw_status is named bw_<subject>_<verb>, plus the verb's object if it
 *   needs one. The subject is singular for one row or handle and plural for many rows. A get call
 *   returns one struct, value or handle; a list call returns rows in a bw_result; a count call
 *   counts rows. create and place add a row, set and update change one, delete deletes one. add,
 *   remove and toggle change a part of a row, such as a book's genres. find looks up a row; check
 *   looks for faults. import applies rows from another source; merge combines two rows, or two
 *   stores, into one. where_ adds a condition to a query. observe starts reporting changes; resume
 *   also reports the changes committed since a given transaction. open/close and new/free are for
 *   handles. A function that returns no bw_status computes from plain values and cannot fail. Its
 *   name is a noun, such as bw_version(), or a question, such as bw_rating_is_low().
 *
 * Handles and ids
 *   Stores, transactions, queries, results, streams, observers, bindings and backups are handles.
 *   Books, genres, quotes, readings, orders and shelves are rows, and so are the records of imports
 *   and of merged books. A row is identified by a 64-bit id, which is the same in every process
 *   and, once committed, is never given to another row. A row also has a global id, a UUID
 *   (bw_uuid, version 7 of RFC 9562), which is the same in every copy of the store. Read it as a
 *   field, such as BW_BOOK_GLOBAL_ID; bw_store_find_global_id() finds the row. Every call checks
 *   its handles: a handle that is NULL, already closed, of another type, or was never returned by
 *   the library gives BW_ERROR_HANDLE and does no harm. NULL is allowed only in _close and _free,
 *   and where the comment of a call says so. The library cannot detect a wrong length or a pointer
 *   to freed memory.
 *
 * Ownership
 *   The kind of a handle determines the call that ends it: bw_store_close() ends a store;
 *   bw_transaction_commit(), _rollback() or _free() ends a transaction. Any other handle is ended
 *   by the _free call of its type: bw_query_free(), for example, frees every query, whichever call
 *   returned it. _close and _free accept NULL, and then do nothing. Closing or freeing a handle
 *   twice gives BW_ERROR_HANDLE and does no harm. The caller owns results. They never change, and
 *   stay readable after their store is closed, until bw_result_free(). If a call fills in a struct,
 *   the pointers in it are borrowed from the handle that the call's comment names. Everything that
 *   you pass in is copied before the call returns, with three exceptions: a bw_star borrows its
 *   glyph from your bw_star_control, bw_genre_get_display_name() may return your own `name`, and a
 *   call that reads an Arrow stream takes ownership of it.
 *
 * Status, outputs, errors
 *   Every call that can fail returns a bw_status, and its last parameter is a bw_error *, which may
 *   be NULL. (The _free functions of queries, results, streams, observers, bindings and backups
 *   take none, because the only error they can report is BW_ERROR_HANDLE.) Outputs come just before
 *   the bw_error *. They are written only if the status is BW_OK or BW_ROLLED_BACK. The pointer for
 *   an output id may be NULL if you do not need the id. There is no per-thread state, and messages
 *   need not be freed. BW_NODISCARD makes the compiler warn about an ignored status. If a bw_error
 *   was not prepared (with BW_INIT, or as {sizeof(bw_error)}), the call fails with
 *   BW_ERROR_ARGUMENT before it does anything. Each call's comment lists its own errors. In
 *   addition, any call that has a bw_error * can fail with BW_ERROR_HANDLE, _ARGUMENT, _TEXT,
 *   _FORKED and _MEMORY, and reports a bug in the library as _INTERNAL. A call that takes a store
 *   but not a transaction refuses a transaction's handle with _ARGUMENT. In the same way, a call
 *   that ends a transaction or sets its name refuses a store's handle. Calls that read a store can
 *   also fail with _IO, _CORRUPT, _NEWER, _CANNOT_OPEN (the store was moved or deleted),
 *   _NOT_PERMITTED (a privilege on a server is missing) and, only for a store in memory or on a
 *   server, _BUSY. Calls on a transaction can also fail with _TRANSACTION. Calls that take a name
 *   or a query's condition can also fail with _INVALID and _TOO_LARGE. Calls that write can fail
 *   with all of these and with _BUSY, _READ_ONLY, _FULL and, on a server only, _OUTCOME_UNKNOWN. A
 *   failed call leaves the contents of the store as they were, although it may have moved commits
 *   from the log to the store's file, or have rewritten the file. There is one exception: after
 *   _OUTCOME_UNKNOWN, the commit may have succeeded.
 *
 * Structs
 *   Every struct begins with its own size, except bw_text, bw_uuid and Arrow's structs. BW_INIT
 *   clears a struct and sets its size; use it before you pass a struct to a call, for input or
 *   output. A value that a row does not have is absent: its bit in `fields` is not set, or the
 *   text's `data` is NULL. Absence is never expressed by a special number or text, with three
 *   exceptions: the rating 0 means not rated; the lists of readings and contributors in bw_book use
 *   such values; and a standard genre that is not in a store has the id 0 and a global id of zeros.
 *   Members that are not values of a row may use such numbers; their comments then say so.
 *
 * Text
 *   Text is UTF-8 without NUL characters. As input it is a pointer and a length in bytes; pass the
 *   length -1 for NUL-terminated text. Invalid UTF-8 gives BW_ERROR_TEXT and the offset of the
 *   first invalid byte. As output it is a pointer and a length, and a NUL follows the text, unless
 *   the text is your own: see Ownership.
 *
 * Instants and dates
 *   Instants are milliseconds since 1970-01-01T00:00:00Z. Calendar dates are numbers, YYYYMMDD.
 *   Dates that do not exist are refused.
 *
 * Threads
 *   Any thread may call any function on any handle. A handle may be closed while another thread
 *   is inside a call on it: that call completes first, or fails with BW_ERROR_HANDLE. The library
 *   never calls your functions, except the callbacks of an Arrow stream that you pass, on the
 *   thread that passes it. A thread that calls the library needs a stack of at least 64 KiB. Do
 *   not call it from a signal handler: if the thread was inside a call, the handler may wait
 *   forever.
 *
 * Processes
 *   Any number of processes may open a store and be notified of each other's commits: see
 *   Observers. Readers never wait for writers, except in a store in memory: see bw_store_open(). A
 *   commit never waits for readers, but the write after it may: see The file. A write first waits,
 *   up to the busy time-out, for the store's single write lock; if it does not get the lock, it
 *   fails with BW_ERROR_BUSY before it has begun. A write that has waited for 0.3 s takes
 *   precedence over writes that begin later, so a program that writes continuously does not keep
 *   others waiting. Use one transaction or one batch call for changes that belong together, and for
 *   speed.
 *
 * Fork
 *   A child process created by fork() cannot use its parent's stores: calls on them give
 *   BW_ERROR_FORKED, and closing them only frees memory. The child also cannot reopen a file that
 *   its parent had open at the fork (BW_ERROR_FORKED), because SQLite in the child would mistake
 *   the parent's locks for its own. At the fork, the library closes the child's copies of the
 *   store's descriptors, so the child holds no lock. Fork before you open a store, or call exec()
 *   in the child. Results stay readable in the child. If other threads were inside a call at the
 *   fork(), the child may use only its results and exec(), because SQLite's mutexes may stay locked
 *   in it. In a child created by _Fork() or by a direct system call, the library closes nothing,
 *   and the child keeps its parent's locks until it exits. In such a child, writes give
 *   BW_ERROR_FORKED; reads are not refused. Do not use the parent's stores in it. If another thread
 *   was inside a call when such a child was created, any call in that child may wait forever.
 *
 * The file
 *   The library contains its own SQLite, whose symbols are hidden from the program. It uses
 *   open-file-description (OFD) locks (Linux 3.15 or newer) instead of the process's POSIX locks,
 *   so other code in the process cannot release the locks by opening and closing a store's files.
 *
 *   A copy of an open store's files is not a backup: the files change while they are copied, and
 *   the copy may be damaged. Use bw_backup_new(), or copy the file after every program has closed
 *   the store.
 *
 *   Only this library may write a store. Any other SQLite may read it, such as the sqlite3 shell or
 *   Python's sqlite3 module: the tables are ordinary ones. If that SQLite is in the same process as
 *   this library, finish its reads before you close the store. That other SQLite uses POSIX locks.
 *   A process loses its POSIX locks on a file when any code in the process, including this library,
 *   closes the file.
 *
 *   Commits are appended to a write-ahead log, the "-wal" file. A commit that leaves the log at 16
 *   MiB or more checkpoints it into the store's file. If no read takes longer than 60 ms, the log
 *   stays under 64 MiB; if none takes longer than half a second, it stays under 256 MiB. These
 *   limits do not depend on the number of programs that write, but a single transaction that writes
 *   more exceeds them. The log also grows further during longer reads (a transaction, a stream or a
 *   backup that stays open), and on a machine that is too busy to run the library's thread in time
 *   (on one such machine it reached 283 MiB). bw_store_info.log_bytes is the log's length. The last
 *   program to close the store removes the log.
 *
 *   A commit never waits for readers, but the next write may. The library makes writes wait when
 *   the log passes 32, 48, 128 and 192 MiB, and after that each time it has grown by half. A thread
 *   of the library then takes the write lock, waits until the current readers of the log have
 *   finished, and checkpoints the log. It waits for at most 0.6 s if the log is shorter than 64
 *   MiB, 1.8 s if it is shorter than 256 MiB, and 3 s otherwise; writing to the disk takes
 *   additional time. A write waits for at most its busy time-out; if that expires, the message of
 *   BW_ERROR_BUSY mentions the checkpoint. In a measurement on two busy processors, programs that
 *   wrote continuously made 5,000 commits a second in all, with eight programs as well as with
 *   sixteen. While four other programs read for 450 ms at a time, the writers made 1,000 commits a
 *   second, and the slowest write took 1 s.
 *
 *   Only its owner may read and write a new store, unless the store replaces an empty file: then it
 *   keeps the mode of that file. The files that the library keeps next to a store ("-wal", "-shm"
 *   and "-wake"), and backups and exports of it, get the store's mode. The files next to it also
 *   get the store's group, if the user is a member of that group.
 *
 *   An open store's "-wal" contains the most recent commits, and the programs share its "-shm". Do
 *   not move, delete or replace the store or either of these files. If you do, commits fail with
 *   BW_ERROR_CANNOT_OPEN, and soon reads fail too. If the "-wal" or the "-shm" is gone, nobody can
 *   open the store until every program that has it open has closed it. When the last of these
 *   programs closes the store, it saves the log's commits to the store's file. If only the "-wal"
 *   was deleted, the next commit or read in a program that has the store open also saves these
 *   commits, although that call itself fails. Commits and reads also fail with BW_ERROR_CANNOT_OPEN
 *   if another file is copied over an open store, or if the program closes file descriptors that
 *   are not its own. Truncating the "-shm" kills every program that has the store open, with
 *   SIGBUS. To restore a backup, see "Backing up and restoring" below.
 *
 *   The library also refuses, with BW_ERROR_CANNOT_OPEN, files that would be dangerous to open:
 *   - a file with a second name (a hard link), unless an interrupted call of this library left that
 *     name behind: the library then removes it
 *   - a file that is mounted without its folder, as "docker run -v $PWD/store.books:/store.books"
 *     does: mount the folder instead (Linux before 5.8 cannot detect this)
 *   - a store with a rollback journal ("-journal") next to it, which this library never creates
 *   - a store with a link or a pipe in place of its "-wal" or "-shm"
 *   - a path that is another store's path plus "-wal", "-shm", "-journal" or "-wake"
 *
 * Backing up and restoring
 *   bw_backup_new() copies a store while any number of programs use it. The backup is one file,
 *   which opens like any store. Once every program has closed the store, bw_store_restore() can
 *   replace it with the backup. It copies the backup and checks the copy before it replaces
 *   anything. It keeps the old store under the store's name plus "-replaced".
 *
 *   Use these functions to back up and restore. A file that was copied in another way may lack
 *   commits or be damaged. If you nevertheless copy files yourself, copy a store only while no
 *   program has it open and no "-wal" is next to it, and run bw_store_check() on the copy.
 *
 *   If you copy a file over the store's file in order to restore it, end the programs that use the
 *   store first. If a program was killed and left its "-wal", that log belongs to the replaced
 *   file. The header of a store's file identifies the log that belongs to it. The next program that
 *   opens the store does not apply a log of another file, but renames it to the store's name plus
 *   "-wal-set-aside" (or, if that name is taken, "-wal-set-aside-2" and so on). The store then has
 *   the contents of the copied file. The same happens to the "-wal" of another store, and to a log
 *   that this store had at an earlier time. In two cases the library cannot detect that it has the
 *   wrong log, and therefore applies it. First, the log may be an old copy of the file's present
 *   log, made before later commits were appended to that log. Second, the copied file may have
 *   been made while its store was open, after one log had been checkpointed completely and before
 *   the next log began. bw_store_restore() accepts any store as the backup and has no such limits.
 *
 *   If another SQLite writes to a store and is killed, its log is set aside too. To apply this log,
 *   rename it to the store's name plus "-wal", and let the sqlite3 shell open and close the store
 *   before any other program writes to the store.
 *
 * A server
 *   bw_store_open() and bw_store_copy() accept an address in place of a path:
 *   "postgresql://USER@HOST/DATABASE" or "postgres://...", a connection URI of libpq. libpq's
 *   service files, ~/.pgpass and environment variables apply. The store is then in a schema of that
 *   database: "bookworm", or the one given by the parameter bookworm_schema=NAME after the "?". Any
 *   number of machines can use it. This needs PostgreSQL 13 or newer, a UTF8 database, and
 *   libpq.so.5 of version 14 or newer, which is loaded when the first store on a server is opened.
 *   Other calls that take a path refuse an address with BW_ERROR_ARGUMENT.
 *
 *   A store on a server behaves like a store in a file; the rules about files do not apply to it.
 *   bw_open_options.cache_size has no meaning. bw_store_compact() vacuums the tables, which only
 *   their owner may do, and leaves the files to the server. bw_store_check() checks rows and
 *   derived data, not the server's files. bw_store_info.log_bytes is 0. A search of more than 100
 *   words gives BW_ERROR_TOO_LARGE. The store is read-only for a user who may only read, and on a
 *   standby. libpq's sslmode is "prefer" unless the address sets it; only "verify-full" is safe on
 *   a network that you do not control. No message and no bw_store_info contains the address's
 *   password. The page server.md, installed in share/doc/bookworm, describes users, privileges,
 *   backups and how to move a store.
 *
 *   No call waits forever for a server that is running but does not answer. When the server has
 *   been silent for bw_open_options.busy_timeout (but at least a second and at most a minute), the
 *   library opens another session and asks whether the server is still working on the call. If it
 *   is, the call keeps waiting; otherwise it fails within two more seconds, with BW_ERROR_IO or,
 *   during a commit, with BW_ERROR_OUTCOME_UNKNOWN. Idle read sessions are closed after a minute.
 *
 * Memory
 *   A call that cannot allocate memory fails with BW_ERROR_MEMORY and changes nothing, however
 *   large the request. Small allocations of the Swift runtime cannot report a failure, so the
 *   library keeps a reserve of 4 MiB for them. While more than half of the reserve is in use and
 *   the system has no more memory, all calls fail with BW_ERROR_MEMORY, except those that end a
 *   handle or a transaction. Two cases are not covered: a system that overcommits memory may kill a
 *   process later, and a single call may need more than 4 MiB in small allocations.
 *
 * Stability
 *   Within one BW_ABI_VERSION, numbers, structs and functions never change their meaning. A program
 *   works with every later library of that version without being recompiled. Structs may grow at
 *   their end, and new status values may appear. The library is never unloaded, even by dlclose().
 *
 * The functions by subject
 *   Library            bw_version bw_version_string bw_abi_version bw_sqlite_version bw_status_name
 *                      bw_change_kind_name bw_entity_name
 *   Stores             bw_store_open bw_store_open_preview bw_store_close
 *                      bw_store_set_articles_last bw_store_get_articles_last bw_store_get_info
 *   Transactions       bw_transaction_begin bw_transaction_set_name bw_transaction_commit
 *                      bw_transaction_rollback bw_transaction_free
 *   Undo and redo      bw_store_undo bw_store_redo bw_store_get_undo_info bw_store_get_undo_step
 *                      bw_store_list_undo_conflicts bw_store_drop_undo bw_store_clear_undo
 *   Histories          bw_store_list_steps bw_result_get_step bw_store_list_histories
 *                      bw_result_get_history bw_store_undo_step bw_store_redo_step
 *                      bw_store_list_step_conflicts
 *   Books              bw_form_get_defaults bw_book_create bw_book_check bw_books_create
 *                      bw_books_create_from_columns bw_book_get bw_books_list bw_book_update
 *                      bw_books_update bw_books_update_from_columns bw_book_set_rating
 *                      bw_book_toggle_favourite bw_book_set_status bw_book_delete bw_books_delete
 *                      bw_books_count
 *   Genres of a book   bw_book_list_genres bw_book_list_genres_by_display_name bw_book_add_genre
 *                      bw_book_remove_genre bw_book_toggle_genre bw_book_set_genres
 *                      bw_books_add_genres
 *   Covers             bw_book_set_cover bw_book_remove_cover bw_book_get_cover
 *                      bw_book_get_cover_bytes
 *   Genres             bw_genre_create bw_genre_find bw_genre_find_exact bw_genre_find_or_create
 *                      bw_genres_find_or_create bw_genre_get bw_genre_rename bw_genre_set_colour
 *                      bw_genres_recolour bw_genre_delete bw_genres_delete bw_genres_count
 *                      bw_genres_list bw_genres_list_by_display_name bw_genre_list_books
 *                      bw_genres_create_standard bw_genres_list_standard
 *   Quotes             bw_quote_create bw_quote_update bw_quote_delete bw_quote_get
 *                      bw_book_list_quotes bw_book_count_quotes bw_quotes_list bw_quotes_count
 *   Readings           bw_reading_create bw_reading_update bw_reading_delete bw_reading_get
 *                      bw_book_list_readings bw_readings_list bw_result_get_reading
 *   Prices and orders  bw_currency_get_digits bw_order_place bw_order_get bw_orders_list
 *                      bw_book_list_orders bw_order_cancel bw_orders_list_totals
 *   Importing          bw_book_find_or_create bw_books_import_from_columns
 *                      bw_books_import_from_arrow bw_result_get_import bw_book_find_by_source
 *                      bw_book_list_sources bw_result_get_source
 *   Global ids         bw_store_find_global_id bw_uuid_format bw_uuid_parse
 *   Merging            bw_genre_merge bw_book_merge bw_book_find_current bw_books_list_duplicates
 *   Merging stores     bw_store_merge
 *   Presentation       bw_rating_stars bw_rating_emoji bw_rating_is_low bw_rating_name
 *                      bw_exact_rating_stars bw_exact_rating_name bw_exact_rating_scale
 *                      bw_book_status_name bw_genre_get_display_name bw_field_name bw_sort_key_name
 *                      bw_action_name bw_order_get_question bw_money_format bw_error_get_text
 *                      bw_error_get_plain_text bw_colour_parse bw_colour_format bw_colour_text
 *                      bw_colour_contrast bw_book_parse_status bw_name_get_key bw_isbn_parse
 *   Typed text         bw_field_parse bw_field_format bw_result_format_field bw_binding_parse_field
 *                      bw_binding_parse_change
 *   Controls           bw_star_control_get_defaults bw_star_control_get_star bw_star_control_tap
 *                      bw_stepper_get_defaults bw_stepper_step
 *   Queries            bw_query_new bw_query_parse bw_query_free bw_query_where_genres
 *                      bw_query_where_genre_names bw_query_where_rating bw_query_where_exact_rating
 *                      bw_query_where_favourite bw_query_where_status bw_query_where_contains
 *                      bw_query_where_range bw_query_where_identifier bw_query_where_absent
 *                      bw_query_where_not bw_query_where_either bw_query_where_created
 *                      bw_query_where_started bw_query_where_finished bw_query_order_by
 *                      bw_query_clear_order bw_query_set_limit bw_query_set_fields
 *                      bw_query_get_info bw_query_run bw_query_run_page bw_query_count
 *   People             bw_query_where_person bw_query_where_person_contains bw_person_rename
 *   Search lines       bw_query_parse_unfinished bw_store_list_completions bw_result_get_completion
 *                      bw_query_get_line bw_query_list_conditions bw_result_get_condition
 *                      bw_query_get_sort
 *   Changes by query   bw_query_delete_books bw_query_update_books bw_query_rate_books
 *                      bw_query_add_genre_to_books
 *   Searching          bw_query_search bw_query_set_snippet
 *   Places in a list   bw_query_set_offset bw_query_set_after bw_query_set_before
 *                      bw_result_get_first_cursor bw_query_find_book bw_query_find_text
 *   Shelves            bw_shelf_create bw_shelf_find bw_shelf_get bw_shelf_get_query
 *                      bw_shelf_rename bw_shelf_set_line bw_shelf_delete bw_shelves_count
 *                      bw_shelves_list bw_result_get_shelf
 *   Statistics         bw_store_get_statistics bw_store_list_statistics
 *   Facets             bw_store_list_facets bw_query_where_equals bw_query_add_facet
 *                      bw_query_remove_facet bw_query_has_facet bw_query_add_conditions
 *                      bw_query_remove_conditions bw_query_has_conditions bw_facet_format
 *                      bw_group_name
 *   Results            bw_result_free bw_result_count bw_result_get_book bw_result_get_genre
 *                      bw_result_get_quote bw_result_get_order bw_result_get_total
 *                      bw_result_get_change bw_result_get_statistics bw_result_get_fault
 *                      bw_result_get_error bw_result_get_problem bw_result_get_difference
 *                      bw_result_get_duplicate bw_result_get_column bw_result_get_cursor
 *   Streams            bw_stream_open bw_stream_next bw_stream_free
 *   Arrow              bw_query_export_arrow bw_store_export_arrow bw_result_export_arrow
 *                      bw_books_create_from_arrow bw_books_update_from_arrow
 *   Observers          bw_store_observe bw_book_observe bw_query_observe bw_genres_observe
 *                      bw_shelves_observe bw_book_observe_quotes bw_book_observe_readings
 *                      bw_orders_observe bw_store_observe_statistics bw_observer_next
 *                      bw_observer_get_page bw_observer_get_transaction bw_observer_resume
 *                      bw_observer_get_descriptor bw_observer_free
 *   Bindings           bw_binding_open bw_binding_open_row bw_binding_open_constant
 *                      bw_binding_open_constant_text bw_binding_open_draft bw_binding_open_draft_of
 *                      bw_binding_open_row_draft bw_binding_open_row_draft_of
 *                      bw_binding_set_defaults bw_binding_clear_fields bw_binding_check
 *                      bw_binding_save bw_binding_get bw_binding_set bw_binding_set_field
 *                      bw_binding_set_text bw_binding_next bw_binding_get_descriptor
 *                      bw_binding_free
 *   Backups            bw_backup_new bw_store_copy bw_backup_step bw_backup_free bw_store_restore
 *   Documents          bw_store_export bw_store_export_with bw_store_import bw_book_get_json
 *   Maintenance        bw_store_check bw_store_rebuild bw_store_compact bw_store_check_receipt
 */

#ifndef BOOKWORM_H
#define BOOKWORM_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this header. bw_version() returns that of the loaded library. */
#define BW_VERSION_MAJOR 2
#define BW_VERSION_MINOR 1
#define BW_VERSION_PATCH 0
/* Changes when programs must be recompiled; the number in libbookworm.so.2. */
#define BW_ABI_VERSION 2

/* Marks a function whose result must not be ignored; the compiler warns about it. The results of
 * rollbacks and of functions that end a handle, other than bw_transaction_commit(), may be
 * ignored. */
#if defined(__cplusplus) && __cplusplus >= 201703L
#define BW_NODISCARD [[nodiscard]]
#elif defined(__STDC_VERSION__) && __STDC_VERSION__ > 201710L
#define BW_NODISCARD [[nodiscard]]
#elif defined(__GNUC__)
#define BW_NODISCARD __attribute__((__warn_unused_result__))
#else
#define BW_NODISCARD
#endif

/* Apache Arrow's C data and C stream interfaces, as its specification publishes them
 * (https://arrow.apache.org/docs/format/CDataInterface.html). The guards are Arrow's own: the
 * structs are declared once, whichever header comes first. */
#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE

#define ARROW_FLAG_DICTIONARY_ORDERED 1
#define ARROW_FLAG_NULLABLE 2
#define ARROW_FLAG_MAP_KEYS_SORTED 4

struct ArrowSchema {
  const char *format;
  const char *name;
  const char *metadata;
  int64_t flags;
  int64_t n_children;
  struct ArrowSchema **children;
  struct ArrowSchema *dictionary;
  void (*release)(struct ArrowSchema *);
  void *private_data;
};

struct ArrowArray {
  int64_t length;
  int64_t null_count;
  int64_t offset;
  int64_t n_buffers;
  int64_t n_children;
  const void **buffers;
  struct ArrowArray **children;
  struct ArrowArray *dictionary;
  void (*release)(struct ArrowArray *);
  void *private_data;
};

#endif
#ifndef ARROW_C_STREAM_INTERFACE
#define ARROW_C_STREAM_INTERFACE

struct ArrowArrayStream {
  int (*get_schema)(struct ArrowArrayStream *, struct ArrowSchema *out);
  int (*get_next)(struct ArrowArrayStream *, struct ArrowArray *out);
  const char *(*get_last_error)(struct ArrowArrayStream *);
  void (*release)(struct ArrowArrayStream *);
  void *private_data;
};

#endif

/** The result of a call. The numbers are fixed forever and never reused. */
typedef enum bw_status {
  /** Success. */
  BW_OK = 0,
  /** Success; an open transaction was rolled back. */
  BW_ROLLED_BACK = 1,
  /** A handle is NULL, already closed, of another type, or was never returned by the library. */
  BW_ERROR_HANDLE = 2,
  /** A parameter is not allowed: a NULL pointer, a wrong size of a struct, an unknown field or sort
   * key, a negative offset, or a transaction where the call needs a store. */
  BW_ERROR_ARGUMENT = 3,
  /** A text is not UTF-8 or contains a NUL; `offset` is the position of the first invalid byte or
   * of the NUL. */
  BW_ERROR_TEXT = 4,
  /** A value breaks a rule of the model: a blank title, rating 6, a date that does not exist. The
   * values of a query's filters are checked too. */
  BW_ERROR_INVALID = 5,
  /** A text is longer than its field allows, or a list has more items than a book or a query
   * allows. */
  BW_ERROR_TOO_LARGE = 6,
  /** No row has this id, no genre has this name, or there is nothing to undo. */
  BW_ERROR_NOT_FOUND = 7,
  /** Another genre or shelf has this name, several books have these identifiers, a file already
   * exists, or a store that must be empty has rows. */
  BW_ERROR_EXISTS = 8,
  /** Another writer, or a checkpoint that waits for readers, held the store for longer than the
   * busy time-out. bw_store_compact() and bw_store_restore() describe further causes. In a store in
   * memory, reads wait too: see bw_store_open(). On a server there are two more causes: an operator
   * locked one of the store's tables (reads then wait too), or the server cancelled the call,
   * because of its own time-out or at an operator's request. */
  BW_ERROR_BUSY = 9,
  /** The store or the transaction is read-only, or default_transaction_read_only is set on the
   * server. */
  BW_ERROR_READ_ONLY = 10,
  /** The transaction failed earlier and can only be rolled back, or a nested transaction is still
   * open. On a server, a transaction also fails if the server could not carry out a read. */
  BW_ERROR_TRANSACTION = 11,
  /** The cursor is damaged, or was made by a query with another order. */
  BW_ERROR_CURSOR = 12,
  /** The path cannot be opened, because it does not exist, is a directory or is not permitted; or
   * the store's file, or its schema on a server, was deleted, moved or replaced after it was
   * opened. */
  BW_ERROR_CANNOT_OPEN = 13,
  /** The file is not a Bookworm store. It is unchanged. */
  BW_ERROR_NOT_A_STORE = 14,
  /** A newer version of the library wrote the store, or upgraded it after it was opened here. The
   * call did not change it. */
  BW_ERROR_NEWER = 15,
  /** The store's file is damaged. */
  BW_ERROR_CORRUPT = 16,
  /** The disk is full. */
  BW_ERROR_FULL = 17,
  /** The disk, the operating system, a server or the connection to it failed, or a server did not
   * answer in time: see "A server" above. The changes of the call or its transaction are not
   * kept. */
  BW_ERROR_IO = 18,
  /** There is not enough memory. Nothing was changed. */
  BW_ERROR_MEMORY = 19,
  /** The store was opened before fork(). Fork before you open it, or call exec() after the fork. */
  BW_ERROR_FORKED = 20,
  /** A bug in the library. Please report it with the message. */
  BW_ERROR_INTERNAL = 21,
  /** The call would overwrite later changes. For an undo or a redo, these are changes by another
   * program, another handle or another step of a history; for bw_binding_parse_change(), they are
   * another program's change of the field. */
  BW_ERROR_CONFLICT = 22,
  /** During a commit, the connection to a server was lost, or the server did not answer in time,
   * and the outcome could not be determined. Either all of the commit was kept or none of it. The
   * `receipt` of bw_error identifies it. */
  BW_ERROR_OUTCOME_UNKNOWN = 23,
  /** On a server, the user lacks a privilege that the call needs; the message names it. */
  BW_ERROR_NOT_PERMITTED = 24
} bw_status;

/**
 * A text. As input: `length` bytes of UTF-8 at `data`, or all bytes before the first NUL if
 * `length` is -1; a NUL within the length is refused. As output: `length` bytes, then a NUL that is
 * not counted, borrowed from the handle that the call names (see "Ownership" above for two texts
 * that are your own); `data` is NULL if there is no text.
 */
typedef struct bw_text {
  const char *data;
  int64_t length;
} bw_text;

/** A global id: the bytes of a UUID, in order. */
typedef struct bw_uuid {
  uint8_t bytes[16];
} bw_uuid;

/** A global id as text. */
typedef struct bw_uuid_text {
  uint32_t size;
  /** 36 lower-case characters, such as "0198f0c2-7f1a-7c3e-9d42-5b6f1a2c3d4e", and a NUL. */
  char text[40];
} bw_uuid_text;

/**
 * Reasons of errors, for bw_error_get_text(). BW_REASON_DAY to BW_REASON_ISBN are for typed text,
 * BW_REASON_EMPTY_QUOTES to BW_REASON_TOO_MANY for search lines, BW_REASON_UNDONE_ALREADY and
 * BW_REASON_NOT_UNDONE for histories, and the later ones for readings and batches. BW_REASON_QUOTE
 * is also for search lines. BW_REASON_BLANK is also the reason if a row of an import has no source
 * id or a blank one. The numbers are fixed forever and never reused.
 */
typedef enum bw_reason {
  /** None: the status and the field say everything. */
  BW_REASON_NONE = 0,
  /** A typed text is not a day. */
  BW_REASON_DAY = 1,
  /** A typed text could mean either of two days, such as 3/5/2024. */
  BW_REASON_TWO_DAYS = 2,
  /** A typed price has more decimal digits than its currency. */
  BW_REASON_DIGITS = 3,
  /** A quotation mark is not closed. */
  BW_REASON_QUOTE = 4,
  /** An item of a list should be an ISBN. */
  BW_REASON_ISBN = 5,
  /** There is nothing between two quotation marks of a search line. */
  BW_REASON_EMPTY_QUOTES = 6,
  /** A space is missing after a closing quotation mark. */
  BW_REASON_AFTER_QUOTE = 7,
  /** A quotation mark is within a word. */
  BW_REASON_QUOTE_IN_WORD = 8,
  /** A condition has no value. */
  BW_REASON_VALUE_MISSING = 9,
  /** A second operator follows an operator. */
  BW_REASON_OPERATOR_TWICE = 10,
  /** There are spaces around an operator. */
  BW_REASON_SPACES = 11,
  /** OR is within parentheses; parentheses cannot group conditions. */
  BW_REASON_PARENTHESES = 12,
  /** A word before an operator is not a key. */
  BW_REASON_KEY = 13,
  /** A minus precedes a sort order or a limit, which cannot be negated. */
  BW_REASON_NOT_CONDITION = 14,
  /** The key allows no operator but ':'. */
  BW_REASON_COLON = 15,
  /** The key takes one value, but several are given. */
  BW_REASON_ONE_VALUE = 16,
  /** A condition, value or order was given before. */
  BW_REASON_GIVEN_TWICE = 17,
  /** An identifier is not a scheme and a value. */
  BW_REASON_SCHEME = 18,
  /** A value is not a status. */
  BW_REASON_STATUS = 19,
  /** The word after `is:` is something other than `favourite`. */
  BW_REASON_FAVOURITE = 20,
  /** A value is neither `yes` nor `no`. */
  BW_REASON_YES_OR_NO = 21,
  /** The word after `cover:` is something other than `none`. */
  BW_REASON_COVER = 22,
  /** A value is not a sort key. */
  BW_REASON_SORT_KEY = 23,
  /** A value is not a number. */
  BW_REASON_NUMBER = 24,
  /** The word `none` follows a comparison operator. */
  BW_REASON_NOT_NONE = 25,
  /** A range ends before it begins. */
  BW_REASON_EMPTY_RANGE = 26,
  /** No value can be above, or below, the given one. */
  BW_REASON_OUT_OF_RANGE = 27,
  /** A value is not a rating. */
  BW_REASON_RATING = 28,
  /** A value is not a year. */
  BW_REASON_YEAR = 29,
  /** A value is not a year, a month or a day. */
  BW_REASON_PERIOD = 30,
  /** A value is not a language. */
  BW_REASON_LANGUAGE = 31,
  /** A value has no visible character. */
  BW_REASON_BLANK = 32,
  /** There are too many conditions. */
  BW_REASON_TOO_MANY = 33,
  /** The step to be undone, in a history, is already undone. */
  BW_REASON_UNDONE_ALREADY = 34,
  /** The step to be redone, in a history, is not undone. */
  BW_REASON_NOT_UNDONE = 35,
  /** A reading ends before the day it started. */
  BW_REASON_END_BEFORE_START = 36,
  /** A value has the wrong type, such as a number instead of a text. The library itself never gives
   * this reason. Language bindings, such as the one for Python, give it for values of a batch,
   * which may come from a file. */
  BW_REASON_TYPE = 37
} bw_reason;

/**
 * An error, owned by the caller. It is the last parameter of every call that can fail, except some
 * _free functions, and may be NULL. Prepare it once with BW_INIT, or as {sizeof(bw_error)};
 * otherwise every call fails with BW_ERROR_ARGUMENT. A call that fails fills it in; a call that
 * succeeds does not change it.
 */
typedef struct bw_error {
  uint32_t size;
  /** The same status that the call returned. */
  bw_status status;
  /** SQLite's extended result code if SQLite is the cause, otherwise 0. */
  int32_t sqlite_code;
  uint32_t reserved;
  /** The position of the invalid byte in a text or a cursor, counted from 0, or -1. */
  int64_t offset;
  /** The row of a batch that failed, counted from 0, or -1. The message counts from 0 too;
   * bw_error_get_text() counts from 1, in every language. */
  int64_t row;
  /** The field or parameter that was wrong, such as "title", or "". NUL-terminated. */
  char field[32];
  /** One sentence: what was wrong and what would be right. NUL-terminated UTF-8. */
  char message[256];
  /** PostgreSQL's SQLSTATE, five characters such as "53100", if a server is the cause, otherwise
   * "". NUL-terminated. */
  char sqlstate[8];
  /** With BW_ERROR_OUTCOME_UNKNOWN: a number to pass to bw_store_check_receipt() once the server is
   * back, to find out whether the commit was kept. 0 if there is none, and with other errors. */
  int64_t receipt;
  /** The reason, if bw_error_get_text() needs more than the status and the field to choose a
   * sentence. */
  bw_reason reason;
  /** In a search line, the number of invalid bytes from `offset` on, for highlighting them; 0 if
   * something is missing at `offset`, and for other errors. */
  int32_t length;
  /** In a search line, the text that was probably meant instead of the invalid bytes, such as
   * "author" for "autor"; "" if there is none, and for other errors. NUL-terminated. */
  char suggestion[32];
} bw_error;

/**
 * Clears a struct and sets its `size`. This is the first member of every struct except bw_text,
 * bw_uuid and Arrow's structs. Because of it, a program that was built with an older header works
 * with a newer library. Evaluates its argument several times.
 */
#ifdef __cplusplus
#define BW_INIT(object) \
  (static_cast<void>(memset(&(object), 0, sizeof(object))), \
   (object).size = static_cast<uint32_t>(sizeof(object)))
#else
#define BW_INIT(object) \
  ((void)memset(&(object), 0, sizeof(object)), (object).size = (uint32_t)sizeof(object))
#endif

/** Which failures a committed write survives. */
typedef enum bw_durability {
  /** A commit returns once it is on disk, and survives a power cut. */
  BW_DURABILITY_FULL = 0,
  /** A commit survives a crash of the program; a power cut may undo the last commits. Faster. */
  BW_DURABILITY_NORMAL = 1
} bw_durability;

/** How to open a store. Prepare it with BW_INIT; a member that is 0 means its default. */
typedef struct bw_open_options {
  uint32_t size;
  /** 0: create the store if it does not exist. 1: an absent store is an error. */
  int32_t must_exist;
  /** 0: read and write. 1: read only. */
  int32_t read_only;
  /** How long a write waits for another writer, in milliseconds, up to INT32_MAX (24 days); 0: the
   * default, 5000; -1: do not wait. On a server it is also how long the server may be silent: see
   * "A server" above. (The time-outs of bw_observer_next() and bw_binding_next() differ: they have
   * no default, 0 does not wait, and -1 waits forever.) */
  int32_t busy_timeout;
  /** 0: BW_DURABILITY_FULL. */
  bw_durability durability;
  /** Page cache of each connection in KiB, 64 to 4194304, filled as needed; 0: the default,
   * 16384. Ignored on a server. */
  int32_t cache_size;
  /** Memory for steps that can be undone, in KiB; 0: the default, 65536; -1: no undo. */
  int32_t undo_limit;
  /** The largest size, in KiB, of a temporary file for the steps that do not fit in undo_limit; 0:
   * the default, 1048576; -1: no file. The file is created when needed: in the store's folder or,
   * for a store in memory or on a server, in TMPDIR or /var/tmp. It has no name there, so nothing
   * remains if the program is killed. */
  int32_t undo_file_limit;
  /** The name of a history: the steps are kept in the store under this name, and undo_limit and
   * undo_file_limit are ignored; see "Histories" below. At most 128 bytes, without control
   * characters. If `data` is NULL, the steps are lost when the store is closed. */
  bw_text history;
  /** The number of steps that the history keeps, up to 100000; 0: the default, 1000. */
  int32_t history_steps;
  /** The size of the steps that the history keeps, in KiB, up to 262144; 0: the default, 65536. */
  int32_t history_limit;
} bw_open_options;

/** An open store, as returned by bw_store_get_info(). */
typedef struct bw_store_info {
  uint32_t size;
  /** Version of the tables. */
  int32_t schema_version;
  /** Version of the sort key rules. */
  int32_t sort_key_version;
  /** 1 if the handle is read-only. */
  int32_t read_only;
  /** The path given to bw_store_open(), or a server's address without its password; borrowed from
   * the handle. */
  bw_text path;
  /**
   * Size of the "-wal" file in bytes; 0 for a store in memory or on a server. More than 64 MiB
   * means that a long read is in progress, that one transaction wrote much, or that the machine is
   * very busy; see "The file" above.
   */
  int64_t log_bytes;
} bw_store_info;

/** The steps that can be undone and redone, as returned by bw_store_get_undo_info(). */
typedef struct bw_undo_info {
  uint32_t size;
  /** 1 if steps are kept: the store is open for writing, and was opened with a history or with an
   * undo_limit other than -1. */
  int32_t enabled;
  /** The number of steps that can be undone. */
  int64_t undo_count;
  /** The number of steps that can be redone. */
  int64_t redo_count;
  /** The memory that the steps use, in bytes. */
  int64_t memory;
  /** The next step to undo, such as "Delete 3 books", or "". Like redo_name, it is cut between
   * characters if it does not fit. */
  char undo_name[128];
  /** The next step to redo, or "". */
  char redo_name[128];
  /** The bytes of the temporary file that the steps use. */
  int64_t file;
  /** With a history: the bytes that its steps use in the store. */
  int64_t stored;
  /** With a history: the id of the step that was recorded last through this handle; 0 if none was.
   * Keep it to undo that step later, whatever else has been done since. */
  int64_t last_step;
  /** With a history: the number of steps that it has forgotten, because it would have exceeded its
   * limits. bw_store_clear_undo() sets it to 0. */
  int64_t forgotten;
} bw_undo_info;

/** Whether a transaction writes. */
typedef enum bw_transaction_mode {
  /** Takes the write lock when the transaction begins, waiting up to the busy time-out if
   * necessary. */
  BW_TRANSACTION_WRITE = 0,
  /** Reads one unchanging snapshot of the store. Other calls do not wait for it, with two
   * exceptions: in a store in memory every call waits for it, and in a file a write may wait for a
   * checkpoint, which waits for readers: see "The file" above. */
  BW_TRANSACTION_READ = 1
} bw_transaction_mode;

/**
 * A set of fields, one bit each. Each entity has its own constants; do not use the constants of one
 * entity for another. A bit is never reused for another field. BW_OUTPUT_* are values that are
 * computed and not stored. BW_FIELDS_DEFAULT and BW_FIELDS_ALL each represent a set of fields;
 * these two constants keep their values when fields are added to the sets.
 */
typedef uint64_t bw_fields;

/** The fields that a read returns by default; 0 means the same. For a book they are id, title,
 * author, synopsis, review, notes, rating, favourite, status, series, series_number, year, created,
 * updated, started and finished. Valid only for reading. */
#define BW_FIELDS_DEFAULT (UINT64_C(1) << 62)
/** Every stored field that the loaded library knows. Outputs and BW_BOOK_GENRE_NAMES are not
 * included; you can add them. Valid for reading, searching and observing. */
#define BW_FIELDS_ALL (UINT64_C(1) << 63)

/* Outputs: values that are computed and not stored. */

/** In a search: the bit of the field that matched best. */
#define BW_OUTPUT_MATCHED (UINT64_C(1) << 48)
/** In a search: an excerpt of that field around the matching words; see bw_query_set_snippet(). */
#define BW_OUTPUT_SNIPPET (UINT64_C(1) << 49)
/** In a search: the book's relevance; lower is better. */
#define BW_OUTPUT_RANK (UINT64_C(1) << 50)
/** The picture key of a genre, or of a book's primary genre; see bw_genre.picture. */
#define BW_OUTPUT_PICTURE (UINT64_C(1) << 51)
/** A genre's colour as the number 0xRRGGBB; red if the stored text is not a colour. */
#define BW_OUTPUT_RGB (UINT64_C(1) << 52)
/** The number of books of a genre. */
#define BW_OUTPUT_BOOKS (UINT64_C(1) << 53)
/** For likely duplicates: the number of their group. */
#define BW_OUTPUT_GROUP (UINT64_C(1) << 54)

/* Fields of a book; see bw_book. */

/** Given by the store. */
#define BW_BOOK_ID (UINT64_C(1) << 0)
/** A book always has one. Searched. */
#define BW_BOOK_TITLE (UINT64_C(1) << 1)
/** A book always has one. Searched. */
#define BW_BOOK_AUTHOR (UINT64_C(1) << 2)
/** May be absent. Searched. */
#define BW_BOOK_SYNOPSIS (UINT64_C(1) << 3)
/** May be absent. Searched. */
#define BW_BOOK_REVIEW (UINT64_C(1) << 4)
/** Private notes; may be absent. Searched. */
#define BW_BOOK_NOTES (UINT64_C(1) << 5)
/** 0 to 5. */
#define BW_BOOK_RATING (UINT64_C(1) << 6)
/** 1 or 0. */
#define BW_BOOK_FAVOURITE (UINT64_C(1) << 7)
/** One of bw_book_status. */
#define BW_BOOK_STATUS (UINT64_C(1) << 8)
/** The name of its series; may be absent. */
#define BW_BOOK_SERIES (UINT64_C(1) << 9)
/** The number within the series; may be absent. */
#define BW_BOOK_SERIES_NUMBER (UINT64_C(1) << 10)
/** The year of publication; may be absent. */
#define BW_BOOK_YEAR (UINT64_C(1) << 11)
/** When it was added. */
#define BW_BOOK_CREATED (UINT64_C(1) << 12)
/** When a field other than the genres, quotes and readings last changed; output only. */
#define BW_BOOK_UPDATED (UINT64_C(1) << 13)
/** The day when reading began; may be absent. */
#define BW_BOOK_STARTED (UINT64_C(1) << 14)
/** The day when reading ended; may be absent. */
#define BW_BOOK_FINISHED (UINT64_C(1) << 15)
/** In the currency's minor unit. A read returns this field and the following ones only on
 * request. */
#define BW_BOOK_PRICE (UINT64_C(1) << 16)
/** The ISO 4217 code of the price's currency. */
#define BW_BOOK_CURRENCY (UINT64_C(1) << 17)
/** The ids of the genres, in the order they were added: a list. */
#define BW_BOOK_GENRES (UINT64_C(1) << 18)
/** The schemes of the identifiers: a list. */
#define BW_BOOK_IDENTIFIER_SCHEMES (UINT64_C(1) << 19)
/** The values of the identifiers, a list parallel to the schemes. */
#define BW_BOOK_IDENTIFIER_VALUES (UINT64_C(1) << 20)
/** The names of the genres, a list parallel to their ids; as input, missing genres are created. */
#define BW_BOOK_GENRE_NAMES (UINT64_C(1) << 21)
/** The book's quotes. Not a member of bw_book: only for bw_change.fields, observers, searches,
 * bw_query_where_absent() and bw_difference. Searched. */
#define BW_BOOK_QUOTES (UINT64_C(1) << 22)
/** The global id. Only imports accept it as input, to identify the book of an imported row: see
 * "Importing". */
#define BW_BOOK_GLOBAL_ID (UINT64_C(1) << 23)
/** May be absent, like publisher, pages, language, format, edition year and author sort.
 * Searched. */
#define BW_BOOK_SUBTITLE (UINT64_C(1) << 24)
/** The name of the publisher. Searched. */
#define BW_BOOK_PUBLISHER (UINT64_C(1) << 25)
/** The number of pages. */
#define BW_BOOK_PAGES (UINT64_C(1) << 26)
/** The language of the text, as a BCP 47 tag. */
#define BW_BOOK_LANGUAGE (UINT64_C(1) << 27)
/** The binding or medium. */
#define BW_BOOK_FORMAT (UINT64_C(1) << 28)
/** The year of this edition, which may differ from the year of publication. */
#define BW_BOOK_EDITION_YEAR (UINT64_C(1) << 29)
/** The author's name in sort form. */
#define BW_BOOK_AUTHOR_SORT (UINT64_C(1) << 30)
/** The book's readings. Not a member of bw_book: only for bw_change.fields, observers,
 * bw_query_where_absent() and bw_difference. */
#define BW_BOOK_READINGS (UINT64_C(1) << 31)
/** Input of a change: genres to add after those that the book has. */
#define BW_BOOK_ADD_GENRES (UINT64_C(1) << 32)
/** Input of a change: genres to add by name; missing genres are created. */
#define BW_BOOK_ADD_GENRE_NAMES (UINT64_C(1) << 33)
/** Input of a change: genres to remove; they are removed before others are added. */
#define BW_BOOK_REMOVE_GENRES (UINT64_C(1) << 34)
/** Input of a change: genres to remove by name; unknown names are ignored. */
#define BW_BOOK_REMOVE_GENRE_NAMES (UINT64_C(1) << 35)
/** Input of an import: the source's own id of the book. */
#define BW_BOOK_SOURCE_ID (UINT64_C(1) << 36)
/** Input of an import: the source's original row, as text. */
#define BW_BOOK_RAW (UINT64_C(1) << 37)
/** The books that were merged into it. Not a member of bw_book: only for bw_change.fields and
 * observers. */
#define BW_BOOK_MERGED_BOOKS (UINT64_C(1) << 38)
/** The rating in steps of 0.25; may be absent. */
#define BW_BOOK_EXACT_RATING (UINT64_C(1) << 39)
/** The cover. Reading it returns bw_cover.digest; absent if the book has no cover. */
#define BW_BOOK_COVER (UINT64_C(1) << 41)
/** The names of its contributors, in order: a list. */
#define BW_BOOK_CONTRIBUTOR_NAMES (UINT64_C(1) << 42)
/** The contributors' names in sort form, a list parallel to the names; an empty text if there is
 * none. */
#define BW_BOOK_CONTRIBUTOR_SORTS (UINT64_C(1) << 43)
/** The contributors' roles, a list parallel to the names. */
#define BW_BOOK_CONTRIBUTOR_ROLES (UINT64_C(1) << 44)
/** The title in sort form; may be absent. */
#define BW_BOOK_TITLE_SORT (UINT64_C(1) << 45)
/** Whether the review gives away the plot. */
#define BW_BOOK_SPOILERS (UINT64_C(1) << 46)
/** Input of a new book and of an import: the start dates of its readings, a list. The lists of
 * readings have one item per reading, in the same order; any of them may be left out. */
#define BW_BOOK_READING_STARTED (UINT64_C(1) << 55)
/** Input: the end dates of its readings, a list. */
#define BW_BOOK_READING_FINISHED (UINT64_C(1) << 56)
/** Input: the outcomes of its readings, a list of bw_reading_outcome. */
#define BW_BOOK_READING_OUTCOMES (UINT64_C(1) << 57)
/** Input: the notes of its readings, a list. */
#define BW_BOOK_READING_NOTES (UINT64_C(1) << 58)
/** Input of an import: the source's own ids of the readings, a list. */
#define BW_BOOK_READING_IDS (UINT64_C(1) << 59)

/* Fields of a genre. */

/** Given by the store. */
#define BW_GENRE_ID (UINT64_C(1) << 0)
/** A genre always has one. */
#define BW_GENRE_NAME (UINT64_C(1) << 1)
/** As text, `#RRGGBB`. */
#define BW_GENRE_COLOUR (UINT64_C(1) << 2)
/** The global id. */
#define BW_GENRE_GLOBAL_ID (UINT64_C(1) << 3)

/* Fields of a quote. */

/** Given by the store. */
#define BW_QUOTE_ID (UINT64_C(1) << 0)
/** The id of its book. */
#define BW_QUOTE_BOOK (UINT64_C(1) << 1)
/** A quote always has one. */
#define BW_QUOTE_TEXT (UINT64_C(1) << 2)
/** The page, as text; may be absent. */
#define BW_QUOTE_PAGE (UINT64_C(1) << 3)
/** When it was added. */
#define BW_QUOTE_CREATED (UINT64_C(1) << 4)
/** The global id. */
#define BW_QUOTE_GLOBAL_ID (UINT64_C(1) << 5)

/* Fields of a reading. */

/** Given by the store. */
#define BW_READING_ID (UINT64_C(1) << 0)
/** The id of its book. */
#define BW_READING_BOOK (UINT64_C(1) << 1)
/** Whether it is open, completed or given up. */
#define BW_READING_OUTCOME (UINT64_C(1) << 2)
/** The day when it began; may be absent. */
#define BW_READING_STARTED (UINT64_C(1) << 3)
/** The day when it ended; may be absent. */
#define BW_READING_FINISHED (UINT64_C(1) << 4)
/** The page reached; may be absent. */
#define BW_READING_PAGE (UINT64_C(1) << 5)
/** The percentage read; may be absent. */
#define BW_READING_PERCENT (UINT64_C(1) << 6)
/** A note; may be absent. */
#define BW_READING_NOTE (UINT64_C(1) << 7)
/** When it was added. */
#define BW_READING_CREATED (UINT64_C(1) << 8)
/** The global id. */
#define BW_READING_GLOBAL_ID (UINT64_C(1) << 9)

/* Fields of a shelf. */

/** Given by the store. */
#define BW_SHELF_ID (UINT64_C(1) << 0)
/** A shelf always has one. */
#define BW_SHELF_NAME (UINT64_C(1) << 1)
/** Its search line. */
#define BW_SHELF_LINE (UINT64_C(1) << 2)
/** The global id. */
#define BW_SHELF_GLOBAL_ID (UINT64_C(1) << 3)

/* Fields of an order. */

/** Given by the store. */
#define BW_ORDER_ID (UINT64_C(1) << 0)
/** The id of its book. */
#define BW_ORDER_BOOK (UINT64_C(1) << 1)
/** The book's title at the time. */
#define BW_ORDER_TITLE (UINT64_C(1) << 2)
/** The number of copies. */
#define BW_ORDER_QUANTITY (UINT64_C(1) << 3)
/** The book's price at the time. */
#define BW_ORDER_UNIT_PRICE (UINT64_C(1) << 4)
/** The ISO 4217 code of the price's currency. */
#define BW_ORDER_CURRENCY (UINT64_C(1) << 5)
/** The price of all copies. */
#define BW_ORDER_TOTAL (UINT64_C(1) << 6)
/** When it was placed. */
#define BW_ORDER_PLACED (UINT64_C(1) << 7)
/** The global id. */
#define BW_ORDER_GLOBAL_ID (UINT64_C(1) << 8)
/** When it was cancelled; may be absent. */
#define BW_ORDER_CANCELLED (UINT64_C(1) << 9)

/* Fields of the record of an import; see bw_source. */

/** Given by the store. */
#define BW_SOURCE_ID (UINT64_C(1) << 0)
/** The id of its book. */
#define BW_SOURCE_BOOK (UINT64_C(1) << 1)
/** The source's name. */
#define BW_SOURCE_SOURCE (UINT64_C(1) << 2)
/** The source's own id of the book. */
#define BW_SOURCE_SOURCE_ID (UINT64_C(1) << 3)
/** The values of the last import. */
#define BW_SOURCE_TAKEN (UINT64_C(1) << 4)
/** The source's original row; may be absent. */
#define BW_SOURCE_RAW (UINT64_C(1) << 5)
/** When a value was last imported. */
#define BW_SOURCE_IMPORTED (UINT64_C(1) << 6)
/** The global id. */
#define BW_SOURCE_GLOBAL_ID (UINT64_C(1) << 7)

/* Fields of an import's row; see bw_import_row. */

/** The outcome of the row. */
#define BW_IMPORT_OUTCOME (UINT64_C(1) << 0)
/** The id of its book, or 0. */
#define BW_IMPORT_BOOK (UINT64_C(1) << 1)
/** The fields of the book that changed. */
#define BW_IMPORT_CHANGED (UINT64_C(1) << 2)
/** The fields whose local value was kept although the source has a different one. */
#define BW_IMPORT_KEPT (UINT64_C(1) << 3)
/** Why it was refused, as a bw_status, or 0. */
#define BW_IMPORT_STATUS (UINT64_C(1) << 4)
/** The field that was wrong; may be absent. */
#define BW_IMPORT_FIELD (UINT64_C(1) << 5)
/** Why it was refused, in one sentence; may be absent. */
#define BW_IMPORT_MESSAGE (UINT64_C(1) << 6)
/** The source's own id of a missing book; may be absent. */
#define BW_IMPORT_SOURCE_ID (UINT64_C(1) << 7)
/** The reason, as a bw_reason, or 0. */
#define BW_IMPORT_REASON (UINT64_C(1) << 8)

/* Fields of a book that was merged into another one; see bw_book_merge(). */

/** The id that it had. */
#define BW_MERGED_ID (UINT64_C(1) << 0)
/** The id of the book that it was merged into. */
#define BW_MERGED_BOOK (UINT64_C(1) << 1)
/** The global id that it had. */
#define BW_MERGED_GLOBAL_ID (UINT64_C(1) << 2)

/** Whether a book has been read. */
typedef enum bw_book_status {
  BW_BOOK_STATUS_ON_SHELF = 0,
  BW_BOOK_STATUS_IN_PROGRESS = 1,
  BW_BOOK_STATUS_COMPLETED = 2,
  BW_BOOK_STATUS_DID_NOT_FINISH = 3
} bw_book_status;

/**
 * A book. As input, `fields` says which members are given; the others are ignored. As output,
 * `fields` says which members are present; the others are 0 or have a NULL `data`.
 *
 * Limits: 16 MiB each for synopsis, review, notes and the note of a reading; 16 KiB for every other
 * text, including genre names, identifiers, and names and roles of contributors; 10,000 genres,
 * 10,000 identifiers and 10,000 contributors per book. Of all these texts, only synopsis, review,
 * notes and the note of a reading may be blank. There are two exceptions: a blank `author` is
 * allowed if a contributor is an author, and an empty sort form or role of a contributor means that
 * it is not given. A reading must not end before it started: see "Readings" below.
 */
typedef struct bw_book {
  uint32_t size;
  bw_book_status status;
  /** BW_BOOK_* bits; as output also BW_OUTPUT_* bits. As input, a text whose bit is set must not
   * have a NULL `data`: to remove a value, use the `clear` fields of a call that changes a book. */
  bw_fields fields;
  /** Assigned by the store, never reused. Not accepted as input. */
  int64_t id;
  /** Must contain a visible character. */
  bw_text title;
  /** Must contain a visible character. May be left out or blank if a contributor is an author: see
   * `contributor_names`. */
  bw_text author;
  bw_text synopsis;
  bw_text review;
  /** Private notes. */
  bw_text notes;
  /** The name of the series. */
  bw_text series;
  /** The number within the series, such as 2 or 1.5; finite and not negative. */
  double series_number;
  /** An instant, in milliseconds since 1970-01-01T00:00:00Z, in the years 1 to 9999. */
  int64_t created;
  /** When a field other than the genres, quotes and readings last changed. Not accepted as
   * input. */
  int64_t updated;
  /** A calendar date written as the number YYYYMMDD, such as 20261121. */
  int32_t started;
  /** A calendar date written as the number YYYYMMDD. */
  int32_t finished;
  /** The year of publication; negative for BCE. */
  int32_t year;
  /** 1 to 5, or 0 for not rated. */
  int32_t rating;
  /** 1 or 0. */
  int32_t favourite;
  /** With BW_BOOK_GENRES: genre ids, the primary genre first. */
  const int64_t *genres;
  int64_t genre_count;
  /** With BW_BOOK_GENRE_NAMES: the genres' names, in the same order. As input, they are added after
   * `genres`, and missing genres are created. */
  const bw_text *genre_names;
  int64_t genre_name_count;
  /** With BW_BOOK_IDENTIFIER_SCHEMES and _VALUES: for example "isbn" and "9780441172719". */
  const bw_text *identifier_schemes;
  const bw_text *identifier_values;
  int64_t identifier_count;
  /* Prices and pictures. */
  /** With BW_BOOK_PRICE: in the currency's minor unit, such as 1299 for 12.99 EUR; 0 or more. Price
   * and currency must be given, or cleared, together. */
  int64_t price;
  /** With BW_BOOK_CURRENCY: an active ISO 4217 code, such as EUR; case is ignored on input. See
   * bw_currency_get_digits(). */
  bw_text currency;
  /** With BW_OUTPUT_PICTURE: the picture key of the primary genre, such as "science-fiction";
   * absent if the book has no genre. Output only. See bw_genre.picture. */
  bw_text picture;
  /* Output of a search. */
  /** With BW_OUTPUT_SNIPPET: an excerpt around the matching words. */
  bw_text snippet;
  /** With BW_OUTPUT_RANK: the relevance; lower is better. */
  double rank;
  /** With BW_OUTPUT_MATCHED: the bit of the field that the snippet comes from. */
  bw_fields matched;
  /* The edition; read only when requested. */
  bw_text subtitle;
  bw_text publisher;
  /** Above 0. */
  int32_t pages;
  /** The year of this edition; negative for BCE. */
  int32_t edition_year;
  /** A well-formed BCP 47 tag (RFC 5646), such as "en", "pt-BR" or "zh-Hant". Case is ignored on
   * input; the tag is stored in the form of RFC 5646. A language's name in English, German, Polish
   * or Korean and its ISO 639 codes are accepted too: "English" and "eng" are stored as "en". */
  bw_text language;
  /** The author's name in sort form, such as "Tolkien, J. R. R.". The order by author uses it if
   * present, otherwise `author`. */
  bw_text author_sort;
  /** For example "paperback" or "e-book". */
  bw_text format;
  /** With BW_BOOK_GLOBAL_ID: a UUID (version 7 of RFC 9562) that is assigned at creation and never
   * changes. It is the same in every copy of the store, after export and import, and after an undo.
   * See bw_uuid_format() and bw_store_find_global_id(). */
  bw_uuid global_id;
  /* Input of a change, instead of genres and genre_names: genres to add and remove. */
  /** With BW_BOOK_ADD_GENRES: ids. */
  const int64_t *add_genres;
  int64_t add_genre_count;
  /** With BW_BOOK_ADD_GENRE_NAMES. */
  const bw_text *add_genre_names;
  int64_t add_genre_name_count;
  /** With BW_BOOK_REMOVE_GENRES: ids. */
  const int64_t *remove_genres;
  int64_t remove_genre_count;
  /** With BW_BOOK_REMOVE_GENRE_NAMES. */
  const bw_text *remove_genre_names;
  int64_t remove_genre_name_count;
  /** The rating in steps of 0.25, from 0.25 to 5. `rating` is always this value rounded to a whole
   * number (halves up), but not below 1. If only the exact rating is given, `rating` is set to
   * match it. If only `rating` is given, an exact rating that does not round to it is cleared. If
   * both are given, they must agree. */
  double exact_rating;
  /* Readings; only as input for a new book. (Imports take these lists as columns.) */
  /** With BW_BOOK_READING_STARTED: YYYYMMDD, or 0 if unknown. */
  const int32_t *reading_started;
  /** With BW_BOOK_READING_FINISHED: YYYYMMDD, or 0 if unknown or not over. */
  const int32_t *reading_finished;
  /** With BW_BOOK_READING_OUTCOMES: values of bw_reading_outcome, or 0 if unknown. If the outcome
   * of the latest reading is unknown and the book's status is given, the outcome follows the
   * status. Otherwise a reading without an outcome is open if it has only a start; any other is
   * completed. */
  const int32_t *reading_outcomes;
  /** With BW_BOOK_READING_NOTES: at most 16 MiB each. An empty text, or one whose `data` is NULL,
   * means that the reading has no note. */
  const bw_text *reading_notes;
  /** The number of items in each of these lists. */
  int64_t reading_count;
  /* Contributors; read only when requested. */
  /** With BW_BOOK_CONTRIBUTOR_NAMES: the people who made the book, in order. As input, the lists
   * replace the existing contributors; a person who is listed twice in one role is kept once. If
   * one of them is an author, `author` may be left out or blank: the library then sets it to the
   * authors' names, separated by commas, and `author_sort` to their sort forms. */
  const bw_text *contributor_names;
  /** With BW_BOOK_CONTRIBUTOR_SORTS: such as "Gaiman, Neil". An empty text, or one whose `data` is
   * NULL, means that the person has no sort form. */
  const bw_text *contributor_sorts;
  /** With BW_BOOK_CONTRIBUTOR_ROLES: "author", "editor", "translator", "illustrator", "narrator",
   * "introduction" or any other text; case is ignored. As input, an empty text, or one whose `data`
   * is NULL, means "author". */
  const bw_text *contributor_roles;
  /** The number of items in each of these lists. */
  int64_t contributor_count;
  /** With BW_BOOK_COVER: bw_cover.digest of its cover; absent if it has none. Output only. See
   * bw_book_set_cover(). */
  bw_text cover;
  /** The title in sort form, such as "Hobbit, or There and Back Again". The order by title uses it
   * if present, otherwise `title`, possibly with its leading article moved to the end: see
   * bw_store_set_articles_last(). To find a book, imports, bw_book_find_or_create() and
   * bw_books_list_duplicates() use `title`, and ignore `title_sort`. */
  bw_text title_sort;
  /** With BW_BOOK_SPOILERS: 1 if `review` gives away the plot, otherwise 0; a new book has 0 by
   * default. A frontend should hide such a review until the reader asks for it. */
  int32_t spoilers;
} bw_book;

/** The format of a cover, determined by its bytes. */
typedef enum bw_cover_format {
  BW_COVER_FORMAT_JPEG = 1,
  BW_COVER_FORMAT_PNG = 2,
  BW_COVER_FORMAT_WEBP = 3,
  BW_COVER_FORMAT_GIF = 4,
  BW_COVER_FORMAT_AVIF = 5
} bw_cover_format;

/** The properties of a book's cover, without its bytes. */
typedef struct bw_cover {
  uint32_t size;
  bw_cover_format format;
  /** In pixels, from the file's header. An orientation in the file is not applied. */
  int32_t width;
  /** In pixels. */
  int32_t height;
  /** The number of bytes. */
  int64_t length;
  /** For example "image/jpeg". It lives as long as the library is loaded. */
  bw_text media_type;
  /** A hash of the bytes, 16 hexadecimal digits, NUL-terminated, the same in every store. Different
   * bytes have different digests, unless somebody constructs a collision. Suitable as an ETag. */
  char digest[24];
} bw_cover;

/** A genre, as read. */
typedef struct bw_genre {
  uint32_t size;
  /** The colour as 0xRRGGBB; red (0xFF0000) if the stored text is not a colour. */
  uint32_t rgb;
  int64_t id;
  bw_text name;
  /** As stored, `#RRGGBB`. */
  bw_text colour;
  /** The number of books in it. */
  int64_t books;
  /** A key that a frontend can use to find a picture, such as "science-fiction", "kryminał" or
   * "공포". It depends only on the name, so it is the same in every store. The name is case-folded
   * and composed (NFC). Then each run of characters that are not letters, marks or digits becomes
   * one "-", except at the ends, where it is removed. The key of a name without letters, marks or
   * digits consists of its code points, such as "u2605". The key is never empty and contains no
   * character that is special in a path or URL. Names that differ only in punctuation share a
   * key. */
  bw_text picture;
  /** See bw_book.global_id. All zeros for a standard genre that is not in a store. */
  bw_uuid global_id;
} bw_genre;

/**
 * A quote from a book. As input, `fields` says which of text and page are given; the other members
 * are ignored. As output, `fields` says which members are present.
 */
typedef struct bw_quote {
  uint32_t size;
  uint32_t reserved;
  /** BW_QUOTE_* bits. */
  bw_fields fields;
  /** Given by the store, never reused. */
  int64_t id;
  int64_t book;
  /** When it was added: milliseconds since 1970-01-01T00:00:00Z. */
  int64_t created;
  /** Must contain a visible character; at most 16 MiB. */
  bw_text text;
  /** The page, such as "12" or "xiv"; at most 16 KiB, may be absent. */
  bw_text page;
  /** See bw_book.global_id. Not accepted as input. */
  bw_uuid global_id;
} bw_quote;

/** The outcome of a reading. The numbers are those of bw_book_status. */
typedef enum bw_reading_outcome {
  BW_READING_OPEN = 1,
  BW_READING_COMPLETED = 2,
  BW_READING_DID_NOT_FINISH = 3
} bw_reading_outcome;

/**
 * One reading of a book. As input, `fields` says which of outcome, started, finished, page or
 * percent, and note are given; the other members are ignored. As output, `fields` says which
 * members are present.
 */
typedef struct bw_reading {
  uint32_t size;
  /** Default for a new reading: BW_READING_COMPLETED if `finished` is given, otherwise
   * BW_READING_OPEN. */
  bw_reading_outcome outcome;
  /** BW_READING_* bits. */
  bw_fields fields;
  /** Given by the store, never reused. */
  int64_t id;
  int64_t book;
  /** When it was added: milliseconds since 1970-01-01T00:00:00Z. */
  int64_t created;
  /** A calendar date written as the number YYYYMMDD. */
  int32_t started;
  /** A calendar date written as the number YYYYMMDD. */
  int32_t finished;
  /** 0 to 100. Progress is a page or a percentage: setting one clears the other. */
  double percent;
  /** 0 or more. */
  int32_t page;
  uint32_t reserved;
  /** At most 16 MiB. */
  bw_text note;
  /** See bw_book.global_id. Not accepted as input. */
  bw_uuid global_id;
} bw_reading;

/** A shelf, which is a saved search, as read. */
typedef struct bw_shelf {
  uint32_t size;
  uint32_t reserved;
  /** Given by the store, never reused. */
  int64_t id;
  bw_text name;
  /** The search line; see bw_query_parse(). */
  bw_text line;
  /** See bw_book.global_id. */
  bw_uuid global_id;
} bw_shelf;

/** An order. */
typedef struct bw_order {
  uint32_t size;
  /** 1 to 20. */
  int32_t quantity;
  /** Counts up from 1 without gaps. */
  int64_t id;
  /** The book's id. The book may have been deleted. */
  int64_t book;
  /** The book's title at the time. */
  bw_text title;
  /** The book's price at the time, in the currency's minor unit. */
  int64_t unit_price;
  /** The ISO 4217 code of the price's currency. */
  bw_text currency;
  /** quantity * unit_price. */
  int64_t total;
  /** When it was placed: milliseconds since 1970-01-01T00:00:00Z. */
  int64_t placed;
  /** See bw_book.global_id. */
  bw_uuid global_id;
  /** BW_ORDER_* bits: the members that are present. */
  bw_fields fields;
  /** With BW_ORDER_CANCELLED: when it was cancelled, in milliseconds since 1970-01-01T00:00:00Z. */
  int64_t cancelled;
} bw_order;

/** The total of the orders in one currency, without those that were cancelled. */
typedef struct bw_order_total {
  uint32_t size;
  uint32_t reserved;
  /** An ISO 4217 code. */
  bw_text currency;
  /** The number of orders. */
  int64_t orders;
  /** The number of copies in all of them. */
  int64_t quantity;
  /** In the currency's minor unit. */
  int64_t total;
} bw_order_total;

/** The record of a book's import from a source. */
typedef struct bw_source {
  uint32_t size;
  uint32_t reserved;
  /** BW_SOURCE_* bits: the members that are present. */
  bw_fields fields;
  /** Given by the store, never reused. */
  int64_t id;
  int64_t book;
  /** When a value was last imported: milliseconds since 1970-01-01T00:00:00Z. */
  int64_t imported;
  /** The source's name. */
  bw_text source;
  /** The source's own id of the book. */
  bw_text source_id;
  /** The values of the last import: one line per field that the source has. A line is the field's
   * name and its values, with a tab before each value. In a value, a backslash is written as two
   * backslashes, a tab as a backslash and "t", and a newline as a backslash and "n". More lines of
   * the same form may follow: `own` names the fields that the source no longer changes in the
   * store, because their value was edited in the store or was there before; `own_identifiers` and
   * `own_genres` do the same for items of these lists; `readings` has the readings that the source
   * gave; `reading_lists` is a checksum of the source's lists of readings. */
  bw_text taken;
  /** The source's original row, in the form it was given; may be absent. */
  bw_text raw;
  /** See bw_book.global_id. */
  bw_uuid global_id;
} bw_source;

/** How an import finds the book that a row refers to. The source's own id and then the row's global
 * id are always tried first. If they find no book, these keys are tried in order. */
typedef enum bw_identity {
  /** Identifiers, then title and author. */
  BW_IDENTITY_TITLE_AND_AUTHOR = 0,
  /** Identifiers. */
  BW_IDENTITY_IDENTIFIERS = 1,
  /** No further key. */
  BW_IDENTITY_SOURCE_ID = 2
} bw_identity;

/** Options of an import. A member that is 0 means its default. */
typedef struct bw_import_options {
  uint32_t size;
  bw_identity identity;
  /** 1: nothing is written. The result is the same as for the real import, except that new books
   * have no id. */
  int32_t dry_run;
  /** 1: invalid rows are skipped. 0: the first invalid row makes the whole import fail. */
  int32_t skip_refused;
  /** For books that were linked to the source and then deleted in the store. 1: they are created
   * again. 0: they stay deleted. A deleted book that was not linked to the source is created again
   * in both cases: see "Importing". */
  int32_t recreate_deleted;
  uint32_t reserved;
  /** 1: the rows are everything that the source has. For each book of an earlier import that has no
   * row this time, a row with BW_OUTCOME_MISSING is added at the end of the result. Nothing is
   * deleted. */
  int32_t complete;
  uint32_t reserved_2;
} bw_import_options;

/** The outcome of one row of an import. */
typedef enum bw_import_outcome {
  /** A book was created. */
  BW_OUTCOME_CREATED = 1,
  /** The source's book was updated with the source's changes. */
  BW_OUTCOME_UPDATED = 2,
  /** There was nothing to change. */
  BW_OUTCOME_UNCHANGED = 3,
  /** An existing book was linked to the source, and got the values that it lacked. */
  BW_OUTCOME_MERGED = 4,
  /** The book was deleted in the store and stays deleted. */
  BW_OUTCOME_DELETED = 5,
  /** Nothing was done: `field` and `message` say why. */
  BW_OUTCOME_REFUSED = 6,
  /** The import has no row for this book of an earlier import. Reported only for a complete import:
   * see bw_import_options.complete. */
  BW_OUTCOME_MISSING = 7
} bw_import_outcome;

/** One row of an import. */
typedef struct bw_import_row {
  uint32_t size;
  bw_import_outcome outcome;
  /** The book's id, even if the book was deleted. 0 if the row was refused, or if a dry run would
   * have created a book. */
  int64_t book;
  /** BW_BOOK_* bits: the fields that changed; 0 for a created book. */
  bw_fields changed;
  /** BW_BOOK_* bits: the fields whose local value was kept although the source has a different one.
   * Every import reports them. */
  bw_fields kept;
  /** Why it was refused, or BW_OK. */
  bw_status status;
  uint32_t reserved;
  /** The field that was wrong; `data` is NULL if the row was not refused. */
  bw_text field;
  /** The reason, in one sentence. */
  bw_text message;
  /** The source's own id of a missing book; `data` is NULL for other outcomes. */
  bw_text source_id;
} bw_import_row;

/** The kinds of rows. bw_entity_name() returns their names. */
typedef enum bw_entity {
  /** None of them: see BW_CHANGE_REREAD. */
  BW_ENTITY_NONE = 0,
  BW_ENTITY_BOOK = 1,
  BW_ENTITY_GENRE = 2,
  BW_ENTITY_QUOTE = 3,
  BW_ENTITY_ORDER = 4,
  BW_ENTITY_READING = 5,
  BW_ENTITY_SHELF = 6,
  /** The record of a book's import from a source: see bw_source. */
  BW_ENTITY_SOURCE = 7,
  /** A book that was merged into another one. */
  BW_ENTITY_MERGED = 8
} bw_entity;

/** The tables of a store: see bw_store_export_arrow(). */
typedef enum bw_table {
  BW_TABLE_BOOKS = 1,
  BW_TABLE_GENRES = 2,
  BW_TABLE_QUOTES = 3,
  BW_TABLE_ORDERS = 4,
  BW_TABLE_READINGS = 5,
  BW_TABLE_SHELVES = 6,
  BW_TABLE_SOURCES = 7,
  BW_TABLE_MERGED_BOOKS = 8,
  /** Which book has which genre. */
  BW_TABLE_LINKS = 9
} bw_table;

/** How a row changed. The numbers begin at 1; bw_change_kind_name() returns the names. */
typedef enum bw_change_kind {
  /** The row was added. An undo that restores a deleted row adds it again. */
  BW_CHANGE_INSERTED = 1,
  /** Fields of the row changed; `fields` says which. */
  BW_CHANGE_UPDATED = 2,
  /** The row was deleted. Its id is never given to another row. */
  BW_CHANGE_DELETED = 3,
  /** Only from an observer with a page: the row entered the page, at `position`. */
  BW_CHANGE_ENTERED = 4,
  /** Only from an observer with a page: the row left the page; it was at `old_position`. */
  BW_CHANGE_LEFT = 5,
  /** Only from an observer with a page: the row changed its place among the rows that stayed in the
   * page. If fields of the row changed too, `fields` says which; otherwise it is 0. */
  BW_CHANGE_MOVED = 6,
  /** More changed than can be reported: reread everything that you display. This is always the only
   * row of its result, with BW_ENTITY_NONE and the id 0. */
  BW_CHANGE_REREAD = 7
} bw_change_kind;

/** A change of one row, as reported by an observer. */
typedef struct bw_change {
  uint32_t size;
  bw_change_kind kind;
  bw_entity entity;
  uint32_t reserved;
  /** For an update, the fields that changed. */
  bw_fields fields;
  int64_t id;
  /** The row's position in the observed page, counted from 0; -1 if it is not in the page, or if
   * the observer has no page. */
  int64_t position;
  /** Its previous position in the page; -1 as above. */
  int64_t old_position;
  /** The number of the transaction. It increases by 1 with each transaction that changed something.
   * If an observer of a query combines several transactions, this is the last one. */
  int64_t transaction;
  /** When that transaction was committed: milliseconds since 1970-01-01T00:00:00Z. */
  int64_t committed;
  /** For a conflict: the step of a history that made the change; 0 if the change was made without a
   * history. Observers do not set it. */
  int64_t step;
} bw_change;

/** How bw_store_list_statistics() and bw_store_list_facets() group books. Unless noted otherwise, a
 * book without the value is in no group. */
typedef enum bw_group {
  /** By genre. A book counts in each of its genres. */
  BW_GROUP_GENRE = 0,
  /** By author. A book's authors are its contributors with the role "author" or, if it has none of
   * these, its `author`. Names that differ only in case, accents and surrounding white space count
   * as one author. The group has the spelling of the book with the lowest id. */
  BW_GROUP_AUTHOR = 1,
  /** By the month of `created`, in UTC. */
  BW_GROUP_MONTH_ADDED = 2,
  /** By the month when a reading ended (`finished`). Each reading counts: a book finished in two
   * different months is in both groups, and a book finished twice in one month counts twice in it;
   * a book that was never finished is in no group. A search for a month, such as
   * "finished:2024-02", finds the books of its group. */
  BW_GROUP_MONTH_FINISHED = 3,
  /** By series. Names are compared like those of authors. */
  BW_GROUP_SERIES = 4,
  /** By publisher. Names are compared like those of authors. */
  BW_GROUP_PUBLISHER = 5,
  /** By language; the name is the language's tag. */
  BW_GROUP_LANGUAGE = 6,
  /** By format. Formats that differ only in the case of ASCII letters are one group. The condition
   * that bw_query_add_facet() adds for it ignores the case and accents of all letters, so it may
   * find more books than the group counts. */
  BW_GROUP_FORMAT = 7,
  /** By status; the key is a bw_book_status. */
  BW_GROUP_STATUS = 8,
  /** By rating; the key is 0 to 5, 0 for the books that are not rated. */
  BW_GROUP_RATING = 9,
  /** By the year of publication; negative for BCE. */
  BW_GROUP_YEAR = 10,
  /** By the decade of publication; the key is its first year, such as 1960. */
  BW_GROUP_DECADE = 11,
  /** By shelf: the books that the shelf's search line finds; a limit in the line is ignored.
   * Statistics have a row even for a shelf without books. A shelf whose line this library does not
   * understand is left out. */
  BW_GROUP_SHELF = 12,
  /** By contributor with the role "editor". Names are compared as authors are. */
  BW_GROUP_EDITOR = 13,
  /** By contributor with the role "translator". */
  BW_GROUP_TRANSLATOR = 14,
  /** By contributor with the role "illustrator". */
  BW_GROUP_ILLUSTRATOR = 15,
  /** By contributor with the role "narrator". */
  BW_GROUP_NARRATOR = 16,
  /** By contributor with the role "introduction". */
  BW_GROUP_INTRODUCTION = 17,
  /** By person: the contributors in any role, and the authors of BW_GROUP_AUTHOR. A book counts
   * once for each of its people. */
  BW_GROUP_PERSON = 18,
  /** By role of the contributors. A book counts once in each role that one of its contributors has.
   * If none of them has the role "author", the book's `author` counts as a person with that role,
   * as in BW_GROUP_AUTHOR. The name is the role: a known one such as "translator", or any text, in
   * the spelling of the book with the lowest id. Only statistics and lists of facets have this
   * group; it is not a condition of a query. */
  BW_GROUP_ROLE = 19
} bw_group;

/** The number of books and their ratings. */
typedef struct bw_statistics {
  uint32_t size;
  uint32_t reserved;
  /** The group's number: the id of the genre or shelf, the month as YYYYMM, the status, the rating,
   * the year, or the decade's first year; otherwise 0. */
  int64_t key;
  /** The name of the group's genre, person, series, publisher, language, format or shelf; `data` is
   * NULL if there is none. */
  bw_text name;
  int64_t books;
  /** The number of rated books. */
  int64_t rated;
  /** The mean `rating` of the rated books, 1 to 5; 0 if none is rated. Exact ratings are
   * ignored. */
  double average;
  /** The number of books with each rating 1 to 5; ratings[0] counts books that are not rated. */
  int64_t ratings[6];
} bw_statistics;

/** One condition of a query, written as in a search line; or a word or phrase that the query
 * searches for. */
typedef struct bw_condition {
  uint32_t size;
  /** The alternative that it belongs to, counted from 0; alternatives are separated by OR. */
  int32_t alternative;
  /** 1: the condition excludes the books that match it. */
  int32_t negated;
  uint32_t reserved;
  /** The key, such as `rating`; `data` is NULL for a word or phrase. */
  bw_text key;
  /** The operator, such as `>=`; `data` is NULL for a word or phrase. */
  bw_text comparison;
  /** The value without quotes. Several values keep the form that they have in the line. */
  bw_text value;
  /** The whole condition as in the line, such as `-genre:horror,"Science Fiction"`. */
  bw_text text;
} bw_condition;

/** The kinds of completions of a search line: see bw_store_list_completions(). */
typedef enum bw_completion_kind {
  /** A key with its colon, such as `genre:`. */
  BW_COMPLETION_KEY = 0,
  /** An operator after a key, such as `>=`. */
  BW_COMPLETION_OPERATOR = 1,
  /** A value of a key, such as `Horror`. If only a word was typed, the completion is the key and
   * the value, such as `genre:Horror`. */
  BW_COMPLETION_VALUE = 2,
  /** The line of a shelf, which replaces the whole line. */
  BW_COMPLETION_SHELF = 3
} bw_completion_kind;

/** A completion of a search line at a place. */
typedef struct bw_completion {
  uint32_t size;
  bw_completion_kind kind;
  /** The completed key, or the key that the operator or value belongs to, such as `genre`; `data`
   * is NULL for a shelf. */
  bw_text key;
  /** The text that replaces the line's bytes from `start` up to, but not including, `end`; in
   * quotes if necessary. */
  bw_text text;
  /** The text to show to a person, in the requested language: the name of a field, genre, status or
   * shelf. */
  bw_text label;
  int64_t start;
  int64_t end;
  /** The number of the store's books that have the value or are on the shelf; -1 if they are not
   * counted, as for keys and operators. */
  int64_t count;
} bw_completion;

/** The progress of a backup. */
typedef struct bw_backup_progress {
  uint32_t size;
  uint32_t reserved;
  /** Pages of the store. */
  int64_t total;
  /** Pages still to be copied; 0 when the backup is complete. */
  int64_t remaining;
} bw_backup_progress;

/** The kinds of problem that bw_store_check() finds. Those from BW_PROBLEM_KEY to
 * BW_PROBLEM_LAST_ID concern derived data, which bw_store_rebuild() repairs. */
typedef enum bw_problem_kind {
  /** SQLite reports that the file is damaged. Restore a backup, or export what can be read. */
  BW_PROBLEM_FILE = 0,
  /** A row refers to a row that does not exist. */
  BW_PROBLEM_REFERENCE = 1,
  /** A value breaks a rule of the model. Only the first such value of a row is reported. */
  BW_PROBLEM_VALUE = 2,
  /** A sort key or a name's key does not match the name. */
  BW_PROBLEM_KEY = 3,
  /** The list of a genre's books is wrong. */
  BW_PROBLEM_LINK = 4,
  /** A counter is wrong. */
  BW_PROBLEM_COUNTER = 5,
  /** The search index is wrong. */
  BW_PROBLEM_SEARCH_INDEX = 6,
  /** An id is above the last assigned id, so it would be assigned again. */
  BW_PROBLEM_LAST_ID = 7,
  /** There are more problems than are reported. */
  BW_PROBLEM_MORE = 8,
  /** A book's status, started or finished differs from its latest reading, or its number of
   * readings is wrong. bw_store_rebuild() repairs it. */
  BW_PROBLEM_READING = 9
} bw_problem_kind;

/** A problem of a store. */
typedef struct bw_problem {
  uint32_t size;
  bw_problem_kind kind;
  /** The id of the faulty row; for a link or an identifier, the id of its book; for a counter, its
   * key. 0 if there is none. */
  int64_t id;
  /** The faulty table, such as "books"; `data` is NULL if the problem is the file. */
  bw_text table;
  /** One sentence. */
  bw_text text;
} bw_problem;

/** An invalid field of a new book: see bw_book_check(). */
typedef struct bw_fault {
  uint32_t size;
  /** The error that saving would return. */
  bw_status status;
  /** A BW_BOOK_* bit or, for a draft of another entity, a bit of that entity's fields. Several bits
   * if the fault concerns several fields together. */
  bw_fields field;
  /** The invalid byte within a text, or -1. */
  int64_t offset;
  /** One sentence. */
  bw_text message;
  /** The reason, as in bw_error. */
  bw_reason reason;
  /** As in bw_error, for a shelf's search line. */
  int32_t length;
  bw_text suggestion;
} bw_fault;

/** The default values of forms. */
typedef struct bw_form_defaults {
  uint32_t size;
  int32_t rating;
  /** The name of a genre. The text lives as long as the library is loaded. */
  bw_text genre;
  /** The number of copies in an order. */
  int32_t quantity;
  uint32_t reserved;
} bw_form_defaults;

/** The languages of the library's own names and sentences. */
typedef enum bw_language {
  BW_LANGUAGE_ENGLISH = 0,
  BW_LANGUAGE_GERMAN = 1,
  BW_LANGUAGE_POLISH = 2,
  BW_LANGUAGE_KOREAN = 3
} bw_language;

/** Actions, as on buttons: see bw_action_name(). */
typedef enum bw_action {
  BW_ACTION_ADD = 0,
  BW_ACTION_EDIT = 1,
  BW_ACTION_DELETE = 2,
  BW_ACTION_SAVE = 3,
  BW_ACTION_CANCEL = 4,
  BW_ACTION_RATE = 5,
  BW_ACTION_ORDER = 6,
  BW_ACTION_SEARCH = 7,
  BW_ACTION_SORT = 8,
  BW_ACTION_UNDO = 9,
  BW_ACTION_REDO = 10,
  BW_ACTION_IMPORT = 11,
  BW_ACTION_EXPORT = 12
} bw_action;

/** A step that can be undone or redone: see bw_store_get_undo_step() and bw_result_get_step(). */
typedef struct bw_undo_step {
  uint32_t size;
  /** BW_ACTION_ADD, BW_ACTION_DELETE, BW_ACTION_RATE, or BW_ACTION_EDIT for any other change. */
  bw_action action;
  /** The kind of rows; BW_ENTITY_NONE if only the step's name is known. */
  bw_entity entity;
  /** The new value, if the step changed only the rating, the status or the favourite mark of one
   * book; otherwise -1. */
  int32_t value;
  /** The number of rows. */
  int64_t count;
  /** The id of the row if there is only one, otherwise 0. */
  int64_t id;
  /** The fields of `entity` that changed; 0 if rows were added or deleted. */
  bw_fields fields;
  /** 1 if the step also changed other things. */
  int32_t more;
  uint32_t reserved;
  /** If there is one row: its title or name, or its book's title; otherwise "". */
  char subject[128];
  /** The name of the step, such as "Rate “Dune” 4", or the name given with
   * bw_transaction_set_name(). */
  char name[256];
  /** The id of a step of a history; otherwise 0. It is never given to another step of the store. */
  int64_t step;
  /** When a step of a history was done: milliseconds since 1970-01-01T00:00:00Z; otherwise 0. */
  int64_t done;
  /** 1 if the step is undone. */
  int32_t undone;
  /** 1 if the step can be undone and redone; 0 if it cannot, because it was too large to be kept or
   * was recorded by another version of the library. */
  int32_t kept;
} bw_undo_step;

/** A history of a store: see bw_store_list_histories(). */
typedef struct bw_history {
  uint32_t size;
  uint32_t reserved;
  /** The name that the store was opened with. */
  bw_text name;
  /** The number of its steps. */
  int64_t steps;
  /** The bytes that its steps use in the store. */
  int64_t bytes;
  /** When its latest step was done: milliseconds since 1970-01-01T00:00:00Z. */
  int64_t last;
  /** The number of steps that it has forgotten: see bw_undo_info.forgotten. */
  int64_t forgotten;
} bw_history;

/** How to show a rating as one character. */
typedef enum bw_rating_style {
  /** A face, from U+1F61E for 1 to U+1F929 for 5; U+2796, a heavy minus, for not rated. */
  BW_RATING_EMOJI = 0,
  /** A digit; U+2013, an en dash, for not rated. */
  BW_RATING_DIGITS = 1
} bw_rating_style;

/** A colour as text. */
typedef struct bw_colour {
  uint32_t size;
  /** `#RRGGBB`, NUL-terminated. */
  char text[8];
} bw_colour;

/** An amount of money as text. */
typedef struct bw_money {
  uint32_t size;
  /** UTF-8, NUL-terminated. */
  char text[60];
} bw_money;

/** The kinds of values of fields: see bw_value. */
typedef enum bw_value_kind {
  /** The field is absent. */
  BW_VALUE_ABSENT = 0,
  /** `number`. */
  BW_VALUE_INTEGER = 1,
  /** `real`. */
  BW_VALUE_REAL = 2,
  /** `text`. */
  BW_VALUE_TEXT = 3,
  /** `number` is 0 or 1. */
  BW_VALUE_FLAG = 4,
  /** `number` is a bw_book_status. */
  BW_VALUE_STATUS = 5,
  /** `number` is a bw_reading_outcome. */
  BW_VALUE_OUTCOME = 6,
  /** `number` is a calendar date, written YYYYMMDD. */
  BW_VALUE_DAY = 7,
  /** `number` is milliseconds since 1970-01-01T00:00:00Z. */
  BW_VALUE_INSTANT = 8,
  /** `number` is an amount in the currency's minor unit, `text` the currency's ISO 4217 code. */
  BW_VALUE_PRICE = 9,
  /** `texts` are `count` names of genres. */
  BW_VALUE_TEXTS = 10,
  /** `texts` are `count` identifiers, `keys` their schemes. */
  BW_VALUE_IDENTIFIERS = 11,
  /** `texts` are `count` names of people, `keys` their roles, `sorts` their names in sort form. A
   * missing role or sort form is an empty text. */
  BW_VALUE_CONTRIBUTORS = 12
} bw_value_kind;

/** The value of a field, apart from any row: see bw_field_parse(). Members that the kind does not
 * use are 0. */
typedef struct bw_value {
  uint32_t size;
  bw_value_kind kind;
  int64_t number;
  double real;
  bw_text text;
  int64_t count;
  const bw_text *texts;
  const bw_text *keys;
  const bw_text *sorts;
} bw_value;

/** A sentence. */
typedef struct bw_sentence {
  uint32_t size;
  /** UTF-8, NUL-terminated; cut between characters if it does not fit. */
  char text[508];
} bw_sentence;

/** A key to sort a name by: see bw_name_get_key(). */
typedef struct bw_name_key {
  uint32_t size;
  /** NUL-terminated bytes, not UTF-8. Compare two keys with strcmp(). */
  char bytes[1020];
} bw_name_key;

/** An International Standard Book Number as text. */
typedef struct bw_isbn {
  uint32_t size;
  /** 13 digits, NUL-terminated. */
  char text[16];
} bw_isbn;

/**
 * A row of stars that shows and sets a rating. It belongs to no store. The texts are borrowed from
 * the caller; those of bw_star_control_get_defaults() live as long as the library is loaded.
 */
typedef struct bw_star_control {
  uint32_t size;
  /** The number of stars, 1 to 100; default 5. Ratings of books go up to 5. */
  int32_t maximum;
  /** Empty by default. An empty label is not drawn and takes no space. */
  bw_text label;
  /** Not blank; default a filled star, U+2605. */
  bw_text on_glyph;
  /** If absent (`data` NULL, the default), the same glyph as `on_glyph`. If given, not blank. */
  bw_text off_glyph;
  /** 0xRRGGBB; default yellow, 0xFFFF00. */
  uint32_t on_colour;
  /** 0xRRGGBB; default gray, 0x808080. */
  uint32_t off_colour;
} bw_star_control;

/** How one star of a control is drawn. */
typedef struct bw_star {
  uint32_t size;
  /** 1 or 0. */
  int32_t on;
  /** The control's on_glyph or off_glyph; it lives as long as these. */
  bw_text glyph;
  /** 0xRRGGBB. */
  uint32_t colour;
  uint32_t reserved;
} bw_star;

/** A number that goes up and down within a range. It belongs to no store. */
typedef struct bw_stepper {
  uint32_t size;
  uint32_t reserved;
  /** Default 1. */
  int64_t minimum;
  /** Default 20; not below the minimum. */
  int64_t maximum;
  /** Default 1. A value outside the range is shown. A step toward the range leads into it, and a
   * step away from it is ignored: see bw_stepper_step(). */
  int64_t value;
  /** The size of one step, 1 or more; default 1. */
  int64_t step;
} bw_stepper;

/** The memory layout of a column's values. */
typedef enum bw_column_type {
  /** `values` is int64_t[count]. */
  BW_COLUMN_INT64 = 1,
  /** `values` is int32_t[count]. */
  BW_COLUMN_INT32 = 2,
  /** `values` is double[count]. */
  BW_COLUMN_DOUBLE = 3,
  /** `values` is char[], `offsets` int64_t[count + 1]; see bw_column. */
  BW_COLUMN_TEXT = 4,
  /** `lists` is int64_t[count + 1], `values` int64_t[lists[count]]. */
  BW_COLUMN_INT64_LIST = 5,
  /** `lists` is int64_t[count + 1], `offsets` int64_t[lists[count] + 1], `values` char[]. */
  BW_COLUMN_TEXT_LIST = 6,
  /** `values` is uint8_t[count][16]. In Arrow it is a text of 36 characters. */
  BW_COLUMN_UUID = 7
} bw_column_type;

/** The values of bw_column.present. */
typedef enum bw_presence {
  BW_PRESENCE_ABSENT = 0,
  BW_PRESENCE_PRESENT = 1,
  /** In an import: the row does not mention the field, which keeps its value. */
  BW_PRESENCE_SILENT = 2
} bw_presence;

/**
 * One field of many rows, in contiguous memory; the layout is the same for input and for output.
 *
 * Text i is the UTF-8 at values + offsets[i], followed by one NUL; offsets[i + 1] is the position
 * after that NUL, so the text's length is offsets[i + 1] - offsets[i] - 1. An absent text is empty.
 * List i contains the items from lists[i] up to, but not including, lists[i + 1].
 */
typedef struct bw_column {
  uint32_t size;
  bw_column_type type;
  /** One bit. */
  bw_fields field;
  /** Rows. */
  int64_t count;
  const void *values;
  const int64_t *offsets;
  const int64_t *lists;
  /** One byte per row: BW_PRESENCE_PRESENT, BW_PRESENCE_ABSENT or, in an import,
   * BW_PRESENCE_SILENT. NULL if every row is present. */
  const uint8_t *present;
} bw_column;

/** Which of two merged values is kept. */
typedef enum bw_choice {
  /** The value of the row that is kept. */
  BW_CHOICE_OURS = 0,
  /** The value of the other row. */
  BW_CHOICE_THEIRS = 1,
  /** Both values, joined. Status, started and finished follow from the readings of both books. */
  BW_CHOICE_BOTH = 2
} bw_choice;

/** A field with different values in two rows that were merged, or that would be merged. */
typedef struct bw_difference {
  uint32_t size;
  bw_entity entity;
  bw_choice choice;
  uint32_t reserved;
  /** One bit. */
  bw_fields field;
  /** The row that is kept. */
  int64_t id;
  /** The other row. */
  int64_t other_id;
  /** The value of the kept row as text: numbers in decimal, dates as YYYYMMDD, instants in
   * milliseconds, and lists with ", " between items. For a field of rows that belong to a book,
   * such as BW_BOOK_QUOTES and BW_BOOK_READINGS, it is the number of these rows. `data` is NULL if
   * there is no value. */
  bw_text ours;
  /** The other row's value, in the same form. */
  bw_text theirs;
} bw_difference;

/** Which store wins if both changed the same value. */
typedef enum bw_merge_rule {
  /** The store into which the other is merged. */
  BW_MERGE_OURS = 0,
  /** The other store. */
  BW_MERGE_THEIRS = 1,
  /** The store that changed the book later. If both changed it at the same time, or if a row does
   * not record when it changed, the greater value wins. */
  BW_MERGE_LATER = 2
} bw_merge_rule;

/** The result of merging two stores. */
typedef struct bw_merge_counts {
  uint32_t size;
  uint32_t reserved;
  /** Rows of any kind that were inserted, updated and deleted. */
  int64_t inserted;
  int64_t updated;
  int64_t deleted;
  /** The number of conflicts, such as values that both stores changed differently, and rows that
   * one store changed and the other deleted: see "Merging stores". The `conflicts` of
   * bw_store_merge() has one row for each. */
  int64_t conflicts;
} bw_merge_counts;

/** A book that is probably in the store more than once. */
typedef struct bw_duplicate {
  uint32_t size;
  uint32_t reserved;
  /** Duplicates of each other have the same number. */
  int64_t group;
  /** The book's id. */
  int64_t book;
  /** The shared identifier, as this book writes it; `data` is NULL if the books are only
   * similar. */
  bw_text scheme;
  bw_text value;
} bw_duplicate;

/** How to combine a query's genres, or the words of its search. */
typedef enum bw_match {
  /** Books with at least one of them. */
  BW_MATCH_ANY = 0,
  /** Books with every one of them. */
  BW_MATCH_ALL = 1,
  /** Books with none of them. */
  BW_MATCH_NONE = 2
} bw_match;

/** Sort keys of books. Absent values come first in ascending order. */
typedef enum bw_sort_key {
  /** By the title in sort form, possibly with a leading article moved to the end: see
   * bw_store_set_articles_last(). */
  BW_SORT_TITLE = 0,
  BW_SORT_AUTHOR = 1,
  BW_SORT_RATING = 2,
  BW_SORT_STATUS = 3,
  BW_SORT_CREATED = 4,
  BW_SORT_UPDATED = 5,
  BW_SORT_STARTED = 6,
  BW_SORT_FINISHED = 7,
  BW_SORT_FAVOURITE = 8,
  /** By the name of the series, then by the number in it. */
  BW_SORT_SERIES = 9,
  /** By relevance to the query's search, best first; see bw_query_search(). Without a search, by
   * id. */
  BW_SORT_RANK = 10,
  /** By id, which is the order the books were added. */
  BW_SORT_ID = 11,
  /** By the publisher's name. */
  BW_SORT_PUBLISHER = 12,
  BW_SORT_PAGES = 13,
  /** By the language's tag. */
  BW_SORT_LANGUAGE = 14,
  BW_SORT_EDITION_YEAR = 15,
  /** By the year of publication. */
  BW_SORT_YEAR = 16,
  /** By currency, then by price. */
  BW_SORT_PRICE = 17,
  /** By the name of the primary genre. */
  BW_SORT_GENRE = 18,
  /** By the exact rating; a book without one is sorted by its rating. */
  BW_SORT_EXACT_RATING = 19
} bw_sort_key;

typedef enum bw_direction { BW_ASCENDING = 0, BW_DESCENDING = 1 } bw_direction;

/** A query, as returned by bw_query_get_info(). */
typedef struct bw_query_info {
  uint32_t size;
  /** The number of sort keys; 0: by title, then author. */
  int32_t sort_count;
  /** BW_BOOK_* bits: the fields that the query filters by, and BW_OUTPUT_MATCHED if it searches.
   * Nested queries are not included. */
  bw_fields filters;
  /** The limit, or -1 if there is none. */
  int64_t limit;
  int64_t offset;
} bw_query_info;

/**
 * A page of a query: see bw_query_run_page(). `limit`, `after` and `before` are set by the caller,
 * the other members by the call. Prepare it with BW_INIT.
 */
typedef struct bw_page {
  uint32_t size;
  uint32_t reserved;
  /** The largest number of books. 0 means the query's own limit, and -1 means no limit. */
  int64_t limit;
  /** Set it to the `next` of a page to read the page after that one; otherwise leave `data`
   * NULL. */
  bw_text after;
  /** Set it to the `previous` of a page to read the page before that one; otherwise leave `data`
   * NULL. */
  bw_text before;
  /** The number of books that match the query, on all pages. */
  int64_t total;
  /** For `after`, to read the next page; `data` is NULL if this is the last page. */
  bw_text next;
  /** For `before`, to read the previous page; `data` is NULL if this is the first page. */
  bw_text previous;
} bw_page;

/* Handles. A handle has the type of a pointer, but is a slot's number and a generation, never
 * an address. Every call checks it: a closed, stale, made-up or wrong-typed handle gives
 * BW_ERROR_HANDLE and does no harm. So does NULL, except in _close and _free, and where the
 * comment of a call allows it. */

/** A store, or a transaction on one. Calls that accept only a store say so. */
typedef struct bw_store bw_store;
/** A selection of books and their order. Belongs to no store and can run on any. */
typedef struct bw_query bw_query;
/** Rows that were read: an immutable snapshot, valid until freed, even after its store closes. */
typedef struct bw_result bw_result;
/** The rows of a query that is still being read, a piece at a time. */
typedef struct bw_stream bw_stream;
/** Reports changes of a store, a book, a page of a query, a list, orders, or statistics. */
typedef struct bw_observer bw_observer;
/** A two-way connection between a control and one field of a row; or a draft of a row. */
typedef struct bw_binding bw_binding;
/** A backup in progress: a copy of a store into a file. */
typedef struct bw_backup bw_backup;

/*
 * Library
 * -------
 * Versions and names. These calls cannot fail.
 */

/** Returns the library's version: major << 16 | minor << 8 | patch. */
BW_NODISCARD
uint32_t bw_version(void);

/**
 * Returns the library's version as text, such as "2.1.0". It lives as long as the library is
 * loaded.
 */
BW_NODISCARD
const char *bw_version_string(void);

/**
 * Returns the version of the interface, which is the number in libbookworm.so.2. Additions do not
 * change it; it changes only if programs must be recompiled.
 */
BW_NODISCARD
uint32_t bw_abi_version(void);

/**
 * Returns the version of SQLite inside the library, such as "3.54.0". It lives as long as the
 * library is loaded.
 */
BW_NODISCARD
const char *bw_sqlite_version(void);

/**
 * Returns the name of a status, such as "BW_ERROR_BUSY", or "unknown status". Never NULL; it lives
 * as long as the library is loaded.
 */
BW_NODISCARD
const char *bw_status_name(bw_status status);

/**
 * Returns the name of a kind of change: "inserted", "updated", "deleted", "entered", "left",
 * "moved" or "reread", the same as in Python; "unknown kind" for another number. The names are for
 * programs and logs, and are not translated. Never NULL; they live as long as the library is
 * loaded.
 */
BW_NODISCARD
const char *bw_change_kind_name(bw_change_kind kind);

/**
 * Returns the name of an entity: "book", "genre", "quote", "order", "reading", "shelf", "source" or
 * "merged", the same as in Python; "none" for BW_ENTITY_NONE, "unknown entity" for another number.
 * The names are for programs and logs, and are not translated. Never NULL; they live as long as the
 * library is loaded.
 */
BW_NODISCARD
const char *bw_entity_name(bw_entity entity);

/*
 * Stores
 * ------
 * A store is one file, or a schema on a server. Any number of processes may have it open at the
 * same time, and each process may open it any number of times. Every call may be made from any
 * thread.
 */

/**
 * Opens a store, and creates it if there is none and the options allow it.
 *
 * `path` is a path in UTF-8 of at most 480 bytes, or ":memory:" for a store in memory, which is
 * discarded when its handle is closed. A store in memory has one connection, on which all calls
 * take turns: while a transaction is open, even reads wait for it to end, and may fail with
 * BW_ERROR_BUSY. For a store in memory `must_exist` is ignored, and `read_only` gives
 * BW_ERROR_CANNOT_OPEN. A path that begins with "postgresql://" or "postgres://" is the address of
 * a server, of at most 2,000 bytes: see "A server" above. `options` may be NULL for the defaults.
 * Close the store with bw_store_close().
 *
 * While a store is open, SQLite keeps "-wal" and "-shm" files next to it: the folder must be
 * writable. In a folder that is not writable, or on a read-only mount, you can open a store with
 * `read_only` if no program has it open. If another program opens the store for writing later, your
 * reads fail with BW_ERROR_CANNOT_OPEN until you open the store again. Observers add a "-wake"
 * file. Reading the files does no harm, from this process or another; do not write to them (see
 * "The file" above).
 *
 * A new store appears at its path once it is complete and on disk. Only its owner may read and
 * write it. Several programs may create the same store at once. If an empty file is at the path,
 * the store replaces it and keeps the mode of that file instead.
 *
 * A file that cannot be opened is left untouched. Fails with BW_ERROR_NEWER, BW_ERROR_BUSY, and:
 *
 * - BW_ERROR_CANNOT_OPEN: the file does not exist and `must_exist` is set, it is a directory, a
 *   permission is missing, or opening it would be dangerous: see "The file" above.
 * - BW_ERROR_NOT_A_STORE: the file is not a store, or an older library did not finish creating it.
 * - BW_ERROR_CORRUPT: the file is damaged, or another program changed the store's tables.
 * - BW_ERROR_READ_ONLY: the file may only be read, and `read_only` is not set.
 * - When creating a store, BW_ERROR_FULL, and BW_ERROR_EXISTS if a file of another store ("-wal",
 *   "-shm", "-journal") is next to it.
 *
 * For a server, BW_ERROR_CANNOT_OPEN covers every problem with the address, the server, the
 * database or libpq; BW_ERROR_NOT_PERMITTED means that this user lacks a privilege, and
 * BW_ERROR_NOT_A_STORE that the schema has tables that are not a store's. If the schema does not
 * exist or is empty, the tables are created, all of them or none.
 *
 * If a newer library made the store's sort keys, the call succeeds but the handle is read-only,
 * even if `read_only` is 0: check bw_store_info.read_only. Writes then give BW_ERROR_READ_ONLY.
 */
BW_NODISCARD
bw_status bw_store_open(const char *path, int64_t path_length, const bw_open_options *options,
                        bw_store **store, bw_error *error);

/**
 * Creates and opens a store for a preview or a trial. It contains a small, varied set of books,
 * genres and quotes in several scripts. This set is always the same, including ids and instants.
 * Otherwise it is an ordinary store. The creation of this set cannot be undone.
 *
 * `path` is ":memory:", or a path where no file exists. If a file exists there, the call fails with
 * BW_ERROR_EXISTS and changes nothing. The address of a server gives BW_ERROR_ARGUMENT. `options`,
 * which may be NULL, are those of bw_store_open() (`must_exist` is ignored). With `read_only`, the
 * file is created, and the handle can only read. Fails like bw_store_open(), but `read_only` for a
 * store in memory gives BW_ERROR_ARGUMENT here. The file gets its name once it is complete and on
 * disk.
 */
BW_NODISCARD
bw_status bw_store_open_preview(const char *path, int64_t path_length,
                                const bw_open_options *options, bw_store **store, bw_error *error);

/**
 * Closes a store. NULL is allowed and does nothing; a handle that was already closed gives
 * BW_ERROR_HANDLE and does no harm.
 *
 * All transactions that are still open on the store end. Streams can no longer be read and backups
 * no longer continue, but they keep the file open until they are freed; results stay valid. You
 * must still free all of these handles. If another thread is in the middle of a write, the call
 * waits for it. Returns BW_ROLLED_BACK, which is not an error, if a write transaction was open and
 * was rolled back.
 */
bw_status bw_store_close(bw_store *store, bw_error *error);

/**
 * Sets how a store sorts titles that begin with an article. If `articles_last` is 1, the default of
 * every store, a leading article is moved to the end for sorting, as in a library catalogue: "The
 * Zebra" is listed under Z, after "Zebra". If it is 0, titles are sorted as they are.
 *
 * The articles are those of the book's language (bw_book.language); a book without a language
 * counts as English. Articles of some forty languages are known, such as "The", "A" and "An" in
 * English, "Der", "Die", "Das", "Ein" and "Eine" in German, and "Le", "La", "Les", "L'", "Un" and
 * "Une" in French. A title that has nothing but an article stays as it is. A book with a
 * bw_book.title_sort is sorted by that. The rule changes neither the titles themselves nor what
 * searches find.
 *
 * The call takes a store, not a transaction. The setting is kept in the store and applies to all
 * programs that use it. If the rule changes, the sort keys of all books are rebuilt in one step,
 * which holds the write lock: about a second for 100,000 books. Observers get BW_CHANGE_REREAD. As
 * after bw_store_rebuild(), earlier steps can no longer be undone.
 */
BW_NODISCARD
bw_status bw_store_set_articles_last(bw_store *store, int32_t articles_last, bw_error *error);

/**
 * Gets whether titles are sorted with a leading article last: 1 or 0. See
 * bw_store_set_articles_last().
 */
BW_NODISCARD
bw_status bw_store_get_articles_last(bw_store *store, int32_t *articles_last, bw_error *error);

/**
 * Gets a store's path, versions and log size, and whether it is read-only. Prepare `info` with
 * BW_INIT.
 *
 * The path is borrowed from the store's handle. The handle may also be a transaction's.
 */
BW_NODISCARD
bw_status bw_store_get_info(bw_store *store, bw_store_info *info, bw_error *error);

/*
 * Transactions
 * ------------
 * A transaction is a bw_store *, which most calls accept in place of a store. It sees its own
 * changes immediately; others see all of them at once when it commits. Until a write transaction
 * ends, other writers wait for it, up to their busy time-out. This includes writes through the
 * store's own handle. So keep a transaction short, and while it is open, write only through the
 * transaction's handle. Threads may share a transaction and take turns.
 *
 * A call that fails within a transaction leaves it as it was before the call, and the transaction
 * continues, so your program can skip a row that fails with BW_ERROR_INVALID and go on. There is an
 * exception: if a call that writes one row fails with BW_ERROR_FULL, _IO, _MEMORY or _CORRUPT, the
 * transaction can only be rolled back, and every other call on it fails with BW_ERROR_TRANSACTION.
 * On a server this is also the case if such a call fails with BW_ERROR_BUSY, or if the server could
 * not carry out a read. A read that only finds nothing (BW_ERROR_NOT_FOUND) has been carried out.
 */

/**
 * Begins a transaction on a store, or within another transaction.
 *
 * This call takes the write lock for a write transaction, waiting up to the busy time-out. Once it
 * has succeeded, the transaction's calls never fail with BW_ERROR_BUSY, except on a server: if an
 * operator has locked one of the store's tables, or if the server cancels the call. A read
 * transaction sees one unchanging snapshot. Other calls do not wait for it, except in a store in
 * memory. However, the store's log cannot be checkpointed completely while it lasts, and a write
 * may wait for a checkpoint: see "The file" above. While a nested transaction is open, the outer
 * one can read but neither write nor commit. A read transaction within a write transaction sees the
 * outer one's changes, and cannot write.
 *
 * End it with bw_transaction_commit(), bw_transaction_rollback() or bw_transaction_free(). Fails
 * with BW_ERROR_BUSY, BW_ERROR_READ_ONLY, or BW_ERROR_TRANSACTION (the given transaction has an
 * open nested one).
 */
BW_NODISCARD
bw_status bw_transaction_begin(bw_store *store, bw_transaction_mode mode, bw_store **transaction,
                               bw_error *error);

/**
 * Sets the name of the transaction's step: see bw_undo_info. By default, the name describes the
 * changes.
 *
 * A name has at most 127 bytes of UTF-8, and is not blank. The last name that was set is used, even
 * if it was set on a nested transaction. Fails with BW_ERROR_INVALID, BW_ERROR_TOO_LARGE,
 * BW_ERROR_TEXT, and with BW_ERROR_READ_ONLY for a read transaction.
 */
BW_NODISCARD
bw_status bw_transaction_set_name(bw_store *transaction, const char *name, int64_t name_length,
                                  bw_error *error);

/**
 * Commits the changes: all of them, or none if the call fails. After BW_ERROR_OUTCOME_UNKNOWN,
 * which only a server causes, either all or none are kept. A nested transaction becomes part of the
 * outer one.
 *
 * The handle is closed, whether the commit succeeds or fails (BW_ERROR_FULL, BW_ERROR_IO,
 * BW_ERROR_OUTCOME_UNKNOWN). It stays open after BW_ERROR_TRANSACTION (a nested transaction is
 * open, or an earlier call failed), and after BW_ERROR_ARGUMENT, which is returned before anything
 * is done.
 */
BW_NODISCARD
bw_status bw_transaction_commit(bw_store *transaction, bw_error *error);

/**
 * Discards the changes, including those of nested transactions, and closes the handle. Returns
 * BW_OK, not BW_ROLLED_BACK. NULL gives BW_ERROR_HANDLE.
 */
bw_status bw_transaction_rollback(bw_store *transaction, bw_error *error);

/**
 * Closes a transaction's handle, for clean-up paths. NULL is allowed and does nothing.
 *
 * Returns BW_ROLLED_BACK, which is not an error, if a write transaction was still open and was
 * rolled back. Returns BW_OK for a read transaction, and for a transaction that ended with its
 * store or its outer transaction. Returns BW_ERROR_HANDLE, which does no harm, if the handle was
 * already closed.
 */
bw_status bw_transaction_free(bw_store *transaction, bw_error *error);

/*
 * Undo and redo
 * -------------
 * A store's handle records the changes made through it, so that they can be undone step by step. A
 * step is one call that changed something, or one whole transaction. An undo can be redone until
 * another change is made. Deleted rows come back with the same ids, links, quotes and dates.
 *
 * Steps are kept in memory, up to bw_open_options.undo_limit, and beyond that in a temporary file,
 * up to undo_file_limit. If both limits are exceeded, or if the disk is full, the oldest steps are
 * forgotten; bw_store_undo() reports this when it reaches them. Each handle has its own steps, even
 * if a process opens a store twice, and they are lost when the store is closed. To keep them, open
 * the store with the name of a history: see "Histories" below. Orders are not undone.
 *
 * A step that is too large to be kept is replaced by a placeholder: undoing it fails with
 * BW_ERROR_TOO_LARGE, and the message describes the step and its size. bw_store_drop_undo() skips
 * it, so that earlier steps can be undone; its changes then count as changes by others.
 *
 * An undo also needs room, to record how to redo the step. That record may be too large by itself,
 * for example if the step added very many books. The undo then fails with BW_ERROR_TOO_LARGE too
 * and changes nothing, because the books could not be restored by a redo. Open the store with
 * larger limits, or drop the step and delete the books yourself.
 *
 * Undoing or redoing a step fails as a whole, with BW_ERROR_CONFLICT, if others later made a change
 * that conflicts with it, in another program or through another handle of the same process. The
 * step remains the next one to undo or redo. A later change conflicts if the step changed the same
 * row, with one exception: two updates of a row conflict only if they changed the same field. So a
 * rating can be undone although somebody else changed the title.
 *
 * The store finds the changes of others in its change log, which contains at least the last 4096
 * transactions. A handle knows its own changes: while nobody else writes, every recorded step can
 * be undone and redone. A step is also refused if somebody else committed after it and the change
 * log cannot show what that commit changed, either because the log no longer contains the commit,
 * or because it did not record the commit's changes.
 *
 * Each of these calls takes a store, not a transaction. bw_transaction_set_name() sets the name of
 * a step.
 */

/**
 * Undoes the last step that was not undone yet: all of it or nothing.
 *
 * `info`, which may be NULL, gets what bw_store_get_undo_info() would have returned just before the
 * call, so its undo_name is the step that was undone. Prepare it with BW_INIT. An undo is an
 * ordinary write: observers report it as one transaction, it waits for other writers, and it takes
 * as long as the step did.
 *
 * Fails with:
 *
 * - BW_ERROR_NOT_FOUND and the field "undo": there is nothing to undo. The message says whether
 *   older steps were forgotten.
 * - BW_ERROR_TOO_LARGE: the step was too large to be kept, or could not be redone afterwards.
 * - BW_ERROR_CONFLICT: a later change by others conflicts with the step, as described above. The
 *   message names the first few, and bw_store_list_undo_conflicts() lists all.
 * - BW_ERROR_ARGUMENT: the handle is a transaction's.
 *
 * After any error except BW_ERROR_OUTCOME_UNKNOWN, the step remains the next one to undo;
 * bw_store_drop_undo() removes it.
 */
BW_NODISCARD
bw_status bw_store_undo(bw_store *store, bw_undo_info *info, bw_error *error);

/**
 * Repeats the step that bw_store_undo() undid last, under the same conditions. The field of its
 * errors is "redo"; the redo_name of `info`, which may be NULL, is the step that was redone.
 */
BW_NODISCARD
bw_status bw_store_redo(bw_store *store, bw_undo_info *info, bw_error *error);

/**
 * Gets the number of steps that can be undone and redone, and the English names of the next ones.
 * Prepare `info` with BW_INIT.
 */
BW_NODISCARD
bw_status bw_store_get_undo_info(bw_store *store, bw_undo_info *info, bw_error *error);

/**
 * Gets the next step to undo or, if `redo` is 1, to redo: its data, and its name in the given
 * language. The name includes the title or name of its row and the new value, such as "Rate “Dune”
 * 4". A title or value that the step does not contain is read from the store. The name is one line
 * for a menu: control characters and line ends in titles become spaces, and marks that change the
 * direction of text are removed; `subject` has the title unchanged. A name from
 * bw_transaction_set_name() is the same in every language. Prepare `step` with BW_INIT.
 *
 * Fails with BW_ERROR_NOT_FOUND if there is no step, and with BW_ERROR_ARGUMENT for an unknown
 * language. Cost: reading the step.
 */
BW_NODISCARD
bw_status bw_store_get_undo_step(bw_store *store, int32_t redo, bw_language language,
                                 bw_undo_step *step, bw_error *error);

/**
 * Lists the changes by others that prevent the next step from being undone or, if `redo` is 1,
 * redone. `*changes` gets a result with one row per change, oldest first, for
 * bw_result_get_change(). It has no rows if nothing prevents it, or if there is no step. Free it
 * with bw_result_free().
 *
 * A row of the kind BW_CHANGE_REREAD means that the store's change log no longer contains all
 * changes since the step, or that one of the transactions changed more than the change log can
 * record; this is also the case after bw_store_rebuild(). Cost: reads the step, and the change log
 * since the step.
 */
BW_NODISCARD
bw_status bw_store_list_undo_conflicts(bw_store *store, int32_t redo, bw_result **changes,
                                       bw_error *error);

/**
 * Forgets the next step to undo or, if `redo` is 1, to redo, without undoing or redoing it. Use it
 * for a step that is refused. The step that would have followed it is then the next one, and may be
 * refused too. Fails with BW_ERROR_NOT_FOUND if there is no step.
 */
BW_NODISCARD
bw_status bw_store_drop_undo(bw_store *store, int32_t redo, bw_error *error);

/**
 * Forgets all steps to undo and to redo, and frees their memory. If the store was opened with a
 * history, the call also deletes the steps of that history from the store, for every handle with
 * the same name. That is a write, and can fail like one. bw_undo_info.forgotten is then 0.
 */
BW_NODISCARD
bw_status bw_store_clear_undo(bw_store *store, bw_error *error);

/*
 * Histories
 * ---------
 * A store that is opened with the name of a history, bw_open_options.history, keeps its steps in
 * the store itself. All handles with the same name share these steps, in every process, including
 * later ones: a short-lived command can undo the changes it made yesterday. A step is recorded in
 * the same transaction as its changes, so if a program is killed, the store has both or neither.
 * Give each program, and each visitor of a web page, its own name. A handle has one history, so a
 * web server opens the store for each visitor. Opening a store that is a file takes a few
 * milliseconds, and each open store uses five file descriptors. A name is not a password: everyone
 * who may open the store can use any name.
 *
 * Each step has an id. bw_store_undo_step() and bw_store_redo_step() undo or redo only the step
 * with that id; steps can be undone and redone in any order. The calls fail if the same fields of
 * the same rows were changed later, either by a program without a history, or by a later step of
 * this or another history that is not undone. The error names the rows and the conflicting steps;
 * bw_store_list_step_conflicts() lists them.
 *
 * Each of these calls takes a store, not a transaction. The calls of "Undo and redo" work on the
 * history too. bw_store_undo() undoes the step that was done or redone last; bw_store_redo() redoes
 * the step that was undone last. After a new step there is nothing to redo, but
 * bw_store_redo_step() still accepts the steps that were undone before.
 *
 * A history keeps bw_open_options.history_steps steps, of at most history_limit KiB in total.
 * Beyond that the oldest steps are forgotten, a few at a time, so a history may exceed these limits
 * by a sixteenth. bw_undo_info.forgotten says how many steps a history has forgotten. A step that
 * is larger than the limit by itself is listed, but cannot be undone. A step also cannot be undone
 * if redoing it would need more than the limit: open the store with a larger limit. The store keeps
 * the change log back to the oldest step of all histories, but at most 65,536 transactions. Steps
 * that are older than the change log are refused. bw_store_rebuild() forgets all steps of all
 * histories. Another version of the library lists the steps of this one, but may not be able to
 * undo them.
 *
 * Nothing limits the number of histories in a store, and each has limits of its own. A program that
 * opens the store with a new name for each visitor must itself clear the histories that it no
 * longer needs: see bw_store_clear_undo(). bw_store_list_histories() lists all of them.
 *
 * A backup and a copy of the store contain its histories. An exported document does not. Merging
 * two stores leaves the steps of the target's histories as they are; the merge itself is one step.
 */

/**
 * Lists the steps of the store's history; the step that was done, undone or redone last comes
 * first. Read the result with bw_result_get_step() and free it with bw_result_free(). The handle
 * may be read-only. Fails with BW_ERROR_ARGUMENT and the field "history" if the store was opened
 * without the name of a history. Cost: reads the names of the steps, not their contents.
 */
BW_NODISCARD
bw_status bw_store_list_steps(bw_store *store, bw_result **steps, bw_error *error);

/**
 * Gets one row of a result of steps, counted from 0, with its name in the given language. Prepare
 * `step` with BW_INIT. The name has the title and the value that the row had when the step was
 * done. The other members are those of bw_store_get_undo_step().
 */
BW_NODISCARD
bw_status bw_result_get_step(bw_result *result, int64_t row, bw_language language,
                             bw_undo_step *step, bw_error *error);

/**
 * Lists the histories that have steps in the store, the one with the latest step first. Read the
 * result with bw_result_get_history() and free it with bw_result_free(). The store need not be
 * opened with a history, and may be read-only. Cost: reads all steps without their contents.
 */
BW_NODISCARD
bw_status bw_store_list_histories(bw_store *store, bw_result **histories, bw_error *error);

/**
 * Gets one row of a result of histories, counted from 0. Prepare `history` with BW_INIT; it borrows
 * its name from the result.
 */
BW_NODISCARD
bw_status bw_result_get_history(bw_result *result, int64_t row, bw_history *history,
                                bw_error *error);

/**
 * Undoes one step of the store's history, by its id, even if later steps follow it. Fails if the
 * same fields of the same rows were changed later: see "Histories".
 *
 * `info`, which may be NULL, gets what bw_store_get_undo_info() would have returned just before the
 * call, except that its undo_name is the step that was undone. Prepare it with BW_INIT.
 *
 * Fails with BW_ERROR_TOO_LARGE and BW_ERROR_CONFLICT like bw_store_undo(), and with:
 *
 * - BW_ERROR_NOT_FOUND and the field "step": the history has no such step. It was forgotten, or is
 *   a step of another history.
 * - BW_ERROR_INVALID: the step is already undone.
 * - BW_ERROR_ARGUMENT and the field "history": the store was opened without the name of a history.
 */
BW_NODISCARD
bw_status bw_store_undo_step(bw_store *store, int64_t step, bw_undo_info *info, bw_error *error);

/**
 * Redoes one step of the store's history, by its id, under the conditions of bw_store_undo_step().
 * `info`, which may be NULL, gets the same as there, except that its redo_name, not its undo_name,
 * is the step that was redone. Fails with BW_ERROR_INVALID if the step is not undone. If it fails
 * with BW_ERROR_CONFLICT, the error's field is "redo".
 */
BW_NODISCARD
bw_status bw_store_redo_step(bw_store *store, int64_t step, bw_undo_info *info, bw_error *error);

/**
 * Lists the changes that prevent a step of the store's history from being undone. For a step that
 * is already undone, it lists the changes that prevent a redo. The rows are those of
 * bw_store_list_undo_conflicts(), with the `step` of each change. Free the result with
 * bw_result_free(). Fails like bw_store_undo_step() for an unknown step.
 */
BW_NODISCARD
bw_status bw_store_list_step_conflicts(bw_store *store, int64_t step, bw_result **changes,
                                       bw_error *error);

/*
 * Books
 * -----
 * Books are identified by ids, which are the same in every process and are never reused. A single
 * change spends most of its time in the commit, so many changes are much faster in one call or one
 * transaction.
 */

/**
 * Gets the default values for a form that creates a book. Prepare `defaults` with BW_INIT.
 *
 * They are not the defaults of bw_book_create(): a book created with only a title and an author is
 * not rated and has no genre.
 */
BW_NODISCARD
bw_status bw_form_get_defaults(bw_form_defaults *defaults, bw_error *error);

/**
 * Creates a book. `id`, which may be NULL, gets its id.
 *
 * `book->fields` says which members are given; title and author are required (for the author, see
 * below). By default the book is not rated, not a favourite, on the shelf and created now, and
 * everything else is absent. Genres are given by id (BW_BOOK_GENRES), by name (BW_BOOK_GENRE_NAMES;
 * missing genres are created) or both, the primary genre first; repeated genres count once. Names
 * are stored as given, including surrounding white space.
 *
 * BW_BOOK_CONTRIBUTOR_NAMES, _SORTS and _ROLES list the people who made the book, each with a role.
 * If one of them is an author, `author` may be left out or blank: the library then sets it to the
 * authors' names.
 *
 * Status and dates describe one reading, except that in-progress with `finished` describes two: see
 * "Readings". If dates are given without a status, the book is completed if `finished` is given,
 * and in progress if only `started` is. A status that is given is kept.
 *
 * To give all readings instead, use the lists BW_BOOK_READING_STARTED, _FINISHED, _OUTCOMES and
 * _NOTES. If status or dates are given too and no listed reading matches them, one more reading is
 * added. The book then gets the status and dates of its latest reading. Exception: with the status
 * on-shelf, the book stays on the shelf. Any other given status must be that of the latest reading;
 * otherwise the call fails with BW_ERROR_INVALID.
 *
 * Fails with BW_ERROR_INVALID, BW_ERROR_TEXT, BW_ERROR_TOO_LARGE (`error->field` is the member),
 * BW_ERROR_NOT_FOUND (a genre's id), BW_ERROR_ARGUMENT, and, like every write, with BW_ERROR_BUSY,
 * BW_ERROR_READ_ONLY, BW_ERROR_FULL, BW_ERROR_IO and BW_ERROR_TRANSACTION. On a server it can also
 * fail with BW_ERROR_OUTCOME_UNKNOWN: the book may then have been created. After any other error
 * nothing is written.
 */
BW_NODISCARD
bw_status bw_book_create(bw_store *store, const bw_book *book, int64_t *id, bw_error *error);

/**
 * Checks a new book, for example in a form, and reports every invalid field. `*faults` gets a
 * result with one row per invalid field, for bw_result_get_fault(). It has no rows if
 * bw_book_create() would accept the book. Free it with bw_result_free(). Nothing is written, and
 * the call does not wait for writers.
 */
BW_NODISCARD
bw_status bw_book_check(bw_store *store, const bw_book *book, bw_result **faults, bw_error *error);

/**
 * Creates `count` books as one step, all or none; see bw_book_create().
 *
 * `books` is an array of structs of the same size. `ids`, which may be NULL, has room for `count`
 * ids and gets them in the same order. On failure `error->row` is the index of the invalid book.
 * Cost: one commit for all of them.
 */
BW_NODISCARD
bw_status bw_books_create(bw_store *store, const bw_book *books, int64_t count, int64_t *ids,
                          bw_error *error);

/**
 * Creates `count` books from columns as one step, all or none. This lets a language binding pass a
 * few large arrays instead of many small structs.
 *
 * Each column is one field, has `count` rows, and has the type that bw_result_get_column() returns
 * for the field: the type of the bw_book member, INT32 for the status, INT64_LIST for genres and
 * for days and outcomes of readings, TEXT_LIST for genre names, identifiers, contributors and notes
 * of readings. Title and author are required; as in bw_book_create(), `author` may be left out or
 * blank if a contributor is an author. Each field has at most one column. If `present` marks a row
 * as absent, the field is not given for that book. `ids` may be NULL. On failure `error->row` is
 * the index of the invalid book.
 */
BW_NODISCARD
bw_status bw_books_create_from_columns(bw_store *store, const bw_column *columns,
                                       int64_t column_count, int64_t count, int64_t *ids,
                                       bw_error *error);

/**
 * Reads a book.
 *
 * `fields` is a set of BW_BOOK_* fields; 0 means BW_FIELDS_DEFAULT. Prepare `book` with BW_INIT. It
 * borrows its texts and lists from `*result`, which you own: free it with bw_result_free() when you
 * no longer need the book. Fails with BW_ERROR_NOT_FOUND.
 */
BW_NODISCARD
bw_status bw_book_get(bw_store *store, int64_t id, bw_fields fields, bw_book *book,
                      bw_result **result, bw_error *error);

/**
 * Reads the books with the given ids, in the given order. Unknown ids are left out, so row i may
 * not be the book ids[i]: the column BW_BOOK_ID says which book each row is. Free the result with
 * bw_result_free().
 */
BW_NODISCARD
bw_status bw_books_list(bw_store *store, const int64_t *ids, int64_t count, bw_fields fields,
                        bw_result **result, bw_error *error);

/**
 * Changes a book as one step: sets the members that `values->fields` names and removes the fields
 * in `clear`.
 *
 * Genres (by id, by name, or both) and identifiers replace the existing ones. BW_BOOK_ADD_GENRES,
 * BW_BOOK_REMOVE_GENRES and their _NAMES forms keep the other genres; new ones are added after
 * them. Schemes and values of identifiers must be given together. A price requires its currency,
 * and both are cleared together. Contributors replace the existing ones and are cleared together.
 * If the book's author was derived from its contributors, it is derived again, unless the call
 * gives an author too. Title, author, rating, favourite, spoilers, status and created cannot be
 * removed; the rating 0 means not rated. To only remove fields, pass a struct whose `fields` is 0.
 * Values that the book already has are not written; if nothing changes, `updated` does not change
 * either.
 *
 * Unlike bw_book_set_status(), this call does not set dates that are not given, with one exception.
 * The reading that the call changes or adds (see "Readings") ends today if all three of these are
 * true: the given status is completed or did-not-finish; `finished` is not given; and another
 * reading would otherwise determine the book's status. If a status is given, the book has it
 * afterwards, or the call fails with BW_ERROR_INVALID, for example because another reading is also
 * open.
 *
 * Fails like bw_book_create(), with BW_ERROR_NOT_FOUND, and with BW_ERROR_ARGUMENT if a field is
 * both given and cleared, or genres are both replaced and added or removed.
 */
BW_NODISCARD
bw_status bw_book_update(bw_store *store, int64_t id, const bw_book *values, bw_fields clear,
                         bw_error *error);

/**
 * Applies the same change to `count` books, by their ids, as one step, all or none; see
 * bw_book_update().
 *
 * `changed`, which may be NULL, gets the number of books that changed. If one id causes a failure,
 * `error->row` is its index: BW_ERROR_NOT_FOUND means that no book has the id.
 */
BW_NODISCARD
bw_status bw_books_update(bw_store *store, const int64_t *ids, int64_t count, const bw_book *values,
                          bw_fields clear, int64_t *changed, bw_error *error);

/**
 * Changes `count` books from columns, one book per row, as one step, all or none.
 *
 * The columns are those of bw_books_create_from_columns() without the lists of readings, plus
 * BW_BOOK_ID (INT64), which selects the book, and the genres to add and remove: BW_BOOK_ADD_GENRES
 * and BW_BOOK_REMOVE_GENRES (INT64_LIST), or their _NAMES forms (TEXT_LIST). Only BW_BOOK_ID is
 * required. If `present` marks a row as absent, the book keeps its value, unless the field is in
 * `clear`: then the value is removed. If a book occurs in two rows, the call fails with
 * BW_ERROR_INVALID, and `error->row` is the later row. `changed`, which may be NULL, gets the
 * number of books that changed. On failure `error->row` is the row and `error->field` the field.
 */
BW_NODISCARD
bw_status bw_books_update_from_columns(bw_store *store, const bw_column *columns,
                                       int64_t column_count, int64_t count, bw_fields clear,
                                       int64_t *changed, bw_error *error);

/**
 * Rates a book: 1 to 5, or 0 for not rated. The exact rating is kept if it rounds to this rating (5
 * keeps 4.5), and cleared otherwise. To remove it, clear BW_BOOK_EXACT_RATING. Fails with
 * BW_ERROR_INVALID or BW_ERROR_NOT_FOUND.
 */
BW_NODISCARD
bw_status bw_book_set_rating(bw_store *store, int64_t id, int32_t rating, bw_error *error);

/**
 * Toggles whether a book is a favourite. `favourite`, which may be NULL, gets the new state, 1 or
 * 0. Fails with BW_ERROR_NOT_FOUND.
 */
BW_NODISCARD
bw_status bw_book_toggle_favourite(bw_store *store, int64_t id, int32_t *favourite,
                                   bw_error *error);

/**
 * Sets a book's status and updates its latest reading; see bw_reading_create().
 *
 * `date` is the day of the change as YYYYMMDD. If it is 0, no day is given, and the day of the
 * change is today in local time. The status in-progress sets `started` to the day of the change if
 * the reading has no start. The status completed sets `finished` to that day if the reading has no
 * end. The status did-not-finish sets `finished` to the given `date`, or clears it if `date` is 0.
 * The status on-shelf changes no reading. Setting the current status changes nothing.
 *
 * If the latest reading is over, a new reading is added instead in two cases: the new status is
 * in-progress, or the book was on the shelf and the day of the change is not before the end of the
 * latest reading. The status did-not-finish then sets the new reading's `finished` to the day of
 * the change, even if `date` is 0.
 *
 * If `finished` were cleared, the changed reading might no longer be the latest one: see
 * "Readings". In that case did-not-finish with a `date` of 0 sets `finished` to today instead of
 * clearing it.
 *
 * After the change, the book's latest reading may be a reading other than the changed one (see
 * "Readings"): a reading that is still open, a reading that ended on a later day than the changed
 * one, or a reading that ended on the same day and was added later. If that reading has another
 * status, the call fails with BW_ERROR_INVALID if `date` is 0. If a `date` is given, the call
 * succeeds, and the book gets the status of the other reading.
 *
 * Fails with BW_ERROR_INVALID or BW_ERROR_NOT_FOUND.
 */
BW_NODISCARD
bw_status bw_book_set_status(bw_store *store, int64_t id, bw_book_status status, int32_t date,
                             bw_error *error);

/**
 * Deletes a book with its quotes, readings, identifiers, contributors and links to genres. Fails
 * with BW_ERROR_NOT_FOUND.
 */
BW_NODISCARD
bw_status bw_book_delete(bw_store *store, int64_t id, bw_error *error);

/**
 * Deletes several books in one step. Unknown ids are ignored. `deleted`, which may be NULL, gets
 * the number of deleted books.
 */
BW_NODISCARD
bw_status bw_books_delete(bw_store *store, const int64_t *ids, int64_t count, int64_t *deleted,
                          bw_error *error);

/** Counts the books. Cost: constant, because the store keeps the count. */
BW_NODISCARD
bw_status bw_books_count(bw_store *store, int64_t *count, bw_error *error);

/*
 * Genres of a book
 * ----------------
 * A book's genres are in the order they were added; the first is its primary genre. Adding a genre
 * that the book already has is not an error and changes nothing. Changing the genres leaves the
 * book's `updated` unchanged.
 */

/**
 * Reads the genres of a book as rows of genres, the primary one first. Free the result with
 * bw_result_free(). Fails with BW_ERROR_NOT_FOUND.
 */
BW_NODISCARD
bw_status bw_book_list_genres(bw_store *store, int64_t book, bw_result **genres, bw_error *error);

/**
 * Reads the genres of a book in the order of their displayed names in the given language: see
 * bw_genre_get_display_name(). Free the result with bw_result_free(). Fails with
 * BW_ERROR_NOT_FOUND, and with BW_ERROR_ARGUMENT for an unknown language.
 */
BW_NODISCARD
bw_status bw_book_list_genres_by_display_name(bw_store *store, int64_t book, bw_language language,
                                              bw_result **genres, bw_error *error);

/**
 * Adds a genre to a book, after its other genres. `changed`, which may be NULL, gets 0 if the book
 * already had it, otherwise 1. Fails with BW_ERROR_NOT_FOUND; `error->field` is "book" or "genre".
 */
BW_NODISCARD
bw_status bw_book_add_genre(bw_store *store, int64_t book, int64_t genre, int32_t *changed,
                            bw_error *error);

/**
 * Removes a genre from a book. `changed`, which may be NULL, gets 0 if the book did not have it,
 * otherwise 1. Fails with BW_ERROR_NOT_FOUND.
 */
BW_NODISCARD
bw_status bw_book_remove_genre(bw_store *store, int64_t book, int64_t genre, int32_t *changed,
                               bw_error *error);

/**
 * Adds a genre to a book that does not have it, or removes it from a book that does. `added`, which
 * may be NULL, gets 1 if the book has it now, otherwise 0. Fails with BW_ERROR_NOT_FOUND.
 */
BW_NODISCARD
bw_status bw_book_toggle_genre(bw_store *store, int64_t book, int64_t genre, int32_t *added,
                               bw_error *error);

/**
 * Replaces a book's genres with the given ones, in this order; a count of 0 removes all. Fails with
 * BW_ERROR_NOT_FOUND, and then changes nothing.
 */
BW_NODISCARD
bw_status bw_book_set_genres(bw_store *store, int64_t book, const int64_t *genres, int64_t count,
                             bw_error *error);

/**
 * For each of `count` pairs, adds the genre genres[i] to the book books[i]; all pairs are one step,
 * all or none.
 *
 * `added`, which may be NULL, gets the number of books that did not have their genre before. Fails
 * with BW_ERROR_NOT_FOUND; `error->row` is the index of the failed pair.
 */
BW_NODISCARD
bw_status bw_books_add_genres(bw_store *store, const int64_t *books, const int64_t *genres,
                              int64_t count, int64_t *added, bw_error *error);

/*
 * Covers
 * ------
 * A book may have a cover: one picture, as the bytes of a JPEG, PNG, WebP, GIF or AVIF file. The
 * bytes determine the format; file names do not matter. Covers are stored apart from the books, in
 * pieces, so reading books does not read covers. A cover is deleted with its book, and is part of
 * backups, copies, merges and undo.
 *
 * Width and height are read from the file's header; nothing is decoded. A cover has at most 16 MiB,
 * 16,384 pixels per side and 50,000,000 pixels in total, according to its header: a file of a few
 * hundred bytes that claims more is refused. SVG, other formats and incomplete files are refused
 * too. Bytes after the picture's end are kept.
 *
 * Setting or removing a cover sets the book's `updated` and is reported to observers as
 * BW_BOOK_COVER. A step that replaces or removes a cover, or deletes its book, keeps the old bytes:
 * they count towards the limit of the steps that can be undone, see bw_open_options.
 */

/**
 * Sets the cover of a book, or replaces it. `bytes` are copied. Setting the bytes that the book
 * already has changes nothing. Cost: in proportion to the bytes.
 *
 * Fails with BW_ERROR_NOT_FOUND; with BW_ERROR_INVALID if the bytes are not a whole picture of one
 * of the formats; and with BW_ERROR_TOO_LARGE if there are too many bytes or, by the header, too
 * many pixels.
 */
BW_NODISCARD
bw_status bw_book_set_cover(bw_store *store, int64_t id, const uint8_t *bytes, int64_t byte_count,
                            bw_error *error);

/**
 * Removes the cover of a book. Changes nothing if there is none. Fails with BW_ERROR_NOT_FOUND if
 * the book does not exist.
 */
BW_NODISCARD
bw_status bw_book_remove_cover(bw_store *store, int64_t id, bw_error *error);

/**
 * Reads the properties of a book's cover, without its bytes. Prepare `cover` with BW_INIT. To find
 * out which of many books have a cover, read their field BW_BOOK_COVER.
 *
 * Fails with BW_ERROR_NOT_FOUND if the book does not exist. With the field "cover", the same error
 * means that the book has no cover.
 */
BW_NODISCARD
bw_status bw_book_get_cover(bw_store *store, int64_t id, bw_cover *cover, bw_error *error);

/**
 * Copies bytes of a book's cover, from `offset` on, into `bytes`, which has room for `byte_count`
 * bytes. Copy the whole cover at once, or a piece with each call. `read` gets the number of copied
 * bytes, which is smaller than `byte_count` only at the end of the cover, and 0 after it.
 *
 * `cover`, which may be NULL, is the struct that bw_book_get_cover() filled in. With it, the call
 * fails if the book has a different cover by now, so all pieces come from one picture. Cost: in
 * proportion to the copied bytes; up to 128 KiB more are read.
 *
 * Fails with BW_ERROR_NOT_FOUND if the book does not exist. With the field "cover", the same error
 * means that the book has no cover, or a different one than `cover`.
 */
BW_NODISCARD
bw_status bw_book_get_cover_bytes(bw_store *store, int64_t id, const bw_cover *cover,
                                  int64_t offset, uint8_t *bytes, int64_t byte_count, int64_t *read,
                                  bw_error *error);

/*
 * Genres
 * ------
 * A genre's name is unique. Names that differ only in case or compatibility forms are equal (NFKC
 * and full case folding, definition D146 of the Unicode Standard); names that differ in accents or
 * surrounding white space are not. A colour is `#RRGGBB`; on input the `#` is optional and case is
 * ignored.
 *
 * A genre that is created by its name alone (by bw_genre_find_or_create(), with a book, by an
 * import) gets a colour that depends only on its name, in every store and every version. A standard
 * genre gets its own colour, and any other genre a colour from a palette of twenty. The colours of
 * the palette can be distinguished, even by colour-blind people, on light and dark backgrounds:
 * they have a contrast of at least 3 to white and to #121212, and differ by at least 6 (CIEDE2000)
 * from each other and from the standard genres' colours, with normal vision and with each kind of
 * colour blindness.
 *
 * Nine genres have a name in each of English, German, Polish and Korean: the seven standard genres,
 * plus Fiction and Non Fiction. Searches accept each of these names: if no genre has the given name
 * itself, bw_genre_find() and queries find the genre that has this name in another language. For
 * example, the Polish name "Romans" finds the genre "Romance". Calls that create or change data
 * look only for the given name itself, ignoring case: a call that creates or changes genres, or
 * that gives a book's genres by name, treats "Romans" and "Romance" as two genres. The only
 * exception is text that a person typed: see "Typed text". A genre is stored and read under the
 * name it was given.
 */

/**
 * Creates a genre. `id`, which may be NULL, gets its id.
 *
 * `colour` may be NULL: then a standard genre gets its own colour, and any other genre gets red,
 * the initial colour in a form for a new genre. (bw_genre_find_or_create() derives a colour from
 * the name instead.) Fails with BW_ERROR_EXISTS, BW_ERROR_INVALID (a blank name, or a text that is
 * not a colour), BW_ERROR_TEXT, BW_ERROR_TOO_LARGE.
 */
BW_NODISCARD
bw_status bw_genre_create(bw_store *store, const char *name, int64_t name_length,
                          const char *colour, int64_t colour_length, int64_t *id, bw_error *error);

/**
 * Finds the genre that a person means by a name: the genre with this name, ignoring case, otherwise
 * the genre that has this name in another language. `id`, which may be NULL, gets its id. Fails
 * with BW_ERROR_NOT_FOUND, and with BW_ERROR_INVALID for a blank name. To change data by name, use
 * bw_genre_find_exact().
 */
BW_NODISCARD
bw_status bw_genre_find(bw_store *store, const char *name, int64_t name_length, int64_t *id,
                        bw_error *error);

/**
 * Finds a genre by its own name, ignoring case, and never by its name in another language. `id`,
 * which may be NULL, gets its id. Fails with BW_ERROR_NOT_FOUND.
 */
BW_NODISCARD
bw_status bw_genre_find_exact(bw_store *store, const char *name, int64_t name_length, int64_t *id,
                              bw_error *error);

/**
 * Finds a genre by its own name, or creates it with the colour that its name determines: see
 * "Genres". `id`, which may be NULL, gets its id. `created`, which may be NULL, gets 1 if it was
 * created, otherwise 0.
 */
BW_NODISCARD
bw_status bw_genre_find_or_create(bw_store *store, const char *name, int64_t name_length,
                                  int64_t *id, int32_t *created, bw_error *error);

/**
 * Finds or creates `count` genres by name as one step, all or none.
 *
 * `ids`, which may be NULL, has room for `count` ids; names of the same genre get the same id.
 * `created`, which may be NULL, gets the number of created genres. On failure `error->row` is the
 * index of the invalid name.
 */
BW_NODISCARD
bw_status bw_genres_find_or_create(bw_store *store, const bw_text *names, int64_t count,
                                   int64_t *ids, int64_t *created, bw_error *error);

/**
 * Reads a genre. Prepare `genre` with BW_INIT; it borrows its texts from `*result`, which you own:
 * free it with bw_result_free(). Fails with BW_ERROR_NOT_FOUND.
 */
BW_NODISCARD
bw_status bw_genre_get(bw_store *store, int64_t id, bw_genre *genre, bw_result **result,
                       bw_error *error);

/**
 * Renames a genre. Fails with BW_ERROR_EXISTS if another genre has the name, with
 * BW_ERROR_NOT_FOUND, and like bw_genre_create().
 */
BW_NODISCARD
bw_status bw_genre_rename(bw_store *store, int64_t id, const char *name, int64_t name_length,
                          bw_error *error);

/** Sets a genre's colour, `#RRGGBB`. Fails with BW_ERROR_INVALID or BW_ERROR_NOT_FOUND. */
BW_NODISCARD
bw_status bw_genre_set_colour(bw_store *store, int64_t id, const char *colour,
                              int64_t colour_length, bw_error *error);

/**
 * Gives each red genre the colour that its name determines: see "Genres". Before version 2.1, every
 * genre that was created without a colour was red; since then, only a genre that bw_genre_create()
 * creates without a colour is red, unless it is a standard genre. A genre that someone made red is
 * recoloured too; Romance is not, because its own colour is red. The call is one step to undo.
 * `changed`, which may be NULL, gets the number of recoloured genres. Cost: reads all genres, and
 * writes those that it recolours.
 */
BW_NODISCARD
bw_status bw_genres_recolour(bw_store *store, int64_t *changed, bw_error *error);

/**
 * Deletes a genre and removes it from its books; no book is deleted. Fails with BW_ERROR_NOT_FOUND.
 * Cost: in proportion to the number of its books.
 */
BW_NODISCARD
bw_status bw_genre_delete(bw_store *store, int64_t id, bw_error *error);

/**
 * Deletes several genres in one step. Unknown ids are ignored. `deleted`, which may be NULL, gets
 * the number of deleted genres.
 */
BW_NODISCARD
bw_status bw_genres_delete(bw_store *store, const int64_t *ids, int64_t count, int64_t *deleted,
                           bw_error *error);

/** Counts the genres. Cost: in proportion to their number. */
BW_NODISCARD
bw_status bw_genres_count(bw_store *store, int64_t *count, bw_error *error);

/**
 * Reads all genres, sorted by name as people expect: case and accents are ignored, and numbers are
 * compared by value, so "Book 2" comes before "Book 10". Free the result with bw_result_free().
 */
BW_NODISCARD
bw_status bw_genres_list(bw_store *store, bw_result **genres, bw_error *error);

/**
 * Reads all genres in the order of their displayed names in the given language: see
 * bw_genre_get_display_name(). Free the result with bw_result_free(). Fails with BW_ERROR_ARGUMENT
 * for an unknown language.
 */
BW_NODISCARD
bw_status bw_genres_list_by_display_name(bw_store *store, bw_language language, bw_result **genres,
                                         bw_error *error);

/**
 * Reads the books of a genre, by title, then author. `fields` is as in bw_book_get(). Free the
 * result with bw_result_free(). Fails with BW_ERROR_NOT_FOUND. To read only some of the books, or
 * in another order, use a query.
 */
BW_NODISCARD
bw_status bw_genre_list_books(bw_store *store, int64_t genre, bw_fields fields, bw_result **books,
                              bw_error *error);

/**
 * Creates those of the seven standard genres that the store does not have, each with its colour.
 * `created`, which may be NULL, gets the number of created genres.
 */
BW_NODISCARD
bw_status bw_genres_create_standard(bw_store *store, int64_t *created, bw_error *error);

/**
 * Returns the names and colours of the seven standard genres (Fantasy, Horror, Kids, Mystery,
 * Poetry, Romance, Thriller), as rows of genres whose ids are 0. Needs no store. Free the result
 * with bw_result_free().
 */
BW_NODISCARD
bw_status bw_genres_list_standard(bw_result **genres, bw_error *error);

/*
 * Quotes
 * ------
 * A book has any number of quotes, listed oldest first. They are deleted with their book. Adding,
 * changing or deleting a quote leaves the book's `updated` unchanged.
 */

/**
 * Adds a quote to a book. `quote` must give the text and may give the page. `id`, which may be
 * NULL, gets the new quote's id. Fails with BW_ERROR_NOT_FOUND, and with BW_ERROR_INVALID if the
 * text is missing or blank.
 */
BW_NODISCARD
bw_status bw_quote_create(bw_store *store, int64_t book, const bw_quote *quote, int64_t *id,
                          bw_error *error);

/**
 * Changes a quote: sets the members that `quote` gives. `clear` is 0, or BW_QUOTE_PAGE to remove
 * the page. Fails with BW_ERROR_NOT_FOUND, including if the quote's book was deleted.
 */
BW_NODISCARD
bw_status bw_quote_update(bw_store *store, int64_t id, const bw_quote *quote, bw_fields clear,
                          bw_error *error);

/** Deletes a quote. Fails with BW_ERROR_NOT_FOUND. */
BW_NODISCARD
bw_status bw_quote_delete(bw_store *store, int64_t id, bw_error *error);

/**
 * Reads one quote. Prepare `quote` with BW_INIT; it borrows its texts from `*result`, which you
 * own: free it with bw_result_free(). Fails with BW_ERROR_NOT_FOUND.
 */
BW_NODISCARD
bw_status bw_quote_get(bw_store *store, int64_t id, bw_quote *quote, bw_result **result,
                       bw_error *error);

/**
 * Reads the quotes of a book, oldest first. Free the result with bw_result_free(). Fails with
 * BW_ERROR_NOT_FOUND.
 */
BW_NODISCARD
bw_status bw_book_list_quotes(bw_store *store, int64_t book, bw_result **quotes, bw_error *error);

/** Counts the quotes of a book. Fails with BW_ERROR_NOT_FOUND. */
BW_NODISCARD
bw_status bw_book_count_quotes(bw_store *store, int64_t book, int64_t *count, bw_error *error);

/**
 * Reads the quotes whose ids are above `after`, from all books, oldest first. `after` is 0 for the
 * first quotes. The result has at most `limit` rows; -1 means all. Free the result with
 * bw_result_free().
 */
BW_NODISCARD
bw_status bw_quotes_list(bw_store *store, int64_t after, int64_t limit, bw_result **quotes,
                         bw_error *error);

/** Counts the quotes of all books. Cost: in proportion to their number. */
BW_NODISCARD
bw_status bw_quotes_count(bw_store *store, int64_t *count, bw_error *error);

/*
 * Readings
 * --------
 * A reading is one time you read a book. A book's `status`, `started` and `finished` come from its
 * latest reading. If readings are open, the latest is the open one that started last. Otherwise it
 * is the one that ended last; for a reading without `finished`, `started` is used instead. If
 * several have the same day, it is the one that was added last. Setting a status or a date on the
 * book changes that reading: bw_book_set_status() and bw_book_update() update it, or add one if the
 * book has none and gets a date or a status other than on-shelf. If the latest reading is over, two
 * changes add a reading and keep the others: starting the book again, that is, setting it in
 * progress; and giving a book on the shelf another status, unless the change is dated before the
 * end of the latest reading (see bw_book_set_status()).
 *
 * The status on-shelf belongs to the book, not to a reading. The book stays on the shelf, with the
 * dates of its latest reading, until you set its status, or until bw_reading_create() or
 * bw_reading_update() writes its latest reading. (Imports and merges may take it off the shelf
 * too.) A book without readings is on the shelf, without dates. A book that is created with a date,
 * or with a status other than on-shelf, gets a matching reading. If the status is not given, or is
 * on-shelf, that reading is completed if `finished` is given, and open if only `started` is. If the
 * status is not given, the book's status is that of the reading. bw_book_create() and imports can
 * also give all readings of a book: see BW_BOOK_READING_STARTED.
 *
 * An open reading has no end. If you set `finished` alone on a book in progress, its reading ends.
 * If you set `finished` and the status in-progress together, the library adds an earlier, completed
 * reading that ended on that day, unless the book already has a reading with that end. A `started`
 * that you set with them is the start of the earlier reading, if it is not after `finished`. In
 * stores of versions before 2.1.0, an open reading could have an end. When such a store is opened,
 * each such reading is split into two: a completed one with the end, and an open one.
 *
 * A reading ends on the day it started or later. A call fails with BW_ERROR_INVALID and the field
 * "finished" (for a list, "reading_finished") if a reading that it adds or changes would end before
 * it starts, or if the book's `finished` would be before its `started`. Imports, merges and
 * documents keep such days, so that nothing is lost.
 *
 * Readings are deleted with their book. Adding, changing or deleting one leaves the book's
 * `updated` unchanged, unless its status or dates change too.
 */

/**
 * Adds a reading to a book. The book's status and dates then come from its latest reading; a book
 * on the shelf leaves it only if the added reading is the latest: see "Readings" above. Members
 * that `reading` does not give are absent; the default outcome is completed if `reading` gives its
 * end, otherwise open. `id`, which may be NULL, gets the new reading's id. Fails with
 * BW_ERROR_NOT_FOUND, and with BW_ERROR_INVALID if `reading` is open and has an end.
 */
BW_NODISCARD
bw_status bw_reading_create(bw_store *store, int64_t book, const bw_reading *reading, int64_t *id,
                            bw_error *error);

/**
 * Changes a reading: sets the members that `reading` gives and removes the fields in `clear`, which
 * may be BW_READING_STARTED, _FINISHED, _PAGE, _PERCENT and _NOTE. An open reading that gets an end
 * is completed, and a reading that is opened again loses its end. The book's status and dates then
 * come from its latest reading; a book on the shelf leaves it only if the changed reading is the
 * latest. Fails with BW_ERROR_NOT_FOUND, including if the reading's book was deleted.
 */
BW_NODISCARD
bw_status bw_reading_update(bw_store *store, int64_t id, const bw_reading *reading, bw_fields clear,
                            bw_error *error);

/**
 * Deletes a reading. The book's status and dates then come from the latest of its other readings,
 * but a book on the shelf stays there. A book without other readings is on the shelf, without
 * dates. Fails with BW_ERROR_NOT_FOUND.
 */
BW_NODISCARD
bw_status bw_reading_delete(bw_store *store, int64_t id, bw_error *error);

/**
 * Reads one reading. Prepare `reading` with BW_INIT; it borrows its note from `*result`, which you
 * own: free it with bw_result_free(). Fails with BW_ERROR_NOT_FOUND.
 */
BW_NODISCARD
bw_status bw_reading_get(bw_store *store, int64_t id, bw_reading *reading, bw_result **result,
                         bw_error *error);

/**
 * Reads the readings of a book, the latest last. Free the result with bw_result_free(). Fails with
 * BW_ERROR_NOT_FOUND.
 */
BW_NODISCARD
bw_status bw_book_list_readings(bw_store *store, int64_t book, bw_result **readings,
                                bw_error *error);

/**
 * Reads the readings whose ids are above `after`, from all books, in the order they were added.
 * `after` is 0 for the first readings. The result has at most `limit` rows; -1 means all. Free the
 * result with bw_result_free().
 */
BW_NODISCARD
bw_status bw_readings_list(bw_store *store, int64_t after, int64_t limit, bw_result **readings,
                           bw_error *error);

/**
 * Gets one row of a result of readings, counted from 0. Prepare `reading` with BW_INIT; it borrows
 * its note from the result.
 */
BW_NODISCARD
bw_status bw_result_get_reading(bw_result *result, int64_t row, bw_reading *reading,
                                bw_error *error);

/*
 * Prices and orders
 * -----------------
 * A book may have a price: bw_book.price, in the minor unit of bw_book.currency. An order keeps the
 * title and the price at the moment when it was placed, and outlives its book. Orders are numbered
 * from 1 without gaps. An order can be cancelled; nothing else in it changes, and no order is
 * deleted or undone.
 */

/**
 * Gets the number of decimal digits of amounts in a currency: 2 for EUR (1299 is 12.99), 0 for JPY,
 * 3 for KWD. `currency` is an ISO 4217 code; case is ignored. Fails with BW_ERROR_INVALID if it is
 * not a currency for prices. Needs no store.
 */
BW_NODISCARD
bw_status bw_currency_get_digits(const char *currency, int64_t currency_length, int32_t *digits,
                                 bw_error *error);

/**
 * Orders `quantity` copies of a book, 1 to 20. A form should initially show
 * bw_form_defaults.quantity, which is 1. `id`, which may be NULL, gets the order's id.
 *
 * Fails with BW_ERROR_INVALID if the quantity is out of range ("quantity"), the book has no price
 * ("book"), or the total does not fit in an int64_t ("total"), and with BW_ERROR_NOT_FOUND. A
 * failed call places no order and uses no number.
 */
BW_NODISCARD
bw_status bw_order_place(bw_store *store, int64_t book, int32_t quantity, int64_t *id,
                         bw_error *error);

/**
 * Reads one order. Prepare `order` with BW_INIT; it borrows its texts from `*result`, which you
 * own: free it with bw_result_free(). Fails with BW_ERROR_NOT_FOUND.
 */
BW_NODISCARD
bw_status bw_order_get(bw_store *store, int64_t id, bw_order *order, bw_result **result,
                       bw_error *error);

/**
 * Reads the orders whose ids are above `after`, in the order they were placed. `after` is 0 for the
 * first orders. The result has at most `limit` rows; -1 means all. Free the result with
 * bw_result_free().
 */
BW_NODISCARD
bw_status bw_orders_list(bw_store *store, int64_t after, int64_t limit, bw_result **orders,
                         bw_error *error);

/**
 * Reads the orders of a book, even a deleted one, in the order they were placed. They include the
 * orders of books that were merged into it, whichever of the ids is given. A book that was never
 * ordered, or does not exist, has none. Free the result with bw_result_free().
 */
BW_NODISCARD
bw_status bw_book_list_orders(bw_store *store, int64_t book, bw_result **orders, bw_error *error);

/**
 * Cancels an order: it remains, with the time in bw_order.cancelled, and no longer counts in
 * totals. Cancelling it again changes nothing. Fails with BW_ERROR_NOT_FOUND.
 */
BW_NODISCARD
bw_status bw_order_cancel(bw_store *store, int64_t id, bw_error *error);

/**
 * Adds up the orders that were not cancelled, one row per currency, ordered by its code; see
 * bw_result_get_total(). Free the result with bw_result_free(). Fails with BW_ERROR_INVALID, naming
 * the currency, if a total does not fit in an int64_t. Cost: in proportion to the number of orders.
 */
BW_NODISCARD
bw_status bw_orders_list_totals(bw_store *store, bw_result **totals, bw_error *error);

/*
 * Importing
 * ---------
 * Imports books from a source with its own ids, such as another program's export. Each row creates
 * a book, changes one, or leaves it alone. Importing the same rows again changes nothing, except
 * that it may create a book for a row that was skipped: see below.
 *
 * A row's book is found in this order, and never guessed:
 *
 * - The book that was linked to the source's own id before. If it was deleted in the store, it
 *   stays deleted, unless bw_import_options.recreate_deleted is 1. Two ids of one source mean two
 *   books, until bw_book_merge() merges them.
 * - Otherwise the book with the row's global id (BW_BOOK_GLOBAL_ID) or, if that book was merged
 *   into another one, the other book. Rows have global ids if the source was exported from this
 *   store or from another one.
 * - Otherwise the book with one of the row's identifiers, in any notation
 *   (BW_IDENTITY_IDENTIFIERS); see bw_query_where_identifier(). If the row's identifiers match
 *   several books, the row is refused with BW_ERROR_EXISTS. An ISBN with a wrong length or check
 *   digit is stored, and searches find it, but it identifies no book. If no book has one of the
 *   identifiers, a source's own id counts as an identifier of its book, with the source's name as
 *   the scheme: ("goodreads", "5907") is the book that the source "goodreads" calls 5907.
 * - Otherwise the only book whose title and author are the row's, ignoring case and accents
 *   (BW_IDENTITY_TITLE_AND_AUTHOR). They are compared as bw_genres_list() compares names;
 *   `title_sort` and `author_sort` are ignored. This rule does not apply if several books match, or
 *   if the book and the row have different identifiers of the same scheme, such as the ISBNs of two
 *   editions.
 * - Otherwise a new book. It gets the row's global id, if the row has one. As a result, a deleted
 *   book that was not linked to the source is created again.
 *
 * If a book has the row's global id and already has all of the row's values, nothing is written,
 * and the book is not linked to the source.
 *
 * Several rows of one import may match the same existing book by a rule other than the first one
 * above (the source's own id). The first of these rows gets the book. Every other one is refused
 * with BW_ERROR_EXISTS, because it may mean a different book. If such a row was skipped
 * (bw_import_options.skip_refused), the next import of the source creates a book for it: the
 * existing book is then linked to another id of the source. Rows that match no existing book are
 * new books, one per id, even if they are equal.
 *
 * Values are merged field by field: the store remembers, for each book and source, the last
 * imported values. If the source changed a field and nobody changed it in the store, the book gets
 * the source's value, or loses the value that the source removed. Local edits always stay. So do
 * values that the store had before the source gave any. In every import, the row's `kept` names the
 * fields whose local value differs from the source's. Genres and identifiers are merged item by
 * item: items that the source added are added, items that it removed are removed unless another
 * source has them, and local items stay. Contributors are one field; an author derived from them is
 * treated as if the row gave it. A book that existed before its first import gets the values it
 * lacks. Price and currency are one field. A book that keeps its own review also keeps its
 * BW_BOOK_SPOILERS.
 *
 * Status and dates belong to readings. A row can list all readings of its book in the columns
 * BW_BOOK_READING_STARTED, _FINISHED and _OUTCOMES (INT64_LIST), _NOTES and _IDS (TEXT_LIST): one
 * item per reading, 0 or an empty text if unknown. A reading is recognised by the source's own id,
 * otherwise by its dates. A reading that is new to the source and to the store is added; local
 * changes of a reading stay. No reading is deleted, with one exception. A change of the source may
 * give a reading the same end and outcome as another reading of the book, for example one from
 * another source. The two readings then become one. No date is invented: "read three times, one
 * date" is three readings, two of them undated. If a reading was in progress at the source and is
 * over now, it is still the same reading. So is a reading that keeps its start or its end. Without
 * ids, any other new date means an additional reading if the list has become longer; otherwise it
 * corrects the date that it replaces.
 *
 * Without lists, a row's status and dates describe one reading. If the status is in-progress, a
 * finishing date is taken as the end of an earlier, completed reading. A finishing date that is
 * later than in the previous import means an additional reading, unless the row still has the same
 * start; an earlier date corrects the previous one. A new book without a status gets that of its
 * dates, as in bw_book_create().
 *
 * The columns of an import are those of bw_books_create_from_columns() without BW_BOOK_GENRES, plus
 * BW_BOOK_SOURCE_ID, a TEXT of 1 to 1,024 bytes that every row has; BW_BOOK_GLOBAL_ID, a UUID; and
 * BW_BOOK_RAW, a TEXT of up to 16 MiB with the source's original row, which is stored with the
 * book. If the source has no ids, use a text that stays the same, such as the ISBN, or title and
 * author. Covers and quotes are not columns: add them to the book that bw_book_find_by_source()
 * finds. To keep a cover that a person has set, store the digest of the cover that your import
 * sets, for example in BW_BOOK_RAW, and replace the book's cover only if it still has this digest.
 * Genres are given by name only, because ids differ between stores. A field keeps its value if it
 * has no column, or if the row's `present` is BW_PRESENCE_SILENT. If a row's value in a column is
 * absent and the source gave one before, the field is cleared; a rating, status or flag becomes 0.
 * Identifiers in the form that spreadsheets use for text, ="978...", are unwrapped, and blank ones
 * are ignored. A new book needs a title and an author; as in bw_book_create(), `author` may be left
 * out or blank if a contributor is an author. A row that does not mention them can change a known
 * book, but is invalid if it matches no book.
 */

/**
 * Finds the book that `book` describes, by its identifiers, then by its title and author (see
 * "Importing"), or creates it like bw_book_create(). Title and author are required; as in
 * bw_book_create(), `author` may be left out or blank if a contributor is an author. An existing
 * book is not changed. `id`, which may be NULL, gets its id. `created`, which may be NULL, gets 1
 * if it was created, otherwise 0. If no book has the identifiers and several have the title and
 * author, another book is created; to find one of them, give one of its identifiers. An invalid
 * ISBN, such as "0" or a misprinted one, identifies no book. Fails with BW_ERROR_EXISTS if several
 * books have its identifiers.
 */
BW_NODISCARD
bw_status bw_book_find_or_create(bw_store *store, const bw_book *book, int64_t *id,
                                 int32_t *created, bw_error *error);

/**
 * Imports `count` rows from columns as one step, which can be undone as a whole. `source` is the
 * source's name, of at most 1,024 bytes; use the same name for every import from that source.
 * `options`, which may be NULL, is prepared with BW_INIT. `result`, which may be NULL, gets a
 * result with one row for each given row, for bw_result_get_import(); free it with
 * bw_result_free(). With the option `complete`, rows with BW_OUTCOME_MISSING follow for the books
 * that the source no longer has; nothing is deleted.
 *
 * The first invalid row makes the whole import fail, and the error names it. A row is invalid if
 * bw_book_create() would refuse it (but a reading may end before it started, and a row that does
 * not mention title or author may change a known book), if its source id is missing or repeated, if
 * its global id is all zeros, if several books have its identifiers, or if an earlier row of the
 * import matched the same existing book (see "Importing"). With `skip_refused` invalid rows are
 * skipped, and their rows of the result say why. With `dry_run` the call holds the write lock just
 * as long, but writes nothing.
 *
 * Cost: one commit for all rows. A new book takes a little longer than in
 * bw_books_create_from_columns(); an unchanged book takes much less time.
 */
BW_NODISCARD
bw_status bw_books_import_from_columns(bw_store *store, const char *source, int64_t source_length,
                                       const bw_column *columns, int64_t column_count,
                                       int64_t count, const bw_import_options *options,
                                       bw_result **result, bw_error *error);

/**
 * Imports the rows of an Arrow stream, like bw_books_import_from_columns(). `options` may be NULL,
 * and `result`, which may be NULL, gets a row for each row of the stream. Columns and the stream
 * are as in bw_books_create_from_arrow(), plus the utf8 columns source_id, global_id and raw, and
 * reading_ids, a list of utf8; a row whose global_id is not a UUID is invalid; genres are lists of
 * names. The columns title and author are not required, but without them a row that matches no book
 * is invalid.
 */
BW_NODISCARD
bw_status bw_books_import_from_arrow(bw_store *store, const char *source, int64_t source_length,
                                     struct ArrowArrayStream *stream,
                                     const bw_import_options *options, bw_result **result,
                                     bw_error *error);

/**
 * Gets one row of an import, counted from 0, in the order the rows were given. Prepare `imported`
 * with BW_INIT; it borrows its texts from the result.
 */
BW_NODISCARD
bw_status bw_result_get_import(bw_result *result, int64_t row, bw_import_row *imported,
                               bw_error *error);

/**
 * Finds the book that is linked to `source_id`, the id that the source named `source` has given to
 * it. `id`, which may be NULL, gets its id. Fails with BW_ERROR_NOT_FOUND, including if the book
 * was deleted.
 */
BW_NODISCARD
bw_status bw_book_find_by_source(bw_store *store, const char *source, int64_t source_length,
                                 const char *source_id, int64_t source_id_length, int64_t *id,
                                 bw_error *error);

/**
 * Reads the records of a book's imports, earliest first: one for each source, or several if books
 * of one source were merged. Free the result with bw_result_free(). Fails with BW_ERROR_NOT_FOUND.
 */
BW_NODISCARD
bw_status bw_book_list_sources(bw_store *store, int64_t book, bw_result **sources, bw_error *error);

/**
 * Gets one row of a result of sources, counted from 0. Prepare `source` with BW_INIT; it borrows
 * its texts from the result.
 */
BW_NODISCARD
bw_status bw_result_get_source(bw_result *result, int64_t row, bw_source *source, bw_error *error);

/*
 * Global ids
 * ----------
 * Every book, genre, quote, reading, order, shelf and source has a second id of 16 bytes, a UUID.
 * The library uses this id to recognise the same row in copies of a store and in exports. Ids are
 * short, but valid only in one store; global ids are valid everywhere. Global ids sort in the order
 * of creation.
 */

/**
 * Finds the row with a global id. For a book that was merged into another one, the call returns the
 * id of the other book if `entity` is BW_ENTITY_BOOK, and the former id of the merged book if it is
 * BW_ENTITY_MERGED. Fails with BW_ERROR_NOT_FOUND, and with BW_ERROR_ARGUMENT if `entity` is
 * BW_ENTITY_NONE.
 */
BW_NODISCARD
bw_status bw_store_find_global_id(bw_store *store, bw_entity entity, const bw_uuid *global_id,
                                  int64_t *id, bw_error *error);

/** Formats a global id as text. Prepare `text` with BW_INIT. Needs no store. */
BW_NODISCARD
bw_status bw_uuid_format(const bw_uuid *global_id, bw_uuid_text *text, bw_error *error);

/**
 * Parses a global id from 36 characters, in upper or lower case. Fails with BW_ERROR_INVALID if the
 * text is not a UUID. Needs no store.
 */
BW_NODISCARD
bw_status bw_uuid_parse(const char *text, int64_t text_length, bw_uuid *global_id, bw_error *error);

/*
 * Merging
 * -------
 * Combines duplicates: two genres, or two books. One row is kept and gets the other's links and
 * rows; the other row is deleted. Each merge is one step, which can be undone completely. Observers
 * receive it as one transaction with every row that changed.
 *
 * A merge lists the fields in which the two rows differ, and which value was kept, as a result for
 * bw_result_get_difference(). If `preview` is 1, it returns the same list and changes nothing.
 */

/**
 * Merges the genre `other` into `genre`: in every book that has `other`, `genre` replaces it at the
 * same place. If `other` was a book's primary genre, `genre` becomes its primary genre. If a book
 * has both, `genre` gets the earlier of the two places. Then `other` is deleted. Name and colour
 * stay those of `genre`.
 *
 * `differences`, which may be NULL, lists the fields in which they differ and, in a row whose
 * `field` is BW_OUTPUT_BOOKS, the number of books of each; free it with bw_result_free(). Fails
 * with BW_ERROR_NOT_FOUND, and with BW_ERROR_ARGUMENT if both are the same genre. Cost: in
 * proportion to the number of books in `other`.
 */
BW_NODISCARD
bw_status bw_genre_merge(bw_store *store, int64_t genre, int64_t other, int32_t preview,
                         bw_result **differences, bw_error *error);

/**
 * Merges the book `other` into `book`, by these rules:
 *
 * - A field keeps the value of `book`. If `book` has none (or is not rated, or not a favourite), it
 *   gets the value of `other`. Some fields go with another field: the series number with the
 *   series, `author_sort` with the author, `title_sort` with the title, the exact rating with the
 *   rating, the currency with the price, and spoilers with the review.
 * - `take` names fields, such as BW_BOOK_TITLE | BW_BOOK_RATING, that take the value of `other` if
 *   it has one; 0 takes none. With BW_BOOK_GENRES the genres of `other` come first. Price and
 *   currency are taken together. `take` must not name ids, created, updated, status, started,
 *   finished, identifiers, contributors, BW_BOOK_QUOTES or _READINGS.
 * - Genres and identifiers are joined, those of `book` first; an identifier that both have, in any
 *   notation, is kept once. Contributors are joined in the same way: a person that both have in one
 *   role is kept once.
 * - Quotes, readings and sources move to `book`, with their ids. A reading that both have is kept
 *   once. Two readings count as the same one if they have the same outcome and dates, and their
 *   progress and notes do not contradict each other. If the two readings ended on the same day, or
 *   are both open, one of them may lack the start. Status, started and finished follow the
 *   readings; if only one of the two books is on the shelf, `book` is not on the shelf afterwards.
 * - `created` is the earlier one. A cover is a field like any other.
 *
 * Then `other` is deleted. From then on, bw_book_find_current() finds `book` by the id of `other`,
 * and bw_store_find_global_id() finds it by the global id of `other`. An order keeps the id that
 * its book had when the order was placed.
 *
 * `differences`, which may be NULL, lists the fields in which they differ; free it with
 * bw_result_free(). Fails with BW_ERROR_NOT_FOUND, with BW_ERROR_ARGUMENT if both are the same or
 * `take` names a field that it must not name, and with BW_ERROR_TOO_LARGE if both together have too
 * many genres or identifiers. Cost: that of the rows of both books, whatever the size of the store.
 */
BW_NODISCARD
bw_status bw_book_merge(bw_store *store, int64_t book, int64_t other, bw_fields take,
                        int32_t preview, bw_result **differences, bw_error *error);

/**
 * Finds the current id of a book. This is `id` itself or, if that book was merged into another
 * book, the id of the other book; merges are followed, however many there are. All other calls
 * except bw_book_list_orders() treat a merged book's id as unknown. `current`, which may be NULL,
 * gets the id. Fails with BW_ERROR_NOT_FOUND if the book, or the one it was merged into, was
 * deleted.
 */
BW_NODISCARD
bw_status bw_book_find_current(bw_store *store, int64_t id, int64_t *current, bw_error *error);

/**
 * Lists books that are probably in the store more than once, in groups, for
 * bw_result_get_duplicate(). Books that share an identifier, in any notation, come first. They are
 * certainly duplicates, unless the identifier is an ISBN with a wrong length or check digit. Books
 * that are only similar follow. Their titles are equal except for case, accents and white space;
 * sort forms are ignored. Their authors have the same words in any order, or one book has only some
 * of the other's authors, which are separated by ',', ';' or '&'. A book may be in several groups.
 * Free the result with bw_result_free().
 *
 * The columns are BW_OUTPUT_GROUP and BW_BOOK_ID, and, as optional texts,
 * BW_BOOK_IDENTIFIER_SCHEMES and BW_BOOK_IDENTIFIER_VALUES. Cost: one scan of two indexes, linear
 * in the number of books; only books that share a title or an identifier are read themselves.
 */
BW_NODISCARD
bw_status bw_books_list_duplicates(bw_store *store, bw_result **duplicates, bw_error *error);

/*
 * Merging stores
 * --------------
 * Two copies of a store that were changed independently, such as a laptop's and a desktop's, can be
 * combined: bw_store_merge() applies the other store's changes to this one. To make both equal,
 * merge the second into the first, and then the first into the second.
 *
 * Rows are recognised by their global ids, which are the same in every copy. A third store, the
 * base, shows which of the two made a change: it is the common ancestor of both, such as a backup
 * made at the same time as the copy. If a field differs from the base in one store, that store has
 * changed it. These are the rules:
 *
 * - A field that one store changed gets that value. Price and currency are one field; so are a
 *   series and its number, an author and its sort name, and the progress of a reading. A cover is a
 *   field too.
 * - A row that one store deleted and the other did not change is deleted, with everything that
 *   belongs to it. A change of what belongs to a row also counts as a change of the row: a book
 *   that got a new quote, for example, was changed.
 * - A genre or a shelf that one store deleted and created again with the same name counts as the
 *   same row.
 * - Genres and identifiers of a book are sets: additions and removals of either store apply, and
 *   the order comes from the store that changed it. The list of its contributors is one field.
 * - Status, started and finished follow the readings, which are rows of their own; the status
 *   on-shelf, which does not depend on readings, is merged like a field of the book.
 * - A value that both changed differently, or a row that one changed and the other deleted, is a
 *   conflict: it is listed, and decided by a rule. All conflicts of a row are decided the same way.
 *
 * With BW_MERGE_OURS `store` wins, with BW_MERGE_THEIRS `other`, and with BW_MERGE_LATER the store
 * that changed the book later. With BW_MERGE_LATER, rows that do not record when they changed, such
 * as quotes, take the greater value. Also with BW_MERGE_LATER, any row that one store changed and
 * the other deleted is kept.
 *
 * If one store merged a book A into a book B with bw_book_merge(), the result has them merged too.
 * The quotes, readings and sources that the other store has for A move to B, including new ones.
 * All other changes that the other store made to A are lost, and listed as a conflict.
 *
 * If the two stores merged A into different books, that is a conflict too, and the rule decides
 * which of these books gets everything. With BW_MERGE_LATER it is the book that was created later.
 * If one store merged A into B and the other merged B into A, or if the merges of both stores form
 * a longer cycle, the rule does not matter: the book that was created first gets everything. That
 * book is on the shelf only if all the merged books are.
 *
 * Without a base, and for a row that the base lacks, every value that differs counts as changed by
 * both stores. A row or a field (such as a review) that only one store has is kept, so rows that
 * were deleted in one store come back from the other; genres and identifiers are joined. A store
 * does not keep a base itself, because that would make every store larger; use a backup as the
 * base. Make a new base when both are equal again.
 *
 * If two genres or two shelves have the same name after the merge, they become one, with one of the
 * two global ids. If each of them was in only one of the stores, the rule decides which colour the
 * genre gets, or which line the shelf gets. `updated` of a book is the later of the two, never the
 * time of the merge; `created` is an ordinary field. All orders are kept; an order that only
 * `other` has gets a new number in `store`. An order cancelled in either store stays cancelled,
 * with the earlier of the two times. If both stores have an import record for the same source and
 * the same id of that source, the record of the later import is kept.
 *
 * The result is the same in both directions, except for ids, which each store assigns itself. This
 * requires the same base in both directions, and either the rule BW_MERGE_LATER in both, or
 * BW_MERGE_OURS in one and BW_MERGE_THEIRS in the other. Merging again changes nothing.
 */

/**
 * Merges the store `other` into `store`, by the rules in "Merging stores". `base`, which may be
 * NULL, is their common ancestor. `store` may be a write transaction; `other` and `base` may be
 * transactions too. `other` and `base` are only read, each from one snapshot, and other programs
 * may use all three stores meanwhile.
 *
 * The merge is one step, "Merge stores", which can be undone; an undo keeps the merged orders. If
 * `preview` is 1, the call does the same work and holds the write lock just as long, but then rolls
 * everything back.
 *
 * `counts`, which may be NULL, is prepared with BW_INIT. `conflicts`, which may be NULL, lists the
 * conflicts, for bw_result_get_difference(). In each row of the result, `id` and `other_id` are the
 * ids in `store` and in `other`, 0 if there is none; `field` is 0 if one of the stores deleted the
 * row or merged it into another one. Free the result with bw_result_free().
 *
 * Fails with BW_ERROR_ARGUMENT if two of the stores are the same, even through two handles or two
 * paths of one file, and with BW_ERROR_TOO_LARGE if a book would have too many genres. Cost: reads
 * all rows of `other` and of `base` once, under the write lock. With 20,000 books in each, this
 * takes 0.4 s if few differ, and up to 1.5 s if all do. It needs memory for ids, genres, shelves
 * and conflicts, but not for books.
 */
BW_NODISCARD
bw_status bw_store_merge(bw_store *store, bw_store *other, bw_store *base, bw_merge_rule rule,
                         int32_t preview, bw_merge_counts *counts, bw_result **conflicts,
                         bw_error *error);

/*
 * Presentation
 * ------------
 * Ratings, colours, and the names of the library's own terms in English, German, Polish and Korean,
 * so that all frontends show them in the same way. Nothing here needs a store or must be freed:
 * texts live as long as the library is loaded, except that bw_genre_get_display_name() may return
 * your own `name`. In a colour 0xRRGGBB, the higher bits are ignored.
 */

/**
 * Returns a rating in stars, such as "★★★☆☆" for 3. Values above 5 count as 5, values below 0 as 0,
 * which is not rated: "☆☆☆☆☆". Never NULL.
 */
BW_NODISCARD
const char *bw_rating_stars(int32_t rating);

/**
 * Returns a rating as one character: a face or a digit. Values above 5 count as 5. 0 or less is not
 * rated and has its own mark, "➖" for faces and "–" for digits. Never NULL; an unknown `style`
 * counts as BW_RATING_DIGITS.
 */
BW_NODISCARD
const char *bw_rating_emoji(int32_t rating, bw_rating_style style);

/**
 * Returns 1 for a rating that a list should highlight as low, which is 1 star. Returns 0 for any
 * other rating, and for a book that is not rated.
 */
BW_NODISCARD
int32_t bw_rating_is_low(int32_t rating);

/**
 * Returns a rating in words, such as "Not rated", "1 star" or "5 stars". Values above 5 count as 5,
 * values below 0 as 0. Never NULL; an unknown `language` counts as English.
 */
BW_NODISCARD
const char *bw_rating_name(int32_t rating, bw_language language);

/**
 * Returns an exact rating as stars, to the nearest half: "★★★★½" for 4.5 and for 4.25, "☆☆☆☆☆" for
 * 0 or less. Above 5 counts as 5. Never NULL.
 */
BW_NODISCARD
const char *bw_exact_rating_stars(double exact_rating);

/**
 * Returns an exact rating in words, to the nearest quarter, such as "4.25 stars" or "4,25 Sterne".
 * A whole number of stars is named as in bw_rating_name(). Never NULL; an unknown `language` counts
 * as English.
 */
BW_NODISCARD
const char *bw_exact_rating_name(double exact_rating, bw_language language);

/**
 * Converts a rating from another scale, whose highest rating is `best`, to an exact rating: the
 * nearest quarter, halves up, at least 0.25. 7 of 10 is 3.5, and 83 of 100 is 4.25. A `value` of 0
 * means not rated and returns 0, which is not an exact rating. Fails with BW_ERROR_INVALID if
 * `value` is not from 0 to `best`, or `best` is not above 0.
 */
BW_NODISCARD
bw_status bw_exact_rating_scale(double value, double best, double *exact_rating, bw_error *error);

/**
 * Returns a status in words, such as "In progress", or "Unknown" for an unknown status. Never NULL;
 * an unknown `language` counts as English.
 */
BW_NODISCARD
const char *bw_book_status_name(bw_book_status status, bw_language language);

/**
 * Gets the name of a genre in the given language. Nine genres have a name in each language: the
 * seven standard genres, plus Fiction and Non Fiction. They are recognised by their English name,
 * ignoring case, and `*text` then lives as long as the library is loaded. Any other genre keeps its
 * stored name: then `*text` points to the bytes of `name`, and is NUL-terminated only if they are.
 *
 * Fails with BW_ERROR_INVALID (a blank name), BW_ERROR_TEXT, BW_ERROR_TOO_LARGE, and with
 * BW_ERROR_ARGUMENT for an unknown language.
 */
BW_NODISCARD
bw_status bw_genre_get_display_name(const char *name, int64_t name_length, bw_language language,
                                    bw_text *text, bw_error *error);

/**
 * Returns the name of a field in the given language, such as "Year of publication" in English.
 * `field` is one BW_BOOK_*, BW_GENRE_*, BW_QUOTE_*, BW_READING_*, BW_ORDER_*, BW_SHELF_* or
 * BW_SOURCE_*, matching `entity`; or one BW_OUTPUT_*; or several fields that a person types as one
 * text (see bw_field_parse()), such as both fields of the identifiers. Never NULL; empty if the
 * entity has no such field. An unknown `language` counts as English.
 */
BW_NODISCARD
const char *bw_field_name(bw_entity entity, bw_fields field, bw_language language);

/**
 * Returns the name of a sort key in the given language, such as "Title" in English. Never NULL;
 * empty for an unknown key. An unknown `language` counts as English.
 */
BW_NODISCARD
const char *bw_sort_key_name(bw_sort_key key, bw_language language);

/**
 * Returns the name of an action in the given language, as on a button, such as "Rate" in English.
 * Never NULL; empty for an unknown action. An unknown `language` counts as English.
 */
BW_NODISCARD
const char *bw_action_name(bw_action action, bw_language language);

/**
 * Gets the question to ask before a book is ordered, in two parts: the words before the title and
 * the words after it, with quotation marks: "Do you want to order “" and "”?". In Korean the words
 * after the title depend on how it ends. Both parts live as long as the library is loaded.
 *
 * Fails with BW_ERROR_INVALID (a blank title), BW_ERROR_TEXT, BW_ERROR_TOO_LARGE, and with
 * BW_ERROR_ARGUMENT for an unknown language.
 */
BW_NODISCARD
bw_status bw_order_get_question(const char *title, int64_t title_length, bw_language language,
                                bw_text *before, bw_text *after, bw_error *error);

/**
 * Formats an amount of money for a language, with the currency's symbol, grouped digits and the
 * decimal sign: 1299 EUR is "€12.99" in English and "12,99 €" in German. `amount` is in the
 * currency's minor unit; `currency` is an ISO 4217 code; case is ignored. Symbols and formats are
 * those of Unicode CLDR 48. Prepare `money` with BW_INIT.
 *
 * Fails with BW_ERROR_INVALID if `currency` is not a currency for prices, and with
 * BW_ERROR_ARGUMENT for an unknown language.
 */
BW_NODISCARD
bw_status bw_money_format(int64_t amount, const char *currency, int64_t currency_length,
                          bw_language language, bw_money *money, bw_error *error);

/**
 * Gets the sentence for an error in the given language, for the person whose input or file caused
 * it: a blank title, a rating out of range, a mistyped ISBN or colour, a name that is taken, a row
 * that was deleted, an invalid search line, a store that is busy, read-only, full or damaged. The
 * sentence begins with the field's label and, in a batch, the row, counted from 1: "Titel: Bitte
 * etwas eingeben.". The sentence for a search line ends with its suggestion: "Meintest du author?".
 * For errors that only a mistake in a program can cause, `text` gets the English message. Prepare
 * `text` with BW_INIT.
 *
 * `failed` is an error that a call filled in, or that you filled in yourself; the sentence depends
 * on its `status`, `field`, `reason`, `suggestion` and `row`. BW_INIT sets `row` to 0, which is the
 * first row: set -1 for none. Fails with BW_ERROR_ARGUMENT for an unknown language.
 */
BW_NODISCARD
bw_status bw_error_get_text(const bw_error *failed, bw_language language, bw_sentence *text,
                            bw_error *error);

/**
 * Gets the sentence of bw_error_get_text() without the field's label and the row, for a form that
 * shows it next to the field: "Bitte etwas eingeben.". Prepare `text` with BW_INIT. Fails with
 * BW_ERROR_ARGUMENT for an unknown language.
 */
BW_NODISCARD
bw_status bw_error_get_plain_text(const bw_error *failed, bw_language language, bw_sentence *text,
                                  bw_error *error);

/**
 * Parses a colour, `#RRGGBB` in upper or lower case and with or without the `#`, into the number
 * 0xRRGGBB. Fails with BW_ERROR_INVALID if the text is not a colour: there are no short forms and
 * no opacity.
 */
BW_NODISCARD
bw_status bw_colour_parse(const char *colour, int64_t colour_length, uint32_t *rgb,
                          bw_error *error);

/** Formats a colour as text, `#RRGGBB` in upper case. Prepare `colour` with BW_INIT. */
BW_NODISCARD
bw_status bw_colour_format(uint32_t rgb, bw_colour *colour, bw_error *error);

/**
 * Returns the colour for readable text on a background: black, 0x000000, or white, 0xFFFFFF,
 * whichever has the higher contrast; see bw_colour_contrast().
 */
BW_NODISCARD
uint32_t bw_colour_text(uint32_t rgb);

/**
 * Returns the contrast ratio of two colours, from 1 to 21, as the Web Content Accessibility
 * Guidelines 2.x define it (https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio). Text needs 4.5 or
 * more.
 */
BW_NODISCARD
double bw_colour_contrast(uint32_t rgb, uint32_t other);

/**
 * Parses a status: its name, such as "completed", its displayed name in any language, or a synonym
 * that the search line accepts, such as "read"; case is ignored. Fails with BW_ERROR_INVALID for
 * any other text.
 */
BW_NODISCARD
bw_status bw_book_parse_status(const char *text, int64_t text_length, bw_book_status *status,
                               bw_error *error);

/**
 * Gets the key of a name, for a program that sorts names itself in the order of the library's
 * lists: case and accents are ignored, and numbers sort by value, so "Book 2" comes before "Book
 * 10". Compare keys with strcmp(). Equal keys mean that the names differ only in case, accents or
 * punctuation. To sort titles, pass the book's `title_sort`, or its `title` if it has none. This
 * call leaves a leading article where it is: it does not apply the rule of
 * bw_store_set_articles_last(), as lists do. Prepare `key` with BW_INIT. Do not store keys: another
 * version of the library may make others. Fails with BW_ERROR_TEXT and BW_ERROR_TOO_LARGE.
 */
BW_NODISCARD
bw_status bw_name_get_key(const char *name, int64_t name_length, bw_name_key *key, bw_error *error);

/**
 * Parses an ISBN (ISO 2108) of 10 or 13 digits and returns its 13 digits. The text may have hyphens
 * or spaces, in any places, and may have a form that spreadsheets give it: ="9780441172719", or an
 * apostrophe before the first digit. Prepare `isbn` with BW_INIT. Fails with BW_ERROR_INVALID if
 * the text is not an ISBN or its check digit is wrong; the message contains the right digit. A book
 * accepts any text as an identifier; a form can check it here first.
 */
BW_NODISCARD
bw_status bw_isbn_parse(const char *text, int64_t text_length, bw_isbn *isbn, bw_error *error);

/*
 * Typed text
 * ----------
 * Converts text typed in a form to a value, and a value to the text that a form shows, by the
 * library's rules and in the person's language. Nothing here needs a store, except a binding of one
 * field: setting it writes to its store, like bw_binding_set().
 *
 * - Numbers have the language's decimal and grouping separators. A rating may also be stars, such
 *   as "★★★½". An exact rating is "4.25" or "4,25".
 * - Days are "March 5, 2024", "5 March 2024", "5.3.2024", "5. März 2024", "5 marca 2024", "2024년 3월
 *   5일", "2024. 3. 5.", "2024/03/05", or in the form of ISO 8601. A text in the form of "3/5/2024"
 *   is a day only if the language puts the day first (German and Polish), if one of its first two
 *   numbers is above 12, or if they are equal. The words for today and yesterday are days too. A
 *   year has four digits. Forms like "5.3.24" and "3/25/24" and, in Korean, "24. 3. 5." accept two:
 *   69 to 99 mean 1969 to 1999, and 00 to 68 mean 2000 to 2068. Instants are a day and a time, in
 *   UTC or with a zone.
 * - Prices have the currency's code or symbol, before or after the amount. EUR, USD, GBP, PLN, KRW,
 *   CHF and JPY also have names, such as "12,99 Euro", in every language.
 * - A status, an outcome, and yes or no are typed as any of their names or synonyms, in any
 *   language.
 * - A language is typed as its name in any language, an ISO 639 code, or a BCP 47 tag.
 * - Lists of genres and identifiers are separated by commas, and lists of people by semicolons. As
 *   in search lines, a comma within quotes is not a separator. When a draft is saved, the name of a
 *   genre in another language, such as "Krimi" for "Mystery", means the genre that the store has.
 *   An identifier is a scheme, a colon and a value, or an ISBN alone. An ISBN, also after "isbn:",
 *   needs a valid check digit; to enter an ISBN that is misprinted in the book, put it in quotes
 *   after the scheme: isbn:"9780441172710" is not checked. A person is "name = sort form (role)",
 *   such as "Neil Gaiman = Gaiman, Neil (author)"; sort form and role may be left out. A known role
 *   has its usual names in any language: "Übersetzerin", "Hrsg.", "edited by".
 * - Other texts are used as typed, and may contain every character that bw_book_create() accepts.
 *   However, white space at the ends of a one-line text is removed, and every line end in a long
 *   text becomes a line feed.
 */

/**
 * Parses a text, typed in the given language, as the value of a field. `field` is one BW_BOOK_*,
 * BW_GENRE_*, BW_QUOTE_*, BW_READING_*, BW_SHELF_*, BW_ORDER_* or BW_SOURCE_*, matching `entity`.
 * Some fields are typed together as one text: price and currency, the fields of identifiers, and
 * the fields of contributors; `field` is then any one of them.
 *
 * Prepare `value` with BW_INIT. It borrows its texts from `*result`, which you own: free it with
 * bw_result_free(). A blank text is BW_VALUE_ABSENT or an empty list; for a rating, a flag or a
 * status it is 0, and for a shelf's line it is the empty line, which finds every book.
 *
 * Fails with BW_ERROR_INVALID if the text has no meaning, if the value breaks a rule of the field,
 * and for a blank text of a field that every row needs: a title, an author, a name, and the text of
 * a quote. bw_error_get_text() says in the person's language what is expected. Fails with
 * BW_ERROR_TEXT, BW_ERROR_TOO_LARGE, and with BW_ERROR_ARGUMENT for a field that is not typed as
 * one text, such as genres by id.
 */
BW_NODISCARD
bw_status bw_field_parse(bw_entity entity, bw_fields field, const char *text, int64_t text_length,
                         bw_language language, bw_value *value, bw_result **result,
                         bw_error *error);

/**
 * Formats the value of a field as the text that a form shows, in the given language. `text` is
 * borrowed from `*result`, which you own: free the result with bw_result_free(). bw_field_parse()
 * turns the text into the same value again. Exceptions are white space at the ends of a one-line
 * text, which it removes, and CR in a long text, which it turns into line feeds. If `value` is a
 * BW_VALUE_TEXT and the field has another kind, the text is first parsed as by bw_field_parse().
 * Fails with BW_ERROR_ARGUMENT if the value's kind does not fit the field.
 */
BW_NODISCARD
bw_status bw_field_format(bw_entity entity, bw_fields field, const bw_value *value,
                          bw_language language, bw_text *text, bw_result **result, bw_error *error);

/**
 * Formats a field of one row of a result, counted from 0, like bw_field_format(). `rows` is a
 * result of books, genres, quotes, readings, shelves or orders, or the result of bw_binding_get()
 * for a draft. Fails with BW_ERROR_ARGUMENT if the result does not have the field.
 */
BW_NODISCARD
bw_status bw_result_format_field(bw_result *rows, int64_t row, bw_fields field,
                                 bw_language language, bw_text *text, bw_result **result,
                                 bw_error *error);

/**
 * Sets a field of a draft to the text that a person typed, parsed as by bw_field_parse(). A blank
 * text removes the value of an optional field; for a field that every row needs, it is an error.
 * For a binding of one field, `field` is that field, and the call writes the value like
 * bw_binding_set(). Fails like bw_field_parse(); the value is then unchanged.
 */
BW_NODISCARD
bw_status bw_binding_parse_field(bw_binding *binding, bw_fields field, const char *text,
                                 int64_t text_length, bw_language language, bw_error *error);

/**
 * Sets a field to the text that a person sent back from a form, like bw_binding_parse_field().
 * `shown` is the text that the form showed: bw_result_format_field() of the row at that time, or ""
 * for a field that was empty. Call this for each field of the form, with a draft of the row as it
 * is now. If `text` equals `shown`, the person has not changed the field: nothing is set, so that
 * the changes of other programs stay. Line ends count as equal, since browsers send CR LF.
 *
 * Fails with BW_ERROR_CONFLICT if the person has changed the field, but another program has changed
 * it too, to another value. Show both values and ask: to keep the person's text, call this again
 * with the current text as `shown`. Otherwise fails like bw_binding_parse_field(). The value is
 * unchanged in both cases, so bw_binding_check() does not report the error again: keep it to show
 * it next to the field, and do not save the draft.
 *
 * To be sure that nobody changes the row between this call and bw_binding_save(), open the draft,
 * parse the fields, check and save within one write transaction. Takes as long as
 * bw_binding_parse_field() and one bw_result_format_field().
 */
BW_NODISCARD
bw_status bw_binding_parse_change(bw_binding *binding, bw_fields field, const char *shown,
                                  int64_t shown_length, const char *text, int64_t text_length,
                                  bw_language language, bw_error *error);

/*
 * Controls
 * --------
 * Models of what a frontend draws: a row of stars for a rating, and a stepper. They need no store
 * and allocate nothing; you own the structs.
 */

/**
 * Sets a star control to its defaults: five yellow and gray stars without a label. Prepare
 * `control` with BW_INIT first.
 */
BW_NODISCARD
bw_status bw_star_control_get_defaults(bw_star_control *control, bw_error *error);

/**
 * Gets the appearance of the star `number`, counted from 1, while the control shows `rating`: it is
 * on if `number` is at most `rating`, which may be any number. Prepare `star` with BW_INIT; it
 * borrows its glyph from the control.
 *
 * Fails with BW_ERROR_INVALID if the control has no such star ("number"), or a member of the
 * control is out of range (`error->field` is the member).
 */
BW_NODISCARD
bw_status bw_star_control_get_star(const bw_star_control *control, int32_t rating, int32_t number,
                                   bw_star *star, bw_error *error);

/**
 * Gets the rating that a tap on the star `number` sets, which is `number`. Fails like
 * bw_star_control_get_star(). Rate a book with bw_book_set_rating(), which refuses ratings above 5.
 */
BW_NODISCARD
bw_status bw_star_control_tap(const bw_star_control *control, int32_t number, int32_t *rating,
                              bw_error *error);

/**
 * Sets a stepper to its defaults, which are those of an order's quantity: value 1, range 1 to 20,
 * step 1. Prepare `stepper` with BW_INIT first.
 */
BW_NODISCARD
bw_status bw_stepper_get_defaults(bw_stepper *stepper, bw_error *error);

/**
 * Gets the value after `times` steps up, or down if `times` is negative. Steps that would lead out
 * of the range are ignored: `*value` is then the stepper's value. From a value outside the range,
 * steps away from the range are ignored too, but steps toward it always lead into it: if they would
 * not reach the range, `*value` is its nearest end; if they would go past the range, `*value` is
 * its other end. `moved`, which may be NULL, gets 1 if `*value` differs from the stepper's value,
 * otherwise 0. The stepper is not changed: store `*value` in it.
 *
 * Fails with BW_ERROR_INVALID if the maximum is below the minimum ("maximum") or the step is not
 * above 0 ("step").
 */
BW_NODISCARD
bw_status bw_stepper_step(const bw_stepper *stepper, int64_t times, int64_t *value, int32_t *moved,
                          bw_error *error);

/*
 * Queries
 * -------
 * A query filters books, sorts them, and can return a part of the list. It belongs to no store and
 * can run on any store any number of times. A book must pass all filters. A second filter by
 * rating, exact rating, favourite, a field's range, created, started or finished replaces the first
 * (but see bw_query_where_either()). After several filters by status, a book must have any one of
 * these statuses. Filters of all other kinds are added. A new limit, offset, cursor or set of
 * fields replaces the old one. A query has at most 100 filters of genres, texts, searches,
 * identifiers, absent fields and other queries, including those of nested queries; more give
 * BW_ERROR_TOO_LARGE. A value that no book can have, a flag other than 0 and 1, and a range that
 * ends before it begins give BW_ERROR_INVALID. A field that the filter does not support, an unknown
 * sort key, a negative offset and a limit below -1 give BW_ERROR_ARGUMENT. To remove a filter, make
 * a new query. Free it with bw_query_free(). Threads may share a query: each run uses the query as
 * it is when it begins.
 *
 * Cost: if books are ordered by id, title, author or created, or if a genre's books are ordered by
 * title, the time for a page depends only on its number of rows, not on the number of books or on
 * the cursor's place. Books with equal sort keys are sorted by id for each page, which is
 * noticeable only if there are very many. In other orders, and for filters that few books pass, a
 * query reads every book that may match. A filter by rating relies on the store's counters: if they
 * are damaged, books are missing until bw_store_rebuild() repairs them. The number of books in a
 * genre relies on these counters too.
 *
 * To read a long list page by page, begin each page after the last row of the previous page:
 *
 *     int more = bw_query_set_limit(query, 50, &error) == BW_OK;
 *     while (more) {
 *       bw_result *page;
 *       bw_text cursor;
 *       if (bw_query_run(store, query, &page, &error) != BW_OK) break;
 *       show(page);
 *       more = bw_result_get_cursor(page, &cursor, &error) == BW_OK && cursor.data != NULL &&
 *              bw_query_set_after(query, cursor.data, cursor.length, &error) == BW_OK;
 *       bw_result_free(page);
 *     }
 */

/** Creates a query for all books, by title, then author, then id. */
BW_NODISCARD
bw_status bw_query_new(bw_query **query, bw_error *error);

/**
 * Creates a query from a search line as a person types it, such as `author:herbert rating>=4
 * sort:-rating dune`. Free it with bw_query_free(). You can add filters and further sort keys,
 * which come after the line's; bw_query_clear_order() removes all sort keys, including the line's.
 *
 * The line has at most 16 KiB. An invalid line gives BW_ERROR_INVALID; its `offset` is the first
 * byte that does not fit, or the line's length if the line ends too early; its message says what
 * was expected. The page search-line.md, installed in share/doc/bookworm, describes the language.
 */
BW_NODISCARD
bw_status bw_query_parse(const char *line, int64_t length, bw_query **query, bw_error *error);

/**
 * Frees a query. NULL is allowed and does nothing; a query that was already freed gives
 * BW_ERROR_HANDLE.
 */
bw_status bw_query_free(bw_query *query);

/**
 * Keeps the books that have any, all or none of the genres. An unknown genre id matches no book.
 * More than 10,000 genres in a query give BW_ERROR_TOO_LARGE.
 */
BW_NODISCARD
bw_status bw_query_where_genres(bw_query *query, bw_match match, const int64_t *genres,
                                int64_t count, bw_error *error);

/**
 * Keeps books by genre like bw_query_where_genres(), but by name, looked up when the query runs.
 */
BW_NODISCARD
bw_status bw_query_where_genre_names(bw_query *query, bw_match match, const bw_text *names,
                                     int64_t count, bw_error *error);

/**
 * Keeps the books rated from `minimum` to `maximum`, each 1 to 5, and, if `or_not_rated` is 1, also
 * books that are not rated. If both limits are 0, only the books that are not rated are kept. Fails
 * with BW_ERROR_INVALID if only one of the two is 0, or `minimum` is above `maximum`.
 */
BW_NODISCARD
bw_status bw_query_where_rating(bw_query *query, int32_t minimum, int32_t maximum,
                                int32_t or_not_rated, bw_error *error);

/**
 * Keeps the books rated from `minimum` to `maximum`, each a quarter from 0.25 to 5. For a book
 * without an exact rating, its rating is used. If `or_not_rated` is 1, unrated books are kept too.
 * A second call replaces the first.
 */
BW_NODISCARD
bw_status bw_query_where_exact_rating(bw_query *query, double minimum, double maximum,
                                      int32_t or_not_rated, bw_error *error);

/** Keeps the favourites (1), or all others (0). */
BW_NODISCARD
bw_status bw_query_where_favourite(bw_query *query, int32_t favourite, bw_error *error);

/** Keeps the books with a status. After several calls, a book must have any one of the statuses. */
BW_NODISCARD
bw_status bw_query_where_status(bw_query *query, bw_book_status status, bw_error *error);

/**
 * Keeps the books whose `field` contains the text, ignoring case and accents: "lodz" is in "Łódź".
 * `field` is one text field of a book, but not synopsis, review, notes or currency; with
 * BW_BOOK_LANGUAGE the text is a language tag, and "en" also matches "en-GB". Use bw_query_search()
 * for words in the other texts. Books without the field do not pass. After several calls, all texts
 * must match. A text of more than 16 KiB gives BW_ERROR_TOO_LARGE. Cost: a scan of the books that
 * pass the other filters.
 */
BW_NODISCARD
bw_status bw_query_where_contains(bw_query *query, bw_fields field, const char *text,
                                  int64_t length, bw_error *error);

/**
 * Keeps the books whose `field` (BW_BOOK_YEAR, _PAGES, _EDITION_YEAR, _FAVOURITE or _SPOILERS) is
 * from `first` to `last`, both included. Years are negative for BCE. INT32_MIN and INT32_MAX leave
 * an end open. Books without the field do not pass. A second call for a field replaces the first.
 * For _FAVOURITE and _SPOILERS, 1 to 1 keeps the marked books, and 0 to 0 the others.
 */
BW_NODISCARD
bw_status bw_query_where_range(bw_query *query, bw_fields field, int32_t first, int32_t last,
                               bw_error *error);

/**
 * Keeps the books with an identifier, such as the scheme "isbn" and the value "978-0-441-17271-9",
 * at most 16 KiB each. Case is ignored. An ISBN matches in any notation: with 10 or 13 digits, with
 * or without hyphens or spaces, under the schemes isbn, isbn10 and isbn13. After several calls, all
 * identifiers must match. Cost: an index lookup.
 */
BW_NODISCARD
bw_status bw_query_where_identifier(bw_query *query, const char *scheme, int64_t scheme_length,
                                    const char *value, int64_t value_length, bw_error *error);

/**
 * Keeps the books that lack all of the fields (`absent` 1), or that have all of them (0). `fields`
 * are BW_BOOK_RATING, _GENRES, _IDENTIFIER_VALUES, _CONTRIBUTOR_NAMES, _QUOTES, _READINGS, or any
 * optional field. Each is one of a query's 100 filters. After several calls, all must match.
 */
BW_NODISCARD
bw_status bw_query_where_absent(bw_query *query, bw_fields fields, int32_t absent, bw_error *error);

/**
 * Keeps the books that `other` does not match. Its current filters are copied; you still own it and
 * must free it. Fails with BW_ERROR_ARGUMENT if it has a limit, offset or cursor, and with
 * BW_ERROR_TOO_LARGE for too many filters or queries nested more than 20 deep.
 */
BW_NODISCARD
bw_status bw_query_where_not(bw_query *query, bw_query *other, bw_error *error);

/**
 * Also keeps the books that `other` matches: a book must then pass all earlier filters, or all
 * filters of `other`; see bw_query_where_not(). Filters that are set afterwards apply to both. They
 * replace none of the earlier filters. For example, set a filter by rating, make this call, and set
 * a second filter by rating: every book must then pass the second filter, and a book that does not
 * match `other` must pass the first one too.
 */
BW_NODISCARD
bw_status bw_query_where_either(bw_query *query, bw_query *other, bw_error *error);

/**
 * Keeps the books created from the instant `from` up to, but not including, `until`, in
 * milliseconds since 1970-01-01T00:00:00Z. INT64_MIN and INT64_MAX leave an end open.
 */
BW_NODISCARD
bw_status bw_query_where_created(bw_query *query, int64_t from, int64_t until, bw_error *error);

/**
 * Keeps the books with a reading that started on a day from `first` to `last`, both included, each
 * YYYYMMDD; 0 leaves an end open. If both are 0, the latest reading must have a start date.
 */
BW_NODISCARD
bw_status bw_query_where_started(bw_query *query, int32_t first, int32_t last, bw_error *error);

/** Keeps the books with a reading that ended in a period; see bw_query_where_started(). */
BW_NODISCARD
bw_status bw_query_where_finished(bw_query *query, int32_t first, int32_t last, bw_error *error);

/**
 * Sorts by `key`; further calls add further keys. Books equal in all keys are sorted by id,
 * ascending. Adding a key twice gives BW_ERROR_ARGUMENT.
 */
BW_NODISCARD
bw_status bw_query_order_by(bw_query *query, bw_sort_key key, bw_direction direction,
                            bw_error *error);

/** Removes all sort keys: the order is again by title, then author. */
BW_NODISCARD
bw_status bw_query_clear_order(bw_query *query, bw_error *error);

/** Reads at most `limit` books, 0 or more; -1 removes the limit. */
BW_NODISCARD
bw_status bw_query_set_limit(bw_query *query, int64_t limit, bw_error *error);

/**
 * Sets the fields to read of each book (BW_BOOK_*, BW_OUTPUT_*). Add BW_BOOK_ID if you need the
 * ids. 0 means BW_FIELDS_DEFAULT, which a query also uses without this call.
 */
BW_NODISCARD
bw_status bw_query_set_fields(bw_query *query, bw_fields fields, bw_error *error);

/**
 * Gets the filters, limit and offset of a query, for example of a query parsed from a search line.
 */
BW_NODISCARD
bw_status bw_query_get_info(bw_query *query, bw_query_info *info, bw_error *error);

/**
 * Reads the books that match. Free the result with bw_result_free(). Fails with BW_ERROR_CURSOR if
 * the cursor was made for another order and, on a server, with BW_ERROR_TOO_LARGE if a search has
 * more than 100 words. The calls that stream, export or observe a query fail in the same cases.
 */
BW_NODISCARD
bw_status bw_query_run(bw_store *store, bw_query *query, bw_result **result, bw_error *error);

/**
 * Reads one page of the books that match, the number of all matches, and the cursors of the next
 * and the previous page, from one snapshot. The query is not changed.
 *
 *     bw_page page;
 *     BW_INIT(page);
 *     page.limit = 50;
 *     bw_result *books;
 *     bw_status status = bw_query_run_page(store, query, &page, &books, &error);
 *     // For the next page: page.after = page.next; page.before.data = NULL.
 *     // For the previous page: page.before = page.previous; page.after.data = NULL.
 *
 * Prepare `page` with BW_INIT, and set `limit` and at most one of `after` and `before`; without
 * them, the page begins at the query's own offset or cursor. `page->next` and `page->previous` are
 * borrowed from `*books`, which you own: free it with bw_result_free(), after the call for the next
 * page. Fails like bw_query_set_after() and bw_query_run(), and with BW_ERROR_ARGUMENT for a limit
 * below -1, or if both cursors are set.
 *
 * Cost: that of bw_query_run() and bw_query_count().
 */
BW_NODISCARD
bw_status bw_query_run_page(bw_store *store, bw_query *query, bw_page *page, bw_result **books,
                            bw_error *error);

/**
 * Counts the books that match, without reading them; ignores the query's limit, offset and cursor.
 * On a server, fails like bw_query_run(). Cost: constant for all books, for one genre, for a filter
 * by rating, and for one genre with a filter by rating, which the store counts; otherwise that of
 * finding every match.
 */
BW_NODISCARD
bw_status bw_query_count(bw_store *store, bw_query *query, int64_t *count, bw_error *error);

/*
 * People
 * ------
 * Contributors of books are people, identified by their names: two names that differ only in case,
 * accents or surrounding white space are one person. A book without contributors has one person,
 * its author. Statistics and facets by author (BW_GROUP_AUTHOR) count each author of a book: its
 * contributors with the role "author", or its `author` if it has none of these. There are also
 * groups for the other known roles, such as BW_GROUP_TRANSLATOR, and one for people in any role,
 * BW_GROUP_PERSON. The roles themselves are listed by BW_GROUP_ROLE.
 */

/**
 * Keeps the books of the person with this name: those that have the person as a contributor in
 * `role`, which may be NULL for any role. With the role "author", or without a role, the call also
 * keeps the books whose `author` is this name. Case in roles is ignored. After several calls, all
 * must match. Cost: index lookups, or a scan for a name without letters and digits.
 */
BW_NODISCARD
bw_status bw_query_where_person(bw_query *query, const char *name, int64_t name_length,
                                const char *role, int64_t role_length, bw_error *error);

/**
 * Keeps the books with a contributor whose name contains the text, ignoring case and accents.
 * `role`, which may be NULL for any role, is the contributor's. With the role "author", or without
 * a role, also keeps the books whose `author` contains the text. bw_query_where_contains() with
 * BW_BOOK_AUTHOR is the same as this call with the role "author". After several calls, all must
 * match. Cost: a scan of the books and contributors.
 */
BW_NODISCARD
bw_status bw_query_where_person_contains(bw_query *query, const char *text, int64_t length,
                                         const char *role, int64_t role_length, bw_error *error);

/**
 * Renames a person in all books as one step, so that two spellings of a name become one. It changes
 * every contributor with the name, in any role, and every `author` that is this name. An author
 * that was derived from contributors changes with them. A book that has both spellings in one role
 * keeps the first.
 *
 * `sort`, which may be NULL, is the new sort form. If it is NULL, the renamed contributors get the
 * sort form of another contributor who has the new name already, or none. If only case or accents
 * change, they keep their sort forms. `changed`, which may be NULL, gets the number of books that
 * changed: 0 for an unknown name. Fails with BW_ERROR_INVALID for a blank name or sort form, and
 * with BW_ERROR_TOO_LARGE for one of more than 16 KiB. Cost: a scan of all authors, and a write of
 * each book of the person.
 */
BW_NODISCARD
bw_status bw_person_rename(bw_store *store, const char *name, int64_t name_length,
                           const char *new_name, int64_t new_name_length, const char *sort,
                           int64_t sort_length, int64_t *changed, bw_error *error);

/*
 * Search lines
 * ------------
 * These calls are for a search box. They parse a line that is not finished, complete it at the text
 * cursor, split a query into its conditions, and write a query as a line again. To change a line's
 * order or to add a condition, parse the line, change the query, and get the query's line. Add
 * conditions with bw_query_add_conditions() or bw_query_add_facet(), which also work for a line
 * with OR. If another call, such as bw_query_where_status(), adds a filter to the query of a line
 * with OR, the query cannot be written as a line again. The page search-line.md, installed in
 * share/doc/bookworm, describes the language.
 */

/**
 * Creates a query from a search line that is still being typed. Free it with bw_query_free().
 *
 * Unlike bw_query_parse(), this call accepts a line that ends within a quote or a condition, such
 * as `dune genre:` or `rating>=4 "left ha`. The end is read as far as possible: an open phrase
 * finds texts that begin with it, and a condition without a valid value is left out. Everything
 * before the end must be valid, as in bw_query_parse().
 *
 * `open`, which may be NULL, says what is still open. Prepare it with BW_INIT. Its status is BW_OK
 * if the line is finished. Otherwise `open` contains the error that bw_query_parse() gives for the
 * line; its `offset` is the position of the fault in the line, in bytes.
 */
BW_NODISCARD
bw_status bw_query_parse_unfinished(const char *line, int64_t length, bw_error *open,
                                    bw_query **query, bw_error *error);

/**
 * Lists the completions of a search line at a place, for a search box. `*result` gets a result with
 * one row per completion, for bw_result_get_completion(). Free it with bw_result_free().
 *
 * `place` is an offset in bytes, at the beginning of a character, or -1 for the line's end. The
 * word or value that ends there is completed. After a key and an operator, the completions are the
 * key's values, each with its number of books. Genres, authors, translators and other people,
 * series, publishers, languages and formats are listed with those that have the most books first.
 * Ratings are listed with the highest first, years and months with the latest first, and statuses
 * in the order of bw_book_status. For any other word, the completions are shelves, the keys and
 * operators that begin with the word, and conditions for genres, authors, series and publishers. A
 * value is found by the beginning of any word of its name or label; case and accents are ignored.
 * The line need not be finished or valid. Where arbitrary text is allowed, there is nothing to
 * complete, and the result is empty.
 *
 * The counts are of the whole store. `limit` is the largest number of rows, 0 to 1,000. Fails with
 * BW_ERROR_ARGUMENT for any other limit, for an unknown language, and if `place` is in the middle
 * of a character or beyond the line.
 *
 * Cost: the first completion of a field reads its names, which takes up to 0.1 s for the people of
 * 100,000 books. The names are cached until the change log shows that books were added, deleted, or
 * changed in the field. While they are cached, a completion takes a few milliseconds at most.
 */
BW_NODISCARD
bw_status bw_store_list_completions(bw_store *store, const char *line, int64_t length,
                                    int64_t place, bw_language language, int64_t limit,
                                    bw_result **result, bw_error *error);

/**
 * Gets one row of a result of completions, counted from 0. Prepare `completion` with BW_INIT; it
 * borrows its texts from the result.
 */
BW_NODISCARD
bw_status bw_result_get_completion(bw_result *result, int64_t row, bw_completion *completion,
                                   bw_error *error);

/**
 * Writes a query as a search line. `line` is borrowed from `*result`, which you own: free the
 * result with bw_result_free(). bw_query_parse() turns it into a query that finds the same books in
 * the same order.
 *
 * Every query that bw_query_parse() makes can be written. Words and conditions are written in a
 * fixed order and form, for example `year<=1969` for `year<1970`. The query's offset, cursor and
 * fields are not part of a line. Fails with BW_ERROR_INVALID if no line can express the query, for
 * example genres by id, words in the title alone, or a filter that was added to a query with
 * alternatives by a call such as bw_query_where_status(). Add conditions to such a query with
 * bw_query_add_conditions() instead.
 */
BW_NODISCARD
bw_status bw_query_get_line(bw_query *query, bw_text *line, bw_result **result, bw_error *error);

/**
 * Lists a query's words and conditions, in the form and order that they have in its line. `*result`
 * gets a result with one row for each, for bw_result_get_condition(). Free it with
 * bw_result_free(). The query's order and limit are not included: see bw_query_get_sort() and
 * bw_query_get_info(). Fails like bw_query_get_line().
 *
 * To remove a condition from the line, join the texts of the others, with OR between alternatives.
 */
BW_NODISCARD
bw_status bw_query_list_conditions(bw_query *query, bw_result **result, bw_error *error);

/**
 * Gets one row of a result of conditions, counted from 0. Prepare `condition` with BW_INIT; it
 * borrows its texts from the result.
 */
BW_NODISCARD
bw_status bw_result_get_condition(bw_result *result, int64_t row, bw_condition *condition,
                                  bw_error *error);

/**
 * Gets one of a query's sort keys, counted from 0; their number is in bw_query_get_info(). Fails
 * with BW_ERROR_ARGUMENT if there is no such key.
 */
BW_NODISCARD
bw_status bw_query_get_sort(bw_query *query, int64_t number, bw_sort_key *key,
                            bw_direction *direction, bw_error *error);

/*
 * Changes by query
 * ----------------
 * One call changes every book that a query finds, as one step to undo, without reading the books
 * into the program. The query must have no limit, offset or cursor; otherwise the call fails with
 * BW_ERROR_ARGUMENT. Cost: that of finding the books and writing each of those that change, with
 * one commit. The call needs memory for the ids of all matches and for the step to undo: see
 * bw_open_options.undo_limit.
 */

/**
 * Deletes every book that matches, as one step; see bw_book_delete(). `deleted`, which may be NULL,
 * gets the number of deleted books.
 */
BW_NODISCARD
bw_status bw_query_delete_books(bw_store *store, bw_query *query, int64_t *deleted,
                                bw_error *error);

/**
 * Applies the same change to every book that matches, as one step; see bw_book_update(). `changed`,
 * which may be NULL, gets the number of books that changed. Fails like bw_book_update().
 */
BW_NODISCARD
bw_status bw_query_update_books(bw_store *store, bw_query *query, const bw_book *values,
                                bw_fields clear, int64_t *changed, bw_error *error);

/**
 * Rates every book that matches, as one step; see bw_book_set_rating(). `changed`, which may be
 * NULL, gets the number of books that had another rating. Fails with BW_ERROR_INVALID for a rating
 * that is not 0 to 5.
 */
BW_NODISCARD
bw_status bw_query_rate_books(bw_store *store, bw_query *query, int32_t rating, int64_t *changed,
                              bw_error *error);

/**
 * Adds a genre to every book that matches, as one step. `changed`, which may be NULL, gets the
 * number of books that did not have it. Fails with BW_ERROR_NOT_FOUND for an unknown genre.
 */
BW_NODISCARD
bw_status bw_query_add_genre_to_books(bw_store *store, bw_query *query, int64_t genre,
                                      int64_t *changed, bw_error *error);

/*
 * Searching
 * ---------
 * A search is a filter of a query: it combines with other filters, every order, the cursor, and the
 * calls that change all matching books. It looks for words in the searched fields of a book (see
 * BW_BOOK_*), in an index that each write updates in its own transaction; within a transaction, a
 * search also finds the transaction's own changes. There are no syntax errors:
 *
 * - Words are runs of letters and digits, ignoring case and accents: "lodz" finds "Łódź".
 *   Everything else separates words. A word of several parts ("O'Brien", "sci-fi") matches these
 *   parts in sequence.
 * - Quotation marks, including typographic ones, enclose a phrase. The last one may be missing.
 * - A word or phrase that ends in "*" is a prefix: wor* finds "worms". For a phrase, the star
 *   follows the closing quotation mark: "left ha"* finds "left hand".
 * - In Chinese, Japanese, Korean, Thai and other scripts without spaces, any sequence of characters
 *   is found, even one: 京 and 東京 in 東京都. Hangul is matched by whole syllables.
 *
 * The words may be in different fields; the words of a phrase must be in the same field. To see the
 * matches, request BW_OUTPUT_SNIPPET and BW_OUTPUT_MATCHED with bw_query_set_fields(), and
 * BW_OUTPUT_RANK for the relevance; they are absent if the query has no search.
 */

/**
 * Keeps the books that contain all (BW_MATCH_ALL), any (BW_MATCH_ANY) or none (BW_MATCH_NONE) of
 * the words and phrases of `text`. After several calls, a book must pass each of them.
 *
 * `fields` is a set of searched fields, such as BW_BOOK_TITLE; 0 means all of them. A blank text
 * adds no filter. A text without letters and digits has no words: no book matches with BW_MATCH_ALL
 * or BW_MATCH_ANY, and every book matches with BW_MATCH_NONE. A text of more than 16 KiB gives
 * BW_ERROR_TOO_LARGE.
 *
 * Cost: ordered by BW_SORT_ID, the time for a page depends only on its number of rows, whatever the
 * number of matches. Ordered by BW_SORT_RANK, or with BW_OUTPUT_RANK, every match is ranked. In
 * other orders the matches are sorted.
 */
BW_NODISCARD
bw_status bw_query_search(bw_query *query, const char *text, int64_t length, bw_fields fields,
                          bw_match match, bw_error *error);

/**
 * Sets the text before and after each matching word in a snippet: "[" and "]" by default. Both may
 * be empty; at most 16 KiB each.
 *
 * A snippet is about 16 words, or 48 Chinese characters, around the first place with the largest
 * number of matching words, on one line, with "…" at each end where the text continues. It comes
 * from the field or quote that contains the largest number of matching words. Nothing in it is
 * escaped: for HTML, choose marks that no text contains, such as "\x02" and "\x03", escape the
 * snippet, and replace them.
 */
BW_NODISCARD
bw_status bw_query_set_snippet(bw_query *query, const char *before, int64_t before_length,
                               const char *after, int64_t after_length, bw_error *error);

/*
 * Places in a list
 * ----------------
 * A list may be shown from any position. bw_query_find_book() returns the position of a book, and
 * bw_query_find_text() the position of the first book whose name begins with a given text. The name
 * is the title, the author or whatever other name the query sorts by first. Both positions are
 * numbers for bw_query_set_offset(). From there, page forward with bw_query_set_after() and back
 * with bw_query_set_before(), each at the cost of one page.
 */

/**
 * Skips the first `offset` books, 0 or more. They are still read, so use bw_query_set_after() to go
 * through a long list. That call removes an offset; an offset that is set afterwards counts from
 * the cursor.
 */
BW_NODISCARD
bw_status bw_query_set_offset(bw_query *query, int64_t offset, bw_error *error);

/**
 * Continues after a position: `cursor`, which may be NULL, is a text from bw_result_get_cursor(),
 * of a query with the same order. NULL goes back to the beginning.
 *
 * The position consists of the last row's values, not of a number of rows: rows that do not change
 * between two pages are neither skipped nor repeated, whatever happens to others. In the order of
 * relevance, however, every write changes every row's position a little: page within a read
 * transaction, or use a stream. A damaged cursor fails with BW_ERROR_CURSOR in this call; a cursor
 * of a query with another order fails with BW_ERROR_CURSOR when this query runs.
 */
BW_NODISCARD
bw_status bw_query_set_after(bw_query *query, const char *cursor, int64_t length, bw_error *error);

/**
 * Selects the books before a position: `cursor`, which may be NULL, is a text from
 * bw_result_get_first_cursor(), of a query with the same order. NULL goes back to the beginning.
 *
 * The query then finds the books just before that position, in their usual order, at most as many
 * as its limit. If fewer are returned, the first of them is the first book of the list. This
 * replaces bw_query_set_after() and an offset. Such a query can be run and counted; observing,
 * streaming and exporting it fail with BW_ERROR_ARGUMENT. A damaged cursor fails with
 * BW_ERROR_CURSOR in this call; a cursor of a query with another order fails with BW_ERROR_CURSOR
 * when this query runs.
 */
BW_NODISCARD
bw_status bw_query_set_before(bw_query *query, const char *cursor, int64_t length, bw_error *error);

/**
 * Gets the cursor for bw_query_set_before(), which is the position of the first row: hexadecimal
 * digits, borrowed from the result. Its `data` is NULL if no row comes before it, or if the result
 * is not from a query with a limit.
 */
BW_NODISCARD
bw_status bw_result_get_first_cursor(bw_result *result, bw_text *cursor, bw_error *error);

/**
 * Gets the number of books before a book in a query's order, regardless of its limit, offset and
 * cursor. Cost: counts these books, with an index if the order has one. Fails with
 * BW_ERROR_NOT_FOUND if the query does not match the book.
 */
BW_NODISCARD
bw_status bw_query_find_book(bw_store *store, bw_query *query, int64_t book, int64_t *position,
                             bw_error *error);

/**
 * Gets the number of books before the first one whose name begins with `text`, such as a letter.
 * The query's first sort key must be a name, such as the title (also the default), the author or
 * the primary genre; otherwise the call fails with BW_ERROR_ARGUMENT. Case and accents are ignored.
 * If no name begins with `text`, the number is the position that a book with such a name would
 * have. The query's limit, offset and cursor are ignored. Cost: as for bw_query_find_book().
 */
BW_NODISCARD
bw_status bw_query_find_text(bw_store *store, bw_query *query, const char *text, int64_t length,
                             int64_t *position, bw_error *error);

/*
 * Shelves
 * -------
 * A shelf is a saved search: a name and a search line (bw_query_parse(), search-line.md). It is
 * kept in the store, so all programs share it. Its books are found when it is used: get the shelf's
 * query, then run, count or observe the query.
 *
 * A name is unique by the rules for genres' names. A line is checked when it is saved. It is stored
 * as typed, and refers to genres by name. If a genre in it is renamed or deleted, the shelf still
 * looks for the old name, and finds nothing until such a genre exists again or the line is changed.
 * In a line, "today" means the day when the query is created. Deleting a shelf deletes no book.
 *
 * Observers of the store report shelves that are added, changed or deleted (BW_ENTITY_SHELF). These
 * changes can be undone. Shelves are part of exported documents.
 */

/**
 * Saves a search line under a name. `id`, which may be NULL, gets the new shelf's id.
 *
 * Fails with BW_ERROR_EXISTS if another shelf has the name, and with BW_ERROR_INVALID for a blank
 * name or an invalid line: as in bw_query_parse(), the error's `offset` is the position of the
 * fault in the line, in bytes.
 */
BW_NODISCARD
bw_status bw_shelf_create(bw_store *store, const char *name, int64_t name_length, const char *line,
                          int64_t line_length, int64_t *id, bw_error *error);

/**
 * Finds a shelf by its name, ignoring case. `id`, which may be NULL, gets its id. Fails with
 * BW_ERROR_NOT_FOUND, and with BW_ERROR_INVALID for a blank name.
 */
BW_NODISCARD
bw_status bw_shelf_find(bw_store *store, const char *name, int64_t name_length, int64_t *id,
                        bw_error *error);

/**
 * Reads a shelf. Prepare `shelf` with BW_INIT; it borrows its texts from `*result`, which you own:
 * free it with bw_result_free(). Fails with BW_ERROR_NOT_FOUND.
 */
BW_NODISCARD
bw_status bw_shelf_get(bw_store *store, int64_t id, bw_shelf *shelf, bw_result **result,
                       bw_error *error);

/**
 * Creates the query of a shelf's line, which you can narrow, run, count or observe. Free it with
 * bw_query_free(). Later changes of the shelf do not affect it. Fails with BW_ERROR_NOT_FOUND, and
 * with BW_ERROR_INVALID if a newer library saved a line that this one does not understand.
 */
BW_NODISCARD
bw_status bw_shelf_get_query(bw_store *store, int64_t id, bw_query **query, bw_error *error);

/**
 * Renames a shelf. Fails with BW_ERROR_EXISTS if another shelf has the name, with
 * BW_ERROR_NOT_FOUND, and like bw_shelf_create().
 */
BW_NODISCARD
bw_status bw_shelf_rename(bw_store *store, int64_t id, const char *name, int64_t name_length,
                          bw_error *error);

/** Changes a shelf's line. Fails with BW_ERROR_NOT_FOUND, and like bw_shelf_create(). */
BW_NODISCARD
bw_status bw_shelf_set_line(bw_store *store, int64_t id, const char *line, int64_t line_length,
                            bw_error *error);

/** Deletes a shelf; no book is deleted. Fails with BW_ERROR_NOT_FOUND. */
BW_NODISCARD
bw_status bw_shelf_delete(bw_store *store, int64_t id, bw_error *error);

/** Counts the shelves. Cost: in proportion to their number. */
BW_NODISCARD
bw_status bw_shelves_count(bw_store *store, int64_t *count, bw_error *error);

/**
 * Reads all shelves, sorted by name like genres: see bw_genres_list(). Free the result with
 * bw_result_free().
 */
BW_NODISCARD
bw_status bw_shelves_list(bw_store *store, bw_result **shelves, bw_error *error);

/**
 * Gets one row of a result of shelves, counted from 0. Prepare `shelf` with BW_INIT; it borrows its
 * texts from the result.
 */
BW_NODISCARD
bw_status bw_result_get_shelf(bw_result *result, int64_t row, bw_shelf *shelf, bw_error *error);

/*
 * Statistics
 * ----------
 * Statistics are the number of books, their average rating, and the number of books with each
 * rating: of the whole store or of a query, in total or by group. A query's limit, offset, cursor,
 * order and fields are ignored.
 *
 * Cost: statistics of the whole store, in total, by genre or by month, need nothing but counters,
 * which every write maintains. The time depends on the number of returned rows and not on the
 * number of books. The total statistics of a query that bw_query_count() counts at a constant cost
 * also need nothing but counters. By other groups, and for other queries, every matching book is
 * read.
 */

/**
 * Counts the books that match `query` and averages their ratings. `query` may be NULL for all
 * books. Prepare `statistics` with BW_INIT; its key is 0 and its name absent.
 *
 * Within a transaction, the transaction's own changes are included.
 */
BW_NODISCARD
bw_status bw_store_get_statistics(bw_store *store, bw_query *query, bw_statistics *statistics,
                                  bw_error *error);

/**
 * Counts the books that match `query` and averages their ratings, by group. `query` may be NULL for
 * all books. `*result` gets a result with one row per group, for bw_result_get_statistics(). Free
 * it with bw_result_free().
 *
 * Groups with names are sorted by name, as in bw_genres_list() (languages by their tags), and
 * groups without names by key, in ascending order. For the whole store, genres without books have a
 * row too. For a query, only groups with a matching book have a row, but every shelf has one. The
 * groups do not always add up to the store: a book counts in each of its genres, and may have no
 * genre or no finishing date.
 */
BW_NODISCARD
bw_status bw_store_list_statistics(bw_store *store, bw_query *query, bw_group group,
                                   bw_result **result, bw_error *error);

/*
 * Facets
 * ------
 * A facet is one group of a query's books, such as one genre or one author, with its number of
 * books. A frontend shows facets beside a list, so that a person can narrow the list to one of
 * them, and widen it again. A facet is identified by its kind of group, and by the `key` and the
 * `name` of its row in bw_result_get_statistics(). For groups with names, such as genres and
 * people, only `name` is used; for groups without names, such as years, only `key`.
 *
 * To narrow a search line, parse it, add the facet, and get the line of the query:
 *
 *     bw_query *query;
 *     bw_text narrowed;
 *     bw_result *held;
 *     if (bw_query_parse(line, -1, &query, &error) == BW_OK) {
 *       if (bw_query_add_facet(query, BW_GROUP_DECADE, 1960, NULL, 0, &error) == BW_OK &&
 *           bw_query_get_line(query, &narrowed, &held, &error) == BW_OK) {
 *         printf("%s\n", narrowed.data);
 *         bw_result_free(held);
 *       }
 *       bw_query_free(query);
 *     }
 */

/**
 * Lists the largest groups of the books that match `query`, for narrowing the query. `query` may be
 * NULL for all books. `*result` gets a result with one row per group, for
 * bw_result_get_statistics(). Free it with bw_result_free().
 *
 * The largest group comes first; groups of the same size are sorted as in
 * bw_store_list_statistics(). Groups without books are left out. If `words`, which may be NULL, is
 * not blank, only groups whose name has a word that begins with it are listed; case and accents are
 * ignored. `limit` is the largest number of rows, or -1. The query's own limit, offset and cursor
 * are ignored. Cost: reads every matching book, which takes up to 0.1 s for the people of 100,000
 * books. Without a query, the groups are cached, as in bw_store_list_completions(). Fails with
 * BW_ERROR_ARGUMENT if `words` is given and the groups have no names: months, status, rating, year
 * and decade.
 */
BW_NODISCARD
bw_status bw_store_list_facets(bw_store *store, bw_query *query, bw_group group, const char *words,
                               int64_t words_length, int64_t limit, bw_result **result,
                               bw_error *error);

/**
 * Keeps the books whose whole `field` equals the text, ignoring case and accents. The fields are
 * those of bw_query_where_contains(). With BW_BOOK_AUTHOR the text is the whole name of one author,
 * as for bw_query_where_person(); with BW_BOOK_LANGUAGE it is a language tag, and "en" does not
 * match "en-GB". Books without the field do not pass. After several calls, all must match. Fails
 * with BW_ERROR_INVALID for a blank text, and with BW_ERROR_TOO_LARGE for more than 16 KiB. Cost: a
 * scan, as for bw_query_where_contains().
 */
BW_NODISCARD
bw_status bw_query_where_equals(bw_query *query, bw_fields field, const char *text, int64_t length,
                                bw_error *error);

/**
 * Adds the condition for a facet to a query, by the rules of bw_query_add_conditions(). The query
 * then finds only the books of the facet. The condition for a name is for the whole name, such as
 * publisher="Penguin"; case and accents are ignored.
 *
 * `name` may be NULL for a group without names. Fails with BW_ERROR_ARGUMENT if the group has no
 * such facet, and always for BW_GROUP_ROLE and BW_GROUP_SHELF (use the shelf's line to find its
 * books); with BW_ERROR_INVALID for a blank name; and with BW_ERROR_TOO_LARGE if the query has too
 * many filters.
 */
BW_NODISCARD
bw_status bw_query_add_facet(bw_query *query, bw_group group, int64_t key, const char *name,
                             int64_t name_length, bw_error *error);

/**
 * Removes the condition that bw_query_add_facet() adds, by the rules of
 * bw_query_remove_conditions(). Changes nothing if the query does not have it. `name` may be NULL
 * for a group without names. Fails like bw_query_add_facet().
 */
BW_NODISCARD
bw_status bw_query_remove_facet(bw_query *query, bw_group group, int64_t key, const char *name,
                                int64_t name_length, bw_error *error);

/**
 * Gets whether a query has the condition that bw_query_add_facet() adds, in each alternative: 1 or
 * 0. `name` may be NULL for a group without names. Fails like bw_query_add_facet().
 */
BW_NODISCARD
bw_status bw_query_has_facet(bw_query *query, bw_group group, int64_t key, const char *name,
                             int64_t name_length, int32_t *has, bw_error *error);

/**
 * Adds the conditions of `other` to a query. The query then finds only the books that match both,
 * unless a condition of `other` replaces one of the query's own: see below. Unlike
 * bw_query_where_not() and the other filters, this call follows the rules for narrowing a search
 * line:
 *
 * - A condition that the query has already is not added again.
 * - A query that was made from a line with OR gets the conditions in each alternative.
 * - A query can have only one condition on the status, the rating, favourites, and each number or
 *   date. If both queries have such a condition, the result depends on its kind. Two ranges or two
 *   sets of statuses become their common part. If they have no common part, and for any other kind,
 *   the condition of `other` replaces the query's.
 *
 * Only the filters of `other` are used. You still own it and must free it. Fails with
 * BW_ERROR_ARGUMENT if it has a limit, an offset, a cursor or alternatives, and with
 * BW_ERROR_TOO_LARGE if both together have too many filters.
 */
BW_NODISCARD
bw_status bw_query_add_conditions(bw_query *query, bw_query *other, bw_error *error);

/**
 * Removes from a query those of its conditions that `other` has too. If the query has alternatives,
 * the conditions are removed from each alternative. If an alternative then has no conditions left,
 * it finds every book, and so does the query. Fails like bw_query_add_conditions().
 */
BW_NODISCARD
bw_status bw_query_remove_conditions(bw_query *query, bw_query *other, bw_error *error);

/**
 * Gets whether a query has all conditions of `other`, in each alternative: 1 or 0. Fails like
 * bw_query_add_conditions().
 */
BW_NODISCARD
bw_status bw_query_has_conditions(bw_query *query, bw_query *other, int32_t *has, bw_error *error);

/**
 * Gets the text that a frontend shows for a facet, in the given language. `text` is borrowed from
 * `*result`, which you own: free the result with bw_result_free(). Months are "February 2024",
 * decades "1960–1969", statuses and ratings are in words, and genres and languages have their names
 * in the language. Names of people, series, publishers, formats and shelves are as stored. `name`
 * may be NULL for a group without names.
 *
 * Fails with BW_ERROR_ARGUMENT if the group has no such facet, and with BW_ERROR_INVALID for a
 * blank name.
 */
BW_NODISCARD
bw_status bw_facet_format(bw_group group, int64_t key, const char *name, int64_t name_length,
                          bw_language language, bw_text *text, bw_result **result, bw_error *error);

/**
 * Returns the name of a kind of group in the given language, such as "Author" or "Decade" in
 * English, for a heading above its facets. Never NULL; empty for an unknown group. An unknown
 * `language` counts as English.
 */
BW_NODISCARD
const char *bw_group_name(bw_group group, bw_language language);

/*
 * Results
 * -------
 * A result contains rows of one kind (books, genres, quotes, readings, orders, changes, ...) as
 * they were when they were read; each kind has a function that gets one row. A result never
 * changes, needs neither its store nor its query, and may be read by any number of threads.
 * Everything read from it is borrowed and lives until bw_result_free(). A row number out of range,
 * or a function for another kind of row, gives BW_ERROR_ARGUMENT.
 */

/**
 * Frees a result and everything borrowed from it. NULL is allowed and does nothing; a result that
 * was already freed gives BW_ERROR_HANDLE.
 */
bw_status bw_result_free(bw_result *result);

/** Counts the rows. */
BW_NODISCARD
bw_status bw_result_count(bw_result *result, int64_t *count, bw_error *error);

/**
 * Gets one row of a result of books, counted from 0. Prepare `book` with BW_INIT; it borrows its
 * texts and lists from the result. Fields that were not read are not in `book->fields`.
 */
BW_NODISCARD
bw_status bw_result_get_book(bw_result *result, int64_t row, bw_book *book, bw_error *error);

/**
 * Gets one row of a result of genres, counted from 0. Prepare `genre` with BW_INIT; it borrows its
 * texts from the result.
 */
BW_NODISCARD
bw_status bw_result_get_genre(bw_result *result, int64_t row, bw_genre *genre, bw_error *error);

/**
 * Gets one row of a result of quotes, counted from 0. Prepare `quote` with BW_INIT; it borrows its
 * texts from the result.
 */
BW_NODISCARD
bw_status bw_result_get_quote(bw_result *result, int64_t row, bw_quote *quote, bw_error *error);

/**
 * Gets one row of a result of orders, counted from 0. Prepare `order` with BW_INIT; it borrows its
 * texts from the result.
 */
BW_NODISCARD
bw_status bw_result_get_order(bw_result *result, int64_t row, bw_order *order, bw_error *error);

/**
 * Gets one row of bw_orders_list_totals(), counted from 0. Prepare `total` with BW_INIT; it borrows
 * its text from the result.
 */
BW_NODISCARD
bw_status bw_result_get_total(bw_result *result, int64_t row, bw_order_total *total,
                              bw_error *error);

/** Gets one row of a result of changes, counted from 0. Prepare `change` with BW_INIT. */
BW_NODISCARD
bw_status bw_result_get_change(bw_result *result, int64_t row, bw_change *change, bw_error *error);

/**
 * Gets one row of a result of statistics, counted from 0. Prepare `statistics` with BW_INIT; it
 * borrows its name from the result.
 */
BW_NODISCARD
bw_status bw_result_get_statistics(bw_result *result, int64_t row, bw_statistics *statistics,
                                   bw_error *error);

/**
 * Gets one row of a result of bw_book_check() or bw_binding_check(), counted from 0. Prepare
 * `book_fault` with BW_INIT; it borrows its text from the result.
 */
BW_NODISCARD
bw_status bw_result_get_fault(bw_result *result, int64_t row, bw_fault *book_fault,
                              bw_error *error);

/**
 * Gets the error of one row, counted from 0, of a result of faults (such as that of
 * bw_book_check()) or of an import. For a refused row of an import, the error's `row` is the number
 * of that row. Pass the error to bw_error_get_text() or bw_error_get_plain_text() to get the
 * sentence to show to a person. Prepare `failed` with BW_INIT; it keeps its texts after the result
 * is freed. Fails with BW_ERROR_NOT_FOUND if the row of an import was not refused.
 */
BW_NODISCARD
bw_status bw_result_get_error(bw_result *result, int64_t row, bw_error *failed, bw_error *error);

/**
 * Gets one row of a result of problems, counted from 0. Prepare `problem` with BW_INIT; it borrows
 * its texts from the result.
 */
BW_NODISCARD
bw_status bw_result_get_problem(bw_result *result, int64_t row, bw_problem *problem,
                                bw_error *error);

/**
 * Gets one row of a result of differences, counted from 0. Prepare `difference` with BW_INIT; it
 * borrows its texts from the result.
 */
BW_NODISCARD
bw_status bw_result_get_difference(bw_result *result, int64_t row, bw_difference *difference,
                                   bw_error *error);

/**
 * Gets one row of a result of duplicates, counted from 0. Prepare `duplicate` with BW_INIT; it
 * borrows its texts from the result.
 */
BW_NODISCARD
bw_status bw_result_get_duplicate(bw_result *result, int64_t row, bw_duplicate *duplicate,
                                  bw_error *error);

/**
 * Gets one field of all rows; `field` is the bit of a field that was read, or a BW_OUTPUT_* bit of
 * a value that was read. A genre's id and number of books are INT64, its rgb is INT32, its texts
 * are TEXT. Prepare `column` with BW_INIT; it borrows its arrays from the result.
 */
BW_NODISCARD
bw_status bw_result_get_column(bw_result *result, bw_fields field, bw_column *column,
                               bw_error *error);

/**
 * Gets the cursor for bw_query_set_after(), which is the position after the last row: hexadecimal
 * digits, borrowed from the result. Its `data` is NULL if no row follows. Only results of streams
 * and of queries with a limit have a cursor; for all others `data` is NULL too.
 */
BW_NODISCARD
bw_status bw_result_get_cursor(bw_result *result, bw_text *cursor, bw_error *error);

/*
 * Streams
 * -------
 * A stream reads the books of a query piece by piece, all from one snapshot of the store
 * (bw_stream_open() names an exception), so that a list of any length takes little memory. While it
 * is open it keeps a connection, and the store's log cannot be checkpointed completely, so keep
 * reading or free the stream. Threads that share a stream take turns.
 */

/**
 * Opens a stream of the books that a query finds. Free it with bw_stream_free().
 *
 * Exception: on a transaction and on a ":memory:" store, only the list of matching books is
 * determined by this call. The stream reads each book when it reaches it, with the values of that
 * time, and leaves out books that were deleted meanwhile.
 */
BW_NODISCARD
bw_status bw_stream_open(bw_store *store, bw_query *query, bw_stream **stream, bw_error *error);

/**
 * Reads the next rows, at most `max_rows`, which must be above 0. A result without rows means the
 * end. Free each result with bw_result_free(). Fails with BW_ERROR_HANDLE if the store was closed.
 */
BW_NODISCARD
bw_status bw_stream_next(bw_stream *stream, int64_t max_rows, bw_result **result, bw_error *error);

/**
 * Frees a stream, read to its end or not. NULL is allowed and does nothing; a stream that was
 * already freed gives BW_ERROR_HANDLE. Its results stay valid.
 */
bw_status bw_stream_free(bw_stream *stream);

/*
 * Arrow
 * -----
 * Rows of books and of every other table can be read as an Apache Arrow C stream, which pyarrow,
 * polars, DuckDB, pandas and others accept without a copy. Columns are named after their fields,
 * and have these types:
 *
 * - int64: ids, price, and matched, which is the bit of a field
 * - int32: rating, year, pages and the other int32_t members that are not listed below
 * - double: series_number, exact_rating and rank
 * - boolean: favourite and spoilers
 * - a dictionary of utf8: status, with the names "on-shelf", "in-progress", "completed" and
 *   "did-not-finish"
 * - a timestamp in milliseconds, UTC: created and updated
 * - date32: started and finished
 * - utf8: texts, including global_id, cover, snippet and picture
 * - a list of int64: genres
 * - a list of utf8: genre_names, identifier_schemes, identifier_values, contributor_names,
 *   contributor_sorts and contributor_roles
 *
 * Each column occurs once. First come the fields with one value, except cover, in the order of
 * BW_BOOK_*. Then come genres, identifier_schemes, identifier_values, genre_names, cover,
 * contributor_names, contributor_sorts, contributor_roles, matched, snippet, rank and picture. Find
 * columns by name.
 *
 * Ids of books and genres are valid only in their own store. To copy books to another store, leave
 * out id, updated and global_id, and also cover, matched, snippet, rank and picture if the stream
 * has them; use genre_names instead of genres.
 *
 * A stream and its batches belong to the consumer, who calls each release callback once. They do
 * not use a handle of this library, so closing the store does not affect them. Only one thread at a
 * time may use a stream. If get_next fails, it returns an errno value, get_last_error returns the
 * reason, and the stream returns no more rows. A forked child may only release its parent's
 * streams.
 */

/**
 * Opens an Arrow stream of the books that a query finds.
 *
 * `stream` is written on success and needs no preparation. Batches have at most 8,192 rows and a
 * few megabytes. All rows are from one snapshot of the store. The stream keeps a connection until
 * it is released, and meanwhile the store's log cannot be checkpointed completely. On a machine
 * with several processors, a long stream uses a second connection, which a thread of the library
 * reads. This thread handles no signals, reads a few batches ahead, and ends when all batches are
 * read or the stream is released. If the books are ordered by `id`, `title`, `author` or `created`
 * and have ordinary texts, the stream needs about 50 MB of memory at most, whatever the number of
 * books. For other sort keys the ids of all matching books are sorted in memory first. On a
 * transaction and on a ":memory:" store, all rows are read immediately.
 */
BW_NODISCARD
bw_status bw_query_export_arrow(bw_store *store, bw_query *query, struct ArrowArrayStream *stream,
                                bw_error *error);

/**
 * Opens an Arrow stream of all rows of a table. Books are as in bw_query_export_arrow(), with every
 * stored field, and genre_names instead of genres; all rows of the other tables are read into
 * memory by this call. Columns are named as in bw_result_export_arrow(). Rows of BW_TABLE_LINKS
 * have book_id, genre_id and position, which orders a book's genres. Merged books have id, the
 * book_id of the book that replaced them, and global_id. Fails with BW_ERROR_ARGUMENT for an
 * unknown table. `stream` is written on success and needs no preparation.
 */
BW_NODISCARD
bw_status bw_store_export_arrow(bw_store *store, bw_table table, struct ArrowArrayStream *stream,
                                bw_error *error);

/**
 * Opens an Arrow stream of a result of books, genres, quotes, readings, orders, totals, shelves,
 * sources, statistics, imports or duplicates. Columns are named after their fields, except that the
 * id of another row is book_id or genre_id, and the number of books is book_count. In duplicates,
 * the column of the book's id is named id. Totals have currency, orders, quantity and total;
 * statistics have key (as `key` of bw_statistics), name, and rated_0 to rated_5. You may free the
 * result before the stream: the stream keeps the result's data in memory, and needs memory for one
 * more batch at a time. Fails with BW_ERROR_ARGUMENT for changes, problems, faults and differences.
 */
BW_NODISCARD
bw_status bw_result_export_arrow(bw_result *result, struct ArrowArrayStream *stream,
                                 bw_error *error);

/**
 * Creates a book for every row of an Arrow stream, as one step, all or none.
 *
 * `ids`, which may be NULL, gets a result with the books' ids in the order of the rows, to be freed
 * with bw_result_free(). Each column is a field of a book, found by its name. The columns title and
 * author are required (contributor_names may replace author), and columns that a new book cannot
 * have (id, updated, ...) are refused. A null means that the field is not given; inside a list it
 * is refused. The rules are those of bw_book_create(). On failure `error->row` is the row, counted
 * from 0 over all batches.
 *
 * Columns may have these types:
 *
 * - texts: utf8, large_utf8, utf8_view, or a dictionary of one of these.
 * - numbers: any integer type, if the values fit; for series_number and exact_rating also float and
 *   double. A price requires a currency.
 * - favourite and spoilers: an integer or a boolean; status: one of the four names above, or its
 *   number.
 * - created: a timestamp with a time zone, truncated to milliseconds. started and finished: date32
 *   or date64.
 * - genres (or genre_names): a list of names, which are created if missing. Ids are refused,
 *   because they differ between stores.
 * - reading_started and reading_finished: lists of date32 or date64; reading_outcomes: a list of
 *   outcomes' names, such as "completed", or of their numbers.
 * - identifier_schemes, identifier_values, contributor_names, contributor_sorts, contributor_roles
 *   and reading_notes: lists of utf8.
 *
 * The call takes ownership of the stream and always releases it: afterwards its `release` is NULL.
 * It reads the stream to its end, on this thread, before it writes anything, so a slow producer
 * blocks no writer, and the producer may use the store. The batches are released afterwards.
 * Columns whose name begins with "__index_level_", the labels of a pandas frame, are ignored. Fails
 * with BW_ERROR_ARGUMENT if a column is unknown or of another type, or if counts and offsets of its
 * arrays are impossible. Fails with BW_ERROR_INVALID if title or author is missing, or if the
 * stream fails; the message is then the producer's. The producer must ensure that buffers are as
 * long as their arrays say.
 */
BW_NODISCARD
bw_status bw_books_create_from_arrow(bw_store *store, struct ArrowArrayStream *stream,
                                     bw_result **ids, bw_error *error);

/**
 * Changes a book for every row of an Arrow stream, as one step, all or none.
 *
 * The integer column id selects the book; the other columns are as in bw_books_create_from_arrow(),
 * but without readings, and add_genres and remove_genres are lists of names. Columns that cannot be
 * set (updated, ...) are refused: select only the columns that you changed. Nulls and the fields in
 * `clear` have the same meaning as in bw_books_update_from_columns(). `changed`, which may be NULL,
 * gets the number of books that changed. Ownership of the stream, its release and errors are as in
 * bw_books_create_from_arrow().
 */
BW_NODISCARD
bw_status bw_books_update_from_arrow(bw_store *store, struct ArrowArrayStream *stream,
                                     bw_fields clear, int64_t *changed, bw_error *error);

/*
 * Observers
 * ---------
 * An observer reports what is committed to a store, by this process or another: which books,
 * genres, quotes, readings, orders and shelves were inserted, deleted or updated, with the changed
 * fields. All changes of one transaction are reported together, so the writer decides what is one
 * change. An observer reports what is committed after it was opened.
 *
 * Observers never call your code: wait in bw_observer_next(), or add the descriptor from
 * bw_observer_get_descriptor() to an event loop. The calls that open an observer take a store, not
 * a transaction. A slow observer loses nothing and receives nothing twice, as long as the store's
 * change log, which has at least the last 4096 transactions, contains everything that the observer
 * has not reported yet. Otherwise, and if a transaction has too many changes, the observer gets
 * BW_CHANGE_REREAD and continues from there. Too many means more than 100,000 rows, or more than
 * fits in the 64 KiB that the store keeps of a transaction: rows with successive ids and the same
 * change take a few bytes together, but some 6,500 scattered rows may be too many.
 *
 * Other processes wake an observer through a small file next to the store, named like the store
 * plus "-wake". The first observer creates it. The library never deletes it. If the file cannot be
 * created or watched, observers check the store 20 times a second instead. On a server, the first
 * observer opens a session that listens; if the server sends no notifications, as on a standby or
 * through a transaction pooler, observers check once a second.
 *
 * Waiting takes almost no processor time: an observer checks its store once a second, in case a
 * program was killed between its commit and the notification. It keeps no snapshot of the store
 * between calls. An observer needs two file descriptors. The first observer of a store needs two
 * more, and one of the user's 128 inotify instances, until the store is closed.
 *
 * `fields` are the fields of books (BW_BOOK_*) whose updates are reported; 0 and BW_FIELDS_ALL mean
 * all fields. BW_BOOK_UPDATED means every field whose change sets `updated`. A genre's new name or
 * colour is reported if `fields` has BW_BOOK_GENRES. Quotes are reported only if `fields` has
 * BW_BOOK_QUOTES, readings only if it has BW_BOOK_READINGS, and books that were merged into others
 * only if it has BW_BOOK_MERGED_BOOKS. A change of a quote or a reading is reported twice: as a
 * change of the row itself, and as an update of its book's BW_BOOK_QUOTES or BW_BOOK_READINGS.
 * Updates of other rows, such as a shelf's new name or line, or the cancellation of an order, are
 * reported only if all fields are observed. Readings that are created together with their book are
 * reported only as inserted, not also as an update of the book's BW_BOOK_READINGS.
 *
 * To wait for changes and for Ctrl-C at the same time, poll the observer's descriptor and one for
 * the signal, because a signal handler must not call the library. Block the signal before you open
 * the store, so that the library's threads block it too:
 *
 *     sigset_t signals;
 *     sigemptyset(&signals);
 *     sigaddset(&signals, SIGINT);
 *     sigprocmask(SIG_BLOCK, &signals, NULL);
 *     if (bw_store_open(path, -1, NULL, &store, &error) != BW_OK) return 1;
 *     if (bw_store_observe(store, BW_FIELDS_ALL, &observer, &error) != BW_OK) return 1;
 *
 *     struct pollfd waits[2] = {{signalfd(-1, &signals, SFD_CLOEXEC), POLLIN, 0}, {-1, POLLIN, 0}};
 *     if (bw_observer_get_descriptor(observer, &waits[1].fd, &error) != BW_OK) return 1;
 *     while (poll(waits, 2, -1) > 0 && waits[0].revents == 0) {
 *       int64_t rows;
 *       do {
 *         bw_result *changes;
 *         if (bw_observer_next(observer, 0, &changes, &error) != BW_OK) return 1;
 *         if (bw_result_count(changes, &rows, &error) != BW_OK) return 1;
 *         if (rows > 0) show(changes);
 *         bw_result_free(changes);
 *       } while (rows > 0);
 *     }
 */

/**
 * Begins to observe a whole store. `store` must be a store, not a transaction. Free the observer
 * with bw_observer_free().
 *
 * It reports every row that is inserted or deleted, except that quotes, readings and merged books
 * are reported only if `fields` has their field: see "Observers" above. It also reports updates of
 * `fields`. A deleted genre is reported by itself; the books that had it are not.
 */
BW_NODISCARD
bw_status bw_store_observe(bw_store *store, bw_fields fields, bw_observer **observer,
                           bw_error *error);

/**
 * Begins to observe one book, otherwise like bw_store_observe(). It reports the book's updates and
 * deletion, and changes of its quotes, readings and genres. If a genre of the book is renamed or
 * recoloured, it reports an update of the genre. If a genre of the book is deleted, it reports
 * that, and an update of the book's BW_BOOK_GENRES. After the book's deletion it reports nothing
 * until an undo restores the book; then it reports BW_CHANGE_INSERTED. Fails with
 * BW_ERROR_NOT_FOUND.
 */
BW_NODISCARD
bw_status bw_book_observe(bw_store *store, int64_t book, bw_fields fields, bw_observer **observer,
                          bw_error *error);

/**
 * Begins to observe a page of a query. The query must have a limit, of at most 10,000; otherwise
 * the call fails with BW_ERROR_ARGUMENT. The query is copied. Read the page with
 * bw_observer_get_page() first.
 *
 * It reports which books entered, left and moved, with their positions in the old and the new page;
 * the updates of books that stayed; and genres of the page that were renamed or recoloured. To
 * update your copy, remove the rows that left or moved, then insert those that entered or moved at
 * their positions, in the reported order. All transactions since the last call are reported
 * together, as one change of the page.
 *
 * Cost: this call runs the query once, so an event loop should make it on another thread. Several
 * observers of the same page of one store share this work, and only the first of them runs the
 * query. After a change the observer reads as little as it can:
 *
 * - It reads nothing if the changed books are not in the page, and the changed fields are not among
 *   those that the query filters or sorts by.
 * - Otherwise it reads only the changed books and the books that it knows. These are the books of
 *   the page, the books that the query's offset skips, and half a page plus 50 books after the
 *   page, which move up when others leave.
 * - It runs the query again if the known books after the page are used up, if more than 1,000 books
 *   changed in fields that the query filters or sorts by, or if a genre was added, changed or
 *   deleted and the query uses genres. In the order of relevance, with BW_OUTPUT_RANK, or with an
 *   offset above 10,000, it runs the query again unless the first item of this list applies.
 *
 * If the store has more than 1,000 books and is not in memory, a thread of the library runs the
 * query again, so that no event loop waits. Once that thread is done, the descriptor is readable
 * and bw_observer_next() reports the change. Until then a call with a `timeout` of 0 returns no
 * rows. bw_store_close() waits for that thread.
 */
BW_NODISCARD
bw_status bw_query_observe(bw_store *store, bw_query *query, bw_fields fields,
                           bw_observer **observer, bw_error *error);

/**
 * Begins to observe the list of all genres, in the order of bw_genres_list(). The list is the
 * observer's page. Like the observer of a query, it reports which genres entered, left and moved,
 * and the changes of those that stayed: BW_GENRE_NAME, BW_GENRE_COLOUR, and BW_OUTPUT_BOOKS if
 * their number of books changed. Cost: a change of genres, or of any book's genres, reads the list.
 */
BW_NODISCARD
bw_status bw_genres_observe(bw_store *store, bw_observer **observer, bw_error *error);

/**
 * Begins to observe the list of all shelves, in the order of bw_shelves_list(), like
 * bw_genres_observe(). It does not report changes of the books on a shelf: observe the shelf's
 * query for that.
 */
BW_NODISCARD
bw_status bw_shelves_observe(bw_store *store, bw_observer **observer, bw_error *error);

/**
 * Begins to observe the quotes of a book, in the order of bw_book_list_quotes(), like
 * bw_genres_observe(). Fails with BW_ERROR_NOT_FOUND.
 */
BW_NODISCARD
bw_status bw_book_observe_quotes(bw_store *store, int64_t book, bw_observer **observer,
                                 bw_error *error);

/**
 * Begins to observe the readings of a book, in the order of bw_book_list_readings(), like
 * bw_genres_observe(). Fails with BW_ERROR_NOT_FOUND.
 */
BW_NODISCARD
bw_status bw_book_observe_readings(bw_store *store, int64_t book, bw_observer **observer,
                                   bw_error *error);

/**
 * Begins to observe the orders of a store. It reports each order that is placed
 * (BW_CHANGE_INSERTED) or cancelled (BW_CHANGE_UPDATED), like the observer of a store, and has no
 * page.
 */
BW_NODISCARD
bw_status bw_orders_observe(bw_store *store, bw_observer **observer, bw_error *error);

/**
 * Begins to observe the statistics of the books that match `query`, in total and by any group
 * except BW_GROUP_SHELF. The observer watches the fields that the query and the other groups use; a
 * shelf's line may use any field. `query` may be NULL for all books. The observer reports
 * BW_CHANGE_REREAD when the statistics may have changed, and has no page. It reads nothing itself.
 */
BW_NODISCARD
bw_status bw_store_observe_statistics(bw_store *store, bw_query *query, bw_observer **observer,
                                      bw_error *error);

/**
 * Waits for changes, and returns them. `*changes` gets a result with one row per change, for
 * bw_result_get_change(). Free it with bw_result_free(). The result has no rows if nothing came
 * within `timeout` milliseconds; 0 does not wait, -1 waits forever.
 *
 * An observer of a store or a book returns the next relevant transaction, each row once; a row that
 * was both inserted and deleted is left out. Threads that share an observer each get different
 * transactions. A signal does not end the wait.
 *
 * Fails with BW_ERROR_HANDLE immediately when the observer is freed or its store is closed, even
 * during the wait. After any other error nothing is lost: call again.
 */
BW_NODISCARD
bw_status bw_observer_next(bw_observer *observer, int64_t timeout, bw_result **changes,
                           bw_error *error);

/**
 * Gets the observed page of a query as of the last reported change: a result of books with the
 * query's fields. It always includes the id, and also the genres unless the observer's fields
 * exclude them. For the observer of a list it returns the list. Free it with bw_result_free().
 * Cost: none, because the observer keeps the page. Fails with BW_ERROR_ARGUMENT if the observer has
 * no page.
 */
BW_NODISCARD
bw_status bw_observer_get_page(bw_observer *observer, bw_result **page, bw_error *error);

/**
 * Gets the number of the last transaction that an observer has reported or skipped, or 0 if the
 * store had none. The observer's next report begins after that transaction. A new observer has the
 * number of the last transaction before it was opened. To continue from there later, even in
 * another process, save the number and pass it to bw_observer_resume().
 */
BW_NODISCARD
bw_status bw_observer_get_transaction(bw_observer *observer, int64_t *transaction, bw_error *error);

/**
 * Makes a new observer also report what was committed after the transaction `since`, a number saved
 * earlier; 0 means everything since the store was created. So a program that was not running misses
 * nothing and receives nothing twice. If the observer has already reported changes, this call takes
 * it back to that transaction, and everything after it is reported again.
 *
 * The observer first reports BW_CHANGE_REREAD in these cases:
 *
 * - The store no longer has that transaction, or never had one with this number.
 * - For an observer of a page: the books of the page or their order may have changed since then.
 *   The old page is unknown.
 * - For an observer of a book: a genre was deleted since then.
 */
BW_NODISCARD
bw_status bw_observer_resume(bw_observer *observer, int64_t since, bw_error *error);

/**
 * Gets a file descriptor for poll(), epoll or an event loop. It is readable when there may be
 * changes, and when the store has been closed. Then call bw_observer_next() with the time-out 0
 * until it returns no rows; it may return none the first time. The descriptor belongs to the
 * observer: never read or close it, and remove it from the event loop before bw_observer_free().
 */
BW_NODISCARD
bw_status bw_observer_get_descriptor(bw_observer *observer, int32_t *descriptor, bw_error *error);

/**
 * Frees an observer; a thread that waits in bw_observer_next() gets BW_ERROR_HANDLE. NULL is
 * allowed and does nothing; an observer that was already freed gives BW_ERROR_HANDLE. Its results
 * stay valid.
 */
bw_status bw_observer_free(bw_observer *observer);

/*
 * Bindings
 * --------
 * A binding connects a control of a frontend to one field: of a book, of a genre (name, colour) or
 * of a quote (text, page). The control reads and sets the field, and is notified when another part
 * of the program, or another program, sets it. In a preview of the frontend, a constant binding can
 * be used instead. A draft is the model of a form: a whole book, genre, quote, reading or shelf
 * that belongs to no store, may be incomplete or invalid while it is edited, and is saved by one
 * call.
 */

/**
 * Binds one field of a book. `field` is one BW_BOOK_* field with a single value, or BW_BOOK_GENRES,
 * or BW_BOOK_PRICE | BW_BOOK_CURRENCY, or both identifier fields, or all contributor fields.
 * `store` must be a store, not a transaction. Free the binding with bw_binding_free(). It uses the
 * same resources as an observer of the book. Fails with BW_ERROR_NOT_FOUND.
 */
BW_NODISCARD
bw_status bw_binding_open(bw_store *store, int64_t book, bw_fields field, bw_binding **binding,
                          bw_error *error);

/**
 * Binds one field of a row: BW_GENRE_NAME or BW_GENRE_COLOUR of a BW_ENTITY_GENRE, or BW_QUOTE_TEXT
 * or BW_QUOTE_PAGE of a BW_ENTITY_QUOTE. Set the value of a genre or a quote with
 * bw_binding_set_text() or bw_binding_set_field(). For a BW_ENTITY_BOOK the call is the same as
 * bw_binding_open(). Fails with BW_ERROR_NOT_FOUND.
 */
BW_NODISCARD
bw_status bw_binding_open_row(bw_store *store, bw_entity entity, int64_t id, bw_fields field,
                              bw_binding **binding, bw_error *error);

/**
 * Creates a binding of `field` whose value is always the one in `value`, which is copied; the value
 * is absent if `value->fields` is 0. It belongs to no store and reports no changes.
 * bw_binding_set() checks the value it is given, and changes nothing.
 */
BW_NODISCARD
bw_status bw_binding_open_constant(bw_fields field, const bw_book *value, bw_binding **binding,
                                   bw_error *error);

/**
 * Creates a constant binding of a text field that bw_binding_open_row() can bind. `text` may be
 * NULL for an absent value. Otherwise like bw_binding_open_constant().
 */
BW_NODISCARD
bw_status bw_binding_open_constant_text(bw_entity entity, bw_fields field, const char *text,
                                        int64_t text_length, bw_binding **binding, bw_error *error);

/**
 * Creates a draft of a new book, without any field yet. Free it with bw_binding_free().
 *
 * bw_binding_set() sets one or more fields. It accepts any values, even invalid ones, except texts
 * that are not UTF-8 or too long. bw_binding_clear_fields() removes fields. bw_binding_get()
 * returns all fields of the draft in a row whose `fields` says which are present (lists always
 * are). bw_binding_check() returns everything that is wrong, and bw_binding_save() creates the
 * book. Genres may be given by id or by name. If dates are set but no status, bw_binding_get()
 * returns the status that the book will get from its dates. A draft reports no changes.
 * bw_binding_set_defaults() gives it the values that a form starts with.
 */
BW_NODISCARD
bw_status bw_binding_open_draft(bw_binding **binding, bw_error *error);

/**
 * Creates a draft of an existing book, with its current values; otherwise like
 * bw_binding_open_draft(). Saving it writes only the fields whose values have changed since it was
 * opened or last saved, so other people's edits of other fields stay. `store` may be a transaction.
 * Fails with BW_ERROR_NOT_FOUND.
 */
BW_NODISCARD
bw_status bw_binding_open_draft_of(bw_store *store, int64_t book, bw_binding **binding,
                                   bw_error *error);

/**
 * Creates a draft of a new row: a BW_ENTITY_GENRE, BW_ENTITY_QUOTE, BW_ENTITY_READING or
 * BW_ENTITY_SHELF, or a BW_ENTITY_BOOK as by bw_binding_open_draft(). `book` is the id of the book
 * that the new quote or reading belongs to; pass 0 for the other entities. Free the draft with
 * bw_binding_free().
 *
 * Set the draft's fields with bw_binding_set_field() or bw_binding_parse_field(). Apart from that,
 * the draft works like the draft of a book: see bw_binding_open_draft(). Setting a reading's page
 * removes its percentage, and setting the percentage removes the page. bw_binding_get() returns a
 * row for bw_result_get_genre(), bw_result_get_quote(), bw_result_get_reading() or
 * bw_result_get_shelf(), without id. bw_binding_save() creates the row like bw_genre_create(),
 * bw_quote_create(), bw_reading_create() or bw_shelf_create(). Fails with BW_ERROR_ARGUMENT for
 * another entity, and for a quote or a reading if `book` is 0. This call does not look for the
 * book: bw_binding_check() and bw_binding_save() report an unknown one.
 */
BW_NODISCARD
bw_status bw_binding_open_row_draft(bw_entity entity, int64_t book, bw_binding **binding,
                                    bw_error *error);

/**
 * Creates a draft of an existing genre, quote, reading, shelf or book, with its current values;
 * otherwise like bw_binding_open_row_draft(). Saving it writes only the fields whose values have
 * changed since it was opened or last saved, in one step. `store` may be a transaction. Fails with
 * BW_ERROR_NOT_FOUND.
 */
BW_NODISCARD
bw_status bw_binding_open_row_draft_of(bw_store *store, bw_entity entity, int64_t id,
                                       bw_binding **binding, bw_error *error);

/**
 * Gives a draft of a new row the values that a form starts with, for fields that have no value: a
 * book gets the rating and the genre of bw_form_get_defaults(), a genre the colour red, and a
 * reading starts today. Quotes and shelves have no default values. Fails with BW_ERROR_ARGUMENT if
 * the binding is not a draft, or its row is stored already.
 */
BW_NODISCARD
bw_status bw_binding_set_defaults(bw_binding *binding, bw_error *error);

/**
 * Removes fields from a draft. A book's rating, favourite and spoilers become 0, and so does the
 * status of an existing book. All other fields become absent, even the title and, for a new book,
 * the status. Fails with BW_ERROR_ARGUMENT if the binding is not a draft.
 */
BW_NODISCARD
bw_status bw_binding_clear_fields(bw_binding *binding, bw_fields fields, bw_error *error);

/**
 * Checks a draft, and reports each field that bw_binding_save() would refuse. `*faults` gets a
 * result with one row per invalid field, for bw_result_get_fault(); see bw_book_check(). Free it
 * with bw_result_free(). If a genre or a shelf has a new name, the call also checks whether that
 * name is taken. One reason for a refusal is found only by saving: a status of a book that
 * contradicts its other readings, see bw_book_update(). Does not wait for writers. Fails with
 * BW_ERROR_NOT_FOUND like bw_binding_save(), and with BW_ERROR_ARGUMENT if the binding is not a
 * draft.
 */
BW_NODISCARD
bw_status bw_binding_check(bw_binding *binding, bw_store *store, bw_result **faults,
                           bw_error *error);

/**
 * Saves a draft in a store or a transaction, as one step. The first save of a draft of a new row
 * creates the row, like bw_book_create() or the corresponding call for another entity. Every later
 * save, and every save of a draft of an existing row, changes the row. Only fields whose values
 * have changed since the draft was opened or last saved are written; setting the same value again
 * is not a change. A value that another program has given to such a field meanwhile is overwritten:
 * to ask first, use bw_binding_parse_change(). `id`, which may be NULL, gets the row's id. If
 * saving fails, the draft is unchanged. The row is found by its global id. If the store does not
 * have the row, for example because its creation was rolled back, the call fails with
 * BW_ERROR_NOT_FOUND; open a new draft then. Fails with BW_ERROR_ARGUMENT if the binding is not a
 * draft.
 */
BW_NODISCARD
bw_status bw_binding_save(bw_binding *binding, bw_store *store, int64_t *id, bw_error *error);

/**
 * Returns the binding's current value: a result of one row with the bound field, or with all fields
 * of a draft. Read it with the function for its entity: bw_result_get_book(),
 * bw_result_get_genre(), bw_result_get_quote(), bw_result_get_reading() or bw_result_get_shelf().
 * Free it with bw_result_free(). A genre's colour is returned as text and as a number. The value is
 * the one last set, or last received by bw_binding_next(). Fails with BW_ERROR_NOT_FOUND if the row
 * was deleted.
 */
BW_NODISCARD
bw_status bw_binding_get(bw_binding *binding, bw_result **value, bw_error *error);

/**
 * Sets the value and writes it to the store like the function for the field: bw_book_set_rating(),
 * bw_book_set_status() with today's date, bw_book_set_genres(), and bw_book_update() for the rest,
 * with the same rules, errors and cost. `value->fields` is the bound field, or 0 to make an
 * optional value absent. If the call fails, the value is unchanged. For the draft of a book the
 * call sets one or more fields of the draft, and writes nothing to a store: see
 * bw_binding_open_draft(). For the draft of another row, use bw_binding_set_field().
 *
 * Each set is a separate write. If the same thread has a write transaction open, the call cannot
 * succeed: it waits for the busy time-out and fails with BW_ERROR_BUSY. Set the value after the
 * transaction has ended.
 */
BW_NODISCARD
bw_status bw_binding_set(bw_binding *binding, const bw_book *value, bw_error *error);

/**
 * Sets one field to a value of the kind that bw_field_parse() returns for it; BW_VALUE_ABSENT
 * removes an optional field. `field` is one field, or several fields that have one value together,
 * such as price and currency: see bw_field_parse(). For a draft, any value of the kind is accepted
 * if it fits in the field's type, as in bw_binding_set(). For a binding of one field, `field` is
 * the bound field, and the value is written. Fails with BW_ERROR_ARGUMENT if the value is of
 * another kind, and with BW_ERROR_INVALID if a number does not fit in the field's type or, in a
 * binding of one field, breaks a rule of the field.
 */
BW_NODISCARD
bw_status bw_binding_set_field(bw_binding *binding, bw_fields field, const bw_value *value,
                               bw_error *error);

/**
 * Sets a text field like bw_binding_set(); `text` may be NULL to make the field absent. Use this
 * call or bw_binding_set_field() for a genre's name or colour and for a quote's text or page,
 * because bw_binding_set() sets only fields of books. They are written like bw_genre_rename(),
 * bw_genre_set_colour() and bw_quote_update(). Fails with BW_ERROR_ARGUMENT if the bound field is
 * not a text, or the binding is a draft.
 */
BW_NODISCARD
bw_status bw_binding_set_text(bw_binding *binding, const char *text, int64_t text_length,
                              bw_error *error);

/**
 * Waits until the value in the store differs from the binding's, and then adopts the store's value:
 * read it with bw_binding_get(). `changed` gets 1, or 0 after `timeout` milliseconds without a
 * change. A `timeout` of 0 does not wait, -1 waits forever. Values set through the binding itself
 * are not changes. A draft or a constant binding has no changes: the call waits for the whole
 * `timeout` or, with -1, until the binding is freed. Fails with BW_ERROR_NOT_FOUND if the row was
 * deleted, and with BW_ERROR_HANDLE if the store is closed or the binding freed, even during the
 * wait.
 */
BW_NODISCARD
bw_status bw_binding_next(bw_binding *binding, int64_t timeout, int32_t *changed, bw_error *error);

/**
 * Gets a file descriptor that is readable when bw_binding_next() may have a change: see
 * bw_observer_get_descriptor(). The descriptor of a draft or a constant binding is never readable.
 */
BW_NODISCARD
bw_status bw_binding_get_descriptor(bw_binding *binding, int32_t *descriptor, bw_error *error);

/**
 * Frees a binding; a thread that waits in bw_binding_next() gets BW_ERROR_HANDLE. NULL is allowed
 * and does nothing; a binding that was already freed gives BW_ERROR_HANDLE.
 */
bw_status bw_binding_free(bw_binding *binding);

/*
 * Backups
 * -------
 * A backup copies a store into a file of its own, some pages at a time, while this and other
 * programs keep reading and writing. It contains the store as it was when the backup began: later
 * writes are not included and do not restart it. (A store in memory is copied as it is at the first
 * bw_backup_step().) While it is open it keeps a connection, and the store's log cannot be
 * checkpointed completely, so finish it or free it. The copy is an ordinary store in a single file.
 * Threads that share a backup take turns.
 *
 * The file gets its name once it is complete and on disk. Until then it is in the same folder under
 * a temporary name, which ends in "-part-" and some characters. If the program is killed, that file
 * remains and may be deleted.
 *
 * If a store is copied from or to a server, it is copied row by row: where these calls say pages,
 * they mean rows. The copy has the same ids and global ids, instants, last ids, counters and change
 * log, so an observer's position, for example, is valid in the copy too. Only the full-text index
 * is built again. On a server the copy is one transaction, which nobody sees until it is complete.
 *
 * To go back to a backup, close the store in every program and call bw_store_restore(). Do not copy
 * a backup over the store's file yourself: see "Backing up and restoring" above.
 */

/**
 * Begins a backup into a new file at `path`. The path has at most 480 bytes. Nothing is copied yet.
 * Free the backup with bw_backup_free().
 *
 * A store in memory is copied as a whole by the first step, as it is at that moment. A
 * transaction's handle is refused with BW_ERROR_ARGUMENT, because uncommitted changes cannot be
 * backed up. The file gets the store's mode. Fails with BW_ERROR_FULL, and:
 *
 * - BW_ERROR_EXISTS: the path exists, or a file of another store exists next to it (the path plus
 *   "-wal", "-shm" or "-journal").
 * - BW_ERROR_CANNOT_OPEN: the file cannot be created, or the path is another store's path plus
 *   "-wal", "-shm", "-journal" or "-wake".
 */
BW_NODISCARD
bw_status bw_backup_new(bw_store *store, const char *path, int64_t path_length, bw_backup **backup,
                        bw_error *error);

/**
 * Begins a copy like bw_backup_new(), but `path` may also be the address of a server, of at most
 * 2,000 bytes, as in bw_store_open(). The store is then copied into a schema, which is created if
 * it is missing and must have no tables.
 *
 * Fails like bw_backup_new(); with BW_ERROR_EXISTS if the schema has a table; with
 * BW_ERROR_NOT_PERMITTED if the user may not create the schema or tables in it; with BW_ERROR_NEWER
 * if a newer library made the store's sort keys. The user who copies owns everything and decides
 * who may use it.
 */
BW_NODISCARD
bw_status bw_store_copy(bw_store *store, const char *path, int64_t path_length, bw_backup **backup,
                        bw_error *error);

/**
 * Copies the next `pages` pages, or all remaining pages if `pages` is 0 or less. `progress`, which
 * may be NULL, gets the progress: when nothing remains, the file is complete and has its name.
 * Prepare it with BW_INIT.
 *
 * Cost: in proportion to the pages, or rows; the last step also waits until the file is on disk. A
 * backup that failed cannot continue: each further step fails with the same error, such as
 * BW_ERROR_FULL, BW_ERROR_IO, or BW_ERROR_HANDLE if the store was closed. Only BW_ERROR_BUSY, for a
 * store in memory, may be retried. From or to a server, BW_ERROR_CORRUPT means that a value cannot
 * be copied: see bw_store_check().
 */
BW_NODISCARD
bw_status bw_backup_step(bw_backup *backup, int32_t pages, bw_backup_progress *progress,
                         bw_error *error);

/**
 * Frees a backup. An incomplete backup leaves no file. NULL is allowed and does nothing; a backup
 * that was already freed gives BW_ERROR_HANDLE.
 */
bw_status bw_backup_free(bw_backup *backup);

/**
 * Replaces the store at `path` with the backup at `backup`. Both are paths of files, of at most 480
 * bytes.
 *
 * The backup is copied and stays as it is. It may be any store that this library can open. If it is
 * in use, the copy has all its commits. A backup of an earlier version is upgraded in the copy.
 * Before anything is replaced, the copy is checked in the same way as by bw_store_check().
 *
 * The old store, with all its commits, is kept under its name plus "-replaced", and the copy takes
 * its name in one step: if the program is killed or power fails, the file at `path` is either the
 * complete old store or the complete backup. After such an interruption the old store may have two
 * names: its own, and the name with "-replaced". The next program that opens or restores the store
 * removes the second name, instead of refusing the file as it does with other hard links. Delete
 * the "-replaced" file when you no longer need it. To go back to the old store, rename this file
 * and restore it like a backup. If nothing or an empty file is at `path`, the copy is placed there.
 * The new file gets the mode, owner and group of the old one, as far as the user may set them. If
 * nothing was at `path`, it gets the mode of the backup. Programs that open the store during the
 * call wait, up to their busy time-out, and then work with the restored store. The file system must
 * allow hard links.
 *
 * After an error the old store is still in place, and `error` names the parameter, "backup" or
 * "path", except for BW_ERROR_BUSY. Fails with BW_ERROR_CANNOT_OPEN, BW_ERROR_FULL, and:
 *
 * - BW_ERROR_BUSY: this or another program has the store open.
 * - BW_ERROR_EXISTS: the path plus "-replaced" exists.
 * - BW_ERROR_NOT_A_STORE: one of the files is not a store, or the store at `path` is damaged: move
 *   it away, with the files next to it.
 * - BW_ERROR_CORRUPT: the backup is damaged.
 * - BW_ERROR_NEWER: a newer library made the backup.
 *
 * Cost: reads the whole backup, which takes some seconds for 100,000 books.
 */
BW_NODISCARD
bw_status bw_store_restore(const char *backup, int64_t backup_length, const char *path,
                           int64_t path_length, bw_error *error);

/*
 * Documents
 * ---------
 * A document is one JSON text (RFC 8259, UTF-8) with everything in a store, except histories, the
 * change log and, by default, covers. It is for other programs, for version control, and for an
 * exact import. It is an object with these members, in this order:
 *
 *     "bookworm"   3: the version of the format
 *     "schema"     the version of the tables, as in bw_store_info
 *     "sort_keys"  2: the version of the sort key rules
 *     "articles_last"  false; only if bw_store_set_articles_last() has turned the rule off
 *     "last_ids"   {"book": 7, "genre": 2, "quote": 1, "reading": 3, "shelf": 1, "source": 0}
 *     "genres"     [{"id": 1, "name": "Fantasy", "colour": "#7E57C2"}, ...]
 *     "books"      [{"id": 1, "title": "Dune", "author": "Frank Herbert", "rating": 5, ...,
 *                    "genres": [2, 1], "identifiers": [{"scheme": "isbn", "value": "..."}],
 *                    "contributors": [{"name": "Frank Herbert", "role": "author"}],
 *                    "cover": "R0lGODdh..."}, ...]
 *     "quotes"     [{"id": 1, "book": 1, "text": "...", "page": "12",
 *                    "created": "2024-02-29T17:05:00.250+00:00"}, ...]
 *     "orders"     [{"id": 1, "book": 1, "title": "Dune", "quantity": 2, "unit_price": 999,
 *                    "currency": "EUR", "total": 1998, "placed": "..."}, ...]
 *     "readings"   [{"id": 1, "book": 1, "outcome": "completed", "finished": "2026-01-05",
 *                    "created": "..."}, ...]
 *     "shelves"    [{"id": 1, "name": "Five stars", "line": "rating:5"}, ...]
 *     "book_sources"   [{"id": 1, "book": 1, "source": "shop", "source_id": "17",
 *                        "taken": "title\tDune\n", "raw": "17;Dune", "imported": "..."}, ...]
 *     "merged_books"   [{"id": 3, "book": 1}, ...]
 *
 * The members of a row are named as in bw_book, bw_genre, bw_quote, bw_order, bw_reading, bw_shelf
 * and bw_source, and contain the same values: an instant is a text such as
 * "2024-02-29T17:05:00.250+00:00", in UTC; a date is a text such as "2024-02-29"; a status or
 * outcome is a text such as "did-not-finish"; favourite and spoilers are true or false; a global id
 * is a text. When a document is read, an instant may also end in Z and omit the milliseconds. A
 * merged book has its former ids, and the id of the book that it was merged into. When a document
 * is read, a row without the member global_id gets a new global id, and a book without the member
 * spoilers has spoilers false.
 *
 * Documents in older versions of the format can be read. In versions 1 and 2, an instant is a
 * number of milliseconds, a date is the number YYYYMMDD, and status, outcome and favourite are
 * given as their numbers in this interface. Version 1 has no global ids, readings, shelves, sources
 * or merged books: its books get readings that match their status and dates.
 *
 * Absent values are left out. Rows are in the order of their ids, each on its own line; a book's
 * genres are in the order they were added. A document contains covers, as Base64, only if
 * bw_store_export_with() included them, because they may be most of a store's bytes.
 */

/**
 * Writes everything in the store, except covers, histories and the change log, from one snapshot,
 * into a new file at `path`, while others read and write. The path has at most 480 bytes.
 *
 * Cost: some seconds for 100,000 books; the memory does not grow with their number. The file gets
 * its name once it is complete and on disk; see "Backups". It has the store's mode. Fails with
 * BW_ERROR_EXISTS if the path exists, BW_ERROR_CANNOT_OPEN if the file cannot be created,
 * BW_ERROR_FULL, and BW_ERROR_CORRUPT, with the row in the message, if the store contains a value
 * that JSON cannot represent, such as invalid UTF-8. A transaction's handle is refused with
 * BW_ERROR_ARGUMENT.
 */
BW_NODISCARD
bw_status bw_store_export(bw_store *store, const char *path, int64_t path_length, bw_error *error);

/**
 * Writes a document like bw_store_export(), with additional parts: `extra` is BW_BOOK_COVER to
 * include the covers, or 0. Fails as that call does, and with BW_ERROR_ARGUMENT if `extra` has
 * other bits.
 */
BW_NODISCARD
bw_status bw_store_export_with(bw_store *store, const char *path, int64_t path_length,
                               bw_fields extra, bw_error *error);

/**
 * Reads a document from bw_store_export() into a store that has never had any rows: all of it or,
 * if anything is wrong, nothing. The rows keep the ids that they have in the document. The call
 * holds the write lock meanwhile, some 10 to 20 seconds for 100,000 books. It is not a step that
 * can be undone.
 *
 * Every rule of the model applies, but a reading may end before it started. A repeated or unknown
 * member is refused too, and so is a row without a required member. The error's `row` is the row's
 * index in its list, which the message names; `field` is the member; `offset` is the byte in the
 * file or, with BW_ERROR_TEXT, in the text. White space between members, and their order within a
 * row, may vary.
 *
 * Fails with BW_ERROR_EXISTS if the store has, or had, rows; BW_ERROR_NEWER if a newer library
 * wrote the document; BW_ERROR_INVALID if it is not JSON or not in this format;
 * BW_ERROR_CANNOT_OPEN if the path is not a regular file. A transaction's handle is refused with
 * BW_ERROR_ARGUMENT.
 */
BW_NODISCARD
bw_status bw_store_import(bw_store *store, const char *path, int64_t path_length, bw_error *error);

/**
 * Writes a book with everything that belongs to it as one JSON object (RFC 8259, UTF-8, on one
 * line). `json` is borrowed from `*result`, which you own: free the result with bw_result_free().
 * Everything is read from one snapshot of the store. Cost: that of reading these rows.
 *
 * The object's members are the fields of a book by name, null if absent; genres (names);
 * identifiers (objects with scheme and value); contributors (objects with name, sort and role);
 * price (an object with amount and currency); picture; and quotes, readings and sources (arrays of
 * objects). As in a document of a store, instants are texts such as
 * "2024-02-29T17:05:00.250+00:00", dates are texts such as "2024-02-29", status and outcome are
 * texts such as "did-not-finish", and favourite and spoilers are true or false.
 *
 * Fails with BW_ERROR_NOT_FOUND, and with BW_ERROR_CORRUPT if the store contains invalid UTF-8.
 */
BW_NODISCARD
bw_status bw_book_get_json(bw_store *store, int64_t id, bw_text *json, bw_result **result,
                           bw_error *error);

/*
 * Maintenance
 * -----------
 * Checking a store, rebuilding derived data, and reclaiming space. These calls take a store, not a
 * transaction.
 */

/**
 * Checks a store, and reports every problem. `*result` gets a result with one row per problem, for
 * bw_result_get_problem(). It has no rows if the store is sound. Free it with bw_result_free().
 *
 * The check covers the file, by SQLite's integrity check (not a server's files); references between
 * rows; the rules of the model; and all derived data: sort keys, the lists of each genre's books,
 * the search index, counters, last ids, and the values that each book has from its latest reading
 * (status, started, finished, number of readings). It reads one snapshot of the store while others
 * read and write. If there are more than 1,000 problems, the last row is BW_PROBLEM_MORE. A store
 * too damaged to be read is reported as a problem too, not as an error. The call reads the whole
 * store: some seconds for 100,000 books.
 */
BW_NODISCARD
bw_status bw_store_check(bw_store *store, bw_result **result, bw_error *error);

/**
 * Rebuilds all derived data: sort keys, the lists of each genre's books, the search index,
 * counters, last ids that are too low, and the values that books have from their readings (status,
 * started, finished, number of readings). It is a single write, which holds the write lock for some
 * seconds in a store of 100,000 books. Other data is unchanged, but the order and the search
 * results may change: observers get BW_CHANGE_REREAD. Earlier steps can no longer be undone. This
 * handle and all histories forget their steps. Another handle or program without a history keeps
 * its steps, but undoing one fails with BW_ERROR_CONFLICT until bw_store_clear_undo() forgets them.
 *
 * Fails with BW_ERROR_EXISTS if two genres now have the same name; rename one of them first.
 */
BW_NODISCARD
bw_status bw_store_rebuild(bw_store *store, bw_error *error);

/**
 * Rewrites the store's file to its smallest size and checkpoints the log into it. It holds the
 * write lock meanwhile, and temporarily needs as much space as the store occupies, both next to the
 * store and in the folder for temporary files.
 *
 * Fails with BW_ERROR_BUSY in two cases, which the message distinguishes. In the first, another
 * writer held the store for longer than the busy time-out. In the second, the file was rewritten,
 * without any change of its rows, but readers keep it from shrinking; it shrinks when they end. The
 * call waits for readers only until the time-out, counted from its beginning. Fails with
 * BW_ERROR_FULL.
 *
 * On a server it vacuums the store's tables, so that new rows can use the space of deleted ones,
 * while others read and write. Fails with BW_ERROR_NOT_PERMITTED if the user does not own the
 * tables.
 */
BW_NODISCARD
bw_status bw_store_compact(bw_store *store, bw_error *error);

/**
 * Finds out whether a commit with an unknown outcome was kept. `receipt` is the `receipt` of the
 * bw_error with BW_ERROR_OUTCOME_UNKNOWN. `kept` gets 1 if all of the commit was kept, 0 if none of
 * it was. Any program with write access may ask. The call waits for the write lock: it can answer
 * only when the server is no longer working on the commit.
 *
 * Fails with BW_ERROR_NOT_FOUND if the commit is too old for the store to know; with
 * BW_ERROR_ARGUMENT for a store in a file or in memory, where every commit has a known outcome and
 * no receipt; with BW_ERROR_BUSY, BW_ERROR_READ_ONLY, and with BW_ERROR_IO while the server is
 * unavailable.
 */
BW_NODISCARD
bw_status bw_store_check_receipt(bw_store *store, int64_t receipt, int32_t *kept, bw_error *error);

#ifdef __cplusplus
}
#endif

#endif
