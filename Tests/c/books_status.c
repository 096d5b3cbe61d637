// These tests rate books, toggle favourites, and set statuses with their dates.
#define _XOPEN_SOURCE 700
#include "support/fixtures.h"

#include <time.h>

TEST(a_rating_is_set_and_a_wrong_one_refused) {
  static const int32_t wrong[] = {-1, 6, INT32_MAX, INT32_MIN};
  bw_store *store = open_memory();
  int64_t id = add_rated(store, "Dune", 2);
  for (int32_t rating = 5; rating >= 0; rating--) {
    OK(bw_book_set_rating(store, id, rating, &fault));
    CHECK_INT(rating_of(store, id), rating);
  }
  for (size_t i = 0; i < 4; i++)
    FAILS_AT(BW_ERROR_INVALID, "rating", bw_book_set_rating(store, id, wrong[i], &fault));
  CHECK_INT(rating_of(store, id), 0);
  close_store(store);
}

TEST(a_favourite_is_toggled) {
  bw_store *store = open_memory();
  int64_t id = add_book(store, "Dune", "Frank Herbert");
  int32_t favourite = -1;
  bw_result *result;
  OK(bw_book_toggle_favourite(store, id, &favourite, &fault));
  CHECK_INT(favourite, 1);
  CHECK_INT(get_book(store, id, &result).favourite, 1);
  OK(bw_result_free(result));
  OK(bw_book_toggle_favourite(store, id, NULL, &fault));
  CHECK_INT(get_book(store, id, &result).favourite, 0);
  OK(bw_result_free(result));
  close_store(store);
}

// Checks the status and the dates of a book; 0 means no date.
static void check_dates(bw_store *store, int64_t id, bw_book_status status, int32_t started,
                        int32_t finished) {
  bw_result *result;
  bw_book book = get_book(store, id, &result);
  CHECK_INT(book.status, status);
  CHECK_INT(book.started, started);
  CHECK_INT(book.finished, finished);
  CHECK_INT((book.fields & BW_BOOK_STARTED) != 0, started != 0);
  CHECK_INT((book.fields & BW_BOOK_FINISHED) != 0, finished != 0);
  OK(bw_result_free(result));
}

TEST(a_status_sets_its_dates_and_starting_again_sets_new_ones) {
  bw_store *store = open_memory();
  int64_t id = add_book(store, "Dune", "Frank Herbert");
  OK(bw_book_set_status(store, id, BW_BOOK_STATUS_IN_PROGRESS, 20260101, &fault));
  check_dates(store, id, BW_BOOK_STATUS_IN_PROGRESS, 20260101, 0);
  OK(bw_book_set_status(store, id, BW_BOOK_STATUS_COMPLETED, 20260105, &fault));
  check_dates(store, id, BW_BOOK_STATUS_COMPLETED, 20260101, 20260105);
  OK(bw_book_set_status(store, id, BW_BOOK_STATUS_IN_PROGRESS, 20260106, &fault));
  check_dates(store, id, BW_BOOK_STATUS_IN_PROGRESS, 20260106, 0);
  OK(bw_book_set_status(store, id, BW_BOOK_STATUS_DID_NOT_FINISH, 20260107, &fault));
  check_dates(store, id, BW_BOOK_STATUS_DID_NOT_FINISH, 20260106, 20260107);
  OK(bw_book_set_status(store, id, BW_BOOK_STATUS_ON_SHELF, 20260108, &fault));
  check_dates(store, id, BW_BOOK_STATUS_ON_SHELF, 20260106, 20260107);
  close_store(store);
}

TEST(completing_or_giving_up_a_book_sets_no_start) {
  bw_store *store = open_memory();
  int64_t id = add_book(store, "Dune", "Frank Herbert");
  OK(bw_book_set_status(store, id, BW_BOOK_STATUS_COMPLETED, 20260105, &fault));
  check_dates(store, id, BW_BOOK_STATUS_COMPLETED, 0, 20260105);
  OK(bw_book_set_status(store, id, BW_BOOK_STATUS_DID_NOT_FINISH, 20260106, &fault));
  check_dates(store, id, BW_BOOK_STATUS_DID_NOT_FINISH, 0, 20260106);
  close_store(store);
}

TEST(setting_the_current_status_changes_nothing) {
  bw_store *store = open_memory();
  int64_t id = add_book(store, "Dune", "Frank Herbert");
  OK(bw_book_set_status(store, id, BW_BOOK_STATUS_IN_PROGRESS, 20260101, &fault));
  OK(bw_book_set_status(store, id, BW_BOOK_STATUS_IN_PROGRESS, 20260301, &fault));
  check_dates(store, id, BW_BOOK_STATUS_IN_PROGRESS, 20260101, 0);
  close_store(store);
}

TEST(without_a_date_a_status_is_set_with_todays_date) {
  bw_store *store = open_memory();
  int64_t id = add_book(store, "Dune", "Frank Herbert");
  time_t now = time(NULL);
  struct tm day = *localtime(&now);
  int32_t today = (day.tm_year + 1900) * 10000 + (day.tm_mon + 1) * 100 + day.tm_mday;
  bw_result *result;
  OK(bw_book_set_status(store, id, BW_BOOK_STATUS_IN_PROGRESS, 0, &fault));
  int32_t started = get_book(store, id, &result).started;
  CHECK(started >= today); // the clock may have passed midnight meanwhile
  OK(bw_result_free(result));
  close_store(store);
}

TEST(today_is_a_local_date) {
  bw_store *store = open_memory();
  int64_t id = add_book(store, "Dune", "Frank Herbert"), other = add_book(store, "Emma", "Austen");
  bw_result *result;
  setenv("TZ", "XXX-14", 1); // fourteen hours ahead
  tzset();
  OK(bw_book_set_status(store, id, BW_BOOK_STATUS_IN_PROGRESS, 0, &fault));
  setenv("TZ", "YYY+12", 1); // twelve hours behind
  tzset();
  OK(bw_book_set_status(store, other, BW_BOOK_STATUS_IN_PROGRESS, 0, &fault));
  int32_t ahead = get_book(store, id, &result).started;
  OK(bw_result_free(result));
  int32_t behind = get_book(store, other, &result).started;
  OK(bw_result_free(result));
  CHECK(ahead > behind);
  close_store(store);
}

TEST(a_status_or_a_date_that_does_not_exist_is_refused) {
  static const int32_t wrong[] = {20260230, 20251301, 1, -1, INT32_MAX, INT32_MIN};
  bw_store *store = open_memory();
  int64_t id = add_book(store, "Dune", "Frank Herbert");
  for (size_t i = 0; i < 6; i++) {
    FAILS_AT(BW_ERROR_INVALID, "date",
             bw_book_set_status(store, id, BW_BOOK_STATUS_COMPLETED, wrong[i], &fault));
  }
  FAILS_AT(BW_ERROR_INVALID, "status", bw_book_set_status(store, id, (bw_book_status)4, 0, &fault));
  FAILS_AT(BW_ERROR_INVALID, "status",
           bw_book_set_status(store, id, (bw_book_status)-1, 0, &fault));
  check_dates(store, id, BW_BOOK_STATUS_ON_SHELF, 0, 0);
  close_store(store);
}
