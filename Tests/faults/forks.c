// These tests fork while other threads allocate and the system has no memory. A child must not wait
// for a lock that another thread held at the fork: in the child, no thread would release it.
#define _GNU_SOURCE
#include "forks.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "failing.h"
#include "works.h"

enum { threads = 2, forks = 300 };

static atomic_bool is_over;

static void ask_for_memory(void) {
  bw_query *query = NULL;
  if (bw_query_new(&query, NULL) == BW_OK) bw_query_free(query);
}

static void *ask_on(void *unused) {
  while (!atomic_load(&is_over)) ask_for_memory();
  return unused;
}

// The number of children that waited in vain.
static int count_waiting(void) {
  pthread_t asking[threads];
  ask_for_memory();
  for (int i = 0; i < threads; i++) pthread_create(&asking[i], NULL, ask_on, NULL);
  fail((failing){
      .kind = FAIL_ALLOCATION, .nth = 1, .goes_on = true, .reason = ENOMEM, .most = SIZE_MAX});
  int waiting = 0;
  for (int i = 0; i < forks && waiting == 0; i++) {
    pid_t child = fork();
    if (child == 0) {
      alarm(5);
      for (int call = 0; call < 10; call++) ask_for_memory();
      _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (!WIFEXITED(status)) waiting++;
  }
  fail_nothing();
  atomic_store(&is_over, true);
  for (int i = 0; i < threads; i++) pthread_join(asking[i], NULL);
  return waiting;
}

int try_forks(void) {
  fflush(stdout);
  pid_t whole = fork();
  if (whole == 0) {
    alarm(60);
    _exit(count_waiting());
  }
  int status = 0;
  waitpid(whole, &status, 0);
  bool is_well = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  printf("forks without memory: %s\n", is_well ? "as it should be" : "a child waits for ever");
  return !is_well;
}
