// Arguments with which each function of the header succeeds, for the misuse tests to spoil one of.
#define _DEFAULT_SOURCE
#include "misuse.h"

#include <sys/mman.h>

// The document of a store that has nothing.
static const char *document_path(void) {
  const char *path = in_folder("document");
  if (!file_exists(path)) OK(bw_store_export(world.empty, path, -1, &fault));
  return path;
}

void *at_the_edge(int slot, size_t size) {
  enum { REACH = 1 << 17, PAGE = 1 << 16 };
  static char *edges[2 * MOST_PARAMETERS];
  if (edges[slot] == NULL) {
    char *memory =
        mmap(NULL, REACH + PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED || mprotect(memory + REACH, PAGE, PROT_NONE) != 0) FAIL("no memory");
    edges[slot] = memory + REACH;
  }
  memset(edges[slot] - REACH, 0, REACH);
  return edges[slot] - size;
}

static void *bytes_at_the_edge(int slot, const void *data, size_t size) {
  return memcpy(at_the_edge(slot, size), data, size);
}

static bool is(const char *one, const char *other) {
  return strcmp(one, other) == 0;
}

static bool has(const char *name, const char *part) {
  return strstr(name, part) != NULL;
}

static void *handle_for(const char *function, const char *parameter, const char *type) {
  if (is(parameter, "transaction")) return world.transaction;
  if (is(function, "bw_store_import")) return world.empty;
  if (is(type, "bw_store")) return world.store;
  if (is(function, "bw_query_observe") && is(type, "bw_query")) return world.limited;
  if (is(type, "bw_query")) return world.query;
  if (is(type, "bw_observer")) return world.observer;
  if (is(type, "bw_binding")) return world.binding;
  if (is(function, "bw_result_get_change")) return world.changes;
  if (is(type, "bw_stream")) return world.stream;
  if (is(type, "bw_backup")) return world.backup;
  if (is(type, "bw_result")) {
    if (has(function, "genre")) return world.genres;
    if (has(function, "quote")) return world.quotes;
    if (has(function, "reading")) return world.readings;
    if (has(function, "statistics")) return world.statistics;
    if (has(function, "order")) return world.orders;
    if (has(function, "total")) return world.totals;
    if (has(function, "problem")) return world.problems;
    return world.books;
  }
  FAIL("%s: no live handle is known for a %s", function, type);
}

static const char *text_for(const char *function, const char *parameter) {
  if (is(function, "bw_store_import")) return document_path();
  if (is(function, "bw_store_export") || is(function, "bw_backup_new")) return new_path();
  if (is(parameter, "path")) return ":memory:";
  if (is(parameter, "colour")) return "#123456";
  if (is(parameter, "currency")) return "EUR";
  if (is(parameter, "cursor")) return world.cursor;
  if (is(function, "bw_uuid_parse")) return "0198f0c2-7f1a-7c3e-9d42-5b6f1a2c3d4e";
  if (is(parameter, "text")) return "u";
  if (is(parameter, "line")) return "author:e dune";
  if (is(parameter, "before") || is(parameter, "after")) return "*";
  if (is(parameter, "name")) return is(function, "bw_genre_find") ? "Horror" : "New";
  FAIL("%s: no text is known for %s", function, parameter);
}

static int64_t number_for(const char *function, const char *parameter) {
  static const struct {
    const char *parameter;
    int64_t number;
  } numbers[] = {
      {"row", 0},    {"max_rows", 1},     {"limit", 1},   {"offset", 1},       {"from", 0},
      {"until", 9},  {"rating", 3},       {"minimum", 1}, {"maximum", 5},      {"favourite", 1},
      {"clear", 0},  {"or_not_rated", 0}, {"fields", 0},  {"date", 20260101},  {"first", 20260101},
      {"status", 1}, {"last", 20260102},  {"mode", 0},    {"match", 0},        {"key", 0},
      {"field", 1},  {"direction", 0},    {"count", 1},   {"column_count", 2}, {"group", 0},
      {"after", 0},  {"quantity", 1},     {"style", 0},   {"language", 0},     {"rgb", 0},
      {"other", 0},  {"number", 1},       {"times", 1},   {"pages", 1},        {"redo", 0},
      {"entity", 1},
  };
  if (has(function, "bw_binding") && is(parameter, "field")) return BW_BOOK_RATING;
  if (has(function, "_where_contains") && is(parameter, "field")) return BW_BOOK_TITLE;
  if (has(function, "_where_range") && is(parameter, "field")) return BW_BOOK_YEAR;
  if (is(parameter, "timeout")) return 0;
  if (is(parameter, "book")) return world.book;
  if (is(parameter, "genre")) return world.genre;
  if (is(parameter, "id") && has(function, "bw_genre")) return world.genre;
  if (is(parameter, "id") && has(function, "bw_quote")) return world.quote;
  if (is(parameter, "id") && has(function, "bw_reading")) return world.reading;
  if (is(parameter, "id") && has(function, "bw_order")) return 1;
  if (is(parameter, "id")) return world.book;
  for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
    if (is(parameter, numbers[i].parameter)) return numbers[i].number;
  }
  FAIL("%s: no number is known for %s", function, parameter);
}

