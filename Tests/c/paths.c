// These tests use paths that do not lead to our stores, or that permissions forbid: each gives a
// clear error, and the file does not change by a single byte.
#define _GNU_SOURCE
#include "support/fixtures.h"

#include <sched.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

// Opening fails, returns no handle, changes no byte and leaves no other file.
static void check_refused(const char *path, bw_status status) {
  bw_store *store = (bw_store *)&fault;
  uint64_t before = file_digest(path);
  char wal[600], journal[600], shm[600];
  snprintf(wal, sizeof(wal), "%s-wal", path);
  snprintf(journal, sizeof(journal), "%s-journal", path);
  snprintf(shm, sizeof(shm), "%s-shm", path);
  FAILS(status, bw_store_open(path, -1, NULL, &store, &fault));
  CHECK(store == (bw_store *)&fault);
  CHECK(file_digest(path) == before);
  CHECK(!file_exists(wal) && !file_exists(journal) && !file_exists(shm));
}

static void make_store(void) {
  bw_store *store = open_file();
  char title[32];
  for (int i = 0; i < 200; i++) {
    snprintf(title, sizeof(title), "Book %d", i);
    add_with_genre(store, title, i % 2 == 0 ? "Even" : "Odd");
  }
  close_store(store);
}

TEST(a_folder_is_refused) {
  check_refused(test_folder, BW_ERROR_CANNOT_OPEN);
}

TEST(a_device_or_a_pipe_is_refused) {
  check_refused("/dev/null", BW_ERROR_CANNOT_OPEN);
  CHECK_INT(mkfifo(in_folder("pipe"), 0666), 0);
  bw_store *store = NULL;
  FAILS(BW_ERROR_CANNOT_OPEN, bw_store_open(in_folder("pipe"), -1, NULL, &store, &fault));
  CHECK(store == NULL);
}

TEST(an_empty_file_becomes_a_store_if_creation_is_allowed) {
  bw_open_options options = default_options();
  bw_store *store = NULL;
  write_file(file_path(), "", 0);
  options.must_exist = 1;
  FAILS(BW_ERROR_NOT_A_STORE, bw_store_open(file_path(), -1, &options, &store, &fault));
  store = open_file();
  add_book(store, "Dune", "Frank Herbert");
  close_store(store);
  check_integrity(file_path());
}

TEST(a_store_that_lacks_a_table_counts_as_damaged) {
  make_store();
  sqlite(file_path(), "DROP TABLE quotes");
  check_refused(file_path(), BW_ERROR_CORRUPT);
}

TEST(a_missing_folder_is_not_created) {
  check_refused(in_folder("absent/store.bookworm"), BW_ERROR_CANNOT_OPEN);
  CHECK(!file_exists(in_folder("absent")));
}

TEST(a_file_in_the_place_of_a_folder_is_refused) {
  write_file(in_folder("file"), "text", 4);
  check_refused(in_folder("file/store.bookworm"), BW_ERROR_CANNOT_OPEN);
}

TEST(an_empty_path_is_refused) {
  bw_store *store = NULL;
  FAILS_AT(BW_ERROR_ARGUMENT, "path", bw_store_open("", -1, NULL, &store, &fault));
  CHECK(store == NULL);
}

TEST(a_path_with_a_nul_or_invalid_utf_8_is_refused) {
  bw_store *store = NULL;
  FAILS_AT_BYTE("path", 3, bw_store_open("abc\0def", 7, NULL, &store, &fault));
  FAILS_AT_BYTE("path", 2, bw_store_open("ab\xff", -1, NULL, &store, &fault));
  CHECK(store == NULL);
}

TEST(a_path_longer_than_the_system_allows_is_refused) {
  about_a_file();
  char *path = long_string(100000);
  bw_store *store = NULL;
  path[0] = '/';
  bw_status status = try_open(path, NULL, &store);
  CHECK(status == BW_ERROR_CANNOT_OPEN || status == BW_ERROR_TOO_LARGE);
  CHECK(store == NULL);
  free(path);
}

TEST(a_text_file_is_not_a_store) {
  const char *text = "Call me Ishmael. Some years ago - never mind how long precisely -\n";
  write_file(file_path(), text, strlen(text));
  check_refused(file_path(), BW_ERROR_NOT_A_STORE);
}

TEST(a_large_foreign_file_is_not_a_store) {
  char *text = long_string(100000);
  write_file(file_path(), text, 100000);
  check_refused(file_path(), BW_ERROR_NOT_A_STORE);
  free(text);
}

