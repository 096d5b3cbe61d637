// This file starts worker processes, waits for them and sums up their results.
#define _XOPEN_SOURCE 700
#include "processes.h"

#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static struct {
  pid_t process;
  int pipe;
} workers[MOST_WORKERS];
static int worker_count;
static unsigned limit = 60; // in seconds; a process that takes longer hangs

double stress_seconds(double otherwise) {
  const char *text = getenv("BW_STRESS_SECONDS");
  double seconds = text != NULL ? atof(text) : otherwise;
  stress_limit((unsigned)seconds + 60);
  return seconds;
}

// The runner's own limit is for short tests.
void stress_limit(unsigned seconds) {
  limit = seconds;
  alarm(seconds);
}

double seconds_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

pid_t start_worker(void (*body)(int number, struct tally *tally), int number) {
  int ends[2];
  CHECK(worker_count < MOST_WORKERS && pipe(ends) == 0);
  fflush(stdout);
  pid_t process = fork();
  CHECK(process >= 0);
  if (process == 0) {
    struct tally tally = {0, 0, 0, 0, 0, 0};
    close(ends[0]);
    alarm(limit + 60);
    seed_random((uint32_t)number * 7919 + (uint32_t)getpid());
    body(number, &tally);
    CHECK(write(ends[1], &tally, sizeof(tally)) == sizeof(tally));
    fflush(stdout);
    _exit(0);
  }
  close(ends[1]);
  workers[worker_count].process = process;
  workers[worker_count++].pipe = ends[0];
  return process;
}

struct tally wait_for_workers(void) {
  struct tally sum = {0, 0, 0, 0, 0, 0};
  bool failed = false;
  while (worker_count > 0) {
    struct tally tally;
    int status;
    worker_count--;
    CHECK(waitpid(workers[worker_count].process, &status, 0) > 0);
    if (read(workers[worker_count].pipe, &tally, sizeof(tally)) == sizeof(tally)) {
      sum.created += tally.created;
      sum.deleted += tally.deleted;
      sum.increments += tally.increments;
      sum.calls += tally.calls;
      sum.refused += tally.refused;
      if (tally.longest > sum.longest) sum.longest = tally.longest;
    }
    close(workers[worker_count].pipe);
    failed |= !WIFEXITED(status) || WEXITSTATUS(status) != 0;
  }
  if (failed) FAIL("a worker failed");
  return sum;
}

void in_process(void (*body)(int number, struct tally *tally), int number) {
  int status;
  pid_t process = start_worker(body, number);
  CHECK(waitpid(process, &status, 0) == process);
  close(workers[--worker_count].pipe);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) FAIL("a process failed");
}

static uint32_t state = 1;

void seed_random(uint32_t seed) {
  state = seed | 1;
}

uint32_t random_below(uint32_t limit) {
  state ^= state << 13;
  state ^= state >> 17;
  state ^= state << 5;
  return state % limit;
}
