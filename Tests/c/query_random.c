// These tests compare random queries with a plain program that reads, filters and sorts every book.
#include "support/fixtures.h"

enum { BOOKS = 150, GENRES = 5, QUERIES = 400, ABSENT = -1 };

// The fields of a book that this test needs. There are few titles, so that some are equal.
struct known {
  int64_t id, created;
  char title[4], author[4];
  int32_t rating, status, favourite, started, finished; // ABSENT for no date
  uint32_t genres;                                      // a bit for each
};

struct choice {
  int32_t any, all, none; // bits of genres; 0 for no such filter
  int32_t least, most, unrated;
  int32_t favourite, statuses, started_from, started_to, finished_from;
  int64_t from, until;
  char title[2], author[2];
  int keys[3], key_count;
  bool descending[3];
};

static bw_store *store;
static int64_t genres[GENRES];
static struct known books[BOOKS];
static uint32_t state = 7;

static int32_t below(int32_t limit) {
  state ^= state << 13;
  state ^= state >> 17;
  state ^= state << 5;
  return (int32_t)(state % (uint32_t)limit);
}

static void fill(struct known *known) {
  int64_t chosen[GENRES], count = 0;
  for (int i = 0; i < 3; i++) known->title[i] = (char)("aB"[below(2)]);
  for (int i = 0; i < 2; i++) known->author[i] = (char)("xYz"[below(3)]);
  known->rating = below(6);
  known->status = below(4);
  known->favourite = below(2);
  known->created = below(20) * 1000;
  known->started = below(3) == 0 ? ABSENT : 20260101 + below(9);
  known->finished = below(2) == 0 ? ABSENT : 20260201 + below(9);
  // A book in progress has no end.
  if (known->status == BW_BOOK_STATUS_IN_PROGRESS) known->finished = ABSENT;
  known->genres = (uint32_t)below(1 << GENRES) & (uint32_t)below(1 << GENRES);
  bw_book book = new_book(known->title, known->author);
  book.fields |=
      BW_BOOK_RATING | BW_BOOK_STATUS | BW_BOOK_FAVOURITE | BW_BOOK_CREATED | BW_BOOK_GENRES;
  book.rating = known->rating;
  book.status = known->status;
  book.favourite = known->favourite;
  book.created = known->created;
  book.started = known->started;
  book.finished = known->finished;
  if (known->started != ABSENT) book.fields |= BW_BOOK_STARTED;
  if (known->finished != ABSENT) book.fields |= BW_BOOK_FINISHED;
  for (int i = 0; i < GENRES; i++) {
    if (known->genres >> i & 1) chosen[count++] = genres[i];
  }
  book.genres = chosen;
  book.genre_count = count;
  OK(bw_book_create(store, &book, &known->id, &fault));
}

static void prepare(void) {
  bw_store *file = open_file();
  OK(bw_transaction_begin(file, BW_TRANSACTION_WRITE, &store, &fault));
  for (int i = 0; i < GENRES; i++) genres[i] = add_genre(store, (char[]){(char)('a' + i), 0});
  for (int i = 0; i < BOOKS; i++) fill(&books[i]);
  OK(bw_transaction_commit(store, &fault));
  store = file;
}

