import HTTP
import OAuth
import Synchronization

/// Counts requests against their budgets, in bounded memory. A bucket is one moment: when it will be full again
/// (the generic cell rate algorithm); once that has passed the bucket need not be remembered.
final class RateLimiter: Sendable {
    /// Whose bucket.
    enum Key: Hashable, Sendable {
        case address(RateLimits.Purpose, ClientAddress)
        case client(ClientID)
    }

    /// Buckets that are remembered at most; beyond that, after the full ones, any of them go.
    private let capacity: Int
    private let limits: RateLimits
    private let fullAgain = Mutex<[Key: UInt64]>([:])

    init(_ limits: RateLimits, capacity: Int = 65_536) {
        self.limits = limits
        self.capacity = capacity
    }

    /// Takes one request from the budget of an address. Nil, or the seconds to wait.
    ///
    /// - Parameter now: monotonic nanoseconds.
    func wait(for purpose: RateLimits.Purpose, _ address: ClientAddress, now: UInt64) -> Int? {
        guard let rate = limits.perAddress[purpose], address != .none,
            limits.countsLoopback || !address.isLoopback
        else { return nil }
        return wait(.address(purpose, address.limitKey), rate, now)
    }

    /// Takes one request from the budget of a client.
    func wait(for client: ClientID, now: UInt64) -> Int? {
        limits.perClient.flatMap { wait(.client(client), $0, now) }
    }

    private func wait(_ key: Key, _ rate: Rate, _ now: UInt64) -> Int? {
        fullAgain.withLock { buckets in
            let next = max(buckets[key] ?? 0, now) + rate.interval
            let latest = now + rate.period
            guard next <= latest else { return Int((next - latest + 999_999_999) / 1_000_000_000) }
            if buckets[key] == nil, buckets.count >= capacity { Self.makeRoom(in: &buckets, now) }
            buckets[key] = next
            return nil
        }
    }

    /// How many buckets are kept at this moment.
    var remembered: Int { fullAgain.withLock { $0.count } }

    /// Full buckets say nothing. Where an attacker keeps more alive than there is room for, some addresses get a new
    /// budget: a limit that lets too much through is better than one that locks people out.
    private static func makeRoom(in buckets: inout [Key: UInt64], _ now: UInt64) {
        let before = buckets.count
        buckets = buckets.filter { $0.value > now }
        guard buckets.count * 4 > before * 3 else { return }
        for key in buckets.keys.prefix(before / 4) { buckets[key] = nil }
    }
}
