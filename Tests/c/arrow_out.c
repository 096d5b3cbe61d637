// These tests check the library's Arrow streams: the contents of their columns, and ownership.
#include "support/arrow.h"

static int64_t add_whole_book(bw_store *store) {
  static const char *const names[] = {"Horror", "Łódź"};
  bw_book book = new_book("Dune", "Frank Herbert");
  bw_text genres[] = {TEXT(names[0]), TEXT(names[1])};
  bw_text schemes[] = {TEXT("isbn"), TEXT("shelf")}, values[] = {TEXT("978"), TEXT("b")};
  int64_t id;
  book.fields = STORED_FIELDS & ~(BW_BOOK_ID | BW_BOOK_UPDATED | BW_BOOK_GENRES);
  book.fields |= BW_BOOK_GENRE_NAMES;
  book.synopsis = TEXT("s");
  book.review = TEXT("Ünïcode");
  book.notes = TEXT("");
  book.rating = 4;
  book.favourite = 1;
  book.status = BW_BOOK_STATUS_COMPLETED;
  book.series = TEXT("Dune");
  book.series_number = 1.5;
  book.year = -44;
  book.created = -1;
  book.started = 10101;
  book.finished = 20240229;
  book.price = 1299;
  book.currency = TEXT("EUR");
  book.fields |= BW_BOOK_SUBTITLE | BW_BOOK_PUBLISHER | BW_BOOK_PAGES | BW_BOOK_LANGUAGE |
                 BW_BOOK_FORMAT | BW_BOOK_EDITION_YEAR | BW_BOOK_AUTHOR_SORT |
                 BW_BOOK_EXACT_RATING | BW_BOOK_TITLE_SORT | BW_BOOK_SPOILERS;
  book.subtitle = TEXT("Sand");
  book.publisher = TEXT("Chilton");
  book.pages = 412;
  book.language = TEXT("en-us");
  book.format = TEXT("hardcover");
  book.edition_year = 1965;
  book.author_sort = TEXT("Herbert, Frank");
  book.title_sort = TEXT("Dune 1");
  book.spoilers = 1;
  book.exact_rating = 4.25;
  book.genre_names = genres;
  book.identifier_schemes = schemes;
  book.identifier_values = values;
  book.genre_name_count = book.identifier_count = 2;
  OK(bw_book_create(store, &book, &id, &fault));
  return id;
}

static const struct {
  const char *name, *format, *item;
  bool nullable;
} known[] = {
    {"id", "l", NULL, false},
    {"title", "u", NULL, false},
    {"author", "u", NULL, false},
    {"synopsis", "u", NULL, true},
    {"review", "u", NULL, true},
    {"notes", "u", NULL, true},
    {"rating", "i", NULL, false},
    {"favourite", "b", NULL, false},
    {"status", "i", NULL, true},
    {"series", "u", NULL, true},
    {"series_number", "g", NULL, true},
    {"year", "i", NULL, true},
    {"created", "tsm:UTC", NULL, false},
    {"updated", "tsm:UTC", NULL, false},
    {"started", "tdD", NULL, true},
    {"finished", "tdD", NULL, true},
    {"price", "l", NULL, true},
    {"currency", "u", NULL, true},
    {"global_id", "u", NULL, false},
    {"subtitle", "u", NULL, true},
    {"publisher", "u", NULL, true},
    {"pages", "i", NULL, true},
    {"language", "u", NULL, true},
    {"format", "u", NULL, true},
    {"edition_year", "i", NULL, true},
    {"author_sort", "u", NULL, true},
    {"exact_rating", "g", NULL, true},
    {"title_sort", "u", NULL, true},
    {"spoilers", "b", NULL, false},
    {"genres", "+l", "l", false},
    {"identifier_schemes", "+l", "u", false},
    {"identifier_values", "+l", "u", false},
    {"genre_names", "+l", "u", false},
    {"contributor_names", "+l", "u", false},
    {"contributor_sorts", "+l", "u", false},
    {"contributor_roles", "+l", "u", false},
    {"picture", "u", NULL, true},
};
enum { KNOWN = sizeof(known) / sizeof(known[0]), SCHEMES = 30 };

