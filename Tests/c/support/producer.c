// This file produces Arrow streams for tests. Every struct has its own memory, so that a memory
// checker detects any use after release.
#include "arrow.h"

#include <errno.h>

static struct producer *producer_of(const void *private_data) {
  struct producer *producer;
  memcpy(&producer, private_data, sizeof(struct producer *));
  return producer;
}

// The private data of a base struct: its producer, followed by its children.
struct tree {
  struct producer *producer;
  union node {
    struct ArrowSchema schema;
    struct ArrowArray array;
  } nodes[3 * MOST_GIVEN];
  void *pointers[MOST_GIVEN + 3 * MOST_GIVEN];
  int used, used_pointers;
};

static union node *new_node(struct tree *tree) {
  return &tree->nodes[tree->used++];
}

static void **new_pointers(struct tree *tree, int count) {
  void **pointers = &tree->pointers[tree->used_pointers];
  tree->used_pointers += count;
  return pointers;
}

static struct tree *new_tree(struct producer *producer) {
  struct tree *tree = calloc(1, sizeof(*tree));
  CHECK(tree != NULL);
  tree->producer = producer;
  return tree;
}

// A consumer releases the whole struct that it got, and never a part that it has not moved out.
static void refuse_schema(struct ArrowSchema *schema) {
  FAIL("a part of a schema was released: %s", schema->name);
}

static void refuse_array(struct ArrowArray *array) {
  FAIL("a part of a batch was released, of the length %lld", (long long)array->length);
}

static void release_schema(struct ArrowSchema *schema) {
  CHECK(schema->release == release_schema);
  producer_of(schema->private_data)->schemas_released++;
  free(schema->private_data);
  schema->release = NULL;
}

static void release_array(struct ArrowArray *array) {
  CHECK(array->release == release_array);
  producer_of(array->private_data)->arrays_released++;
  free(array->private_data);
  array->release = NULL;
}

static void set_schema(struct ArrowSchema *schema, const struct given *given, struct tree *tree) {
  *schema = (struct ArrowSchema){.format = given->format, .name = given->name};
  schema->release = refuse_schema;
  schema->flags = ARROW_FLAG_NULLABLE;
  if (given->item != NULL) {
    struct ArrowSchema *item = &new_node(tree)->schema;
    schema->n_children = 1;
    schema->children = (struct ArrowSchema **)new_pointers(tree, 1);
    schema->children[0] = item;
    set_schema(item, given->item, tree);
  }
  if (given->dictionary != NULL) {
    schema->dictionary = &new_node(tree)->schema;
    set_schema(schema->dictionary, given->dictionary, tree);
  }
}

static void set_array(struct ArrowArray *array, const struct given *given, struct tree *tree) {
  *array = (struct ArrowArray){.length = given->length,
                               .null_count = given->null_count,
                               .offset = given->offset,
                               .n_buffers = given->n_buffers,
                               .n_children = given->n_children};
  array->buffers = (const void **)(uintptr_t)given->buffers;
  array->release = refuse_array;
  if (given->item != NULL) {
    struct ArrowArray *item = &new_node(tree)->array;
    array->children = (struct ArrowArray **)new_pointers(tree, 1);
    array->children[0] = item;
    set_array(item, given->item, tree);
  }
  if (given->dictionary != NULL) {
    array->dictionary = &new_node(tree)->array;
    set_array(array->dictionary, given->dictionary, tree);
  }
}

static int count_columns(const struct producer *producer) {
  int count = 0;
  while (count < MOST_GIVEN && producer->columns[count] != NULL) count++;
  return count;
}

static int get_schema(struct ArrowArrayStream *stream, struct ArrowSchema *out) {
  struct producer *producer = stream->private_data;
  int count = count_columns(producer);
  if (producer->schema_error != 0) {
    // After a failed call, nobody may use the output.
    memset(out, 0x5A, sizeof(*out));
    return producer->schema_error;
  }
  struct tree *tree = new_tree(producer);
  set_schema(out, &producer->root, tree);
  out->release = release_schema;
  out->private_data = tree;
  out->n_children = count;
  out->children = (struct ArrowSchema **)new_pointers(tree, count);
  for (int i = 0; i < count; i++) {
    out->children[i] = &new_node(tree)->schema;
    set_schema(out->children[i], producer->columns[i], tree);
  }
  producer->schemas++;
  if (producer->spoil_schema != NULL) producer->spoil_schema(out);
  return 0;
}

