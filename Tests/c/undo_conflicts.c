// These tests check conflicting steps: each is refused as a whole, and the rows that others changed
// are named.
#include "support/told.h"

static bw_store *store;
static int64_t book = 1, second = 2, genre = 1;

static void set_title(bw_store *through, int64_t id, const char *title) {
  bw_book change;
  BW_INIT(change);
  change.fields = BW_BOOK_TITLE;
  change.title = TEXT(title);
  OK(bw_book_update(through, id, &change, 0, &fault));
}

static void rate_elsewhere(void) {
  bw_store *own = open_file();
  OK(bw_book_set_rating(own, book, 5, &fault));
  close_store(own);
}

static void title_elsewhere(void) {
  bw_store *own = open_file();
  set_title(own, book, "Another");
  close_store(own);
}

static void delete_elsewhere(void) {
  bw_store *own = open_file();
  OK(bw_book_delete(own, second, &fault));
  OK(bw_genre_delete(own, genre, &fault));
  close_store(own);
}

// Two books rated 1 with one genre, and nothing to undo.
static void begin(void) {
  store = open_file();
  CHECK_INT(add_with_genre(store, "A", "Horror"), book);
  CHECK_INT(add_with_genre(store, "B", "Horror"), second);
  OK(bw_book_set_rating(store, book, 1, &fault));
  OK(bw_book_set_rating(store, second, 1, &fault));
  OK(bw_store_clear_undo(store, &fault));
}

// The conflicts, such as "2 book 1 0x40" for an update of book 1's rating.
static const char *in_the_way(int32_t redo) {
  static char text[512];
  bw_result *changes;
  OK(bw_store_list_undo_conflicts(store, redo, &changes, &fault));
  int64_t count = count_rows(changes);
  size_t length = 0;
  text[0] = '\0';
  for (int64_t row = 0; row < count; row++) {
    static const char *const entities[] = {"none", "book", "genre", "quote", "order"};
    bw_change change;
    BW_INIT(change);
    OK(bw_result_get_change(changes, row, &change, &fault));
    CHECK(change.entity <= BW_ENTITY_ORDER);
    if (change.kind != BW_CHANGE_REREAD)
      CHECK(change.transaction > 0 && change.committed <= now_milliseconds());
    CHECK_INT(change.position, -1);
    length += (size_t)snprintf(text + length, sizeof(text) - length, "%s%d %s %d 0x%llx",
                               row == 0 ? "" : "|", (int)change.kind, entities[change.entity],
                               (int)change.id, (unsigned long long)change.fields);
  }
  OK(bw_result_free(changes));
  return text;
}

TEST(the_same_field_changed_by_another_process_is_a_conflict) {
  struct process other = start_process(rate_elsewhere);
  begin();
  OK(bw_book_set_rating(store, book, 2, &fault));
  CHECK_STRING(in_the_way(0), "");
  run_once(&other);
  CHECK_STRING(in_the_way(0), "2 book 1 0x40");
  uint64_t before = file_digest(file_path());
  FAILS_AT(BW_ERROR_CONFLICT, "undo", bw_store_undo(store, NULL, &fault));
  CHECK(strstr(fault.message, "book 1") != NULL);
  CHECK_INT(rating_of(store, book), 5);
  CHECK(file_digest(file_path()) == before);
  bw_undo_info info;
  BW_INIT(info);
  OK(bw_store_get_undo_info(store, &info, &fault));
  CHECK_INT(info.undo_count, 1);
  CHECK_STRING(info.undo_name, "Rate book");
  OK(bw_store_drop_undo(store, 0, &fault));
  CHECK_STRING(in_the_way(0), "");
  FAILS_AT(BW_ERROR_NOT_FOUND, "undo", bw_store_undo(store, NULL, &fault));
  close_store(store);
  end_process(&other);
}

TEST(a_conflict_names_each_row_once) {
  begin();
  OK(bw_book_set_rating(store, book, 2, &fault));
  rate_elsewhere();
  bw_store *own = open_file();
  OK(bw_book_set_rating(own, book, 4, &fault));
  close_store(own);
  FAILS(BW_ERROR_CONFLICT, bw_store_undo(store, NULL, &fault));
  const char *first = strstr(fault.message, "book 1 (changed)");
  CHECK(first != NULL && strstr(first + 1, "book 1") == NULL);
  CHECK(strstr(fault.message, " more") == NULL);
  close_store(store);
}