static const bw_fields every_field = BW_FIELDS_ALL | BW_BOOK_GENRE_NAMES | BW_OUTPUT_PICTURE;

static const struct ArrowArray *column(const struct ArrowArray *batch, const char *name) {
  for (int i = 0; i < KNOWN; i++) {
    if (strcmp(known[i].name, name) == 0) return batch->children[i];
  }
  FAIL("no column %s", name);
}

TEST(an_arrow_schema_names_and_types_every_field) {
  bw_store *store = open_file();
  bw_query *query = new_query();
  struct ArrowArrayStream stream = open_arrow(store, query, every_field);
  struct ArrowSchema schema = schema_of(&stream), again = schema_of(&stream);
  CHECK_STRING(schema.format, "+s");
  CHECK_INT(schema.n_children, KNOWN);
  CHECK(schema.dictionary == NULL && schema.metadata == NULL);
  for (int i = 0; i < KNOWN; i++) {
    const struct ArrowSchema *child = schema.children[i];
    CHECK_STRING(child->name, known[i].name);
    CHECK_STRING(child->format, known[i].format);
    CHECK_INT(child->flags, known[i].nullable ? ARROW_FLAG_NULLABLE : 0);
    CHECK_INT(child->n_children, known[i].item != NULL);
    if (known[i].item != NULL) CHECK_STRING(child->children[0]->format, known[i].item);
    CHECK((child->dictionary != NULL) == (strcmp(child->name, "status") == 0));
  }
  CHECK_STRING(schema.children[8]->dictionary->format, "u");
  release_stream(&stream);
  schema.release(&schema);
  CHECK(schema.release == NULL);
  CHECK_STRING(again.children[1]->name, "title");
  again.release(&again);
  close_store(store);
}

static void check_whole_book(const struct ArrowArray *batch, int64_t row, int64_t id) {
  const struct ArrowArray *genres = column(batch, "genres");
  const struct ArrowArray *names = column(batch, "genre_names");
  const struct ArrowArray *values = column(batch, "identifier_values");
  const struct ArrowArray *status = column(batch, "status");
  CHECK_INT(((const int64_t *)column(batch, "id")->buffers[1])[row], id);
  CHECK_STRING(text_at(column(batch, "title"), row), "Dune");
  CHECK_STRING(text_at(column(batch, "review"), row), "Ünïcode");
  CHECK_STRING(text_at(column(batch, "notes"), row), "");
  CHECK_INT(((const int32_t *)column(batch, "rating")->buffers[1])[row], 4);
  CHECK_INT(((const uint8_t *)column(batch, "favourite")->buffers[1])[row / 8] >> row % 8 & 1, 1);
  CHECK_INT(((const int32_t *)status->buffers[1])[row], 2);
  CHECK_STRING(text_at(status->dictionary, 2), "completed");
  CHECK(((const double *)column(batch, "series_number")->buffers[1])[row] == 1.5);
  CHECK_INT(((const int32_t *)column(batch, "year")->buffers[1])[row], -44);
  CHECK_INT(((const int64_t *)column(batch, "created")->buffers[1])[row], -1);
  CHECK_INT(((const int32_t *)column(batch, "started")->buffers[1])[row], -719162);
  CHECK_INT(((const int32_t *)column(batch, "finished")->buffers[1])[row], 19782);
  CHECK_INT(((const int64_t *)column(batch, "price")->buffers[1])[row], 1299);
  CHECK_STRING(text_at(column(batch, "currency"), row), "EUR");
  CHECK_STRING(text_at(column(batch, "picture"), row), "horror");
  CHECK_STRING(text_at(column(batch, "subtitle"), row), "Sand");
  CHECK_INT(((const int32_t *)column(batch, "pages")->buffers[1])[row], 412);
  CHECK_STRING(text_at(column(batch, "language"), row), "en-US");
  CHECK_STRING(text_at(column(batch, "author_sort"), row), "Herbert, Frank");
  CHECK_STRING(text_at(column(batch, "title_sort"), row), "Dune 1");
  CHECK_INT(((const uint8_t *)column(batch, "spoilers")->buffers[1])[row / 8] >> row % 8 & 1, 1);
  CHECK_INT((int64_t)strlen(text_at(column(batch, "global_id"), row)), 36);
  const int32_t *lists = genres->buffers[1];
  CHECK_INT(lists[row + 1] - lists[row], 2);
  CHECK_INT(((const int64_t *)genres->children[0]->buffers[1])[lists[row] + 1], 2);
  lists = names->buffers[1];
  CHECK_INT(lists[row + 1] - lists[row], 2);
  CHECK_STRING(text_at(names->children[0], lists[row]), "Horror");
  CHECK_STRING(text_at(names->children[0], lists[row] + 1), "Łódź");
  lists = values->buffers[1];
  CHECK_INT(lists[row + 1] - lists[row], 2);
  CHECK_STRING(text_at(values->children[0], lists[row] + 1), "b");
}

