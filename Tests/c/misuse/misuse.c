// These tests call every function of the header with one invalid argument at a time. The result is
// a clear error, nothing is written, and every live handle works as before.
#define _DEFAULT_SOURCE
#include "misuse.h"

#include <float.h>
#include <math.h>
#include <signal.h>
#include <unistd.h>

char context[256];

// Prints which call has crashed.
static void crashed(int signal_number) {
  static const char words[] = "    crashed in: ";
  ssize_t unused = write(STDOUT_FILENO, words, sizeof(words) - 1);
  unused = write(STDOUT_FILENO, context, strlen(context));
  unused = write(STDOUT_FILENO, "\n", 1);
  (void)unused;
  signal(signal_number, SIG_DFL);
  raise(signal_number);
}

void begin_misuse(void) {
  static const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE};
  for (size_t i = 0; i < sizeof(signals) / sizeof(signals[0]); i++) signal(signals[i], crashed);
  make_world();
}

static bool is_output(enum kind kind) {
  return kind == HANDLE_OUT || kind == SIZED_OUT || kind == SIZED_IN_OUT || kind == PLAIN_OUT ||
         kind == ARROW_OUT;
}

static bool is_pointer(enum kind kind) {
  return is_output(kind) || kind == TEXT || kind == SIZED_IN || kind == PLAIN_IN ||
         kind == ARROW_IN || kind == ERROR;
}

// Frees the results of a successful call, and makes a new world if the call changed this one.
static void after_success(const struct function *function, const struct argument *arguments) {
  for (int i = 0; i < function->parameter_count; i++) {
    void *handle;
    if (function->parameters[i].kind == ARROW_OUT) release_stream(arguments[i].pointer);
    if (function->parameters[i].kind != HANDLE_OUT || arguments[i].pointer == NULL) continue;
    memcpy(&handle, arguments[i].pointer, sizeof(handle));
    const char *type = function->parameters[i].type;
    if (strcmp(type, "bw_query") == 0) bw_query_free(handle);
    if (strcmp(type, "bw_result") == 0) bw_result_free(handle);
    if (strcmp(type, "bw_stream") == 0) bw_stream_free(handle);
    if (strcmp(type, "bw_observer") == 0) bw_observer_free(handle);
    if (strcmp(type, "bw_binding") == 0) bw_binding_free(handle);
    if (strcmp(function->name, "bw_transaction_begin") == 0)
      bw_transaction_free(handle, NULL);
    else if (strcmp(type, "bw_store") == 0)
      bw_store_close(handle, NULL);
  }
  end_world();
  make_world();
}

static bool returns_no_status(const struct function *function) {
  return function->parameter_count == 0 || strcmp(function->name, "bw_status_name") == 0;
}

bw_status call_wrongly(const struct function *function, struct argument *arguments) {
  static unsigned char before[MOST_PARAMETERS][512];
  for (int i = 0; i < function->parameter_count; i++) {
    size_t size = function->parameters[i].size;
    if (!is_output(function->parameters[i].kind) || arguments[i].pointer == NULL) continue;
    memcpy(before[i], arguments[i].pointer, size);
  }
  bw_status status = function->call(arguments);
  for (int i = 0; i < function->parameter_count; i++) {
    const struct ArrowArrayStream *taken = arguments[i].pointer;
    if (function->parameters[i].kind == ARROW_IN && taken != NULL && taken->release != NULL)
      FAIL("%s: did not take the stream over", context);
  }
  if (status == BW_OK || status == BW_ROLLED_BACK) {
    if (!returns_no_status(function)) after_success(function, arguments);
    return status;
  }
  for (int i = 0; i < function->parameter_count; i++) {
    size_t size = function->parameters[i].size;
    if (arguments[i].pointer == NULL) continue;
    if (is_output(function->parameters[i].kind) &&
        memcmp(before[i], arguments[i].pointer, size) != 0)
      FAIL("%s: failed and wrote its output all the same", context);
    if (function->parameters[i].kind == ERROR) {
      fault = *(bw_error *)arguments[i].pointer;
      check_failure(__FILE__, __LINE__, context, status, status, NULL);
    }
  }
  check_world();
  return status;
}

