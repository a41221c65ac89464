import Crypto
import JOSE
import Journal
import OAuth
import Store

/// Makes signing keys and takes them out, in a store that other processes change as well: whoever comes first has it,
/// and the others take what they find. An RSA key takes up to a second to make: away from the loops.
package struct KeyKeeper: Sendable {
    private let ledger: any Ledger
    private let lifetimes: Lifetimes
    private let journal: Journal

    package init(ledger: any Ledger, lifetimes: Lifetimes, journal: Journal) {
        self.ledger = ledger
        self.lifetimes = lifetimes
        self.journal = journal
    }

    /// The keys as the store has them.
    package func schedule() async throws(SigningKeyFault) -> KeySchedule {
        do throws(LedgerFailure) {
            return KeySchedule(try await ledger.signingKeys(), tokenLife: lifetimes.accessToken)
        } catch { throw .store(error) }
    }

    /// Makes a key that signs at once for each algorithm that has none.
    package func makeFirst(
        _ algorithms: Set<PrivateKey.Algorithm>, now: Timestamp
    ) async throws(SigningKeyFault) -> KeySchedule {
        let found = try await schedule()
        let missing = PrivateKey.Algorithm.allCases.filter {
            algorithms.contains($0) && found.last($0) == nil
        }
        for algorithm in missing { _ = try await add(algorithm, after: nil, activeFrom: now, now) }
        return missing.isEmpty ? found : try await schedule()
    }

    /// Makes a successor for each algorithm that has none on its way. One that a clock which ran ahead has put off for
    /// long is none.
    package func makeNext(now: Timestamp) async throws(SigningKeyFault) -> KeySchedule {
        let found = try await schedule()
        let soon = now.adding(seconds: KeySchedule.lead + KeySchedule.margin)
        let coming = found.terms.filter { $0.state(at: now) == .next && $0.key.activeFrom <= soon }
        let waiting = Set(coming.map(\.key.algorithm))
        let settled = PrivateKey.Algorithm.allCases.filter { !waiting.contains($0.rawValue) }
        return try await succeed(settled, in: found, now: now)
    }

    /// Whether ``maintain(now:)`` has anything to do.
    package func isWorkDue(in schedule: KeySchedule, now: Timestamp) -> Bool {
        !schedule.due(at: now, life: lifetimes.signingKey).isEmpty || !schedule.spent(at: now).isEmpty
    }

    /// Makes the successors that are due, and takes out what is good for nothing any more.
    package func maintain(now: Timestamp) async throws(SigningKeyFault) -> KeySchedule {
        let found = try await schedule()
        let spent = found.spent(at: now)
        if !spent.isEmpty { try await drop(spent) }
        return try await succeed(found.due(at: now, life: lifetimes.signingKey), in: found, now: now)
    }

    /// For when a key may be in other hands: makes new keys that sign at once, and takes out all that were there before. What
    /// those have signed is refused as soon as running processes have read the keys anew.
    ///
    /// What others add meanwhile stays: were two to revoke at the same time and each to take out the other's, none
    /// would be left.
    package func revokeAll(now: Timestamp) async throws(SigningKeyFault) -> KeySchedule {
        let known = try await schedule()
        for algorithm in PrivateKey.Algorithm.allCases {
            var last = known.last(algorithm)
            while true {
                let added = try await add(algorithm, after: last?.kid, activeFrom: now, now)
                if added.isOurs { break }
                last = added.key
            }
        }
        try await drop(Set(known.terms.map(\.key.kid)))
        return try await schedule()
    }

    private func succeed(
        _ algorithms: [PrivateKey.Algorithm], in found: KeySchedule, now: Timestamp
    ) async throws(SigningKeyFault) -> KeySchedule {
        for algorithm in algorithms {
            guard let last = found.last(algorithm) else { continue }
            _ = try await add(
                algorithm, after: last.kid, activeFrom: now.adding(seconds: KeySchedule.lead), now)
        }
        return try await schedule()
    }

    private func add(
        _ algorithm: PrivateKey.Algorithm, after last: String?, activeFrom: Timestamp, _ now: Timestamp
    ) async throws(SigningKeyFault) -> (key: StoredSigningKey, isOurs: Bool) {
        let made: StoredSigningKey
        do throws(KeyFault) {
            let key = try PrivateKey.generate(algorithm)
            made = StoredSigningKey(
                kid: key.publicKey.thumbprint, algorithm: algorithm.rawValue, createdAt: now,
                activeFrom: activeFrom, privateKey: try key.exportPKCS8())
        } catch { throw .unusable }
        do throws(LedgerFailure) {
            let kept = try await ledger.addSigningKey(made, after: last)
            let isOurs = kept.kid == made.kid
            if isOurs { journal.record(.keyMade(kid: made.kid, algorithm: made.algorithm)) }
            return (kept, isOurs)
        } catch { throw .store(error) }
    }

    private func drop(_ kids: Set<String>) async throws(SigningKeyFault) {
        do throws(LedgerFailure) { try await ledger.dropSigningKeys(kids) } catch { throw .store(error) }
        for kid in kids.sorted() { journal.record(.keyDropped(kid: kid)) }
    }
}
