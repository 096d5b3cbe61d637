// These tests write and read contributors as parallel lists, in structs, columns and queries.
#include "support/arrow.h"

static bw_text NAMES[3], ROLES[3], SORTS[3];

static bw_book book_with_contributors(void) {
  bw_book book;
  BW_INIT(book);
  memset(SORTS, 0, sizeof(SORTS));
  memset(ROLES, 0, sizeof(ROLES));
  NAMES[0] = TEXT("Terry Pratchett");
  NAMES[1] = TEXT("Neil Gaiman");
  NAMES[2] = TEXT("Martin Jarvis");
  SORTS[0] = TEXT("Pratchett, Terry");
  ROLES[2] = TEXT("Narrator");
  book.fields = BW_BOOK_TITLE | BW_BOOK_CONTRIBUTOR_NAMES | BW_BOOK_CONTRIBUTOR_SORTS |
                BW_BOOK_CONTRIBUTOR_ROLES;
  book.title = TEXT("Good Omens");
  book.contributor_names = NAMES;
  book.contributor_sorts = SORTS;
  book.contributor_roles = ROLES;
  book.contributor_count = 3;
  return book;
}

TEST(a_book_has_its_contributors_in_order) {
  bw_store *store = open_file();
  bw_book book = book_with_contributors();
  int64_t id;
  OK(bw_book_create(store, &book, &id, &fault));
  bw_result *result;
  BW_INIT(book);
  OK(bw_book_get(store, id, BW_FIELDS_ALL, &book, &result, &fault));
  CHECK_TEXT(book.author, "Terry Pratchett, Neil Gaiman");
  CHECK_INT(book.contributor_count, 3);
  CHECK_TEXT(book.contributor_names[2], "Martin Jarvis");
  CHECK_TEXT(book.contributor_roles[0], "author");
  CHECK_TEXT(book.contributor_roles[2], "narrator");
  CHECK_TEXT(book.contributor_sorts[0], "Pratchett, Terry");
  CHECK_TEXT(book.contributor_sorts[1], "");
  OK(bw_result_free(result));
  BW_INIT(book);
  OK(bw_book_get(store, id, BW_FIELDS_DEFAULT, &book, &result, &fault));
  CHECK_INT(book.contributor_count, 0);
  OK(bw_result_free(result));
}

TEST(each_row_of_a_result_has_its_own) {
  bw_store *store = open_file();
  bw_book book = book_with_contributors();
  OK(bw_book_create(store, &book, NULL, &fault));
  book.contributor_names = NAMES + 1;
  book.contributor_count = 1;
  book.fields = BW_BOOK_TITLE | BW_BOOK_CONTRIBUTOR_NAMES;
  int64_t id;
  OK(bw_book_create(store, &book, &id, &fault));
  bw_query *query;
  bw_result *result;
  OK(bw_query_new(&query, &fault));
  OK(bw_query_set_fields(query, BW_BOOK_CONTRIBUTOR_ROLES | BW_BOOK_CONTRIBUTOR_NAMES, &fault));
  OK(bw_query_run(store, query, &result, &fault));
  CHECK_INT(count_rows(result), 2);
  for (int64_t row = 0; row < 2; row++) {
    BW_INIT(book);
    OK(bw_result_get_book(result, row, &book, &fault));
    int64_t last = book.contributor_count - 1;
    CHECK_TEXT(book.contributor_names[last], last == 2 ? "Martin Jarvis" : "Neil Gaiman");
    CHECK_TEXT(book.contributor_roles[last], last == 2 ? "narrator" : "author");
    CHECK(book.contributor_sorts == NULL);
  }
  OK(bw_result_free(result));
  OK(bw_query_free(query));
}

TEST(invalid_contributors_are_refused_and_the_field_is_named) {
  bw_store *store = open_file();
  bw_book book = book_with_contributors();
  NAMES[1] = TEXT(" ");
  FAILS_AT(BW_ERROR_INVALID, "contributor_names", bw_book_create(store, &book, NULL, &fault));
  NAMES[1].data = NULL;
  FAILS_AT(BW_ERROR_ARGUMENT, "contributor_names", bw_book_create(store, &book, NULL, &fault));
  book.contributor_names = NULL;
  FAILS_AT(BW_ERROR_ARGUMENT, "contributor_names", bw_book_create(store, &book, NULL, &fault));
  book = book_with_contributors();
  book.fields &= ~BW_BOOK_CONTRIBUTOR_NAMES;
  book.fields |= BW_BOOK_AUTHOR;
  book.author = TEXT("A");
  FAILS_AT(BW_ERROR_INVALID, "contributor_names", bw_book_create(store, &book, NULL, &fault));
  book = book_with_contributors();
  ROLES[1] = TEXT("\xff");
  FAILS_AT(BW_ERROR_TEXT, "contributor_roles", bw_book_create(store, &book, NULL, &fault));
  ROLES[1] = TEXT("\t");
  FAILS_AT(BW_ERROR_INVALID, "contributor_roles", bw_book_create(store, &book, NULL, &fault));
  book.contributor_count = -1;
  FAILS_AT(BW_ERROR_ARGUMENT, "contributor_count", bw_book_create(store, &book, NULL, &fault));
  book.contributor_count = 10001;
  FAILS_AT(BW_ERROR_TOO_LARGE, "contributor_names", bw_book_create(store, &book, NULL, &fault));
  book = book_with_contributors();
  NAMES[0] = TEXT("Nobody");
  for (int i = 0; i < 3; i++) ROLES[i] = TEXT("editor");
  FAILS_AT(BW_ERROR_INVALID, "author", bw_book_create(store, &book, NULL, &fault));
}

