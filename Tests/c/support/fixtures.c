// This file creates initial stores, books and genres for tests.
#include "fixtures.h"

#include <inttypes.h>
#include <unistd.h>

const char *test_folder;

const char *in_folder(const char *name) {
  static char paths[8][512];
  static int next;
  char *path = paths[next++ % 8];
  snprintf(path, sizeof(paths[0]), "%s/%s", test_folder, name);
  return path;
}

bw_text bytes(const char *data, int64_t length) {
  return (bw_text){data, length};
}

const uint8_t picture[] = {
    0x47, 0x49, 0x46, 0x38, 0x37, 0x61, 0x03, 0x00, 0x02, 0x00, 0x81, 0x00, 0x00, 0x00, 0xFA, 0x14,
    0xC8, 0x1E, 0x28, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x2C, 0x00, 0x00, 0x00, 0x00, 0x03, 0x00,
    0x02, 0x00, 0x00, 0x08, 0x08, 0x00, 0x03, 0x08, 0x0C, 0x00, 0x20, 0x40, 0x40, 0x00, 0x3B,
};
const size_t picture_size = sizeof(picture);

char *long_string(size_t length) {
  char *string = malloc(length + 1);
  if (string == NULL) FAIL("no memory for %zu bytes", length);
  memset(string, 'x', length);
  string[length] = '\0';
  return string;
}

const char *server(void) {
  return getenv("BOOKWORM_TEST_STORE");
}

const char *opened_by(const char *path) {
  static char places[8][600];
  static int next, stores;
  char own[64];
  if (server() == NULL) return path;
  // A store in memory belongs to its handle alone.
  if (strcmp(path, ":memory:") == 0) {
    snprintf(own, sizeof(own), "memory %d %d %" PRId64, (int)getpid(), stores++,
             now_milliseconds());
    path = own;
  }
  uint64_t number = 0xcbf29ce484222325U; // FNV-1a
  for (const char *byte = path; *byte != '\0'; byte++)
    number = (number ^ (uint8_t)*byte) * 0x100000001b3U;
  char *place = places[next++ % 8];
  snprintf(place, sizeof(places[0]), "%s&bookworm_schema=test_%" PRIu64, server(), number);
  return place;
}

bw_status try_open(const char *path, const bw_open_options *options, bw_store **store) {
  BW_INIT(fault);
  return bw_store_open(opened_by(path), -1, options, store, &fault);
}

bw_open_options default_options(void) {
  bw_open_options options;
  BW_INIT(options);
  return options;
}

bw_store *open_path(const char *path) {
  bw_store *store = NULL;
  OK(try_open(path, NULL, &store));
  return store;
}

bw_store *open_memory(void) {
  return open_path(":memory:");
}

const char *file_path(void) {
  return in_folder("store.bookworm");
}

bw_store *open_file(void) {
  return open_path(file_path());
}

void close_store(bw_store *store) {
  OK(bw_store_close(store, &fault));
}

bw_book new_book(const char *title, const char *author) {
  bw_book book;
  BW_INIT(book);
  book.fields = BW_BOOK_TITLE | BW_BOOK_AUTHOR;
  book.title = TEXT(title);
  book.author = TEXT(author);
  return book;
}

static int64_t create(bw_store *store, const bw_book *book) {
  int64_t id = 0;
  OK(bw_book_create(store, book, &id, &fault));
  CHECK(id > 0);
  return id;
}

int64_t add_book(bw_store *store, const char *title, const char *author) {
  bw_book book = new_book(title, author);
  return create(store, &book);
}

int64_t add_rated(bw_store *store, const char *title, int32_t rating) {
  bw_book book = new_book(title, "Author");
  book.fields |= BW_BOOK_RATING;
  book.rating = rating;
  return create(store, &book);
}

int64_t add_with_genre(bw_store *store, const char *title, const char *genre) {
  bw_book book = new_book(title, "Author");
  bw_text name = TEXT(genre);
  book.fields |= BW_BOOK_GENRE_NAMES;
  book.genre_names = &name;
  book.genre_name_count = 1;
  return create(store, &book);
}

void set_price(bw_store *store, int64_t book, int64_t price, const char *currency) {
  bw_book values;
  BW_INIT(values);
  values.fields = BW_BOOK_PRICE | BW_BOOK_CURRENCY;
  values.price = price;
  values.currency = TEXT(currency);
  OK(bw_book_update(store, book, &values, 0, &fault));
}

