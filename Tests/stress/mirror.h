// What an observer of a store makes of what it is told: which books there are.
#ifndef BOOKWORM_TESTS_MIRROR_H
#define BOOKWORM_TESTS_MIRROR_H

#include "processes.h"

enum { MOST_BOOKS = 1 << 20 };

struct mirror {
  unsigned char there[MOST_BOOKS];
  int64_t last, transactions, rereads;
};

void mirror_read(bw_store *store, struct mirror *mirror);
// False where nothing came in time. A new mirror of a store that has books is read first.
bool mirror_hear(bw_store *store, bw_observer *observer, struct mirror *mirror, int64_t timeout);
// Hears what is left, once the writers have ended, and has then what the store has.
void mirror_check(bw_store *store, bw_observer *observer, struct mirror *mirror);

#endif
