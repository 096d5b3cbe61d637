// The structs and enums that cross the C interface, declared once. headergen copies everything
// between the two marker lines into include/bookworm.h, comments included.
#ifndef BOOKWORM_TYPES_H
#define BOOKWORM_TYPES_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

// begin: copied into bookworm.h

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

// end: copied into bookworm.h

// Each function returns the offset of a field's member in its entity's struct, and for 0 the offset
// of the member `fields`, if the struct has one. It returns -1 for a list, and for a field that the
// struct does not have. The type of a member follows from the field's kind.
// clang-format off
#define BW_AT(field, type, member) case field: return (int32_t)offsetof(type, member);
static inline int32_t bw_book_member(bw_fields field) {
  switch (field) {
    BW_AT(0, bw_book, fields)
    BW_AT(BW_BOOK_ID, bw_book, id)
    BW_AT(BW_BOOK_TITLE, bw_book, title)
    BW_AT(BW_BOOK_AUTHOR, bw_book, author)
    BW_AT(BW_BOOK_SYNOPSIS, bw_book, synopsis)
    BW_AT(BW_BOOK_REVIEW, bw_book, review)
    BW_AT(BW_BOOK_NOTES, bw_book, notes)
    BW_AT(BW_BOOK_RATING, bw_book, rating)
    BW_AT(BW_BOOK_FAVOURITE, bw_book, favourite)
    BW_AT(BW_BOOK_STATUS, bw_book, status)
    BW_AT(BW_BOOK_SERIES, bw_book, series)
    BW_AT(BW_BOOK_SERIES_NUMBER, bw_book, series_number)
    BW_AT(BW_BOOK_YEAR, bw_book, year)
    BW_AT(BW_BOOK_CREATED, bw_book, created)
    BW_AT(BW_BOOK_UPDATED, bw_book, updated)
    BW_AT(BW_BOOK_STARTED, bw_book, started)
    BW_AT(BW_BOOK_FINISHED, bw_book, finished)
    BW_AT(BW_BOOK_PRICE, bw_book, price)
    BW_AT(BW_BOOK_CURRENCY, bw_book, currency)
    BW_AT(BW_BOOK_SUBTITLE, bw_book, subtitle)
    BW_AT(BW_BOOK_PUBLISHER, bw_book, publisher)
    BW_AT(BW_BOOK_PAGES, bw_book, pages)
    BW_AT(BW_BOOK_LANGUAGE, bw_book, language)
    BW_AT(BW_BOOK_FORMAT, bw_book, format)
    BW_AT(BW_BOOK_EDITION_YEAR, bw_book, edition_year)
    BW_AT(BW_BOOK_AUTHOR_SORT, bw_book, author_sort)
    BW_AT(BW_BOOK_GLOBAL_ID, bw_book, global_id)
    BW_AT(BW_BOOK_EXACT_RATING, bw_book, exact_rating)
    BW_AT(BW_BOOK_COVER, bw_book, cover)
    BW_AT(BW_BOOK_TITLE_SORT, bw_book, title_sort)
    BW_AT(BW_BOOK_SPOILERS, bw_book, spoilers)
    BW_AT(BW_OUTPUT_MATCHED, bw_book, matched)
    BW_AT(BW_OUTPUT_SNIPPET, bw_book, snippet)
    BW_AT(BW_OUTPUT_RANK, bw_book, rank)
    BW_AT(BW_OUTPUT_PICTURE, bw_book, picture)
  default: return -1;
  }
}

static inline int32_t bw_genre_member(bw_fields field) {
  switch (field) {
    BW_AT(BW_GENRE_ID, bw_genre, id)
    BW_AT(BW_GENRE_NAME, bw_genre, name)
    BW_AT(BW_GENRE_COLOUR, bw_genre, colour)
    BW_AT(BW_OUTPUT_RGB, bw_genre, rgb)
    BW_AT(BW_OUTPUT_BOOKS, bw_genre, books)
    BW_AT(BW_OUTPUT_PICTURE, bw_genre, picture)
    BW_AT(BW_GENRE_GLOBAL_ID, bw_genre, global_id)
  default: return -1;
  }
}

