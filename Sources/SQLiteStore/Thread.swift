import Glibc
import Store

/// What the new thread is handed.
private final class Start: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

/// Runs `body` on a thread of its own, which nothing joins.
func startThread(_ body: @escaping @Sendable () -> Void) throws(LedgerFailure) {
    let start = Unmanaged.passRetained(Start(body))
    var thread = pthread_t()
    let code = pthread_create(
        &thread, nil,
        { address in
            guard let address else { return nil }
            Unmanaged<Start>.fromOpaque(address).takeRetainedValue().body()
            return nil
        }, start.toOpaque())
    guard code == 0 else {
        start.release()
        throw .unavailable("no thread for the writer: error \(code)")
    }
    pthread_detach(thread)
}
