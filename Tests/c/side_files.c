// These tests use the files next to a store: the log (-wal), its index (-shm) and -wake. Deleting
// them, mounting the store elsewhere or sharing it by a group loses no books.
#define _GNU_SOURCE
#include "support/fixtures.h"

#include <fcntl.h>
#include <grp.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// MARK: Events while the library opens a file

// A file with this ending is deleted just before the library opens it, once.
static const char *deleted_before_opening;

int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  int mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, int) : 0;
  va_end(rest);
  const char *ending = deleted_before_opening;
  // Opens that only check the locks of the file are read-only, and do not count.
  if (ending != NULL && (flags & O_ACCMODE) == O_RDWR && strlen(path) > strlen(ending) &&
      strcmp(path + strlen(path) - strlen(ending), ending) == 0) {
    deleted_before_opening = NULL;
    syscall(SYS_unlinkat, AT_FDCWD, path, 0);
  }
  return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

// MARK: Another program

// A program with the test's store open. It obeys orders of one letter each: it adds a book, counts,
// closes the store and ends. It answers with the status, or is killed.
struct program {
  pid_t id;
  int orders, answers;
};

static void obey(int orders, int answers) {
  bw_store *store = open_file();
  for (char order; read(orders, &order, 1) == 1;) {
    int64_t count;
    bw_book book = new_book("Theirs", "A. N. Other");
    bw_status status = BW_OK;
    if (order == 'a') status = bw_book_create(store, &book, NULL, NULL);
    if (order == 'c') status = bw_books_count(store, &count, NULL);
    if (order == 'e') status = bw_store_close(store, NULL);
    if (write(answers, &status, sizeof(status)) != sizeof(status) || order == 'e') break;
  }
  _exit(0);
}

static struct program start_program(void) {
  struct program program;
  int orders[2], answers[2];
  CHECK(pipe(orders) == 0 && pipe(answers) == 0);
  fflush(stdout);
  program.id = fork();
  CHECK(program.id >= 0);
  if (program.id == 0) {
    close(orders[1]);
    close(answers[0]);
    obey(orders[0], answers[1]);
  }
  close(orders[0]);
  close(answers[1]);
  program.orders = orders[1];
  program.answers = answers[0];
  return program;
}

static bw_status order(const struct program *program, char order) {
  bw_status status;
  CHECK(write(program->orders, &order, 1) == 1);
  CHECK(read(program->answers, &status, sizeof(status)) == sizeof(status));
  return status;
}

static void wait_for(const struct program *program) {
  CHECK(waitpid(program->id, NULL, 0) == program->id);
  close(program->orders);
  close(program->answers);
}

static struct program start_and_add(int books) {
  struct program program = start_program();
  for (int i = 0; i < books; i++) CHECK_STATUS(order(&program, 'a'), BW_OK);
  return program;
}

static void end(const struct program *program) {
  CHECK_STATUS(order(program, 'e'), BW_OK);
  wait_for(program);
}

static void killed(const struct program *program) {
  CHECK(kill(program->id, SIGKILL) == 0);
  wait_for(program);
}

static const char *log_path(void) {
  return in_folder("store.bookworm-wal");
}

static const char *index_path(void) {
  return in_folder("store.bookworm-shm");
}

static void refused(const char *why) {
  bw_store *store;
  FAILS(BW_ERROR_CANNOT_OPEN, bw_store_open(file_path(), -1, NULL, &store, &fault));
  if (strstr(fault.message, why) == NULL) FAIL("it says: %s", fault.message);
}

static void holds(int64_t books) {
  bw_store *store = open_file();
  CHECK_INT(count_books(store), books);
  check_is_sound(store);
  close_store(store);
}

// MARK: The log alone is deleted

TEST(a_store_whose_log_was_deleted_opens_after_all_its_users_closed_it) {
  about_a_file();
  struct program program = start_and_add(20);
  CHECK_INT(unlink(log_path()), 0);
  refused("-wal has been deleted, moved or replaced while programs have the store open");
  CHECK(!file_exists(log_path()));
  end(&program);
  holds(20);
}

TEST(a_deleted_log_is_saved_by_the_next_commit_even_of_a_killed_program) {
  about_a_file();
  struct program program = start_and_add(20);
  CHECK_INT(unlink(log_path()), 0);
  CHECK_STATUS(order(&program, 'a'), BW_ERROR_CANNOT_OPEN);
  killed(&program);
  holds(20);
}

TEST(a_deleted_log_is_saved_by_the_next_read_even_of_a_killed_program) {
  about_a_file();
  struct program program = start_and_add(20);
  CHECK_INT(unlink(log_path()), 0);
  sleep_milliseconds(150);
  CHECK_STATUS(order(&program, 'c'), BW_ERROR_CANNOT_OPEN);
  killed(&program);
  holds(20);
}

TEST(commits_of_two_programs_in_a_deleted_log_are_all_saved) {
  about_a_file();
  struct program one = start_and_add(10), other = start_and_add(10);
  CHECK_STATUS(order(&one, 'a'), BW_OK);
  CHECK_INT(unlink(log_path()), 0);
  CHECK_STATUS(order(&other, 'a'), BW_ERROR_CANNOT_OPEN);
  killed(&one);
  refused("-wal has been deleted");
  end(&other);
  holds(21);
}

TEST(another_SQLite_that_reads_a_store_whose_log_was_deleted_loses_nothing) {
  about_a_file();
  struct program program = start_and_add(20);
  CHECK_INT(unlink(log_path()), 0);
  shell("sqlite3 '%s' 'SELECT count(*) FROM books' 2>&1 || true", file_path());
  end(&program);
  holds(20);
}

