// These tests run the example programs, which were built with only pkg-config.
#define _XOPEN_SOURCE 700
#include "support/fixtures.h"

// An example's output, including errors, with its exit status in the last line.
static const char *example(const char *name, const char *arguments) {
  const char *folder = getenv("BW_EXAMPLES");
  if (folder == NULL) test_skip("BW_EXAMPLES is not set");
  return shell("'%s/%s' %s 2>&1; echo $?", folder, name, arguments);
}

static bool ends_with(const char *text, const char *end) {
  size_t length = strlen(text), tail = strlen(end);
  return length >= tail && strcmp(text + length - tail, end) == 0;
}

#define SAYS(text, part) \
  do { \
    if (strstr(text, part) == NULL) FAIL("no \"%s\" in:\n%s", part, text); \
  } while (0)

static const char *librarian(const char *verb) {
  char arguments[512];
  snprintf(arguments, sizeof(arguments), "'%s' %s", file_path(), verb);
  return example("librarian", arguments);
}

TEST(the_tour_creates_rates_queries_and_deletes) {
  const char *said = example("tour", "");
  SAYS(said, "Dune by Frank Herbert, rating 5\n");
  SAYS(said, "Classics #8B4513, 2 books\n");
  SAYS(said, "Rating 6: BW_ERROR_INVALID in \"rating\": ");
  SAYS(said, "Rating a deleted book: BW_ERROR_NOT_FOUND: ");
  SAYS(said, "\n2 books are left.\n");
  CHECK(ends_with(said, "\n0"));
}

TEST(the_tour_leaves_a_sound_store) {
  CHECK(ends_with(example("tour", file_path()), "\n0"));
  check_store_from_outside(file_path());
  CHECK_STRING(sqlite(file_path(), "SELECT group_concat(title, ', ') FROM books"), "Emma, Dracula");
}

TEST(the_reader_lists_page_by_page) {
  char arguments[700];
  bw_store *store = open_file();
  for (int i = 1; i <= 7; i++) {
    char title[16];
    snprintf(title, sizeof(title), "Book %d", i * 3);
    int64_t id = add_with_genre(store, title, i % 2 == 0 ? "Even" : "Odd");
    OK(bw_book_set_rating(store, id, i % 6, &fault));
  }
  snprintf(arguments, sizeof(arguments), "'%s' -p 3", opened_by(file_path()));
  const char *said = example("reader", arguments);
  SAYS(said, "Page 1\n  *      Book 3, Author\n");
  SAYS(said, "Page 3\n  *      Book 21, Author\n7 of 7 books\n");
  CHECK(strstr(said, "Page 4") == NULL && ends_with(said, "\n0"));
  snprintf(arguments, sizeof(arguments), "'%s' -p 2 -g odd -r 3", opened_by(file_path()));
  said = example("reader", arguments);
  SAYS(said, "Page 1\n  ***    Book 9, Author\n  *****  Book 15, Author\n2 of 2 books\n");
  snprintf(arguments, sizeof(arguments), "'%s' -p 2 -n 1", opened_by(file_path()));
  SAYS(example("reader", arguments), "\n2 of 7 books\n");
  close_store(store);
}

TEST(the_reader_reports_errors) {
  const char *said = example("reader", "/absent/store.bookworm");
  SAYS(said, "BW_ERROR_CANNOT_OPEN");
  CHECK(ends_with(said, "\n1"));
  CHECK(ends_with(example("reader", ""), "\n2"));
  CHECK(ends_with(example("reader", "store -p many"), "\n2"));
  CHECK(ends_with(example("reader", "store -r 6"), "\n2"));
}

TEST(the_librarian_runs_every_command) {
  SAYS(librarian("add 'Dune' 'Frank Herbert' 'Science Fiction'"), "Added Dune by Frank Herbert");
  SAYS(librarian("add 'Emma' 'Jane Austen'"), "Added Emma");
  SAYS(librarian("rate Dune 5"), "Rated Dune: 5.");
  SAYS(librarian("add-genre Emma Romance"), "Emma is in Romance now.");
  SAYS(librarian("add-genre Emma romance"), "Emma was in romance already.");
  SAYS(librarian("new-genre Classics '#00897b'"), "Made the genre Classics.");
  SAYS(librarian("add-genre Emma Classics"), "Emma is in Classics now.");
  SAYS(librarian("rename-genre Classics Classic"), "Renamed");
  SAYS(librarian("recolour Romance 112233"), "Coloured Romance");
  SAYS(librarian("list"), "  *****  Dune, Frank Herbert [Science Fiction]\n"
                          "         Emma, Jane Austen [Romance, Classic]\n  2 books\n");
  SAYS(librarian("list classic"), "  1 book\n");
  SAYS(librarian("find 'genre:romance emm*'"),
       "  Emma, Jane Austen [Romance, Classic]\n  1 book\n");
  SAYS(librarian("best 4"), "Dune, Frank Herbert [Science Fiction]\n  1 book\n");
  SAYS(librarian("genres"), "  #00897B  Classic, 1 book\n  #112233  Romance, 1 book\n");
  SAYS(librarian("remove-genre Emma Classic"), "no longer");
  SAYS(librarian("delete-genre Classic"), "Deleted the genre Classic");
  SAYS(librarian("delete Dune"), "Deleted the book Dune.");
  SAYS(librarian("list"), "Emma, Jane Austen [Romance]\n  1 book\n");
  check_store_from_outside(file_path());
}

