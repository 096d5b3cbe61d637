// This file provides valid arguments for each function of the header; the misuse tests make them
// invalid.
#define _DEFAULT_SOURCE
#include "misuse.h"

#include <sys/mman.h>

// The document of an empty store.
static const char *document_path(void) {
  const char *path = in_folder("document");
  if (!file_exists(path)) OK(bw_store_export(world.empty, path, -1, &fault));
  return path;
}

// An empty store that no program has open.
static const char *backup_path(void) {
  const char *path = in_folder("old");
  if (!file_exists(path)) close_store(open_path(path));
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
  if (is(function, "bw_store_merge") && is(parameter, "other")) return world.empty;
  if (is(function, "bw_store_merge") && is(parameter, "base")) return world.transaction;
  if (is(type, "bw_store")) return world.store;
  if (is(function, "bw_query_observe") && is(type, "bw_query")) return world.limited;
  if (is(function, "bw_query_get_sort")) return world.sorted;
  if (is(type, "bw_query")) return world.query;
  if (is(type, "bw_observer")) return world.observer;
  bool of_draft = has(function, "_clear") || has(function, "_check") || has(function, "_save");
  if (is(function, "bw_binding_set_text")) return world.text_binding;
  if (is(function, "bw_binding_set_defaults")) return world.new_draft;
  if (is(type, "bw_binding")) return of_draft ? world.draft : world.binding;
  if (is(function, "bw_result_get_change")) return world.changes;
  if (is(type, "bw_stream")) return world.stream;
  if (is(type, "bw_backup")) return world.backup;
  if (is(type, "bw_result")) {
    if (has(function, "genre")) return world.genres;
    if (has(function, "quote")) return world.quotes;
    if (has(function, "reading")) return world.readings;
    if (has(function, "shelf")) return world.shelves;
    if (has(function, "statistics")) return world.statistics;
    if (has(function, "order")) return world.orders;
    if (has(function, "total")) return world.totals;
    if (has(function, "problem")) return world.problems;
    if (has(function, "import")) return world.imports;
    if (has(function, "source")) return world.sources;
    if (has(function, "fault") || is(function, "bw_result_get_error")) return world.faults;
    if (has(function, "difference")) return world.differences;
    if (has(function, "duplicate")) return world.duplicates;
    if (has(function, "completion")) return world.completions;
    if (has(function, "condition")) return world.conditions;
    if (is(function, "bw_result_get_step")) return world.steps;
    if (is(function, "bw_result_get_history")) return world.histories;
    return world.books;
  }
  FAIL("%s: no live handle is known for a %s", function, type);
}

