// These tests put a store into places and times that prevent it from working. Each runs in a
// process of its own, which reports any fault.
#define _GNU_SOURCE
#include "places.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "failing.h"
#include "works.h"

static struct finding {
  bool is_skipped;
  char text[400];
} *finding;

// Ends the process and reports the fault.
#define WRONG(...) \
  do { \
    snprintf(finding->text, sizeof finding->text, __VA_ARGS__); \
    _exit(0); \
  } while (0)
#define EXPECT(call, expected) \
  do { \
    bw_status status_ = (call); \
    if (status_ != (expected)) \
      WRONG("%s is %s: %s", #call, bw_status_name(status_), error.message); \
  } while (0)
#define SKIP(why) \
  do { \
    finding->is_skipped = true; \
    WRONG("%s: %s", why, strerror(errno)); \
  } while (0)

static int64_t books(void) {
  int64_t count = 0;
  EXPECT(bw_books_count(store, &count, &error), BW_OK);
  return count;
}

static bw_status add_book(void) {
  bw_book book;
  BW_INIT(book);
  book.fields = BW_BOOK_TITLE | BW_BOOK_AUTHOR | BW_BOOK_NOTES;
  static char notes[20001];
  memset(notes, 'n', sizeof notes - 1);
  book.title = (bw_text){"Title", -1};
  book.author = (bw_text){"Author", -1};
  book.notes = (bw_text){notes, -1};
  return bw_book_create(store, &book, NULL, &error);
}

static void check_is_sound(void) {
  bw_result *problems = NULL;
  bw_problem problem;
  BW_INIT(problem);
  EXPECT(bw_store_check(store, &problems, &error), BW_OK);
  if (bw_result_get_problem(problems, 0, &problem, NULL) == BW_OK) WRONG("%s", problem.text.data);
  bw_result_free(problems);
}

static void a_full_disk(void) {
  if (mkdir("disk", 0700) != 0 || mount("none", "disk", "tmpfs", 0, "size=3m") != 0) {
    SKIP("nothing can be mounted here");
  }
  if (chdir("disk") != 0) SKIP("chdir");
  int filler = open("filler", O_WRONLY | O_CREAT, 0600);
  if (ftruncate(filler, 0) != 0 || posix_fallocate(filler, 0, 1 << 20) != 0) SKIP("filler");
  close(filler);
  open_store();
  int64_t acknowledged = 0;
  bw_status status;
  while ((status = add_book()) == BW_OK) acknowledged++;
  EXPECT(status, BW_ERROR_FULL);
  if (acknowledged < 10) WRONG("only %ld books had room", acknowledged);
  if (books() != acknowledged) WRONG("%ld books, not %ld", books(), acknowledged);
  EXPECT(bw_store_export(store, "document", -1, &error), BW_ERROR_FULL);
  if (access("document", F_OK) == 0) WRONG("a part of a document is left");
  unlink("filler");
  EXPECT(add_book(), BW_OK);
  EXPECT(bw_store_close(store, &error), BW_OK);
  open_store();
  if (books() != acknowledged + 1) WRONG("%ld books, not %ld", books(), acknowledged + 1);
  check_is_sound();
}

static void no_descriptors(void) {
  open_store();
  EXPECT(add_book(), BW_OK);
  int next = dup(0);
  close(next);
  struct rlimit most, few;
  getrlimit(RLIMIT_NOFILE, &most);
  for (int more = 0; more < 4; more++) {
    few = (struct rlimit){(rlim_t)(next + more), most.rlim_max};
    setrlimit(RLIMIT_NOFILE, &few);
    bw_store *other = NULL;
    bw_observer *observer = NULL;
    bw_status status = bw_store_open("other", -1, NULL, &other, &error);
    if (status != BW_OK) EXPECT(status, BW_ERROR_CANNOT_OPEN);
    bw_store_close(other, NULL);
    status = bw_store_observe(store, 0, &observer, &error);
    if (status != BW_OK) EXPECT(status, BW_ERROR_IO);
    bw_observer_free(observer);
    status = bw_store_export(store, "document", -1, &error);
    if (status != BW_OK && status != BW_ERROR_EXISTS) EXPECT(status, BW_ERROR_CANNOT_OPEN);
    EXPECT(add_book(), BW_OK);
  }
  setrlimit(RLIMIT_NOFILE, &most);
  bw_observer *observer = NULL;
  EXPECT(bw_store_observe(store, 0, &observer, &error), BW_OK);
  check_is_sound();
}

static void no_inotify_instances(void) {
  for (int i = 0; i < 100000; i++) {
    if (inotify_init1(IN_CLOEXEC) < 0) break;
  }
  if (inotify_init1(IN_CLOEXEC) >= 0) SKIP("there is no end of inotify instances");
  open_store();
  bw_observer *observer = NULL;
  EXPECT(bw_store_observe(store, 0, &observer, &error), BW_OK);
  bw_store *first = store;
  if (fork() == 0) {
    execl("/proc/self/exe", "faults", "--add-book", NULL);
    _exit(3);
  }
  int status = 0;
  wait(&status);
  if (status != 0) WRONG("the other process could not write");
  bw_result *changes = NULL;
  EXPECT(bw_observer_next(observer, 5000, &changes, &error), BW_OK);
  bw_result_free(changes);
  store = first;
  check_is_sound();
}

static void a_clock_that_jumps(void) {
  open_store();
  static const long wrong[] = {0, -400000000, 0, 300000000000, -100, -4000000000};
  for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    clock_is_off = wrong[i];
    EXPECT(add_book(), BW_OK);
    EXPECT(bw_book_set_rating(store, 1, (int32_t)i % 5 + 1, &error), BW_OK);
    EXPECT(bw_book_set_status(store, 1, (bw_book_status)(i % 3), 0, &error), BW_OK);
  }
  clock_is_off = 0;
  EXPECT(bw_store_undo(store, NULL, &error), BW_OK);
  check_is_sound();
}