static struct choice choose(void) {
  struct choice choice;
  memset(&choice, 0, sizeof(choice));
  if (below(4) == 0) choice.any = below(1 << GENRES);
  if (below(5) == 0) choice.all = 1 << below(GENRES) | 1 << below(GENRES);
  if (below(5) == 0) choice.none = 1 << below(GENRES);
  if (below(3) == 0) {
    choice.least = 1 + below(5);
    choice.most = choice.least + below(6 - choice.least);
    choice.unrated = below(2);
  }
  choice.favourite = below(4) == 0 ? below(2) : ABSENT;
  if (below(4) == 0) choice.statuses = 1 + below(15);
  if (below(6) == 0) choice.started_from = 20260101 + below(9);
  if (below(6) == 0) choice.started_to = 20260101 + below(9);
  if (choice.started_to < choice.started_from) choice.started_to = 0;
  if (below(6) == 0) choice.finished_from = 20260201 + below(9);
  choice.from = below(3) == 0 ? below(20) * 1000 : INT64_MIN;
  choice.until = below(3) == 0 ? 20000 + below(5) * 1000 - 4000 : INT64_MAX;
  if (choice.until < choice.from) choice.until = INT64_MAX;
  if (below(5) == 0) choice.title[0] = "ab"[below(2)];
  if (below(5) == 0) choice.author[0] = "xyz"[below(3)];
  static const int keys[] = {BW_SORT_TITLE,   BW_SORT_AUTHOR,  BW_SORT_RATING,   BW_SORT_STATUS,
                             BW_SORT_CREATED, BW_SORT_STARTED, BW_SORT_FINISHED, BW_SORT_FAVOURITE};
  int first = below(8);
  choice.key_count = below(4);
  for (int i = 0; i < choice.key_count; i++) {
    choice.keys[i] = keys[(first + i * 3) % 8];
    choice.descending[i] = below(2) == 1;
  }
  return choice;
}

static bool contains_letter(const char *text, char letter) {
  return strchr(text, letter) != NULL || strchr(text, letter - 'a' + 'A') != NULL;
}

static bool passes(const struct known *book, const struct choice *choice) {
  uint32_t all = (uint32_t)choice->all;
  bool rated = book->rating >= choice->least && book->rating <= choice->most;
  if (choice->any != 0 && (book->genres & (uint32_t)choice->any) == 0) return false;
  if ((book->genres & all) != all || (book->genres & (uint32_t)choice->none) != 0) return false;
  if (choice->least != 0 && !rated && !(choice->unrated && book->rating == 0)) return false;
  if (choice->favourite != ABSENT && book->favourite != choice->favourite) return false;
  if (choice->statuses != 0 && (choice->statuses >> book->status & 1) == 0) return false;
  if ((choice->started_from != 0 || choice->started_to != 0) && book->started == ABSENT)
    return false;
  if (choice->started_from != 0 && book->started < choice->started_from) return false;
  if (choice->started_to != 0 && book->started > choice->started_to) return false;
  if (choice->finished_from != 0 && book->finished < choice->finished_from) return false;
  if (book->created < choice->from) return false;
  if (choice->until != INT64_MAX && book->created >= choice->until) return false;
  if (choice->title[0] != 0 && !contains_letter(book->title, choice->title[0])) return false;
  return choice->author[0] == 0 || contains_letter(book->author, choice->author[0]);
}

static int fold_compare(const char *one, const char *other) {
  for (; *one != '\0' && (*one | 32) == (*other | 32); one++, other++) {
  }
  return (*one | 32) - (*other | 32);
}

static int64_t compare_by(const struct known *a, const struct known *b, int key) {
  switch (key) {
  case BW_SORT_TITLE:
    return fold_compare(a->title, b->title);
  case BW_SORT_AUTHOR:
    return fold_compare(a->author, b->author);
  case BW_SORT_RATING:
    return a->rating - b->rating;
  case BW_SORT_STATUS:
    return a->status - b->status;
  case BW_SORT_CREATED:
    return a->created - b->created;
  case BW_SORT_STARTED:
    return a->started - b->started;
  case BW_SORT_FINISHED:
    return a->finished - b->finished;
  default:
    return a->favourite - b->favourite;
  }
}

static struct choice sorting;

static int compare(const void *left, const void *right) {
  const struct known *a = left, *b = right;
  static const int usual[] = {BW_SORT_TITLE, BW_SORT_AUTHOR};
  int count = sorting.key_count == 0 ? 2 : sorting.key_count;
  for (int i = 0; i < count; i++) {
    int64_t order = compare_by(a, b, sorting.key_count == 0 ? usual[i] : sorting.keys[i]);
    if (order != 0) return (order < 0) == sorting.descending[i] ? 1 : -1;
  }
  return a->id < b->id ? -1 : 1;
}

