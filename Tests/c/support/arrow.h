// This file declares how to read Arrow streams by hand, and to produce them, including false ones.
#ifndef BOOKWORM_TESTS_ARROW_H
#define BOOKWORM_TESTS_ARROW_H

#include "fixtures.h"

struct ArrowArrayStream open_arrow(bw_store *store, bw_query *query, bw_fields fields);
struct ArrowSchema schema_of(struct ArrowArrayStream *stream);
// The next batch; at the end, a released one.
struct ArrowArray next_batch(struct ArrowArrayStream *stream);
void release_batch(struct ArrowArray *batch);
void release_stream(struct ArrowArrayStream *stream);
// How many rows are left in the stream.
int64_t count_and_release(struct ArrowArrayStream *stream);

// One value, read as the format says.
bool is_present(const struct ArrowArray *column, int64_t row);
// NULL where it is absent; valid until the next call.
const char *text_at(const struct ArrowArray *column, int64_t row);
// Of the first column.
const char *title_at(const struct ArrowArray *batch, int64_t row);

// Books with the titles 00000, 00001, ...; every seventh has a year and notes, its number.
void add_numbered(bw_store *store, int count);

// A column that a test hands to the library, with all that its structs say, be it true or not.
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
  // Made so before they are handed out, all else being in order.
  void (*spoil_schema)(struct ArrowSchema *schema);
  void (*spoil_batch)(struct ArrowArray *batch);
  // Called each time before a batch is made, if any; 0, or the number of an error.
  int (*before_batch)(struct producer *producer);
  int schema_error;
  const char *words; // why it failed
  // The calls and releases so far.
  int schemas, arrays;                   // handed out
  int schemas_released, arrays_released; // and given back
  int released;                          // the stream itself
};

// A stream of three books in columns of every layout, all in order.
void prepare_producer(struct producer *producer);
struct ArrowArrayStream produce(struct producer *producer);
// All that was handed out has come back, once.
void check_all_released(const struct producer *producer, const struct ArrowArrayStream *stream);

#endif
