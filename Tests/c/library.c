// These tests need no store: versions, status names, a form's defaults and the standard genres.
#include "support/fixtures.h"

TEST(the_version_is_the_same_as_a_number_and_as_text) {
  uint32_t version = bw_version();
  char text[32];
  snprintf(text, sizeof(text), "%u.%u.%u", version >> 16, version >> 8 & 0xFF, version & 0xFF);
  CHECK_STRING(bw_version_string(), text);
}

TEST(the_abi_version_is_2) {
  CHECK_INT(bw_abi_version(), 2);
}

// Older ones have faults that lose data: see Sources/CSQLite/sqlite.c.
TEST(sqlite_is_3_53_2_or_newer) {
  int major = 0, minor = 0, patch = 0;
  CHECK_INT(sscanf(bw_sqlite_version(), "%d.%d.%d", &major, &minor, &patch), 3);
  CHECK(major * 1000000 + minor * 1000 + patch >= 3053002);
}

TEST(every_status_has_its_name) {
  static const struct {
    bw_status status;
    const char *name;
  } names[] = {
#define NAMED(status) {status, #status}
      NAMED(BW_OK),
      NAMED(BW_ROLLED_BACK),
      NAMED(BW_ERROR_HANDLE),
      NAMED(BW_ERROR_ARGUMENT),
      NAMED(BW_ERROR_TEXT),
      NAMED(BW_ERROR_INVALID),
      NAMED(BW_ERROR_TOO_LARGE),
      NAMED(BW_ERROR_NOT_FOUND),
      NAMED(BW_ERROR_EXISTS),
      NAMED(BW_ERROR_BUSY),
      NAMED(BW_ERROR_READ_ONLY),
      NAMED(BW_ERROR_TRANSACTION),
      NAMED(BW_ERROR_CURSOR),
      NAMED(BW_ERROR_CANNOT_OPEN),
      NAMED(BW_ERROR_NOT_A_STORE),
      NAMED(BW_ERROR_NEWER),
      NAMED(BW_ERROR_CORRUPT),
      NAMED(BW_ERROR_FULL),
      NAMED(BW_ERROR_IO),
      NAMED(BW_ERROR_MEMORY),
      NAMED(BW_ERROR_FORKED),
      NAMED(BW_ERROR_INTERNAL),
      NAMED(BW_ERROR_CONFLICT),
      NAMED(BW_ERROR_OUTCOME_UNKNOWN),
      NAMED(BW_ERROR_NOT_PERMITTED),
#undef NAMED
  };
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
    CHECK_INT(names[i].status, i);
    CHECK_STRING(bw_status_name(names[i].status), names[i].name);
  }
}

TEST(an_unknown_status_has_a_name_too) {
  const int32_t numbers[] = {-1, 25, 1000, INT32_MAX, INT32_MIN};
  for (size_t i = 0; i < 5; i++)
    CHECK_STRING(bw_status_name((bw_status)numbers[i]), "unknown status");
}

TEST(kinds_of_changes_and_entities_have_names) {
  static const char *const kinds[] = {
      "inserted", "updated", "deleted", "entered", "left", "moved", "reread",
  };
  static const char *const entities[] = {
      "none", "book", "genre", "quote", "order", "reading", "shelf", "source", "merged",
  };
  for (int kind = BW_CHANGE_INSERTED; kind <= BW_CHANGE_REREAD; kind++)
    CHECK_STRING(bw_change_kind_name((bw_change_kind)kind), kinds[kind - 1]);
  for (int entity = BW_ENTITY_NONE; entity <= BW_ENTITY_MERGED; entity++)
    CHECK_STRING(bw_entity_name((bw_entity)entity), entities[entity]);
  const int32_t numbers[] = {-1, BW_CHANGE_REREAD + 1, 1000, INT32_MAX, INT32_MIN, 0};
  for (size_t i = 0; i < 6; i++)
    CHECK_STRING(bw_change_kind_name((bw_change_kind)numbers[i]), "unknown kind");
  const int32_t others[] = {-1, 1000, INT32_MAX, INT32_MIN};
  for (size_t i = 0; i < 4; i++)
    CHECK_STRING(bw_entity_name((bw_entity)others[i]), "unknown entity");
}

TEST(a_form_starts_with_rating_3_and_fantasy) {
  bw_form_defaults defaults;
  BW_INIT(defaults);
  OK(bw_form_get_defaults(&defaults, &fault));
  CHECK_INT(defaults.rating, 3);
  CHECK_TEXT(defaults.genre, "Fantasy");
}

TEST(a_form_s_genre_is_one_of_the_standard_ones) {
  bw_form_defaults defaults;
  bw_result *genres;
  BW_INIT(defaults);
  OK(bw_form_get_defaults(&defaults, &fault));
  OK(bw_genres_list_standard(&genres, &fault));
  CHECK(strstr(names_of(genres), defaults.genre.data) != NULL);
}

TEST(the_standard_genres_are_seven_and_need_no_store) {
  bw_result *genres;
  OK(bw_genres_list_standard(&genres, &fault));
  CHECK_INT(count_rows(genres), 7);
  CHECK_STRING(names_of(genres), "Fantasy|Horror|Kids|Mystery|Poetry|Romance|Thriller");
}

TEST(the_standard_genres_have_colours_and_no_ids) {
  bw_result *genres;
  OK(bw_genres_list_standard(&genres, &fault));
  for (int64_t row = 0; row < 7; row++) {
    bw_genre genre;
    unsigned rgb;
    BW_INIT(genre);
    OK(bw_result_get_genre(genres, row, &genre, &fault));
    CHECK_INT(genre.id, 0);
    CHECK_INT(genre.colour.length, 7);
    CHECK_INT(sscanf(genre.colour.data, "#%6X", &rgb), 1);
    CHECK_INT(genre.rgb, rgb);
    if (strcmp(genre.name.data, "Romance") == 0) CHECK_STRING(genre.colour.data, "#FF0000");
    if (strcmp(genre.name.data, "Thriller") == 0) CHECK_STRING(genre.colour.data, "#000000");
  }
  OK(bw_result_free(genres));
}
