// These tests use observers in a process: news of stores, books and pages, waiting, and ends.
#define _XOPEN_SOURCE 700
#include "support/in_threads.h"
#include "support/told.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

static bw_store *store;
static bw_observer *observer;

static void observe_store(bw_fields fields) {
  store = open_file();
  OK(bw_store_observe(store, fields, &observer, &fault));
}

static void end(void) {
  OK(bw_observer_free(observer));
  close_store(store);
}

TEST(an_observer_of_a_store_reports_every_change) {
  observe_store(0);
  CHECK_STRING(told(observer, 0), "");
  int64_t book = add_rated(store, "Dune", 3);
  CHECK_STRING(told(observer, 0), "inserted book 1");
  OK(bw_book_set_rating(store, book, 4, &fault));
  CHECK_STRING(told(observer, 0), "updated book 1 rating");
  int64_t genre = add_genre(store, "Horror");
  OK(bw_book_add_genre(store, book, genre, NULL, &fault));
  OK(bw_genre_set_colour(store, genre, "#123456", -1, &fault));
  CHECK_STRING(told(observer, 0), "inserted genre 1");
  CHECK_STRING(told(observer, 0), "updated book 1 genres");
  CHECK_STRING(told(observer, 0), "updated genre 1 colour");
  bw_quote quote;
  BW_INIT(quote);
  quote.fields = BW_QUOTE_TEXT;
  quote.text = TEXT("Fear is the mind-killer.");
  OK(bw_quote_create(store, book, &quote, NULL, &fault));
  CHECK_STRING(told(observer, 0), "inserted quote 1|updated book 1 quotes");
  OK(bw_genre_delete(store, genre, &fault));
  OK(bw_book_delete(store, book, &fault));
  CHECK_STRING(told(observer, 0), "deleted genre 1");
  CHECK_STRING(told(observer, 0), "deleted quote 1|deleted book 1");
  CHECK_STRING(told(observer, 0), "");
  end();
}

TEST(the_rows_deleted_with_a_book_are_reported) {
  observe_store(0);
  int64_t book = add_book(store, "Dune", "Frank Herbert");
  bw_quote quote;
  BW_INIT(quote);
  quote.fields = BW_QUOTE_TEXT;
  quote.text = TEXT("Fear is the mind-killer.");
  for (int i = 0; i < 3; i++) OK(bw_quote_create(store, book, &quote, NULL, &fault));
  while (told(observer, 0)[0] != '\0') {
  }
  OK(bw_book_delete(store, book, &fault));
  CHECK_STRING(told(observer, 0), "deleted quote 1|deleted quote 2|deleted quote 3|deleted book 1");
  end();
}

