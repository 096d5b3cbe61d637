// These tests check genres: names that are equal after folding, colours, and the effects of
// deleting.
#include "support/fixtures.h"

static void check_colour(bw_store *store, int64_t id, const char *colour, uint32_t rgb) {
  bw_result *result;
  bw_genre genre = get_genre(store, id, &result);
  CHECK_TEXT(genre.colour, colour);
  CHECK_INT(genre.rgb, rgb);
  OK(bw_result_free(result));
}

TEST(a_genre_is_red_unless_it_is_standard_or_a_colour_is_given) {
  bw_store *store = open_memory();
  int64_t id;
  check_colour(store, add_genre(store, "Science Fiction"), "#FF0000", 0xFF0000);
  check_colour(store, add_genre(store, "thriller"), "#000000", 0);
  OK(bw_genre_create(store, "Horror", -1, "00ff7f", -1, &id, &fault));
  check_colour(store, id, "#00FF7F", 0x00FF7F);
  OK(bw_genre_create(store, "Kids", -1, "#abCDef", -1, &id, &fault));
  check_colour(store, id, "#ABCDEF", 0xABCDEF);
  OK(bw_genre_create(store, "Essay", -1, "#123456 and more", 7, &id, &fault));
  check_colour(store, id, "#123456", 0x123456);
  close_store(store);
}

static const char *const no_colours[] = {"12ZZ34",    "#12ZZ34",   "#FFF",     "FFF",
                                         "#FF0000AA", "#RRGGBBAA", "",         "#",
                                         "##FF000",   "red",       " #FF0000", "#FF0000 ",
                                         "#FF 000",   "-FF000",    "#0xFF00",  "\xEF\xBC\x91"};

TEST(a_text_that_is_not_a_colour_is_refused) {
  bw_store *store = open_memory();
  int64_t genre = add_genre(store, "Horror"), id = 42;
  for (size_t i = 0; i < sizeof(no_colours) / sizeof(no_colours[0]); i++) {
    const char *colour = no_colours[i];
    FAILS_AT(BW_ERROR_INVALID, "colour",
             bw_genre_create(store, "New", -1, colour, -1, &id, &fault));
    FAILS_AT(BW_ERROR_INVALID, "colour", bw_genre_set_colour(store, genre, colour, -1, &fault));
  }
  CHECK_INT(id, 42);
  CHECK_INT(count_genres(store), 1);
  close_store(store);
}

TEST(a_genre_is_recoloured) {
  bw_store *store = open_memory();
  int64_t id = add_genre(store, "Science Fiction");
  OK(bw_genre_set_colour(store, id, "0a0b0c", -1, &fault));
  check_colour(store, id, "#0A0B0C", 0x0A0B0C);
  close_store(store);
}

TEST(a_damaged_colour_shows_as_red) {
  bw_store *store = open_file();
  int64_t id = add_genre(store, "Thriller");
  close_store(store);
  sqlite(file_path(), "UPDATE genres SET colour = 'mauve'");
  store = open_file();
  check_colour(store, id, "mauve", 0xFF0000);
  close_store(store);
}

TEST(a_blank_name_is_refused) {
  static const char *const blanks[] = {"", " ", "\t\n", "\xC2\xA0", "\xE3\x80\x80", "\xE2\x80\x83"};
  bw_store *store = open_memory();
  int64_t genre = add_genre(store, "Horror"), id = 42;
  for (size_t i = 0; i < sizeof(blanks) / sizeof(blanks[0]); i++) {
    const bw_text names[] = {TEXT("Poetry"), TEXT(blanks[i])};
    FAILS_AT(BW_ERROR_INVALID, "name", bw_genre_create(store, blanks[i], -1, NULL, 0, &id, &fault));
    FAILS_AT(BW_ERROR_INVALID, "name", bw_genre_rename(store, genre, blanks[i], -1, &fault));
    FAILS_AT(BW_ERROR_INVALID, "name",
             bw_genre_find_or_create(store, blanks[i], -1, &id, NULL, &fault));
    FAILS(BW_ERROR_INVALID, bw_genres_find_or_create(store, names, 2, NULL, NULL, &fault));
    CHECK_INT(fault.row, 1);
  }
  CHECK_INT(id, 42);
  CHECK_INT(count_genres(store), 1);
  close_store(store);
}

