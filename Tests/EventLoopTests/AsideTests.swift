import EventLoop
import Testing

struct AsideTests {
    @Test func `work aside has a loop of its own, which ends with it`() async throws {
        let group = try EventLoopGroup(count: 1)
        defer { group.stop() }
        weak var aside: EventLoop?
        aside = await withCheckedContinuation { continuation in
            do {
                try EventLoopGroup.runAside { continuation.resume(returning: EventLoop.current) }
            } catch { continuation.resume(returning: nil) }
        }
        #expect(aside !== group.loops[0])
        #expect(aside?.isAside != false)
        #expect(!group.loops[0].isAside)
        while aside != nil { try await Task.sleep(for: .milliseconds(1)) }
    }
}
