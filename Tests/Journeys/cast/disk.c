/* A disk that forgets at a loss of power, under SQLite (LD_PRELOAD).
 *
 * Beside the files of the database, which hold everything that was written, lies a folder with what a disk would hold
 * for sure: the bytes of a file as they were when it was last synced, under the names that its folder had when that was
 * last synced. At the kill whoever plays the loss of power puts those in place of the files.
 *
 *   DISK_FILE      the database; its -wal and -journal are watched too. The -shm is memory: it is never read after a crash.
 *   DISK_DURABLE   the folder; a file whose name is not synced yet lies there as NAME.nameless
 *   DISK_HONEST    after so many syncs of a file each further one does nothing and says that it did (else all are honest)
 *   DISK_DIES      a file with a number, where there is one: the process dies at the so-manieth step from when it came.
 *                  A step is the begin of a write, and the begin and the end of a sync
 *
 * What SQLite does by other calls than these ends the process: better no test than one that misses writes. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILES = 3, DESCRIPTORS = 65536, FOLDER = FILES + 1 };

struct range { off_t from, to; };

/* What is not on the disk yet. */
static struct file {
    char path[PATH_MAX];
    struct range *ranges;               /* written since the last sync */
    size_t count, room;
    int created, removed;               /* since the folder was last synced */
} files[FILES];

static const char *suffixes[FILES] = {"", "-wal", "-journal"};
static unsigned char watched[DESCRIPTORS];      /* 1 + the file, or FOLDER */
static char folder[PATH_MAX];
static const char *durable;
static long honest = -1, syncs;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
static __typeof__(&open64) real_open;
static __typeof__(&close) real_close;
static __typeof__(&pwrite64) real_pwrite;
static __typeof__(&write) real_write;
static __typeof__(&ftruncate64) real_ftruncate;
static __typeof__(&unlink) real_unlink;
static __typeof__(&fsync) real_fsync;
static __typeof__(&fdatasync) real_fdatasync;
static __typeof__(&mmap64) real_mmap;

static void stop(const char *what) {
    fprintf(stderr, "disk: %s\n", what);
    abort();
}

/* Also by whoever calls before our own turn to begin has come. */
__attribute__((constructor)) static void begin(void) {
    if (durable) return;
    real_open = REAL(open64), real_close = REAL(close), real_pwrite = REAL(pwrite64), real_write = REAL(write);
    real_ftruncate = REAL(ftruncate64), real_unlink = REAL(unlink), real_fsync = REAL(fsync);
    real_fdatasync = REAL(fdatasync), real_mmap = REAL(mmap64);
    const char *path = getenv("DISK_FILE"), *limit = getenv("DISK_HONEST");
    durable = getenv("DISK_DURABLE");
    if (!path || !durable || strlen(path) + 16 > PATH_MAX) stop("DISK_FILE and DISK_DURABLE are needed");
    if (limit) honest = atol(limit);
    for (int i = 0; i < FILES; i++) snprintf(files[i].path, PATH_MAX, "%s%s", path, suffixes[i]);
    strcpy(folder, path);
    *strrchr(folder, '/') = 0;
}

static struct file *file_of(int descriptor) {
    if (descriptor < 0 || descriptor >= DESCRIPTORS) return NULL;
    int kind = watched[descriptor];
    return kind >= 1 && kind <= FILES ? &files[kind - 1] : NULL;
}

static int file_at(const char *path) {
    for (int i = 0; i < FILES; i++)
        if (!strcmp(path, files[i].path)) return i;
    return -1;
}

/* Where a process can be killed so that it makes a difference. */
static void step(void) {
    static long left;
    const char *path = getenv("DISK_DIES");
    int asked = path ? real_open(path, O_RDONLY | O_CLOEXEC) : -1;
    char text[16] = "";
    if (asked < 0) return;
    if (!left && read(asked, text, sizeof text - 1) > 0) left = atol(text);
    real_close(asked);
    if (left && !--left) raise(SIGKILL);
}

static void note(struct file *file, off_t from, off_t to) {
    if (to <= from) return;
    struct range *last = file->count ? &file->ranges[file->count - 1] : NULL;
    if (last && from >= last->from && from <= last->to) {
        if (to > last->to) last->to = to;
        return;
    }
    if (file->count == file->room) {
        file->room = file->room ? 2 * file->room : 64;
        file->ranges = realloc(file->ranges, file->room * sizeof *file->ranges);
        if (!file->ranges) stop("no memory");
    }
    file->ranges[file->count++] = (struct range){from, to};
}

static void name_on_disk(const struct file *file, int nameless, char *out) {
    snprintf(out, PATH_MAX, "%s%s%s", durable, strrchr(file->path, '/'), nameless ? ".nameless" : "");
}

static int opened_on_disk(const struct file *file) {
    char path[PATH_MAX];
    name_on_disk(file, file->created, path);
    int disk = real_open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (disk < 0) stop("the durable copy cannot be written");
    return disk;
}

/* A sync of it failed: what was written since the last one counts as written and never will be. */
void disk_forget(int descriptor) {
    struct file *file = file_of(descriptor);
    pthread_mutex_lock(&lock);
    if (file) file->count = 0;
    pthread_mutex_unlock(&lock);
}

