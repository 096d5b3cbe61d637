// Runs the library's processes on a simulated disk, in an order that the seed decides, and checks
// whether anything was lost. See the text of --help.
#define _GNU_SOURCE
#include "client.h"
#include "dice.h"
#include "disk.h"
#include "options.h"
#include "sqlite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

// A process that is killed, or loses power, leaves its copy of the library in the middle of a call,
// so the copy is not used again.
enum { MOST_COPIES = 16, SQLITE_COPIES = 3, MOST_CLIENTS = 4 };

static struct library copies[MOST_COPIES];
static bool is_taken[MOST_COPIES];
static struct sqlite sqlites[SQLITE_COPIES];

static int copies_left(void) {
  int left = 0;
  for (int i = 0; i < MOST_COPIES; i++) left += !is_taken[i];
  return left;
}

static struct library *take_copy(void) {
  for (int i = 0; i < MOST_COPIES; i++) {
    if (is_taken[i]) continue;
    is_taken[i] = true;
    return &copies[i];
  }
  give_up("no copy of the library is left");
}

static void give_back(struct library *library) {
  is_taken[library - copies] = false;
}

static struct client *new_client(int steps, bool observes) {
  struct client *client = calloc(1, sizeof *client);
  if (!client) give_up("no memory");
  client->library = take_copy();
  client->steps = steps;
  client->observes = observes;
  return client;
}

// MARK: Checking the result

static bool is_cut, must_be_whole;

static void inspect(struct process *process) {
  struct client *client = process->work;
  open_store(client);
  check_store(client);
  read_and_check(client, must_be_whole ? acknowledged_count() : 0, "what is left");
  struct state state = {0};
  read_state(client, client->store, &state);
  settle(&state);
  forget_state(&state);
  close_store(client);
  check_copies(client);
}

static void inspect_tables(struct process *process) {
  look_at_tables(process->library);
}

static void look_at_what_is_left(void) {
  plan.power_cut_at = plan.fails_at = 0;
  has_failed = false;
  struct client *client = new_client(0, false);
  start_process(inspect, client->library, client);
  run_processes(NULL);
  give_back(client->library);
}

// The store is made by a process that does nothing else, without failures.
static void make_store(void) {
  struct client *client = new_client(0, false);
  start_process(use_store, client->library, client);
  run_processes(NULL);
  give_back(client->library);
}

// MARK: A run

static void replace_killed(struct process *process) {
  struct client *old = process->work;
  if (old->has_written) return;
  if (copies_left() < 6) {
    scene.writers--;
    return;
  }
  start_process(use_store, NULL, new_client(old->steps, old->observes));
}

static uint64_t some_call(void) {
  return call_count + 1 + dice_below(1u << (4 + dice_below(11)));
}

static void plan_failures(void) {
  static const struct {
    enum kind kind;
    int error;
  } all[] = {{read_call, 5},  {write_call, 5}, {write_call, 28}, {sync_call, 5}, {size_call, 28},
             {lock_call, 37}, {lock_call, 5},  {open_call, 24},  {name_call, 5}};
  size_t which = dice_below(sizeof all / sizeof *all);
  plan.fails_at = some_call();
  plan.fails = all[which].kind;
  plan.failure = all[which].error;
  plan.failures = dice_once_in(2) ? 1 : 1 + dice_below(1u << dice_below(8));
}

static void run_clients(bool may_lose_power) {
  struct client *clients[MOST_CLIENTS];
  int count = 2 + (int)dice_below(MOST_CLIENTS - 1);
  if (count > copies_left()) return;
  plan.switches_once_in = 1u << dice_below(7);
  if (may_lose_power && dice_once_in(2)) plan.power_cut_at = some_call();
  if (dice_once_in(3)) plan_failures();
  bool kills = dice_once_in(3);
  scene.writers = 0;
  for (int i = 0; i < count; i++) {
    clients[i] = new_client(3 + (int)dice_below(12), i > 0 && dice_once_in(3));
    scene.writers++;
    struct process *process = start_process(use_store, clients[i]->library, clients[i]);
    if (kills && dice_once_in(2)) process->killed_at = some_call() - call_count;
  }
  is_cut = !run_processes(replace_killed);
  must_be_whole = !is_cut || scene.durability == BW_DURABILITY_FULL;
  for (int i = 0; i < count; i++) {
    if (clients[i]->is_over) give_back(clients[i]->library);
  }
}

