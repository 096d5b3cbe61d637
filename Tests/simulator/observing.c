// A simulated program keeps a copy of the store's contents from its observer's reports alone.
#define _GNU_SOURCE
#include "client.h"
#include "dice.h"
#include "disk.h"

#include <string.h>
#include <unistd.h>

static void start_hearing(struct client *client) {
  struct library *library = client->library;
  bw_status status = library->store_observe(client->store, 0, &client->observer, &client->error);
  if (!succeeded(client, status, "observe")) return;
  // Changes committed in between are reported later, and read again then.
  if (!read_state(client, client->store, &client->told)) stop_hearing(client);
}

void stop_hearing(struct client *client) {
  if (client->observer) succeeded(client, client->library->observer_free(client->observer), "free");
  client->observer = NULL;
  forget_state(&client->told);
}

static bool read_again(struct client *client, int64_t id) {
  struct library *library = client->library;
  bw_result *books = NULL;
  bw_status status =
      library->books_list(client->store, &id, 1, STATE_FIELDS, &books, &client->error);
  if (!succeeded(client, status, "read a book again")) return false;
  remove_book(&client->told, id);
  add_rows(client, books, &client->told);
  return true;
}

// Returns false if the reports can no longer be followed.
static bool follow(struct client *client, const bw_change *change) {
  bool is_gone = change->kind == BW_CHANGE_DELETED;
  switch (change->entity) {
  case BW_ENTITY_GENRE:
    apply(&client->told, (struct effect){is_gone ? genre_deleted : genre_made, change->id, 0});
    return true;
  case BW_ENTITY_BOOK:
    if (!is_gone) return read_again(client, change->id);
    remove_book(&client->told, change->id);
    return true;
  case BW_ENTITY_NONE:
    forget_state(&client->told);
    return read_state(client, client->store, &client->told);
  default:
    give_up("a change of what nobody writes: entity %d", change->entity);
  }
}

// Returns the number of changes, or -1 if the observer is given up.
static int64_t hear_one(struct client *client) {
  struct library *library = client->library;
  bw_result *changes = NULL;
  bw_status status = library->observer_next(client->observer, 0, &changes, &client->error);
  if (!succeeded(client, status, "hear")) return -1;
  int64_t count = 0;
  bool goes_on = succeeded(client, library->result_count(changes, &count, &client->error), "count");
  for (int64_t i = 0; i < count && goes_on; i++) {
    bw_change change;
    BW_INIT(change);
    succeeded(client, library->result_get_change(changes, i, &change, &client->error), "a change");
    goes_on = follow(client, &change);
  }
  succeeded(client, library->result_free(changes), "free");
  return goes_on ? count : -1;
}

void hear(struct client *client) {
  if (!client->observer) start_hearing(client);
  if (!client->observer) return;
  int64_t count = 0;
  for (uint32_t times = dice_below(5); times > 0 && count >= 0; times--) count = hear_one(client);
  if (count < 0) stop_hearing(client);
}

// When nobody writes any more, the reported state must equal the store.
void hear_rest(struct client *client) {
  if (!client->store) open_store(client);
  if (!client->store) return;
  if (!client->observer) start_hearing(client);
  while (scene.writers > 0) {
    usleep(1000);
    if (client->observer && dice_once_in(10)) hear(client);
  }
  if (!client->observer) return;
  int64_t count;
  while ((count = hear_one(client)) > 0) {
  }
  struct state state = {0};
  if (count == 0 && read_state(client, client->store, &state)) {
    expect_equal(&client->told, &state, "what an observer has told");
  }
  forget_state(&state);
}
