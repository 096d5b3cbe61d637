// Linux's descriptors to wait on, which Swift's Glibc module leaves out.
#ifndef CEVENTS_SHIM_H
#define CEVENTS_SHIM_H

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>

// Swift does not lay out epoll_event, which is packed, as C does.
static inline int cevents_add(int epoll, int descriptor) {
  struct epoll_event event = {.events = EPOLLIN};
  return epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event);
}

static inline int cevents_wait(int epoll, int milliseconds) {
  struct epoll_event event;
  return epoll_wait(epoll, &event, 1, milliseconds);
}

#endif
