// These tests check histories kept in the store: undo by the next process, and undo of single
// steps.
#include "support/told.h"

static const char *history = "terminal";
static int64_t book = 1, second = 2;

static bw_store *open_history(const char *name) {
  bw_open_options options = default_options();
  bw_store *store;
  options.history.data = name;
  options.history.length = -1;
  OK(try_open(file_path(), &options, &store));
  return store;
}

static void begin(void) {
  bw_store *store = open_file();
  CHECK_INT(add_book(store, "Dune", "Frank Herbert"), book);
  CHECK_INT(add_book(store, "Emma", "Jane Austen"), second);
  close_store(store);
}

// A command that runs for a moment.
static void rate_and_end(void) {
  bw_store *store = open_history(history);
  OK(bw_book_set_rating(store, book, 4, &fault));
  OK(bw_book_set_rating(store, second, 2, &fault));
  close_store(store);
}

static void undo_and_end(void) {
  bw_store *store = open_history(history);
  OK(bw_store_undo(store, NULL, &fault));
  close_store(store);
}

static void rate_on_the_phone(void) {
  bw_store *store = open_history("phone");
  OK(bw_book_set_rating(store, book, 5, &fault));
  close_store(store);
}

static bw_undo_info info_of(bw_store *store) {
  bw_undo_info info;
  BW_INIT(info);
  OK(bw_store_get_undo_info(store, &info, &fault));
  return info;
}

// The steps, such as "Rate “Emma” 2, undone|Rate “Dune” 4".
static const char *steps_of(bw_store *store, bw_language language, int64_t *ids) {
  static char text[512];
  bw_result *steps;
  OK(bw_store_list_steps(store, &steps, &fault));
  size_t length = 0;
  text[0] = '\0';
  for (int64_t row = 0; row < count_rows(steps); row++) {
    bw_undo_step step;
    BW_INIT(step);
    OK(bw_result_get_step(steps, row, language, &step, &fault));
    CHECK(step.step > 0 && step.done > 0 && step.done <= now_milliseconds());
    CHECK_INT(step.kept, 1);
    if (ids != NULL) ids[row] = step.step;
    length += (size_t)snprintf(text + length, sizeof(text) - length, "%s%s%s", row == 0 ? "" : "|",
                               step.name, step.undone ? ", undone" : "");
  }
  bw_undo_step step;
  BW_INIT(step);
  FAILS(BW_ERROR_ARGUMENT, bw_result_get_step(steps, count_rows(steps), language, &step, &fault));
  OK(bw_result_free(steps));
  return text;
}

TEST(the_next_process_undoes_the_steps_of_the_previous_one) {
  struct process first = start_process(rate_and_end), next = start_process(undo_and_end);
  begin();
  run_once(&first);
  run_once(&next);
  bw_store *store = open_history(history);
  CHECK_STRING(steps_of(store, BW_LANGUAGE_ENGLISH, NULL), "Rate “Emma” 2, undone|Rate “Dune” 4");
  CHECK_STRING(steps_of(store, BW_LANGUAGE_GERMAN, NULL),
               "„Emma“ mit 2 bewerten, undone|„Dune“ mit 4 bewerten");
  CHECK_INT(rating_of(store, second), 0);
  run_once(&next);
  CHECK_INT(rating_of(store, book), 0);
  bw_undo_info info = info_of(store);
  CHECK_INT(info.undo_count, 0);
  CHECK_INT(info.redo_count, 2);
  CHECK(info.stored > 0 && info.memory == 0 && info.last_step == 0);
  OK(bw_store_redo(store, &info, &fault));
  CHECK_STRING(info.redo_name, "Rate book");
  CHECK_INT(rating_of(store, book), 4);
  check_store_from_outside(file_path());
  close_store(store);
  end_process(&first);
  end_process(&next);
}

TEST(a_step_is_undone_although_later_steps_follow) {
  begin();
  bw_store *store = open_history(history);
  OK(bw_book_set_rating(store, book, 4, &fault));
  int64_t step = info_of(store).last_step;
  OK(bw_book_set_rating(store, second, 2, &fault));
  bw_undo_info info;
  BW_INIT(info);
  OK(bw_store_undo_step(store, step, &info, &fault));
  CHECK_STRING(info.undo_name, "Rate book");
  CHECK_INT(info.undo_count, 2);
  CHECK_INT(rating_of(store, book), 0);
  CHECK_INT(rating_of(store, second), 2);
  FAILS_AT(BW_ERROR_INVALID, "step", bw_store_undo_step(store, step, NULL, &fault));
  OK(bw_store_redo_step(store, step, &info, &fault));
  CHECK_STRING(info.redo_name, "Rate book");
  CHECK_INT(rating_of(store, book), 4);
  FAILS_AT(BW_ERROR_INVALID, "step", bw_store_redo_step(store, step, NULL, &fault));
  close_store(store);
}

