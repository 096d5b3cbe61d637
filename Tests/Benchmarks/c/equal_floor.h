// This file declares the parts of the equal floor that maintain derived data (sort keys, links in
// both tables, counters, change log), and how they write together.
#ifndef BENCHMARK_EQUAL_FLOOR_H
#define BENCHMARK_EQUAL_FLOOR_H

#include "floor.h"

/** Runs one transaction; the collected data is written just before it commits. */
void begin_writing(void);
void commit_writing(void);

/** Folds ASCII's case and the accents of Latin letters. This rule is simpler than the library's,
 * but sorts the generated titles in the same way. Writes at most twice the text's length; returns
 * the length. */
int floor_key(text name, uint8_t *key);

/** Links a new book to its genres; the genre's side is in memory until links_write(). */
void links_prepare(void);
void links_add(int64_t book, const int64_t *genres, int count, const uint8_t *key, int length);
void links_write(void);

/** Prepares the statements of peer_delete_books() and peer_delete_genre(). */
void deleting_prepare(void);

/* entity * 4 + operation */
enum { LOG_INSERT_BOOK = 0, LOG_UPDATE_BOOK = 1, LOG_DELETE_BOOK = 2, LOG_DELETE_GENRE = 6 };

/** Prepares the statements of the functions below. */
void derived_prepare(void);
/** Adds a book to the counters (step 1) or subtracts it (-1), in memory until derived_write(). */
void derived_count(int32_t rating, int64_t created, const int64_t *genres, int count, int step);
/** Records a change, in memory until derived_write(). */
void derived_log(int head, int64_t id, uint64_t fields);
/** Writes the counters' deltas and one row of the log. Call it just before COMMIT. */
void derived_write(void);

#endif
