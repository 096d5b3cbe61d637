// What of Linux Swift's Glibc module leaves out: descriptors to wait on, and how many processors a
// process may use.
#ifndef CEVENTS_SHIM_H
#define CEVENTS_SHIM_H

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <unistd.h>

// Swift does not lay out epoll_event, which is packed, as C does.
static inline int cevents_add(int epoll, int descriptor) {
  struct epoll_event event = {.events = EPOLLIN};
  return epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event);
}

static inline int cevents_wait(int epoll, int milliseconds) {
  struct epoll_event event;
  return epoll_wait(epoll, &event, 1, milliseconds);
}

// Up to 1,024; 0 where the system does not tell.
static inline int cevents_processors(void) {
  unsigned long bits[16] = {0};
  int count = 0;
  if (syscall(SYS_sched_getaffinity, 0, sizeof bits, bits) < 0) return 0;
  for (int word = 0; word < 16; word++) count += __builtin_popcountl(bits[word]);
  return count;
}

#endif
