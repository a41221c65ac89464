import Glibc
import Synchronization
import Testing

@testable import EventLoop

struct EventLoopTests {
    @Test func `a task runs on its loop and comes back to it after waiting`() async throws {
        let group = try EventLoopGroup(count: 2)
        defer { group.stop() }
        for loop in group.loops {
            let places = await loop.run {
                var places = [EventLoop.current?.index]
                try? await EventLoop.sleep(for: .milliseconds(1))
                places.append(EventLoop.current?.index)
                await withCheckedContinuation { done in loop.submit { _ in done.resume() } }
                places.append(EventLoop.current?.index)
                return places
            }.value
            #expect(places == [loop.index, loop.index, loop.index])
        }
        #expect(EventLoop.current == nil)
    }

    @Test func `the actor's own functions run on its thread`() async throws {
        let group = try EventLoopGroup(count: 1)
        defer { group.stop() }
        #expect(await group.loops[0].whereAmI() == 0)
    }

    @Test func `an object that lives on a loop is found there by its name until it is dismissed`()
        async throws
    {
        let group = try EventLoopGroup(count: 1)
        defer { group.stop() }
        let loop = group.loops[0]
        let name = await loop.house()
        #expect(await loop.visit(name) == 1)
        #expect(await loop.visit(name) == 2)
        await loop.dismiss(name)
        #expect(await loop.visit(name) == nil)
    }

    @Test func `a readable descriptor calls its handler until it is unwatched`() async throws {
        let group = try EventLoopGroup(count: 1)
        defer { group.stop() }
        let pipe = try Pipe()
        let bytes = await group.loops[0].collect(from: pipe.output, writing: { pipe.write($0) })
        #expect(bytes == [1, 2, 3])
    }

    @Test func `a cancelled timer does not fire`() async throws {
        let group = try EventLoopGroup(count: 1)
        defer { group.stop() }
        #expect(await group.loops[0].timersFired() == [1, 3])
    }

    @Test func `a sleeping task ends at once when it is cancelled`() async throws {
        let group = try EventLoopGroup(count: 1)
        defer { group.stop() }
        let loop = group.loops[0]
        let task = loop.run {
            do { try await loop.sleep(for: .seconds(3600)) } catch { return true }
            return false
        }
        task.cancel()
        #expect(await task.value)
        while await loop.pendingTimers() > 0 { await loop.run {}.value }
    }

    @Test func `calls from many threads all arrive`() async throws {
        let group = try EventLoopGroup(count: 2)
        defer { group.stop() }
        let loop = group.loops[0]
        let sum = await withTaskGroup(of: Int.self) { tasks in
            for number in 1...1_000 {
                tasks.addTask {
                    await withCheckedContinuation { done in
                        loop.submit { _ in done.resume(returning: number) }
                    }
                }
            }
            return await tasks.reduce(0, +)
        }
        #expect(sum == 500_500)
    }

    @Test func `an idle loop does not wake up`() async throws {
        let group = try EventLoopGroup(count: 1)
        defer { group.stop() }
        let loop = group.loops[0]
        _ = await loop.run {}.value
        let before = await loop.turns
        try await Task.sleep(for: .milliseconds(50))
        let turns = await loop.turns - before
        #expect(turns <= 4)
    }

    @Test func `stopping lets what is queued run first`() throws {
        let group = try EventLoopGroup(count: 1)
        let counter = Counter()
        for _ in 0..<100 { group.loops[0].submit { _ in counter.add() } }
        group.stop()
        #expect(counter.value == 100)
    }
}

final class Counter: Sendable {
    private let count = Mutex(0)
    func add() { count.withLock { $0 += 1 } }
    var value: Int { count.withLock { $0 } }
}

final class Pipe: Sendable {
    let output: Int32
    private let input: Int32

    init() throws(SystemFailure) {
        var ends: [Int32] = [0, 0]
        if pipe(&ends) != 0 { throw SystemFailure("pipe") }
        (output, input) = (ends[0], ends[1])
    }

    func write(_ byte: UInt8) {
        var byte = byte
        _ = Glibc.write(input, &byte, 1)
    }

    deinit {
        close(output)
        close(input)
    }
}

final class Guest {
    var visits = 0
}

extension EventLoop {
    func house() -> Resident<Guest> { admit(Guest()) }

    func visit(_ name: Resident<Guest>) -> Int? {
        guard let guest = resident(name) else { return nil }
        guest.visits += 1
        return guest.visits
    }

    func pendingTimers() -> Int { timers.count }

    func whereAmI() -> Int? { EventLoop.current?.index }

    func collect(from descriptor: Int32, writing write: @escaping (UInt8) -> Void) async -> [UInt8] {
        await withCheckedContinuation { done in
            var bytes: [UInt8] = []
            write(1)
            try? watch(descriptor, for: .readable) { readiness in
                var byte: UInt8 = 0
                guard readiness.isReadable, read(descriptor, &byte, 1) == 1 else { return }
                bytes.append(byte)
                guard byte == 3 else { return write(byte + 1) }
                self.unwatch(descriptor)
                write(9)
                self.schedule(after: .milliseconds(2)) { done.resume(returning: bytes) }
            }
        }
    }

    func timersFired() async -> [Int] {
        await withCheckedContinuation { done in
            var fired: [Int] = []
            schedule(after: .milliseconds(3)) {
                fired.append(3)
                done.resume(returning: fired)
            }
            let second = schedule(after: .milliseconds(2)) { fired.append(2) }
            schedule(after: .milliseconds(1)) {
                fired.append(1)
                self.cancel(second)
            }
        }
    }
}
