// In this test, observers follow busy writers while some writers are killed. A program that applies
// the reported changes has the store's contents, and another process's commit is reported soon.
#define _DEFAULT_SOURCE
#include "../c/support/told.h"
#include "mirror.h"

#include <signal.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PAGE = 25 };

static double deadline;

static bw_store *open_quickly(void) {
  bw_open_options options = default_options();
  options.durability = BW_DURABILITY_NORMAL;
  options.busy_timeout = 60000;
  bw_store *store = NULL;
  OK(try_open(file_path(), &options, &store));
  return store;
}

static void change_books(bw_store *store) {
  bw_store *transaction;
  OK(bw_transaction_begin(store, BW_TRANSACTION_WRITE, &transaction, &fault));
  for (uint32_t left = 1 + random_below(4); left > 0; left--) {
    char title[32];
    snprintf(title, sizeof(title), "Book %u", (unsigned)random_below(1000));
    int64_t id = add_rated(transaction, title, (int32_t)random_below(6));
    int64_t other = 1 + (int64_t)random_below((uint32_t)id);
    bw_status status = random_below(2) == 0
                           ? bw_book_delete(transaction, other, &fault)
                           : bw_book_set_rating(transaction, other, random_below(6), &fault);
    CHECK(status == BW_OK || status == BW_ERROR_NOT_FOUND);
  }
  OK(bw_transaction_commit(transaction, &fault));
}

static void write_until_the_end(int number, struct tally *tally) {
  bw_store *store = open_quickly();
  (void)number;
  for (; seconds_now() < deadline; tally->calls++) {
    change_books(store);
    usleep(random_below(3000));
  }
  close_store(store);
}

static void write_for_ever(int number, struct tally *tally) {
  bw_store *store = open_quickly();
  (void)number, (void)tally;
  for (;;) change_books(store);
}

static void kill_writers(int number, struct tally *tally) {
  for (; seconds_now() < deadline; tally->deleted++) {
    fflush(stdout);
    pid_t writer = fork();
    if (writer == 0) {
      seed_random((uint32_t)getpid());
      write_for_ever(number, NULL);
    }
    usleep(5000 + random_below(60000));
    kill(writer, SIGKILL);
    waitpid(writer, NULL, 0);
  }
}

static void mirror_store(int number, struct tally *tally) {
  static struct mirror mirror;
  bw_store *store = open_quickly();
  bw_observer *observer;
  OK(bw_store_observe(store, 0, &observer, &fault));
  while (seconds_now() < deadline) {
    mirror_hear(store, observer, &mirror, 100);
    if (number == 1) usleep(random_below(10000)); // a slow one
  }
  sleep(1); // until the writers have ended
  mirror_check(store, observer, &mirror);
  CHECK(number == 1 || mirror.rereads == 0);
  tally->created = mirror.transactions;
  tally->increments = mirror.rereads;
  OK(bw_observer_free(observer));
  close_store(store);
}

static int64_t shown[PAGE + 1], shown_count;

static void apply(bw_result *changes) {
  int64_t count = count_rows(changes);
  for (int pass = 0; pass < 2; pass++) {
    for (int64_t row = 0; row < count; row++) {
      bw_change change;
      BW_INIT(change);
      OK(bw_result_get_change(changes, row, &change, &fault));
      bool moved = change.kind == BW_CHANGE_MOVED;
      if (pass == 0 && (moved || change.kind == BW_CHANGE_LEFT)) {
        CHECK_INT(shown[change.old_position], change.id);
        shown[change.old_position] = 0;
      }
      if (pass == 1 && (moved || change.kind == BW_CHANGE_ENTERED)) {
        CHECK(change.position <= shown_count && shown_count < PAGE);
        memmove(&shown[change.position + 1], &shown[change.position],
                (size_t)(shown_count++ - change.position) * sizeof(shown[0]));
        shown[change.position] = change.id;
      }
    }
    int64_t kept = 0;
    for (int64_t i = 0; i < shown_count; i++) {
      if (shown[i] != 0) shown[kept++] = shown[i];
    }
    shown_count = kept;
  }
}

