// These tests use Arrow streams with every false statement that the format can reveal. Each is
// refused with a clear error, nothing is written, and everything returns to the producer exactly
// once.
#include "support/arrow.h"

// The columns of the stream that prepare_producer() makes.
enum { TITLE, AUTHOR, RATING, REVIEW, STATUS, GENRES };

typedef void spoil_schema(struct ArrowSchema *schema);
typedef void spoil_batch(struct ArrowArray *batch);

// Each lie changes one thing in a correct stream. `s` is the schema, `b` the batch.
#define SCHEMA(name, change) \
  static void schema_##name(struct ArrowSchema *s) { \
    struct ArrowSchema **c = s->children; \
    (void)c; \
    change; \
  }
#define BATCH(name, change) \
  static void batch_##name(struct ArrowArray *b) { \
    struct ArrowArray **c = b->children; \
    (void)c; \
    change; \
  }

SCHEMA(no_format, s->format = NULL)
SCHEMA(other_root, s->format = "u")
SCHEMA(negative_children, s->n_children = -1)
SCHEMA(many_children, s->n_children = INT64_MAX)
SCHEMA(no_children, s->children = NULL)
SCHEMA(no_child, c[RATING] = NULL)
SCHEMA(no_title, s->children++; s->n_children--)
SCHEMA(no_author, s->n_children = 1)
SCHEMA(nothing, s->n_children = 0)
SCHEMA(no_name, c[RATING]->name = NULL)
SCHEMA(id, c[RATING]->name = "id")
SCHEMA(updated, c[RATING]->name = "updated")
SCHEMA(other_case, c[RATING]->name = "Rating")
SCHEMA(twice, c[REVIEW]->name = "title")
SCHEMA(genres_twice, c[REVIEW]->name = "genres"; c[REVIEW]->format = "n")
SCHEMA(not_utf8, c[RATING]->name = "rating\xC3")
SCHEMA(no_column_format, c[RATING]->format = NULL)
SCHEMA(empty_format, c[RATING]->format = "")
SCHEMA(unknown_format, c[RATING]->format = "+ud:0,1")
SCHEMA(decimal, c[RATING]->format = "d:10,2")
SCHEMA(text_for_number, c[RATING]->format = "u")
SCHEMA(floats_for_integers, c[RATING]->format = "g")
SCHEMA(number_for_text, c[TITLE]->format = "i")
SCHEMA(bytes_for_text, c[TITLE]->format = "z")
SCHEMA(list_for_text, c[GENRES]->name = "series")
SCHEMA(text_for_list, c[REVIEW]->name = "identifier_values")
SCHEMA(no_time_zone, c[RATING]->name = "created"; c[RATING]->format = "tsm:")
SCHEMA(no_unit, c[RATING]->name = "created"; c[RATING]->format = "ts:UTC")
SCHEMA(date_for_instant, c[RATING]->name = "created"; c[RATING]->format = "tdD")
SCHEMA(instant_for_date, c[RATING]->name = "started"; c[RATING]->format = "tss:UTC")
SCHEMA(no_item, c[GENRES]->n_children = 0)
SCHEMA(two_items, c[GENRES]->n_children = 2)
SCHEMA(no_items, c[GENRES]->children = NULL)
SCHEMA(null_item, c[GENRES]->children[0] = NULL)
SCHEMA(wrong_item, c[GENRES]->children[0]->format = "b")
SCHEMA(list_of_itself, c[GENRES]->children[0] = c[GENRES])
SCHEMA(dictionary_of_itself, c[STATUS]->dictionary = c[STATUS])
SCHEMA(dictionary_of_lists, c[STATUS]->dictionary = c[GENRES])
SCHEMA(dictionary_of_text, c[TITLE]->dictionary = c[REVIEW])
SCHEMA(dictionary_of_dictionaries, c[STATUS]->dictionary->dictionary = c[REVIEW])
SCHEMA(dictionary_of_numbers, c[STATUS]->dictionary->format = "i")

