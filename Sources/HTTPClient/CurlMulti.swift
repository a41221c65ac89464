import CCurl
import Glibc

/// A multi handle of libcurl and the easy handles that rest between two requests.
final class CurlMulti {
    /// Easy handles that are kept for the next requests.
    private static let maxIdle = 64

    let multi: UnsafeMutableRawPointer
    private let trust: OutboundTrust
    private var idle: [Transfer] = []

    init(trust: OutboundTrust) throws(OutboundFailure) {
        guard Self.isReady, let multi = curl_multi_init() else {
            throw .unavailable("libcurl does not start")
        }
        self.multi = multi
        self.trust = trust
        homing_curl_set_multi_long(multi, CURLMOPT_MAXCONNECTS, 256)
        homing_curl_set_multi_long(multi, CURLMOPT_MAX_HOST_CONNECTIONS, 256)
    }

    deinit {
        homing_curl_on_socket(multi, nil, nil)
        homing_curl_on_timer(multi, nil, nil)
        idle = []
        curl_multi_cleanup(multi)
    }

    /// Once a process. A peer that is gone must not end it: OpenSSL writes without MSG_NOSIGNAL.
    private static let isReady: Bool = {
        signal(SIGPIPE, SIG_IGN)
        return curl_global_init(Int(CURL_GLOBAL_ALL)) == CURLE_OK
    }()

    /// Has libcurl tell the client what it waits for. The client owns this object, so it outlives the callbacks.
    func listen(_ client: HTTPClient) -> Bool {
        let context = Unmanaged.passUnretained(client).toOpaque()
        return homing_curl_on_socket(multi, Self.onSocket, context) == CURLM_OK
            && homing_curl_on_timer(multi, Self.onTimer, context) == CURLM_OK
    }

    func take() -> Transfer? {
        idle.popLast() ?? Transfer(trust: trust)
    }

    func giveBack(_ transfer: Transfer) {
        if idle.count < Self.maxIdle { idle.append(transfer) }
    }

    private static let onSocket: curl_socket_callback = { _, socket, what, context, _ in
        guard let context else { return -1 }
        let client = Unmanaged<HTTPClient>.fromOpaque(context).takeUnretainedValue()
        client.assumeIsolated { $0.wants(what, on: socket) }
        return 0
    }

    private static let onTimer: curl_multi_timer_callback = { _, milliseconds, context in
        guard let context else { return -1 }
        Unmanaged<HTTPClient>.fromOpaque(context).takeUnretainedValue().assumeIsolated {
            $0.wantsCall(in: milliseconds)
        }
        return 0
    }
}
