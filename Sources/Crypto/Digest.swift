import COpenSSL

/// 32 bytes from SHA-256 or HMAC-SHA-256. Not Equatable on purpose: compare by ``matches(_:)``, which takes the
/// same time wherever two digests differ.
package struct Digest: Sendable {
    private var storage = InlineArray<32, UInt8>(repeating: 0)

    /// The length of every digest, in bytes.
    package static let length = 32

    /// A digest read from outside; nothing when it is not exactly 32 bytes.
    package init?(_ bytes: some Collection<UInt8>) {
        // Element by element through a generic collection costs microseconds; nearly all are contiguous.
        guard let read = bytes.withContiguousStorageIfAvailable(Digest.init(contiguous:)) else {
            self.init(Array(bytes))
            return
        }
        guard let read else { return nil }
        self = read
    }

    private init?(contiguous bytes: UnsafeBufferPointer<UInt8>) {
        guard bytes.count == Digest.length, let start = bytes.baseAddress else { return nil }
        self.init { $0.initialize(from: start, count: Digest.length) }
    }

    /// A digest that a C function writes into 32 bytes.
    init(writing body: (UnsafeMutablePointer<UInt8>) -> Void) {
        var span = storage.mutableSpan
        span.withUnsafeMutableBufferPointer { buffer in
            if let start = buffer.baseAddress { body(start) }
        }
    }

    /// The 32 bytes.
    package var bytes: [UInt8] {
        withBytes { [UInt8]($0) }
    }

    /// Appends the 32 bytes without an array between.
    package func append(to bytes: inout [UInt8]) {
        withBytes { bytes.append(contentsOf: $0) }
    }

    /// Whether both are the same, in constant time.
    package func matches(_ other: Digest) -> Bool {
        withBytes { mine in
            other.withBytes { CRYPTO_memcmp(mine.baseAddress, $0.baseAddress, Digest.length) == 0 }
        }
    }

    /// Lends the 32 bytes for the length of `body`.
    func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        storage.span.withUnsafeBufferPointer(body)
    }
}