TEST(another_field_changed_by_another_process_is_not_a_conflict) {
  struct process other = start_process(title_elsewhere);
  begin();
  OK(bw_book_set_rating(store, book, 2, &fault));
  run_once(&other);
  CHECK_STRING(in_the_way(0), "");
  OK(bw_store_undo(store, NULL, &fault));
  CHECK_INT(rating_of(store, book), 1);
  OK(bw_store_redo(store, NULL, &fault));
  CHECK_INT(rating_of(store, book), 2);
  CHECK_STRING(sqlite(file_path(), "SELECT title FROM books WHERE id = 1"), "Another");
  check_store_from_outside(file_path());
  close_store(store);
  end_process(&other);
}

TEST(a_book_deleted_by_another_process_is_not_partly_restored) {
  struct process other = start_process(delete_elsewhere);
  begin();
  bw_store *transaction;
  OK(bw_transaction_begin(store, BW_TRANSACTION_WRITE, &transaction, &fault));
  OK(bw_book_delete(transaction, book, &fault));
  OK(bw_book_set_rating(transaction, second, 3, &fault));
  OK(bw_transaction_commit(transaction, &fault));
  run_once(&other);
  CHECK_STRING(in_the_way(0), "3 book 2 0x0|3 genre 1 0x0");
  FAILS_AT(BW_ERROR_CONFLICT, "undo", bw_store_undo(store, NULL, &fault));
  CHECK_INT(count_books(store), 0);
  CHECK_STRING(sqlite(file_path(), "SELECT count(*) FROM book_genres"), "0");
  check_store_from_outside(file_path());
  close_store(store);
  end_process(&other);
}

TEST(a_name_taken_without_the_library_is_a_conflict) {
  begin();
  add_genre(store, "Kids");
  const char *key = sqlite(file_path(), "SELECT hex(name_key) FROM genres WHERE id = 1");
  char statement[256];
  snprintf(statement, sizeof(statement), "UPDATE genres SET name_key = x'%s' WHERE id = 2", key);
  OK(bw_genre_delete(store, genre, &fault));
  sqlite(file_path(), statement);
  FAILS_AT(BW_ERROR_CONFLICT, "undo", bw_store_undo(store, NULL, &fault));
  CHECK(strstr(fault.message, "genre 2 now has the name that genre 1 had") != NULL);
  CHECK_INT(count_genres(store), 1);
  close_store(store);
}

TEST(a_redo_is_refused_in_the_same_cases) {
  struct process other = start_process(rate_elsewhere);
  begin();
  OK(bw_book_set_rating(store, book, 2, &fault));
  OK(bw_store_undo(store, NULL, &fault));
  run_once(&other);
  CHECK_STRING(in_the_way(1), "2 book 1 0x40");
  FAILS_AT(BW_ERROR_CONFLICT, "redo", bw_store_redo(store, NULL, &fault));
  CHECK_INT(rating_of(store, book), 5);
  OK(bw_store_drop_undo(store, 1, &fault));
  FAILS_AT(BW_ERROR_NOT_FOUND, "redo", bw_store_redo(store, NULL, &fault));
  close_store(store);
  end_process(&other);
}

TEST(a_step_is_refused_if_the_log_lacks_later_changes) {
  begin();
  OK(bw_book_set_rating(store, book, 2, &fault));
  sqlite(file_path(), "INSERT INTO changes (committed, entries) VALUES (0, x'FF')");
  CHECK_STRING(in_the_way(0), "7 none 0 0x0");
  FAILS_AT(BW_ERROR_CONFLICT, "undo", bw_store_undo(store, NULL, &fault));
  CHECK_INT(rating_of(store, book), 2);
  sqlite(file_path(), "DELETE FROM changes");
  FAILS_AT(BW_ERROR_CONFLICT, "undo", bw_store_undo(store, NULL, &fault));
  CHECK_INT(rating_of(store, book), 2);
  close_store(store);
}
