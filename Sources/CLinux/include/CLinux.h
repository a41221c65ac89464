// What the Glibc module of the toolchain leaves out. No _GNU_SOURCE here: it clashes with that module.
#pragma once
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

/// Accepts one connection, non-blocking and closed on exec; -1 with errno when there is none.
int clinux_accept(int listener, struct sockaddr_storage *peer, socklen_t *length);

/// Whether the last call failed for want of descriptors or memory rather than for want of a peer.
int clinux_is_exhaustion(int error);

/// Lets no new TCP connection begin on a listener; one whose handshake is under way still comes in. Who begins one
/// tries again by itself a second later, and is then refused, or taken by whoever listens there next.
void clinux_stop_handshakes(int listener);

/// The value this thread was given by clinux_set_current, else null.
void *clinux_current(void);
void clinux_set_current(void *value);

/// Nanoseconds of CLOCK_MONOTONIC.
uint64_t clinux_monotonic(void);

/// Tell ThreadSanitizer of a lock that it cannot see: the runtime's own Mutex is not instrumented. Else empty.
void clinux_did_lock(const void *lock);
void clinux_will_unlock(const void *lock);
