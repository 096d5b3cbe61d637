// These tests make each text that a function takes invalid, and each member of each struct.
#define _DEFAULT_SOURCE
#include "misuse.h"

#include <float.h>
#include <math.h>

static const struct {
  const char *data;
  int64_t length, offset; // of the first wrong byte
} bad[] = {
    {"\x80", 1, 0},             // a continuation on its own
    {"ab\xC3(", 4, 2},          // no continuation
    {"ab\xE2\x82", 4, 2},       // cut off
    {"\xC0\xAF", 2, 0},         // overlong
    {"x\xED\xA0\x80", 4, 1},    // half of a surrogate pair
    {"\xF4\x90\x80\x80", 4, 0}, // beyond the last character
    {"\xFF", 1, 0},
    {"a\0b", 3, 1},
};
enum { BAD = sizeof(bad) / sizeof(bad[0]), LONGEST_TEXT = 16 << 20 };

// Texts that must be hexadecimal codes have other errors, without an offset.
static bw_status status_of_bad(const struct function *function) {
  if (strcmp(function->name, "bw_query_set_after") == 0) return BW_ERROR_CURSOR;
  if (strcmp(function->name, "bw_query_set_before") == 0) return BW_ERROR_CURSOR;
  return strcmp(function->name, "bw_uuid_parse") == 0 ? BW_ERROR_INVALID : BW_ERROR_TEXT;
}

static void try_text(const struct function *function, int parameter, int which) {
  struct argument arguments[MOST_PARAMETERS];
  snprintf(context, sizeof(context), "%s with bad text %d for %s", function->name, which,
           function->parameters[parameter].name);
  prepare_arguments(function, arguments);
  void *text = at_the_edge(parameter, (size_t)bad[which].length);
  arguments[parameter].pointer = memcpy(text, bad[which].data, (size_t)bad[which].length);
  arguments[parameter + 1].number = bad[which].length;
  bw_status status = call_wrongly(function, arguments);
  if (status != status_of_bad(function)) FAIL("%s: %s", context, bw_status_name(status));
  check_named(function, parameter, arguments);
  if (status == BW_ERROR_TEXT && fault.offset != bad[which].offset)
    FAIL("%s: at %lld", context, (long long)fault.offset);
}

// A text that is too long is refused; in a comparison it equals nothing.
static void try_long_text(const struct function *function, int parameter) {
  static char *text;
  struct argument arguments[MOST_PARAMETERS];
  if (text == NULL) text = long_string(LONGEST_TEXT + 1);
  snprintf(context, sizeof(context), "%s with a long text for %s", function->name,
           function->parameters[parameter].name);
  prepare_arguments(function, arguments);
  arguments[parameter].pointer = text;
  arguments[parameter + 1].number = LONGEST_TEXT + 1;
  bw_status status = call_wrongly(function, arguments);
  if (!is_calm(status) && status != status_of_bad(function))
    FAIL("%s: %s", context, bw_status_name(status));
}

void check_texts(const void *argument) {
  const struct function *function = argument;
  begin_misuse();
  for (int i = 0; i < function->parameter_count; i++) {
    if (function->parameters[i].kind != TEXT) continue;
    for (int which = 0; which < BAD; which++) try_text(function, i, which);
    try_long_text(function, i);
  }
  end_world();
}

static const struct member *member_of(const char *type, const char *name) {
  for (int i = 0; i < member_count; i++) {
    if (strcmp(members[i].struct_name, type) == 0 && strcmp(members[i].name, name) == 0)
      return &members[i];
  }
  return NULL;
}

