// This file schedules the simulated processes, and makes them fail as planned.
#define _GNU_SOURCE
#include "processes.h"
#include "calls.h"
#include "dice.h"
#include "disk.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { MOST_PROCESSES = 64, STACK = 1 << 20, MOST_CALLS = 20 * 1000 * 1000, CALL_TAKES = 3 };

struct process *current;
struct plan plan;
bool has_failed;
int64_t simulated_time = 1800000000000000;
uint64_t trace = 0xCBF29CE484222325;
uint64_t call_count;
FILE *trace_file;

static struct process *processes[MOST_PROCESSES];
static int process_count;
static ucontext_t scheduler;
static bool power_is_cut;

void give_up(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fprintf(stderr, "  ");
  vfprintf(stderr, format, arguments);
  fprintf(stderr, " (process %d, call %llu)\n", current ? current->number : 0,
          (unsigned long long)call_count);
  va_end(arguments);
  fflush(NULL);
  _exit(1);
}

static void run_body(void) {
  current->body(current);
  current->state = ended;
  setcontext(&scheduler);
}

struct process *start_process(void (*body)(struct process *), void *library, void *work) {
  if (process_count == MOST_PROCESSES) give_up("too many processes");
  struct process *process = calloc(1, sizeof *process);
  long stack = syscall(SYS_mmap, NULL, STACK, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (!process || stack == -1) give_up("no memory for a process");
  processes[process_count++] = process;
  process->number = process_count;
  process->body = body;
  process->library = library;
  process->work = work;
  getcontext(&process->context);
  process->context.uc_stack.ss_sp = (void *)stack;
  process->context.uc_stack.ss_size = STACK;
  makecontext(&process->context, run_body, 0);
  return process;
}

// Returns a process that does not sleep. If all sleep, advances the time to the first wake-up.
static struct process *next_process(void) {
  struct process *awake[MOST_PROCESSES];
  uint32_t count = 0;
  struct process *first = NULL;
  for (int i = 0; i < process_count; i++) {
    struct process *process = processes[i];
    if (process->state != running) continue;
    if (process->wakes_at <= simulated_time) awake[count++] = process;
    if (!first || process->wakes_at < first->wakes_at) first = process;
  }
  if (count > 0) return awake[dice_below(count)];
  if (first) simulated_time = first->wakes_at;
  return first;
}

static void kill_process(struct process *process) {
  process->state = dead;
  close_all(process);
}

bool run_processes(void (*killed)(struct process *)) {
  power_is_cut = false;
  for (;;) {
    struct process *next = next_process();
    if (!next) break;
    current = next;
    errno = next->error;
    swapcontext(&scheduler, &next->context);
    current = NULL;
    if (power_is_cut) break;
    if (next->state == ended) close_all(next);
    if (next->state == dead) {
      kill_process(next);
      if (killed) killed(next);
    }
  }
  if (power_is_cut) {
    for (int i = 0; i < process_count; i++) {
      if (processes[i]->state == running) kill_process(processes[i]);
    }
  }
  return !power_is_cut;
}

// Returns to the scheduler.
static void pause_process(void) {
  current->error = errno;
  swapcontext(&current->context, &scheduler);
}

static void note_call(enum kind kind, const char *name, uint32_t file, int64_t detail) {
  uint64_t values[] = {(uint64_t)current->number, (uint64_t)kind, file, (uint64_t)detail};
  for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
    trace = (trace ^ values[i]) * 0x100000001B3;
  }
  if (trace_file) {
    fprintf(trace_file, "%llu %d %s %u %lld\n", (unsigned long long)call_count, current->number,
            name, file, (long long)detail);
  }
}

int enter_call(enum kind kind, const char *name, uint32_t file, int64_t detail) {
  call_count++;
  current->calls++;
  simulated_time += CALL_TAKES;
  if (call_count > MOST_CALLS) give_up("the run does not end");
  note_call(kind, name, file, detail);
  if (current->calls == current->killed_at) current->state = dead;
  if (call_count == plan.power_cut_at) power_is_cut = true;
  if (current->state == dead || power_is_cut || dice_once_in(plan.switches_once_in)) {
    pause_process();
  }
  bool fails =
      plan.fails_at != 0 && call_count >= plan.fails_at && plan.failures > 0 && kind == plan.fails;
  if (!fails) return 0;
  plan.failures--;
  has_failed = true;
  return plan.failure;
}

void let_others_go_on(void) {
  if (dice_once_in(plan.switches_once_in)) pause_process();
}

void sleep_until(int64_t time) {
  current->wakes_at = time;
  pause_process();
}
