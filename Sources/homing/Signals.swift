import Glibc

/// The signals that end a server. They are blocked before the first thread starts and taken by the main thread.
enum Signals {
    static func block() {
        var set = ends
        pthread_sigmask(SIG_BLOCK, &set, nil)
        signal(SIGPIPE, SIG_IGN)
    }

    /// Waits for SIGTERM or SIGINT.
    static func waitForEnd() {
        var set = ends
        var taken: Int32 = 0
        while sigwait(&set, &taken) != 0 {}
    }

    private static var ends: sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGTERM)
        sigaddset(&set, SIGINT)
        return set
    }
}
