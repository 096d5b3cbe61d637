// These tests replace a store with hostile files. Each is refused with a reason, none is followed,
// and nothing is harmed.
#define _GNU_SOURCE
#include "support/fixtures.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static void make_store(const char *path) {
  bw_store *store = open_path(path);
  add_with_genre(store, "Dune", "Fantasy");
  close_store(store);
}

static void refuses(const char *path, bw_status expected, const char *reason) {
  bw_open_options options = default_options();
  for (options.read_only = 0; options.read_only <= 1; options.read_only++) {
    bw_store *store;
    CHECK_STATUS(try_open(path, &options, &store), expected);
    CHECK_STRING(fault.field, "path");
    if (strstr(fault.message, reason) == NULL) FAIL("another reason: %s", fault.message);
  }
}

static void check_precious(const char *path) {
  CHECK_STRING(shell("cat '%s'", path), "precious");
}

// MARK: Schemas

static const char *const schemas[] = {
    "CREATE TABLE extra (x)",
    "CREATE VIEW extra AS SELECT * FROM books",
    "CREATE TRIGGER extra AFTER INSERT ON books BEGIN DELETE FROM quotes; END",
    "CREATE INDEX extra ON books (notes)",
    "CREATE VIRTUAL TABLE extra USING fts5 (x)",
    "DROP INDEX books_by_title",
    "DROP INDEX books_by_title; CREATE INDEX books_by_title ON books (title_key)",
    "DROP TABLE counters; CREATE VIEW counters AS SELECT 0 AS kind",
    "ALTER TABLE books ADD COLUMN extra",
    "ALTER TABLE books RENAME COLUMN notes TO extra",
    "CREATE TABLE p (name TEXT PRIMARY KEY, v, value INTEGER GENERATED ALWAYS AS"
    " (v + 0 * length(hex(zeroblob(1000000)))) VIRTUAL) WITHOUT ROWID;"
    "INSERT INTO p (name, v) SELECT name, value FROM properties; DROP TABLE properties;"
    "ALTER TABLE p RENAME TO properties",
    "PRAGMA writable_schema = ON;"
    "UPDATE sqlite_schema SET sql = replace(sql, 'block', 'block, extra')"
    " WHERE name = 'book_search_data'",
    "PRAGMA writable_schema = ON;"
    "UPDATE sqlite_schema SET sql = replace(sql, 'ascii', 'porter') WHERE name = 'book_search'",
    "PRAGMA writable_schema = ON;"
    "UPDATE sqlite_schema SET sql = replace(sql, 'value INTEGER', 'value INTEGER CHECK (value)')",
};

TEST(a_store_with_a_changed_schema_is_refused) {
  for (size_t i = 0; i < sizeof(schemas) / sizeof(*schemas); i++) {
    make_store(file_path());
    sqlite(file_path(), schemas[i]);
    uint64_t before = file_digest(file_path());
    refuses(file_path(), BW_ERROR_CORRUPT, "the database ");
    CHECK(file_digest(file_path()) == before);
    shell("rm -f '%s'/*", test_folder);
  }
}

TEST(a_foreign_index_is_named) {
  bw_store *store;
  close_store(open_file());
  sqlite(file_path(), "CREATE INDEX i2 ON books (rating)");
  FAILS(BW_ERROR_CORRUPT, bw_store_open(file_path(), -1, NULL, &store, &fault));
  CHECK(strstr(fault.message, "the database has an index i2, not of this library") != NULL);
}

TEST(the_tables_of_analyze_are_dropped) {
  make_store(file_path());
  sqlite(file_path(), "ANALYZE");
  bw_store *store = open_path(file_path());
  CHECK_INT(bw_book_delete(store, 1, &fault), BW_OK);
  close_store(store);
  CHECK_STRING(shell("sqlite3 '%s' \"SELECT count(*) FROM sqlite_schema WHERE name LIKE"
                     " 'sqlite_stat%%'\"",
                     file_path()),
               "0");
}

TEST(a_store_whose_schema_changes_while_it_is_open_counts_as_damaged) {
  about_a_file();
  make_store(file_path());
  bw_store *store = open_path(file_path());
  OK(bw_book_delete(store, 1, &fault));
  // More columns than a table of this library may have.
  shell("for n in $(seq 500); do echo \"ALTER TABLE books ADD COLUMN extra_$n;\"; done |"
        " sqlite3 -bail '%s'",
        file_path());
  FAILS(BW_ERROR_CORRUPT, bw_store_undo(store, NULL, &fault));
  FAILS(BW_ERROR_CORRUPT, bw_book_delete(store, 1, &fault));
  close_store(store);
  bw_open_options options = default_options();
  CHECK_STATUS(try_open(file_path(), &options, &store), BW_ERROR_CORRUPT);
}