static const struct {
  const char *what;
  spoil_schema *spoil;
  bw_status status;
  const char *field;
} schemas[] = {
    {"no format", schema_no_format, BW_ERROR_ARGUMENT, "stream"},
    {"texts and no rows", schema_other_root, BW_ERROR_ARGUMENT, "stream"},
    {"-1 columns", schema_negative_children, BW_ERROR_ARGUMENT, "stream"},
    {"very many columns", schema_many_children, BW_ERROR_ARGUMENT, "stream"},
    {"no columns' pointer", schema_no_children, BW_ERROR_ARGUMENT, "stream"},
    {"no column", schema_no_child, BW_ERROR_ARGUMENT, "stream"},
    {"no title", schema_no_title, BW_ERROR_INVALID, "title"},
    {"no author", schema_no_author, BW_ERROR_INVALID, "author"},
    {"nothing", schema_nothing, BW_ERROR_INVALID, "title"},
    {"no name", schema_no_name, BW_ERROR_ARGUMENT, "stream"},
    {"an id", schema_id, BW_ERROR_ARGUMENT, "id"},
    {"when updated", schema_updated, BW_ERROR_ARGUMENT, "updated"},
    {"a name in another case", schema_other_case, BW_ERROR_ARGUMENT, "Rating"},
    {"a name twice", schema_twice, BW_ERROR_ARGUMENT, "title"},
    {"a name that is no UTF-8", schema_not_utf8, BW_ERROR_ARGUMENT, "rating\xEF\xBF\xBD"},
    {"genres under both names", schema_genres_twice, BW_ERROR_ARGUMENT, "genre_names"},
    {"no format of a column", schema_no_column_format, BW_ERROR_ARGUMENT, "rating"},
    {"an empty format", schema_empty_format, BW_ERROR_ARGUMENT, "rating"},
    {"a format that no field takes", schema_unknown_format, BW_ERROR_ARGUMENT, "rating"},
    {"decimals", schema_decimal, BW_ERROR_ARGUMENT, "rating"},
    {"texts for numbers", schema_text_for_number, BW_ERROR_ARGUMENT, "rating"},
    {"floats for integers", schema_floats_for_integers, BW_ERROR_ARGUMENT, "rating"},
    {"numbers for texts", schema_number_for_text, BW_ERROR_ARGUMENT, "title"},
    {"bytes for texts", schema_bytes_for_text, BW_ERROR_ARGUMENT, "title"},
    {"a list for a text", schema_list_for_text, BW_ERROR_ARGUMENT, "series"},
    {"a text for a list", schema_text_for_list, BW_ERROR_ARGUMENT, "identifier_values"},
    {"no time zone", schema_no_time_zone, BW_ERROR_ARGUMENT, "created"},
    {"no unit of time", schema_no_unit, BW_ERROR_ARGUMENT, "created"},
    {"dates for instants", schema_date_for_instant, BW_ERROR_ARGUMENT, "created"},
    {"instants for dates", schema_instant_for_date, BW_ERROR_ARGUMENT, "started"},
    {"a list of nothing", schema_no_item, BW_ERROR_ARGUMENT, "genre_names"},
    {"a list of two", schema_two_items, BW_ERROR_ARGUMENT, "genre_names"},
    {"a list without items", schema_no_items, BW_ERROR_ARGUMENT, "genre_names"},
    {"a list of NULL", schema_null_item, BW_ERROR_ARGUMENT, "genre_names"},
    {"a list of booleans", schema_wrong_item, BW_ERROR_ARGUMENT, "genre_names"},
    {"a list of itself", schema_list_of_itself, BW_ERROR_ARGUMENT, "genre_names"},
    {"a dictionary of itself", schema_dictionary_of_itself, BW_ERROR_ARGUMENT, "status"},
    {"a dictionary of lists", schema_dictionary_of_lists, BW_ERROR_ARGUMENT, "status"},
    {"a dictionary of a text", schema_dictionary_of_text, BW_ERROR_ARGUMENT, "title"},
    {"two dictionaries", schema_dictionary_of_dictionaries, BW_ERROR_ARGUMENT, "status"},
    {"a dictionary of numbers", schema_dictionary_of_numbers, BW_ERROR_ARGUMENT, "status"},
};

// Replaces the list of an array's buffers by a copy of the tests' own, and one buffer in it.
static void replace(struct ArrowArray *array, int index, const void *buffer) {
  static const void *copies[4][5];
  static int next;
  const void **copy = copies[next++ % 4];
  memcpy(copy, array->buffers, 5 * sizeof(void *));
  copy[index] = buffer;
  array->buffers = copy;
}

