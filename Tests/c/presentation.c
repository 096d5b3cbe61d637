// Presentation: ratings, colours and names, the same in every frontend.
#include "support/fixtures.h"

TEST(a_rating_is_shown_in_stars_and_marks) {
  CHECK_STRING(bw_rating_stars(3), "★★★☆☆");
  CHECK_STRING(bw_rating_stars(INT32_MAX), "★★★★★");
  CHECK_STRING(bw_rating_stars(INT32_MIN), "☆☆☆☆☆");
  CHECK_STRING(bw_rating_emoji(4, BW_RATING_DIGITS), "4");
  CHECK_STRING(bw_rating_emoji(9, BW_RATING_DIGITS), "5");
  CHECK_STRING(bw_rating_emoji(0, BW_RATING_DIGITS), "–");
  CHECK_STRING(bw_rating_emoji(5, BW_RATING_EMOJI), "🤩");
  CHECK_STRING(bw_rating_emoji(-1, BW_RATING_EMOJI), "➖");
  CHECK_STRING(bw_rating_emoji(2, (bw_rating_style)99), "2");
}

TEST(one_star_is_low) {
  for (int32_t rating = -1; rating <= 6; rating++) CHECK_INT(bw_rating_is_low(rating), rating == 1);
}

TEST(names_come_in_four_languages) {
  CHECK_STRING(bw_rating_name(0, BW_LANGUAGE_ENGLISH), "Not rated");
  CHECK_STRING(bw_rating_name(0, BW_LANGUAGE_GERMAN), "Nicht bewertet");
  CHECK_STRING(bw_rating_name(1, BW_LANGUAGE_POLISH), "1 gwiazdka");
  CHECK_STRING(bw_rating_name(4, BW_LANGUAGE_POLISH), "4 gwiazdki");
  CHECK_STRING(bw_rating_name(5, BW_LANGUAGE_POLISH), "5 gwiazdek");
  CHECK_STRING(bw_rating_name(2, BW_LANGUAGE_KOREAN), "별 2개");
  CHECK_STRING(bw_rating_name(1, (bw_language)99), "1 star");
  CHECK_STRING(bw_book_status_name(BW_BOOK_STATUS_IN_PROGRESS, BW_LANGUAGE_ENGLISH), "In progress");
  CHECK_STRING(bw_book_status_name(BW_BOOK_STATUS_COMPLETED, BW_LANGUAGE_KOREAN), "다 읽음");
  CHECK_STRING(bw_book_status_name((bw_book_status)99, BW_LANGUAGE_GERMAN), "Unbekannt");
  CHECK_STRING(bw_book_status_name(BW_BOOK_STATUS_COMPLETED, (bw_language)99), "Completed");
}

TEST(a_genre_is_called_by_its_language_or_by_its_own_name) {
  static const char own[] = "Science Fiction and more";
  bw_text text = {NULL, 42};
  OK(bw_genre_get_display_name("POETRY", -1, BW_LANGUAGE_POLISH, &text, &fault));
  CHECK_TEXT(text, "Poezja");
  CHECK_INT(text.data[text.length], 0);
  OK(bw_genre_get_display_name("Kids and more", 4, BW_LANGUAGE_GERMAN, &text, &fault));
  CHECK_TEXT(text, "Kinderbuch");
  OK(bw_genre_get_display_name(own, 15, BW_LANGUAGE_GERMAN, &text, &fault));
  CHECK(text.data == own);
  CHECK_INT(text.length, 15);
  FAILS_AT(BW_ERROR_INVALID, "name",
           bw_genre_get_display_name(" ", -1, BW_LANGUAGE_GERMAN, &text, &fault));
  FAILS_AT_BYTE("name", 1,
                bw_genre_get_display_name("a\xFF", -1, BW_LANGUAGE_GERMAN, &text, &fault));
  FAILS_AT(BW_ERROR_ARGUMENT, "language",
           bw_genre_get_display_name("Kids", -1, (bw_language)4, &text, &fault));
  CHECK(text.data == own);
}

TEST(a_colour_is_read_and_written) {
  uint32_t rgb = 42;
  bw_colour colour;
  BW_INIT(colour);
  OK(bw_colour_parse("#ff7F00", -1, &rgb, &fault));
  CHECK_INT(rgb, 0xFF7F00);
  OK(bw_colour_parse("00ff00 and more", 6, &rgb, &fault));
  CHECK_INT(rgb, 0x00FF00);
  FAILS_AT(BW_ERROR_INVALID, "colour", bw_colour_parse("#FFF", -1, &rgb, &fault));
  FAILS_AT(BW_ERROR_INVALID, "colour", bw_colour_parse("", -1, &rgb, &fault));
  CHECK_INT(rgb, 0x00FF00);
  OK(bw_colour_format(0x0a0b0c, &colour, &fault));
  CHECK_STRING(colour.text, "#0A0B0C");
  OK(bw_colour_format(0xFF123456, &colour, &fault));
  CHECK_STRING(colour.text, "#123456");
}

TEST(text_on_a_colour_can_be_read) {
  CHECK_INT(bw_colour_text(0x000000), 0xFFFFFF);
  CHECK_INT(bw_colour_text(0x0000FF), 0xFFFFFF);
  CHECK_INT(bw_colour_text(0xFF0000), 0x000000);
  CHECK_INT(bw_colour_text(0x00FF00), 0x000000);
  CHECK(bw_colour_contrast(0, 0xFFFFFF) > 20.999 && bw_colour_contrast(0xFFFFFF, 0) < 21.001);
  CHECK(bw_colour_contrast(0x123456, 0x123456) == 1.0);
  CHECK(bw_colour_contrast(0x123456, 0xFF123456) == 1.0);
}
