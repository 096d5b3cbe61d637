// These tests check which books a query finds, and the validation of conditions.
#include "support/fixtures.h"

static bw_store *store;
static bw_query *query;

// Five books to find. Their titles are single letters, so that expectations are short.
static void prepare(void) {
  static const struct {
    const char *title, *author, *genres[3];
    int32_t rating, status, favourite, started, finished;
    int64_t created;
  } books[] = {
      {"Étranger", "Albert Camus", {"Classics", "Poetry"}, 5, 2, 1, 20260101, 20260201, 1000},
      {"50% of it", "Zoë_Z", {"Poetry"}, 1, 0, 0, 0, 0, 2000},
      {"Straße", "ALBERT", {"Horror", "Classics"}, 3, 1, 0, 20260301, 0, 3000},
      {"Zen", "Robert", {NULL}, 0, 0, 1, 0, 0, 4000},
      {"Dune", "Frank", {"Horror", "Classics", "Poetry"}, 4, 3, 0, 20260401, 20260430, 5000},
  };
  store = open_memory();
  query = new_query();
  for (size_t i = 0; i < 5; i++) {
    bw_book book = new_book(books[i].title, books[i].author);
    bw_text genres[3];
    int64_t id;
    book.fields |=
        BW_BOOK_RATING | BW_BOOK_STATUS | BW_BOOK_FAVOURITE | BW_BOOK_CREATED | BW_BOOK_GENRE_NAMES;
    while (book.genre_name_count < 3 && books[i].genres[book.genre_name_count] != NULL) {
      genres[book.genre_name_count] = TEXT(books[i].genres[book.genre_name_count]);
      book.genre_name_count++;
    }
    book.genre_names = genres;
    book.rating = books[i].rating;
    book.status = books[i].status;
    book.favourite = books[i].favourite;
    book.created = books[i].created;
    book.started = books[i].started;
    book.finished = books[i].finished;
    if (book.started != 0) book.fields |= BW_BOOK_STARTED;
    if (book.finished != 0) book.fields |= BW_BOOK_FINISHED;
    OK(bw_book_create(store, &book, &id, &fault));
  }
}

// Checks that the query finds these books and counts as many; then replaces it with a new one.
#define FINDS(expected) \
  do { \
    int64_t counted_ = count_query(store, query); \
    bw_result *result_ = run(store, query); \
    CHECK_INT(count_rows(result_), counted_); \
    CHECK_STRING(titles_of(result_), expected); \
    OK(bw_query_free(query)); \
    query = new_query(); \
  } while (0)

static int64_t genre(const char *name) {
  int64_t id;
  OK(bw_genre_find(store, name, -1, &id, &fault));
  return id;
}

TEST(a_query_without_conditions_finds_every_book_by_title) {
  prepare();
  FINDS("50% of it|Dune|Étranger|Straße|Zen");
}

TEST(genres_match_any_all_or_none) {
  prepare();
  const int64_t two[] = {genre("Classics"), genre("Poetry")};
  OK(bw_query_where_genres(query, BW_MATCH_ANY, two, 2, &fault));
  FINDS("50% of it|Dune|Étranger|Straße");
  OK(bw_query_where_genres(query, BW_MATCH_ALL, two, 2, &fault));
  FINDS("Dune|Étranger");
  OK(bw_query_where_genres(query, BW_MATCH_NONE, two, 2, &fault));
  FINDS("Zen");
  OK(bw_query_where_genres(query, BW_MATCH_ANY, two, 1, &fault));
  FINDS("Dune|Étranger|Straße");
}

TEST(several_conditions_on_genres_all_apply) {
  prepare();
  const int64_t classics = genre("Classics"), horror = genre("Horror"), poetry = genre("Poetry");
  OK(bw_query_where_genres(query, BW_MATCH_ANY, &classics, 1, &fault));
  OK(bw_query_where_genres(query, BW_MATCH_NONE, &horror, 1, &fault));
  FINDS("Étranger");
  OK(bw_query_where_genres(query, BW_MATCH_ALL, &horror, 1, &fault));
  OK(bw_query_where_genres(query, BW_MATCH_ALL, &poetry, 1, &fault));
  FINDS("Dune");
}

TEST(a_repeated_genre_in_a_query_counts_once) {
  prepare();
  const int64_t twice[] = {genre("Horror"), genre("Horror")};
  OK(bw_query_where_genres(query, BW_MATCH_ALL, twice, 2, &fault));
  FINDS("Dune|Straße");
}

TEST(an_unknown_genre_matches_no_book) {
  prepare();
  const int64_t ids[] = {999, -1};
  OK(bw_query_where_genres(query, BW_MATCH_ANY, ids, 2, &fault));
  FINDS("");
  OK(bw_query_where_genres(query, BW_MATCH_ALL, ids, 1, &fault));
  FINDS("");
  OK(bw_query_where_genres(query, BW_MATCH_NONE, ids, 2, &fault));
  FINDS("50% of it|Dune|Étranger|Straße|Zen");
}

