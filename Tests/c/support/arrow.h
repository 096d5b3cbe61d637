// This file declares functions to read Arrow streams by hand, and to produce valid and invalid
// ones.
#ifndef BOOKWORM_TESTS_ARROW_H
#define BOOKWORM_TESTS_ARROW_H

#include "fixtures.h"

struct ArrowArrayStream open_arrow(bw_store *store, bw_query *query, bw_fields fields);
struct ArrowSchema schema_of(struct ArrowArrayStream *stream);
// Returns the next batch; at the end, a released one.
struct ArrowArray next_batch(struct ArrowArrayStream *stream);
void release_batch(struct ArrowArray *batch);
void release_stream(struct ArrowArrayStream *stream);
// Returns the number of remaining rows in the stream.
int64_t count_and_release(struct ArrowArrayStream *stream);

// Reads one value as the format says.
bool is_present(const struct ArrowArray *column, int64_t row);
// NULL if it is absent; valid until the next call.
const char *text_at(const struct ArrowArray *column, int64_t row);
// A value of the first column.
const char *title_at(const struct ArrowArray *batch, int64_t row);

// Books with the titles 00000, 00001, ...; every seventh has a year and notes, its number.
void add_numbered(bw_store *store, int count);

// A column that a test passes to the library, with everything that its structs say, true or not.
struct given {
  const char *name, *format;
  int64_t length, null_count, offset, n_buffers, n_children;
  const void *buffers[5];
  struct given *item, *dictionary;
};

enum { MOST_GIVEN = 12 };

// A stream of batches of these columns; every batch is the same.
struct producer {
  struct given root;
  struct given *columns[MOST_GIVEN];
  int batches;
  // Changes a valid stream before it is handed out.
  void (*spoil_schema)(struct ArrowSchema *schema);
  void (*spoil_batch)(struct ArrowArray *batch);
  // Called before each batch is made, if it is set; returns 0 or an error number.
  int (*before_batch)(struct producer *producer);
  int schema_error;
  const char *words; // why it failed
  // The calls and releases so far.
  int schemas, arrays;                   // handed out
  int schemas_released, arrays_released; // and given back
  int released;                          // the stream itself
};

// Makes a valid stream of three books, with columns of every layout.
void prepare_producer(struct producer *producer);
struct ArrowArrayStream produce(struct producer *producer);
// Checks that everything that was handed out has come back, once.
void check_all_released(const struct producer *producer, const struct ArrowArrayStream *stream);

#endif