static void *columns(int slot) {
  static const int64_t offsets[] = {0, 2};
  bw_column columns[2];
  for (int i = 0; i < 2; i++) {
    BW_INIT(columns[i]);
    columns[i].field = i == 0 ? BW_BOOK_TITLE : BW_BOOK_AUTHOR;
    columns[i].type = BW_COLUMN_TEXT;
    columns[i].count = 1;
    columns[i].values = bytes_at_the_edge(slot + MOST_PARAMETERS, "x", 2);
    columns[i].offsets = offsets;
  }
  return bytes_at_the_edge(slot, columns, sizeof(columns));
}

static void *sized_in(int slot, const char *function, const char *type) {
  if (is(type, "bw_column")) return columns(slot);
  if (is(type, "bw_open_options")) {
    bw_open_options options = default_options();
    return bytes_at_the_edge(slot, &options, sizeof(options));
  }
  if (is(type, "bw_book")) {
    bw_book book = new_book("Title", "Author");
    if (has(function, "bw_binding")) book.fields = BW_BOOK_RATING;
    return bytes_at_the_edge(slot, &book, sizeof(book));
  }
  if (is(type, "bw_star_control")) {
    bw_star_control control;
    BW_INIT(control);
    OK(bw_star_control_get_defaults(&control, &fault));
    return bytes_at_the_edge(slot, &control, sizeof(control));
  }
  if (is(type, "bw_stepper")) {
    bw_stepper stepper;
    BW_INIT(stepper);
    OK(bw_stepper_get_defaults(&stepper, &fault));
    return bytes_at_the_edge(slot, &stepper, sizeof(stepper));
  }
  if (is(type, "bw_quote")) {
    bw_quote quote = new_quote();
    return bytes_at_the_edge(slot, &quote, sizeof(quote));
  }
  if (is(type, "bw_reading")) {
    bw_reading reading;
    BW_INIT(reading);
    return bytes_at_the_edge(slot, &reading, sizeof(reading));
  }
  FAIL("%s: no %s is known that it takes", function, type);
}

static void *plain_in(int slot, const char *function, const char *parameter, const char *type) {
  bw_text text = TEXT("Horror");
  if (is(type, "bw_text")) return bytes_at_the_edge(slot, &text, sizeof(text));
  if (is(type, "bw_uuid")) return bytes_at_the_edge(slot, &world.global_id, sizeof(bw_uuid));
  bool genre = is(parameter, "genres") || (is(parameter, "ids") && has(function, "bw_genre"));
  int64_t *id = at_the_edge(slot, sizeof(int64_t));
  if (!is(type, "int64_t")) FAIL("%s: no %s is known that it takes", function, type);
  *id = genre ? world.genre : world.book;
  return id;
}

static void only_title_and_author(struct ArrowArray *batch) {
  batch->length = 1;
}

struct ArrowArrayStream new_arrow_stream(void) {
  static struct producer producers[64];
  static int next;
  struct producer *producer = &producers[next++ % 64];
  prepare_producer(producer);
  producer->columns[2] = NULL;
  producer->batches = 1;
  producer->spoil_batch = only_title_and_author;
  return produce(producer);
}