static void check_values(bw_store *store) {
  bw_query *query = new_query();
  add_book(store, "A", "A");
  int64_t id = add_whole_book(store);
  add_book(store, "Z", "Z");
  struct ArrowArrayStream stream = open_arrow(store, query, every_field);
  struct ArrowArray batch = next_batch(&stream), end = next_batch(&stream);
  CHECK(end.release == NULL);
  end = next_batch(&stream);
  CHECK(end.release == NULL);
  CHECK_INT(batch.length, 3);
  check_whole_book(&batch, 1, id);
  for (int i = 0; i < KNOWN; i++) {
    const struct ArrowArray *child = batch.children[i];
    CHECK_INT(child->length, 3);
    CHECK_INT(child->null_count, known[i].nullable && i != 8 ? 2 : 0);
    for (int64_t buffer = 0; buffer < child->n_buffers; buffer++)
      CHECK((uintptr_t)child->buffers[buffer] % 64 == 0);
    for (int64_t row = 0; row < 3; row += 2)
      CHECK(is_present(child, row) == (!known[i].nullable || i == 8));
  }
  release_stream(&stream);
  release_batch(&batch);
  OK(bw_query_free(query));
  close_store(store);
}

TEST(arrow_columns_have_the_values_of_the_books) {
  check_values(open_file());
}

TEST(arrow_columns_of_a_store_in_memory_have_the_same_values) {
  check_values(open_memory());
}

TEST(arrow_batches_together_have_every_book_once) {
  enum { BOOKS = 20000 };
  bw_store *store = open_file();
  bw_query *query = new_query();
  add_numbered(store, BOOKS);
  struct ArrowArrayStream stream =
      open_arrow(store, query, BW_BOOK_TITLE | BW_BOOK_YEAR | BW_BOOK_NOTES);
  int number = 0;
  for (struct ArrowArray batch = next_batch(&stream); batch.release != NULL;
       batch = next_batch(&stream)) {
    int64_t nulls = 0;
    const struct ArrowArray *notes = batch.children[1], *year = batch.children[2];
    for (int64_t row = 0; row < batch.length; row++, number++) {
      CHECK_INT(atoi(title_at(&batch, row)), number);
      CHECK(is_present(year, row) == (number % 7 == 0));
      CHECK((text_at(notes, row) != NULL) == (number % 7 == 0));
      if (number % 7 == 0) {
        CHECK_INT(((const int32_t *)year->buffers[1])[row], number);
        CHECK_INT(atoi(text_at(notes, row)), number);
      } else {
        nulls++;
      }
    }
    CHECK_INT(year->null_count, nulls);
    CHECK_INT(notes->null_count, nulls);
    release_batch(&batch);
  }
  CHECK_INT(number, BOOKS);
  release_stream(&stream);
  close_store(store);
}

