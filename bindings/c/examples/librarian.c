// A small librarian for the command line: one verb a call, on a store that other programs may have
// open at the same time. Run it without arguments for the list of verbs.
#include <bookworm.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bw_error error;

static void must(bw_status status) {
  if (status == BW_OK) return;
  fprintf(stderr, "librarian: %s: %s\n", bw_status_name(status), error.message);
  exit(1);
}

static void fail(const char *what, const char *which) {
  fprintf(stderr, "librarian: %s: %s\n", what, which);
  exit(1);
}

static int32_t number(const char *digits) {
  char *end;
  long long value = strtoll(digits, &end, 10);
  if (*digits == '\0' || *end != '\0') fail("not a number", digits);
  if (value < INT32_MIN || value > INT32_MAX) fail("too large a number", digits);
  return (int32_t)value;
}

static bw_query *new_query(void) {
  bw_query *query;
  must(bw_query_new(&query, &error));
  return query;
}

// The book with exactly this title; of several, the first in a list.
static int64_t book_named(bw_store *store, const char *title) {
  bw_query *query = new_query();
  bw_result *result;
  int64_t count, id = 0;
  must(bw_query_where_contains(query, BW_BOOK_TITLE, title, -1, &error));
  must(bw_query_run(store, query, &result, &error));
  must(bw_result_count(result, &count, &error));
  for (int64_t row = 0; row < count && id == 0; row++) {
    bw_book book;
    BW_INIT(book);
    must(bw_result_get_book(result, row, &book, &error));
    if (strcmp(book.title.data, title) == 0) id = book.id;
  }
  bw_result_free(result);
  bw_query_free(query);
  if (id == 0) fail("no book has the title", title);
  return id;
}

static int64_t genre_named(bw_store *store, const char *name) {
  int64_t id;
  must(bw_genre_find(store, name, -1, &id, &error));
  return id;
}

static void print_book_genres(bw_store *store, int64_t book) {
  bw_result *result;
  int64_t count;
  must(bw_book_list_genres(store, book, &result, &error));
  must(bw_result_count(result, &count, &error));
  for (int64_t row = 0; row < count; row++) {
    bw_genre genre;
    BW_INIT(genre);
    must(bw_result_get_genre(result, row, &genre, &error));
    printf("%s%s", row == 0 ? " [" : ", ", genre.name.data);
  }
  if (count > 0) printf("]");
  bw_result_free(result);
}

static void print_result(bw_store *store, bw_result *result) {
  int64_t count;
  must(bw_result_count(result, &count, &error));
  for (int64_t row = 0; row < count; row++) {
    bw_book book;
    BW_INIT(book);
    must(bw_result_get_book(result, row, &book, &error));
    printf("  %-5.*s  %s, %s", (int)book.rating, "*****", book.title.data, book.author.data);
    print_book_genres(store, book.id);
    printf("\n");
  }
  printf("  %" PRId64 " %s\n", count, count == 1 ? "book" : "books");
}

static void print_query(bw_store *store, bw_query *query) {
  bw_result *result;
  must(bw_query_run(store, query, &result, &error));
  print_result(store, result);
  bw_result_free(result);
  bw_query_free(query);
}

static void add(bw_store *store, int count, char **words) {
  bw_text names[32];
  bw_book book;
  if (count - 2 > 32) fail("too many genres", words[34]);
  BW_INIT(book);
  book.fields = BW_BOOK_TITLE | BW_BOOK_AUTHOR | BW_BOOK_GENRE_NAMES;
  book.title = (bw_text){words[0], -1};
  book.author = (bw_text){words[1], -1};
  for (int i = 2; i < count; i++) names[i - 2] = (bw_text){words[i], -1};
  book.genre_names = names;
  book.genre_name_count = count - 2;
  int64_t id;
  must(bw_book_create(store, &book, &id, &error));
  printf("Added %s by %s as book %" PRId64 ".\n", words[0], words[1], id);
}

static void rate(bw_store *store, int count, char **words) {
  (void)count;
  must(bw_book_set_rating(store, book_named(store, words[0]), number(words[1]), &error));
  printf("Rated %s: %s.\n", words[0], words[1]);
}

static void tag(bw_store *store, int count, char **words) {
  (void)count;
  int64_t genre;
  int32_t changed;
  must(bw_genre_find_or_create(store, words[1], -1, &genre, NULL, &error));
  must(bw_book_add_genre(store, book_named(store, words[0]), genre, &changed, &error));
  printf(changed ? "%s is in %s now.\n" : "%s was in %s already.\n", words[0], words[1]);
}

static void untag(bw_store *store, int count, char **words) {
  (void)count;
  int32_t changed;
  must(bw_book_remove_genre(store, book_named(store, words[0]), genre_named(store, words[1]),
                            &changed, &error));
  printf(changed ? "%s is no longer in %s.\n" : "%s was not in %s.\n", words[0], words[1]);
}

static void delete_book(bw_store *store, int count, char **words) {
  (void)count;
  must(bw_book_delete(store, book_named(store, words[0]), &error));
  printf("Deleted the book %s.\n", words[0]);
}

static void new_genre(bw_store *store, int count, char **words) {
  int64_t id;
  must(bw_genre_create(store, words[0], -1, count > 1 ? words[1] : NULL, -1, &id, &error));
  printf("Made the genre %s.\n", words[0]);
}

static void rename_genre(bw_store *store, int count, char **words) {
  (void)count;
  must(bw_genre_rename(store, genre_named(store, words[0]), words[1], -1, &error));
  printf("Renamed the genre %s to %s.\n", words[0], words[1]);
}