TEST(an_older_store_with_a_changed_schema_is_not_upgraded) {
  const char *stores = getenv("BW_STORES");
  if (stores == NULL) FAIL("BW_STORES does not name the folder of old stores");
  shell("sqlite3 -bail '%s' < '%s/version-1.0.0.sql'", file_path(), stores);
  sqlite(file_path(), "ALTER TABLE books ADD COLUMN price INTEGER AS (0)");
  uint64_t before = file_digest(file_path());
  refuses(file_path(), BW_ERROR_CORRUPT, "the database has another table books");
  CHECK(file_digest(file_path()) == before);
}

// SQLite reports a lack of memory if a row claims to have more than 2 GB.
TEST(a_row_that_claims_to_be_huge_counts_as_damage) {
  static const unsigned char huge[] = {0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x00};
  bw_store *store = open_path(file_path());
  add_book(store, "Dune", "Frank Herbert");
  add_book(store, "Emma", "Jane Austen");
  close_store(store);
  long page = atol(sqlite(file_path(), "SELECT rootpage FROM sqlite_schema"
                                       " WHERE name = 'books_by_global_id'"));
  CHECK(page > 1);
  int file = open(file_path(), O_RDWR);
  unsigned char second[2];
  CHECK(pread(file, second, 2, (page - 1) * 4096 + 10) == 2); // the offset of the second row
  CHECK(pwrite(file, huge, 6, (page - 1) * 4096 + second[0] * 256 + second[1]) == 6);
  close(file);

  store = open_path(file_path());
  bw_result *problems;
  OK(bw_store_check(store, &problems, &fault));
  CHECK(count_rows(problems) > 0);
  OK(bw_result_free(problems));
  close_store(store);
}

// MARK: Files next to a store

static void put(unsigned char **at, uint32_t number) {
  for (int shift = 24; shift >= 0; shift -= 8) *(*at)++ = (unsigned char)(number >> shift);
}

// Writes a journal that must be rolled back, and that names a file to be deleted afterwards.
static void write_journal(const char *path, const char *victim) {
  static const unsigned char magic[8] = {0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7};
  unsigned char bytes[2048] = {0}, *at = bytes + 512;
  uint32_t sum = 0;
  memcpy(bytes, magic, sizeof(magic));
  bytes[19] = 1;    // the number of pages before the transaction, in the last of four bytes
  bytes[22] = 0x02; // the sector's size, 512
  bytes[26] = 0x10; // the page's size, 4096
  put(&at, (1 << 30) / 4096 + 1);
  for (const char *c = victim; *c; c++) sum += (unsigned char)(*at++ = (unsigned char)*c);
  put(&at, (uint32_t)strlen(victim));
  put(&at, sum);
  memcpy(at, magic, sizeof(magic));
  write_file(path, bytes, (size_t)(at - bytes) + sizeof(magic));
}

TEST(a_journal_next_to_a_store_is_not_applied) {
  make_store(file_path());
  write_file(in_folder("letter"), "precious", 8);
  write_journal(in_folder("store.bookworm-journal"), in_folder("letter"));
  uint64_t before = file_digest(file_path());
  refuses(file_path(), BW_ERROR_CANNOT_OPEN, "journal");
  check_precious(in_folder("letter"));
  CHECK(file_digest(file_path()) == before);
  // Another SQLite applies the journal, and so deletes the letter.
  shell("sqlite3 '%s' 'SELECT * FROM books' 2>&1 || true", file_path());
  CHECK(!file_exists(in_folder("letter")));
}

enum { LINK, HARD_LINK, PIPE, KINDS };

static void put_beside(const char *ending, int kind) {
  char path[600];
  snprintf(path, sizeof(path), "%s%s", file_path(), ending);
  const char *victim = in_folder("letter");
  bw_store *store;
  write_file(victim, "precious", 8);
  make_store(file_path());
  if (kind == LINK) CHECK_INT(symlink(victim, path), 0);
  if (kind == HARD_LINK) CHECK_INT(link(victim, path), 0);
  if (kind == PIPE) CHECK_INT(mkfifo(path, 0600), 0);
  refuses(file_path(), BW_ERROR_CANNOT_OPEN, "a link or special file");
  unlink(file_path());
  FAILS(BW_ERROR_EXISTS, bw_store_open(file_path(), -1, NULL, &store, &fault));
  FAILS(BW_ERROR_EXISTS, bw_store_open_preview(file_path(), -1, NULL, &store, &fault));
  check_precious(in_folder("letter"));
  CHECK_INT(unlink(path), 0);
}

