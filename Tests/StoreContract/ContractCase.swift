import Store

/// One sentence that holds of every ledger, and how it is tried.
package struct ContractCase: Sendable, CustomStringConvertible {
    package let name: String
    private let body: @Sendable (World) async throws -> Void

    init(_ name: String, _ body: @escaping @Sendable (World) async throws -> Void) {
        self.name = name
        self.body = body
    }

    package var description: String { name }

    /// Tries it on a ledger that nothing else uses. Throws `ContractBreach` when it does not hold.
    package func hold(on ledger: any Ledger) async throws {
        try await body(World(ledger: ledger))
    }

    /// The whole contract.
    package static let all: [ContractCase] =
        claims + settlements + handles + codes + rotations + grants + races + spills + keys + kinds
        + people + epochs + clocks
}

/// A sentence of the contract that did not hold.
package struct ContractBreach: Error, CustomStringConvertible {
    package let description: String

    init(_ what: String, _ file: StaticString, _ line: UInt) { description = "\(what) (\(file):\(line))" }
}

func require(
    _ condition: Bool, _ what: String = "does not hold", file: StaticString = #fileID, line: UInt = #line
) throws(ContractBreach) {
    if !condition { throw ContractBreach(what, file, line) }
}

func require<T: Equatable>(
    _ found: T, is expected: T, file: StaticString = #fileID, line: UInt = #line
) throws(ContractBreach) {
    if found != expected { throw ContractBreach("expected \(expected), found \(found)", file, line) }
}

func unwrap<T>(
    _ found: T?, file: StaticString = #fileID, line: UInt = #line
) throws(ContractBreach) -> T {
    guard let found else { throw ContractBreach("expected something, found nil", file, line) }
    return found
}
