// Preloaded, shows a program memory in pages of 64 KiB, as some kernels for ARM have: its mappings
// begin at multiples of that, and every other address or offset is refused. For tests on smaller
// pages.
#define _GNU_SOURCE
#include <errno.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { PAGE = 65536 };

extern long __sysconf(int name); // glibc's own name of it

static size_t in_pages(size_t size) {
  return (size + PAGE - 1) / PAGE * PAGE;
}

static int check(const void *address) {
  if ((uintptr_t)address % PAGE == 0) return 0;
  errno = EINVAL;
  return -1;
}

int getpagesize(void) {
  return PAGE;
}

long sysconf(int name) {
  return name == _SC_PAGESIZE ? PAGE : __sysconf(name);
}

void *mmap(void *wanted, size_t size, int protection, int flags, int file, off_t offset) {
  if (offset % PAGE) wanted = (void *)1;
  if (check(wanted)) return MAP_FAILED;
  if (!wanted) {
    char *space = (char *)syscall(SYS_mmap, NULL, in_pages(size) + PAGE, PROT_NONE,
                                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (space == MAP_FAILED) return MAP_FAILED;
    wanted = space + (PAGE - (uintptr_t)space % PAGE) % PAGE;
    flags |= MAP_FIXED;
  }
  return (void *)syscall(SYS_mmap, wanted, size, protection, flags, file, offset);
}

int munmap(void *start, size_t size) {
  return check(start) ? -1 : (int)syscall(SYS_munmap, start, in_pages(size));
}

int madvise(void *start, size_t size, int advice) {
  return check(start) ? -1 : (int)syscall(SYS_madvise, start, size, advice);
}

int mprotect(void *start, size_t size, int protection) {
  return check(start) ? -1 : (int)syscall(SYS_mprotect, start, size, protection);
}
