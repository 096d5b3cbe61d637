// These tests place and read orders, and check their totals.
#define _XOPEN_SOURCE 700
#include "support/in_threads.h"

static int64_t add_priced(bw_store *store, const char *title, int64_t price, const char *currency) {
  int64_t book = add_book(store, title, "Author");
  set_price(store, book, price, currency);
  return book;
}

static int64_t place(bw_store *store, int64_t book, int32_t quantity) {
  int64_t id = 0;
  OK(bw_order_place(store, book, quantity, &id, &fault));
  return id;
}

static bw_order order_of(bw_result *result, int64_t row) {
  bw_order order;
  BW_INIT(order);
  OK(bw_result_get_order(result, row, &order, &fault));
  return order;
}

TEST(an_order_outlives_its_book) {
  bw_store *store = open_memory();
  int64_t book = add_priced(store, "Dune", 1299, "EUR"), before = now_milliseconds();
  bw_result *result;
  CHECK_INT(place(store, book, 3), 1);
  set_price(store, book, 1, "USD");
  OK(bw_book_delete(store, book, &fault));
  bw_order order;
  BW_INIT(order);
  OK(bw_order_get(store, 1, &order, &result, &fault));
  CHECK_INT(count_rows(result), 1);
  CHECK_INT(order.id, 1);
  CHECK_INT(order.book, book);
  CHECK_INT(order.quantity, 3);
  CHECK_TEXT(order.title, "Dune");
  CHECK_INT(order.unit_price, 1299);
  CHECK_TEXT(order.currency, "EUR");
  CHECK_INT(order.total, 3897);
  CHECK(order.placed >= before && order.placed <= now_milliseconds());
  OK(bw_result_free(result));
  close_store(store);
}

TEST(an_invalid_order_is_refused_and_uses_no_number) {
  bw_store *store = open_memory();
  int64_t book = add_priced(store, "Dune", INT64_MAX, "EUR"), id = 42;
  int64_t free = add_book(store, "Emma", "Jane Austen");
  bw_order order;
  BW_INIT(order);
  bw_result *result = NULL;
  static const int32_t quantities[] = {0, -1, 21, INT32_MIN, INT32_MAX};
  for (size_t i = 0; i < sizeof(quantities) / sizeof(quantities[0]); i++) {
    FAILS_AT(BW_ERROR_INVALID, "quantity", bw_order_place(store, book, quantities[i], &id, &fault));
    CHECK(strstr(fault.message, "1 to 20") != NULL);
  }
  FAILS_AT(BW_ERROR_INVALID, "book", bw_order_place(store, free, 1, &id, &fault));
  CHECK(strstr(fault.message, "has no price") != NULL);
  FAILS_AT(BW_ERROR_INVALID, "total", bw_order_place(store, book, 2, &id, &fault));
  FAILS_AT(BW_ERROR_NOT_FOUND, "book", bw_order_place(store, 99, 1, &id, &fault));
  CHECK_INT(id, 42);
  FAILS_AT(BW_ERROR_NOT_FOUND, "order", bw_order_get(store, 1, &order, &result, &fault));
  CHECK_INT(place(store, book, 1), 1);
  close_store(store);
}

TEST(orders_are_read_a_page_at_a_time) {
  bw_store *store = open_memory();
  int64_t book = add_priced(store, "Dune", 5, "EUR");
  bw_result *result;
  for (int32_t quantity = 1; quantity <= 5; quantity++)
    CHECK_INT(place(store, book, quantity), quantity);
  OK(bw_orders_list(store, 0, -1, &result, &fault));
  CHECK_INT(count_rows(result), 5);
  CHECK_INT(order_of(result, 4).total, 25);
  bw_genre genre;
  BW_INIT(genre);
  FAILS_AT(BW_ERROR_ARGUMENT, "result", bw_result_get_genre(result, 0, &genre, &fault));
  OK(bw_result_free(result));
  OK(bw_orders_list(store, 3, 1, &result, &fault));
  CHECK_INT(count_rows(result), 1);
  CHECK_INT(order_of(result, 0).id, 4);
  OK(bw_result_free(result));
  FAILS_AT(BW_ERROR_ARGUMENT, "limit", bw_orders_list(store, 0, -2, &result, &fault));
  close_store(store);
}