static void a_folder_that_becomes_read_only(void) {
  enum { nobody = 65534 };
  if (mkdir("folder", 0755) != 0 || chown("folder", nobody, nobody) != 0 || setgid(nobody) != 0 ||
      setuid(nobody) != 0 || chdir("folder") != 0) {
    SKIP("this user cannot become another one");
  }
  open_store();
  EXPECT(add_book(), BW_OK);
  chmod(".", 0555);
  EXPECT(add_book(), BW_OK);
  EXPECT(bw_store_export(store, "document", -1, &error), BW_ERROR_CANNOT_OPEN);
  bw_backup *backup = NULL;
  EXPECT(bw_backup_new(store, "backup", -1, &backup, &error), BW_ERROR_CANNOT_OPEN);
  bw_store *other = NULL;
  EXPECT(bw_store_open("other", -1, NULL, &other, &error), BW_ERROR_CANNOT_OPEN);
  EXPECT(bw_store_close(store, &error), BW_OK);
  chmod(".", 0755);
  open_store();
  if (books() != 2) WRONG("%ld books, not 2", books());
  EXPECT(add_book(), BW_OK);
  check_is_sound();
}

static int try_place(const char *name, void (*place)(void)) {
  memset(finding, 0, sizeof *finding);
  if (system("rm -rf ./*")) return 1;
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    BW_INIT(error);
    alarm(60);
    place();
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  umount2("disk", MNT_DETACH);
  if (WIFSIGNALED(status)) snprintf(finding->text, 400, "%s", strsignal(WTERMSIG(status)));
  if (finding->is_skipped) {
    printf("%s: skipped, as %s\n", name, finding->text);
    return 0;
  }
  printf("%s: %s\n", name, finding->text[0] ? finding->text : "as it should be");
  return finding->text[0] != 0 || WEXITSTATUS(status) != 0;
}

int try_places(void) {
  finding = mmap(NULL, sizeof *finding, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
#define TRY(place) try_place(#place, place)
  return TRY(a_full_disk) + TRY(no_descriptors) + TRY(no_inotify_instances) +
         TRY(a_clock_that_jumps) + TRY(a_folder_that_becomes_read_only);
}

int add_a_book(void) {
  BW_INIT(error);
  open_store();
  return add_book() != BW_OK || bw_store_close(store, NULL) != BW_OK;
}