TEST(names_that_fold_to_the_same_text_are_one_genre) {
  static const char *const pairs[][2] = {
      {"Fantasy", "FANTASY"},
      {"Straße", "STRASSE"},
      {"Science Fiction", "\xEF\xBC\xB3\xEF\xBD\x83ience \xEF\xAC\x81"
                          "ction"}, // wide S and c, ligature
      {"Café", "CAFE\xCC\x81"},
      {"Ὀδυσσεύς", "ὈΔΥΣΣΕΎΣ"},
      {"Ⅷ", "viii"},
  };
  bw_store *store = open_memory();
  for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
    int64_t id = add_genre(store, pairs[i][0]), other = 42;
    int32_t created = 42;
    FAILS_AT(BW_ERROR_EXISTS, "name",
             bw_genre_create(store, pairs[i][1], -1, NULL, 0, &other, &fault));
    CHECK_INT(other, 42);
    OK(bw_genre_find(store, pairs[i][1], -1, &other, &fault));
    CHECK_INT(other, id);
    OK(bw_genre_find_or_create(store, pairs[i][1], -1, &other, &created, &fault));
    CHECK_INT(other, id);
    CHECK_INT(created, 0);
  }
  close_store(store);
}

TEST(names_that_differ_in_an_accent_are_two_genres) {
  bw_store *store = open_memory();
  int64_t with = add_genre(store, "Café"), without = add_genre(store, "Cafe");
  CHECK(with != without);
  close_store(store);
}

TEST(a_name_is_stored_as_given) {
  bw_store *store = open_memory();
  bw_result *result;
  int64_t id = add_genre(store, "sCiFi");
  CHECK_TEXT(get_genre(store, id, &result).name, "sCiFi");
  OK(bw_result_free(result));
  close_store(store);
}

TEST(an_unknown_name_is_not_found) {
  bw_store *store = open_memory();
  int64_t id = 42;
  FAILS(BW_ERROR_NOT_FOUND, bw_genre_find(store, "Horror", -1, &id, &fault));
  CHECK_INT(id, 42);
  CHECK_INT(count_genres(store), 0);
  close_store(store);
}

TEST(finding_or_creating_says_whether_it_created) {
  bw_store *store = open_memory();
  int64_t id = 0, again = 0;
  int32_t created = 42;
  OK(bw_genre_find_or_create(store, "Thriller", -1, &id, &created, &fault));
  CHECK_INT(created, 1);
  check_colour(store, id, "#000000", 0);
  OK(bw_genre_find_or_create(store, "thriller", -1, &again, NULL, &fault));
  CHECK_INT(again, id);
  CHECK_INT(count_genres(store), 1);
  close_store(store);
}

TEST(many_names_are_found_or_created_at_once) {
  bw_store *store = open_memory();
  const bw_text names[] = {TEXT("Poetry"), TEXT("Horror"), TEXT("POETRY"), TEXT("Essay")};
  int64_t ids[4] = {0}, created = 42, horror = add_genre(store, "horror");
  OK(bw_genres_find_or_create(store, names, 4, ids, &created, &fault));
  CHECK_INT(created, 2);
  CHECK_INT(ids[1], horror);
  CHECK_INT(ids[2], ids[0]);
  CHECK(ids[3] != ids[0] && ids[3] != horror);
  OK(bw_genres_find_or_create(store, names, 4, NULL, NULL, &fault));
  OK(bw_genres_find_or_create(store, NULL, 0, NULL, &created, &fault));
  CHECK_INT(created, 0);
  FAILS(BW_ERROR_ARGUMENT, bw_genres_find_or_create(store, NULL, 1, NULL, NULL, &fault));
  FAILS(BW_ERROR_ARGUMENT, bw_genres_find_or_create(store, names, -1, NULL, NULL, &fault));
  CHECK_INT(count_genres(store), 3);
  close_store(store);
}

TEST(an_invalid_name_among_many_creates_no_genre) {
  bw_store *store = open_memory();
  const bw_text names[] = {TEXT("Poetry"), TEXT("Horror"), bytes("a\0b", 3)};
  int64_t ids[3] = {42, 42, 42}, created = 42;
  FAILS_AT_BYTE(NULL, 1, bw_genres_find_or_create(store, names, 3, ids, &created, &fault));
  CHECK_INT(fault.row, 2);
  CHECK_INT(created, 42);
  CHECK_INT(ids[0], 42);
  CHECK_INT(count_genres(store), 0);
  close_store(store);
}