static void recolour(bw_store *store, int count, char **words) {
  (void)count;
  must(bw_genre_set_colour(store, genre_named(store, words[0]), words[1], -1, &error));
  printf("Coloured %s %s.\n", words[0], words[1]);
}

static void delete_genre(bw_store *store, int count, char **words) {
  (void)count;
  must(bw_genre_delete(store, genre_named(store, words[0]), &error));
  printf("Deleted the genre %s; its books stay.\n", words[0]);
}

static void list(bw_store *store, int count, char **words) {
  bw_query *query = new_query();
  if (count > 0) {
    bw_text name = {words[0], -1};
    must(bw_query_where_genre_names(query, BW_MATCH_ANY, &name, 1, &error));
  }
  print_query(store, query);
}

static void best(bw_store *store, int count, char **words) {
  bw_query *query = new_query();
  (void)count;
  must(bw_query_where_rating(query, number(words[0]), 5, 0, &error));
  must(bw_query_order_by(query, BW_SORT_RATING, BW_DESCENDING, &error));
  must(bw_query_order_by(query, BW_SORT_TITLE, BW_ASCENDING, &error));
  print_query(store, query);
}

// A search line, which the library understands; where it does not, the error says where.
static void find(bw_store *store, int count, char **words) {
  bw_query *query;
  (void)count;
  bw_status status = bw_query_parse(words[0], -1, &query, &error);
  if (status == BW_ERROR_INVALID)
    fprintf(stderr, "%.*s --> %s\n", (int)error.offset, words[0], words[0] + error.offset);
  must(status);
  print_query(store, query);
}

static void list_genres(bw_store *store, int count, char **words) {
  (void)count, (void)words;
  bw_result *result;
  int64_t rows;
  must(bw_genres_list(store, &result, &error));
  must(bw_result_count(result, &rows, &error));
  for (int64_t row = 0; row < rows; row++) {
    bw_genre genre;
    BW_INIT(genre);
    must(bw_result_get_genre(result, row, &genre, &error));
    printf("  %s  %s, %" PRId64 " %s\n", genre.colour.data, genre.name.data, genre.books,
           genre.books == 1 ? "book" : "books");
  }
  printf("  %" PRId64 " %s\n", rows, rows == 1 ? "genre" : "genres");
  bw_result_free(result);
}

// Prints the changes of other programs as they happen: a line for each row, and one for each
// transaction.
static void print_change(bw_store *store, const bw_change *change) {
  if (change->kind == BW_CHANGE_REREAD) {
    printf("  more than can be listed\n");
    return;
  }
  printf("  %s %" PRId64 " %s", bw_entity_name(change->entity), change->id,
         bw_change_kind_name(change->kind));
  bw_book book;
  bw_result *result;
  BW_INIT(book);
  if (change->entity == BW_ENTITY_BOOK && change->kind != BW_CHANGE_DELETED &&
      bw_book_get(store, change->id, BW_FIELDS_DEFAULT, &book, &result, NULL) == BW_OK) {
    printf(": %s, rating %d", book.title.data, (int)book.rating);
    bw_result_free(result);
  }
  printf("\n");
}

static void watch(bw_store *store, int count, char **words) {
  bw_observer *observer;
  (void)count;
  must(bw_store_observe(store, 0, &observer, &error));
  printf("Watching.\n");
  for (int32_t left = number(words[0]); left > 0; left--) {
    bw_result *changes;
    int64_t rows, row;
    fflush(stdout);
    must(bw_observer_next(observer, -1, &changes, &error)); // -1: wait for ever
    must(bw_result_count(changes, &rows, &error));
    printf("A transaction:\n");
    for (row = 0; row < rows; row++) {
      bw_change change;
      BW_INIT(change);
      must(bw_result_get_change(changes, row, &change, &error));
      print_change(store, &change);
    }
    bw_result_free(changes);
  }
  bw_observer_free(observer);
}

static const struct verb {
  const char *name, *arguments;
  int least, most;
  void (*run)(bw_store *store, int count, char **words);
} verbs[] = {
    {"add", "TITLE AUTHOR [GENRE...]", 2, 1000, add},
    {"rate", "TITLE RATING", 2, 2, rate},
    {"add-genre", "TITLE GENRE", 2, 2, tag},
    {"remove-genre", "TITLE GENRE", 2, 2, untag},
    {"delete", "TITLE", 1, 1, delete_book},
    {"list", "[GENRE]", 0, 1, list},
    {"find", "SEARCH_LINE", 1, 1, find},
    {"best", "MINIMUM_RATING", 1, 1, best},
    {"new-genre", "NAME [COLOUR]", 1, 2, new_genre},
    {"rename-genre", "NAME NEW_NAME", 2, 2, rename_genre},
    {"recolour", "GENRE COLOUR", 2, 2, recolour},
    {"delete-genre", "NAME", 1, 1, delete_genre},
    {"genres", "", 0, 0, list_genres},
    {"watch", "TRANSACTIONS", 1, 1, watch},
};

int main(int argc, char **argv) {
  const size_t verb_count = sizeof(verbs) / sizeof(verbs[0]);
  for (size_t i = 0; argc > 2 && i < verb_count; i++) {
    int words = argc - 3;
    if (strcmp(verbs[i].name, argv[2]) != 0) continue;
    if (words < verbs[i].least || words > verbs[i].most) break;
    BW_INIT(error);
    bw_store *store;
    must(bw_store_open(argv[1], -1, NULL, &store, &error));
    verbs[i].run(store, words, argv + 3);
    must(bw_store_close(store, &error));
    return 0;
  }
  for (size_t i = 0; i < verb_count; i++) {
    fprintf(stderr, "%slibrarian STORE %s %s\n", i == 0 ? "usage: " : "       ", verbs[i].name,
            verbs[i].arguments);
  }
  return 2;
}
