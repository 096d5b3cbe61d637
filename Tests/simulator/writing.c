// A simulated program writes whole transactions, and the history records all of them.
#define _GNU_SOURCE
#include "client.h"
#include "dice.h"

#include <stdlib.h>
#include <string.h>

static const char *const genre_names[] = {"Fantasy", "Horror", "Poetry"};

// Serial numbers increase by one from commit to commit: a writer first reads the last one, which
// nobody else can change until it has committed.
static bool begin(struct client *client, bw_store *writing) {
  struct library *library = client->library;
  bw_book tally;
  BW_INIT(tally);
  bw_result *result = NULL;
  bw_status status = library->book_get(writing, tally_book, BW_BOOK_PAGES | BW_BOOK_ID, &tally,
                                       &result, &client->error);
  bool is_there = status != BW_ERROR_NOT_FOUND;
  if (is_there && !succeeded(client, status, "read the serial number")) return false;
  int32_t serial = is_there ? tally.pages + 1 : 1;
  if (is_there) succeeded(client, library->result_free(result), "free");
  client->commit = begin_commit(serial);
  bw_book counted;
  BW_INIT(counted);
  counted.fields = BW_BOOK_PAGES;
  counted.pages = serial;
  if (is_there) {
    status = library->book_update(writing, tally_book, &counted, 0, &client->error);
    if (!succeeded(client, status, "write the serial number")) return false;
  } else {
    int64_t id = 0;
    counted.fields |= BW_BOOK_TITLE | BW_BOOK_AUTHOR;
    counted.title = (bw_text){"Tally", -1};
    counted.author = (bw_text){"Nobody", -1};
    status = library->book_create(writing, &counted, &id, &client->error);
    if (!succeeded(client, status, "make the first book")) return false;
    if (id != tally_book) give_up("the first book has the id %lld", (long long)id);
    note_effect(client->commit, (struct effect){book_made, id, 0});
  }
  note_effect(client->commit, (struct effect){paged, tally_book, serial});
  return true;
}

// MARK: Writing. Functions return false if a failure of the system has ended the work.

static bool make_books(struct client *client, bw_store *writing, int count) {
  enum { most = 12 };
  bw_book books[most] = {0};
  char titles[most][40], authors[most][40];
  int64_t ids[most];
  int64_t first = client->commit->number * title_step;
  for (size_t i = 0; i < client->commit->count; i++) {
    if (client->commit->effects[i].what == book_made) first++;
  }
  if (client->commit->effects[0].what == book_made) first--; // the tally
  for (int i = 0; i < count; i++) {
    snprintf(titles[i], sizeof titles[i], "book %d of %lld", (int)(first % title_step) + i,
             (long long)client->commit->number);
    snprintf(authors[i], sizeof authors[i], "Author %u", dice_below(5));
    BW_INIT(books[i]);
    books[i].fields = BW_BOOK_TITLE | BW_BOOK_AUTHOR;
    books[i].title = (bw_text){titles[i], -1};
    books[i].author = (bw_text){authors[i], -1};
  }
  bw_status status = client->library->books_create(writing, books, count, ids, &client->error);
  if (!succeeded(client, status, "create books")) return false;
  for (int i = 0; i < count; i++) {
    note_effect(client->commit, (struct effect){book_made, ids[i], first + i});
  }
  return true;
}

static bool toggle_genre(struct client *client, bw_store *writing, int64_t book) {
  struct library *library = client->library;
  int64_t genre = 0;
  int32_t is_new = 0, has_it = 0;
  bw_status status = library->genre_find_or_create(writing, genre_names[dice_below(3)], -1, &genre,
                                                   &is_new, &client->error);
  if (!succeeded(client, status, "find or create a genre")) return false;
  if (is_new) note_effect(client->commit, (struct effect){genre_made, genre, 0});
  if (is_new && genre > 60) give_up("too many genres");
  status = library->book_toggle_genre(writing, book, genre, &has_it, &client->error);
  if (status == BW_ERROR_NOT_FOUND) return true;
  if (!succeeded(client, status, "toggle a genre")) return false;
  note_effect(client->commit, (struct effect){genre_toggled, book, genre});
  return true;
}