static int get_next(struct ArrowArrayStream *stream, struct ArrowArray *out) {
  struct producer *producer = stream->private_data;
  int error = producer->before_batch == NULL ? 0 : producer->before_batch(producer);
  if (error != 0) {
    memset(out, 0x5A, sizeof(*out));
    return error;
  }
  if (producer->arrays == producer->batches) {
    *out = (struct ArrowArray){.length = -77};
    return 0;
  }
  struct tree *tree = new_tree(producer);
  set_array(out, &producer->root, tree);
  out->release = release_array;
  out->private_data = tree;
  out->n_children = count_columns(producer);
  out->children = (struct ArrowArray **)new_pointers(tree, (int)out->n_children);
  for (int i = 0; i < (int)out->n_children; i++) {
    out->children[i] = &new_node(tree)->array;
    set_array(out->children[i], producer->columns[i], tree);
  }
  producer->arrays++;
  if (producer->spoil_batch != NULL) producer->spoil_batch(out);
  return 0;
}

static const char *get_last_error(struct ArrowArrayStream *stream) {
  return ((struct producer *)stream->private_data)->words;
}

static void release(struct ArrowArrayStream *stream) {
  struct producer *producer = stream->private_data;
  producer->released++;
  stream->release = NULL;
}

struct ArrowArrayStream produce(struct producer *producer) {
  return (struct ArrowArrayStream){.get_schema = get_schema,
                                   .get_next = get_next,
                                   .get_last_error = get_last_error,
                                   .release = release,
                                   .private_data = producer};
}

void check_all_released(const struct producer *producer, const struct ArrowArrayStream *stream) {
  CHECK(stream->release == NULL);
  CHECK_INT(producer->released, 1);
  CHECK_INT(producer->schemas_released, producer->schemas);
  CHECK_INT(producer->arrays_released, producer->arrays);
}

// Three books, after a first row that the offsets of the columns skip.

static const uint8_t all_present[] = {0xFF}, last_absent[] = {0x07};
static const int32_t ends[] = {0, 1, 5, 9, 15}, list_ends[] = {0, 0, 2, 2, 3};
static const int64_t long_ends[] = {0, 1, 1, 3, 6};
static const int64_t numbers[] = {9, 1, 2, 3};
static const int8_t indexes[] = {9, 2, 0, 2};
static const char long_text[] = "a text of more than twelve bytes";
static const int64_t view_sizes[] = {sizeof(long_text) - 1};

struct view {
  int32_t length;
  union {
    char inlined[12];
    struct {
      char prefix[4];
      int32_t index, offset;
    } at;
  } text;
};
static const struct view views[] = {
    {0, {"?"}},
    {3, {"abc"}},
    {30, {.at = {"text", 0, 2}}},
    {12, {"exactly 12 b"}},
};

static const struct given
    title = {"title", "u", 3, 0, 1, 3, 0, {NULL, ends, "xDuneEmmaQB VII"}, NULL, NULL},
    author = {"author", "vu", 3, 0, 1, 4, 0, {all_present, views, long_text, view_sizes},
              NULL,     NULL},
    rating = {"rating", "l", 3, 1, 1, 2, 0, {last_absent, numbers}, NULL, NULL},
    review = {"review", "U", 3, 0, 1, 3, 0, {NULL, long_ends, "xyzabc"}, NULL, NULL},
    status = {"status", "c", 3, 0, 1, 2, 0, {NULL, indexes}, NULL, NULL},
    names = {"",   "u", 3, -1,
             0,    3,   0, {NULL, (const int32_t[]){0, 8, 15, 24}, "on-shelfunknowncompleted"},
             NULL, NULL},
    genres = {"genre_names", "+l", 3, 0, 1, 2, 1, {NULL, list_ends}, NULL, NULL},
    genre = {"item", "u", 3, 0,
             1,      3,   0, {NULL, (const int32_t[]){0, 1, 7, 13, 17}, "xHorrorPoetryKids"},
             NULL,   NULL};

void prepare_producer(struct producer *producer) {
  static struct given columns[8];
  const struct given *const from[8] = {&title,  &author, &rating, &review,
                                       &status, &genres, &names,  &genre};
  for (int i = 0; i < 8; i++) columns[i] = *from[i];
  *producer = (struct producer){.batches = 2};
  producer->root = (struct given){.name = "", .format = "+s", .length = 3, .n_buffers = 1};
  for (int i = 0; i < 6; i++) producer->columns[i] = &columns[i];
  columns[4].dictionary = &columns[6];
  columns[5].item = &columns[7];
}
