// This file declares the common part of the measured C programs: the generated books, the clock,
// the checksum, the command loop. A program implements the peer_ functions; harness.c has main().
#ifndef BENCHMARK_HARNESS_H
#define BENCHMARK_HARNESS_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct text {
  const char *data;
  int64_t length;
} text;

/** A row of the generated books; year is ABSENT if there is none. */
typedef struct row {
  text title, author, review;
  int32_t rating, favourite, year;
  int64_t genres[2];
} row;

typedef struct genre_row {
  text name, colour;
} genre_row;

typedef struct data {
  row *rows;
  int64_t count;
  genre_row *genres;
  int64_t genre_count;
} data;

#define ABSENT INT32_MIN
#define PAGE 50

/* Genres and a word as harness/dataset.py arranges them. */
enum { COMMON_GENRE = 1, RARE_GENRE = 26, NONE_GENRE = 31 };
#define SEARCHED_WORD "saudade"
#define WELL_RATED 4

/** A page of a list: its books, and the place after them in a form of the peer's own. */
typedef struct page {
  int64_t ids[PAGE];
  int64_t count;
  char cursor[4096];
  int64_t cursor_length;
} page;

/* The functions of a peer. Every failure ends the program through fail(). */
void peer_create_store(const char *path, const data *books); /* a new store with the genres */
void peer_open_store(const char *path);
void peer_close_store(void);
void peer_create(const row *rows, int64_t count); /* one transaction */
uint64_t peer_read(int64_t id);                   /* every field that is one value; a checksum */
void peer_begin_reading(void);
void peer_end_reading(void);
void peer_rate(int64_t id, int32_t rating); /* a transaction of its own unless one is open */
void peer_begin_writing(void);
void peer_commit_writing(void);
void peer_first_page(page *page);
void peer_next_page(page *page);                   /* after page->cursor, by key */
void peer_offset_page(page *page, int64_t offset); /* the same page by OFFSET */
void peer_cursor_at(page *page, int64_t offset);   /* the cursor after that many rows; untimed */
/** The first books of a genre that are rated WELL_RATED at least, by title. */
void peer_genre_page(page *page, int64_t genre);
/** The same for the favourites among them. */
void peer_favourite_page(page *page, int64_t genre);
void peer_best(page *page);    /* the best answers to SEARCHED_WORD by bm25, by id where equal */
void peer_matches(page *page); /* the first books with SEARCHED_WORD by id */
/** Reads each genre's name, number of books and average rating; calls touch_genre() for each. */
uint64_t peer_genre_statistics(void);
uint64_t peer_scan(int64_t *count);          /* every book, every field, cheapest order */
uint64_t peer_scan_by_title(int64_t *count); /* the same, in the order of the list */
void peer_delete_books(const int64_t *ids, int64_t count); /* in rising order; one transaction */
void peer_delete_genre(int64_t genre);                     /* off every book */
/** All that a fresh process does: opens the store, reads the first page, closes the store. */
void peer_start(const char *path, page *page);
/** Calls `each` for every book in the order of ids, with its genres (0: none); not timed. */
void peer_verify(void (*each)(int64_t id, const row *book, void *context), void *context);

_Noreturn void fail(const char *what, const char *why);
double now(void);

/** Reads every field once, cheaply, so that no peer can skip one. */
static inline uint64_t touch(uint64_t sum, int64_t id, text title, text author, text review,
                             int64_t rating, int64_t favourite, int64_t year) {
  sum += (uint64_t)id + (uint64_t)title.length * 3 + (uint64_t)author.length * 5;
  sum += (uint64_t)review.length * 7 + (uint64_t)rating * 11 + (uint64_t)favourite * 13;
  sum += (uint64_t)(year + 100000) * 17;
  sum += (uint8_t)title.data[0] + (uint64_t)(uint8_t)author.data[0] * 256;
  return sum;
}

/** `average` is that of the rated books; 0 if none is rated. */
static inline uint64_t touch_genre(int64_t genre, text name, int64_t books, double average) {
  uint64_t sum = (uint64_t)genre * 31 + (uint64_t)books;
  return sum * 1000003 + (uint64_t)(average * 1e6 + 0.5) + (uint64_t)name.length;
}

#endif
