// The structs and enums that cross the C interface, declared once. headergen copies everything
// between the two marker lines into include/bookworm.h, comments included.
#ifndef BOOKWORM_TYPES_H
#define BOOKWORM_TYPES_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

// begin: copied into bookworm.h

/* The version of this header. bw_version() tells that of the library that a program runs with. */
#define BW_VERSION_MAJOR 2
#define BW_VERSION_MINOR 1
#define BW_VERSION_PATCH 0
/* Goes up when a program would have to be compiled anew; the number in libbookworm.so.2. */
#define BW_ABI_VERSION 2

/* Before a function whose result says what must not be passed over: the compiler warns of a program
 * that does. To end a handle, and to roll back, may be left at that. */
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

/** What a call came to. The numbers are fixed for ever and never reused. */
typedef enum bw_status {
  /** Done. */
  BW_OK = 0,
  /** Done, and a transaction that was still open has been rolled back. */
  BW_ROLLED_BACK = 1,
  /** A handle is NULL, closed, stale, of another type, or was never one of ours. */
  BW_ERROR_HANDLE = 2,
  /** A pointer is NULL, a struct's size is wrong, or a number is not among those allowed. */
  BW_ERROR_ARGUMENT = 3,
  /** A text is not UTF-8 or holds a NUL; `offset` names the byte. */
  BW_ERROR_TEXT = 4,
  /** A value breaks a rule of the model (a blank title, rating 6, no such date, not a colour). */
  BW_ERROR_INVALID = 5,
  /** A text is longer than its field allows, or a list than a book or a query. */
  BW_ERROR_TOO_LARGE = 6,
  /** There is no row with this id, or no genre with this name; or there is nothing to undo. */
  BW_ERROR_NOT_FOUND = 7,
  /** Another genre or shelf has this name already, or several books have these identifiers. Or
   * there is a file where one is to be made, or there are rows where there may be none. */
  BW_ERROR_EXISTS = 8,
  /** Another writer held the store for longer than the busy time-out, or an operator one of its
   * tables on a server: reads wait for that, too. Or a server has cancelled the call, after a
   * time-out of its own or for its operator. */
  BW_ERROR_BUSY = 9,
  /** The store, or the transaction, was opened for reading only. */
  BW_ERROR_READ_ONLY = 10,
  /** The transaction failed earlier, on a server also by a read, and can only be rolled back, or a
   * nested one is still open. */
  BW_ERROR_TRANSACTION = 11,
  /** The cursor is damaged, or was made by a query with another order. */
  BW_ERROR_CURSOR = 12,
  /** The path cannot be opened: absent, a directory, or not permitted. Or the store's file, or its
   * schema on a server, has been deleted, moved or replaced since it was opened. */
  BW_ERROR_CANNOT_OPEN = 13,
  /** The file is no Bookworm store. It has been left untouched. */
  BW_ERROR_NOT_A_STORE = 14,
  /** A newer version of the library wrote the store, or has upgraded it since it was opened here.
   * It has been left untouched. */
  BW_ERROR_NEWER = 15,
  /** The store's file is damaged. */
  BW_ERROR_CORRUPT = 16,
  /** The disk is full. */
  BW_ERROR_FULL = 17,
  /** The disk or the operating system failed, or a server, or the connection to it. What the call
   * or its transaction had written is not kept. */
  BW_ERROR_IO = 18,
  /** There is not enough memory. Nothing has been changed. */
  BW_ERROR_MEMORY = 19,
  /** The store was open in the process that this one was forked from: fork first, or exec after. */
  BW_ERROR_FORKED = 20,
  /** A fault of the library itself. Please report it with the message. */
  BW_ERROR_INTERNAL = 21,
  /** An undo or a redo would overwrite what another program has changed since. */
  BW_ERROR_CONFLICT = 22,
  /** The connection to a server was lost during a commit, and no server answered in time to say
   * what became of it: all of it has been kept, or nothing. The `receipt` of bw_error names it. */
  BW_ERROR_OUTCOME_UNKNOWN = 23,
  /** On a server, this user lacks a right that the call needs; the message says which. */
  BW_ERROR_NOT_PERMITTED = 24
} bw_status;

/**
 * A text. As input: `length` bytes of UTF-8 at `data`, or up to the first NUL where `length` is -1;
 * a NUL within the length is refused. As output: `length` bytes, followed by a NUL that is not
 * counted, borrowed from the handle that the call names; `data` is NULL where there is no text.
 */
typedef struct bw_text {
  const char *data;
  int64_t length;
} bw_text;

/** A global id: the bytes of a UUID, in their order. */
typedef struct bw_uuid {
  uint8_t bytes[16];
} bw_uuid;

/** A global id as text. */
typedef struct bw_uuid_text {
  uint32_t size;
  /** 36 characters in lower case, such as "0198f0c2-7f1a-7c3e-9d42-5b6f1a2c3d4e", and a NUL. */
  char text[40];
} bw_uuid_text;

/**
 * What went wrong, in a struct that the caller owns. The last parameter of every call that can
 * fail; NULL where the caller does not care. Prepare it once with BW_INIT, or as
 * {sizeof(bw_error)}; without that, every call fails with BW_ERROR_ARGUMENT. A call that fails
 * fills it; a call that succeeds leaves it as it was.
 */
typedef struct bw_error {
  uint32_t size;
  /** The same status that the call returned. */
  bw_status status;
  /** SQLite's extended result code where SQLite is the cause, else 0. */
  int32_t sqlite_code;
  uint32_t reserved;
  /** The byte at fault in a text or a cursor, counted from 0, or -1. */
  int64_t offset;
  /** The row at fault in a batch, counted from 0, or -1. The message counts so too;
   * bw_error_get_text() counts as a person does, from 1, in every language. */
  int64_t row;
  /** The field or parameter at fault, such as "title", or "". NUL-terminated. */
  char field[32];
  /** One sentence for a person: what was wrong and what would be right. NUL-terminated UTF-8. */
  char message[256];
  /** PostgreSQL's SQLSTATE, five characters such as "53100", where a server is the cause, else "".
   * NUL-terminated. */
  char sqlstate[8];
  /** With BW_ERROR_OUTCOME_UNKNOWN, the number by which the commit is known once there is a server
   * again, for bw_store_check_receipt(); 0 where it left none, and otherwise. */
  int64_t receipt;
} bw_error;