TEST(the_conflicting_step_is_named) {
  struct process phone = start_process(rate_on_the_phone);
  begin();
  bw_store *store = open_history(history);
  OK(bw_book_set_rating(store, book, 4, &fault));
  int64_t step = info_of(store).last_step;
  run_once(&phone);
  FAILS_AT(BW_ERROR_CONFLICT, "undo", bw_store_undo_step(store, step, NULL, &fault));
  CHECK(strstr(fault.message, "of \"phone\")") != NULL);
  bw_result *changes;
  bw_change change;
  BW_INIT(change);
  OK(bw_store_list_step_conflicts(store, step, &changes, &fault));
  CHECK_INT(count_rows(changes), 1);
  OK(bw_result_get_change(changes, 0, &change, &fault));
  CHECK_INT(change.id, book);
  CHECK_INT(change.step, step + 1);
  OK(bw_result_free(changes));
  FAILS_AT(BW_ERROR_NOT_FOUND, "step", bw_store_undo_step(store, change.step, NULL, &fault));
  CHECK_INT(rating_of(store, book), 5);
  bw_store *same = open_history("phone");
  OK(bw_store_undo(same, NULL, &fault));
  close_store(same);
  OK(bw_store_undo_step(store, step, NULL, &fault));
  CHECK_INT(rating_of(store, book), 0);
  close_store(store);
  end_process(&phone);
}

TEST(a_history_is_bounded) {
  begin();
  bw_open_options options = default_options();
  bw_store *store;
  options.history = TEXT("short");
  options.history_steps = 2;
  OK(try_open(file_path(), &options, &store));
  for (int32_t rating = 1; rating <= 5; rating++)
    OK(bw_book_set_rating(store, book, rating, &fault));
  CHECK_STRING(steps_of(store, BW_LANGUAGE_POLISH, NULL), "Oceń „Dune” na 5|Oceń „Dune” na 4");
  CHECK_INT(info_of(store).forgotten, 3);
  for (int i = 0; i < 2; i++) OK(bw_store_undo(store, NULL, &fault));
  FAILS_AT(BW_ERROR_NOT_FOUND, "undo", bw_store_undo(store, NULL, &fault));
  CHECK_INT(rating_of(store, book), 3);
  close_store(store);
}

TEST(the_histories_of_a_store_are_listed) {
  begin();
  rate_and_end();
  bw_store *store = open_history("phone");
  OK(bw_book_set_rating(store, book, 5, &fault));
  bw_result *histories;
  bw_history first, last;
  BW_INIT(first);
  BW_INIT(last);
  OK(bw_store_list_histories(store, &histories, &fault));
  CHECK_INT(count_rows(histories), 2);
  OK(bw_result_get_history(histories, 0, &first, &fault));
  OK(bw_result_get_history(histories, 1, &last, &fault));
  bool is_first = strcmp(first.name.data, "phone") == 0;
  const bw_history *phone = is_first ? &first : &last, *terminal = is_first ? &last : &first;
  CHECK_TEXT(phone->name, "phone");
  CHECK_TEXT(terminal->name, "terminal");
  CHECK_INT(phone->steps, 1);
  CHECK_INT(terminal->steps, 2);
  CHECK(phone->bytes > 0 && phone->last >= terminal->last && terminal->last > 0);
  CHECK_INT(phone->forgotten + terminal->forgotten, 0);
  bw_undo_step step;
  BW_INIT(step);
  FAILS(BW_ERROR_ARGUMENT, bw_result_get_step(histories, 0, BW_LANGUAGE_ENGLISH, &step, &fault));
  OK(bw_result_free(histories));
  OK(bw_store_clear_undo(store, &fault));
  OK(bw_store_list_histories(store, &histories, &fault));
  CHECK_INT(count_rows(histories), 1);
  OK(bw_result_free(histories));
  close_store(store);
}

TEST(an_invalid_name_is_refused) {
  begin();
  char *long_name = long_string(1 << 20);
  const struct {
    bw_text name;
    bw_status status;
  } wrong[] = {
      {{"", 0}, BW_ERROR_INVALID},
      {{" ", 1}, BW_ERROR_INVALID},
      {{"a\x07", 2}, BW_ERROR_INVALID},
      {{"a\nb", -1}, BW_ERROR_INVALID},
      {{"a\0b", 3}, BW_ERROR_TEXT},
      {{"\xff", 1}, BW_ERROR_TEXT},
      {{long_name, 129}, BW_ERROR_TOO_LARGE},
      {{long_name, 1 << 20}, BW_ERROR_TOO_LARGE},
      {{"a", -2}, BW_ERROR_ARGUMENT},
  };
  for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
    bw_open_options options = default_options();
    bw_store *store = NULL;
    options.history = wrong[i].name;
    FAILS_AT(wrong[i].status, "history", try_open(file_path(), &options, &store));
    CHECK(store == NULL);
  }
  const int32_t limits[][2] = {{-1, 0}, {100001, 0}, {0, -1}, {0, 262145}};
  for (size_t i = 0; i < 4; i++) {
    bw_open_options options = default_options();
    bw_store *store = NULL;
    options.history = TEXT("a");
    options.history_steps = limits[i][0];
    options.history_limit = limits[i][1];
    const char *field = i < 2 ? "history_steps" : "history_limit";
    FAILS_AT(BW_ERROR_ARGUMENT, field, try_open(file_path(), &options, &store));
    options.history.data = NULL;
    FAILS_AT(BW_ERROR_ARGUMENT, field, try_open(file_path(), &options, &store));
  }
  free(long_name);
  bw_store *store = open_file();
  bw_result *steps = NULL;
  FAILS_AT(BW_ERROR_ARGUMENT, "history", bw_store_list_steps(store, &steps, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "history", bw_store_undo_step(store, 1, NULL, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "history", bw_store_list_step_conflicts(store, 1, &steps, &fault));
  CHECK(steps == NULL);
  close_store(store);
}