static int64_t pick(int32_t bits, int64_t *chosen) {
  int64_t count = 0;
  for (int i = 0; i < GENRES; i++) {
    if (bits >> i & 1) chosen[count++] = genres[i];
  }
  return count;
}

static bw_query *query_for(const struct choice *choice) {
  bw_query *query = new_query();
  int64_t chosen[GENRES];
  const int32_t sets[] = {choice->any, choice->all, choice->none};
  for (int match = BW_MATCH_ANY; match <= BW_MATCH_NONE; match++) {
    int64_t count = pick(sets[match], chosen);
    if (count > 0) OK(bw_query_where_genres(query, (bw_match)match, chosen, count, &fault));
  }
  if (choice->least != 0)
    OK(bw_query_where_rating(query, choice->least, choice->most, choice->unrated, &fault));
  if (choice->favourite != ABSENT) OK(bw_query_where_favourite(query, choice->favourite, &fault));
  for (int status = 0; status < 4; status++) {
    if (choice->statuses >> status & 1)
      OK(bw_query_where_status(query, (bw_book_status)status, &fault));
  }
  if (choice->started_from != 0 || choice->started_to != 0)
    OK(bw_query_where_started(query, choice->started_from, choice->started_to, &fault));
  if (choice->finished_from != 0)
    OK(bw_query_where_finished(query, choice->finished_from, 0, &fault));
  OK(bw_query_where_created(query, choice->from, choice->until, &fault));
  if (choice->title[0] != 0)
    OK(bw_query_where_contains(query, BW_BOOK_TITLE, choice->title, -1, &fault));
  if (choice->author[0] != 0)
    OK(bw_query_where_contains(query, BW_BOOK_AUTHOR, choice->author, -1, &fault));
  for (int i = 0; i < choice->key_count; i++) {
    OK(bw_query_order_by(query, (bw_sort_key)choice->keys[i],
                         choice->descending[i] ? BW_DESCENDING : BW_ASCENDING, &fault));
  }
  return query;
}

// Compares the query's rows, read at once or in pages, with the `count` books at `expected`. Prints
// `round` if they differ.
static void check_rows(bw_query *query, const struct known *expected, int64_t count, int round) {
  int64_t seen = 0;
  for (;;) {
    bw_result *result = run(store, query);
    int64_t rows = count_rows(result);
    bw_text cursor;
    for (int64_t row = 0; row < rows; row++, seen++) {
      bw_book book;
      BW_INIT(book);
      OK(bw_result_get_book(result, row, &book, &fault));
      if (seen >= count || book.id != expected[seen].id)
        FAIL("query %d: row %lld is another one", round, (long long)seen);
    }
    OK(bw_result_get_cursor(result, &cursor, &fault));
    if (cursor.data != NULL) OK(bw_query_set_after(query, cursor.data, cursor.length, &fault));
    OK(bw_result_free(result));
    if (cursor.data == NULL) break;
  }
  if (seen != count)
    FAIL("query %d: %lld rows, not %lld", round, (long long)seen, (long long)count);
}

TEST(random_queries_give_the_same_results_as_plain_code) {
  prepare();
  for (int round = 0; round < QUERIES; round++) {
    struct known expected[BOOKS];
    int64_t count = 0;
    sorting = choose();
    for (int i = 0; i < BOOKS; i++) {
      if (passes(&books[i], &sorting)) expected[count++] = books[i];
    }
    qsort(expected, (size_t)count, sizeof(expected[0]), compare);
    bw_query *query = query_for(&sorting);
    CHECK_INT(count_query(store, query), count);
    check_rows(query, expected, count, round);
    int64_t offset = below(10);
    OK(bw_query_set_offset(query, offset, &fault));
    check_rows(query, expected + (offset < count ? offset : count),
               offset < count ? count - offset : 0, round);
    OK(bw_query_set_offset(query, 0, &fault));
    OK(bw_query_set_limit(query, 1 + below(20), &fault));
    check_rows(query, expected, count, round);
    OK(bw_query_free(query));
  }
  close_store(store);
}