TEST(the_librarian_shows_changes_by_other_programs) {
  const char *folder = getenv("BW_EXAMPLES");
  if (folder == NULL) test_skip("BW_EXAMPLES is not set");
  close_store(open_file());
  const char *said = shell("cd '%s'; ./librarian '%s' watch 2 > watched.txt & watcher=$!;"
                           " while ! grep -q Watching watched.txt 2>/dev/null; do sleep 0.01; done;"
                           " ./librarian '%s' add Dune Herbert Horror;"
                           " ./librarian '%s' rate Dune 4; wait $watcher; cat watched.txt",
                           folder, file_path(), file_path(), file_path());
  SAYS(said, "Watching.\nA transaction:\n  genre 1 inserted\n  book 1 inserted: Dune");
  CHECK(ends_with(said, "\nA transaction:\n  book 1 updated: Dune, rating 4"));
}

static const char *watcher_ended_by(const char *signal) {
  const char *folder = getenv("BW_EXAMPLES");
  if (folder == NULL) test_skip("BW_EXAMPLES is not set");
  close_store(open_file());
  return shell(
      "cd '%s'; rm -f watched.txt; ./watcher '%s' > watched.txt 2>&1 & watcher=$!; cd '%s';"
      " while ! grep -q Watching watched.txt 2>/dev/null; do sleep 0.01; done;"
      " ./librarian '%s' add Dune Herbert Horror; ./librarian '%s' delete Dune;"
      " while ! grep -q deleted watched.txt; do sleep 0.01; done;"
      " kill -%s $watcher; wait $watcher; echo $? >> watched.txt; cat watched.txt",
      folder, file_path(), folder, file_path(), file_path(), signal);
}

TEST(the_watcher_reports_changes_until_ctrl_c) {
  const char *said = watcher_ended_by("INT");
  SAYS(said, "Watching. Ctrl-C ends it.\nTransaction ");
  SAYS(said, ":\n  genre 1 inserted\n  book 1 inserted\nTransaction ");
  SAYS(said, ":\n  book 1 deleted\nClosed.\n");
  CHECK(ends_with(said, "\n0"));
}

TEST(the_watcher_closes_its_store_on_sigterm) {
  CHECK(ends_with(watcher_ended_by("TERM"), "Closed.\n0"));
}

TEST(the_watcher_reports_errors) {
  SAYS(example("watcher", "/absent/store.bookworm"), "watcher: BW_ERROR_CANNOT_OPEN: ");
  CHECK(ends_with(example("watcher", ""), "\n2"));
}

TEST(the_librarian_reports_errors) {
  SAYS(librarian("add Dune ' '"), "BW_ERROR_INVALID: author");
  SAYS(librarian("add Dune Herbert"), "Added");
  SAYS(librarian("rate Dune 6"), "BW_ERROR_INVALID: rating is 6");
  SAYS(librarian("rate Dune five"), "not a number: five");
  SAYS(librarian("rate Dune 4294967301"), "too large a number");
  SAYS(librarian("find 'dune rating>=9'"), "dune rating>= --> 9\n");
  SAYS(librarian("find 'dune rating>=9'"), "BW_ERROR_INVALID: '9' is not a rating");
  SAYS(librarian("rate Emma 5"), "no book has the title: Emma");
  SAYS(librarian("delete-genre Horror"), "BW_ERROR_NOT_FOUND");
  SAYS(librarian("new-genre Horror 12ZZ34"), "BW_ERROR_INVALID: colour");
  CHECK(ends_with(librarian("rate Dune"), "\n2"));
  CHECK(ends_with(librarian("delete Emma"), "\n1"));
}
