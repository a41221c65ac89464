import Glibc
import Testing

@testable import EventLoop

struct TurnTimesTests {
    @Test func `a turn is counted by the first bound that holds it`() {
        var times = TurnTimes()
        for time: UInt64 in [0, 100_000, 100_001, 250_000, 999_999_999, 1_000_000_001, 60_000_000_000] {
            times.add(time)
        }
        #expect(times.counts == [2, 2] + [Int](repeating: 0, count: 10) + [1, 2])
        #expect(times.nanoseconds == 62_000_450_001)
    }

    @Test func `a turn that keeps others waiting is told, idle waiting is not`() async throws {
        let group = try EventLoopGroup(count: 1)
        defer { group.stop() }
        let loop = group.loops[0]
        try await loop.sleep(for: .milliseconds(300))
        #expect(await loop.turnTimes.nanoseconds < 300_000_000)
        loop.submit { _ in usleep(60_000) }
        try await loop.sleep(for: .milliseconds(1))
        let times = await loop.turnTimes
        #expect(times.nanoseconds >= 60_000_000)
        #expect(times.counts[9...].reduce(0, +) >= 1)
    }
}
