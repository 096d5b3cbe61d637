// This target makes a sequence of calls on a store and on a plain model in memory, and compares the
// two.
#include "fuzz.h"

#include <string.h>

enum { MOST_BOOKS = 200, GENRES = 8, MOST_GENRES = 40, LENGTH = 24 };

struct book {
  int64_t id;
  char title[LENGTH], author[LENGTH];
  int rating, favourite, quotes;
  int64_t genres[GENRES];
  int genre_count;
};

struct genre {
  int64_t id;
  int name; // -1: deleted
};

struct model {
  struct book books[MOST_BOOKS];
  int book_count;
  struct genre genres[MOST_GENRES];
  int genre_count;
};

static struct model model, before;
static bw_store *store, *writing;

static bw_store *session(void) {
  return writing ? writing : store;
}

static struct book *some_book(struct input *input, int64_t *id) {
  *id = next_byte(input) % (model.book_count + 2);
  for (int i = 0; i < model.book_count; i++) {
    if (model.books[i].id == *id) return &model.books[i];
  }
  return NULL;
}

static struct genre *genre_with(int64_t id) {
  for (int i = 0; i < model.genre_count; i++) {
    if (model.genres[i].id == id && model.genres[i].name >= 0) return &model.genres[i];
  }
  return NULL;
}

static void expect(bw_status status, bw_status expected, const char *what) {
  if (status == expected) return;
  FAIL("%s: status %d (%s) in place of %d", what, status, error.message, expected);
}

static void fill(struct input *input, char text[LENGTH]) {
  int length = 1 + next_byte(input) % (LENGTH - 2);
  for (int i = 0; i < length; i++) text[i] = (char)('a' + next_byte(input) % 26);
  text[length] = 0;
}

// MARK: Operations

static void create(struct input *input) {
  if (model.book_count == MOST_BOOKS) return;
  struct book *made = &model.books[model.book_count++];
  *made = (struct book){.rating = next_byte(input) % 6, .favourite = next_byte(input) % 2};
  fill(input, made->title);
  fill(input, made->author);
  bw_book book;
  BW_INIT(book);
  book.fields = BW_BOOK_TITLE | BW_BOOK_AUTHOR | BW_BOOK_RATING | BW_BOOK_FAVOURITE;
  book.title = (bw_text){made->title, -1};
  book.author = (bw_text){made->author, -1};
  book.rating = made->rating;
  book.favourite = made->favourite;
  MUST(bw_book_create(session(), &book, &made->id, &error));
}

static void change(struct input *input) {
  int64_t id;
  struct book *known = some_book(input, &id);
  char title[LENGTH];
  fill(input, title);
  bw_book book;
  BW_INIT(book);
  book.fields = BW_BOOK_TITLE | BW_BOOK_RATING;
  book.title = (bw_text){title, -1};
  book.rating = next_byte(input) % 8;
  bw_status expected = book.rating > 5 ? BW_ERROR_INVALID : known ? BW_OK : BW_ERROR_NOT_FOUND;
  expect(bw_book_update(session(), id, &book, 0, &error), expected, "update");
  if (expected != BW_OK) return;
  strcpy(known->title, title);
  known->rating = book.rating;
}

static void toggle_favourite(struct input *input) {
  int64_t id;
  struct book *known = some_book(input, &id);
  int32_t now = -1;
  bw_status status = bw_book_toggle_favourite(session(), id, &now, &error);
  expect(status, known ? BW_OK : BW_ERROR_NOT_FOUND, "toggle a favourite");
  if (!known) return;
  known->favourite = !known->favourite;
  if (now != known->favourite) FAIL("a favourite is %d", now);
}

static void delete_book(struct input *input) {
  int64_t id;
  struct book *known = some_book(input, &id);
  bw_status status = bw_book_delete(session(), id, &error);
  expect(status, known ? BW_OK : BW_ERROR_NOT_FOUND, "delete");
  if (known) known->id = -known->id; // its id is never assigned again
}

static void make_genre(struct input *input) {
  static const char *const names[] = {"Fantasy", "Horror", "Poetry", "Essay", "Łódź", "한강"};
  int name = next_byte(input) % 6;
  int64_t id;
  int32_t is_new;
  if (model.genre_count == MOST_GENRES) return;
  MUST(bw_genre_find_or_create(session(), names[name], -1, &id, &is_new, &error));
  struct genre *known = NULL;
  for (int i = 0; i < model.genre_count; i++) {
    if (model.genres[i].name == name) known = &model.genres[i];
  }
  if (is_new != !known || (known && known->id != id)) FAIL("the genre %s", names[name]);
  if (!known) model.genres[model.genre_count++] = (struct genre){id, name};
}

