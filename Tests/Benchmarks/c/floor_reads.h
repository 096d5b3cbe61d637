// This file declares what floor_reads.c needs to read a floor's store.
#ifndef BENCHMARK_FLOOR_READS_H
#define BENCHMARK_FLOOR_READS_H

#include "floor.h"

/** Each returns the columns of FLOOR_COLUMNS, then those that put_cursor() needs. */
typedef struct floor_reads {
  sqlite3_stmt *by_id;      /* ?1: the id; no columns for a cursor */
  sqlite3_stmt *first_page; /* of first_page_sql */
  sqlite3_stmt *page_by_offset;
  sqlite3_stmt *genre_page, *favourite_page; /* ?1: the genre */
  sqlite3_stmt *every_book, *every_book_by_title;
} floor_reads;

extern floor_reads reads;

/* Functions that each floor implements. */
extern const char first_page_sql[];
void prepare_statements(void); /* all it has, those of `reads` too */
/** The place after the statement's row, the last of a full page. */
void put_cursor(page *page, sqlite3_stmt *s);

/** Runs a statement to its end. */
void fill_page(page *page, sqlite3_stmt *s);

#endif
