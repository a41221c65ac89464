import Synchronization

/// Holds callers back while it is closed, and tells how many have come. No time is involved.
package final class Gate: Sendable {
    private struct State {
        var isOpen = true
        var arrived = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
        var watching: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

        mutating func watchersDone() -> [CheckedContinuation<Void, Never>] {
            let done = watching.filter { $0.count <= arrived }
            watching.removeAll { $0.count <= arrived }
            return done.map(\.continuation)
        }
    }

    private let state = Mutex(State())

    package init() {}

    package func close() { state.withLock { $0.isOpen = false } }

    /// Lets everybody through, those who wait first.
    package func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for one in waiting { one.resume() }
    }

    /// Comes to the gate, and goes on once it is open.
    package func pass() async {
        await withCheckedContinuation { continuation in
            let (goes, watchers) = state.withLock { state in
                state.arrived += 1
                if !state.isOpen { state.waiting.append(continuation) }
                return (state.isOpen, state.watchersDone())
            }
            for watcher in watchers { watcher.resume() }
            if goes { continuation.resume() }
        }
    }

    /// Waits until so many have come, counted from the beginning.
    package func arrivals(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.arrived < count { state.watching.append((count, continuation)) }
                return state.arrived >= count
            }
            if isThere { continuation.resume() }
        }
    }

    package var arrived: Int { state.withLock { $0.arrived } }
}
