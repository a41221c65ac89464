/// The SHA-256 fingerprint of the certificate an Android app is signed with, in the one form that Digital Asset
/// Links verifies: 32 bytes as upper-case hex pairs with colons between them.
package struct CertificateFingerprint: Sendable, Hashable, Comparable {
    package let text: String

    /// Reads 64 hex digits in either case, with colons between all pairs or with none.
    package init(_ written: String) throws(FingerprintFault) {
        let characters = Array(written.utf8)
        if characters.isEmpty { throw .empty }
        guard let digits = Self.digits(of: characters) else { throw Self.fault(of: written) }
        switch digits.count {
        case 64: break
        case 40: throw .sha1
        default: throw .wrongLength(digits: digits.count)
        }
        var out: [UInt8] = []
        out.reserveCapacity(95)
        for (index, digit) in digits.enumerated() {
            if index > 0, index.isMultiple(of: 2) { out.append(UInt8(ascii: ":")) }
            out.append(digit >= UInt8(ascii: "a") ? digit - 32 : digit)
        }
        text = String(decoding: out, as: UTF8.self)
    }

    package static func < (one: Self, other: Self) -> Bool { one.text < other.text }

    /// The hex digits alone, or nil where anything else stands or the colons are not between all pairs.
    private static func digits(of characters: [UInt8]) -> [UInt8]? {
        let parts = characters.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard parts.allSatisfy({ $0.allSatisfy(isHex) }) else { return nil }
        guard parts.count == 1 || parts.allSatisfy({ $0.count == 2 }) else { return nil }
        return parts.flatMap(\.self)
    }

    private static func isHex(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "F"),
            UInt8(ascii: "a")...UInt8(ascii: "f"):
            true
        default: false
        }
    }

    /// Why a text without a hex reading is none: what people really write there.
    private static func fault(of written: String) -> FingerprintFault {
        let upper = written.uppercased()
        if placeholders.contains(where: upper.contains) || written.contains("…") || written.contains("...") {
            return .placeholder
        }
        let unpadded = written.utf8.filter { $0 != UInt8(ascii: "=") }
        let isBase64 = unpadded.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "+"), UInt8(ascii: "/"),
                UInt8(ascii: "-"),
                UInt8(ascii: "_"):
                true
            default: false
            }
        }
        return isBase64 && (unpadded.count == 43 || unpadded.count == 27) ? .base64 : .notHex
    }

    private static let placeholders = [
        "REPLACE", "TODO", "YOUR", "CHANGE", "EXAMPLE", "FINGERPRINT", "XX:XX", "<",
    ]
}
