// The little HTTP/1.1 that the meters share: messages with a Content-Length, nothing else. Test only, loopback only.
#pragma once
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

/// The length of the first whole message in `text` (NUL-ended), 0 while it is not all there.
static inline size_t message_length(const char *text, size_t count) {
    const char *end = strstr(text, "\r\n\r\n");
    if (!end) return 0;
    size_t head = (size_t)(end - text) + 4, body = 0;
    const char *field = strcasestr(text, "\r\ncontent-length:");
    if (field && field < end) body = strtoul(field + 17, NULL, 10);
    return count >= head + body ? head + body : 0;
}

/// The value of `name` in a query or form that ends at a space, CR, LF or NUL; NULL when it is absent.
static inline const char *parameter(const char *text, const char *name, int *length) {
    size_t size = strlen(name);
    for (const char *at = text; at && *at && *at != ' ' && *at != '\r';) {
        if (!strncmp(at, name, size) && at[size] == '=') {
            at += size + 1;
            *length = (int)strcspn(at, "& \r\n");
            return at;
        }
        at = strpbrk(at, "& ");
        if (at) {
            if (*at == ' ') return NULL;
            at++;
        }
    }
    return NULL;
}

static inline int base64url(char *out, const unsigned char *bytes, int count) {
    static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    char *start = out;
    for (int i = 0; i < count; i += 3) {
        unsigned v = (unsigned)bytes[i] << 16 | (i + 1 < count ? bytes[i + 1] << 8 : 0) | (i + 2 < count ? bytes[i + 2] : 0);
        *out++ = alphabet[v >> 18];
        *out++ = alphabet[v >> 12 & 63];
        if (i + 1 < count) *out++ = alphabet[v >> 6 & 63];
        if (i + 2 < count) *out++ = alphabet[v & 63];
    }
    *out = 0;
    return (int)(out - start);
}

/// A listening socket on 127.0.0.1.
static inline int listen_on(int port) {
    int fd = socket(AF_INET, SOCK_STREAM, 0), on = 1;
    struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons((unsigned short)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (bind(fd, (struct sockaddr *)&address, sizeof address) || listen(fd, 512)) {
        perror("listen");
        exit(1);
    }
    return fd;
}

static inline void no_delay(int fd) {
    int on = 1;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

static inline void watch(int epoll, int fd, unsigned events, void *what) {
    struct epoll_event event = {.events = events, .data.ptr = what};
    epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event);
}