static bool delete_genre(struct client *client, bw_store *writing) {
  int64_t genre = 1 + dice_below(8);
  bw_status status = client->library->genre_delete(writing, genre, &client->error);
  if (status == BW_ERROR_NOT_FOUND) return true;
  if (!succeeded(client, status, "delete a genre")) return false;
  note_effect(client->commit, (struct effect){genre_deleted, genre, 0});
  return true;
}

static bool rate(struct client *client, bw_store *writing, int64_t book) {
  int32_t rating = (int32_t)dice_below(6);
  bw_status status = client->library->book_set_rating(writing, book, rating, &client->error);
  if (status == BW_ERROR_NOT_FOUND) return true;
  if (!succeeded(client, status, "rate")) return false;
  note_effect(client->commit, (struct effect){rated, book, rating});
  return true;
}

static bool review(struct client *client, bw_store *writing, int64_t book) {
  static char *text;
  if (!text) {
    text = malloc((size_t)scene.longest_review + 1);
    if (!text) give_up("no memory");
    // The text has no words, so there is nothing to index.
    memset(text, '.', (size_t)scene.longest_review);
  }
  bw_book values;
  BW_INIT(values);
  values.fields = BW_BOOK_REVIEW;
  values.review = (bw_text){text, 1 + dice_below((uint32_t)scene.longest_review)};
  bw_status status = client->library->book_update(writing, book, &values, 0, &client->error);
  if (status == BW_ERROR_NOT_FOUND) return true;
  if (!succeeded(client, status, "review")) return false;
  note_effect(client->commit, (struct effect){reviewed, book, values.review.length});
  return true;
}

// Deletes the book, unless it is the tally or identifies a commit.
static bool delete_book(struct client *client, bw_store *writing, int64_t book) {
  struct library *library = client->library;
  bw_book row;
  BW_INIT(row);
  bw_result *result = NULL;
  bw_status status = library->book_get(writing, book, BW_BOOK_TITLE, &row, &result, &client->error);
  if (status == BW_ERROR_NOT_FOUND) return true;
  if (!succeeded(client, status, "read a title")) return false;
  bool stays = strncmp(row.title.data, "book 0 ", 7) == 0 || book == tally_book;
  succeeded(client, library->result_free(result), "free");
  if (stays) return true;
  status = library->book_delete(writing, book, &client->error);
  if (!succeeded(client, status, "delete")) return false;
  note_effect(client->commit, (struct effect){book_deleted, book, 0});
  return true;
}

static bool change_something(struct client *client, bw_store *writing) {
  // Ids are assigned in order, a few for each commit.
  int64_t book = 2 + dice_below((uint32_t)client->commit->serial * 3);
  switch (dice_below(scene.longest_review > 100000 ? 10 : 7)) {
  case 0:
    return make_books(client, writing, 1 + (int)dice_below(10));
  case 1:
  case 2:
    return toggle_genre(client, writing, book);
  case 3:
    return rate(client, writing, book);
  case 4:
    return delete_book(client, writing, book);
  case 5:
    return dice_once_in(3) ? delete_genre(client, writing) : rate(client, writing, book);
  default:
    return review(client, writing, book);
  }
}

void write_something(struct client *client) {
  struct library *library = client->library;
  bw_store *writing = NULL;
  bw_status status =
      library->transaction_begin(client->store, BW_TRANSACTION_WRITE, &writing, &client->error);
  if (!succeeded(client, status, "begin to write")) return;
  bool goes_on = begin(client, writing) && make_books(client, writing, 1);
  for (int changes = (int)dice_below(5); goes_on && changes > 0; changes--) {
    goes_on = change_something(client, writing);
  }
  if (!goes_on || dice_once_in(12)) {
    status = library->transaction_rollback(writing, &client->error);
    succeeded(client, status, "roll back");
    if (client->commit) client->commit->what = never;
  } else {
    client->commit->what = in_doubt;
    status = library->transaction_commit(writing, &client->error);
    if (succeeded(client, status, "commit")) acknowledge(client->commit);
  }
  client->commit = NULL;
}
