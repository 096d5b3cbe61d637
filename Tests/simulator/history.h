// This file declares the commits of a run, and the state that a store must have after them.
#ifndef BOOKWORM_SIMULATOR_HISTORY_H
#define BOOKWORM_SIMULATOR_HISTORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The fields of a book that the simulation writes. The title identifies the commit that made it.
struct book {
  int64_t id;
  int64_t title;
  int32_t rating;
  int32_t pages;
  int64_t review;  // its length
  uint64_t genres; // a bit for each id
};

// The contents of a store: books by id, genres as bits.
struct state {
  struct book *books;
  size_t count;
  uint64_t genres;
};

struct effect {
  enum {
    book_made,
    rated,
    reviewed,
    paged,
    genre_toggled,
    book_deleted,
    genre_made,
    genre_deleted
  } what;
  int64_t id, value;
};

// Every commit makes one book that stays and identifies the commit: the title is the commit's
// number times `title_step`. Every commit also increments the pages of the first book, which are
// its serial number.
enum { title_step = 100, tally_book = 1 };

struct commit {
  enum { begun, in_doubt, acknowledged, never } what;
  int64_t number, serial;
  // The position among all acknowledged commits, from 1.
  int64_t acknowledgement;
  struct effect *effects;
  size_t count;
};

struct commit *begin_commit(int64_t serial);
void note_effect(struct commit *commit, struct effect effect);
void acknowledge(struct commit *commit);
// The number of commits acknowledged so far.
int64_t acknowledged_count(void);

struct book *book_with(const struct state *state, int64_t id);
struct book *add_book(struct state *state, struct book book);
void remove_book(struct state *state, int64_t id);
void apply(struct state *state, struct effect effect);
void forget_state(struct state *state);

// Checks that the state is the state after one of the commits, and includes the first
// `acknowledged` ones; otherwise ends the run.
void check_state(const struct state *state, int64_t acknowledged, const char *who);
bool states_equal(const struct state *one, const struct state *other);
void expect_equal(const struct state *seen, const struct state *expected, const char *who);
// From now on this state counts as the store's: commits that it lacks were never made.
void settle(const struct state *state);

#endif
