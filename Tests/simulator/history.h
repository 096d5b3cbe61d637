// What was committed, and what a store must hold after it.
#ifndef BOOKWORM_SIMULATOR_HISTORY_H
#define BOOKWORM_SIMULATOR_HISTORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A book as far as the simulation writes it. Its title says which commit made it.
struct book {
  int64_t id;
  int64_t title;
  int32_t rating;
  int32_t pages;
  int64_t review;  // its length
  uint64_t genres; // a bit for each id
};

// What a store holds: books by their ids, genres as bits.
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

// Every commit makes one book that stays, by which it is known again: its number times `title_step`
// is the title. And every commit counts the pages of the first book on: that is its serial number.
enum { title_step = 100, tally_book = 1 };

struct commit {
  enum { begun, in_doubt, acknowledged, never } what;
  int64_t number, serial;
  // Of all commits that were acknowledged, which one this was; counted from 1.
  int64_t acknowledgement;
  struct effect *effects;
  size_t count;
};

struct commit *begin_commit(int64_t serial);
void note_effect(struct commit *commit, struct effect effect);
void acknowledge(struct commit *commit);
// So many were acknowledged up to now.
int64_t acknowledged_count(void);

struct book *book_with(const struct state *state, int64_t id);
struct book *add_book(struct state *state, struct book book);
void remove_book(struct state *state, int64_t id);
void apply(struct state *state, struct effect effect);
void forget_state(struct state *state);

// Whether the state is that after one of the commits, and the first so many that were acknowledged
// are in it; ends the run where it is not.
void check_state(const struct state *state, int64_t acknowledged, const char *who);
bool states_equal(const struct state *one, const struct state *other);
void expect_equal(const struct state *seen, const struct state *expected, const char *who);
// The state is the one from which all goes on: what it does not hold will never be.
void settle(const struct state *state);

#endif