void check_named(const struct function *function, int parameter, const struct argument *arguments) {
  for (int i = 0; i < function->parameter_count; i++) {
    if (function->parameters[i].kind != ERROR || arguments[i].pointer == NULL) continue;
    const char *name = function->parameters[parameter].name;
    // The text of a binding, and a typed text, is named after its field.
    if (fault.status == BW_ERROR_TEXT && strncmp(function->name, "bw_binding_parse_", 17) == 0)
      name = strcmp(name, "shown") == 0 ? name : "rating";
    else if (fault.status == BW_ERROR_TEXT && strncmp(function->name, "bw_binding_", 11) == 0)
      name = "notes";
    if (fault.status == BW_ERROR_TEXT && strcmp(function->name, "bw_field_parse") == 0)
      name = "year";
    check_string(__FILE__, __LINE__, context, fault.field, name);
  }
}

bool is_success(bw_status status) {
  return status == BW_OK || status == BW_ROLLED_BACK;
}

// Whether the status is the expected one for valid arguments.
static bool is_good(const struct function *function, bw_status status) {
  // A store in a file leaves no receipts.
  if (strcmp(function->name, "bw_store_check_receipt") == 0) return status == BW_ERROR_ARGUMENT;
  return is_success(status);
}

static void check_valid(const void *argument) {
  const struct function *function = argument;
  struct argument arguments[MOST_PARAMETERS];
  begin_misuse();
  snprintf(context, sizeof(context), "%s with good arguments", function->name);
  prepare_arguments(function, arguments);
  bw_status status = call_wrongly(function, arguments);
  if (!is_good(function, status)) FAIL("%s: %s", context, bw_status_name(status));
  end_world();
}

static void check_null(const void *argument) {
  const struct function *function = argument;
  struct argument arguments[MOST_PARAMETERS];
  begin_misuse();
  for (int i = 0; i < function->parameter_count; i++) {
    if (!is_pointer(function->parameters[i].kind)) continue;
    snprintf(context, sizeof(context), "%s with NULL for %s", function->name,
             function->parameters[i].name);
    prepare_arguments(function, arguments);
    arguments[i].pointer = NULL;
    bw_status status = call_wrongly(function, arguments);
    if (function->parameters[i].may_be_null ? !is_good(function, status)
                                            : status != BW_ERROR_ARGUMENT)
      FAIL("%s: %s", context, bw_status_name(status));
    if (!function->parameters[i].may_be_null && !is_success(status))
      check_named(function, i, arguments);
  }
  end_world();
}

static void try_handle(const struct function *function, int parameter, void *wrong,
                       const char *what) {
  struct argument arguments[MOST_PARAMETERS];
  snprintf(context, sizeof(context), "%s with %s for %s (%p)", function->name, what,
           function->parameters[parameter].name, wrong);
  prepare_arguments(function, arguments);
  arguments[parameter].pointer = wrong;
  bw_status status = call_wrongly(function, arguments);
  if (wrong == NULL && function->parameters[parameter].may_be_null && status == BW_OK) return;
  // A store where only a transaction is accepted, or the reverse: the type is right.
  bool store = wrong == world.store || wrong == world.other || wrong == world.empty ||
               wrong == world.transaction;
  if (store && strcmp(function->parameters[parameter].type, "bw_store") == 0) {
    if (status == BW_ERROR_ARGUMENT) return;
  }
  if (status != BW_ERROR_HANDLE) FAIL("%s: %s", context, bw_status_name(status));
  check_named(function, parameter, arguments);
}

static bool is_live(const void *handle) {
  for (int i = 0; i < LIVE_HANDLES; i++) {
    if (live_handles()[i] == handle) return true;
  }
  return false;
}

// Whether the parameter would accept this live handle: a transaction is valid as a store.
static bool fits(const struct function *function, int parameter, const void *handle) {
  const char *type = function->parameters[parameter].type;
  bool store = handle == world.store || handle == world.other || handle == world.empty;
  if (strcmp(function->parameters[parameter].name, "transaction") == 0)
    return handle == world.transaction;
  if (strcmp(function->name, "bw_store_close") == 0) return store;
  if (strcmp(type, "bw_store") == 0) return store || handle == world.transaction;
  if (strcmp(type, "bw_query") == 0)
    return handle == world.query || handle == world.limited || handle == world.sorted;
  if (strcmp(type, "bw_observer") == 0) return handle == world.observer;
  if (strcmp(type, "bw_binding") == 0)
    return handle == world.binding || handle == world.draft || handle == world.new_draft ||
           handle == world.text_binding;
  if (strcmp(type, "bw_stream") == 0) return handle == world.stream;
  if (strcmp(type, "bw_backup") == 0) return handle == world.backup;
  return handle == world.books || handle == world.genres || handle == world.quotes ||
         handle == world.statistics || handle == world.changes || handle == world.problems ||
         handle == world.orders || handle == world.totals || handle == world.readings ||
         handle == world.shelves || handle == world.imports || handle == world.sources ||
         handle == world.faults || handle == world.differences || handle == world.duplicates ||
         handle == world.steps || handle == world.histories || handle == world.completions ||
         handle == world.conditions;
}