TEST(totals_are_listed_by_currency) {
  bw_store *store = open_memory();
  int64_t dune = add_priced(store, "Dune", 1299, "EUR"), emma = add_priced(store, "Emma", 7, "CHF");
  bw_result *result;
  bw_order_total total;
  BW_INIT(total);
  OK(bw_orders_list_totals(store, &result, &fault));
  CHECK_INT(count_rows(result), 0);
  OK(bw_result_free(result));
  place(store, dune, 2);
  place(store, emma, 20);
  place(store, dune, 1);
  OK(bw_orders_list_totals(store, &result, &fault));
  CHECK_INT(count_rows(result), 2);
  OK(bw_result_get_total(result, 0, &total, &fault));
  CHECK_TEXT(total.currency, "CHF");
  OK(bw_result_get_total(result, 1, &total, &fault));
  CHECK_TEXT(total.currency, "EUR");
  CHECK_INT(total.orders, 2);
  CHECK_INT(total.quantity, 3);
  CHECK_INT(total.total, 3897);
  OK(bw_result_free(result));
  close_store(store);
}

TEST(a_total_that_would_overflow_is_an_error) {
  bw_store *store = open_memory();
  int64_t dear = add_priced(store, "Dune", INT64_MAX, "KRW");
  bw_result *result = NULL;
  place(store, dear, 1);
  place(store, dear, 1);
  FAILS_AT(BW_ERROR_INVALID, "total", bw_orders_list_totals(store, &result, &fault));
  CHECK(strstr(fault.message, "KRW") != NULL);
  CHECK(result == NULL);
  close_store(store);
}

TEST(a_cancelled_order_remains_but_is_not_in_totals) {
  bw_store *store = open_file();
  int64_t book = add_priced(store, "Dune", 5, "EUR"), before = now_milliseconds();
  bw_result *result;
  bw_order order;
  place(store, book, 1);
  place(store, book, 2);
  OK(bw_order_cancel(store, 1, &fault));
  OK(bw_orders_list(store, 0, -1, &result, &fault));
  CHECK_INT(count_rows(result), 2);
  order = order_of(result, 0);
  CHECK(order.fields & BW_ORDER_CANCELLED);
  CHECK(order.cancelled >= before && order.cancelled <= now_milliseconds());
  int64_t first = order.cancelled;
  order = order_of(result, 1);
  CHECK_INT(order.fields & (BW_ORDER_CANCELLED | BW_ORDER_TITLE), BW_ORDER_TITLE);
  CHECK_INT(order.cancelled, 0);
  OK(bw_result_free(result));
  OK(bw_order_cancel(store, 1, &fault));
  OK(bw_book_delete(store, book, &fault));
  OK(bw_book_list_orders(store, book, &result, &fault));
  CHECK_INT(count_rows(result), 2);
  CHECK_INT(order_of(result, 0).cancelled, first);
  OK(bw_result_free(result));
  OK(bw_book_list_orders(store, book + 1, &result, &fault));
  CHECK_INT(count_rows(result), 0);
  OK(bw_result_free(result));
  bw_order_total total;
  BW_INIT(total);
  OK(bw_orders_list_totals(store, &result, &fault));
  OK(bw_result_get_total(result, 0, &total, &fault));
  CHECK_INT(total.orders, 1);
  CHECK_INT(total.total, 10);
  OK(bw_result_free(result));
  FAILS_AT(BW_ERROR_NOT_FOUND, "order", bw_order_cancel(store, 3, &fault));
  close_store(store);
  check_store_from_outside(file_path());
}

enum { THREADS = 4, PLACED = 25 };
static bw_store *shared;
static int64_t wanted;

static void *place_some(void *unused) {
  bw_error error;
  BW_INIT(error);
  pthread_barrier_wait(&start);
  for (int i = 0; i < PLACED; i++) count_status(bw_order_place(shared, wanted, 1, NULL, &error));
  return unused;
}

TEST(orders_placed_by_threads_are_numbered_without_gaps) {
  shared = open_for_threads();
  wanted = add_priced(shared, "Dune", 5, "EUR");
  in_threads(THREADS, place_some, NULL);
  CHECK_INT(successes, THREADS * PLACED);
  bw_result *result;
  OK(bw_orders_list(shared, 0, -1, &result, &fault));
  CHECK_INT(count_rows(result), THREADS * PLACED);
  for (int64_t row = 0; row < THREADS * PLACED; row++) CHECK_INT(order_of(result, row).id, row + 1);
  OK(bw_result_free(result));
  close_store(shared);
}

TEST(a_form_starts_with_one_copy) {
  bw_form_defaults defaults;
  BW_INIT(defaults);
  OK(bw_form_get_defaults(&defaults, &fault));
  CHECK_INT(defaults.quantity, 1);
}

TEST(the_sqlite3_program_reads_orders) {
  bw_store *store = open_file();
  place(store, add_priced(store, "Dune", 1299, "EUR"), 2);
  close_store(store);
  CHECK_STRING(sqlite(file_path(), "SELECT id, title, quantity, total, currency FROM orders"),
               "1|Dune|2|2598|EUR");
  check_store_from_outside(file_path());
}
