// These tests open and close stores, with options, and compare several handles on one store.
#include "support/fixtures.h"

TEST(a_store_is_created_if_there_is_none) {
  CHECK(!file_exists(file_path()));
  close_store(open_file());
  CHECK(file_exists(file_path()));
}

TEST(an_absent_store_is_not_created_with_must_exist) {
  bw_open_options options = default_options();
  bw_store *store = (bw_store *)&options;
  options.must_exist = 1;
  FAILS(BW_ERROR_CANNOT_OPEN, bw_store_open(file_path(), -1, &options, &store, &fault));
  CHECK(store == (bw_store *)&options);
  CHECK(!file_exists(file_path()));
}

TEST(an_absent_store_is_not_created_for_reading_only) {
  bw_open_options options = default_options();
  bw_store *store;
  options.read_only = 1;
  FAILS(BW_ERROR_CANNOT_OPEN, bw_store_open(file_path(), -1, &options, &store, &fault));
  CHECK(!file_exists(file_path()));
}

TEST(written_data_is_there_after_reopening) {
  bw_store *store = open_file();
  int64_t book = add_rated(store, "Dune", 5), genre = add_genre(store, "Fantasy");
  close_store(store);
  store = open_file();
  CHECK_INT(rating_of(store, book), 5);
  CHECK_INT(books_of_genre(store, genre), 0);
  close_store(store);
}

TEST(closing_a_store_leaves_one_file) {
  bw_store *store = open_file();
  add_book(store, "Dune", "Frank Herbert");
  close_store(store);
  CHECK(!file_exists(in_folder("store.bookworm-wal")));
}

TEST(stores_in_memory_are_separate_and_discarded_when_closed) {
  bw_store *one = open_memory(), *other = open_memory();
  add_book(one, "Dune", "Frank Herbert");
  CHECK_INT(count_books(one), 1);
  CHECK_INT(count_books(other), 0);
  close_store(one);
  close_store(other);
  one = open_memory();
  CHECK_INT(count_books(one), 0);
  close_store(one);
}

TEST(a_store_reports_its_path_and_versions) {
  about_a_file();
  bw_store *store = open_file();
  bw_store_info info;
  BW_INIT(info);
  OK(bw_store_get_info(store, &info, &fault));
  CHECK_TEXT(info.path, file_path());
  CHECK_INT(info.schema_version, 4);
  CHECK(info.sort_key_version >= 1);
  CHECK_INT(info.read_only, 0);
  close_store(store);
}

TEST(a_store_reports_the_size_of_its_log) {
  about_a_file();
  bw_store *store = open_file(), *memory = open_memory();
  bw_store_info info;
  BW_INIT(info);
  add_book(store, "Dune", "Frank Herbert");
  OK(bw_store_get_info(store, &info, &fault));
  CHECK(info.log_bytes > 0);
  CHECK_INT(info.log_bytes, file_size(in_folder("store.bookworm-wal")));
  add_book(memory, "Dune", "Frank Herbert");
  OK(bw_store_get_info(memory, &info, &fault));
  CHECK_INT(info.log_bytes, 0);
  close_store(memory);
  close_store(store);
}

TEST(a_path_may_be_given_by_its_length) {
  char path[512];
  bw_store *store;
  snprintf(path, sizeof(path), "%s and more", file_path());
  OK(bw_store_open(path, (int64_t)strlen(file_path()), NULL, &store, &fault));
  CHECK(file_exists(file_path()));
  close_store(store);
}

TEST(a_path_may_contain_any_letters) {
  about_a_file();
  bw_store *store = open_path(in_folder("Bücher 本 %20 ?mode=ro #1.bookworm"));
  add_book(store, "Dune", "Frank Herbert");
  CHECK(file_exists(in_folder("Bücher 本 %20 ?mode=ro #1.bookworm")));
  close_store(store);
}

TEST(a_path_is_never_read_as_a_uri) {
  char path[512], uri[600];
  bw_store *store;
  snprintf(path, sizeof(path), "%s", in_folder("plain"));
  snprintf(uri, sizeof(uri), "file:%s?mode=memory", path);
  bw_status status = bw_store_open(uri, -1, NULL, &store, &fault);
  CHECK(status == BW_ERROR_CANNOT_OPEN); // the folder "file:" does not exist
  CHECK(!file_exists(path));
}

TEST(closing_null_is_allowed) {
  OK(bw_store_close(NULL, &fault));
  OK(bw_store_close(NULL, NULL));
}

TEST(closing_twice_does_no_harm) {
  bw_store *store = open_memory(), *other = open_memory();
  close_store(store);
  FAILS(BW_ERROR_HANDLE, bw_store_close(store, &fault));
  CHECK_INT(count_books(other), 0);
  close_store(other);
}

