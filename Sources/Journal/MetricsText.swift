/// Text in the exposition format of Prometheus, version 0.0.4: families of samples, one a line.
struct MetricsText {
    enum Kind: String { case counter, gauge, histogram }

    /// The media type of the format.
    static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    private(set) var bytes: [UInt8] = []
    private var name = ""

    init() { bytes.reserveCapacity(16_384) }

    /// Begins a family; its samples follow.
    mutating func family(_ name: String, _ kind: Kind, _ help: String) {
        self.name = name
        append("# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n")
    }

    mutating func sample(_ value: Int, _ labels: [(String, String)] = []) { line("", labels, String(value)) }

    mutating func sample(_ value: Double) { line("", [], Self.number(value)) }

    /// Buckets that each hold what all before them hold too, the sum and the count.
    mutating func histogram(_ labels: [(String, String)], _ buckets: Buckets, counts: [Int], sum: Double) {
        var total = 0
        for (number, count) in counts.enumerated() {
            total += count
            let bound =
                number < buckets.bounds.count
                ? Self.number(Double(buckets.bounds[number]) / buckets.scale) : "+Inf"
            line("_bucket", labels + [("le", bound)], String(total))
        }
        line("_sum", labels, Self.number(sum / buckets.scale))
        line("_count", labels, String(total))
    }

    private static func number(_ value: Double) -> String { "\(value)" }

    private mutating func line(_ suffix: String, _ labels: [(String, String)], _ value: String) {
        append(name)
        append(suffix)
        for (index, (label, text)) in labels.enumerated() {
            append(index == 0 ? "{" : ",")
            append(label)
            append("=\"")
            append(escaped(text))
            append("\"")
        }
        append(labels.isEmpty ? " " : "} ")
        append(value)
        append("\n")
    }

    private func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": escaped += "\\\\"
            case "\"": escaped += "\\\""
            case "\n": escaped += "\\n"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }
}
