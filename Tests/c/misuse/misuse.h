// This file is shared by the misuse tests and the table that generate.py derives from the header.
#ifndef BOOKWORM_TESTS_MISUSE_H
#define BOOKWORM_TESTS_MISUSE_H

#include "../support/arrow.h"

enum { MOST_PARAMETERS = 9 };

// One argument of a call: a pointer, an integer or a floating-point number, depending on the
// parameter's kind.
struct argument {
  void *pointer;
  int64_t number;
  double real;
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
  SIZED_IN_OUT, // read, and written on success
  PLAIN_IN,     // const pointer to a number or a bw_text, or an array of them
  PLAIN_OUT,
  ARROW_IN, // a stream that the call consumes
  ARROW_OUT,
  INT64,
  INT32,
  UINT32,
  FIELDS, // bits
  DOUBLE,
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
    bool may_be_null;
  } parameters[MOST_PARAMETERS];
};

extern const struct function functions[];
extern const int function_count;

enum member_kind { TEXT_MEMBER, POINTER_MEMBER, COUNT_MEMBER, NUMBER_MEMBER, DOUBLE_MEMBER };

// A member of a struct that calls take.
struct member {
  const char *struct_name, *name;
  enum member_kind kind;
  size_t offset, size;
  bw_fields bit; // of the struct's fields, 0 if it has none
};

extern const struct member members[];
extern const int member_count;

// Live handles of every type, and stale ones, made for each test.
struct world {
  bw_store *store, *other, *empty, *transaction;
  bw_query *query, *limited, *sorted;
  bw_result *books, *genres, *quotes, *statistics, *changes, *problems, *orders, *totals, *readings,
      *shelves, *imports, *sources, *faults, *differences, *duplicates, *steps, *histories,
      *completions, *conditions;
  bw_stream *stream;
  bw_observer *observer; // like the binding, has something to report immediately
  bw_binding *binding;
  bw_binding *draft;
  bw_binding *new_draft;
  bw_binding *text_binding;
  bw_backup *backup;
  int64_t book, other_book, genre, other_genre, quote, reading, shelf, step, undone_step;
  bw_uuid global_id;
  char cursor[1024];
  void *stale[9];
};
enum { LIVE_HANDLES = 31 };

extern struct world world;
void make_world(void);
void end_world(void);
void *const *live_handles(void);
// Checks that every live handle still works.
void check_world(void);
// A path without a file.
const char *new_path(void);
bw_quote new_quote(void);

// Arguments for a successful call. The memory behind pointers ends at a page that nobody may
// access, so that reading a byte too many is a crash.
void prepare_arguments(const struct function *function, struct argument *arguments);
// A new stream of one book, which its producer makes.
struct ArrowArrayStream new_arrow_stream(const char *function);
// `size` bytes at the end of such memory; the next call reuses each slot.
void *at_the_edge(int slot, size_t size);
// The size that a struct had in the first version: a smaller one is refused.
size_t first_size(const char *type, size_t size);
// The current call, for messages.
extern char context[256];
void begin_misuse(void);
// Makes the call. If the call fails, checks that it wrote only its error, and that every live
// handle works as before.
bw_status call_wrongly(const struct function *function, struct argument *arguments);
bool is_success(bw_status status);
// Whether the status is one for an invalid value.
bool is_calm(bw_status status);
// Checks that the error names the invalid parameter, with the header's spelling.
void check_named(const struct function *function, int parameter, const struct argument *arguments);
// Passes every text that a function takes, and every member of every struct, as an invalid value,
// in turn.
void check_texts(const void *function);
void check_members(const void *function);

#endif
