// These tests check that observers see other processes' commits, even if those processes die.
#define _DEFAULT_SOURCE
#include "support/told.h"

#include <signal.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static bw_store *store;
static bw_observer *observer;

static bw_store *open_quickly(void) {
  bw_open_options options = default_options();
  options.durability = BW_DURABILITY_NORMAL;
  bw_store *opened = NULL;
  OK(try_open(file_path(), &options, &opened));
  return opened;
}

static void add_one(void) {
  bw_store *own = open_quickly();
  add_with_genre(own, "Dune", "Horror");
  close_store(own);
}

static void delete_genre_soon(void) {
  bw_store *own = open_quickly();
  int64_t genre;
  sleep_milliseconds(50);
  OK(bw_genre_find(own, "Horror", -1, &genre, &fault));
  OK(bw_genre_delete(own, genre, &fault));
  close_store(own);
}

TEST(a_genre_deleted_by_another_process_vanishes_from_an_open_book) {
  struct process other = start_process(delete_genre_soon);
  store = open_file();
  int64_t book = add_with_genre(store, "Dune", "Horror");
  OK(bw_book_observe(store, book, 0, &observer, &fault));
  let_run(&other);
  int64_t before = now_milliseconds();
  CHECK_STRING(told(observer, -1), "deleted genre 1|updated book 1 genres");
  CHECK(now_milliseconds() - before < 30000);
  OK(bw_observer_free(observer));
  close_store(store);
  end_process(&other);
}

TEST(a_page_follows_what_another_process_does) {
  struct process other = start_process(add_one);
  bw_query *query = new_query();
  bw_result *page;
  store = open_file();
  OK(bw_query_set_limit(query, 10, &fault));
  OK(bw_query_observe(store, query, 0, &observer, &fault));
  for (int i = 1; i <= 3; i++) {
    char expected[64];
    run_once(&other);
    snprintf(expected, sizeof(expected), "entered book %d at %d", i, i - 1);
    CHECK_STRING(told(observer, 30000), expected);
  }
  OK(bw_observer_get_page(observer, &page, &fault));
  CHECK_STRING(titles_of(page), "Dune|Dune|Dune");
  OK(bw_observer_free(observer));
  OK(bw_query_free(query));
  close_store(store);
  end_process(&other);
}

TEST(an_observer_of_a_read_only_store_reports_changes_by_others) {
  struct process other = start_process(add_one);
  bw_open_options options = default_options();
  run_once(&other);
  options.read_only = 1;
  OK(try_open(file_path(), &options, &store));
  OK(bw_store_observe(store, 0, &observer, &fault));
  run_once(&other);
  CHECK_STRING(told(observer, 30000), "inserted book 2");
  OK(bw_observer_free(observer));
  close_store(store);
  end_process(&other);
}

enum { WRITERS = 3, BOOKS_EACH = 200 };

static void add_many(void) {
  bw_store *own = open_quickly();
  for (int i = 0; i < BOOKS_EACH; i++) add_rated(own, "Book", i % 6);
  close_store(own);
}

// Checks that each book from 1 to `last` is reported once and in order.
static void hear_all(bw_observer *from, int64_t last) {
  for (int64_t id = 1; id <= last; id++) {
    char expected[64];
    snprintf(expected, sizeof(expected), "inserted book %lld", (long long)id);
    CHECK_STRING(told(from, 30000), expected);
  }
  CHECK_STRING(told(from, 0), "");
}

TEST(changes_by_several_writers_are_neither_lost_nor_repeated) {
  struct process writers[WRITERS];
  bw_observer *observers[3];
  for (int i = 0; i < WRITERS; i++) writers[i] = start_process(add_many);
  store = open_file();
  for (int i = 0; i < 3; i++) OK(bw_store_observe(store, 0, &observers[i], &fault));
  for (int i = 0; i < WRITERS; i++) let_run(&writers[i]);
  hear_all(observers[0], WRITERS * BOOKS_EACH);
  for (int i = 0; i < WRITERS; i++) end_process(&writers[i]);
  hear_all(observers[1], WRITERS * BOOKS_EACH); // slow ones
  hear_all(observers[2], WRITERS * BOOKS_EACH);
  for (int i = 0; i < 3; i++) OK(bw_observer_free(observers[i]));
  close_store(store);
}

