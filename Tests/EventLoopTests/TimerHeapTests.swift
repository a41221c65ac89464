import Testing

@testable import EventLoop

struct TimerHeapTests {
    @Test func `actions come by deadline and equal deadlines in the order of scheduling`() {
        var heap = TimerHeap<Int>()
        for (place, deadline) in [50, 10, 30, 10, 20, 10].enumerated() {
            _ = heap.insert(MonotonicTime(nanoseconds: UInt64(deadline)), place)
        }
        #expect(drain(&heap, at: 30) == [1, 3, 5, 4, 2])
        #expect(heap.earliest == MonotonicTime(nanoseconds: 50))
    }

    @Test func `a cancelled action never comes and its name stays harmless`() {
        var heap = TimerHeap<Int>()
        let first = heap.insert(MonotonicTime(nanoseconds: 1), 1)
        _ = heap.insert(MonotonicTime(nanoseconds: 2), 2)
        #expect(heap.cancel(first) == 1)
        _ = heap.insert(MonotonicTime(nanoseconds: 3), 3)
        #expect(heap.cancel(first) == nil)
        #expect(drain(&heap, at: 9) == [2, 3])
    }

    @Test func `any mix of insertions and cancellations keeps the order`() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<50 {
            var heap = TimerHeap<UInt64>()
            var names: [(TimerID, UInt64)] = []
            for _ in 0..<200 {
                let deadline = UInt64.random(in: 0..<100, using: &random)
                names.append((heap.insert(MonotonicTime(nanoseconds: deadline), deadline), deadline))
            }
            names.shuffle(using: &random)
            for (name, deadline) in names.prefix(100) { #expect(heap.cancel(name) == deadline) }
            #expect(drain(&heap, at: 100) == names.dropFirst(100).map(\.1).sorted())
        }
    }

    private func drain<Action>(_ heap: inout TimerHeap<Action>, at now: UInt64) -> [Action] {
        var actions: [Action] = []
        while let action = heap.takeDue(at: MonotonicTime(nanoseconds: now)) { actions.append(action) }
        return actions
    }
}
