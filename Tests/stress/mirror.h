// This file declares a copy of a store's books, derived from an observer's reports.
#ifndef BOOKWORM_TESTS_MIRROR_H
#define BOOKWORM_TESTS_MIRROR_H

#include "processes.h"

enum { MOST_BOOKS = 1 << 20 };

struct mirror {
  unsigned char there[MOST_BOOKS];
  int64_t last, transactions, rereads;
};

void mirror_read(bw_store *store, struct mirror *mirror);
// False if no changes came in time. A new mirror of a store with books must be read first.
bool mirror_hear(bw_store *store, bw_observer *observer, struct mirror *mirror, int64_t timeout);
// Receives the remaining changes after the writers have ended, and then compares with the store.
void mirror_check(bw_store *store, bw_observer *observer, struct mirror *mirror);

#endif