struct far_view {
  int32_t length;
  char prefix[4];
  int32_t index, offset;
};

static void spoil_view(struct ArrowArray *b, int32_t length, int32_t index, int32_t offset) {
  static struct far_view views[4];
  for (int i = 0; i < 4; i++) views[i] = (struct far_view){length, "tex", index, offset};
  replace(b->children[AUTHOR], 1, views);
}

static const int32_t falling[] = {0, 4, 9, 2, 15}, negative[] = {0, -4, 2, 3, 4};
static const int32_t leaping[] = {0, 1, 1 << 30, 9, 15}, beyond_items[] = {0, 0, 2, 2, 4};
static const int32_t falling_entries[] = {0, 8, 15, 4};
static const int64_t falling_long[] = {0, INT64_MAX, 1, 3, 6};
static const int8_t far_index[] = {9, 2, 3, 0};
static const int8_t negative_index[] = {9, 0, -1, 0};
static const uint8_t first_absent[] = {0xFD};
static const int64_t ratings[] = {9, 1, 6, 3}, wide[] = {9, 1, 1LL << 40, 3};

BATCH(minus_one, b->length = -1)
BATCH(longest, b->length = INT64_MAX)
BATCH(shortest, b->length = INT64_MIN)
BATCH(one_more, b->length = 4)
BATCH(negative_offset, b->offset = -1)
BATCH(huge_offset, b->offset = INT64_MAX)
BATCH(offset_beyond, b->offset = 1)
BATCH(own_buffers, b->n_buffers = 2)
BATCH(minus_buffers, b->n_buffers = -1)
BATCH(null_buffers, b->buffers = NULL)
BATCH(fewer_columns, b->n_children = 5)
BATCH(more_columns, b->n_children = INT64_MAX)
BATCH(no_columns, b->children = NULL)
BATCH(null_column, c[RATING] = NULL)
BATCH(null_row, replace(b, 0, first_absent))

BATCH(column_minus_one, c[RATING]->length = -1)
BATCH(column_shortest, c[RATING]->length = INT64_MIN)
BATCH(column_longest, c[RATING]->length = INT64_MAX)
BATCH(column_short, c[RATING]->length = 2)
BATCH(column_negative_offset, c[RATING]->offset = -1)
BATCH(column_huge_offset, c[RATING]->offset = INT64_MAX)
BATCH(column_lowest_offset, c[RATING]->offset = INT64_MIN)
BATCH(many_nulls, c[RATING]->null_count = 4)
BATCH(negative_nulls, c[RATING]->null_count = -2)
BATCH(nulls_nowhere, c[RATING]->null_count = 1; replace(c[RATING], 0, NULL))
BATCH(no_buffers, c[RATING]->n_buffers = 0)
BATCH(few_buffers, c[TITLE]->n_buffers = 2)
BATCH(many_buffers, c[RATING]->n_buffers = INT64_MAX)
BATCH(negative_buffers, c[RATING]->n_buffers = INT64_MIN)
BATCH(no_buffers_pointer, c[RATING]->buffers = NULL)
BATCH(no_values, replace(c[RATING], 1, NULL))
BATCH(no_offsets, replace(c[TITLE], 1, NULL))
BATCH(no_bytes, replace(c[TITLE], 2, NULL))
BATCH(falling, replace(c[TITLE], 1, falling))
BATCH(negative, replace(c[TITLE], 1, negative))
BATCH(leaping, replace(c[TITLE], 1, leaping))
BATCH(falling_long, replace(c[REVIEW], 1, falling_long))

BATCH(view_negative, spoil_view(b, -1, 0, 0))
BATCH(view_lowest, spoil_view(b, INT32_MIN, 0, 0))
BATCH(view_long, spoil_view(b, 33, 0, 0))
BATCH(view_longest, spoil_view(b, INT32_MAX, 0, INT32_MAX))
BATCH(view_offset, spoil_view(b, 13, 0, 20))
BATCH(view_negative_offset, spoil_view(b, 13, 0, -1))
BATCH(view_index, spoil_view(b, 13, 1, 0))
BATCH(view_far_index, spoil_view(b, 13, INT32_MAX, 0))
BATCH(view_negative_index, spoil_view(b, 13, -1, 0))
BATCH(view_no_sizes, replace(c[AUTHOR], 3, NULL))
BATCH(view_no_bytes, replace(c[AUTHOR], 2, NULL))
BATCH(view_few_buffers, c[AUTHOR]->n_buffers = 2)
BATCH(view_one_less, c[AUTHOR]->n_buffers = 3)
BATCH(view_many_buffers, c[AUTHOR]->n_buffers = INT64_MAX)

