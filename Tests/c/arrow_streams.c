// These tests use the library's Arrow streams over time: in transactions, in threads, after a fork,
// dropped half-way, and with damaged stores.
#define _DEFAULT_SOURCE
#include "support/arrow.h"
#include "support/in_threads.h"

#include <dirent.h>
#include <errno.h>
#include <sys/wait.h>
#include <unistd.h>

static int open_files(void) {
  DIR *folder = opendir("/proc/self/fd");
  int count = 0;
  CHECK(folder != NULL);
  while (readdir(folder) != NULL) count++;
  closedir(folder);
  return count;
}

TEST(arrow_streams_released_early_free_everything) {
  bw_store *store = open_file();
  bw_query *query = new_query();
  add_numbered(store, 20000);
  struct ArrowArrayStream first = open_arrow(store, query, BW_FIELDS_ALL);
  release_stream(&first);
  int files = open_files();
  for (int round = 0; round < 100; round++) {
    struct ArrowArrayStream stream = open_arrow(store, query, BW_BOOK_TITLE);
    for (int batches = round % 3; batches > 0; batches--) {
      struct ArrowArray batch = next_batch(&stream);
      release_batch(&batch);
    }
    release_stream(&stream);
  }
  CHECK_INT(open_files(), files);
  OK(bw_query_delete_books(store, query, NULL, &fault));
  // A reader left open would keep the log from being checkpointed into the file.
  close_store(store);
  CHECK(!file_exists(in_folder("store.bookworm-wal")));
}

TEST(an_arrow_stream_read_to_its_end_keeps_no_connection) {
  enum { STREAMS = 20 };
  bw_store *store = open_file();
  bw_query *query = new_query();
  struct ArrowArrayStream streams[STREAMS];
  add_numbered(store, 10);
  struct ArrowArrayStream first = open_arrow(store, query, BW_BOOK_TITLE);
  CHECK_INT(count_and_release(&first), 10);
  int files = open_files();
  for (int i = 0; i < STREAMS; i++) {
    streams[i] = open_arrow(store, query, BW_BOOK_TITLE);
    struct ArrowArray batch = next_batch(&streams[i]), end = next_batch(&streams[i]);
    CHECK(end.release == NULL);
    release_batch(&batch);
  }
  CHECK_INT(open_files(), files);
  for (int i = 0; i < STREAMS; i++) release_stream(&streams[i]);
  close_store(store);
}

TEST(an_arrow_stream_within_a_transaction_sees_what_it_wrote_and_outlives_it) {
  bw_store *store = open_file(), *transaction;
  bw_query *query = new_query();
  OK(bw_transaction_begin(store, BW_TRANSACTION_WRITE, &transaction, &fault));
  add_numbered(transaction, 20000);
  struct ArrowArrayStream stream = open_arrow(transaction, query, BW_FIELDS_ALL);
  add_book(transaction, "00000", "Z");
  OK(bw_transaction_rollback(transaction, &fault));
  CHECK_INT(count_books(store), 0);
  close_store(store);
  struct ArrowArray batch = next_batch(&stream);
  CHECK(batch.length <= 8192);
  CHECK_STRING(text_at(batch.children[1], 99), "00099");
  CHECK_INT(count_and_release(&stream), 20000 - batch.length);
  release_batch(&batch);
}

TEST(an_arrow_stream_of_a_store_in_memory_reads_one_snapshot) {
  bw_store *store = open_memory();
  bw_query *query = new_query();
  add_numbered(store, 9000);
  struct ArrowArrayStream stream = open_arrow(store, query, BW_BOOK_TITLE);
  OK(bw_query_delete_books(store, query, NULL, &fault));
  close_store(store);
  CHECK_INT(count_and_release(&stream), 9000);
}

