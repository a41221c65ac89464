import CCurl
import CLinux
import Glibc
import HTTP

/// One easy handle of libcurl with what it collects; used for one request after the other.
///
/// libcurl holds its address while it exists, and calls back only while its loop drives the multi handle.
final class Transfer {
    typealias Completion = (Result<OutboundResponse, OutboundFailure>) -> Void

    /// Bytes of status line and fields that are read at most.
    static let maxHead = 32 << 10

    let easy: UnsafeMutableRawPointer
    var completion: Completion?
    private var fieldList: UnsafeMutablePointer<curl_slist>?
    private var policy = AddressPolicy(allowsLoopback: false, isPlain: true)
    private var refused = false
    private var wasSent = false
    private var oversized = false
    private var maxBody = 0
    private var headSize = 0
    private var head: [UInt8] = []
    private var body: [UInt8] = []

    init?(trust: OutboundTrust) {
        guard let easy = curl_easy_init() else { return nil }
        self.easy = easy
        guard setUp(trust) else { return nil }
    }

    deinit {
        curl_easy_cleanup(easy)
        curl_slist_free_all(fieldList)
    }

    /// What holds for every request.
    private func setUp(_ trust: OutboundTrust) -> Bool {
        let context = Unmanaged.passUnretained(self).toOpaque()
        var options = EasyOptions(easy)
        options.set(CURLOPT_NOSIGNAL, 1)
        options.set(CURLOPT_FOLLOWLOCATION, 0)
        options.set(CURLOPT_PROXY, "")
        options.set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1)
        options.set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        options.set(CURLOPT_SSL_VERIFYPEER, 1)
        options.set(CURLOPT_SSL_VERIFYHOST, 2)
        options.set(CURLOPT_PATH_AS_IS, 1)
        options.set(CURLOPT_DISALLOW_USERNAME_IN_URL, 1)
        options.set(CURLOPT_USERAGENT, "homing")
        if case .file(let path) = trust { options.set(CURLOPT_CAINFO, path) }
        options.check(homing_curl_on_body(easy, Self.onBody, context))
        options.check(homing_curl_on_field(easy, Self.onField, context))
        options.check(homing_curl_on_open(easy, Self.onOpen, context))
        options.check(homing_curl_on_request(easy, Self.onRequest, context))
        return options.held
    }

    /// Takes on a request; false when libcurl refuses an option.
    func begin(_ request: OutboundRequest, _ completion: @escaping Completion) -> Bool {
        let isPlain = request.isPlain
        policy = AddressPolicy(allowsLoopback: request.allowsLoopback, isPlain: isPlain)
        maxBody = request.maxBody
        self.completion = completion
        var options = EasyOptions(easy)
        options.set(CURLOPT_URL, request.url)
        options.set(CURLOPT_PROTOCOLS_STR, isPlain ? "http" : "https")
        options.set(CURLOPT_TIMEOUT_MS, request.timeoutMilliseconds)
        options.set(CURLOPT_CONNECTTIMEOUT_MS, min(request.timeoutMilliseconds, 3000))
        options.setSize(CURLOPT_MAXFILESIZE_LARGE, request.maxBody)
        options.set(request.method, body: request.body)
        guard request.fields.isSendable, list(request.fields) else { return false }
        options.check(homing_curl_set_fields(easy, fieldList))
        return options.held
    }

    /// libcurl's list of lines without their ends. It copies each.
    private func list(_ fields: Fields) -> Bool {
        var lines = fields.wire.map { $0 == UInt8(ascii: "\r") ? 0 : CChar(bitPattern: $0) }
        lines.append(0)
        return lines.withUnsafeBufferPointer { lines in
            guard let start = lines.baseAddress else { return false }
            var offset = 0
            while offset + 1 < lines.count {
                guard let longer = curl_slist_append(fieldList, start + offset) else { return false }
                fieldList = longer
                offset += strlen(start + offset) + 2
            }
            return true
        }
    }

    /// Ends the request: hands back who waits and with what, and is ready for the next one.
    func finish(_ code: CURLcode) -> (Completion?, Result<OutboundResponse, OutboundFailure>) {
        let result = result(code)
        let waiting = completion
        completion = nil
        homing_curl_set_fields(easy, nil)
        curl_slist_free_all(fieldList)
        fieldList = nil
        refused = false
        wasSent = false
        oversized = false
        headSize = 0
        head.removeAll(keepingCapacity: true)
        body = []
        return (waiting, result)
    }

    private func result(_ code: CURLcode) -> Result<OutboundResponse, OutboundFailure> {
        guard code == CURLE_OK else {
            if refused { return .failure(.refusedAddress) }
            return .failure(oversized ? .tooLarge : OutboundFailure(code, wasSent: wasSent))
        }
        var status = 0
        homing_curl_status(easy, &status)
        guard (200...599).contains(status) else { return .failure(.badResponse("status \(status)")) }
        return .success(OutboundResponse(status: status, head: head, body: body))
    }

    // MARK: what libcurl calls

    private static func of(_ context: UnsafeMutableRawPointer?) -> Transfer? {
        context.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
    }

    private static let onBody: homing_curl_data = { bytes, size, count, context in
        guard let transfer = of(context), let bytes else { return 0 }
        let length = size * count
        guard transfer.body.count + length <= transfer.maxBody else {
            transfer.oversized = true
            return 0
        }
        transfer.body.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: length))
        return length
    }

    private static let onField: homing_curl_data = { bytes, size, count, context in
        guard let transfer = of(context), let bytes else { return 0 }
        let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
        // An interim response (100 to 199) or a retry begins anew.
        if line.starts(with: "HTTP/".utf8) { transfer.head.removeAll(keepingCapacity: true) }
        transfer.headSize += line.count
        guard transfer.headSize <= maxHead else {
            transfer.oversized = true
            return 0
        }
        transfer.head.append(contentsOf: line)
        return line.count
    }

    private static let onOpen: curl_opensocket_callback = { context, _, address in
        guard let transfer = of(context), let address else { return CURL_SOCKET_BAD }
        let isAllowed = withUnsafePointer(to: &address.pointee.addr) {
            transfer.policy.allows($0, length: Int(address.pointee.addrlen))
        }
        guard isAllowed else {
            transfer.refused = true
            return CURL_SOCKET_BAD
        }
        transfer.refused = false
        return socket(
            address.pointee.family, address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue),
            address.pointee.protocol)
    }

    /// Before a request leaves, on a new connection or a kept one: a connection that another request's policy
    /// allowed is not this one's.
    private static let onRequest: curl_prereq_callback = { context, primary, _, _, _ in
        guard let transfer = of(context), let primary, transfer.policy.allows(text: primary) else {
            of(context)?.refused = true
            return CURL_PREREQFUNC_ABORT
        }
        transfer.wasSent = true
        return CURL_PREREQFUNC_OK
    }
}
