// This test kills programs in the middle of any kind of work, while others read and observe. All
// acknowledged data is there, the rest is whole or absent, and every store opens and is sound.
#define _DEFAULT_SOURCE
#include "mirror.h"
#include "works.h"

#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_WORKS = 32 };

static int life[2], heirs[2];

// A child that is forked in the middle of a transaction and survives its parent.
static void leave_an_heir(bw_store *store) {
  bw_store *transaction;
  int64_t count;
  char end;
  OK(bw_transaction_begin(store, BW_TRANSACTION_WRITE, &transaction, &fault));
  add_book(transaction, "Lost", "Nobody");
  pid_t heir = fork();
  CHECK(heir >= 0);
  if (heir > 0) {
    OK(bw_transaction_rollback(transaction, &fault));
    return;
  }
  alarm(60);
  close(turn.report);
  CHECK_INT(read(life[0], &end, 1), 0);
  FAILS(BW_ERROR_FORKED, bw_books_count(store, &count, &fault));
  FAILS(BW_ERROR_FORKED, bw_transaction_commit(transaction, &fault));
  CHECK_INT(write(heirs[1], "h", 1), 1);
  _exit(0);
}

static bool has_heir(void) {
  return turn.number % 3 == 2;
}

static void work_until_killed(void) {
  close(life[1]);
  bw_store *store = open_with_durability(file_path());
  if (has_heir()) leave_an_heir(store);
  for (int piece = 0;; piece++) turn.work->body(store, piece);
}

// Waits for a random time: in every second turn from the first acknowledgement on, otherwise from
// the start.
static void wait_for_the_moment(int end) {
  struct pollfd poll_for = {end, POLLIN, 0};
  if (turn.number % 2 == 0) CHECK_INT(poll(&poll_for, 1, 20000), 1);
  usleep(random_below(turn.number % 2 == 0 ? 15000 : 40000));
}

static int64_t kill_in_the_middle(void) {
  int ends[2], status;
  char marks[4096];
  int64_t acknowledged = 0;
  ssize_t length;
  CHECK(pipe(ends) == 0);
  turn.report = ends[1];
  fflush(stdout);
  pid_t program = fork();
  CHECK(program >= 0);
  if (program == 0) {
    close(ends[0]);
    seed_random((uint32_t)getpid());
    work_until_killed();
  }
  close(ends[1]);
  wait_for_the_moment(ends[0]);
  kill(program, SIGKILL);
  CHECK(waitpid(program, &status, 0) == program);
  if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGKILL) FAIL("the program ended by itself");
  while ((length = read(ends[0], marks, sizeof(marks))) > 0) acknowledged += length;
  close(ends[0]);
  return acknowledged;
}

// All existing pieces are whole: the acknowledged ones, and at most one more.
static void check_books(bw_store *store, int64_t acknowledged) {
  char sql[256];
  const struct work *work = turn.work;
  snprintf(sql, sizeof(sql),
           "SELECT count(*), coalesce(sum(n <> %d), 0) FROM (SELECT count(*) AS n FROM books"
           " WHERE author LIKE 'Turn %%' GROUP BY author)",
           work->size);
  int64_t pieces, halves;
  CHECK_INT(sscanf(sqlite(file_path(), sql), "%ld|%ld", &pieces, &halves), 2);
  int64_t least = work->acknowledgements > 0 ? acknowledged / work->acknowledgements : 0;
  if (halves != 0 || pieces < least || pieces > least + 1)
    FAIL("%lld acknowledged, %lld pieces are there, %lld of them in part", (long long)acknowledged,
         (long long)pieces, (long long)halves);
  bw_query *query = query_for("Turn ");
  OK(bw_query_delete_books(store, query, NULL, &fault));
  OK(bw_query_free(query));
}

// A genre that was to be deleted is still on all books, or on none.
static void check_genres(bw_store *store) {
  bw_result *genres;
  OK(bw_genres_list(store, &genres, &fault));
  for (int64_t row = 0; row < count_rows(genres); row++) {
    bw_genre genre;
    BW_INIT(genre);
    OK(bw_result_get_genre(genres, row, &genre, &fault));
    CHECK(genre.books == 0 || genre.books == BASE);
    if (strncmp(genre.name.data, "Turn ", 5) == 0) OK(bw_genre_delete(store, genre.id, &fault));
  }
  OK(bw_result_free(genres));
}

