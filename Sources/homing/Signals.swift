import Glibc

/// The signals of a server. They are blocked before the first thread starts and taken by the main thread.
enum Signals {
    enum Taken { case end, reload }

    static func block() {
        var set = all
        pthread_sigmask(SIG_BLOCK, &set, nil)
        signal(SIGPIPE, SIG_IGN)
        // A file that may not grow any further is an error of the call that would have it grow.
        signal(SIGXFSZ, SIG_IGN)
    }

    /// Waits for SIGTERM or SIGINT, or for SIGHUP.
    static func wait() -> Taken {
        var set = all
        var taken: Int32 = 0
        while sigwait(&set, &taken) != 0 {}
        return taken == SIGHUP ? .reload : .end
    }

    private static var all: sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in [SIGTERM, SIGINT, SIGHUP] { sigaddset(&set, signal) }
        return set
    }
}