TEST(a_genre_is_renamed_but_not_to_the_name_of_another) {
  bw_store *store = open_memory();
  int64_t id = add_with_genre(store, "Dune", "SF"), genre, found;
  bw_result *result;
  add_genre(store, "Horror");
  OK(bw_genre_find(store, "SF", -1, &genre, &fault));
  FAILS_AT(BW_ERROR_EXISTS, "name", bw_genre_rename(store, genre, "HORROR", -1, &fault));
  OK(bw_genre_rename(store, genre, "sf", -1, &fault));
  OK(bw_genre_rename(store, genre, "Science Fiction", -1, &fault));
  OK(bw_genre_find(store, "science fiction", -1, &found, &fault));
  CHECK_INT(found, genre);
  FAILS(BW_ERROR_NOT_FOUND, bw_genre_find(store, "SF", -1, &found, &fault));
  OK(bw_book_list_genres(store, id, &result, &fault));
  CHECK_STRING(names_of(result), "Science Fiction");
  close_store(store);
}

TEST(unknown_genres_are_not_found) {
  bw_store *store = open_memory();
  const int64_t ids[] = {add_genre(store, "Horror") + 1, 0, -1, INT64_MAX, INT64_MIN};
  for (size_t i = 0; i < 5; i++) {
    bw_result *result = (bw_result *)&fault;
    bw_genre genre;
    BW_INIT(genre);
    FAILS(BW_ERROR_NOT_FOUND, bw_genre_get(store, ids[i], &genre, &result, &fault));
    FAILS(BW_ERROR_NOT_FOUND, bw_genre_rename(store, ids[i], "New", -1, &fault));
    FAILS(BW_ERROR_NOT_FOUND, bw_genre_set_colour(store, ids[i], "#000000", -1, &fault));
    FAILS(BW_ERROR_NOT_FOUND, bw_genre_delete(store, ids[i], &fault));
    FAILS(BW_ERROR_NOT_FOUND, bw_genre_list_books(store, ids[i], 0, &result, &fault));
    CHECK(result == (bw_result *)&fault);
    CHECK_INT(genre.id, 0);
  }
  CHECK_INT(count_genres(store), 1);
  close_store(store);
}

TEST(deleting_a_genre_removes_it_from_its_books_and_deletes_no_book) {
  bw_store *store = open_file();
  int64_t book = add_with_genre(store, "Dracula", "Horror"), horror, again;
  bw_result *result;
  OK(bw_genre_find(store, "Horror", -1, &horror, &fault));
  OK(bw_genre_delete(store, horror, &fault));
  CHECK_INT(count_books(store), 1);
  CHECK_INT(count_genres(store), 0);
  OK(bw_book_list_genres(store, book, &result, &fault));
  CHECK_INT(count_rows(result), 0);
  OK(bw_result_free(result));
  FAILS(BW_ERROR_NOT_FOUND, bw_genre_delete(store, horror, &fault));
  again = add_genre(store, "Horror");
  CHECK(again > horror);
  CHECK_INT(books_of_genre(store, again), 0);
  check_integrity(file_path());
  close_store(store);
}

TEST(many_genres_are_deleted_and_unknown_ids_are_ignored) {
  bw_store *store = open_memory();
  const int64_t ids[] = {add_genre(store, "A"), -1, add_genre(store, "B"), 0, INT64_MAX};
  int64_t deleted = 42, kept = add_genre(store, "C");
  FAILS(BW_ERROR_ARGUMENT, bw_genres_delete(store, NULL, 1, &deleted, &fault));
  FAILS(BW_ERROR_ARGUMENT, bw_genres_delete(store, ids, -1, &deleted, &fault));
  CHECK_INT(deleted, 42);
  OK(bw_genres_delete(store, ids, 5, &deleted, &fault));
  CHECK_INT(deleted, 2);
  CHECK_INT(books_of_genre(store, kept), 0);
  OK(bw_genres_delete(store, NULL, 0, NULL, &fault));
  CHECK_INT(count_genres(store), 1);
  close_store(store);
}