static void check_page(bw_result *page) {
  bw_column ids;
  BW_INIT(ids);
  OK(bw_result_get_column(page, BW_BOOK_ID, &ids, &fault));
  CHECK_INT(ids.count, shown_count);
  for (int64_t i = 0; i < ids.count; i++) CHECK_INT(shown[i], ((const int64_t *)ids.values)[i]);
  OK(bw_result_free(page));
}

static void follow_page(int number, struct tally *tally) {
  bw_store *store = open_quickly();
  bw_query *query = new_query();
  bw_observer *observer;
  bw_result *changes, *page;
  (void)number;
  OK(bw_query_order_by(query, BW_SORT_RATING, BW_DESCENDING, &fault));
  OK(bw_query_order_by(query, BW_SORT_TITLE, BW_ASCENDING, &fault));
  OK(bw_query_set_limit(query, PAGE, &fault));
  OK(bw_query_observe(store, query, 0, &observer, &fault));
  OK(bw_observer_get_page(observer, &page, &fault));
  CHECK_INT(count_rows(page), 0);
  OK(bw_result_free(page));
  double end = deadline + 3;
  while (seconds_now() < end) {
    OK(bw_observer_next(observer, 200, &changes, &fault));
    apply(changes);
    tally->calls += count_rows(changes) > 0;
    OK(bw_result_free(changes));
    OK(bw_observer_get_page(observer, &page, &fault));
    check_page(page);
  }
  check_page(run(store, query)); // the writers have ended
  OK(bw_observer_free(observer));
  OK(bw_query_free(query));
  close_store(store);
}

TEST(whoever_does_as_observers_tell_has_what_the_store_has) {
  deadline = seconds_now() + stress_seconds(5);
  close_store(open_quickly());
  fflush(stdout);
  for (int i = 0; i < 2; i++) start_worker(mirror_store, i);
  start_worker(follow_page, 2);
  usleep(200000);
  start_worker(write_until_the_end, 3);
  start_worker(kill_writers, 4);
  struct tally tally = wait_for_workers();
  printf("    feed: %lld transactions heard, read again %lld times, %lld writers killed\n",
         (long long)tally.created, (long long)tally.increments, (long long)tally.deleted);
  CHECK(tally.created > 0);
  check_store_from_outside(file_path());
}

enum { COMMITS = 400 };
static struct {
  _Atomic double committed[COMMITS];
  atomic_bool ready;
} *clocks;

static void commit_now_and_then(int number, struct tally *tally) {
  bw_store *store = open_quickly();
  (void)number, (void)tally;
  while (!atomic_load(&clocks->ready)) usleep(1000);
  for (int i = 0; i < COMMITS; i++) {
    usleep(2000);
    OK(bw_book_set_rating(store, 1, 1 + i % 2, &fault));
    atomic_store(&clocks->committed[i], seconds_now());
  }
  close_store(store);
}

static int by_value(const void *left, const void *right) {
  double a = *(const double *)left, b = *(const double *)right;
  return (a > b) - (a < b);
}

TEST(a_commit_of_another_process_is_heard_within_5_ms_at_the_median) {
  static double heard[COMMITS];
  clocks = mmap(NULL, sizeof(*clocks), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  CHECK(clocks != MAP_FAILED);
  start_worker(commit_now_and_then, 0);
  bw_store *store = open_quickly();
  bw_observer *observer;
  CHECK_INT(add_rated(store, "Dune", 0), 1);
  OK(bw_store_observe(store, 0, &observer, &fault));
  atomic_store(&clocks->ready, true);
  for (int i = 0; i < COMMITS; i++) {
    CHECK_STRING(told(observer, 10000), "updated book 1 rating");
    heard[i] = seconds_now();
  }
  wait_for_workers();
  for (int i = 0; i < COMMITS; i++) heard[i] -= atomic_load(&clocks->committed[i]);
  qsort(heard, COMMITS, sizeof(heard[0]), by_value);
  printf("    feed: heard after %.3f ms at the median, %.3f ms at the 99th percentile\n",
         heard[COMMITS / 2] * 1000, heard[COMMITS * 99 / 100] * 1000);
  CHECK(heard[COMMITS / 2] < 0.005);
  OK(bw_observer_free(observer));
  close_store(store);
}
