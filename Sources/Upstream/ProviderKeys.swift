import JOSE
import OAuth

/// The keys that one provider signs with, and what they vouch for (H20, H21).
final class ProviderKeys: Sendable {
    private let line: ProviderLine
    private let keys = FetchedValue<JWKSet>()

    init(line: ProviderLine) {
        self.line = line
    }

    /// Fetches the keys if none are held.
    func prepare(from address: String, at now: Timestamp) async throws(UpstreamFailure) {
        _ = try await held(from: address, at: now)
    }

    /// The token, vouched for by one of the keys. A key that is not known, or does not fit any more, is worth one
    /// fetch, shared and not more often than the cool-down allows.
    func verified(
        _ token: UnverifiedToken, keysAt address: String, at now: Timestamp
    ) async throws(UpstreamFailure) -> VerifiedToken {
        let held = try await held(from: address, at: now)
        let reason: RefetchReason
        let failure: UpstreamFailure
        do throws(TokenFault) {
            return try token.verified(by: held.value)
        } catch {
            guard let worthAFetch = RefetchReason(error) else { throw Self.failure(error) }
            reason = worthAFetch
            failure = Self.failure(error)
        }
        let newer = try await keys.newer(than: held, because: reason, at: now) {
            () async throws(UpstreamFailure) in try await fetch(address)
        }
        guard let newer else { throw failure }
        do throws(TokenFault) {
            return try token.verified(by: newer.value)
        } catch {
            throw Self.failure(error)
        }
    }

    private func held(
        from address: String, at now: Timestamp
    ) async throws(UpstreamFailure) -> FetchLedger<JWKSet>.Held {
        try await keys.value(at: now) { () async throws(UpstreamFailure) in try await fetch(address) }
    }

    /// A set without a single usable key is no answer to go on with: it is not kept and replaces nothing.
    private func fetch(_ address: String) async throws(UpstreamFailure) -> JWKSet {
        do throws(UpstreamFailure) {
            let body = try await line.document(at: address, named: "the key set")
            let set: JWKSet
            do throws(JWKSetFault) {
                set = try JWKSet(reading: body)
            } catch {
                throw .badAnswer("the key set cannot be read")
            }
            if set.skipped > 0 { line.note(.keysSkipped(set.skipped)) }
            guard !set.keys.isEmpty else { throw .noUsableKey("the key set holds no key that can be used") }
            return set
        } catch {
            if keys.held != nil { line.note(.refreshFailed(error.reason)) }
            throw error
        }
    }

    private static func failure(_ fault: TokenFault) -> UpstreamFailure {
        switch fault {
        case .noUsableKey, .unknownKey: .noUsableKey("the key set holds no key that fits the ID token")
        case .badSignature: .invalidToken("the signature is not by the provider's key")
        case .tooLarge: .invalidToken("the ID token is too large")
        case .unsupportedAlgorithm: .invalidToken("alg is none that is accepted")
        case .criticalExtension: .invalidToken("crit names what is not understood")
        case .malformed, .badClaims, .notSigned: .invalidToken("the ID token cannot be read")
        }
    }

    /// The token's form, before any key.
    static func parse(_ compact: String) throws(UpstreamFailure) -> UnverifiedToken {
        do throws(TokenFault) {
            return try UnverifiedToken(parsing: compact)
        } catch {
            throw failure(error)
        }
    }
}

extension RefetchReason {
    /// Nil for faults that no other key would mend.
    fileprivate init?(_ fault: TokenFault) {
        switch fault {
        case .unknownKey, .noUsableKey: self = .unknownKey
        case .badSignature: self = .badSignature
        default: return nil
        }
    }
}