TEST(a_result_gives_an_arrow_stream_and_may_be_freed_before_it) {
  bw_store *store = open_file();
  bw_query *query = new_query();
  add_numbered(store, 9000);
  OK(bw_query_set_fields(query, BW_BOOK_TITLE | BW_BOOK_YEAR | BW_BOOK_GENRES, &fault));
  bw_result *result = run(store, query);
  struct ArrowArrayStream stream, other;
  OK(bw_result_export_arrow(result, &stream, &fault));
  OK(bw_result_export_arrow(result, &other, &fault));
  OK(bw_result_free(result));
  close_store(store);
  struct ArrowArray batch = next_batch(&stream);
  CHECK_INT(batch.n_children, 3);
  // The wide columns of a result come first in memory, but not in the stream.
  CHECK_STRING(title_at(&batch, 7), "00007");
  CHECK(is_present(batch.children[1], 7) && !is_present(batch.children[1], 8));
  CHECK_INT(((const int32_t *)batch.children[1]->buffers[1])[14], 14);
  CHECK_INT(batch.children[2]->children[0]->length, 0);
  CHECK_INT(count_and_release(&stream), 9000 - batch.length);
  CHECK_INT(count_and_release(&other), 9000);
  release_batch(&batch);
}

TEST(an_arrow_stream_of_a_search_has_its_findings) {
  bw_store *store = open_file();
  bw_query *query = new_query();
  add_book(store, "Dune", "Frank Herbert");
  add_book(store, "Emma", "Dune Jones");
  OK(bw_query_search(query, "dune", -1, 0, BW_MATCH_ALL, &fault));
  struct ArrowArrayStream stream = open_arrow(
      store, query, BW_BOOK_TITLE | BW_OUTPUT_MATCHED | BW_OUTPUT_SNIPPET | BW_OUTPUT_RANK);
  struct ArrowSchema schema = schema_of(&stream);
  struct ArrowArray batch = next_batch(&stream);
  CHECK_INT(batch.length, 2);
  for (int64_t row = 0; row < 2; row++) {
    bool title = strcmp(title_at(&batch, row), "Dune") == 0;
    const int64_t *matched = batch.children[1]->buffers[1];
    CHECK_INT(matched[row], title ? BW_BOOK_TITLE : BW_BOOK_AUTHOR);
    CHECK_STRING(text_at(batch.children[2], row), title ? "[Dune]" : "[Dune] Jones");
    CHECK(!is_present(batch.children[3], row) ||
          ((const double *)batch.children[3]->buffers[1])[row] != 0);
  }
  CHECK_STRING(schema.children[1]->name, "matched");
  CHECK_STRING(schema.children[2]->name, "snippet");
  CHECK_STRING(schema.children[3]->name, "rank");
  CHECK_STRING(schema.children[3]->format, "g");
  schema.release(&schema);
  release_batch(&batch);
  release_stream(&stream);
  close_store(store);
}

TEST(an_empty_query_gives_a_schema_and_no_batch) {
  bw_store *store = open_file();
  bw_query *query = new_query();
  struct ArrowArrayStream stream = open_arrow(store, query, BW_BOOK_TITLE);
  struct ArrowSchema schema = schema_of(&stream);
  CHECK_INT(schema.n_children, 1);
  schema.release(&schema);
  CHECK_INT(count_and_release(&stream), 0);
  close_store(store);
}

TEST(arrow_callbacks_accept_null) {
  bw_store *store = open_file();
  bw_query *query = new_query();
  struct ArrowArrayStream stream = open_arrow(store, query, BW_BOOK_TITLE), own = stream;
  CHECK_INT(stream.get_schema(&stream, NULL), EINVAL);
  CHECK_INT(stream.get_next(&stream, NULL), EINVAL);
  CHECK(stream.get_last_error(&stream) == NULL);
  release_stream(&stream);
  own.release(&stream);
  CHECK(stream.get_schema(&stream, NULL) == EINVAL && stream.get_last_error(&stream) == NULL);
  close_store(store);
}

static bw_store *shared;

static void *read_numbered(void *unused) {
  bw_query *query = new_query();
  for (int round = 0; round < 3; round++) {
    struct ArrowArrayStream stream = open_arrow(shared, query, BW_BOOK_TITLE);
    CHECK_INT(count_and_release(&stream), 9000);
  }
  return unused;
}

TEST(threads_read_arrow_streams_at_the_same_time) {
  bw_query *query = new_query();
  bw_store *store = shared = open_for_threads();
  add_numbered(store, 9000);
  struct ArrowArrayStream stream = open_arrow(store, query, BW_BOOK_TITLE);
  in_threads(MOST_THREADS, read_numbered, NULL);
  CHECK_INT(count_and_release(&stream), 9000);
  close_store(store);
}

