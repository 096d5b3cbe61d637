// In this test, a writer is killed at random moments. The store still opens, is sound and holds
// only whole transactions, and the writer never blocks the others.
#define _DEFAULT_SOURCE
#include "processes.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

enum { BATCH = 20 };

static int report; // the pipe through which a writer says how many batches it has committed

static void fill_batch(bw_book *books, char *author, size_t size, int round, int number) {
  static const bw_text names[] = {{"Kept", -1}, {"Poetry", -1}};
  snprintf(author, size, "Batch %d.%d.", round, number);
  for (int i = 0; i < BATCH; i++) {
    books[i] = new_book("Title", author);
    books[i].fields |= BW_BOOK_GENRE_NAMES | BW_BOOK_RATING;
    books[i].rating = number % 6;
    books[i].genre_names = names;
    books[i].genre_name_count = 2;
  }
}

// Writes batches until it is killed: some in a transaction, some in one call, then rates each one.
static void write_batches(int round, struct tally *tally) {
  bw_store *store = open_file();
  (void)tally;
  for (int number = 0;; number++) {
    bw_book books[BATCH];
    char author[64];
    fill_batch(books, author, sizeof(author), round, number);
    if (number % 2 == 0) {
      OK(bw_books_create(store, books, BATCH, NULL, &fault));
    } else {
      bw_store *transaction;
      OK(bw_transaction_begin(store, BW_TRANSACTION_WRITE, &transaction, &fault));
      for (int i = 0; i < BATCH; i++) {
        int64_t id;
        OK(bw_book_create(transaction, &books[i], &id, &fault));
      }
      OK(bw_transaction_commit(transaction, &fault));
    }
    CHECK_INT(write(report, "+", 1), 1);
    bw_query *query = new_query();
    OK(bw_query_where_contains(query, BW_BOOK_AUTHOR, author, -1, &fault));
    OK(bw_query_rate_books(store, query, (number + 1) % 6, NULL, &fault));
    OK(bw_query_free(query));
  }
}

static void check_opens(int number, struct tally *tally) {
  (void)number, (void)tally;
  bw_store *store = open_file();
  bw_query *query = new_query();
  CHECK_INT(count_books(store), count_query(store, query));
  OK(bw_query_free(query));
  close_store(store);
}

// Starts a writer, kills it after this many milliseconds, and returns how many batches it reported.
static int64_t kill_a_writer(int round, int milliseconds) {
  int ends[2];
  char marks[4096];
  int64_t committed = 0;
  ssize_t length;
  CHECK(pipe(ends) == 0);
  report = ends[1];
  fflush(stdout);
  pid_t writer = fork();
  CHECK(writer >= 0);
  if (writer == 0) {
    close(ends[0]);
    write_batches(round, NULL);
    _exit(0);
  }
  close(ends[1]);
  sleep_milliseconds(milliseconds);
  int status;
  kill(writer, SIGKILL);
  CHECK(waitpid(writer, &status, 0) == writer);
  if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGKILL) FAIL("the writer ended by itself");
  while ((length = read(ends[0], marks, sizeof(marks))) > 0) committed += length;
  close(ends[0]);
  return committed;
}

static void check_batches(int round, int64_t committed) {
  char sql[256];
  CHECK_STRING(sqlite(file_path(), "SELECT count(*) FROM (SELECT author FROM books GROUP BY author"
                                   " HAVING count(*) <> 20 OR min(rating) <> max(rating))"),
               "0");
  snprintf(sql, sizeof(sql),
           "SELECT count(DISTINCT author) FROM books WHERE author LIKE 'Batch %d.%%'", round);
  int64_t found = atoll(sqlite(file_path(), sql));
  // All reported batches are there; one more batch may be.
  if (found != committed && found != committed + 1)
    FAIL("%lld batches were committed, %lld are there", (long long)committed, (long long)found);
}

TEST(a_killed_writer_leaves_whole_transactions_only) {
  double deadline = seconds_now() + stress_seconds(6);
  int64_t batches = 0;
  int round = 0;
  seed_random((uint32_t)getpid());
  for (; round < 8 || seconds_now() < deadline; round++) {
    int64_t committed = kill_a_writer(round, 5 + (int)random_below(60));
    batches += committed;
    in_process(check_opens, 0);
    check_batches(round, committed);
  }
  check_store_from_outside(file_path());
  printf("    killed: %d writers, %lld batches\n", round, (long long)batches);
  CHECK(batches > 0);
}

static void make_store(int number, struct tally *tally) {
  (void)number, (void)tally;
  bw_store *store = open_file();
  OK(bw_genres_create_standard(store, NULL, &fault));
  close_store(store);
}

TEST(a_store_whose_making_was_killed_opens_all_the_same) {
  double deadline = seconds_now() + stress_seconds(3);
  int round = 0, made = 0;
  seed_random((uint32_t)getpid());
  for (; round < 8 || seconds_now() < deadline; round++) {
    int status;
    fflush(stdout);
    pid_t maker = fork();
    if (maker == 0) {
      make_store(0, NULL);
      _exit(0);
    }
    usleep(random_below(60000));
    kill(maker, SIGKILL);
    CHECK(waitpid(maker, &status, 0) == maker);
    made += WIFEXITED(status);
    in_process(make_store, 0);
    check_integrity(file_path());
    CHECK_STRING(sqlite(file_path(), "SELECT count(*) FROM genres"), "7");
    CHECK(unlink(file_path()) == 0);
    unlink(in_folder("store.bookworm-wal"));
    unlink(in_folder("store.bookworm-shm"));
  }
  printf("    making: %d stores, %d made before the kill\n", round, made);
  CHECK(made < round);
}

static double survivors_deadline;

static void survive(int number, struct tally *tally) {
  bw_store *store = open_file();
  (void)number;
  while (seconds_now() < survivors_deadline) {
    int64_t id = add_with_genre(store, "Survivor", "Kept");
    OK(bw_book_set_rating(store, id, 5, &fault));
    CHECK_INT(rating_of(store, id), 5);
    tally->created++;
  }
  close_store(store);
}

static void remove_survivors(int number, struct tally *tally) {
  (void)number, (void)tally;
  bw_store *store = open_file();
  bw_query *query = new_query();
  OK(bw_query_where_contains(query, BW_BOOK_TITLE, "survivor", -1, &fault));
  OK(bw_query_delete_books(store, query, &tally->deleted, &fault));
  OK(bw_query_free(query));
  close_store(store);
}

TEST(the_others_go_on_when_a_writer_is_killed) {
  survivors_deadline = seconds_now() + stress_seconds(4);
  seed_random((uint32_t)getpid());
  in_process(check_opens, 0);
  for (int i = 0; i < 2; i++) start_worker(survive, i);
  int64_t committed[1000];
  int rounds = 0;
  while (rounds < 1000 && seconds_now() < survivors_deadline) {
    committed[rounds] = kill_a_writer(rounds, 5 + (int)random_below(60));
    rounds++;
  }
  struct tally tally = wait_for_workers();
  CHECK(tally.created > 0);
  start_worker(remove_survivors, 0);
  CHECK_INT(wait_for_workers().deleted, tally.created);
  for (int round = 0; round < rounds; round++) check_batches(round, committed[round]);
  check_store_from_outside(file_path());
  printf("    survivors: %lld books beside %d killed writers\n", (long long)tally.created, rounds);
}