BATCH(index_far, replace(c[STATUS], 1, far_index))
BATCH(index_negative, replace(c[STATUS], 1, negative_index))
BATCH(no_dictionary, c[STATUS]->dictionary = NULL)
BATCH(dictionary_length, c[STATUS]->dictionary->length = -1)
BATCH(dictionary_falls, replace(c[STATUS]->dictionary, 1, falling_entries))
static const int8_t other_index[] = {9, 0, 0, 1};
BATCH(no_such_status, replace(c[STATUS], 1, other_index))

BATCH(list_beyond, replace(c[GENRES], 1, beyond_items))
BATCH(list_negative, replace(c[GENRES], 1, negative))
BATCH(list_falls, replace(c[GENRES], 1, falling))
BATCH(list_no_item, c[GENRES]->n_children = 0)
BATCH(list_two_items, c[GENRES]->n_children = 2)
BATCH(list_no_items, c[GENRES]->children = NULL)
BATCH(list_null_item, c[GENRES]->children[0] = NULL)
BATCH(list_short, c[GENRES]->children[0]->length = 2)
BATCH(list_with_null, replace(c[GENRES]->children[0], 0, first_absent))
BATCH(list_items_fall, replace(c[GENRES]->children[0], 1, falling))

BATCH(title_absent, replace(c[TITLE], 0, first_absent); c[TITLE]->offset = 0)
BATCH(title_blank, replace(c[TITLE], 2, "x   \n\t\t  QB VII"))
BATCH(title_not_utf8, replace(c[TITLE], 2, "xDun\xC3mma.QB VII"))
BATCH(title_with_nul, replace(c[TITLE], 2, "xDune\0Em.QB VII"))
BATCH(rating_6, replace(c[RATING], 1, ratings))
BATCH(rating_wide, replace(c[RATING], 1, wide))

