// A tour of Bookworm from C: open, create, rate, query and delete, for books and for genres.
//
//   cc tour.c $(pkg-config --cflags --libs bookworm) -o tour && ./tour
#include <bookworm.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

// Every call that can fail returns a status, and says more in the error that you own.
static bw_error error;

// Ends the program where a call that should succeed did not.
static void must(bw_status status) {
  if (status == BW_OK) return;
  fprintf(stderr, "%s: %s\n", bw_status_name(status), error.message);
  exit(1);
}

// A text goes in as bytes and a length; -1 means "up to the NUL".
static bw_text text(const char *string) {
  bw_text view = {string, -1};
  return view;
}

static int64_t create_book(bw_store *store, const char *title, const char *author, int32_t rating,
                           const char *genre) {
  bw_text genre_name = text(genre);
  bw_book book;
  BW_INIT(book); // every struct begins with its size: clear it and set that
  book.fields = BW_BOOK_TITLE | BW_BOOK_AUTHOR | BW_BOOK_RATING | BW_BOOK_GENRE_NAMES;
  book.title = text(title);
  book.author = text(author);
  book.rating = rating;           // 1 to 5, or 0 for not rated
  book.genre_names = &genre_name; // a genre that is missing is made
  book.genre_name_count = 1;
  int64_t id;
  must(bw_book_create(store, &book, &id, &error));
  return id;
}

// A result holds the rows that were read. It is yours until you free it, even after the store is
// closed, and the texts of its books and genres are borrowed from it.
static void print_books(const char *heading, bw_result *result) {
  int64_t count;
  must(bw_result_count(result, &count, &error));
  printf("%s\n", heading);
  for (int64_t row = 0; row < count; row++) {
    bw_book book;
    BW_INIT(book);
    must(bw_result_get_book(result, row, &book, &error));
    printf("  %" PRId64 "  %s by %s, rating %d\n", book.id, book.title.data, book.author.data,
           (int)book.rating);
  }
}

static void print_genres(const char *heading, bw_store *store) {
  bw_result *result;
  int64_t count;
  must(bw_genres_list(store, &result, &error));
  must(bw_result_count(result, &count, &error));
  printf("%s\n", heading);
  for (int64_t row = 0; row < count; row++) {
    bw_genre genre;
    BW_INIT(genre);
    must(bw_result_get_genre(result, row, &genre, &error));
    printf("  %" PRId64 "  %s %s, %" PRId64 " books\n", genre.id, genre.name.data,
           genre.colour.data, genre.books);
  }
  bw_result_free(result);
}

// The best books first: a query says which and in what order, and may run on any store.
static void print_best(bw_store *store) {
  bw_query *query;
  bw_result *result;
  must(bw_query_new(&query, &error));
  must(bw_query_where_rating(query, 4, 5, 0, &error));
  must(bw_query_order_by(query, BW_SORT_RATING, BW_DESCENDING, &error));
  must(bw_query_order_by(query, BW_SORT_TITLE, BW_ASCENDING, &error));
  must(bw_query_run(store, query, &result, &error));
  print_books("Rated 4 or better:", result);
  bw_result_free(result);
  bw_query_free(query);
}

int main(int argc, char **argv) {
  BW_INIT(error);

  // ":memory:" is gone when it closes; a path of your own is shared with other programs.
  bw_store *store;
  must(bw_store_open(argc > 1 ? argv[1] : ":memory:", -1, NULL, &store, &error));

  // Create. Books and genres are named by ids, which are the same in every program.
  int64_t dune = create_book(store, "Dune", "Frank Herbert", 5, "Science Fiction");
  int64_t emma = create_book(store, "Emma", "Jane Austen", 4, "Romance");
  int64_t dracula = create_book(store, "Dracula", "Bram Stoker", 0, "Horror");
  int64_t classics;
  must(bw_genre_find_or_create(store, "Classics", -1, &classics, NULL, &error));
  must(bw_genre_set_colour(store, classics, "#8B4513", -1, &error));
  must(bw_book_add_genre(store, emma, classics, NULL, &error)); // NULL: an answer not wanted
  must(bw_book_add_genre(store, dracula, classics, NULL, &error));
  print_genres("Genres:", store);

  // Rate, and set several fields at once: `fields` says which members of the struct are given.
  must(bw_book_set_rating(store, dracula, 4, &error));
  bw_book changes;
  BW_INIT(changes);
  changes.fields = BW_BOOK_REVIEW | BW_BOOK_YEAR;
  changes.review = text("Best read by daylight.");
  changes.year = 1897;
  must(bw_book_update(store, dracula, &changes, 0, &error));
  must(bw_book_set_status(store, dracula, BW_BOOK_STATUS_COMPLETED, 20261031, &error));

  // Query.
  print_best(store);
  bw_result *result;
  must(bw_genre_list_books(store, classics, BW_FIELDS_DEFAULT, &result, &error));
  print_books("Classics:", result);
  bw_result_free(result);

  // Several changes as one: another program sees all of them or none. A transaction is passed
  // wherever a store is.
  bw_store *transaction;
  must(bw_transaction_begin(store, BW_TRANSACTION_WRITE, &transaction, &error));
  must(bw_book_set_rating(transaction, dune, 4, &error));
  must(bw_book_set_rating(transaction, emma, 5, &error));
  must(bw_transaction_commit(transaction, &error));

  // Errors. A value that breaks a rule is refused, the error names the field, and nothing is
  // changed.
  bw_status status = bw_book_set_rating(store, dune, 6, &error);
  printf("Rating 6: %s in \"%s\": %s\n", bw_status_name(status), error.field, error.message);

  // Delete. A genre goes off its books and deletes none; a book takes its links with it.
  must(bw_genre_delete(store, classics, &error));
  must(bw_book_delete(store, dune, &error));
  status = bw_book_set_rating(store, dune, 3, &error);
  printf("Rating a deleted book: %s: %s\n", bw_status_name(status), error.message);

  int64_t count;
  must(bw_books_count(store, &count, &error));
  printf("%" PRId64 " books are left.\n", count);
  print_genres("Genres:", store);

  must(bw_store_close(store, &error));
  return 0;
}