TEST(genres_are_listed_in_human_friendly_order) {
  static const char *const names[] = {"Volume 10", "volume 2", "Éclair", "Zebra", "apple",
                                      "Edda",      "Łódź",     "Lyric",  "Lizard"};
  bw_store *store = open_memory();
  bw_result *result;
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) add_genre(store, names[i]);
  OK(bw_genres_list(store, &result, &fault));
  CHECK_STRING(names_of(result), "apple|Éclair|Edda|Lizard|Łódź|Lyric|volume 2|Volume 10|Zebra");
  close_store(store);
}

TEST(an_empty_store_lists_no_genres) {
  bw_store *store = open_memory();
  bw_result *result;
  OK(bw_genres_list(store, &result, &fault));
  CHECK_INT(count_rows(result), 0);
  OK(bw_result_free(result));
  close_store(store);
}

TEST(the_standard_seven_are_created_once) {
  bw_store *store = open_memory();
  int64_t created = 42, romance;
  bw_result *result;
  add_genre(store, "ROMANCE");
  OK(bw_genres_create_standard(store, &created, &fault));
  CHECK_INT(created, 6);
  CHECK_INT(count_genres(store), 7);
  OK(bw_genres_create_standard(store, &created, &fault));
  CHECK_INT(created, 0);
  OK(bw_genres_create_standard(store, NULL, &fault));
  OK(bw_genre_find(store, "Romance", -1, &romance, &fault));
  CHECK_TEXT(get_genre(store, romance, &result).name, "ROMANCE");
  OK(bw_result_free(result));
  close_store(store);
}

TEST(a_genre_s_books_are_listed_by_title_and_author) {
  bw_store *store = open_memory();
  int64_t genre;
  bw_result *result;
  bw_book book;
  add_with_genre(store, "Book 10", "Numbers");
  add_with_genre(store, "book 2", "Numbers");
  add_with_genre(store, "Other", "Else");
  OK(bw_genre_find(store, "Numbers", -1, &genre, &fault));
  OK(bw_genre_list_books(store, genre, BW_BOOK_TITLE, &result, &fault));
  BW_INIT(book);
  OK(bw_result_get_book(result, 0, &book, &fault));
  CHECK_ABSENT(book.author);
  CHECK_STRING(titles_of(result), "book 2|Book 10");
  FAILS(BW_ERROR_ARGUMENT, bw_genre_list_books(store, genre, BW_OUTPUT_RGB, &result, &fault));
  close_store(store);
}

TEST(a_genre_is_found_by_its_name_in_any_language) {
  bw_store *store = open_file();
  int64_t mystery = add_genre(store, "Mystery"), found;
  OK(bw_genre_find(store, "Kryminał", -1, &found, &fault));
  CHECK_INT(found, mystery);
  FAILS(BW_ERROR_NOT_FOUND, bw_genre_find_exact(store, "Kryminał", -1, &found, &fault));
  OK(bw_genre_find_exact(store, "MYSTERY", -1, &found, &fault));
  CHECK_INT(found, mystery);
  OK(bw_genre_rename(store, mystery, "Krimi", -1, &fault));
  OK(bw_genre_find(store, "Mystery", -1, &found, &fault));
  CHECK_INT(found, mystery);
  FAILS(BW_ERROR_NOT_FOUND, bw_genre_find(store, "Romans", -1, &found, &fault));
  close_store(store);
}

TEST(a_name_in_data_never_means_a_genre_in_another_language) {
  bw_store *store = open_file();
  int64_t mystery = add_genre(store, "Mystery"), found, own, names_created;
  int32_t created = 0;
  OK(bw_genre_find_or_create(store, "추리", -1, &found, &created, &fault));
  CHECK_INT(created, 1);
  CHECK(found != mystery);
  bw_text names[] = {{"Mystery", 7}, {"krimi", 5}};
  int64_t ids[2];
  OK(bw_genres_find_or_create(store, names, 2, ids, &names_created, &fault));
  CHECK_INT(names_created, 1);
  CHECK_INT(ids[0], mystery);
  OK(bw_genre_create(store, "kryminał", -1, NULL, 0, &own, &fault));
  FAILS_AT(BW_ERROR_EXISTS, "name", bw_genre_rename(store, own, "Krimi", -1, &fault));
  OK(bw_genre_delete(store, ids[1], &fault));
  OK(bw_genre_rename(store, own, "Krimi", -1, &fault));
  add_with_genre(store, "Emil", "krimi");
  CHECK_INT(books_of_genre(store, own), 1);
  OK(bw_genre_rename(store, mystery, "Crime", -1, &fault));
  OK(bw_genres_create_standard(store, &names_created, &fault));
  CHECK_INT(names_created, 7);
  close_store(store);
}