static const char *text_for(const char *function, const char *parameter) {
  if (is(function, "bw_store_import")) return document_path();
  if (is(parameter, "backup")) return backup_path();
  if (has(function, "bw_store_export") || is(function, "bw_backup_new") ||
      is(function, "bw_store_copy") || is(function, "bw_store_restore"))
    return new_path();
  if (is(parameter, "path")) return ":memory:";
  if (is(parameter, "colour")) return "#123456";
  if (is(parameter, "currency")) return "EUR";
  if (is(parameter, "title")) return "Dune";
  if (is(parameter, "cursor")) return world.cursor;
  if (is(function, "bw_uuid_parse")) return "0198f0c2-7f1a-7c3e-9d42-5b6f1a2c3d4e";
  if (is(function, "bw_isbn_parse")) return "9780441172719";
  if (is(function, "bw_book_parse_status")) return "completed";
  if (is(function, "bw_field_parse") || is(function, "bw_binding_parse_field") ||
      is(function, "bw_binding_parse_change"))
    return "5";
  if (is(parameter, "text")) return "u";
  if (is(parameter, "scheme")) return "isbn";
  if (is(parameter, "role")) return "author";
  if (is(function, "bw_person_rename")) return is(parameter, "name") ? "Author" : "Writer";
  if (is(function, "bw_book_find_by_source")) return is(parameter, "source") ? "other" : "18";
  if (is(parameter, "source")) return "shop";
  if (is(parameter, "value")) return "0-441-17271-7";
  if (is(parameter, "line")) return "author:e dune";
  if (is(parameter, "words")) return "ho";
  if (is(parameter, "before") || is(parameter, "after")) return "*";
  if (is(function, "bw_genre_find")) return "Horror";
  if (is(function, "bw_genre_find_exact")) return "Horror";
  if (is(function, "bw_shelf_find")) return "good";
  if (is(parameter, "name")) return "New";
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
      {"entity", 1}, {"absent", 1},       {"since", 0},   {"amount", 1},       {"action", 0},
      {"take", 0},   {"preview", 1},      {"rule", 0},    {"table", 1},        {"receipt", 1},
      {"kind", 1},   {"place", 1},        {"extra", 0},
  };
  if (is(function, "bw_binding_open_constant_text") && is(parameter, "field")) return BW_BOOK_NOTES;
  if (has(function, "bw_binding") && is(parameter, "field")) return BW_BOOK_RATING;
  if (has(function, "bw_field_") && is(parameter, "field")) return BW_BOOK_YEAR;
  if (has(function, "_where_contains") && is(parameter, "field")) return BW_BOOK_TITLE;
  if (has(function, "_where_equals") && is(parameter, "field")) return BW_BOOK_TITLE;
  // The facets of this group have no names, so the name may be NULL.
  if (has(function, "_facet") && is(parameter, "group") && !has(function, "_list_"))
    return BW_GROUP_RATING;
  if (has(function, "_where_range") && is(parameter, "field")) return BW_BOOK_YEAR;
  if (has(function, "_where_absent") && is(parameter, "fields")) return BW_BOOK_YEAR;
  if (has(function, "_import_from") && is(parameter, "column_count")) return 3;
  if (is(parameter, "timeout") || is(parameter, "articles_last")) return 0;
  if (is(function, "bw_query_get_sort")) return 0;
  if (is(parameter, "byte_count")) return has(function, "_set_") ? (int64_t)picture_size : 1;
  if (is(parameter, "step")) return has(function, "redo") ? world.undone_step : world.step;
  if (is(function, "bw_book_merge") && is(parameter, "other")) return world.other_book;
  if (is(function, "bw_genre_merge") && is(parameter, "other")) return world.other_genre;
  if (is(function, "bw_binding_open_row_draft") && is(parameter, "entity")) return BW_ENTITY_QUOTE;
  if (is(parameter, "book")) return world.book;
  if (is(parameter, "genre")) return world.genre;
  if (is(parameter, "id") && has(function, "bw_genre")) return world.genre;
  if (is(parameter, "id") && has(function, "bw_quote")) return world.quote;
  if (is(parameter, "id") && has(function, "bw_reading")) return world.reading;
  if (is(parameter, "id") && has(function, "bw_shelf")) return world.shelf;
  if (is(parameter, "id") && has(function, "bw_order")) return 1;
  if (is(parameter, "id")) return world.book;
  for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
    if (is(parameter, numbers[i].parameter)) return numbers[i].number;
  }
  FAIL("%s: no number is known for %s", function, parameter);
}

static void *columns_of_a_change(int slot) {
  bw_column columns[2];
  for (int i = 0; i < 2; i++) {
    BW_INIT(columns[i]);
    columns[i].field = i == 0 ? BW_BOOK_ID : BW_BOOK_CREATED;
    columns[i].type = BW_COLUMN_INT64;
    columns[i].count = 1;
    columns[i].values = bytes_at_the_edge(slot + MOST_PARAMETERS, &world.book, sizeof(int64_t));
  }
  return bytes_at_the_edge(slot, columns, sizeof(columns));
}

static void *columns(int slot) {
  static const int64_t offsets[] = {0, 2};
  const bw_fields fields[] = {BW_BOOK_TITLE, BW_BOOK_AUTHOR, BW_BOOK_SOURCE_ID};
  bw_column columns[3];
  for (int i = 0; i < 3; i++) {
    BW_INIT(columns[i]);
    columns[i].field = fields[i];
    columns[i].type = BW_COLUMN_TEXT;
    columns[i].count = 1;
    columns[i].values = bytes_at_the_edge(slot + MOST_PARAMETERS, "x", 2);
    columns[i].offsets = offsets;
  }
  return bytes_at_the_edge(slot, columns, sizeof(columns));
}

