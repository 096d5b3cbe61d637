// These tests merge two copies of a store that were changed separately.
#include "support/fixtures.h"

// A copy of a store as it is now.
static bw_store *copy_of(bw_store *store, const char *name) {
  about_a_file();
  bw_backup *backup;
  bw_backup_progress progress;
  BW_INIT(progress);
  OK(bw_backup_new(store, in_folder(name), -1, &backup, &fault));
  do {
    OK(bw_backup_step(backup, 0, &progress, &fault));
  } while (progress.remaining > 0);
  OK(bw_backup_free(backup));
  return open_path(in_folder(name));
}

static bw_merge_counts merge(bw_store *store, bw_store *other, bw_store *base, bw_merge_rule rule,
                             int32_t preview) {
  bw_merge_counts counts;
  BW_INIT(counts);
  OK(bw_store_merge(store, other, base, rule, preview, &counts, NULL, &fault));
  return counts;
}

TEST(changes_of_either_store_are_in_both_afterwards) {
  bw_store *laptop = open_file();
  int64_t book = add_with_genre(laptop, "Dune", "Fantasy"), gone = add_book(laptop, "Gone", "X");
  bw_store *base = copy_of(laptop, "base"), *desktop = copy_of(laptop, "desktop");
  OK(bw_book_set_rating(laptop, book, 4, &fault));
  OK(bw_book_delete(laptop, gone, &fault));
  OK(bw_book_toggle_favourite(desktop, book, NULL, &fault));
  add_with_genre(desktop, "Emma", "Classics");
  bw_merge_counts planned = merge(laptop, desktop, base, BW_MERGE_LATER, 1);
  CHECK_INT(count_books(laptop), 1);
  bw_merge_counts done = merge(laptop, desktop, base, BW_MERGE_LATER, 0);
  CHECK_INT(planned.inserted, done.inserted);
  CHECK_INT(done.inserted, 2);
  CHECK_INT(done.updated, 1);
  CHECK_INT(done.deleted, 0);
  CHECK_INT(done.conflicts, 0);
  done = merge(desktop, laptop, base, BW_MERGE_LATER, 0);
  CHECK_INT(done.deleted, 1);
  bw_store *const both[] = {laptop, desktop};
  for (int i = 0; i < 2; i++) {
    bw_result *result;
    bw_book merged = get_book(both[i], book, &result);
    CHECK_INT(merged.rating, 4);
    CHECK_INT(merged.favourite, 1);
    OK(bw_result_free(result));
    CHECK_INT(count_books(both[i]), 2);
    CHECK_INT(count_genres(both[i]), 2);
    check_is_sound(both[i]);
    done = merge(both[i], both[1 - i], base, BW_MERGE_LATER, 0);
    CHECK_INT(done.inserted + done.updated + done.deleted + done.conflicts, 0);
  }
  bw_undo_info info;
  BW_INIT(info);
  OK(bw_store_get_undo_info(laptop, &info, &fault));
  CHECK(strcmp(info.undo_name, "Merge stores") == 0);
  OK(bw_store_undo(laptop, NULL, &fault));
  CHECK_INT(count_books(laptop), 1);
  check_is_sound(laptop);
  close_store(laptop);
  close_store(desktop);
  close_store(base);
}

TEST(values_that_both_changed_are_listed_and_decided_by_the_rule) {
  bw_store *laptop = open_file();
  int64_t book = add_rated(laptop, "Dune", 1);
  bw_store *base = copy_of(laptop, "base"), *desktop = copy_of(laptop, "desktop");
  OK(bw_book_set_rating(laptop, book, 2, &fault));
  OK(bw_book_set_rating(desktop, book, 5, &fault));
  bw_result *conflicts;
  bw_difference conflict;
  BW_INIT(conflict);
  OK(bw_store_merge(laptop, desktop, base, BW_MERGE_OURS, 0, NULL, &conflicts, &fault));
  CHECK_INT(count_rows(conflicts), 1);
  OK(bw_result_get_difference(conflicts, 0, &conflict, &fault));
  CHECK_INT(conflict.entity, BW_ENTITY_BOOK);
  CHECK_INT(conflict.id, book);
  CHECK_INT(conflict.other_id, book);
  CHECK(conflict.field == BW_BOOK_RATING);
  CHECK_INT(conflict.choice, BW_CHOICE_OURS);
  CHECK_TEXT(conflict.ours, "2");
  CHECK_TEXT(conflict.theirs, "5");
  OK(bw_result_free(conflicts));
  CHECK_INT(rating_of(laptop, book), 2);
  CHECK_INT(merge(laptop, desktop, base, BW_MERGE_THEIRS, 0).conflicts, 1);
  CHECK_INT(rating_of(laptop, book), 5);
  // Without a base nobody knows what was deleted.
  OK(bw_book_delete(laptop, book, &fault));
  CHECK_INT(merge(laptop, desktop, NULL, BW_MERGE_OURS, 0).inserted, 1);
  close_store(laptop);
  close_store(desktop);
  close_store(base);
}

TEST(a_transaction_can_be_merged_and_one_store_twice_is_refused) {
  bw_store *laptop = open_memory(), *desktop = open_memory(), *transaction;
  add_book(desktop, "Dune", "Herbert");
  OK(bw_transaction_begin(laptop, BW_TRANSACTION_WRITE, &transaction, &fault));
  CHECK_INT(merge(transaction, desktop, NULL, BW_MERGE_OURS, 0).inserted, 1);
  FAILS_AT(BW_ERROR_ARGUMENT, "other",
           bw_store_merge(transaction, laptop, NULL, BW_MERGE_OURS, 0, NULL, NULL, &fault));
  OK(bw_transaction_rollback(transaction, &fault));
  CHECK_INT(count_books(laptop), 0);
  FAILS_AT(BW_ERROR_ARGUMENT, "other",
           bw_store_merge(laptop, laptop, NULL, BW_MERGE_OURS, 0, NULL, NULL, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "base",
           bw_store_merge(laptop, desktop, desktop, BW_MERGE_OURS, 0, NULL, NULL, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "rule",
           bw_store_merge(laptop, desktop, NULL, (bw_merge_rule)3, 0, NULL, NULL, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "preview",
           bw_store_merge(laptop, desktop, NULL, BW_MERGE_OURS, 2, NULL, NULL, &fault));
  close_store(laptop);
  close_store(desktop);
}

TEST(one_store_through_two_handles_is_refused) {
  bw_store *laptop = open_file();
  bw_store *desktop = copy_of(laptop, "desktop"), *again = open_path(in_folder("desktop"));
  FAILS_AT(BW_ERROR_ARGUMENT, "other",
           bw_store_merge(desktop, again, NULL, BW_MERGE_OURS, 0, NULL, NULL, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "other",
           bw_store_merge(desktop, again, laptop, BW_MERGE_OURS, 0, NULL, NULL, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "base",
           bw_store_merge(desktop, laptop, again, BW_MERGE_OURS, 0, NULL, NULL, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "base",
           bw_store_merge(laptop, desktop, again, BW_MERGE_OURS, 0, NULL, NULL, &fault));
  close_store(again);
  close_store(desktop);
  close_store(laptop);
}
