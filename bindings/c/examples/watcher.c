// Prints what other programs change in a store, until Ctrl-C or SIGTERM.
//
//   watcher STORE
//
// It waits for two things at once: for changes by the observer's descriptor, and for a signal. The
// library must not be called from a signal handler, so there is none: the signals are blocked, and
// signalfd() makes them readable like a file. With another system than Linux, let a handler write a
// byte to a pipe, and wait for that pipe.
#define _GNU_SOURCE
#include <bookworm.h>
#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

static bw_error error;

static void must(bw_status status) {
  if (status == BW_OK) return;
  fprintf(stderr, "watcher: %s: %s\n", bw_status_name(status), error.message);
  exit(1);
}

static void must_not_be_negative(int result, const char *call) {
  if (result >= 0) return;
  fprintf(stderr, "watcher: %s: %s\n", call, strerror(errno));
  exit(1);
}

// Blocks Ctrl-C and SIGTERM, and returns a descriptor that becomes readable when one of them comes.
// Threads inherit what is blocked: call this before a thread is started and a store is opened.
static int open_signals(void) {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  must_not_be_negative(sigprocmask(SIG_BLOCK, &signals, NULL), "sigprocmask");
  int descriptor = signalfd(-1, &signals, SFD_CLOEXEC);
  must_not_be_negative(descriptor, "signalfd");
  return descriptor;
}

static void print_change(const bw_change *change) {
  if (change->kind == BW_CHANGE_REREAD) {
    printf("  read everything again\n");
    return;
  }
  printf("  %s %" PRId64 " %s\n", bw_entity_name(change->entity), change->id,
         bw_change_kind_name(change->kind));
}

// Prints the transactions that have come. A readable descriptor says that there may be one.
static void print_news(bw_observer *observer) {
  int64_t rows;
  do {
    bw_result *changes;
    must(bw_observer_next(observer, 0, &changes, &error)); // 0: does not wait
    must(bw_result_count(changes, &rows, &error));
    for (int64_t row = 0; row < rows; row++) {
      bw_change change;
      BW_INIT(change);
      must(bw_result_get_change(changes, row, &change, &error));
      if (row == 0) printf("Transaction %" PRId64 ":\n", change.transaction);
      print_change(&change);
    }
    must(bw_result_free(changes));
  } while (rows > 0);
  fflush(stdout);
}

int main(int argc, char **argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: watcher STORE\n");
    return 2;
  }
  BW_INIT(error);
  int signals = open_signals();
  bw_store *store;
  bw_observer *observer;
  int32_t changes;
  must(bw_store_open(argv[1], -1, NULL, &store, &error));
  must(bw_store_observe(store, BW_FIELDS_ALL, &observer, &error));
  must(bw_observer_get_descriptor(observer, &changes, &error));

  printf("Watching. Ctrl-C ends it.\n");
  fflush(stdout);
  struct pollfd waited[] = {{.fd = signals, .events = POLLIN}, {.fd = changes, .events = POLLIN}};
  while (waited[0].revents == 0) {
    must_not_be_negative(poll(waited, 2, -1), "poll");
    if (waited[1].revents != 0) print_news(observer);
  }

  must(bw_observer_free(observer));
  must(bw_store_close(store, &error));
  close(signals);
  printf("Closed.\n");
  return 0;
}
