// This file runs one function in many threads at once.
#define _XOPEN_SOURCE 700
#include "in_threads.h"

atomic_int successes, refusals, others;
pthread_barrier_t start;

bw_store *open_for_threads(void) {
  bw_open_options options = default_options();
  options.durability = BW_DURABILITY_NORMAL;
  options.busy_timeout = 30000;
  bw_store *store = NULL;
  OK(try_open(file_path(), &options, &store));
  return store;
}

void count_status(bw_status status) {
  if (status == BW_OK)
    atomic_fetch_add(&successes, 1);
  else if (status == BW_ERROR_HANDLE)
    atomic_fetch_add(&refusals, 1);
  else {
    printf("    a thread got %s\n", bw_status_name(status));
    atomic_fetch_add(&others, 1);
  }
}

// Runs the function in `count` threads at once; `between`, if any, meanwhile in this one.
void in_threads(int count, void *(*body)(void *), void (*between)(void)) {
  pthread_t threads[MOST_THREADS];
  pthread_barrier_init(&start, NULL, (unsigned)count + (between != NULL));
  for (int i = 0; i < count; i++)
    CHECK_INT(pthread_create(&threads[i], NULL, body, (void *)(intptr_t)i), 0);
  if (between != NULL) {
    pthread_barrier_wait(&start);
    between();
  }
  for (int i = 0; i < count; i++) pthread_join(threads[i], NULL);
  pthread_barrier_destroy(&start);
  CHECK_INT(others, 0);
}
