// This file declares a client: a simulated process that uses a store.
#ifndef BOOKWORM_SIMULATOR_CLIENT_H
#define BOOKWORM_SIMULATOR_CLIENT_H

#include "history.h"
#include "library.h"
#include "processes.h"

struct client {
  struct library *library;
  bw_store *store;
  bw_error error;
  // The steps still to do.
  int steps;
  // The process no longer counts as one of the scene's writers.
  bool has_written;
  // The process reached its end, and was neither killed nor lost power.
  bool is_over;
  bool observes;
  // The state that an observer has reported so far, and the rows in it.
  bw_observer *observer;
  struct state told;
  // A read transaction that is held while others write, and the state that it saw first.
  bw_store *held;
  struct state seen;
  // The commit in progress.
  struct commit *commit;
};

// The settings that all clients of a run share.
struct scene {
  bw_durability durability;
  // In bytes; with large reviews the log becomes long enough for a checkpoint.
  int64_t longest_review;
  bool rebuilds, compacts;
  // The number of writers that observers wait for before they end.
  int writers;
};

extern struct scene scene;

// The fields of a book that a state contains.
#define STATE_FIELDS \
  (BW_BOOK_ID | BW_BOOK_TITLE | BW_BOOK_RATING | BW_BOOK_REVIEW | BW_BOOK_GENRES | BW_BOOK_PAGES)

// The body of a process that opens the store, does its steps, and closes it.
void use_store(struct process *process);

void open_store(struct client *client);
void close_store(struct client *client);
// Returns true if the call did its work, and false if a failure of the system excuses it.
bool succeeded(struct client *client, bw_status status, const char *what);
// Reads the contents of the store or the transaction. Returns false if they cannot be read.
bool read_state(struct client *client, bw_store *session, struct state *state);
// Adds a result's books to the state, and frees the result.
void add_rows(struct client *client, bw_result *books, struct state *state);
// Reads again through the held transaction, or begins one.
void look_again(struct client *client);
// Reads everything, and compares it with the history.
void read_and_check(struct client *client, int64_t acknowledged, const char *who);

// Checks that bw_store_check() finds nothing.
void check_store(struct client *client);

// copies.c, observing.c, writing.c
void make_copy(struct client *client);
void check_copies(struct client *client);
void write_something(struct client *client);
void hear(struct client *client);
void hear_rest(struct client *client);
void stop_hearing(struct client *client);

#endif