/* Carries over what was written since the last sync. */
static void sync_file(struct file *file, int descriptor) {
    static char bytes[1 << 16];
    struct stat now;
    int disk = opened_on_disk(file);
    if (fstat(descriptor, &now)) stop("the file cannot be read");
    for (size_t i = 0; i < file->count; i++) {
        off_t at = file->ranges[i].from, end = file->ranges[i].to;
        if (end > now.st_size) end = now.st_size;
        while (at < end) {
            ssize_t got = pread(descriptor, bytes, end - at < (off_t)sizeof bytes ? (size_t)(end - at) : sizeof bytes, at);
            if (got <= 0 || real_pwrite(disk, bytes, (size_t)got, at) != got) stop("a sync was cut short");
            at += got;
        }
    }
    if (real_ftruncate(disk, now.st_size)) stop("the durable copy cannot be cut");
    file->count = 0;
    real_close(disk);
}

/* Names that came and went are on the disk from here. */
static void sync_folder(void) {
    char kept[PATH_MAX], nameless[PATH_MAX];
    for (struct file *file = files; file < files + FILES; file++) {
        name_on_disk(file, 0, kept);
        name_on_disk(file, 1, nameless);
        if (file->created) {
            real_close(opened_on_disk(file));
            if (rename(nameless, kept)) stop("a name cannot be made durable");
        } else if (file->removed) {
            real_unlink(kept);
        }
        file->created = file->removed = 0;
    }
}

static int synced(int descriptor, int (*real)(int)) {
    struct file *file = file_of(descriptor);
    int is_folder = descriptor >= 0 && descriptor < DESCRIPTORS && watched[descriptor] == FOLDER;
    if (!file && !is_folder) return real(descriptor);
    pthread_mutex_lock(&lock);
    step();
    if (honest < 0 || syncs++ < honest) {
        if (file) sync_file(file, descriptor);
        else sync_folder();
    }
    int status = real(descriptor), failure = errno;
    step();
    pthread_mutex_unlock(&lock);
    errno = failure;
    return status;
}

int fsync(int descriptor) { begin(); return synced(descriptor, real_fsync); }
int fdatasync(int descriptor) { begin(); return synced(descriptor, real_fdatasync); }

static int opened(const char *path, int flags, mode_t mode) {
    begin();
    int index = file_at(path);
    if (index < 0 && strcmp(path, folder)) return real_open(path, flags, mode);
    pthread_mutex_lock(&lock);
    int existed = !access(path, F_OK), descriptor = real_open(path, flags, mode), failure = errno;
    if (descriptor >= DESCRIPTORS) stop("too many descriptors");
    if (descriptor >= 0) {
        watched[descriptor] = (unsigned char)(index < 0 ? FOLDER : index + 1);
        if (index >= 0 && (flags & O_TRUNC)) stop("a watched file is opened to be cut");
        if (index >= 0 && !existed) files[index].created = 1, files[index].count = 0;
    }
    pthread_mutex_unlock(&lock);
    errno = failure;
    return descriptor;
}

int open64(const char *path, int flags, ...) {
    va_list more;
    va_start(more, flags);
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0;
    va_end(more);
    return opened(path, flags, mode);
}

int open(const char *path, int flags, ...) {
    va_list more;
    va_start(more, flags);
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0;
    va_end(more);
    return opened(path, flags, mode);
}

int close(int descriptor) {
    begin();
    if (descriptor >= 0 && descriptor < DESCRIPTORS) watched[descriptor] = 0;
    return real_close(descriptor);
}

int unlink(const char *path) {
    begin();
    int index = file_at(path);
    if (index < 0) return real_unlink(path);
    pthread_mutex_lock(&lock);
    int status = real_unlink(path), failure = errno;
    if (!status) {
        char nameless[PATH_MAX];
        name_on_disk(&files[index], 1, nameless);
        real_unlink(nameless);
        if (!files[index].created) files[index].removed = 1;
        files[index].created = 0, files[index].count = 0;
    }
    pthread_mutex_unlock(&lock);
    errno = failure;
    return status;
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t at) {
    begin();
    struct file *file = file_of(descriptor);
    if (!file) return real_pwrite(descriptor, bytes, count, at);
    pthread_mutex_lock(&lock);
    step();
    ssize_t written = real_pwrite(descriptor, bytes, count, at);
    int failure = errno;
    if (written > 0) note(file, at, at + written);
    pthread_mutex_unlock(&lock);
    errno = failure;
    return written;
}

int ftruncate64(int descriptor, off64_t length) {
    begin();
    struct file *file = file_of(descriptor);
    if (!file) return real_ftruncate(descriptor, length);
    pthread_mutex_lock(&lock);
    step();
    struct stat before;
    int status = fstat(descriptor, &before) ? -1 : real_ftruncate(descriptor, length), failure = errno;
    /* What is cut off reads as zeros when the file grows again. */
    if (!status) note(file, length < before.st_size ? length : before.st_size,
                      length < before.st_size ? before.st_size : length);
    pthread_mutex_unlock(&lock);
    errno = failure;
    return status;
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
    begin();
    if (file_of(descriptor)) stop("a watched file is written at its own place");
    return real_write(descriptor, bytes, count);
}

void *mmap64(void *at, size_t length, int protection, int flags, int descriptor, off64_t offset) {
    begin();
    if ((protection & PROT_WRITE) && (flags & MAP_SHARED) && file_of(descriptor)) stop("a watched file is mapped");
    return real_mmap(at, length, protection, flags, descriptor, offset);
}
