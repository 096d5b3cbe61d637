// These tests check that threads and processes see what others wrote before. Between threads, only
// the library orders the accesses to memory: the variables that the tests share impose no order.
// The thread sanitizer detects an access without order on any processor: Tests/sanitize thread
// memory_order.c
#define _DEFAULT_SOURCE
#include "support/in_threads.h"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PAIRS = 3, HANDED_OVER = 400, COMMITS = 200, BOOKS = 50 };

static bw_store *store;

// Opens a store with a bw_error of its own, because the one of the fixtures is shared by threads.
static bw_store *open_own(const char *path) {
  bw_store *own = NULL;
  bw_error error;
  BW_INIT(error);
  if (bw_store_open(path, -1, NULL, &own, &error) != BW_OK) FAIL("%s", error.message);
  return own;
}

static int64_t count_in(bw_store *own) {
  int64_t count = -1;
  OK(bw_books_count(own, &count, NULL));
  return count;
}

// MARK: Handles and what they lead to

static _Atomic(bw_result *) places[PAIRS];

static bw_result *make_result(int rows) {
  bw_query *query = NULL;
  bw_result *result = NULL;
  bw_error error;
  BW_INIT(error);
  OK(bw_query_new(&query, &error));
  OK(bw_query_set_limit(query, rows, &error));
  OK(bw_query_set_fields(query, BW_BOOK_TITLE | BW_BOOK_GENRE_NAMES, &error));
  OK(bw_query_run(store, query, &result, &error));
  OK(bw_query_free(query));
  return result;
}

static void check_first_row(bw_result *result) {
  bw_book row;
  BW_INIT(row);
  OK(bw_result_get_book(result, 0, &row, NULL));
  CHECK_TEXT(row.title, "Dune");
  CHECK_INT(row.genre_name_count, 2);
  CHECK_TEXT(row.genre_names[0], "Horror");
  CHECK_TEXT(row.genre_names[1], "Mystery");
}

// Of each pair, one thread makes results and the other one reads and frees them.
static void *hand_over(void *number) {
  int pair = (int)(intptr_t)number / 2;
  bool makes = (intptr_t)number % 2 == 0;
  pthread_barrier_wait(&start);
  for (int i = 0; i < HANDED_OVER; i++) {
    bw_result *result = NULL;
    int rows = 1 + i % BOOKS;
    if (makes) {
      result = make_result(rows);
      while (atomic_load_explicit(&places[pair], memory_order_relaxed) != NULL) usleep(10);
      atomic_store_explicit(&places[pair], result, memory_order_relaxed);
      continue;
    }
    while (result == NULL)
      result = atomic_exchange_explicit(&places[pair], NULL, memory_order_relaxed);
    int64_t count = -1;
    OK(bw_result_count(result, &count, NULL));
    CHECK_INT(count, rows);
    check_first_row(result);
    OK(bw_result_free(result));
    atomic_fetch_add(&successes, 1);
  }
  return NULL;
}

static void fill(void) {
  int64_t genres[] = {add_genre(store, "Horror"), add_genre(store, "Mystery")};
  for (int i = 0; i < BOOKS; i++)
    OK(bw_book_set_genres(store, add_book(store, "Dune", "Frank Herbert"), genres, 2, &fault));
}

TEST(a_thread_reads_a_result_handed_over_without_memory_order) {
  store = open_for_threads();
  fill();
  in_threads(2 * PAIRS, hand_over, NULL);
  CHECK_INT(successes, PAIRS * HANDED_OVER);
  close_store(store);
}

static bw_result *shared;

static void *read_shared(void *unused) {
  (void)unused;
  pthread_barrier_wait(&start);
  check_first_row(shared);
  return NULL;
}

TEST(threads_that_read_a_result_for_the_first_time_all_see_its_lists) {
  store = open_for_threads();
  fill();
  for (int i = 0; i < 50; i++) {
    shared = make_result(BOOKS);
    in_threads(4, read_shared, NULL);
    OK(bw_result_free(shared));
  }
  close_store(store);
}

