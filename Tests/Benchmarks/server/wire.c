// Simulates the delay of a wire between machines: forwards the TCP connections of a port to another
// port of this machine, and delivers everything later by this time, in both directions.
//
//   wire PORT MICROSECONDS    prints the port that it listens on; ends with its standard input
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
  PIECE = 65536,
  // The most that can be under way at once: at a quarter of a millisecond, a wire of 16 GB/s.
  MOST_PIECES = 64
};

struct piece {
  struct timespec due;
  size_t length;
  char data[PIECE];
};

// One direction of a connection: a ring of data that was read and is not due yet.
struct way {
  int from, to;
  unsigned read, written; // how many pieces
  bool over;
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  struct piece pieces[MOST_PIECES];
};

static long delay; // in nanoseconds

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static void *reading(void *given) {
  struct way *way = given;
  while (true) {
    pthread_mutex_lock(&way->mutex);
    while (way->read - way->written == MOST_PIECES) pthread_cond_wait(&way->changed, &way->mutex);
    struct piece *piece = &way->pieces[way->read % MOST_PIECES];
    pthread_mutex_unlock(&way->mutex);
    ssize_t count = read(way->from, piece->data, PIECE);
    clock_gettime(CLOCK_MONOTONIC, &piece->due);
    piece->due.tv_nsec += delay;
    piece->due.tv_sec += piece->due.tv_nsec / 1000000000;
    piece->due.tv_nsec %= 1000000000;
    piece->length = count > 0 ? (size_t)count : 0;
    pthread_mutex_lock(&way->mutex);
    if (count > 0)
      way->read++;
    else
      way->over = true;
    pthread_cond_signal(&way->changed);
    pthread_mutex_unlock(&way->mutex);
    if (count <= 0) return NULL;
  }
}

static void *writing(void *given) {
  struct way *way = given;
  // Otherwise it would be woken up to 50 microseconds late.
  prctl(PR_SET_TIMERSLACK, 1000);
  while (true) {
    pthread_mutex_lock(&way->mutex);
    while (way->read == way->written && !way->over) pthread_cond_wait(&way->changed, &way->mutex);
    bool none = way->read == way->written;
    struct piece *piece = &way->pieces[way->written % MOST_PIECES];
    pthread_mutex_unlock(&way->mutex);
    if (none) break;
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &piece->due, NULL);
    for (size_t sent = 0; sent < piece->length;) {
      ssize_t count = send(way->to, piece->data + sent, piece->length - sent, MSG_NOSIGNAL);
      if (count < 0) break;
      sent += (size_t)count;
    }
    pthread_mutex_lock(&way->mutex);
    way->written++;
    pthread_cond_signal(&way->changed);
    pthread_mutex_unlock(&way->mutex);
  }
  shutdown(way->to, SHUT_WR);
  return NULL;
}

// The memory of a connection lasts as long as this program.
static void start(int from, int to) {
  struct way *way = calloc(1, sizeof(*way));
  if (way == NULL) fail("memory");
  way->from = from;
  way->to = to;
  pthread_mutex_init(&way->mutex, NULL);
  pthread_cond_init(&way->changed, NULL);
  pthread_t thread;
  for (int i = 0; i < 2; i++) {
    if (pthread_create(&thread, NULL, i == 0 ? reading : writing, way) != 0) fail("thread");
    pthread_detach(thread);
  }
}

// The program that started it holds the other end of its standard input.
static void *ending(void *unused) {
  char byte;
  while (read(0, &byte, 1) > 0) {
  }
  exit(0);
  return unused;
}

int main(int argc, char **argv) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t size = sizeof(address);
  pthread_t thread;
  int one = 1;
  if (argc != 3) return 2;
  delay = atol(argv[2]) * 1000;
  int listener = socket(AF_INET, SOCK_STREAM, 0);
  if (bind(listener, (struct sockaddr *)&address, size) != 0 || listen(listener, 64) != 0 ||
      getsockname(listener, (struct sockaddr *)&address, &size) != 0)
    fail("listen");
  printf("%d\n", ntohs(address.sin_port));
  fflush(stdout);
  if (pthread_create(&thread, NULL, ending, NULL) != 0) fail("thread");
  address.sin_port = htons((uint16_t)atoi(argv[1]));
  while (true) {
    int client = accept(listener, NULL, NULL), server = socket(AF_INET, SOCK_STREAM, 0);
    if (client < 0 || connect(server, (struct sockaddr *)&address, size) != 0) fail("connect");
    setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one));
    setsockopt(server, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one));
    start(client, server);
    start(server, client);
  }
}
