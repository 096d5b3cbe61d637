// This target reads books from an Arrow stream whose columns, types, counts, offsets and contents
// come from the input. The buffers are as long as the arrays say, as Arrow requires; everything
// else may be wrong.
#include "fuzz.h"

#include <string.h>

enum { MOST_COLUMNS = 10, MOST_BUFFERS = 3 };

static const char *const names[] = {"title",
                                    "author",
                                    "synopsis",
                                    "review",
                                    "rating",
                                    "favourite",
                                    "status",
                                    "series",
                                    "series_number",
                                    "year",
                                    "created",
                                    "started",
                                    "price",
                                    "currency",
                                    "genres",
                                    "genre_names",
                                    "pages",
                                    "language",
                                    "id",
                                    "identifier_schemes",
                                    "identifier_values",
                                    "no such field",
                                    ""};
static const char *const formats[] = {"u",    "U", "+l", "+L", "b",  "c", "C",   "s",
                                      "i",    "I", "l",  "L",  "f",  "g", "tdD", "tsm:UTC",
                                      "tsu:", "n", "z",  "",   "+s", "vu"};
#define COUNT(array) (sizeof array / sizeof *array)

struct column {
  const char *name, *format, *item; // item: of a list
  bool has_dictionary;
};

static struct input input;
static struct column columns[MOST_COLUMNS];
static int column_count, batches;
// The memory that was given out and not yet released.
static int given_out;

static bool once_in(int times) {
  return next_byte(&input) % times == 1;
}

// MARK: Schemas

static void release_schema(struct ArrowSchema *schema) {
  for (int64_t i = 0; i < (int64_t)(intptr_t)schema->private_data; i++) {
    if (schema->children[i]->release) schema->children[i]->release(schema->children[i]);
    free(schema->children[i]);
  }
  free(schema->children);
  if (schema->dictionary) {
    if (schema->dictionary->release) schema->dictionary->release(schema->dictionary);
    free(schema->dictionary);
  }
  schema->release = NULL;
  given_out--;
}

static void make_schema(struct ArrowSchema *made, const char *name, const char *format,
                        int children) {
  *made = (struct ArrowSchema){.name = name, .format = format, .flags = 2};
  made->release = release_schema;
  made->children = calloc((size_t)children + 1, sizeof *made->children);
  made->n_children = children;
  made->private_data = (void *)(intptr_t)children;
  for (int i = 0; i < children; i++) made->children[i] = calloc(1, sizeof *made);
  given_out++;
}

static int get_schema(struct ArrowArrayStream *stream, struct ArrowSchema *made) {
  (void)stream;
  if (once_in(60)) return 5;
  make_schema(made, "", once_in(60) ? "u" : "+s", column_count);
  for (int i = 0; i < column_count; i++) {
    const struct column *column = &columns[i];
    make_schema(made->children[i], column->name, column->has_dictionary ? "i" : column->format,
                column->item ? 1 : 0);
    if (column->item) make_schema(made->children[i]->children[0], "item", column->item, 0);
    if (!column->has_dictionary) continue;
    made->children[i]->dictionary = calloc(1, sizeof *made);
    make_schema(made->children[i]->dictionary, "", "u", 0);
  }
  if (once_in(60)) made->n_children--;
  return 0;
}

// MARK: Arrays

struct owned {
  void *buffers[MOST_BUFFERS];
  int64_t children;
};

static void release_array(struct ArrowArray *array) {
  struct owned *owned = array->private_data;
  for (int i = 0; i < MOST_BUFFERS; i++) free(owned->buffers[i]);
  for (int64_t i = 0; i < owned->children; i++) {
    if (array->children[i]->release) array->children[i]->release(array->children[i]);
    free(array->children[i]);
  }
  if (array->dictionary) {
    if (array->dictionary->release) array->dictionary->release(array->dictionary);
    free(array->dictionary);
  }
  free(array->children);
  free(array->buffers);
  free(owned);
  array->release = NULL;
  given_out--;
}

static void *new_buffer(struct ArrowArray *array, int place, int64_t size) {
  struct owned *owned = array->private_data;
  uint8_t *made = malloc((size_t)size + 1);
  for (int64_t i = 0; i < size; i++) made[i] = input.left > 0 ? next_byte(&input) : 'a';
  owned->buffers[place] = made;
  array->buffers[place] = made;
  return made;
}

static int64_t width_of(const char *format) {
  if (strchr("cC", format[0])) return 1;
  if (strcmp(format, "s") == 0) return 2;
  if (strcmp(format, "tdD") == 0 || strchr("iIf", format[0])) return 4;
  return strcmp(format, "vu") == 0 ? 16 : 8;
}

// Offsets that end with the length of the contents; the others may be anything.
static int64_t make_offsets(struct ArrowArray *array, int64_t rows, bool is_wide) {
  int64_t end = 0;
  uint8_t *offsets = new_buffer(array, 1, (rows + 1) * (is_wide ? 8 : 4));
  for (int64_t i = 0; i <= rows; i++) {
    int64_t offset = end;
    if (i < rows && once_in(50))
      offset = (int64_t)(int32_t)next_number(&input) << (is_wide ? 16 : 0);
    int32_t narrow = (int32_t)offset;
    if (is_wide) {
      memcpy(offsets + i * 8, &offset, 8);
    } else {
      memcpy(offsets + i * 4, &narrow, 4);
    }
    if (i < rows - 1) end += next_byte(&input) % 9;
  }
  return end;
}