static void *sized_in(int slot, const char *function, const char *type) {
  if (is(function, "bw_books_update_from_columns")) return columns_of_a_change(slot);
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
  if (is(type, "bw_error")) {
    bw_error error;
    BW_INIT(error);
    return bytes_at_the_edge(slot, &error, sizeof(error));
  }
  if (is(type, "bw_import_options")) {
    bw_import_options options;
    BW_INIT(options);
    return bytes_at_the_edge(slot, &options, sizeof(options));
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
  if (is(type, "bw_value")) {
    bw_value value;
    BW_INIT(value);
    value.kind = BW_VALUE_INTEGER;
    value.number = has(function, "bw_binding") ? 4 : 1965;
    return bytes_at_the_edge(slot, &value, sizeof(value));
  }
  if (is(type, "bw_quote")) {
    bw_quote quote = new_quote();
    return bytes_at_the_edge(slot, &quote, sizeof(quote));
  }
  if (is(type, "bw_cover")) {
    bw_cover cover;
    BW_INIT(cover);
    OK(bw_book_get_cover(world.store, world.book, &cover, &fault));
    return bytes_at_the_edge(slot, &cover, sizeof(cover));
  }
  if (is(type, "bw_page")) {
    bw_page page;
    BW_INIT(page);
    return bytes_at_the_edge(slot, &page, sizeof(page));
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
  if (is(parameter, "bytes")) return bytes_at_the_edge(slot, picture, picture_size);
  int64_t *id = at_the_edge(slot, sizeof(int64_t));
  if (!is(type, "int64_t")) FAIL("%s: no %s is known that it takes", function, type);
  *id = genre ? world.genre : world.book;
  return id;
}

static void only_title_and_author(struct ArrowArray *batch) {
  batch->length = 1;
}

struct ArrowArrayStream new_arrow_stream(const char *function) {
  static _Thread_local struct producer producers[64];
  static _Thread_local int next;
  struct producer *producer = &producers[next++ % 64];
  prepare_producer(producer);
  static const int64_t first[] = {0, 1};
  static struct given id = {"id", "l", 1, 0, 1, 2, 0, {NULL, first}, NULL, NULL};
  static _Thread_local struct given source_id;
  source_id = *producer->columns[0];
  source_id.name = "source_id";
  producer->columns[2] = has(function, "_update_")   ? &id
                         : has(function, "_import_") ? &source_id
                                                     : NULL;
  producer->columns[3] = NULL;
  producer->batches = 1;
  producer->spoil_batch = only_title_and_author;
  return produce(producer);
}

void prepare_arguments(const struct function *function, struct argument *arguments) {
  for (int i = 0; i < function->parameter_count; i++) {
    const char *name = function->parameters[i].name, *type = function->parameters[i].type;
    size_t size = function->parameters[i].size;
    struct argument *argument = &arguments[i];
    *argument = (struct argument){NULL, 0, 0};
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
    case SIZED_IN_OUT:
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
      struct ArrowArrayStream stream = new_arrow_stream(function->name);
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
    case DOUBLE:
      argument->real = is(name, "best") || is(name, "maximum") ? 5 : 4.25;
      break;
    }
  }
}

size_t first_size(const char *type, size_t size) {
  // Structs that have grown since the first header, with the first member that was added.
  static const struct {
    const char *type;
    size_t size;
  } grown[] = {
      {"bw_book", offsetof(bw_book, add_genres)},
      {"bw_change", offsetof(bw_change, step)},
      {"bw_error", offsetof(bw_error, sqlstate)},
      {"bw_fault", offsetof(bw_fault, reason)},
      {"bw_import_options", offsetof(bw_import_options, complete)},
      {"bw_import_row", offsetof(bw_import_row, source_id)},
      {"bw_open_options", offsetof(bw_open_options, undo_file_limit)},
      {"bw_order", offsetof(bw_order, fields)},
      {"bw_undo_info", offsetof(bw_undo_info, file)},
      {"bw_undo_step", offsetof(bw_undo_step, step)},
  };
  for (size_t i = 0; i < sizeof(grown) / sizeof(grown[0]); i++) {
    if (is(type, grown[i].type)) return grown[i].size;
  }
  return size;
}
