// These tests copy a store to a server and back, if Tests/postgres/run has started a server.
#define _GNU_SOURCE
#include "support/fixtures.h"

#include <time.h>
#include <unistd.h>

// An address on the test server, with a schema for this test; NULL without a server.
static const char *address(const char *name) {
  static char url[1024];
  const char *server = getenv("BOOKWORM_TEST_SERVER");
  if (server == NULL) return NULL;
  snprintf(url, sizeof url, "%s&bookworm_schema=%s_%d_%ld", server, name, (int)getpid(),
           (long)time(NULL));
  return url;
}

static void complete(bw_backup *copy, int32_t rows) {
  bw_backup_progress progress;
  BW_INIT(progress);
  int64_t last = INT64_MAX;
  do {
    OK(bw_backup_step(copy, rows, &progress, &fault));
    CHECK(progress.remaining < last && progress.total > 0);
    last = progress.remaining;
  } while (last > 0);
  OK(bw_backup_free(copy));
}

// Opens this path or address itself. Unlike open_path(), never puts a schema in its place.
static bw_store *open_at(const char *path) {
  bw_store *store;
  OK(bw_store_open(path, -1, NULL, &store, &fault));
  return store;
}

TEST(a_store_is_copied_to_a_server_and_back) {
  const char *url = address("copy");
  if (url == NULL) return;
  bw_store *store = filled_store(50);
  int64_t rated = add_rated(store, "Rated", 4);
  bw_backup *copy;
  OK(bw_store_copy(store, url, -1, &copy, &fault));
  complete(copy, 40);
  FAILS_AT(BW_ERROR_EXISTS, "path", bw_store_copy(store, url, -1, &copy, &fault));
  bw_store *there = open_at(url);
  CHECK_INT(count_books(there), 51);
  CHECK_INT(rating_of(there, rated), 4);
  check_is_sound(there);
  CHECK_INT(add_book(there, "Next", "Author"), rated + 1);
  // bw_backup_new() also copies a store on a server into a file.
  OK(bw_backup_new(there, in_folder("back"), -1, &copy, &fault));
  complete(copy, 0);
  check_store_from_outside(in_folder("back"));
  bw_store *back = open_at(in_folder("back"));
  CHECK_INT(count_books(back), 52);
  check_is_sound(back);
  close_store(back);
  close_store(there);
  close_store(store);
}

TEST(a_copy_to_a_file_is_a_backup) {
  bw_store *store = filled_store(10);
  bw_backup *copy;
  OK(bw_store_copy(store, in_folder("copy"), -1, &copy, &fault));
  complete(copy, 0);
  check_store_from_outside(in_folder("copy"));
  FAILS_AT(BW_ERROR_EXISTS, "path", bw_store_copy(store, in_folder("copy"), -1, &copy, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "path", bw_store_copy(store, ":memory:", -1, &copy, &fault));
  close_store(store);
}

TEST(only_bw_store_copy_accepts_an_address_as_its_target) {
  bw_store *store = open_file();
  bw_backup *copy;
  const char *url = "postgresql://me:secret@localhost:1/db?connect_timeout=2";
  FAILS_AT(BW_ERROR_ARGUMENT, "path", bw_backup_new(store, url, -1, &copy, &fault));
  CHECK(strstr(fault.message, "secret") == NULL);
  FAILS_AT(BW_ERROR_CANNOT_OPEN, "path", bw_store_copy(store, url, -1, &copy, &fault));
  CHECK(strstr(fault.message, "secret") == NULL);
  close_store(store);
}