TEST(another_program_s_database_is_not_a_store) {
  sqlite(file_path(), "CREATE TABLE notes (text); INSERT INTO notes VALUES ('mine')");
  check_refused(file_path(), BW_ERROR_NOT_A_STORE);
  CHECK_STRING(sqlite(file_path(), "SELECT text FROM notes"), "mine");
}

TEST(another_program_s_database_with_tables_named_like_ours_is_not_a_store) {
  sqlite(file_path(), "CREATE TABLE books (id INTEGER PRIMARY KEY, title, author);"
                      "CREATE TABLE genres (id INTEGER PRIMARY KEY, name)");
  check_refused(file_path(), BW_ERROR_NOT_A_STORE);
}

TEST(another_program_s_database_in_wal_mode_is_not_a_store) {
  sqlite(file_path(), "PRAGMA journal_mode = WAL; CREATE TABLE notes (text)");
  check_refused(file_path(), BW_ERROR_NOT_A_STORE);
}

TEST(another_program_s_database_is_not_a_store_for_reading_either) {
  bw_open_options options = default_options();
  bw_store *store = NULL;
  sqlite(file_path(), "CREATE TABLE notes (text)");
  uint64_t before = file_digest(file_path());
  options.read_only = 1;
  FAILS(BW_ERROR_NOT_A_STORE, bw_store_open(file_path(), -1, &options, &store, &fault));
  CHECK(file_digest(file_path()) == before);
}

TEST(a_store_of_a_newer_version_is_refused_and_unchanged) {
  make_store();
  sqlite(file_path(), "PRAGMA user_version = 1000000");
  check_refused(file_path(), BW_ERROR_NEWER);
}

TEST(a_store_of_a_newer_version_is_refused_for_reading_too) {
  bw_open_options options = default_options();
  bw_store *store = NULL;
  make_store();
  sqlite(file_path(), "PRAGMA user_version = 1000000");
  uint64_t before = file_digest(file_path());
  options.read_only = 1;
  FAILS(BW_ERROR_NEWER, bw_store_open(file_path(), -1, &options, &store, &fault));
  CHECK(file_digest(file_path()) == before);
}

TEST(a_store_cut_off_within_its_first_bytes_is_not_a_store) {
  about_a_file();
  make_store();
  CHECK_INT(truncate(file_path(), 60), 0);
  check_refused(file_path(), BW_ERROR_NOT_A_STORE);
}

// Opens a store with a hole: every result is BW_OK or reports that the store is damaged.
static void check_damaged(void) {
  bw_store *store = NULL;
  bw_status status = try_open(file_path(), NULL, &store);
  if (status != BW_OK) {
    CHECK(status == BW_ERROR_CORRUPT || status == BW_ERROR_NOT_A_STORE);
    return;
  }
  bw_query *query = new_query();
  bw_result *result = NULL;
  BW_INIT(fault);
  OK(bw_query_set_fields(query, BW_FIELDS_ALL, &fault));
  status = bw_query_run(store, query, &result, &fault);
  CHECK_STATUS(status, BW_ERROR_CORRUPT);
  CHECK(fault.sqlite_code != 0 && fault.message[0] != '\0');
  CHECK(result == NULL);
  close_store(store);
}

TEST(a_store_cut_in_half_is_reported_as_damaged) {
  about_a_file();
  struct stat info;
  make_store();
  CHECK_INT(stat(file_path(), &info), 0);
  CHECK_INT(truncate(file_path(), info.st_size / 2), 0);
  check_damaged();
}

TEST(a_store_cut_to_one_page_is_reported_as_damaged) {
  about_a_file();
  make_store();
  CHECK_INT(truncate(file_path(), 4096), 0);
  check_damaged();
}

TEST(a_store_overwritten_in_the_middle_never_crashes_a_reader) {
  about_a_file();
  struct stat info;
  make_store();
  CHECK_INT(stat(file_path(), &info), 0);
  for (long place = 4096; place < info.st_size; place += 4096) {
    FILE *file = fopen(file_path(), "r+b");
    CHECK(file != NULL && fseek(file, place, SEEK_SET) == 0);
    fputs("\x0d\xff\xff\xff\xff\xff\xff", file);
    fclose(file);
  }
  check_damaged();
}

TEST(an_unreadable_file_cannot_be_opened) {
  make_store();
  chmod(file_path(), 0);
  chmod(test_folder, 0777);
  become_nobody();
  bw_store *store = NULL;
  FAILS(BW_ERROR_CANNOT_OPEN, bw_store_open(file_path(), -1, NULL, &store, &fault));
  CHECK(store == NULL);
}