static uint64_t random_number(void) {
  static uint64_t state = 20261121;
  state ^= state << 13;
  state ^= state >> 7;
  return state ^= state << 17;
}

static void try_handles(const struct function *function, int parameter) {
  int local = 0;
  static const uintptr_t made_up[] = {
      1,          2,           3,          8,        0x1000,         0xdeadbeef,
      UINT32_MAX, UINTPTR_MAX, INTPTR_MAX, 1U << 31, UINTPTR_MAX - 1};
  try_handle(function, parameter, NULL, "NULL");
  for (size_t i = 0; i < sizeof(world.stale) / sizeof(world.stale[0]); i++)
    try_handle(function, parameter, world.stale[i], "a closed handle");
  for (int i = 0; i < LIVE_HANDLES; i++) {
    void *live = live_handles()[i];
    if (!fits(function, parameter, live)) try_handle(function, parameter, live, "another's handle");
  }
  for (size_t i = 0; i < sizeof(made_up) / sizeof(made_up[0]); i++) {
    if (is_live((void *)made_up[i])) continue;
    try_handle(function, parameter, (void *)made_up[i], "a made-up handle");
  }
  for (int i = 0; i < 50; i++)
    try_handle(function, parameter, (void *)(uintptr_t)random_number(), "a random handle");
  for (int live = 0; live < LIVE_HANDLES; live++) {
    for (int bit = 0; bit < 64; bit++) {
      uintptr_t flipped = (uintptr_t)live_handles()[live] ^ ((uintptr_t)1 << bit);
      if (is_live((void *)flipped)) continue;
      try_handle(function, parameter, (void *)flipped, "a handle with one bit turned");
    }
  }
  try_handle(function, parameter, &local, "an address on the stack");
  try_handle(function, parameter, (void *)(uintptr_t)functions, "an address of the program");
  char *heap = malloc(64);
  try_handle(function, parameter, heap, "an address on the heap");
  free(heap);
}

static void check_handles(const void *argument) {
  const struct function *function = argument;
  begin_misuse();
  for (int i = 0; i < function->parameter_count; i++) {
    if (function->parameters[i].kind == HANDLE) try_handles(function, i);
  }
  end_world();
}

bool is_calm(bw_status status) {
  return is_success(status) || status == BW_ERROR_ARGUMENT || status == BW_ERROR_INVALID ||
         status == BW_ERROR_NOT_FOUND || status == BW_ERROR_TOO_LARGE;
}

static void try_number(const struct function *function, int parameter, int64_t number,
                       bool without_arrays) {
  struct argument arguments[MOST_PARAMETERS];
  enum kind kind = function->parameters[parameter].kind;
  snprintf(context, sizeof(context), "%s with %lld for %s%s", function->name, (long long)number,
           function->parameters[parameter].name, without_arrays ? " and no array" : "");
  prepare_arguments(function, arguments);
  arguments[parameter].number = number;
  for (int i = 0; without_arrays && i < function->parameter_count; i++) {
    enum kind of = function->parameters[i].kind;
    if (of == SIZED_IN || of == PLAIN_IN) arguments[i].pointer = NULL;
  }
  bw_status status = call_wrongly(function, arguments);
  bool refuse = (kind == COUNT || kind == LENGTH) && (number < 0 || number == INT64_MAX);
  if (refuse ? status != BW_ERROR_ARGUMENT : !is_calm(status))
    FAIL("%s: %s", context, bw_status_name(status));
}

static void try_real(const struct function *function, int parameter, double real) {
  struct argument arguments[MOST_PARAMETERS];
  snprintf(context, sizeof(context), "%s with %g for %s", function->name, real,
           function->parameters[parameter].name);
  prepare_arguments(function, arguments);
  arguments[parameter].real = real;
  bw_status status = call_wrongly(function, arguments);
  if (!is_calm(status)) FAIL("%s: %s", context, bw_status_name(status));
}

