/// Why a document is no key set at all. Single unusable keys are not among these: they are skipped.
package enum JWKSetFault: Error, Sendable, Equatable {
    /// Longer than ``JWKSet/mostBytes``.
    case tooLarge
    /// Not a JSON object with a `keys` array: an error page, say.
    case notAKeySet
}