TEST(a_closed_store_is_refused) {
  bw_store *store = open_memory();
  int64_t count = 42;
  close_store(store);
  FAILS(BW_ERROR_HANDLE, bw_books_count(store, &count, &fault));
  CHECK_INT(count, 42);
}

TEST(closing_with_an_open_transaction_rolls_back_and_reports_it) {
  bw_store *store = open_file(), *transaction;
  int64_t count = 0;
  OK(bw_transaction_begin(store, BW_TRANSACTION_WRITE, &transaction, &fault));
  add_book(transaction, "Dune", "Frank Herbert");
  CHECK_STATUS(bw_store_close(store, &fault), BW_ROLLED_BACK);
  FAILS(BW_ERROR_HANDLE, bw_books_count(transaction, &count, &fault));
  store = open_file();
  CHECK_INT(count_books(store), 0);
  close_store(store);
}

TEST(a_read_only_store_refuses_writes) {
  bw_open_options options = default_options();
  bw_store *store = open_file();
  bw_store_info info;
  int64_t book = add_book(store, "Dune", "Frank Herbert"), id = 42;
  close_store(store);
  options.read_only = 1;
  OK(try_open(file_path(), &options, &store));
  BW_INIT(info);
  OK(bw_store_get_info(store, &info, &fault));
  CHECK_INT(info.read_only, 1);
  CHECK_INT(count_books(store), 1);
  FAILS(BW_ERROR_READ_ONLY, bw_book_set_rating(store, book, 3, &fault));
  FAILS(BW_ERROR_READ_ONLY, bw_book_delete(store, book, &fault));
  FAILS(BW_ERROR_READ_ONLY, bw_genre_create(store, "Horror", -1, NULL, 0, &id, &fault));
  CHECK_INT(id, 42);
  bw_store *transaction;
  FAILS(BW_ERROR_READ_ONLY,
        bw_transaction_begin(store, BW_TRANSACTION_WRITE, &transaction, &fault));
  close_store(store);
}

TEST(a_read_only_store_sees_what_another_handle_writes) {
  bw_open_options options = default_options();
  bw_store *writer = open_file(), *reader;
  options.read_only = 1;
  OK(try_open(file_path(), &options, &reader));
  add_book(writer, "Dune", "Frank Herbert");
  CHECK_INT(count_books(reader), 1);
  close_store(reader);
  close_store(writer);
}

TEST(two_handles_on_one_store_see_each_other_s_writes) {
  bw_store *one = open_file(), *other = open_file();
  int64_t book = add_rated(one, "Dune", 1);
  OK(bw_book_set_rating(other, book, 5, &fault));
  CHECK_INT(rating_of(one, book), 5);
  close_store(one);
  CHECK_INT(rating_of(other, book), 5);
  close_store(other);
}

TEST(a_writer_waits_no_longer_than_the_busy_time_out) {
  bw_open_options options = default_options();
  bw_store *one = open_file(), *other, *transaction;
  options.busy_timeout = -1;
  OK(try_open(file_path(), &options, &other));
  OK(bw_transaction_begin(one, BW_TRANSACTION_WRITE, &transaction, &fault));
  int64_t id = 42;
  FAILS(BW_ERROR_BUSY, bw_genre_create(other, "Horror", -1, NULL, 0, &id, &fault));
  CHECK_INT(id, 42);
  OK(bw_transaction_commit(transaction, &fault));
  OK(bw_genre_create(other, "Horror", -1, NULL, 0, &id, &fault));
  close_store(one);
  close_store(other);
}

TEST(a_reader_does_not_wait_for_a_writer_and_sees_committed_data) {
  bw_store *one = open_file(), *other = open_file(), *transaction;
  OK(bw_transaction_begin(one, BW_TRANSACTION_WRITE, &transaction, &fault));
  add_book(transaction, "Dune", "Frank Herbert");
  CHECK_INT(count_books(other), 0);
  CHECK_INT(count_books(one), 0);
  CHECK_INT(count_books(transaction), 1);
  OK(bw_transaction_commit(transaction, &fault));
  CHECK_INT(count_books(other), 1);
  close_store(one);
  close_store(other);
}

TEST(prepared_options_need_nothing_else) {
  bw_open_options options;
  bw_store *store;
  BW_INIT(options);
  OK(bw_store_open(file_path(), -1, &options, &store, &fault));
  add_book(store, "Dune", "Frank Herbert");
  OK(bw_store_undo(store, NULL, &fault));
  close_store(store);
}

TEST(a_store_opens_with_every_allowed_option) {
  bw_open_options options = default_options();
  bw_store *store;
  options.durability = BW_DURABILITY_NORMAL;
  options.busy_timeout = -1;
  options.cache_size = 64;
  OK(try_open(file_path(), &options, &store));
  add_book(store, "Dune", "Frank Herbert");
  close_store(store);
  options.busy_timeout = INT32_MAX;
  options.cache_size = 4194304;
  OK(try_open(file_path(), &options, &store));
  CHECK_INT(count_books(store), 1);
  close_store(store);
}

