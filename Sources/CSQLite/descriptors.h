// This file declares the functions of descriptors.c, which replaces SQLite's file locks.
#ifndef CSQLITE_DESCRIPTORS_H
#define CSQLITE_DESCRIPTORS_H

#include <stdbool.h>

// An SQLITE_EXTRA_INIT_MUTEXED function: SQLite calls it once, before it opens anything.
int csqlite_replace_system_calls(const char *unused);

// Whether a descriptor is open, and on the file that SQLite opened: the program may close
// descriptors that are not its own, and reuse their numbers. If so, the file's status is written to
// `status`.
struct stat;
bool csqlite_is_as_opened(int number, struct stat *status);

// Whether a program uses the index of the log at this path.
bool csqlite_index_is_in_use(const char *log);

// csqlite_keep_tags() makes a file that SQLite has opened keep the tags that tie a log to its
// database, see tags.h. csqlite_prepare_tags() is called once, before any file is opened.
struct sqlite3_file;
void csqlite_prepare_tags(void);
void csqlite_keep_tags(struct sqlite3_file *file, int kind);

#endif
