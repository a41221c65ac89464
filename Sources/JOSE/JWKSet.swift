import Codec
import Crypto
import FoundationEssentials

/// The keys of one party that we may verify its signatures by (RFC 7517 §5).
package struct JWKSet: Sendable {
    /// Longer documents are refused unread. Real ones stay below 32 kB.
    package static let mostBytes = 262_144
    /// Usable keys beyond these are skipped: each may cost a verification.
    package static let mostKeys = 64
    /// Entries beyond these are skipped unread: each costs microseconds, and a set could hold 80,000.
    package static let mostEntries = 256

    package let keys: [JWK]
    /// How many entries could not be used.
    package let skipped: Int

    /// Reads the set entry by entry: what we cannot use is counted and does no harm to the rest (H20). A set in which
    /// nothing is usable is no fault here; every verification by it ends in `noUsableKey`.
    /// Throws `tooLarge` or `notAKeySet`.
    package init(reading json: [UInt8]) throws(JWKSetFault) {
        guard json.count <= JWKSet.mostBytes else { throw .tooLarge }
        guard let document = try? JSON.decoder.decode(Document.self, from: Data(json)) else {
            throw .notAKeySet
        }
        keys = document.keys
        skipped = document.count - keys.count
    }

    /// A set of known keys, our own say.
    package init(_ keys: [JWK]) {
        self.keys = keys
        skipped = 0
    }

    /// The keys that may have made a signature by this algorithm: those with this `kid`; if none has it, those
    /// without any; all that fit the algorithm when the token names no `kid`.
    package func candidates(kid: String?, algorithm: SignatureAlgorithm) -> [JWK] {
        let fitting = keys.filter { $0.fits(algorithm) }
        guard let kid else { return fitting }
        let named = fitting.filter { $0.kid == kid }
        return named.isEmpty ? fitting.filter { $0.kid == nil } : named
    }

    private struct Document: Decodable {
        var keys: [JWK] = []
        let count: Int

        private enum CodingKeys: String, CodingKey {
            case keys
        }

        init(from decoder: any Decoder) throws {
            var entries = try decoder.container(keyedBy: CodingKeys.self).nestedUnkeyedContainer(
                forKey: .keys)
            count = entries.count ?? 0
            while !entries.isAtEnd, entries.currentIndex < JWKSet.mostEntries, keys.count < JWKSet.mostKeys {
                guard let entry = try entries.decode(Lossy<JWKEntry>.self).value else { continue }
                keys.append(entry.jwk)
            }
        }
    }
}
