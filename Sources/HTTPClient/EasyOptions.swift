import CCurl

/// Sets options of one easy handle and remembers whether libcurl took them all.
struct EasyOptions {
    private let easy: UnsafeMutableRawPointer
    private(set) var held = true

    init(_ easy: UnsafeMutableRawPointer) {
        self.easy = easy
    }

    mutating func check(_ code: CURLcode) {
        if code != CURLE_OK { held = false }
    }

    mutating func set(_ option: CURLoption, _ value: Int) {
        check(homing_curl_set_long(easy, option, value))
    }

    /// libcurl copies the text.
    mutating func set(_ option: CURLoption, _ value: String) {
        check(homing_curl_set_text(easy, option, value))
    }

    mutating func setSize(_ option: CURLoption, _ value: Int) {
        check(homing_curl_set_size(easy, option, Int64(value)))
    }

    /// libcurl copies the body.
    mutating func set(_ method: OutboundRequest.Method, body: [UInt8]) {
        switch method {
        case .get: set(CURLOPT_HTTPGET, 1)
        case .post:
            set(CURLOPT_POST, 1)
            setSize(CURLOPT_POSTFIELDSIZE_LARGE, body.count)
            let code = body.withUnsafeBytes { bytes in
                guard let start = bytes.baseAddress else {
                    return homing_curl_set_text(easy, CURLOPT_COPYPOSTFIELDS, "")
                }
                return homing_curl_set_pointer(
                    easy, CURLOPT_COPYPOSTFIELDS, UnsafeMutableRawPointer(mutating: start))
            }
            check(code)
        }
    }
}
