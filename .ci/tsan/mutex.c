// Tells ThreadSanitizer of the waiting in Synchronization.Mutex.
//
// The quick ways into and out of a Mutex are inlined into our code and instrumented with it. A thread that has to
// wait goes through the runtime's own library, which is not: there TSan misses that one thread waited for the other,
// and reports whatever the Mutex guards as a race. Loaded before that library, these functions stand in for its
// three and say what happened. No report is suppressed: a race outside of a Mutex is seen as before.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *mutex

// There in a program built with -sanitize=thread, and in no other.
extern void __tsan_acquire(void *) __attribute__((weak));
extern void __tsan_release(void *) __attribute__((weak));

SWIFT void lock_slow(uint32_t thread, SELF) __asm__("$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");
SWIFT bool try_lock_slow(SELF) __asm__("$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF");
SWIFT void unlock_slow(SELF) __asm__("$s15Synchronization12_MutexHandleV11_unlockSlowyyF");

typedef SWIFT void (*lock_function)(uint32_t thread, SELF);
typedef SWIFT bool (*try_function)(SELF);
typedef SWIFT void (*unlock_function)(SELF);

static lock_function real_lock;
static try_function real_try;
static unlock_function real_unlock;

__attribute__((constructor)) static void find(void) {
    real_lock = (lock_function)dlsym(RTLD_NEXT, "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");
    real_try = (try_function)dlsym(RTLD_NEXT, "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF");
    real_unlock = (unlock_function)dlsym(RTLD_NEXT, "$s15Synchronization12_MutexHandleV11_unlockSlowyyF");
}

SWIFT void lock_slow(uint32_t thread, SELF) {
    real_lock(thread, mutex);
    if (__tsan_acquire) __tsan_acquire(mutex);
}

SWIFT bool try_lock_slow(SELF) {
    bool locked = real_try(mutex);
    if (locked && __tsan_acquire) __tsan_acquire(mutex);
    return locked;
}

SWIFT void unlock_slow(SELF) {
    if (__tsan_release) __tsan_release(mutex);
    real_unlock(mutex);
}
