// See descriptors.c.
#ifndef CSQLITE_DESCRIPTORS_H
#define CSQLITE_DESCRIPTORS_H

#include <stdbool.h>

// An SQLITE_EXTRA_INIT_MUTEXED function: SQLite calls it once, before it opens anything.
int csqlite_replace_system_calls(const char *unused);

// Whether a descriptor is open, and on the file that SQLite opened it on: the program may close
// what is not its own, and open files of its own by the same number. Its status is written where it
// is.
struct stat;
bool csqlite_is_as_opened(int number, struct stat *status);

#endif
