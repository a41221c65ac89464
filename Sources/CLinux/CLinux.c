#define _GNU_SOURCE
#include "CLinux.h"
#include <errno.h>
#include <linux/filter.h>
#include <time.h>

static _Thread_local void *current;

int clinux_accept(int listener, struct sockaddr_storage *peer, socklen_t *length) {
    return accept4(listener, (struct sockaddr *)peer, length, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

int clinux_is_exhaustion(int error) {
    return error == EMFILE || error == ENFILE || error == ENOBUFS || error == ENOMEM;
}

// Closing a listener resets who is connected and not yet accepted, with requests that may have been sent already. So
// first the SYN segments are dropped: byte 13 of a TCP header holds the flags, 0x02 is SYN and 0x10 ACK.
void clinux_stop_handshakes(int listener) {
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_B | BPF_ABS, 13),
        BPF_STMT(BPF_ALU | BPF_AND | BPF_K, 0x12),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0x02, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, 0),
        BPF_STMT(BPF_RET | BPF_K, 0xffffffff),
    };
    struct sock_fprog filter = {sizeof code / sizeof code[0], code};
    int domain = 0;
    socklen_t size = sizeof domain;
    if (getsockopt(listener, SOL_SOCKET, SO_DOMAIN, &domain, &size) == 0 && domain != AF_UNIX)
        setsockopt(listener, SOL_SOCKET, SO_ATTACH_FILTER, &filter, sizeof filter);
}

void *clinux_current(void) { return current; }

void clinux_set_current(void *value) { current = value; }

uint64_t clinux_monotonic(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif

#ifdef SANITIZED
void __tsan_acquire(void *);
void __tsan_release(void *);

void clinux_did_lock(const void *lock) { __tsan_acquire((void *)lock); }

void clinux_will_unlock(const void *lock) { __tsan_release((void *)lock); }
#else
void clinux_did_lock(const void *lock) { (void)lock; }

void clinux_will_unlock(const void *lock) { (void)lock; }
#endif
