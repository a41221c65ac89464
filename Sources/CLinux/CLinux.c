#define _GNU_SOURCE
#include "CLinux.h"
#include <errno.h>
#include <time.h>

static _Thread_local void *current;

int clinux_accept(int listener, struct sockaddr_storage *peer, socklen_t *length) {
    return accept4(listener, (struct sockaddr *)peer, length, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

int clinux_is_exhaustion(int error) {
    return error == EMFILE || error == ENFILE || error == ENOBUFS || error == ENOMEM;
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
