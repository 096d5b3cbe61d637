// In this test, many programs in C and in Python write, undo, read and observe one store at once.
// In the end everything adds up, "locked" never came before its time-out, and no process grew.
#define _DEFAULT_SOURCE
#include "mirror.h"

#include <unistd.h>

enum { WRITERS = 3, PYTHONS = 2, GENRES = 8, OWN_MOST = 400, MOST_GROWTH = 16 << 20 };

static double deadline;
static int64_t counter_book;

static bw_store *open_shared(int number) {
  bw_open_options options = default_options();
  bw_store *store;
  options.busy_timeout = 60000;
  options.durability = number == 0 ? BW_DURABILITY_FULL : BW_DURABILITY_NORMAL;
  OK(try_open(file_path(), &options, &store));
  return store;
}

static void genre_name(char *name, size_t size) {
  snprintf(name, size, "Genre %u", random_below(GENRES));
}

static void set_up(int number, struct tally *tally) {
  bw_store *store = open_shared(number);
  bw_book book = new_book("Counter", "Nobody");
  (void)tally;
  book.fields |= BW_BOOK_NOTES;
  book.notes = TEXT("0");
  OK(bw_book_create(store, &book, &counter_book, &fault));
  CHECK_INT(counter_book, 1);
  close_store(store);
}

struct writer {
  bw_store *store;
  struct tally *tally;
  char author[32];
  int64_t own[OWN_MOST];
  int own_count;
};

static void create(struct writer *writer, int count) {
  bw_book books[10];
  bw_text names[2];
  char genres[2][32];
  int64_t ids[10];
  if (writer->own_count + count > OWN_MOST) return;
  for (int i = 0; i < 2; i++) {
    genre_name(genres[i], sizeof(genres[i]));
    names[i] = TEXT(genres[i]);
  }
  for (int i = 0; i < count; i++) {
    books[i] = new_book(i % 2 == 0 ? "Éven" : "Odd 10", writer->author);
    books[i].fields |= BW_BOOK_RATING | BW_BOOK_GENRE_NAMES;
    books[i].rating = (int32_t)random_below(6);
    books[i].genre_names = names;
    books[i].genre_name_count = 2;
  }
  if (count == 1)
    OK(bw_book_create(writer->store, books, ids, &fault));
  else
    OK(bw_books_create(writer->store, books, count, ids, &fault));
  memcpy(writer->own + writer->own_count, ids, (size_t)count * sizeof(int64_t));
  writer->own_count += count;
  writer->tally->created += count;
}

// A step that later changes depend on stays.
static void create_and_undo(struct writer *writer) {
  if (writer->own_count == OWN_MOST) return;
  int64_t id = add_book(writer->store, "Undone", writer->author);
  bw_status status = bw_store_undo(writer->store, NULL, &fault);
  CHECK(status == BW_OK || status == BW_ERROR_CONFLICT);
  if (status == BW_OK) return;
  writer->own[writer->own_count++] = id;
  writer->tally->created++;
}

static void delete_one(struct writer *writer) {
  if (writer->own_count == 0) return;
  uint32_t which = random_below((uint32_t)writer->own_count);
  OK(bw_book_delete(writer->store, writer->own[which], &fault));
  writer->own[which] = writer->own[--writer->own_count];
  writer->tally->deleted++;
}

// Reads and writes under one lock, so that no increment of another process is lost.
static void increment(struct writer *writer) {
  bw_store *transaction;
  bw_result *result;
  char text[32];
  OK(bw_transaction_begin(writer->store, BW_TRANSACTION_WRITE, &transaction, &fault));
  int64_t value = atoll(get_book(transaction, 1, &result).notes.data);
  OK(bw_result_free(result));
  bw_book values;
  BW_INIT(values);
  snprintf(text, sizeof(text), "%lld", (long long)value + 1);
  values.fields = BW_BOOK_NOTES;
  values.notes = TEXT(text);
  OK(bw_book_update(transaction, 1, &values, 0, &fault));
  if (random_below(4) == 0) {
    OK(bw_transaction_rollback(transaction, &fault));
  } else {
    OK(bw_transaction_commit(transaction, &fault));
    writer->tally->increments++;
  }
}

static void toggle(struct writer *writer) {
  char name[32];
  int64_t genre;
  if (writer->own_count == 0) return;
  int64_t book = writer->own[random_below((uint32_t)writer->own_count)];
  genre_name(name, sizeof(name));
  OK(bw_genre_find_or_create(writer->store, name, -1, &genre, NULL, &fault));
  bw_status status = bw_book_toggle_genre(writer->store, book, genre, NULL, &fault);
  if (status == BW_ERROR_NOT_FOUND)
    CHECK_STRING(fault.field, "genre"); // deleted meanwhile
  else
    CHECK_STATUS(status, BW_OK);
}

