// This file converts observers' reports to text, and starts processes to observe.
#define _XOPEN_SOURCE 700
#include "told.h"

#include <sys/wait.h>
#include <unistd.h>

static char text[4096];

static void add_text(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void add_text(const char *format, ...) {
  va_list arguments;
  size_t length = strlen(text);
  va_start(arguments, format);
  vsnprintf(text + length, sizeof(text) - length, format, arguments);
  va_end(arguments);
}

static void add_fields(const bw_change *change) {
  static const struct {
    bw_entity entity;
    bw_fields bit;
    const char *name;
  } names[] = {
      {BW_ENTITY_BOOK, BW_BOOK_TITLE, "title"},         {BW_ENTITY_BOOK, BW_BOOK_AUTHOR, "author"},
      {BW_ENTITY_BOOK, BW_BOOK_RATING, "rating"},       {BW_ENTITY_BOOK, BW_BOOK_STATUS, "status"},
      {BW_ENTITY_BOOK, BW_BOOK_FAVOURITE, "favourite"}, {BW_ENTITY_BOOK, BW_BOOK_GENRES, "genres"},
      {BW_ENTITY_BOOK, BW_BOOK_QUOTES, "quotes"},       {BW_ENTITY_GENRE, BW_GENRE_NAME, "name"},
      {BW_ENTITY_GENRE, BW_GENRE_COLOUR, "colour"},     {BW_ENTITY_GENRE, BW_OUTPUT_BOOKS, "books"},
      {BW_ENTITY_QUOTE, BW_QUOTE_TEXT, "text"},         {BW_ENTITY_QUOTE, BW_QUOTE_PAGE, "page"},
      {BW_ENTITY_SHELF, BW_SHELF_NAME, "name"},         {BW_ENTITY_SHELF, BW_SHELF_LINE, "line"},
  };
  bw_fields left = change->fields;
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
    if (change->entity != names[i].entity || (left & names[i].bit) == 0) continue;
    add_text(" %s", names[i].name);
    left &= ~names[i].bit;
  }
  if (left != 0) add_text(" 0x%llx", (unsigned long long)left);
}

const char *told(bw_observer *observer, int64_t timeout) {
  static const char *const kinds[] = {"?",       "inserted", "updated", "deleted",
                                      "entered", "left",     "moved",   "reread"};
  static const char *const entities[] = {"nothing", "book",    "genre", "quote",
                                         "order",   "reading", "shelf"};
  bw_result *changes = NULL;
  OK(bw_observer_next(observer, timeout, &changes, &fault));
  int64_t count = count_rows(changes);
  text[0] = '\0';
  for (int64_t row = 0; row < count; row++) {
    bw_change change;
    BW_INIT(change);
    OK(bw_result_get_change(changes, row, &change, &fault));
    CHECK(change.kind <= BW_CHANGE_REREAD && change.entity <= BW_ENTITY_SHELF);
    add_text("%s%s %s %lld", row > 0 ? "|" : "", kinds[change.kind], entities[change.entity],
             (long long)change.id);
    add_fields(&change);
    if (change.position >= 0) add_text(" at %lld", (long long)change.position);
    if (change.old_position >= 0) add_text(" from %lld", (long long)change.old_position);
  }
  OK(bw_result_free(changes));
  return text;
}

struct process start_process(void (*body)(void)) {
  int go[2], done[2];
  char byte;
  CHECK(pipe(go) == 0 && pipe(done) == 0);
  fflush(stdout);
  pid_t id = fork();
  CHECK(id >= 0);
  if (id == 0) {
    close(go[1]);
    close(done[0]);
    alarm(60);
    while (read(go[0], &byte, 1) == 1 && byte == '+') {
      body();
      CHECK(write(done[1], "+", 1) == 1);
    }
    _exit(0);
  }
  close(go[0]);
  close(done[1]);
  return (struct process){id, go[1], done[0]};
}

void let_run(struct process *process) {
  CHECK(write(process->go, "+", 1) == 1);
}

void run_once(struct process *process) {
  char byte;
  let_run(process);
  if (read(process->done, &byte, 1) != 1) FAIL("the other process has failed");
}

void end_process(struct process *process) {
  int status;
  CHECK(write(process->go, ".", 1) == 1); // others may have inherited the pipe
  close(process->go);
  CHECK(waitpid(process->id, &status, 0) == process->id);
  close(process->done);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) FAIL("the other process has failed");
}
