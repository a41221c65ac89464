/* A disk that ails when it is told to, under the store of a running broker (LD_PRELOAD).
 *
 *   AILING_PATH      files whose path begins so are on it: the database, its -wal and its -shm
 *   AILING_CONTROL   a file of 64 bytes, shared with the test; byte by byte the errno that a kind of call ends with,
 *                    0 where it does what it should: 0 write, 1 sync, 2 read, 3 open;
 *                    byte 4: so many syncs fail and no more, 0: all of them; byte 5: a write does half of its work first;
 *                    bytes 8 to 15: how many calls were failed, a number of the machine */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { WRITE, SYNC, READ, OPEN, SYNCS, HALF };

static volatile unsigned char *control;
static const char *ailing;

#define REAL(name) static __typeof__(&name) real; if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

/* Also by whoever calls before our own turn to begin has come. */
static void begin(void) {
    static __typeof__(&open64) real_open;
    if (control) return;
    real_open = (__typeof__(&open64))dlsym(RTLD_NEXT, "open64");
    const char *path = getenv("AILING_CONTROL");
    ailing = getenv("AILING_PATH");
    int descriptor = path && ailing ? real_open(path, O_RDWR | O_CLOEXEC) : -1;
    void *mapped = descriptor < 0 ? MAP_FAILED : mmap(NULL, 64, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    if (mapped == MAP_FAILED) {
        fputs("ailing_disk: AILING_PATH and AILING_CONTROL are needed\n", stderr);
        abort();
    }
    control = mapped;
}

static int is_ailing(const char *path) { return !strncmp(path, ailing, strlen(ailing)); }

static int fails(void) {
    __atomic_add_fetch((volatile unsigned long *)(control + 8), 1, __ATOMIC_SEQ_CST);
    return 1;
}

/* Whether a call of this kind on this descriptor ends here. */
static int ends(int kind, int descriptor) {
    char link[64], path[PATH_MAX];
    begin();
    if (!control[kind]) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return is_ailing(path) && fails();
}

static int end(int kind) {
    errno = control[kind];
    return -1;
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t at) {
    REAL(pwrite64);
    if (!ends(WRITE, descriptor)) return real(descriptor, bytes, count, at);
    if (control[HALF]) real(descriptor, bytes, count / 2, at);
    return end(WRITE);
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
    REAL(write);
    return ends(WRITE, descriptor) ? end(WRITE) : real(descriptor, bytes, count);
}

int ftruncate64(int descriptor, off64_t length) {
    REAL(ftruncate64);
    return ends(WRITE, descriptor) ? end(WRITE) : real(descriptor, length);
}

static int sync_ends(int descriptor) {
    if (!ends(SYNC, descriptor)) return 0;
    /* What was written is marked as written all the same, as Linux does: nobody will try it again. */
    void (*forget)(int) = (void (*)(int))dlsym(RTLD_DEFAULT, "disk_forget");
    if (forget) forget(descriptor);
    return 1;
}

static int end_sync(void) {
    int status = end(SYNC);
    if (control[SYNCS] && --control[SYNCS] == 0) control[SYNC] = 0;
    return status;
}

int fsync(int descriptor) {
    REAL(fsync);
    return sync_ends(descriptor) ? end_sync() : real(descriptor);
}

int fdatasync(int descriptor) {
    REAL(fdatasync);
    return sync_ends(descriptor) ? end_sync() : real(descriptor);
}

ssize_t pread64(int descriptor, void *bytes, size_t count, off64_t at) {
    REAL(pread64);
    return ends(READ, descriptor) ? end(READ) : real(descriptor, bytes, count, at);
}

ssize_t read(int descriptor, void *bytes, size_t count) {
    REAL(read);
    return ends(READ, descriptor) ? end(READ) : real(descriptor, bytes, count);
}

static int opened(__typeof__(&open64) real, const char *path, int flags, mode_t mode) {
    begin();
    /* A read-only file system lets itself be read. */
    int may = control[OPEN] == EROFS && (flags & O_ACCMODE) == O_RDONLY && !(flags & O_CREAT);
    if (control[OPEN] && !may && is_ailing(path) && fails()) return end(OPEN);
    return real(path, flags, mode);
}

#define OPENS(name)                                                         \
    int name(const char *path, int flags, ...) {                            \
        REAL(name);                                                         \
        va_list more;                                                       \
        va_start(more, flags);                                              \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0; \
        va_end(more);                                                       \
        return opened(real, path, flags, mode);                             \
    }
OPENS(open64)
OPENS(open)
