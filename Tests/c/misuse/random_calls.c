// These tests call every function of the header in random order with random arguments. The handles
// may be live, closed, of another type or made up, and one or many threads use them. Nothing may
// crash, and no call may report a bug in the library.
#define _DEFAULT_SOURCE
#include "misuse.h"

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

enum { POOL = 6, ROWS = 4, TYPES = 7, LARGEST = 512, THREADS = 16 };

static const char *const types[TYPES] = {"bw_store",    "bw_query",   "bw_result", "bw_stream",
                                         "bw_observer", "bw_binding", "bw_backup"};
// Handles that all threads use, and close while others use them.
static _Atomic(void *) pool[TYPES][POOL];
static _Thread_local uint64_t state;

static uint64_t random_bits(void) {
  state ^= state << 13;
  state ^= state >> 7;
  return state ^= state << 17;
}

static int below(int limit) {
  return (int)(random_bits() % (uint64_t)limit);
}

static int type_number(const char *type) {
  for (int i = 0; i < TYPES; i++) {
    if (strcmp(types[i], type) == 0) return i;
  }
  FAIL("no pool for %s", type);
}

static const char *random_text(void) {
  static const char *const texts[] = {"Dune",   "Book 10", "Horror",  "Science Fiction", " ",
                                      "ÉCLAIR", "",        "ab\xC3(", "00ff00",          "#12ZZ34"};
  return texts[below(sizeof(texts) / sizeof(texts[0]))];
}

static int64_t random_number(enum kind kind) {
  static const int64_t large[] = {INT64_MIN, INT64_MAX, INT32_MIN, INT32_MAX, -1, 20260101};
  if (kind == UINT32 || kind == FIELDS)
    return below(3) == 0 ? (int64_t)(random_bits() & 0xFFFFFF) : 0;
  if (kind == ENUM) return below(8) == 0 ? large[below(6)] : below(10);
  return below(8) == 0 ? large[below(6)] : below(2) == 0 ? below(6) : 1 + below(60);
}

static void *random_handle(const char *type) {
  switch (below(20)) {
  case 0:
    return NULL;
  case 1:
    return pool[below(TYPES)][below(POOL)];
  case 2:
    return (void *)(uintptr_t)random_bits();
  default:
    return pool[type_number(type)][below(POOL)];
  }
}

// The memory behind the arguments of one call, with room for ROWS rows of anything.
static _Thread_local union {
  unsigned char bytes[ROWS * LARGEST];
  int64_t numbers[ROWS];
  bw_text texts[ROWS];
  bw_book books[ROWS];
  bw_quote quote;
  bw_reading reading;
  bw_star_control control;
  bw_stepper stepper;
  bw_column columns[3];
  bw_import_options import;
  bw_open_options options;
  bw_error error;
  struct ArrowArrayStream stream;
  uint32_t size;
} rooms[MOST_PARAMETERS];
static _Thread_local int64_t ids[ROWS];
static _Thread_local bw_text names[ROWS];

static bw_book random_book(void) {
  bw_book book = new_book(random_text(), random_text());
  if (below(3) == 0) {
    book.fields = (random_bits() & 0x3FFFFF) & ~(BW_BOOK_ID | BW_BOOK_UPDATED);
    book.fields |= BW_BOOK_TITLE | BW_BOOK_AUTHOR;
  }
  book.synopsis = book.review = book.notes = book.series = TEXT(random_text());
  book.rating = below(7);
  book.status = (bw_book_status)below(5);
  book.favourite = below(2);
  book.price = random_number(INT64);
  book.currency = TEXT(below(4) == 0 ? random_text() : below(2) == 0 ? "EUR" : "jpy");
  book.created = random_number(INT64);
  book.started = book.finished = 20260101 + below(40);
  book.genres = ids;
  book.genre_names = names;
  book.identifier_schemes = book.identifier_values = names;
  book.genre_count = below(ROWS);
  book.genre_name_count = below(ROWS);
  book.identifier_count = below(ROWS);
  return book;
}

static bw_quote random_quote(void) {
  bw_quote quote;
  BW_INIT(quote);
  quote.fields = (bw_fields)below(4) * BW_QUOTE_TEXT;
  quote.text = TEXT(random_text());
  quote.page = TEXT(random_text());
  return quote;
}

static bw_reading random_reading(void) {
  bw_reading reading;
  BW_INIT(reading);
  reading.fields = (bw_fields)below(64) * BW_READING_OUTCOME;
  reading.outcome = (bw_reading_outcome)below(5);
  reading.started = reading.finished = 20260101 + below(40);
  reading.page = below(9) - 1;
  reading.percent = below(120);
  reading.note = TEXT(random_text());
  return reading;
}

