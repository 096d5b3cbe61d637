// What the equal floor keeps by hand beside the rows: sort keys, links from both sides, counters,
// change log; and how its parts write together.
#ifndef BENCHMARK_EQUAL_FLOOR_H
#define BENCHMARK_EQUAL_FLOOR_H

#include "floor.h"

/** One transaction; what is kept is written just before it commits. */
void begin_writing(void);
void commit_writing(void);

/** Folds ASCII's case and the accents of Latin letters: a simpler rule than the library's, that
 * sorts the generated titles alike. Writes at most twice the text's length; returns how much. */
int floor_key(text name, uint8_t *key);

/** Links a new book to its genres: from the genre's side in memory until links_write(). */
void links_prepare(void);
void links_add(int64_t book, const int64_t *genres, int count, const uint8_t *key, int length);
void links_write(void);

/** Prepares what peer_delete_books() and peer_delete_genre() run. */
void deleting_prepare(void);

/* entity * 4 + operation */
enum { LOG_INSERT_BOOK = 0, LOG_UPDATE_BOOK = 1, LOG_DELETE_BOOK = 2, LOG_DELETE_GENRE = 6 };

/** Prepares the statements of what follows. */
void derived_prepare(void);
/** Counts a book in (step 1) or out (-1): in memory until derived_write(). */
void derived_count(int32_t rating, int64_t created, const int64_t *genres, int count, int step);
/** Notes a change: in memory until derived_write(). */
void derived_log(int head, int64_t id, uint64_t fields);
/** Writes the counters' deltas and one row of the log: to be called just before COMMIT. */
void derived_write(void);

#endif