TEST(a_change_has_all_its_members) {
  bw_result *changes;
  bw_change change;
  observe_store(0);
  int64_t before = now_milliseconds();
  int64_t book = add_rated(store, "Dune", 3);
  OK(bw_observer_next(observer, -1, &changes, &fault));
  CHECK_INT(count_rows(changes), 1);
  BW_INIT(change);
  OK(bw_result_get_change(changes, 0, &change, &fault));
  CHECK_INT(change.size, sizeof(change));
  CHECK_INT(change.kind, BW_CHANGE_INSERTED);
  CHECK_INT(change.entity, BW_ENTITY_BOOK);
  CHECK_INT(change.fields, 0);
  CHECK_INT(change.id, book);
  CHECK_INT(change.position, -1);
  CHECK_INT(change.old_position, -1);
  CHECK_INT(change.transaction, 1);
  CHECK(change.committed >= before && change.committed <= now_milliseconds());
  bw_book none;
  BW_INIT(none);
  FAILS_AT(BW_ERROR_ARGUMENT, "row", bw_result_get_change(changes, 1, &change, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "result", bw_result_get_book(changes, 0, &none, &fault));
  end();
  OK(bw_result_get_change(changes, 0, &change, &fault)); // the reported changes stay valid
  OK(bw_result_free(changes));
}

TEST(a_transaction_is_reported_as_one_change) {
  bw_store *transaction;
  observe_store(0);
  OK(bw_transaction_begin(store, BW_TRANSACTION_WRITE, &transaction, &fault));
  int64_t book = add_rated(transaction, "Dune", 3);
  OK(bw_book_set_rating(transaction, book, 5, &fault));
  add_rated(transaction, "Emma", 3);
  CHECK_STRING(told(observer, 0), "");
  OK(bw_transaction_commit(transaction, &fault));
  CHECK_STRING(told(observer, 0), "inserted book 1|inserted book 2");
  OK(bw_transaction_begin(store, BW_TRANSACTION_WRITE, &transaction, &fault));
  add_rated(transaction, "Faust", 3);
  OK(bw_transaction_rollback(transaction, &fault));
  CHECK_STRING(told(observer, 20), "");
  end();
}

TEST(only_the_observed_fields_are_reported) {
  observe_store(BW_BOOK_RATING | BW_BOOK_STATUS);
  int64_t book = add_rated(store, "Dune", 3);
  OK(bw_book_toggle_favourite(store, book, NULL, &fault));
  OK(bw_book_set_status(store, book, BW_BOOK_STATUS_COMPLETED, 0, &fault));
  CHECK_STRING(told(observer, 0), "inserted book 1");
  CHECK_STRING(told(observer, 0), "updated book 1 status");
  CHECK_STRING(told(observer, 0), "");
  end();
}

TEST(a_genre_that_is_deleted_vanishes_from_an_open_book) {
  store = open_file();
  int64_t book = add_with_genre(store, "Dune", "Horror"), genre;
  OK(bw_genre_find(store, "Horror", -1, &genre, &fault));
  OK(bw_book_observe(store, book, 0, &observer, &fault));
  add_with_genre(store, "Emma", "Horror");
  OK(bw_genre_rename(store, genre, "Terror", -1, &fault));
  CHECK_STRING(told(observer, 0), "updated genre 1 name");
  OK(bw_genre_delete(store, genre, &fault));
  CHECK_STRING(told(observer, 0), "deleted genre 1|updated book 1 genres");
  OK(bw_book_delete(store, book, &fault));
  CHECK_STRING(told(observer, 0), "deleted book 1");
  CHECK_STRING(told(observer, 0), "");
  end();
}

static void observe_page(int64_t limit) {
  bw_query *query = new_query();
  store = open_file();
  add_rated(store, "Book 2", 1);
  add_rated(store, "Book 10", 2);
  OK(bw_query_set_limit(query, limit, &fault));
  OK(bw_query_observe(store, query, 0, &observer, &fault));
  OK(bw_query_free(query));
}

static const char *page_titles(void) {
  bw_result *page;
  OK(bw_observer_get_page(observer, &page, &fault));
  return titles_of(page);
}

TEST(a_page_reports_books_that_enter_leave_move_and_change) {
  observe_page(2);
  CHECK_STRING(page_titles(), "Book 2|Book 10");
  int64_t third = add_rated(store, "Book 3", 3);
  CHECK_STRING(page_titles(), "Book 2|Book 10");
  CHECK_STRING(told(observer, 0), "left book 2 from 1|entered book 3 at 1");
  CHECK_STRING(page_titles(), "Book 2|Book 3");
  bw_book changes = new_book("Book 1", "Author");
  OK(bw_book_update(store, third, &changes, 0, &fault));
  CHECK_STRING(told(observer, 0), "moved book 3 title at 0 from 1");
  OK(bw_book_set_rating(store, 1, 5, &fault));
  CHECK_STRING(told(observer, 0), "updated book 1 rating at 1 from 1");
  OK(bw_book_delete(store, 1, &fault));
  CHECK_STRING(told(observer, 0), "left book 1 from 1|entered book 2 at 1");
  CHECK_STRING(page_titles(), "Book 1|Book 10");
  end();
}

TEST(a_page_of_many_books_is_read_again_in_the_background) {
  store = open_file();
  bw_store *transaction;
  OK(bw_transaction_begin(store, BW_TRANSACTION_WRITE, &transaction, &fault));
  for (int i = 0; i < 1200; i++) add_rated(transaction, "Book", 3);
  OK(bw_transaction_commit(transaction, &fault));
  bw_query *query = new_query();
  OK(bw_query_set_limit(query, 2, &fault));
  OK(bw_query_observe(store, query, 0, &observer, &fault));
  OK(bw_query_free(query));
  int64_t ids[60], deleted;
  for (int i = 0; i < 60; i++) ids[i] = i + 1;
  OK(bw_books_delete(store, ids, 60, &deleted, &fault));
  int32_t descriptor;
  OK(bw_observer_get_descriptor(observer, &descriptor, &fault));
  struct pollfd wait = {descriptor, POLLIN, 0};
  const char *heard;
  do {
    CHECK_INT(poll(&wait, 1, 60000), 1);
    heard = told(observer, 0);
  } while (*heard == 0);
  CHECK_STRING(heard, "left book 1 from 0|left book 2 from 1|entered book 61 at 0|"
                      "entered book 62 at 1");
  CHECK_STRING(told(observer, 0), "");
  end();
}

static int64_t transaction_of(bw_observer *asked) {
  int64_t transaction = -1;
  OK(bw_observer_get_transaction(asked, &transaction, &fault));
  return transaction;
}

TEST(an_observer_continues_after_a_pause) {
  observe_store(0);
  CHECK_INT(transaction_of(observer), 0);
  int64_t book = add_rated(store, "Dune", 3);
  CHECK_STRING(told(observer, 0), "inserted book 1");
  CHECK_INT(transaction_of(observer), 1);
  OK(bw_observer_free(observer));
  OK(bw_book_set_rating(store, book, 4, &fault));
  add_rated(store, "Emma", 3);
  close_store(store);
  store = open_file();
  OK(bw_store_observe(store, 0, &observer, &fault));
  CHECK_INT(transaction_of(observer), 3);
  OK(bw_observer_resume(observer, 1, &fault));
  CHECK_STRING(told(observer, 0), "updated book 1 rating");
  CHECK_STRING(told(observer, 0), "inserted book 2");
  CHECK_STRING(told(observer, 0), "");
  OK(bw_observer_resume(observer, 4, &fault)); // a change that was never committed
  CHECK_STRING(told(observer, 0), "reread nothing 0");
  CHECK_INT(transaction_of(observer), 3);
  FAILS_AT(BW_ERROR_ARGUMENT, "since", bw_observer_resume(observer, -1, &fault));
  CHECK_STRING(told(observer, 0), "");
  end();
}

TEST(a_page_that_may_have_changed_in_a_pause_is_read_again) {
  observe_page(2);
  int64_t before = transaction_of(observer);
  OK(bw_observer_resume(observer, before, &fault));
  CHECK_STRING(told(observer, 0), "");
  OK(bw_book_set_rating(store, 1, 5, &fault));
  for (int again = 0; again < 2; again++) {
    CHECK_STRING(told(observer, 0), "updated book 1 rating at 0 from 0");
    CHECK_STRING(told(observer, 0), "");
    OK(bw_observer_resume(observer, before, &fault));
  }
  bw_book changes = new_book("Book 3", "Author");
  OK(bw_book_update(store, 1, &changes, 0, &fault));
  OK(bw_observer_resume(observer, before, &fault));
  CHECK_STRING(told(observer, 0), "reread nothing 0");
  CHECK_INT(transaction_of(observer), before + 2);
  end();
}

TEST(a_list_of_genres_is_observed) {
  store = open_file();
  int64_t book = add_with_genre(store, "Dune", "Horror");
  OK(bw_genres_observe(store, &observer, &fault));
  int64_t kids = add_genre(store, "Kids"), essay = add_genre(store, "Essay");
  CHECK_STRING(told(observer, 0), "entered genre 3 at 0|entered genre 2 at 2");
  OK(bw_genre_rename(store, essay, "Novel", -1, &fault));
  OK(bw_genre_set_colour(store, kids, "#000000", -1, &fault));
  CHECK_STRING(told(observer, 0),
               "moved genre 3 name at 2 from 0|updated genre 2 colour at 1 from 2");
  OK(bw_book_add_genre(store, book, kids, NULL, &fault));
  CHECK_STRING(told(observer, 0), "updated genre 2 books at 1 from 1");
  OK(bw_book_set_rating(store, book, 4, &fault));
  CHECK_STRING(told(observer, 0), "");
  OK(bw_genre_delete(store, kids, &fault));
  OK(bw_book_delete(store, book, &fault));
  CHECK_STRING(told(observer, 0), "left genre 2 from 1|updated genre 1 books at 0 from 0");
  bw_result *page;
  bw_genre genre;
  BW_INIT(genre);
  OK(bw_observer_get_page(observer, &page, &fault));
  CHECK_INT(count_rows(page), 2);
  OK(bw_result_get_genre(page, 1, &genre, &fault));
  CHECK_TEXT(genre.name, "Novel");
  OK(bw_result_free(page));
  OK(bw_observer_resume(observer, 1, &fault));
  CHECK_STRING(told(observer, 0), "reread nothing 0");
  end();
}

TEST(the_lists_of_a_book_and_of_shelves_are_observed) {
  store = open_file();
  int64_t book = add_book(store, "Dune", "Herbert"), other = add_book(store, "Emma", "Austen");
  bw_observer *quotes, *readings;
  bw_quote quote;
  BW_INIT(quote);
  quote.fields = BW_QUOTE_TEXT;
  quote.text = TEXT("Fear is the mind-killer.");
  FAILS_AT(BW_ERROR_NOT_FOUND, "book", bw_book_observe_quotes(store, 9, &quotes, &fault));
  FAILS_AT(BW_ERROR_NOT_FOUND, "book", bw_book_observe_readings(store, 9, &quotes, &fault));
  OK(bw_book_observe_quotes(store, book, &quotes, &fault));
  OK(bw_book_observe_readings(store, book, &readings, &fault));
  OK(bw_shelves_observe(store, &observer, &fault));
  OK(bw_quote_create(store, other, &quote, NULL, &fault));
  CHECK_STRING(told(quotes, 0), "");
  OK(bw_quote_create(store, book, &quote, NULL, &fault));
  OK(bw_quote_update(store, 2, &quote, 0, &fault));
  CHECK_STRING(told(quotes, 0), "entered quote 2 at 0");
  quote.text = TEXT("Fear is the little-death.");
  OK(bw_quote_update(store, 2, &quote, 0, &fault));
  CHECK_STRING(told(quotes, 0), "updated quote 2 text at 0 from 0");
  OK(bw_book_set_status(store, book, BW_BOOK_STATUS_COMPLETED, 0, &fault));
  CHECK_STRING(told(readings, 0), "entered reading 1 at 0");
  OK(bw_shelf_create(store, "B", -1, "dune", -1, NULL, &fault));
  OK(bw_shelf_create(store, "A", -1, "emma", -1, NULL, &fault));
  CHECK_STRING(told(observer, 0), "entered shelf 2 at 0|entered shelf 1 at 1");
  OK(bw_book_delete(store, book, &fault));
  CHECK_STRING(told(quotes, 0), "left quote 2 from 0");
  CHECK_STRING(told(readings, 0), "left reading 1 from 0");
  CHECK_STRING(told(observer, 0), "");
  OK(bw_observer_free(quotes));
  OK(bw_observer_free(readings));
  end();
}

TEST(orders_and_statistics_are_observed) {
  store = open_file();
  int64_t book = add_rated(store, "Dune", 3);
  bw_observer *all, *some;
  bw_query *query = new_query();
  bw_result *page = NULL;
  OK(bw_query_where_favourite(query, 1, &fault));
  OK(bw_orders_observe(store, &observer, &fault));
  OK(bw_store_observe_statistics(store, NULL, &all, &fault));
  OK(bw_store_observe_statistics(store, query, &some, &fault));
  OK(bw_query_free(query));
  set_price(store, book, 999, "EUR");
  OK(bw_order_place(store, book, 2, NULL, &fault));
  CHECK_STRING(told(observer, 0), "inserted order 1");
  CHECK_STRING(told(all, 0), "");
  OK(bw_book_toggle_favourite(store, book, NULL, &fault));
  CHECK_STRING(told(all, 0), "");
  CHECK_STRING(told(some, 0), "reread nothing 0");
  OK(bw_book_set_rating(store, book, 5, &fault));
  CHECK_STRING(told(all, 0), "reread nothing 0");
  CHECK_STRING(told(some, 0), "reread nothing 0");
  CHECK_STRING(told(observer, 0), "");
  FAILS_AT(BW_ERROR_ARGUMENT, "observer", bw_observer_get_page(observer, &page, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "observer", bw_observer_get_page(all, &page, &fault));
  OK(bw_observer_free(all));
  OK(bw_observer_free(some));
  end();
}

TEST(an_invalid_observer_is_refused) {
  bw_query *query = new_query();
  bw_store *transaction;
  bw_result *page = NULL;
  store = open_file();
  observer = NULL;
  OK(bw_transaction_begin(store, BW_TRANSACTION_WRITE, &transaction, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "store", bw_store_observe(transaction, 0, &observer, &fault));
  OK(bw_transaction_rollback(transaction, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "fields", bw_store_observe(store, BW_OUTPUT_RANK, &observer, &fault));
  FAILS_AT(BW_ERROR_NOT_FOUND, "book", bw_book_observe(store, 7, 0, &observer, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "query", bw_query_observe(store, query, 0, &observer, &fault));
  OK(bw_query_set_limit(query, 10001, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "query", bw_query_observe(store, query, 0, &observer, &fault));
  CHECK(observer == NULL);
  OK(bw_store_observe(store, 0, &observer, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "observer", bw_observer_get_page(observer, &page, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "timeout", bw_observer_next(observer, -2, &page, &fault));
  CHECK(page == NULL);
  OK(bw_query_free(query));
  end();
}

TEST(a_closed_store_ends_its_observers) {
  bw_result *changes = NULL;
  int32_t descriptor;
  observe_store(0);
  add_rated(store, "Dune", 3);
  close_store(store);
  FAILS_AT(BW_ERROR_HANDLE, "store", bw_observer_next(observer, -1, &changes, &fault));
  OK(bw_observer_get_descriptor(observer, &descriptor, &fault));
  struct pollfd wait = {descriptor, POLLIN, 0};
  CHECK_INT(poll(&wait, 1, 0), 1);
  OK(bw_observer_free(observer));
  CHECK_STATUS(bw_observer_free(observer), BW_ERROR_HANDLE);
  FAILS(BW_ERROR_HANDLE, bw_observer_next(observer, -1, &changes, &fault));
  CHECK(changes == NULL);
}

static void ignore(int signal_number) {
  (void)signal_number;
}

static void *interrupt(void *thread) {
  for (int i = 0; i < 20; i++) {
    sleep_milliseconds(5);
    pthread_kill(*(pthread_t *)thread, SIGUSR1);
  }
  add_rated(store, "Dune", 3);
  return NULL;
}

TEST(a_signal_does_not_end_the_waiting) {
  struct sigaction action = {.sa_handler = ignore};
  pthread_t self = pthread_self(), other;
  sigaction(SIGUSR1, &action, NULL);
  observe_store(0);
  CHECK_INT(pthread_create(&other, NULL, interrupt, &self), 0);
  CHECK_STRING(told(observer, 10000), "inserted book 1");
  pthread_join(other, NULL);
  end();
}

static void *wait_until_ended(void *unused) {
  bw_status status = BW_OK;
  (void)unused;
  pthread_barrier_wait(&start);
  while (status == BW_OK) {
    bw_result *changes = NULL;
    status = bw_observer_next(observer, -1, &changes, NULL);
    if (status == BW_OK) bw_result_free(changes);
  }
  count_status(status);
  return NULL;
}

static int ended;

static void write_and_end(void) {
  for (int i = 0; i < 5; i++) add_rated(store, "Book", i);
  if (ended++ % 2 == 0)
    OK(bw_observer_free(observer));
  else
    close_store(store);
}

TEST(an_observer_is_freed_or_its_store_closed_while_four_threads_wait) {
  for (int i = 1; i <= 30; i++) {
    store = open_for_threads();
    OK(bw_store_observe(store, 0, &observer, &fault));
    in_threads(4, wait_until_ended, write_and_end);
    CHECK_INT(refusals, 4 * i);
    if (ended % 2 == 1)
      close_store(store);
    else
      OK(bw_observer_free(observer));
  }
}

static int open_descriptors(void) {
  int count = 0;
  for (int i = 0; i < 1024; i++) count += write(i, "", 0) == 0 || errno != EBADF;
  return count;
}

TEST(observers_give_back_their_descriptors) {
  bw_observer *many[50];
  observe_store(0);
  CHECK_STRING(told(observer, 0), "");
  OK(bw_observer_free(observer));
  int before = open_descriptors(); // the store's own for all its observers among them
  for (int i = 0; i < 50; i++) OK(bw_store_observe(store, 0, &many[i], &fault));
  CHECK(open_descriptors() <= before + 2 * 50);
  for (int i = 0; i < 50; i++) OK(bw_observer_free(many[i]));
  CHECK_INT(open_descriptors(), before);
  FAILS(BW_ERROR_NOT_FOUND, bw_book_observe(store, 7, 0, &observer, &fault));
  CHECK_INT(open_descriptors(), before);
  close_store(store);
  store = open_file();
  int without = open_descriptors();
  OK(bw_store_observe(store, 0, &observer, &fault));
  OK(bw_observer_free(observer));
  close_store(store);
  store = open_file();
  CHECK_INT(open_descriptors(), without);
  close_store(store);
}