// The last acknowledged file is whole. The file of the kill is whole, empty or absent.
static void check_files(int64_t acknowledged) {
  for (int64_t piece = acknowledged - 1; piece <= acknowledged; piece++) {
    const char *path = path_of(piece);
    if (piece < 0 || (piece == acknowledged && !file_exists(path))) continue;
    bool documents = turn.work->leaves == DOCUMENTS;
    bw_store *store = open_path(documents ? ":memory:" : path);
    if (documents) OK(bw_store_import(store, path, -1, &fault));
    check_is_sound(store);
    int64_t books = count_books(store);
    int64_t size = turn.work->leaves == OLDER ? old_books(piece) : turn.work->size;
    if (books != size && (piece < acknowledged || books != 0 || !turn.work->may_be_empty))
      FAIL("piece %lld of %lld has %lld books", (long long)piece, (long long)acknowledged,
           (long long)books);
    close_store(store);
  }
  shell("rm -f '%s'/turn-*", test_folder);
}

static void check_after_the_kill(int64_t acknowledged) {
  bw_store *store = open_file();
  if (turn.work->leaves == BOOKS) check_books(store, acknowledged);
  check_genres(store);
  CHECK_INT(count_books(store), BASE);
  check_is_sound(store);
  close_store(store);
  if (turn.work->leaves >= STORES) check_files(acknowledged);
}

static atomic_bool *over;

static void observe_until_over(int number, struct tally *tally) {
  static struct mirror mirror;
  bw_observer *observer;
  bw_store *store = open_with_durability(file_path());
  (void)number;
  OK(bw_store_observe(store, 0, &observer, &fault));
  mirror_read(store, &mirror);
  mirror.rereads = 1; // what was read may be ahead of what is heard
  while (!atomic_load(over)) mirror_hear(store, observer, &mirror, 100);
  mirror_check(store, observer, &mirror);
  tally->calls = mirror.transactions;
  OK(bw_observer_free(observer));
  close_store(store);
}

static void read_until_over(int number, struct tally *tally) {
  bw_store *store = open_with_durability(file_path()), *reading;
  bw_query *query = new_query();
  (void)number, (void)tally;
  while (!atomic_load(over)) {
    OK(bw_transaction_begin(store, BW_TRANSACTION_READ, &reading, &fault));
    int64_t books = count_books(reading);
    CHECK_INT(count_query(reading, query), books);
    CHECK(books >= BASE);
    OK(bw_transaction_commit(reading, &fault));
    sleep_milliseconds(5);
  }
  OK(bw_query_free(query));
  close_store(store);
}

TEST(whatever_a_program_is_killed_in_nothing_acknowledged_is_lost) {
  const char *text = getenv("BW_KILLS");
  int kills = text != NULL ? atoi(text) : 2 * work_count;
  int64_t acknowledged[MOST_WORKS] = {0}, sum = 0;
  stress_limit(120 + (unsigned)kills * 2);
  over = mmap(NULL, sizeof(*over), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  CHECK(over != MAP_FAILED);
  seed_random((uint32_t)getpid());
  in_process(make_base, 0);
  make_old_stores();
  start_worker(observe_until_over, 0);
  start_worker(read_until_over, 1);
  for (turn.number = 0; turn.number < kills; turn.number++) {
    char mark;
    int kind = turn.number % work_count;
    turn.work = &works[kind];
    turn.durability = turn.number / work_count % 2 == 0 ? BW_DURABILITY_FULL : BW_DURABILITY_NORMAL;
    test_context("killed in %s, turn %d", turn.work->name, turn.number);
    CHECK(pipe(life) == 0 && pipe(heirs) == 0);
    int64_t count = kill_in_the_middle();
    acknowledged[kind] += count;
    sum += count;
    check_after_the_kill(count);
    close(life[1]);
    close(heirs[1]);
    ssize_t length = read(heirs[0], &mark, 1); // returns when the heir ends, if there is one
    CHECK(length == 0 || (has_heir() && length == 1));
    close(life[0]);
    close(heirs[0]);
  }
  atomic_store(over, true);
  struct tally tally = wait_for_workers();
  for (int kind = 0; kind < work_count && kind < kills; kind++)
    printf("    kills: %s: %lld acknowledged\n", works[kind].name, (long long)acknowledged[kind]);
  printf("    kills: %d, with %lld acknowledged; %lld transactions heard\n", kills, (long long)sum,
         (long long)tally.calls);
  CHECK(sum > 0 && tally.calls > 0);
  check_store_from_outside(file_path());
}