static void delete_genre(struct input *input) {
  int64_t id = next_byte(input) % (model.genre_count + 2);
  struct genre *known = genre_with(id);
  bw_status status = bw_genre_delete(session(), id, &error);
  expect(status, known ? BW_OK : BW_ERROR_NOT_FOUND, "delete a genre");
  if (!known) return;
  known->name = -1;
  for (int i = 0; i < model.book_count; i++) {
    struct book *book = &model.books[i];
    int kept = 0;
    for (int k = 0; k < book->genre_count; k++) {
      if (book->genres[k] != id) book->genres[kept++] = book->genres[k];
    }
    book->genre_count = kept;
  }
}

static void toggle_genre(struct input *input) {
  int64_t id;
  struct book *known = some_book(input, &id);
  int64_t genre = next_byte(input) % (model.genre_count + 2);
  bool may_be = known && genre_with(genre);
  if (may_be && known->genre_count == GENRES) return;
  int32_t has_it = -1;
  bw_status status = bw_book_toggle_genre(session(), id, genre, &has_it, &error);
  expect(status, may_be ? BW_OK : BW_ERROR_NOT_FOUND, "toggle a genre");
  if (!may_be) return;
  int place = 0;
  while (place < known->genre_count && known->genres[place] != genre) place++;
  bool had_it = place < known->genre_count;
  if (has_it == had_it) FAIL("toggling a genre gives %d", has_it);
  if (had_it) {
    known->genre_count--;
    for (; place < known->genre_count; place++) known->genres[place] = known->genres[place + 1];
  } else {
    known->genres[known->genre_count++] = genre;
  }
}

static void add_quote(struct input *input) {
  int64_t id;
  struct book *known = some_book(input, &id);
  bw_quote quote;
  BW_INIT(quote);
  quote.fields = BW_QUOTE_TEXT;
  quote.text = (bw_text){"Words.", -1};
  bw_status status = bw_quote_create(session(), id, &quote, NULL, &error);
  expect(status, known ? BW_OK : BW_ERROR_NOT_FOUND, "add a quote");
  if (known) known->quotes++;
}

static void begin_or_end(struct input *input) {
  if (!writing) {
    MUST(bw_transaction_begin(store, BW_TRANSACTION_WRITE, &writing, &error));
    before = model;
  } else if (next_byte(input) % 2) {
    MUST(bw_transaction_commit(writing, &error));
    writing = NULL;
  } else {
    MUST(bw_transaction_rollback(writing, &error));
    writing = NULL;
    model = before;
  }
}

// MARK: Comparing

static void compare_book(const struct book *known) {
  bw_book book;
  BW_INIT(book);
  bw_result *result;
  int64_t id = known->id > 0 ? known->id : -known->id;
  bw_status status = bw_book_get(session(), id, BW_FIELDS_ALL, &book, &result, &error);
  expect(status, known->id > 0 ? BW_OK : BW_ERROR_NOT_FOUND, "read");
  if (status != BW_OK) return;
  int64_t quotes;
  MUST(bw_book_count_quotes(session(), id, &quotes, &error));
  if (strcmp(book.title.data, known->title) != 0 || strcmp(book.author.data, known->author) != 0 ||
      book.rating != known->rating || book.favourite != known->favourite ||
      book.genre_count != known->genre_count || quotes != known->quotes) {
    FAIL("the book %lld is another than in the model", (long long)id);
  }
  for (int i = 0; i < known->genre_count; i++) {
    if (book.genres[i] != known->genres[i]) FAIL("the genres of the book %lld", (long long)id);
  }
  MUST(bw_result_free(result));
}

static void compare(void) {
  int64_t count, expected = 0, rated = 0;
  for (int i = 0; i < model.book_count; i++) {
    compare_book(&model.books[i]);
    expected += model.books[i].id > 0;
    rated += model.books[i].id > 0 && model.books[i].rating > 0;
  }
  MUST(bw_books_count(session(), &count, &error));
  bw_statistics statistics;
  BW_INIT(statistics);
  MUST(bw_store_get_statistics(session(), NULL, &statistics, &error));
  if (count != expected || statistics.books != expected || statistics.rated != rated) {
    FAIL("%lld books are counted, %lld rated; there are %lld and %lld", (long long)count,
         (long long)statistics.rated, (long long)expected, (long long)rated);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static void (*const operations[])(struct input *) = {
      create,       create,       change,       toggle_favourite, delete_book, make_genre,
      delete_genre, toggle_genre, toggle_genre, add_quote,        begin_or_end};
  struct input input = {data, size};
  model = (struct model){0};
  store = open_empty();
  while (input.left > 0) {
    operations[next_byte(&input) % (sizeof operations / sizeof *operations)](&input);
  }
  compare();
  if (writing) MUST(bw_transaction_commit(writing, &error));
  writing = NULL;
  compare();
  check_store(store);
  MUST(bw_store_close(store, &error));
  return 0;
}