/**
 * Clears a struct and sets its `size`, which every struct of this interface begins with (bw_text
 * and bw_uuid aside), so that a program built with an older header goes on working with a newer
 * library. Evaluates its argument several times.
 */
#ifdef __cplusplus
#define BW_INIT(object) \
  (static_cast<void>(memset(&(object), 0, sizeof(object))), \
   (object).size = static_cast<uint32_t>(sizeof(object)))
#else
#define BW_INIT(object) \
  ((void)memset(&(object), 0, sizeof(object)), (object).size = (uint32_t)sizeof(object))
#endif

/** How much a committed write survives. */
typedef enum bw_durability {
  /** A commit returns when it is on disk: it survives a loss of power. */
  BW_DURABILITY_FULL = 0,
  /** A commit survives the program's crash; a loss of power may undo the last ones. Faster. */
  BW_DURABILITY_NORMAL = 1
} bw_durability;

/** How to open a store. BW_INIT prepares it: a member that is 0 has its default. */
typedef struct bw_open_options {
  uint32_t size;
  /** 0: make a store where there is none. 1: an absent store is an error. */
  int32_t must_exist;
  /** 0: reading and writing. 1: only reading. */
  int32_t read_only;
  /** How long a write waits for another writer, in milliseconds, up to INT32_MAX (24 days); 0: the
   * default, 5000; -1: it does not wait. (Not as the time-outs of bw_observer_next() and
   * bw_binding_next(), which are parameters and have no default: there 0 does not wait, and -1
   * waits for ever.) */
  int32_t busy_timeout;
  /** 0: BW_DURABILITY_FULL. */
  bw_durability durability;
  /** Page cache of each connection in KiB, 64 to 4194304, filled as needed; 0: the default,
   * 16384. Without meaning on a server. */
  int32_t cache_size;
  /** How much memory the steps to undo may take, in KiB; 0: the default, 65536; -1: nothing can be
   * undone. */
  int32_t undo_limit;
  /** How much of a temporary file steps may take that have no room there, in KiB; 0: the default,
   * 1048576; -1: none. It has no name, and is made beside the store's when it is needed; for a
   * store in memory, in TMPDIR or /var/tmp. */
  int32_t undo_file_limit;
} bw_open_options;

/** What bw_store_get_info() tells of an open store. */
typedef struct bw_store_info {
  uint32_t size;
  /** Version of the tables. */
  int32_t schema_version;
  /** Version of the rules by which names are sorted. */
  int32_t sort_key_version;
  /** 1 if nothing can be written through this handle. */
  int32_t read_only;
  /** The path as given to bw_store_open(), or a server's address without its password, borrowed
   * from the handle. */
  bw_text path;
  /**
   * Bytes of the "-wal" file beside the store's; 0 in memory and on a server. Beyond 64 MiB:
   * somebody reads for long, or a transaction has written much; see "The file" above.
   */
  int64_t log_bytes;
} bw_store_info;

/** What bw_store_get_undo_info() tells of the steps that can be undone and redone. */
typedef struct bw_undo_info {
  uint32_t size;
  /** 1 if the store keeps steps to undo: it is open for writing, and undo_limit is not -1. */
  int32_t enabled;
  /** How many steps can be undone, one after another. */
  int64_t undo_count;
  /** How many can be redone. */
  int64_t redo_count;
  /** How much memory the steps take, in bytes. */
  int64_t memory;
  /** What the next undo takes back, such as "Delete 3 books"; "" where there is nothing. Cut
   * between characters where it does not fit, as the next. */
  char undo_name[128];
  /** What the next redo does again; "" where there is nothing. */
  char redo_name[128];
  /** How much of the temporary file the steps take, in bytes. */
  int64_t file;
} bw_undo_info;

/** Whether a transaction writes. */
typedef enum bw_transaction_mode {
  /** Takes the write lock at once, waiting up to the busy time-out. */
  BW_TRANSACTION_WRITE = 0,
  /** Reads one unchanging state of the store; blocks nobody. */
  BW_TRANSACTION_READ = 1
} bw_transaction_mode;

/**
 * Fields as bits, or-ed together: each entity has constants of its own, and those of one entity are
 * not to be given for another. Bits 0 to 47 are fields, and a bit is never given to another field.
 * Bits 48 to 61 are outputs: what a query or a result tells beside the fields. Bits 62 and 63 are
 * sets, whose numbers stay as they are when fields are added to them.
 */
typedef uint64_t bw_fields;

/** The fields that a read gives where nothing is asked for, with which 0 means the same: of a book,
 * those from BW_BOOK_ID to BW_BOOK_FINISHED. For reading only. */
#define BW_FIELDS_DEFAULT (UINT64_C(1) << 62)
/** Every field that is stored, of the library which the program runs with, but no output, nor
 * BW_BOOK_GENRE_NAMES, which may be added. For reading, and to search, or to hear of, all. */
#define BW_FIELDS_ALL (UINT64_C(1) << 63)

/* Outputs: what is computed and not stored. */

/** Of a query that searches: the field in which it found most, by that field's bit. */
#define BW_OUTPUT_MATCHED (UINT64_C(1) << 48)
/** Of a query that searches: the piece of that field in which the words were found; see
 * bw_query_set_snippet(). */
#define BW_OUTPUT_SNIPPET (UINT64_C(1) << 49)
/** Of a query that searches: how well the book answers; the lower, the better. */
#define BW_OUTPUT_RANK (UINT64_C(1) << 50)
/** The key of a picture: a genre's own, or that of a book's primary genre; see
 * bw_genre.picture. */
