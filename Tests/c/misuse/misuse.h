// What the misuse tests share with the table that generate.py makes of the header.
#ifndef BOOKWORM_TESTS_MISUSE_H
#define BOOKWORM_TESTS_MISUSE_H

#include "../support/arrow.h"

enum { MOST_PARAMETERS = 8 };

// One argument of a call: a pointer or a number, as the parameter's kind says.
struct argument {
  void *pointer;
  int64_t number;
};

enum kind {
  NO_PARAMETER,
  HANDLE,     // bw_store * and its like
  HANDLE_OUT, // bw_store **
  ERROR,      // bw_error *
  TEXT,       // const char *
  LENGTH,     // the int64_t after it
  COUNT,      // an int64_t that says how long an array is
  SIZED_IN,   // const pointer to a struct, or an array of them, that begins with its size
  SIZED_OUT,
  PLAIN_IN, // const pointer to a number or a bw_text, or an array of them
  PLAIN_OUT,
  ARROW_IN, // a stream that the call takes over
  ARROW_OUT,
  INT64,
  INT32,
  UINT32,
  FIELDS, // bits
  ENUM
};

struct function {
  const char *name;
  bw_status (*call)(const struct argument *arguments);
  int parameter_count;
  struct {
    const char *name;
    enum kind kind;
    const char *type;
    size_t size; // of what a pointer points to
  } parameters[MOST_PARAMETERS];
};

extern const struct function functions[];
extern const int function_count;

// Live handles of every type, and stale ones, made anew for each test.
struct world {
  bw_store *store, *other, *empty, *transaction;
  bw_query *query, *limited;
  bw_result *books, *genres, *quotes, *statistics, *changes, *problems, *orders, *totals, *readings;
  bw_stream *stream;
  bw_observer *observer; // both have something to tell at once
  bw_binding *binding;
  bw_backup *backup;
  int64_t book, genre, quote, reading;
  bw_uuid global_id;
  char cursor[1024];
  void *stale[9];
};
enum { LIVE_HANDLES = 19 };

extern struct world world;
void make_world(void);
void end_world(void);
void *const *live_handles(void);
// Every live handle still does what it should.
void check_world(void);
// A path where there is no file yet.
const char *new_path(void);
bw_quote new_quote(void);

// Arguments with which the call succeeds. What pointers lead to ends where a page begins that
// nobody may touch, so that a byte too many is a crash.
void prepare_arguments(const struct function *function, struct argument *arguments);
// A new stream of one book, which its producer makes.
struct ArrowArrayStream new_arrow_stream(void);
// `size` bytes that end there; each slot is used anew by the next call.
void *at_the_edge(int slot, size_t size);
// The size that a struct had in the first version: a smaller one is refused.
size_t first_size(const char *type, size_t size);
// Whether the parameter may be NULL by the header's word.
bool may_be_null(const struct function *function, int parameter);

#endif
