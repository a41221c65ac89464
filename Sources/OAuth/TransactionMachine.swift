/// Every change of a transaction or a grant, as pure functions of what stands in the ledger, what is asked and
/// when. A ledger reads, asks here and writes what it is told, all in one atomic write of its own.
///
/// Ends are exclusive: good up to the millisecond before. Where several things are wrong with a request it is
/// refused alike, and only a wrong verifier with everything else right is counted.
package enum TransactionMachine {
    /// How long the provider may be asked, in seconds.
    package static let leaseSeconds = 15
    /// The wrong verifier that ends a code and its handles.
    package static let wrongVerifierLimit = 5
    /// A second use of a code no later than this after the first is a racing twin and revokes nothing.
    package static let racingMilliseconds: Int64 = 800
}

/// What to write, if anything, and what to tell.
package struct Decision<Write: Sendable, Outcome: Sendable>: Sendable {
    /// Replaces what stands there; nil leaves it.
    package let write: Write?
    package let outcome: Outcome

    init(write: Write? = nil, _ outcome: Outcome) {
        self.write = write
        self.outcome = outcome
    }
}