#define BW_OUTPUT_PICTURE (UINT64_C(1) << 51)
/** A genre's colour as the number 0xRRGGBB; red where the stored text is no colour. */
#define BW_OUTPUT_RGB (UINT64_C(1) << 52)
/** How many books a genre has. */
#define BW_OUTPUT_BOOKS (UINT64_C(1) << 53)
/** Of likely duplicates: the number of their group. */
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
/** The place in the series; may be absent. */
#define BW_BOOK_SERIES_NUMBER (UINT64_C(1) << 10)
/** Of publication; may be absent. */
#define BW_BOOK_YEAR (UINT64_C(1) << 11)
/** When it was added. */
#define BW_BOOK_CREATED (UINT64_C(1) << 12)
/** When a field last changed; only as output. */
#define BW_BOOK_UPDATED (UINT64_C(1) << 13)
/** The date on which reading began; may be absent. */
#define BW_BOOK_STARTED (UINT64_C(1) << 14)
/** The date on which it ended; may be absent. */
#define BW_BOOK_FINISHED (UINT64_C(1) << 15)
/** In the currency's minor unit; only read when asked for, as all from here on. */
#define BW_BOOK_PRICE (UINT64_C(1) << 16)
/** The ISO 4217 code of the price's currency. */
#define BW_BOOK_CURRENCY (UINT64_C(1) << 17)
/** The genres' ids in the order in which they were added: a list. */
#define BW_BOOK_GENRES (UINT64_C(1) << 18)
/** The schemes of the identifiers: a list. */
#define BW_BOOK_IDENTIFIER_SCHEMES (UINT64_C(1) << 19)
/** The values of the identifiers, a list beside that of the schemes. */
#define BW_BOOK_IDENTIFIER_VALUES (UINT64_C(1) << 20)
/** The genres' names, beside their ids; as input, made where they are missing: a list. */
#define BW_BOOK_GENRE_NAMES (UINT64_C(1) << 21)
/** Only where changes and searches are told by field: the book's quotes. Searched. */
#define BW_BOOK_QUOTES (UINT64_C(1) << 22)
/** The global id: read only when asked for, never given. */
#define BW_BOOK_GLOBAL_ID (UINT64_C(1) << 23)
/** May be absent, as all up to BW_BOOK_AUTHOR_SORT. Searched. */
#define BW_BOOK_SUBTITLE (UINT64_C(1) << 24)
/** The name of the publisher. Searched. */
#define BW_BOOK_PUBLISHER (UINT64_C(1) << 25)
/** How many pages it has. */
#define BW_BOOK_PAGES (UINT64_C(1) << 26)
/** The language that it is written in, as a tag of BCP 47. */
#define BW_BOOK_LANGUAGE (UINT64_C(1) << 27)
/** How it is bound or made. */
#define BW_BOOK_FORMAT (UINT64_C(1) << 28)
/** Of the edition at hand, beside the year of publication. */
#define BW_BOOK_EDITION_YEAR (UINT64_C(1) << 29)
/** The author as lists sort the name. */
#define BW_BOOK_AUTHOR_SORT (UINT64_C(1) << 30)
/** Only where changes are told by field: the book's readings. */
#define BW_BOOK_READINGS (UINT64_C(1) << 31)
/** Only as input, of a change: genres that a book gains, as its last. */
#define BW_BOOK_ADD_GENRES (UINT64_C(1) << 32)
/** Only as input, of a change: the same by name, made where they are missing. */
#define BW_BOOK_ADD_GENRE_NAMES (UINT64_C(1) << 33)
/** Only as input, of a change: genres that a book loses, before it gains others. */
#define BW_BOOK_REMOVE_GENRES (UINT64_C(1) << 34)
/** Only as input, of a change: the same by name; one that there is no genre of is passed over. */
#define BW_BOOK_REMOVE_GENRE_NAMES (UINT64_C(1) << 35)
/** Only as input, to an import: the source's own id of the book. */
#define BW_BOOK_SOURCE_ID (UINT64_C(1) << 36)
/** Only as input, to an import: the row as the source has it, as a text. */
#define BW_BOOK_RAW (UINT64_C(1) << 37)
/** Only where changes are told by field: the books that were merged into it. */
#define BW_BOOK_MERGED_BOOKS (UINT64_C(1) << 38)

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
/** Where it stands, as a text; may be absent. */
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
/** What became of it. */
#define BW_READING_OUTCOME (UINT64_C(1) << 2)
/** The day when it began; may be absent. */
#define BW_READING_STARTED (UINT64_C(1) << 3)
/** The day when it ended; may be absent. */
#define BW_READING_FINISHED (UINT64_C(1) << 4)
/** The page that the reader has come to; may be absent. */
#define BW_READING_PAGE (UINT64_C(1) << 5)
/** How much the reader has read; may be absent. */
#define BW_READING_PERCENT (UINT64_C(1) << 6)
/** The reader's words; may be absent. */
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
/** What it looks for. */
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
/** How many pieces. */
#define BW_ORDER_QUANTITY (UINT64_C(1) << 3)
/** The book's price at the time. */
#define BW_ORDER_UNIT_PRICE (UINT64_C(1) << 4)
/** The ISO 4217 code of the price's currency. */
#define BW_ORDER_CURRENCY (UINT64_C(1) << 5)
/** What all pieces cost. */
#define BW_ORDER_TOTAL (UINT64_C(1) << 6)
/** When it was placed. */
#define BW_ORDER_PLACED (UINT64_C(1) << 7)
/** The global id. */
#define BW_ORDER_GLOBAL_ID (UINT64_C(1) << 8)
/** When it was cancelled; may be absent. */
#define BW_ORDER_CANCELLED (UINT64_C(1) << 9)

/* Fields of a source's book; see bw_source. */

/** Given by the store. */
#define BW_SOURCE_ID (UINT64_C(1) << 0)
/** The id of its book. */
#define BW_SOURCE_BOOK (UINT64_C(1) << 1)
/** The source's name. */
#define BW_SOURCE_SOURCE (UINT64_C(1) << 2)
/** The source's own id of the book. */
#define BW_SOURCE_SOURCE_ID (UINT64_C(1) << 3)
/** What was last taken of it. */
#define BW_SOURCE_TAKEN (UINT64_C(1) << 4)
/** The row as the source has it; may be absent. */
#define BW_SOURCE_RAW (UINT64_C(1) << 5)
/** When something of it was last taken. */
#define BW_SOURCE_IMPORTED (UINT64_C(1) << 6)
/** The global id. */
#define BW_SOURCE_GLOBAL_ID (UINT64_C(1) << 7)