TEST(a_handle_that_keeps_reading_does_not_replace_a_deleted_log) {
  about_a_file();
  bw_store *store = open_file(), *reading;
  add_book(store, "Dune", "Frank Herbert");
  OK(bw_transaction_begin(store, BW_TRANSACTION_READ, &reading, &fault));
  CHECK_INT(count_books(reading), 1);
  CHECK_INT(unlink(log_path()), 0);
  // The one reader is in use, so this needs another connection.
  int64_t count;
  FAILS(BW_ERROR_CANNOT_OPEN, bw_books_count(store, &count, &fault));
  CHECK(strstr(fault.message, "-wal has been deleted") != NULL);
  CHECK(!file_exists(log_path()));
  OK(bw_transaction_rollback(reading, &fault));
  close_store(store);
  holds(1);
}

// MARK: Files deleted while the store is being opened

TEST(an_index_that_is_deleted_while_another_program_opens_the_store_is_noticed) {
  about_a_file();
  struct program program = start_and_add(20);
  deleted_before_opening = "-shm";
  refused("another -wal or -shm than those next to it");
  CHECK(deleted_before_opening == NULL);
  CHECK_STATUS(order(&program, 'a'), BW_ERROR_CANNOT_OPEN);
  end(&program);
  holds(20);
}

TEST(a_log_that_is_deleted_while_another_program_opens_the_store_is_noticed) {
  about_a_file();
  struct program program = start_and_add(20);
  deleted_before_opening = "-wal";
  refused("-wal has been deleted");
  CHECK(deleted_before_opening == NULL);
  end(&program);
  holds(20);
}

TEST(a_replaced_log_is_not_mistaken_for_the_log_in_use) {
  about_a_file();
  struct program program = start_and_add(20);
  shell("cd '%s' && head -c 2000 store.bookworm-wal | tr 'a-z' 'n-za-m' >other && mv other "
        "store.bookworm-wal",
        test_folder);
  refused("another -wal or -shm than those next to it");
  killed(&program);
}

// MARK: Mounts, groups and children

TEST(a_file_mounted_by_itself_under_another_name_is_refused) {
  about_a_file();
  holds(0);
  write_file(in_folder("other"), "", 0);
  if (unshare(CLONE_NEWNS) != 0) test_skip("this user may not mount files");
  if (mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
      mount(file_path(), in_folder("other"), NULL, MS_BIND, NULL) != 0)
    test_skip("this user may not mount files");
  bw_store *store, *other;
  OK(try_open(file_path(), NULL, &store));
  FAILS(BW_ERROR_CANNOT_OPEN, bw_store_open(in_folder("other"), -1, NULL, &other, &fault));
  CHECK(strstr(fault.message, "only the file is mounted under this name") != NULL);
  close_store(store);
  CHECK(umount2(in_folder("other"), MNT_DETACH) == 0);
}

enum { group = 54321 };

static gid_t group_of(const char *path) {
  struct stat status;
  CHECK(stat(path, &status) == 0);
  CHECK_INT(status.st_mode & 0777, 0660);
  return status.st_gid;
}

static void become(uid_t user) {
  const gid_t groups[] = {group};
  CHECK(setgroups(1, groups) == 0 && setgid(user) == 0 && setuid(user) == 0);
}

TEST(a_group_shares_a_store_in_a_folder_without_setgid) {
  about_a_file();
  if (geteuid() != 0) test_skip("only root makes files for others");
  holds(0);
  CHECK(chown(file_path(), 2001, group) == 0 && chmod(file_path(), 0660) == 0);
  CHECK(chmod(test_folder, 0777) == 0);
  struct program children[2];
  for (uid_t i = 0; i < 2; i++) {
    int orders[2], answers[2];
    CHECK(pipe(orders) == 0 && pipe(answers) == 0);
    fflush(stdout);
    children[i] = (struct program){fork(), orders[1], answers[0]};
    CHECK(children[i].id >= 0);
    if (children[i].id == 0) {
      become(2001 + i);
      obey(orders[0], answers[1]);
    }
    CHECK_STATUS(order(&children[i], 'a'), BW_OK);
    CHECK_INT(group_of(log_path()), group);
    CHECK_INT(group_of(index_path()), group);
  }
  CHECK_STATUS(order(&children[0], 'a'), BW_OK);
  end(&children[0]);
  end(&children[1]);
  holds(3);
}

TEST(a_child_that_skips_the_handlers_of_fork_cannot_write_by_its_parent_s_locks) {
  if (getenv("BW_EMULATED") != NULL) test_skip("QEMU ignores MADV_WIPEONFORK");
  about_a_file();
  bw_store *store = open_file(), *transaction;
  OK(bw_transaction_begin(store, BW_TRANSACTION_WRITE, &transaction, &fault));
  add_book(transaction, "Dune", "Frank Herbert");
  fflush(stdout);
  pid_t child = (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0); // ARM has no SYS_fork
  CHECK(child >= 0);
  if (child == 0) {
    bw_book book = new_book("Emma", "Jane Austen");
    FAILS(BW_ERROR_FORKED, bw_transaction_commit(transaction, &fault));
    FAILS(BW_ERROR_FORKED, bw_book_create(store, &book, NULL, &fault));
    _exit(0);
  }
  int status;
  CHECK(waitpid(child, &status, 0) == child && status == 0);
  add_book(transaction, "Emma", "Jane Austen");
  OK(bw_transaction_commit(transaction, &fault));
  close_store(store);
  holds(2);
}
