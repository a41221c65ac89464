import Broker

/// Reads `rate_limits`: each a number of requests in a time, or "off"; "off" for the whole as well.
struct RateReading {
    let log: FaultLog

    func limits(_ root: Section) -> RateLimits {
        guard root.has("rate_limits") else { return .standard }
        if case .text("off")? = root.member("rate_limits")?.value { return .off }
        guard let section = root.section("rate_limits") else { return .off }
        defer { section.finish() }
        var limits = RateLimits.standard
        limits.countsLoopback = true
        for purpose in RateLimits.Purpose.allCases {
            if let setting = setting(purpose.rawValue, section) { limits.perAddress[purpose] = setting.rate }
        }
        if let setting = setting("client", section) { limits.perClient = setting.rate }
        return limits
    }

    /// What was written for a key; nil for nothing, or nothing that can be read.
    private func setting(_ key: String, _ section: Section) -> Setting? {
        guard let text = section.text(key) else { return nil }
        if text == "off" { return Setting(rate: nil) }
        if let rate = Rate(text) { return Setting(rate: rate) }
        let node = section.child(key)
        log.fault(node, "\(node.shown(text)) is not a rate", mend: "write \"1200/min\", \"20/s\" or \"off\"")
        return nil
    }
}

/// A budget as it was written: a rate, or none for "off".
private struct Setting {
    let rate: Rate?
}