// A row is -1 if a batch or a column as a whole is invalid rather than a row.
static const struct {
  const char *what;
  spoil_batch *spoil;
  bw_status status;
  const char *field;
  int64_t row;
} batches[] = {
    {"-1 rows", batch_minus_one, BW_ERROR_ARGUMENT, "stream", -1},
    {"the most rows", batch_longest, BW_ERROR_ARGUMENT, "title", -1},
    {"the least rows", batch_shortest, BW_ERROR_ARGUMENT, "stream", -1},
    {"more rows than its columns", batch_one_more, BW_ERROR_ARGUMENT, "title", -1},
    {"a negative offset", batch_negative_offset, BW_ERROR_ARGUMENT, "stream", -1},
    {"the highest offset", batch_huge_offset, BW_ERROR_ARGUMENT, "title", -1},
    {"an offset beyond its columns", batch_offset_beyond, BW_ERROR_ARGUMENT, "title", -1},
    {"two buffers", batch_own_buffers, BW_ERROR_ARGUMENT, "stream", -1},
    {"-1 buffers", batch_minus_buffers, BW_ERROR_ARGUMENT, "stream", -1},
    {"no buffers' pointer", batch_null_buffers, BW_ERROR_ARGUMENT, "stream", -1},
    {"fewer columns than its schema", batch_fewer_columns, BW_ERROR_ARGUMENT, "stream", -1},
    {"more columns than its schema", batch_more_columns, BW_ERROR_ARGUMENT, "stream", -1},
    {"no columns' pointer", batch_no_columns, BW_ERROR_ARGUMENT, "stream", -1},
    {"no column", batch_null_column, BW_ERROR_ARGUMENT, "stream", -1},
    {"a row that is null", batch_null_row, BW_ERROR_INVALID, "stream", 1},
    {"a column of -1 rows", batch_column_minus_one, BW_ERROR_ARGUMENT, "rating", -1},
    {"a column of the least rows", batch_column_shortest, BW_ERROR_ARGUMENT, "rating", -1},
    {"a column of the most rows", batch_column_longest, BW_ERROR_ARGUMENT, "rating", -1},
    {"a column too short", batch_column_short, BW_ERROR_ARGUMENT, "rating", -1},
    {"a column's negative offset", batch_column_negative_offset, BW_ERROR_ARGUMENT, "rating", -1},
    {"a column's highest offset", batch_column_huge_offset, BW_ERROR_ARGUMENT, "rating", -1},
    {"a column's lowest offset", batch_column_lowest_offset, BW_ERROR_ARGUMENT, "rating", -1},
    {"more nulls than rows", batch_many_nulls, BW_ERROR_ARGUMENT, "rating", -1},
    {"-2 nulls", batch_negative_nulls, BW_ERROR_ARGUMENT, "rating", -1},
    {"nulls nowhere", batch_nulls_nowhere, BW_ERROR_ARGUMENT, "rating", -1},
    {"no buffers", batch_no_buffers, BW_ERROR_ARGUMENT, "rating", -1},
    {"two buffers of texts", batch_few_buffers, BW_ERROR_ARGUMENT, "title", -1},
    {"the most buffers", batch_many_buffers, BW_ERROR_ARGUMENT, "rating", -1},
    {"the least buffers", batch_negative_buffers, BW_ERROR_ARGUMENT, "rating", -1},
    {"no column's buffers", batch_no_buffers_pointer, BW_ERROR_ARGUMENT, "rating", -1},
    {"no values", batch_no_values, BW_ERROR_ARGUMENT, "rating", -1},
    {"no offsets", batch_no_offsets, BW_ERROR_ARGUMENT, "title", -1},
    {"no bytes", batch_no_bytes, BW_ERROR_ARGUMENT, "title", 0},
    {"falling offsets", batch_falling, BW_ERROR_ARGUMENT, "title", 1},
    {"negative offsets", batch_negative, BW_ERROR_ARGUMENT, "title", 0},
    {"offsets that leap ahead", batch_leaping, BW_ERROR_ARGUMENT, "title", 0},
    {"falling 64-bit offsets", batch_falling_long, BW_ERROR_ARGUMENT, "review", 0},
    {"a view of the length -1", batch_view_negative, BW_ERROR_ARGUMENT, "author", 0},
    {"a view of the least length", batch_view_lowest, BW_ERROR_ARGUMENT, "author", 0},
    {"a view that is too long", batch_view_long, BW_ERROR_ARGUMENT, "author", 0},
    {"the longest view", batch_view_longest, BW_ERROR_ARGUMENT, "author", 0},
    {"a view beyond its buffer", batch_view_offset, BW_ERROR_ARGUMENT, "author", 0},
    {"a view before its buffer", batch_view_negative_offset, BW_ERROR_ARGUMENT, "author", 0},
    {"a view of another buffer", batch_view_index, BW_ERROR_ARGUMENT, "author", 0},
    {"a view of a far buffer", batch_view_far_index, BW_ERROR_ARGUMENT, "author", 0},
    {"a view of buffer -1", batch_view_negative_index, BW_ERROR_ARGUMENT, "author", 0},
    {"views without sizes", batch_view_no_sizes, BW_ERROR_ARGUMENT, "author", 1},
    {"views without bytes", batch_view_no_bytes, BW_ERROR_ARGUMENT, "author", 1},
    {"views and too few buffers", batch_view_few_buffers, BW_ERROR_ARGUMENT, "author", -1},
    {"views and no buffer of bytes", batch_view_one_less, BW_ERROR_ARGUMENT, "author", 1},
    {"views and the most buffers", batch_view_many_buffers, BW_ERROR_ARGUMENT, "author", -1},
    {"an index beyond the dictionary", batch_index_far, BW_ERROR_ARGUMENT, "status", 1},
    {"a negative index", batch_index_negative, BW_ERROR_ARGUMENT, "status", 1},
    {"no dictionary", batch_no_dictionary, BW_ERROR_ARGUMENT, "status", -1},
    {"a dictionary of -1 entries", batch_dictionary_length, BW_ERROR_ARGUMENT, "status", -1},
    {"a dictionary's offsets that fall", batch_dictionary_falls, BW_ERROR_ARGUMENT, "status", 0},
    {"no such status", batch_no_such_status, BW_ERROR_INVALID, "status", 2},
    {"a list beyond its items", batch_list_beyond, BW_ERROR_ARGUMENT, "genre_names", 2},
    {"a list's negative offset", batch_list_negative, BW_ERROR_ARGUMENT, "genre_names", 0},
    {"a list whose offsets fall", batch_list_falls, BW_ERROR_ARGUMENT, "genre_names", 0},
    {"a list of nothing", batch_list_no_item, BW_ERROR_ARGUMENT, "genre_names", -1},
    {"a list of two", batch_list_two_items, BW_ERROR_ARGUMENT, "genre_names", -1},
    {"a list without items", batch_list_no_items, BW_ERROR_ARGUMENT, "genre_names", -1},
    {"a list of NULL", batch_list_null_item, BW_ERROR_ARGUMENT, "genre_names", -1},
    {"too few items", batch_list_short, BW_ERROR_ARGUMENT, "genre_names", 2},
    {"a null in a list", batch_list_with_null, BW_ERROR_ARGUMENT, "genre_names", 0},
    {"items whose offsets fall", batch_list_items_fall, BW_ERROR_ARGUMENT, "genre_names", 0},
    {"no title", batch_title_absent, BW_ERROR_INVALID, "title", 1},
    {"a blank title", batch_title_blank, BW_ERROR_INVALID, "title", 0},
    {"a title that is no UTF-8", batch_title_not_utf8, BW_ERROR_TEXT, "title", 0},
    {"a title with a NUL", batch_title_with_nul, BW_ERROR_TEXT, "title", 1},
    {"the rating 6", batch_rating_6, BW_ERROR_INVALID, "rating", 1},
    {"a rating beyond 32 bits", batch_rating_wide, BW_ERROR_INVALID, "rating", 1},
};

