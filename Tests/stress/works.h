// This file declares the kinds of work for kills.c. Programs do them piece by piece, acknowledge
// each piece, and are killed.
#ifndef BOOKWORM_TESTS_WORKS_H
#define BOOKWORM_TESTS_WORKS_H

#include "processes.h"

enum { BASE = 300 }; // books of the store to begin with

// The results of a kind of work, which a check counts.
enum leaves { BOOKS, NOTHING, STORES, OLDER, DOCUMENTS };

struct work {
  const char *name;
  void (*body)(bw_store *store, int piece);
  enum leaves leaves;
  int size;             // of a piece, in books
  int acknowledgements; // for a piece that stays
  bool may_be_empty;    // the store of a piece during which the program is killed
};
extern const struct work works[];
extern const int work_count;

// A program that is killed, and its work.
struct turn {
  const struct work *work;
  int number, report; // the pipe for acknowledgements
  bw_durability durability;
};
extern struct turn turn;

bw_store *open_with_durability(const char *path);
// The file that a piece creates.
const char *path_of(int64_t piece);
bw_query *query_for(const char *author);
// The store, a document of it, and stores of older libraries, in the test's folder.
void make_base(int number, struct tally *tally);
void make_old_stores(void);
// How many books the older library's store of a piece has.
int64_t old_books(int64_t piece);

#endif