static void delete_genre(struct writer *writer) {
  char name[32];
  int64_t genre;
  genre_name(name, sizeof(name));
  bw_status status = bw_genre_find(writer->store, name, -1, &genre, &fault);
  if (status == BW_OK) status = bw_genre_delete(writer->store, genre, &fault);
  CHECK(status == BW_OK || status == BW_ERROR_NOT_FOUND);
}

static void rate_own(struct writer *writer) {
  bw_query *query = new_query();
  int64_t changed;
  OK(bw_query_where_contains(query, BW_BOOK_AUTHOR, writer->author, -1, &fault));
  OK(bw_query_rate_books(writer->store, query, (int32_t)random_below(6), &changed, &fault));
  CHECK(changed <= writer->own_count);
  CHECK_INT(count_query(writer->store, query), writer->own_count);
  OK(bw_query_free(query));
}

static int64_t resident_bytes(void) {
  long pages, resident;
  FILE *file = fopen("/proc/self/statm", "r");
  CHECK(file != NULL && fscanf(file, "%ld %ld", &pages, &resident) == 2);
  fclose(file);
  return (int64_t)resident * sysconf(_SC_PAGESIZE);
}

static void write_much(int number, struct tally *tally) {
  struct writer writer = {.store = open_shared(number), .tally = tally};
  int64_t begun, took, memory = 0;
  double warm = seconds_now() + (deadline - seconds_now()) / 3;
  snprintf(writer.author, sizeof(writer.author), "Worker %d.", number);
  while (seconds_now() < deadline) {
    uint32_t choice = random_below(100);
    if (memory == 0 && seconds_now() > warm) memory = resident_bytes();
    begun = now_milliseconds();
    if (choice < 30)
      create(&writer, 1);
    else if (choice < 38)
      create(&writer, 10);
    else if (choice < 65)
      delete_one(&writer);
    else if (choice < 80)
      increment(&writer);
    else if (choice < 94)
      toggle(&writer);
    else if (choice < 96)
      rate_own(&writer);
    else if (choice < 98)
      create_and_undo(&writer);
    else
      delete_genre(&writer);
    took = now_milliseconds() - begun;
    if (took > tally->longest) tally->longest = took;
    tally->calls++;
  }
  int64_t grown = resident_bytes() - memory;
  if (memory > 0 && grown > MOST_GROWTH) FAIL("grew by %lld bytes", (long long)grown);
  close_store(writer.store);
}

static void write_in_python(int number, struct tally *tally) {
  const char *python = getenv("BW_PYTHON");
  if (python == NULL) FAIL("BW_PYTHON does not name a Python that has the package");
  long long created, deleted, increments, calls, longest;
  const char *said =
      shell("%s '%s' %.3f %d", python, opened_by(file_path()), deadline - seconds_now(), number);
  CHECK_INT(
      sscanf(said, "%lld %lld %lld %lld %lld", &created, &deleted, &increments, &calls, &longest),
      5);
  *tally = (struct tally){created, deleted, increments, calls, longest, 0};
}

// A writer with a very short time-out gets "locked" at its end, and not before.
static void write_impatiently(int number, struct tally *tally) {
  enum { PATIENCE = 20 };
  bw_open_options options = default_options();
  bw_store *store;
  (void)number;
  options.busy_timeout = PATIENCE;
  options.durability = BW_DURABILITY_NORMAL;
  OK(try_open(file_path(), &options, &store));
  while (seconds_now() < deadline) {
    bw_book book = new_book("Impatient", "Nobody");
    int64_t id, begun = now_milliseconds();
    bw_status status = bw_book_create(store, &book, &id, &fault);
    int64_t took = now_milliseconds() - begun;
    if (status == BW_ERROR_BUSY && took < PATIENCE - 1)
      FAIL("busy after %lld ms of %d", (long long)took, PATIENCE);
    CHECK(status == BW_OK || status == BW_ERROR_BUSY);
    tally->created += status == BW_OK;
    tally->refused += status == BW_ERROR_BUSY;
    sleep_milliseconds(5);
  }
  close_store(store);
}

static void watch(int number, struct tally *tally) {
  static struct mirror mirror;
  bw_observer *observer;
  bw_store *store = open_shared(number);
  (void)tally;
  OK(bw_store_observe(store, 0, &observer, &fault));
  mirror_read(store, &mirror);
  mirror.rereads = 1; // what was read may be ahead of what is heard
  while (seconds_now() < deadline) mirror_hear(store, observer, &mirror, 100);
  sleep(1);
  mirror_check(store, observer, &mirror);
  OK(bw_observer_free(observer));
  close_store(store);
}

