import Codec

/// A sign-in that ended without a code: the person said no, or the provider or we could not do it. The error is an
/// answer too, and the app may come for it by a handle where the browser did not bring it.
package struct Rejection: Sendable, Equatable, HandleKeeping {
    package enum Cause: UInt8, Sendable { case denied = 0, failed = 1 }

    package let cause: Cause
    package let error: AuthorizationError
    /// As the app sent it.
    package let redirectURI: String
    package let state: String?
    package let challenge: CodeChallenge
    package let handleExpiresAt: Timestamp
    package var handleRedeemed: Int
    package var wrongVerifiers: Int

    package init(
        of pending: PendingTransaction, _ cause: Cause, _ error: AuthorizationError, now: Timestamp,
        lifetimes: Lifetimes
    ) {
        self.cause = cause
        self.error = error
        redirectURI = pending.redirectURI
        state = pending.state
        challenge = pending.challenge
        handleExpiresAt = now.adding(seconds: lifetimes.handle)
        handleRedeemed = 0
        wrongVerifiers = 0
    }
}

extension Rejection {
    private static let version: UInt8 = 1

    /// The answer itself; what the rules work on lies beside it, open.
    package func packed() -> [UInt8] {
        var writer = PackedWriter()
        writer.byte(Self.version)
        writer.byte(cause.rawValue)
        writer.string(error.code.rawValue)
        writer.string(error.description)
        writer.string(redirectURI)
        writer.optional(state) { $0.compact($1) }
        return writer.bytes
    }

    package init(
        packed bytes: [UInt8], challenge: CodeChallenge, handleExpiresAt: Timestamp, handleRedeemed: Int,
        wrongVerifiers: Int
    ) throws(PackedFault) {
        var reader = PackedReader(bytes)
        guard try reader.byte() == Self.version, let cause = Cause(rawValue: try reader.byte()),
            let code = AuthorizationErrorCode(rawValue: try reader.string())
        else { throw .malformed }
        self.cause = cause
        error = AuthorizationError(code, try reader.string())
        redirectURI = try reader.string()
        state = try reader.optional { reader throws(PackedFault) in try reader.compact() }
        try reader.end()
        self.challenge = challenge
        self.handleExpiresAt = handleExpiresAt
        self.handleRedeemed = handleRedeemed
        self.wrongVerifiers = wrongVerifiers
    }
}
