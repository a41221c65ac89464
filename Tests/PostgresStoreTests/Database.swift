import Crypto
import EventLoop
import Glibc
import Store
import Synchronization

@testable import PostgresStore

/// A schema for one test, gone with the last reference, in the server that HOMING_TEST_POSTGRES names.
final class Database: Sendable {
    /// The server was not named: nothing is skipped silently.
    struct NoServer: Error, CustomStringConvertible {
        let description =
            "HOMING_TEST_POSTGRES names no server: run the tests with .ci/postgres run swift test, or .ci/test --only unit"
    }

    /// The loops that all tests share.
    static let loops = Result { try EventLoopGroup(count: 2) }

    let schema: String
    /// The schema's own URL. Its sessions go by its name.
    let url: String
    private let key = MasterKeys.random()

    init(migrated: Bool = true) async throws {
        let server = try Self.server
        schema = "case_" + (0..<12).map { _ in String(Int.random(in: 0...9)) }.joined()
        url = "\(server)?application_name=\(schema)&options=-csearch_path%3D\(schema)"
        try Connection(PostgresConfiguration(url: server)).execute("CREATE SCHEMA \(schema)")
        if migrated { _ = try PostgresLedger.migrate(PostgresConfiguration(url: url)) }
    }

    deinit {
        _ = try? Connection(PostgresConfiguration(url: Self.server)).execute("DROP SCHEMA \(schema) CASCADE")
    }

    static var server: String {
        get throws {
            guard let value = getenv("HOMING_TEST_POSTGRES") else { throw NoServer() }
            return String(cString: value)
        }
    }

    /// Runs statements beside the ledgers.
    func execute(_ sql: String) throws { try Connection(PostgresConfiguration(url: url)).execute(sql) }

    /// Sessions of the ledgers.
    func sessions() throws -> Int { try count("count(*)") }

    /// Ends the sessions of the ledgers, and returns how many there were.
    @discardableResult
    func endSessions() throws -> Int { try count("count(pg_terminate_backend(pid))") }

    private func count(_ what: String) throws -> Int {
        let count = try Connection(PostgresConfiguration(url: Self.server)).value(
            "SELECT \(what) FROM pg_stat_activity WHERE application_name='\(schema)'")
        return count.flatMap { Int($0) } ?? 0
    }

    func value(_ sql: String) throws -> String? {
        try Connection(PostgresConfiguration(url: url)).value(sql)
    }

    /// A ledger in this schema, under this schema's key unless another is given.
    func ledger(
        key: MasterKeys? = nil, loops: EventLoopGroup? = nil,
        _ change: (inout PostgresConfiguration) -> Void = { _ in }
    ) async throws -> PostgresLedger {
        var configuration = PostgresConfiguration(url: url)
        change(&configuration)
        return try await PostgresLedger(
            configuration, sealing: (key ?? self.key).sealingKey("ledger"),
            on: try loops ?? Self.loops.get())
    }
}