TEST(genres_are_listed_by_their_displayed_names) {
  bw_store *store = open_memory();
  bw_result *genres;
  static const char *const names[] = {"Mystery", "Poetry", "Own", "Non Fiction", "Romance"};
  for (size_t i = 0; i < 5; i++) add_genre(store, names[i]);
  OK(bw_genres_list(store, &genres, &fault));
  CHECK_STRING(names_of(genres), "Mystery|Non Fiction|Own|Poetry|Romance");
  OK(bw_genres_list_by_display_name(store, BW_LANGUAGE_ENGLISH, &genres, &fault));
  CHECK_STRING(names_of(genres), "Mystery|Non Fiction|Own|Poetry|Romance");
  // Krimi, Liebesroman, Lyrik, Own, Sachbuch
  OK(bw_genres_list_by_display_name(store, BW_LANGUAGE_GERMAN, &genres, &fault));
  CHECK_STRING(names_of(genres), "Mystery|Romance|Poetry|Own|Non Fiction");
  // Kryminał, Literatura faktu, Own, Poezja, Romans
  OK(bw_genres_list_by_display_name(store, BW_LANGUAGE_POLISH, &genres, &fault));
  CHECK_STRING(names_of(genres), "Mystery|Non Fiction|Own|Poetry|Romance");
  FAILS_AT(BW_ERROR_ARGUMENT, "language",
           bw_genres_list_by_display_name(store, (bw_language)4, &genres, &fault));
  close_store(store);
}

TEST(the_genres_of_a_book_are_listed_by_their_displayed_names) {
  bw_store *store = open_memory();
  bw_result *genres;
  const int64_t own = add_genre(store, "Own"), romance = add_genre(store, "Romance");
  const int64_t ids[] = {own, romance, add_genre(store, "Poetry"), add_genre(store, "Mystery")};
  int64_t book = add_book(store, "Emil", "Kästner");
  OK(bw_book_set_genres(store, book, ids, 4, &fault));
  OK(bw_book_list_genres_by_display_name(store, book, BW_LANGUAGE_ENGLISH, &genres, &fault));
  CHECK_STRING(names_of(genres), "Mystery|Own|Poetry|Romance");
  // Krimi, Liebesroman, Lyrik, Own
  OK(bw_book_list_genres_by_display_name(store, book, BW_LANGUAGE_GERMAN, &genres, &fault));
  CHECK_STRING(names_of(genres), "Mystery|Romance|Poetry|Own");
  OK(bw_book_list_genres(store, book, &genres, &fault));
  CHECK_STRING(names_of(genres), "Own|Romance|Poetry|Mystery");
  FAILS_AT(BW_ERROR_ARGUMENT, "language",
           bw_book_list_genres_by_display_name(store, book, (bw_language)4, &genres, &fault));
  FAILS(BW_ERROR_NOT_FOUND,
        bw_book_list_genres_by_display_name(store, 99, BW_LANGUAGE_GERMAN, &genres, &fault));
  close_store(store);
}

TEST(a_genre_created_by_its_name_gets_the_colour_of_its_name) {
  bw_store *store = open_memory();
  int64_t id, by_name, changed;
  OK(bw_genre_create(store, "Memoir", -1, NULL, 0, &id, &fault));
  OK(bw_genre_find_or_create(store, "Steampunk", -1, &by_name, NULL, &fault));
  bw_result *result, *other;
  bw_genre genre = get_genre(store, by_name, &result), same;
  CHECK(genre.rgb != 0xFF0000);
  OK(bw_genre_set_colour(store, by_name, "#ff0000", -1, &fault));
  OK(bw_genres_recolour(store, &changed, &fault));
  CHECK_INT(changed, 2);
  same = get_genre(store, by_name, &other);
  CHECK_TEXT(same.colour, genre.colour.data);
  OK(bw_genres_recolour(store, NULL, &fault));
  OK(bw_store_undo(store, NULL, &fault));
  check_colour(store, id, "#FF0000", 0xFF0000);
  check_colour(store, by_name, "#FF0000", 0xFF0000);
  OK(bw_result_free(result));
  OK(bw_result_free(other));
  close_store(store);
}
