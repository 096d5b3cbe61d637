// Simulated programs make backups, documents and previews while others write. Each copy is complete
// or absent.
#include "client.h"
#include "dice.h"
#include "disk.h"

#include <stdio.h>
#include <unistd.h>

enum { MOST_COPIES = 50 };

enum form { BACKUP, DOCUMENT, PREVIEW, FORMS };

static const char *const names[FORMS] = {"backup", "document", "preview"};
static struct {
  enum form form;
  bool is_complete;
} copies[MOST_COPIES];
static int copy_count;

static void write_path(char path[64], int number) {
  snprintf(path, 64, FOLDER "/%s-%d", names[copies[number].form], number);
}

// A client of the copy, next to the client of the store.
static bool open_copy(struct client *client, const char *path, struct client *copy) {
  *copy = (struct client){.library = client->library};
  BW_INIT(copy->error);
  bw_open_options options;
  BW_INIT(options);
  options.must_exist = 1;
  bw_status status = client->library->store_open(path, -1, &options, &copy->store, &copy->error);
  return succeeded(copy, status, "open a copy");
}

// A document is complete if a store can be filled from it.
static bool open_document(struct client *client, const char *path, struct client *copy) {
  *copy = (struct client){.library = client->library};
  BW_INIT(copy->error);
  bw_status status = client->library->store_open(":memory:", -1, NULL, &copy->store, &copy->error);
  if (!succeeded(copy, status, "open a store in memory")) return false;
  status = client->library->store_import(copy->store, path, -1, &copy->error);
  if (succeeded(copy, status, "import a document")) return true;
  close_store(copy);
  return false;
}

static bool open_any(struct client *client, int number, const char *path, struct client *copy) {
  return copies[number].form == DOCUMENT ? open_document(client, path, copy)
                                         : open_copy(client, path, copy);
}

static bw_status back_up(struct client *client, const char *path) {
  struct library *library = client->library;
  bw_backup *backup = NULL;
  bw_status status = library->backup_new(client->store, path, -1, &backup, &client->error);
  if (status != BW_OK) return status;
  bw_backup_progress progress = {.size = sizeof progress, .remaining = 1};
  while (status == BW_OK && progress.remaining > 0) {
    int32_t pages = 1 + (int32_t)dice_below(100);
    status = library->backup_step(backup, pages, &progress, &client->error);
  }
  succeeded(client, library->backup_free(backup), "free");
  return status;
}

static bw_status preview(struct client *client, const char *path) {
  struct client made = {.library = client->library};
  BW_INIT(made.error);
  bw_status status =
      client->library->store_open_preview(path, -1, NULL, &made.store, &client->error);
  if (status == BW_OK) close_store(&made);
  return status;
}

static bw_status make(struct client *client, enum form form, const char *path) {
  switch (form) {
  case BACKUP:
    return back_up(client, path);
  case DOCUMENT:
    return client->library->store_export(client->store, path, -1, &client->error);
  default:
    return preview(client, path);
  }
}

void make_copy(struct client *client) {
  if (copy_count == MOST_COPIES) return;
  int number = copy_count++;
  int64_t acknowledged = acknowledged_count();
  enum form form = copies[number].form = dice_below(FORMS);
  char path[64];
  write_path(path, number);
  copies[number].is_complete = succeeded(client, make(client, form, path), names[form]);
  struct client copy;
  if (!copies[number].is_complete || !open_any(client, number, path, &copy)) return;
  if (form == BACKUP) read_and_check(&copy, acknowledged, "a backup");
  close_store(&copy);
}

// Checks the copies. A backup may still contain a commit that the store has lost since.
void check_copies(struct client *client) {
  for (int number = 0; number < copy_count; number++) {
    char path[64];
    write_path(path, number);
    struct client copy;
    if (access(path, F_OK) != 0) {
      if (copies[number].is_complete) give_up("%s is gone", path);
    } else if (open_any(client, number, path, &copy)) {
      check_store(&copy);
      close_store(&copy);
    }
  }
}