void prepare_arguments(const struct function *function, struct argument *arguments) {
  for (int i = 0; i < function->parameter_count; i++) {
    const char *name = function->parameters[i].name, *type = function->parameters[i].type;
    size_t size = function->parameters[i].size;
    struct argument *argument = &arguments[i];
    *argument = (struct argument){NULL, 0};
    switch (function->parameters[i].kind) {
    case NO_PARAMETER:
      FAIL("%s: a parameter without a kind", function->name);
    case HANDLE:
      argument->pointer = handle_for(function->name, name, type);
      break;
    case TEXT: {
      const char *text = text_for(function->name, name);
      argument->pointer = bytes_at_the_edge(i, text, strlen(text));
      break;
    }
    case LENGTH: {
      const char *text = text_for(function->name, function->parameters[i - 1].name);
      argument->number = (int64_t)strlen(text);
      break;
    }
    case SIZED_IN:
      argument->pointer = sized_in(i, function->name, type);
      break;
    case PLAIN_IN:
      argument->pointer = plain_in(i, function->name, name, type);
      break;
    case ERROR:
    case SIZED_OUT: {
      uint32_t bytes_of_it = (uint32_t)size;
      argument->pointer = at_the_edge(i, size);
      memset(argument->pointer, 0x5A, size);
      memcpy(argument->pointer, &bytes_of_it, sizeof(bytes_of_it));
      break;
    }
    case ARROW_IN: {
      struct ArrowArrayStream stream = new_arrow_stream();
      argument->pointer = bytes_at_the_edge(i, &stream, sizeof(stream));
      break;
    }
    case ARROW_OUT:
    case PLAIN_OUT:
    case HANDLE_OUT:
      argument->pointer = memset(at_the_edge(i, size), 0x5A, size);
      break;
    case COUNT:
    case INT64:
    case INT32:
    case UINT32:
    case FIELDS:
    case ENUM:
      argument->number = number_for(function->name, name);
      break;
    }
  }
}

size_t first_size(const char *type, size_t size) {
  // Those that have grown since 2.0, by their last member of then.
  static const struct {
    const char *type;
    size_t size;
  } grown[] = {
      {"bw_error", sizeof(bw_error)},
  };
  for (size_t i = 0; i < sizeof(grown) / sizeof(grown[0]); i++) {
    if (is(type, grown[i].type)) return grown[i].size;
  }
  return size;
}

// What the header says of NULL. A function that is not here takes none but for its error.
bool may_be_null(const struct function *function, int parameter) {
  static const struct {
    const char *function, *parameter;
  } allowed[] = {
      {"bw_store_open", "options"},
      {"bw_store_close", "store"},
      {"bw_transaction_free", "transaction"},
      {"bw_query_free", "query"},
      {"bw_result_free", "result"},
      {"bw_stream_free", "stream"},
      {"bw_observer_free", "observer"},
      {"bw_binding_free", "binding"},
      {"bw_backup_step", "progress"},
      {"bw_backup_free", "backup"},
      {"bw_book_toggle_favourite", "favourite"},
      {"bw_books_delete", "deleted"},
      {"bw_book_add_genre", "changed"},
      {"bw_book_remove_genre", "changed"},
      {"bw_book_toggle_genre", "added"},
      {"bw_books_add_genres", "added"},
      {"bw_genre_create", "colour"},
      {"bw_genre_find_or_create", "created"},
      {"bw_genres_find_or_create", "created"},
      {"bw_genres_delete", "deleted"},
      {"bw_genres_create_standard", "created"},
      {"bw_stepper_step", "moved"},
      {"bw_store_open_preview", "options"},
      {"bw_store_undo", "info"},
      {"bw_store_redo", "info"},
      {"bw_query_set_after", "cursor"},
      {"bw_store_get_statistics", "query"},
      {"bw_store_list_statistics", "query"},
      {"bw_query_delete_books", "deleted"},
      {"bw_query_rate_books", "changed"},
      {"bw_query_add_genre_to_books", "changed"},
  };
  enum kind kind = function->parameters[parameter].kind;
  const char *name = function->parameters[parameter].name;
  if (kind == ERROR) return true;
  // An id that is an output, of every function.
  if ((kind == PLAIN_OUT || kind == HANDLE_OUT) && (is(name, "id") || is(name, "ids"))) return true;
  for (size_t i = 0; i < sizeof(allowed) / sizeof(allowed[0]); i++) {
    if (is(function->name, allowed[i].function) && is(name, allowed[i].parameter)) return true;
  }
  return false;
}
