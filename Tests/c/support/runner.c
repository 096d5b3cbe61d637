// This file runs every registered test in a process of its own (this program, started again), with
// a fresh folder and a time limit. It prints a line for each failed test and a count at the end.
#define _XOPEN_SOURCE 700
#include "check.h"
#include "fixtures.h"

#include <errno.h>
#include <ftw.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_TESTS = 4096, SECONDS_EACH = 60, SECONDS_IF_SLOW = 300, EXIT_SKIPPED = 77 };

static struct test {
  const char *file, *name;
  void (*body)(void);
  void (*body_with)(const void *);
  const void *argument;
} tests[MOST_TESTS];
static int test_count;

static void add(struct test test) {
  if (test_count == MOST_TESTS) abort();
  const char *slash = strrchr(test.file, '/');
  if (slash != NULL) test.file = slash + 1;
  tests[test_count++] = test;
}

void test_register(const char *file, const char *name, void (*body)(void)) {
  add((struct test){file, name, body, NULL, NULL});
}

void test_register_with(const char *file, const char *name, void (*body)(const void *),
                        const void *argument) {
  add((struct test){file, strdup(name), NULL, body, argument});
}

static int by_file(const void *left, const void *right) {
  const struct test *a = left, *b = right;
  int order = strcmp(a->file, b->file);
  return order != 0 ? order : strcmp(a->name, b->name);
}

static int remove_entry(const char *path, const struct stat *info, int type, struct FTW *walk) {
  (void)info, (void)walk;
  if (type == FTW_D) chmod(path, 0700);
  return 0;
}

static int remove_entry_after(const char *path, const struct stat *info, int type,
                              struct FTW *walk) {
  (void)info, (void)type, (void)walk;
  return remove(path);
}

static void remove_folder(const char *path) {
  nftw(path, remove_entry, 16, FTW_PHYS); // folders that a test made unwritable
  nftw(path, remove_entry_after, 16, FTW_PHYS | FTW_DEPTH);
}

// Runs a test, in its own process.
static int run_one(int index, const char *folder) {
  // An emulated processor is slower.
  bool is_slow = server() != NULL || getenv("BW_EMULATED") != NULL;
  alarm(is_slow ? SECONDS_IF_SLOW : SECONDS_EACH);
  test_folder = folder;
  BW_INIT(fault);
  if (tests[index].body != NULL)
    tests[index].body();
  else
    tests[index].body_with(tests[index].argument);
  fflush(stdout);
  return 0;
}

// Starts a test and waits for it. Returns 0 if the test has passed, EXIT_SKIPPED if it was skipped,
// and anything else if it has failed.
static int start_one(const char *program, int index) {
  char folder[] = "/tmp/bookworm-test-XXXXXX", number[16];
  const struct test *test = &tests[index];
  int status;
  if (mkdtemp(folder) == NULL) {
    perror("mkdtemp");
    return 1;
  }
  chmod(folder, 0755); // some tests go on as another user
  snprintf(number, sizeof(number), "%d", index);
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    setenv("BW_TEST", number, 1);
    execl(program, program, "--one", number, folder, (char *)NULL);
    _exit(127);
  }
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  remove_folder(folder);
  int code = WIFEXITED(status) ? WEXITSTATUS(status) : 1;
  if (WIFSIGNALED(status)) printf("    ended by signal %d\n", WTERMSIG(status));
  if (code != 0 && code != EXIT_SKIPPED) printf("FAILED  %s: %s\n", test->file, test->name);
  if (code == EXIT_SKIPPED) printf("skipped %s: %s\n", test->file, test->name);
  return code;
}

static bool is_among(int index, int count, char **numbers) {
  for (int i = 0; i < count; i++)
    if (atoi(numbers[i]) == index) return true;
  return false;
}

// Arguments: a part of the names of the tests to run; --list only lists them; --these is followed
// by their numbers in BW_TEST. With BW_STOP in the environment, the run ends at the first failure.
int main(int argc, char **argv) {
  int passed = 0, failed = 0, skipped = 0;
  char program[4096] = ""; // the path itself, for tools that follow child processes
  if (readlink("/proc/self/exe", program, sizeof(program) - 1) < 0) return 1;
  qsort(tests, (size_t)test_count, sizeof(tests[0]), by_file);
  if (argc == 4 && strcmp(argv[1], "--one") == 0) return run_one(atoi(argv[2]), argv[3]);
  for (int i = 0; i < test_count; i++) {
    bool by_number = argc > 1 && strcmp(argv[1], "--these") == 0;
    const char *part = argc > 1 && !by_number ? argv[argc - 1] : "";
    if (by_number && !is_among(i, argc - 2, argv + 2)) continue;
    if (argc > 1 && strcmp(argv[1], "--list") == 0) {
      printf("%s: %s\n", tests[i].file, tests[i].name);
      continue;
    }
    if (strstr(tests[i].name, part) == NULL && strstr(tests[i].file, part) == NULL) continue;
    int code = start_one(program, i);
    if (code == 0)
      passed++;
    else if (code == EXIT_SKIPPED)
      skipped++;
    else
      failed++;
    if (failed > 0 && getenv("BW_STOP") != NULL) break;
  }
  if (argc < 2 || strcmp(argv[1], "--list") != 0)
    printf("counts: %d passed, %d failed, %d skipped\n", passed, failed, skipped);
  return failed == 0 ? 0 : 1;
}
