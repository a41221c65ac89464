import COpenSSL

/// Parameters for OpenSSL's calls. OpenSSL takes them as mutable and only reads them.
enum Parameter {
    static func text(_ name: CText, _ value: CText) -> OSSL_PARAM {
        OSSL_PARAM_construct_utf8_string(name.pointer, UnsafeMutablePointer(mutating: value.pointer), 0)
    }

    /// The bytes must live until the call that takes the parameter has returned.
    static func bytes(_ name: CText, _ value: UnsafeBufferPointer<UInt8>) -> OSSL_PARAM {
        OSSL_PARAM_construct_octet_string(
            name.pointer, UnsafeMutableRawPointer(mutating: value.baseAddress), value.count)
    }
}