// Prints which lie it was if the library did not report the expected error.
static void check_lie(const char *what, struct producer *producer, bw_store *store,
                      bw_status status, const char *field, int64_t row) {
  struct ArrowArrayStream stream = produce(producer);
  bw_result *ids = NULL;
  BW_INIT(fault);
  bw_status answer = bw_books_create_from_arrow(store, &stream, &ids, &fault);
  check_failure(__FILE__, __LINE__, what, answer, status, field);
  check_int(__FILE__, __LINE__, what, fault.row, row);
  CHECK(ids == NULL);
  check_all_released(producer, &stream);
  CHECK_INT(count_books(store), 0);
  CHECK_INT(count_genres(store), 0);
}

TEST(wrong_schemas_are_refused) {
  bw_store *store = open_memory();
  for (size_t i = 0; i < sizeof(schemas) / sizeof(schemas[0]); i++) {
    struct producer producer;
    prepare_producer(&producer);
    producer.spoil_schema = schemas[i].spoil;
    check_lie(schemas[i].what, &producer, store, schemas[i].status, schemas[i].field, -1);
    CHECK_INT(producer.arrays, 0);
  }
  close_store(store);
}

static spoil_batch *second_spoil;
static int batches_made;

static void spoil_second(struct ArrowArray *batch) {
  if (batches_made++ % 2 == 1) second_spoil(batch);
}

TEST(wrong_batches_are_refused) {
  bw_store *store = open_file();
  for (size_t i = 0; i < sizeof(batches) / sizeof(batches[0]); i++) {
    int64_t row = batches[i].row < 0 ? -1 : batches[i].row + 3;
    struct producer producer;
    prepare_producer(&producer);
    producer.spoil_batch = spoil_second;
    second_spoil = batches[i].spoil;
    batches_made = 0;
    check_lie(batches[i].what, &producer, store, batches[i].status, batches[i].field, row);
    CHECK_INT(producer.arrays, 2);
  }
  close_store(store);
  check_store_from_outside(file_path());
}

static void *kept;

static void release_none(struct ArrowSchema *schema) {
  schema->release = NULL;
  kept = schema->private_data;
}

// The producer keeps the schema that it reports as released.
TEST(a_schema_that_was_released_is_refused) {
  struct producer producer;
  bw_store *store = open_memory();
  prepare_producer(&producer);
  producer.spoil_schema = release_none;
  struct ArrowArrayStream stream = produce(&producer);
  FAILS_AT(BW_ERROR_ARGUMENT, "stream", bw_books_create_from_arrow(store, &stream, NULL, &fault));
  CHECK_INT(producer.schemas_released, 0);
  CHECK_INT(producer.released, 1);
  free(kept);
  close_store(store);
}
