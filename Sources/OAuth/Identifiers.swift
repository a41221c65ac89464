import Codec
import Crypto

/// Makes codes, handles, refresh tokens and our state at providers, and reads them back.
///
/// Each is base64url of the transaction's id, its generation where it has one, and a MAC over both under a key
/// of its own kind. So one kind is never read as another, garbage is refused before the store is asked, and the
/// same one can be given again because it is computed. Whether it is spent is the row's business.
package struct Identifiers: Sendable {
    private let codes: MACKey
    private let handles: MACKey
    private let refreshTokens: MACKey
    private let upstreamStates: MACKey

    package init(masterKeys: MasterKeys) {
        codes = masterKeys.macKey("code")
        handles = masterKeys.macKey("handle")
        refreshTokens = masterKeys.macKey("refresh-token")
        upstreamStates = masterKeys.macKey("upstream-state")
    }

    package func code(for id: TransactionID) -> String { seal(id.bytes, with: codes) }

    /// Nil unless `text` is a code that was made here.
    package func parseCode(_ text: String) -> TransactionID? {
        open(text, generationBytes: 0, with: codes)?.id
    }

    package func upstreamState(for id: TransactionID) -> String { seal(id.bytes, with: upstreamStates) }

    /// Nil unless `text` is a state that we gave to a provider.
    package func parseUpstreamState(_ text: String) -> TransactionID? {
        open(text, generationBytes: 0, with: upstreamStates)?.id
    }

    /// - Parameter generation: 1 to 3; 0 makes a handle that nothing stands behind.
    package func handle(for id: TransactionID, generation: Int) -> String {
        seal(id.bytes + Self.bigEndian(generation, count: 2), with: handles)
    }

    /// Nil unless `text` is a handle that was made here.
    package func parseHandle(_ text: String) -> NumberedID? {
        open(text, generationBytes: 2, with: handles)
    }

    /// - Parameter generation: 1 for the first, one more with each rotation.
    package func refreshToken(for id: TransactionID, generation: Int) -> String {
        seal(id.bytes + Self.bigEndian(generation, count: 4), with: refreshTokens)
    }

    /// Nil unless `text` is a refresh token that was made here.
    package func parseRefreshToken(_ text: String) -> NumberedID? {
        open(text, generationBytes: 4, with: refreshTokens)
    }

    private func seal(_ message: [UInt8], with key: MACKey) -> String {
        Base64URL.encode(message + key.authenticate(message).bytes)
    }

    private func open(_ text: String, generationBytes: Int, with key: MACKey) -> NumberedID? {
        let messageCount = TransactionID.byteCount + generationBytes
        // No more is decoded than could be right, whatever length was sent.
        guard text.utf8.count == ((messageCount + 32) * 4 + 2) / 3, let bytes = Base64URL.decode(text) else {
            return nil
        }
        let message = Array(bytes[..<messageCount])
        guard key.authenticates(bytes[messageCount...], message),
            let id = TransactionID(message[..<TransactionID.byteCount])
        else { return nil }
        let generation = message[TransactionID.byteCount...].reduce(0) { $0 << 8 | Int($1) }
        return NumberedID(id: id, generation: generation)
    }

    private static func bigEndian(_ number: Int, count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> ((count - 1 - $0) * 8)) }
    }
}

/// A transaction and which of its handles or refresh tokens was presented.
package struct NumberedID: Sendable, Hashable {
    package let id: TransactionID
    package let generation: Int

    package init(id: TransactionID, generation: Int) {
        self.id = id
        self.generation = generation
    }
}