/* Fields of an import's row; see bw_import_row. */

/** What became of it. */
#define BW_IMPORT_OUTCOME (UINT64_C(1) << 0)
/** The id of its book, or 0. */
#define BW_IMPORT_BOOK (UINT64_C(1) << 1)
/** The fields of the book that changed. */
#define BW_IMPORT_CHANGED (UINT64_C(1) << 2)
/** The fields in which the book's own value stays beside another one of the source. */
#define BW_IMPORT_KEPT (UINT64_C(1) << 3)
/** Why it was refused, as a bw_status, or 0. */
#define BW_IMPORT_STATUS (UINT64_C(1) << 4)
/** The field at fault; may be absent. */
#define BW_IMPORT_FIELD (UINT64_C(1) << 5)
/** What was wrong; may be absent. */
#define BW_IMPORT_MESSAGE (UINT64_C(1) << 6)

/* Fields of a book that was merged into another one; see bw_book_merge(). */

/** The id that it had. */
#define BW_MERGED_ID (UINT64_C(1) << 0)
/** The id of the book that it was merged into. */
#define BW_MERGED_BOOK (UINT64_C(1) << 1)
/** The global id that it had. */
#define BW_MERGED_GLOBAL_ID (UINT64_C(1) << 2)

/** Where a reader stands with a book. */
typedef enum bw_book_status {
  BW_BOOK_STATUS_ON_SHELF = 0,
  BW_BOOK_STATUS_IN_PROGRESS = 1,
  BW_BOOK_STATUS_COMPLETED = 2,
  BW_BOOK_STATUS_DID_NOT_FINISH = 3
} bw_book_status;

/**
 * A book. As input, `fields` says which members are given; the others are not looked at. As output,
 * `fields` says which are present; the others are 0, and their texts' `data` is NULL.
 *
 * Limits: synopsis, review and notes 16 MiB each, every other text 16 KiB, genre names and
 * identifiers too; 10,000 genres and 10,000 identifiers a book. Of the texts, only synopsis, review
 * and notes may be blank. Whether finished comes after started is for the caller to judge.
 */
typedef struct bw_book {
  uint32_t size;
  bw_book_status status;
  /** Of BW_BOOK_*, and as output of BW_OUTPUT_* too. As input, a text whose bit is set must not
   * have `data` NULL: a call that changes a book has fields to clear for that. */
  bw_fields fields;
  /** Given by the store, never reused. As input, its bit in `fields` is refused. */
  int64_t id;
  /** Must hold something visible. */
  bw_text title;
  /** Must hold something visible. */
  bw_text author;
  bw_text synopsis;
  bw_text review;
  /** Private notes. */
  bw_text notes;
  /** The name of the series that the book belongs to. */
  bw_text series;
  /** The place in the series, such as 2 or 1.5; finite and not negative. */
  double series_number;
  /** An instant, in milliseconds since 1970-01-01T00:00:00Z, in the years 1 to 9999. */
  int64_t created;
  /** When a field of the book last changed (genres aside). Not accepted as input. */
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
  /** With BW_BOOK_GENRE_NAMES: the genres by name, in the same order. As input, made where missing,
   * after `genres`. */
  const bw_text *genre_names;
  int64_t genre_name_count;
  /** With BW_BOOK_IDENTIFIER_SCHEMES and _VALUES: such as "isbn" beside "9780441172719". */
  const bw_text *identifier_schemes;
  const bw_text *identifier_values;
  int64_t identifier_count;
  /* Prices and pictures. */
  /** With BW_BOOK_PRICE: in the currency's minor unit, such as 1299 for 12.99 EUR; 0 or more. A
   * book has both price and currency or neither, so both are given, or cleared, together. */
  int64_t price;
  /** With BW_BOOK_CURRENCY: an active ISO 4217 code, such as EUR. As input, case does not count.
   * See bw_currency_get_digits(). */
  bw_text currency;
  /** With BW_OUTPUT_PICTURE: the key of the picture of its primary genre, such as
   * "science-fiction"; absent where it has no genre. Only as output. See bw_genre.picture. */
  bw_text picture;
  /* Output, of a query that searches. */
  /** With BW_OUTPUT_SNIPPET: where the search found the book. */
  bw_text snippet;
  /** With BW_OUTPUT_RANK: the lower, the better the book answers the search. */
  double rank;
  /** With BW_OUTPUT_MATCHED: the bit of the field that the snippet is from. */
  bw_fields matched;
  /* Of the edition; read only when asked for. */
  bw_text subtitle;
  bw_text publisher;
  /** Above 0. */
  int32_t pages;
  /** The year of the edition at hand; negative for BCE. */
  int32_t edition_year;
  /** A well-formed tag of BCP 47 (RFC 5646), such as "en", "pt-BR" or "zh-Hant". As input, case
   * does not count; it is kept as RFC 5646 writes it. */
  bw_text language;
  /** The author's name as lists sort it, such as "Tolkien, J. R. R.". Where a book has it, the
   * order by author goes by it, and by author where not. */
  bw_text author_sort;
  /** Such as "paperback" or "e-book". */
  bw_text format;
  /** With BW_BOOK_GLOBAL_ID: a UUID (version 7 of RFC 9562), given at creation, never changed, and
   * the same in every copy of the store, after an export and an import and after an undo. See
   * bw_uuid_format() and bw_store_find_global_id(). */
  bw_uuid global_id;
  /* Input of a change, in the place of genres and genre_names: what it does to those that the book
   * has. */
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
} bw_book;