static void spoil(struct ArrowArray *array) {
  switch (next_byte(&input)) {
  case 255:
    array->length = -1;
    break;
  case 254:
    array->offset = -1;
    break;
  case 253:
    array->length = INT64_MAX;
    break;
  case 252:
    array->offset = INT64_MAX;
    break;
  case 251:
    array->n_buffers--;
    break;
  case 250:
    array->null_count = INT64_MIN;
    break;
  case 249:
    array->n_children = array->n_children ? 0 : -1;
    break;
  case 248:
    array->buffers[1] = NULL;
    break;
  default:
    break;
  }
}

static void make_array(struct ArrowArray *made, const char *format, const char *item,
                       int64_t length) {
  struct owned *owned = calloc(1, sizeof *owned);
  *made = (struct ArrowArray){.length = length, .release = release_array, .private_data = owned};
  given_out++;
  made->offset = once_in(4) ? next_byte(&input) % 3 : 0;
  made->null_count = once_in(3) ? -1 : 0;
  made->buffers = calloc(MOST_BUFFERS, sizeof *made->buffers);
  made->n_buffers = 2;
  int64_t rows = length + made->offset;
  bool is_text = strchr("uUz", format[0]) && format[0], is_list = item != NULL;
  if (once_in(4)) new_buffer(made, 0, (rows + 7) / 8);
  if (strcmp(format, "n") == 0) {
    made->n_buffers = 0;
  } else if (is_text || is_list) {
    int64_t end = make_offsets(made, rows, format[0] == 'U' || format[1] == 'L');
    if (is_text) {
      new_buffer(made, 2, end);
      made->n_buffers = 3;
    } else {
      made->children = calloc(1, sizeof *made->children);
      made->children[0] = calloc(1, sizeof *made);
      made->n_children = owned->children = 1;
      make_array(made->children[0], item, NULL, end);
    }
  } else if (strcmp(format, "vu") == 0) {
    // Short texts are stored inline; a long one would need buffers that do not exist.
    uint8_t *views = new_buffer(made, 1, rows * 16);
    for (int64_t i = 0; i < rows; i++) {
      int32_t size = views[i * 16] % 14;
      memcpy(views + i * 16, &size, 4);
    }
    new_buffer(made, 2, 0);
    made->n_buffers = 3;
  } else {
    new_buffer(made, 1, strcmp(format, "b") == 0 ? (rows + 7) / 8 : rows * width_of(format));
  }
  spoil(made);
}

static int get_next(struct ArrowArrayStream *stream, struct ArrowArray *made) {
  (void)stream;
  *made = (struct ArrowArray){0};
  if (batches-- <= 0) return 0;
  if (once_in(60)) return 12;
  int64_t length = next_byte(&input) % 6;
  struct owned *owned = calloc(1, sizeof *owned);
  *made = (struct ArrowArray){.length = length, .release = release_array, .private_data = owned};
  given_out++;
  made->n_buffers = 1;
  made->buffers = calloc(MOST_BUFFERS, sizeof *made->buffers);
  made->children = calloc((size_t)column_count, sizeof *made->children);
  made->n_children = owned->children = column_count;
  for (int i = 0; i < column_count; i++) {
    made->children[i] = calloc(1, sizeof *made);
    const struct column *column = &columns[i];
    make_array(made->children[i], column->has_dictionary ? "i" : column->format, column->item,
               length);
    if (!column->has_dictionary) continue;
    made->children[i]->dictionary = calloc(1, sizeof *made);
    make_array(made->children[i]->dictionary, "u", NULL, next_byte(&input) % 5);
  }
  spoil(made);
  return 0;
}

static const char *get_last_error(struct ArrowArrayStream *stream) {
  (void)stream;
  return once_in(2) ? NULL : "\xFF no more";
}

static void release_stream(struct ArrowArrayStream *stream) {
  stream->release = NULL;
  given_out--;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static bw_store *store;
  if (!store) store = open_empty();
  input = (struct input){data, size};
  batches = next_byte(&input) % 4;
  column_count = 2 + next_byte(&input) % (MOST_COLUMNS - 2);
  for (int i = 0; i < column_count; i++) {
    struct column *column = &columns[i];
    *column = (struct column){.name = names[i < 2 ? (size_t)i : next_byte(&input) % COUNT(names)],
                              .format = formats[next_byte(&input) % COUNT(formats)]};
    if (i < 2 && !once_in(4)) column->format = "u";
    if (strcmp(column->format, "+l") == 0 || strcmp(column->format, "+L") == 0) {
      column->item = once_in(2) ? "l" : "u";
    } else {
      column->has_dictionary = once_in(8);
    }
  }
  struct ArrowArrayStream stream = {get_schema, get_next, get_last_error, release_stream, NULL};
  given_out = 1;
  int64_t had = count_books(store), made = 0;
  bw_result *ids;
  if (MAY(bw_books_create_from_arrow(store, &stream, &ids, &error))) {
    MUST(bw_result_count(ids, &made, &error));
    MUST(bw_result_free(ids));
  }
  if (stream.release || given_out != 0) FAIL("%d of the stream's are not released", given_out);
  int64_t has = count_books(store);
  if (has != had + made)
    FAIL("%lld books were made of %lld", (long long)(has - had), (long long)made);
  if (has > 300) {
    check_store(store);
    MUST(bw_store_close(store, &error));
    store = NULL;
  }
  return 0;
}