TEST(genres_by_name_are_looked_up_when_the_query_runs) {
  prepare();
  const bw_text names[] = {TEXT("HORROR"), TEXT("Later")};
  OK(bw_query_where_genre_names(query, BW_MATCH_ANY, names, 2, &fault));
  CHECK_STRING(titles_of_query(store, query), "Dune|Straße");
  add_with_genre(store, "New", "later");
  FINDS("Dune|New|Straße");
  OK(bw_query_where_genre_names(query, BW_MATCH_ALL, names, 2, &fault));
  FINDS("");
  OK(bw_query_where_genre_names(query, BW_MATCH_NONE, names, 2, &fault));
  FINDS("50% of it|Étranger|Zen");
}

TEST(ratings_are_in_a_range_with_or_without_unrated_books) {
  prepare();
  OK(bw_query_where_rating(query, 3, 5, 0, &fault));
  FINDS("Dune|Étranger|Straße");
  OK(bw_query_where_rating(query, 1, 1, 0, &fault));
  FINDS("50% of it");
  OK(bw_query_where_rating(query, 4, 5, 1, &fault));
  FINDS("Dune|Étranger|Zen");
  OK(bw_query_where_rating(query, 0, 0, 0, &fault));
  FINDS("Zen");
  static const int32_t wrong[][3] = {{-1, 5, 0}, {1, 6, 0}, {4, 2, 0},         {1, 5, 2},
                                     {1, 5, -1}, {6, 6, 0}, {1, INT32_MAX, 0}, {INT32_MIN, 5, 0}};
  for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
    bw_status status = bw_query_where_rating(query, wrong[i][0], wrong[i][1], wrong[i][2], &fault);
    CHECK(status == BW_ERROR_INVALID || status == BW_ERROR_ARGUMENT);
  }
  FINDS("50% of it|Dune|Étranger|Straße|Zen");
}

TEST(favourites_are_found_or_excluded) {
  prepare();
  OK(bw_query_where_favourite(query, 1, &fault));
  FINDS("Étranger|Zen");
  OK(bw_query_where_favourite(query, 0, &fault));
  FINDS("50% of it|Dune|Straße");
  FAILS_AT(BW_ERROR_INVALID, "favourite", bw_query_where_favourite(query, 2, &fault));
}