/** A genre, as read. */
typedef struct bw_genre {
  uint32_t size;
  /** The colour as 0xRRGGBB; red (0xFF0000) where the stored text is no colour. */
  uint32_t rgb;
  int64_t id;
  bw_text name;
  /** As stored, `#RRGGBB`. */
  bw_text colour;
  /** How many books have it. */
  int64_t books;
  /** The key of its picture, by which a frontend finds one of its own. It is made of the name
   * alone, so it is the same in every store: case folded, composed (NFC), each run of what is no
   * letter, mark or digit one "-", none at the ends: "science-fiction", "kryminał", "공포". A name
   * without any of these gives its code points, such as "u2605". Never empty, and never holds what
   * a path or an address gives a meaning to. Names that differ only in punctuation share a key. */
  bw_text picture;
  /** See bw_book.global_id. 16 times 0 of a standard genre that no store has. */
  bw_uuid global_id;
} bw_genre;

/**
 * A quote from a book. As input, `fields` says which of text and page are given; the other members
 * are not looked at. As output, `fields` says which are present.
 */
typedef struct bw_quote {
  uint32_t size;
  uint32_t reserved;
  /** Of BW_QUOTE_*. */
  bw_fields fields;
  /** Given by the store, never reused. */
  int64_t id;
  int64_t book;
  /** When it was added: milliseconds since 1970-01-01T00:00:00Z. */
  int64_t created;
  /** Must hold something visible; at most 16 MiB. */
  bw_text text;
  /** Where it stands, such as "12" or "xiv"; at most 16 KiB, may be absent. */
  bw_text page;
  /** See bw_book.global_id. Not accepted as input. */
  bw_uuid global_id;
} bw_quote;

/** What became of a reading. The numbers are those of bw_book_status. */
typedef enum bw_reading_outcome {
  BW_READING_OPEN = 1,
  BW_READING_COMPLETED = 2,
  BW_READING_DID_NOT_FINISH = 3
} bw_reading_outcome;

/**
 * One time that a reader read a book. As input, `fields` says which members are given: outcome,
 * started, finished, page or percent, and note; the others are not looked at. As output, `fields`
 * says which are present.
 */
typedef struct bw_reading {
  uint32_t size;
  /** Of a new one BW_READING_OPEN, where it is not given. */
  bw_reading_outcome outcome;
  /** Of BW_READING_*. */
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
  /** From 0 to 100. A reading has come to a page or a percentage: to set one clears the other. */
  double percent;
  /** 0 or more. */
  int32_t page;
  uint32_t reserved;
  /** At most 16 MiB. */
  bw_text note;
  /** See bw_book.global_id. Not accepted as input. */
  bw_uuid global_id;
} bw_reading;

/** A shelf, a search that is saved, as read. */
typedef struct bw_shelf {
  uint32_t size;
  uint32_t reserved;
  /** Given by the store, never reused. */
  int64_t id;
  bw_text name;
  /** As a person types it into a search box; see bw_query_parse(). */
  bw_text line;
  /** See bw_book.global_id. */
  bw_uuid global_id;
} bw_shelf;

/** An order, as it was placed. */
typedef struct bw_order {
  uint32_t size;
  /** 1 to 20. */
  int32_t quantity;
  /** From 1 up without a gap. */
  int64_t id;
  /** The book's id. The book may have been deleted since. */
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
  /** Of BW_ORDER_*: which members are present. */
  bw_fields fields;
  /** With BW_ORDER_CANCELLED: when it was cancelled, in milliseconds since 1970-01-01T00:00:00Z. */
  int64_t cancelled;
} bw_order;

/** What the orders in one currency come to. */
typedef struct bw_order_total {
  uint32_t size;
  uint32_t reserved;
  /** An ISO 4217 code. */
  bw_text currency;
  /** How many orders. */
  int64_t orders;
  /** How many pieces, in all of them. */
  int64_t quantity;
  /** In the currency's minor unit. */
  int64_t total;
} bw_order_total;

/** What the store keeps of a book that came from a source with ids of its own. */
typedef struct bw_source {
  uint32_t size;
  uint32_t reserved;
  /** Of BW_SOURCE_*: which members are present. */
  bw_fields fields;
  /** Given by the store, never reused. */
  int64_t id;
  int64_t book;
  /** When something of it was last taken: milliseconds since 1970-01-01T00:00:00Z. */
  int64_t imported;
  /** The source's name. */
  bw_text source;
  /** The source's own id of the book. */
  bw_text source_id;
  /** What was last taken of it: for each field that the source speaks of a line with the field's
   * name and its values, a tab before each; within a value a backslash stands before a backslash,
   * before "t" for a tab, and before "n" for a line's end. Behind them, in lines of the same form,
   * what of it is the reader's: own, with the names of fields, own_identifiers and own_genres. */
  bw_text taken;
  /** The row as the source has it, in whatever form it was given; may be absent. */
  bw_text raw;
  /** See bw_book.global_id. */
  bw_uuid global_id;
} bw_source;

/** By what an import knows which book a row means. What comes later is asked where what comes
 * before finds nothing. */
typedef enum bw_identity {
  /** The source's own id, then identifiers, then title and author. */
  BW_IDENTITY_TITLE_AND_AUTHOR = 0,
  /** The source's own id, then identifiers. */
  BW_IDENTITY_IDENTIFIERS = 1,
  /** The source's own id. */
  BW_IDENTITY_SOURCE_ID = 2
} bw_identity;

/** How an import is done. A member that is 0 has its default. */
typedef struct bw_import_options {
  uint32_t size;
  bw_identity identity;
  /** 1: nothing is written, and the result is as if it had been. */
  int32_t dry_run;
  /** 1: rows that are refused are passed over. 0: the first one refuses everything. */
  int32_t skip_refused;
  /** 1: books that were deleted here are created again. 0: they are left alone. */
  int32_t recreate_deleted;
  uint32_t reserved;
} bw_import_options;

/** What became of a row of an import. */
typedef enum bw_import_outcome {
  /** A book was created. */
  BW_OUTCOME_CREATED = 1,
  /** The source's book was changed here, as it has changed there. */
  BW_OUTCOME_UPDATED = 2,
  /** There was nothing to change. */
  BW_OUTCOME_UNCHANGED = 3,
  /** A book that was there, and is the source's from now on, got what it had not. */
  BW_OUTCOME_MERGED = 4,
  /** The book was deleted here, and left alone. */
  BW_OUTCOME_DELETED = 5,
  /** Nothing was done: `field` and `message` say why. */
  BW_OUTCOME_REFUSED = 6
} bw_import_outcome;