TEST(columns_moved_out_of_a_batch_outlive_the_batch_and_the_store) {
  bw_store *store = open_file();
  bw_query *query = new_query();
  add_whole_book(store);
  struct ArrowArrayStream stream = open_arrow(store, query, every_field);
  struct ArrowSchema schema = schema_of(&stream), title_schema = *schema.children[1];
  struct ArrowArray batch = next_batch(&stream), title = *batch.children[1];
  struct ArrowArray schemes = *batch.children[SCHEMES], item = *schemes.children[0];
  schema.children[1]->release = NULL;
  batch.children[1]->release = NULL;
  batch.children[SCHEMES]->release = schemes.children[0]->release = NULL;
  release_batch(&batch);
  schema.release(&schema);
  release_stream(&stream);
  close_store(store);
  schemes.release(&schemes);
  CHECK_STRING(title_schema.name, "title");
  CHECK_STRING(text_at(&title, 0), "Dune");
  CHECK_STRING(text_at(&item, 1), "shelf");
  title_schema.release(&title_schema);
  item.release(&item);
  title.release(&title);
  CHECK(title.release == NULL);
}

// Counts the call, then does the same as the library's own callback.
static int children_released;
static void (*own_release)(struct ArrowArray *);

static void count_release(struct ArrowArray *array) {
  children_released++;
  own_release(array);
}

TEST(a_batch_releases_each_remaining_column_once) {
  bw_store *store = open_file();
  bw_query *query = new_query();
  add_whole_book(store);
  struct ArrowArrayStream stream = open_arrow(store, query, every_field);
  struct ArrowArray batch = next_batch(&stream), moved = *batch.children[3];
  own_release = batch.release;
  int expected = 0;
  for (int i = 0; i < KNOWN; i++) {
    batch.children[i]->release = count_release;
    if (i != 3 && batch.children[i]->n_children == 1)
      batch.children[i]->children[0]->release = count_release;
    expected += 1 + (known[i].item != NULL);
  }
  batch.children[3]->release = NULL;
  release_batch(&batch);
  CHECK_INT(children_released, expected - 1);
  moved.release(&moved);
  release_stream(&stream);
  close_store(store);
}

TEST(an_arrow_stream_reads_its_query_from_one_snapshot) {
  bw_store *store = open_file();
  bw_query *query = new_query();
  for (const char *letter = "gfedcba"; *letter != '\0'; letter++)
    add_book(store, (char[]){*letter, '\0'}, "A");
  OK(bw_query_order_by(query, BW_SORT_TITLE, BW_DESCENDING, &fault));
  OK(bw_query_set_offset(query, 1, &fault));
  OK(bw_query_set_limit(query, 4, &fault));
  struct ArrowArrayStream stream = open_arrow(store, query, BW_BOOK_TITLE);
  OK(bw_query_set_limit(query, 1, &fault));
  add_book(store, "f", "A");
  CHECK_STRING(titles_of_query(store, query), "f");
  struct ArrowArray batch = next_batch(&stream);
  CHECK_INT(batch.n_children, 1);
  CHECK_INT(batch.length, 4);
  CHECK_STRING(title_at(&batch, 0), "f");
  CHECK_STRING(title_at(&batch, 3), "c");
  release_batch(&batch);
  release_stream(&stream);
  close_store(store);
}

TEST(an_arrow_stream_outlives_its_query_and_store) {
  bw_store *store = open_file();
  bw_query *query = new_query();
  add_numbered(store, 20000);
  struct ArrowArrayStream stream = open_arrow(store, query, BW_BOOK_TITLE);
  struct ArrowArray batch = next_batch(&stream);
  OK(bw_query_free(query));
  close_store(store);
  CHECK_STRING(title_at(&batch, 77), "00077");
  CHECK_INT(count_and_release(&stream), 20000 - batch.length);
  CHECK_STRING(title_at(&batch, 78), "00078");
  release_batch(&batch);
  check_integrity(file_path());
  store = open_file();
  CHECK_INT(count_books(store), 20000);
  close_store(store);
}
