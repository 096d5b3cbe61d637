// This file defines the system's timers, which follow the simulated time. Each timer is an event,
// which is signalled before anything can check whether the timer has expired.
#define _GNU_SOURCE
#include "calls.h"

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <unistd.h>

enum { MOST_DESCRIPTORS = 1000 };

// By descriptor; the period is 0 if there is no timer, or if it is not set.
static struct {
  int64_t period, next;
} timers[MOST_DESCRIPTORS];

int timerfd_create(clockid_t clock, int flags) {
  if (!current) return (int)syscall(SYS_timerfd_create, clock, flags);
  int made = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (made >= MOST_DESCRIPTORS) give_up("too many timers");
  return made;
}

int timerfd_settime(int timer, int flags, const struct itimerspec *wanted,
                    struct itimerspec *before) {
  if (!current) return (int)syscall(SYS_timerfd_settime, timer, flags, wanted, before);
  int64_t period = wanted->it_interval.tv_sec * 1000000 + wanted->it_interval.tv_nsec / 1000;
  timers[timer].period = period;
  timers[timer].next = simulated_time + period;
  return 0;
}

void forget_timer(int number) {
  if (number >= 0 && number < MOST_DESCRIPTORS) timers[number].period = 0;
}

void signal_timers(void) {
  for (int i = 0; i < MOST_DESCRIPTORS; i++) {
    if (timers[i].period == 0 || timers[i].next > simulated_time) continue;
    eventfd_write(i, 1);
    timers[i].next = simulated_time + timers[i].period;
  }
}

int epoll_wait(int number, struct epoll_event *events, int count, int milliseconds) {
  if (current && milliseconds != 0) give_up("to wait for an event is not simulated");
  signal_timers();
  return (int)syscall(SYS_epoll_wait, number, events, count, milliseconds);
}