/** One row of an import. */
typedef struct bw_import_row {
  uint32_t size;
  bw_import_outcome outcome;
  /** The book's id: also of one that was deleted. 0 where the row was refused, and where a dry run
   * would have created a book. */
  int64_t book;
  /** Of BW_BOOK_*: the fields that changed; 0 of a book that was created. */
  bw_fields changed;
  /** Of BW_BOOK_*: the fields in which the book has another value than the source, which was given
   * here and stays. They are named at each import. */
  bw_fields kept;
  /** Why it was refused, or BW_OK. */
  bw_status status;
  uint32_t reserved;
  /** The field at fault; `data` is NULL where the row was not refused. */
  bw_text field;
  /** What was wrong, in one sentence. */
  bw_text message;
} bw_import_row;

/** What a change is a change of. */
typedef enum bw_entity {
  /** Of anything: see BW_CHANGE_REREAD. */
  BW_ENTITY_NONE = 0,
  BW_ENTITY_BOOK = 1,
  BW_ENTITY_GENRE = 2,
  BW_ENTITY_QUOTE = 3,
  BW_ENTITY_ORDER = 4,
  BW_ENTITY_READING = 5,
  BW_ENTITY_SHELF = 6,
  /** What is kept of a source's book: see bw_source. */
  BW_ENTITY_SOURCE = 7,
  /** A book that was merged into another one. */
  BW_ENTITY_MERGED = 8
} bw_entity;

/** The tables of a store that frames take: see bw_store_export_arrow(). */
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

/** What became of a row. */
typedef enum bw_change_kind {
  BW_CHANGE_INSERTED = 1,
  BW_CHANGE_UPDATED = 2,
  BW_CHANGE_DELETED = 3,
  /** The book has come into the observed page. */
  BW_CHANGE_ENTERED = 4,
  /** The book has gone from the observed page. */
  BW_CHANGE_LEFT = 5,
  /** The book stands elsewhere among the others of the page. `fields` may be 0. */
  BW_CHANGE_MOVED = 6,
  /** More has changed than can be told: read again what you show. Always a result's only row. */
  BW_CHANGE_REREAD = 7
} bw_change_kind;

/** One row that was changed, as an observer tells it. */
typedef struct bw_change {
  uint32_t size;
  bw_change_kind kind;
  bw_entity entity;
  uint32_t reserved;
  /** Of an update, the fields of the entity that changed. */
  bw_fields fields;
  int64_t id;
  /** Where the book stands in the observed page, from 0; -1 where it does not, or for no page. */
  int64_t position;
  /** Where it stood in the page as it was told before; -1 as above. */
  int64_t old_position;
  /** The number of the transaction, which rises by 1 from each that changed something to the next.
   * Where an observer of a query tells several together, the last one. */
  int64_t transaction;
  /** When that was committed: milliseconds since 1970-01-01T00:00:00Z. */
  int64_t committed;
} bw_change;

/** By what bw_store_list_statistics() groups books. */
typedef enum bw_group {
  /** By genre: a book counts in each of its genres. */
  BW_GROUP_GENRE = 0,
  /** By author. Names that differ in nothing but case, accents and white space at their ends count
   * as one author's, under the name that the first of the books has. */
  BW_GROUP_AUTHOR = 1,
  /** By the month of `created`, in UTC. */
  BW_GROUP_MONTH_ADDED = 2,
  /** By the month of `finished` of their readings: each reading counts, so that a book read twice
   * in a month counts twice; a book that never was finished is in no group. */
  BW_GROUP_MONTH_FINISHED = 3
} bw_group;

/** How many books there are, and how they are rated. */
typedef struct bw_statistics {
  uint32_t size;
  uint32_t reserved;
  /** The group's genre, by its id; or the group's month, written as YYYYMM; else 0. */
  int64_t key;
  /** The name of the group's genre or author; `data` is NULL where there is none. */
  bw_text name;
  int64_t books;
  /** How many of them are rated. */
  int64_t rated;
  /** The mean rating of those that are, from 1 to 5; 0 where none is. */
  double average;
  /** How many are rated 1 to 5; ratings[0]: how many are not rated. */
  int64_t ratings[6];
} bw_statistics;

/** How far a backup has come. */
typedef struct bw_backup_progress {
  uint32_t size;
  uint32_t reserved;
  /** Pages of the store. */
  int64_t total;
  /** Pages that are still to be copied; 0 when the backup is complete. */
  int64_t remaining;
} bw_backup_progress;

/** What kind of problem bw_store_check() has found. Those from BW_PROBLEM_KEY to BW_PROBLEM_LAST_ID
 * are of what is derived: bw_store_rebuild() mends them. */
typedef enum bw_problem_kind {
  /** SQLite finds the file damaged. Go back to a backup, or export what can be read. */
  BW_PROBLEM_FILE = 0,
  /** A row refers to one that is not there. */
  BW_PROBLEM_REFERENCE = 1,
  /** A value breaks a rule of the model. Only the first of a row is told. */
  BW_PROBLEM_VALUE = 2,
  /** A key, by which names are sorted or told apart, is not that of the name. */
  BW_PROBLEM_KEY = 3,
  /** The list of a genre's books is not what it should be. */
  BW_PROBLEM_LINK = 4,
  /** A counter is wrong. */
  BW_PROBLEM_COUNTER = 5,
  /** The search index is not what it should be. */
  BW_PROBLEM_SEARCH_INDEX = 6,
  /** An id lies above the last one given, so that it would be given again. */
  BW_PROBLEM_LAST_ID = 7,
  /** There are more problems than are told. */
  BW_PROBLEM_MORE = 8,
  /** A book's status, started or finished is not that of its latest reading, or it counts its
   * readings wrongly. bw_store_rebuild() mends it. */
  BW_PROBLEM_READING = 9
} bw_problem_kind;

