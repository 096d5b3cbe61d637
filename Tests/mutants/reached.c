// Tests/mutants/run preloads this library into the tests. It records which of some places in the
// library's code each test reaches. Each place has a breakpoint until it is reached for the first
// time.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

enum { BREAKPOINT = 0xCC, MOST_PLACES = 4096 };

static struct place {
  uint8_t *code;
  uint8_t byte;
} places[MOST_PLACES];
static int count;
// A byte for each place, in memory that is mapped from a file that all tests share: a test may
// limit the size of files, so nothing is written to a file.
static uint8_t *notes;

static void reached(int number, siginfo_t *info, void *context) {
  (void)number, (void)info;
  greg_t *next = &((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
  for (int i = 0; i < count; i++) {
    if ((greg_t)places[i].code + 1 != *next) continue;
    *places[i].code = places[i].byte;
    *next -= 1;
    notes[i] = 1;
    return;
  }
  abort(); // not one of our breakpoints
}

// Makes the library's code writable, and finds the address where it was loaded.
static int find_library(struct dl_phdr_info *info, size_t size, void *base) {
  (void)size;
  if (strstr(info->dlpi_name, "libbookworm") == NULL) return 0;
  *(uintptr_t *)base = info->dlpi_addr;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &info->dlpi_phdr[i];
    if (part->p_type != PT_LOAD || !(part->p_flags & PF_X)) continue;
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), start = info->dlpi_addr + part->p_vaddr;
    uintptr_t from = start & ~(page - 1);
    if (mprotect((void *)from, start + part->p_memsz - from, PROT_READ | PROT_WRITE | PROT_EXEC))
      abort();
  }
  return 1;
}

static void *next(const char *name) {
  return dlsym(RTLD_NEXT, name);
}

static int set_action(int number, const struct sigaction *action, struct sigaction *old) {
  int (*set)(int, const struct sigaction *, struct sigaction *);
  *(void **)&set = next("sigaction");
  return set(number, action, old);
}

// A test that handles the signal would be ended by its first breakpoint, so it does not get it.
int sigaction(int number, const struct sigaction *action, struct sigaction *old) {
  return number == SIGTRAP ? 0 : set_action(number, action, old);
}

sighandler_t signal(int number, sighandler_t handler) {
  sighandler_t (*set)(int, sighandler_t);
  *(void **)&set = next("signal");
  return number == SIGTRAP ? SIG_DFL : set(number, handler);
}

// BW_PLACES names a file with the address of each place, in hexadecimal digits; BW_REACHED one of
// MOST_PLACES bytes for each test.
__attribute__((constructor)) static void begin(void) {
  uintptr_t base = 0;
  const char *path = getenv("BW_PLACES"), *to = getenv("BW_REACHED"), *test = getenv("BW_TEST");
  if (path == NULL || to == NULL || test == NULL) return;
  if (!dl_iterate_phdr(find_library, &base)) return; // another program, started by a test
  FILE *file = fopen(path, "r");
  int fd = open(to, O_RDWR | O_CLOEXEC);
  notes = mmap(NULL, MOST_PLACES, PROT_READ | PROT_WRITE, MAP_SHARED, fd,
               (off_t)MOST_PLACES * atoi(test));
  if (file == NULL || notes == MAP_FAILED) abort();
  close(fd);
  struct sigaction action = {.sa_sigaction = reached, .sa_flags = SA_SIGINFO | SA_NODEFER};
  set_action(SIGTRAP, &action, NULL);
  for (unsigned long address; count < MOST_PLACES && fscanf(file, "%lx", &address) == 1; count++) {
    places[count].code = (uint8_t *)base + address;
    places[count].byte = *places[count].code;
  }
  fclose(file);
  for (int i = 0; i < count; i++) *places[i].code = BREAKPOINT;
}

// A thread may not block the signal either.
int pthread_sigmask(int how, const sigset_t *set, sigset_t *old) {
  int (*change)(int, const sigset_t *, sigset_t *);
  *(void **)&change = next("pthread_sigmask");
  sigset_t open = {0};
  if (set != NULL) open = *set;
  sigdelset(&open, SIGTRAP);
  return change(how, set == NULL || how == SIG_UNBLOCK ? set : &open, old);
}

int sigprocmask(int how, const sigset_t *set, sigset_t *old) {
  return pthread_sigmask(how, set, old) == 0 ? 0 : -1;
}
