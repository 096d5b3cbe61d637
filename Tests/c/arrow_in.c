// These tests read books from a caller's Arrow stream, and check that everything returns to the
// producer.
#include "support/arrow.h"

#include <errno.h>

static bw_status create(bw_store *store, struct ArrowArrayStream *stream, bw_result **ids) {
  BW_INIT(fault);
  return bw_books_create_from_arrow(store, stream, ids, &fault);
}

TEST(books_are_created_from_an_arrow_stream) {
  struct producer producer;
  prepare_producer(&producer);
  struct ArrowArrayStream stream = produce(&producer);
  bw_store *store = open_file();
  bw_result *ids = NULL, *whole, *genres;
  OK(create(store, &stream, &ids));
  check_all_released(&producer, &stream);
  CHECK_INT(count_rows(ids), 6);
  CHECK_INT(count_books(store), 6);
  for (int64_t row = 0; row < 6; row++) {
    static const char *const titles[] = {"Dune", "Emma", "QB VII"};
    static const char *const authors[] = {"abc", "text of more than twelve bytes", "exactly 12 b"};
    static const int32_t ratings[] = {1, 2, 0}, statuses[] = {2, 0, 2}, counts[] = {2, 0, 1};
    bw_book id;
    BW_INIT(id);
    OK(bw_result_get_book(ids, row, &id, &fault));
    CHECK_INT(id.id, row + 1);
    bw_book book = get_book(store, id.id, &whole);
    CHECK_TEXT(book.title, titles[row % 3]);
    CHECK_TEXT(book.author, authors[row % 3]);
    CHECK_INT(book.rating, ratings[row % 3]);
    CHECK_INT(book.status, statuses[row % 3]);
    CHECK_INT(book.genre_count, counts[row % 3]);
    OK(bw_result_free(whole));
  }
  OK(bw_genres_list(store, &genres, &fault));
  CHECK_STRING(names_of(genres), "Horror|Kids|Poetry");
  OK(bw_result_free(ids));
  close_store(store);
}

TEST(the_ids_may_be_null) {
  struct producer producer;
  prepare_producer(&producer);
  struct ArrowArrayStream stream = produce(&producer);
  bw_store *store = open_memory();
  OK(create(store, &stream, NULL));
  check_all_released(&producer, &stream);
  CHECK_INT(count_books(store), 6);
  close_store(store);
}

TEST(a_stream_without_a_batch_creates_no_book) {
  struct producer producer;
  prepare_producer(&producer);
  producer.batches = 0;
  struct ArrowArrayStream stream = produce(&producer);
  bw_store *store = open_memory();
  bw_result *ids;
  OK(create(store, &stream, &ids));
  check_all_released(&producer, &stream);
  CHECK_INT(count_rows(ids), 0);
  OK(bw_result_free(ids));
  close_store(store);
}

static void empty_batch(struct ArrowArray *batch) {
  static const void *none[] = {NULL, NULL, NULL};
  batch->length = 0;
  for (int i = 0; i < (int)batch->n_children; i++) {
    struct ArrowArray *child = batch->children[i];
    child->length = child->offset = child->null_count = 0;
    if (child->n_buffers <= 3) child->buffers = none;
    if (child->dictionary != NULL) child->dictionary->length = child->dictionary->null_count = 0;
  }
}

TEST(an_empty_batch_may_have_no_memory) {
  struct producer producer;
  prepare_producer(&producer);
  producer.spoil_batch = empty_batch;
  struct ArrowArrayStream stream = produce(&producer);
  bw_store *store = open_memory();
  OK(create(store, &stream, NULL));
  check_all_released(&producer, &stream);
  CHECK_INT(count_books(store), 0);
  close_store(store);
}

static void take_a_part(struct ArrowArray *batch) {
  batch->offset = 1;
  batch->length = 1;
}

TEST(a_slice_of_a_batch_gives_its_own_rows) {
  struct producer producer;
  prepare_producer(&producer);
  producer.spoil_batch = take_a_part;
  struct ArrowArrayStream stream = produce(&producer);
  bw_store *store = open_memory();
  bw_query *query = new_query();
  OK(create(store, &stream, NULL));
  check_all_released(&producer, &stream);
  CHECK_STRING(titles_of_query(store, query), "Emma|Emma");
  close_store(store);
}

