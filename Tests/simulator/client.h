// A program that uses a store, as one of the simulated processes.
#ifndef BOOKWORM_SIMULATOR_CLIENT_H
#define BOOKWORM_SIMULATOR_CLIENT_H

#include "history.h"
#include "library.h"
#include "processes.h"

struct client {
  struct library *library;
  bw_store *store;
  bw_error error;
  // What it is to do.
  int steps;
  // Is no longer one of the scene's writers.
  bool has_written;
  // Has come to its end, and neither been killed nor lost power.
  bool is_over;
  bool observes;
  // What an observer has told of the store, and the rows that it named.
  bw_observer *observer;
  struct state told;
  // A transaction that reads, held while others write, and what it saw first.
  bw_store *held;
  struct state seen;
  // The commit that it is about.
  struct commit *commit;
};

// What all clients of a run have in common.
struct scene {
  bw_durability durability;
  // Of so many bytes; with large ones the log is long enough to be folded.
  int64_t longest_review;
  bool rebuilds, compacts;
  // Observers go on until so many others have ended.
  int writers;
};

extern struct scene scene;

// What of a book a state holds.
#define STATE_FIELDS \
  (BW_BOOK_ID | BW_BOOK_TITLE | BW_BOOK_RATING | BW_BOOK_REVIEW | BW_BOOK_GENRES | BW_BOOK_PAGES)

// The body of a process that opens the store, does its steps, and closes it.
void use_store(struct process *process);

void open_store(struct client *client);
void close_store(struct client *client);
// True where the call has done what it should; false where a failure of the system excuses it.
bool succeeded(struct client *client, bw_status status, const char *what);
// What the store or the transaction holds. False where it cannot be read.
bool read_state(struct client *client, bw_store *session, struct state *state);
// Adds a result's books, and frees it.
void add_rows(struct client *client, bw_result *books, struct state *state);
// Looks again through a transaction that is held, or begins one.
void look_again(struct client *client);
// Reads all, and compares it with the history.
void read_and_check(struct client *client, int64_t acknowledged, const char *who);

// The library's own check finds nothing.
void check_store(struct client *client);

// copies.c, observing.c, writing.c
void make_copy(struct client *client);
void check_copies(struct client *client);
void write_something(struct client *client);
void hear(struct client *client);
void hear_rest(struct client *client);
void stop_hearing(struct client *client);

#endif