TEST(a_change_replaces_or_removes_all_contributors) {
  bw_store *store = open_file();
  bw_book book = book_with_contributors();
  int64_t id;
  OK(bw_book_create(store, &book, &id, &fault));
  book.fields = BW_BOOK_CONTRIBUTOR_NAMES;
  book.contributor_count = 1;
  OK(bw_book_update(store, id, &book, 0, &fault));
  bw_result *result;
  BW_INIT(book);
  OK(bw_book_get(store, id, BW_FIELDS_ALL, &book, &result, &fault));
  CHECK_INT(book.contributor_count, 1);
  CHECK_TEXT(book.author, "Terry Pratchett");
  OK(bw_result_free(result));
  book.fields = 0;
  OK(bw_book_update(store, id, &book, BW_BOOK_CONTRIBUTOR_NAMES, &fault));
  BW_INIT(book);
  OK(bw_book_get(store, id, BW_FIELDS_ALL, &book, &result, &fault));
  CHECK_INT(book.contributor_count, 0);
  CHECK_TEXT(book.author, "Terry Pratchett");
  OK(bw_result_free(result));
}

static int64_t count_of(bw_store *store, bw_query *query) {
  int64_t count;
  OK(bw_query_count(store, query, &count, &fault));
  OK(bw_query_free(query));
  return count;
}

static bw_query *query_of(const char *name, const char *role) {
  bw_query *query = new_query();
  OK(bw_query_where_person(query, name, -1, role, -1, &fault));
  return query;
}

TEST(a_query_finds_a_persons_books) {
  bw_store *store = open_file();
  bw_book book = book_with_contributors();
  OK(bw_book_create(store, &book, NULL, &fault));
  add_book(store, "Stardust", "NEIL GAIMAN");
  CHECK_INT(count_of(store, query_of("Neil Gaiman", NULL)), 2);
  CHECK_INT(count_of(store, query_of("neil gaiman", "Author")), 2);
  CHECK_INT(count_of(store, query_of("Martin Jarvis", "narrator")), 1);
  CHECK_INT(count_of(store, query_of("Martin Jarvis", "author")), 0);
  bw_query *query = new_query();
  OK(bw_query_where_person_contains(query, "JARV", -1, NULL, 0, &fault));
  CHECK_INT(count_of(store, query), 1);
  query = new_query();
  FAILS_AT(BW_ERROR_INVALID, "name", bw_query_where_person(query, " ", -1, NULL, 0, &fault));
  FAILS_AT(BW_ERROR_INVALID, "role", bw_query_where_person(query, "A", -1, " ", -1, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "name", bw_query_where_person(query, NULL, 0, NULL, 0, &fault));
  FAILS_AT(BW_ERROR_TEXT, "text",
           bw_query_where_person_contains(query, "\xff", -1, NULL, 0, &fault));
  OK(bw_query_free(query));
}

TEST(two_spellings_of_a_name_become_one_person) {
  bw_store *store = open_file();
  bw_book book = book_with_contributors();
  OK(bw_book_create(store, &book, NULL, &fault));
  add_book(store, "Stardust", "N. Gaiman");
  int64_t changed;
  OK(bw_person_rename(store, "N. Gaiman", -1, "Neil Gaiman", -1, NULL, 0, &changed, &fault));
  CHECK_INT(changed, 1);
  CHECK_INT(count_of(store, query_of("Neil Gaiman", "author")), 2);
  OK(bw_person_rename(store, "Neil Gaiman", -1, "N. R. Gaiman", -1, "Gaiman, N. R.", -1, &changed,
                      &fault));
  CHECK_INT(changed, 2);
  OK(bw_store_undo(store, NULL, &fault));
  CHECK_INT(count_of(store, query_of("Neil Gaiman", NULL)), 2);
  OK(bw_person_rename(store, "Nobody", -1, "Somebody", -1, NULL, 0, &changed, &fault));
  CHECK_INT(changed, 0);
  FAILS_AT(BW_ERROR_INVALID, "new_name",
           bw_person_rename(store, "A", -1, " ", -1, NULL, 0, NULL, &fault));
}
