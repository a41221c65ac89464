import Glibc

/// What the system says about this process; nil where it says nothing.
struct ProcessFigures {
    var residentBytes: Int?
    var virtualBytes: Int?
    var openDescriptors: Int?
    var descriptorLimit: Int?
    var cpuSeconds: Double?

    static func read() -> ProcessFigures {
        var figures = ProcessFigures()
        let pages = numbers(in: "/proc/self/statm")
        let size = sysconf(Int32(_SC_PAGESIZE))
        if pages.count > 1 {
            figures.virtualBytes = pages[0] * size
            figures.residentBytes = pages[1] * size
        }
        figures.openDescriptors = entries(of: "/proc/self/fd")
        var limit = rlimit()
        if getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 {
            figures.descriptorLimit = Int(clamping: limit.rlim_cur)
        }
        var time = timespec()
        if clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) == 0 {
            figures.cpuSeconds = Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        }
        return figures
    }

    /// By the names that every Prometheus client uses.
    func tell(startedAt: Double, _ text: inout MetricsText) {
        text.family("process_start_time_seconds", .gauge, "When the process began, since 1970.")
        text.sample(startedAt)
        if let cpuSeconds {
            text.family("process_cpu_seconds_total", .counter, "Processor time, user and system.")
            text.sample(cpuSeconds)
        }
        let gauges = [
            ("process_resident_memory_bytes", "Memory in RAM.", residentBytes),
            ("process_virtual_memory_bytes", "Address space.", virtualBytes),
            ("process_open_fds", "Open descriptors.", openDescriptors),
            ("process_max_fds", "Descriptors that may be open.", descriptorLimit),
        ]
        for (name, help, value) in gauges {
            guard let value else { continue }
            text.family(name, .gauge, help)
            text.sample(value)
        }
    }

    private static func numbers(in path: String) -> [Int] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        var buffer = [UInt8](repeating: 0, count: 256)
        let count = Glibc.read(descriptor, &buffer, buffer.count)
        guard count > 0 else { return [] }
        return buffer[..<count].split(whereSeparator: { $0 == 0x20 || $0 == 0x0A }).map { digits in
            digits.reduce(0) { $0 &* 10 &+ Int($1 &- 0x30) }
        }
    }

    /// Entries of a folder, without `.`, `..` and the one that reading it takes.
    private static func entries(of path: String) -> Int? {
        guard let folder = opendir(path) else { return nil }
        defer { closedir(folder) }
        var count = -3
        while readdir(folder) != nil { count += 1 }
        return count
    }
}
