import Settings

/// `homing check`: every fault of a configuration at once, each with its mend.
enum CheckCommand {
    static func run(_ files: [String]) -> ExitStatus {
        let reading = ConfigurationReading(files: files)
        for fault in reading.faults {
            Terminal.out(Terminal.styled(fault.line, fault.severity == .fault ? .red : .yellow) + "\n")
        }
        let count = reading.faults.count { $0.severity == .fault }
        guard reading.isSound else {
            Terminal.out("\(count) fault\(count == 1 ? "" : "s")\n")
            return .failed
        }
        Terminal.out(Terminal.styled("the configuration is sound", .green) + "\n")
        return .done
    }
}
