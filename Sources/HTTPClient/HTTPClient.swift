import CCurl
import CLinux
import EventLoop

/// Outbound requests of one loop: libcurl's multi interface, driven by that loop, on its thread alone.
///
/// Connections are kept and used again. A request runs to its end or its timeout even when the task that waits
/// for it is cancelled.
package actor HTTPClient {
    private let loop: EventLoop
    private let curl: CurlMulti
    private var transfers: [UnsafeMutableRawPointer: Transfer] = [:]
    private var timer: TimerID?
    private var isDue = false

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        loop.unownedExecutor
    }

    /// - Throws: `unavailable` when libcurl cannot be set up.
    package init(on loop: EventLoop, trust: OutboundTrust = .system) throws(OutboundFailure) {
        self.loop = loop
        curl = try CurlMulti(trust: trust)
        guard curl.listen(self) else { throw .unavailable("libcurl takes no callbacks") }
    }

    /// The response, whatever its status.
    package func send(_ request: OutboundRequest) async throws(OutboundFailure) -> OutboundResponse {
        let result = await withUnsafeContinuation { continuation in
            begin(request) { continuation.resume(returning: $0) }
        }
        return try result.get()
    }

    private func begin(_ request: OutboundRequest, _ completion: @escaping Transfer.Completion) {
        guard let transfer = curl.take() else {
            return completion(.failure(.unavailable("no more handles")))
        }
        guard transfer.begin(request, completion) else {
            _ = transfer.finish(CURLE_OK)
            curl.giveBack(transfer)
            return completion(.failure(.unsendable("its URL or a field is malformed")))
        }
        guard curl_multi_add_handle(curl.multi, transfer.easy) == CURLM_OK else {
            return end(transfer, CURLE_FAILED_INIT)
        }
        transfers[transfer.easy] = transfer
        settle()
    }

    private func end(_ transfer: Transfer, _ code: CURLcode) {
        let (completion, result) = transfer.finish(code)
        curl.giveBack(transfer)
        completion?(result)
    }

    // MARK: what the loop reports

    fileprivate func isReady(_ socket: Int32, _ readiness: Readiness) {
        var events: Int32 = 0
        if readiness.contains(.readable) { events |= CURL_CSELECT_IN }
        if readiness.contains(.writable) { events |= CURL_CSELECT_OUT }
        if !readiness.isDisjoint(with: [.failed, .hungUp]) { events |= CURL_CSELECT_ERR }
        var running: Int32 = 0
        curl_multi_socket_action(curl.multi, socket, events, &running)
        settle()
    }

    fileprivate func timeHasCome() {
        timer = nil
        isDue = true
        settle()
    }

    /// Does what libcurl wants done at once, then answers those whose transfers have ended.
    private func settle() {
        var running: Int32 = 0
        while isDue {
            isDue = false
            curl_multi_socket_action(curl.multi, CURL_SOCKET_TIMEOUT, 0, &running)
        }
        var code = CURLE_OK
        while let easy = homing_curl_finished(curl.multi, &code) {
            curl_multi_remove_handle(curl.multi, easy)
            if let transfer = transfers.removeValue(forKey: easy) { end(transfer, code) }
        }
    }

    // MARK: what libcurl asks for, from within its calls

    /// libcurl waits for something else on a socket than before, or for nothing any more.
    func wants(_ what: Int32, on socket: Int32) {
        loop.assumeIsolated { [self] in $0.follow(socket, what, for: self) }
    }

    /// libcurl wants to be called in so many milliseconds; 0 is as soon as it may be, -1 never.
    func wantsCall(in milliseconds: Int) {
        isDue = milliseconds == 0
        let last = timer
        timer = loop.assumeIsolated { [self] in
            if let last { $0.cancel(last) }
            return milliseconds > 0 ? $0.remind(self, in: milliseconds) : nil
        }
    }
}

extension EventLoop {
    /// Watches a socket for what libcurl waits for on it. Where the loop cannot, the transfer ends by its timeout.
    fileprivate func follow(_ socket: Int32, _ what: Int32, for client: HTTPClient) {
        guard what != CURL_POLL_REMOVE else { return unwatch(socket) }
        var interest: Interest = []
        if what & CURL_POLL_IN != 0 { interest.insert(.readable) }
        if what & CURL_POLL_OUT != 0 { interest.insert(.writable) }
        if (try? modify(socket, for: interest)) != nil { return }
        // New, or closed behind our back and opened again under the same number.
        unwatch(socket)
        try? watch(socket, for: interest) { readiness in
            client.assumeIsolated { $0.isReady(socket, readiness) }
        }
    }

    fileprivate func remind(_ client: HTTPClient, in milliseconds: Int) -> TimerID {
        schedule(after: .milliseconds(milliseconds)) {
            client.assumeIsolated { $0.timeHasCome() }
        }
    }
}
