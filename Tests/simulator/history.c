// This file records the commits of a run and the states that they lead to.
#include "history.h"
#include "processes.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_COMMITS = 20000 };

static struct commit *commits[MOST_COMMITS];
static size_t commit_count;
static int64_t acknowledgements;

static void *grown(void *old, size_t count, size_t size) {
  if (count & (count - 1)) return old;
  void *made = realloc(old, (count ? count * 2 : 1) * size);
  if (!made) give_up("no memory");
  return made;
}

struct commit *begin_commit(int64_t serial) {
  if (commit_count == MOST_COMMITS) give_up("too many commits");
  struct commit *made = calloc(1, sizeof *made);
  if (!made) give_up("no memory");
  commits[commit_count++] = made;
  made->number = (int64_t)commit_count;
  made->serial = serial;
  return made;
}

void note_effect(struct commit *commit, struct effect effect) {
  commit->effects = grown(commit->effects, commit->count, sizeof effect);
  commit->effects[commit->count++] = effect;
}

void acknowledge(struct commit *commit) {
  commit->what = acknowledged;
  commit->acknowledgement = ++acknowledgements;
}

int64_t acknowledged_count(void) {
  return acknowledgements;
}

// MARK: States

struct book *book_with(const struct state *state, int64_t id) {
  size_t from = 0, to = state->count;
  while (from < to) {
    size_t middle = (from + to) / 2;
    if (state->books[middle].id < id) {
      from = middle + 1;
    } else {
      to = middle;
    }
  }
  return from < state->count && state->books[from].id == id ? &state->books[from] : NULL;
}

struct book *add_book(struct state *state, struct book book) {
  struct book *known = book_with(state, book.id);
  if (!known) {
    state->books = grown(state->books, state->count, sizeof book);
    size_t place = state->count++;
    while (place > 0 && state->books[place - 1].id > book.id) {
      state->books[place] = state->books[place - 1];
      place--;
    }
    known = &state->books[place];
  }
  *known = book;
  return known;
}

void remove_book(struct state *state, int64_t id) {
  struct book *known = book_with(state, id);
  if (!known) return;
  size_t place = (size_t)(known - state->books);
  state->count--;
  memmove(known, known + 1, (state->count - place) * sizeof *known);
}

void forget_state(struct state *state) {
  free(state->books);
  *state = (struct state){0};
}

void apply(struct state *state, struct effect effect) {
  struct book *book = book_with(state, effect.id);
  switch (effect.what) {
  case book_made:
    add_book(state, (struct book){.id = effect.id, .title = effect.value});
    break;
  case book_deleted:
    remove_book(state, effect.id);
    break;
  case genre_made:
    state->genres |= UINT64_C(1) << effect.id;
    break;
  case genre_deleted:
    state->genres &= ~(UINT64_C(1) << effect.id);
    for (size_t i = 0; i < state->count; i++) {
      state->books[i].genres &= ~(UINT64_C(1) << effect.id);
    }
    break;
  default:
    if (!book)
      give_up("a commit has changed the book %lld, which is not there", (long long)effect.id);
    if (effect.what == rated) book->rating = (int32_t)effect.value;
    if (effect.what == reviewed) book->review = effect.value;
    if (effect.what == paged) book->pages = (int32_t)effect.value;
    if (effect.what == genre_toggled) book->genres ^= UINT64_C(1) << effect.value;
  }
}

bool states_equal(const struct state *one, const struct state *other) {
  if (one->count != other->count || one->genres != other->genres) return false;
  for (size_t i = 0; i < one->count; i++) {
    if (memcmp(&one->books[i], &other->books[i], sizeof *one->books) != 0) return false;
  }
  return true;
}

static void print(const char *what, const struct book *book) {
  if (!book) return;
  fprintf(stderr, "  %s: book %lld, title %lld, rating %d, pages %d, review %lld, genres %llx\n",
          what, (long long)book->id, (long long)book->title, book->rating, book->pages,
          (long long)book->review, (unsigned long long)book->genres);
}

void expect_equal(const struct state *seen, const struct state *expected, const char *who) {
  if (states_equal(seen, expected)) return;
  for (size_t i = 0; i < seen->count; i++) {
    struct book *other = book_with(expected, seen->books[i].id);
    if (other && memcmp(other, &seen->books[i], sizeof *other) == 0) continue;
    print("seen", &seen->books[i]);
    print("expected", other);
  }
  for (size_t i = 0; i < expected->count; i++) {
    if (!book_with(seen, expected->books[i].id)) print("not seen", &expected->books[i]);
  }
  give_up("%s: %zu books, genres %llx; expected %zu, %llx", who, seen->count,
          (unsigned long long)seen->genres, expected->count, (unsigned long long)expected->genres);
}

// MARK: Checking

// Marks in `present` the commits whose books are in the state.
static bool *present_commits(const struct state *state) {
  bool *present = calloc(commit_count + 1, 1);
  if (!present) give_up("no memory");
  for (size_t i = 0; i < state->count; i++) {
    int64_t title = state->books[i].title;
    if (title == 0 || title % title_step != 0) continue;
    if (title / title_step > (int64_t)commit_count) give_up("there is a book that nobody made");
    present[title / title_step] = true;
  }
  return present;
}

void check_state(const struct state *state, int64_t acknowledged_before, const char *who) {
  bool *present = present_commits(state);
  struct book *tally = book_with(state, tally_book);
  int64_t last = tally ? tally->pages : 0;
  struct commit **by_serial = calloc((size_t)last + 1, sizeof *by_serial);
  if (!by_serial) give_up("no memory");
  for (size_t i = 0; i < commit_count; i++) {
    struct commit *commit = commits[i];
    if (!present[commit->number]) {
      if (commit->what == acknowledged && commit->acknowledgement <= acknowledged_before) {
        give_up("%s: commit %lld, the %lldth that was acknowledged, with the serial number %lld of"
                " %lld, is lost",
                who, (long long)commit->number, (long long)commit->acknowledgement,
                (long long)commit->serial, (long long)last);
      }
      continue;
    }
    if (commit->what == begun || commit->what == never) {
      give_up("%s: there is something of commit %lld, which never was", who,
              (long long)commit->number);
    }
    if (commit->serial < 1 || commit->serial > last || by_serial[commit->serial]) {
      give_up("%s: commit %lld with the serial number %lld of %lld is not the only one", who,
              (long long)commit->number, (long long)commit->serial, (long long)last);
    }
    by_serial[commit->serial] = commit;
  }
  struct state expected = {0};
  for (int64_t serial = 1; serial <= last; serial++) {
    if (!by_serial[serial]) {
      give_up("%s: no commit has the serial number %lld of %lld", who, (long long)serial,
              (long long)last);
    }
    for (size_t i = 0; i < by_serial[serial]->count; i++) {
      apply(&expected, by_serial[serial]->effects[i]);
    }
  }
  expect_equal(state, &expected, who);
  forget_state(&expected);
  free(by_serial);
  free(present);
}

void settle(const struct state *state) {
  bool *present = present_commits(state);
  for (size_t i = 0; i < commit_count; i++) {
    if (!present[commits[i]->number]) {
      commits[i]->what = never;
    } else if (commits[i]->what == in_doubt) {
      acknowledge(commits[i]);
    }
  }
  free(present);
}
