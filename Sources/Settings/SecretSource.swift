import FoundationEssentials
import Glibc

/// Where `{ env: … }` and `{ file: … }` are looked up. A value so written is never echoed in a fault.
package struct SecretSource: Sendable {
    package var environment: @Sendable (String) -> String?
    package var file: @Sendable (String) -> [UInt8]?
    /// Whether others than owner and group may read the file.
    package var isWorldReadable: @Sendable (String) -> Bool

    package init(
        environment: @escaping @Sendable (String) -> String?, file: @escaping @Sendable (String) -> [UInt8]?,
        isWorldReadable: @escaping @Sendable (String) -> Bool
    ) {
        (self.environment, self.file, self.isWorldReadable) = (environment, file, isWorldReadable)
    }

    /// The process's own environment and file system.
    package static let system = SecretSource(
        environment: { name in getenv(name).map { String(cString: $0) } },
        file: { path in FileManager.default.contents(atPath: path).map { [UInt8]($0) } },
        isWorldReadable: { path in
            var status = stat()
            return stat(path, &status) == 0 && status.st_mode & 0o004 != 0
        })

    /// The text of a node: written out, from the environment or from a file (one line end at its end is dropped).
    func text(of node: Node, _ log: FaultLog) -> String? {
        switch node.value {
        case .text(let text): return text
        case .object(let members):
            if members.count == 1, let name = members["env"], case .text(let variable) = name.value {
                if let value = environment(variable) { return value }
                log.fault(
                    node, "the environment has no \(variable)",
                    mend: "set \(variable), or name another variable")
                return nil
            }
            if members.count == 1, let name = members["file"], case .text(let path) = name.value {
                return contents(of: path, node, log)
            }
            log.fault(
                node, "is an object, not a string", mend: #"write "…", { env: "NAME" } or { file: "/path" }"#)
            return nil
        default:
            log.fault(node, "is \(node.kind), not a string", mend: "put it in quotes")
            return nil
        }
    }

    private func contents(of path: String, _ node: Node, _ log: FaultLog) -> String? {
        guard var bytes = file(path) else {
            log.fault(
                node, "the file \(path) cannot be read",
                mend: "create it, or let the user that runs homing read it")
            return nil
        }
        if isWorldReadable(path) {
            log.warn(node, "everybody on this machine may read \(path)", mend: "chmod 0600 \(path)")
        }
        if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
        if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            log.fault(node, "the file \(path) is not UTF-8 text", mend: "write the value as text")
            return nil
        }
        return text
    }
}