static void add_for_ever(void) {
  bw_store *own = open_quickly();
  for (;;) add_rated(own, "Book", 1);
}

TEST(the_last_commit_of_a_killed_writer_is_reported) {
  struct process writers[5];
  int64_t last = 0;
  char expected[64];
  for (int i = 0; i < 5; i++) writers[i] = start_process(add_for_ever);
  store = open_file();
  OK(bw_store_observe(store, 0, &observer, &fault));
  for (int i = 0; i < 5; i++) {
    let_run(&writers[i]);
    for (int heard = 0; heard < 40; heard++) {
      snprintf(expected, sizeof(expected), "inserted book %lld", (long long)++last);
      CHECK_STRING(told(observer, 30000), expected);
    }
    kill(writers[i].id, SIGKILL);
    CHECK(waitpid(writers[i].id, NULL, 0) == writers[i].id);
    // The last one may have been committed without a wake-up.
    for (int64_t count = count_books(store); last < count;) {
      snprintf(expected, sizeof(expected), "inserted book %lld", (long long)++last);
      CHECK_STRING(told(observer, 30000), expected);
    }
    CHECK_STRING(told(observer, 0), "");
  }
  OK(bw_observer_free(observer));
  close_store(store);
  check_store_from_outside(file_path());
}

static void hear_without_being_woken(struct process *other) {
  store = open_file();
  OK(bw_store_observe(store, 0, &observer, &fault));
  // At least one of the changes is reported sooner than the slow check could find it. The others
  // may take longer on a busy machine.
  bool soon = false;
  for (int i = 1; i <= 20 && !soon; i++) {
    char expected[64];
    run_once(other);
    int64_t before = now_milliseconds();
    snprintf(expected, sizeof(expected), "%sinserted book %d", i == 1 ? "inserted genre 1|" : "",
             i);
    CHECK_STRING(told(observer, 30000), expected);
    soon = now_milliseconds() - before < 900;
  }
  CHECK(soon);
  OK(bw_observer_free(observer));
  close_store(store);
  end_process(other);
}

TEST(an_observer_that_cannot_watch_files_polls) {
  chmod(test_folder, 0777);
  become_nobody(); // so that only this user's inotify instances are used up
  struct process other = start_process(add_one);
  int instances = 0;
  while (inotify_init1(IN_CLOEXEC) >= 0 && instances < 4096) instances++;
  CHECK(instances < 4096);
  hear_without_being_woken(&other);
}

TEST(an_observer_that_cannot_create_its_file_polls) {
  chmod(test_folder, 0777);
  become_nobody();
  struct process other = start_process(add_one);
  bw_store *first = open_file(); // its log is there already
  CHECK_INT(count_books(first), 0);
  CHECK(mkdir(in_folder("elsewhere"), 0777) == 0);
  CHECK_INT(symlink("elsewhere/absent", in_folder("store.bookworm-wake")), 0);
  hear_without_being_woken(&other);
  CHECK(!file_exists(in_folder("elsewhere/absent"))); // links are not followed
  close_store(first);
}

TEST(whoever_may_write_to_the_store_may_wake_its_observers) {
  about_a_file();
  const uid_t nobody = 65534;
  struct stat wake;
  if (geteuid() != 0) test_skip("only root makes files for others");
  close_store(open_file());
  CHECK(chown(file_path(), nobody, nobody) == 0 && chmod(file_path(), 0664) == 0);
  store = open_file();
  OK(bw_store_observe(store, 0, &observer, &fault));
  CHECK(stat(in_folder("store.bookworm-wake"), &wake) == 0);
  CHECK_INT(wake.st_uid, nobody);
  CHECK_INT(wake.st_gid, nobody);
  CHECK_INT(wake.st_mode & 0777, 0664);
  OK(bw_observer_free(observer));
  close_store(store);
}
