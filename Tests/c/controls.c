// These tests check the star control and the stepper.
#include "support/fixtures.h"

static bw_star_control stars(void) {
  bw_star_control control;
  BW_INIT(control);
  OK(bw_star_control_get_defaults(&control, &fault));
  return control;
}

static bw_star star(const bw_star_control *control, int32_t rating, int32_t number) {
  bw_star star;
  BW_INIT(star);
  OK(bw_star_control_get_star(control, rating, number, &star, &fault));
  return star;
}

TEST(a_star_control_starts_with_five_stars_and_no_label) {
  bw_star_control control = stars();
  CHECK_INT(control.maximum, 5);
  CHECK_TEXT(control.label, "");
  CHECK_TEXT(control.on_glyph, "★");
  CHECK_ABSENT(control.off_glyph);
  for (int32_t n = 1; n <= 5; n++) {
    bw_star shown = star(&control, 3, n);
    CHECK_INT(shown.on, n <= 3);
    CHECK_TEXT(shown.glyph, "★");
    CHECK_INT(shown.colour, n <= 3 ? 0xFFFF00 : 0x808080);
  }
}

TEST(a_star_that_is_off_may_have_another_glyph) {
  bw_star_control control = stars();
  control.off_glyph = TEXT("☆");
  control.off_colour = 0;
  CHECK_TEXT(star(&control, 1, 1).glyph, "★");
  CHECK_TEXT(star(&control, 1, 2).glyph, "☆");
  CHECK_INT(star(&control, 1, 2).colour, 0);
}

TEST(a_tap_sets_the_stars_number) {
  bw_star_control control = stars();
  int32_t rating = 42;
  OK(bw_star_control_tap(&control, 4, &rating, &fault));
  CHECK_INT(rating, 4);
  static const int32_t wrong[] = {0, -1, 6, INT32_MIN, INT32_MAX};
  for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
    FAILS_AT(BW_ERROR_INVALID, "number", bw_star_control_tap(&control, wrong[i], &rating, &fault));
  CHECK_INT(rating, 4);
}

TEST(a_control_may_have_ten_stars_but_a_book_refuses_a_rating_of_six) {
  bw_store *store = open_memory();
  int64_t book = add_rated(store, "Dune", 2);
  bw_star_control control = stars();
  int32_t rating = 42;
  control.maximum = 10;
  CHECK_INT(star(&control, 10, 10).on, 1);
  OK(bw_star_control_tap(&control, 6, &rating, &fault));
  FAILS_AT(BW_ERROR_INVALID, "rating", bw_book_set_rating(store, book, rating, &fault));
  CHECK_STRING(fault.message, "rating is 6; it must be 1 to 5, or 0 for not rated");
  CHECK_INT(rating_of(store, book), 2);
  close_store(store);
}

TEST(an_invalid_star_control_is_refused) {
  bw_star_control control = stars();
  int32_t rating = 42;
  control.maximum = 0;
  FAILS_AT(BW_ERROR_INVALID, "maximum", bw_star_control_tap(&control, 1, &rating, &fault));
  control.maximum = 101;
  FAILS_AT(BW_ERROR_INVALID, "maximum", bw_star_control_tap(&control, 1, &rating, &fault));
  control = stars();
  control.on_glyph = (bw_text){NULL, 0};
  FAILS_AT(BW_ERROR_ARGUMENT, "on_glyph", bw_star_control_tap(&control, 1, &rating, &fault));
  control.on_glyph = TEXT("");
  FAILS_AT(BW_ERROR_INVALID, "on_glyph", bw_star_control_tap(&control, 1, &rating, &fault));
  control = stars();
  control.label = TEXT("\xFF");
  FAILS_AT_BYTE("label", 0, bw_star_control_tap(&control, 1, &rating, &fault));
  control = stars();
  control.on_colour = 0xFF000000;
  FAILS_AT(BW_ERROR_INVALID, "on_colour", bw_star_control_tap(&control, 1, &rating, &fault));
  CHECK_INT(rating, 42);
}

static bw_stepper stepper(void) {
  bw_stepper stepper;
  BW_INIT(stepper);
  OK(bw_stepper_get_defaults(&stepper, &fault));
  return stepper;
}

static void check_step(bw_stepper stepper, int64_t times, int64_t expected) {
  int64_t value = 42;
  int32_t moved = 42;
  OK(bw_stepper_step(&stepper, times, &value, &moved, &fault));
  CHECK_INT(value, expected);
  CHECK_INT(moved, expected != stepper.value);
  OK(bw_stepper_step(&stepper, times, &value, NULL, &fault));
}

TEST(a_stepper_stays_in_its_range) {
  bw_stepper one = stepper();
  CHECK_INT(one.minimum, 1);
  CHECK_INT(one.maximum, 20);
  CHECK_INT(one.value, 1);
  CHECK_INT(one.step, 1);
  check_step(one, 1, 2);
  check_step(one, 19, 20);
  check_step(one, 20, 1);
  check_step(one, -1, 1);
  check_step(one, INT64_MIN, 1);
  check_step(one, INT64_MAX, 1);
  one.value = 30;
  check_step(one, 1, 30);
  check_step(one, 0, 30);
  check_step(one, -1, 20);
  check_step(one, -15, 15);
  one.value = -3;
  check_step(one, 1, 1);
  one.value = 1;
  one.step = one.maximum = INT64_MAX;
  one.minimum = INT64_MIN;
  check_step(one, 1, 1);
  check_step(one, -1, 1 - INT64_MAX);
  check_step(one, INT64_MIN, 1);
}

TEST(an_invalid_stepper_is_refused) {
  bw_stepper wrong = stepper();
  int64_t value = 42;
  int32_t moved = 42;
  wrong.maximum = 0;
  FAILS_AT(BW_ERROR_INVALID, "maximum", bw_stepper_step(&wrong, 1, &value, &moved, &fault));
  wrong = stepper();
  wrong.step = 0;
  FAILS_AT(BW_ERROR_INVALID, "step", bw_stepper_step(&wrong, 1, &value, &moved, &fault));
  CHECK_INT(value, 42);
  CHECK_INT(moved, 42);
}
