// These tests delete, move, replace or close a store's files while the store is open.
#define _GNU_SOURCE
#include "support/fixtures.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static void go_away_in_a_transaction(int (*leave)(void)) {
  bw_store *store = open_file(), *transaction;
  add_book(store, "Dune", "Frank Herbert");
  OK(bw_transaction_begin(store, BW_TRANSACTION_WRITE, &transaction, &fault));
  add_book(transaction, "Emma", "Jane Austen");
  CHECK_INT(leave(), 0);
  FAILS(BW_ERROR_CANNOT_OPEN, bw_transaction_commit(transaction, &fault));
  CHECK(strstr(fault.message, "deleted, moved or replaced") != NULL);
  close_store(store);
}

static int move_it(void) {
  return rename(file_path(), in_folder("moved"));
}

static int delete_it(void) {
  return unlink(file_path());
}

static int replace_it(void) {
  write_file(in_folder("other"), "other", 5);
  return rename(in_folder("other"), file_path());
}

TEST(a_commit_into_a_store_that_was_moved_meanwhile_fails) {
  about_a_file();
  go_away_in_a_transaction(move_it);
  // The store is complete again once its log is back in place.
  CHECK_INT(rename(in_folder("moved"), file_path()), 0);
  bw_store *store = open_file();
  CHECK_INT(count_books(store), 1);
  check_is_sound(store);
  close_store(store);
}

static int delete_its_log(void) {
  return unlink(in_folder("store.bookworm-wal"));
}

TEST(a_commit_into_a_log_that_was_deleted_fails) {
  about_a_file();
  go_away_in_a_transaction(delete_its_log);
}

static int delete_its_index(void) {
  return unlink(in_folder("store.bookworm-shm"));
}

static int replace_its_index(void) {
  shell("cd '%s' && cp store.bookworm-shm copy && mv copy store.bookworm-shm", test_folder);
  return 0;
}

TEST(a_commit_beside_a_log_whose_index_was_deleted_or_replaced_fails) {
  about_a_file();
  go_away_in_a_transaction(delete_its_index);
  go_away_in_a_transaction(replace_its_index);
  bw_store *store = open_file();
  CHECK_INT(count_books(store), 2);
  check_is_sound(store);
  close_store(store);
}

TEST(nothing_is_lost_if_the_index_is_deleted_between_two_handles) {
  about_a_file();
  bw_store *first = open_file();
  add_book(first, "Dune", "Frank Herbert");
  CHECK_INT(delete_its_index(), 0);
  bw_book book = new_book("Emma", "Jane Austen");
  FAILS(BW_ERROR_CANNOT_OPEN, bw_book_create(first, &book, NULL, &fault));
  CHECK(strstr(fault.message, "-shm has been deleted, moved or replaced") != NULL);
  close_store(first);
  bw_store *second = open_file();
  CHECK_INT(count_books(second), 1);
  check_is_sound(second);
  close_store(second);
}

TEST(a_log_that_was_deleted_before_the_first_commit_is_noticed) {
  about_a_file();
  bw_store *store = open_file();
  CHECK_INT(count_books(store), 0);
  CHECK_INT(delete_its_log(), 0);
  CHECK_INT(delete_its_index(), 0);
  bw_book book = new_book("Emma", "Jane Austen");
  FAILS(BW_ERROR_CANNOT_OPEN, bw_book_create(store, &book, NULL, &fault));
  close_store(store);
}

// The side files are deleted while another program has the store open: the next program must not
// create new ones.
static void open_after(int (*remove_files)(void), const char *what) {
  int ready[2], finish[2], status;
  char byte;
  bw_store *store = (bw_store *)&fault;
  CHECK(pipe(ready) == 0 && pipe(finish) == 0);
  fflush(stdout);
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    close(finish[1]);
    bw_store *theirs = open_file();
    add_book(theirs, "Dune", "Frank Herbert");
    CHECK(write(ready[1], "", 1) == 1);
    CHECK(read(finish[0], &byte, 1) == 0);
    close_store(theirs);
    _exit(0);
  }
  close(finish[0]);
  CHECK(read(ready[0], &byte, 1) == 1);
  CHECK_INT(remove_files(), 0);
  FAILS(BW_ERROR_CANNOT_OPEN, bw_store_open(file_path(), -1, NULL, &store, &fault));
  CHECK(strstr(fault.message, what) != NULL);
  close(finish[1]);
  close(ready[0]);
  close(ready[1]);
  CHECK(waitpid(child, &status, 0) == child && status == 0);
}

static int delete_both(void) {
  int log = delete_its_log();
  return delete_its_index() | log;
}

TEST(a_store_whose_index_was_deleted_under_another_program_opens_only_after_it_has_ended) {
  about_a_file();
  open_after(delete_both, "-shm and -wal have been deleted");
  open_after(delete_its_index, "-shm has been deleted");
  open_after(replace_its_index, "-shm has been deleted, moved or replaced");
  bw_store *store = open_file();
  CHECK_INT(count_books(store), 3);
  check_is_sound(store);
  close_store(store);
}

TEST(a_handle_does_not_read_another_store_that_was_moved_into_its_folder) {
  about_a_file();
  CHECK_INT(mkdir(in_folder("f"), 0700), 0);
  bw_store *store, *other;
  bw_backup *backup;
  OK(bw_store_open(in_folder("f/store"), -1, NULL, &store, &fault));
  add_book(store, "Dune", "Frank Herbert");
  CHECK_INT(rename(in_folder("f"), in_folder("g")), 0);
  CHECK_INT(mkdir(in_folder("f"), 0700), 0);
  OK(bw_store_open(in_folder("f/store"), -1, NULL, &other, &fault));
  add_book(other, "Emma", "Jane Austen");
  usleep(150000);
  int64_t count;
  FAILS(BW_ERROR_CANNOT_OPEN, bw_books_count(store, &count, &fault));
  FAILS(BW_ERROR_CANNOT_OPEN, bw_backup_new(store, in_folder("backup"), -1, &backup, &fault));
  bw_result *problems;
  FAILS(BW_ERROR_CANNOT_OPEN, bw_store_check(store, &problems, &fault));
  close_store(store);
  close_store(other);
}

TEST(a_program_that_closes_all_descriptors_gets_an_error) {
  about_a_file();
  bw_store *store = open_file();
  add_book(store, "Dune", "Frank Herbert");
  int number = open(file_path(), O_RDONLY);
  for (int i = 3; i < number; i++) close(i);
  int precious = open(in_folder("precious"), O_RDWR | O_CREAT, 0600);
  for (int i = 0; i < 20; i++) CHECK(dup(precious) >= 0);
  bw_book book = new_book("Emma", "Jane Austen");
  CHECK(bw_book_create(store, &book, NULL, &fault) != BW_OK);
  close_store(store);
  CHECK_INT(file_size(in_folder("precious")), 0);
  CHECK(fcntl(precious, F_GETFD) >= 0);
}

TEST(a_commit_into_a_store_that_was_deleted_meanwhile_fails) {
  about_a_file();
  go_away_in_a_transaction(delete_it);
}

TEST(a_commit_into_a_store_that_was_replaced_meanwhile_fails) {
  about_a_file();
  go_away_in_a_transaction(replace_it);
  CHECK_STRING(shell("cat '%s'", file_path()), "other");
}