static void run_library(void) {
  bool may_lose_power = dice_once_in(3);
  make_disk((struct disk_options){may_lose_power, dice_once_in(2)});
  scene = (struct scene){.durability = dice_once_in(2) ? BW_DURABILITY_FULL : BW_DURABILITY_NORMAL,
                         .longest_review = dice_once_in(12) ? 5000000 : 3000,
                         .rebuilds = dice_once_in(4),
                         .compacts = dice_once_in(4)};
  plan.has_process_locks = options.process_locks;
  plan.switches_once_in = 1000;
  if (!dice_once_in(3)) make_store();
  for (int parts = 1 + (int)dice_below(3); parts > 0; parts--) {
    run_clients(may_lose_power);
    look_at_what_is_left();
  }
  start_process(inspect_tables, &sqlites[0], NULL);
  run_processes(NULL);
}

// MARK: Seeds

static void run_seed(uint64_t seed) {
  alarm(100);
  seed_dice(seed);
  if (options.sqlite_alone) {
    run_sqlite_alone(sqlites);
  } else {
    run_library();
  }
  if (options.shows_trace) {
    printf("seed %llu: trace %016llx of %llu calls, %lld commits\n", (unsigned long long)seed,
           (unsigned long long)trace, (unsigned long long)call_count,
           (long long)acknowledged_count());
  }
  fflush(NULL);
  _exit(0);
}

static int running_jobs;
static uint64_t seed_of_job[64];
static pid_t pid_of_job[64];
static uint64_t failed;

static void wait_for_job(void) {
  int status;
  pid_t ended = wait(&status);
  for (int i = 0; i < options.jobs; i++) {
    if (pid_of_job[i] != ended) continue;
    pid_of_job[i] = 0;
    running_jobs--;
    if (status == 0) return;
    failed++;
    if (WIFSIGNALED(status)) fprintf(stderr, "  ended by signal %d\n", WTERMSIG(status));
    fprintf(stderr, "seed %llu failed; again with --seed %llu%s\n",
            (unsigned long long)seed_of_job[i], (unsigned long long)seed_of_job[i],
            options.mode_text);
  }
}

static void start_job(uint64_t seed) {
  int place = 0;
  while (pid_of_job[place]) place++;
  fflush(NULL);
  pid_t child = fork();
  if (child < 0) give_up("cannot fork");
  if (child == 0) run_seed(seed);
  pid_of_job[place] = child;
  seed_of_job[place] = seed;
  running_jobs++;
}

int main(int count, char **arguments) {
  read_options(count, arguments);
  // Otherwise hashes, and with them the order of sets, would differ from process to process.
  setenv("SWIFT_DETERMINISTIC_HASHING", "1", 1);
  for (int i = 0; i < MOST_COPIES && !options.sqlite_alone; i++) {
    find_calls(&copies[i], load_copy(options.library));
  }
  for (int i = 0; i < SQLITE_COPIES; i++) {
    find_sqlite_calls(&sqlites[i], load_copy(options.sqlite));
  }
  uint64_t seed = options.first, end = options.first + options.seeds;
  while (seed < end && failed < options.most_failures && !options_are_over()) {
    if (running_jobs == options.jobs) wait_for_job();
    start_job(seed++);
  }
  while (running_jobs > 0) wait_for_job();
  printf("%llu seeds, %llu failed\n", (unsigned long long)(seed - options.first),
         (unsigned long long)failed);
  return failed > 0;
}
