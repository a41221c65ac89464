import Settings

/// The configuration reader: faults or a configuration, never both and never neither, and no secret in a fault.
enum ConfigurationPromise {
    /// As a master key would be; it must come back nowhere.
    private static let secret = "c2VjcmV0LW1hcmtlci1zZWNyZXQtbWFya2VyLXNlY3JldC1tYXJrZXI"

    @Sendable static func check(_ input: [UInt8]) throws(BrokenPromise) {
        let source = SecretSource(
            environment: { $0.isEmpty ? nil : secret },
            file: {
                $0 == "homing.json5" ? input : $0 == "later.json5" ? Array("{}".utf8) : Array(secret.utf8)
            },
            isWorldReadable: { $0.utf8.count % 2 == 0 })
        let reading = ConfigurationReading(files: ["homing.json5"], secrets: source)
        let isFaulty = reading.faults.contains { $0.severity == .fault }
        try promise(reading.isSound != isFaulty, "a configuration, or why there is none")
        for fault in reading.faults {
            try promise(!fault.problem.isEmpty && !fault.mend.isEmpty, "a fault says what and how to mend it")
            try promise(!fault.line.contains(secret), "no fault tells a secret")
        }
        let overlaid = ConfigurationReading(files: ["homing.json5", "later.json5"], secrets: source)
        try promise(overlaid.isSound == reading.isSound, "an empty file on top changes nothing")
        try promise(overlaid.faults.count == reading.faults.count, "an empty file on top adds no fault")
    }
}