static void check_numbers(const void *argument) {
  static const int64_t wide[] = {INT64_MIN, -1, 0, INT64_MAX, INT32_MAX, INT32_MIN, 1LL << 53};
  static const int64_t narrow[] = {INT32_MIN, -1, 0, 6, 1000, INT32_MAX};
  static const double reals[] = {NAN, INFINITY, -INFINITY, -0.0, -1, DBL_MAX, DBL_TRUE_MIN, 4.1};
  const struct function *function = argument;
  begin_misuse();
  for (int i = 0; i < function->parameter_count; i++) {
    switch (function->parameters[i].kind) {
    case DOUBLE:
      for (size_t n = 0; n < sizeof(reals) / sizeof(reals[0]); n++) try_real(function, i, reals[n]);
      break;
    case LENGTH: // a library cannot detect a length that is too large
      try_number(function, i, -2, false);
      try_number(function, i, INT64_MIN, false);
      break;
    case COUNT:
      try_number(function, i, -1, false);
      try_number(function, i, INT64_MIN, false);
      try_number(function, i, -1, true);
      try_number(function, i, 0, true);
      try_number(function, i, INT64_MAX, true);
      break;
    case INT64:
      for (size_t n = 0; n < sizeof(wide) / sizeof(wide[0]); n++)
        try_number(function, i, wide[n], false);
      break;
    case INT32:
    case ENUM:
      for (size_t n = 0; n < sizeof(narrow) / sizeof(narrow[0]); n++)
        try_number(function, i, narrow[n], false);
      break;
    case UINT32:
      for (int bit = 0; bit < 32; bit++) try_number(function, i, 1LL << bit, false);
      try_number(function, i, UINT32_MAX, false);
      break;
    case FIELDS:
      for (int bit = 0; bit < 64; bit++)
        try_number(function, i, (int64_t)(UINT64_C(1) << bit), false);
      try_number(function, i, -1, false);
      break;
    default:
      break;
    }
  }
  end_world();
}

static void try_size(const struct function *function, int parameter, uint32_t size,
                     unsigned char tail, bool accepted) {
  struct argument arguments[MOST_PARAMETERS];
  size_t known = function->parameters[parameter].size;
  snprintf(context, sizeof(context), "%s with %u for the size of %s, and a tail of %d",
           function->name, size, function->parameters[parameter].name, tail);
  prepare_arguments(function, arguments);
  unsigned char object[1024];
  memcpy(object, arguments[parameter].pointer, known);
  memcpy(object, &size, sizeof(size));
  // If the size is larger than any known one, so is the memory.
  size_t reach = size < known ? known : size <= known + 64 ? size : known;
  unsigned char *pointer = at_the_edge(parameter, reach);
  memset(pointer, tail, reach);
  arguments[parameter].pointer = memcpy(pointer, object, known);
  bw_status status = call_wrongly(function, arguments);
  if (accepted ? !is_success(status) : status != BW_ERROR_ARGUMENT)
    FAIL("%s: %s", context, bw_status_name(status));
  if (!accepted) check_named(function, parameter, arguments);
}

static void check_sizes(const void *argument) {
  const struct function *function = argument;
  begin_misuse();
  for (int i = 0; i < function->parameter_count; i++) {
    enum kind kind = function->parameters[i].kind;
    uint32_t known = (uint32_t)function->parameters[i].size;
    if (kind != SIZED_IN && kind != SIZED_OUT && kind != SIZED_IN_OUT) continue;
    uint32_t first = (uint32_t)first_size(function->parameters[i].type, known);
    const uint32_t small[] = {0, 1, 3, 4, 8, first - 4, first - 1};
    for (size_t n = 0; n < sizeof(small) / sizeof(small[0]); n++)
      try_size(function, i, small[n], 0, false);
    if (strcmp(function->parameters[i].type, "bw_column") != 0 || kind == SIZED_OUT) {
      try_size(function, i, known + 64, 0, true);
      try_size(function, i, known + 64, 0xFF, kind == SIZED_OUT);
    }
    if (kind != SIZED_OUT) try_size(function, i, UINT32_MAX, 0, false);
  }
  end_world();
}

__attribute__((constructor)) static void register_all(void) {
  static const struct {
    const char *what;
    void (*body)(const void *);
  } checks[] = {
      {"takes good arguments", check_valid},
      {"takes NULL for every pointer calmly", check_null},
      {"refuses every wrong handle", check_handles},
      {"takes numbers beyond sense calmly", check_numbers},
      {"refuses structs of a wrong size", check_sizes},
      {"refuses bad text", check_texts},
      {"takes members beyond sense calmly", check_members},
  };
  for (int i = 0; i < function_count; i++) {
    for (size_t check = 0; check < sizeof(checks) / sizeof(checks[0]); check++) {
      char name[128];
      snprintf(name, sizeof(name), "%s %s", functions[i].name, checks[check].what);
      test_register_with("misuse.c", name, checks[check].body, &functions[i]);
    }
  }
}