/** A problem of a store. */
typedef struct bw_problem {
  uint32_t size;
  bw_problem_kind kind;
  /** The row at fault by its id; of links and identifiers their book's, of a counter its key; 0
   * where there is none. */
  int64_t id;
  /** The table at fault, such as "books"; `data` is NULL where it is the file. */
  bw_text table;
  /** One sentence for a person. */
  bw_text text;
} bw_problem;

/** What is wrong with a field of a book that is to be created: see bw_book_check(). */
typedef struct bw_fault {
  uint32_t size;
  /** What bw_book_create() would fail with. */
  bw_status status;
  /** Of BW_BOOK_*. */
  bw_fields field;
  /** The byte at fault within a text, or -1. */
  int64_t offset;
  /** One sentence for a person. */
  bw_text message;
} bw_fault;

/** What forms start with. */
typedef struct bw_form_defaults {
  uint32_t size;
  int32_t rating;
  /** The name of a genre. The text lives as long as the library is loaded. */
  bw_text genre;
  /** Of an order. */
  int32_t quantity;
  uint32_t reserved;
} bw_form_defaults;

/** In which language the library gives a name of its own. */
typedef enum bw_language {
  BW_LANGUAGE_ENGLISH = 0,
  BW_LANGUAGE_GERMAN = 1,
  BW_LANGUAGE_POLISH = 2,
  BW_LANGUAGE_KOREAN = 3
} bw_language;

/** What a person does, as a button has it: see bw_action_name(). */
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

/** What a step that can be undone, or redone, did: see bw_store_get_undo_step(). */
typedef struct bw_undo_step {
  uint32_t size;
  /** BW_ACTION_ADD, BW_ACTION_DELETE, BW_ACTION_RATE, or BW_ACTION_EDIT for any other change. */
  bw_action action;
  /** To rows of what; BW_ENTITY_NONE where nothing is known of the step but its name. */
  bw_entity entity;
  /** The new rating, status or favourite of the one book in which nothing else changed; else -1. */
  int32_t value;
  /** How many rows. */
  int64_t count;
  /** The id of the row, where it is one; else 0. */
  int64_t id;
  /** What changed of them, of the fields of `entity`; 0 where they were added or deleted. */
  bw_fields fields;
  /** 1 if the step did something else besides. */
  int32_t more;
  uint32_t reserved;
  /** The title or name of the row, where it is one, or of the book it belongs to; else "". */
  char subject[128];
  /** What it is called, such as "Rate “Dune” 4"; as its caller named it where one did. */
  char name[256];
} bw_undo_step;

/** How a rating is shown as one character. */
typedef enum bw_rating_style {
  /** A face, from U+1F61E for 1 to U+1F929 for 5; for not rated U+2796, a heavy minus. */
  BW_RATING_EMOJI = 0,
  /** A digit; for not rated U+2013, an en dash. */
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

/** A sentence for a person. */
typedef struct bw_sentence {
  uint32_t size;
  /** UTF-8, NUL-terminated; cut between characters where it is longer. */
  char text[508];
} bw_sentence;

/** An International Standard Book Number as text. */
typedef struct bw_isbn {
  uint32_t size;
  /** 13 digits, NUL-terminated. */
  char text[16];
} bw_isbn;

/**
 * A row of stars by which a rating is seen and set. It belongs to no store. The texts are borrowed
 * from you; bw_star_control_get_defaults() sets ones that live as long as the library is loaded.
 */
typedef struct bw_star_control {
  uint32_t size;
  /** How many stars, 1 to 100; default 5. Books take ratings up to 5 only. */
  int32_t maximum;
  /** Default empty: then it is not drawn, and takes no room. */
  bw_text label;
  /** Not blank; default a filled star, U+2605. */
  bw_text on_glyph;
  /** Absent (`data` NULL, the default): the same glyph as `on_glyph`. Not blank. */
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
  /** One of the control's two. */
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
  /** Default 1. One outside the range is shown, and stepped back into it. */
  int64_t value;
  /** How far one step goes, 1 or more; default 1. */
  int64_t step;
} bw_stepper;

/** How a column's values lie in memory. */
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

/** What bw_column.present says of a row. */
typedef enum bw_presence {
  BW_PRESENCE_ABSENT = 0,
  BW_PRESENCE_PRESENT = 1,
  /** In an import: absent, and the row does not speak of the field, which stays as it is. */
  BW_PRESENCE_SILENT = 2
} bw_presence;

/**
 * One field of many rows, in contiguous memory; the same layout in both directions.
 *
 * Text i is the UTF-8 from values + offsets[i], followed by one NUL; offsets[i + 1] is the place
 * after that NUL, so the text's length is offsets[i + 1] - offsets[i] - 1. An absent text is empty.
 * List i holds the items from lists[i] up to, but not including, lists[i + 1].
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
  /** One byte a row, a bw_presence: 1 for present and 0 for absent, in an import also 2; NULL where
   * every row is present. */
  const uint8_t *present;
} bw_column;

/** Which of two values that were merged stays. */
typedef enum bw_choice {
  /** That of the row that stays. */
  BW_CHOICE_OURS = 0,
  /** That of the other one. */
  BW_CHOICE_THEIRS = 1,
  /** Both: they are joined. A status, and when a book was begun and finished, follow the readings
   * of both. */
  BW_CHOICE_BOTH = 2
} bw_choice;

/** In what two rows differ that were merged, or would be: one field of them. */
typedef struct bw_difference {
  uint32_t size;
  bw_entity entity;
  bw_choice choice;
  uint32_t reserved;
  /** One bit. */
  bw_fields field;
  /** The row that stays. */
  int64_t id;
  /** The other row. */
  int64_t other_id;
  /** What the row that stays had, as text: numbers in decimal, dates as YYYYMMDD, instants in
   * milliseconds, lists with ", " between their items, of rows that belong to it how many. `data`
   * is NULL where it had nothing. */
  bw_text ours;
  /** The same of the other row. */
  bw_text theirs;
} bw_difference;

