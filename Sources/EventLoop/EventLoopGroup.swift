import Glibc

/// Some loops, each on a thread of its own.
package struct EventLoopGroup: Sendable {
    package let loops: [EventLoop]
    private let threads: [pthread_t]

    /// Starts the threads. A count of 0 means one a core.
    package init(count: Int) throws(SystemFailure) {
        var loops: [EventLoop] = []
        var threads: [pthread_t] = []
        for index in 0..<(count > 0 ? count : Self.cores) {
            let loop = try EventLoop(index: index)
            threads.append(try Self.start(loop))
            loops.append(loop)
        }
        self.loops = loops
        self.threads = threads
    }

    /// Ends the loops once their queues are empty and waits for their threads; once, and never from a loop. Tasks that
    /// are woken after that do not go on.
    package func stop() {
        for loop in loops { loop.executor.stop() }
        for thread in threads { pthread_join(thread, nil) }
    }

    /// Runs an operation that would hold up a loop, on a loop and thread that end with it. The runtime's own threads would
    /// do too, but once they were used, something of theirs wakes up every second.
    package static func runAside(_ operation: @escaping @Sendable () async -> Void) throws(SystemFailure) {
        let loop = try EventLoop(index: 0, isAside: true)
        pthread_detach(try start(loop))
        loop.run {
            await operation()
            loop.executor.stop()
        }
    }

    /// How many cores this process may use.
    private static var cores: Int {
        max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    }

    private static func start(_ loop: EventLoop) throws(SystemFailure) -> pthread_t {
        var thread = pthread_t()
        let argument = Unmanaged.passRetained(loop)
        let code = pthread_create(
            &thread, nil,
            { pointer in
                guard let pointer else { return nil }
                Unmanaged<EventLoop>.fromOpaque(pointer).takeRetainedValue().runThread()
                return nil
            }, argument.toOpaque())
        guard code == 0 else {
            argument.release()
            throw SystemFailure("pthread_create", code: code)
        }
        return thread
    }
}
