// These tests upgrade a store of an older library by opening it for writing.
#include "support/fixtures.h"

#include <glob.h>

static void make_store_of(const char *version) {
  const char *stores = getenv("BW_STORES");
  if (stores == NULL) FAIL("BW_STORES does not name the folder of old stores");
  shell("sqlite3 -bail '%s' < '%s/version-%s.sql'", file_path(), stores, version);
}

static void make_old_store(void) {
  make_store_of("1.0.0");
}

static const char *first_columns(void) {
  return sqlite(file_path(),
                "SELECT id, rating, favourite, status, created, updated, started,"
                " finished, year, series_number, title, author,"
                " hex(author_key), series, hex(series_key), synopsis, review, notes"
                " FROM books ORDER BY id; SELECT genre, book FROM genre_books ORDER BY 1, 2;"
                " SELECT * FROM book_genres; SELECT book, scheme, value FROM book_identifiers;"
                " SELECT * FROM counters");
}

TEST(a_store_of_the_first_version_is_upgraded_without_loss) {
  about_a_file();
  char before[16384];
  make_old_store();
  snprintf(before, sizeof(before), "%s", first_columns());
  CHECK(strstr(before, "Stanisław Lem") != NULL);
  bw_store *store = open_file();
  bw_store_info info;
  BW_INIT(info);
  OK(bw_store_get_info(store, &info, &fault));
  CHECK_INT(info.schema_version, 4);
  CHECK_STRING(first_columns(), before);
  // Old entries of the log can no longer be read; new entries continue after the last row.
  CHECK_STRING(sqlite(file_path(), "SELECT id, hex(entries) FROM changes"), "10|FF");
  bw_query *query = new_query();
  CHECK_STRING(titles_of_query(store, query),
               "Dune|It’s 'quoted'; DROP TABLE books; --|The Left Hand of Darkness|Solaris|Ἰλιάς|"
               "채식주의자");
  OK(bw_query_free(query));
  close_store(store);
  check_store_from_outside(file_path());
}

TEST(an_upgraded_store_reuses_no_id) {
  about_a_file();
  make_old_store();
  bw_store *store = open_file();
  CHECK_INT(add_book(store, "Emma", "Jane Austen"), 8);
  CHECK_INT(add_genre(store, "Kids"), 11);
  close_store(store);
  check_store_from_outside(file_path());
}

TEST(a_read_only_handle_does_not_upgrade_an_old_store) {
  bw_open_options options = default_options();
  bw_store *store;
  make_old_store();
  uint64_t before = file_digest(file_path());
  options.read_only = 1;
  FAILS_AT(BW_ERROR_READ_ONLY, "path", try_open(file_path(), &options, &store));
  CHECK(file_digest(file_path()) == before);
  close_store(open_file());
  OK(try_open(file_path(), &options, &store));
  CHECK_INT(count_books(store), 6);
  close_store(store);
}

static void read_second_columns(char *text, size_t size) {
  int length = snprintf(text, size, "%s", first_columns());
  snprintf(text + length, size - (size_t)length, "%s",
           sqlite(file_path(), "SELECT id, price, currency FROM books; SELECT id, book, title,"
                               " quantity, unit_price, currency, total, placed FROM orders;"
                               " SELECT id, book, text, page, created FROM quotes"));
}

TEST(a_store_of_the_second_version_is_upgraded_without_loss) {
  about_a_file();
  char before[16384], after[16384];
  make_store_of("1.1.0");
  read_second_columns(before, sizeof(before));
  CHECK(strstr(before, "GBP") != NULL);
  bw_store *store = open_file();
  bw_book book;
  bw_result *result;
  BW_INIT(book);
  OK(bw_book_get(store, 8, BW_FIELDS_ALL, &book, &result, &fault));
  CHECK_TEXT(book.title, "Emma");
  CHECK_INT(book.price, 990);
  OK(bw_result_free(result));
  read_second_columns(after, sizeof(after));
  CHECK_STRING(after, before);
  CHECK_STRING(sqlite(file_path(), "SELECT id, hex(entries) FROM changes"), "20|FF");
  CHECK_INT(add_book(store, "Persuasion", "Jane Austen"), 10);
  close_store(store);
  check_store_from_outside(file_path());
}

static int32_t schema_version_of(bw_store *store) {
  bw_store_info info;
  BW_INIT(info);
  OK(bw_store_get_info(store, &info, &fault));
  return info.schema_version;
}

// Opens the store that the SQL creates, which must be sound and writable; returns the previous
// version of its schema.
static int open_kept(const char *text, int number) {
  char name[32];
  snprintf(name, sizeof(name), "kept-%d", number);
  const char *path = in_folder(name);
  test_context("%s", text);
  shell("sqlite3 -bail '%s' < '%s'", path, text);
  int version = atoi(sqlite(path, "PRAGMA user_version"));
  int64_t books = atoll(sqlite(path, "SELECT count(*) FROM books"));
  CHECK(books > 5);
  bw_store *store = open_path(path);
  check_is_sound(store);
  CHECK_INT(count_books(store), books);
  add_with_genre(store, "Persuasion", "Classics");
  check_is_sound(store);
  close_store(store);
  check_store_from_outside(path);
  return version;
}

TEST(a_store_of_every_schema_version_opens_and_can_be_written) {
  about_a_file();
  char pattern[512];
  glob_t found;
  bool seen[64] = {false};
  snprintf(pattern, sizeof(pattern), "%s/version-*.sql", getenv("BW_STORES"));
  CHECK(glob(pattern, 0, NULL, &found) == 0);
  for (size_t i = 0; i < found.gl_pathc; i++) {
    int version = open_kept(found.gl_pathv[i], (int)i);
    CHECK(version > 0 && version < 64);
    seen[version] = true;
  }
  globfree(&found);
  bw_store *store = open_memory();
  // The current schema's store is kept only when the schema is released.
  for (int version = 1; version < schema_version_of(store); version++) {
    if (!seen[version]) FAIL("no store of version %d is kept: see Tests/stores/make", version);
  }
  close_store(store);
}
