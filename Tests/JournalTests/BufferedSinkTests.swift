import Glibc
import Journal
import Synchronization
import Testing

struct BufferedSinkTests {
    /// A pipe whose reading end takes what is there.
    private final class Pipe: Sendable {
        let reading: Int32
        let writing: Int32

        init() {
            var ends: [Int32] = [0, 0]
            _ = pipe(&ends)
            reading = ends[0]
            writing = ends[1]
            _ = fcntl(reading, F_SETFL, O_NONBLOCK)
        }

        deinit {
            close(reading)
            close(writing)
        }

        /// What one call to the system finds.
        func read() -> String {
            var bytes = [UInt8](repeating: 0, count: 1 << 20)
            let count = Glibc.read(reading, &bytes, bytes.count)
            return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : ""
        }
    }

    /// Calls that wait for their time.
    private final class Timer: Sendable {
        let calls = Mutex<[@Sendable () -> Void]>([])

        func fire() {
            for call in calls.withLock({ calls in
                defer { calls = [] }
                return calls
            }) { call() }
        }

        var count: Int { calls.withLock { $0.count } }
    }

    private func sink(_ pipe: Pipe, _ timer: Timer, _ metrics: Metrics = Metrics()) -> BufferedSink {
        BufferedSink(descriptor: pipe.writing, metrics: metrics) { _, call in
            timer.calls.withLock { $0.append(call) }
            return true
        }
    }

    @Test func `lines wait for each other, in their order`() {
        let (pipe, timer) = (Pipe(), Timer())
        let sink = sink(pipe, timer)
        for number in 0..<5 { sink.write(Array("line \(number)\n".utf8), isUrgent: false) }
        #expect(pipe.read() == "" && timer.count == 1)
        timer.fire()
        #expect(pipe.read() == "line 0\nline 1\nline 2\nline 3\nline 4\n" && timer.count == 0)
    }

    @Test func `what is urgent goes out at once, and what came before it first`() {
        let (pipe, timer) = (Pipe(), Timer())
        let sink = sink(pipe, timer)
        sink.write(Array("before\n".utf8), isUrgent: false)
        sink.write(Array("error\n".utf8), isUrgent: true)
        #expect(pipe.read() == "before\nerror\n")
        timer.fire()
        #expect(pipe.read() == "")
    }

    @Test func `nothing stays behind at the end, nor where nobody can call later`() {
        let (pipe, timer) = (Pipe(), Timer())
        let sink = sink(pipe, timer)
        sink.write(Array("last\n".utf8), isUrgent: false)
        sink.finish()
        #expect(pipe.read() == "last\n")
        BufferedSink(descriptor: pipe.writing) { _, _ in false }.write(Array("alone\n".utf8), isUrgent: false)
        #expect(pipe.read() == "alone\n")
    }

    @Test func `whoever does not read holds nobody up, loses whole lines alone, and they are counted`() throws
    {
        let (pipe, timer, metrics) = (Pipe(), Timer(), Metrics())
        let sink = sink(pipe, timer, metrics)
        let line = Array((String(repeating: "x", count: 999) + "\n").utf8)
        for _ in 0..<3_000 { sink.write(line, isUrgent: false) }
        timer.fire()
        #expect(timer.count == 1, "tried again")
        var text = ""
        for _ in 0..<2_000 {
            text += pipe.read()
            timer.fire()
        }
        sink.finish()
        text += pipe.read()
        let lines = text.split(separator: "\n")
        #expect(lines.allSatisfy { $0.utf8.count == 999 })
        let told = String(decoding: metrics.document(loops: []), as: UTF8.self)
        #expect(
            lines.count < 3_000 && told.contains("homing_log_lines_dropped_total \(3_000 - lines.count)\n"))
    }

    @Test func `lines of many threads do not mix`() async {
        let (pipe, timer) = (Pipe(), Timer())
        let sink = sink(pipe, timer)
        await withTaskGroup(of: Void.self) { tasks in
            for letter in "abcdefgh" {
                tasks.addTask {
                    let line = Array((String(repeating: letter, count: 50) + "\n").utf8)
                    for number in 0..<100 { sink.write(line, isUrgent: number % 7 == 0) }
                }
            }
        }
        sink.finish()
        let lines = pipe.read().split(separator: "\n")
        #expect(lines.count == 800)
        #expect(lines.allSatisfy { $0.utf8.count == 50 && Set($0).count == 1 })
    }
}