static inline int32_t bw_quote_member(bw_fields field) {
  switch (field) {
    BW_AT(0, bw_quote, fields)
    BW_AT(BW_QUOTE_ID, bw_quote, id)
    BW_AT(BW_QUOTE_BOOK, bw_quote, book)
    BW_AT(BW_QUOTE_TEXT, bw_quote, text)
    BW_AT(BW_QUOTE_PAGE, bw_quote, page)
    BW_AT(BW_QUOTE_CREATED, bw_quote, created)
    BW_AT(BW_QUOTE_GLOBAL_ID, bw_quote, global_id)
  default: return -1;
  }
}

static inline int32_t bw_reading_member(bw_fields field) {
  switch (field) {
    BW_AT(0, bw_reading, fields)
    BW_AT(BW_READING_ID, bw_reading, id)
    BW_AT(BW_READING_BOOK, bw_reading, book)
    BW_AT(BW_READING_OUTCOME, bw_reading, outcome)
    BW_AT(BW_READING_STARTED, bw_reading, started)
    BW_AT(BW_READING_FINISHED, bw_reading, finished)
    BW_AT(BW_READING_PAGE, bw_reading, page)
    BW_AT(BW_READING_PERCENT, bw_reading, percent)
    BW_AT(BW_READING_NOTE, bw_reading, note)
    BW_AT(BW_READING_CREATED, bw_reading, created)
    BW_AT(BW_READING_GLOBAL_ID, bw_reading, global_id)
  default: return -1;
  }
}

static inline int32_t bw_order_member(bw_fields field) {
  switch (field) {
    BW_AT(0, bw_order, fields)
    BW_AT(BW_ORDER_ID, bw_order, id)
    BW_AT(BW_ORDER_BOOK, bw_order, book)
    BW_AT(BW_ORDER_TITLE, bw_order, title)
    BW_AT(BW_ORDER_QUANTITY, bw_order, quantity)
    BW_AT(BW_ORDER_UNIT_PRICE, bw_order, unit_price)
    BW_AT(BW_ORDER_CURRENCY, bw_order, currency)
    BW_AT(BW_ORDER_TOTAL, bw_order, total)
    BW_AT(BW_ORDER_PLACED, bw_order, placed)
    BW_AT(BW_ORDER_GLOBAL_ID, bw_order, global_id)
    BW_AT(BW_ORDER_CANCELLED, bw_order, cancelled)
  default: return -1;
  }
}

static inline int32_t bw_shelf_member(bw_fields field) {
  switch (field) {
    BW_AT(BW_SHELF_ID, bw_shelf, id)
    BW_AT(BW_SHELF_NAME, bw_shelf, name)
    BW_AT(BW_SHELF_LINE, bw_shelf, line)
    BW_AT(BW_SHELF_GLOBAL_ID, bw_shelf, global_id)
  default: return -1;
  }
}

static inline int32_t bw_source_member(bw_fields field) {
  switch (field) {
    BW_AT(0, bw_source, fields)
    BW_AT(BW_SOURCE_ID, bw_source, id)
    BW_AT(BW_SOURCE_BOOK, bw_source, book)
    BW_AT(BW_SOURCE_SOURCE, bw_source, source)
    BW_AT(BW_SOURCE_SOURCE_ID, bw_source, source_id)
    BW_AT(BW_SOURCE_TAKEN, bw_source, taken)
    BW_AT(BW_SOURCE_RAW, bw_source, raw)
    BW_AT(BW_SOURCE_IMPORTED, bw_source, imported)
    BW_AT(BW_SOURCE_GLOBAL_ID, bw_source, global_id)
  default: return -1;
  }
}

static inline int32_t bw_member(bw_entity entity, bw_fields field) {
  switch (entity) {
  case BW_ENTITY_BOOK: return bw_book_member(field);
  case BW_ENTITY_GENRE: return bw_genre_member(field);
  case BW_ENTITY_QUOTE: return bw_quote_member(field);
  case BW_ENTITY_READING: return bw_reading_member(field);
  case BW_ENTITY_ORDER: return bw_order_member(field);
  case BW_ENTITY_SHELF: return bw_shelf_member(field);
  case BW_ENTITY_SOURCE: return bw_source_member(field);
  default: return -1;
  }
}
#undef BW_AT
// clang-format on

#endif