static void check_option(size_t offset, int32_t value, const char *field) {
  bw_open_options options = default_options();
  bw_store *store = NULL;
  memcpy((char *)&options + offset, &value, sizeof(value));
  FAILS_AT(BW_ERROR_ARGUMENT, field, bw_store_open(file_path(), -1, &options, &store, &fault));
  CHECK(store == NULL);
  CHECK(!file_exists(file_path()));
}

TEST(an_invalid_option_is_refused_by_name) {
  check_option(offsetof(bw_open_options, must_exist), 2, "must_exist");
  check_option(offsetof(bw_open_options, must_exist), -1, "must_exist");
  check_option(offsetof(bw_open_options, read_only), 2, "read_only");
  check_option(offsetof(bw_open_options, busy_timeout), -2, "busy_timeout");
  check_option(offsetof(bw_open_options, busy_timeout), INT32_MIN, "busy_timeout");
  check_option(offsetof(bw_open_options, durability), 2, "durability");
  check_option(offsetof(bw_open_options, durability), -1, "durability");
  check_option(offsetof(bw_open_options, cache_size), 63, "cache_size");
  check_option(offsetof(bw_open_options, cache_size), 4194305, "cache_size");
  check_option(offsetof(bw_open_options, cache_size), -1, "cache_size");
  check_option(offsetof(bw_open_options, undo_limit), -2, "undo_limit");
  check_option(offsetof(bw_open_options, undo_file_limit), -2, "undo_file_limit");
  check_option(offsetof(bw_open_options, size), 0, NULL);
  check_option(offsetof(bw_open_options, size), 4, NULL);
}

TEST(the_sqlite3_program_reads_the_tables) {
  bw_store *store = open_file();
  add_with_genre(store, "Dune", "Science Fiction");
  CHECK_STRING(sqlite(file_path(), "SELECT title, author FROM books"), "Dune|Author");
  CHECK_STRING(sqlite(file_path(), "SELECT name FROM genres"), "Science Fiction");
  CHECK_STRING(sqlite(file_path(), "SELECT count(*) FROM book_genres"), "1");
  CHECK_STRING(sqlite(file_path(), "SELECT count(*) FROM quotes"), "0");
  check_integrity(file_path());
  close_store(store);
}

TEST(a_store_sorted_by_newer_rules_opens_read_only) {
  bw_store *store = open_file();
  bw_store_info info;
  int64_t id = add_rated(store, "Dune", 5);
  close_store(store);
  sqlite(file_path(), "UPDATE properties SET value = 1000 WHERE name = 'sort_key_version'");
  store = open_file();
  BW_INIT(info);
  OK(bw_store_get_info(store, &info, &fault));
  CHECK_INT(info.read_only, 1);
  CHECK_INT(info.sort_key_version, 1000);
  CHECK_INT(rating_of(store, id), 5);
  FAILS(BW_ERROR_READ_ONLY, bw_book_set_rating(store, id, 3, &fault));
  close_store(store);
  CHECK_STRING(sqlite(file_path(), "SELECT value FROM properties WHERE name = 'sort_key_version'"),
               "1000");
}

TEST(a_store_sorted_by_older_rules_is_sorted_again) {
  bw_store *store = open_file();
  bw_query *query = new_query();
  bw_result *genres, *result;
  bw_store_info info;
  int64_t letters;
  add_with_genre(store, "Book 10", "Letters");
  add_with_genre(store, "book 2", "Letters");
  add_genre(store, "Éclair");
  add_genre(store, "Zebra");
  close_store(store);
  sqlite(file_path(), "UPDATE properties SET value = 0 WHERE name = 'sort_key_version';"
                      "UPDATE books SET title_key = cast(title AS BLOB), author_key = x'00';"
                      "UPDATE genre_books SET title_key = x'00';"
                      "UPDATE genres SET sort_key = cast(name AS BLOB)");
  store = open_file();
  BW_INIT(info);
  OK(bw_store_get_info(store, &info, &fault));
  CHECK(info.sort_key_version > 0);
  CHECK_STRING(titles_of_query(store, query), "book 2|Book 10");
  OK(bw_genres_list(store, &genres, &fault));
  CHECK_STRING(names_of(genres), "Éclair|Letters|Zebra");
  OK(bw_genre_find(store, "Letters", -1, &letters, &fault));
  OK(bw_genre_list_books(store, letters, 0, &result, &fault));
  CHECK_STRING(titles_of(result), "book 2|Book 10");
  check_integrity(file_path());
  close_store(store);
}
