import Store
import Testing

@testable import SQLiteStore

struct WriterTests {
    private static func add(_ count: Int, to writer: Writer) {
        for _ in 0..<count {
            writer.add(
                Job(durable: true, now: nil, perform: { _ throws(SQLiteFault) in {} }, fail: { _ in }))
        }
    }

    /// How many jobs the thread takes, and how long it waits for them.
    private static func take(from writer: Writer) -> (jobs: Int, waited: Duration) {
        let clock = ContinuousClock()
        var taken = 0
        let waited = clock.measure {
            if case .jobs(let jobs) = writer.next(sleeping: true) { taken = jobs.count }
        }
        return (taken, waited)
    }

    @Test func `after a crowd the thread waits a moment for those who come back, and takes who came`() {
        let writer = Writer()
        Self.add(16, to: writer)
        #expect(Self.take(from: writer).jobs == 16)
        Self.add(1, to: writer)
        let few = Self.take(from: writer)
        #expect(few.jobs == 1 && few.waited >= .microseconds(200))
        Self.add(1, to: writer)
        #expect(Self.take(from: writer).jobs == 1)
    }

    @Test func `who comes back while the thread waits ends its wait and is taken along`() async {
        let writer = Writer()
        Self.add(200, to: writer)
        #expect(Self.take(from: writer).jobs == 200)
        let coming = Task.detached { Self.add(200, to: writer) }
        var taken = 0
        while taken < 200 { taken += Self.take(from: writer).jobs }
        await coming.value
        #expect(taken == 200)
    }

    @Test func `a writer that ends does not wait for a crowd`() {
        let writer = Writer()
        Self.add(16, to: writer)
        #expect(Self.take(from: writer).jobs == 16)
        writer.stop()
        guard case .end = writer.next(sleeping: true) else {
            Issue.record("the thread goes on")
            return
        }
    }
}