TEST(a_link_or_a_pipe_next_to_a_store_is_not_followed) {
  about_a_file();
  for (int kind = 0; kind < KINDS; kind++) {
    put_beside("-wal", kind);
    put_beside("-shm", kind);
  }
}

TEST(a_link_in_place_of_the_wake_file_is_not_followed) {
  bw_observer *observer;
  make_store(file_path());
  write_file(in_folder("letter"), "precious", 8);
  shell("touch -d @1 '%s'", in_folder("letter"));
  CHECK_INT(symlink(in_folder("letter"), in_folder("store.bookworm-wake")), 0);
  bw_store *store = open_file();
  OK(bw_store_observe(store, 0, &observer, &fault));
  add_book(store, "Emma", "Jane Austen");
  OK(bw_observer_free(observer));
  close_store(store);
  check_precious(in_folder("letter"));
  CHECK_STRING(shell("stat -c %%Y '%s'", in_folder("letter")), "1");
}

// MARK: Names

static void refuse_the_name(bw_store *store, const char *name) {
  bw_store *other;
  bw_backup *backup;
  const char *path = in_folder(name);
  FAILS_AT(BW_ERROR_CANNOT_OPEN, "path", bw_store_open(path, -1, NULL, &other, &fault));
  FAILS_AT(BW_ERROR_CANNOT_OPEN, "path", bw_store_open_preview(path, -1, NULL, &other, &fault));
  FAILS_AT(BW_ERROR_CANNOT_OPEN, "path", bw_backup_new(store, path, -1, &backup, &fault));
  FAILS_AT(BW_ERROR_CANNOT_OPEN, "path", bw_store_export(store, path, -1, &fault));
}

TEST(the_name_of_a_file_next_to_a_store_is_refused_for_another_store) {
  about_a_file();
  bw_store *store = open_memory();
  make_store(in_folder("s"));
  for (int is_open = 0; is_open <= 1; is_open++) {
    bw_store *owner = is_open ? open_path(in_folder("s")) : NULL;
    refuse_the_name(store, "s-wal");
    refuse_the_name(store, "s-shm");
    refuse_the_name(store, "s-journal");
    refuse_the_name(store, "s-wake");
    if (owner != NULL) add_book(owner, "Emma", "Jane Austen");
    close_store(owner);
  }
  CHECK_INT(files_with(""), 1);
  CHECK_INT(symlink("s-wal", in_folder("link")), 0);
  bw_store *linked;
  FAILS_AT(BW_ERROR_CANNOT_OPEN, "path",
           bw_store_open(in_folder("link"), -1, NULL, &linked, &fault));
  check_store_from_outside(in_folder("s"));
  close_store(store);
}

TEST(such_a_name_is_allowed_if_no_store_has_it) {
  about_a_file();
  write_file(in_folder("travel"), "precious", 8);
  make_store(in_folder("travel-journal"));
  check_store_from_outside(in_folder("travel-journal"));
  check_precious(in_folder("travel"));
  make_store(in_folder("new-wal"));
  bw_store *store;
  FAILS_AT(BW_ERROR_EXISTS, "path", bw_store_open(in_folder("new"), -1, NULL, &store, &fault));
  check_store_from_outside(in_folder("new-wal"));
}

// MARK: Hard links

TEST(a_file_with_two_names_is_refused) {
  about_a_file();
  bw_store *store = open_file();
  add_book(store, "Dune", "Frank Herbert");
  CHECK_INT(link(file_path(), in_folder("other")), 0);
  refuses(in_folder("other"), BW_ERROR_CANNOT_OPEN,
          "another name too in its folder, store.bookworm;");
  refuses(file_path(), BW_ERROR_CANNOT_OPEN, "another name too in its folder, other;");
  // A program that already has the file open may keep using it: nobody else can open it.
  add_book(store, "Emma", "Jane Austen");
  CHECK_INT(count_books(store), 2);
  close_store(store);
  unlink(in_folder("other"));
  store = open_file();
  CHECK_INT(count_books(store), 2);
  close_store(store);
}

TEST(the_temporary_name_of_a_new_store_is_removed) {
  about_a_file();
  make_store(file_path());
  CHECK_INT(link(file_path(), in_folder("store.bookworm-part-1a2b3c4d")), 0);
  CHECK_INT(link(file_path(), in_folder("store.bookworm-part-5e6f7a8b")), 0);
  write_file(in_folder("store.bookworm-part-12345678"), "precious", 8);
  bw_store *store = open_file();
  CHECK_INT(count_books(store), 1);
  close_store(store);
  CHECK_INT(files_with(""), 2);
  check_precious(in_folder("store.bookworm-part-12345678"));
}
