/// One thing that is wrong, or worth a second look, in a configuration: where it stands, what it is, how to mend it.
package struct Fault: Sendable, Equatable {
    /// Whether Homing can start in spite of it.
    package enum Severity: Sendable { case fault, warning }

    package let severity: Severity
    /// The file as it was named on the command line.
    package let file: String
    /// The key path, `clients[0].redirect_uris[1]`; empty for the file as a whole.
    package let path: String
    package let problem: String
    package let mend: String

    /// One line: file, key path, problem, mend.
    package var line: String {
        let place = path.isEmpty ? file : "\(file): \(path)"
        let word = severity == .warning ? "warning: " : ""
        return "\(place): \(word)\(problem); mend: \(mend)"
    }
}

/// Collects every fault of a reading, so that an operator sees all of them at once.
package final class FaultLog {
    package private(set) var all: [Fault] = []

    package init() {}

    package var isSound: Bool { !all.contains { $0.severity == .fault } }

    func fault(_ node: Node, _ problem: String, mend: String) {
        all.append(Fault(severity: .fault, file: node.file, path: node.path, problem: problem, mend: mend))
    }

    func warn(_ node: Node, _ problem: String, mend: String) {
        all.append(Fault(severity: .warning, file: node.file, path: node.path, problem: problem, mend: mend))
    }

    func fault(file: String, _ problem: String, mend: String) {
        all.append(Fault(severity: .fault, file: file, path: "", problem: problem, mend: mend))
    }
}
