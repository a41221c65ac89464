import Journal

/// Reads the exposition format of Prometheus, version 0.0.4, and takes nothing that is not exactly so: what a scraper
/// might forgive is a fault here.
package struct MetricsReading {
    package struct Sample: Equatable, Sendable {
        package let name: String
        package let labels: [String: String]
        package let value: Double
    }

    package struct Fault: Error, CustomStringConvertible {
        package let description: String
    }

    package private(set) var samples: [Sample] = []
    /// What each family is, by its name.
    package private(set) var kinds: [String: String] = [:]
    private var helped: Set<String> = []
    private var family = ""

    package init(_ bytes: [UInt8]) throws(Fault) {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Fault(description: "no UTF-8")
        }
        guard text.hasSuffix("\n") else { throw Fault(description: "the last line has no end") }
        for line in text.dropLast().split(separator: "\n", omittingEmptySubsequences: false) {
            do { try read(line) } catch { throw Fault(description: "\(error.description): \(line)") }
        }
        try checkHistograms()
    }

    /// The value of a sample; nil when it is not there.
    package func value(_ name: String, _ labels: [String: String] = [:]) -> Double? {
        samples.first { $0.name == name && $0.labels == labels }?.value
    }

    /// The sum of all samples of a name that have these labels among theirs.
    package func sum(_ name: String, _ labels: [String: String] = [:]) -> Double {
        samples.filter { sample in sample.name == name && labels.allSatisfy { sample.labels[$0] == $1 } }
            .reduce(0) { $0 + $1.value }
    }

    private mutating func read(_ line: Substring) throws(Fault) {
        if line.hasPrefix("# HELP ") || line.hasPrefix("# TYPE ") {
            let parts = line.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
            guard parts.count == 4, Self.isName(parts[2]), !parts[3].isEmpty else {
                throw Fault(description: "no comment of the format")
            }
            let name = String(parts[2])
            if line.hasPrefix("# HELP ") {
                guard helped.insert(name).inserted else { throw Fault(description: "a second HELP") }
                return
            }
            guard ["counter", "gauge", "histogram"].contains(parts[3]), helped.contains(name),
                kinds.updateValue(String(parts[3]), forKey: name) == nil
            else { throw Fault(description: "a TYPE that is unknown, repeated or has no HELP before it") }
            family = name
            return
        }
        let sample = try Self.sample(line)
        let suffixes = kinds[family] == "histogram" ? ["_bucket", "_sum", "_count"] : [""]
        guard suffixes.contains(where: { sample.name == family + $0 }) else {
            throw Fault(description: "a sample outside its family")
        }
        if kinds[family] == "counter" {
            guard family.hasSuffix("_total"), sample.value >= 0 else {
                throw Fault(description: "a counter that is none")
            }
        }
        guard !samples.contains(where: { $0.name == sample.name && $0.labels == sample.labels }) else {
            throw Fault(description: "the same sample twice")
        }
        samples.append(sample)
    }

    private static func sample(_ line: Substring) throws(Fault) -> Sample {
        let name = line.prefix { $0 != "{" && $0 != " " }
        guard isName(name) else { throw Fault(description: "no name") }
        var rest = line.dropFirst(name.count)
        var labels: [String: String] = [:]
        if rest.first == "{" {
            repeat {
                rest = rest.dropFirst()
                let label = rest.prefix { $0 != "=" }
                guard isName(label), !label.contains(":"), rest.dropFirst(label.count).hasPrefix("=\"") else {
                    throw Fault(description: "no label")
                }
                rest = rest.dropFirst(label.count + 2)
                let (value, end) = try quoted(rest)
                guard labels.updateValue(value, forKey: String(label)) == nil else {
                    throw Fault(description: "a label twice")
                }
                rest = end
            } while rest.first == ","
            guard rest.first == "}" else { throw Fault(description: "labels without an end") }
            rest = rest.dropFirst()
        }
        guard rest.first == " ", let value = Double(rest.dropFirst()), value.isFinite else {
            throw Fault(description: "no value")
        }
        return Sample(name: String(name), labels: labels, value: value)
    }

    private static func quoted(_ text: Substring) throws(Fault) -> (String, Substring) {
        var value = ""
        var rest = text
        while let next = rest.popFirst() {
            switch next {
            case "\"": return (value, rest)
            case "\\":
                switch rest.popFirst() {
                case "\\": value.append("\\")
                case "\"": value.append("\"")
                case "n": value.append("\n")
                default: throw Fault(description: "an escape that is none")
                }
            default: value.append(next)
            }
        }
        throw Fault(description: "a value without an end")
    }

    private static func isName(_ text: Substring) -> Bool {
        guard let first = text.utf8.first, !(0x30...0x39).contains(first) else { return false }
        return text.utf8.allSatisfy {
            (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || $0 == 0x5F || $0 == 0x3A
        }
    }

    /// Buckets grow, end in +Inf, which is the count; the sum lies between what the buckets allow.
    private func checkHistograms() throws(Fault) {
        for (name, kind) in kinds where kind == "histogram" {
            for count in samples where count.name == name + "_count" {
                let buckets = samples.filter { sample in
                    var labels = sample.labels
                    return sample.name == name + "_bucket" && labels.removeValue(forKey: "le") != nil
                        && labels == count.labels
                }
                let bounds = buckets.map {
                    $0.labels["le"] == "+Inf" ? .infinity : Double($0.labels["le"] ?? "")
                }
                guard bounds.last == .infinity, let sum = value(name + "_sum", count.labels),
                    !bounds.contains(nil), bounds.compactMap(\.self) == bounds.compactMap(\.self).sorted(),
                    buckets.map(\.value) == buckets.map(\.value).sorted(),
                    buckets.last?.value == count.value
                else { throw Fault(description: "\(name) is no histogram: \(buckets)") }
                let known = zip(bounds.compactMap(\.self), buckets.map(\.value))
                var (least, most, before, under) = (0.0, 0.0, 0.0, 0.0)
                for (bound, total) in known {
                    least += (total - under) * before
                    most += total == under ? 0 : (total - under) * bound
                    (before, under) = (bound, total)
                }
                guard sum >= least * 0.999_999, sum <= most * 1.000_001 else {
                    throw Fault(description: "\(name)'s sum \(sum) is not within \(least)...\(most)")
                }
            }
        }
    }
}