// Passes the member as given. If its bit is known, it is set in the struct's fields.
static bw_status call_with_member(const struct function *function, int parameter,
                                  const struct member *member, const void *value, bool no_arrays) {
  struct argument arguments[MOST_PARAMETERS];
  snprintf(context, sizeof(context), "%s with a bad %s.%s", function->name, member->struct_name,
           member->name);
  prepare_arguments(function, arguments);
  char *object = arguments[parameter].pointer;
  const struct member *fields = member_of(member->struct_name, "fields");
  bw_fields bits = member->bit;
  for (int i = 0; no_arrays && i < member_count; i++) {
    if (members[i].kind != POINTER_MEMBER) continue;
    if (strcmp(members[i].struct_name, member->struct_name) != 0) continue;
    memset(object + members[i].offset, 0, members[i].size);
    bits |= members[i].bit;
  }
  if (fields != NULL) {
    bw_fields given;
    memcpy(&given, object + fields->offset, sizeof(given));
    given |= bits;
    memcpy(object + fields->offset, &given, sizeof(given));
  }
  memcpy(object + member->offset, value, member->size);
  bw_status status = call_wrongly(function, arguments);
  bool is_text = status == BW_ERROR_TEXT || status == BW_ERROR_CURSOR;
  if (!is_calm(status) && !is_text) FAIL("%s: %s", context, bw_status_name(status));
  return status;
}

static void try_text_member(const struct function *function, int parameter,
                            const struct member *member) {
  // The call answers a question about the book, so a negative answer is not a failure.
  bool takes = strcmp(function->name, "bw_book_check") == 0;
  static const bw_text empty[] = {{NULL, 3}, {NULL, -1}, {"x", -2}, {"x", INT64_MIN}, {"", 0}};
  for (int i = 0; i < BAD; i++) {
    bw_text text = bytes(bad[i].data, bad[i].length);
    bw_status status = call_with_member(function, parameter, member, &text, false);
    // Members that are only output are ignored.
    if (is_success(status) && member->bit != 0 && !takes) FAIL("%s: was taken", context);
  }
  for (size_t i = 0; i < sizeof(empty) / sizeof(empty[0]); i++)
    (void)call_with_member(function, parameter, member, &empty[i], false);
}

static void try_number_member(const struct function *function, int parameter,
                              const struct member *member) {
  static const int64_t wide[] = {INT64_MIN, -1, 0, INT64_MAX, 1LL << 53, INT32_MIN};
  static const int32_t narrow[] = {INT32_MIN, -1, 1000, INT32_MAX};
  if (member->size == sizeof(wide[0])) {
    for (size_t i = 0; i < sizeof(wide) / sizeof(wide[0]); i++)
      (void)call_with_member(function, parameter, member, &wide[i], false);
  } else {
    for (size_t i = 0; i < sizeof(narrow) / sizeof(narrow[0]); i++)
      (void)call_with_member(function, parameter, member, &narrow[i], false);
  }
}

static void try_member(const struct function *function, int parameter,
                       const struct member *member) {
  static const double doubles[] = {NAN, INFINITY, -INFINITY, -0.0, -1, DBL_MAX, DBL_TRUE_MIN};
  // Without arrays: no library can check a count that is too large for an array.
  static const int64_t counts[] = {-1, INT64_MIN, 1, INT64_MAX, 0};
  switch (member->kind) {
  case TEXT_MEMBER:
    try_text_member(function, parameter, member);
    break;
  case POINTER_MEMBER:
    (void)call_with_member(function, parameter, member, &(void *){NULL}, false);
    break;
  case COUNT_MEMBER:
    for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++) {
      bw_status status = call_with_member(function, parameter, member, &counts[i], true);
      if (counts[i] < 0 && is_success(status)) FAIL("%s: was taken", context);
    }
    break;
  case NUMBER_MEMBER:
    try_number_member(function, parameter, member);
    break;
  case DOUBLE_MEMBER:
    for (size_t i = 0; i < sizeof(doubles) / sizeof(doubles[0]); i++)
      (void)call_with_member(function, parameter, member, &doubles[i], false);
    break;
  }
}

void check_members(const void *argument) {
  const struct function *function = argument;
  begin_misuse();
  for (int i = 0; i < function->parameter_count; i++) {
    enum kind kind = function->parameters[i].kind;
    if (kind != SIZED_IN && kind != SIZED_IN_OUT) continue;
    for (int m = 0; m < member_count; m++) {
      if (strcmp(members[m].struct_name, function->parameters[i].type) == 0)
        try_member(function, i, &members[m]);
    }
  }
  end_world();
}