TEST(absent_fields_are_a_condition) {
  prepare();
  OK(bw_query_where_absent(query, BW_BOOK_GENRES, 1, &fault));
  FINDS("Zen");
  OK(bw_query_where_absent(query, BW_BOOK_STARTED | BW_BOOK_GENRES, 0, &fault));
  FINDS("Dune|Étranger|Straße");
  OK(bw_query_where_absent(query, BW_BOOK_FINISHED, 1, &fault));
  OK(bw_query_where_absent(query, BW_BOOK_RATING, 0, &fault));
  FINDS("50% of it|Straße");
  FAILS_AT(BW_ERROR_ARGUMENT, "fields", bw_query_where_absent(query, 0, 1, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "fields", bw_query_where_absent(query, BW_BOOK_TITLE, 1, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "fields", bw_query_where_absent(query, UINT64_C(1) << 63, 1, &fault));
  FAILS_AT(BW_ERROR_INVALID, "absent", bw_query_where_absent(query, BW_BOOK_GENRES, 2, &fault));
  FINDS("50% of it|Dune|Étranger|Straße|Zen");
}

TEST(a_query_excludes_or_adds_the_books_of_another) {
  prepare();
  bw_query *other = new_query();
  OK(bw_query_where_rating(other, 4, 5, 0, &fault));
  OK(bw_query_where_not(query, other, &fault));
  FINDS("50% of it|Straße|Zen");
  OK(bw_query_where_favourite(query, 1, &fault));
  OK(bw_query_where_either(query, other, &fault));
  // Filters added to the other query afterwards do not count.
  OK(bw_query_where_favourite(other, 0, &fault));
  CHECK_STRING(titles_of_query(store, query), "Dune|Étranger|Zen");
  OK(bw_query_where_not(query, other, &fault));
  FINDS("Étranger|Zen");
  OK(bw_query_set_limit(other, 3, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "other", bw_query_where_not(query, other, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "other", bw_query_where_either(query, other, &fault));
  OK(bw_query_free(other));
  // A query may be nested in itself.
  OK(bw_query_where_favourite(query, 1, &fault));
  OK(bw_query_where_not(query, query, &fault));
  FINDS("");
  bw_status status = BW_OK;
  for (int i = 0; i < 20 && status == BW_OK; i++) {
    status = bw_query_where_not(query, query, &fault);
  }
  CHECK_INT(status, BW_ERROR_TOO_LARGE);
}

TEST(an_identifier_is_found_in_any_spelling) {
  prepare();
  bw_text schemes[] = {TEXT("ISBN-13"), TEXT("doi")};
  bw_text values[] = {TEXT("978-0-441-17271-9"), TEXT("10.1000/AbC")};
  bw_book book = new_book("Found", "Author");
  int64_t id;
  book.fields |= BW_BOOK_IDENTIFIER_SCHEMES | BW_BOOK_IDENTIFIER_VALUES;
  book.identifier_schemes = schemes;
  book.identifier_values = values;
  book.identifier_count = 2;
  OK(bw_book_create(store, &book, &id, &fault));
  OK(bw_query_where_identifier(query, "isbn", -1, "0441172717", -1, &fault));
  FINDS("Found");
  OK(bw_query_where_identifier(query, "DOI", -1, "10.1000/abc", -1, &fault));
  OK(bw_query_where_identifier(query, "isbn10", -1, "0 441 17271 7", -1, &fault));
  FINDS("Found");
  OK(bw_query_where_identifier(query, "doi", -1, "0441172717", -1, &fault));
  FINDS("");
  FAILS_AT(BW_ERROR_INVALID, "scheme", bw_query_where_identifier(query, "", -1, "1", -1, &fault));
  FAILS_AT(BW_ERROR_INVALID, "value",
           bw_query_where_identifier(query, "isbn", -1, " ", -1, &fault));
}

TEST(several_statuses_match_any_of_them) {
  prepare();
  OK(bw_query_where_status(query, BW_BOOK_STATUS_COMPLETED, &fault));
  FINDS("Étranger");
  OK(bw_query_where_status(query, BW_BOOK_STATUS_IN_PROGRESS, &fault));
  OK(bw_query_where_status(query, BW_BOOK_STATUS_DID_NOT_FINISH, &fault));
  FINDS("Dune|Straße");
  FAILS_AT(BW_ERROR_INVALID, "status", bw_query_where_status(query, (bw_book_status)4, &fault));
  FAILS_AT(BW_ERROR_INVALID, "status", bw_query_where_status(query, (bw_book_status)-1, &fault));
}

TEST(titles_and_authors_contain_a_text_whatever_its_case_and_accents) {
  prepare();
  OK(bw_query_where_contains(query, BW_BOOK_TITLE, "ETR", -1, &fault));
  FINDS("Étranger");
  OK(bw_query_where_contains(query, BW_BOOK_TITLE, "strasse", -1, &fault));
  FINDS("Straße");
  OK(bw_query_where_contains(query, BW_BOOK_AUTHOR, "albert", -1, &fault));
  FINDS("Étranger|Straße");
  OK(bw_query_where_contains(query, BW_BOOK_AUTHOR, "bert and more", 4, &fault));
  FINDS("Étranger|Straße|Zen");
  OK(bw_query_where_contains(query, BW_BOOK_AUTHOR, "zoe", -1, &fault));
  FINDS("50% of it");
}

TEST(several_texts_must_all_be_contained) {
  prepare();
  OK(bw_query_where_contains(query, BW_BOOK_TITLE, "e", -1, &fault));
  OK(bw_query_where_contains(query, BW_BOOK_TITLE, "n", -1, &fault));
  OK(bw_query_where_contains(query, BW_BOOK_TITLE, "d", -1, &fault));
  FINDS("Dune");
}

TEST(a_text_is_never_a_pattern) {
  prepare();
  OK(bw_query_where_contains(query, BW_BOOK_TITLE, "%", -1, &fault));
  FINDS("50% of it");
  OK(bw_query_where_contains(query, BW_BOOK_AUTHOR, "_", -1, &fault));
  FINDS("50% of it");
  OK(bw_query_where_contains(query, BW_BOOK_TITLE, "*", -1, &fault));
  FINDS("");
  OK(bw_query_where_contains(query, BW_BOOK_TITLE, "' OR 1=1 --", -1, &fault));
  FINDS("");
}

TEST(created_is_between_two_instants) {
  prepare();
  OK(bw_query_where_created(query, 2000, 4000, &fault));
  FINDS("50% of it|Straße");
  OK(bw_query_where_created(query, INT64_MIN, 2000, &fault));
  FINDS("Étranger");
  OK(bw_query_where_created(query, 4000, INT64_MAX, &fault));
  FINDS("Dune|Zen");
  OK(bw_query_where_created(query, 3000, 3000, &fault));
  FINDS("");
}

TEST(started_and_finished_are_between_two_days) {
  prepare();
  OK(bw_query_where_started(query, 20260101, 20260301, &fault));
  FINDS("Étranger|Straße");
  OK(bw_query_where_started(query, 20260102, 0, &fault));
  FINDS("Dune|Straße");
  OK(bw_query_where_finished(query, 0, 20260201, &fault));
  FINDS("Étranger");
  OK(bw_query_where_finished(query, 20260430, 20260430, &fault));
  FINDS("Dune");
}

TEST(days_that_do_not_exist_are_refused) {
  static const int32_t wrong[] = {20260230, 20251301, 1, -1, INT32_MAX, INT32_MIN};
  prepare();
  for (size_t i = 0; i < 6; i++) {
    FAILS(BW_ERROR_INVALID, bw_query_where_started(query, wrong[i], 20260101, &fault));
    FAILS(BW_ERROR_INVALID, bw_query_where_started(query, 20260101, wrong[i], &fault));
    FAILS(BW_ERROR_INVALID, bw_query_where_finished(query, wrong[i], 0, &fault));
    FAILS(BW_ERROR_INVALID, bw_query_where_finished(query, 0, wrong[i], &fault));
  }
  FINDS("50% of it|Dune|Étranger|Straße|Zen");
}

TEST(a_range_that_ends_before_it_begins_is_refused) {
  prepare();
  FAILS(BW_ERROR_INVALID, bw_query_where_created(query, 2, 1, &fault));
  FAILS(BW_ERROR_INVALID, bw_query_where_started(query, 20260102, 20260101, &fault));
  FAILS(BW_ERROR_INVALID, bw_query_where_finished(query, 20260102, 20260101, &fault));
  FAILS(BW_ERROR_INVALID, bw_query_where_rating(query, 5, 4, 0, &fault));
  FINDS("50% of it|Dune|Étranger|Straße|Zen");
}

TEST(all_conditions_apply_together) {
  prepare();
  const int64_t classics = genre("Classics");
  OK(bw_query_where_genres(query, BW_MATCH_ANY, &classics, 1, &fault));
  OK(bw_query_where_rating(query, 3, 5, 0, &fault));
  OK(bw_query_where_contains(query, BW_BOOK_AUTHOR, "albert", -1, &fault));
  OK(bw_query_where_favourite(query, 1, &fault));
  OK(bw_query_where_status(query, BW_BOOK_STATUS_COMPLETED, &fault));
  OK(bw_query_where_created(query, 0, 2000, &fault));
  OK(bw_query_where_finished(query, 20260101, 20261231, &fault));
  FINDS("Étranger");
}

TEST(a_wrong_match_is_refused) {
  prepare();
  const int64_t id = 1;
  const bw_text name = TEXT("Horror");
  FAILS(BW_ERROR_ARGUMENT, bw_query_where_genres(query, (bw_match)3, &id, 1, &fault));
  FAILS(BW_ERROR_ARGUMENT, bw_query_where_genres(query, (bw_match)-1, &id, 1, &fault));
  FAILS(BW_ERROR_ARGUMENT, bw_query_where_genres(query, BW_MATCH_ANY, NULL, 1, &fault));
  FAILS(BW_ERROR_ARGUMENT, bw_query_where_genres(query, BW_MATCH_ANY, &id, -1, &fault));
  FAILS(BW_ERROR_ARGUMENT, bw_query_where_genre_names(query, (bw_match)3, &name, 1, &fault));
  FAILS(BW_ERROR_ARGUMENT, bw_query_where_genre_names(query, BW_MATCH_ANY, NULL, 1, &fault));
  FAILS(BW_ERROR_ARGUMENT, bw_query_where_genre_names(query, BW_MATCH_ANY, &name, -1, &fault));
  FINDS("50% of it|Dune|Étranger|Straße|Zen");
}

TEST(a_query_runs_on_any_store_any_number_of_times) {
  prepare();
  bw_store *other = open_memory();
  OK(bw_query_where_rating(query, 5, 5, 0, &fault));
  CHECK_STRING(titles_of_query(store, query), "Étranger");
  CHECK_STRING(titles_of_query(other, query), "");
  add_rated(other, "Other", 5);
  CHECK_STRING(titles_of_query(other, query), "Other");
  close_store(store);
  CHECK_STRING(titles_of_query(other, query), "Other");
  FAILS(BW_ERROR_HANDLE, bw_query_run(store, query, &(bw_result *){NULL}, &fault));
}

TEST(freeing_a_query_twice_does_no_harm) {
  prepare();
  int64_t count = 42;
  CHECK_STATUS(bw_query_free(NULL), BW_OK);
  OK(bw_query_free(query));
  CHECK_STATUS(bw_query_free(query), BW_ERROR_HANDLE);
  FAILS(BW_ERROR_HANDLE, bw_query_count(store, query, &count, &fault));
  FAILS(BW_ERROR_HANDLE, bw_query_set_limit(query, 1, &fault));
  CHECK_INT(count, 42);
}
