import CPostgres

/// A statement that every connection prepares once and then knows by its name.
struct Statement: Sendable {
    /// The type of a parameter, as PostgreSQL numbers it.
    enum Kind: Oid {
        case bool = 16
        case bytes = 17
        case number = 20
        case text = 25
    }

    let name: StaticString
    let sql: String
    let kinds: [Kind]

    /// - Parameter kinds: of $1, $2 and so on.
    init(_ name: StaticString, _ kinds: Kind..., sql: String) {
        self.name = name
        self.sql = sql
        self.kinds = kinds
    }

    /// The name as C has it.
    var cName: UnsafePointer<CChar> { UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self) }
}

/// A statement with its parameters, on its way to the server.
struct Command: Sendable {
    let statement: Statement
    let parameters: Parameters

    init(_ statement: Statement, _ fill: (inout Parameters) -> Void = { _ in }) {
        self.statement = statement
        var parameters = Parameters()
        fill(&parameters)
        self.parameters = parameters
    }
}
