// What programs do when they are killed, for kills.c: each kind of work goes on piece by piece, and
// acknowledges each.
#ifndef BOOKWORM_TESTS_WORKS_H
#define BOOKWORM_TESTS_WORKS_H

#include "processes.h"

enum { BASE = 300 }; // books of the store to begin with

// What a kind of work leaves, which a check counts.
enum leaves { BOOKS, NOTHING, STORES, DOCUMENTS };

struct work {
  const char *name;
  void (*body)(bw_store *store, int piece);
  enum leaves leaves;
  int size;             // of a piece, in books
  int acknowledgements; // for a piece that stays
  bool may_be_empty;    // a store that was killed in
};
extern const struct work works[];
extern const int work_count;

// One program that is killed, and what it is to do.
struct turn {
  const struct work *work;
  int number, report; // the pipe on which it acknowledges
  bw_durability durability;
};
extern struct turn turn;

bw_store *open_with_durability(const char *path);
// The file that a piece makes.
const char *path_of(int64_t piece);
bw_query *query_for(const char *author);
// The store, a document of it, and stores of older libraries, in the test's folder.
void make_base(int number, struct tally *tally);
void make_old_stores(void);

#endif