int64_t add_genre(bw_store *store, const char *name) {
  int64_t id = 0;
  OK(bw_genre_create(store, name, -1, NULL, 0, &id, &fault));
  CHECK(id > 0);
  return id;
}

int64_t count_books(bw_store *store) {
  int64_t count = -1;
  OK(bw_books_count(store, &count, &fault));
  return count;
}

int64_t count_genres(bw_store *store) {
  int64_t count = -1;
  OK(bw_genres_count(store, &count, &fault));
  return count;
}

int64_t count_query(bw_store *store, bw_query *query) {
  int64_t count = -1;
  OK(bw_query_count(store, query, &count, &fault));
  return count;
}

int64_t count_rows(bw_result *result) {
  int64_t count = -1;
  OK(bw_result_count(result, &count, &fault));
  return count;
}

bw_book get_book(bw_store *store, int64_t id, bw_result **result) {
  bw_book book;
  BW_INIT(book);
  OK(bw_book_get(store, id, BW_FIELDS_ALL, &book, result, &fault));
  CHECK_INT(book.id, id);
  return book;
}

int32_t rating_of(bw_store *store, int64_t id) {
  bw_result *result;
  int32_t rating = get_book(store, id, &result).rating;
  OK(bw_result_free(result));
  return rating;
}

bw_genre get_genre(bw_store *store, int64_t id, bw_result **result) {
  bw_genre genre;
  BW_INIT(genre);
  OK(bw_genre_get(store, id, &genre, result, &fault));
  CHECK_INT(genre.id, id);
  return genre;
}

int64_t books_of_genre(bw_store *store, int64_t id) {
  bw_result *result;
  int64_t books = get_genre(store, id, &result).books;
  OK(bw_result_free(result));
  return books;
}

bw_query *new_query(void) {
  bw_query *query = NULL;
  OK(bw_query_new(&query, &fault));
  return query;
}

bw_result *run(bw_store *store, bw_query *query) {
  bw_result *result = NULL;
  OK(bw_query_run(store, query, &result, &fault));
  return result;
}

static char joined[65536];

static void join(size_t *length, bw_text text) {
  int written = snprintf(joined + *length, sizeof(joined) - *length, "%s%.*s",
                         *length == 0 ? "" : "|", (int)text.length, text.data);
  *length += (size_t)written;
  if (*length >= sizeof(joined)) FAIL("too many rows to join");
}

const char *titles_of(bw_result *result) {
  int64_t count = count_rows(result);
  size_t length = 0;
  joined[0] = '\0';
  for (int64_t row = 0; row < count; row++) {
    bw_book book;
    BW_INIT(book);
    OK(bw_result_get_book(result, row, &book, &fault));
    join(&length, book.title);
  }
  OK(bw_result_free(result));
  return joined;
}

const char *names_of(bw_result *result) {
  int64_t count = count_rows(result);
  size_t length = 0;
  joined[0] = '\0';
  for (int64_t row = 0; row < count; row++) {
    bw_genre genre;
    BW_INIT(genre);
    OK(bw_result_get_genre(result, row, &genre, &fault));
    join(&length, genre.name);
  }
  OK(bw_result_free(result));
  return joined;
}

const char *titles_of_query(bw_store *store, bw_query *query) {
  return titles_of(run(store, query));
}

bw_store *filled_store(int books) {
  bw_open_options options = default_options();
  bw_store *store;
  char *notes = long_string(600);
  options.durability = BW_DURABILITY_NORMAL;
  OK(try_open(file_path(), &options, &store));
  bw_store *transaction;
  OK(bw_transaction_begin(store, BW_TRANSACTION_WRITE, &transaction, &fault));
  for (int i = 0; i < books; i++) {
    bw_book book = new_book("Dune", "Frank Herbert");
    bw_text name = TEXT("Science Fiction");
    int64_t id;
    book.fields |= BW_BOOK_NOTES | BW_BOOK_GENRE_NAMES | BW_BOOK_RATING;
    book.notes = TEXT(notes);
    book.rating = i % 6;
    book.genre_names = &name;
    book.genre_name_count = 1;
    OK(bw_book_create(transaction, &book, &id, &fault));
  }
  OK(bw_transaction_commit(transaction, &fault));
  free(notes);
  return store;
}

void check_is_sound(bw_store *store) {
  bw_result *problems = NULL;
  OK(bw_store_check(store, &problems, &fault));
  CHECK_INT(count_rows(problems), 0);
  OK(bw_result_free(problems));
}
