import Codec
import Crypto

/// A compact JWS (RFC 7515 §3.1) that nobody has vouched for yet: it shows what is needed to find the key, and not
/// its claims.
package struct UnverifiedToken: Sendable {
    /// Longer tokens are refused unread.
    package static let mostBytes = 16_384

    package let algorithm: SignatureAlgorithm
    package let keyID: String?
    /// `typ` as it stands in the header; compare with ``VerifiedToken/isOfType(_:)``.
    package let type: String?
    private let payload: [UInt8]
    private let signature: [UInt8]
    private let signed: [UInt8]

    /// Throws `tooLarge`, `malformed`, `unsupportedAlgorithm` or `criticalExtension`.
    package init(parsing compact: some StringProtocol) throws(TokenFault) {
        try self.init(utf8: compact.utf8)
    }

    /// The same from the bytes of the text.
    package init(utf8 bytes: some Collection<UInt8>) throws(TokenFault) {
        guard bytes.count <= UnverifiedToken.mostBytes else { throw .tooLarge }
        let parts: Result<CompactParts, TokenFault> = bytes.inOnePiece { text in
            do throws(TokenFault) { return .success(try CompactParts(text)) } catch { return .failure(error) }
        }
        try self.init(parts.get())
    }

    private init(_ parts: CompactParts) throws(TokenFault) {
        guard let header = TokenHeader(reading: parts.header) else { throw .malformed }
        guard !header.hasCriticalExtension else { throw .criticalExtension }
        guard let algorithm = header.algorithm else { throw .unsupportedAlgorithm }
        self.algorithm = algorithm
        keyID = header.keyID
        type = header.type
        payload = parts.payload
        signature = parts.signature
        signed = parts.signed
    }

    /// The token as verified by a key of the set that its `kid` names or, without one, that fits its algorithm.
    /// Throws `noUsableKey` when the set is empty, `unknownKey` when no key fits, `badSignature` when none made it.
    package func verified(by keys: JWKSet) throws(TokenFault) -> VerifiedToken {
        guard !keys.keys.isEmpty else { throw .noUsableKey }
        let candidates = keys.candidates(kid: keyID, algorithm: algorithm)
        guard !candidates.isEmpty else { throw .unknownKey }
        for candidate in candidates {
            if let token = genuine(by: candidate.key) { return token }
        }
        throw .badSignature
    }

    /// The token as verified by this very key, whatever `kid` it names. Throws `badSignature`, also for a key that
    /// does not fit the algorithm.
    package func verified(by key: PublicKey) throws(TokenFault) -> VerifiedToken {
        guard let token = genuine(by: key) else { throw .badSignature }
        return token
    }

    private func genuine(by key: PublicKey) -> VerifiedToken? {
        guard key.verifies(signature, of: signed, algorithm) else { return nil }
        return VerifiedToken(payload: payload, algorithm: algorithm, keyID: keyID, type: type)
    }
}