TEST(a_forked_child_may_only_release_its_parents_arrow_stream) {
  bw_store *store = open_file();
  bw_query *query = new_query();
  int status;
  add_numbered(store, 20000);
  bw_result *result = run(store, query);
  struct ArrowArrayStream stream = open_arrow(store, query, BW_BOOK_TITLE), of_result;
  OK(bw_result_export_arrow(result, &of_result, &fault));
  struct ArrowArray batch = next_batch(&stream);
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    alarm(10);
    struct ArrowArray none;
    CHECK_STRING(title_at(&batch, 5), "00005");
    release_batch(&batch);
    CHECK(stream.get_next(&stream, &none) != 0);
    CHECK(strstr(stream.get_last_error(&stream), "fork") != NULL);
    release_stream(&stream);
    CHECK_INT(count_and_release(&of_result), 20000);
    _exit(0);
  }
  CHECK(waitpid(child, &status, 0) == child);
  CHECK_INT(status, 0);
  CHECK_INT(count_and_release(&stream), 20000 - batch.length);
  release_batch(&batch);
  release_stream(&of_result);
  close_store(store);
}

TEST(an_arrow_stream_that_has_failed_stays_failed) {
  bw_store *store = open_file();
  bw_query *query = new_query();
  struct ArrowArray none;
  add_numbered(store, 10);
  sqlite(file_path(), "DROP TABLE book_genres");
  struct ArrowArrayStream stream = open_arrow(store, query, BW_FIELDS_ALL);
  for (int i = 0; i < 3; i++) {
    CHECK_INT(stream.get_next(&stream, &none), EIO);
    CHECK(strstr(stream.get_last_error(&stream), "book_genres") != NULL);
  }
  struct ArrowSchema schema = schema_of(&stream);
  schema.release(&schema);
  release_stream(&stream);
  close_store(store);
}

// The receiver of a column relies on the format: on UTF-8, and on indexes that are in the
// dictionary.
static void check_damaged(bool as_result) {
  bw_store *store = open_file();
  bw_query *query = new_query();
  add_numbered(store, 3);
  close_store(store);
  sqlite(file_path(), "UPDATE books SET title = CAST(X'41C328' AS TEXT), status = 77, "
                      "started = 20240230, finished = -5, notes = CAST(X'4200C3' AS TEXT), "
                      "favourite = 9, rating = 'many' WHERE id = 2");
  store = open_file();
  struct ArrowArrayStream stream;
  OK(bw_query_set_fields(query, BW_FIELDS_ALL, &fault));
  if (as_result) {
    bw_result *result = run(store, query);
    OK(bw_result_export_arrow(result, &stream, &fault));
    OK(bw_result_free(result));
  } else {
    OK(bw_query_export_arrow(store, query, &stream, &fault));
  }
  struct ArrowArray batch = next_batch(&stream);
  const struct ArrowArray *notes = batch.children[5];
  CHECK_INT(batch.length, 3);
  CHECK_STRING(text_at(batch.children[1], 1), "A\xEF\xBF\xBD(");
  CHECK(!is_present(batch.children[8], 1) && is_present(batch.children[8], 2));
  CHECK(!is_present(batch.children[14], 1) && !is_present(batch.children[15], 1));
  const int32_t *ends = notes->buffers[1];
  CHECK_INT(ends[2] - ends[1], 5);
  CHECK(memcmp((const char *)notes->buffers[2] + ends[1], "B\0\xEF\xBF\xBD", 5) == 0);
  CHECK_INT(((const int32_t *)batch.children[6]->buffers[1])[1], 0);
  CHECK_INT(((const uint8_t *)batch.children[7]->buffers[1])[0], 2);
  release_batch(&batch);
  release_stream(&stream);
  close_store(store);
}

TEST(an_arrow_stream_of_a_damaged_store_is_valid_arrow) {
  check_damaged(false);
}

TEST(an_arrow_stream_of_a_damaged_stores_result_is_valid_arrow) {
  check_damaged(true);
}
