// This file defines what each simulated program does with the store, except writing and observing.
#define _GNU_SOURCE
#include "client.h"
#include "dice.h"
#include "disk.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct scene scene;

bool succeeded(struct client *client, bw_status status, const char *what) {
  if (status == BW_OK || status == BW_ROLLED_BACK) return true;
  bool is_ours = status == BW_ERROR_INTERNAL || status == BW_ERROR_HANDLE ||
                 status == BW_ERROR_ARGUMENT || status == BW_ERROR_FORKED;
  if (!has_failed || is_ours) {
    give_up("%s: status %d: %s (SQLite: %d)", what, status, client->error.message,
            client->error.sqlite_code);
  }
  return false;
}

void open_store(struct client *client) {
  bw_open_options options;
  BW_INIT(options);
  options.durability = scene.durability;
  options.undo_limit = -1;
  options.cache_size = 1024;
  for (int attempt = 0; attempt < 20 && !client->store; attempt++) {
    BW_INIT(client->error);
    bw_status status =
        client->library->store_open(STORE, -1, &options, &client->store, &client->error);
    if (!succeeded(client, status, "open")) usleep(100000);
  }
}

static void let_go(struct client *client) {
  if (!client->held) return;
  bw_status status = client->library->transaction_rollback(client->held, &client->error);
  succeeded(client, status, "end of a long reading");
  client->held = NULL;
  forget_state(&client->seen);
}

void close_store(struct client *client) {
  stop_hearing(client);
  let_go(client);
  if (!client->store) return;
  bw_status status = client->library->store_close(client->store, &client->error);
  client->store = NULL;
  succeeded(client, status, "close");
}

// MARK: Reading

static int64_t title_number(bw_text text) {
  int commit = 0, place = 0;
  if (sscanf(text.data, "book %d of %d", &place, &commit) != 2) return 0;
  return (int64_t)commit * title_step + place;
}

static uint64_t genre_bit(int64_t id) {
  if (id < 1 || id > 63) give_up("there is a genre %lld", (long long)id);
  return UINT64_C(1) << id;
}

static void add_row(struct state *state, const bw_book *row) {
  struct book book = {.id = row->id,
                      .title = title_number(row->title),
                      .rating = row->rating,
                      .pages = row->fields & BW_BOOK_PAGES ? row->pages : 0,
                      .review = row->fields & BW_BOOK_REVIEW ? row->review.length : 0};
  for (int64_t i = 0; i < row->genre_count; i++) book.genres |= genre_bit(row->genres[i]);
  add_book(state, book);
}

void add_rows(struct client *client, bw_result *books, struct state *state) {
  struct library *library = client->library;
  int64_t count = 0;
  succeeded(client, library->result_count(books, &count, &client->error), "count");
  for (int64_t i = 0; i < count; i++) {
    bw_book row;
    BW_INIT(row);
    succeeded(client, library->result_get_book(books, i, &row, &client->error), "a row");
    add_row(state, &row);
  }
  succeeded(client, library->result_free(books), "free");
}

static bool read_genres(struct client *client, bw_store *session, struct state *state) {
  struct library *library = client->library;
  bw_result *genres = NULL;
  bw_status status = library->genres_list(session, &genres, &client->error);
  if (!succeeded(client, status, "genres")) return false;
  int64_t count = 0;
  succeeded(client, library->result_count(genres, &count, &client->error), "count");
  for (int64_t i = 0; i < count; i++) {
    bw_genre row;
    BW_INIT(row);
    succeeded(client, library->result_get_genre(genres, i, &row, &client->error), "a row");
    state->genres |= genre_bit(row.id);
  }
  succeeded(client, library->result_free(genres), "free");
  return true;
}

bool read_state(struct client *client, bw_store *session, struct state *state) {
  struct library *library = client->library;
  bw_query *query = NULL;
  bw_result *books = NULL;
  succeeded(client, library->query_new(&query, &client->error), "query");
  succeeded(client, library->query_set_fields(query, STATE_FIELDS, &client->error), "fields");
  bw_status status = library->query_run(session, query, &books, &client->error);
  succeeded(client, library->query_free(query), "free");
  if (!succeeded(client, status, "read")) return false;
  add_rows(client, books, state);
  return read_genres(client, session, state);
}

