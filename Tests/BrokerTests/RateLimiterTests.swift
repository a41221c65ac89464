import HTTP
import OAuth
import Testing

@testable import Broker

@Suite struct RateLimiterTests {
    private let phone = ClientAddress("192.0.2.7") ?? .none
    private let second: UInt64 = 1_000_000_000

    private func limiter(_ rate: Rate, perClient: Rate? = nil, loopback: Bool = true, capacity: Int = 65_536)
        -> RateLimiter
    {
        let limits = RateLimits(perAddress: [.token: rate], perClient: perClient, countsLoopback: loopback)
        return RateLimiter(limits, capacity: capacity)
    }

    @Test func `a full bucket is spent at once, then refills evenly`() {
        let limiter = limiter(Rate(5, per: 10))
        for _ in 0..<5 { #expect(limiter.wait(for: .token, phone, now: second) == nil) }
        #expect(limiter.wait(for: .token, phone, now: second) == 2)
        #expect(limiter.wait(for: .token, phone, now: 2 * second) == 1)
        #expect(limiter.wait(for: .token, phone, now: 3 * second) == nil)
        #expect(limiter.wait(for: .token, phone, now: 3 * second) == 2)
    }

    @Test func `each purpose and each address has a budget of its own`() throws {
        let limiter = limiter(Rate(1, per: 60))
        let other = try #require(ClientAddress("192.0.2.8"))
        #expect(limiter.wait(for: .token, phone, now: 0) == nil)
        #expect(limiter.wait(for: .token, other, now: 0) == nil)
        #expect(limiter.wait(for: .pages, phone, now: 0) == nil)
        #expect(limiter.wait(for: .token, phone, now: 0) == 60)
    }

    @Test func `IPv6 addresses of one network share a budget`() throws {
        let limiter = limiter(Rate(1, per: 60))
        let one = try #require(ClientAddress("2001:db8:1:2::1"))
        let neighbour = try #require(ClientAddress("2001:db8:1:2:ffff::9"))
        let stranger = try #require(ClientAddress("2001:db8:1:3::1"))
        #expect(limiter.wait(for: .token, one, now: 0) == nil)
        #expect(limiter.wait(for: .token, neighbour, now: 0) == 60)
        #expect(limiter.wait(for: .token, stranger, now: 0) == nil)
    }

    @Test(arguments: ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"])
    func `loopback has budgets only where an operator wrote them`(_ text: String) throws {
        let address = try #require(ClientAddress(text))
        let written = limiter(Rate(1, per: 60))
        #expect(written.wait(for: .token, address, now: 0) == nil)
        #expect(written.wait(for: .token, address, now: 0) == 60)
        let standard = limiter(Rate(1, per: 60), loopback: false)
        for _ in 0..<10 { #expect(standard.wait(for: .token, address, now: 0) == nil) }
    }

    @Test func `a client's budget is over all addresses`() throws {
        let limiter = limiter(Rate(100, per: 60), perClient: Rate(2, per: 60))
        let client = try #require(ClientID("app1"))
        let other = try #require(ClientID("app2"))
        #expect(limiter.wait(for: client, now: 0) == nil)
        #expect(limiter.wait(for: client, now: 0) == nil)
        #expect(limiter.wait(for: client, now: 0) == 30)
        #expect(limiter.wait(for: other, now: 0) == nil)
    }

    @Test func `a flood of addresses is forgotten within bounds`() {
        let limiter = limiter(Rate(1, per: 60), capacity: 1_000)
        for number in 0..<10_000 {
            let address = ClientAddress(v4: 0xC0A8_0000 + UInt32(number))
            #expect(limiter.wait(for: .token, address, now: 0) == nil)
        }
        #expect(limiter.remembered <= 1_000)
    }

    @Test(arguments: [
        "", "5", "5/", "/min", "-5/min", "+5/min", "0/min", "5/day", "5/min/s", "5.5/min", " 5/min",
        "99999999999/s",
    ])
    func `what is no rate is refused`(_ text: String) {
        #expect(Rate(text) == nil)
    }

    @Test func `rates are read by second, minute and hour`() {
        #expect(Rate("20/s") == Rate(20, per: 1))
        #expect(Rate("1200/min") == Rate(1_200, per: 60))
        #expect(Rate("5/h") == Rate(5, per: 3_600))
    }
}