TEST(a_store_cannot_be_created_in_a_read_only_folder) {
  chmod(test_folder, 0555);
  become_nobody();
  check_refused(file_path(), BW_ERROR_CANNOT_OPEN);
  CHECK(!file_exists(file_path()));
}

static bw_status open_to_read(bw_store **store) {
  bw_open_options options = default_options();
  options.read_only = 1;
  return try_open(file_path(), &options, store);
}

static void check_is_read(void) {
  bw_store *store;
  OK(open_to_read(&store));
  CHECK_INT(count_books(store), 200);
  check_is_sound(store);
  FAILS(BW_ERROR_READ_ONLY, bw_book_delete(store, 1, &fault));
  close_store(store);
  CHECK_INT(files_with("store.bookworm"), 1);
}

TEST(a_closed_store_in_a_read_only_folder_is_read) {
  about_a_file();
  make_store();
  chmod(file_path(), 0444);
  chmod(test_folder, 0555);
  become_nobody();
  check_is_read();
  check_refused(file_path(), BW_ERROR_READ_ONLY);
  CHECK(strstr(fault.message, "it can be opened read-only") != NULL);
}

TEST(a_closed_store_on_a_read_only_mount_is_read) {
  about_a_file();
  make_store();
  if (unshare(CLONE_NEWNS) != 0 || mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
      mount(test_folder, test_folder, NULL, MS_BIND, NULL) != 0 ||
      mount(NULL, test_folder, NULL, MS_BIND | MS_REMOUNT | MS_RDONLY, NULL) != 0)
    test_skip("this user may not mount a folder to be read only");
  check_is_read();
  check_refused(file_path(), BW_ERROR_READ_ONLY);
  CHECK(umount2(test_folder, MNT_DETACH) == 0);
}

TEST(opening_a_writable_store_in_a_read_only_folder_explains_the_error) {
  about_a_file();
  make_store();
  chmod(file_path(), 0666);
  chmod(test_folder, 0555);
  become_nobody();
  check_refused(file_path(), BW_ERROR_CANNOT_OPEN);
  CHECK(strstr(fault.message, "nothing may be written to the folder") != NULL);
  CHECK(strstr(fault.message, test_folder) != NULL);
  check_is_read();
}

TEST(the_log_of_a_killed_program_in_a_read_only_folder_is_not_ignored) {
  about_a_file();
  make_store();
  bw_store *store = open_file();
  add_book(store, "Dune", "Frank Herbert");
  shell("cd '%s' && cp store.bookworm-wal wal", test_folder);
  close_store(store);
  shell("cd '%s' && mv wal store.bookworm-wal && chmod 444 store*", test_folder);
  chmod(test_folder, 0555);
  become_nobody();
  CHECK_STATUS(open_to_read(&store), BW_ERROR_CANNOT_OPEN);
  CHECK(strstr(fault.message, "the store's last commits are in its -wal") != NULL);
  CHECK(strstr(fault.message, test_folder) != NULL);
}

TEST(a_reader_in_a_read_only_folder_gets_an_error_when_somebody_writes) {
  about_a_file();
  if (geteuid() != 0) test_skip("only root may write where others may not");
  make_store();
  chmod(file_path(), 0644);
  chmod(test_folder, 0755);
  int go[2], done[2], status;
  char byte;
  CHECK(pipe(go) == 0 && pipe(done) == 0);
  fflush(stdout);
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    become_nobody();
    bw_store *reader;
    int64_t count;
    OK(open_to_read(&reader));
    CHECK_INT(count_books(reader), 200);
    CHECK(write(done[1], "", 1) == 1 && read(go[0], &byte, 1) == 1);
    FAILS(BW_ERROR_CANNOT_OPEN, bw_books_count(reader, &count, &fault));
    CHECK(strstr(fault.message, "has opened the store for writing") != NULL);
    close_store(reader);
    // While a program has it open, the shared files exist.
    OK(open_to_read(&reader));
    CHECK_INT(count_books(reader), 201);
    close_store(reader);
    _exit(0);
  }
  CHECK(read(done[0], &byte, 1) == 1);
  bw_store *store = open_file();
  add_book(store, "Dune", "Frank Herbert");
  CHECK(write(go[1], "", 1) == 1);
  CHECK(waitpid(child, &status, 0) == child && status == 0);
  close_store(store);
}

TEST(a_symbolic_link_leads_to_the_store) {
  about_a_file();
  make_store();
  CHECK_INT(symlink(file_path(), in_folder("link")), 0);
  bw_store *direct = open_file(), *linked = open_path(in_folder("link"));
  add_book(linked, "Dune", "Frank Herbert");
  CHECK_INT(count_books(direct), 201);
  close_store(direct);
  close_store(linked);
}