static int64_t copied_from_a_store(bw_store *from, bw_store *to, bw_fields fields) {
  bw_query *query = new_query();
  bw_result *ids;
  struct ArrowArrayStream stream = open_arrow(from, query, fields);
  OK(create(to, &stream, &ids));
  CHECK(stream.release == NULL);
  int64_t count = count_rows(ids);
  OK(bw_result_free(ids));
  OK(bw_query_free(query));
  return count;
}

TEST(a_store_is_copied_by_its_own_stream_into_another_and_into_itself) {
  bw_store *store = open_file(), *other = open_memory();
  bw_fields fields = STORED_FIELDS & ~(BW_BOOK_ID | BW_BOOK_UPDATED | BW_BOOK_GENRES);
  add_numbered(store, 9000);
  CHECK_INT(copied_from_a_store(store, other, fields), 9000);
  CHECK_INT(copied_from_a_store(other, other, fields), 9000);
  CHECK_INT(copied_from_a_store(store, store, fields), 9000);
  CHECK_INT(count_books(store), 18000);
  close_store(other);
  close_store(store);
  check_store_from_outside(file_path());
}

TEST(genres_are_copied_by_name_and_never_by_id) {
  bw_store *store = open_file(), *other = open_memory();
  bw_query *query = new_query();
  bw_result *ids, *genres;
  add_with_genre(store, "Dune", "Science Fiction");
  add_genre(other, "Cooking");
  const bw_fields rows = BW_BOOK_TITLE | BW_BOOK_AUTHOR;
  struct ArrowArrayStream stream = open_arrow(store, query, rows | BW_BOOK_GENRES);
  FAILS_AT(BW_ERROR_ARGUMENT, "genres", create(other, &stream, &ids));
  stream = open_arrow(store, query, rows | BW_BOOK_GENRE_NAMES);
  OK(create(other, &stream, &ids));
  OK(bw_result_free(ids));
  OK(bw_book_list_genres(other, 1, &genres, &fault));
  CHECK_STRING(names_of(genres), "Science Fiction");
  OK(bw_query_free(query));
  close_store(other);
  close_store(store);
}

// The library takes ownership of the stream even if the store has failed.
TEST(a_stream_that_a_store_cannot_accept_is_released) {
  struct producer producer;
  bw_store *store = open_file(), *reading, *none = NULL;
  bw_result *ids = NULL;
  OK(bw_transaction_begin(store, BW_TRANSACTION_READ, &reading, &fault));
  prepare_producer(&producer);
  struct ArrowArrayStream stream = produce(&producer);
  FAILS_AT(BW_ERROR_HANDLE, "store", bw_books_create_from_arrow(none, &stream, &ids, &fault));
  check_all_released(&producer, &stream);
  prepare_producer(&producer);
  stream = produce(&producer);
  FAILS(BW_ERROR_READ_ONLY, bw_books_create_from_arrow(reading, &stream, &ids, &fault));
  check_all_released(&producer, &stream);
  CHECK(ids == NULL);
  FAILS_AT(BW_ERROR_ARGUMENT, "stream", bw_books_create_from_arrow(store, NULL, &ids, &fault));
  bw_error unprepared = {.size = 0};
  prepare_producer(&producer);
  stream = produce(&producer);
  CHECK_STATUS(bw_books_create_from_arrow(store, &stream, NULL, &unprepared), BW_ERROR_ARGUMENT);
  check_all_released(&producer, &stream);
  CHECK_STATUS(bw_books_create_from_arrow(store, NULL, NULL, &unprepared), BW_ERROR_ARGUMENT);
  OK(bw_transaction_rollback(reading, &fault));
  close_store(store);
}

TEST(books_of_a_stream_are_rolled_back_with_their_transaction) {
  struct producer producer;
  bw_store *store = open_file(), *transaction;
  OK(bw_transaction_begin(store, BW_TRANSACTION_WRITE, &transaction, &fault));
  prepare_producer(&producer);
  struct ArrowArrayStream stream = produce(&producer);
  OK(create(transaction, &stream, NULL));
  CHECK_INT(count_books(transaction), 6);
  OK(bw_transaction_rollback(transaction, &fault));
  CHECK_INT(count_books(store), 0);
  close_store(store);
  check_store_from_outside(file_path());
}

static bw_store *used;

static int use_the_store(struct producer *producer) {
  if (producer->arrays < producer->batches) add_book(used, "Made by the producer", "A");
  return 0;
}

