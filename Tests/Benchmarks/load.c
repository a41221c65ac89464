// load: closed-loop keep-alive load from a file of prepared requests, one epoll thread.
// usage: load PORT CONNECTIONS REQUESTS [RESPONSES]
// REQUESTS: repeated { u32 length, bytes }.  RESPONSES: repeated { u32 index, u32 length, bytes }.
// Prints n= seconds= p50_ms= p99_ms= 2xx= 3xx= 4xx= 5xx= lost=
#define _GNU_SOURCE
#include "http1.h"
#include <stdint.h>
#include <time.h>

enum { room = 1 << 16 };
typedef struct {
    int fd;
    size_t index, count;
    double since;
    char in[room];
} Connection;

static char **requests;
static uint32_t *lengths;
static size_t total, next, done, lost, classes[6];
static double *latencies;
static struct sockaddr_in server;
static FILE *responses;
static int epoll;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void read_requests(const char *path) {
    FILE *file = fopen(path, "rb");
    size_t capacity = 0;
    for (uint32_t length; file && fread(&length, 4, 1, file) == 1; total++) {
        if (total == capacity) {
            capacity = capacity ? capacity * 2 : 1024;
            requests = realloc(requests, capacity * sizeof *requests);
            lengths = realloc(lengths, capacity * sizeof *lengths);
        }
        requests[total] = malloc(length);
        lengths[total] = length;
        if (fread(requests[total], 1, length, file) != length) exit(2);
    }
    if (!total) exit(2);
    fclose(file);
}

static void dial(Connection *c) {
    c->fd = socket(AF_INET, SOCK_STREAM, 0);
    if (connect(c->fd, (struct sockaddr *)&server, sizeof server)) {
        perror("connect");
        exit(1);
    }
    no_delay(c->fd);
    watch(epoll, c->fd, EPOLLIN, c);
}

/// Sends the next request, or ends the connection's work.
static void send_next(Connection *c) {
    if (next == total) {
        close(c->fd);
        return;
    }
    c->index = next++;
    c->count = 0;
    c->since = now();
    for (size_t sent = 0; sent < lengths[c->index];) {
        ssize_t n = send(c->fd, requests[c->index] + sent, lengths[c->index] - sent, MSG_NOSIGNAL);
        if (n <= 0) break;                      // a cut connection shows when it is read
        sent += (size_t)n;
    }
}

static void answered(Connection *c, size_t length) {
    int status = atoi(c->in + 9) / 100;
    classes[status > 0 && status < 6 ? status : 0]++;
    latencies[done++] = now() - c->since;
    if (responses) {
        uint32_t head[2] = {(uint32_t)c->index, (uint32_t)length};
        fwrite(head, 8, 1, responses);
        fwrite(c->in, 1, length, responses);
    }
}

static void readable(Connection *c) {
    ssize_t n = recv(c->fd, c->in + c->count, room - 1 - c->count, 0);
    if (n <= 0) {
        lost++;
        done++;
        close(c->fd);
        dial(c);
        send_next(c);
        return;
    }
    c->count += (size_t)n;
    c->in[c->count] = 0;
    size_t length = message_length(c->in, c->count);
    if (!length) return;
    answered(c, length);
    send_next(c);
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

int main(int count, char **words) {
    if (count < 4) return 2;
    server = (struct sockaddr_in){.sin_family = AF_INET, .sin_port = htons((unsigned short)atoi(words[1])),
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    size_t connections = strtoul(words[2], NULL, 10);
    read_requests(words[3]);
    if (count > 4) responses = fopen(words[4], "wb");
    latencies = calloc(total + 1, sizeof *latencies);
    epoll = epoll_create1(0);
    if (connections > total) connections = total;
    Connection *all = calloc(connections, sizeof *all);
    for (size_t i = 0; i < connections; i++) dial(all + i);
    double began = now();
    for (size_t i = 0; i < connections; i++) send_next(all + i);
    while (done < total) {
        struct epoll_event events[64];
        int ready = epoll_wait(epoll, events, 64, 20000);
        if (ready <= 0) {
            fprintf(stderr, "no answer in 20 s\n");
            return 1;
        }
        for (int i = 0; i < ready; i++) readable(events[i].data.ptr);
    }
    double seconds = now() - began;
    if (responses) fclose(responses);
    qsort(latencies, total, sizeof *latencies, ascending);
    printf("n=%zu seconds=%.4f p50_ms=%.3f p99_ms=%.3f 2xx=%zu 3xx=%zu 4xx=%zu 5xx=%zu lost=%zu\n", total, seconds,
           latencies[total / 2] * 1e3, latencies[(size_t)((double)total * .99)] * 1e3, classes[2], classes[3],
           classes[4], classes[5], lost);
    return 0;
}
