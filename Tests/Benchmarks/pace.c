// pace: keep-alive load at a fixed rate, one epoll thread. Each connection has a timetable of its own, and what a request
// waits behind its time because the answer before it was late counts as its latency (no coordinated omission, as wrk2).
// usage: pace PORT CONNECTIONS RATE SECONDS PATH
// Prints n= rate= p50_ms= p99_ms= p999_ms= bad= lost=
#define _GNU_SOURCE
#include "http1.h"
#include <stdint.h>
#include <sys/prctl.h>
#include <time.h>

enum { room = 1 << 14 };
typedef struct {
    int fd, is_busy;
    size_t asked, due, count;                   // requests sent and due so far; octets of the answer at hand
    char in[room];
} Connection;

static double began, rate;
static size_t connections, done, bad, lost;
static double *latencies;
static char request[4096];
static int length;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/// When a connection is to send its request of that number.
static double time_of(size_t connection, size_t number) {
    return began + (double)(connection + number * connections) / rate;
}

static void ask(Connection *c) {
    c->is_busy = 1;
    c->count = 0;
    if (send(c->fd, request, (size_t)length, MSG_NOSIGNAL) != length) lost++;
}

static void readable(Connection *c, size_t index) {
    ssize_t n = recv(c->fd, c->in + c->count, room - 1 - c->count, 0);
    if (n <= 0) {
        fprintf(stderr, "a connection was lost\n");
        exit(1);
    }
    c->count += (size_t)n;
    c->in[c->count] = 0;
    if (!message_length(c->in, c->count)) return;
    if (strncmp(c->in, "HTTP/1.1 200", 12)) bad++;
    latencies[done++] = now() - time_of(index, c->asked++);
    c->is_busy = 0;
    if (c->asked < c->due) ask(c);
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

int main(int count, char **words) {
    if (count < 6) return 2;
    struct sockaddr_in server = {.sin_family = AF_INET, .sin_port = htons((unsigned short)atoi(words[1])),
                                 .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    connections = strtoul(words[2], NULL, 10);
    rate = strtod(words[3], NULL);
    size_t total = (size_t)(rate * strtod(words[4], NULL)) / connections * connections;
    length = snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%s\r\n\r\n", words[5], words[1]);
    latencies = calloc(total + 1, sizeof *latencies);
    Connection *all = calloc(connections, sizeof *all);
    prctl(PR_SET_TIMERSLACK, 1);
    int epoll = epoll_create1(0);
    for (size_t i = 0; i < connections; i++) {
        all[i].fd = socket(AF_INET, SOCK_STREAM, 0);
        if (connect(all[i].fd, (struct sockaddr *)&server, sizeof server)) {
            perror("connect");
            return 1;
        }
        no_delay(all[i].fd);
        watch(epoll, all[i].fd, EPOLLIN, all + i);
    }
    began = now() + 0.1;
    for (size_t next = 0; done < total;) {
        double moment = now();
        for (; next < total && time_of(next % connections, next / connections) <= moment; next++) {
            Connection *c = all + next % connections;
            c->due++;
            if (!c->is_busy) ask(c);
        }
        double pause = next < total ? time_of(next % connections, next / connections) - now() : 10;
        if (pause < 0) pause = 0;
        struct timespec wait = {.tv_sec = (time_t)pause, .tv_nsec = (long)((pause - (double)(time_t)pause) * 1e9)};
        struct epoll_event events[64];
        int ready = epoll_pwait2(epoll, events, 64, &wait, NULL);
        if (ready == 0 && next == total) {
            fprintf(stderr, "no answer in 10 s\n");
            return 1;
        }
        for (int i = 0; i < ready; i++) readable(events[i].data.ptr, (size_t)((Connection *)events[i].data.ptr - all));
    }
    double seconds = now() - began;
    qsort(latencies, total, sizeof *latencies, ascending);
    printf("n=%zu rate=%.0f p50_ms=%.3f p99_ms=%.3f p999_ms=%.3f bad=%zu lost=%zu\n", total, (double)total / seconds,
           latencies[total / 2] * 1e3, latencies[(size_t)((double)total * .99)] * 1e3,
           latencies[(size_t)((double)total * .999)] * 1e3, bad, lost);
    return 0;
}
