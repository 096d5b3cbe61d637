// This file implements the common part of the two floors.
#include "floor.h"

#include <time.h>

#define MAX_STATEMENTS 64

sqlite3 *db;
static sqlite3_stmt *statements[MAX_STATEMENTS];
static int statement_count;

void floor_exec(const char *sql) {
  if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK) fail(sql, sqlite3_errmsg(db));
}

static void run_file(const char *path) {
  char sql[65536];
  FILE *file = fopen(path, "rb");
  if (file == NULL) fail(path, "cannot be opened");
  size_t size = fread(sql, 1, sizeof sql - 1, file);
  fclose(file);
  sql[size] = 0;
  floor_exec(sql);
}

void floor_open(const char *path, const char *schema) {
  int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
  if (sqlite3_open_v2(path, &db, flags, NULL) != SQLITE_OK) fail(path, sqlite3_errmsg(db));
  run_file(SQL_FOLDER "/pragmas.sql");
  if (schema != NULL) run_file(schema);
}

void floor_close(void) {
  for (int i = 0; i < statement_count; i++) sqlite3_finalize(statements[i]);
  statement_count = 0;
  if (sqlite3_close(db) != SQLITE_OK) fail("close", sqlite3_errmsg(db));
  db = NULL;
}

sqlite3_stmt *floor_prepare(const char *sql) {
  if (statement_count == MAX_STATEMENTS) fail(sql, "too many statements");
  sqlite3_stmt **s = &statements[statement_count++];
  if (sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, s, NULL) != SQLITE_OK) {
    fail(sql, sqlite3_errmsg(db));
  }
  return *s;
}

void floor_run(sqlite3_stmt *s) {
  if (sqlite3_step(s) != SQLITE_DONE) fail(sqlite3_sql(s), sqlite3_errmsg(db));
  sqlite3_reset(s);
}

int floor_row(sqlite3_stmt *s) {
  switch (sqlite3_step(s)) {
  case SQLITE_ROW:
    return 1;
  case SQLITE_DONE:
    sqlite3_reset(s);
    return 0;
  default:
    fail(sqlite3_sql(s), sqlite3_errmsg(db));
  }
}

uint64_t floor_touch(uint64_t sum, sqlite3_stmt *s) {
  text title = column_text(s, 1), author = column_text(s, 2), review = column_text(s, 4);
  uint64_t rest = (uint64_t)(column_text(s, 3).length + column_text(s, 5).length);
  rest += (uint64_t)column_text(s, 9).length;
  rest += (uint64_t)sqlite3_column_int64(s, 8) + (uint64_t)sqlite3_column_double(s, 10);
  /* Instants differ between peers; it is enough that they are read. */
  rest += (uint64_t)(sqlite3_column_int64(s, 12) < 0) + (uint64_t)(sqlite3_column_int64(s, 13) < 0);
  rest += (uint64_t)sqlite3_column_int64(s, 14) + (uint64_t)sqlite3_column_int64(s, 15);
  int64_t year = sqlite3_column_type(s, 11) == SQLITE_NULL ? 0 : sqlite3_column_int64(s, 11);
  return rest + touch(sum, sqlite3_column_int64(s, 0), title, author, review,
                      sqlite3_column_int64(s, 6), sqlite3_column_int64(s, 7), year);
}

int64_t milliseconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}