static void fill_columns(bw_column *columns, int64_t rows) {
  static const int64_t offsets[ROWS + 1] = {0, 2, 4, 6, 8};
  const bw_fields fields[] = {BW_BOOK_TITLE, BW_BOOK_AUTHOR, BW_BOOK_SOURCE_ID};
  for (int i = 0; i < 3; i++) {
    BW_INIT(columns[i]);
    columns[i].field = fields[i];
    columns[i].type = BW_COLUMN_TEXT;
    columns[i].count = rows;
    columns[i].values = "a\0b\0c\0d";
    columns[i].offsets = offsets;
  }
}

// Documents are not stores, and have names of their own.
static const char *random_path(const char *function) {
  static _Thread_local char path[512];
  bool document = strncmp(function, "bw_store_export", strlen("bw_store_export")) == 0 ||
                  strcmp(function, "bw_store_import") == 0;
  if (!document && below(3) == 0) return ":memory:";
  if (!document && below(3) != 0)
    snprintf(path, sizeof(path), "%s/store.bookworm", test_folder);
  else
    snprintf(path, sizeof(path), "%s/%s-%d", test_folder, document ? "document" : "new", below(40));
  return path;
}

static void fill(const struct function *function, int i, struct argument *argument) {
  const char *type = function->parameters[i].type, *name = function->parameters[i].name;
  switch (function->parameters[i].kind) {
  case HANDLE:
    argument->pointer = random_handle(type);
    return;
  case TEXT:
    argument->pointer = (void *)(uintptr_t)random_text();
    if (strcmp(name, "path") == 0)
      argument->pointer = (void *)(uintptr_t)random_path(function->name);
    return;
  case LENGTH:
    argument->number = below(20) == 0 ? -2 : -1;
    return;
  case COUNT:
    argument->number = below(12) == 0 ? -1 : below(ROWS);
    return;
  case INT64:
  case INT32:
  case UINT32:
  case FIELDS:
  case ENUM:
    argument->number = random_number(function->parameters[i].kind);
    if (strcmp(name, "timeout") == 0) argument->number = -2 * below(2); // -1 would wait for ever
    return;
  case DOUBLE:
    argument->real = below(8) == 0 ? (double)random_number(INT64) : (double)below(24) / 4;
    return;
  default:
    break;
  }
  memset(&rooms[i], 0, sizeof(rooms[i]));
  argument->pointer = &rooms[i];
  if (function->parameters[i].kind == ARROW_OUT) return;
  if (function->parameters[i].kind == ARROW_IN) {
    rooms[i].stream = new_arrow_stream(function->name);
    return;
  }
  if (strcmp(type, "bw_book") == 0)
    for (int row = 0; row < ROWS; row++) rooms[i].books[row] = random_book();
  else if (strcmp(type, "bw_quote") == 0)
    rooms[i].quote = random_quote();
  else if (strcmp(type, "bw_reading") == 0)
    rooms[i].reading = random_reading();
  else if (strcmp(type, "bw_star_control") == 0)
    rooms[i].control = (bw_star_control){0, below(12), names[0], names[1], {NULL, 0}, 1, 2};
  else if (strcmp(type, "bw_stepper") == 0)
    rooms[i].stepper = (bw_stepper){0, 0, below(3), random_number(INT64), 2, random_number(INT64)};
  else if (strcmp(type, "bw_text") == 0)
    memcpy(rooms[i].texts, names, sizeof(names));
  else if (strcmp(type, "int64_t") == 0)
    memcpy(rooms[i].numbers, ids, sizeof(ids));
  else if (strcmp(type, "bw_import_options") == 0)
    rooms[i].import =
        (bw_import_options){0, (bw_identity)below(4), below(2), below(2), below(2), 0, below(2), 0};
  else if (strcmp(type, "bw_column") == 0)
    fill_columns(rooms[i].columns, below(ROWS));
  rooms[i].size = (uint32_t)function->parameters[i].size;
  if (strcmp(type, "int64_t") == 0) rooms[i].numbers[0] = ids[0];
  if (strcmp(type, "bw_open_options") == 0) {
    rooms[i].options = default_options();
    rooms[i].options.busy_timeout = -1; // this one thread would wait for itself
    rooms[i].options.durability = BW_DURABILITY_NORMAL;
  }
  if (strcmp(type, "bw_text") == 0) rooms[i].texts[0] = names[0];
  if (function->parameters[i].may_be_null && strcmp(name, "options") != 0 && below(3) == 0)
    argument->pointer = NULL;
}

static void let_go(int type, void *handle) {
  if (type == 0 && bw_transaction_free(handle, NULL) == BW_ERROR_ARGUMENT)
    bw_store_close(handle, NULL);
  if (type == 1) bw_query_free(handle);
  if (type == 2) bw_result_free(handle);
  if (type == 3) bw_stream_free(handle);
  if (type == 4) bw_observer_free(handle);
  if (type == 5) bw_binding_free(handle);
  if (type == 6) bw_backup_free(handle);
}

