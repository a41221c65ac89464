import Glibc

/// Where libFuzzer comes in. `FUZZ_TARGET` in the environment names the target, since all share one binary.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    // A second look, for the first one may have paid for what is made once.
    if Examination.slow(input), Examination.slow(input) {
        Examination.stop("slow input: over \(Examination.mostMilliseconds) ms")
    }
    return 0
}

private enum Examination {
    static let mostMilliseconds = 100

    static let target: FuzzTarget = {
        let name = getenv("FUZZ_TARGET").map { String(cString: $0) }
        guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
            stop("FUZZ_TARGET names none of \(FuzzTarget.all.map(\.name).joined(separator: " "))")
        }
        return target
    }()

    /// Whether the target took longer than it may, in time of this thread, whatever else the machine does.
    static func slow(_ input: [UInt8]) -> Bool {
        let began = milliseconds()
        do throws(BrokenPromise) { try target.check(input) } catch { stop(error.description) }
        return milliseconds() - began > mostMilliseconds
    }

    /// libFuzzer keeps the input of a process that aborts.
    static func stop(_ reason: String) -> Never {
        let line = Array((reason + "\n").utf8)
        write(STDERR_FILENO, line, line.count)
        abort()
    }

    private static func milliseconds() -> Int {
        var now = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now)
        return now.tv_sec * 1000 + now.tv_nsec / 1_000_000
    }
}