// MARK: Commits

static void *commit_books(void *unused) {
  (void)unused;
  pthread_barrier_wait(&start);
  for (int i = 0; i < COMMITS; i++) {
    bw_book book = new_book("Title", "Author");
    count_status(bw_book_create(store, &book, NULL, NULL));
  }
  return NULL;
}

static bw_observer *observer;

static void hear_all(void) {
  int64_t heard = 0;
  while (heard < 2 * COMMITS) {
    bw_result *changes;
    OK(bw_observer_next(observer, -1, &changes, &fault));
    // Announced changes can be read.
    CHECK(count_books(store) >= heard + count_rows(changes));
    heard += count_rows(changes);
    OK(bw_result_free(changes));
  }
  CHECK_INT(heard, 2 * COMMITS);
}

// If the store is in memory, no clock wakes an observer that has missed a signal.
TEST(an_observer_of_a_store_in_memory_misses_no_commit) {
  store = open_memory();
  OK(bw_store_observe(store, 0, &observer, &fault));
  in_threads(2, commit_books, hear_all);
  OK(bw_observer_free(observer));
  close_store(store);
}

static const char *path;

static void *open_and_count(void *unused) {
  (void)unused;
  int64_t before = 0;
  pthread_barrier_wait(&start);
  while (atomic_load_explicit(&successes, memory_order_relaxed) < COMMITS) {
    bw_store *own = open_own(path);
    int64_t now = count_in(own);
    CHECK(now >= before);
    before = now;
    OK(bw_store_close(own, NULL));
  }
  return NULL;
}

static void commit_here(void) {
  for (int i = 0; i < COMMITS; i++) {
    add_book(store, "Title", "Author");
    atomic_fetch_add(&successes, 1);
  }
}

TEST(threads_that_open_a_store_during_commits_see_every_commit) {
  store = open_for_threads();
  path = opened_by(file_path());
  in_threads(3, open_and_count, commit_here);
  CHECK_INT(count_books(store), COMMITS);
  close_store(store);
}

// MARK: Processes

static _Atomic(int64_t) *committed;

static void read_what_is_committed(void) {
  store = open_for_threads();
  int64_t known = 0;
  while (known < COMMITS) {
    known = atomic_load_explicit(committed, memory_order_acquire);
    CHECK(count_books(store) >= known);
  }
  close_store(store);
}

TEST(a_process_sees_every_commit_that_returned_in_another_process) {
  about_a_file();
  committed =
      mmap(NULL, sizeof *committed, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  CHECK(committed != MAP_FAILED);
  close_store(open_for_threads());
  pid_t children[2];
  for (int i = 0; i < 2; i++) {
    fflush(stdout);
    children[i] = fork();
    CHECK(children[i] >= 0);
    if (children[i] > 0) continue;
    read_what_is_committed();
    _exit(0);
  }
  store = open_for_threads();
  for (int i = 0; i < COMMITS; i++) {
    add_book(store, "Title", "Author");
    atomic_store_explicit(committed, i + 1, memory_order_release);
  }
  close_store(store);
  for (int i = 0; i < 2; i++) {
    int status;
    CHECK(waitpid(children[i], &status, 0) == children[i]);
    CHECK_INT(status, 0);
  }
}

static void *open_and_commit(void *unused) {
  (void)unused;
  pthread_barrier_wait(&start);
  bw_store *own = open_own(":memory:");
  bw_book book = new_book("Title", "Author");
  OK(bw_book_create(own, &book, NULL, NULL));
  CHECK_INT(count_in(own), 1);
  OK(bw_store_close(own, NULL));
  return NULL;
}

// The process's number is asked for once, by whichever thread comes first.
TEST(threads_of_a_forked_child_may_start_at_the_same_time) {
  close_store(open_memory());
  for (int i = 0; i < 5; i++) {
    fflush(stdout);
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
      in_threads(4, open_and_commit, NULL);
      _exit(0);
    }
    int status;
    CHECK(waitpid(child, &status, 0) == child);
    CHECK_INT(status, 0);
  }
}
