/* Stops the process right before a sync of a file, where a commit is written and not yet acknowledged (LD_PRELOAD).
 *
 *   PAUSE_AT    while this file exists; who stops takes it away */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static void pause_here(void) {
    const char *path = getenv("PAUSE_AT");
    if (path && !unlink(path)) raise(SIGSTOP);      /* to this thread, which then goes no further */
}

int fdatasync(int descriptor) {
    pause_here();
    return ((int (*)(int))dlsym(RTLD_NEXT, "fdatasync"))(descriptor);
}

int fsync(int descriptor) {
    pause_here();
    return ((int (*)(int))dlsym(RTLD_NEXT, "fsync"))(descriptor);
}
