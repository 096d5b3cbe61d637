// This file examines stores from outside the library: other processes, bytes, permissions, time.
#define _GNU_SOURCE
#include "fixtures.h"

#include <grp.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

const char *shell(const char *format, ...) {
  static char command[4096], output[65536];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(command, sizeof(command), format, arguments);
  va_end(arguments);
  FILE *pipe = popen(command, "r");
  if (pipe == NULL) FAIL("cannot run: %s", command);
  size_t length = fread(output, 1, sizeof(output) - 1, pipe);
  bool failed = pclose(pipe) != 0;
  if (length > 0 && output[length - 1] == '\n') length--;
  output[length] = '\0';
  if (failed) FAIL("failed: %s\n%s", command, output);
  return output;
}

void about_a_file(void) {
  if (server() != NULL)
    test_skip("it is about a store's file, and the tests' stores are on a server");
}

// Skips a test that reads or makes a store's file, if stores are not files.
static void needs_a_file(const char *path) {
  if (strstr(path, "store") != NULL) about_a_file();
}

const char *sqlite(const char *path, const char *sql) {
  if (access(path, F_OK) != 0) about_a_file();
  return shell("sqlite3 -bail -cmd '.timeout 10000' '%s' \"%s\" 2>&1", path, sql);
}

void check_integrity(const char *path) {
  CHECK_STRING(sqlite(path, "PRAGMA integrity_check"), "ok");
  CHECK_STRING(sqlite(path, "PRAGMA foreign_key_check"), "");
}

// Checks that the counters of a kind match a fresh count. `counted`, with %d for the rating, gives
// rows of a key and a number.
static void check_counters(const char *path, int kind, const char *counted) {
  for (int rating = 0; rating <= 5; rating++) {
    char sql[1024], rows[512];
    snprintf(rows, sizeof(rows), counted, rating);
    snprintf(sql, sizeof(sql),
             "WITH counted (key, number) AS (%s), kept AS (SELECT key, rated_%d AS number"
             " FROM counters WHERE kind = %d AND rated_%d <> 0)"
             " SELECT (SELECT count(*) FROM (SELECT * FROM counted EXCEPT SELECT * FROM kept))"
             " + (SELECT count(*) FROM (SELECT * FROM kept EXCEPT SELECT * FROM counted))",
             rows, rating, kind, rating);
    CHECK_STRING(sqlite(path, sql), "0");
  }
}

// The search index is sound in itself, and contains each book once.
static void check_search_index(const char *path) {
  sqlite(path, "INSERT INTO book_search (book_search) VALUES ('integrity-check')");
  CHECK_STRING(sqlite(path, "SELECT id FROM books EXCEPT SELECT id FROM book_search_docsize"), "");
  CHECK_STRING(sqlite(path, "SELECT id FROM book_search_docsize EXCEPT SELECT id FROM books"), "");
}

void check_store_from_outside(const char *path) {
  if (server() != NULL) {
    bw_store *store = open_path(path);
    check_is_sound(store);
    close_store(store);
    return;
  }
  check_integrity(path);
  check_search_index(path);
  check_counters(path, 0, "SELECT 0, count(*) FROM books WHERE rating = %d GROUP BY 1");
  check_counters(path, 1,
                 "SELECT genre, count(*) FROM book_genres JOIN books ON books.id = book"
                 " WHERE rating = %d GROUP BY 1");
  check_counters(path, 2,
                 "SELECT CAST(strftime('%%Y%%m', created / 1000.0, 'unixepoch') AS INTEGER),"
                 " count(*) FROM books WHERE rating = %d GROUP BY 1");
  check_counters(path, 3,
                 "SELECT r.finished / 100, count(*) FROM readings r JOIN books b ON b.id = r.book"
                 " WHERE r.finished IS NOT NULL AND b.rating = %d GROUP BY 1");
  // The links are stored twice, in two orders.
  CHECK_STRING(sqlite(path, "SELECT genre, title_key, book FROM genre_books EXCEPT"
                            " SELECT genre, title_key, book FROM book_genres"
                            " JOIN books ON books.id = book"),
               "");
  CHECK_STRING(sqlite(path, "SELECT (SELECT count(*) FROM genre_books)"
                            " - (SELECT count(*) FROM book_genres)"),
               "0");
  CHECK_STRING(sqlite(path, "SELECT count(*) FROM book_genres WHERE book NOT IN"
                            " (SELECT id FROM books) OR genre NOT IN (SELECT id FROM genres)"),
               "0");
  CHECK_STRING(sqlite(path, "SELECT count(*) FROM quotes WHERE trim(text) = '' OR book NOT IN"
                            " (SELECT id FROM books)"),
               "0");
  CHECK_STRING(sqlite(path, "SELECT count(*) FROM books WHERE (price IS NULL) <> (currency IS NULL)"
                            " OR price < 0"),
               "0");
  CHECK_STRING(sqlite(path, "SELECT count(*) FROM orders WHERE total <> quantity * unit_price"
                            " OR quantity NOT BETWEEN 1 AND 20"),
               "0");
  // Orders are numbered from 1, and no order is ever deleted.
  CHECK_STRING(sqlite(path, "SELECT coalesce(max(id), 0) - count(*) FROM orders"), "0");
}

void write_file(const char *path, const void *data, size_t length) {
  needs_a_file(path);
  FILE *file = fopen(path, "wb");
  if (file == NULL || fwrite(data, 1, length, file) != length || fclose(file) != 0)
    FAIL("cannot write %s", path);
}

uint64_t file_digest(const char *path) {
  needs_a_file(path);
  uint64_t digest = 0xcbf29ce484222325U; // FNV-1a
  FILE *file = fopen(path, "rb");
  int byte;
  if (file == NULL) return 0;
  while ((byte = fgetc(file)) != EOF) digest = (digest ^ (uint64_t)byte) * 0x100000001b3U;
  fclose(file);
  return digest;
}

bool file_exists(const char *path) {
  needs_a_file(path);
  return access(path, F_OK) == 0;
}

void become_nobody(void) {
  const uid_t nobody = 65534;
  about_a_file();
  if (geteuid() != 0) return;
  if (setgroups(0, NULL) != 0 || setgid(nobody) != 0 || setuid(nobody) != 0)
    test_skip("cannot become an unprivileged user");
}

int64_t now_milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void sleep_milliseconds(int milliseconds) {
  struct timespec pause = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
  nanosleep(&pause, NULL);
}

int files_with(const char *part) {
  needs_a_file(part);
  return atoi(shell("ls -A '%s' | grep -c -F -e '%s' || true", test_folder, part));
}

int64_t file_size(const char *path) {
  needs_a_file(path);
  struct stat status;
  return stat(path, &status) == 0 ? (int64_t)status.st_size : -1;
}