// Reads to the end, or until the store was closed.
static void drain(struct ArrowArrayStream *stream) {
  struct ArrowArray batch;
  while (stream->get_next(stream, &batch) == 0 && batch.release != NULL) batch.release(&batch);
  stream->release(stream);
}

static const char *message_of(const struct function *function) {
  for (int i = 0; i < function->parameter_count; i++) {
    if (strcmp(function->parameters[i].type, "bw_error") == 0) return rooms[i].error.message;
  }
  return "no message";
}

static void call_at_random(void) {
  const struct function *function = &functions[below(function_count)];
  struct argument arguments[MOST_PARAMETERS];
  // Closing is rarer than using; otherwise no handles would remain.
  bool closes = strstr(function->name, "_close") || strstr(function->name, "_free");
  if (closes && below(4) != 0) return;
  for (int row = 0; row < ROWS; row++) {
    ids[row] = 1 + below(60);
    names[row] = TEXT(random_text());
  }
  memset(arguments, 0, sizeof(arguments));
  for (int i = 0; i < function->parameter_count; i++) fill(function, i, &arguments[i]);
  bw_status status = function->call(arguments);
  switch (status) {
  case BW_ERROR_INTERNAL:
  case BW_ERROR_CORRUPT:
  case BW_ERROR_IO:
  case BW_ERROR_FULL:
  case BW_ERROR_MEMORY:
  case BW_ERROR_FORKED:
  case BW_ERROR_NOT_A_STORE:
    FAIL("%s: %s: %s", function->name, bw_status_name(status), message_of(function));
  default:
    break;
  }
  if (status != BW_OK) return;
  for (int i = 0; i < function->parameter_count; i++) {
    if (function->parameters[i].kind == ARROW_OUT) drain(arguments[i].pointer);
    if (function->parameters[i].kind != HANDLE_OUT || arguments[i].pointer == NULL) continue;
    int type = type_number(function->parameters[i].type);
    void *handle;
    memcpy(&handle, arguments[i].pointer, sizeof(handle));
    let_go(type, atomic_exchange(&pool[type][below(POOL)], handle));
  }
}

static void let_all_go(void) {
  for (int type = 0; type < TYPES; type++) {
    for (int slot = 0; slot < POOL; slot++) let_go(type, atomic_exchange(&pool[type][slot], NULL));
  }
  if (file_exists(file_path())) check_store_from_outside(file_path());
}

static void call_much(uint64_t seed) {
  state = seed;
  CHECK(chdir(test_folder) == 0);
  for (int step = 0; step < 30000; step++) call_at_random();
  let_all_go();
}

TEST(random_calls_do_no_harm) {
  call_much(20261121);
}
TEST(random_calls_of_another_seed_do_no_harm) {
  call_much(7);
}
TEST(random_calls_of_a_third_seed_do_no_harm) {
  call_much(99991);
}

static pthread_barrier_t together;
static atomic_long calls;

static void *call_in_thread(void *seed) {
  enum { STEPS = 2000 };
  state = *(const uint64_t *)seed;
  pthread_barrier_wait(&together);
  for (int step = 0; step < STEPS; step++) call_at_random();
  atomic_fetch_add(&calls, STEPS);
  return NULL;
}

static void call_in_threads(uint64_t seed) {
  pthread_t threads[THREADS];
  uint64_t seeds[THREADS];
  CHECK(pthread_barrier_init(&together, NULL, THREADS) == 0);
  for (int i = 0; i < THREADS; i++) {
    seeds[i] = seed * THREADS + (uint64_t)i + 1;
    CHECK(pthread_create(&threads[i], NULL, call_in_thread, &seeds[i]) == 0);
  }
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  pthread_barrier_destroy(&together);
  let_all_go();
}

// Runs for BW_MISUSE_SECONDS, each round with seeds of its own.
TEST(random_calls_of_sixteen_threads_do_no_harm) {
  const char *text = getenv("BW_MISUSE_SECONDS");
  int64_t seconds = text != NULL ? atoll(text) : 0, start = now_milliseconds();
  uint64_t round = text != NULL ? (uint64_t)start : 1;
  CHECK(chdir(test_folder) == 0);
  if (seconds > 0) alarm((unsigned)seconds + 120);
  do {
    printf("    random calls: seed %llu\n", (unsigned long long)round);
    fflush(stdout);
    call_in_threads(round++);
  } while (now_milliseconds() - start < seconds * 1000);
  printf("    random calls: %ld of %d functions\n", atomic_load(&calls), function_count);
}