void read_and_check(struct client *client, int64_t acknowledged, const char *who) {
  struct library *library = client->library;
  bw_store *reading = NULL;
  bw_status status =
      library->transaction_begin(client->store, BW_TRANSACTION_READ, &reading, &client->error);
  if (!succeeded(client, status, "begin to read")) return;
  struct state state = {0};
  bool is_read = read_state(client, reading, &state);
  if (is_read) {
    // Compares the counters with a count of the rows.
    int64_t count = 0;
    status = library->books_count(reading, &count, &client->error);
    if (succeeded(client, status, "count") && count != (int64_t)state.count) {
      give_up("%s: there are %zu books, but the counter says %lld", who, state.count,
              (long long)count);
    }
  }
  succeeded(client, library->transaction_rollback(reading, &client->error), "end of reading");
  if (is_read) check_state(&state, acknowledged, who);
  forget_state(&state);
}

void check_store(struct client *client) {
  struct library *library = client->library;
  bw_result *problems = NULL;
  int64_t count = 0;
  succeeded(client, library->store_check(client->store, &problems, &client->error), "check");
  succeeded(client, library->result_count(problems, &count, &client->error), "count");
  if (count > 0) {
    bw_problem problem;
    BW_INIT(problem);
    succeeded(client, library->result_get_problem(problems, 0, &problem, &client->error), "a row");
    give_up("the check finds %lld problems: %s", (long long)count, problem.text.data);
  }
  succeeded(client, library->result_free(problems), "free");
}

void look_again(struct client *client) {
  struct library *library = client->library;
  struct state state = {0};
  if (client->held) {
    if (read_state(client, client->held, &state)) {
      expect_equal(&state, &client->seen, "a long reading");
    }
    if (dice_once_in(3)) let_go(client);
  } else {
    bw_status status = library->transaction_begin(client->store, BW_TRANSACTION_READ, &client->held,
                                                  &client->error);
    if (!succeeded(client, status, "begin a long reading")) return;
    if (!read_state(client, client->held, &client->seen)) let_go(client);
  }
  forget_state(&state);
}

// MARK: Other work

// Closes the file again, like a program that copies or hashes it.
static void look_into_files(void) {
  static const char *const names[] = {STORE, STORE "-wal", STORE "-shm"};
  char bytes[100];
  for (int i = 0; i < 3; i++) {
    int number = open(names[i], O_RDONLY | O_CLOEXEC);
    if (number < 0) continue;
    while (read(number, bytes, sizeof bytes) < 0 && dice_once_in(2)) {
    }
    close(number);
  }
}

static void do_step(struct client *client) {
  struct library *library = client->library;
  uint32_t what = dice_below(100);
  if (!client->store) {
    open_store(client);
  } else if (what < 45) {
    write_something(client);
  } else if (what < 58) {
    read_and_check(client, acknowledged_count(), "a reader");
  } else if (what < 66) {
    look_again(client);
  } else if (what < 75) {
    hear(client);
  } else if (what < 80) {
    look_into_files();
  } else if (what < 90) {
    close_store(client);
  } else if (what == 90 && scene.rebuilds) {
    succeeded(client, library->store_rebuild(client->store, &client->error), "rebuild");
  } else if (what == 92) {
    make_copy(client);
  } else if (what == 91 && scene.compacts) {
    bw_status status = library->store_compact(client->store, &client->error);
    if (status != BW_ERROR_BUSY) succeeded(client, status, "compact");
  } else {
    usleep(dice_below(3000));
  }
}

void use_store(struct process *process) {
  struct client *client = process->work;
  open_store(client);
  while (client->steps-- > 0) do_step(client);
  client->has_written = true;
  scene.writers--;
  if (client->observes) hear_rest(client);
  close_store(client);
  client->is_over = true;
}