// A producer is never called while the store is locked; otherwise its own use of the store would
// deadlock.
static void check_producer_may_use(bw_store *store) {
  struct producer producer;
  prepare_producer(&producer);
  producer.before_batch = use_the_store;
  used = store;
  struct ArrowArrayStream stream = produce(&producer);
  OK(create(store, &stream, NULL));
  check_all_released(&producer, &stream);
  CHECK_INT(count_books(store), 8);
}

TEST(a_producer_may_use_the_store_or_transaction_that_it_fills) {
  bw_store *store = open_file(), *memory = open_memory(), *transaction;
  check_producer_may_use(store);
  check_producer_may_use(memory);
  OK(bw_query_delete_books(store, new_query(), NULL, &fault));
  OK(bw_transaction_begin(store, BW_TRANSACTION_WRITE, &transaction, &fault));
  check_producer_may_use(transaction);
  OK(bw_transaction_commit(transaction, &fault));
  close_store(memory);
  close_store(store);
}

static int fail_after_one(struct producer *producer) {
  return producer->arrays == 1 ? EIO : 0;
}

TEST(the_message_of_a_failed_producer_is_reported_and_nothing_is_written) {
  struct producer producer;
  bw_store *store = open_file();
  bw_result *ids = NULL;
  static const char *const words[] = {"the cable was cut", NULL, ""};
  for (int i = 0; i < 3; i++) {
    prepare_producer(&producer);
    producer.before_batch = fail_after_one;
    producer.words = words[i];
    struct ArrowArrayStream stream = produce(&producer);
    if (i == 2) stream.get_last_error = NULL;
    FAILS_AT(BW_ERROR_INVALID, "stream", bw_books_create_from_arrow(store, &stream, &ids, &fault));
    CHECK(strstr(fault.message, i == 0 ? words[0] : "no reason") != NULL);
    CHECK(strstr(fault.message, "error 5") != NULL);
    check_all_released(&producer, &stream);
    CHECK_INT(producer.arrays, 1);
  }
  prepare_producer(&producer);
  producer.schema_error = ENOMEM;
  producer.words = "no schema";
  struct ArrowArrayStream stream = produce(&producer);
  FAILS_AT(BW_ERROR_INVALID, "stream", bw_books_create_from_arrow(store, &stream, &ids, &fault));
  CHECK(strstr(fault.message, "no schema") != NULL);
  check_all_released(&producer, &stream);
  CHECK(ids == NULL);
  CHECK_INT(count_books(store), 0);
  CHECK_INT(count_genres(store), 0);
  close_store(store);
}

TEST(a_stream_that_was_released_or_lacks_a_callback_is_refused) {
  bw_store *store = open_memory();
  for (int lacking = 0; lacking < 3; lacking++) {
    struct producer producer;
    prepare_producer(&producer);
    struct ArrowArrayStream stream = produce(&producer);
    if (lacking == 0) stream.release = NULL;
    if (lacking == 1) stream.get_schema = NULL;
    if (lacking == 2) stream.get_next = NULL;
    FAILS_AT(BW_ERROR_ARGUMENT, "stream", create(store, &stream, NULL));
    CHECK(stream.release == NULL);
    CHECK_INT(producer.released, lacking > 0);
    CHECK_INT(producer.schemas + producer.arrays, 0);
  }
  close_store(store);
}

static void fill_list(struct ArrowArray *batch) {
  static int64_t list_ends[] = {0, 0, 10001, 10001, 10001};
  static int32_t item_ends[10003];
  struct ArrowArray *genres = batch->children[5];
  static const void *lists[] = {NULL, list_ends}, *items[] = {NULL, item_ends, ""};
  genres->buffers = lists;
  genres->children[0]->buffers = items;
  genres->children[0]->length = 10001;
}

static void use_long_lists(struct ArrowSchema *schema) {
  schema->children[5]->format = "+L";
}

TEST(a_list_that_is_too_long_is_refused) {
  struct producer producer;
  bw_store *store = open_memory();
  prepare_producer(&producer);
  producer.spoil_schema = use_long_lists;
  producer.spoil_batch = fill_list;
  struct ArrowArrayStream stream = produce(&producer);
  FAILS_AT(BW_ERROR_TOO_LARGE, "genre_names", create(store, &stream, NULL));
  CHECK_INT(fault.row, 0);
  check_all_released(&producer, &stream);
  close_store(store);
}
