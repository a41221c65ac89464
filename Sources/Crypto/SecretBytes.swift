import COpenSSL
import Synchronization

/// Secret bytes in one place, wiped when nobody holds them any longer.
final class SecretBytes: Sendable {
    private let storage: Mutex<[UInt8]>
    let count: Int

    /// Copies the bytes, so that wiping them cannot be undone by a copy on write.
    init(copying bytes: [UInt8]) {
        count = bytes.count
        storage = Mutex(
            [UInt8](unsafeUninitializedCapacity: bytes.count) { buffer, filled in
                filled = buffer.initialize(fromContentsOf: bytes)
            })
    }

    deinit {
        storage.withLock { wipe(&$0) }
    }

    /// Lends the bytes; they must not leave `body`.
    func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        // The closure's result never holds the bytes themselves, so it may leave the lock.
        var result: Result?
        storage.withLock { bytes in bytes.withUnsafeBufferPointer { result = body($0) } }
        guard let result else { preconditionFailure("the body ran") }
        return result
    }
}

/// Overwrites bytes in a way the compiler cannot leave out.
func wipe(_ bytes: inout [UInt8]) {
    bytes.withUnsafeMutableBytes { OPENSSL_cleanse($0.baseAddress, $0.count) }
}
