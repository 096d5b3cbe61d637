// This file declares the common part of the two floors: raw sqlite3 without a mutex, statements
// prepared once, every code checked.
#ifndef BENCHMARK_FLOOR_H
#define BENCHMARK_FLOOR_H

#include <sqlite3.h>

#include "harness.h"

/* SQL_FOLDER is Tests/Benchmarks/sql; EQUAL_SCHEMA was dumped from a store of the library. */
#define PLAIN_SCHEMA SQL_FOLDER "/plain.sql"

extern sqlite3 *db;

/** Opens with the pragmas of sql/pragmas.sql, and runs the file `schema` unless it is NULL. */
void floor_open(const char *path, const char *schema);
void floor_close(void); /* the statements of floor_prepare() too */
void floor_exec(const char *sql);
sqlite3_stmt *floor_prepare(const char *sql);
void floor_run(sqlite3_stmt *statement); /* to its end, and reset */
int floor_row(sqlite3_stmt *statement);  /* 1: a row; 0: the end, and reset */

static inline void bind_text(sqlite3_stmt *s, int index, text value) {
  sqlite3_bind_text(s, index, value.data, (int)value.length, SQLITE_STATIC);
}

static inline text column_text(sqlite3_stmt *s, int column) {
  const char *data = (const char *)sqlite3_column_text(s, column);
  return (text){data, sqlite3_column_bytes(s, column)};
}

/** Reads each of the 16 columns that FLOOR_COLUMNS names; returns the checksum. */
uint64_t floor_touch(uint64_t sum, sqlite3_stmt *s);
int64_t milliseconds(void);

#define FLOOR_COLUMNS \
  "id, title, author, synopsis, review, notes, rating, favourite, status, series, " \
  "series_number, year, created, updated, started, finished"
/* The same columns of books b, if another table has columns of these names. */
#define FLOOR_OF_B \
  "b.id, b.title, b.author, b.synopsis, b.review, b.notes, b.rating, b.favourite, b.status, " \
  "b.series, b.series_number, b.year, b.created, b.updated, b.started, b.finished"

#endif