/** Who is right where two stores that are merged have both changed the same. */
typedef enum bw_merge_rule {
  /** The store that is merged into. */
  BW_MERGE_OURS = 0,
  /** The other one. */
  BW_MERGE_THEIRS = 1,
  /** The one in which the book was changed later; of the rest, which does not say when it was
   * changed, and where both say the same: the greater value. */
  BW_MERGE_LATER = 2
} bw_merge_rule;

/** What a merge of two stores did. */
typedef struct bw_merge_counts {
  uint32_t size;
  uint32_t reserved;
  /** Rows of any entity that were inserted here, changed, and deleted. */
  int64_t inserted;
  int64_t updated;
  int64_t deleted;
  /** What both stores had changed differently: the rows of the result. */
  int64_t conflicts;
} bw_merge_counts;

/** A book that likely is in the store more than once. */
typedef struct bw_duplicate {
  uint32_t size;
  uint32_t reserved;
  /** Those that are the same have the same number. */
  int64_t group;
  /** The book's id. */
  int64_t book;
  /** The identifier that they share, as this book has it; `data` is NULL where they only look
   * alike. */
  bw_text scheme;
  bw_text value;
} bw_duplicate;

/** How a query's genres, or the words of its search, are meant. */
typedef enum bw_match {
  /** Books with at least one of them. */
  BW_MATCH_ANY = 0,
  /** Books with every one of them. */
  BW_MATCH_ALL = 1,
  /** Books with none of them. */
  BW_MATCH_NONE = 2
} bw_match;

/** What to sort books by. Absent values come first in ascending order. */
typedef enum bw_sort_key {
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
  /** By how well a book answers the query's search, the best first; see bw_query_search(). Without
   *  a search all are equal, so that the order is by id. */
  BW_SORT_RANK = 10,
  /** In the order in which the books were added. */
  BW_SORT_ID = 11,
  /** By the publisher's name. */
  BW_SORT_PUBLISHER = 12,
  BW_SORT_PAGES = 13,
  /** By the language's tag. */
  BW_SORT_LANGUAGE = 14,
  BW_SORT_EDITION_YEAR = 15,
  /** By the year of publication. */
  BW_SORT_YEAR = 16,
  /** By the price, of one currency after the other. */
  BW_SORT_PRICE = 17,
  /** By the name of the primary genre. */
  BW_SORT_GENRE = 18
} bw_sort_key;

typedef enum bw_direction { BW_ASCENDING = 0, BW_DESCENDING = 1 } bw_direction;

/** What bw_query_get_info() tells of a query. */
typedef struct bw_query_info {
  uint32_t size;
  /** How many keys it is sorted by; 0: by title, then author. */
  int32_t sort_count;
  /** Of BW_BOOK_*: what the query has filters of; BW_OUTPUT_MATCHED: it searches. What stands in
   * queries within it is not among them. */
  bw_fields filters;
  /** The limit, or -1 where there is none. */
  int64_t limit;
  int64_t offset;
} bw_query_info;

// end: copied into bookworm.h

// Where the member of a field that is one value lies in a bw_book; -1 where a field is none, or a
// list. Its type follows from the field's kind.
static inline int32_t bw_book_member(bw_fields field) {
  switch (field) {
  case BW_BOOK_ID:
    return (int32_t)offsetof(bw_book, id);
  case BW_BOOK_TITLE:
    return (int32_t)offsetof(bw_book, title);
  case BW_BOOK_AUTHOR:
    return (int32_t)offsetof(bw_book, author);
  case BW_BOOK_SYNOPSIS:
    return (int32_t)offsetof(bw_book, synopsis);
  case BW_BOOK_REVIEW:
    return (int32_t)offsetof(bw_book, review);
  case BW_BOOK_NOTES:
    return (int32_t)offsetof(bw_book, notes);
  case BW_BOOK_RATING:
    return (int32_t)offsetof(bw_book, rating);
  case BW_BOOK_FAVOURITE:
    return (int32_t)offsetof(bw_book, favourite);
  case BW_BOOK_STATUS:
    return (int32_t)offsetof(bw_book, status);
  case BW_BOOK_SERIES:
    return (int32_t)offsetof(bw_book, series);
  case BW_BOOK_SERIES_NUMBER:
    return (int32_t)offsetof(bw_book, series_number);
  case BW_BOOK_YEAR:
    return (int32_t)offsetof(bw_book, year);
  case BW_BOOK_CREATED:
    return (int32_t)offsetof(bw_book, created);
  case BW_BOOK_UPDATED:
    return (int32_t)offsetof(bw_book, updated);
  case BW_BOOK_STARTED:
    return (int32_t)offsetof(bw_book, started);
  case BW_BOOK_FINISHED:
    return (int32_t)offsetof(bw_book, finished);
  case BW_BOOK_PRICE:
    return (int32_t)offsetof(bw_book, price);
  case BW_BOOK_CURRENCY:
    return (int32_t)offsetof(bw_book, currency);
  case BW_BOOK_SUBTITLE:
    return (int32_t)offsetof(bw_book, subtitle);
  case BW_BOOK_PUBLISHER:
    return (int32_t)offsetof(bw_book, publisher);
  case BW_BOOK_PAGES:
    return (int32_t)offsetof(bw_book, pages);
  case BW_BOOK_LANGUAGE:
    return (int32_t)offsetof(bw_book, language);
  case BW_BOOK_FORMAT:
    return (int32_t)offsetof(bw_book, format);
  case BW_BOOK_EDITION_YEAR:
    return (int32_t)offsetof(bw_book, edition_year);
  case BW_BOOK_AUTHOR_SORT:
    return (int32_t)offsetof(bw_book, author_sort);
  case BW_BOOK_GLOBAL_ID:
    return (int32_t)offsetof(bw_book, global_id);
  case BW_OUTPUT_MATCHED:
    return (int32_t)offsetof(bw_book, matched);
  case BW_OUTPUT_SNIPPET:
    return (int32_t)offsetof(bw_book, snippet);
  case BW_OUTPUT_RANK:
    return (int32_t)offsetof(bw_book, rank);
  case BW_OUTPUT_PICTURE:
    return (int32_t)offsetof(bw_book, picture);
  default:
    return -1;
  }
}

#endif