// In one unchanging state, everything that can be counted in two ways gives equal counts.
static void read_much(int number, struct tally *tally) {
  bw_store *store = open_shared(number), *reading;
  int64_t last = 0;
  while (seconds_now() < deadline) {
    bw_query *query = new_query();
    bw_result *result, *genres;
    OK(bw_transaction_begin(store, BW_TRANSACTION_READ, &reading, &fault));
    int64_t books = count_books(reading);
    CHECK_INT(count_query(reading, query), books);
    result = run(reading, query);
    CHECK_INT(count_rows(result), books);
    OK(bw_result_free(result));
    OK(bw_genres_list(reading, &genres, &fault));
    int64_t rows = count_rows(genres);
    CHECK_INT(count_genres(reading), rows);
    if (rows > 0) {
      bw_genre genre;
      BW_INIT(genre);
      OK(bw_result_get_genre(genres, random_below((uint32_t)rows), &genre, &fault));
      OK(bw_query_where_genres(query, BW_MATCH_ANY, &genre.id, 1, &fault));
      CHECK_INT(count_query(reading, query), genre.books);
    }
    OK(bw_result_free(genres));
    int64_t value = atoll(get_book(reading, 1, &result).notes.data);
    OK(bw_result_free(result));
    CHECK(value >= last);
    last = value;
    OK(bw_transaction_commit(reading, &fault));
    OK(bw_query_free(query));
  }
  (void)tally;
  close_store(store);
}

static struct tally sum;

static void check_sums(int number, struct tally *tally) {
  bw_store *store = open_shared(number);
  bw_query *query = new_query();
  bw_result *result;
  (void)tally;
  CHECK_INT(count_books(store), sum.created - sum.deleted + 1);
  CHECK_INT(count_query(store, query), sum.created - sum.deleted + 1);
  CHECK_INT(atoll(get_book(store, 1, &result).notes.data), sum.increments);
  OK(bw_result_free(result));
  OK(bw_query_free(query));
  close_store(store);
}

TEST(eight_programs_write_and_read_one_store_and_everything_adds_up) {
  in_process(set_up, 0);
  deadline = seconds_now() + stress_seconds(6);
  for (int i = 0; i < WRITERS; i++) start_worker(write_much, i);
  for (int i = 0; i < PYTHONS; i++) start_worker(write_in_python, WRITERS + i);
  start_worker(write_impatiently, 5);
  start_worker(watch, 6);
  start_worker(read_much, 7);
  sum = wait_for_workers();
  printf(
      "    crowd: %lld calls, %lld books created, %lld deleted, %lld increments; the longest write"
      " took %lld ms, and %lld were refused in time\n",
      (long long)sum.calls, (long long)sum.created, (long long)sum.deleted,
      (long long)sum.increments, (long long)sum.longest, (long long)sum.refused);
  CHECK(sum.created > 0 && sum.deleted > 0 && sum.increments > 0);
  in_process(check_sums, 0);
  check_store_from_outside(file_path());
}

static int round_number;

static const char *path_of_round(void) {
  char name[32];
  snprintf(name, sizeof(name), "store %d", round_number);
  return in_folder(name);
}

static void make_and_add(int number, struct tally *tally) {
  bw_open_options options = default_options();
  bw_store *store;
  char title[32];
  options.busy_timeout = 60000;
  options.durability = number == 0 ? BW_DURABILITY_FULL : BW_DURABILITY_NORMAL;
  while (seconds_now() < deadline) {
  }
  OK(try_open(path_of_round(), &options, &store));
  OK(bw_genres_create_standard(store, &tally->created, &fault));
  snprintf(title, sizeof(title), "By %d", number);
  add_with_genre(store, title, "Fantasy");
  close_store(store);
}

static void check_is_one(int number, struct tally *tally) {
  bw_store *store = open_path(path_of_round());
  (void)number, (void)tally;
  CHECK_INT(count_books(store), 6);
  CHECK_INT(count_genres(store), 7);
  check_is_sound(store);
  close_store(store);
}

TEST(processes_that_make_one_store_at_the_same_moment_make_one) {
  enum { MAKERS = 6, ROUNDS = 10 };
  for (round_number = 0; round_number < ROUNDS; round_number++) {
    deadline = seconds_now() + 0.05;
    for (int i = 0; i < MAKERS; i++) start_worker(make_and_add, i);
    CHECK_INT(wait_for_workers().created, 7);
    in_process(check_is_one, 0);
    if (server() == NULL) check_integrity(path_of_round());
  }
}
