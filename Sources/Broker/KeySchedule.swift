import Crypto
import OAuth
import Store

/// What each signing key is at which time: a pure function of the keys that are stored, so that all processes on one
/// store agree without a word.
///
/// Of an algorithm the keys sign one after the other, each from its `activeFrom` until its successor's. A key is
/// published before it signs for as long as anybody may hold an older set, and after it signed for as long as a token
/// of it lives.
package struct KeySchedule: Sendable {
    /// For how many seconds others may hold the published set (its `max-age`).
    static let publishedMaxAge = 3_600
    /// What clocks of ours may differ by, and what passes until every process has read the keys anew; in seconds.
    static let margin = 300
    /// How many seconds a key is published before it signs.
    package static let lead = publishedMaxAge + margin
    /// In how many seconds a process reads the keys anew.
    package static let refresh = 60

    package enum State: String, Sendable {
        /// Published, and to sign later.
        case next
        case active
        /// Published for what it signed.
        case retired
        /// Good for nothing.
        case gone
    }

    /// A key and its times.
    package struct Term: Sendable {
        package let key: StoredSigningKey
        /// The first of an algorithm has nobody before it and signs whatever the clock shows.
        package let isFirst: Bool
        /// Nil as long as there is no successor.
        package let signsUntil: Timestamp?
        package let publishedUntil: Timestamp?

        package func state(at now: Timestamp) -> State {
            if let publishedUntil, publishedUntil <= now { return .gone }
            if let signsUntil, signsUntil <= now { return .retired }
            return isFirst || key.activeFrom <= now ? .active : .next
        }
    }

    /// By algorithm, in the order in which they sign.
    package let terms: [Term]

    /// - Parameter tokenLife: seconds that the longest-lived token is good for.
    package init(_ keys: [StoredSigningKey], tokenLife: Int) {
        var terms: [Term] = []
        for algorithm in PrivateKey.Algorithm.allCases {
            let line = keys.filter { $0.algorithm == algorithm.rawValue }.sorted { $0.precedes($1) }
            for (index, key) in line.enumerated() {
                let signsUntil = index + 1 < line.count ? line[index + 1].activeFrom : nil
                terms.append(
                    Term(
                        key: key, isFirst: index == 0, signsUntil: signsUntil,
                        publishedUntil: signsUntil?.adding(seconds: tokenLife + Self.margin)))
            }
        }
        self.terms = terms
    }

    /// What is in the published set at `now`, and verifies.
    package func published(at now: Timestamp) -> [StoredSigningKey] {
        terms.filter { $0.state(at: now) != .gone }.map(\.key)
    }

    /// What is good for nothing any more, whichever process's clock is asked.
    package func spent(at now: Timestamp) -> Set<String> {
        Set(terms.filter { $0.state(at: now.adding(seconds: -Self.lead)) == .gone }.map(\.key.kid))
    }

    /// The last of an algorithm to sign.
    package func last(_ algorithm: PrivateKey.Algorithm) -> StoredSigningKey? {
        terms.last { $0.key.algorithm == algorithm.rawValue }?.key
    }

    /// The algorithms whose last key has a successor due, when a key signs for `life` seconds.
    package func due(at now: Timestamp, life: Int) -> [PrivateKey.Algorithm] {
        PrivateKey.Algorithm.allCases.filter { algorithm in
            guard let last = last(algorithm) else { return false }
            return last.activeFrom.adding(seconds: life - Self.lead) <= now
        }
    }
}
