// See descriptors.c.
#ifndef CSQLITE_DESCRIPTORS_H
#define CSQLITE_DESCRIPTORS_H

// An SQLITE_EXTRA_INIT_MUTEXED function: SQLite calls it once, before it opens anything.
int csqlite_replace_system_calls(const char *unused);

#endif
