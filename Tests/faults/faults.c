// These tests run an operation again and again, each time in a process of its own, and make another
// call of it fail each time. The operation ends with a fitting status and leaves its data as
// before; afterwards the same handle works and the store is sound.
//
//   faults [--every N] [--kind KIND] [--most N] [WORK]
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "failing.h"
#include "forks.h"
#include "places.h"
#include "works.h"

// The report of a process to its parent.
static struct report {
  long seen; // calls of the kind in the whole work
  bool is_over;
  bw_status status;
  char fault[400]; // what is wrong, or ""
} *report;

static void wrong(const char *format, ...) {
  if (report->fault[0]) return;
  va_list rest;
  va_start(rest, format);
  vsnprintf(report->fault, sizeof report->fault, format, rest);
  va_end(rest);
}

// A number derived from a file's bytes; 0 without a file.
static uint64_t digest(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file) return 0;
  uint64_t sum = 1469598103934665603U;
  for (int byte = getc(file); byte != EOF; byte = getc(file)) sum = (sum ^ byte) * 1099511628211U;
  fclose(file);
  return sum;
}

static void clear(void) {
  if (system("rm -rf other* empty* after.json store store-wal store-shm && cp made store")) exit(3);
}

// The store's contents, as a document.
static uint64_t contents(bw_store *of) {
  unlink("after.json");
  bw_status status = bw_store_export(of, "after.json", -1, &error);
  if (status != BW_OK) wrong("to export afterwards: %d %s", status, error.message);
  return digest("after.json");
}

static bool is_fit(const work *work, failing_kind kind, bw_status status) {
  switch (status) {
  case BW_ERROR_INVALID: // of a stream that fails, whose words are its producer's
    return strcmp(work->name, "arrow_in") == 0;
  case BW_OK:
    return true;
  case BW_ERROR_MEMORY:
    return true;
  case BW_ERROR_IO:
  case BW_ERROR_FULL:
  case BW_ERROR_CANNOT_OPEN:
  case BW_ERROR_BUSY:
  case BW_ERROR_READ_ONLY:
    return kind != FAIL_ALLOCATION;
  default:
    return false;
  }
}

static void check_afterwards(const work *work, failing_kind kind) {
  bw_status status = report->status;
  if (!is_fit(work, kind, status)) {
    wrong("it ends with %s: %s (%d)", bw_status_name(status), error.message, error.sqlite_code);
  }
  bool is_own = store && work->run != NULL && access("empty", F_OK) != 0;
  if (is_own) {
    uint64_t before = 0;
    FILE *file = fopen("before", "r");
    if (!file || fscanf(file, "%lu", &before) != 1) wrong("no contents before");
    if (file) fclose(file);
    uint64_t after = contents(store);
    if (status != BW_OK && !work->varies && after != before)
      wrong("it failed, and has changed something");
  }
  if (store) {
    status = bw_genre_create(store, "Written afterwards", -1, NULL, 0, NULL, &error);
    if (status != BW_OK) wrong("to write afterwards: %d %s", status, error.message);
    bw_store_close(store, NULL);
  }
  open_store();
  bw_result *problems = NULL;
  bw_problem problem;
  BW_INIT(problem);
  status = bw_store_check(store, &problems, &error);
  if (status != BW_OK) wrong("to check afterwards: %d %s", status, error.message);
  if (status == BW_OK && bw_result_get_problem(problems, 0, &problem, NULL) == BW_OK) {
    wrong("check afterwards: %s", problem.text.data);
  }
}

static const char *only, *only_kind; // NULL: all works, all kinds of calls

// Returns the signal that ended the process, or 0. Its findings are in the report.
static int run(const work *work, failing what) {
  clear();
  memset(report, 0, sizeof *report);
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    // In an earlier version, each read waited ten seconds for a lock that could not be released.
    alarm(what.kind == FAIL_UNLOCK ? 8 : 20);
    // Swift prints a message when it ends the process, which is useful only with a single
    // operation.
    if (!only && !freopen("/dev/null", "w", stderr)) _exit(3);
    BW_INIT(error);
    work->prepare();
    if (what.nth == 0) {
      FILE *file = store ? fopen("before", "w") : NULL;
      if (file) {
        fprintf(file, "%lu", contents(store));
        fclose(file);
      }
    }
    fail(what);
    report->status = work->run();
    report->seen = fail_nothing();
    report->is_over = true;
    if (report->seen >= what.nth && what.nth > 0) check_afterwards(work, what.kind);
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFEXITED(status) && WEXITSTATUS(status) != 0) wrong("it could not begin");
  return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

