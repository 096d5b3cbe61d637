// This file requires Linux 3.15. Except for SQLite's own calls, only this file depends on Linux.
#define _GNU_SOURCE
#include "CSystem.h"

#ifdef __linux__

#include <errno.h>
#include <sched.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <unistd.h>

// MARK: Waiting

int system_new_wait(void) {
  return epoll_create1(EPOLL_CLOEXEC);
}

int system_add_to_wait(int wait, int descriptor) {
  struct epoll_event event = {.events = EPOLLIN};
  return epoll_ctl(wait, EPOLL_CTL_ADD, descriptor, &event);
}

int system_wait(int wait, int milliseconds) {
  struct epoll_event event;
  return epoll_wait(wait, &event, 1, milliseconds);
}

int system_new_event(void) {
  return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
}

void system_signal_event(int event) {
  eventfd_write(event, 1);
}

void system_clear_event(int event) {
  eventfd_t count;
  eventfd_read(event, &count);
}

int system_new_timer(void) {
  return timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
}

void system_set_timer(int timer, int milliseconds) {
  struct timespec period = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
  struct itimerspec time = {.it_interval = period, .it_value = period};
  timerfd_settime(timer, 0, &time, NULL);
}

bool system_take_timer(int timer) {
  uint64_t periods;
  return read(timer, &periods, sizeof periods) == sizeof periods;
}

// MARK: Files

int system_new_watch(void) {
  return inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
}

int system_watch_file(int watch, const char *path) {
  uint32_t events = IN_ATTRIB | IN_MODIFY | IN_DELETE_SELF | IN_MOVE_SELF | IN_DONT_FOLLOW;
  return inotify_add_watch(watch, path, events);
}

void system_forget_file(int watch, int file) {
  inotify_rm_watch(watch, file);
}

system_news system_take_news(int watch, int file) {
  const uint32_t gone = IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED | IN_UNMOUNT | IN_Q_OVERFLOW;
  system_news news = {false, false};
  char memory[4096];
  ssize_t size;
  while ((size = read(watch, memory, sizeof memory)) > 0) {
    news.any = true;
    struct inotify_event event;
    for (ssize_t place = 0; place + (ssize_t)sizeof event <= size;
         place += (ssize_t)sizeof event + event.len) {
      memcpy(&event, memory + place, sizeof event);
      // Events that are left from an earlier watch do not concern this one.
      if (event.wd == file && event.mask & gone) news.is_gone = true;
    }
  }
  return news;
}

#ifndef F_OFD_SETLK
#define F_OFD_GETLK 36
#define F_OFD_SETLK 37
#endif

bool system_get_mount(const char *path, uint64_t *number) {
#if defined(STATX_MNT_ID) && defined(SYS_statx)
  // Called by its number: older versions of the C library lack the function.
  struct statx found = {0};
  if (syscall(SYS_statx, AT_FDCWD, path, 0, STATX_MNT_ID, &found) != 0) return false;
  *number = found.stx_mnt_id;
  return found.stx_mask & STATX_MNT_ID;
#else
  return false;
#endif
}

int system_set_lock(int file, struct flock *lock) {
  return fcntl(file, F_OFD_SETLK, lock);
}

int system_get_lock(int file, struct flock *lock) {
  return fcntl(file, F_OFD_GETLK, lock);
}

int system_open_without_name(const char *folder) {
  return open(folder, O_RDWR | O_TMPFILE | O_CLOEXEC, 0600);
}

int system_discard(int file, int64_t start, int64_t count) {
  return fallocate(file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, start, count);
}

int system_rename_to_new(const char *from, const char *to) {
  return renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE);
}

// MARK: The machine

void *system_memory_emptied_by_forks(void) {
  size_t size = (size_t)sysconf(_SC_PAGESIZE);
  void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return NULL;
  if (madvise(memory, size, MADV_WIPEONFORK) == 0) return memory;
  munmap(memory, size);
  return NULL;
}

int system_processors(void) {
  cpu_set_t set;
  return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 0;
}

bool system_is_first_thread(void) {
  return syscall(SYS_gettid) == getpid();
}

#else
#error "Bookworm supports only Linux. Another system needs a file next to this one: see CSystem.h."
#endif
