import Codec
import OAuth

/// Unpacking of what was sealed: whatever is read is written again so that it is read alike, and the reader takes one
/// spelling of a value only.
enum PackedPromise {
    @Sendable static func check(_ input: [UInt8]) throws(BrokenPromise) {
        if let pending = try? PendingTransaction(packed: input) {
            let again = try? PendingTransaction(packed: pending.packed())
            try promise(again == pending, "a pending transaction is read as it was written")
        }
        if let details = try? SignInDetails(packed: input) {
            let again = try? SignInDetails(packed: details.packed())
            try promise(again == details, "details are read as they were written")
        }
        try checkRejection(input)
        try checkSpelling(input)
    }

    private static func checkRejection(_ input: [UInt8]) throws(BrokenPromise) {
        guard let challenge = CodeChallenge(bytes: [UInt8](repeating: 7, count: 32)) else { return }
        let read = { (bytes: [UInt8]) in
            try? Rejection(
                packed: bytes, challenge: challenge, handleExpiresAt: Timestamp(milliseconds: 0),
                handleRedeemed: 0, wrongVerifiers: 0)
        }
        guard let rejection = read(input) else { return }
        try promise(read(rejection.packed()) == rejection, "a rejection is read as it was written")
    }

    /// The first byte of each step says what is read; the same value written must give the bytes that were read.
    private static func checkSpelling(_ input: [UInt8]) throws(BrokenPromise) {
        var reader = PackedReader(input)
        var writer = PackedWriter()
        do throws(PackedFault) {
            while true {
                let step = try reader.byte()
                writer.byte(step)
                switch step % 10 {
                case 0: writer.bool(try reader.bool())
                case 1: writer.uint16(try reader.uint16())
                case 2: writer.uint32(try reader.uint32())
                case 3: writer.int64(try reader.int64())
                case 4: writer.string(try reader.string())
                case 5: writer.data(try reader.data())
                case 6: writer.strings(try reader.strings())
                case 7: writer.optionalString(try reader.optionalString())
                case 8: writer.optionalInt64(try reader.optionalInt64())
                default: writer.optionalBool(try reader.optionalBool())
                }
                guard input.starts(with: writer.bytes) else { break }
            }
        } catch {
            return
        }
        throw BrokenPromise(description: "broken promise: a value has one spelling")
    }
}