static int faults;

static void tell(const work *work, failing what, const char *kind, const char *text) {
  faults++;
  printf("%s, %s number %ld%s: %s\n", work->name, kind, what.nth, what.goes_on ? " and on" : "",
         text);
}

enum { large = 4096 };

typedef struct {
  long tried, ended;
} tally;

// Fails the requested calls, one after the other.
static tally fail_each(const work *work, failing what, const char *kind, int every) {
  what.nth = 0;
  run(work, what);
  if (report->fault[0]) tell(work, what, kind, report->fault);
  tally all = {0, 0};
  long count = report->seen;
  for (what.nth = 1; what.nth <= count; what.nth += every) {
    int signal = run(work, what);
    all.tried++;
    if (signal == SIGALRM) {
      tell(work, what, kind, "it takes too long");
    } else if (signal != 0) {
      all.ended++;
      // Small allocations may end the process: they are counted.
      bool is_small = what.kind == FAIL_ALLOCATION && what.most < large;
      if (!is_small || only) tell(work, what, kind, strsignal(signal));
    } else if (report->fault[0]) {
      tell(work, what, kind, report->fault);
    }
  }
  return all;
}

int main(int count, char **arguments) {
  if (count == 2 && strcmp(arguments[1], "--add-book") == 0) return add_a_book();
  int every = 1;
  const char *most = NULL;
  for (int i = 1; i < count; i++) {
    if (strcmp(arguments[i], "--every") == 0)
      every = atoi(arguments[++i]);
    else if (strcmp(arguments[i], "--kind") == 0)
      only_kind = arguments[++i];
    else if (strcmp(arguments[i], "--most") == 0)
      most = arguments[++i];
    else
      only = arguments[i];
  }
  report = mmap(NULL, sizeof *report, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (fork() == 0) {
    BW_INIT(error);
    make_store();
    _exit(0);
  }
  wait(NULL);
  if (rename("store", "made") != 0) return 3;

  static const struct {
    const char *name;
    failing what;
  } kinds[] = {
      {"small allocation", {.kind = FAIL_ALLOCATION, .reason = ENOMEM, .most = large - 1}},
      {"allocation", {.kind = FAIL_ALLOCATION, .reason = ENOMEM, .least = large, .most = SIZE_MAX}},
      {"any allocation",
       {.kind = FAIL_ALLOCATION, .reason = ENOMEM, .most = SIZE_MAX, .goes_on = true}},
      {"call", {.kind = FAIL_CALL, .reason = EIO}},
      {"write", {.kind = FAIL_WRITE, .reason = ENOSPC}},
      {"write", {.kind = FAIL_WRITE, .reason = ENOSPC, .goes_on = true}},
      {"opening", {.kind = FAIL_OPEN, .reason = EMFILE, .goes_on = true}},
      {"unlocking", {.kind = FAIL_UNLOCK, .reason = ENOLCK}},
  };
  enum { kind_count = sizeof kinds / sizeof *kinds };
  tally all[kind_count] = {0};
  for (int i = 0; i < work_count; i++) {
    if (only && strcmp(only, works[i].name) != 0) continue;
    for (int kind = 0; kind < kind_count; kind++) {
      if (only_kind && strcmp(only_kind, kinds[kind].name) != 0) continue;
      bool is_small = kind == 0;
      tally one =
          fail_each(&works[i], kinds[kind].what, kinds[kind].name, is_small ? every * 7 : every);
      all[kind].tried += one.tried;
      all[kind].ended += one.ended;
    }
  }
  for (int kind = 0; kind < kind_count; kind++) {
    printf("%s%s: %ld failed, of which %ld ended the process\n", kinds[kind].name,
           kinds[kind].what.goes_on ? " and all after it" : "", all[kind].tried, all[kind].ended);
  }
  if (most && all[0].ended > atol(most)) {
    faults++;
    printf("of the small allocations only %s may end it\n", most);
  }
  if (!only || strcmp(only, "places") == 0) faults += try_places();
  if (!only || strcmp(only, "forks") == 0) faults += try_forks();
  printf("%d faults\n", faults);
  return faults != 0;
}
