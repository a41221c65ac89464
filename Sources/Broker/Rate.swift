import Codec

/// So many requests in so much time, as a token bucket: all of them at once, then evenly.
package struct Rate: Sendable, Equatable {
    /// What the bucket holds.
    package let burst: Int
    /// Nanoseconds until it is full again.
    package let period: UInt64

    /// Nanoseconds between two requests at an even pace.
    var interval: UInt64 { period / UInt64(burst) }

    /// - Parameter period: in seconds.
    package init(_ burst: Int, per period: Int) {
        self.burst = max(1, burst)
        self.period = UInt64(max(1, period)) * 1_000_000_000
    }

    /// Reads `1200/min`, `20/s` or `5/h`.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let burst = DecimalDigits.parse(parts[0], limit: 10_000_000), burst > 0 else {
            return nil
        }
        switch parts[1] {
        case "s": self.init(burst, per: 1)
        case "min": self.init(burst, per: 60)
        case "h": self.init(burst, per: 3_600)
        default: return nil
        }
    }
}

/// The budgets of the public endpoints, `rate_limits`. Documents (metadata, keys, association files, assets) have none.
package struct RateLimits: Sendable, Equatable {
    /// What a budget is for: one each, so that a busy page takes nothing from a token.
    package enum Purpose: String, Sendable, CaseIterable {
        case authorize, callback, token, resume, pages
    }

    /// Per client address; IPv6 by its /64. Nil is no limit.
    package var perAddress: [Purpose: Rate]
    /// Per client_id, over all its apps. Nil is no limit.
    package var perClient: Rate?
    /// Whether loopback addresses have budgets too. A proxy on the same machine that is not trusted would make one
    /// client of everybody, so the defaults leave loopback out; limits that an operator wrote hold for all.
    package var countsLoopback: Bool

    package init(perAddress: [Purpose: Rate], perClient: Rate?, countsLoopback: Bool) {
        self.perAddress = perAddress
        self.perClient = perClient
        self.countsLoopback = countsLoopback
    }

    /// Carriers put thousands of phones behind one address.
    package static let standard = RateLimits(
        perAddress: [
            .authorize: Rate(1_200, per: 60), .callback: Rate(1_200, per: 60), .token: Rate(1_200, per: 60),
            .resume: Rate(300, per: 60), .pages: Rate(1_200, per: 60),
        ], perClient: nil, countsLoopback: false)

    package static let off = RateLimits(perAddress: [:], perClient: nil, countsLoopback: false)
}
